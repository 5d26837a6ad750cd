"""Precision: on the CPU everything stays as it is; in float16 the loss is scaled so that gradients fit."""

import pytest
import torch

from engine.training.precision import FIRST_SCALE, OverflowInHalfError, Precision


def test_the_cpu_computes_in_float32_and_scales_nothing():
    precision = Precision(torch.device("cpu"))
    weight = torch.tensor([2.0, -3.0], requires_grad=True)
    with precision.autocast():
        loss = (torch.eye(2) @ weight).square().sum()
    assert loss.dtype == torch.float32
    (g,) = precision.gradients(loss, [weight])
    assert g.tolist() == [4.0, -6.0]


def test_a_gradient_that_does_not_fit_halves_the_scale_until_it_does():
    precision = Precision(torch.device("cpu"))
    precision._dtype, precision._scale = torch.float16, FIRST_SCALE  # as on a GPU without bfloat16
    weight = torch.tensor([1.0], requires_grad=True)
    overflows = 0
    while True:
        try:
            (g,) = precision.gradients((1e36 * weight).sum(), [weight])  # 2^14 times that is beyond float32
            break
        except OverflowInHalfError:
            overflows += 1
    assert overflows == 6  # 1e36·2^8 < 3.4e38 < 1e36·2^9
    assert float(g) == pytest.approx(1e36)
