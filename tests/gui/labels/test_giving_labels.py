"""Labels as a person gives them: typed, by hotkey, by dropping, in the preview; shown at once everywhere."""

from PySide6.QtCore import QMimeData, QPoint
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from engine.store.label_list import Label
from gui.labels.label_rows import Kind
from gui.widgets.label_colours import colour_of
from tests.gui.labeller import (
    click_label,
    drop_on_labels,
    entry,
    give,
    hotkeys,
    in_preview,
    of_image,
    on_tile,
    panel,
    place_of,
    select,
    stored,
    undo,
    until_listed,
)
from tests.gui.person import CONTROL, LEFT, NONE, SHIFT, Key, Person

HOSTILE = "<b>x</b> & \u202e %s'"


# -- typing --------------------------------------------------------------------------------------------------------


def test_the_empty_panel_says_how_to_begin(person: Person) -> None:
    panel = person.window.labels.panel
    assert panel.begin.isVisible()
    assert any("press L" in label.text() for label in panel.findChildren(QLabel))


def test_a_typed_label_shows_at_once_in_tiles_preview_counts_and_the_sentence(person: Person) -> None:
    first, second = select(person, 3, 4)
    give(person, "round")
    until_listed(person, {"round": 2})
    assert of_image(person, first) == of_image(person, second) == ["round"]
    person.until(lambda: on_tile(person, 3) == on_tile(person, 4) == ["round"])
    assert on_tile(person, 5) == []
    person.until(lambda: in_preview(person) == ["round"])
    assert person.said() == "“round” given to 2 pictures."
    assert "label round" in person.window.model.index(3).data()
    assert hotkeys(person) == {"round": "1"}
    assert not person.window.labels.panel.begin.isVisible()


def test_a_mark_of_the_labels_colour_is_painted_on_the_tile(person: Person) -> None:
    person.until_tiles()
    grid = person.window.grid

    def corner() -> list[int]:
        box = grid.visualRect(person.window.model.index(0))
        picture = grid.viewport().grab(box).toImage()
        return [
            picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height() // 2, box.height())
        ]

    before = corner()
    select(person, 0)
    give(person, "round")
    person.until(lambda: on_tile(person, 0) == ["round"])
    person.press(Key.Key_Right)
    blue = Label(1, "round")
    assert before.count(colour_of(blue).rgba()) == 0
    person.until(lambda: corner().count(colour_of(blue).rgba()) > 20)


def test_completion_gives_the_marked_label_and_ctrl_enter_what_is_typed(labelled: Person) -> None:
    select(labelled, 8)
    labelled.press(Key.Key_L, on=labelled.window.grid)
    line = entry(labelled).line
    QTest.keyClicks(line, "RO")
    assert [row.text for row in entry(labelled).model.rows()] == ["round", "New label “RO”"]
    labelled.press(Key.Key_Return)
    labelled.until(lambda: panel(labelled)["round"] == 5)
    QTest.keyClicks(line, "ro")
    labelled.press(Key.Key_Return, CONTROL)
    labelled.until(lambda: panel(labelled).get("ro") == 1)
    QTest.keyClicks(line, "r")
    labelled.press(Key.Key_Down)  # red, ro, round, new
    labelled.press(Key.Key_Down)
    labelled.press(Key.Key_Up)
    labelled.press(Key.Key_Up)
    labelled.press(Key.Key_Return)
    labelled.until(lambda: panel(labelled)["red"] == 3)
    assert labelled.window.searching.query is None, "Ctrl+Enter is the entry's own while it is open"


def test_several_labels_typed_with_semicolons_are_one_step(person: Person) -> None:
    select(person, 0, 1, 2)
    give(person, "round; red ;; big", keys=CONTROL)
    until_listed(person, {"big": 3, "red": 3, "round": 3})
    undo(person)
    until_listed(person, {})


def test_the_entry_shows_what_the_selection_has_fully_or_partly_and_takes_it_away(labelled: Person) -> None:
    select(labelled, 1, 2, 3)
    labelled.press(Key.Key_L, on=labelled.window.grid)
    chips = entry(labelled).chips
    labelled.until(
        lambda: [(c.label.name, c.having, c.of) for c in chips.chips()] == [("red", 2, 3), ("round", 3, 3)]
    )
    assert chips.chips()[0].accessibleName() == "Label red, on 2 of 3 pictures"
    labelled.press(Key.Key_Backspace)  # to the last of them
    assert QApplication.focusWidget() is chips.chips()[1]
    labelled.press(Key.Key_Delete)
    until_listed(labelled, {"red": 2, "round": 1})
    labelled.until(lambda: [c.label.name for c in chips.chips()] == ["red"])
    QTest.mouseClick(chips.chips()[0], LEFT, NONE, QPoint(20, 10))  # give it to all
    until_listed(labelled, {"red": 3, "round": 1})
    labelled.until(lambda: chips.chips()[0].is_whole())
    QTest.mouseClick(chips.chips()[0].close_button, LEFT)
    until_listed(labelled, {"red": 0, "round": 1})
    labelled.until(lambda: not chips.chips())


