"""What a backbone makes of pictures as it is, without gradient."""

from collections.abc import Generator
from typing import Any

import numpy as np
import torch
from numpy.typing import DTypeLike, NDArray

from engine.errors import UserError
from engine.progress import Progress
from engine.training.inputs import Inputs
from engine.training.network import HashNetwork, evaluating

LOOK = 32  # pictures that go through a backbone at once
NOTE = "Looking at the pictures"


def seen(
    network: HashNetwork, inputs: Inputs, kind: DTypeLike = np.float32
) -> Generator[Progress, None, NDArray[Any]]:
    """Features of all pictures, as numbers of that kind; pieces that do not fit into memory become smaller."""
    parts: list[NDArray[Any]] = []
    done, piece = 0, network.rows_at_once(LOOK)
    while done < len(inputs):
        yield Progress(done, len(inputs), NOTE)
        rows = torch.arange(done, min(done + piece, len(inputs)))
        try:
            # Not around the report: whoever gets it would be without gradients, too.
            with evaluating(network), np.errstate(over="ignore"):
                parts.append(network.backbone(inputs.plain(rows)).float().cpu().numpy().astype(kind))
        except torch.OutOfMemoryError:
            if piece == 1:
                raise UserError("There is too little memory to look at a single picture.") from None
            piece //= 2
            continue
        done += len(rows)
    return np.concatenate(parts)
