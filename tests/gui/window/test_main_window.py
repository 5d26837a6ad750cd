"""The window as a person uses it, on a small library that is indexed: clicks, keys, queries, the way back."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt, QTimer, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QMessageBox, QWidget

from engine import log_file
from engine.library import open_library
from engine.store import labels, waiting_rows
from gui.grid.tile_delegate import TileDelegate
from gui.library.folder_tree import SKIPPED
from gui.search.incoming import NOTHING
from tests.behind_the_back import behind_the_back
from tests.conftest import IndexedLibrary
from tests.gui.person import ALT, CONTROL, LEFT, NONE, SHIFT, Key, Person
from tests.gui.window_fixtures import OpenWindow
from tests.photo_makers import KINDS


def row_of(person: Person, name: str) -> int:
    return person.names().index(name)


def find(person: Person, name: str) -> list[str]:
    """Find pictures similar to this one, with Enter."""
    person.click(row_of(person, name))
    person.press(Key.Key_Return, on=person.window.grid)
    return person.until_found()


# -- beginning ----------------------------------------------------------------------------------------------------


def test_an_empty_library_says_how_to_begin(newcomer: Person) -> None:
    assert newcomer.window.centre.currentWidget() is newcomer.window.empty
    assert "Ctrl+O" in newcomer.window.empty.accessibleDescription()
    assert newcomer.window.empty._button.isVisible()


def test_browsing_shows_all_pictures_with_their_number_and_the_keys_go_to_the_grid(person: Person) -> None:
    window = person.window
    assert window.browse_bar.title.text() == "All pictures  ·  30"
    assert window.centre.currentWidget() is window.grid
    assert QApplication.focusWidget() is window.grid
    person.press(Key.Key_Right)
    assert window.grid.current_id() is not None


# -- from a picture to its neighbours -----------------------------------------------------------------------------


def test_a_click_selects_and_shows_the_picture_and_searches_nothing(person: Person) -> None:
    person.click(7)
    person.until(lambda: person.window.preview.image_id() == person.window.model.image_id(7))
    assert ("Name", person.names()[7]) in person.window.preview.metadata.rows()
    assert person.window.searching.query is None
    person.until(lambda: person.window.preview.view.has_image())


def test_enter_finds_the_pictures_that_show_the_same(person: Person) -> None:
    for kind in KINDS:
        asked = f"{kind}-2.jpg"
        find(person, asked)
        person.until(lambda asked=asked: person.names()[0] == asked)
        assert person.kinds(6) == {kind}
        assert person.rows() == 30


def test_a_double_click_finds_similar_pictures(person: Person) -> None:
    name = person.names()[3]
    person.double_click(3)
    assert person.until_found()[0] == name


def test_the_magnifier_of_a_tile_finds_similar_pictures_with_one_click(person: Person) -> None:
    grid, name = person.window.grid, person.names()[4]
    button = TileDelegate.button_rect(grid.visualRect(person.window.model.index(4))).center()
    QTest.mouseMove(grid.viewport(), button)
    QTest.mouseClick(grid.viewport(), LEFT, NONE, button)
    assert person.until_found()[0] == name


def test_the_button_in_the_preview_finds_similar_pictures(person: Person) -> None:
    person.click(5)
    name = person.names()[5]
    person.until(lambda: person.window.preview.image_id() == person.window.model.image_id(5))
    QTest.mouseClick(person.window.preview._actions.similar, LEFT)
    assert person.until_found()[0] == name


def test_every_hit_carries_its_distance_and_browsing_has_none(person: Person) -> None:
    assert set(person.distances()) == {None}
    find(person, "bricks-0.jpg")
    distances = person.distances()
    assert distances[0] == 0 < min(distances[1:])
    person.until_tiles()
    spoken = person.window.model.index(1).data()
    assert f"distance {distances[1]}" in spoken


def test_after_a_search_the_keys_go_on_from_the_best_hit(person: Person) -> None:
    find(person, "discs-1.jpg")
    assert person.current_name() == "discs-1.jpg"
    person.press(Key.Key_Right)
    assert person.window.grid.currentIndex().row() == 1


def test_enter_pressed_rapidly_ends_with_the_hits_of_the_last_query(person: Person) -> None:
    person.click(0)
    for _ in range(12):
        person.press(Key.Key_Return, on=person.window.grid)
        person.press(Key.Key_Right, on=person.window.grid)
    last = person.window.searching.query
    names = person.until_found()
    assert last is not None
    assert person.window.model.image_id(0) == last.pictures[0].image_id
    assert len(names) == 30
    assert len(person.chips()) == 1


# -- other ways to ask --------------------------------------------------------------------------------------------


def test_a_dropped_picture_file_is_searched_for_and_never_moved(person: Person, photos: Path) -> None:
    assert person.drop_paths(photos / "sunset" / "sunset-4.jpg") == Qt.DropAction.CopyAction
    assert person.until_found()[0] == "sunset-4.jpg"
    assert person.kinds(6) == {"sunset"}
    person.until(lambda: person.chips() == ["sunset-4.jpg"])
    assert (photos / "sunset" / "sunset-4.jpg").exists()


def test_a_file_path_on_the_clipboard_is_searched_for(person: Person, photos: Path) -> None:
    QGuiApplication.clipboard().setText(str(photos / "leaves" / "leaves-1.jpg"))
    person.press(Key.Key_V, CONTROL)
    assert person.until_found()[0] == "leaves-1.jpg"


def test_a_pasted_picture_is_searched_for_and_then_a_part_of_it_drawn_with_the_mouse(
    person: Person, photos: Path
) -> None:
    """One window for both, as the model's process is started once."""
    QGuiApplication.clipboard().setImage(QImage(str(photos / "stripes" / "stripes-3.jpg")))
    person.press(Key.Key_V, CONTROL)
    person.until_found()
    assert person.kinds(6) == {"stripes"}
    person.until(lambda: person.chips() == ["Pasted picture"])

    person.press(Key.Key_Escape)
    person.until_shown(30)
    two = _add_two_in_one(person, photos)
    person.click(row_of(person, two))
    _draw(person, 0.55, 0.05, 0.95, 0.95)  # the right half
    person.until(lambda: person.chips() == [f"Part of {two}"])
    person.until_found()
    assert person.kinds(6) <= {"leaves", two.split("-")[0]}


