"""The step rules: how η_k and ρ_k follow from the settings and the number of steps T."""

from __future__ import annotations

import math
from collections.abc import Callable

from engine.dualhash.settings import Settings
from engine.training import step_rules


def rates(settings: Settings, steps: int) -> Callable[[int], float]:
    """η_k of step k = 0..T-1.

    The theorems: StoM η_k = η/L_F, StoRM η_k = η/(L_F·T^⅓), both constant over the run.
    """
    if settings.step_rule == "theorem":
        constant = settings.theorem_eta / settings.smoothness
        if settings.instance == "storm":
            constant /= math.pow(steps, 1 / 3)
        return lambda step: constant
    return step_rules.rates(settings.step_rule, settings.learning_rate_used, steps)


def rho(settings: Settings, steps: int) -> float:
    """ρ_k: the theorem's 8ρη²/T^⅔, or as set."""
    if settings.step_rule != "theorem":
        return settings.rho
    return 8 * settings.theorem_rho * settings.theorem_eta**2 / math.pow(steps, 2 / 3)


def first_batch(settings: Settings, steps: int) -> int:
    """b_1 in batches: c_b·T^⅓ of them for StoRM's first gradient."""
    if settings.instance != "storm" or not settings.first_batch:
        return 1
    return max(1, math.ceil(settings.first_batch * math.pow(steps, 1 / 3)))
