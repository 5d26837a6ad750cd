"""Small problems for the updates of x: smooth functions of two parameter tensors, each batch with its own."""

from collections.abc import Generator

import torch
from torch import Tensor

from engine.training.reports import LookReport, Report
from engine.training.updates import Gradient, LossAndGradient


def start(seed: int = 1) -> list[Tensor]:
    random = torch.Generator().manual_seed(seed)
    shapes = [(3, 2), (4,)]
    return [torch.randn(shape, generator=random, dtype=torch.float64).requires_grad_() for shape in shapes]


def loss_of(parameters: list[Tensor], batch: int) -> Tensor:
    """Neither quadratic nor separable, and different for each batch."""
    a, b = parameters
    return torch.cosh(a * (1 + 0.1 * batch) + b[:2]).mean() + (b - batch).square().mean() * (
        1 + a.square().sum() / 9
    )


def slopes(parameters: list[Tensor], batch: int) -> list[Tensor]:
    fresh = [p.detach().clone().requires_grad_() for p in parameters]
    return list(torch.autograd.grad(loss_of(fresh, batch), fresh))


def gradient_at(parameters: list[Tensor], batch: int) -> Gradient:
    """What the trainer hands to an update: the gradient at the present values of `parameters`."""

    def gradient(previous: bool) -> Generator[Report, None, LossAndGradient]:
        yield LookReport(1, 1, 1, 1)
        return loss_of(parameters, batch).detach(), slopes(parameters, batch)

    return gradient
