"""All there is to measure of a version on held-out labels: figures, curves and histograms, of one or of two.

Two versions are asked the same: the held-out images that neither of them has seen, among all images that are not
held out, be they labelled or not. Whatever cannot be measured is a UserError that says why, and what can be done
about it.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.arrays import Counts, Halves, Ids, Reals
from engine.errors import UserError
from engine.evaluation.metrics import (
    PrecisionRecall,
    average_precisions,
    distance_histograms,
    precision_at,
    precision_recall_curve,
)
from engine.evaluation.rankings import Ranking
from engine.feature_space import FeatureSpace
from engine.learning.examples import (
    MOST_IMAGES,
    Examples,
    collecting,
    others,
    reading_features,
    without_features,
)
from engine.learning.figures import (
    KEPT,
    Figures,
    Measured,
    figures_from,
    means_of_labels,
    query_rows,
    ranking_of,
    trained_on,
    unseen,
)
from engine.learning.kept_neighbours import asked_rows, cosines, kept_share, looks
from engine.library import Library
from engine.model import model_files
from engine.model.hash_function import HashFunction
from engine.progress import Progress, reporting, uncounted
from engine.sentences import known_again, said, text_of
from engine.store import features, labels, version_details
from engine.store.connection import Database
from engine.store.versions import Version

MOST_PLACES = 1000  # K of precision at top K; further down nobody looks
PER_DECADE = 12  # values of K
OUTPUT_BINS = 20  # of |u|, from 0 to 1
T = TypeVar("T")
State = tuple[int, ...]  # of labels and features: another one once either has changed


@dataclass(frozen=True, slots=True)
class MeasuredLabel:
    """The mean average precision of a label's held-out images; how many these are, and how many have the label."""

    name: str
    images: int
    held_out: int
    mean_precision: float


@dataclass(frozen=True, slots=True, eq=False)
class VersionEvaluation:
    """A version on held-out queries. Histograms count pairs of a query and another image by distance."""

    version: Version
    figures: Figures  # as `dualhash evaluate` prints them
    precision_recall: PrecisionRecall
    places_P: NDArray[np.int64]  # K
    precision_P: Reals  # among the first K hits
    intra_D: Counts
    inter_D: Counts
    outputs_E: (
        Counts | None
    )  # how many |u| lie in each of the bins; None where the version was not trained to have u
    unread: int  # labelled images that were left out: they have no features of the version's network
    labels: list[MeasuredLabel]  # by name; those of which an image was asked for

    @property
    def made_elsewhere(self) -> bool:
        """Then nobody knows which images it was trained on."""
        return version_details.read(self.version.details).imported


def evaluate_version(library: Library, version: Version) -> Generator[Progress, None, VersionEvaluation]:
    (evaluation,) = yield from evaluate_versions(library, [version])
    return evaluation


def evaluate_versions(
    library: Library, versions: Sequence[Version]
) -> Generator[Progress, None, list[VersionEvaluation]]:
    """Each of them on the held-out images that none has seen and all have features of."""
    functions = [_function(library, version) for version in versions]
    labelled = yield from _labelled(library.db)
    examples = _with_features(library.db, labelled, versions)
    unread = len(labelled.image_ids) - len(examples.image_ids)
    spaces = {version.backbone for version in versions}
    room = MOST_IMAGES - len(examples.image_ids)
    examples = examples.with_others(others(library.db, spaces, examples, seed=0, most=room))
    examples, read = yield from uncounted(_reading(library.db, examples, spaces))
    queries = unseen(library.db, examples, *versions)
    if not queries:
        raise UserError(_why_no_query(labelled, examples, versions))
    unlabelled_Q, images = asked_rows(examples), len(examples.image_ids)
    steps = 2 * images + len(queries) + len(unlabelled_Q)
    evaluations = []
    for number, (version, function) in enumerate(zip(versions, functions, strict=True)):
        progress = _Steps(number * steps, len(versions) * steps)
        features_ND = read[version.backbone]
        measured = Measured(function, features_ND, trained_on(library.db, version))
        yield from progress.of(measured.coding(), images)
        ranking = yield from progress.of(ranking_of(measured, examples, queries), len(queries))
        u_QK = measured.bounded(query_rows(examples, queries))
        looks_ND = looks(library.db, examples, version.backbone, features_ND)
        cosine_QN = yield from progress.of(cosines(looks_ND, unlabelled_Q), images)
        kept = yield from progress.of(kept_share(measured, unlabelled_Q, cosine_QN), len(unlabelled_Q))
        figures = figures_from(ranking, u_QK, examples, queries, measured.trained_on) | {KEPT: kept}
        by_label = _by_label(ranking, examples, queries)
        evaluation = yield from progress.of(_evaluation(version, ranking, u_QK, figures, unread, by_label), 0)
        evaluations.append(evaluation)
    return evaluations


