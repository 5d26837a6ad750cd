"""What was computed of an experiment's pictures, kept in the user's cache. It may be deleted at any time.

A cached file is named by what it was computed from and begins with the checksum of the rest; a damaged one is not
found, and made anew. While it is being made, each thousand pictures are a file of their own: who interrupts the
work of an hour loses a minute.
"""

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import UserError
from engine.model import onnx_export
from engine.model.backbones import Backbone, weights_version
from engine.private_files import make_private_folder, put_right
from engine.publishing import published

PIECE = 1000  # pictures
_DIGEST_BYTES = 32


def cache_folder() -> Path:
    return onnx_export.cache_folder().parent / "experiments"


def place(pictures_digest: str, network: Backbone) -> Path:
    """Where the features lie that this network gives for pictures with that digest."""
    facts = f"{pictures_digest} {network.name} {weights_version(network)}"
    return cache_folder() / f"{network.name}-{hashlib.sha256(facts.encode()).hexdigest()[:32]}.features"


class Kept:
    """Arrays with a row for each picture, filled from front to back; `known` rows need not be computed (again)."""

    def __init__(self, path: Path, *arrays: NDArray[Any]) -> None:
        self._path = path
        self._arrays = arrays
        self._count = len(arrays[0])
        self.known = self._found()

    def reached(self, row: int) -> None:
        """All rows before this one are there now."""
        while self.known + PIECE <= row and self._count > PIECE:
            _keep(self._piece(self.known), self._content(self.known, self.known + PIECE))
            self.known += PIECE
        if row == self._count:
            _keep(self._path, self._content(0, row))
            self.known = row
            for start in range(0, row, PIECE):
                self._piece(start).unlink(missing_ok=True)

    def _found(self) -> int:
        if self._filled(self._path, 0, self._count):
            return self._count
        known = 0
        while known + PIECE <= self._count and self._filled(self._piece(known), known, known + PIECE):
            known += PIECE
        return known

    def _piece(self, start: int) -> Path:
        return self._path.with_name(f"{self._path.name}.{start}")

    def _content(self, start: int, end: int) -> bytes:
        return b"".join(array[start:end].tobytes() for array in self._arrays)

    def _filled(self, path: Path, start: int, end: int) -> bool:
        parts = [array[start:end] for array in self._arrays]
        content = _cached(path, sum(part.nbytes for part in parts))
        if content is None:
            return False
        for part in parts:
            part[:] = np.frombuffer(content[: part.nbytes], part.dtype).reshape(part.shape)
            content = content[part.nbytes :]
        return True


def _cached(path: Path, size: int) -> memoryview | None:
    """The content, if it is whole and of that many bytes."""
    try:
        raw = path.read_bytes()
    except OSError:
        return None
    digest, content = raw[:_DIGEST_BYTES], memoryview(raw)[_DIGEST_BYTES:]
    return content if len(content) == size and hashlib.sha256(content).digest() == digest else None


def _keep(path: Path, content: bytes) -> None:
    try:
        make_private_folder(str(path.parent))
        put_right(str(path.parent))
    except OSError as error:
        raise UserError(f"The folder {path.parent} cannot be made ({error.strerror or error}).") from error
    with published(str(path)) as file:
        file.write(hashlib.sha256(content).digest())
        file.write(content)
