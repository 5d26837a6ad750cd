"""Mean and spread over seeds."""

from collections.abc import Sequence
from statistics import mean, stdev


def mean_and_spread(values: Sequence[float | None]) -> tuple[float | None, float | None]:
    """Of those that were measured; None where that takes more of them than there are."""
    known = [value for value in values if value is not None]
    return mean(known) if known else None, stdev(known) if len(known) > 1 else None
