"""Results of trainings that never were: real ones, with figures as a test wants them."""

from collections.abc import Sequence

import numpy as np

from engine.learning.comparison import ChangedLabel, ChangedQuery, Comparison, MeanChange, Side
from engine.learning.examples import Examples
from engine.learning.figures import Figures
from engine.learning.held_out import HeldOutSplit
from engine.learning.methods import settings_of
from engine.learning.request import Request
from engine.learning.trained import Trained
from tests.learning.measured_versions import made_up_function

BITS = 16
SPREAD_KEYS = ("mAP", "mAP_over_labels", "precision_at_10", "precision_at_10_over_labels")


def figures(mean: float, kept: float | None = 0.6, **more: object) -> Figures:
    return {
        "queries": 40,
        "database": 1000,
        "labelled": 160,
        "trained_on": 150,
        "mAP": mean,
        "mAP_over_labels": mean - 0.05,
        "precision_at_10": mean + 0.1,
        "precision_at_10_over_labels": mean + 0.02,
        "kept_neighbours": kept,
        **more,
    }


def spread(of: float) -> Figures:
    """As of several splits."""
    return {"splits": 5, "spread": dict.fromkeys(SPREAD_KEYS, of)}


def label(name: str, before: float, after: float, held_out: int = 20, images: int = 100) -> ChangedLabel:
    return ChangedLabel(
        name, images, held_out, MeanChange(before, after, error=0.01), MeanChange(0.5, 0.5, error=0.01)
    )


def result(
    before: Figures | None,
    after: Figures | None,
    labels: Sequence[ChangedLabel] = (),
    queries: Sequence[ChangedQuery] = (),
) -> Trained:
    """Compared if there are figures of both. Of its two labels, "unasked" has no held-out image."""
    comparison = None
    if before is not None and after is not None:
        pairs_D = np.arange(BITS + 1)
        sides = [Side(BITS, each, pairs_D, pairs_D[::-1]) for each in (before, after)]
        rows = sorted(labels, key=lambda each: each.precision.by)
        comparison = Comparison(sides[0], sides[1], list(queries), [], rows)
    settings = settings_of("dualhash-stom", bits=BITS)
    return Trained(
        request=Request("dualhash-stom", settings),
        settings=settings,
        function=made_up_function(BITS, seed=1),
        backbone=None,
        images=960,
        trained_on=list(range(150)),
        examples=_examples(),
        before=before,
        after=after,
        comparison=comparison,
        epochs=[],
        seconds=12.0,
        computed_on="cpu",
    )


def _examples() -> Examples:
    labels_NC = np.array([[True, False], [True, False], [False, True]])
    held_out_N = np.array([True, False, False])
    parts = HeldOutSplit(~held_out_N, np.zeros(3, np.bool_), held_out_N)
    return Examples([1, 2, 3], ["asked", "unasked"], labels_NC, parts, [], {}, np.arange(3))
