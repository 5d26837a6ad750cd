"""What a library has to learn from: its labelled images, in their parts, and what was accepted and rejected."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Halves, Labels, Mask, Rows
from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.learning.groups import grouping
from engine.learning.held_out import HELD_OUT, LEAST_OF_A_LABEL, LEAST_TRAINED, HeldOutSplit, place_of_group, split
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import Progress, finish
from engine.sentences import joined, said
from engine.store import decisions, features, images, labels
from engine.store.connection import Database

Decision = tuple[int, int, bool]
TRAINING = said("Training")  # what it is collected for, if nothing else is said
READ_AT_ONCE = 500  # images
# Images that are learned from, or searched when figures are taken. Finding neighbours takes a time that grows with
# the square of their number (half a minute for 50,000 on one core), and more of the same kinds teach little.
MOST_IMAGES = 50_000
MOST_LABELLED = 40_000  # of these, so that what nobody labelled is never forgotten


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Images by row. The last rows may have no label: they take part in a decision, or nobody said anything of
    them."""

    image_ids: list[int]
    label_names: list[str]
    labels_NC: Labels
    parts: HeldOutSplit
    decisions: list[Decision]  # (row, row, same), of rows that are trained on
    left_out: dict[str, int]  # labels with too few images, and how many they have
    groups_N: NDArray[np.int64]  # images with the same number belong together, and are in one part

    @property
    def train_rows(self) -> Rows:
        """Labelled images that are trained on."""
        return np.flatnonzero(self.parts.train_N & self.labels_NC.any(axis=1))

    @property
    def validation_rows(self) -> Rows:
        return np.flatnonzero(self.parts.validation_N)

    @property
    def held_out_rows(self) -> Rows:
        return np.flatnonzero(self.parts.held_out_N)

    @property
    def learned_rows(self) -> Rows:
        """All images that are trained on, with a label or without."""
        return np.flatnonzero(self.parts.train_N)

    @property
    def database_rows(self) -> Rows:
        """What held-out queries are looked for among: all images that are not held out, with a label or without."""
        return np.flatnonzero(~self.parts.held_out_N)

    @property
    def labelled_database_rows(self) -> Rows:
        return np.flatnonzero(~self.parts.held_out_N & self.labels_NC.any(axis=1))

    @property
    def told_rows(self) -> Rows:
        """Images that are trained on and about which a person said something: a label, or a decision."""
        told_N: Mask = np.any(self.labels_NC, axis=1)
        told_N[[row for decision in self.decisions for row in decision[:2]]] = True
        return np.flatnonzero(told_N & self.parts.train_N)

    @property
    def told_or_held_out_rows(self) -> Rows:
        """Images about which a person said something, in whatever part they are."""
        told_N: Mask = np.any(self.labels_NC, axis=1)
        told_N[self.told_rows] = True
        return np.flatnonzero(told_N)

    def with_others(self, image_ids: Sequence[int]) -> Examples:
        """The same with images behind them that nobody labelled."""
        count = len(image_ids)
        no_N = np.zeros(count, np.bool_)
        parts = self.parts
        return replace(
            self,
            image_ids=[*self.image_ids, *image_ids],
            labels_NC=np.vstack([self.labels_NC, np.zeros((count, len(self.label_names)), np.bool_)]),
            groups_N=np.concatenate([self.groups_N, self.groups_N.max(initial=-1) + 1 + np.arange(count)]),
            parts=HeldOutSplit(
                np.concatenate([parts.train_N, ~no_N]),
                np.concatenate([parts.validation_N, no_N]),
                np.concatenate([parts.held_out_N, no_N]),
            ),
        )

    @property
    def not_asked_for(self) -> list[str]:
        """Labels that no held-out image has: all their images belong together, or other labels need them."""
        held_out_C: Mask = np.any(self.labels_NC[self.parts.held_out_N], axis=0)
        return [name for name, asked in zip(self.label_names, held_out_C, strict=True) if not asked]

    def with_their_groups(self, image_ids: Collection[int]) -> set[int]:
        """These images, and those of the examples that belong with one of them."""
        among_N = np.fromiter((i in image_ids for i in self.image_ids), np.bool_, len(self.image_ids))
        rows = np.flatnonzero(np.isin(self.groups_N, self.groups_N[among_N]))
        return {self.image_ids[row] for row in rows}.union(image_ids)

    def all_trained(self) -> Examples:
        """The same with no image held out, for the last training of a version that has been measured already."""
        no_N = np.zeros(len(self.image_ids), np.bool_)
        return replace(self, parts=HeldOutSplit(~no_N, no_N, no_N))

    def digest(self) -> str:
        """Changes when any label, decision or part does."""
        of = hashlib.sha256(repr((self.image_ids, self.label_names, sorted(self.decisions))).encode())
        for array in (self.labels_NC, self.parts.train_N, self.parts.validation_N):
            of.update(array.tobytes())
        return of.hexdigest()

    def only(self, image_ids: Sequence[int]) -> Examples:
        """These examples without the images that are not named: some could not be read, say."""
        if list(image_ids) == self.image_ids:
            return self
        wanted = set(image_ids)
        rows = [row for row, image_id in enumerate(self.image_ids) if image_id in wanted]
        place = {row: at for at, row in enumerate(rows)}
        parts = HeldOutSplit(self.parts.train_N[rows], self.parts.validation_N[rows], self.parts.held_out_N[rows])
        kept = [(place[a], place[b], same) for a, b, same in self.decisions if a in place and b in place]
        ids = [self.image_ids[row] for row in rows]
        groups_N = self.groups_N[rows]
        return Examples(ids, self.label_names, self.labels_NC[rows], parts, kept, self.left_out, groups_N)