def _add_two_in_one(person: Person, photos: Path) -> str:
    """A picture with a sunset on the left and leaves on the right."""
    left, right = (Image.open(photos / kind / f"{kind}-0.jpg") for kind in ("sunset", "leaves"))
    both = np.concatenate([np.asarray(left), np.asarray(right)], axis=1)
    Image.fromarray(both).save(photos / "both-0.jpg", quality=95)
    person.press(Key.Key_F5)
    person.until_idle()
    person.until_shown(31)
    return "both-0.jpg"


def _draw(person: Person, left: float, top: float, right: float, bottom: float) -> None:
    """Take "Search part…", draw over the picture in the preview, and press the button that comes up."""
    preview = person.window.preview
    person.until(lambda: preview.image_id() == person.window.grid.current_id())
    person.until(lambda: preview.view.has_image())
    # Until the picture itself is there: a better version would not disturb, but its size is needed here.
    QTest.mouseClick(preview._actions.part, LEFT)
    overlay = preview.view._crop
    person.until(overlay.isVisible)
    place = preview.view.image_rect()
    start = QPoint(round(place.left() + place.width() * left), round(place.top() + place.height() * top))
    end = QPoint(round(place.left() + place.width() * right), round(place.top() + place.height() * bottom))
    QTest.mousePress(overlay, LEFT, NONE, start)
    QTest.mouseMove(overlay, (start + end) / 2)
    QTest.mouseMove(overlay, end)
    QTest.mouseRelease(overlay, LEFT, NONE, end)
    assert overlay.part().width() > 0
    QTest.mouseClick(overlay._find, LEFT)


