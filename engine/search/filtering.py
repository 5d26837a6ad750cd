"""Filters at work: the images that one lets through, browsing with one, days and months with one."""

from dataclasses import replace

import numpy as np

from engine.arrays import Ids
from engine.library import Library
from engine.search.time_groups import in_groups
from engine.search.word_list import asked, asked_now
from engine.store import filter_ids, timeline
from engine.store.browsing import Browse, Browsed, Sort
from engine.store.filter_ids import are_among
from engine.store.filters import Filter


def allowed(library: Library, wanted: Filter) -> Ids | None:
    """The images that the filter lets through, by id; None: all."""
    if not wanted:
        return None
    return asked(library, lambda words_db: filter_ids.image_ids(library.db, words_db, wanted))


def browsed(library: Library, browse: Browse) -> Browsed:
    found = library.orders.browsed(library.db, browse, allowed(library, browse.filter))
    return in_groups(library, found, browse)


def months_of(library: Library, image_ids: Ids | None) -> dict[tuple[int, int], int]:
    """How many of these images, or of all, were taken in each month, by year and month, in order; for who looks at
    it while they change."""
    return timeline.months(asked_now(library, lambda words_db: timeline.days(words_db, image_ids)))


def months_browsed(library: Library, browse: Browse) -> dict[tuple[int, int], int]:
    """Of what is browsed, its folder and labels and all."""
    in_any_order = replace(browse, sort=Sort.FOLDER, descending=False, grouping=None, like=None)
    if in_any_order == Browse(filter=browse.filter):
        return months_of(library, allowed(library, browse.filter))
    return months_of(library, browsed(library, in_any_order).ids)


def first_of(library: Library, image_ids: Ids, wanted: Filter) -> int | None:
    """The first of these images that the filter lets through."""
    passed = allowed(library, wanted)
    rows = np.arange(len(image_ids)) if passed is None else np.flatnonzero(are_among(image_ids, passed))
    return int(image_ids[rows[0]]) if len(rows) else None
