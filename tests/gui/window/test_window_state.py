"""What the window remembers from one run to the next, in the library's own folder."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from engine.copies.keeping import Rule
from engine.library import open_library
from engine.search.filter_language import understood
from engine.search.query import Query, QueryPicture
from engine.store.browsing import Browse, Sort
from gui.widgets.on_screen import keep_on_screen
from gui.window.last_place import LastPlace, place_of
from gui.window.main_window import MainWindow
from gui.window.window_state import USUAL_SIZE, WindowState
from tests.gui.person import CONTROL, LEFT, SHIFT, Key, Person
from tests.gui.window_fixtures import OpenWindow


def test_sizes_order_and_tile_size_are_as_they_were(open_window: OpenWindow, tmp_path: Path) -> None:
    first = open_window(open_library(str(tmp_path / "library"))).window
    first.resize(820, 700)  # the screen of these tests is no wider
    first.splitter.setSizes([220, 300, 298])
    first.grid.set_tile_size(224)
    first.browse_bar.sort.setCurrentText("File size")
    QTest.mouseClick(first.browse_bar.direction, LEFT)
    sizes = first.splitter.sizes()
    first.close()

    second = open_window_as_remembered(open_window, tmp_path / "library")
    assert (second.width(), second.height()) == (820, 700)
    assert second.splitter.sizes() == sizes
    assert second.grid.tile_size() == second.browse_bar.tile_size.value() == 224
    assert second.browse_bar.browse().sort == Sort.SIZE
    assert second.browse_bar.browse().descending
    assert second.browse_bar.sort.currentText() == "File size"


def open_window_as_remembered(open_window: OpenWindow, path: Path) -> MainWindow:
    return open_window(open_library(str(path)), size=None).window


def test_a_new_library_gets_a_window_of_a_usual_size(open_window: OpenWindow, tmp_path: Path) -> None:
    window = open_window_as_remembered(open_window, tmp_path / "library")
    assert window.width() >= min(USUAL_SIZE.width(), window.screen().availableGeometry().width())
    assert min(window.splitter.sizes()) > 150
    assert window.right.width() >= window.left.width(), "the picture is larger than the list of folders"


def test_a_high_window_shows_more_labels_until_a_person_has_chosen_how_many(newcomer: Person) -> None:
    window = newcomer.window
    window.resize(1200, 1400)
    newcomer.until(lambda: window.left.heights()["Labels"] > 400)
    window.left.moveSplitter(1000, 1)
    chosen = window.left.heights()["Labels"]
    window.resize(1200, 1500)
    newcomer.until(lambda: sum(window.left.sizes()) > 1300)
    assert window.left.heights()["Labels"] == chosen


def test_the_window_is_never_larger_than_the_screen_and_lies_on_it(open_window: OpenWindow, tmp_path: Path) -> None:
    window = open_window_as_remembered(open_window, tmp_path / "library")
    window.setMinimumSize(100, 100)  # the screen of these tests is narrower than the smallest window
    window.setGeometry(700, 600, 3000, 2000)
    keep_on_screen(window)
    assert window.screen().availableGeometry().contains(window.frameGeometry())


def test_how_picture_and_details_share_the_preview_is_remembered(person: Person, open_window: OpenWindow) -> None:
    person.click(0)
    preview = person.window.preview
    person.until(preview.metadata.isVisible)
    before = preview.view.height()
    handle = preview.splitter.handle(1)
    person.until(handle.isVisible)
    QTest.mousePress(handle, LEFT, pos=QPoint(30, 1))
    QTest.mouseMove(handle, QPoint(30, -80))
    QTest.mouseRelease(handle, LEFT, pos=QPoint(30, -80))
    assert preview.view.height() < before - 40
    height, path = preview.view.height(), person.session.library.path
    person.window.close()
    again = open_window(open_library(path))
    again.until_shown(30)
    again.click(0)
    again.until(lambda: again.window.preview.view.height() == height)


@pytest.mark.parametrize(
    "text",
    ["", "garbage \0\xff", "[General]\ngeometry=1\nsplitter=@ByteArray(x)\ntile_size=huge\nsort=luck\n"],
)
def test_what_cannot_be_read_is_forgotten_without_a_word(
    open_window: OpenWindow, tmp_path: Path, text: str
) -> None:
    library = open_library(str(tmp_path / "library"))
    (tmp_path / "library" / "window.ini").write_text(text, "latin-1")
    window = open_window(library, size=None).window
    assert window.width() >= min(USUAL_SIZE.width(), window.screen().availableGeometry().width())
    assert window.browse_bar.browse().sort == Sort.FOLDER


def reopened(person: Person, open_window: OpenWindow) -> Person:
    """The same library in a new window, as the program opens it."""
    path = person.session.library.path
    person.window.close()
    again = open_window(open_library(path))
    again.window.open_as_left()
    return again


def test_folder_words_and_selection_are_as_they_were(person: Person, open_window: OpenWindow) -> None:
    folder = next(path for path in person.window.library_panel.model.paths() if path.startswith(b"/"))
    person.choose_folder(folder)
    person.window.browse_bar.search_for("sunset")
    person.until(lambda: 2 < person.rows() < 30)
    person.click(1)
    person.click(2, CONTROL)
    names, chosen = person.names(), person.window.grid.selected_ids()
    again = reopened(person, open_window)
    again.until_shown(len(names))
    assert again.names() == names
    assert again.window.browse_bar.filter.text() == "sunset"
    again.until(lambda: again.window.grid.selected_ids() == chosen)
    assert again.window.library_panel.chosen() == folder


def test_the_query_and_what_is_selected_among_its_hits_are_as_they_were(
    person: Person, open_window: OpenWindow
) -> None:
    person.double_click(3)
    person.until_found()
    person.window.query_bar.filters.slider.track.high.setValue(120)
    person.until(lambda: person.window.searching.query.max_distance == 120)
    person.until_found()
    person.click(2)
    hits, current = person.names(), person.window.grid.current_id()
    again = reopened(person, open_window)
    again.until_found()
    assert again.names() == hits
    assert again.window.query_bar.filters.slider.values() == (0, 120)
    again.until(lambda: again.window.grid.current_id() == current)


def test_a_query_whose_picture_is_gone_is_forgotten(person: Person, open_window: OpenWindow) -> None:
    state = WindowState(person.session.library.path)
    person.window.close()
    query = Query((QueryPicture(image_id=99_999),))
    state.save_place(LastPlace(replace(Browse(), folder=b"/not/there"), query, current=99_999))
    again = open_window(open_library(person.session.library.path))
    again.window.open_as_left()
    again.until_shown(30)
    again.until(lambda: again.window.browsing.state is not None)
    assert again.window.searching.query is None
    assert again.window.browse_bar.browse().folder is None


AT_7 = json.loads(LastPlace(query=Query((QueryPicture(image_id=7),)), current=7, selected=(7,)).text())
HUGE = 10**30


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{", '{"folder": 3}', '{"query": {"pictures": []}}', "9" * 5000),
        json.dumps(AT_7 | {"current": HUGE}),
        json.dumps(AT_7 | {"selected": [HUGE]}),
        json.dumps(AT_7 | {"query": AT_7["query"] | {"most": HUGE}}),
        json.dumps(AT_7 | {"query": AT_7["query"] | {"range": [0, HUGE]}}),
        json.dumps(AT_7 | {"query": {"pictures": [AT_7["query"]["pictures"][0] | {"crop": [HUGE, 0, 9, 9]}]}}),
        json.dumps(AT_7 | {"folder": "/\ud800"}),
    ],
)
def test_a_place_that_cannot_be_read_is_nowhere_in_particular(text: str) -> None:
    assert place_of(text) == LastPlace()


def test_no_more_is_asked_again_than_a_person_asks() -> None:
    query = AT_7["query"] | {"pictures": AT_7["query"]["pictures"] * 5000}
    place = place_of(json.dumps(AT_7 | {"query": query}))
    assert place.query is not None
    assert len(place.query.pictures) == 100


def test_a_place_is_the_same_after_it_was_written_and_read() -> None:
    words = understood("label:cat -2024").filter
    pictures = (
        QueryPicture(image_id=7, crop=(1, 2, 30, 40)),
        QueryPicture(path=b"/p/\xff.jpg", minus=True),
    )
    query = Query(pictures, 50, 3, 90, b"/p", "cat", words, show_missing=False)
    browse = replace(Browse(), folder=b"/p/\xff", label="dog", filter=words)
    place = LastPlace(browse, query, True, 7, (7, 9))
    assert place_of(place.text()) == place
    pasted = replace(place, query=Query((QueryPicture(data=b"x"),)))
    assert place_of(pasted.text()).query is None


def test_rules_that_were_chosen_before_there_were_more_get_the_new_one(
    open_window: OpenWindow, tmp_path: Path
) -> None:
    library = open_library(str(tmp_path / "library"))
    before = '{\\"rules\\": [\\"older\\", \\"pixels\\"], \\"folders\\": []}'
    (tmp_path / "library" / "window.ini").write_text(f'[General]\nkeeping="{before}"\n')
    window = open_window(library, size=None).window
    assert window.copies.preferences.rules == (Rule.EYES, Rule.OLDER, Rule.PIXELS)


def test_the_preview_gives_way_to_a_page_without_pictures_and_is_as_wide_afterwards(
    person: Person, open_window: OpenWindow
) -> None:
    window = person.window
    window.splitter.setSizes([200, 640, 360])
    widths = window.splitter.sizes()
    window.model_versions.show()
    assert not window.right.isVisible()
    person.until(lambda: window.centre.width() > widths[1])
    window.evaluating.show()
    window.turns.back_to_grid()
    person.until(lambda: window.splitter.sizes() == widths)
    window.file_actions.log.show()
    person.press(Key.Key_P, CONTROL | SHIFT)  # a part is chosen in the preview
    assert window.centre.page is None
    person.until(lambda: window.splitter.sizes() == widths)
    window.skipped_files.show()
    path = person.session.library.path
    window.close()
    again = open_window(open_library(path))
    assert again.window.right.isVisible()
    again.until(lambda: again.window.splitter.sizes() == widths)
