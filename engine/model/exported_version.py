"""A model version as one file, to be carried to another library: hash function, tuned network, description.

The file is safetensors: tensors named hash.… and backbone.…, and a description in JSON. It may come from anybody,
so `unpacked_version` believes nothing: whatever is wrong ends a sentence (InvalidTensorsError). A checksum of all
that it holds tells whether it came whole; files of an older DualHash have none.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from engine.errors import UserError
from engine.model import added, model_files
from engine.model.backbones import Backbone, backbone
from engine.model.hash_function import HashFunction
from engine.model.tensor_files import (
    CHECKSUM,
    InvalidTensorsError,
    is_verified,
    must_be_usable,
    sealed,
    unpacked,
)
from engine.model.views import OWN, ViewNames, understood
from engine.sentences import said

CONTENT = "DualHash model version"
HASH, TUNED = "hash.", "backbone."
LONGEST_DETAILS = 1 << 20
_METADATA = {"content", "format", "kind", "version", CHECKSUM}
_ARCHITECTURE = re.compile(r"[a-z][a-z0-9_]{0,63}")


@dataclass(frozen=True, slots=True)
class ExportedVersion:
    name: str
    method: str
    architecture: str
    function: HashFunction
    tuned: dict[str, NDArray[Any]]  # the tensors of a tuned or added network; none: as everybody has it
    details: dict[str, Any]
    created_at: str
    verified: bool = False  # its file had a checksum, and the right one
    network: str = ""  # the description of an added network
    views: ViewNames = OWN


def packed_version(version: ExportedVersion) -> bytes:
    kind, tensors = model_files.tensors_of(version.function)
    everything = {HASH + name: tensor for name, tensor in tensors.items()}
    everything |= {TUNED + name: tensor for name, tensor in version.tuned.items()}
    description = {
        "name": version.name,
        "method": version.method,
        "bits": version.function.bits,
        "architecture": version.architecture,
        "details": version.details,
        "created_at": version.created_at,
    }
    if version.network:
        description["network"] = version.network
    if version.views != OWN:
        description["views"] = list(version.views)
    about = {
        "content": CONTENT,
        "format": str(model_files.FORMAT),
        "kind": kind,
        "version": json.dumps(description),
    }
    return sealed(everything, about)


def unpacked_version(data: bytes) -> ExportedVersion:
    file = unpacked(data)
    if file.metadata.get("content") != CONTENT:
        raise InvalidTensorsError(said("it holds no exported model version"))
    model_files.must_be_known(file.metadata)
    if not file.metadata.keys() <= _METADATA:  # such as a checksum whose own name is damaged
        raise InvalidTensorsError(said("its description is damaged"))
    verified = is_verified(data, file.metadata)
    function = model_files.function_of(file.metadata.get("kind", ""), model_files.below(HASH, file.tensors))
    tuned = model_files.below(TUNED, file.tensors)
    if any(not name.startswith((HASH, TUNED)) for name in file.tensors):
        raise InvalidTensorsError(said("it holds tensors that belong to no model version"))
    about = _description(file.metadata.get("version", ""))
    if about["bits"] != function.bits:
        raise InvalidTensorsError(said("its codes have not as many bits as it says"))
    views = _views(about["views"])
    _must_fit(_network_of(about).with_views(views), function, tuned)
    return ExportedVersion(
        about["name"],
        about["method"],
        about["architecture"],
        function,
        tuned,
        about["details"],
        about["created_at"],
        verified,
        about["network"],
        views,
    )


def _description(text: str) -> dict[str, Any]:
    """The JSON beside the tensors, each part of the type that we write."""
    wanted = {"name": str, "method": str, "bits": int, "architecture": str, "details": dict, "created_at": str}
    try:
        about = json.loads(text)
        known = {name: about[name] for name in wanted}
        known |= {"network": about.get("network", ""), "views": about.get("views", list(OWN))}
        length = len(json.dumps(known["details"], allow_nan=False))  # NaN would spoil the JSON that we print
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidTensorsError(said("its description is damaged")) from error
    wanted |= {"network": str, "views": list}
    if length > LONGEST_DETAILS or any(not isinstance(known[name], kind) for name, kind in wanted.items()):
        raise InvalidTensorsError(said("its description is damaged"))
    return known


def _views(words: list[Any]) -> ViewNames:
    try:
        return understood(",".join(map(str, words)))
    except UserError as error:
        raise InvalidTensorsError(said("its description is damaged")) from error


def _network_of(about: Mapping[str, Any]) -> Backbone:
    """The one that it works on; an added one comes along."""
    if about["network"]:
        return added.described(about["network"]).backbone
    architecture = about["architecture"]
    if not _ARCHITECTURE.fullmatch(architecture):
        raise InvalidTensorsError(said("it works on a network that this DualHash does not know"))
    try:
        return backbone(architecture)
    except UserError as error:
        raise InvalidTensorsError(
            said(
                "it works on a network that this DualHash does not know, {architecture}", architecture=architecture
            )
        ) from error


def _must_fit(network: Backbone, function: HashFunction, tuned: Mapping[str, NDArray[Any]]) -> None:
    dimensions = len(function.mean_D)
    if dimensions != network.dimensions:
        raise InvalidTensorsError(
            said(
                "its features have {dimensions} dimensions, those of {architecture} {needed}",
                dimensions=dimensions,
                architecture=network.architecture,
                needed=network.dimensions,
            )
        )
    for name, tensor in tuned.items():
        must_be_usable(name, tensor)