def top_places(database: int) -> list[int]:
    """The K to take the precision at: evenly on a logarithmic scale, with 1, 10, 100 and the last."""
    last = min(database, MOST_PLACES)
    spread = {round(10 ** (step / PER_DECADE)) for step in range(3 * PER_DECADE + 1)}
    return sorted({place for place in spread if place < last} | {last})


def distinct_names(versions: Sequence[Version]) -> list[str]:
    """Their names, with the number where two are called the same."""
    names = [version.name for version in versions]
    return [
        name if names.count(name) == 1 else said("{name} (no. {number})", name=name, number=v.id)
        for name, v in zip(names, versions, strict=True)
    ]


# -- what it is measured on -----------------------------------------------------------------------------------


_BROKEN_FILE = [said("{path} is not a valid model file: {why}"), said("{path} is not a valid model file ({why})")]


def _function(library: Library, version: Version) -> HashFunction:
    try:
        return model_files.of_version(library.models_folder, version)
    except UserError as error:
        why = known_again(str(error).rstrip("."), _BROKEN_FILE)
        raise UserError(
            said("“{name}” cannot be used: {why}; train or import it again.", name=version.name, why=why)
        ) from error


def _labelled(db: Database) -> Generator[Progress, None, Examples]:
    """Images with labels; those that only take part in a decision say nothing here."""
    try:
        examples = yield from uncounted(collecting(db, said("Measuring")))
    except UserError as error:
        raise UserError(
            said("{why} Give more pictures a label, then it can be measured.", why=text_of(error))
        ) from error
    return examples.only([examples.image_ids[row] for row in np.flatnonzero(examples.labels_NC.any(axis=1))])


def _with_features(db: Database, labelled: Examples, versions: Sequence[Version]) -> Examples:
    kept = set(labelled.image_ids)
    for space in dict.fromkeys(version.backbone for version in versions):
        having = set(features.ids(db, space).tolist())
        if not having.intersection(labelled.image_ids):
            raise UserError(without_features(space))
        kept &= having
    return labelled.only([image_id for image_id in labelled.image_ids if image_id in kept])


def _reading(
    db: Database, examples: Examples, spaces: Collection[FeatureSpace]
) -> Generator[Progress, None, tuple[Examples, dict[FeatureSpace, Halves]]]:
    """Features of each space, and the examples whose features are damaged in none of them."""
    read: dict[FeatureSpace, tuple[list[int], Halves]] = {}
    for space in spaces:
        read[space] = yield from reading_features(db, space, examples.image_ids)
    sound = set(examples.image_ids).intersection(*(ids for ids, _ in read.values()))
    examples = examples.only([image_id for image_id in examples.image_ids if image_id in sound])
    kept = np.array(examples.image_ids, np.int64)
    return examples, {space: _rows_of(kept, ids, features_ND) for space, (ids, features_ND) in read.items()}


def _rows_of(kept: Ids, ids: list[int], features_ND: Halves) -> Halves:
    return features_ND if len(kept) == len(ids) else features_ND[np.isin(ids, kept)]


