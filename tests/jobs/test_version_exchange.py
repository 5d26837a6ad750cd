"""Versions carried from library to library: whole or not at all, whoever made the file."""

import os
from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.jobs import builtin_version, version_files
from engine.jobs.builtin_version import METHODS, refresh
from engine.jobs.checking import check
from engine.jobs.version_files import is_unverified
from engine.library import Library, open_library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import finish
from engine.store import features, versions
from tests.folder_state import folder_state
from tests.jobs.feature_rows import BACKBONE, grow
from tests.jobs.version_rows import active, known, packed_codes, refused, trained
from tests.model.exported_files import D, K, exported_bytes, numbers

__all__ = ["known"]


def test_a_version_goes_to_another_library_and_makes_the_same_codes(known: Library, tmp_path: Path):
    version = trained(known, "Kätzchen", after={"mAP": 0.75}, settings={"gamma": 10})
    path = str(tmp_path / "cats.safetensors")
    size = finish(version_files.export_to(known, version, path))
    assert os.path.getsize(path) == size
    imported = finish(version_files.import_from(known, path))
    assert imported.id != version.id
    assert not imported.active
    assert (imported.name, imported.method, imported.bits) == ("Kätzchen", "dualhash-stom", K)
    assert imported.details == version.details | {"imported": True, "made_at": version.created_at}
    finish(version_files.activate(known, version))
    finish(version_files.activate(known, imported))
    assert packed_codes(known, imported) == packed_codes(known, version)


def test_export_works_on_a_library_that_is_only_read(known: Library, tmp_path: Path):
    reading = open_library(known.path, write=False)
    assert finish(version_files.export_to(reading, active(reading), str(tmp_path / "file"))) > 0
    with pytest.raises(UserError, match="for reading only"):
        finish(version_files.import_from(reading, str(tmp_path / "file")))
    reading.close()


def test_an_existing_file_is_only_overwritten_on_demand(known: Library, tmp_path: Path):
    path = tmp_path / "file"
    path.write_text("precious")
    with pytest.raises(UserError, match="There is a file"):
        finish(version_files.export_to(known, active(known), str(path)))
    assert path.read_text() == "precious"
    finish(version_files.export_to(known, active(known), str(path), overwrite=True))
    assert finish(version_files.import_from(known, str(path))).bits == 256


@pytest.mark.parametrize("place", ["no folder/file", "", "library/library.db", "library/models/new"])
def test_a_place_where_no_file_can_be_is_one_sentence(known: Library, tmp_path: Path, place: str):
    before = folder_state(tmp_path)
    with pytest.raises(UserError):
        finish(version_files.export_to(known, active(known), str(tmp_path / place), overwrite=True))
    assert folder_state(tmp_path) == before


def test_an_export_that_is_cancelled_leaves_nothing(known: Library, tmp_path: Path):
    for reports in (1, 2):
        work = version_files.export_to(known, active(known), str(tmp_path / "out" / "file"))
        (tmp_path / "out").mkdir(exist_ok=True)
        for _ in range(reports):
            next(work)
        work.close()
        assert list((tmp_path / "out").iterdir()) == []


def test_an_imported_built_in_version_is_not_taken_for_our_own(known: Library, tmp_path: Path):
    builtin, path = active(known), str(tmp_path / "file")
    finish(version_files.export_to(known, builtin, path))
    imported = finish(version_files.import_from(known, path))
    assert imported.method == f"imported {builtin.method}"
    assert imported.method not in METHODS
    ids = grow(known, 60, seed=3)
    with known.writing() as db:
        features.put(db, BACKBONE, ids, numbers(60, D) * 2)
    new = finish(refresh(known, EFFICIENTNET_LITE0))
    assert new is not None
    assert [v.id for v in versions.all_versions(known.db)] == [imported.id, new.id], "our own old one is superseded"
    finish(version_files.activate(known, imported))
    assert builtin_version.method_wanted(active(known), 10_000) is None, "what the user chose stays"


