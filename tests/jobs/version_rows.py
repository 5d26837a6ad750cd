"""Model versions for the tests: on a library of made-up images, trained ones without a training."""

from pathlib import Path

import pytest

from engine.errors import UserError
from engine.jobs import version_files
from engine.jobs.builtin_version import refresh
from engine.library import Library
from engine.model import model_files
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.layered_hash import LayeredHash
from engine.progress import finish
from engine.store import codes, features, versions
from engine.store.versions import Version
from tests.folder_state import folder_state
from tests.jobs.feature_rows import BACKBONE, grow
from tests.model.exported_files import D, layered, numbers


@pytest.fixture
def known(library: Library) -> Library:
    """A library of 40 images and its built-in version."""
    ids = grow(library, 40)
    with library.writing() as db:
        features.put(db, BACKBONE, ids, numbers(40, D))
    finish(refresh(library, EFFICIENTNET_LITE0))
    return library


def trained(library: Library, name: str = "Cats", space: str = BACKBONE, **details: object) -> Version:
    return stored(library, layered(), name, space, **details)


def stored(library: Library, function: LayeredHash, name: str, space: str, **details: object) -> Version:
    """A version with this hash function, as if it had been trained."""
    file, checksum = model_files.write(library.models_folder, function)
    with library.writing() as db:
        version_id = versions.add(
            db,
            name=name,
            method="dualhash-stom",
            bits=function.bits,
            backbone=space,
            file=file,
            file_checksum=checksum,
            details=details,
        )
    return versions.get(library.db, version_id)


def active(library: Library) -> Version:
    version = versions.active(library.db)
    assert version is not None
    return version


def packed_codes(library: Library, version: Version) -> dict[int, bytes]:
    rows = codes.since(library.db, version.id, 0, version.bits)
    return {int(i): c.tobytes() for i, c in zip(rows.image_ids_N, rows.packed_NB, strict=True)}


def refused(library: Library, tmp_path: Path, data: bytes | None, sentence: str) -> None:
    """The file is refused, and the library is as it was."""
    path = tmp_path / "made by hand"
    if data is not None:
        path.write_bytes(data)
    before = folder_state(library.models_folder), versions.all_versions(library.db)
    with pytest.raises(UserError, match=sentence) as said:
        finish(version_files.import_from(library, str(path)))
    assert "\n" not in str(said.value)
    assert str(said.value).endswith(".")
    assert (folder_state(library.models_folder), versions.all_versions(library.db)) == before
