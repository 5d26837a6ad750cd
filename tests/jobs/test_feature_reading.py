"""Features of another network: for every image whose file is at hand, and nothing else is touched."""

import os
import shutil

import numpy as np
import pytest
from PIL import Image, ImageEnhance

from engine.errors import UserError
from engine.jobs import reading_ahead
from engine.jobs.feature_reading import NOTE, read_features
from engine.library import open_library
from engine.model.backbones import EFFICIENTNET_LITE0, backbone, load_network
from engine.model.encoder import TorchEncoder
from engine.progress import Progress, finish
from engine.store import features, versions
from tests.conftest import CPU, IndexedLibrary
from tests.jobs.indexing_talk import counts, nearest, save
from tests.jobs.library_state import active_codes
from tests.photo_makers import photo
from tests.tuned_space import TunedSpace, activate, add_version, file_of
from tests.worker_list import worker_list


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_ahead, "BATCH", 4)


@pytest.fixture
def known(indexed: IndexedLibrary, tuned: TunedSpace) -> IndexedLibrary:
    """An indexed library that has the tuned network's file, and none of its features."""
    tuned.give_to(indexed.library)
    return indexed


def read(known: IndexedLibrary, tuned: TunedSpace) -> int:
    return finish(read_features(known.library, tuned.backbone, workers=1, device=CPU))


def all_but_features(known: IndexedLibrary) -> list[object]:
    db, others = known.library.db, known.library.thumbnails_db
    tables = ("images", "files", "skipped", "codes", "model_versions")
    plain = db.execute("SELECT * FROM features WHERE backbone = ?", (EFFICIENTNET_LITE0.name,)).fetchall()
    thumbnails = others.execute("SELECT * FROM thumbnails").fetchall()
    return [plain, thumbnails, *(db.execute(f"SELECT * FROM {table}").fetchall() for table in tables)]


def test_every_image_gets_the_networks_features_once_and_all_else_stays(known: IndexedLibrary, tuned: TunedSpace):
    before = all_but_features(known)
    reports = []
    work = read_features(known.library, tuned.backbone, workers=1, device=CPU)
    with pytest.raises(StopIteration) as stop:  # noqa: PT012
        while True:
            reports.append(next(work))
    assert stop.value.value == 30
    assert (reports[0], reports[-1]) == (Progress(0, 30, NOTE), Progress(30, 30, NOTE))
    assert len({report.done for report in reports}) > 3
    assert all_but_features(known) == before
    image_id = known.id_of("discs/discs-2.jpg")
    network = load_network(tuned.backbone, known.library.models_folder)
    with Image.open(known.photos / "discs/discs-2.jpg") as picture:
        pixels = tuned.backbone.crop(picture)[None]
    expected = TorchEncoder(tuned.backbone, network, "cpu", half=False).features(pixels)[0]
    stored = features.get(known.library.db, tuned.backbone.name, [image_id])[image_id]
    np.testing.assert_allclose(stored, expected, atol=0.01)
    with pytest.raises(StopIteration) as again:
        next(read_features(known.library, tuned.backbone))
    assert again.value.value == 0


def test_what_is_gone_damaged_or_shows_something_else_is_left_out_unless_there_is_a_copy(
    known: IndexedLibrary, tuned: TunedSpace
):
    shutil.copy(known.photos / "discs/discs-0.jpg", known.photos / "zcopy.jpg")
    known.again()
    ids = {name: known.id_of(f"{name.split('-')[0]}/{name}.jpg") for name in ("discs-0", "discs-1", "bricks-0")}
    lost = known.id_of("leaves/leaves-0.jpg")
    save(known.photos / "discs/discs-0.jpg", photo("leaves", 70))
    save(known.photos / "discs/discs-1.jpg", photo("leaves", 71))
    (known.photos / "bricks/bricks-0.jpg").write_bytes(b"\xff\xd8\xff not any more")
    (known.photos / "leaves/leaves-0.jpg").unlink()
    assert read(known, tuned) == 27
    have = set(features.ids(known.library.db, tuned.backbone.name).tolist())
    assert ids["discs-0"] in have
    assert not {ids["discs-1"], ids["bricks-0"], lost} & have
    assert read(known, tuned) == 0


def test_a_folder_that_is_away_is_not_tried(known: IndexedLibrary, tuned: TunedSpace):
    os.rename(known.photos, known.photos.with_name("unplugged"))
    with pytest.raises(StopIteration) as stop:
        next(read_features(known.library, tuned.backbone))
    assert stop.value.value == 0


def test_cancelled_it_ends_its_workers_and_the_next_one_reads_the_rest(known: IndexedLibrary, tuned: TunedSpace):
    work = read_features(known.library, tuned.backbone, workers=1, device=CPU)
    while next(work).done == 0:
        pass
    work.close()
    assert not worker_list()
    stored = features.count(known.library.db, tuned.backbone.name)
    assert 1 <= stored < 30
    assert read(known, tuned) == 30 - stored


def test_a_library_that_can_only_be_read_is_refused(known: IndexedLibrary, tuned: TunedSpace):
    reader = open_library(known.library.path, write=False)
    with pytest.raises(UserError, match="reading only"):
        finish(read_features(reader, tuned.backbone))
    reader.close()


def test_without_the_tuned_file_it_is_one_sentence_and_nothing_is_stored(known: IndexedLibrary):
    lost = backbone("efficientnet_lite0@0123456789abcdef")
    with pytest.raises(UserError, match=r"^The tuned model .* cannot be read"):
        finish(read_features(known.library, lost, device=CPU))
    assert features.count(known.library.db, lost.name) == 0


# --- indexing while a version on a tuned network is active


@pytest.fixture
def tuned_active(tuned_indexed: IndexedLibrary, tuned: TunedSpace) -> IndexedLibrary:
    activate(tuned_indexed.library, add_version(tuned_indexed.library, tuned.backbone))
    return tuned_indexed


def test_new_and_edited_pictures_are_found_by_the_tuned_version(tuned_active: IndexedLibrary, tuned: TunedSpace):
    library, edited = tuned_active.library, tuned_active.id_of("discs/discs-0.jpg")
    version, codes_before = versions.active(library.db), active_codes(library)
    save(tuned_active.photos / "new-1.jpg", photo("bricks", 40))
    save(tuned_active.photos / "new-2.jpg", photo("sunset", 41))
    brighter = ImageEnhance.Brightness(photo("discs", 0)).enhance(0.8)
    save(tuned_active.photos / "discs/discs-0.jpg", brighter, quality=60)
    assert counts(tuned_active.again()) == {"found": 32, "added": 2, "changed": 1, "unchanged": 29}
    after = versions.active(library.db)
    assert version is not None
    assert after is not None
    assert after.id == version.id
    new = tuned_active.id_of("new-1.jpg")
    for space in (EFFICIENTNET_LITE0.name, tuned.backbone.name):
        assert features.count(library.db, space) == 32, "the built-in version needs its own too"
    codes_after = active_codes(library)
    assert len(codes_after) == 32
    assert codes_after[edited] != codes_before[edited]
    assert nearest(tuned_active, new)[0] == new
    assert {tuned_active.kind_of(i) for i in nearest(tuned_active, new)[1:]} == {"bricks"}
    assert nearest(tuned_active, edited)[0] == edited


def test_nothing_is_read_again_when_nothing_is_new(tuned_active: IndexedLibrary, tuned: TunedSpace):
    file_of(tuned_active.library, tuned.backbone).unlink()
    assert counts(tuned_active.again()) == {"found": 30, "unchanged": 30}
