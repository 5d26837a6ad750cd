"""Pictures in files: read through the program's own worker processes, never held in memory at full size.

What cannot be read is left out and counted. Features are cached together with the hash of each file's content,
under the names, sizes and times of the files: they are read again when any of these changes. Which part a picture
belongs to may be left to its content, so that copies of a picture are never on both sides.
"""

import hashlib
import logging
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Labels
from engine.content import ContentKind
from engine.errors import UserError
from engine.experiments.data import feature_cache
from engine.experiments.data.feature_cache import Kept
from engine.experiments.data.split import PARTS, Part, Split
from engine.feature_space import FeatureSpace
from engine.images.pool import ReadingPool
from engine.images.reading import Unread
from engine.jobs.reading_ahead import outcomes
from engine.model.backbones import Backbone
from engine.model.onnx_export import prepared
from engine.progress import Progress
from engine.worker_processes import default_workers

NOTE = "Computing features"
READING = "Reading pictures"
CONTENT_BYTES = 16
KIND = ContentKind.BLAKE2B  # the parts that pictures fall into hang on it
SIDE = 256  # of the squares that a whole network learns from
SQUARE = SIDE * SIDE * 3  # bytes
TRAIN, VALID, TEST, BY_CONTENT = 0, 1, 2, 3
SHARES = (60, 20, 20)  # of a hundred, where nothing says which part a picture belongs to
VALID_SHARE = 20  # of a hundred of the training pictures, where no picture is for validation

_log = logging.getLogger(__name__)

Contents = NDArray[np.uint8]  # (N, 16); all zero where the file could not be read


@dataclass(frozen=True, slots=True, eq=False)
class LabelledFiles:
    """Files with their labels and the part that each is in; `division` says by whom they were divided.

    With `valid_of_train`, some of the training pictures are for validation, as their content decides.
    """

    paths: Sequence[bytes]
    labels_NC: Labels
    parts_N: NDArray[np.int64]
    division: str
    valid_of_train: bool = False

    def __len__(self) -> int:
        return len(self.paths)

    def digest(self) -> str:
        """Names the files as they are now, without opening them."""
        digest = hashlib.sha256()
        for path in self.paths:
            digest.update(repr((path, *_looked_at(path))).encode())
        return digest.hexdigest()


@dataclass(frozen=True, slots=True, eq=False)
class Read:
    """What was read of each file: the hash of its content and the inputs made of it."""

    contents_N16: Contents
    inputs: NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Divided:
    """The parts, and a digest of their pictures and labels. What cannot be read is left out, and so are `copies` of
    pictures that are in another part."""

    splits: dict[FeatureSpace, Split]
    digest: str
    left_out: int
    copies: int = 0


def read_features(
    files: LabelledFiles, network: Backbone, workers: int | None = None
) -> Generator[Progress, None, Read]:
    """Features of all files that can be read, from the cache if they are there."""
    count = len(files)
    read = Read(np.zeros((count, CONTENT_BYTES), np.uint8), np.zeros((count, network.dimensions), "<f2"))
    kept = Kept(feature_cache.place(files.digest(), network), read.contents_N16, read.inputs)
    if kept.known == count:
        return read
    onnx_path = yield from prepared(network)

    def store(row: int, reading: Any) -> None:
        read.inputs[row] = reading.features_D
        read.contents_N16[row] = np.frombuffer(reading.content, np.uint8)

    with ReadingPool(workers or default_workers(), network.name, onnx_path) as pool:

        def begin(row: int) -> Future[Any]:
            return pool.read(files.paths[row], kind=KIND)

        while kept.known < count:
            rows = range(kept.known, min(kept.known + feature_cache.PIECE, count))
            yield from _read_rows(files, rows, pool, begin, store, NOTE)
            kept.reached(rows.stop)
    return read


def read_squares(
    files: LabelledFiles, network: Backbone, folder: Path, workers: int | None = None
) -> Generator[Progress, None, Read]:
    """The middle of each picture as a square of pixels, in a file in `folder`."""
    contents_N16 = np.zeros((len(files), CONTENT_BYTES), np.uint8)
    with (
        _square_file(folder / "squares") as file,
        ReadingPool(workers or default_workers(), network.name, None) as pool,
    ):
        file.truncate(len(files) * SQUARE)

        def store(row: int, square: Any) -> None:
            content, pixels_SSC = square
            file.seek(row * SQUARE)
            file.write(pixels_SSC.tobytes())
            contents_N16[row] = np.frombuffer(content, np.uint8)

        rows = range(len(files))
        yield from _read_rows(
            files, rows, pool, lambda row: pool.read_square(files.paths[row], SIDE, KIND), store, READING
        )
    return Read(contents_N16, _mapped(folder / "squares", len(files)))


