"""Where campaign.py tries its faults: folders of pictures and libraries that know them, copied for each attempt."""

from __future__ import annotations

import itertools
import os
import shutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

from engine.jobs.checking import check
from engine.jobs.indexing import Indexed, index
from engine.library import Library, open_library
from engine.model.device import Device
from engine.progress import finish
from engine.search.picture_reader import PictureReader
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store.browsing import Browse, browsed
from tests.photo_makers import write_photos
from tests.shared_data import SHARED
from tests.shown_library import make_library

CPU = Device("cpu", "CPU", "as the campaign asks for")
EACH = 8  # pictures of each of five kinds


@dataclass(frozen=True)
class Tried:
    """So many attempts, and what went wrong in them."""

    count: int = 1
    failure: str = ""


class Ground:
    def __init__(self, place: Path, seed: int, photos: Path | None) -> None:
        self.place = place
        self.seed = seed
        self._photos = photos
        self._numbers = itertools.count()

    def random(self, fault: str) -> Random:
        """Of its own for each fault, so that one of them can be tried alone."""
        return Random(f"{self.seed} {fault}")

    def new_folder(self) -> Path:
        folder = self.place / f"attempt-{next(self._numbers)}"
        folder.mkdir()
        return folder

    @cached_property
    def photos(self) -> Path:
        """Enough pictures that indexing them takes a while."""
        if self._photos is not None:
            return self._photos
        if (SHARED / "clothing10").is_dir():
            return SHARED / "clothing10"
        write_photos(self.place / "many photos", each=120)
        return self.place / "many photos"

    @cached_property
    def known(self) -> Path:
        """A folder with `photos` and a `library` that knows them; copy it before it is harmed."""
        folder = self.place / "known"
        write_photos(folder / "photos", each=EACH)
        library = open_library(str(folder / "library"))
        indexed(library, folder / "photos")
        first_hits(library)  # so that the index is saved
        library.close()
        return folder

    @cached_property
    def taught(self) -> tuple[Path, dict[str, Any]]:
        """A library with something in every table, and what is shown of it; copy it before it is harmed."""
        folder = self.new_folder()
        write_photos(folder / "photos")
        return make_library(folder, folder / "photos")

    def copy_of_known(self) -> Path:
        """A copy of the library alone: the pictures stay where it knows them."""
        return Path(shutil.copytree(self.known / "library", self.new_folder() / "library"))


def indexed(library: Library, folder: Path) -> Indexed:
    return finish(index(library, [library.add_folder(os.fsencode(folder))], device=CPU))


def first_hits(library: Library, count: int = 5) -> list[list[tuple[int, int]]]:
    """What a search finds for some pictures of the library: ids and distances."""
    reader = PictureReader(library.models_folder)
    try:
        searcher = Searcher(library, reader)
        asked = browsed(library.db, Browse()).ids.tolist()[::7]
        answers = [searcher.search(Query((QueryPicture(image_id=each),), k=count)) for each in asked]
        return [[(hit.image_id, hit.distance) for hit in answer.hits] for answer in answers]
    finally:
        reader.stop()


def complaints(library: Library) -> str:
    """What the check finds, in one line; "" if nothing."""
    return "; ".join(f"{finding.what} ({finding.count})" for finding in finish(check(library)))
