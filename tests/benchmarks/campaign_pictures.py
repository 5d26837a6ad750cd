"""Broken pictures: each is indexed or skipped with a reason, no original changes, and the library is whole."""

from __future__ import annotations

import os
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from random import Random

from campaign_ground import Ground, Tried, complaints, indexed

from engine.library import open_library
from engine.store import skipped, waiting_rows
from tests.folder_state import folder_state
from tests.photo_makers import KINDS, photo
from tests.shared_data import SHARED

FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "GIF", "BMP", "AVIF", "HEIF", "JPEG2000", "TGA", "PPM", "ICO")
AT_ONCE = 500


def of_others(ground: Ground, times: int) -> Iterator[Tried]:
    if not (SHARED / "bad_images").is_dir():
        print("  there is no shared data: not tried")
        return
    yield _read_all(ground, SHARED / "bad_images")


def mutants(ground: Ground, times: int) -> Iterator[Tried]:
    random = ground.random("mutants")
    good = _good()
    for start in range(0, times, AT_ONCE):
        folder = ground.new_folder() / "mutants"
        folder.mkdir()
        for number in range(min(AT_ONCE, times - start)):
            name = random.choice(sorted(good))
            (folder / f"{number}.{name.lower()}").write_bytes(mutated(good[name], random))
        yield _read_all(ground, folder)


def mutated(raw: bytes, random: Random) -> bytes:
    """Bits flipped, a piece overwritten, cut out, doubled, or the end cut off."""
    data = bytearray(raw)
    at = random.randrange(len(data))
    length = min(len(data) - at, random.choice((1, 4, 64, 1024)))
    kind = random.randrange(5)
    if kind == 0:
        for _ in range(random.choice((1, 3, 30))):
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    elif kind == 1:
        data[at : at + length] = random.randbytes(length)
    elif kind == 2:
        del data[at : at + length]
    elif kind == 3:
        data[at:at] = data[at : at + length]
    else:
        del data[at:]
    return bytes(data)


def _good() -> dict[str, bytes]:
    """A picture in each format that can be written here."""
    import pillow_heif

    pillow_heif.register_heif_opener()
    found = {}
    for number, name in enumerate(FORMATS):
        stream = BytesIO()
        try:
            photo(KINDS[number % len(KINDS)], number).save(stream, name)
        except (KeyError, OSError, ValueError):
            continue
        found[name] = stream.getvalue()
    return found


def _read_all(ground: Ground, folder: Path) -> Tried:
    before = folder_state(folder, times=True)
    count = sum(state != ("folder",) for state in before.values())
    library = open_library(str(ground.new_folder() / "library"))
    try:
        result = indexed(library, folder)
        reasons = {row.path: row.reason for row in skipped.all_skipped(library.db)}
        unsaid = [os.fsdecode(path) for path, reason in reasons.items() if not reason.strip()]
        waiting = waiting_rows.count(library.db, [each.id for each in library.folders()])
        found = [
            (result.found != count, f"{result.found} of {count} files were found"),
            (
                result.added + result.skipped != count,
                f"{result.added} read and {result.skipped} skipped of {count}",
            ),
            (bool(unsaid), f"no reason is given for {unsaid[:3]}"),
            (bool(waiting), f"{waiting} files still wait"),
            (folder_state(folder, times=True) != before, "an original was changed"),
        ]
        failure = "; ".join(sentence for wrong, sentence in found if wrong)
        return Tried(count, failure or complaints(library))
    finally:
        library.close()
