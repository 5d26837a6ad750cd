"""What was computed of an experiment's pictures and is too large for memory: a file that is mapped.

Rows are written from front to back. After each thousand pictures the file's checksums, which stand in a small file
beside it, get one more; what has none, or another, is computed again. Like the rest of the cache it may be deleted
at any time. Nothing is written through the map: a full disk is an error that can be said.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from engine.errors import UserError
from engine.experiments.data.feature_cache import PIECE
from engine.private_files import FILE, make_private_folder, put_right
from engine.progress import Progress
from engine.publishing import published

CHECKING = "Checking what is kept"
_DIGEST = hashlib.sha256
_DIGEST_BYTES = 32


class MappedRows:
    """Rows of float16, one for each picture; `known` of them are in the file, once it was `checked`."""

    def __init__(self, path: Path, count: int, width: int) -> None:
        self.known = 0
        self.path = path
        self._sums_path = path.with_name(f"{path.name}.sums")
        self._count, self._width = count, width
        self._row_bytes = 2 * width
        self._sums: list[bytes] = []

    def checked(self) -> Generator[Progress, None, None]:
        """See how many rows are there from earlier on, as they were written."""
        try:
            raw = self._sums_path.read_bytes()
            with self.path.open("rb") as file:
                for at in range(0, len(raw), _DIGEST_BYTES):
                    yield Progress(self.known, self._count, CHECKING)
                    rows = min(PIECE, self._count - self.known)
                    content = file.read(rows * self._row_bytes)
                    digest = raw[at : at + _DIGEST_BYTES]
                    if not rows or len(content) < rows * self._row_bytes or _DIGEST(content).digest() != digest:
                        return
                    self._sums.append(digest)
                    self.known += rows
        except OSError:
            return  # there is nothing, or nothing that can be read

    @contextmanager
    def filling(self) -> Iterator[Filling]:
        """Within it the rows that are missing can be added."""
        with _said(self.path):
            make_private_folder(str(self.path.parent))
            put_right(str(self.path.parent))
            file = open(self.path, "r+b", opener=_made)  # noqa: SIM115
        try:
            # What may be there is not cut off: another process may have written it by now, and mapped it.
            file.seek(self.known * self._row_bytes)
            yield Filling(self, file)
        finally:
            with _said(self.path):
                file.close()

    def mapped(self) -> NDArray[np.float16]:
        """All rows, once they are known."""
        return np.memmap(self.path, "<f2", mode="r", shape=(self._count, self._width))

    def piece_written(self, rows: int, digest: bytes) -> None:
        self._sums.append(digest)
        with published(str(self._sums_path)) as file:
            file.write(b"".join(self._sums))
        self.known += rows

    def is_end(self, row: int) -> bool:
        """Whether a piece ends before this row."""
        return row % PIECE == 0 or row == self._count


class Filling:
    """Adds rows to the file. Those of a piece that is not full are forgotten when it is closed."""

    def __init__(self, kept: MappedRows, file: BinaryIO) -> None:
        self._kept = kept
        self._file = file
        self._digest = _DIGEST()
        self._rows = 0

    def add(self, rows_nD: NDArray[np.float16]) -> None:
        with _said(self._kept.path):
            for row_D in rows_nD.astype("<f2", copy=False):
                self._add(row_D.tobytes())

    def _add(self, row: bytes) -> None:
        self._file.write(row)
        self._digest.update(row)
        self._rows += 1
        if self._kept.is_end(self._kept.known + self._rows):
            self._file.flush()
            os.fsync(self._file.fileno())
            self._kept.piece_written(self._rows, self._digest.digest())
            self._digest, self._rows = _DIGEST(), 0


def _made(path: str, flags: int) -> int:
    """Opened, and made if need be; its owner's alone."""
    return os.open(path, flags | os.O_CREAT, FILE)


@contextmanager
def _said(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UserError(f"The file {path} cannot be written ({error.strerror or error}).") from error