def test_own_images_dropped_on_the_query_bar_are_searched_for_but_on_the_grid_they_are_not(
    person: Person,
) -> None:
    person.click(2)
    person.click(9, CONTROL)
    names = {person.names()[2], person.names()[9]}
    mime = person.window.model.mime_data_of(person.window.grid.selected_ids())
    assert person.drop(mime, on=person.window.grid) is None
    assert person.window.searching.query is None
    assert person.drop(mime, on=person.window.query_bar) == Qt.DropAction.CopyAction
    person.until_found()
    person.until(lambda: set(person.chips()) == names)


def test_what_cannot_be_used_is_refused(person: Person, tmp_path: Path) -> None:
    web = QMimeData()
    web.setUrls([QUrl("https://example.org/cat.jpg")])
    assert person.drop(web) is None
    person.drop_paths(tmp_path / "gone.jpg")
    person.until(lambda: person.said() == "“gone.jpg” cannot be opened: No such file or directory.")
    QGuiApplication.clipboard().setText("just some words")
    person.press(Key.Key_V, CONTROL)
    person.until(lambda: person.said() == NOTHING)
    assert person.window.searching.query is None


def test_an_empty_clipboard_is_said_and_raises_nothing(person: Person) -> None:
    QGuiApplication.clipboard().clear()
    person.press(Key.Key_V, CONTROL)
    person.until(lambda: person.said() == NOTHING)
    assert person.window.searching.query is None


def test_two_drops_one_right_after_the_other_both_arrive(newcomer: Person, photos: Path) -> None:
    newcomer.drop_paths(photos / "discs")
    newcomer.drop_paths(photos / "leaves")
    newcomer.until(lambda: len(newcomer.session.library.folders()) == 2)
    newcomer.until_idle()
    newcomer.until_shown(12)


def test_ctrl_v_in_the_filter_pastes_text_there_and_searches_nothing(person: Person, photos: Path) -> None:
    QGuiApplication.clipboard().setText(str(photos / "leaves" / "leaves-1.jpg"))
    person.press(Key.Key_F, CONTROL)
    person.press(Key.Key_V, CONTROL)
    assert person.window.browse_bar.filter.text().endswith("leaves-1.jpg")
    assert person.window.searching.query is None


# -- several pictures ---------------------------------------------------------------------------------------------


def test_pictures_are_added_turned_to_minus_and_removed(person: Person) -> None:
    window = person.window
    find(person, "bricks-0.jpg")
    person.click(row_of(person, "sunset-0.jpg"))
    person.press(Key.Key_A, CONTROL | SHIFT)
    person.until_found()
    person.until(lambda: person.chips() == ["bricks-0.jpg", "sunset-0.jpg"])
    person.until(lambda: all(map(window.query_bar.has_picture_image, window.searching.query.pictures)))
    assert person.kinds(12) == {"bricks", "sunset"}

    second = window.query_bar.chips.chips()[1]
    second.setFocus()
    person.press(Key.Key_Minus, on=second)
    names = person.until_found()
    assert [p.minus for p in window.searching.query.pictures] == [False, True]
    assert person.kinds(6) == {"bricks"}
    assert "sunset-0.jpg" not in names

    person.press(Key.Key_Delete, on=window.query_bar.chips.chips()[1])
    person.until_found()
    person.until(lambda: person.chips() == ["bricks-0.jpg"])
    person.press(Key.Key_Delete, on=window.query_bar.chips.chips()[0])
    person.until_shown(30)
    assert window.searching.query is None


