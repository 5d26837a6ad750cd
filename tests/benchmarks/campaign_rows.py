"""Flipped bits in a database: found, turned back or named, and nobody ever sees a traceback."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from campaign_ground import Ground, Tried

from tests.flips import random_flip, try_flip, try_flip_in_the_file


def flipped(ground: Ground, times: int) -> Iterator[Tried]:
    return _in_cells(ground, times, "rows", (0,))


def flipped_more(ground: Ground, times: int) -> Iterator[Tried]:
    return _in_cells(ground, times, "several bits", (1, 2))


def flipped_in_the_file(ground: Ground, times: int) -> Iterator[Tried]:
    draw, (healthy, shown) = ground.random("file"), ground.taught
    size = 8 * (healthy / "library.db").stat().st_size
    with _silence():
        for at in (draw.randrange(size) for _ in range(times)):
            outcome = try_flip_in_the_file(healthy, ground.place / "flipped", at, shown)
            yield Tried(1, "".join(f"bit {at}: {trouble} " for trouble in outcome.trouble))


def _in_cells(ground: Ground, times: int, name: str, more: tuple[int, ...]) -> Iterator[Tried]:
    draw, (healthy, shown) = ground.random(name), ground.taught
    done = 0
    with _silence():
        while done < times:
            flip, besides = random_flip(healthy, draw), more[done % len(more)]
            outcome = try_flip(healthy, ground.place / "flipped", flip, shown, besides)
            if outcome is not None:
                done += 1
                yield Tried(1, "".join(f"{flip} and {besides} more: {what} " for what in outcome.trouble))


@contextmanager
def _silence() -> Iterator[None]:
    """What is damaged is logged, a thousand times."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
