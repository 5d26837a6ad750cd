"""Groups by date and likeness to a picture, as somebody at the window asks for them."""

import os
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from engine.library import open_library
from engine.search.query import Query, QueryPicture
from engine.store.browsing import Sort
from engine.store.timeline import Grouping
from tests.conftest import IndexedLibrary
from tests.gui.person import CONTROL, SHIFT, Key, Person
from tests.gui.window_fixtures import OpenWindow

KINDS = ("stripes", "discs", "bricks", "leaves")


@pytest.fixture
def dated(indexed: IndexedLibrary, open_window: OpenWindow) -> Person:
    """Somebody whose kinds of pictures are of a day each; the fifth was taken on the last of these, much later."""
    for name in {path.name for path in indexed.photos.iterdir()}:
        place = KINDS.index(name) if name in KINDS else 3
        hour = 8 if name in KINDS else 20
        for minute, path in enumerate(sorted((indexed.photos / name).iterdir())):
            when = datetime(2024, 6, 28 + place % 3, hour, minute).timestamp()
            if place == 3:
                when = datetime(2024, 7, 6, hour, minute).timestamp()
            os.utime(path, (when, when))
    indexed.again()
    somebody = open_window(indexed.library)
    somebody.until_shown(30)
    return somebody


def titles(person: Person) -> list[str]:
    groups = person.window.model.groups()
    return list(groups.titles) if groups is not None else []


def choose(person: Person, text: str) -> None:
    person.window.menus.by_text[text].trigger()


def group_in_bar(person: Person, grouping: Grouping | None) -> None:
    person.window.browse_bar.group.by_grouping[grouping].trigger()


def test_groups_are_chosen_in_the_bar_and_put_the_order_to_the_date(dated: Person) -> None:
    window = dated.window
    group_in_bar(dated, Grouping.DAY)
    dated.until(lambda: len(titles(dated)) == 4)
    assert titles(dated)[-1] == "Saturday, 6 July 2024"
    assert window.browse_bar.sort.currentText() == "Date taken"
    assert window.browse_bar.group.text() == "Day"
    assert window.menus.by_text["Group by &day"].isChecked()
    assert np.diff([*window.model.groups().starts, dated.rows()]).tolist() == [6, 6, 6, 12]
    group_in_bar(dated, Grouping.EVENT)
    dated.until(lambda: len(titles(dated)) == 5)
    assert titles(dated)[-2:] == ["6 July 2024, 08:00 to 08:05", "6 July 2024, 20:00 to 20:05"]
    choose(dated, "Group by &month")
    dated.until(lambda: titles(dated) == ["June 2024", "July 2024"])
    assert window.browse_bar.group.accessibleName() == "Group by: month"
    window.browse_bar.direction.click()
    dated.until(lambda: titles(dated) == ["July 2024", "June 2024"])


def test_another_order_ends_the_groups_and_so_does_nothing(dated: Person) -> None:
    window = dated.window
    choose(dated, "Group by &day")
    dated.until(lambda: titles(dated))
    window.browse_bar.sort.setCurrentText("Name")
    dated.until(lambda: not titles(dated))
    assert window.browse_bar.browse().grouping is None
    assert window.menus.by_text["No g&roups"].isChecked()
    choose(dated, "Group by &day")
    dated.until(lambda: titles(dated))
    group_in_bar(dated, None)
    dated.until(lambda: not titles(dated))
    assert window.browse_bar.sort.currentText() == "Date taken", "the order stays"


def test_the_whole_group_is_selected_by_a_key(dated: Person) -> None:
    window = dated.window
    dated.press(Key.Key_G, CONTROL | SHIFT, on=window.grid)
    dated.until(lambda: "no groups" in dated.said())
    choose(dated, "Group by &day")
    dated.until(lambda: titles(dated))
    dated.click(7)
    dated.press(Key.Key_G, CONTROL | SHIFT, on=window.grid)
    assert window.grid.selected_ids() == window.model.ids()[6:12].tolist()


def test_groups_are_remembered_and_folders_are_grouped_too(dated: Person, open_window: OpenWindow) -> None:
    choose(dated, "Group by &event")
    dated.until(lambda: titles(dated))
    path = dated.session.library.path
    dated.window.close()
    again = open_window(open_library(path))
    again.until(lambda: len(titles(again)) == 5)
    assert again.window.browse_bar.browse().grouping is Grouping.EVENT
    assert again.window.menus.by_text["Group by &event"].isChecked()
    again.choose_folder(os.path.join(again.session.library.folders()[0].path, b"leaves"))
    again.until(lambda: titles(again) == ["6 July 2024, 08:00 to 08:05"])


def test_while_there_is_a_query_groups_wait(dated: Person) -> None:
    window = dated.window
    choose(dated, "Group by &day")
    dated.until(lambda: titles(dated))
    dated.double_click(0)
    dated.until_found()
    assert titles(dated) == []
    choose(dated, "Group by &month")
    dated.until(lambda: "leave the query first" in dated.said())
    assert window.menus.by_text["Group by &day"].isChecked()
    dated.press(Key.Key_Escape)
    dated.until(lambda: len(titles(dated)) == 4)


def test_sorting_by_likeness_orders_all_and_another_order_ends_it(person: Person) -> None:
    window = person.window
    person.click(8)
    image_id = window.grid.current_id()
    kind = person.current_name().split("-")[0]
    choose(person, "Sort by li&keness to this picture")
    person.until(lambda: window.model.image_id(0) == image_id)
    found = person.session.read_hits(Query((QueryPicture(image_id=image_id),), k=100)).hits
    assert window.model.ids().tolist() == [hit.image_id for hit in found]
    assert person.rows() == 30
    assert person.kinds(6) == {kind}
    assert window.browse_bar.sort.currentText() == "Likeness"
    assert window.searching.query is None
    window.browse_bar.direction.click()
    person.until(lambda: window.model.image_id(29) == image_id)
    window.browse_bar.sort.setCurrentText("Name")
    person.until(lambda: window.model.ids().tolist() != [hit.image_id for hit in found][::-1])
    assert window.browse_bar.sort.findText("Likeness") == -1
    assert window.browse_bar.browse().sort is Sort.NAME


def test_likeness_holds_in_other_folders_and_ends_groups(person: Person, photos: Path) -> None:
    window = person.window
    choose(person, "Group by &day")
    person.until(lambda: titles(person))
    person.click(0)
    person.press(Key.Key_L, CONTROL | SHIFT, on=window.grid)
    person.until(lambda: window.browse_bar.sort.currentText() == "Likeness" and not titles(person))
    person.choose_folder(os.path.join(person.session.library.folders()[0].path, b"discs"))
    person.until_shown(6)
    assert window.browse_bar.sort.currentText() == "Likeness"
    choose(person, "Group by &day")
    person.until(lambda: titles(person))
    assert window.browse_bar.browse().like is None


def test_a_picture_without_a_code_cannot_be_the_measure(person: Person) -> None:
    window = person.window
    window.browse_bar.choose_likeness(12345)
    person.until(lambda: "not in the library any more" in person.said())
    person.until(lambda: window.browse_bar.browse().like is None)
    assert window.browse_bar.sort.currentText() == "Folder"
    person.until_shown(30)