def collect(db: Database, purpose: str = TRAINING) -> Examples:
    """All that there is to learn from; UserError if it is too little, saying what for."""
    return finish(collecting(db, purpose))


def collecting(db: Database, purpose: str = TRAINING) -> Generator[Progress, None, Examples]:
    """The same as a job: of many images it takes a while to find out which belong together."""
    contents = images.contents(db, labels.labelled_images(db))
    ids = sorted(contents)
    names, labels_NC = labels.matrix(db, ids)
    names, labels_NC, left_out = _without_rare(names, labels_NC)
    _must_suffice(names, left_out, purpose)
    rows = _sampled([contents[i] for i in ids], labels_NC)
    ids, labels_NC = [ids[row] for row in rows], labels_NC[rows]
    made = decisions.all_decisions(db)
    decided = images.contents(db, sorted({image_id for pair in made for image_id in pair[:2]}.difference(ids)))
    ids, hashes = ids + sorted(decided), [(contents | decided)[i] for i in ids + sorted(decided)]
    labels_NC = np.vstack([labels_NC, np.zeros((len(decided), len(names)), np.bool_)])
    groups_N = yield from grouping(db, ids, labels_NC)
    labelled = len(ids) - len(decided)
    parts = split(hashes[:labelled], labels_NC[:labelled], groups_N[:labelled])
    parts = _with_decided(parts, hashes, groups_N)
    everything = Examples(ids, names, labels_NC, parts, [], left_out, groups_N)
    in_a_part_N = parts.train_N | parts.validation_N | parts.held_out_N
    return _with_decisions(everything.only([i for i, used in zip(ids, in_a_part_N, strict=True) if used]), made)


def _without_rare(names: list[str], labels_NC: Labels) -> tuple[list[str], Labels, dict[str, int]]:
    counts_C = labels_NC.sum(axis=0)
    kept_C = counts_C >= LEAST_OF_A_LABEL
    left_out = {name: int(n) for name, n, kept in zip(names, counts_C, kept_C, strict=True) if not kept}
    return [name for name, kept in zip(names, kept_C, strict=True) if kept], labels_NC[:, kept_C], left_out


def _sampled(contents: Sequence[bytes], labels_NC: Labels) -> Rows:
    """The rows that have a label, at most MOST_LABELLED: of each label the first ones in an order by content, so
    that labels with many images give way to those with few."""
    by_content_N = np.argsort(np.array([content[8:16] for content in contents], "S8"), kind="stable")
    place_N = np.full(len(contents), len(contents))
    for has_N in labels_NC.T:
        rows = by_content_N[has_N[by_content_N]]
        place_N[rows] = np.minimum(place_N[rows], np.arange(len(rows)))
    first = np.argsort(place_N, kind="stable")[: min(MOST_LABELLED, int(np.any(labels_NC, axis=1).sum()))]
    return np.sort(first)


def _must_suffice(names: list[str], left_out: dict[str, int], purpose: str) -> None:
    if len(names) >= 2:
        return
    there = said("there is one") if names else said("there are none")
    if left_out:
        named = list(left_out.items())[:5]
        few = joined(", ", [said("“{name}” has {count}", name=labels.shown(name), count=n) for name, n in named])
        there = said("{there}, and {few}", there=there, few=few)
    raise UserError(
        said(
            "{purpose} needs at least two labels with {least} pictures each; {there}.",
            purpose=purpose,
            least=LEAST_OF_A_LABEL,
            there=there,
        )
    )


