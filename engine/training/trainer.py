"""The training loop: batches -> loss -> update of x -> what the method does next, epoch after epoch.

`Trainer.run` is a generator of reports, and each report a point at which it may be paused, saved or closed. It sees
tensors only. All randomness of an epoch follows from (seed, epoch), so that a run that is taken up again at the
beginning of an epoch goes on as if it had never stopped.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

import torch
from torch import Tensor

from engine.arrays import Vectors
from engine.errors import UserError
from engine.evaluation.metrics import mean_of_numbers
from engine.model.device_memory import give_back, is_out_of_memory
from engine.model.layered_hash import LayeredHash
from engine.sentences import said
from engine.training.gradients import DivergedError, Gradients
from engine.training.group import group_of_processes
from engine.training.kept_weights import KeptWeights
from engine.training.material import Material
from engine.training.network import HashNetwork, folded, statistics_kept
from engine.training.objective import Objective
from engine.training.passes import Passes
from engine.training.plan import Plan, steps_an_epoch
from engine.training.precision import OverflowInHalfError
from engine.training.randomness import generator, mixed
from engine.training.reports import EpochReport, LookReport, Report, StepReport
from engine.training.updates import LossAndGradient, Update

log = logging.getLogger(__name__)

T = TypeVar("T")

SMALLEST_BATCH = 8  # before the GPU is given up
MOST_OVERFLOWS = 20


class Trainer:
    """Trains `network` on the rows of `material`, on its device for as long as the memory there suffices.

    A step that does not fit is tried again with half of the batch, down to SMALLEST_BATCH. What cannot be divided,
    or does not fit even so, is done on the CPU, and so is all that follows.
    """

    def __init__(
        self,
        network: HashNetwork,
        material: Material,
        objective: Objective,
        update: Update,
        plan: Plan,
    ) -> None:
        self.network = network
        self.plan = plan
        self._group = group_of_processes()
        self.before_run: Callable[[], None] = lambda: None  # the others of the group are told what is to be done
        self._inputs, self._rows = material.inputs, material.rows
        self._objective, self._update = objective, update
        self._validation = material.validation
        self._parameters: list[Tensor] = list(network.parameters())
        self._epoch = 0
        self._step = 0
        self._batch = min(plan.batch, len(self._rows))
        self._gradients = Gradients(network, objective, plan.weight_decay, self._look, self._group)
        self._passes = Passes(network, update, self._gradients, self._look, self._group)
        self._settle(torch.device(material.device))
        self.steps_an_epoch = steps_an_epoch(len(self._rows), self._batch)
        self._gathered_state = objective.state()  # of all processes, as of the end of the last epoch
        self._kept = KeptWeights()
        total = plan.epochs * self.steps_an_epoch
        self._random_step = int(torch.randint(total, (1,), generator=generator(plan.seed, -1)))  # R - 2
        self.slope = 1.0  # of tanh in what is kept, once `run` is over
        self._overflows = 0
        self._first: LossAndGradient | None = None  # the gradient of a large first batch

    # ---- running ----

    def run(self) -> Iterator[Report]:
        """Train to the end, or until validation has not improved for long. Then `network` holds what is kept."""
        self.before_run()
        self.network.train()
        with self._group.normalising(self.network):
            while not self.is_over:
                yield from self._run_epoch()
        self._update.finish()
        self.slope = self._objective.slope
        if self._kept.put_back(self.network):
            self.slope = self._kept.slope
        self.network.eval()
        if not all(bool(torch.isfinite(p.detach().cpu()).all()) for p in self._parameters):
            raise DivergedError  # it was the last step, and no loss came after it

    @property
    def epochs(self) -> int:
        """As planned; it may end earlier."""
        return self.plan.epochs

    @property
    def is_over(self) -> bool:
        """No epoch follows: all are done, or validation has not improved for long."""
        return self._epoch >= self.plan.epochs or self._is_stale()

    def hash_function(self, mean_D: Vectors) -> LayeredHash:
        """The hash layers as they were kept, once `run` is over."""
        return folded(self.network.layers, mean_D, self.slope)

    def _run_epoch(self) -> Iterator[Report]:
        began = time.monotonic()
        torch.manual_seed(mixed(self.plan.seed, self._epoch))  # dropout draws from torch's own generator
        yield from self._with_room(self._begin_epoch)
        if self._step == 0 and self.plan.first_batch > 1:
            most = self.plan.first_batch * self.plan.batch
            first = self._mean_gradient(most, generator(self.plan.seed, -2))
            self._first = yield from self._if_it_fits(first)  # None: as any other
        losses = yield from self._steps_of_epoch()
        rate = self.plan.rate((self._epoch + 1) * self.steps_an_epoch - 1)
        quantisation_error, measures = yield from self._with_room(self._measure)
        validation_map, best = yield from self._with_room(self._validate)
        self._epoch += 1
        self._gathered_state = self._objective.state()
        yield EpochReport(
            epoch=self._epoch,
            epochs=self.plan.epochs,
            seconds=time.monotonic() - began,
            rate=rate,
            batch=self._batch,
            loss=_mean([loss for loss in losses if math.isfinite(loss)]),
            quantisation_error=quantisation_error,
            validation_map=validation_map,
            best=best,
            measures=measures,
        )

    def _begin_epoch(self) -> Generator[Report, None, None]:
        outputs_NK = torch.empty(0)
        if self._objective.needs_outputs(self._epoch):
            outputs_NK = yield from self._passes.of_all(self._inputs, torch.arange(len(self._inputs)), self._batch)
        if self._objective.begin_epoch(self._epoch, lambda: outputs_NK):
            self._update.restart()

    def _split(self, rows: Tensor) -> list[Tensor]:
        return list(rows.tensor_split(steps_an_epoch(len(rows), self._batch)))

    def _look(self, done: int, total: int) -> LookReport:
        return LookReport(self._epoch + 1, self.plan.epochs, done, total)

    def _steps_of_epoch(self) -> Generator[Report, None, list[float]]:
        """The losses of the steps."""
        random = generator(self.plan.seed, self._epoch)
        parts = self._split(self._objective.in_order(self._rows, random))
        batches = [self._objective.batch_rows(rows_m, random) for rows_m in parts]
        losses: list[float] = []
        while (done := len(losses)) < len(batches):
            seed = mixed(self.plan.seed, self._epoch) + done
            source = self._inputs.batches(batches[done:], seed, self._group.part)
            try:
                for inputs_m in source:
                    # The learning rate follows the plan also when smaller batches make more steps of an epoch.
                    planned = self._epoch * self.steps_an_epoch + done * self.steps_an_epoch // len(batches)
                    loss = yield from self._one_step(inputs_m, batches[done], self.plan.rate(planned))
                    losses.append(loss)
                    done += 1
                    yield StepReport(self._epoch + 1, self.plan.epochs, done, len(batches), loss)
                return losses
            except RuntimeError as error:
                if not is_out_of_memory(error):
                    raise
            finally:
                close = getattr(source, "close", None)
                if close is not None:
                    close()
            self._make_room()
            parts[done:] = self._split(torch.cat(parts[done:]))
            batches[done:] = [self._objective.batch_rows(rows_m, random) for rows_m in parts[done:]]
        return losses

    def _one_step(self, inputs_m: Tensor, rows: Tensor, rate: float) -> Generator[Report, None, float]:
        rows_m = rows.to(self.device)
        first, self._first = self._first, None

        def gradient(previous: bool) -> Generator[Report, None, LossAndGradient]:
            # Where x goes by the large first batch, this one is looked at, too: `after_step` wants its outputs.
            found = yield from self._gradients.of(inputs_m, rows_m, previous)
            return found if first is None else first

        try:
            loss = yield from self._update.step(gradient, rate)
        except OverflowInHalfError:
            self._overflows += 1
            if self._overflows > MOST_OVERFLOWS:
                raise DivergedError from None
            return float("nan")
        self._overflows = 0
        if len(self._gradients.outputs) == len(rows_m):
            self._objective.after_step(self._gradients.outputs, rows_m)
        if self.plan.keep == "random" and self._step == self._random_step:
            self._keep()
        self._step += 1
        return float(loss)

    def _mean_gradient(self, most: int, random: torch.Generator) -> Generator[Report, None, LossAndGradient]:
        """The loss and gradient of up to `most` images (0: all), the mean of batches."""
        chosen = self._objective.in_order(self._rows, random)[: most or None]
        parts = [self._objective.batch_rows(rows_m, random) for rows_m in self._split(chosen)]
        sum_loss, sum_g = torch.zeros((), device=self.device), [torch.zeros_like(p) for p in self._parameters]
        held = self._gradients.outputs
        try:
            for done, inputs_m in enumerate(self._inputs.batches(parts, self.plan.seed, self._group.part)):
                with statistics_kept(self.network):
                    loss, g = yield from self._gradients.of(inputs_m, parts[done].to(self.device), False)
                sum_loss += loss / len(parts)
                torch._foreach_add_(sum_g, g, alpha=1 / len(parts))
                yield self._look(done + 1, len(parts))
        finally:
            self._gradients.outputs = held
        return sum_loss, sum_g

    # ---- measuring ----

    def _measure(self) -> Generator[Report, None, tuple[float, dict[str, float]]]:
        """The quantisation error, and measures by name."""
        quantisation_error = self._quantisation_error()
        gradient_norm = yield from self._gradient_norm()
        return quantisation_error, self._objective.end_epoch() | gradient_norm

    def _quantisation_error(self) -> float:
        u = self._objective.codes(self._gradients.outputs)
        return float((u.abs() - 1).square().mean()) if len(u) else float("nan")

    def _gradient_norm(self) -> Generator[Report, None, dict[str, float]]:
        """‖mean gradient‖² at the iterate, every few epochs."""
        every, epoch = self.plan.measure_every, self._epoch + 1
        if not every or (epoch % every and epoch != self.plan.epochs):
            return {}
        measured = yield from self._if_it_fits(self._square_of_gradient())
        return {} if measured is None else {"residual_x": measured}

    def _square_of_gradient(self) -> Generator[Report, None, float]:
        with self._update.at_iterate():
            _, g = yield from self._mean_gradient(self.plan.measure_rows, generator(self.plan.seed, -3))
        return float(sum(each.square().sum() for each in g))

    def _validate(self) -> Generator[Report, None, tuple[float | None, bool]]:
        validation = self._validation
        if validation is None:
            return None, False
        queries = torch.arange(len(validation.queries))
        own = self._group.part(len(queries))
        queries_qK = yield from self._passes.of(validation.queries, queries[own], self._batch)
        database_NK = yield from self._passes.of_all(self._inputs, validation.database_rows, self._batch)
        own_q = torch.from_numpy(validation.average_precisions(queries_qK, own, database_NK)).to(self.device)
        figure = mean_of_numbers(self._group.gathered(own_q, len(queries)).cpu().numpy())
        if math.isnan(figure):  # no query has anything to find
            return None, False
        if not self._objective.is_settled():
            return figure, False
        best = self._kept.is_better(figure)
        if best and self.plan.keep == "best":
            self._keep()
        self._kept.note(figure)
        return figure, best

    def _is_stale(self) -> bool:
        if self.plan.keep == "random":  # R may be any step of the whole run
            return False
        return bool(self.plan.patience) and self._kept.stale >= self.plan.patience

    def _keep(self) -> None:
        with self._update.at_iterate():
            self._kept.keep(self.network, self._objective.slope)

    # ---- memory ----

    def _with_room(self, work: Callable[[], Generator[Report, None, T]]) -> Generator[Report, None, T]:
        """What `work` gives; where the GPU's memory does not suffice, it is begun again on the CPU."""
        try:
            return (yield from work())
        except RuntimeError as error:
            if not is_out_of_memory(error):
                raise
        self._leave_gpu()
        return (yield from work())

    def _if_it_fits(self, work: Generator[Report, None, T]) -> Generator[Report, None, T | None]:
        """What `work` gives; None where memory, or half precision, does not suffice: it can be done without."""
        try:
            return (yield from work)
        except OverflowInHalfError:
            return None
        except RuntimeError as error:
            if not is_out_of_memory(error):
                raise
            return None

    def _make_room(self) -> None:
        self._must_be_alone()
        if self._batch > SMALLEST_BATCH:
            self._batch = max(SMALLEST_BATCH, self._batch // 2)
            log.warning("Out of memory; going on with batches of %d.", self._batch)
            give_back(self.device)
        else:
            self._leave_gpu()

    def _must_be_alone(self) -> None:
        """Others cannot know that this one has too little memory, and would wait for it."""
        if self._group.size > 1:
            raise UserError(said("A process of this training has too little memory; a smaller batch may help."))

    def _leave_gpu(self) -> None:
        self._must_be_alone()
        if self.device.type == "cpu":
            raise UserError(said("There is too little memory to train, even with the smallest batches."))
        log.warning("Out of memory on the GPU; going on with the CPU.")
        self._place(torch.device("cpu"))

    def _settle(self, device: torch.device) -> None:
        try:
            self._place(device)
            return
        except RuntimeError as error:
            if not is_out_of_memory(error):
                raise
        self._leave_gpu()

    def _place(self, device: torch.device) -> None:
        self.device = device
        self.network.to(device)
        self._inputs.to(device)
        self._objective.to(device)
        self._update.to(device)
        self._gradients.to(device)
        self._first = None  # it lies where it was computed
        if self._validation is not None:
            self._validation.queries.to(device)
        if device.type != "cpu":
            torch.backends.cudnn.deterministic = True  # the same seed gives the same codes

    # ---- going on later ----

    def state(self) -> tuple[dict[str, Tensor], dict[str, Any]]:
        """All that a run needs to go on after the last epoch report: tensors, and plain values."""
        tensors = {
            **{f"network.{name}": value for name, value in self.network.state_dict().items()},
            **{f"best.{name}": value for name, value in self._kept.tensors.items()},
            **{f"update.{name}": value for name, value in self._update.state().items()},
            **{f"objective.{name}": value for name, value in self._state_of_objective().items()},
        }
        values = {
            "epoch": self._epoch,
            "step": self._step,
            "batch": self._batch,
            "slope": self._objective.slope,
            **self._kept.values(),
        }
        return tensors, values

    def _state_of_objective(self) -> dict[str, Tensor]:
        """Others have parts of it, and are not asked between two epochs."""
        return self._objective.state() if self._group.size == 1 else self._gathered_state

    def load_state(self, tensors: dict[str, Tensor], values: dict[str, Any]) -> None:
        self.network.load_state_dict(_part(tensors, "network."))
        self._update.load_state(_part(tensors, "update."))
        self._objective.load_state(_part(tensors, "objective."))
        self._objective.to(self.device)
        self._gathered_state = _part(tensors, "objective.")
        self._kept.load(_part(tensors, "best."), values)
        self._epoch, self._step = int(values["epoch"]), int(values["step"])
        self._batch = int(values["batch"])
        if "slope" in values:  # of a training that is over no epoch follows that would set it
            self._objective.slope = float(values["slope"])


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else float("nan")


def _part(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    return {name.removeprefix(prefix): value for name, value in tensors.items() if name.startswith(prefix)}