def divided(files: LabelledFiles, read: dict[FeatureSpace, Read], folder: Path) -> Divided:
    """The parts of what could be read, in each feature space; squares of pixels go to files in `folder`."""
    contents_N16 = agreed([each.contents_N16 for each in read.values()])
    readable_N = contents_N16.any(axis=1)
    parts_N = _parts(files, contents_N16)
    alone_N = _once(contents_N16, parts_N)
    rows = [np.flatnonzero(readable_N & alone_N & (parts_N == part)) for part in (TRAIN, VALID, TEST)]
    _check(rows)
    known_C = files.labels_NC[rows[TRAIN]].any(axis=0)  # only training images are ever found
    if not known_C.any():
        raise UserError("None of the training pictures that can be read has a label.")
    labels_NC = files.labels_NC[:, known_C]
    named = list(zip(PARTS, rows, strict=True))
    splits = {
        space: Split(*(Part(_inputs(each.inputs, part, folder / name), labels_NC[part]) for name, part in named))
        for space, each in read.items()
    }
    digest = hashlib.sha256(repr([len(part) for part in rows]).encode())
    for part in rows:
        digest.update(contents_N16[part].tobytes())
        digest.update(np.ascontiguousarray(labels_NC[part]).data)
    return Divided(splits, digest.hexdigest(), int((~readable_N).sum()), int((readable_N & ~alone_N).sum()))


def by_content(contents_N16: Contents, *shares: int) -> NDArray[np.int64]:
    """0, 1, …: which of the shares (of a hundred in all) each content falls into, always the same."""
    draws_N = [int.from_bytes(hashlib.sha256(content).digest()[:8], "little") % 100 for content in contents_N16]
    return np.searchsorted(np.cumsum(shares), draws_N, side="right")


def _parts(files: LabelledFiles, contents_N16: Contents) -> NDArray[np.int64]:
    parts_N = files.parts_N.copy()
    undecided_N = parts_N == BY_CONTENT
    parts_N[undecided_N] = by_content(contents_N16[undecided_N], *SHARES)
    if files.valid_of_train:
        train_N = parts_N == TRAIN
        parts_N[train_N] = np.where(by_content(contents_N16[train_N], VALID_SHARE, 100 - VALID_SHARE), TRAIN, VALID)
    return parts_N


def _once(contents_N16: Contents, parts_N: NDArray[np.int64]) -> NDArray[np.bool_]:
    """False where a picture to query or validate with is in the training part, too, or one to validate with among
    the queries: nothing is measured on what was learned from."""
    contents_N = [content.tobytes() for content in contents_N16]
    of_part = {part: {contents_N[row] for row in np.flatnonzero(parts_N == part)} for part in (TRAIN, TEST)}
    before = {TRAIN: set(), TEST: of_part[TRAIN], VALID: of_part[TRAIN] | of_part[TEST]}
    return np.array(
        [content not in before[part] for content, part in zip(contents_N, parts_N.tolist(), strict=True)]
    )


def agreed(contents: Sequence[Contents]) -> Contents:
    """The content of each file; none where it could not be read each time, or changed in between."""
    first_N16 = contents[0]
    for other_N16 in contents[1:]:
        first_N16 = np.where((first_N16 == other_N16).all(axis=1, keepdims=True), first_N16, np.uint8(0))
    return first_N16


def _inputs(inputs: NDArray[Any], rows: NDArray[np.int64], place: Path) -> NDArray[Any]:
    if inputs.ndim == 2:
        return inputs[rows].astype(np.float32)
    with _square_file(place) as file:
        for row in rows:
            file.write(inputs[row].tobytes())
    return _mapped(place, len(rows))


@contextmanager
def _square_file(path: Path) -> Iterator[IO[bytes]]:
    """Written to as a file and mapped when it is whole: a full disk is then an error that can be said."""
    try:
        with path.open("wb") as file:
            yield file
    except OSError as error:
        raise UserError(f"The pictures cannot be kept in {path.parent} ({error.strerror or error}).") from error


def _mapped(path: Path, count: int) -> NDArray[np.uint8]:
    return np.memmap(path, np.uint8, mode="r", shape=(count, SIDE, SIDE, 3))


def _read_rows(
    files: LabelledFiles,
    rows: range,
    pool: ReadingPool,
    begin: Callable[[int], Future[Any]],
    store: Callable[[int, Any], None],
    note: str,
) -> Generator[Progress, None, None]:
    """Read these files; what cannot be read is counted, and the first one named."""
    source, done, unread = iter(rows), rows.start, list[tuple[int, Unread]]()
    yield Progress(done, len(files), note)
    for come in outcomes(pool, lambda: next(source, None), begin):
        if come is not None:
            row, outcome = come
            done += 1
            if isinstance(outcome, Unread):
                unread.append((row, outcome))
            else:
                store(row, outcome)
        yield Progress(done, len(files), note)
    if unread:
        row, first = unread[0]
        name = os.fsdecode(files.paths[row])
        _log.warning("%d of %d pictures are left out; %r: %s", len(unread), len(rows), name, first.reason)


def _looked_at(path: bytes) -> tuple[int, int]:
    try:
        status = os.stat(path)
    except OSError:
        return (-1, -1)
    return status.st_size, status.st_mtime_ns


def _check(rows: Sequence[NDArray[np.int64]]) -> None:
    for part, name, least in zip(rows, ("train with", "validate with", "search for"), (2, 1, 1), strict=True):
        if len(part) < least:
            raise UserError(f"There are too few pictures to {name}: {len(part)}.")