def test_the_entry_follows_the_selection_and_keeps_the_keys_while_the_library_is_read(labelled: Person) -> None:
    select(labelled, 0)
    labelled.press(Key.Key_L, on=labelled.window.grid)
    assert entry(labelled).title.text() == "Label 1 picture"
    labelled.until_idle()
    assert QApplication.focusWidget() is entry(labelled).line
    labelled.click(4)
    labelled.click(6, SHIFT)
    assert entry(labelled).title.text() == "Label 3 pictures"
    QTest.keyClicks(entry(labelled).line, "green")
    labelled.press(Key.Key_Return, on=entry(labelled).line)
    labelled.until(lambda: panel(labelled).get("green") == 3)


def test_undo_in_the_entry_takes_back_the_label_that_was_just_given(labelled: Person) -> None:
    select(labelled, 8)
    labelled.press(Key.Key_L, on=labelled.window.grid)
    line = entry(labelled).line
    QTest.keyClicks(line, "zebra")
    labelled.press(Key.Key_Return)
    until_listed(labelled, {"red": 2, "round": 4, "zebra": 1})
    labelled.press(Key.Key_Z, CONTROL)
    assert line.text() == "", "what was entered is no typing any more"
    until_listed(labelled, {"red": 2, "round": 4})
    labelled.press(Key.Key_Z, CONTROL | SHIFT)
    until_listed(labelled, {"red": 2, "round": 4, "zebra": 1})
    assert QApplication.focusWidget() is line


def test_undo_in_the_entry_is_about_the_typing_while_there_is_any(labelled: Person) -> None:
    select(labelled, 8)
    labelled.press(Key.Key_L, on=labelled.window.grid)
    line = entry(labelled).line
    QTest.keyClicks(line, "zeb")
    line.selectAll()
    labelled.press(Key.Key_Delete)
    labelled.press(Key.Key_Z, CONTROL)
    assert line.text() == "zeb"
    labelled.press(Key.Key_Z, CONTROL)
    assert line.text() == ""
    labelled.until_idle()
    assert stored(labelled) == {"red": 2, "round": 4}


def test_a_mark_in_the_suggestions_stays_when_numbers_change(labelled: Person) -> None:
    select(labelled, 8)
    labelled.press(Key.Key_L, on=labelled.window.grid)
    QTest.keyClicks(entry(labelled).line, "r")
    labelled.press(Key.Key_Down)
    marked = entry(labelled).suggestions.currentIndex().data()
    labelled.window.labels.labelling.give({"red": [labelled.window.model.image_id(9)]})
    labelled.until(lambda: panel(labelled)["red"] == 3)
    assert entry(labelled).suggestions.currentIndex().data() == marked == "round"


def test_a_held_backspace_that_empties_the_line_takes_no_label_away(labelled: Person) -> None:
    select(labelled, 0)
    labelled.press(Key.Key_L, on=labelled.window.grid)
    labelled.until(lambda: entry(labelled).chips.chips())
    line = entry(labelled).line
    for _ in range(5):
        for kind in (QKeyEvent.Type.KeyPress, QKeyEvent.Type.KeyRelease):
            event = QKeyEvent(kind, Key.Key_Backspace, NONE, "\b", True)
            QApplication.sendEvent(QApplication.focusWidget(), event)
    assert QApplication.focusWidget() is line
    labelled.until_idle()
    assert stored(labelled) == {"red": 2, "round": 4}


def test_escape_in_the_entry_closes_it_and_leaves_the_query_alone(labelled: Person) -> None:
    labelled.click(0)
    labelled.press(Key.Key_Return, on=labelled.window.grid)
    labelled.until_found()
    labelled.press(Key.Key_L, on=labelled.window.grid)
    labelled.press(Key.Key_Escape)
    assert not entry(labelled).isVisible()
    assert labelled.window.searching.query is not None


def test_what_cannot_be_a_label_is_said_and_nothing_is_stored(person: Person) -> None:
    select(person, 0)
    give(person, "x" * 201, keys=CONTROL)
    person.until(lambda: "too long" in person.said())
    assert stored(person) == {}


