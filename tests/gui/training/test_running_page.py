"""The page of a running training: what each method measures of itself, and nothing that it does not have."""

import pytest

from engine.training.reports import EpochReport, TrainingProgress, TrainingStage
from gui.training.running_page import RunningPage


@pytest.fixture
def page(qtbot) -> RunningPage:
    page = RunningPage()
    qtbot.addWidget(page)
    page.show_running([])
    return page


def epoch(number: int, measures: dict[str, float], rate: float = 0.1) -> EpochReport:
    return EpochReport(number, 9, 0.1, rate, 64, 1.0, 0.2, 0.5, False, measures)


def test_a_measure_gets_its_curve_when_the_method_first_reports_it(page: RunningPage) -> None:
    plot = page.convergence
    page.add_epoch(epoch(1, {"residual_x": 4.0}))
    assert plot.names() == ["x"]
    assert "Λ" not in plot.toolTip()
    page.add_epoch(epoch(2, {"residual_x": 2.0, "residual_b": 0.5, "residual_dual": 0.25}))
    assert plot.names() == ["x", "B", "Λ"]
    assert "For Λ" in plot.toolTip()
    assert plot.points("B") == [(2, 0.5)]


def test_measures_of_other_methods_are_shown_and_explained(page: RunningPage) -> None:
    page.add_epoch(epoch(1, {"residual_x": 4.0}))
    page.add_epoch(epoch(2, {"residual_z": 0.5, "bits_changed": 0.25}))
    assert page.convergence.names() == ["x", "Z", "bits changed"]
    assert "For Z" in page.convergence.toolTip()
    assert "Bits changed are" in page.convergence.toolTip()
    page.begin_anew()
    page.add_epoch(epoch(1, {"bits_changed": 0.25}))
    assert page.convergence.names() == ["bits changed"], "those of another training are gone"


def test_a_training_without_a_measure_says_so(page: RunningPage) -> None:
    assert page.convergence.accessibleDescription() == "After the first epoch"
    page.add_epoch(epoch(1, {}))
    assert page.convergence.accessibleDescription() == "Not measured so far; not every training measures it"
    assert page.convergence.names() == []


def test_a_method_without_gradients_has_neither_learning_rate_nor_batches(page: RunningPage) -> None:
    page.add_epoch(epoch(1, {}, rate=0.0))
    page.show_progress(TrainingProgress(1, 9, "Training", TrainingStage.VERSION))
    assert "rate" not in page.details.text()
    assert "batches" not in page.details.text()
    page.add_epoch(epoch(2, {}, rate=0.1))
    page.show_progress(TrainingProgress(2, 9, "Training", TrainingStage.VERSION))
    assert "learning rate 0.1 · batches of 64" in page.details.text()
