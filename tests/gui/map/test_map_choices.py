"""What the map shows: colours, a selection, a library that grows; a layout that is ended."""

import os

import numpy as np

from engine.mapping.plane_map import PlaneMap
from engine.store import versions
from gui.map.colouring import ColouredBy
from gui.map.map_page import MapOf
from gui.map.plane_walk import PlaneWalk
from tests.conftest import IndexedLibrary
from tests.gui.map.map_reader import kinds_within, open_map, view
from tests.gui.person import SHIFT, Key, Person
from tests.gui.versions.version_fixtures import Chooser, chooser, known
from tests.photo_makers import photo

__all__ = ["chooser", "known"]


def test_colours_by_folder_and_by_date(reader: Person):
    page = reader.window.map.page
    page.colours.setCurrentText(ColouredBy.FOLDER)
    page.colours.activated.emit(2)
    kinds = ["bricks", "discs", "leaves", "stripes", "sunset"]
    reader.until(lambda: sorted(k.name for k in view(reader).colouring.kinds if k.count) == kinds)
    page.colours.setCurrentText(ColouredBy.DATE)
    page.colours.activated.emit(1)
    reader.until(lambda: "No date" in [k.name for k in view(reader).colouring.kinds])
    assert sum(k.count for k in view(reader).colouring.kinds) == 30


def test_what_is_selected_in_the_grid_has_a_map_of_its_own(kept_map: PlaneMap, person: Person):
    person.click(2)
    person.click(9, SHIFT)
    chosen = person.window.grid.selected_ids()
    open_map(person)
    page = person.window.map.page
    page.choose_of(MapOf.SELECTED)
    page.of_chosen.emit(MapOf.SELECTED)
    person.until(lambda: sorted(view(person).image_ids.tolist()) == sorted(chosen))
    page.choose_of(MapOf.ALL)
    page.of_chosen.emit(MapOf.ALL)
    person.until(lambda: len(view(person).image_ids) == 30)


def test_what_the_grid_shows_has_a_map_of_its_own(kept_map: PlaneMap, person: Person, indexed: IndexedLibrary):
    person.choose_folder(os.fsencode(indexed.photos / "leaves"))
    person.until_shown(6)
    open_map(person)
    page = person.window.map.page
    page.choose_of(MapOf.SHOWN)
    page.of_chosen.emit(MapOf.SHOWN)
    person.until(lambda: len(view(person).image_ids) == 6)
    assert kinds_within(person, list(range(6))) == {"leaves"}


def test_without_a_selection_in_the_grid_all_are_shown(reader: Person):
    reader.window.grid.clearSelection()
    page = reader.window.map.page
    page.choose_of(MapOf.SELECTED)
    page.of_chosen.emit(MapOf.SELECTED)
    assert page.chosen_of is MapOf.ALL
    assert "Select pictures" in reader.said()


def test_a_library_that_has_outgrown_its_map_gets_another_while_one_looks(reader: Person, indexed: IndexedLibrary):
    before = reader.window.map.page.view.places_N2.copy()
    for number in range(20, 36):
        photo("discs", number).save(indexed.photos / "discs" / f"discs-{number}.jpg")
    reader.session.index()
    reader.until(lambda: len(view(reader).image_ids) == 46)
    reader.until(lambda: reader.window.map.page.count.text() == "46 pictures")  # none was only placed
    assert not np.array_equal(view(reader).places_N2[:30], before)


def test_another_version_lays_out_what_is_selected_anew(chooser: Chooser):
    """What is selected in the grid has a map that is kept nowhere, by which it could be told."""
    person, page = chooser.person, chooser.person.window.map.page
    person.click(2)
    person.click(9, SHIFT)
    open_map(person, 40)
    page.choose_of(MapOf.SELECTED)
    page.of_chosen.emit(MapOf.SELECTED)
    person.until(lambda: len(view(person).image_ids) == 8)
    before = view(person).places_N2.copy()
    with chooser.library.writing() as db:
        versions.activate(db, chooser.new.id)
    person.session.library_changed.emit()
    person.until(lambda: not np.array_equal(view(person).places_N2, before))
    assert len(view(person).image_ids) == 8


def test_the_viewer_finds_nothing_on_a_map_from_which_all_have_gone(reader: Person):
    walk = PlaneWalk(view(reader), int(view(reader).image_ids[0]))
    shown = view(reader).image_ids.tolist()
    view(reader).show_places(np.empty(0, np.int64), np.empty((0, 2), np.float32), 1.0)
    assert walk.rows_of(shown).tolist() == [-1] * len(shown)


def test_the_window_can_be_closed_while_the_map_is_laid_out(person: Person):
    person.press(Key.Key_F9)
    person.until(lambda: person.session.job is not None)
    person.window.close_unasked()
    assert not person.session.still_busy


def test_a_cancelled_layout_can_be_begun_again(person: Person):
    person.press(Key.Key_F9)
    person.until(lambda: person.session.job is not None)
    person.session.job.cancel()
    page = person.window.map.page
    person.until(lambda: page.empty.accessibleName() == "There is no map yet")
    person.session.library_changed.emit()  # which is no reason to begin by itself
    person.window.map.refresh()
    person.until_idle()
    assert page.empty.accessibleName() == "There is no map yet"
    page.empty.button_clicked.emit()
    person.until(lambda: len(view(person).image_ids) == 30)
