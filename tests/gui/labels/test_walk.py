"""Labelling the doubtful by keyboard: asked, answered, skipped, taken back; the ranking follows each answer."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

from engine.learning.doubtful import look
from engine.library import Library, open_library
from engine.progress import finish
from engine.store import label_edits, labels, versions
from gui.labels.walk_dialog import WalkDialog
from gui.window.keys_dialog import KeysDialog
from tests.conftest import IndexedLibrary
from tests.gui.person import CONTROL, LEFT, NONE, Key, Person
from tests.gui.window_fixtures import OpenWindow
from tests.jobs.feature_rows import grow
from tests.photo_makers import KINDS


class Walker:
    """Somebody who walks through the doubtful pictures."""

    def __init__(self, person: Person, indexed: IndexedLibrary) -> None:
        self.person, self.indexed = person, indexed

    @property
    def library(self) -> Library:
        return self.person.session.library

    @property
    def dialog(self) -> WalkDialog:
        dialog = self.person.window.walk.dialog
        assert dialog is not None
        return dialog

    def begin(self) -> None:
        self.until(self.person.window.isActiveWindow)
        self.person.press(Key.Key_D, CONTROL, on=self.person.window.grid)
        self.until(lambda: self.dialog.question.text() or self.told())
        self.person.qtbot.waitExposed(self.dialog)

    def until(self, holds: Callable[[], object]) -> None:
        self.person.until(holds)

    def press(self, key: Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """A key, once the window is ready for it: nobody answers what is not shown yet."""
        self.until_ready()
        QTest.keyClick(self.dialog.focusWidget() or self.dialog, key, modifiers)

    def until_ready(self) -> None:
        self.until(lambda: not self.person.window.walk._waiting)

    def answer(self, key: Key) -> str:
        """A key that leads to another picture; returns its name."""
        before = self.picture()
        self.press(key)
        self.until(lambda: self.told() or self.picture() != before)
        self.until_ready()
        return self.picture()

    def picture(self) -> str:
        return self.dialog.name.text()

    def kind(self) -> str:
        return self.picture().split("-")[0]

    def image(self) -> int:
        return self.indexed.id_of(f"{self.kind()}/{self.picture()}")

    def asked(self) -> str:
        return self.dialog.question.text()

    def told(self) -> str:
        """What is said in place of a question."""
        return "" if self.dialog.question.isVisible() else self.dialog.message.accessibleDescription()

    def progress(self) -> str:
        return self.dialog.progress.text()

    def labels_of(self, name: str) -> list[str]:
        image_id = self.indexed.id_of(f"{name.split('-')[0]}/{name}")
        return labels.of_images(self.library.db, [image_id]).get(image_id, [])

    def first_of_ranking(self) -> int:
        """As if one looked for it anew."""
        question = finish(look(self.library)).most_doubtful()
        assert question is not None
        return question.image_id


def give(library: Library, indexed: IndexedLibrary, each: int, kinds: list[str] | None = None) -> None:
    with library.writing() as db:
        for kind in kinds or KINDS:
            labels.assign(db, kind, [indexed.id_of(f"{kind}/{kind}-{n}.jpg") for n in range(each)])


@pytest.fixture
def walker(indexed: IndexedLibrary, open_window: OpenWindow) -> Walker:
    """Somebody with 30 pictures, of whose five kinds two each are labelled."""
    give(indexed.library, indexed, 2)
    person = open_window(indexed.library)
    person.until_shown(30)
    return Walker(person, indexed)


def test_the_most_doubtful_picture_is_asked_about_first_large_with_its_neighbours(walker: Walker) -> None:
    walker.begin()
    assert walker.image() == walker.first_of_ranking()
    question = finish(look(walker.library)).about(walker.image())
    assert question is not None
    assert walker.asked() == f"Is this “{question.proposals[0].label}”?"
    assert "nearest labelled pictures have this label" in walker.dialog.reason.text()
    spoken = walker.dialog.neighbours.accessibleDescription()
    assert spoken.startswith(f"{question.neighbours[0].labels[0]}, distance {question.neighbours[0].distance}")
    assert spoken.count("distance") == 10
    assert walker.progress() == "0 answered  ·  20 pictures left"
    walker.until(lambda: walker.dialog.view.zoom() > 0 and walker.dialog.view.has_image())


def test_yes_stores_the_label_at_once_and_the_ranking_follows(walker: Walker) -> None:
    walker.begin()
    for answered in range(1, 6):
        name, label = walker.picture(), walker.asked().split("“")[1].split("”")[0]
        walker.answer(Key.Key_Y)
        assert walker.labels_of(name) == [label]
        assert walker.image() == walker.first_of_ranking()
        assert walker.progress() == f"{answered} answered  ·  {20 - answered} pictures left"


def test_a_person_who_looks_labels_all_of_them_rightly(walker: Walker) -> None:
    walker.begin()
    while not walker.told():
        while walker.asked() != f"Is this “{walker.kind()}”?":
            walker.press(Key.Key_N)
        walker.answer(Key.Key_Y)
    assert "Every picture has a label" in walker.told()
    assert labels.all_labels(walker.library.db) == dict.fromkeys(sorted(KINDS), 6)
    assert walker.progress() == "20 answered  ·  0 pictures left"


def test_no_asks_for_the_next_likely_label_and_at_last_lets_one_type(walker: Walker) -> None:
    walker.begin()
    name, asked = walker.picture(), [walker.asked()]
    while not walker.dialog.entry.isVisible():
        walker.press(Key.Key_N)
        asked.append(walker.asked())
    assert asked[-1] == "Which label fits?"
    assert len(set(asked)) == len(asked) > 2
    assert walker.labels_of(name) == [], "no is no label"
    line = walker.dialog.entry.line
    assert line.hasFocus()
    QTest.keyClicks(line, "my cat")
    QTest.keyClick(line, Key.Key_Return)
    walker.until(lambda: walker.picture() != name)
    assert walker.labels_of(name) == ["my cat"]
    assert not walker.dialog.entry.isVisible()
    assert walker.dialog.view.hasFocus()


def test_typing_completes_labels_and_its_letters_answer_nothing(walker: Walker) -> None:
    walker.begin()
    name = walker.picture()
    walker.press(Key.Key_L)
    line = walker.dialog.entry.line
    QTest.keyClicks(line, "sun")
    QTest.keyClick(line, Key.Key_Return)
    walker.until(lambda: walker.picture() != name)
    assert walker.labels_of(name) == ["sunset"]
    second = walker.picture()
    walker.press(Key.Key_L)
    QTest.keyClicks(line, "yens yes")
    QTest.keyClick(line, Key.Key_Escape)
    assert not walker.dialog.entry.isVisible()
    assert walker.picture() == second
    assert walker.labels_of(second) == []
    assert walker.dialog.isVisible(), "Escape left the entry only"


def test_a_name_that_cannot_be_a_label_is_refused_and_the_question_stays(walker: Walker) -> None:
    walker.begin()
    name = walker.picture()
    walker.press(Key.Key_L)
    QTest.keyClicks(walker.dialog.entry.line, "x" * 201)
    QTest.keyClick(walker.dialog.entry.line, Key.Key_Return, CONTROL)
    walker.until(lambda: "too long" in walker.dialog.notice.text())
    assert walker.picture() == name
    walker.answer(Key.Key_Y)
    assert len(walker.labels_of(name)) == 1
    assert not walker.dialog.notice.isVisible()


def test_skipped_pictures_do_not_come_again_and_the_walk_ends_when_all_are(walker: Walker) -> None:
    walker.begin()
    seen = [walker.picture()]
    for key in [Key.Key_S, Key.Key_Space] * 10:
        seen.append(walker.answer(key))
    assert len(set(seen[:20])) == 20
    assert "you skipped" in walker.told()
    assert walker.progress() == "0 answered  ·  20 skipped  ·  0 pictures left"
    walker.press(Key.Key_U)
    walker.until(lambda: not walker.told())
    assert walker.picture() == seen[19]
    walker.press(Key.Key_Escape)
    walker.until(lambda: walker.person.window.walk.dialog is None)
    walker.begin()
    assert walker.picture() == seen[0], "another walk begins anew"


@pytest.mark.parametrize(("key", "modifiers"), [(Key.Key_U, NONE), (Key.Key_Z, CONTROL)])
def test_back_takes_the_last_answer_back_and_asks_again(
    walker: Walker, key: Key, modifiers: Qt.KeyboardModifier
) -> None:
    walker.begin()
    assert not walker.dialog.back.isEnabled()
    first = walker.picture()
    second = walker.answer(Key.Key_Y)
    walker.answer(Key.Key_S)
    walker.press(key, modifiers)
    walker.until(lambda: walker.picture() == second)
    assert walker.labels_of(first)
    walker.until_ready()
    walker.press(key, modifiers)
    walker.until(lambda: walker.picture() == first)
    assert walker.labels_of(first) == []
    assert walker.progress() == "0 answered  ·  20 pictures left"
    assert not walker.dialog.back.isEnabled()
    walker.until_ready()
    assert walker.image() == walker.first_of_ranking()


def test_a_label_made_by_an_answer_goes_when_the_answer_does(walker: Walker) -> None:
    walker.begin()
    name = walker.picture()
    walker.press(Key.Key_L)
    QTest.keyClicks(walker.dialog.entry.line, "new; newer")
    QTest.keyClick(walker.dialog.entry.line, Key.Key_Return)
    walker.until(lambda: walker.picture() != name)
    assert walker.labels_of(name) == ["new", "newer"]
    walker.press(Key.Key_U)
    walker.until(lambda: walker.picture() == name)
    assert "new" not in labels.all_labels(walker.library.db)


def test_undo_in_the_window_takes_an_answer_back_too_and_the_walk_follows(walker: Walker) -> None:
    walker.begin()
    first = walker.picture()
    walker.answer(Key.Key_Y)
    walker.person.window.undo.undo()
    walker.until(lambda: walker.labels_of(first) == [])
    walker.until(lambda: walker.progress().endswith("20 pictures left"))
    walker.press(Key.Key_U)
    walker.until(lambda: walker.picture() == first)
    assert walker.labels_of(first) == []


def test_back_takes_back_its_own_answer_whatever_was_done_elsewhere_since(walker: Walker) -> None:
    walker.begin()
    first = walker.picture()
    walker.answer(Key.Key_Y)
    other = walker.indexed.id_of("discs/discs-0.jpg")
    walker.person.window.labels.labelling.give({"round": [other]})
    walker.until(lambda: "round" in labels.all_labels(walker.library.db))
    walker.press(Key.Key_U)
    walker.until(lambda: walker.picture() == first)
    assert walker.labels_of(first) == []
    assert "round" in walker.labels_of("discs-0.jpg")


def test_a_picture_may_get_several_labels_one_after_the_other(walker: Walker) -> None:
    walker.begin()
    name, first = walker.picture(), walker.asked()
    walker.press(Key.Key_A)
    walker.until(lambda: walker.asked().startswith("Is this also"))
    assert walker.picture() == name
    assert first.split("“")[1] not in walker.asked()
    assert len(walker.labels_of(name)) == 1
    walker.press(Key.Key_A)
    walker.until(lambda: len(walker.labels_of(name)) == 2)
    assert walker.progress().startswith("1 answered")
    walker.until_ready()
    walker.press(Key.Key_U)
    walker.until(lambda: len(walker.labels_of(name)) == 1)
    assert walker.picture() == name
    walker.until(lambda: walker.asked().startswith("Is this also"))
    assert walker.dialog.skip.text().startswith("Enough")
    walker.answer(Key.Key_S)
    assert walker.progress() == "1 answered  ·  19 pictures left", "it was answered, not skipped"


def test_what_is_labelled_in_the_window_meanwhile_is_followed(walker: Walker) -> None:
    walker.begin()
    name = walker.picture()
    walker.person.window.labels.labelling.give({"by hand": [walker.image()]})
    walker.until(lambda: walker.picture() != name)
    assert walker.progress() == "0 answered  ·  19 pictures left"
    assert walker.image() == walker.first_of_ranking()


def test_a_renamed_label_is_asked_for_by_its_new_name(walker: Walker) -> None:
    walker.begin()
    old = walker.asked().split("“")[1].split("”")[0]
    walker.person.window.labels.labelling.change(label_edits.Rename(old, "renamed"))
    walker.until(lambda: walker.asked() == "Is this “renamed”?")


def test_another_active_version_is_followed(walker: Walker) -> None:
    from tests.jobs.version_rows import active, trained

    walker.begin()
    other = trained(walker.library)
    with walker.library.writing() as db:
        versions.activate(db, other.id)
    assert active(walker.library).id == other.id
    walker.person.session.library_changed.emit()
    walker.until(lambda: "No picture has been read yet" in walker.told())


@pytest.mark.parametrize(
    ("kinds", "sentence"), [([], "No picture has a label yet"), (["discs"], "Only one label is in use, “discs”")]
)
def test_with_too_few_labels_it_says_what_is_needed_and_goes_on_when_it_is_there(
    indexed: IndexedLibrary, open_window: OpenWindow, kinds: list[str], sentence: str
) -> None:
    if kinds:
        give(indexed.library, indexed, 3, kinds)
    person = open_window(indexed.library)
    person.until_shown(30)
    walker = Walker(person, indexed)
    walker.begin()
    walker.until(lambda: sentence in walker.told())
    for key in (Key.Key_Y, Key.Key_N, Key.Key_A, Key.Key_S, Key.Key_L, Key.Key_U):
        walker.press(key)
    wanted = {kind: [indexed.id_of(f"{kind}/{kind}-0.jpg")] for kind in ("leaves", "bricks")}
    person.window.labels.labelling.give(wanted)
    walker.until(lambda: walker.asked() and not walker.told())
    assert walker.asked().startswith("Is this “")


def test_an_empty_library_says_so(newcomer: Person) -> None:
    newcomer.press(Key.Key_D, CONTROL)
    dialog = newcomer.window.walk.dialog
    assert dialog is not None
    newcomer.until(lambda: "add a folder first" in dialog.message.accessibleDescription())


def test_in_a_library_that_can_only_be_read_it_does_not_begin(
    indexed: IndexedLibrary, open_window: OpenWindow
) -> None:
    reader = open_window(open_library(indexed.library.path, write=False))
    reader.until_shown(30)
    reader.press(Key.Key_D, CONTROL, on=reader.window.grid)
    assert reader.window.walk.dialog is None
    assert "can only be read" in reader.said()


def test_the_same_by_mouse(walker: Walker) -> None:
    walker.begin()
    dialog, name = walker.dialog, walker.picture()
    before = walker.asked()
    QTest.mouseClick(dialog.no, LEFT)
    assert walker.asked() != before
    QTest.mouseClick(dialog.yes, LEFT)
    walker.until(lambda: walker.picture() != name)
    QTest.mouseClick(dialog.skip, LEFT)
    walker.until(lambda: "1 skipped" in walker.progress())
    walker.until_ready()
    QTest.mouseClick(dialog.back, LEFT)
    walker.until(lambda: "skipped" not in walker.progress())
    QTest.mouseClick(dialog.end, LEFT)
    walker.until(lambda: walker.person.window.walk.dialog is None)


def test_the_space_bar_presses_the_button_that_has_the_focus(walker: Walker) -> None:
    walker.begin()
    name = walker.picture()
    walker.dialog.yes.setFocus()
    walker.answer(Key.Key_Space)
    assert len(walker.labels_of(name)) == 1


def test_everything_in_the_dialog_has_a_name_and_buttons_show_their_keys(walker: Walker) -> None:
    walker.begin()
    buttons = [b for b in walker.dialog.findChildren(QAbstractButton) if b.isVisible()]
    assert all(button.text().endswith(")") and button.toolTip() for button in buttons)
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in walker.dialog.findChildren(QLabel))
    dialog = KeysDialog([], walker.person.window)
    words = [label.text() for label in dialog.findChildren(QLabel)]
    assert "Label the doubtful" in words


def test_a_long_label_without_blanks_can_be_read_in_the_smallest_dialog(
    indexed: IndexedLibrary, open_window: OpenWindow
) -> None:
    give(indexed.library, indexed, 2)
    names = {kind: f"{kind}{'W' * 190}" for kind in KINDS}
    with indexed.library.writing() as db:
        for kind, name in names.items():
            label_edits.apply(db, label_edits.Rename(kind, name))
    person = open_window(indexed.library, size=(820, 520))
    person.until_shown(30)
    walker = Walker(person, indexed)
    walker.begin()
    walker.press(Key.Key_A)
    walker.until(lambda: "also" in walker.asked())
    walker.dialog.resize(738, 468)
    walker.person.qtbot.wait(10)
    for text in (walker.dialog.question, walker.dialog.reason):
        metrics = QFontMetrics(text.font())
        assert all(metrics.horizontalAdvance(word) <= text.width() for word in text.text().split())
        assert text.height() >= text.heightForWidth(text.width()), "no line is cut off"
        assert "…" in text.text()
        assert "WWW" in text.toolTip()
    assert any(walker.asked().startswith(f"Is this also “{kind}") for kind in KINDS)


def test_asking_for_it_twice_shows_the_one_walk(walker: Walker) -> None:
    walker.begin()
    first = walker.dialog
    walker.person.window.walk.begin()
    assert walker.dialog is first
    assert len(walker.person.window.findChildren(WalkDialog)) == 1


def test_the_window_closes_while_it_looks(indexed: IndexedLibrary, open_window: OpenWindow) -> None:
    give(indexed.library, indexed, 2)
    grow(indexed.library, 2000)
    person = open_window(indexed.library)
    person.window.walk.begin()
    QApplication.processEvents()
    person.window.close()
    assert person.window.walk.dialog is None