def test_the_first_version_of_a_library_is_active(library: Library, tmp_path: Path):
    (tmp_path / "file").write_bytes(exported_bytes())
    assert finish(version_files.import_from(library, str(tmp_path / "file"))).active
    assert finish(check(library)) == []


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("\x1b[31mred\x1b[0m\n<b>bold</b>", "[31mred [0m <b>bold</b>"),
        ("\u202egnp.exe", "gnp.exe"),
        ("x" * 5000, "x" * 80),
        ("\ud800", "Imported"),
        ("", "Imported"),
    ],
)
def test_names_become_printable_and_short(library: Library, tmp_path: Path, said: str, kept: str):
    (tmp_path / "file").write_bytes(exported_bytes(about={"name": said, "method": said, "created_at": said}))
    version = finish(version_files.import_from(library, str(tmp_path / "file")))
    assert version.name == kept
    for shown in (version.name, version.method, version.details["made_at"]):
        assert shown.isprintable()
        assert 0 < len(shown) <= 80


def test_damaged_files_leave_nothing_behind(known: Library, tmp_path: Path):
    refused(known, tmp_path, None, "cannot be read")
    good = exported_bytes()
    for data in (b"", good[:50], good[:-1], good + b"1", b"\x80\4K\1."):
        refused(known, tmp_path, data, "is not a valid model file")
    refused(known, tmp_path, exported_bytes(about={"architecture": "abacus"}), "does not know, abacus")
    refused(known, tmp_path, exported_bytes(changed={"hash.bias": numbers(K) * np.nan}), "not finite")
    model = Path(known.models_folder, active(known).file).read_bytes()
    refused(known, tmp_path, model, "it holds no exported model version")
    os.unlink(tmp_path / "made by hand")
    os.mkfifo(tmp_path / "made by hand")
    refused(known, tmp_path, None, "it is not a file")


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def test_an_exported_file_with_a_flipped_bit_is_refused(known: Library, tmp_path: Path):
    path = tmp_path / "file"
    finish(version_files.export_to(known, active(known), str(path)))
    good = path.read_bytes()
    for bit in np.random.default_rng(0).integers(0, len(good) * 8, 50).tolist():
        refused(known, tmp_path, flipped(good, bit), "is not a valid model file")
    assert not is_unverified(finish(version_files.import_from(known, str(path))))


def test_every_bit_flipped_in_the_head_of_an_older_file_is_refused_or_harmless(library: Library, tmp_path: Path):
    """Nothing but one sentence comes of it; without a checksum, a flipped bit in a name cannot be noticed."""
    good = exported_bytes()
    head = 8 + int.from_bytes(good[:8], "little")
    (tmp_path / "file").write_bytes(good)
    assert is_unverified(finish(version_files.import_from(library, str(tmp_path / "file"))))
    for bit in np.random.default_rng(0).integers(0, head * 8, 150).tolist():
        (tmp_path / "file").write_bytes(flipped(good, bit))
        try:
            finish(version_files.import_from(library, str(tmp_path / "file")))
        except UserError as error:
            assert "\n" not in str(error)  # noqa: PT017
    assert finish(check(library)) == []


def test_a_version_exported_again_is_as_verified_as_its_new_file(library: Library, tmp_path: Path):
    (tmp_path / "old").write_bytes(exported_bytes())
    old = finish(version_files.import_from(library, str(tmp_path / "old")))
    assert is_unverified(old)
    finish(version_files.export_to(library, old, str(tmp_path / "new")))
    assert not is_unverified(finish(version_files.import_from(library, str(tmp_path / "new"))))


def test_files_go_again_when_their_row_cannot_be_written(
    known: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "file").write_bytes(exported_bytes())
    work = version_files.import_from(known, str(tmp_path / "file"))
    next(work)
    next(work)
    before = folder_state(known.models_folder)
    monkeypatch.setattr(known, "read_only", True)
    with pytest.raises(UserError):
        next(work)
    assert folder_state(known.models_folder) == before
