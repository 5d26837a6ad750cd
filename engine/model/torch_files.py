"""Tensors of a file that torch.save wrote in its first format, read without torch: a few pickles, then the numbers.

A pickle may run anything when it is opened. So none of its names is looked up: the few that tensors need are
answered here, and all others are refused.
"""

import pickle
from collections import OrderedDict
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

_TYPES = {"FloatStorage": np.dtype("<f4"), "LongStorage": np.dtype("<i8")}


class _Storage(NamedTuple):
    """Numbers that come later in the file."""

    key: str
    dtype: np.dtype[Any]


class _Tensor(NamedTuple):
    """Some of the numbers of a storage, from `offset` on; the steps of `strides` are counted in numbers."""

    storage: _Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    def array(self, raw: bytes) -> NDArray[Any]:
        size = self.storage.dtype.itemsize
        strides = tuple(step * size for step in self.strides)
        return np.ndarray(self.shape, self.storage.dtype, raw, self.offset * size, strides)


def _tensor(
    storage: _Storage, offset: int, shape: tuple[int, ...], strides: tuple[int, ...], *_: object
) -> _Tensor:
    return _Tensor(storage, offset, shape, strides)


_ANSWERS: dict[tuple[str, str], Any] = {
    ("collections", "OrderedDict"): OrderedDict,
    ("torch._utils", "_rebuild_tensor_v2"): _tensor,
    **{("torch", name): dtype for name, dtype in _TYPES.items()},
}


class _TensorUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        try:
            return _ANSWERS[module, name]
        except KeyError:
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a tensor") from None

    def persistent_load(self, pid: Any) -> _Storage:
        _, dtype, key, *_ = pid
        return _Storage(key, dtype)


def read_tensors(file: BinaryIO) -> dict[str, NDArray[Any]]:
    """The tensors by name, in the file's order."""
    for _ in ("magic number", "version", "system"):
        _TensorUnpickler(file).load()
    tensors: dict[str, _Tensor] = _TensorUnpickler(file).load()
    sizes = {tensor.storage.key: tensor.storage.dtype.itemsize for tensor in tensors.values()}
    numbers = {}
    for key in _TensorUnpickler(file).load():
        count = int.from_bytes(file.read(8), "little")
        numbers[key] = file.read(count * sizes[key])
    return {name: tensor.array(numbers[tensor.storage.key]) for name, tensor in tensors.items()}
