"""The auxiliary codes B and the dual variable Λ, one row per training image, and their steps.

Kept as Y = Λ/γ. All steps are per entry: with the 1/n of problem (P) in front, B would move by some millionths a
step. So for an entry, F contributes γ(b - u), and the B step b - τ(γ(b - u) + Λ) is b - t((b - u) + Y), t = τγ.
"""

from __future__ import annotations

import torch
from torch import Tensor

from engine.dualhash.settings import Dual
from engine.training.group import OwnedRows


def sgn(x: Tensor) -> Tensor:
    """The sign with sgn(0) = +1, as codes have it."""
    return (x >= 0).to(x.dtype).mul_(2).sub_(1)


def prox_envelope(v: Tensor, step: float, bound: float) -> Tensor:
    """prox of step·h* for the convex envelope max(|z| - 1, 0): h*(y) = |y| on [-bound, bound]."""
    return v.sign() * (v.abs() - step).clamp(0, bound)


def prox_orthant(v: Tensor, b: Tensor, step: float, bound: float) -> Tensor:
    """prox of step·h* for h in the orthant of b, the convex bound·|s z - 1| with s = sgn(b): h*(y) = s y there."""
    return torch.sub(v, sgn(b), alpha=step).clamp_(-bound, bound)


def distance_envelope(b: Tensor, y: Tensor, bound: float) -> Tensor:
    """dist(b, ∂h*(y)) for the envelope: ∂h* is [-1, 1] at 0, {sgn y} inside, open to the outside at ±bound."""
    s = y.sign()
    beyond = (s * b - 1).clamp(min=0)  # allowed at the bound, so it counts only inside
    short = (1 - s * b).clamp(min=0)
    at_bound = y.abs() >= bound
    at_zero = (b.abs() - 1).clamp(min=0) if bound else torch.zeros_like(b)  # with bound 0, ∂h*(0) is all there is
    return torch.where(y == 0, at_zero, torch.where(at_bound, short, short + beyond))


def distance_orthant(b: Tensor, y: Tensor, bound: float) -> Tensor:
    """dist(b, ∂h*(y)) in b's orthant: ∂h* is {s} inside, open upwards at bound and downwards at -bound."""
    gap = b - sgn(b)
    gap.masked_fill_((y >= bound) & (gap > 0), 0)
    gap.masked_fill_((y <= -bound) & (gap < 0), 0)
    return gap.abs_()


class DualVariables:
    """B and Y for all training images, each row kept by one process."""

    def __init__(
        self, u_NK: Tensor, y_NK: Tensor | None = None, *, t: float, dual_step: float, bound: float, dual: Dual
    ) -> None:
        self._b = OwnedRows(u_NK)
        self._y = OwnedRows(torch.zeros_like(u_NK) if y_NK is None else y_NK)
        self._t = t
        self._dual_step = dual_step
        self._bound = bound
        self._dual = dual

    def to(self, device: torch.device | str) -> None:
        self._b.to(device)
        self._y.to(device)

    @property
    def b_NK(self) -> Tensor:
        return self._b.all()

    @property
    def y_NK(self) -> Tensor:
        return self._y.all()

    def b_of(self, rows_m: Tensor) -> Tensor:
        return self._b[rows_m]

    def step(self, rows_m: Tensor, u_mK: Tensor, drive_mK: Tensor | None) -> tuple[Tensor, Tensor]:
        """One B step and one Λ step of these rows. Returns the two residuals, still on the device.

        `drive_mK` is κ p, or None for the paper's two-block scheme.
        """
        b_mK, y_mK = self._b[rows_m], self._y[rows_m]
        gradient_mK = b_mK - u_mK + y_mK
        if drive_mK is not None:
            gradient_mK = gradient_mK + drive_mK
        new_mK = b_mK - self._t * gradient_mK
        if self._dual == "orthant":
            new_mK = new_mK.clamp(-1, 1)
        ahead_mK = y_mK + self._dual_step * (2 * new_mK - b_mK)
        if self._dual == "orthant":
            y_new_mK = prox_orthant(ahead_mK, new_mK, self._dual_step, self._bound)
            apart_mK = distance_orthant(new_mK, y_new_mK, self._bound)
            gradient_mK = (b_mK - new_mK) / self._t  # what the box lets through
        else:
            y_new_mK = prox_envelope(ahead_mK, self._dual_step, self._bound)
            apart_mK = distance_envelope(new_mK, y_new_mK, self._bound)
        self._b[rows_m], self._y[rows_m] = new_mK, y_new_mK
        return gradient_mK.square().mean(), apart_mK.square().mean()