def test_a_picture_is_excluded_by_its_key_and_by_the_button_in_the_preview(person: Person) -> None:
    window = person.window
    assert not window.preview._actions.minus.isEnabled()
    find(person, "bricks-0.jpg")
    assert window.preview._actions.minus.isEnabled()
    person.click(row_of(person, "discs-0.jpg"))
    person.press(Key.Key_X, CONTROL | SHIFT)
    assert "discs-0.jpg" not in person.until_found()
    person.click(row_of(person, "discs-1.jpg"))
    person.until(lambda: ("Name", "discs-1.jpg") in window.preview.metadata.rows())
    QTest.mouseClick(window.preview._actions.minus, LEFT)
    assert len(window.searching.query.pictures) == 3
    assert "discs-1.jpg" not in person.until_found()


def test_the_only_picture_of_a_query_cannot_be_excluded_from_it(person: Person) -> None:
    find(person, "bricks-0.jpg")
    person.click(0)
    person.press(Key.Key_X, CONTROL | SHIFT)
    assert [p.minus for p in person.window.searching.query.pictures] == [False]
    assert person.said() == "A query needs at least one picture to be similar to."


def test_adding_all_pictures_of_a_large_selection_is_refused(person: Person, monkeypatch) -> None:
    monkeypatch.setattr("gui.pictures.searching.MOST_PICTURES", 10)
    person.press(Key.Key_A, CONTROL, on=person.window.grid)
    person.press(Key.Key_A, CONTROL | SHIFT)
    assert person.said() == "A query can hold 10 pictures; these are 30."
    assert person.window.searching.query is None


# -- back and forward ---------------------------------------------------------------------------------------------


def test_back_and_forward_go_through_the_queries_and_return_to_where_one_was(person: Person) -> None:
    window = person.window
    person.until(window.timeline.isVisible)  # it takes its room from the pictures
    person.click(25)
    at = window.grid.verticalScrollBar().value()
    browsed = person.names()[25]
    first = find(person, browsed)
    second = find(person, "discs-3.jpg")
    assert first != second
    person.press(Key.Key_Backspace, on=window.grid)
    assert person.until_found() == first
    person.press(Key.Key_Left, ALT)
    person.until_shown(30)
    person.until(lambda: window.browse_bar.title.text() == "All pictures  ·  30")
    assert person.current_name() == browsed
    assert window.grid.verticalScrollBar().value() == at
    assert not window.query_bar.chips.isVisible()
    person.press(Key.Key_Right, ALT)
    assert person.until_found() == first
    person.press(Key.Key_Right, ALT)
    assert person.until_found() == second
    person.press(Key.Key_Escape)
    person.until(lambda: window.browse_bar.title.text() == "All pictures  ·  30")


# -- filters on the hits ------------------------------------------------------------------------------------------


def test_the_distance_slider_and_the_number_change_the_hits(person: Person) -> None:
    filters = person.window.query_bar.filters
    find(person, "stripes-0.jpg")
    farthest = person.distances()[5]
    filters.slider.largest.setValue(farthest)
    person.until(lambda: person.rows() < 30)
    assert max(person.distances()) <= farthest
    assert person.kinds(30) == {"stripes"}
    filters.slider.largest.setValue(filters.slider.bits())
    person.until_shown(30)
    filters.number.setValue(4)
    person.until_shown(4)
    assert person.window.browse_bar.title.text() == "Similar pictures  ·  4"
    filters.slider.smallest.setValue(1)
    person.until(lambda: person.names()[0] != "stripes-0.jpg")


def test_no_hit_in_the_range_is_said_with_what_to_do(person: Person) -> None:
    find(person, "stripes-0.jpg")
    slider = person.window.query_bar.filters.slider
    slider.smallest.setValue(slider.bits())
    person.until_shown(0)
    person.until(lambda: person.window.centre.currentWidget() is person.window.empty)
    assert "Widen the distance" in person.window.empty.accessibleDescription()
    slider.smallest.setValue(0)
    person.until_shown(30)
    assert person.window.centre.currentWidget() is person.window.grid
    assert QApplication.focusWidget() is not None


