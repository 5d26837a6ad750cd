"""The page of the evaluation, as a person uses it: versions chosen, compared, saved, refused, cancelled."""

import csv
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLabel

from engine.evaluation import rankings
from engine.learning import evaluation_table, figures
from engine.learning.examples import collect
from engine.learning.version_evaluation import VersionEvaluation, evaluate_version, evaluate_versions
from engine.library import Library
from engine.progress import finish
from engine.store import labels, training_images, versions
from engine.store.versions import Version
from gui.evaluation.evaluation_page import AGAIN, EvaluationPage
from gui.evaluation.export import NARROWEST
from gui.evaluation.sheet import NO_OUTPUTS, PLOT_HEIGHT
from gui.widgets.theme import palette_for
from tests.gui.person import ALT, CONTROL, LEFT, SHIFT, WAIT, Key, Person
from tests.gui.window_fixtures import OpenWindow
from tests.learning.labelled_library import add_images, fill
from tests.learning.measured_versions import add_version


class Evaluator:
    """Somebody before the page, on a library with the built-in version and two made-up ones."""

    def __init__(self, person: Person, library: Library, one: Version, two: Version) -> None:
        self.person, self.library, self.one, self.two = person, library, one, two

    @property
    def page(self) -> EvaluationPage:
        return self.person.window.evaluation

    def open(self) -> None:
        self.person.press(Key.Key_E, CONTROL)
        self.until_settled()

    def until_settled(self) -> None:
        """Until it is measured, or refused."""
        self.person.until(lambda: self.page.body.currentWidget() is self.page.scroll_area and self.page.evaluations)

    def until_word(self) -> str:
        self.person.until(lambda: self.page.waiting.isVisible() and self.page.waiting.sentence.text())
        self.person.until(lambda: not self.page.waiting.cancel.isVisible())
        return self.page.waiting.sentence.text()

    def choose(self, combo: QComboBox, version: Version | None) -> None:
        """By the keys, as one goes through a list."""
        target = combo.findData(None if version is None else version.id)
        assert target >= 0
        combo.setFocus()
        while combo.currentIndex() != target:
            self.person.press(Key.Key_Down if combo.currentIndex() < target else Key.Key_Up, on=combo)

    def figure(self, key: str, column: int = 0) -> str:
        return self.page.sheet.figures.cells[key][column].text()


@pytest.fixture
def filled(library: Library) -> Library:
    fill(library)
    return library


@pytest.fixture
def evaluator(filled: Library, open_window: OpenWindow) -> Evaluator:
    one, two = add_version(filled, "One"), add_version(filled, "Two", seed=5)
    person = open_window(filled)
    person.until_shown(120)
    return Evaluator(person, filled, one, two)


@pytest.fixture
def saving(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], Path]:
    """The system's dialog, answered with a file of this name."""

    def answer(name: str) -> Path:
        path = tmp_path / name
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
        return path

    return answer


def measured(library: Library, *chosen: Version) -> list[VersionEvaluation]:
    return finish(evaluate_versions(library, chosen))


# --- looking


def test_the_active_version_is_shown_with_its_figures_and_curves(evaluator: Evaluator) -> None:
    evaluator.open()
    page, sheet = evaluator.page, evaluator.page.sheet
    active = versions.active(evaluator.library.db)
    assert active is not None
    expected = finish(evaluate_version(evaluator.library, active))
    assert evaluator.person.window.centre.page == "evaluation"
    assert QApplication.focusWidget() is page.first
    assert page.version_ids() == (active.id,)
    assert page.second.currentText() == "nothing"
    assert sheet.title.text() == "“Built-in”"
    assert sheet.sentence.text() == (
        f"Asked with {expected.figures['queries']} held-out pictures whose labels the version has not learned "
        f"from, among {expected.figures['database']} other pictures: all of them have a label, and it has learned "
        "none of their labels."
    )
    assert evaluator.figure("mAP") == f"{expected.figures['mAP']:.3f}"
    assert evaluator.figure("separability") == f"{expected.figures['separability']:.1f}"
    assert evaluator.figure("quantisation_error") == "–"
    assert evaluator.figure("mAP_over_labels") == f"{expected.figures['mAP_over_labels']:.3f}"
    assert sheet.figures.names["kept_neighbours"].isHidden(), "all pictures have a label"
    assert "pictures: It is the mean average precision" in sheet.figures.cells["mAP"][0].toolTip()
    assert not sheet.figures.cells["mAP"][1].isVisible(), "there is nothing to compare it with"
    assert sheet.top.points("Built-in") == list(zip(expected.places_P, expected.precision_P, strict=True))
    assert sheet.outputs.accessibleDescription() == NO_OUTPUTS