def test_without_any_picture_l_says_what_to_do(newcomer: Person) -> None:
    newcomer.press(Key.Key_L)
    assert not entry(newcomer).isVisible()
    assert "Select pictures first" in newcomer.said()


def test_labels_are_shown_literally_everywhere(person: Person) -> None:
    select(person, 0)
    give(person, HOSTILE, keys=CONTROL)
    person.until(lambda: HOSTILE in panel(person))
    row = next(row for row in person.window.labels.panel.model.rows() if row.kind is Kind.LABEL)
    assert row.text == HOSTILE.replace("\u202e", "\ufffd")
    assert person.said() == f"“{row.text}” given to 1 picture."
    click_label(person, HOSTILE)
    person.until_shown(1)
    assert row.text in person.window.browse_bar.title.text()


def test_joined_emoji_are_spelt_as_they_were_typed_in_sentences_too(person: Person) -> None:
    family = "👨\u200d👩\u200d👧"
    select(person, 0)
    give(person, family, keys=CONTROL)
    person.until(lambda: person.said() == f"“{family}” given to 1 picture.")


def test_a_name_from_right_to_left_leaves_the_order_of_the_sentence_alone(person: Person) -> None:
    select(person, 0)
    give(person, "שם", keys=CONTROL)
    person.until(lambda: person.said() == "“\u2068שם\u2069” given to 1 picture.")
    assert not person.window.job_bar.text.text().startswith("\u2068"), "the sentence itself runs as ever"
    click_label(person, "שם")
    person.until_shown(1)
    assert person.window.browse_bar.title.text() == "\u2068שם\u2069  ·  1"


# -- dragging ------------------------------------------------------------------------------------------------------


def test_pictures_dropped_on_a_label_get_it(labelled: Person) -> None:
    select(labelled, 6, 7, 8)
    mime = labelled.window.grid.make_drag().mimeData()
    assert drop_on_labels(labelled, mime, place_of(labelled, "red"))
    until_listed(labelled, {"red": 5, "round": 4})
    labelled.until(lambda: on_tile(labelled, 7) == ["red"])
    assert labelled.window.searching.query is None
    undo(labelled)
    until_listed(labelled, {"red": 2, "round": 4})


def test_pictures_dropped_beside_the_labels_are_asked_for_a_new_one(labelled: Person) -> None:
    select(labelled, 6, 7)
    mime = labelled.window.grid.make_drag().mimeData()
    labelled.click(0)
    view = labelled.window.labels.panel.view
    assert drop_on_labels(labelled, mime, QPoint(20, view.viewport().height() - 5))
    assert entry(labelled).title.text() == "Label 2 pictures"
    QTest.keyClicks(entry(labelled).line, "new one")
    labelled.press(Key.Key_Return, on=entry(labelled).line)
    labelled.until(lambda: panel(labelled).get("new one") == 2)


def test_unlabelled_is_no_label_to_drop_on_and_foreign_files_are_left_to_the_window(labelled: Person) -> None:
    select(labelled, 6)
    mime = labelled.window.grid.make_drag().mimeData()
    assert not drop_on_labels(labelled, mime, place_of(labelled, "Unlabelled"))
    other = QMimeData()
    other.setData("application/x-other", b"hello")
    assert not drop_on_labels(labelled, other, place_of(labelled, "red"))
    labelled.until_idle()
    assert stored(labelled) == {"red": 2, "round": 4}


# -- the preview ---------------------------------------------------------------------------------------------------


def test_the_preview_shows_takes_and_adds_labels_of_the_current_picture(labelled: Person) -> None:
    select(labelled, 1)
    labelled.until(lambda: in_preview(labelled) == ["red", "round"])
    chip = labelled.window.preview.labels.chips()[0]
    QTest.mouseClick(chip.close_button, LEFT)
    labelled.until(lambda: in_preview(labelled) == ["round"])
    QTest.mouseClick(labelled.window.preview.label_button, LEFT)
    QTest.keyClicks(entry(labelled).line, "new")
    labelled.press(Key.Key_Return, on=entry(labelled).line)
    labelled.until(lambda: in_preview(labelled) == ["new", "round"])
    labelled.press(Key.Key_Escape)
    labelled.press(Key.Key_Return, on=labelled.window.preview.labels.chips()[1])
    labelled.until_shown(4)
    assert labelled.window.browse_bar.browse().label == "round"


def test_the_preview_of_a_picture_without_labels_shows_none(labelled: Person) -> None:
    select(labelled, 1)
    labelled.until(lambda: in_preview(labelled) == ["red", "round"])
    select(labelled, 9)
    labelled.until(lambda: in_preview(labelled) == [])
