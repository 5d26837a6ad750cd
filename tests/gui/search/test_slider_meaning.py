"""The slider that means something: two shapes, "about 95 % right", the number of hits; it follows the labels."""

import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.jobs import version_files
from engine.learning.distances import DistanceMeaning, meaning_of_distances
from engine.library import Library
from engine.model import model_files
from engine.model.linear_hash import random_projection
from engine.progress import finish
from engine.search.nearness import FEWEST_SHOWN
from engine.store import labels, versions
from engine.store.versions import Version
from gui.search.distance_shapes import right_sentence, right_text
from gui.search.distance_slider import HANDLE_WIDTH, DistanceSlider
from gui.widgets.theme import palette_for
from tests.gui.person import LEFT, Key, Person
from tests.gui.window_fixtures import OpenWindow
from tests.learning.labelled_library import SPACE, clustered, fill

BITS = 64


def two_shapes() -> DistanceMeaning:
    """Same label at distances 0 to 19, different ones at 30 to 49, some of both at 10."""
    same, different = np.zeros(BITS + 1, np.int64), np.zeros(BITS + 1, np.int64)
    same[:20], different[30:50], different[10] = 1000, 5000, 1000
    return DistanceMeaning(same, different)


@pytest.fixture
def slider(qtbot: QtBot) -> DistanceSlider:
    made = DistanceSlider(bits=BITS)
    qtbot.addWidget(made)
    made.resize(520, 60)
    with qtbot.waitActive(made):
        made.show()
    return made


def at(slider: DistanceSlider, distance: int) -> int:
    """The middle of a distance's column."""
    inner = slider.track.width() - 2 * HANDLE_WIDTH
    return HANDLE_WIDTH + round((distance + 0.5) * inner / (BITS + 1))


def colours_above(slider: DistanceSlider, distance: int) -> set[str]:
    """What is painted in the distance's column, above the groove."""
    picture = slider.track.grab().toImage()
    return {picture.pixelColor(at(slider, distance), y).name() for y in range(30)}


# --- the slider by itself


def test_without_a_meaning_it_looks_as_ever(slider: DistanceSlider) -> None:
    slider.set_histogram([3] * 65)
    plain, height = slider.track.grab().toImage(), slider.sizeHint().height()
    assert not slider.caption.isVisible()
    slider.set_meaning(two_shapes())
    assert slider.track.grab().toImage() != plain
    assert slider.sizeHint().height() > height
    slider.set_meaning(None)
    assert slider.track.grab().toImage() == plain
    assert not slider.caption.isVisible()
    assert slider.sizeHint().height() == height
    assert slider.track.toolTip() == slider.track.low.accessibleDescription() == ""


@pytest.mark.parametrize("scheme", [Qt.ColorScheme.Light, Qt.ColorScheme.Dark])
def test_both_shapes_are_painted_and_differ_in_form(slider: DistanceSlider, scheme: Qt.ColorScheme) -> None:
    slider.setPalette(palette_for(scheme))
    slider.set_meaning(two_shapes())
    window = slider.palette().color(QPalette.ColorRole.Window).name()
    line, empty = (colours_above(slider, distance) for distance in (40, 25))
    assert empty == {window}
    picture = slider.track.grab().toImage()
    assert picture.pixelColor(at(slider, 5), 15).name() != window, "the inside of the one is filled"
    assert picture.pixelColor(at(slider, 40), 15).name() == window, "that of the other is not"
    assert line > {window}, "but it has a line"


def test_beyond_the_range_the_shapes_are_faint(slider: DistanceSlider) -> None:
    slider.set_meaning(two_shapes())
    inside = slider.track.grab().toImage().pixelColor(at(slider, 15), 15)
    slider.set_values(0, 8)
    outside = slider.track.grab().toImage().pixelColor(at(slider, 15), 15)
    window = slider.palette().color(QPalette.ColorRole.Window)
    assert abs(outside.lightness() - window.lightness()) < abs(inside.lightness() - window.lightness())
    assert outside != window


