"""Finding near-copies and bursts: all images that have not been compared yet with all others, once and for good.

codes -> candidates by the codes of pixels (in eight turns) and of features, and by time -> a closer look at the
thumbnails of each pair that is in doubt -> a look at the colours of all that would be pairs -> pairs with their
likeness, in the library. What was compared is not compared again.
Images are taken some at a time; what is cancelled goes on with those that are left.
"""

from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from engine.arrays import Codes, Halves, Rows
from engine.blas_threads import blas_threads
from engine.copies import near_codes, saved_codes
from engine.copies.alignment import NOT_ALIKE, Correlations
from engine.copies.bursts import Moments, moments_near, near_in_time
from engine.copies.code_making import make_codes
from engine.copies.colours import PictureColours
from engine.copies.likeness import (
    CLEAR_CODE,
    LEAST,
    NEAR_CODE,
    NEAR_LOOK,
    Evidence,
    burst_likeness,
    is_clear,
    likeness,
)
from engine.copies.looks import cosines, looks
from engine.copies.near_codes import NearPairs
from engine.copies.saved_codes import CodesNow
from engine.copies.small_pictures import SmallPictures
from engine.copies.turns import AS_IT_IS, TURNS, turned_codes
from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.pauses import between_steps
from engine.progress import Progress
from engine.sentences import said
from engine.store import alike_pairs, features, pixel_codes
from engine.store.alike_pairs import APART, AlikePair
from engine.store.pixel_codes import PixelCodes
from engine.thumbnail_place import are_away

AT_A_TIME = 100_000  # new images
LOOKED_AT = 128  # pairs a transaction
THREADS = 2  # that look at pairs; more wait for Python's lock
HELD = 200_000  # images whose features are held in memory, half a gigabyte
FEW, NEAR_LOOK_CODE, NEARER_LOOK_CODE = 200_000, 66, 50  # beyond so many images, only nearer ones are candidates
IN_A_BURST, IN_A_BURST_BY_FILE = 0.7, 0.8  # cosine of looks
SURE = 85  # taken in the same second, and that alike: the same picture
MOST, ALWAYS = 8, 20_000  # candidates by one kind of code: for each new image in the mean, and so many more
MANY = 4_000_000  # pairs that are held before those that came twice are dropped
FAINT = 0.4  # correlation of two pictures as they lie: where looks differ too, they are not tried at other places
FAR = 255
NOTE = said("Looking for near-copies")


@dataclass(slots=True)
class _Candidate:
    """Two rows that may be alike."""

    turn: int = AS_IT_IS  # of the later one, so that it lies as the earlier one
    distance: int = FAR  # between their pixel codes
    cosine: float = 0.0


_Candidates = dict[tuple[int, int], _Candidate]


def find(library: Library) -> Generator[Progress, None, int]:
    """Compare what has not been; returns how many pairs were found. While thumbnails are away that waits: what two
    pictures show could not be looked at, and they would not be compared again."""
    library.must_be_writable()
    if are_away(library.path):
        return 0
    now = _without_damage(library)
    made = yield from make_codes(library)
    if not pixel_codes.count_new(library.db):
        return 0
    yield Progress(0, None, NOTE)
    if made or now is None:
        now = saved_codes.up_to_date(library)
    codes, known = _in_order(now.codes)
    image_ids = codes.image_ids_N.tolist()
    when = moments_near(library.db, image_ids, known)
    found = 0
    for start in range(known, len(image_ids), AT_A_TIME):
        some = _Round(library, codes, image_ids, when, known, start, min(start + AT_A_TIME, len(image_ids)))
        found += yield from some.run()
    if now.read_anew > saved_codes.MANY:
        saved_codes.save(library)
    return found


def _without_damage(library: Library) -> CodesNow | None:
    """All codes, if none is damaged. Damaged ones are taken away, so that they are made again, and compared again.
    Where nothing is to be compared, damage does no harm for now."""
    if not pixel_codes.count_new(library.db):
        return None
    now = saved_codes.up_to_date(library)
    if not now.codes.damaged:
        return now
    with library.writing() as db:
        pixel_codes.remove(db, now.codes.damaged)
    return None


def _in_order(rows: PixelCodes) -> tuple[PixelCodes, int]:
    """Those that were compared before first, and how many these are."""
    order_N = np.argsort(~rows.compared_N, kind="stable")
    in_order = PixelCodes(
        rows.image_ids_N[order_N], rows.codes_NB[order_N], rows.looks_NB[order_N], rows.compared_N[order_N]
    )
    return in_order, int(rows.compared_N.sum())


