"""The tile loader: newest wishes first, right pictures, its own thread, never dead, quickly stopped."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QSize

from gui.grid.tile import PictureShape, Tile, TileData
from gui.grid.tile_loader import BATCH, TileLoader
from gui.widgets.plain_text import printable
from tests.gui.grid.tile_makers import Pictures, jpeg_of, looks_like


class Catcher:
    """What a loader delivered, and in which thread."""

    def __init__(self, loader: TileLoader):
        self.tiles: list[Tile] = []
        self.threads: set[int] = set()
        loader.loaded.connect(self.take)

    def take(self, tiles: list[Tile]) -> None:
        self.tiles.extend(tiles)
        self.threads.add(threading.get_ident())

    def ids(self) -> list[int]:
        return [tile.image_id for tile in self.tiles]


@pytest.fixture
def pictures() -> Pictures:
    return Pictures()


@pytest.fixture
def loader(qapp, pictures) -> Iterator[TileLoader]:
    loader = TileLoader(pictures, pictures.close)
    yield loader
    pictures.open.set()
    loader.stop()


def test_every_wish_is_loaded_in_order_with_its_own_picture(qtbot, loader):
    caught = Catcher(loader)
    loader.request(range(40))
    qtbot.waitUntil(lambda: len(caught.tiles) == 40)
    assert caught.ids() == list(range(40))
    assert all(tile.image is not None and looks_like(tile.image, tile.image_id) for tile in caught.tiles)
    assert caught.tiles[7].name == "picture 7.jpg"


def test_fetch_and_close_run_in_one_other_thread_and_tiles_arrive_in_this_one(qtbot, loader, pictures):
    caught = Catcher(loader)
    loader.request([1])
    qtbot.waitUntil(lambda: bool(caught.tiles))
    loader.stop()
    assert caught.threads == {threading.get_ident()}
    assert threading.get_ident() not in pictures.threads
    assert pictures.closed_in == list(pictures.threads)


def test_wishes_that_were_replaced_are_not_fetched(qtbot, loader, pictures):
    caught = Catcher(loader)
    pictures.open.clear()
    loader.request(range(100))
    assert pictures.entered.wait(180)
    loader.request(range(500, 510))
    pictures.open.set()
    qtbot.waitUntil(lambda: 509 in caught.ids())
    assert pictures.asked == [*range(BATCH), *range(500, 510)]


def test_what_is_being_loaded_is_not_asked_for_twice(qtbot, loader, pictures):
    caught = Catcher(loader)
    pictures.open.clear()
    loader.request([1, 2, 3])
    assert pictures.entered.wait(180)
    loader.request([1, 2, 3, 4])
    pictures.open.set()
    qtbot.waitUntil(lambda: 4 in caught.ids())
    assert pictures.asked == [1, 2, 3, 4]
    assert caught.ids() == [1, 2, 3, 4]


def test_a_forgotten_tile_is_not_delivered_but_loaded_anew_when_asked_again(qtbot, loader, pictures):
    caught = Catcher(loader)
    pictures.pending = {1}
    pictures.open.clear()
    loader.request([1, 2])
    assert pictures.entered.wait(180)
    pictures.pending = set()
    loader.forget([1])
    loader.request([1, 2])
    pictures.open.set()
    qtbot.waitUntil(lambda: sorted(caught.ids()) == [1, 2])
    assert not any(tile.pending for tile in caught.tiles)


def test_pictures_of_an_old_size_are_not_delivered(qtbot, loader, pictures):
    caught = Catcher(loader)
    loader.set_shape(PictureShape(24))
    pictures.open.clear()
    loader.request([1])
    assert pictures.entered.wait(180)
    loader.set_shape(PictureShape(12))
    loader.request([1])
    pictures.open.set()
    qtbot.waitUntil(lambda: bool(caught.tiles))
    assert [tile.image.size() for tile in caught.tiles if tile.image] == [QSize(12, 8)]


def test_a_fetch_that_raises_is_logged_gives_missing_tiles_and_the_next_one_works(qtbot, qapp, caplog):
    calls = []

    def fetch(ids):
        calls.append(list(ids))
        if len(calls) == 1:
            raise RuntimeError("database is locked")
        return [TileData(i, "fine", jpeg_of(i), False, False) for i in ids]

    loader = TileLoader(fetch)
    caught = Catcher(loader)
    with caplog.at_level(logging.ERROR):
        loader.request([1])
        qtbot.waitUntil(lambda: caught.ids() == [1])
        loader.request([2])
        qtbot.waitUntil(lambda: caught.ids() == [1, 2])
    loader.stop()
    assert caught.tiles[0].missing
    assert caught.tiles[0].image is None
    assert caught.tiles[1].image is not None
    assert "database is locked" in caplog.text


def test_an_image_the_library_does_not_know_is_missing_and_a_broken_jpeg_has_no_picture(qtbot, qapp):
    def fetch(ids):
        return [TileData(i, "broken", b"not a jpeg at all", False, False) for i in ids if i != 5]

    loader = TileLoader(fetch)
    caught = Catcher(loader)
    loader.request([4, 5])
    qtbot.waitUntil(lambda: len(caught.tiles) == 2)
    loader.stop()
    assert [(t.missing, t.image) for t in caught.tiles] == [(False, None), (True, None)]


def test_stopping_in_the_middle_of_loading_delivers_nothing_more(qtbot, loader, pictures):
    caught = Catcher(loader)
    loader.request(range(10_000))
    qtbot.waitUntil(lambda: bool(caught.tiles))
    loader.stop()
    delivered, fetched = len(caught.tiles), len(pictures.asked)
    qtbot.wait(50)
    assert len(caught.tiles) == delivered
    assert len(pictures.asked) == fetched < 10_000
    assert pictures.closed_in


def test_stopping_twice_or_unused_and_asking_after_the_end_do_no_harm(qtbot, qapp, pictures):
    loader = TileLoader(pictures, pictures.close)
    loader.stop()
    loader.stop()
    loader.request([1])
    qtbot.wait(20)
    assert not pictures.asked


def test_a_fetch_that_hangs_does_not_hold_up_stop_for_long(qtbot, loader, pictures, caplog):
    pictures.open.clear()
    loader.request([1])
    assert pictures.entered.wait(180)
    loader.stop()
    assert "still waiting" in caplog.text
    assert not pictures.closed_in
    pictures.open.set()
    qtbot.waitUntil(lambda: bool(pictures.closed_in))
    time.sleep(0.05)


@pytest.mark.parametrize(
    ("native", "fitted"),
    [((400, 300), (160, 120)), ((300, 400), (120, 160)), ((100, 100), (160, 160)), ((10, 8), (50, 40)),
     ((5000, 1), (160, 1))],
)  # fmt: skip
def test_pictures_fit_the_tile_and_small_ones_are_enlarged_only_so_far(native, fitted):
    assert PictureShape(160).fitted(QSize(*native)) == QSize(*fitted)


def test_names_are_one_printable_line():
    assert printable("Grüße aus 東京.jpg") == "Grüße aus 東京.jpg"
    assert printable("a\nb\u202egpj.\udcff") == "a\ufffdb\ufffdgpj.\ufffd"
