"""The timeline in the window: it counts what is browsed or found, goes to a month, and chooses dates as a word."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from engine.library import open_library
from engine.metadata import Metadata
from engine.search.date_words import Month
from engine.store import metadata_rows
from gui.library.timeline import Timeline
from tests.conftest import IndexedLibrary
from tests.gui.person import CONTROL, LEFT, NONE, SHIFT, Key, Person
from tests.gui.window_fixtures import OpenWindow

KINDS = {
    "bricks": (1826, 6),
    "discs": (2023, 12),
    "leaves": (2024, 1),
    "stripes": (2024, 7),
    "sunset": (2300, 2),
}
DAYS = {f"{kind}-{n}.jpg": (year, month, n + 1) for kind, (year, month) in KINDS.items() for n in range(6)}


@pytest.fixture(autouse=True)
def no_tips(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a screen none can be shown."""
    monkeypatch.setattr(QToolTip, "showText", lambda *_: None)


@pytest.fixture
def dated(indexed: IndexedLibrary) -> IndexedLibrary:
    """Each kind of pictures was taken in a month of its own."""
    said = {
        indexed.id_of(f"{name.split('-')[0]}/{name}"): Metadata(f"{year:04}-{month:02}-{day:02}T10:00:00")
        for name, (year, month, day) in DAYS.items()
    }
    with indexed.library.writing() as db:
        metadata_rows.put_with_dates(db, said)
    return indexed


@pytest.fixture
def viewer(dated: IndexedLibrary, open_window: OpenWindow) -> Person:
    somebody = open_window(dated.library)
    somebody.until_shown(30)
    somebody.until(lambda: len(timeline_of(somebody).months()) == 5)
    return somebody


def timeline_of(person: Person) -> Timeline:
    return person.window.timeline


def point_of(person: Person, month: Month) -> QPoint:
    bars = timeline_of(person)._bars
    return QPoint(50, round(bars.top_of(bars.months.index(month)) + bars.pitch / 2))


def click(person: Person, month: Month) -> None:
    QTest.mouseClick(timeline_of(person), LEFT, NONE, point_of(person, month))


def counts(person: Person) -> dict[Month, int]:
    bars = timeline_of(person)._bars
    return dict(zip(bars.months, bars.counts, strict=True))


def test_it_counts_what_is_browsed_in_any_century(viewer: Person, dated: IndexedLibrary) -> None:
    assert timeline_of(viewer).isVisible()
    assert counts(viewer) == dict.fromkeys(KINDS.values(), 6)
    viewer.choose_folder(bytes(dated.photos / "leaves"))
    viewer.until(lambda: counts(viewer) == {(2024, 1): 6})
    viewer.choose_folder(b"")
    viewer.window.browse_bar.search_for("-name:2")
    viewer.until(lambda: counts(viewer) == dict.fromkeys(KINDS.values(), 5))


def test_a_click_shows_that_month_alone_as_a_word_in_the_field(viewer: Person) -> None:
    field = viewer.window.browse_bar.filter
    viewer.window.browse_bar.search_for("-name:2")
    viewer.until_shown(25)
    click(viewer, (2024, 7))
    viewer.until_shown(5)
    assert field.text() == "-name:2 2024-07"
    assert viewer.kinds(5) == {"stripes"}
    assert len(counts(viewer)) == 5, "the other months stay to be chosen"
    click(viewer, (1826, 6))
    viewer.until(lambda: viewer.kinds(5) == {"bricks"})
    assert field.text() == "-name:2 1826-06"
    QTest.mouseClick(timeline_of(viewer).cross, LEFT)
    viewer.until_shown(25)
    assert field.text() == "-name:2"
    assert not timeline_of(viewer).cross.isVisible()


def test_drawing_over_months_chooses_them_and_the_keys_do_too(viewer: Person) -> None:
    timeline, field = timeline_of(viewer), viewer.window.browse_bar.filter
    QTest.mousePress(timeline, LEFT, NONE, point_of(viewer, (2024, 7)))
    QTest.mouseMove(timeline, point_of(viewer, (2023, 12)))
    QTest.mouseRelease(timeline, LEFT, NONE, point_of(viewer, (2023, 12)))
    viewer.until_shown(18)
    assert field.text() == "2023-12..2024-07"
    timeline.setFocus()
    viewer.press(Key.Key_Escape)
    viewer.until_shown(30)
    assert field.text() == ""
    viewer.press(Key.Key_Home)
    viewer.press(Key.Key_Down, SHIFT)
    viewer.press(Key.Key_Return)
    viewer.until_shown(12)
    assert field.text() == "2024-07..2300-02"
    assert QApplication.focusWidget() is timeline


