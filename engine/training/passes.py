"""What the network makes of many rows, without gradient."""

from __future__ import annotations

from collections.abc import Callable, Generator

import torch
from torch import Tensor

from engine.model.device_memory import give_back, is_out_of_memory
from engine.training.gradients import Gradients
from engine.training.group import TrainingGroup
from engine.training.inputs import Inputs
from engine.training.network import HashNetwork, evaluating
from engine.training.reports import LookReport, Report
from engine.training.updates import Update

CHUNK = 1024  # rows at once


class Passes:
    """C of rows in evaluation mode, at the iterate. There is a report after each piece; pieces that do not fit into
    memory become smaller."""

    def __init__(
        self,
        network: HashNetwork,
        update: Update,
        gradients: Gradients,
        look: Callable[[int, int], LookReport],
        group: TrainingGroup,
    ) -> None:
        self._network, self._update, self._gradients = network, update, gradients
        self._look, self._group = look, group

    def of(self, inputs: Inputs, rows: Tensor, batch: int) -> Generator[Report, None, Tensor]:
        """Of these rows; `batch` are as many as can be learned from at once."""
        piece, parts = self._network.rows_at_once(min(CHUNK, 4 * batch)), list[Tensor]()
        done = 0
        while done < len(rows) or not parts:  # a process whose share is empty gives no rows, of the right width
            try:
                with self._update.at_iterate(), evaluating(self._network), self._gradients.precision.autocast():
                    parts.append(self._network(inputs.plain(rows[done : done + piece])).float())
                done += len(parts[-1])
                yield self._look(done, len(rows))
                continue
            except RuntimeError as error:
                if not is_out_of_memory(error) or piece == 1:
                    raise
            piece //= 2
            give_back(self._network.device)
        return torch.cat(parts)

    def of_all(self, inputs: Inputs, rows: Tensor, batch: int) -> Generator[Report, None, Tensor]:
        """The same with all processes of the group, each of which takes its share and gets all of it."""
        part_nK = yield from self.of(inputs, rows[self._group.part(len(rows))], batch)
        return self._group.gathered(part_nK, len(rows))