def test_the_names_of_a_querys_pictures_come_late_and_leave_the_slider_where_it_was_moved(person: Person) -> None:
    find(person, "stripes-0.jpg")
    searching, slider = person.window.searching, person.window.query_bar.filters.slider
    slider.smallest.setValue(slider.bits())
    person.until_shown(0)
    assert searching.query is not None
    with ThreadPoolExecutor(1) as elsewhere:
        chips = elsewhere.submit(searching._chips.read, searching.query.pictures).result()
    slider.smallest.setValue(0)
    searching._on_chips_read(chips)
    assert slider.smallest.value() == 0
    assert person.chips() == ["stripes-0.jpg"]
    person.until_shown(30)


def test_a_folder_is_browsed_without_a_query_and_filters_the_hits_with_one(person: Person, photos: Path) -> None:
    window, discs = person.window, os.fsencode(photos / "discs")
    person.choose_folder(discs)
    person.until_shown(6)
    assert window.browse_bar.title.text() == "discs  ·  6"

    find(person, "discs-0.jpg")
    assert person.rows() == 30  # a query looks everywhere
    assert window.library_panel.tree.currentIndex().data() == "All pictures  (30)"
    person.choose_folder(os.fsencode(photos / "bricks"))
    person.until_shown(6)
    assert person.kinds(6) == {"bricks"}
    assert window.query_bar.filters.folder_filter.isVisible()
    QTest.mouseClick(window.query_bar.filters.folder_filter, LEFT)
    person.until_shown(30)

    person.press(Key.Key_Escape)
    person.until_shown(6)
    assert window.browse_bar.title.text() == "discs  ·  6"
    assert window.library_panel.tree.currentIndex().data() == "discs  (6)"


# -- browsing -----------------------------------------------------------------------------------------------------


def test_missing_pictures_are_shown_with_their_thumbnail_and_can_be_hidden(
    person: Person, indexed: IndexedLibrary
) -> None:
    gone = indexed.id_of("bricks/bricks-1.jpg")
    (indexed.photos / "bricks" / "bricks-1.jpg").unlink()
    person.press(Key.Key_F5)
    person.until_idle()
    window = person.window
    person.until_tiles()
    row = window.model.row_of(gone)
    person.until(lambda: window.model.tile(row).missing)
    assert window.model.tile(row).pixmap is not None
    person.click(row)
    person.until(lambda: any("missing" in value for _, value in window.preview.metadata.rows()))
    assert window.preview.view.has_image()

    window.browse_bar.missing.click()
    person.until_shown(29)
    assert "bricks-1.jpg" not in person.names()
    find(person, "bricks-0.jpg")
    assert "bricks-1.jpg" in person.names()
    window.query_bar.filters.show_missing.click()
    person.until_shown(29)
    assert "bricks-1.jpg" not in person.names()


def test_sorting_and_filtering_change_what_is_shown(person: Person) -> None:
    bar = person.window.browse_bar
    assert person.names()[0] == "bricks-0.jpg"
    bar.sort.setCurrentText("Name")
    QTest.mouseClick(bar.direction, LEFT)
    person.until(lambda: person.names()[0] == "sunset-5.jpg")
    person.press(Key.Key_F, CONTROL)
    assert QApplication.focusWidget() is bar.filter
    QTest.keyClicks(bar.filter, "LEAVES-")
    person.until_shown(6)
    assert person.kinds(6) == {"leaves"}
    QTest.keyClicks(bar.filter, "nothing")
    person.until(lambda: person.window.centre.currentWidget() is person.window.empty)
    assert QApplication.focusWidget() is bar.filter
    bar.filter.clear()
    person.until_shown(30)


def test_what_is_typed_into_the_filter_just_before_a_query_does_not_take_the_grid_from_it(
    person: Person,
) -> None:
    QTest.keyClicks(person.window.browse_bar.filter, "leaves")
    person.click(0)
    person.press(Key.Key_Return, on=person.window.grid)
    person.until_found()
    person.qtbot.wait(300)  # longer than typing may settle
    assert person.rows() == 30
    person.press(Key.Key_Escape)
    person.until_shown(6)  # and counts when the query is left


