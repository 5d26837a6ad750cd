"""Somebody before the map."""

from pathlib import Path

import pytest

from engine.jobs.map_making import make_map
from engine.mapping import saved_map
from engine.mapping.plane_map import PlaneMap
from engine.progress import finish
from tests.conftest import IndexedLibrary, opened_copy
from tests.gui.map.map_reader import open_map
from tests.gui.person import Person


@pytest.fixture(scope="session")
def map_made(library_made: Path, photos_made: Path, tmp_path_factory: pytest.TempPathFactory) -> PlaneMap:
    """Laid out once: that takes longer than most of what is done with it."""
    with opened_copy(library_made, photos_made, tmp_path_factory.mktemp("map_made") / "library") as opened:
        return finish(make_map(opened.library))


@pytest.fixture
def kept_map(map_made: PlaneMap, indexed: IndexedLibrary) -> PlaneMap:
    """The map of 30 pictures, as it is at hand from the second time on."""
    saved_map.save(indexed.library, map_made)
    return map_made


@pytest.fixture
def reader(kept_map: PlaneMap, person: Person) -> Person:
    """Somebody before that."""
    open_map(person)
    return person
