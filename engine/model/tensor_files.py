"""Tensor files (safetensors, never pickle) as they come from outside: checked before anything is believed.

What is wrong with one is an `InvalidTensorsError` whose text ends a sentence: "it is cut short".
"""

import hashlib
import json
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save

from engine.arrays import Vectors
from engine.errors import UserError
from engine.sentences import Sentence, said, text_of

LARGEST_HEADER = 4 << 20  # the largest backbones have some thousand tensors of about 100 bytes each
LARGEST_FILE = 4 << 30
CHECKSUM = "checksum"
LARGEST_VALUE = 1e12  # far beyond any trained weight, and two such layers cannot overflow float32
_DTYPES = (np.float32, np.int64, np.uint8)  # weights, BatchNorm's count of batches, an ONNX file as it is

Tensors = Mapping[str, NDArray[Any]]


class InvalidTensorsError(Exception):
    """The file cannot be used, and why."""


NOT_READ = said("The file {path!r} cannot be read ({why}).")


@contextmanager
def trouble_said(invalid: Sentence, unread: Sentence = NOT_READ, **named: str) -> Iterator[None]:
    """Whatever is wrong with a file becomes one sentence; both templates say `why` beside what is `named`."""
    try:
        yield
    except OSError as error:
        raise UserError(unread.with_values(**named, why=error.strerror or str(error))) from error
    except InvalidTensorsError as error:
        raise UserError(invalid.with_values(**named, why=text_of(error))) from error


@dataclass(frozen=True, slots=True)
class TensorFile:
    metadata: dict[str, str]
    tensors: dict[str, NDArray[Any]]


def read_bytes(path: str) -> bytes:
    """An ordinary file's content. A pipe or a device would be waited for, or read, for ever."""
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode):
        raise InvalidTensorsError(said("it is not a file"))
    if status.st_size > LARGEST_FILE:
        raise InvalidTensorsError(said("it is too large"))
    with open(path, "rb") as file:
        start = file.read(8)
        _must_be_plausible(start, status.st_size)  # before gigabytes of something else are read
        return start + file.read(LARGEST_FILE)


def read_metadata(path: str) -> dict[str, str]:
    """What the head of the file says; its tensors are not read."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise InvalidTensorsError(said("it is not a file"))
    with open(path, "rb") as file:
        start = file.read(8)
        length = _must_be_plausible(start, os.fstat(file.fileno()).st_size)
        return _metadata(file.read(length))


def packed(tensors: Mapping[str, NDArray[Any]], metadata: Mapping[str, str]) -> bytes:
    return save({name: np.asarray(tensor, order="C") for name, tensor in tensors.items()}, metadata=dict(metadata))


def sealed(tensors: Mapping[str, NDArray[Any]], metadata: Mapping[str, str]) -> bytes:
    """The same with a checksum of the whole file in its description, where zeros stood when it was computed."""
    data = bytearray(packed(tensors, {**metadata, CHECKSUM: _BLANK}))
    at = _checksum_place(data, _BLANK)
    data[at : at + len(_BLANK)] = hashlib.sha256(data).hexdigest().encode()
    return bytes(data)


def is_verified(data: bytes, metadata: Mapping[str, str]) -> bool:
    """Whether the file is as it was sealed; False: it has no checksum. InvalidTensorsError if it has changed."""
    stated = metadata.get(CHECKSUM)
    if stated is None:
        return False
    at, whole = _checksum_place(data, stated), memoryview(data)
    digest = hashlib.sha256(whole[:at])
    digest.update(_BLANK.encode())
    digest.update(whole[at + len(_BLANK) :])
    if digest.hexdigest() != stated:
        raise InvalidTensorsError(said("it has changed since it was written"))
    return True


_BLANK = "0" * 64


def _checksum_place(data: bytes | bytearray, checksum: str) -> int:
    """Where the checksum stands. A text that quotes one has other quotation marks."""
    start = f'"{CHECKSUM}":"'.encode()
    header = data[8 : 8 + int.from_bytes(data[:8], "little")]
    whole = start + checksum.encode("utf-8", "replace") + b'"'
    if len(checksum) != len(_BLANK) or header.count(whole) != 1:
        raise InvalidTensorsError(said("its checksum is damaged"))
    return 8 + header.index(whole) + len(start)


def unpacked(data: bytes) -> TensorFile:
    length = _must_be_plausible(data[:8], len(data))
    try:
        tensors = load(data)
    except (SafetensorError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise InvalidTensorsError(said("its content is damaged or of an unexpected type")) from error
    metadata = _metadata(data[8 : 8 + length])
    if any(tensor.dtype not in _DTYPES for tensor in tensors.values()):
        raise InvalidTensorsError(said("its numbers are of an unexpected type"))
    return TensorFile(metadata, tensors)


def _metadata(header: bytes) -> dict[str, str]:
    try:
        metadata = json.loads(header).get("__metadata__") or {}
    except (ValueError, AttributeError, RecursionError) as error:
        raise InvalidTensorsError(said("its content is damaged or of an unexpected type")) from error
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise InvalidTensorsError(said("its description is damaged"))
    return metadata


def _must_be_plausible(start: bytes, size: int) -> int:
    """The length of the header, which the first 8 bytes give: no parser is let loose on what is too long."""
    length = int.from_bytes(start, "little")
    if len(start) < 8 or length > size - 8:
        raise InvalidTensorsError(said("it is cut short or of another kind"))
    if length > LARGEST_HEADER:
        raise InvalidTensorsError(said("its header is too large"))
    return length


def weights(tensors: Mapping[str, NDArray[Any]], name: str, shape: Sequence[int | None]) -> Vectors:
    """The float32 tensor of this name and shape (None: any size but 0), all its values usable."""
    tensor = tensors.get(name)
    if tensor is None:
        raise InvalidTensorsError(said("it lacks “{name}”", name=name))
    if tensor.dtype != np.float32:
        raise InvalidTensorsError(said("“{name}” holds numbers of an unexpected type", name=name))
    if len(shape) != tensor.ndim or any(
        (have != want if want is not None else have == 0) for have, want in zip(tensor.shape, shape, strict=True)
    ):
        raise InvalidTensorsError(said("“{name}” has an unexpected shape", name=name))
    must_be_usable(name, tensor)
    return tensor


def must_be_usable(name: str, tensor: NDArray[Any]) -> None:
    """Finite and not absurdly large, without a copy of what may be hundreds of megabytes."""
    if tensor.size and not max(-float(tensor.min()), float(tensor.max())) <= LARGEST_VALUE:  # NaN: neither
        raise InvalidTensorsError(said("“{name}” holds values that are not finite or too large", name=name))
