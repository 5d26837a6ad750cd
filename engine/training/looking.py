"""What a backbone makes of pictures as it is, without gradient."""

import logging
from collections.abc import Generator
from typing import Any

import numpy as np
import torch
from numpy.typing import DTypeLike, NDArray

from engine.errors import UserError
from engine.model.device_memory import give_back, is_out_of_memory
from engine.piecework import in_pieces
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
    """Features of all pictures, as numbers of that kind."""
    look = LookAtRows(network, inputs, kind)
    return (yield from in_pieces(look, len(inputs), network.rows_at_once(LOOK), NOTE))


class LookAtRows:
    """Features of some pictures. Pieces that do not fit into memory become smaller; a GPU that has no room for a
    single picture is left for the CPU."""

    def __init__(self, network: HashNetwork, inputs: Inputs, kind: DTypeLike = np.float32) -> None:
        self._network, self._inputs, self._kind = network, inputs, np.dtype(kind)
        self._piece = network.rows_at_once(LOOK)

    def __call__(self, wanted: slice) -> NDArray[Any]:
        network, parts, done = self._network, list[NDArray[Any]](), wanted.start
        while done < wanted.stop:
            rows = torch.arange(done, min(done + self._piece, wanted.stop))
            try:
                self._inputs.to(network.device)
                with evaluating(network), np.errstate(over="ignore"):
                    seen_nD = network.backbone(self._inputs.plain(rows)).float().cpu().numpy()
                    parts.append(seen_nD.astype(self._kind))
                done += len(rows)
                continue
            except RuntimeError as error:
                if not is_out_of_memory(error):
                    raise
            if self._piece > 1:
                self._piece //= 2
                give_back(network.device)
            else:
                _leave_gpu(network, self._inputs)
                self._piece = network.rows_at_once(LOOK)
        return np.concatenate(parts)


def _leave_gpu(network: HashNetwork, inputs: Inputs) -> None:
    if network.device.type == "cpu":
        raise UserError(said("There is too little memory to look at a single picture."))
    log.warning("Out of memory on the GPU; going on with the CPU.")
    network.to("cpu")
    inputs.to("cpu")
