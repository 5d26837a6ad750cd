"""CIFAR-10's batch files: a pickled dict with `data` (N, 3072), red before green before blue, and `labels`.

A pickle may run anything when it is opened, and these come from the internet. So none of its names is looked up:
the few that arrays need are answered by small classes of our own, which check what they get, and all others are
refused. Both layouts are read: the original one of Python 2, whose keys are bytes, and that of Python 3.
"""

import io
import math
import pickle
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import UserError

SIDE = 32
CLASSES = 10
_TYPES = {f"{kind}{size}" for kind in "ui" for size in (1, 2, 4, 8)}


class _RefusedError(Exception):
    """The file asks for something that no batch file needs."""


class _Type:
    """Stands for numpy.dtype: whole numbers only."""

    def __init__(self, code: str | bytes, *_: object) -> None:
        self.code = code.decode("ascii") if isinstance(code, bytes) else code
        if self.code not in _TYPES:
            raise _RefusedError
        self.order = "|"

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        order = state[1].decode("ascii") if isinstance(state[1], bytes) else state[1]
        if order not in ("|", "<", ">"):
            raise _RefusedError
        self.order = order

    def numpy(self) -> np.dtype[Any]:
        return np.dtype(self.order + self.code)


class _BlankArray:
    """Stands for an array that is still without content."""

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        _, shape, kind, fortran, raw = state
        self.content = _array(raw, kind, shape, "F" if fortran else "C")


class _ArrayClass:
    """Stands for the class numpy.ndarray, which is only named, never called."""


def _array(raw: object, kind: object, shape: object, order: object = "C") -> NDArray[Any]:
    if isinstance(raw, str):  # bytes of Python 2 that were read as text
        raw = raw.encode("latin1")
    if not isinstance(raw, bytes | bytearray) or not isinstance(kind, _Type) or not isinstance(shape, tuple):
        raise _RefusedError
    dtype = kind.numpy()
    if math.prod(shape) * dtype.itemsize != len(raw):
        raise _RefusedError
    return np.frombuffer(raw, dtype).reshape(shape, order="F" if order in ("F", b"F") else "C")


def _empty(*_: object) -> _BlankArray:
    return _BlankArray()


def _scalar(kind: object, raw: object) -> int:
    return int(_array(raw, kind, ()))


def _as_bytes(text: object, encoding: object = "latin1") -> bytes:
    """Stands for _codecs.encode, with which old protocols spell bytes."""
    if not isinstance(text, str) or encoding not in ("latin1", b"latin1"):
        raise _RefusedError
    return text.encode("latin1")


_ANSWERS: dict[tuple[str, str], Any] = {
    ("numpy", "dtype"): _Type,
    ("numpy", "ndarray"): _ArrayClass,
    ("_codecs", "encode"): _as_bytes,
}
for _core in ("numpy.core", "numpy._core"):  # renamed in numpy 2
    _ANSWERS[f"{_core}.multiarray", "_reconstruct"] = _empty
    _ANSWERS[f"{_core}.multiarray", "scalar"] = _scalar
    _ANSWERS[f"{_core}.numeric", "_frombuffer"] = _array


class _BatchUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        try:
            return _ANSWERS[module, name]
        except KeyError:
            raise _RefusedError from None


def read_batch(path: Path) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The pictures (N, 32, 32, 3) and their classes."""
    if not path.is_file():
        raise UserError(f"There is no file {path}.")
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise UserError(f"The file {path} cannot be read ({error.strerror or error}).") from error
    try:
        return _contents(_BatchUnpickler(io.BytesIO(raw), encoding="bytes").load())
    except Exception as error:  # a damaged pickle may raise anything, from EOFError to MemoryError
        raise UserError(f"The file {path} is not a batch of CIFAR-10 pictures, or it is damaged.") from error


def _contents(batch: Any) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    named = {key.decode("ascii") if isinstance(key, bytes) else key: value for key, value in batch.items()}
    data, labels_N = _plain(named["data"]), np.array(_plain(named["labels"]))
    if data.dtype != np.uint8 or data.shape != (len(labels_N), 3 * SIDE * SIDE):
        raise _RefusedError
    if labels_N.ndim != 1 or labels_N.dtype.kind not in "iu":
        raise _RefusedError
    if len(labels_N) == 0 or labels_N.min() < 0 or labels_N.max() >= CLASSES:
        raise _RefusedError
    return data.reshape(-1, 3, SIDE, SIDE).transpose(0, 2, 3, 1), labels_N.astype(np.int64)


def _plain(value: Any) -> Any:
    return value.content if isinstance(value, _BlankArray) else value
