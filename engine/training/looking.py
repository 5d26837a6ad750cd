"""What a backbone makes of pictures as it is, without gradient."""

import logging
from collections.abc import Generator
from typing import Any

import numpy as np
import torch
from numpy.typing import DTypeLike, NDArray

from engine.errors import UserError
from engine.model.device_memory import give_back, is_out_of_memory
from engine.progress import Progress
from engine.sentences import said
from engine.training.inputs import Inputs
from engine.training.network import HashNetwork, evaluating

log = logging.getLogger(__name__)

LOOK = 32  # pictures that go through a backbone at once
NOTE = said("Looking at the pictures")


def seen(
    network: HashNetwork, inputs: Inputs, kind: DTypeLike = np.float32
) -> Generator[Progress, None, NDArray[Any]]:
    """Features of all pictures, as numbers of that kind. Pieces that do not fit into memory become smaller; a GPU
    that has no room for a single picture is left for the CPU."""
    parts: list[NDArray[Any]] = []
    done, piece = 0, network.rows_at_once(LOOK)
    while done < len(inputs):
        yield Progress(done, len(inputs), NOTE)
        rows = torch.arange(done, min(done + piece, len(inputs)))
        try:
            # Not around the report: whoever gets it would be without gradients, too.
            with evaluating(network), np.errstate(over="ignore"):
                parts.append(network.backbone(inputs.plain(rows)).float().cpu().numpy().astype(kind))
            done += len(rows)
            continue
        except RuntimeError as error:
            if not is_out_of_memory(error):
                raise
        if piece > 1:
            piece //= 2
            give_back(network.device)
        else:
            _leave_gpu(network, inputs)
            piece = network.rows_at_once(LOOK)
    return np.concatenate(parts)


def _leave_gpu(network: HashNetwork, inputs: Inputs) -> None:
    if network.device.type == "cpu":
        raise UserError(said("There is too little memory to look at a single picture."))
    log.warning("Out of memory on the GPU; going on with the CPU.")
    network.to("cpu")
    inputs.to("cpu")
