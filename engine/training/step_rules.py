"""Learning rates that follow from the number of steps alone."""

from __future__ import annotations

from collections.abc import Callable

TENTHS = 10


def rates(rule: str, first: float, steps: int) -> Callable[[int], float]:
    """The rate of step k = 0..T-1: constant, or halved every tenth of the run."""
    if rule == "constant":
        return lambda step: first
    return lambda step: first * 0.5 ** (TENTHS * step // max(1, steps))
