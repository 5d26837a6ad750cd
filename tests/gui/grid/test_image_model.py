"""The model of the grid: ids in an array, tiles by id in bounded memory, no work per row."""

from __future__ import annotations

import os
from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from gui.grid.image_model import IDS_MIME_TYPE, ImageModel, TileRole
from gui.grid.tile import PictureShape
from gui.grid.tile_cache import TILE_OVERHEAD
from gui.grid.tile_loader import TileLoader
from tests.gui.grid.tile_makers import Pictures, looks_like

PATHS = {1: b"/photos/a b#1.jpg", 2: b"/photos/\xff\xfe.jpg", 3: "/photos/Müller.jpg".encode()}


def paths_of(ids):
    return [PATHS[i] for i in ids if i in PATHS]


@pytest.fixture
def pictures() -> Pictures:
    return Pictures()


@pytest.fixture
def loader(qapp, pictures) -> Iterator[TileLoader]:
    loader = TileLoader(pictures)
    yield loader
    pictures.open.set()
    loader.stop()


@pytest.fixture
def model(loader) -> ImageModel:
    return ImageModel(loader, paths_of)


def wait_for_tiles(qtbot, model: ImageModel, rows) -> None:
    qtbot.waitUntil(lambda: all((tile := model.tile(row)) and not tile.stale for row in rows))


def test_it_behaves_as_qt_expects_of_a_list_model(model):
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.set_images([5, 3, 9])
    model.append([1, 2])
    model.set_images([])
    assert tester.model() is model


def test_rows_ids_and_distances_belong_together(model):
    model.set_images([30, 10, 20], [0, 4, 12])
    assert [model.image_id(row) for row in range(3)] == [30, 10, 20]
    assert [model.row_of(i) for i in (10, 20, 30, 40)] == [1, 2, 0, None]
    assert model.rows_of([20, 99, 30]).tolist() == [2, -1, 0]
    assert model.index(2).data(TileRole.DISTANCE) == 12
    assert model.index(2).data(TileRole.IMAGE_ID) == 20


def test_the_ids_are_copied_so_that_the_caller_may_reuse_its_array(model):
    ids = np.array([1, 2, 3])
    model.set_images(ids)
    ids[:] = 0
    assert model.image_id(2) == 3


def test_ids_beyond_32_bits_are_kept(model):
    model.set_images([2**40 + 1])
    assert model.index(0).data(TileRole.IMAGE_ID) == 2**40 + 1
    assert model.row_of(2**40 + 1) == 0


def test_lookups_stay_right_when_there_are_many_and_after_changes(model):
    ids = np.random.default_rng(0).permutation(1000)
    model.set_images(ids)
    assert [model.row_of(int(i)) for i in ids] == list(range(1000))
    model.append([5000])
    assert model.row_of(5000) == 1000
    model.set_images([7])
    assert (model.row_of(7), model.row_of(5000)) == (0, None)


def test_distances_must_match_the_ids(model):
    with pytest.raises(ValueError, match="2 ids but 1 distances"):
        model.set_images([1, 2], [0])
    model.set_images([1], [0])
    with pytest.raises(ValueError, match="Either all pictures"):
        model.append([2])


def test_appending_adds_rows_at_the_end_without_a_reset(qtbot, model):
    model.set_images([1, 2], [0, 3])
    with qtbot.waitSignal(model.rowsInserted), qtbot.assertNotEmitted(model.modelReset):
        model.append([7, 8], [4, 5])
    assert model.ids().tolist() == [1, 2, 7, 8]
    assert model.distance(3) == 5


def test_only_what_is_wanted_is_fetched_out_of_a_million(qtbot, model, pictures):
    model.set_images(np.arange(1_000_000))
    model.want(range(500_000, 500_020), [range(500_020, 500_030)])
    wait_for_tiles(qtbot, model, range(500_000, 500_030))
    assert pictures.asked == list(range(500_000, 500_030))


def test_a_tile_that_is_here_is_not_fetched_again_not_even_after_a_reset(qtbot, model, pictures):
    model.set_images([1, 2, 3])
    model.want(range(3))
    wait_for_tiles(qtbot, model, range(3))
    model.set_images([3, 4])
    model.want(range(2))
    wait_for_tiles(qtbot, model, range(2))
    assert pictures.asked == [1, 2, 3, 4]


def test_late_tiles_land_on_their_own_image_when_the_list_was_replaced(qtbot, model, pictures):
    model.set_images([1, 2, 3, 4])
    pictures.open.clear()
    model.want(range(4))
    assert pictures.entered.wait(180)
    model.set_images([10, 4, 11, 1])
    model.want(range(4))
    pictures.open.set()
    wait_for_tiles(qtbot, model, range(4))
    for row in range(4):
        tile = model.tile(row)
        assert tile.name == f"picture {model.image_id(row)}.jpg"
        assert looks_like(tile.pixmap.toImage(), model.image_id(row))


def test_a_loaded_tile_is_announced_for_its_row_only(qtbot, model):
    model.set_images([10, 20, 30])
    changed = []
    model.dataChanged.connect(lambda first, last: changed.append((first.row(), last.row())))
    model.want(range(1, 2))
    wait_for_tiles(qtbot, model, [1])
    assert changed == [(1, 1)]


