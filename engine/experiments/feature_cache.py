"""What was computed of an experiment's pictures, kept in the user's cache. It may be deleted at any time.

A cached file is named by what it was computed from and begins with the checksum of the rest; a damaged one is not
found, and made anew.
"""

import hashlib
from pathlib import Path

from engine.errors import UserError
from engine.model import onnx_export
from engine.model.backbones import Backbone, weights_version
from engine.publishing import published

_DIGEST_BYTES = 32


def cache_folder() -> Path:
    return onnx_export.cache_folder().parent / "experiments"


def place(pictures_digest: str, network: Backbone) -> Path:
    """Of the features that this network gives for pictures with that digest."""
    facts = f"{pictures_digest} {network.name} {weights_version(network)}"
    return cache_folder() / f"{network.name}-{hashlib.sha256(facts.encode()).hexdigest()[:32]}.features"


def cached(path: Path, size: int) -> memoryview | None:
    """The content, if it is whole and of that many bytes."""
    try:
        raw = path.read_bytes()
    except OSError:
        return None
    digest, content = raw[:_DIGEST_BYTES], memoryview(raw)[_DIGEST_BYTES:]
    return content if len(content) == size and hashlib.sha256(content).digest() == digest else None


def keep(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"The folder {path.parent} cannot be made ({error.strerror or error}).") from error
    with published(str(path)) as file:
        file.write(hashlib.sha256(content).digest())
        file.write(content)
