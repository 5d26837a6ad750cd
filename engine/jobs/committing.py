"""One batch of read files into the library: image, features, codes and thumbnail in one transaction.

Identity is by content. A content that is known already is that image, wherever the file lies now; a file that
was edited in place stays the same image if it still looks alike, and is a new one otherwise.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from numpy.typing import NDArray

from engine.copies.looks import look_codes
from engine.feature_space import FeatureSpace
from engine.images.beside import candidates
from engine.images.reading import CHANGED_MEANWHILE, Outcome, Reading, SameContent, Unread
from engine.images.scan import is_available
from engine.library import Library
from engine.metadata import Metadata
from engine.model.hash_function import HashFunction
from engine.skip_kinds import SkipKind
from engine.store import (
    codes,
    features,
    files,
    images,
    keyword_labels,
    labels,
    metadata_rows,
    pixel_codes,
    sidecar_files,
    sidecar_log,
    skipped,
    taken_labels,
    thumbnails,
)
from engine.store.connection import Database
from engine.store.images import PictureFacts
from engine.store.pixel_codes import PixelCode
from engine.store.versions import Version
from engine.store.waiting_rows import WaitingFile
from engine.xmp.sidecars import name_beside

LOOKS_ALIKE = 0.8  # cosine of features: re-saved, rotated or cropped a little, not another picture


@dataclass(slots=True)
class Committed:
    """What became of the files so far, and which images changed."""

    added: int = 0
    changed: int = 0
    moved: int = 0
    unchanged: int = 0
    skipped: int = 0
    gone: int = 0

    @property
    def done(self) -> int:
        return self.added + self.changed + self.moved + self.unchanged + self.skipped + self.gone


@dataclass(frozen=True, slots=True)
class ActiveHash:
    version: Version
    function: HashFunction


@dataclass(slots=True)
class _RowBatch:
    """Rows that one transaction will write together, and what became of their files."""

    backbone: FeatureSpace  # whose features they have
    version_id: int | None  # the active one
    tally: Committed = field(default_factory=Committed)
    image_ids: list[int] = field(default_factory=list)
    vectors: list[NDArray[np.floating]] = field(default_factory=list)
    thumbnails: list[tuple[int, bytes]] = field(default_factory=list)
    pixels: list[tuple[bytes, float]] = field(default_factory=list)  # code and sharpness
    metadata: dict[int, Metadata] = field(default_factory=dict)


def commit(
    library: Library,
    backbone_name: FeatureSpace,
    active: ActiveHash | None,
    outcomes: Sequence[tuple[WaitingFile, Outcome]],
    vectors: dict[int, NDArray[np.floating]],
    counts: Committed,
) -> None:
    """Store a batch; `vectors` holds the features of each Reading by file id."""
    batch = _RowBatch(backbone_name, active.version.id if active else None)
    with library.writing() as db:
        for file, result in outcomes:
            if files.image_of(db, file.id) != file.image_id:
                continue  # the user removed its folder while it was read
            if isinstance(result, Reading):
                _store(db, file, result, vectors[file.id], batch)
            elif isinstance(result, SameContent):
                _same(db, file, result, batch.tally)
            else:
                _skip(db, file, result, batch.tally)
        if batch.image_ids:
            features_ND = np.stack(batch.vectors)
            features.put(db, backbone_name, batch.image_ids, features_ND)
            pixel_codes.put(db, _pixel_codes(batch, features_ND))
            metadata_rows.put(db, batch.metadata)
            if active is not None:
                # As stored, in float16: re-encoding from the table must give the very same codes.
                packed_NB = active.function.codes(features_ND.astype(features.F16).astype(np.float32))
                codes.put(db, active.version.id, batch.image_ids, packed_NB)
        # Thumbnails are stored first: an image that is there has its thumbnail, even after a kill in between.
        with library.writing_thumbnails() as thumbnails_db:
            thumbnails.put(thumbnails_db, batch.thumbnails)
    for name in Committed.__slots__:
        setattr(counts, name, getattr(counts, name) + getattr(batch.tally, name))


def _store(
    db: Database,
    file: WaitingFile,
    reading: Reading,
    vector_D: NDArray[np.floating],
    batch: _RowBatch,
) -> None:
    known = images.with_content(db, reading.content)
    if known is not None and known != file.image_id:
        _attach(db, file, known, reading.size, reading.mtime_ns, batch.tally)
        image_id = known  # what was read is stored again: of an image that was nowhere, parts may have been lost
        images.set_facts(db, image_id, _facts(reading))
    else:
        image_id = _read_in_place(db, file, reading, vector_D, batch)
    batch.metadata[image_id] = reading.metadata
    batch.image_ids.append(image_id)
    batch.vectors.append(vector_D)
    batch.thumbnails.append((image_id, reading.thumbnail))
    batch.pixels.append((reading.pixel_code, reading.sharpness))


def _pixel_codes(batch: _RowBatch, features_ND: NDArray[np.floating]) -> list[PixelCode]:
    looks = [look.tobytes() for look in look_codes(features_ND.astype(features.F16))]
    rows = zip(batch.image_ids, batch.pixels, looks, strict=True)
    return [PixelCode(image_id, code, look, sharpness) for image_id, (code, sharpness), look in rows]


def _read_in_place(
    db: Database,
    file: WaitingFile,
    reading: Reading,
    vector_D: NDArray[np.floating],
    batch: _RowBatch,
) -> int:
    """The image of a file whose content no other image has."""
    image_id = file.image_id
    if file.content is None:
        batch.tally.added += 1
    elif file.content == reading.content:
        batch.tally.unchanged += 1
    else:
        batch.tally.changed += 1
        image_id = _edited(db, file, vector_D, batch)
    images.set_facts(db, image_id, _facts(reading))
    files.set_read(db, file.id, image_id, reading.size, reading.mtime_ns)
    skipped.remove(db, file.id)
    return image_id


def _edited(db: Database, file: WaitingFile, vector_D: NDArray[np.floating], batch: _RowBatch) -> int:
    """The image that an overwritten file holds now; the old features are gone in either case."""
    before = features.get(db, batch.backbone, [file.image_id]).get(file.image_id)
    alike = before is not None and _cosine(before, vector_D) >= LOOKS_ALIKE
    if alike and len(files.paths_of(db, file.image_id)) == 1:
        # The code of the active version is about to be replaced; taking it away would cost the index a rebuild.
        codes.remove_image_but(db, file.image_id, batch.version_id)
        features.remove(db, file.image_id)
        return file.image_id
    image_id = images.add_pending(db)
    if alike:
        labels.carry_over(db, file.image_id, image_id)
    else:
        taken_labels.forget_file(db, file.id)
    files.set_image(db, file.id, image_id)
    images.let_go(db, file.image_id)
    return image_id


def _same(db: Database, file: WaitingFile, same: SameContent, tally: Committed) -> None:
    known = images.with_content(db, same.content)
    if known == file.image_id and known is not None:
        files.set_read(db, file.id, known, same.size, same.mtime_ns)
        skipped.remove(db, file.id)
        tally.unchanged += 1
    elif known is not None:
        _attach(db, file, known, same.size, same.mtime_ns, tally)
    else:  # that image went meanwhile; the file stays waiting and is read in full next time
        skipped.put(db, file.id, SkipKind.CHANGING, CHANGED_MEANWHILE)
        tally.skipped += 1


def _attach(db: Database, file: WaitingFile, image_id: int, size: int, mtime_ns: int, tally: Committed) -> None:
    """The file holds a content we know: it was moved, copied, or overwritten with another known picture."""
    gone = files.gone_file_of(db, image_id)
    files.set_read(db, file.id, image_id, size, mtime_ns)
    skipped.remove(db, file.id)
    if gone is not None:
        _follow_sidecars(db, gone, file.full_path)
        taken_labels.hand_on(db, gone, file.id)
        keyword_labels.hand_on(db, gone, file.id)
        files.remove(db, gone)
        tally.moved += 1
    elif file.content is None:
        tally.added += 1
    else:
        taken_labels.forget_file(db, file.id)
        tally.changed += 1
    if file.content is None:
        images.merge(db, file.image_id, image_id)
    else:
        images.let_go(db, file.image_id)


def _follow_sidecars(db: Database, gone: int, target: bytes) -> None:
    """What was written into sidecars that were moved with their picture can be taken back where they lie now."""
    for _, source, _ in sidecar_files.in_folders(db, [gone]):
        for sidecar in filter(partial(sidecar_log.is_noted, db), candidates(source)):
            name = name_beside(*map(os.path.basename, (sidecar, source, target)))
            place = os.path.join(os.path.dirname(target), name)
            if os.path.lexists(place) and not os.path.lexists(sidecar):
                sidecar_log.moved(db, sidecar, place)


def _skip(db: Database, file: WaitingFile, unread: Unread, tally: Committed) -> None:
    if unread.gone:
        if is_available(os.path.dirname(file.full_path)):
            _gone(db, file)  # else the whole drive may be away: the next scan will see
        tally.gone += 1
        return
    tally.skipped += 1
    skipped.put(db, file.id, unread.kind, unread.reason)
    if unread.kind == SkipKind.CHANGING:
        return  # stays waiting
    files.set_not_waiting(db, file.id)
    if file.content is None and not labels.of_images(db, [file.image_id]):  # what was mended may have labels
        files.set_image(db, file.id, None)
        images.remove_pending(db, file.image_id)


def _gone(db: Database, file: WaitingFile) -> None:
    if file.content is None and not labels.of_images(db, [file.image_id]):
        files.remove(db, file.id)
        images.remove_pending(db, file.image_id)
    else:
        files.set_missing(db, [file.id], True)


def _facts(reading: Reading) -> PictureFacts:
    about = reading.metadata
    return PictureFacts(
        reading.content, reading.format, reading.width, reading.height, about.taken_at, about.camera
    )


def _cosine(a_D: NDArray[np.floating], b_D: NDArray[np.floating]) -> float:
    a, b = a_D.astype(np.float64), b_D.astype(np.float64)
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b) or 1.0))
