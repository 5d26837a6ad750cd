"""Saying of hits that they are the same as the query, or not: by key, menu, button; hidden, shown again, undone."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from engine.library import open_library
from engine.search.query import QueryPicture
from engine.store import decisions
from tests.conftest import IndexedLibrary
from tests.gui.person import CONTROL, LEFT, SHIFT, Key, Person
from tests.gui.window_fixtures import OpenWindow
from tests.photo_makers import photo


@pytest.fixture
def asking(person: Person) -> Person:
    """Somebody who looks at the hits of bricks-0."""
    ask(person, "bricks-0.jpg")
    return person


def ask(person: Person, name: str) -> None:
    grid = person.window.grid
    if person.window.searching.query is not None:
        person.press(Key.Key_Escape, on=grid)
        person.until_shown(30)
    person.click(person.names().index(name))
    person.press(Key.Key_Return, on=grid)
    person.until(lambda: person.window.searching.found is not None and person.names()[0] == name)


def go_to(person: Person, row: int) -> int:
    image_id = person.window.model.image_id(row)
    person.click(row)
    return image_id


def said(person: Person) -> dict[int, bool]:
    """What is stored about the image asked for."""
    return decisions.of_query(person.session.library.db, person.window.model.image_id(0))


def press_and_wait(
    person: Person, key: Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """A key in the grid, until its effect is stored and the hits are shown again."""
    with person.qtbot.waitSignal(person.window.searching.hits_shown):
        person.press(key, modifiers, on=person.window.grid)


def test_s_marks_a_hit_as_the_same_and_s_again_takes_it_back(asking: Person) -> None:
    hit = go_to(asking, 2)
    press_and_wait(asking, Key.Key_S)
    assert said(asking) == {hit: True}
    assert asking.window.model.decided(2) is True
    assert "the same" in asking.window.model.index(2).data(Qt.ItemDataRole.AccessibleTextRole)
    assert asking.window.grid.current_id() == hit
    press_and_wait(asking, Key.Key_S)
    assert said(asking) == {}
    assert asking.window.model.decided(2) is None


def test_a_marked_hit_looks_different_from_an_unmarked_one_and_a_rejected_one(asking: Person) -> None:
    def look() -> object:
        asking.until_tiles()
        asking.window.grid.clearFocus()
        return (
            asking.window.grid.viewport()
            .grab(asking.window.grid.visualRect(asking.window.model.index(2)))
            .toImage()
        )

    go_to(asking, 2)
    plain = look()
    asking.window.grid.setFocus()
    press_and_wait(asking, Key.Key_S)
    accepted = look()
    asking.window.grid.setFocus()
    press_and_wait(asking, Key.Key_X)
    with asking.qtbot.waitSignal(asking.window.searching.hits_shown):
        asking.window.query_bar.show_rejected.click()
    go_to(asking, 2)
    rejected = look()
    assert plain != accepted
    assert accepted != rejected
    assert plain != rejected


def test_x_hides_a_hit_from_this_query_ever_after_and_the_keys_go_on_with_the_next(asking: Person) -> None:
    before = asking.names()
    rejected, following = go_to(asking, 1), asking.window.model.image_id(2)
    press_and_wait(asking, Key.Key_X)
    assert asking.names() == before[:1] + before[2:]
    assert asking.window.grid.current_id() == following
    assert "not the same" in asking.said()
    press_and_wait(asking, Key.Key_X)
    assert asking.names() == before[:1] + before[3:]
    assert said(asking) == {rejected: False, following: False}
    ask(asking, "leaves-0.jpg")
    assert before[1] in asking.names(), "another query knows nothing of it"
    ask(asking, "bricks-0.jpg")
    assert asking.names() == before[:1] + before[3:]
    ask(asking, before[1])
    assert "bricks-0.jpg" not in asking.names(), "it is about the pair"


def test_what_was_said_is_kept_for_good(indexed: IndexedLibrary, open_window: OpenWindow) -> None:
    first = open_window(indexed.library)
    first.until_shown(30)
    ask(first, "bricks-0.jpg")
    gone, same = first.names()[1], first.names()[2]
    go_to(first, 1)
    press_and_wait(first, Key.Key_X)
    press_and_wait(first, Key.Key_S)
    first.window.close()
    again = open_window(open_library(indexed.library.path))
    again.until_shown(30)
    ask(again, "bricks-0.jpg")
    assert gone not in again.names()
    assert again.names()[1] == same
    assert again.window.model.decided(1) is True


def test_the_last_hit_of_all_can_be_rejected_too(asking: Person) -> None:
    go_to(asking, 29)
    press_and_wait(asking, Key.Key_X)
    assert asking.rows() == 29
    assert asking.window.grid.currentIndex().row() == 28


def test_several_hits_at_once_in_one_step(asking: Person) -> None:
    before = asking.names()
    asking.click(3)
    asking.click(6, SHIFT)
    press_and_wait(asking, Key.Key_X)
    assert asking.names() == before[:3] + before[7:]
    assert asking.current_name() == before[7]
    press_and_wait(asking, Key.Key_Z, CONTROL)
    assert asking.names() == before
    assert said(asking) == {}


def test_undo_and_redo_bring_a_hit_back_and_away_again(asking: Person) -> None:
    before = asking.names()
    go_to(asking, 1)
    press_and_wait(asking, Key.Key_X)
    press_and_wait(asking, Key.Key_Z, CONTROL)
    assert asking.names() == before
    press_and_wait(asking, Key.Key_Z, CONTROL | SHIFT)
    assert asking.names() == before[:1] + before[2:]


def test_undo_gives_back_what_was_said_before_not_nothing(asking: Person) -> None:
    hit = go_to(asking, 1)
    press_and_wait(asking, Key.Key_S)
    press_and_wait(asking, Key.Key_X)
    assert said(asking) == {hit: False}
    press_and_wait(asking, Key.Key_Z, CONTROL)
    assert said(asking) == {hit: True}


def test_rejected_hits_are_shown_on_demand_marked_and_can_be_taken_back(asking: Person) -> None:
    before, box = asking.names(), asking.window.query_bar.show_rejected
    assert not box.isVisible()
    hit = go_to(asking, 1)
    press_and_wait(asking, Key.Key_X)
    assert box.isVisible()
    assert box.text() == "Show rejected (1)"
    with asking.qtbot.waitSignal(asking.window.searching.hits_shown):
        box.click()
    assert asking.names() == before
    assert asking.window.model.decided(1) is False
    go_to(asking, 1)
    press_and_wait(asking, Key.Key_X)
    assert said(asking) == {}
    assert hit in asking.window.model.ids()
    assert asking.window.model.decided(1) is None
    assert not box.isVisible()


def test_what_is_shown_on_demand_is_not_shown_with_the_next_query_too(asking: Person) -> None:
    hit = go_to(asking, 1)
    press_and_wait(asking, Key.Key_X)
    with asking.qtbot.waitSignal(asking.window.searching.hits_shown):
        asking.window.query_bar.show_rejected.click()
    go_to(asking, 1)
    with asking.qtbot.waitSignal(asking.window.searching.hits_shown):
        asking.press(Key.Key_Return, on=asking.window.grid)
    asking.until(lambda: asking.window.model.image_id(0) == hit)
    assert "bricks-0.jpg" not in asking.names()
    assert not asking.window.query_bar.show_rejected.isChecked()
    assert asking.window.query_bar.show_rejected.text() == "Show rejected (1)"


def test_the_preview_has_two_buttons_that_show_what_was_said(asking: Person) -> None:
    buttons = asking.window.decisions.buttons
    assert not buttons.isVisible(), "the query itself is shown"
    hit = go_to(asking, 2)
    asking.until(buttons.isVisible)
    with asking.qtbot.waitSignal(asking.window.searching.hits_shown):
        QTest.mouseClick(buttons.same, LEFT)
    assert said(asking) == {hit: True}
    assert (buttons.same.isChecked(), buttons.not_the_same.isChecked()) == (True, False)
    go_to(asking, 3)
    assert (buttons.same.isChecked(), buttons.not_the_same.isChecked()) == (False, False)
    with asking.qtbot.waitSignal(asking.window.searching.hits_shown):
        QTest.mouseClick(buttons.not_the_same, LEFT)
    assert list(said(asking).values()).count(False) == 1
    asking.press(Key.Key_Escape, on=asking.window.grid)
    asking.until_shown(30)
    asking.click(1)
    assert not buttons.isVisible(), "without a query there is nothing to be the same as"


def test_the_context_menu_offers_both_and_marks_what_was_said(asking: Person, monkeypatch) -> None:
    opened: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, *_: opened.append(menu))
    go_to(asking, 2)
    press_and_wait(asking, Key.Key_S)
    asking.window.menus.open_context_menu(asking.window.pos())
    entries = {action.text().replace("&", ""): action for action in opened[0].actions()}
    assert entries["Same as the query"].isChecked()
    assert not entries["Not the same as the query"].isChecked()
    with asking.qtbot.waitSignal(asking.window.searching.hits_shown):
        entries["Not the same as the query"].trigger()
    assert list(said(asking).values()) == [False]
    opened[0].close()


def test_in_the_viewer_one_goes_from_hit_to_hit_by_x(asking: Person) -> None:
    go_to(asking, 1)
    following = asking.names()[2]
    asking.press(Key.Key_Space, on=asking.window.grid)
    viewer = asking.window.viewer
    asking.qtbot.waitExposed(viewer)
    asking.until(viewer.view.hasFocus)
    with asking.qtbot.waitSignal(asking.window.searching.hits_shown):
        asking.press(Key.Key_X, on=viewer.view)
    asking.until(lambda: viewer.windowTitle() == following)
    assert list(said(asking).values()) == [False]
    viewer.close()


def test_the_query_itself_is_not_decided_about(asking: Person) -> None:
    go_to(asking, 0)
    asking.press(Key.Key_X, on=asking.window.grid)
    assert "same as itself" in asking.said()
    asking.click(0)
    asking.click(1, SHIFT)
    press_and_wait(asking, Key.Key_S)
    assert list(said(asking)) == [asking.window.model.image_id(1)], "among others it is left out"


def test_of_several_pictures_a_part_or_one_from_outside_it_is_said_why_nothing_can_be_decided(
    asking: Person, tmp_path: Path
) -> None:
    window = asking.window
    photo("discs", 40).save(tmp_path / "new.png")
    for ask_for, sentence in (
        (lambda: window.searching.add(window.model.image_id(9)), "several pictures"),
        (
            lambda: window.searching.find_pictures(
                [QueryPicture(image_id=window.model.image_id(0), crop=(0, 0, 50, 50))]
            ),
            "only a part",
        ),
        (lambda: asking.drop_paths(tmp_path / "new.png"), "not in it"),
    ):
        with asking.qtbot.waitSignal(window.searching.hits_shown):
            ask_for()
        asking.click(3)
        for key in (Key.Key_S, Key.Key_X):
            window.say("")
            asking.press(key, on=window.grid)
            assert sentence in asking.said()
        assert not window.decisions.buttons.isVisible()
    assert decisions.all_decisions(asking.session.library.db) == []


def test_a_dropped_file_that_the_library_knows_is_its_image(asking: Person, photos: Path) -> None:
    with asking.qtbot.waitSignal(asking.window.searching.hits_shown):
        asking.drop_paths(photos / "discs" / "discs-0.jpg")
    hit = go_to(asking, 1)
    press_and_wait(asking, Key.Key_X)
    assert said(asking) == {hit: False}


def test_without_a_query_and_behind_a_page_the_keys_do_nothing(asking: Person) -> None:
    window = asking.window
    go_to(asking, 1)
    asking.press(Key.Key_K, CONTROL)
    assert not window.menus.by_text["&Not the same as the query"].isEnabled()
    asking.press(Key.Key_X)
    asking.press(Key.Key_G, CONTROL)
    assert window.menus.by_text["&Not the same as the query"].isEnabled()
    asking.press(Key.Key_Escape, on=window.grid)
    asking.until_shown(30)
    asking.click(3)
    asking.press(Key.Key_X, on=window.grid)
    asking.press(Key.Key_S, on=window.grid)
    asking.until_idle()
    assert decisions.all_decisions(asking.session.library.db) == []


def test_letters_typed_into_a_field_decide_nothing(asking: Person) -> None:
    go_to(asking, 1)
    tree = asking.window.library_panel.tree
    tree.setFocus()
    asking.press(Key.Key_X, on=tree)
    asking.press(Key.Key_S, on=tree)
    asking.until_idle()
    assert decisions.all_decisions(asking.session.library.db) == []


def test_in_a_library_that_can_only_be_read_it_is_said_so(indexed: IndexedLibrary, open_window: OpenWindow) -> None:
    reader = open_window(open_library(indexed.library.path, write=False))
    reader.until_shown(30)
    ask(reader, "bricks-0.jpg")
    hit = go_to(reader, 1)
    reader.press(Key.Key_X, on=reader.window.grid)
    assert reader.window.grid.current_id() == hit, "the keys go on only when the hit goes"
    reader.until(lambda: "reading only" in reader.said())
    assert reader.rows() == 30