def test_refreshing_fetches_a_pending_image_again_and_shows_the_old_meanwhile(qtbot, model, pictures):
    pictures.pending = {2}
    model.set_images([1, 2])
    model.want(range(2))
    wait_for_tiles(qtbot, model, range(2))
    assert model.index(1).data(TileRole.PENDING)
    pictures.pending = set()
    model.refresh([2, 77])
    assert model.tile(1).pending
    wait_for_tiles(qtbot, model, range(2))
    assert not model.tile(1).pending
    assert pictures.asked == [1, 2, 2]


def test_only_the_pending_tiles_near_the_screen_are_asked_for_again(qtbot, model, pictures):
    pictures.pending = {2}
    model.set_images([1, 2, 3])
    model.want(range(3))
    wait_for_tiles(qtbot, model, range(3))
    pictures.pending = set()
    model.refresh_pending()
    qtbot.waitUntil(lambda: not model.tile(1).pending)
    assert pictures.asked == [1, 2, 3, 2]


def test_refreshing_while_the_old_state_is_on_its_way_ends_with_the_new_state(qtbot, model, pictures):
    pictures.pending = {1}
    model.set_images([1])
    pictures.open.clear()
    model.want(range(1))
    assert pictures.entered.wait(180)
    pictures.pending = set()
    model.refresh([1])
    pictures.open.set()
    qtbot.waitUntil(lambda: (tile := model.tile(0)) is not None and not tile.pending)


def test_memory_stays_within_its_bound_and_the_last_used_tiles_stay(qtbot, loader, pictures):
    one_tile = 4 * 48 * 32 + TILE_OVERHEAD
    model = ImageModel(loader, cache_bytes=60 * one_tile)
    model.set_shape(PictureShape(48))
    model.set_images(range(400))
    for first in range(0, 400, 10):
        model.want(range(first, first + 10))
        wait_for_tiles(qtbot, model, range(first, first + 10))
        model.tile(0)  # shown all the time
        assert model._cache.bytes <= 60 * one_tile
    assert len(model._cache) == 60
    assert model.tile(0) is not None
    assert model.tile(5) is None


def test_more_is_not_asked_ahead_than_memory_holds(qtbot, loader, pictures):
    model = ImageModel(loader, cache_bytes=40 * 4 * 48 * 48)
    model.set_shape(PictureShape(48))
    model.set_images(range(1000))
    model.want(range(10), [range(10, 500)])
    wait_for_tiles(qtbot, model, range(30))
    qtbot.wait(30)
    assert pictures.asked == list(range(30))


def test_another_picture_size_is_loaded_anew_and_the_old_serves_until_then(qtbot, model):
    model.set_shape(PictureShape(24))
    model.set_images([1])
    model.want(range(1))
    wait_for_tiles(qtbot, model, [0])
    model.set_shape(PictureShape(12))
    assert model.tile(0).pixmap.width() == 24
    wait_for_tiles(qtbot, model, [0])
    assert model.tile(0).pixmap.width() == 12


def test_what_is_read_aloud_says_name_distance_and_state(qtbot, model, pictures):
    pictures.missing, pictures.pending = {2}, {3}
    model.set_images([1, 2, 3], [0, 12, 256])
    assert model.index(0).data() == "Picture 1, distance 0"
    model.want(range(3))
    wait_for_tiles(qtbot, model, range(3))
    assert [model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(3)] == [
        "picture 1.jpg, distance 0",
        "picture 2.jpg, distance 12, missing",
        "picture 3.jpg, distance 256, not yet read",
    ]


def test_files_are_dragged_as_urls_that_keep_every_byte_of_their_name(model):
    model.set_images([3, 1, 2, 4])
    data = model.mimeData([model.index(row) for row in range(4)])
    assert bytes(data.data(IDS_MIME_TYPE).data()) == b"3,1,2,4"
    encoded = [bytes(url.toEncoded().data()) for url in data.urls()]
    assert encoded == [
        b"file:///photos/M%C3%BCller.jpg",
        b"file:///photos/a%20b%231.jpg",
        b"file:///photos/%FF%FE.jpg",
    ]
    assert data.urls()[0].toLocalFile() == os.fsdecode(PATHS[3])
    assert b"%FF%FE.jpg" in bytes(data.data("text/uri-list").data())
    assert model.supportedDragActions() == Qt.DropAction.CopyAction


@pytest.mark.parametrize(
    ("old", "new", "ranked", "keeps"),
    [
        ([1, 2, 3], [1, 2, 3, 4], False, True),
        ([1, 2, 3], [0, 1, 9, 2, 3], False, True),
        ([1, 2, 3, 4, 5], [1, 2, 4, 5], False, True),
        ([1, 2, 3, 4, 5], [5, 1], False, False),
        ([1, 2, 3], [], False, False),
        ([], [1], False, False),
        ([1, 2, 3], [1, 2, 3, 4], True, True),
        ([1, 2, 3, 4], [1, 2], True, True),
        ([1, 2, 3, 4, 5], [1, 2, 4, 5], True, True),
        ([1, 2, 3], [3, 1, 2], True, False),
    ],
)
def test_the_place_is_kept_when_images_came_or_went_but_not_for_another_query(model, old, new, ranked, keeps):
    model.set_images(old, [0] * len(old) if ranked else None)
    model.set_images(new, [0] * len(new) if ranked else None)
    assert model.keeps_place == keeps
    model.set_images([1], keep_place=True)
    assert model.keeps_place


def test_an_index_outside_has_no_data(model):
    model.set_images([1])
    assert model.data(QModelIndex(), TileRole.NAME) is None
    assert model.rowCount(model.index(0)) == 0