def _why_no_query(labelled: Examples, examples: Examples, versions: Sequence[Version]) -> str:
    quoted = [said("“{name}”", name=version.name) for version in versions]
    names = reduce(lambda first, last: said("{first} and {last}", first=first, last=last), quoted)
    if len(labelled.held_out_rows) and not len(examples.held_out_rows):
        return said(
            "None of the held-out pictures has been read for {names} yet; activating it reads them.", names=names
        )
    if len(versions) > 1:
        return said(
            "No labelled picture is new to both {names}, so they cannot be compared; "
            "label pictures that neither has seen.",
            names=names,
        )
    return said(
        "{names} was trained on all labelled pictures, so there is nothing to measure it on; "
        "label pictures that it has not seen, or train a version that keeps some back.",
        names=names,
    )


# -- measuring ------------------------------------------------------------------------------------------------


class _Steps:
    """Turns the progress of each part into progress of the whole."""

    def __init__(self, done: int, total: int) -> None:
        self._done, self._total = done, total

    def of(self, part: Generator[Progress, None, T], steps: int) -> Generator[Progress, None, T]:
        """Do the next part, which has so many steps."""
        result = yield from reporting(part, self._report)
        self._done += steps
        return result

    def _report(self, of_part: Progress) -> Progress:
        return Progress(self._done + of_part.done, self._total, of_part.note)


def _by_label(ranking: Ranking, examples: Examples, queries: Sequence[int]) -> list[MeasuredLabel]:
    precisions_Q, labels_QC = average_precisions(ranking), examples.labels_NC[query_rows(examples, queries)]
    means_C = means_of_labels(precisions_Q, labels_QC)
    asked_C = labels_QC[~np.isnan(precisions_Q)].sum(axis=0)
    images_C = examples.labels_NC.sum(axis=0)
    rows = zip(examples.label_names, images_C.tolist(), asked_C.tolist(), means_C.tolist(), strict=True)
    return [MeasuredLabel(*row) for row in rows if row[2]]


def _evaluation(
    version: Version,
    ranking: Ranking,
    u_QK: NDArray[np.float32] | None,
    figures: Figures,
    unread: int,
    by_label: list[MeasuredLabel],
) -> Generator[Progress, None, VersionEvaluation]:
    histograms = distance_histograms(ranking)
    places = top_places(ranking.database)
    precisions = []
    for place in places:
        yield Progress(0, None, said("Computing figures"))
        precisions.append(precision_at(ranking, place))
    return VersionEvaluation(
        version=version,
        figures=figures,
        precision_recall=precision_recall_curve(ranking),
        places_P=np.array(places),
        precision_P=np.array(precisions),
        intra_D=histograms.intra_D,
        inter_D=histograms.inter_D,
        outputs_E=None if u_QK is None else np.histogram(np.abs(u_QK), OUTPUT_BINS, (0.0, 1.0))[0],
        unread=unread,
        labels=by_label,
    )


# -- not twice ------------------------------------------------------------------------------------------------


class KnownEvaluations:
    """Keeps what was measured until the labels or the images that are searched change."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, ...], tuple[State, list[VersionEvaluation]]] = {}

    def evaluate(
        self, library: Library, versions: Sequence[Version]
    ) -> Generator[Progress, None, list[VersionEvaluation]]:
        key = tuple(version.id for version in versions)
        state = _state(library.db, {version.backbone for version in versions})
        known = self._known.get(key)
        if known is None or known[0] != state:
            known = state, (yield from evaluate_versions(library, versions))
        elif [_shown(each.version) for each in known[1]] != [_shown(version) for version in versions]:
            pairs = zip(known[1], versions, strict=True)
            known = state, [replace(each, version=version) for each, version in pairs]
        self._known[key] = known
        return known[1]


def _shown(version: Version) -> tuple[str, bool]:
    """What can change of a version and is seen; new codes, which change its stamp, are not."""
    return version.name, version.active


def _state(db: Database, spaces: set[FeatureSpace]) -> State:
    """Changes when an image gets or loses a label, or one gets or loses features."""
    counted = [labels.state(db), *(features.state(db, space) for space in sorted(spaces))]
    return tuple(value for pair in counted for value in pair)