def test_every_way_of_moving_says_what_the_range_means(slider: DistanceSlider, qtbot: QtBot) -> None:
    slider.set_meaning(two_shapes())
    assert slider.caption.isVisible()
    slider.largest.selectAll()
    qtbot.keyClicks(slider.largest, "10")
    qtbot.keyClick(slider.largest, Key.Key_Return)
    assert slider.caption.text() == "about 92 % right"
    qtbot.keyClick(slider.track.high, Key.Key_Left)
    assert slider.caption.text() == "about 100 % right"
    qtbot.mouseClick(slider.track, Qt.MouseButton.LeftButton, pos=QPoint(at(slider, 48), 30))
    assert abs(slider.values()[1] - 48) <= 1
    assert slider.caption.text() in ("about 17 % right", "about 18 % right")
    slider.set_values(20, 29)
    assert slider.caption.text() == "too few labels to say"


def test_with_no_limit_to_the_distance_nothing_is_said(slider: DistanceSlider) -> None:
    slider.set_values(0, 10)
    slider.set_meaning(two_shapes())
    assert slider.caption.text() == "about 92 % right"
    slider.set_values(0, BITS)
    assert slider.caption.isVisible(), "it says which shape is which"
    assert slider.caption.text() == slider.caption.accessibleDescription() == ""
    assert slider.track.high.accessibleDescription() == ""
    assert "right" not in slider.track.toolTip()
    assert "filled shape" in slider.track.toolTip()
    slider.set_values(1, BITS)
    assert slider.caption.text() == "about 16 % right"


def test_assistive_technology_gets_the_whole_sentence(slider: DistanceSlider) -> None:
    slider.set_meaning(two_shapes())
    slider.set_values(0, 10)
    sentence = slider.track.high.accessibleDescription()
    assert sentence == slider.track.low.accessibleDescription() == slider.caption.accessibleDescription()
    assert sentence.startswith("About 92 % of the hits at distances 0 to 10 would share a label")
    assert "12,000 pairs" in sentence
    assert sentence.endswith("; the version has not learned from at least one picture of each pair.")


def test_the_number_of_each_step_is_told_at_once(slider: DistanceSlider) -> None:
    steps: list[tuple[int, int]] = []
    slider.moved.connect(lambda low, high: steps.append((low, high)))
    for distance in range(63, 53, -1):
        slider.track.high.setValue(distance)
    assert steps == [(0, distance) for distance in range(63, 53, -1)]


def test_a_meaning_of_codes_of_another_length_is_not_shown(slider: DistanceSlider) -> None:
    slider.set_meaning(two_shapes())
    slider.set_range(128)
    assert slider.meaning() is None
    slider.set_meaning(two_shapes())
    assert slider.meaning() is None
    assert not slider.caption.isVisible()


@pytest.mark.parametrize("bits", [8, 16, 256, 512])
@pytest.mark.parametrize("counts", ["none", "one", "all at 0", "all at the end"])
def test_any_pairs_are_painted(qtbot: QtBot, bits: int, counts: str) -> None:
    slider = DistanceSlider(bits)
    qtbot.addWidget(slider)
    same = np.zeros(bits + 1, np.int64)
    if counts != "none":
        same[-1 if "end" in counts else 0] = 1 if counts == "one" else 10**9
    slider.set_meaning(DistanceMeaning(same, same[::-1].copy()))
    for width in (200, 520, 3000):
        slider.resize(width, 60)
        slider.grab()


def test_the_words_are_careful_at_the_ends() -> None:
    assert right_text(0.954, 1000) == "about 95 % right"
    assert right_text(0.9991, 1000) == "more than 99 % right"
    assert right_text(1.0, 1000) == "about 100 % right"
    assert right_text(0.004, 1000) == "less than 1 % right"
    assert right_text(0.0, 1000) == "about 0 % right"
    assert right_text(1.0, 3) == right_text(None, 0) == "too few labels to say"
    assert "at distance 7 to say" in right_sentence(7, 7, None, 0)
    assert right_sentence(0, 3, 0.9991, 1000).startswith("More than 99 % of the hits")


# --- in the window


def asking(person: Person) -> None:
    person.until_shown(120)
    person.click(0)
    person.press(Key.Key_Return, on=person.window.grid)
    person.until_found()


def until_meant(person: Person) -> None:
    person.until(lambda: person.window.query_bar.filters.slider.meaning() is not None)


def text(person: Person) -> str:
    slider = person.window.query_bar.filters.slider
    return slider.caption.text() if slider.caption.isVisible() else ""


