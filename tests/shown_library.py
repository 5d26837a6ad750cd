"""A small library with something in every table, and all that a person is shown of it, in a form that can be
compared. Whoever damages it (`tests.flips`) sees by that whether anything was lost.
"""

import os
from pathlib import Path
from typing import Any

from PIL import ExifTags
from PIL import Image as Picture
from PIL.Image import Exif

from engine.copies.eyes import look_at_eyes
from engine.jobs.indexing import index
from engine.library import Library, open_library
from engine.model import model_files
from engine.model.device import Device
from engine.progress import finish
from engine.search import filtering
from engine.search.filter_language import understood
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import (
    alike_pairs,
    browsing,
    codes,
    decisions,
    faces,
    features,
    file_actions,
    folder_answers,
    folders,
    images,
    kept_groups,
    keyword_labels,
    label_edits,
    label_list,
    labels,
    metadata_rows,
    pixel_codes,
    sidecar_log,
    skipped,
    taken_labels,
    thumbnails,
    training_images,
    versions,
    word_changes,
)
from engine.store.browsing import Browse, Sort
from engine.store.connection import Database
from engine.store.file_actions import ActionKind, ActionState
from engine.store.folder_answers import FolderAnswer
from engine.store.kept_groups import KeptGroup
from engine.store.keyword_labels import KeywordLabel
from engine.store.label_edits import SetColour
from engine.store.sidecar_log import SidecarWrite
from tests.drawn_faces import write_burst
from tests.logged import logged_actions, logged_writes

CPU = Device("cpu", "CPU", "as the tests ask for")


def make_library(root: Path, photos: Path) -> tuple[Path, dict[str, Any]]:
    """A library of these pictures, one that says when it was taken, a burst, and one that cannot be read: indexed,
    taught and closed. Returns where it is, and what is shown of it."""
    exif = Exif()
    exif[ExifTags.Base.Model] = "Pinhole 3"
    exif[ExifTags.Base.ImageDescription] = "Größe"
    exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.DateTimeOriginal] = "2021:07:03 12:30:00"
    Picture.open(next(photos.rglob("*.jpg"))).rotate(90).save(photos / "dated.jpg", exif=exif)
    (photos / "broken.jpg").write_bytes(b"no picture")
    write_burst(photos)
    library = open_library(str(root / "library"))
    finish(index(library, [library.add_folder(os.fsencode(photos))], workers=1, device=CPU))
    teach(library, browsing.browsed(library.db, Browse(sort=Sort.ADDED)).ids.tolist())
    state = shown(library)
    with library.writing() as db:
        word_changes.note_all(db)
        metadata_rows.note_all(db)
    library.close()
    return root / "library", state


def teach(library: Library, image_ids: list[int]) -> None:
    """Something in every table: labels, decisions, a version more, a mount, a file that cannot be read."""
    with library.writing() as db:
        for at, name in enumerate(("sea", "Größe", "pets")):
            label_edits.apply(db, label_edits.Give({name: image_ids[at::4]}))
        label_edits.apply(db, SetColour("sea", "#3366cc"))
        decisions.put(db, image_ids[0], image_ids[1], True)
        decisions.put(db, image_ids[2], image_ids[9], False)
        contents = images.contents(db, image_ids[:3])
        kept_groups.put(db, KeptGroup(frozenset(contents.values())))
        kept_groups.put(db, KeptGroup(frozenset(images.contents(db, image_ids[4:5]).values()), 2))
        folders.remember_mounts(db, folders.all_folders(db)[0], {b"drive"})
        moved = file_actions.begin(db, None, ActionKind.MOVE, b"/from/a.jpg", b"/to/a.jpg", b"content", 7, ".part")
        file_actions.end(db, moved.id, ActionState.DONE)
        moved = file_actions.begin(db, moved.batch, ActionKind.TRASH, b"/from/b.jpg", None, b"content", 7, "")
        file_actions.end(db, moved.id, ActionState.FAILED, reason="the disk is full")
        folder_answers.put(db, folders.all_folders(db)[0].id, FolderAnswer(True, False, "path"))
        taken_labels.put(db, {1: b"stamp of a", 2: b"stamp of b"}, {1: {"cat": True}})
        keyword_labels.put(db, [KeywordLabel(1, 1, image_ids[0], True)])
        sidecar_log.begin(db, None, [SidecarWrite(b"/from/a.jpg.xmp", b"", b"after", "[]", '{"added": []}')])
        active = versions.active(db)
        assert active is not None
        file, file_checksum = model_files.write(
            library.models_folder, model_files.of_version(library.models_folder, active)
        )
        about = {"labels": ["sea", "pets"], "after": {"mAP": 0.75}, "tune": "head"}
        more = versions.add(
            db,
            name="Mine",
            method="dualhash",
            bits=active.bits,
            backbone=active.backbone,
            file=file,
            file_checksum=file_checksum,
            details=about,
        )
        training_images.put(db, more, image_ids[:5])
        packed = codes.since(db, active.id, 0, active.bits)
        codes.put(db, more, packed.image_ids_N.tolist(), packed.packed_NB)


