"""What a worker process answers, as bytes: plain values as JSON, and behind them the bytes of pictures and
features.

Not pickled: a pickle can name any function to be called where it is read, and a worker that a hostile picture has
taken over could so reach the main process. Here only what is listed comes out, or a ValueError.
"""

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.file_reasons import reason_again
from engine.images.pixel_code import CODE_BYTES, SHARPEST
from engine.images.reading import Reading, SameContent, Unread
from engine.metadata import NAMES, NUMBERS, Metadata, is_within_bounds
from engine.skip_kinds import SkipKind

_Array = np.ndarray | None
_FIELDS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "Reading": (
        Reading,
        (bytes, int, int, str, int, int, Metadata, bytes, bytes, float, _Array, _Array),
    ),
    "Metadata": (Metadata, tuple((int if name in NUMBERS else str) | None for name in NAMES)),
    "SameContent": (SameContent, (bytes, int, int)),
    "Unread": (lambda kind, reason, gone: Unread(SkipKind(kind), reason_again(reason), gone), (str, str, bool)),
}
_ARRAYS = {"|u1", "<f2", ">f2"}
_LENGTH = 4  # bytes that say how long the JSON is


def pack(value: Any) -> bytes:
    behind: list[bytes] = []
    text = json.dumps(_plain(value, behind)).encode()
    return b"".join([len(text).to_bytes(_LENGTH, "little"), text, *behind])


def unpack(message: bytes) -> Any:
    """What was packed, or ValueError."""
    end = _LENGTH + int.from_bytes(message[:_LENGTH], "little")
    behind = _Behind(message, end)
    try:
        return json.loads(message[_LENGTH:end], object_hook=behind.value)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise ValueError(f"a worker gave an answer that is none ({type(error).__name__})") from None


def _plain(value: Any, behind: list[bytes]) -> Any:
    if isinstance(value, Reading | Metadata | SameContent | Unread):
        names = value.__dataclass_fields__
        return {"of": type(value).__name__, "fields": [_plain(getattr(value, name), behind) for name in names]}
    if isinstance(value, tuple):
        return {"tuple": [_plain(each, behind) for each in value]}
    if isinstance(value, bytes):
        behind.append(value)
        return {"bytes": len(value)}
    if isinstance(value, np.ndarray):
        behind.append(value.tobytes())
        return {"array": value.dtype.str, "shape": value.shape, "bytes": len(behind[-1])}
    return value


class _Behind:
    """Hands out the bytes behind the JSON piece by piece, in the order in which the JSON names them."""

    def __init__(self, message: bytes, start: int) -> None:
        self._message = message
        self._at = start

    def value(self, found: dict[str, Any]) -> Any:
        if "of" in found:
            return _made(found["of"], found["fields"])
        if "tuple" in found:
            return tuple(found["tuple"])
        data = self._next(found["bytes"])
        return data if "array" not in found else _array(data, found["array"], found["shape"])

    def _next(self, length: int) -> bytes:
        start, self._at = self._at, self._at + length
        if not start <= self._at <= len(self._message):
            raise ValueError("it ends early")
        return self._message[start : self._at]


def _made(name: str, fields: list[Any]) -> Any:
    make, kinds = _FIELDS[name]
    if not all(isinstance(field, kind) for field, kind in zip(fields, kinds, strict=True)):
        raise TypeError(name)
    made = make(*fields)
    if (isinstance(made, Reading) and not _is_fit(made)) or (
        isinstance(made, Metadata) and not is_within_bounds(made)
    ):
        raise ValueError(name)
    return made


def _is_fit(reading: Reading) -> bool:
    """What goes into the library as it is."""
    return len(reading.pixel_code) == CODE_BYTES and 0 <= reading.sharpness < SHARPEST


def _array(data: bytes, kind: str, shape: list[int]) -> NDArray[Any]:
    if kind not in _ARRAYS:
        raise TypeError(kind)
    return np.frombuffer(data, np.dtype(kind)).reshape(shape)
