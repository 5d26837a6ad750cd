"""Model files: the hash function of a version, as safetensors (never pickle) with a checksum.

A file's `kind` says which hash function it holds; `tensors_of` and `function_of` turn one into tensors and back.
"""

import hashlib
import os
import uuid
from collections.abc import Mapping
from typing import Any, Protocol

from numpy.typing import NDArray

from engine.errors import BugError, UserError
from engine.model.code_lengths import A_CODE_LENGTH, is_code_length
from engine.model.hash_function import HashFunction
from engine.model.joined_hash import JoinedHash
from engine.model.kernel_hash import SMALLEST_WIDTH, KernelHash
from engine.model.layered_hash import LayeredHash
from engine.model.linear_hash import LinearHash
from engine.model.tensor_files import InvalidTensorsError, packed, read_bytes, unpacked, weights
from engine.publishing import published
from engine.sentences import said, text_of

FORMAT = 1
LINEAR = "linear"
LAYERED = "layered"
KERNEL = "kernel"
JOINED = "joined"  # a layered one and a linear one, their tensors named learned.… and base.…
LEARNED, BASE = "learned.", "base."


def write(folder: str, function: HashFunction) -> tuple[str, str]:
    """Save under a new name; returns (file name, checksum)."""
    kind, tensors = tensors_of(function)
    data = packed(tensors, {"format": str(FORMAT), "kind": kind})
    name = f"{uuid.uuid4().hex}.safetensors"
    with published(os.path.join(folder, name)) as file:
        file.write(data)
    return name, hashlib.sha256(data).hexdigest()


class FileNamed(Protocol):
    """What a model version says of its file."""

    @property
    def file(self) -> str: ...
    @property
    def file_checksum(self) -> str: ...
    @property
    def bits(self) -> int: ...


def of_version(folder: str, version: FileNamed) -> HashFunction:
    function = read(folder, version.file, version.file_checksum)
    if function.bits != version.bits:
        path = os.path.join(folder, version.file)
        raise UserError(
            said(
                "{path} is not a valid model file: it makes {bits} bits, not {expected}.",
                path=path,
                bits=function.bits,
                expected=version.bits,
            )
        )
    return function


def read(folder: str, name: str, checksum: str) -> HashFunction:
    """Load and check; whatever is wrong with the file gets one sentence."""
    path = os.path.join(folder, name)
    try:
        data = read_bytes(path)
        if hashlib.sha256(data).hexdigest() != checksum:
            raise InvalidTensorsError(said("it has changed since it was written"))
        file = unpacked(data)
        must_be_known(file.metadata)
        return function_of(file.metadata.get("kind", ""), file.tensors)
    except OSError as error:
        raise UserError(
            said("{path} is not a valid model file ({why}).", path=path, why=error.strerror or str(error))
        ) from error
    except InvalidTensorsError as error:
        raise UserError(said("{path} is not a valid model file: {why}.", path=path, why=text_of(error))) from error


def content_of(function: HashFunction) -> bytes:
    """The same for the same hash function: its file's checksum is not, as its parts may be written in any order."""
    kind, tensors = tensors_of(function)
    digest = hashlib.sha256(kind.encode())
    for name in sorted(tensors):
        digest.update(f"{name} {tensors[name].dtype} {tensors[name].shape}".encode() + tensors[name].tobytes())
    return digest.digest()