def type_largest(person: Person, distance: int) -> None:
    box = person.window.query_bar.filters.slider.largest
    box.setFocus()
    box.selectAll()
    person.qtbot.keyClicks(box, str(distance))
    person.press(Key.Key_Return, on=box)


def expected(library: Library, version: Version, most: int) -> str:
    meaning = meaning_of_distances(library, version)
    return right_text(meaning.share_right(0, most), meaning.pairs(0, most))


def active(library: Library) -> Version:
    version = versions.active(library.db)
    assert version is not None
    return version


def projected(library: Library, bits: int) -> Version:
    """Another version, of shorter codes, complete."""
    function = random_projection(clustered(120, 4), bits)
    file, checksum = model_files.write(library.models_folder, function)
    with library.writing() as db:
        version_id = versions.add(
            db,
            name="Short",
            method="test",
            bits=bits,
            backbone=SPACE,
            file=file,
            file_checksum=checksum,
            details={},
        )
    version = versions.get(library.db, version_id)
    finish(version_files.make_codes(library, version))
    return version


def test_with_labels_the_slider_says_how_many_hits_would_be_right(
    library: Library, open_window: OpenWindow
) -> None:
    fill(library)
    person = open_window(library)
    asking(person)
    until_meant(person)
    type_largest(person, 256)
    assert text(person) == "", "there is no limit to the distance"
    type_largest(person, 255)
    assert text(person) == expected(library, active(library), 255)
    type_largest(person, 120)
    assert text(person) == expected(library, active(library), 120) != expected(library, active(library), 255)


def test_without_labels_nothing_is_said(library: Library, open_window: OpenWindow) -> None:
    ids = fill(library)
    with library.writing() as db:
        for name in labels.all_labels(db):
            labels.unassign(db, name, ids)
    person = open_window(library)
    asking(person)
    person.until_idle()
    assert text(person) == ""
    assert person.window.query_bar.filters.slider.meaning() is None


def test_it_follows_the_labels(library: Library, open_window: OpenWindow) -> None:
    ids = fill(library)
    person = open_window(library)
    asking(person)
    until_meant(person)
    type_largest(person, 255)
    before = text(person)
    assert before

    def swap() -> None:
        with library.writing() as db:
            for name in ("label 1", "label 2", "label 3"):
                labels.unassign(db, name, ids)
                labels.assign(db, name, ids[::2] if name == "label 1" else ids[1::2])

    person.session.store(swap)
    person.until(lambda: text(person) != before)
    assert text(person) == expected(library, active(library), 255)


