"""The viewer over the grid, as a person uses it: it follows the grid and the grid follows it, late pictures land
nowhere else, and the window below is as it was left."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from engine.images.viewer import View, Viewer
from gui.pictures.held_pictures import HeldPicture
from gui.session import Session
from gui.viewer.viewer_window import ViewerWindow
from tests.conftest import IndexedLibrary
from tests.gui.labeller import select
from tests.gui.person import LEFT, NONE, Key, Person
from tests.gui.window_fixtures import LentViewer, OpenWindow
from tests.images import picture_makers as make


def viewer_of(person: Person) -> ViewerWindow:
    return person.window.viewer


def open_viewer(person: Person, row: int | None = None) -> ViewerWindow:
    if row is not None:
        person.click(row)
    person.press(Key.Key_Space, on=person.window.grid)
    viewer = viewer_of(person)
    person.qtbot.waitExposed(viewer)
    person.until(viewer.view.hasFocus)
    person.until(viewer.view.has_image)
    return viewer


def held(person: Person, row: int) -> HeldPicture | None:
    return person.window.leafing.reading.held.get(person.window.model.image_id(row))


def is_sharp(person: Person, row: int) -> bool:
    there = held(person, row)
    return there is not None and not there.picture.isNull()


def press(person: Person, key: Key) -> None:
    person.press(key, on=viewer_of(person).view)


# -- from one to the next -----------------------------------------------------------------------------------------


def test_the_grid_follows_the_viewer_and_is_where_it_was_closed(person: Person) -> None:
    viewer = open_viewer(person, 2)
    assert viewer.bar.place.text() == "3 of 30"
    person.until(lambda: viewer.windowTitle() == person.names()[2])
    press(person, Key.Key_Right)
    press(person, Key.Key_PageDown)
    person.until(lambda: viewer.windowTitle() == person.names()[4])
    viewer.bar.previous.click()
    press(person, Key.Key_Escape)
    assert not viewer.isVisible()
    assert person.window.grid.currentIndex().row() == 3
    assert person.window.grid.selected_ids() == [person.window.model.image_id(3)]
    person.until(lambda: person.window.grid.hasFocus())
    person.until(lambda: ("Name", person.names()[3]) in person.window.preview.metadata.rows())


def test_home_and_end_go_to_the_ends_and_not_beyond(person: Person) -> None:
    open_viewer(person, 5)
    press(person, Key.Key_End)
    assert person.window.grid.currentIndex().row() == 29
    press(person, Key.Key_Right)
    assert person.window.grid.currentIndex().row() == 29
    press(person, Key.Key_Home)
    press(person, Key.Key_Left)
    assert person.window.grid.currentIndex().row() == 0


def test_through_a_selection_it_goes_and_leaves_it_as_it_is(person: Person) -> None:
    chosen = select(person, 3, 8, 20)
    viewer = open_viewer(person)
    assert viewer.bar.place.text().endswith("of 3")
    press(person, Key.Key_Home)
    seen = [person.window.grid.current_id()]
    for _ in range(4):
        press(person, Key.Key_Right)
        seen.append(person.window.grid.current_id())
    assert seen == [*chosen, chosen[-1], chosen[-1]]
    press(person, Key.Key_Left)
    assert person.window.grid.chosen_ids() == [chosen[1]], "what is done is done to the one that is shown"
    press(person, Key.Key_Space)
    assert person.window.grid.selected_ids() == chosen
    assert person.window.grid.chosen_ids() == chosen
    assert person.window.grid.current_id() == chosen[1]


def test_it_goes_through_the_hits_of_a_query_which_stays(person: Person) -> None:
    person.double_click(4)
    names = person.until_found()
    viewer = open_viewer(person, 1)
    person.until(lambda: viewer.windowTitle() == names[1])
    press(person, Key.Key_Right)
    person.until(lambda: viewer.windowTitle() == names[2])
    press(person, Key.Key_Escape)
    assert person.names() == names
    assert person.current_name() == names[2]
    assert person.window.searching.query is not None


def test_the_window_below_is_as_it_was_left(person: Person) -> None:
    window = person.window
    person.click(12)
    bar = window.grid.verticalScrollBar()
    before = (bar.value(), window.grid.selected_ids(), window.browse_bar.browse(), window.centre.page)
    viewer = open_viewer(person)
    press(person, Key.Key_R)
    press(person, Key.Key_Z)
    press(person, Key.Key_I)
    viewer.close()
    assert (bar.value(), window.grid.selected_ids(), window.browse_bar.browse(), window.centre.page) == before
    assert not window.grid.only_current
    person.until(lambda: window.preview.view.has_image() and window.preview.view.held().width() > 0)


def test_enter_asks_for_what_is_shown_and_backspace_leads_back(person: Person) -> None:
    open_viewer(person, 6)
    press(person, Key.Key_Right)
    name = person.names()[7]
    press(person, Key.Key_Return)
    assert not viewer_of(person).isVisible()
    assert person.until_found()[0] == name


def test_a_page_over_the_grid_shows_its_pictures_by_itself(person: Person) -> None:
    person.click(1)
    menu = person.window.menus.by_text
    menu["&Copies and bursts"].trigger()
    person.until(lambda: person.window.viewing.is_of_page)
    menu["&Viewer"].trigger()
    assert not viewer_of(person).isVisible()


def test_when_all_pictures_go_from_the_grid_the_viewer_closes(person: Person) -> None:
    viewer = open_viewer(person, 2)
    ids = person.window.model.ids()
    person.window.model.set_images(ids[:0], keep_place=True)
    person.until(lambda: not viewer.isVisible())


@pytest.mark.parametrize(
    ("shown", "gone", "then"), [(2, [2], 3), (2, [1, 2, 3], 4), (29, [29], 28), (29, [28, 29], 27)]
)
def test_when_the_picture_goes_the_next_one_is_shown_and_at_the_end_the_one_before(
    person: Person, shown: int, gone: list[int], then: int
) -> None:
    viewer = open_viewer(person, shown)
    ids = person.window.model.ids()
    person.window.model.set_images(np.delete(ids, gone), keep_place=True)
    assert viewer.isVisible()
    assert viewer.panes.current_id() == person.window.grid.current_id() == ids[then]


def test_a_file_that_another_program_saves_meanwhile_is_shown_as_it_is_now(person: Person, photos: Path) -> None:
    path = next(photos.rglob(person.names()[4]))
    viewer = open_viewer(person, 4)
    person.until(lambda: is_sharp(person, 4))
    before = viewer.panes.current_id()
    Image.new("RGB", (320, 240), "blue").save(path)
    person.session.index()
    person.until(lambda: viewer.panes.current_id() != before)
    person.until(lambda: is_sharp(person, 4))
    assert person.current_name() == path.name
    middle = viewer.view.grab().toImage()
    assert middle.pixelColor(middle.width() // 2, middle.height() // 2).blue() > 200


def test_of_two_that_are_unlinked_the_one_that_is_zoomed_gets_all_its_pixels(person: Person, photos: Path) -> None:
    for name in ("y.jpg", "z.jpg"):
        Image.effect_noise((3000, 2000), 60).convert("RGB").save(photos / name)
    person.session.index()
    person.until_shown(32)
    person.until_idle()
    rows = [person.names().index(name) for name in ("y.jpg", "z.jpg")]
    select(person, *rows)
    viewer = open_viewer(person)
    press(person, Key.Key_B)
    person.until(lambda: all(is_sharp(person, row) for row in rows))
    press(person, Key.Key_U)
    (other,) = (view for view in viewer.views if view.isVisible() and view is not viewer.view)
    other.set_zoom(1.0)
    person.until(lambda: other.held() == QSize(3000, 2000))
    assert viewer.view.is_fitted()


def test_a_long_panorama_has_all_its_pixels_at_full_size(person: Person, photos: Path) -> None:
    Image.effect_noise((15000, 30), 60).convert("RGB").save(photos / "wide.jpg")
    person.session.index()
    person.until_shown(31)
    person.until_idle()
    viewer = open_viewer(person, person.names().index("wide.jpg"))
    press(person, Key.Key_Z)
    person.until(lambda: viewer.view.held() == QSize(15000, 30))


# -- sharp, and ahead ---------------------------------------------------------------------------------------------


def test_neighbours_are_decoded_ahead_the_way_a_person_goes(person: Person) -> None:
    open_viewer(person, 10)
    person.until(lambda: all(is_sharp(person, row) for row in (9, 10, 11, 12)))
    assert not is_sharp(person, 14)
    press(person, Key.Key_Left)
    assert viewer_of(person).view.held() == held(person, 9).picture.size(), "there at once"
    person.until(lambda: is_sharp(person, 8) and is_sharp(person, 7))


def test_it_is_decoded_in_the_size_in_which_it_is_seen_and_all_pixels_come_by_zooming(
    person: Person, photos: Path
) -> None:
    Image.effect_noise((3000, 2000), 60).convert("RGB").save(photos / "large.jpg")
    person.window.session.index()
    person.until_shown(31)
    person.until_idle()
    row = person.names().index("large.jpg")
    viewer = open_viewer(person, row)
    person.until(lambda: is_sharp(person, row))
    room = viewer.room()
    assert max(viewer.view.held().width(), 1) == min(3000, room.width(), room.height() * 3 // 2)
    press(person, Key.Key_Z)
    assert viewer.view.zoom() == 1.0
    person.until(lambda: viewer.view.held() == QSize(3000, 2000))
    press(person, Key.Key_PageDown if row < 30 else Key.Key_PageUp)
    assert held(person, row).whole.isNull(), "held only while it is looked at"


def test_what_is_held_is_let_go_when_it_closes(person: Person) -> None:
    viewer = open_viewer(person, 10)
    person.until(lambda: is_sharp(person, 11))
    viewer.close()
    assert len(person.window.leafing.reading.held) == 0
    assert not any(view.has_image() for view in viewer.views)


def test_many_pictures_leave_no_more_than_a_bound(person: Person) -> None:
    viewer = open_viewer(person, 0)
    pictures = person.window.leafing.reading.held
    person.until(lambda: is_sharp(person, 0))
    pictures._most_bytes = bound = 5 * held(person, 0).picture.sizeInBytes()
    for row in range(1, 30):
        press(person, Key.Key_Right)
        person.until(lambda row=row: is_sharp(person, row))
        assert pictures.bytes() <= bound
    assert viewer.bar.place.text() == "30 of 30"


# -- late, missing, broken ----------------------------------------------------------------------------------------


class GatedViewer(LentViewer):
    """Keeps a picture back until it is let through, as a slow disk would."""

    gates: dict[str, threading.Event]

    def view(self, path: bytes, longest: int) -> View:
        if (gate := self.gates.get(os.path.basename(os.fsdecode(path)))) is not None:
            assert gate.wait(180)
        return super().view(path, longest)


@pytest.fixture
def gates(kept_viewer: Viewer, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, threading.Event]]:
    kept_back: dict[str, threading.Event] = {}
    monkeypatch.setattr(GatedViewer, "gates", kept_back, raising=False)
    monkeypatch.setattr(f"{Session.__module__}.Viewer", lambda: GatedViewer(kept_viewer))
    yield kept_back
    for gate in kept_back.values():
        gate.set()


@pytest.fixture
def gated(gates: dict[str, threading.Event], indexed: IndexedLibrary, open_window: OpenWindow) -> Person:
    somebody = open_window(indexed.library)
    somebody.until_shown(30)
    return somebody


def test_a_picture_that_comes_late_never_lands_on_another(gated: Person, gates: dict[str, threading.Event]) -> None:
    late, other = gated.names()[3], gated.names()[4]
    gates[late] = threading.Event()
    viewer = open_viewer(gated, 3)
    assert viewer.view.held().width() > 0, "the thumbnail is there meanwhile"
    press(gated, Key.Key_Right)
    gates[late].set()
    gated.until(lambda: viewer.windowTitle() == other and is_sharp(gated, 4))
    shown = viewer.view.grab().toImage()
    gated.until(lambda: is_sharp(gated, 3))
    assert viewer.panes.current_id() == gated.window.model.image_id(4)
    assert viewer.view.grab().toImage() == shown


def test_who_closes_meanwhile_is_not_shown_it_later(gated: Person, gates: dict[str, threading.Event]) -> None:
    gates[gated.names()[3]] = threading.Event()
    viewer = open_viewer(gated, 3)
    viewer.close()
    gates[gated.names()[3]].set()
    gated.until(lambda: gated.window.preview.view.held().width() > 0)
    assert len(gated.window.leafing.reading.held) == 0
    assert not viewer.view.has_image()


def test_a_missing_file_shows_its_thumbnail_and_says_so(person: Person, photos: Path) -> None:
    path = next(photos.rglob(person.names()[5]))
    path.unlink()
    viewer = open_viewer(person, 5)
    person.until(lambda: viewer.view.note() == "The file or its drive is away; this is its thumbnail.")
    assert viewer.view.has_image()
    press(person, Key.Key_Right)
    person.until(lambda: is_sharp(person, 6))
    assert viewer.view.note() == ""


def test_a_broken_file_says_why(person: Person, photos: Path) -> None:
    next(photos.rglob(person.names()[5])).write_bytes(b"")
    viewer = open_viewer(person, 4)
    press(person, Key.Key_Right)
    person.until(lambda: "the file is empty" in viewer.view.note())
    assert viewer.view.note().endswith("This is its thumbnail.")
    press(person, Key.Key_Right)
    person.until(lambda: is_sharp(person, 6))


# -- side by side -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3, 4])
def test_b_shows_what_is_selected_side_by_side(person: Person, count: int) -> None:
    chosen = select(person, *(1, 4, 9, 16)[:count])
    viewer = open_viewer(person)
    press(person, Key.Key_B)
    assert viewer.panes.image_ids() == chosen
    person.until(lambda: all(is_sharp(person, row) for row in (1, 4, 9, 16)[:count]))
    press(person, Key.Key_Home)
    press(person, Key.Key_Plus)
    press(person, Key.Key_Plus)
    zooms = {round(view.part().enlarged, 3) for view in viewer.views if view.isVisible()}
    assert zooms == {1.562}
    press(person, Key.Key_PageDown)
    assert person.window.grid.current_id() == chosen[1]
    assert viewer.panes.image_ids() == chosen
    press(person, Key.Key_B)
    assert viewer.panes.image_ids() == [chosen[1]]
    viewer.close()
    assert person.window.grid.selected_ids() == chosen


def test_without_a_selection_it_is_this_one_and_the_next_and_they_move_on(person: Person) -> None:
    ids = person.window.model.ids().tolist()
    viewer = open_viewer(person, 4)
    press(person, Key.Key_B)
    assert viewer.panes.image_ids() == ids[4:6]
    press(person, Key.Key_Right)
    assert viewer.panes.image_ids() == ids[4:6]
    assert viewer.panes.current_id() == ids[5]
    press(person, Key.Key_Right)
    assert viewer.panes.image_ids() == ids[5:7]
    press(person, Key.Key_End)
    assert viewer.panes.image_ids() == ids[28:30]
    press(person, Key.Key_Home)
    assert viewer.panes.image_ids() == ids[:2]


def test_of_more_than_four_the_four_around_the_current_one(person: Person) -> None:
    chosen = select(person, *range(7))
    viewer = open_viewer(person)
    press(person, Key.Key_Home)
    press(person, Key.Key_B)
    assert viewer.panes.image_ids() == chosen[:4]
    for _ in range(4):
        press(person, Key.Key_PageDown)
    assert viewer.panes.image_ids() == chosen[1:5]


def test_the_menu_opens_it_side_by_side_at_once(person: Person) -> None:
    chosen = select(person, 2, 3)
    person.window.menus.by_text["Side by si&de"].trigger()
    person.until(lambda: viewer_of(person).panes.image_ids() == chosen)
    viewer_of(person).close()


def test_a_click_on_another_makes_it_the_current_one(person: Person) -> None:
    chosen = select(person, 2, 3)
    viewer = open_viewer(person)
    press(person, Key.Key_B)
    other = next(view for view in viewer.views if view.isVisible() and view is not viewer.view)
    QTest.mouseClick(other, LEFT, NONE)
    person.until(lambda: viewer.view is other)
    assert person.window.grid.current_id() in chosen
    assert person.window.grid.selected_ids() == chosen


# -- what a picture is --------------------------------------------------------------------------------------------


def test_turned_transparent_sixteen_bit_and_moving_pictures_are_right(person: Person, photos: Path) -> None:
    corners = make.four_corners(640, 480)
    stored = make.as_stored(corners, 6)
    (photos / "exif.jpg").write_bytes(make.saved(stored, "JPEG", exif=make.exif_bytes(orientation=6), quality=95))
    see_through = Image.new("RGBA", (320, 240), (255, 0, 0, 0))
    see_through.save(photos / "alpha.png")
    (photos / "deep.png").write_bytes(make.png_16_bit_rgb())
    (photos / "moving.gif").write_bytes(make.with_green_pages("GIF"))
    person.window.session.index()
    person.until_shown(34)
    person.until_idle()
    names = person.names()
    viewer = open_viewer(person, names.index("exif.jpg"))

    def colour(name: str, x: float, y: float) -> QColor:
        row = names.index(name)
        person.window.grid.show_image(person.window.model.image_id(row))
        person.until(lambda: is_sharp(person, row) and viewer.windowTitle() == name)
        place = viewer.view.image_rect()
        seen = viewer.view.grab().toImage()
        point = (place.x() + place.width() * x, place.y() + place.height() * y)
        return seen.pixelColor(round(point[0]), round(point[1]))

    expected = corners.getpixel((30, 30))
    found = colour("exif.jpg", 0.05, 0.06)
    assert all(abs(a - b) < 12 for a, b in zip(found.getRgb()[:3], expected, strict=True)), (found, expected)
    assert viewer.view.image_rect().width() > viewer.view.image_rect().height()
    assert colour("alpha.png", 0.5, 0.5).name() == "#ffffff"
    assert colour("moving.gif", 0.1, 0.5).red() > 200, "the first of its frames"
    colour("deep.png", 0.5, 0.5)
    assert viewer.view.note() == ""
