"""Damaged files of a library: derived ones are made again, and search finds what it found before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from campaign_ground import Ground, Tried, complaints, first_hits

from engine.errors import UserError
from engine.jobs.checking import check
from engine.library import open_library
from engine.progress import finish


def of_the_saved_index(ground: Ground, times: int) -> Iterator[Tried]:
    random = ground.random("index")
    expected = _hits(ground.known / "library")
    for number in range(times):
        library = ground.copy_of_known()
        for path in (library / "index").iterdir():
            harm = cut if number % 4 == 3 else flip
            harm(path, random)
        found = _hits(library)
        yield Tried(1, "" if found == expected else f"search found {found} in place of {expected}")


def of_model_files(ground: Ground, times: int) -> Iterator[Tried]:
    """The check says so; the repair, or a sentence, is all that a person needs."""
    random = ground.random("models")
    expected = _hits(ground.known / "library")
    for _ in range(times):
        path = ground.copy_of_known()
        flip(next((path / "models").glob("*.safetensors")), random)
        yield Tried(1, _mended(path, expected))


def flip(path: Path, random: Random) -> None:
    """One bit of the file."""
    raw = bytearray(path.read_bytes())
    place = random.randrange(len(raw))
    raw[place] ^= 1 << random.randrange(8)
    path.write_bytes(raw)


def cut(path: Path, random: Random) -> None:
    """Its end is missing."""
    raw = path.read_bytes()
    path.write_bytes(raw[: random.randrange(len(raw))])


def _mended(path: Path, expected: list[list[tuple[int, int]]]) -> str:
    library = open_library(str(path))
    try:
        if not complaints(library):
            return "the check found nothing"
        finish(check(library, repair=True))
        if left := complaints(library):
            return f"after the repair there is still: {left}"
        return "" if len(first_hits(library)) == len(expected) else "search does not answer after the repair"
    except UserError as error:
        return f"not mended: {error}"
    finally:
        library.close()


def _hits(path: Path) -> list[list[tuple[int, int]]]:
    library = open_library(str(path))
    try:
        return first_hits(library)
    finally:
        library.close()