def test_it_follows_the_active_version_and_the_range_begins_anew(library: Library, open_window: OpenWindow) -> None:
    fill(library)
    short = projected(library, 32)
    person = open_window(library)
    asking(person)
    until_meant(person)
    type_largest(person, 120)
    person.until_found()
    person.press(Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    tree = person.window.versions.tree
    person.until(lambda: tree.topLevelItemCount() == 2)
    tree.choose(short.id)
    person.press(Key.Key_Return, on=tree)
    slider = person.window.query_bar.filters.slider
    person.until(lambda: slider.bits() == 32 and slider.meaning() is not None)
    person.until_found()
    assert slider.values() == (0, usual_reach(person))
    slider.set_values(0, 31)
    assert text(person) == expected(library, short, 31)
    assert person.window.centre.page == "versions", "the page stays"


def test_queries_to_go_back_to_have_no_distances_of_another_version(
    library: Library, open_window: OpenWindow
) -> None:
    fill(library)
    short = projected(library, 32)
    person = open_window(library)
    asking(person)
    type_largest(person, 20)  # short codes have such a distance, too
    person.until_found()
    person.window.searching.find_similar(person.window.model.image_id(0) + 1)
    person.until_found()
    with person.qtbot.waitSignal(person.window.model_versions.active_changed):
        finish(version_files.activate(library, short))
        person.session.library_changed.emit()
    person.press(Key.Key_Backspace, on=person.window.grid)
    person.until_found()
    assert person.window.query_bar.filters.slider.values() == (0, usual_reach(person))


def usual_reach(person: Person) -> int:
    """How far the present query shows hits as long as nobody says otherwise."""
    counted = person.session.read_counts(person.window.searching.query)
    return counted.version.bits if counted.usual_reach is None else counted.usual_reach


def test_at_first_hits_are_shown_that_are_alike_and_more_when_asked_for(
    library: Library, open_window: OpenWindow
) -> None:
    fill(library)
    person = open_window(library)
    asking(person)
    filters = person.window.query_bar.filters
    reach = usual_reach(person)
    within = person.session.read_counts(person.window.searching.query).within(0, reach)
    assert FEWEST_SHOWN <= within < 120
    assert filters.slider.values() == (0, reach)
    assert person.rows() == within
    assert person.result().startswith(f"{within} hits, ")
    assert max(person.distances()) <= reach
    person.until(filters.more.isVisible)
    while filters.more.isVisible():
        before = person.rows()
        QTest.mouseClick(filters.more, LEFT)
        person.until(lambda before=before: person.rows() > before)
        person.until_found()
    assert person.rows() == 120
    assert filters.slider.values() == (0, 256)
    person.window.searching.find_similar(person.window.model.image_id(5))
    person.until_found()
    assert person.rows() == 120, "a range that was chosen stays"


def test_the_next_query_has_a_range_of_its_own_unless_one_was_chosen(
    library: Library, open_window: OpenWindow
) -> None:
    fill(library)
    person = open_window(library)
    asking(person)
    for row in (7, 11):
        person.window.searching.find_similar(person.window.model.image_id(row))
        person.until_found()
        assert person.window.query_bar.filters.slider.values() == (0, usual_reach(person))
    type_largest(person, 131)
    person.until_found()
    person.window.searching.find_similar(person.window.model.image_id(3))
    person.until_found()
    assert person.window.query_bar.filters.slider.values() == (0, 131)


def test_who_moves_the_slider_to_its_end_at_once_gets_all(library: Library, open_window: OpenWindow) -> None:
    fill(library)
    person = open_window(library)
    asking(person)
    person.press(Key.Key_End, on=person.window.query_bar.filters.slider.track.high)
    person.until(lambda: person.rows() == 120)
    person.until_found()
    assert person.window.query_bar.filters.slider.values() == (0, 256)
    assert not person.window.query_bar.filters.more.isVisible()


def test_how_near_a_hit_is_stands_beside_its_bits(library: Library, open_window: OpenWindow) -> None:
    fill(library)
    person = open_window(library)
    asking(person)
    person.until_tiles()
    first = person.window.model.index(0).data()
    assert "very alike, distance 0" in first
    person.until(lambda: ("Likeness", "very alike: 0 of 256 bits differ") in person.window.preview.metadata.rows())


def test_the_number_of_hits_is_that_of_all_images_and_follows_the_slider_at_once(
    library: Library, open_window: OpenWindow
) -> None:
    fill(library)
    person = open_window(library)
    asking(person)
    filters = person.window.query_bar.filters
    filters.number.setValue(5)
    person.until(lambda: re.match(r"\d+ hits, 5 shown", person.result()))
    counted = person.session.read_counts(person.window.searching.query)
    within = counted.within(0, 125)
    assert 5 < within < 120
    filters.slider.track.high.setValue(125)
    assert person.result() == f"Searching… {within} hits", "without waiting for the search"
    person.until(lambda: re.match(rf"{within} hits, 5 shown", person.result()))
    filters.slider.track.high.setValue(124)
    filters.slider.track.high.setValue(125)  # and back, before anybody was asked
    person.until(lambda: person.result().startswith(f"{within} hits, 5 shown"))


def test_what_is_being_typed_or_changed_survives_that_the_library_is_read_again(
    library: Library, open_window: OpenWindow
) -> None:
    fill(library)
    person = open_window(library)
    asking(person)
    filters, window = person.window.query_bar.filters, person.window
    filters.slider.largest.setFocus()
    filters.slider.largest.selectAll()
    person.qtbot.keyClicks(filters.slider.largest, "12")
    with person.qtbot.waitSignal(window.browsing.state_read):
        window.browsing.refresh()
    person.qtbot.keyClicks(filters.slider.largest, "0")
    person.press(Key.Key_Return, on=filters.slider.largest)
    assert filters.slider.values() == (0, 120)
    filters.number.setValue(7)
    window.query_bar.set_bits(256)
    window.query_bar.set_query(window.searching.query, ["told again, with its name"])
    person.until(lambda: window.searching.query.k == 7)
    assert filters.number.value() == 7