def test_another_version_is_chosen_and_its_plots_are_what_the_engine_measures(evaluator: Evaluator) -> None:
    evaluator.open()
    evaluator.choose(evaluator.page.first, evaluator.one)
    evaluator.person.until(lambda: evaluator.page.sheet.title.text() == "“One”")
    evaluator.until_settled()
    sheet, (expected,) = evaluator.page.sheet, measured(evaluator.library, evaluator.one)
    curve = expected.precision_recall
    pairs = zip(curve.recall_D.tolist(), curve.precision_D.tolist(), strict=True)
    assert sheet.curve.points("One") == [(x, y) for x, y in pairs if y == y]
    same, different = sheet.distances.distributions
    assert (list(same.counts), list(different.counts)) == (expected.intra_D.tolist(), expected.inter_D.tolist())
    assert expected.outputs_E is not None
    assert list(sheet.outputs.distributions[0].counts) == expected.outputs_E.tolist()
    assert sheet.curve.accessibleName() == f"Precision and recall, mAP {expected.figures['mAP']:.3f}"
    apart = expected.figures["separability"]
    assert sheet.distances.accessibleName() == f"Distances of pairs, separability {apart:.1f} bits"


def test_two_versions_lie_over_each_other_on_what_neither_has_seen(evaluator: Evaluator) -> None:
    library, page, sheet = evaluator.library, evaluator.page, evaluator.page.sheet
    examples = collect(library.db)
    seen = [examples.image_ids[row] for row in examples.held_out_rows[:4]]
    with library.writing() as db:
        training_images.put(db, evaluator.two.id, seen)
    evaluator.open()
    evaluator.choose(page.first, evaluator.one)
    evaluator.choose(page.second, evaluator.two)
    evaluator.person.until(lambda: len(page.evaluations) == 2)
    one, two = measured(library, evaluator.one, evaluator.two)
    assert one.figures["queries"] == len(examples.held_out_rows) - 4
    queries = one.figures["queries"]
    assert f"Asked with {queries} held-out pictures whose labels neither version has" in sheet.sentence.text()
    assert (evaluator.figure("mAP"), evaluator.figure("mAP", 1)) == (
        f"{one.figures['mAP']:.3f}",
        f"{two.figures['mAP']:.3f}",
    )
    assert evaluator.figure("mAP", 2)[0] in "▲▼="
    assert sheet.curve.names() == sheet.top.names() == ["One", "Two"]
    names = [each.name for each in sheet.distances.distributions]
    assert names == ["One, same label", "One, no label in common", "Two, same label", "Two, no label in common"]
    assert len({each.look for each in sheet.distances.distributions}) == 4, "told apart without colours"
    assert "no label in common" in sheet.distances.accessibleDescription()
    evaluator.choose(page.second, None)
    evaluator.person.until(lambda: len(page.evaluations) == 1)
    assert page.evaluations[0].figures["queries"] == len(examples.held_out_rows)


def test_what_is_said_of_two_is_said_of_both(evaluator: Evaluator) -> None:
    theirs = [add_version(evaluator.library, name, seed=7, imported=True) for name in ("Theirs", "Theirs too")]
    with evaluator.library.writing() as db:
        labels.assign(db, "label 1", add_images(db, [1000]))
    evaluator.open()
    page, sheet = evaluator.page, evaluator.page.sheet
    evaluator.choose(page.first, theirs[0])
    evaluator.choose(page.second, theirs[1])
    evaluator.person.until(lambda: len(page.evaluations) == 2)
    assert sheet.sentence.text().endswith(
        "1 labelled picture lacks features that the versions need and is left out."
    )
    assert sheet.warning.text().endswith("the figures may flatter them.")


def test_codes_of_another_length_are_compared_by_shares_of_it(evaluator: Evaluator) -> None:
    longer = add_version(evaluator.library, "Longer", bits=48)
    evaluator.open()
    evaluator.choose(evaluator.page.first, evaluator.one)
    evaluator.choose(evaluator.page.second, longer)
    evaluator.person.until(lambda: len(evaluator.page.evaluations) == 2)
    distances = evaluator.page.sheet.distances
    assert [each.width for each in distances.distributions] == [100 / 16] * 2 + [100 / 48] * 2
    distances.setFocus()
    evaluator.person.press(Key.Key_Right)
    assert "% of the code: One, same label" in distances.accessibleDescription()
    assert evaluator.figure("separability", 2) == "–"
    assert evaluator.figure("mAP", 2) != "–"


