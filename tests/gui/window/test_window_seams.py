"""Where other parts join the window: panels at its sides, pages in its centre, entries in its menus."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from engine.errors import BugError
from engine.library import open_library
from gui.widgets.menus import MenuEntry
from tests.gui.person import CONTROL, LEFT, SHIFT, Key, Person
from tests.gui.window_fixtures import OpenWindow


def tall_panel(name: str, rows: int = 30) -> QWidget:
    panel = QWidget()
    column = QVBoxLayout(panel)
    for row in range(rows):
        column.addWidget(QPushButton(f"{name} has a button with quite a number of words, {row}"))
    return panel


# -- panels -------------------------------------------------------------------------------------------------------


def test_panels_of_any_size_leave_the_smallest_window_as_small_as_it_was(newcomer: Person) -> None:
    window = newcomer.window
    for number in range(3):
        window.left.add_panel(tall_panel(f"Left {number}"), f"Left {number}")
        window.right.add_panel(tall_panel(f"Right {number}"), f"Right {number}")
    window.resize(100, 100)
    newcomer.until(lambda: window.left.height() < 450)
    assert (window.width(), window.height()) == (820, 520)
    needed = window.centralWidget().minimumSizeHint()
    assert needed.width() <= 820
    assert needed.height() + window.menuBar().height() <= 520
    for column in (window.left, window.right):
        assert min(column.sizes()) >= 48
        assert sum(column.sizes()) <= column.height()


def test_the_first_panel_keeps_most_of_its_column_and_the_keys_reach_the_others(newcomer: Person) -> None:
    window, panel = newcomer.window, tall_panel("Sample")
    window.right.add_panel(panel, "Sample")
    newcomer.until(panel.isVisible)
    assert window.right.sizes()[0] > window.right.sizes()[1] > 100
    last = panel.findChildren(QPushButton)[-1]
    assert last.visibleRegion().isEmpty()
    last.setFocus()
    panel.findChildren(QPushButton)[-2].setFocus()
    newcomer.press(Key.Key_Tab)
    assert QApplication.focusWidget() is last
    newcomer.until(lambda: not last.visibleRegion().isEmpty())  # scrolled to


def test_a_panel_that_hides_leaves_its_room_to_the_others_and_gets_it_back(newcomer: Person) -> None:
    window, panel = newcomer.window, tall_panel("Sample")
    whole = window.right.sizes()[0]
    window.right.add_panel(panel, "Sample")
    window.right.setSizes([whole - 150, 150])
    window.right.splitterMoved.emit(whole - 150, 1)
    panel.hide()
    newcomer.until(lambda: window.right.sizes() == [whole, 0])
    assert window.right.heights()["Sample"] == 150
    panel.show()
    newcomer.until(lambda: window.right.sizes()[1] == 150)


@pytest.mark.parametrize("moved", [90, 300])
def test_the_heights_of_panels_are_remembered_by_their_names(
    open_window: OpenWindow, tmp_path: Path, moved: int
) -> None:
    first = open_window(open_library(str(tmp_path / "library")), size=(820, 700)).window
    first.right.add_panel(tall_panel("Sample"), "Sample")
    total = sum(first.left.sizes())
    first.left.setSizes([total - moved, moved])
    first.right.setSizes([200, 10_000])
    left, right = first.left.sizes(), first.right.sizes()
    first.close()

    again = open_window(open_library(str(tmp_path / "library")), size=None)
    again.window.right.add_panel(tall_panel("Sample"), "Sample")
    again.until(lambda: (again.window.left.sizes(), again.window.right.sizes()) == (left, right))


@pytest.mark.parametrize(
    "text", ["[1, 2]", '{"Labels": "high", "Library": -5}', "{", '{"Labels": 1e99}', "[" * 9999]
)
def test_heights_that_cannot_be_read_are_forgotten(open_window: OpenWindow, tmp_path: Path, text: str) -> None:
    library = open_library(str(tmp_path / "library"))
    (tmp_path / "library" / "window.ini").write_text(f"[General]\nleft={text}\n")
    window = open_window(library).window
    assert min(window.left.sizes()) > 100


# -- pages --------------------------------------------------------------------------------------------------------


def test_a_page_covers_the_grid_until_it_is_left(person: Person) -> None:
    window, page = person.window, QLabel("One after the other")
    window.centre.add_page("walk", page)
    assert window.centre.page is None
    window.centre.show_page("walk")
    assert page.isVisible()
    assert not window.browse_bar.isVisible()
    assert window.centre.page == "walk"
    person.press(Key.Key_G, CONTROL)
    assert window.centre.currentWidget() is QApplication.focusWidget() is window.grid
    assert window.browse_bar.isVisible()
    assert window.centre.page is None


def test_a_page_is_not_disturbed_when_the_library_changes_also_behind_a_query(person: Person) -> None:
    window, page = person.window, QLabel("One after the other")
    window.centre.add_page("walk", page)
    person.double_click(0)
    person.until_found()
    window.centre.show_page("walk")
    with person.qtbot.waitSignal(window.searching.hits_shown):
        person.session.index()
    person.until_idle()
    assert window.centre.page == "walk"
    window.centre.leave_page()
    assert window.centre.currentWidget() is window.grid


def test_a_query_and_a_chosen_folder_leave_the_page(person: Person) -> None:
    window = person.window
    window.centre.add_page("walk", QLabel("One after the other"))
    person.click(0)
    window.centre.show_page("walk")
    person.press(Key.Key_Return, CONTROL, on=window)
    person.until_found()
    assert window.centre.page is None
    window.centre.show_page("walk")
    person.choose_folder(b"")
    assert window.centre.page is None


def test_one_page_gives_way_to_another(person: Person) -> None:
    window = person.window
    window.centre.add_page("walk", QLabel("One after the other"))
    person.press(Key.Key_K, CONTROL)
    assert window.centre.page == "skipped"
    window.centre.show_page("walk")
    assert window.centre.page == "walk"
    window.turns.back_to_grid()
    assert window.centre.currentWidget() is window.grid


# -- menus --------------------------------------------------------------------------------------------------------


def titles(person: Person) -> list[str]:
    return [action.text().replace("&", "") for action in person.window.menuBar().actions()]


def test_menus_appear_in_their_order_when_something_is_in_them(newcomer: Person) -> None:
    before = set(titles(newcomer))
    newcomer.window.menus.add("&Model", [MenuEntry("T&rain at once", "", lambda: None)])
    newcomer.window.menus.add("&Labels", [MenuEntry("Put &down", "", lambda: None)])
    order = ["Library", "Search", "View", "Picture", "Labels", "Model", "Help"]
    assert titles(newcomer) == [title for title in order if title in before | {"Labels", "Model"}]


def test_an_added_entry_works_by_its_key_and_stands_in_the_list_of_keys(newcomer: Person) -> None:
    done: list[str] = []
    menus = newcomer.window.menus
    (action,) = menus.add("&Picture", [MenuEntry("&Put aside", "Ctrl+Alt+J", lambda: done.append("put aside"))])
    assert menus.by_text["&Put aside"] is action
    assert action in dict(menus.sections())["&Picture"]
    QTest.keySequence(newcomer.window, "Ctrl+Alt+J")
    action.setEnabled(False)
    QTest.keySequence(newcomer.window, "Ctrl+Alt+J")
    assert done == ["put aside"]


def test_sections_are_set_off_by_a_line(newcomer: Person) -> None:
    menus = newcomer.window.menus
    menus.add("&Help", [MenuEntry("About a", "", lambda: None), None, MenuEntry("About b", "", lambda: None)])
    texts = [action.text() for action in dict(menus.sections())["&Help"]]
    assert texts[-5:] == ["A&bout DualHash", "", "About a", "", "About b"]


def test_what_nobody_knows_is_a_mistake_of_ours(newcomer: Person) -> None:
    menus = newcomer.window.menus
    with pytest.raises(BugError):
        menus.add("&Nonsense", [MenuEntry("A", "", lambda: None)])
    with pytest.raises(BugError):
        menus.add("&Help", [MenuEntry("&Keys", "", lambda: None)])
    with pytest.raises(BugError):
        menus.in_context_menu("No such entry")


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a popup without a screen
def test_an_entry_and_a_submenu_of_others_stand_in_the_context_menu_and_know_the_chosen_pictures(
    person: Person,
) -> None:
    window, chosen = person.window, []
    window.menus.add("&Picture", [MenuEntry("&Put aside", "", lambda: chosen.extend(window.grid.chosen_ids()))])
    submenu = QMenu("Put into", window)
    submenu.addAction(QAction("a box", submenu))
    window.menus.in_context_menu("&Put aside", submenu)
    person.click(3)
    person.click(5, CONTROL | SHIFT)
    window.grid.context_menu_requested.emit(window.mapToGlobal(QPoint(300, 300)), window.grid.selected_ids())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    entries = {action.text(): action for action in menu.actions()}
    assert entries["Put into"].menu() is submenu
    entries["&Put aside"].trigger()
    menu.close()
    assert chosen == window.grid.selected_ids()
    assert len(chosen) == 3


def test_without_a_selection_an_action_is_about_the_current_picture(person: Person) -> None:
    person.click(4)
    QTest.mouseClick(person.window.grid.viewport(), LEFT, CONTROL, person.point_of(4))
    assert person.window.grid.selected_ids() == []
    assert person.window.grid.chosen_ids() == [person.window.model.image_id(4)]
