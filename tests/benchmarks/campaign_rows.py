"""Flipped bits in the rows of a database: found, turned back or named, and nobody ever sees a traceback."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from campaign_ground import Ground, Tried

from tests.flips import make_library, random_flip, try_flip
from tests.photo_makers import write_photos


def flipped(ground: Ground, times: int) -> Iterator[Tried]:
    draw, place = ground.random("rows"), ground.new_folder()
    write_photos(place / "photos")
    healthy, shown = make_library(place, place / "photos")
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)  # what is damaged is logged, a thousand times
    try:
        done = 0
        while done < times:
            flip = random_flip(healthy, draw)
            outcome = try_flip(healthy, place / "flipped", flip, shown)
            if outcome is not None:
                done += 1
                yield Tried(1, "".join(f"{flip}: {trouble} " for trouble in outcome.trouble))
    finally:
        logging.disable(before)
