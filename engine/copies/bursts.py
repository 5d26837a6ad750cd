"""Which images may belong to one burst: taken within seconds of each other by the same camera. Where an image does
not say when it was taken, the time of its file has to do."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import numpy as np

from engine.arrays import Mask, Numbers, Reals, Rows
from engine.store import files, images
from engine.store.connection import Database

BURST_SECONDS = 5
FEW = 2_000  # new images: only what may be near them is read
NEXT_IN_TIME = 20  # images that each is compared with: all of a camera whose clock stands still have one time


@dataclass(frozen=True, slots=True)
class Moments:
    """When the image of each row was taken, and by what."""

    seconds_N: Reals  # nan: nobody knows
    camera_N: Numbers
    dated_N: Mask  # it says so itself

    def within_seconds(self, a: int, b: int) -> bool:
        near = abs(self.seconds_N[a] - self.seconds_N[b]) <= BURST_SECONDS
        return bool(near and self.camera_N[a] == self.camera_N[b] and self.dated_N[a] == self.dated_N[b])


def moments(db: Database, image_ids: Sequence[int]) -> Moments:
    return _moments(image_ids, images.taken(db, image_ids), files.times(db))


def moments_near(db: Database, image_ids: Sequence[int], start: int) -> Moments:
    """Of the rows from `start` on, and of those before them that can be within seconds of one of these; what the
    others say is not read."""
    new = image_ids[start:]
    if len(new) > FEW or len(image_ids) <= FEW:
        return moments(db, image_ids)
    taken, changed = images.taken(db, new), files.times_of(db, new)
    days = {day for at, _ in taken.values() if (seconds := _seconds(at)) is not None for day in _days(seconds)}
    changed |= files.times_near(db, list(changed.values()), BURST_SECONDS)
    taken |= images.taken_on(db, sorted(days)) | images.taken(db, sorted(changed))
    return _moments(image_ids, taken, changed)


def _moments(
    image_ids: Sequence[int], taken: Mapping[int, tuple[str, str | None]], changed: Mapping[int, float]
) -> Moments:
    seconds_N = np.full(len(image_ids), np.nan)
    dated_N = np.zeros(len(image_ids), np.bool_)
    numbers: dict[str | None, int] = {}
    camera_N = np.full(len(image_ids), -1, np.int64)
    some: Iterable[int] = image_ids
    if len(taken) + len(changed) < len(image_ids):  # nothing is known of most
        some = taken.keys() | changed.keys()
    row_of = {image_id: row for row, image_id in enumerate(image_ids)}
    for image_id in some:
        if (row := row_of.get(image_id)) is None:
            continue
        at, camera = taken.get(image_id, (None, None))
        seconds = None if at is None else _seconds(at)
        if seconds is not None:
            seconds_N[row], dated_N[row] = seconds, True
            camera_N[row] = numbers.setdefault(camera, len(numbers))
        elif image_id in changed:
            seconds_N[row] = changed[image_id]
    return Moments(seconds_N, camera_N, dated_N)


def near_in_time(of: Moments, start: int, stop: int) -> tuple[Rows, Rows]:
    """Pairs of rows before `stop`, the smaller first, of which at least the larger is from `start` on."""
    timed = np.flatnonzero(np.isfinite(of.seconds_N[:stop]))
    timed = timed[np.lexsort((of.seconds_N[timed], of.camera_N[timed]))]
    found: list[tuple[Rows, Rows]] = [(np.empty(0, np.int64), np.empty(0, np.int64))]
    for step in range(1, NEXT_IN_TIME + 1):
        a_E, b_E = timed[:-step], timed[step:]
        near_E = (of.camera_N[a_E] == of.camera_N[b_E]) & (of.seconds_N[b_E] - of.seconds_N[a_E] <= BURST_SECONDS)
        near_E &= np.maximum(a_E, b_E) >= start
        found.append((np.minimum(a_E, b_E)[near_E], np.maximum(a_E, b_E)[near_E]))
    return np.concatenate([a_E for a_E, _ in found]), np.concatenate([b_E for _, b_E in found])


def _days(seconds: float) -> list[str]:
    """On which pictures of one burst may have been taken."""
    moment, apart = datetime(1970, 1, 1) + timedelta(seconds=seconds), timedelta(seconds=BURST_SECONDS)
    return [f"{each:%Y-%m-%d}" for each in (moment - apart, moment + apart)]


def _seconds(taken_at: str) -> float | None:
    """On the camera's clock, which knows no time zone."""
    try:
        return (datetime.fromisoformat(taken_at).replace(tzinfo=None) - datetime(1970, 1, 1)).total_seconds()
    except ValueError:  # what older versions stored as they found it
        return None
