"""Cancelled at any report or paused for a while, indexing ends where an undisturbed one does."""

import os
import shutil
import time
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from engine.jobs import file_reader, reading_ahead
from engine.jobs.indexing import index
from engine.library import Library, open_library
from engine.model.backbones import Backbone
from engine.progress import Progress, finish
from engine.store import features, images, labels, thumbnails, versions
from engine.store.browsing import Browse, browsed
from tests.conftest import CPU, IndexedLibrary
from tests.jobs.library_state import library_state
from tests.photo_makers import photo, write_photos
from tests.worker_list import worker_list

FEW = 12


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_ahead, "BATCH", 4)


@pytest.fixture(scope="module")
def few_made(exported_onnx: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with twelve `photos`, and a `library`, closed, that has indexed them in one go."""
    folder = tmp_path_factory.mktemp("few_made")
    write_photos(folder / "photos", ("discs", "leaves"))
    library = open_library(str(folder / "library"))
    assert finish(start(library, folder / "photos")).added == FEW
    library.close()
    return folder


@pytest.fixture
def few(few_made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(few_made / "photos", tmp_path / "few"))


@pytest.fixture
def undisturbed(few_made: Path, few: Path, tmp_path: Path) -> Iterator[dict[bytes, tuple[object, ...]]]:
    """The state of a library that was indexed in one go, with the paths of this test's own photos."""
    shutil.copytree(few_made / "library", tmp_path / "undisturbed")
    library = open_library(str(tmp_path / "undisturbed"))
    with library.writing() as db:
        db.execute("UPDATE folders SET path = ?", (os.fsencode(os.path.realpath(few)),))
    yield library_state(library)
    library.close()


def start(library: Library, photos: Path):
    return index(library, [library.add_folder(os.fsencode(photos))], workers=1, device=CPU)


def no_workers() -> bool:
    return not worker_list()


def test_cancelled_again_and_again_it_goes_on_where_it_was_and_ends_the_same(library, few, undisturbed):
    stored: set[int] = set()
    steps: list[int] = []
    for reports in range(1, 40):
        work = start(library, few)
        try:
            for _ in range(reports):
                next(work)
        except StopIteration as stop:
            result = stop.value
            break
        work.close()
        assert no_workers()
        now = set(features.ids(library.db, "efficientnet_lite0").tolist())
        assert stored <= now, "what was stored stays"
        steps.append(len(now))
        stored = now
        assert len(browsed(library.db, Browse()).ids) == FEW, "all are shown as soon as they are found"
    assert result.found == FEW
    assert any(0 < step < FEW for step in steps), "it was cancelled in the middle of things"
    assert library_state(library) == undisturbed
    assert len(versions.all_versions(library.db)) == 1


def test_cancelled_at_a_report_of_each_kind_and_completed_it_ends_the_same(library, few, undisturbed):
    """Each stage once, in a library of its own."""
    notes: list[str] = []
    work = start(library, few)
    for progress in work:
        if progress.note not in notes:
            notes.append(progress.note)
    of_copies = ["Preparing to look for near-copies", "Looking for near-copies"]
    of_files = ["Looking for pictures", "Preparing the search field", "Reading pictures"]
    assert notes == [*of_files, "Making codes", *of_copies]
    for number, note in enumerate(notes):
        other = open_library(str(few.parent / f"other-{number}"))
        work = start(other, few)
        while next(work).note != note:
            pass
        work.close()
        for _ in start(other, few):
            pass
        assert library_state(other) == undisturbed, note
        other.close()


def test_what_a_report_says_is_done_is_stored(library, few):
    last = Progress(0, None, "")
    for progress in start(library, few):
        if progress.note == "Reading pictures":
            other = open_library(library.path, write=False)  # what another process would see
            assert features.count(other.db, "efficientnet_lite0") == progress.done
            other.close()
            assert progress.done >= last.done or last.note != progress.note
            assert progress.total == FEW
        last = progress


def test_a_pause_between_any_two_reports_does_no_harm(library, few, undisturbed):
    for number, _ in enumerate(start(library, few)):
        if number in (1, 3, 4):
            time.sleep(0.5)
    assert library_state(library) == undisturbed


def test_labels_given_while_pictures_wait_stay_with_them_also_when_they_turn_out_to_be_copies(
    indexed: IndexedLibrary,
):
    photo("discs", 60).save(indexed.photos / "new.jpg")
    shutil.copy(indexed.photos / "discs/discs-0.jpg", indexed.photos / "copy.jpg")
    work = start(indexed.library, indexed.photos)
    next(work)
    with indexed.library.writing() as db:
        labels.assign(db, "early", [indexed.id_of("new.jpg"), indexed.id_of("copy.jpg")])
    for _ in work:
        pass
    ids = [indexed.id_of("new.jpg"), indexed.id_of("discs/discs-0.jpg")]
    assert labels.of_images(indexed.library.db, ids) == {i: ["early"] for i in ids}
    assert labels.all_labels(indexed.library.db) == {"early": 2}


@pytest.mark.parametrize("when", ["before the next scan", "before it is read"])
def test_a_labelled_picture_that_goes_before_it_was_ever_read_keeps_its_label(indexed: IndexedLibrary, when: str):
    path = indexed.photos / "discs" / "new.jpg"
    photo("discs", 63).save(path)
    work = start(indexed.library, indexed.photos)
    for _ in range(2):
        next(work)
    image_id = indexed.id_of("discs/new.jpg")
    with indexed.library.writing() as db:
        labels.assign(db, "early", [image_id])
    away = path.rename(indexed.photos.parent / "away.jpg")
    if when == "before it is read":
        for _ in work:
            pass
    work.close()
    assert indexed.again().found == 30
    image = images.one(indexed.library.db, image_id)
    assert image is not None
    assert image.missing
    away.rename(path)
    indexed.again()
    assert indexed.id_of("discs/new.jpg") == image_id
    assert labels.of_images(indexed.library.db, [image_id]) == {image_id: ["early"]}


def test_while_the_model_is_prepared_thumbnails_of_new_pictures_appear_and_no_old_one_is_spoilt(
    indexed: IndexedLibrary, exported_onnx: str, monkeypatch: pytest.MonkeyPatch
):
    seen = False

    def slowly(backbone: Backbone) -> Generator[Progress, None, str]:
        """Until the new thumbnail was seen, or three minutes are over."""
        for _ in range(3600):
            if seen:
                break
            time.sleep(0.05)
            yield Progress(0, None, "Preparing the model")
        return exported_onnx

    old = indexed.id_of("discs/discs-0.jpg")
    shutil.copy(indexed.photos / "discs/discs-0.jpg", indexed.photos / "kept.jpg")
    indexed.again()
    (before,) = thumbnails.get(indexed.library.thumbnails_db, [old]).values()
    photo("leaves", 61).save(indexed.photos / "discs/discs-0.jpg")  # another picture in its place
    photo("leaves", 62).save(indexed.photos / "new.jpg")
    monkeypatch.setattr(file_reader, "prepared", slowly)
    work = index(indexed.library, [indexed.folder], workers=1, device=CPU)
    for progress in work:
        new = indexed.library.db.execute("SELECT image_id FROM files WHERE path = ?", (b"new.jpg",)).fetchone()
        if progress.note.startswith("Preparing the model") and new is not None:
            image = images.one(indexed.library.db, new[0])
            assert image is not None
            assert image.pending
            seen |= bool(thumbnails.get(indexed.library.thumbnails_db, [image.id]))
            assert thumbnails.get(indexed.library.thumbnails_db, [old]) == {old: before}
    assert seen
    assert thumbnails.get(indexed.library.thumbnails_db, [old]) == {old: before}
    assert indexed.id_of("kept.jpg") == old != indexed.id_of("discs/discs-0.jpg")