def shown(library: Library) -> dict[str, Any]:
    """All that a person sees of a library, or search finds, in a form that can be compared."""
    db = library.db
    if not library.read_only:
        finish(look_at_eyes(library))  # as whoever reviews bursts
    ids = browsing.browsed(db, Browse(sort=Sort.ADDED)).ids.tolist()
    known, labelled = images.get(db, ids), labels.of_images(db, ids)
    path_of = {image_id: image.path for image_id, image in known.items()}
    everything = versions.all_versions(db)
    return {
        "folders": [folder.path for folder in folders.all_folders(db)],
        "mounts": [folders.mounts(db, folder) for folder in folders.all_folders(db)],
        "images": {
            image.path: (
                *(image.size, image.mtime_ns, image.format, image.width, image.height, image.taken_at),
                *(image.camera, image.pending, image.missing, sorted(labelled.get(image.id, []))),
            )
            for image in known.values()
        },
        "labels": sorted((each.name, each.colour, each.hotkey) for each in label_list.by_id(db).values()),
        "decisions": sorted(
            (path_of.get(query, b"?"), path_of.get(hit, b"?"), same)
            for query, hit, same in decisions.all_decisions(db)
        ),
        "kept groups": kept_groups.read(db),
        "file actions": logged_actions(db),
        "answers": folder_answers.all_answers(db),
        "sidecars": logged_writes(db),
        "skipped": [(each.path, each.kind, each.reason) for each in skipped.all_skipped(db)],
        "versions": [
            (v.name, v.method, v.bits, v.backbone, v.file, v.file_checksum, str(v.details), v.created_at, v.active)
            for v in everything
        ],
        "trained on": {
            v.id: sorted(path_of.get(i, b"?") for i in training_images.of_version(db, v.id)) for v in everything
        },
        "features": {
            path_of[i]: vector.tobytes() for i, vector in features.get(db, "efficientnet_lite0", ids).items()
        },
        "metadata": {path_of[i]: said for i, said in metadata_rows.get(db, ids).items()},
        "found": {
            text: _found(library, text, path_of) for text in ("pinhole", "stripes", "2021-07", "-is:missing")
        },
        "pixel codes": _pixel_codes(db, path_of),
        "alike": {
            (path_of.get(pair.first_id, b"?"), path_of.get(pair.second_id, b"?"), pair.burst): pair.likeness
            for burst in (False, True)
            for pair in alike_pairs.read(db, burst)
        },
        "faces": {path_of[i]: seen for i, seen in faces.of_images(db, ids).items()},
        "thumbnails": {path_of[i]: jpeg for i, jpeg in thumbnails.get(library.thumbnails_db, ids).items()},
        "hits": _hits(library, path_of),
    }


def _pixel_codes(db: Database, path_of: dict[int, bytes]) -> dict[bytes, Any]:
    """That a picture has one, its look, whether it was compared. Made again from a thumbnail, other bits differ."""
    rows = pixel_codes.read(db)
    columns = rows.image_ids_N.tolist(), rows.looks_NB, rows.compared_N.tolist()
    return {path_of.get(i, b"?"): (look.tobytes(), compared) for i, look, compared in zip(*columns, strict=True)}


def _hits(library: Library, path_of: dict[int, bytes]) -> list[tuple[bytes, int]]:
    first = min(path_of, key=lambda image_id: path_of[image_id])
    found = Searcher(library).search(Query((QueryPicture(image_id=first),), k=10))
    return [(path_of.get(hit.image_id, b"?"), hit.distance) for hit in found.hits]


def _found(library: Library, text: str, path_of: dict[int, bytes]) -> list[bytes]:
    ids = filtering.allowed(library, understood(text).filter)
    return sorted(path_of.get(image_id, b"?") for image_id in ([] if ids is None else ids.tolist()))