@dataclass(frozen=True, slots=True)
class _Round:
    """Some new images, the rows from `start` to `stop`, compared with each other and with all rows before them."""

    library: Library
    codes: PixelCodes
    image_ids: list[int]
    when: Moments
    known: int  # rows that were compared when the whole began
    start: int
    stop: int

    def run(self) -> Generator[Progress, None, int]:
        candidates: _Candidates = {}
        yield from self._by_pixels(candidates)
        yield from self._by_looks(candidates)
        yield from self._by_time(candidates)
        found = yield from self._looked_at(candidates)
        with self.library.writing() as db:
            pixel_codes.set_compared(db, self.image_ids[self.start : self.stop])
        return found

    def _by_pixels(self, candidates: _Candidates) -> Generator[Progress, None, None]:
        nearest = near_codes.near_pairs(
            self.codes.codes_NB[: self.stop], self.start, NEAR_CODE, TURNS, turned_codes
        )
        near = yield from self._gathered(nearest, 0.0, 0.3)
        for a, b, turn, distance in near:
            candidates[a, b] = _Candidate(turn, distance)

    def _gathered(
        self, nearest: Iterator[tuple[float, NearPairs]], start: float, share: float
    ) -> Generator[Progress, None, NearPairs]:
        """Each pair once, in its nearest turn; where there are very many, the nearest ones of each image."""
        parts, count = [NearPairs.none()], 0
        for done, pairs in nearest:
            yield self._progress(start + share * done)
            parts.append(pairs)
            count += len(pairs)
            if count > MANY:
                parts, count = [self._nearest(parts)], 0
        return self._nearest(parts)

    def _nearest(self, parts: list[NearPairs]) -> NearPairs:
        return near_codes.nearest_first(near_codes.each_once(parts), ALWAYS + MOST * (self.stop - self.start))

    def _by_looks(self, candidates: _Candidates) -> Generator[Progress, None, None]:
        radius = NEAR_LOOK_CODE if self.stop <= FEW else NEARER_LOOK_CODE
        nearest = near_codes.near_pairs(self.codes.looks_NB[: self.stop], self.start, radius, range(1), _not_turned)
        near = yield from self._gathered(nearest, 0.3, 0.2)
        by_looks_E = near.earlier_E * len(self.image_ids) + near.later_E
        both_E = np.union1d(by_looks_E, self._rows(candidates))
        yield from self._cosines(candidates, both_E, NEAR_LOOK)

    def _by_time(self, candidates: _Candidates) -> Generator[Progress, None, None]:
        a_E, b_E = near_in_time(self.when, self.start, self.stop)
        both_E = np.setdiff1d(a_E * len(self.image_ids) + b_E, self._rows(candidates))
        yield from self._cosines(candidates, both_E, IN_A_BURST)

    def _rows(self, candidates: _Candidates) -> Rows:
        return np.fromiter((a * len(self.image_ids) + b for a, b in candidates), np.int64, len(candidates))

    def _cosines(self, candidates: _Candidates, both_E: Rows, least: float) -> Generator[Progress, None, None]:
        """The cosines of pairs (a * images + b); those that are not candidates yet become some from `least` on."""
        a_E, b_E = np.divmod(both_E, len(self.image_ids))
        are_E = np.isin(both_E, self._rows(candidates))
        size = HELD // 2 if len(np.union1d(a_E, b_E)) > HELD else max(1, len(both_E))
        for start in range(0, len(both_E), size):
            some = slice(start, start + size)
            rows_U, at_E = np.unique(np.concatenate([a_E[some], b_E[some]]), return_inverse=True)
            x_UD = yield from self._looks(rows_U)
            cosines_E = cosines(x_UD, x_UD, *np.split(at_E, 2))
            kept_E = np.flatnonzero(are_E[some] | (cosines_E >= least))
            columns = a_E[some][kept_E], b_E[some][kept_E], cosines_E[kept_E]
            for a, b, cosine in zip(*(column.tolist() for column in columns), strict=True):
                candidates.setdefault((a, b), _Candidate()).cosine = cosine

    def _looks(self, rows_U: Rows) -> Generator[Progress, None, Halves]:
        """What is not known is like nothing."""
        row_of = {self.image_ids[row]: at for at, row in enumerate(rows_U.tolist())}
        x_UD = np.zeros((len(rows_U), 1), np.float16)
        for ids, features_ND in features.chunks(self.library.db, EFFICIENTNET_LITE0.name, list(row_of)):
            yield self._progress(0.5)
            if x_UD.shape[1] == 1:
                x_UD = np.zeros((len(rows_U), features_ND.shape[1]), np.float16)
            x_UD[[row_of[image_id] for image_id in ids]] = looks(features_ND)
        return x_UD

    def _looked_at(self, candidates: _Candidates) -> Generator[Progress, None, int]:
        found, order = 0, sorted(candidates)
        with ThreadPoolExecutor(THREADS) as threads:
            pictures, colours = SmallPictures(self.library, threads), PictureColours(self.library, threads)

            def look(pair: tuple[int, int]) -> AlikePair | None:
                between_steps()
                return self._alike(pair, candidates[pair], pictures)

            for start in range(0, len(order), LOOKED_AT):
                yield self._progress(0.5 + 0.5 * start / len(order))
                some = order[start : start + LOOKED_AT]
                seen = [pair for pair in some if _is_worth_a_look(candidates[pair])]
                pictures.read({self.image_ids[row] for pair in seen for row in pair})
                with blas_threads(1):
                    seen_alike = zip(some, threads.map(look, some), strict=True)
                    alike = {pair: each for pair, each in seen_alike if each is not None}
                    pairs = self._coloured_alike(alike, candidates, colours)
                with self.library.writing() as db:
                    alike_pairs.put(db, pairs)
                found += sum(pair.likeness != APART for pair in pairs)
        return found

    def _alike(self, pair: tuple[int, int], candidate: _Candidate, pictures: SmallPictures) -> AlikePair | None:
        a, b = pair
        first, second, when = self.image_ids[a], self.image_ids[b], self.when
        near = when.within_seconds(a, b)
        if near and when.dated_N[a] and when.seconds_N[a] != when.seconds_N[b]:
            alike, burst = burst_likeness(candidate.cosine), True  # one after the other, however alike they are
        else:
            seen = _seen(candidate, pictures, first, second)
            alike = likeness(Evidence(candidate.distance, candidate.cosine, seen))
            burst = near and alike < (SURE if when.dated_N[a] else LEAST)
            if burst:
                least = IN_A_BURST if when.dated_N[a] else IN_A_BURST_BY_FILE
                alike = burst_likeness(candidate.cosine) if candidate.cosine >= least else 0
        return AlikePair(min(first, second), max(first, second), burst, alike) if alike >= LEAST else None

    def _coloured_alike(
        self, alike: dict[tuple[int, int], AlikePair], candidates: _Candidates, colours: PictureColours
    ) -> list[AlikePair]:
        """Those whose colours contradict each other are kept apart; not if the camera says that it is a burst."""
        in_doubt = [(a, b) for (a, b), found in alike.items() if not (found.burst and self.when.dated_N[a])]
        colours.read({self.image_ids[row] for pair in in_doubt for row in pair})
        for a, b in in_doubt:
            if colours.disagree(self.image_ids[a], self.image_ids[b], candidates[a, b].turn):
                alike[a, b] = replace(alike[a, b], burst=False, likeness=APART)
        return list(alike.values())

    def _progress(self, share: float) -> Progress:
        done = self.start - self.known + share * (self.stop - self.start)
        return Progress(round(done), len(self.image_ids) - self.known, NOTE)


def _is_worth_a_look(candidate: _Candidate) -> bool:
    """Not if nothing speaks for it, nor if codes and looks leave no doubt."""
    return not is_clear(candidate.distance, candidate.cosine) and _may_be_alike(candidate)


def _may_be_alike(candidate: _Candidate) -> bool:
    return candidate.distance <= NEAR_CODE or candidate.cosine >= NEAR_LOOK


def _seen(candidate: _Candidate, pictures: SmallPictures, first: int, second: int) -> Correlations | None:
    """None if it was not worth a look, or there is nothing to look at."""
    if not _is_worth_a_look(candidate):
        return None if _may_be_alike(candidate) else NOT_ALIKE
    if candidate.distance <= NEAR_CODE:
        seen = pictures.compared(first, second, candidate.turn, aligned=False)
        is_hopeless = seen is not None and seen.whole < FAINT and candidate.cosine < NEAR_LOOK
        if candidate.distance <= CLEAR_CODE or is_hopeless:
            return seen
    return pictures.compared(first, second, candidate.turn, aligned=True)


def _not_turned(codes_NB: Codes, turn: int) -> Codes:
    return codes_NB