def _with_decided(parts: HeldOutSplit, hashes: Sequence[bytes], groups_N: NDArray[np.int64]) -> HeldOutSplit:
    """The parts with the images that only take part in a decision, whose contents and groups follow those of the
    labelled ones. They may get labels later, and be held out then: such are in no part, and neither are those that
    belong with an image that is not trained on."""
    labelled = len(parts.train_N)
    kept_back = set(groups_N[:labelled][~parts.train_N].tolist())
    contents: dict[int, list[bytes]] = {}
    for group, content in zip(groups_N.tolist(), hashes, strict=True):
        contents.setdefault(group, []).append(content)
    trained = [
        group not in kept_back and place_of_group(contents[group]) >= HELD_OUT
        for group in groups_N[labelled:].tolist()
    ]
    no_N = np.zeros(len(trained), np.bool_)
    return HeldOutSplit(
        np.concatenate([parts.train_N, np.array(trained, np.bool_)]),
        np.concatenate([parts.validation_N, no_N]),
        np.concatenate([parts.held_out_N, no_N]),
    )


def _with_decisions(examples: Examples, made: Sequence[Decision]) -> Examples:
    """The examples with accepted and rejected pairs; a pair with a held-out image is not trained on."""
    row_of = {examples.image_ids[row]: int(row) for row in np.flatnonzero(examples.parts.train_N)}
    pairs = [(row_of[a], row_of[b], same) for a, b, same in made if a != b and a in row_of and b in row_of]
    return replace(examples, decisions=pairs)


def others(db: Database, spaces: Collection[FeatureSpace], examples: Examples, seed: int, most: int) -> list[int]:
    """The images that are no examples but have features of these: all, or at most so many of them. None has one of
    the labels that are learned."""
    ids = functools.reduce(np.intersect1d, (features.ids(db, space) for space in spaces))
    known = labels.images_with(db, examples.label_names) | set(examples.image_ids)
    ids = np.setdiff1d(ids, np.array(sorted(known), np.int64))
    if len(ids) > most:
        ids = np.random.default_rng(seed).choice(ids, most, replace=False)
    chosen: list[int] = np.sort(ids).tolist()
    return chosen


def features_of(db: Database, space: FeatureSpace, image_ids: Sequence[int]) -> tuple[list[int], Halves]:
    """The images that have features of this space, in order, and the features."""
    return finish(reading_features(db, space, image_ids))


def reading_features(
    db: Database, space: FeatureSpace, image_ids: Sequence[int]
) -> Generator[Progress, None, tuple[list[int], Halves]]:
    """The same as a job: of many images it takes a while."""
    row_of = {image_id: row for row, image_id in enumerate(image_ids)}
    has_N = np.zeros(len(image_ids), np.bool_)
    all_ND: Halves | None = None
    for start in range(0, len(image_ids), READ_AT_ONCE):
        yield Progress(start, len(image_ids), said("Reading features"))
        for ids, vectors_ND in features.chunks(db, space, image_ids[start : start + READ_AT_ONCE]):
            if all_ND is None:
                all_ND = np.empty((len(image_ids), vectors_ND.shape[1]), np.float16)
            rows = [row_of[image_id] for image_id in ids]
            all_ND[rows] = vectors_ND
            has_N[rows] = True
    if all_ND is None:
        raise UserError(without_features(space))
    kept = [image_id for image_id, has in zip(image_ids, has_N, strict=True) if has]
    return kept, all_ND if has_N.all() else all_ND[has_N]


def without_features(space: FeatureSpace) -> str:
    """Why nothing can be done with the labelled images, and what makes the features they lack."""
    if space != EFFICIENTNET_LITE0.name:
        return said(
            "No labelled picture has features of {space} yet; activating a version on it makes them.", space=space
        )
    return said("None of the labelled pictures has been read yet; index the library first.")


def must_differ(features_ND: NDArray[np.floating]) -> None:
    if len(features_ND) and not np.ptp(features_ND.astype(np.float32), axis=0).any():
        raise UserError(
            said("All pictures to learn from look exactly alike, so there is nothing to tell them apart by.")
        )


def must_still_suffice(examples: Examples, of: int) -> None:
    """When only some of the examples, of so many, can be read: too few are said now and not after the training."""
    trained_C = examples.labels_NC[examples.train_rows].sum(axis=0)
    unread = len(examples.image_ids) < of
    # That nothing is held out although all can be read means that each label's images belong together.
    if (trained_C >= LEAST_TRAINED).sum() < 2 or (unread and not len(examples.held_out_rows)):
        raise UserError(
            said(
                "Only {read} of the {of} pictures to learn from can be read, which is too little.",
                read=len(examples.image_ids),
                of=of,
            )
        )
