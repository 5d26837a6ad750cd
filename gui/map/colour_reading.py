"""What pictures on the map are coloured by, read from the library; runs on a background thread."""

from __future__ import annotations

import os

import numpy as np

from engine.arrays import Ids, Numbers
from engine.library import Library
from engine.search.word_list import asked_now
from engine.sentences import said
from engine.store import image_folders, label_list, timeline
from gui.language import tr
from gui.map.colouring import ColouredBy, Colouring, by_names, by_spans
from gui.widgets.label_colours import colour_of
from gui.widgets.plain_text import path_text, printable

NO_LABEL, NO_LABEL_OR_ANOTHER = said("No label"), said("No label, or another")
MOST_SPANS = 12
MONTHS_FROM_YEARS = 2  # up to so many years are told apart by month


def read_colouring(library: Library, image_ids: Ids, by: ColouredBy) -> Colouring:
    reading = {ColouredBy.LABEL: _by_label, ColouredBy.DATE: _by_date, ColouredBy.FOLDER: _by_folder}
    return reading[by](library, image_ids)


def _by_label(library: Library, image_ids: Ids) -> Colouring:
    """Of several labels the first by name counts."""
    labels = label_list.read(library.db).labels
    place_of = {label.id: place for place, label in enumerate(labels)}
    given = label_list.of_images(library.db, image_ids.tolist())
    places = (
        min((place_of[i] for i in given.get(image_id, ()) if i in place_of), default=-1)
        for image_id in image_ids.tolist()
    )
    kind_N = np.fromiter(places, np.int64, len(image_ids))
    names = [printable(label.name) for label in labels]
    rest = NO_LABEL if len(np.unique(kind_N[kind_N >= 0])) <= MOST_SPANS - 1 else NO_LABEL_OR_ANOTHER
    return by_names(kind_N, names, [colour_of(label) for label in labels], tr(rest))


def _by_folder(library: Library, image_ids: Ids) -> Colouring:
    """The folder of the first file that is there."""
    found = image_folders.of_images(library.db)
    paths = sorted(set(found.values()))
    place_of = {path: place for place, path in enumerate(paths)}
    places = (place_of.get(found.get(image_id, b""), -1) for image_id in image_ids.tolist())
    names = [path_text(os.path.basename(path) or path) for path in paths]
    return by_names(np.fromiter(places, np.int64, len(image_ids)), names, [None] * len(paths), tr("Other folders"))


def _by_date(library: Library, image_ids: Ids) -> Colouring:
    seconds_N = asked_now(library, lambda words_db: timeline.seconds(words_db, image_ids))
    known_N = seconds_N != timeline.NOT_DATED
    month_N = np.zeros(len(image_ids), np.int64)
    month_N[known_N] = seconds_N[known_N].astype("datetime64[s]").astype("datetime64[M]").astype(np.int64)
    if not known_N.any():
        return by_spans(np.full(len(image_ids), -1), [], tr("No date"))
    first, last = int(month_N[known_N].min()), int(month_N[known_N].max())
    by_month = last - first < 12 * MONTHS_FROM_YEARS
    each = 1 if by_month else 12
    first = first if by_month else first // 12 * 12
    each *= -(-((last - first) // each + 1) // MOST_SPANS)  # several months or years have one colour
    span_N: Numbers = np.where(known_N, (month_N - first) // each, -1)
    starts = range(first, last + 1, each)
    return by_spans(
        span_N, [_span_text(start, min(start + each - 1, last), by_month) for start in starts], tr("No date")
    )


def _span_text(first: int, last: int, by_month: bool) -> str:
    ends = [
        f"{1970 + month // 12}-{month % 12 + 1:02}" if by_month else f"{1970 + month // 12}"
        for month in (first, last)
    ]
    return ends[0] if ends[0] == ends[1] else tr("{first} to {last}", first=ends[0], last=ends[1])
