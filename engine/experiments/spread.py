"""Mean and spread over seeds."""

from collections.abc import Sequence
from statistics import mean, stdev

Number = float | None  # None: not measured, or not a number


def mean_and_spread(values: Sequence[Number]) -> tuple[Number, Number]:
    """Both of the values that were measured; None where there are too few for it."""
    known = [value for value in values if value is not None]
    return mean(known) if known else None, stdev(known) if len(known) > 1 else None
