"""The loss of a batch and its gradient, at once or in pieces.

A batch of pictures takes many seconds to go through a backbone on a CPU, forth and back. In pieces it is heard from
in between: the backbone looks at a few pictures at a time without gradient; the hash layers, whose BatchNorm wants
the whole batch, give the loss and its gradient with respect to the backbone's features; with that, each piece goes
through the backbone once more, now with gradient. The sum is the gradient of the whole batch (Gao, Zhang, Han and
Callan, "Scaling Deep Contrastive Learning Batch Size under Memory Limited Setup", RepL4NLP 2021), as long as the
backbone looks at each picture by itself. The second look costs less than is gained: small pieces fit into caches.
A backbone whose BatchNorm goes by the batch takes it whole, on a thread of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

import torch
from torch import Tensor

from engine.errors import UserError
from engine.sentences import said
from engine.training.group import ALONE, TrainingGroup
from engine.training.interruptible import interruptible
from engine.training.network import HashNetwork, statistics_kept
from engine.training.objective import Objective
from engine.training.precision import Precision
from engine.training.randomness import drawn_again, random_states
from engine.training.reports import Report
from engine.training.updates import LossAndGradient


class DivergedError(UserError):
    """The loss is not a number any more."""

    def __init__(self) -> None:
        super().__init__(
            said("Training stopped: the loss is not finite any more. A smaller learning rate may help.")
        )


class Gradients:
    """The gradients of one network and objective. `report(done, total)` makes the report between two pieces."""

    def __init__(
        self,
        network: HashNetwork,
        objective: Objective,
        weight_decay: float,
        report: Callable[[int, int], Report],
        group: TrainingGroup = ALONE,
    ) -> None:
        self.outputs = torch.empty(0)  # C of the last batch at the iterate
        self._network, self._objective = network, objective
        self._backbone: list[Tensor] = list(network.backbone.parameters())
        self._layers: list[Tensor] = list(network.layers.parameters())
        self._weight_decay = weight_decay
        self._report = report
        self._group = group
        self.to(torch.device("cpu"))

    def to(self, device: torch.device) -> None:
        """The network is there from now on, and what it computes."""
        self._device = device
        self.precision = Precision(device)
        self.outputs = self.outputs.to(device)
        self._drawn: list[list[Tensor]] = []  # for each evaluation of a step, from where it drew

    def of(self, inputs_n: Tensor, rows_m: Tensor, previous: bool) -> Generator[Report, None, LossAndGradient]:
        """Of a batch of these rows, of which this process has its share of the inputs: at the parameters' present
        values, with weight decay. A loss that is not finite is a DivergedError.

        `previous`: these are not the iterate. BatchNorm's statistics and `outputs` are left alone, and what was
        drawn at random for this batch at the iterate is drawn again.
        """
        if not previous:
            self._drawn = []
        pieces = torch.split(inputs_n, self._network.rows_at_once(len(inputs_n)))
        if len(pieces) == 1:
            loss, g = self._at_once(inputs_n, rows_m, previous)
        elif self._network.looks_at_each_alone():
            loss, g = yield from self._in_pieces(pieces, rows_m, previous)
        else:
            loss, g = yield from interruptible(
                self._network, lambda: self._at_once(inputs_n, rows_m, previous), lambda: self._report(0, 1)
            )
        if self._weight_decay:
            parameters = [p.detach() for p in (*self._backbone, *self._layers)]
            torch._foreach_add_(g, parameters, alpha=self._weight_decay)
        return loss.detach(), g

    def _at_once(self, inputs_n: Tensor, rows_m: Tensor, previous: bool) -> LossAndGradient:
        with self._drawing(0), self._statistics(previous):
            with self.precision.autocast():
                outputs_mK = self._network(inputs_n)
            loss = self._loss(outputs_mK.float(), rows_m, previous)
        return loss, self.precision.gradients(loss, [*self._backbone, *self._layers], self._group)

    def _in_pieces(
        self, pieces: tuple[Tensor, ...], rows_m: Tensor, previous: bool
    ) -> Generator[Report, None, LossAndGradient]:
        """The same on a CPU, where all is in full precision."""
        looks, seen = 2 * len(pieces), list[Tensor]()
        for number, piece in enumerate(pieces):
            with self._drawing(number), torch.no_grad():
                seen.append(self._network.backbone(piece))
            yield self._report(number + 1, looks)
        features_mD = torch.cat(seen).requires_grad_()
        with self._drawing(len(pieces)), self._statistics(previous):
            loss = self._loss(self._network.layers(features_mD), rows_m, previous)
        slope_mD, *g_layers = torch.autograd.grad(loss, [features_mD, *self._layers])
        g_backbone = [torch.zeros_like(p) for p in self._backbone]
        slopes = torch.split(slope_mD, [len(piece) for piece in pieces])
        for number, (piece, slope) in enumerate(zip(pieces, slopes, strict=True)):
            with self._drawing(number):
                g = torch.autograd.grad(self._network.backbone(piece), self._backbone, slope)
            torch._foreach_add_(g_backbone, g)
            yield self._report(len(pieces) + number + 1, looks)
        return loss, self._group.summed([*g_backbone, *g_layers])

    def _loss(self, part_nK: Tensor, rows_m: Tensor, previous: bool) -> Tensor:
        """Of the whole batch, of which these are the outputs of this process's share."""
        outputs_mK = self._group.gathered(part_nK, len(rows_m))
        loss = self._objective.loss(outputs_mK, rows_m)
        if not bool(torch.isfinite(loss)):
            raise DivergedError
        if not previous:
            self.outputs = outputs_mK.detach()
        return loss

    @contextmanager
    def _drawing(self, number: int) -> Iterator[None]:
        """What evaluation `number` of a step drew at random, it draws each time that it is made again."""
        if number < len(self._drawn):
            with drawn_again(self._drawn[number], self._device):
                yield
        else:
            self._drawn.append(random_states(self._device))
            yield

    def _statistics(self, previous: bool) -> AbstractContextManager[None]:
        return statistics_kept(self._network) if previous else nullcontext()
