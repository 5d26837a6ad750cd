"""Some seconds of whatever comes to mind: nothing is raised, nothing stays behind. The benchmark soak is longer."""

from collections.abc import Iterator

import psutil
import pytest
from PySide6.QtWidgets import QApplication

from tests.benchmarks.soak_person import Wanderer
from tests.benchmarks.soak_watch import Mistakes, widgets_by_class
from tests.gui.person import Person

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a popup without a screen

SEED = 11
ACTS = 150
PAUSE = 25  # milliseconds
MAY_DIFFER = 30  # widgets: chips of labels, rows of versions
MAY_STAY = 4 + 2 * (psutil.cpu_count() or 1)  # threads: the pools of numpy and faiss, which live with the process


@pytest.fixture
def mistakes() -> Iterator[Mistakes]:
    watching = Mistakes()
    yield watching
    watching.stop()


def closed(person: Person, wanderer: Wanderer) -> int:
    """How many widgets there are when all is closed that can be."""
    while (open_one := QApplication.activeModalWidget() or QApplication.activePopupWidget()) is not None:
        open_one.close()
        person.qtbot.wait(PAUSE)
    wanderer.close_all()
    person.until(lambda: person.session.job is None and not person.session.storing)
    person.until_idle()
    person.qtbot.wait(300)  # what is deleted later
    return len(QApplication.allWidgets())


def test_whatever_is_clicked_nothing_is_raised_and_nothing_stays(person: Person, mistakes: Mistakes) -> None:
    threads = psutil.Process().num_threads()
    wanderer = Wanderer(person.window, SEED)
    wanderer.answer_each(4 * PAUSE)
    for act in wanderer.all_acts():  # so that all is there that is made when it is first wanted
        act()
        person.qtbot.wait(4 * PAUSE)
    before, kinds = closed(person, wanderer), widgets_by_class()
    for _ in range(ACTS):
        wanderer.act()
        person.qtbot.wait(PAUSE)
    after = closed(person, wanderer)
    wanderer.stop()
    assert wanderer.acts.total() > ACTS / 2
    assert mistakes.told == []
    assert after <= before + MAY_DIFFER, widgets_by_class() - kinds
    person.window.close_unasked()
    assert not person.session.still_busy
    person.until(lambda: psutil.Process().num_threads() <= threads + MAY_STAY)