def test_in_the_order_of_dates_a_click_goes_there(viewer: Person) -> None:
    window, bar = viewer.window, viewer.window.browse_bar
    window.grid.set_tile_size(320)
    bar.sort.setCurrentText("Date taken")
    viewer.until(lambda: viewer.names()[0] == "bricks-0.jpg" and timeline_of(viewer).months()[0] == (1826, 6))
    click(viewer, (2024, 1))
    viewer.until(lambda: viewer.current_name() == "leaves-0.jpg")
    assert bar.filter.text() == ""
    assert viewer.rows() == 30
    top = window.grid.visualRect(window.grid.currentIndex()).top()
    assert 0 <= top < 20
    QTest.mouseClick(bar.direction, LEFT)
    viewer.until(lambda: timeline_of(viewer).months()[0] == (2300, 2))
    timeline_of(viewer).setFocus()
    for key in (Key.Key_Home, Key.Key_Down, Key.Key_Return):
        viewer.press(key)
    viewer.until(lambda: viewer.current_name() == "stripes-5.jpg")


def test_a_month_that_dates_leave_out_is_chosen_in_their_place(viewer: Person) -> None:
    bar = viewer.window.browse_bar
    bar.sort.setCurrentText("Date taken")
    bar.search_for("2023..2024")
    viewer.until_shown(18)
    click(viewer, (2024, 7))
    viewer.until(lambda: viewer.current_name() == "stripes-0.jpg")
    assert bar.filter.text() == "2023..2024"
    click(viewer, (1826, 6))
    viewer.until_shown(6)
    assert bar.filter.text() == "1826-06"


def test_it_counts_the_hits_of_a_query_and_narrows_them(viewer: Person) -> None:
    window = viewer.window
    viewer.click(0)
    window.query_bar.filters.number.setValue(12)
    viewer.press(Key.Key_Return, on=window.grid)
    viewer.until_found()
    window.query_bar.filters.number.setValue(12)
    viewer.until_shown(12)
    viewer.until(lambda: sum(counts(viewer).values()) == 12)
    nearest = counts(viewer)
    month = timeline_of(viewer).months()[-1]
    with viewer.qtbot.waitSignal(window.dating._months.answered):
        click(viewer, month)
    kind = next(kind for kind, of in KINDS.items() if of == month)
    viewer.until(lambda: viewer.kinds(30) == {kind})
    assert window.searching.query is not None
    assert window.searching.query.filter.text == f"{month[0]}-{month[1]:02}"
    viewer.until(lambda: timeline_of(viewer).cross.isVisible())
    assert counts(viewer) == nearest, "other months stay to be chosen"
    timeline_of(viewer).setFocus()
    viewer.press(Key.Key_Escape)
    viewer.until_shown(12)
    assert window.searching.query is not None, "the first one took the dates away"
    viewer.press(Key.Key_Escape)
    viewer.until_shown(30)


def test_it_follows_the_library(viewer: Person, dated: IndexedLibrary) -> None:
    for n in range(6):
        (dated.photos / "stripes" / f"stripes-{n}.jpg").unlink()
    viewer.window.browse_bar.missing.click()
    viewer.session.index()
    viewer.until(lambda: (2024, 7) not in counts(viewer))
    assert len(counts(viewer)) == 4


def test_it_is_turned_off_and_on_and_that_is_remembered(viewer: Person, open_window: OpenWindow) -> None:
    entry = viewer.window.menus.by_text["Time&line"]
    assert entry.isChecked()
    entry.trigger()
    assert not timeline_of(viewer).isVisible()
    path = Path(viewer.session.library.path)
    viewer.window.close()
    again = open_window(open_library(str(path)))
    again.until_shown(30)
    again.until_idle()
    assert not timeline_of(again).isVisible()
    assert timeline_of(again).months() == (), "nothing is read for who does not look"
    entry = again.window.menus.by_text["Time&line"]
    assert not entry.isChecked()
    entry.trigger()
    again.until(lambda: len(counts(again)) == 5)
    assert timeline_of(again).isVisible()
    again.window.close()
    third = open_window(open_library(str(path)))
    assert not timeline_of(third).isHidden(), "its room is there from the start"


def test_pages_and_narrow_windows_go_without_it(viewer: Person) -> None:
    viewer.press(Key.Key_K, CONTROL)
    viewer.until(lambda: viewer.window.centre.page is not None)
    assert not timeline_of(viewer).isVisible()
    viewer.window.centre.leave_page()
    assert timeline_of(viewer).isVisible()
    viewer.window.splitter.setSizes([400, 430, 370])
    viewer.until(lambda: not timeline_of(viewer).isVisible())


def test_without_pictures_there_is_none(newcomer: Person) -> None:
    newcomer.until_idle()
    assert not timeline_of(newcomer).isVisible()