def test_changing_the_folder_while_thumbnails_load_leaves_the_right_pictures(person: Person, photos: Path) -> None:
    for kind in KINDS * 4:
        person.choose_folder(os.fsencode(photos / kind))
    person.until(lambda: person.rows() == 6 and person.kinds(6) == {"bricks"})
    person.until_tiles()
    for row in range(6):
        assert person.window.model.tile(row).name == person.names()[row]


def test_the_path_is_copied_exactly(person: Person, photos: Path) -> None:
    QGuiApplication.clipboard().clear()
    person.click(row_of(person, "discs-2.jpg"))
    person.press(Key.Key_C, CONTROL | SHIFT)
    person.until(lambda: person.said().startswith("Copied: "))
    assert QGuiApplication.clipboard().text() == str(photos / "discs" / "discs-2.jpg")
    person.click(row_of(person, "discs-3.jpg"), CONTROL)
    person.press(Key.Key_C, CONTROL | SHIFT)
    person.until(lambda: person.said() == "Copied: 2 paths")
    assert len(QGuiApplication.clipboard().text().splitlines()) == 2


class FileManager(QObject):
    """Stands where the system's file manager does."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.opened.append(url.toLocalFile())


@pytest.fixture
def file_manager() -> Iterator[FileManager]:
    manager = FileManager()
    QDesktopServices.setUrlHandler("file", manager, "open")
    yield manager
    QDesktopServices.unsetUrlHandler("file")


def test_a_picture_and_a_folder_are_shown_in_the_file_manager(
    person: Person, photos: Path, file_manager: FileManager
) -> None:
    person.click(row_of(person, "discs-2.jpg"))
    person.press(Key.Key_F, CONTROL | SHIFT)
    person.until(lambda: file_manager.opened == [str(photos / "discs")])
    person.window.library_panel.open_requested.emit(os.fsencode(photos))
    assert file_manager.opened[-1] == str(photos)


def test_the_log_is_shown_or_it_is_said_where_it_would_be(person: Person, file_manager: FileManager) -> None:
    entries = [action for menu in person.window.menuBar().actions() for action in menu.menu().actions()]
    (show_log,) = (action for action in entries if action.text() == "Show &log")
    Path(log_file.path()).unlink(missing_ok=True)
    show_log.trigger()
    assert person.said() == f"The log is {log_file.path()}."
    handler = log_file.handler()
    show_log.trigger()
    assert file_manager.opened == [log_file.path()]
    handler.close()


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a popup without a screen
def test_the_context_menu_offers_what_can_be_done_with_the_selected_pictures(person: Person) -> None:
    person.click(3)
    person.window.grid.context_menu_requested.emit(
        person.window.mapToGlobal(QPoint(300, 300)), person.window.grid.selected_ids()
    )
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    texts = [action.text() for action in menu.actions() if action.text()]
    assert texts[0] == "Find &similar"
    name = person.names()[3]
    menu.actions()[0].trigger()
    menu.close()
    assert person.until_found()[0] == name


# -- the viewer --------------------------------------------------------------------------------------------


def test_the_viewer_opens_steps_searches_and_closes_by_keys(person: Person) -> None:
    window = person.window
    person.click(2)
    person.press(Key.Key_Space, on=window.grid)
    assert window.viewer.isVisible()
    person.until(lambda: window.viewer.windowTitle() == person.names()[2])
    person.until(window.viewer.view.has_image)
    person.press(Key.Key_Right, on=window.viewer.view)
    person.until(lambda: window.viewer.windowTitle() == person.names()[3])
    person.press(Key.Key_Left, on=window.viewer.view)
    person.press(Key.Key_Left, on=window.viewer.view)
    person.until(lambda: window.viewer.windowTitle() == person.names()[1])
    person.press(Key.Key_Space, on=window.viewer.view)
    assert not window.viewer.isVisible()
    assert window.grid.currentIndex().row() == 1

    person.press(Key.Key_Space, on=window.grid)
    name = person.names()[1]
    person.press(Key.Key_Return, on=window.viewer.view)
    assert not window.viewer.isVisible()
    assert person.until_found()[0] == name


def test_at_the_first_and_last_picture_the_viewer_stays(person: Person) -> None:
    window = person.window
    person.click(29)
    person.press(Key.Key_Space, on=window.grid)
    person.press(Key.Key_Right, on=window.viewer.view)
    assert window.grid.currentIndex().row() == 29
    window.viewer.close()


# -- skipped files ------------------------------------------------------------------------------------------------


def test_a_skipped_file_is_listed_with_its_reason_and_appears_when_mended_and_retried(
    person: Person, photos: Path
) -> None:
    window = person.window
    whole = (photos / "discs" / "discs-0.jpg").read_bytes()
    broken = photos / "broken.jpg"
    broken.write_bytes(whole[:200])
    stamp = os.stat(photos / "discs").st_mtime_ns
    os.utime(broken, ns=(stamp, stamp))
    person.press(Key.Key_F5)
    person.until_idle()
    assert "Skipped files  (1)" in person.tree()

    person.choose_folder(SKIPPED)
    person.until(lambda: window.skipped.tree.topLevelItemCount() == 1)
    assert window.centre.currentWidget() is window.skipped
    item = window.skipped.tree.topLevelItem(0).child(0)
    assert item.text(0) == "broken.jpg"
    assert len(item.text(1)) > 5
    assert item.text(2) == str(photos)

    # Another picture of the same size and time, so that only the retry can make it known.
    mended = Image.effect_noise((64, 64), 80)
    mended.save(broken, "JPEG")
    with broken.open("r+b") as file:
        file.truncate(max(200, broken.stat().st_size))
    os.utime(broken, ns=(stamp, stamp))
    QTest.mouseClick(window.skipped.retry, LEFT)
    person.until_idle()
    assert "broken.jpg" in person.names()
    assert window.centre.currentWidget() is window.grid
    assert not any(row.startswith("Skipped") for row in person.tree())


def test_a_window_on_a_library_whose_backup_waits_says_so(person: Person, open_window: OpenWindow) -> None:
    library = person.session.library
    with library.writing() as db:
        labels.assign(db, "sea", [])
    behind_the_back(library, "UPDATE labels SET name = 'mountain'")
    person.window.close_unasked()
    again = open_window(open_library(library.path))
    notice = "The backup of your labels is not renewed: Rows of the library are damaged"
    assert notice in again.said()
    again.session.index()  # as the program does when its window opens
    assert notice in again.said()
    again.until_idle()
    again.until(lambda: notice in again.said())


# -- two windows, missing drives ----------------------------------------------------------------------------------


def test_a_second_window_on_the_same_library_says_so_and_can_search(
    person: Person, open_window: OpenWindow
) -> None:
    second = open_library(person.session.library.path)
    assert second.read_only
    reader = open_window(second)
    assert "open in another DualHash" in reader.said()
    reader.until_shown(30)
    find(reader, "leaves-0.jpg")
    assert reader.kinds(6) == {"leaves"}
    reader.press(Key.Key_F5)
    assert "can only be read" in reader.said()
    assert reader.session.job is None


def test_a_folder_that_is_away_is_marked_and_its_pictures_are_shown_and_found(
    person: Person, photos: Path, tmp_path: Path
) -> None:
    photos.rename(tmp_path / "unplugged")
    person.press(Key.Key_F5)
    person.until_idle()
    assert "photos  (30)  (not available)" in person.tree()
    assert "Not available now" in person.said()
    person.until_tiles()
    tiles = [person.window.model.tile(row) for row in range(6)]
    assert all(tile.pixmap is not None and not tile.missing for tile in tiles)
    find(person, "leaves-0.jpg")
    assert person.kinds(6) == {"leaves"}

    (tmp_path / "unplugged").rename(photos)
    person.press(Key.Key_F5)
    person.until_idle()
    assert "photos  (30)" in person.tree()


def test_coming_back_to_the_window_shows_whether_a_drive_is_there(
    person: Person, photos: Path, tmp_path: Path
) -> None:
    other = QWidget()
    person.qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    person.until(lambda: not person.window.isActiveWindow())
    photos.rename(tmp_path / "unplugged")
    person.window.activateWindow()
    person.until(lambda: "photos  (30)  (not available)" in person.tree())


def test_a_removed_folder_is_asked_about_and_leaves_tree_grid_and_hits(
    person: Person, indexed: IndexedLibrary, qtbot
) -> None:
    def answer(button: str) -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        next(each for each in box.buttons() if each.text().replace("&", "") == button).click()

    QTimer.singleShot(0, lambda: answer("Cancel"))
    person.window.library_panel.remove_requested.emit(indexed.folder)
    assert person.session.library.folders() == [indexed.folder]
    person.choose_folder(os.fsencode(indexed.photos / "discs"))
    person.until_shown(6)
    QTimer.singleShot(0, lambda: answer("Remove"))
    person.window.library_panel.remove_requested.emit(indexed.folder)
    person.until_idle()
    person.until_shown(0)
    assert person.tree() == ["All pictures  (0)"]
    assert person.window.browse_bar.title.text().startswith("All pictures")
    assert "Ctrl+O" in person.window.empty.accessibleDescription()
    assert len(list(indexed.photos.rglob("*.jpg"))) == 30
    assert waiting_rows.count(person.session.library.db, [indexed.folder.id]) == 0


def test_a_window_that_was_closed_begins_nothing_whoever_calls(person: Person) -> None:
    window, session = person.window, person.session
    window.browsing.refresh_soon()
    session.library_changed.emit()
    assert any(timer.isActive() for timer in window.findChildren(QTimer))
    window.close()
    session.library_changed.emit()
    window.browsing.refresh_soon()
    window.browsing.refresh()
    QApplication.sendEvent(window, QEvent(QEvent.Type.ActivationChange))
    assert not any(timer.isActive() for timer in window.findChildren(QTimer))


@pytest.mark.parametrize("size", [(820, 520), (1280, 800)])
def test_a_query_does_not_move_the_pictures(person: Person, size: tuple[int, int]) -> None:
    grid, window = person.window.grid, person.window
    window.resize(*size)
    person.until(lambda: (window.width(), window.height()) == size)
    top = grid.mapTo(window, QPoint(0, 0)).y()
    person.double_click(0)
    person.until_found()
    person.until(window.query_bar.filters.isVisible)
    assert grid.mapTo(window, QPoint(0, 0)).y() == top
    assert window.query_bar.filters.mapTo(window, QPoint(0, 0)).y() > top
    person.press(Key.Key_Escape)
    person.until(lambda: not window.query_bar.filters.isVisible())
    assert grid.mapTo(window, QPoint(0, 0)).y() == top


def test_several_selected_pictures_are_counted_at_the_bottom(person: Person) -> None:
    person.click(0)
    assert person.window.job_bar.selected.text() == ""
    person.click(4, SHIFT)
    person.until(lambda: person.window.job_bar.selected.text() == "5 selected")
    person.press(Key.Key_A, CONTROL, on=person.window.grid)
    person.until(lambda: person.window.job_bar.selected.text() == "30 selected")


def test_what_computes_is_no_line_that_stays(person: Person) -> None:
    person.window.session.device_chosen.emit("CPU, as no NVIDIA driver was found")
    texts = [label.text() for label in person.window.findChildren(QLabel)]
    assert not any("driver" in text for text in texts)
