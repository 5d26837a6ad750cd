"""The built-in version: fitted to the library, refitted when that has grown; what the user chose stays."""

import os

import numpy as np
import pytest

from engine.jobs import builtin_version
from engine.jobs.builtin_version import ITQ, PROJECTION, method_wanted, refresh
from engine.jobs.encoding import encode_missing
from engine.library import Library, open_library
from engine.model import model_files
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import finish
from engine.store import codes, features, versions
from engine.store.versions import Version
from tests.jobs.feature_rows import BACKBONE, grow
from tests.jobs.library_state import active_codes


@pytest.fixture
def few_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where their number does not matter: an eighth of them is fitted in a small part of the time."""
    monkeypatch.setattr(builtin_version, "BITS", 32)


def refreshed(library: Library) -> Version | None:
    return finish(refresh(library, EFFICIENTNET_LITE0))


def active(library: Library) -> Version:
    version = versions.active(library.db)
    assert version is not None
    return version


def model_names(library: Library) -> list[str]:
    return sorted(os.listdir(library.models_folder))


def expected_codes(library: Library) -> dict[int, bytes]:
    """By the model file and the stored features, one by one."""
    function = model_files.of_version(library.models_folder, active(library))
    vectors = features.get(library.db, BACKBONE, features.ids(library.db, BACKBONE).tolist())
    return {i: function.codes(vector[None])[0].tobytes() for i, vector in vectors.items()}


def test_an_empty_library_has_none(library: Library):
    assert refreshed(library) is None
    assert versions.all_versions(library.db) == []


def test_one_image_is_enough(library: Library):
    (image,) = grow(library, 1)
    version = refreshed(library)
    assert version is not None
    assert version.active
    assert list(active_codes(library)) == [image]


@pytest.mark.parametrize(("count", "method"), [(499, PROJECTION), (500, ITQ)])
def test_below_500_images_a_projection_from_500_on_itq(library: Library, count: int, method: str):
    grow(library, count)
    version = refreshed(library)
    assert version is not None
    assert (version.method, version.bits, version.active) == (method, 256, True)
    assert version.details["fitted_on"] == count
    assert active_codes(library) == expected_codes(library)
    assert len(active_codes(library)) == count


@pytest.mark.usefixtures("few_bits")
def test_growing_over_500_images_goes_from_projection_to_itq_and_leaves_nothing_of_the_old(library: Library):
    grow(library, 499)
    old = refreshed(library)
    grow(library, 1, seed=1)
    new = refreshed(library)
    assert old is not None
    assert new is not None
    assert [version.id for version in versions.all_versions(library.db)] == [new.id]
    assert new.id > old.id
    assert model_names(library) == [new.file]
    assert active_codes(library) == expected_codes(library)
    assert library.db.execute("SELECT count(*) FROM codes").fetchone() == (500,)


@pytest.mark.usefixtures("few_bits")
@pytest.mark.parametrize(("first", "enough"), [(20, 20), (500, 1500)])
def test_it_is_refitted_when_the_library_has_outgrown_it_and_not_before(library: Library, first: int, enough: int):
    grow(library, first)
    old = refreshed(library)
    grow(library, enough - 1, seed=1)
    assert refreshed(library) is None
    grow(library, 1, seed=2)
    new = refreshed(library)
    assert old is not None
    assert new is not None
    assert (new.method, new.details["fitted_on"]) == (old.method, first + enough)
    assert active_codes(library) == expected_codes(library)


def chosen_by_the_user(library: Library) -> int:
    """A trained version, active and with codes."""
    function = model_files.of_version(library.models_folder, active(library))
    file, checksum = model_files.write(library.models_folder, function)
    with library.writing() as db:
        version = versions.add(
            db,
            name="Mine",
            method="dualhash",
            bits=function.bits,
            backbone=BACKBONE,
            file=file,
            file_checksum=checksum,
            details={},
        )
        versions.activate(db, version)
    finish(encode_missing(library, versions.get(library.db, version)))
    return version


@pytest.mark.usefixtures("few_bits")
def test_what_the_user_activated_stays_however_the_library_grows(library: Library):
    grow(library, 20)
    refreshed(library)
    mine = chosen_by_the_user(library)
    grow(library, 600, seed=1)
    assert refreshed(library) is None
    assert active(library).id == mine
    finish(encode_missing(library, active(library)))
    assert active_codes(library) == expected_codes(library)


@pytest.mark.usefixtures("few_bits")
def test_what_the_user_activates_while_a_new_one_is_fitted_stays(library: Library):
    grow(library, 499)
    refreshed(library)
    grow(library, 1, seed=1)
    work = refresh(library, EFFICIENTNET_LITE0)
    next(work)
    mine = chosen_by_the_user(library)
    finish(work)
    assert active(library).id == mine


def test_a_library_that_shrinks_keeps_the_finer_version():
    itq = Version(1, "", ITQ, 256, "", "", "", {"fitted_on": 600}, "", True, 0, 0)
    assert method_wanted(itq, 10) is None


@pytest.mark.usefixtures("few_bits")
def test_cancelled_at_every_report_the_old_version_serves_until_the_new_one_is_complete(
    library: Library, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("engine.jobs.encoding.CHUNK", 100)
    grow(library, 499)
    old = refreshed(library)
    assert old is not None
    before = active_codes(library)
    grow(library, 1, seed=1)
    total = 1 + 50 + 5  # reports of the fit and of the chunks
    for reports in (1, 30, 51, 52, 54, total):
        work = refresh(library, EFFICIENTNET_LITE0)
        for _ in range(reports):
            next(work)
        work.close()
        assert active(library).id == old.id
        assert active_codes(library) == before
    new = refreshed(library)
    assert new is not None
    assert [version.id for version in versions.all_versions(library.db)] == [new.id]
    assert model_names(library) == [new.file]
    assert active_codes(library) == expected_codes(library)


def test_from_the_first_moment_that_a_version_exists_one_is_active(library: Library, monkeypatch):
    monkeypatch.setattr("engine.jobs.encoding.CHUNK", 10)
    grow(library, 30)
    for _ in refresh(library, EFFICIENTNET_LITE0):
        other = open_library(library.path, write=False)
        assert [version.active for version in versions.all_versions(other.db)] == [True]
        other.close()
    assert codes.count(library.db, active(library).id) == 30


@pytest.mark.usefixtures("few_bits")
def test_a_large_library_is_fitted_on_a_sample(library: Library, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(builtin_version, "ITQ_SAMPLE", 550)
    grow(library, 700)
    version = refreshed(library)
    assert version is not None
    assert version.details["fitted_on"] == 700
    assert active_codes(library) == expected_codes(library)


@pytest.mark.usefixtures("few_bits")
def test_identical_pictures_get_identical_codes_and_no_crash(library: Library):
    ids = grow(library, 500)
    with library.writing() as db:
        features.put(db, BACKBONE, ids, np.ones((500, 272), np.float32))
    version = refreshed(library)
    assert version is not None
    assert len(set(active_codes(library).values())) == 1


def test_encoding_makes_what_is_missing_and_nothing_else(library: Library):
    grow(library, 30)
    refreshed(library)
    before = active_codes(library)
    with library.writing() as db:
        codes.remove_some(db, active(library).id, [3, 4, 5])
    assert finish(encode_missing(library, active(library))) == 3
    assert finish(encode_missing(library, active(library))) == 0
    assert active_codes(library) == before
