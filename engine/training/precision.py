"""Mixed precision on a GPU: bfloat16 where the GPU has it, else float16 with a loss scale. On the CPU, float32."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch
from torch import Tensor

from engine.training.group import ALONE, TrainingGroup

FIRST_SCALE = 2.0**14
CALM_STEPS = 1000  # without an overflow, then the scale is doubled


class OverflowInHalfError(Exception):
    """A gradient did not fit into float16; the scale is halved and the step left out."""


class Precision:
    def __init__(self, device: torch.device) -> None:
        self._dtype: torch.dtype | None = None
        self._device = device.type
        if device.type != "cpu":
            has_bfloat16 = torch.get_device_module(device).is_bf16_supported(including_emulation=False)
            self._dtype = torch.bfloat16 if has_bfloat16 else torch.float16
        self._scale = FIRST_SCALE if self._dtype == torch.float16 else 1.0
        self._calm = 0

    def autocast(self) -> AbstractContextManager[Any]:
        return nullcontext() if self._dtype is None else torch.autocast(self._device, self._dtype)

    def gradients(self, loss: Tensor, parameters: list[Tensor], group: TrainingGroup = ALONE) -> list[Tensor]:
        """The gradient of the loss, to which each process of the group adds its part. OverflowInHalfError, in all
        of them, when float16 could not hold it."""
        scaled = loss if self._dtype != torch.float16 else loss * self._scale
        g = group.summed(list(torch.autograd.grad(scaled, parameters)))
        if self._dtype != torch.float16:
            return g
        torch._foreach_mul_(g, 1 / self._scale)
        if not all(bool(torch.isfinite(each).all()) for each in g):
            self._scale, self._calm = self._scale / 2, 0
            raise OverflowInHalfError
        self._calm += 1
        if self._calm >= CALM_STEPS:
            self._scale, self._calm = self._scale * 2, 0
        return g
