"""What a training learns from, and where it is computed."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from engine.training.inputs import Inputs
from engine.training.neighbourhood import Neighbourhood
from engine.training.targets import Targets
from engine.training.validation import Validation


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """The pictures and what is known of them. `rows` are those of the inputs that are trained on."""

    inputs: Inputs
    rows: Tensor
    targets: Targets | None  # None: nobody has said anything
    validation: Validation | None = None
    device: torch.device | str = "cpu"
    neighbourhood: Neighbourhood | None = None  # with it, rows need no label
