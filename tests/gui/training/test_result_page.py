"""The page of a result, as a person reads it: what got worse first, what was searched, one row a label; and which
button Enter presses."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.learning.comparison import ChangedLabel, ChangedQuery
from engine.learning.figures import Figures
from engine.learning.trained import Trained
from gui.training.figures_table import MEASURES
from gui.training.labels_table import NAME, REMARK
from gui.training.query_row import LEAST_SHOWN, QueryRow
from gui.training.result_page import ResultPage
from gui.training.result_text import by_label_text, how_text
from gui.training.teaching import Stage, TrainingOutcome
from tests.conftest import IndexedLibrary
from tests.gui.person import Person
from tests.gui.read_out import nameless
from tests.gui.training.trained_results import figures, label, result, spread
from tests.gui.training.training_steps import SHORT, Trainer, label_by_kind, open_training


@pytest.fixture
def page(qtbot) -> ResultPage:
    page = ResultPage()
    qtbot.addWidget(page)
    page.resize(820, 720)
    page.show()
    return page


@pytest.fixture
def trainer(indexed: IndexedLibrary, person: Person) -> Trainer:
    label_by_kind(indexed.library)
    trainer = open_training(person)
    trainer.until_material()
    return trainer


def end(trainer: Trainer, trained: Trained) -> None:
    """As if it had been trained just now."""
    trainer.dialog.teaching._on_trained(TrainingOutcome(trained))
    assert trainer.page is trainer.dialog.result_page


def good(*labels: ChangedLabel) -> Trained:
    return result(figures(0.4), figures(0.8), labels)


FORGETFUL = result(figures(0.4, kept=0.63), figures(0.8, kept=0.34))
WORSE = result(figures(0.4), figures(0.8), [label("hat", 0.6, 0.3), label("shoe", 0.2, 0.9)])


# -- what is read first -------------------------------------------------------------------------------------------


def test_what_got_better_is_the_title_if_nothing_got_worse(page: ResultPage) -> None:
    page.show_result(good(label("hat", 0.3, 0.6)), "")
    assert page.verdict.text() == "Retrieval got better: mAP is 2.0 times as high."
    assert page.verdict.font().bold()
    assert not page.warning.isVisible()


@pytest.mark.parametrize(
    ("trained", "begins"),
    [
        (FORGETFUL, "Searches for pictures that you have not labelled got worse"),
        (WORSE, "“hat” is found clearly worse"),
    ],
    ids=["forgotten pictures", "a worse label"],
)
def test_what_got_clearly_worse_is_said_first_and_louder(page: ResultPage, trained: Trained, begins: str) -> None:
    page.show_result(trained, "")
    assert page.warning.isVisible()
    assert page.warning.text().startswith(begins)
    assert page.warning.y() < page.verdict.y()
    assert not page.verdict.font().bold()
    page.show_result(good(), "")
    assert not page.warning.isVisible(), "it was of the result before"


def test_the_figures_are_means_over_pictures_and_over_labels_and_what_is_worse_is_not_bold(
    page: ResultPage,
) -> None:
    page.show_result(FORGETFUL, "")
    shown = {key: [cell.text() for cell in cells] for key, cells in page.table.cells.items()}
    assert shown == {
        "mAP": ["0.400", "0.800", "▲ +0.400"],
        "mAP_over_labels": ["0.350", "0.750", "▲ +0.400"],
        "precision_at_10": ["0.500", "0.900", "▲ +0.400"],
        "precision_at_10_over_labels": ["0.420", "0.820", "▲ +0.400"],
        "kept_neighbours": ["63 %", "34 %", "▼ -29 points"],
    }
    assert list(shown) == list(MEASURES)
    assert page.table.cells["mAP"][1].font().bold()
    assert not page.table.cells["kept_neighbours"][1].font().bold()


def test_it_says_what_was_searched_and_what_share_of_it_was_trained_on() -> None:
    assert how_text(good(), "Mine") == (
        "“Mine”: 16 bits, 0 epochs on 960 pictures, 810 of them without a label, in 12 s on the CPU. "
        "Measured with 40 held-out pictures as queries. They were looked for among 1,000 others: 160 of them "
        "(16 %) have a label, and it has learned the labels of 150 of them (15 %). A hit without a label counts as "
        "wrong, so the figures are lower bounds."
    )
    everything = figures(0.8, labelled=1000)
    assert "all of them have a label" in how_text(result(None, everything), "")
    assert "lower bounds" not in how_text(result(None, everything), "")
    assert "mean of 5 random splits" in how_text(result(None, figures(0.8) | spread(0.1)), "")
    assert "Measured" not in how_text(result(None, None), "")


# -- by label -----------------------------------------------------------------------------------------------------


def test_there_is_one_row_a_label_what_fell_the_most_first(page: ResultPage) -> None:
    page.show_result(WORSE, "")
    rows = [page.labels.topLevelItem(row) for row in range(page.labels.topLevelItemCount())]
    assert [(item.text(NAME), item.text(REMARK)) for item in rows] == [("hat", "clearly worse"), ("shoe", "")]
    assert page.labels.isVisible()
    assert page.by_label.text().endswith("Not measured: “unasked”, because none of its pictures is held out.")
    page.show_result(result(None, figures(0.8)), "")
    assert not page.labels.isVisible(), "there is nothing to compare with"
    assert page.verdict.text().startswith("It could not be compared")


def test_of_few_labels_it_is_said_that_rows_are_of_one_split() -> None:
    few: Figures = figures(0.8) | spread(0.1)
    assert "Of one split alone" in by_label_text(result(few, few))
    assert "Of one split alone" not in by_label_text(good())


@pytest.mark.parametrize("size", [(820, 720), (560, 420)])
def test_it_fits_a_small_window_and_nothing_has_to_be_scrolled_sideways(
    page: ResultPage, size: tuple[int, int]
) -> None:
    query = ChangedQuery(1, 0.2, 0.8, list(range(2, 10)), list(range(3, 11)), {3, 4})
    labels = [label("a label with a rather long name " * 3, 0.6, 0.3), label("shoe", 0.2, 0.9, held_out=3)]
    page.show_result(result(figures(0.4, kept=0.63), figures(0.8, kept=0.3), labels, [query]), "Mine")
    page.resize(*size)
    QApplication.processEvents()
    assert (page.width(), page.height()) == size
    assert page.scroll_area.horizontalScrollBar().maximum() == 0
    assert page.labels.horizontalScrollBar().maximum() == 0
    assert nameless(page) == []


def test_a_query_shows_as_many_whole_hits_as_there_is_room_for(qtbot) -> None:
    row = QueryRow(ChangedQuery(1, 0.2, 0.8, list(range(2, 10)), list(range(3, 11)), {3, 4}))
    qtbot.addWidget(row)
    row.resize(row.sizeHint())
    assert row.shown_hits() == 8
    full = row.grab().toImage()
    row.resize(row.minimumSizeHint())
    assert row.shown_hits() == LEAST_SHOWN
    assert row.grab().toImage() != full
    assert "4 of 8" not in row.accessibleDescription()
    assert row.right(row.query.hits_before) == 2, "it counts all of them"


# -- buttons ------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("short_trainings")
def test_enter_accepts_what_nothing_speaks_against(trainer: Trainer) -> None:
    trainer.start(**SHORT)
    trainer.until_trained()
    page = trainer.dialog.result_page
    assert not page.warning.isVisible()
    assert page.accept.isDefault()
    assert QApplication.focusWidget() is page.accept
    QTest.keyClick(trainer.dialog, Qt.Key.Key_Return)
    trainer.until_stage(Stage.ACCEPTED)
    assert trainer.active_name().startswith("From my labels, ")
    assert page.close_button.isDefault()
    QTest.keyClick(trainer.dialog, Qt.Key.Key_Return)
    assert not trainer.dialog.isVisible()


@pytest.mark.parametrize("trained", [result(figures(0.8), figures(0.4)), result(figures(0.8), figures(0.7))])
def test_accept_is_not_the_default_where_the_page_says_that_it_got_worse(
    page: ResultPage, trained: Trained
) -> None:
    page.show_result(trained, "")
    assert page.verdict.text() == "Retrieval got worse; discarding is probably right."
    assert not page.accept.isDefault()
    assert page.later.isDefault()


def test_forgetting_is_said_also_where_the_labels_of_both_cannot_be_compared(page: ResultPage) -> None:
    page.show_result(replace(FORGETFUL, before={"kept_neighbours": 0.63}, comparison=None), "")
    assert page.warning.text().startswith("Searches for pictures that you have not labelled got worse")
    assert page.later.isDefault()
    assert page.table.cells["kept_neighbours"][2].text() == "▼ -29 points"


@pytest.mark.parametrize("trained", [FORGETFUL, WORSE], ids=["forgotten pictures", "a worse label"])
def test_enter_decides_nothing_where_something_got_clearly_worse(trainer: Trainer, trained: Trained) -> None:
    end(trainer, trained)
    page = trainer.dialog.result_page
    assert [button.isDefault() for button in (page.accept, page.discard, page.later)] == [False, False, True]
    assert QApplication.focusWidget() is page.later
    QTest.keyClick(trainer.dialog, Qt.Key.Key_Return)
    assert not trainer.dialog.isVisible()
    assert trainer.stage is Stage.TRAINED, "it waits"
    assert trainer.active_name() == "Built-in"
    trainer.person.until(trainer.person.window.isActiveWindow)
    again = open_training(trainer.person)
    assert again.page is page
    assert page.warning.isVisible()
    trainer.click(page.discard)
    assert trainer.page is trainer.dialog.setup_page
    assert trainer.dialog.setup_page.start.isDefault(), "each page has its own"


def test_enter_on_a_row_of_a_label_does_not_accept_what_got_worse(trainer: Trainer) -> None:
    end(trainer, WORSE)
    page = trainer.dialog.result_page
    page.labels.setFocus()
    QTest.keyClick(page.labels, Qt.Key.Key_Down)
    QTest.keyClick(page.labels, Qt.Key.Key_Return)
    assert trainer.stage is Stage.TRAINED