def test_values_are_read_off_by_keys_and_mouse_and_read_out(evaluator: Evaluator) -> None:
    evaluator.open()
    evaluator.choose(evaluator.page.first, evaluator.one)
    evaluator.person.until(lambda: evaluator.page.sheet.title.text() == "“One”")
    top = evaluator.page.sheet.top
    top.setFocus()
    evaluator.person.press(Key.Key_Home)
    (evaluation,) = evaluator.page.evaluations
    assert top.accessibleDescription() == f"K 1 hits: One {evaluation.precision_P[0]:.4g}"
    evaluator.page.scroll_area.ensureWidgetVisible(top)
    QTest.mouseMove(top, QPoint(top.width() - 10, 100))
    last = f"K {evaluation.places_P[-1]} hits: One {evaluation.precision_P[-1]:.4g}"
    evaluator.person.until(lambda: top.accessibleDescription() == last)


def test_it_fits_the_smallest_window_and_a_large_one(evaluator: Evaluator) -> None:
    evaluator.open()
    window, page = evaluator.person.window, evaluator.page
    evaluator.choose(page.second, evaluator.one)
    evaluator.person.until(lambda: len(page.evaluations) == 2)
    for scheme, size, columns in (
        (Qt.ColorScheme.Light, (820, 520), 1),
        (Qt.ColorScheme.Dark, (1600, 900), 2),  # side by side where there is room
        (Qt.ColorScheme.Light, (1600, 900), 2),
        (Qt.ColorScheme.Dark, (820, 520), 1),
    ):
        window.setPalette(palette_for(scheme))
        window.resize(*size)
        evaluator.person.until(lambda n=columns: len({plot.x() for plot in page.sheet.plots}) == n)
        assert (window.width(), window.height()) == size
        assert not page.scroll_area.horizontalScrollBar().isVisible()
        assert all(plot.width() >= plot.minimumSizeHint().width() for plot in page.sheet.plots)
        window.grab()


# --- coming and going


def test_the_page_of_versions_leads_to_the_evaluation_of_one_and_back(evaluator: Evaluator) -> None:
    window = evaluator.person.window
    evaluator.person.press(Key.Key_M, CONTROL)
    evaluator.person.until(lambda: window.versions.tree.topLevelItemCount() == 3)
    window.versions.tree.choose(evaluator.two.id)
    QTest.mouseClick(window.versions.evaluate, LEFT)
    evaluator.until_settled()
    assert evaluator.page.version_ids() == (evaluator.two.id,)
    evaluator.person.press(Key.Key_Backspace)
    assert window.centre.page == "versions"
    evaluator.person.press(Key.Key_Backspace)
    evaluator.open()
    assert evaluator.page.version_ids() == (evaluator.two.id,), "it is remembered"
    QTest.mouseClick(evaluator.page.back, LEFT)
    assert window.centre.page is None
    assert QApplication.focusWidget() is window.grid


def test_back_leads_to_where_one_came_from_also_when_the_page_was_asked_for_twice(evaluator: Evaluator) -> None:
    window, person = evaluator.person.window, evaluator.person
    person.press(Key.Key_M, CONTROL)
    evaluator.open()
    evaluator.open()
    person.press(Key.Key_Backspace)
    assert window.centre.page == "versions"
    person.press(Key.Key_Backspace)
    person.click(0)
    person.press(Key.Key_M, CONTROL | SHIFT)
    person.until(lambda: window.centre.page == "compare")
    evaluator.open()
    person.press(Key.Key_Backspace)
    assert window.centre.page == "compare"
    assert QApplication.focusWidget() is window.comparison.sides[0].list


def test_new_codes_leave_what_is_shown_alone(evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch) -> None:
    with evaluator.library.writing() as db:
        training_images.put(db, evaluator.one.id, collect(db).image_ids)
    evaluator.open()
    page, shown = evaluator.page, []
    evaluator.choose(page.second, evaluator.one)
    evaluator.person.until(lambda: page.problem)
    for name in ("set_versions", "show_evaluations"):
        monkeypatch.setattr(page, name, lambda *_, name=name: shown.append(name))

    def change() -> None:
        with evaluator.library.writing() as db:
            db.execute("UPDATE model_versions SET stamp = stamp + 1")

    asked = evaluator.person.window.evaluating._thread.answered
    with evaluator.person.qtbot.waitSignal(asked, timeout=WAIT):
        evaluator.person.session.store(change)
    evaluator.person.until(lambda: evaluator.person.window.evaluating._wish is None)
    assert shown == []


