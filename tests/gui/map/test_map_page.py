"""The page of the map: its choices, whatever the language, and where they stand."""

import pytest

from gui.grid.tile_loader import TileLoader
from gui.map.colouring import ColouredBy
from gui.map.map_page import MapOf, MapPage


@pytest.fixture
def page(qtbot):
    page = MapPage(lambda: TileLoader(lambda image_ids: [], lambda: None))
    qtbot.addWidget(page)
    page.resize(900, 500)
    page.show()
    yield page
    page.view.thumbs.stop()


@pytest.mark.usefixtures("another_language")
def test_what_is_chosen_does_not_depend_on_the_language(page):
    assert (page.chosen_of, page.chosen_colours) == (MapOf.ALL, ColouredBy.LABEL)
    page.choose_of(MapOf.SELECTED)
    assert (page.chosen_of, page.of.currentText()) == (MapOf.SELECTED, "¡What is selected there!")


def test_the_choices_go_below_the_title_where_there_is_little_room(page, qtbot):
    def are_below() -> bool:
        return page.of.mapTo(page, page.of.rect().topLeft()).y() > page.title.geometry().bottom()

    assert not are_below()
    page.resize(400, 500)
    qtbot.waitUntil(are_below)
    page.resize(900, 500)
    qtbot.waitUntil(lambda: not are_below())