def tensors_of(function: HashFunction) -> tuple[str, dict[str, NDArray[Any]]]:
    """The kind of a hash function, and its tensors by name."""
    match function:
        case LinearHash():
            return LINEAR, {
                "mean": function.mean_D,
                "offset": function.offset_D,
                "weights": function.weights_DK,
            }
        case LayeredHash():
            return LAYERED, {
                "mean": function.mean_D,
                "hidden_weights": function.hidden_weights_DH,
                "hidden_bias": function.hidden_bias_H,
                "weights": function.weights_HK,
                "bias": function.bias_K,
            }
        case KernelHash():
            return KERNEL, {
                "mean": function.mean_D,
                "anchors": function.anchors_AD,
                "width": function.width_1,
                "kernel_mean": function.kernel_mean_A,
                "weights": function.weights_AK,
            }
        case JoinedHash():
            learned, base = tensors_of(function.learned)[1], tensors_of(function.base)[1]
            return JOINED, {
                **{LEARNED + name: tensor for name, tensor in learned.items()},
                **{BASE + name: tensor for name, tensor in base.items()},
            }
    raise BugError(f"No model file can hold {type(function).__name__}.")


def function_of(kind: str, tensors: Mapping[str, NDArray[Any]]) -> HashFunction:
    """The hash function that these tensors make; InvalidTensorsError if anything about them is wrong."""
    function: HashFunction
    match kind:
        case "linear":
            function = _linear_hash(tensors)
        case "layered":
            function = _layered_hash(tensors)
        case "kernel":
            function = _kernel_hash(tensors)
        case "joined":
            function = _joined_hash(tensors)
        case _:
            raise InvalidTensorsError(said("it holds a hash function of a kind that this DualHash does not know"))
    if not is_code_length(function.bits):
        raise InvalidTensorsError(
            said("its codes have {bits} bits, not {expected}", bits=function.bits, expected=A_CODE_LENGTH)
        )
    return function


def _linear_hash(tensors: Mapping[str, NDArray[Any]]) -> LinearHash:
    mean_D = weights(tensors, "mean", (None,))
    offset_D = weights(tensors, "offset", mean_D.shape)
    return LinearHash(mean_D, offset_D, weights(tensors, "weights", (len(mean_D), None)))


def _layered_hash(tensors: Mapping[str, NDArray[Any]]) -> LayeredHash:
    mean_D = weights(tensors, "mean", (None,))
    hidden_DH = weights(tensors, "hidden_weights", (len(mean_D), None))
    hidden_bias_H = weights(tensors, "hidden_bias", hidden_DH.shape[1:])
    last_HK = weights(tensors, "weights", (hidden_DH.shape[1], None))
    return LayeredHash(mean_D, hidden_DH, hidden_bias_H, last_HK, weights(tensors, "bias", last_HK.shape[1:]))


def _joined_hash(tensors: Mapping[str, NDArray[Any]]) -> JoinedHash:
    joined = JoinedHash(_layered_hash(below(LEARNED, tensors)), _linear_hash(below(BASE, tensors)))
    if joined.learned.mean_D.shape != joined.base.mean_D.shape:
        raise InvalidTensorsError(said("its two hash functions take different features"))
    return joined


def below(prefix: str, tensors: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The tensors whose names start so, without that."""
    return {name.removeprefix(prefix): t for name, t in tensors.items() if name.startswith(prefix)}


def _kernel_hash(tensors: Mapping[str, NDArray[Any]]) -> KernelHash:
    mean_D = weights(tensors, "mean", (None,))
    anchors_AD = weights(tensors, "anchors", (None, len(mean_D)))
    width_1 = weights(tensors, "width", (1,))
    if width_1[0] < SMALLEST_WIDTH:
        raise InvalidTensorsError(said("the width of its kernel is not a positive number"))
    kernel_mean_A = weights(tensors, "kernel_mean", (len(anchors_AD),))
    weights_AK = weights(tensors, "weights", (len(anchors_AD), None))
    return KernelHash(mean_D, anchors_AD, width_1, kernel_mean_A, weights_AK)


def must_be_known(metadata: Mapping[str, str]) -> None:
    """Refuse the files of another program and of a newer DualHash."""
    stated = metadata.get("format", "")
    if not (stated.isascii() and stated.isdigit()) or len(stated) > 9:
        raise InvalidTensorsError(said("it is no model file of DualHash"))
    if int(stated) > FORMAT:
        raise InvalidTensorsError(said("it was made by a newer DualHash"))