def test_the_keys_stay_with_the_panel_that_has_them_when_figures_come(evaluator: Evaluator) -> None:
    evaluator.open()
    page, other = evaluator.page, evaluator.person.window.menuBar()
    page.sheet.curve.setFocus()
    page.show_evaluations(page.evaluations)
    assert QApplication.focusWidget() is page.sheet.curve, "the sheet stays where it is"
    other.setFocus()
    page.show_word("Gone", "")
    assert QApplication.focusWidget() is other


def test_figures_of_before_are_said_to_be_and_not_saved(
    evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluator.open()
    page, before = evaluator.page, evaluator.page.evaluations
    real, go_on = rankings.rank, threading.Event()

    def stopping(*arguments: object) -> object:
        go_on.wait(WAIT / 1000)
        return real(*arguments)

    monkeypatch.setattr(rankings, "rank", stopping)
    ids = collect(evaluator.library.db).image_ids

    def change() -> None:
        with evaluator.library.writing() as db:
            labels.unassign(db, "label 3", ids)

    evaluator.person.session.store(change)
    evaluator.person.until(lambda: page.message.text() == AGAIN)
    assert page.evaluations is before
    assert not page.picture.isEnabled()
    assert not page.table.isEnabled()
    go_on.set()
    evaluator.person.until(lambda: page.evaluations is not before)
    assert page.message.text() == ""
    assert page.picture.isEnabled()


def test_labels_that_change_are_measured_again_by_themselves(evaluator: Evaluator) -> None:
    evaluator.open()
    before = evaluator.page.evaluations
    ids = collect(evaluator.library.db).image_ids

    def change() -> None:
        with evaluator.library.writing() as db:
            labels.unassign(db, "label 3", ids)

    evaluator.person.session.store(change)
    evaluator.person.until(lambda: evaluator.page.evaluations and evaluator.page.evaluations is not before)
    assert evaluator.page.evaluations[0].intra_D.sum() < before[0].intra_D.sum()


def test_a_version_that_is_removed_gives_way_to_the_active_one(evaluator: Evaluator) -> None:
    evaluator.open()
    evaluator.choose(evaluator.page.first, evaluator.one)
    evaluator.person.until(lambda: evaluator.page.sheet.title.text() == "“One”")

    def change() -> None:
        with evaluator.library.writing() as db:
            versions.remove(db, evaluator.one.id)

    evaluator.person.session.store(change)
    evaluator.person.until(lambda: evaluator.page.sheet.title.text() == "“Built-in”")
    assert evaluator.page.first.findData(evaluator.one.id) == -1


def test_measuring_is_cancelled_and_taken_up_again(evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch) -> None:
    evaluator.open()
    monkeypatch.setattr(figures, "QUERIES_AT_ONCE", 1)
    real, go_on, calls = rankings.rank, threading.Event(), []

    def stopping_at_the_third(*arguments: object) -> object:
        calls.append(arguments)
        if len(calls) == 3:
            go_on.wait(WAIT / 1000)
        return real(*arguments)

    monkeypatch.setattr(rankings, "rank", stopping_at_the_third)
    evaluator.choose(evaluator.page.first, evaluator.two)  # the next one, so that no other is measured on the way
    waiting = evaluator.page.waiting
    evaluator.person.until(lambda: waiting.cancel.isVisible() and waiting.sentence.text() == "Comparing codes")
    assert not evaluator.page.picture.isEnabled()
    evaluator.person.until(lambda: waiting.bar.maximum() > waiting.bar.value() > 0)
    evaluator.person.until(lambda: len(calls) == 3)
    QTest.mouseClick(waiting.cancel, LEFT)
    assert waiting.title.text() == "Cancelled"
    evaluator.person.session.library_changed.emit()
    assert not evaluator.person.window.evaluating._settle.isActive(), "a change does not begin it again"
    go_on.set()
    monkeypatch.undo()
    QTest.mouseClick(waiting.again, LEFT)
    evaluator.until_settled()
    assert evaluator.page.sheet.title.text() == "“Two”"
    assert len(calls) == 3, "what was cancelled ended at its next report"


def test_escape_cancels_measuring_and_leaves_the_query_alone(
    evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, page = evaluator.person, evaluator.page
    person.click(0)
    person.press(Key.Key_Return, on=person.window.grid)
    person.until_found()
    evaluator.open()
    real, go_on = rankings.rank, threading.Event()

    def stopping(*arguments: object) -> object:
        go_on.wait(WAIT / 1000)
        return real(*arguments)

    monkeypatch.setattr(rankings, "rank", stopping)
    evaluator.choose(page.first, evaluator.one)
    person.until(page.waiting.cancel.isVisible)
    person.press(Key.Key_Escape)
    go_on.set()
    assert page.waiting.title.text() == "Cancelled"
    assert person.window.searching.query is not None
    assert person.window.centre.page == "evaluation"


def test_the_versions_are_reached_by_keys_and_letters_choose_among_them(evaluator: Evaluator) -> None:
    evaluator.open()
    page = evaluator.page
    labelled = {label.buddy(): label.text() for label in page.findChildren(QLabel) if label.buddy() is not None}
    assert labelled == {page.first: "V&ersion:", page.second: "&Compare with:"}
    evaluator.person.press(Key.Key_C, ALT)
    assert QApplication.focusWidget() is page.second
    evaluator.choose(page.second, evaluator.one)
    evaluator.person.press(Key.Key_N)
    assert page.second.currentText() == "nothing"


# --- what cannot be measured


def test_one_that_has_seen_all_labels_says_so_with_what_to_do(evaluator: Evaluator) -> None:
    with evaluator.library.writing() as db:
        training_images.put(db, evaluator.one.id, collect(db).image_ids)
    evaluator.open()
    evaluator.choose(evaluator.page.first, evaluator.one)
    sentence = evaluator.until_word()
    assert "“One” was trained on all labelled pictures" in sentence
    assert "label pictures that it has not seen" in sentence
    assert not evaluator.page.picture.isEnabled()
    assert not evaluator.page.table.isEnabled()
    evaluator.choose(evaluator.page.first, evaluator.two)
    evaluator.until_settled()
    evaluator.choose(evaluator.page.second, evaluator.one)
    warning = evaluator.page.sheet.warning
    evaluator.person.until(lambda: "No labelled picture is new to both “Two” and “One”" in warning.text())
    assert evaluator.page.sheet.title.text() == "“Two”", "the first one is shown alone"
    assert evaluator.page.table.isEnabled()


def test_without_labels_or_versions_it_says_how_to_begin(library: Library, open_window: OpenWindow) -> None:
    person = open_window(library)
    person.press(Key.Key_E, CONTROL)
    page = person.window.evaluation
    person.until(lambda: page.waiting.title.text() == "There is no model version yet")
    assert "add a folder" in page.waiting.sentence.text()
    ids = fill(library)
    with library.writing() as db:
        for name in labels.all_labels(db):
            labels.unassign(db, name, ids)
    person.session.library_changed.emit()
    person.until(lambda: "Measuring needs at least two labels" in page.waiting.sentence.text())
    assert "Give more pictures a label" in page.waiting.sentence.text()


def test_a_damaged_file_is_said_and_the_others_are_measured(evaluator: Evaluator) -> None:
    path = Path(evaluator.library.models_folder) / evaluator.one.file
    path.write_bytes(path.read_bytes()[:-5])
    evaluator.open()
    evaluator.choose(evaluator.page.first, evaluator.one)
    assert "not a valid model file" in evaluator.until_word()
    evaluator.choose(evaluator.page.first, evaluator.two)
    evaluator.until_settled()


def test_hostile_names_are_shown_literally_and_long_ones_elided(evaluator: Evaluator) -> None:
    hostile = add_version(evaluator.library, "<b>" + "x" * 70 + "</b>", imported=True)
    evaluator.open()
    evaluator.choose(evaluator.page.first, hostile)
    evaluator.person.until(lambda: "<b>x" in evaluator.page.sheet.title.text())
    assert evaluator.page.sheet.title.textFormat() == Qt.TextFormat.PlainText
    assert "trained elsewhere" in evaluator.page.sheet.warning.text()
    assert "learned from" not in evaluator.page.sheet.sentence.text(), "nobody knows"
    assert "&lt;b&gt;" in evaluator.page.first.toolTip()
    evaluator.person.window.resize(820, 520)
    evaluator.person.window.grab()
    assert evaluator.person.window.width() == 820


# --- saving


def test_the_page_is_saved_as_a_picture_twice_as_sharp(evaluator: Evaluator, saving: Callable[[str], Path]) -> None:
    evaluator.person.window.resize(1600, 700)
    evaluator.open()
    evaluator.choose(evaluator.page.second, evaluator.one)
    evaluator.person.until(lambda: len(evaluator.page.evaluations) == 2)
    path = saving("page.png")
    evaluator.page.sheet.curve.setFocus()
    evaluator.person.press(Key.Key_Left)
    evaluator.person.press(Key.Key_S, CONTROL | SHIFT)
    evaluator.person.until(path.exists)
    evaluator.person.until(lambda: "Written to" in evaluator.page.message.text())
    picture, sheet = QImage(str(path)), evaluator.page.sheet
    assert picture.width() == 2 * sheet.width()
    assert picture.height() > 2 * (sheet.outputs.y() + sheet.outputs.height()), "also what is scrolled away"
    for plot in sheet.plots:
        at = plot.mapTo(sheet, QPoint(0, 0)) * 2
        part = picture.copy(at.x(), at.y(), plot.width() * 2, plot.height() * 2)
        colours = {part.pixel(x, y) for x in range(0, part.width(), 3) for y in range(0, part.height(), 3)}
        assert len(colours) > 20, f"{plot.accessibleName()} is painted"
    assert "page.png" in evaluator.person.said()
    assert QApplication.focusWidget() is sheet.curve


def test_the_picture_is_wide_enough_whatever_the_window_is(
    evaluator: Evaluator, saving: Callable[[str], Path]
) -> None:
    evaluator.person.window.resize(820, 520)
    evaluator.open()
    path = saving("page.png")
    QTest.mouseClick(evaluator.page.picture, LEFT)
    evaluator.person.until(lambda: "Written to" in evaluator.page.message.text())
    assert evaluator.page.sheet.width() < NARROWEST
    picture = QImage(str(path))
    assert picture.width() == 2 * NARROWEST
    assert picture.height() < 2 * (evaluator.page.sheet.height() - PLOT_HEIGHT), "plots stand side by side"


def test_the_numbers_are_saved_as_a_table(evaluator: Evaluator, saving: Callable[[str], Path]) -> None:
    evaluator.open()
    evaluator.choose(evaluator.page.first, evaluator.one)
    evaluator.person.until(lambda: evaluator.page.sheet.title.text() == "“One”")
    evaluator.choose(evaluator.page.second, evaluator.two)
    evaluator.person.until(lambda: len(evaluator.page.evaluations) == 2)
    path = saving("numbers.csv")
    QTest.mouseClick(evaluator.page.table, LEFT)
    evaluator.person.until(lambda: "Written to" in evaluator.page.message.text())
    with open(path, encoding="utf-8", newline="") as file:
        rows = [(row["version"], row["plot"], row["x"], row["y"]) for row in csv.DictReader(file)]
    expected = measured(evaluator.library, evaluator.one, evaluator.two)
    assert rows == [(name, plot, str(x), str(y)) for name, plot, x, y in evaluation_table.rows(expected)]
    assert {row[0] for row in rows} == {"One", "Two"}


def test_a_file_that_cannot_be_written_is_said_and_nothing_is_left(
    evaluator: Evaluator, saving: Callable[[str], Path]
) -> None:
    evaluator.open()
    for name, button in (("page.png", evaluator.page.picture), ("numbers.csv", evaluator.page.table)):
        path = saving(f"nowhere/{name}")
        QTest.mouseClick(button, LEFT)
        evaluator.person.until(lambda name=name: name in evaluator.page.warning.text())
        assert "cannot be written (No such file or directory)" in evaluator.page.warning.text()
        assert button.isEnabled(), "one may try another place"
        assert not path.exists()


def test_nothing_is_written_when_the_dialog_is_left(evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch) -> None:
    evaluator.open()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    QTest.mouseClick(evaluator.page.table, LEFT)
    assert evaluator.page.message.text() == ""


def test_measuring_needs_neither_torch_nor_faiss() -> None:
    code = (
        "import sys, engine.learning.evaluation_table, gui.evaluation.evaluating\n"
        "print({'torch', 'faiss', 'onnxruntime'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], env=dict(os.environ), capture_output=True, text=True)
    assert done.stdout.strip() == "set()", done.stderr
