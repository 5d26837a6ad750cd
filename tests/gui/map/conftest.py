"""Somebody before the map."""

import pytest

from engine.jobs.map_making import make_map
from engine.mapping.plane_map import PlaneMap
from engine.progress import finish
from tests.conftest import IndexedLibrary
from tests.gui.map.map_reader import open_map
from tests.gui.person import Person


@pytest.fixture
def kept_map(indexed: IndexedLibrary) -> PlaneMap:
    """The map of 30 pictures, as it is at hand from the second time on."""
    return finish(make_map(indexed.library))


@pytest.fixture
def reader(kept_map: PlaneMap, person: Person) -> Person:
    """Somebody before that."""
    open_map(person)
    return person
