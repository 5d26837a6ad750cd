"""Work on a thread of its own: the same as without it, heard from in between, stopped at the next layer."""

import threading
import weakref
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

import pytest
import torch
from torch import Tensor, nn

from engine.errors import UserError
from engine.learning.running import Taken, run_with_checkpoints
from engine.library import Library
from engine.progress import finish
from engine.training.counting import counted
from engine.training.gradients import DivergedError
from engine.training.inputs import FeatureInputs
from engine.training.interruptible import interruptible
from engine.training.reports import EpochReport, LookReport, StepReport, TrainingStage
from engine.training.trainer import Trainer
from tests.training.clusters import (
    DIMENSIONS,
    all_equal,
    clusters,
    finished,
    parameters_of,
    small,
    trainer_on,
    validation_on,
)

T = TypeVar("T")

DATA = clusters(count=40)
INSTANCES = pytest.mark.parametrize("instance", ["stom", "storm"])
WAYS = pytest.mark.parametrize("way", ["forth", "back"])


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before


@pytest.fixture(autouse=True)
def heard_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """What computes until it is stopped computes no longer than it must."""
    monkeypatch.setattr("engine.training.interruptible.SECONDS_BETWEEN_REPORTS", 0.02)


class Endless(nn.Module):
    """Hands on what it gets; but once it is told to, it computes `way` (forth or back) until it is stopped."""

    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Tanh()
        self.way = ""
        self.calls_before = 0
        self.reached = threading.Event()

    def forward(self, inputs: Tensor) -> Tensor:
        if not self.way or not self.training:
            return inputs
        if self.calls_before:
            self.calls_before -= 1
            return inputs
        if self.way == "back":
            outputs: Tensor = _EndlessBackward.apply(inputs, self)
            return outputs
        self.reached.set()
        while True:
            self.inner(inputs)


class _EndlessBackward(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, inputs: Tensor, layer: Endless) -> Tensor:
        with torch.enable_grad():
            ctx.seen = inputs.detach().requires_grad_()
            ctx.made = layer.inner(ctx.seen)
        ctx.layer = layer
        return inputs.clone()

    @staticmethod
    def backward(ctx: Any, slope: Tensor) -> tuple[Tensor, None]:  # type: ignore[override]
        ctx.layer.reached.set()
        while True:
            torch.autograd.grad(ctx.made, ctx.seen, slope, retain_graph=True)


def live_backbone() -> nn.Sequential:
    """BatchNorm that goes by the batch, a layer that works in place, dropout, and one that may not end."""
    torch.manual_seed(3)
    norm, elu = nn.BatchNorm1d(DIMENSIONS), nn.ELU(inplace=True)
    first, last = nn.Linear(DIMENSIONS, DIMENSIONS), nn.Linear(DIMENSIONS, DIMENSIONS)
    return nn.Sequential(first, norm, elu, nn.Dropout(0.2), Endless(), last)


def live_trainer(instance: str, **changes: object) -> Trainer:
    """Two batches of 20 an epoch, which go through the backbone whole."""
    settings = small(instance=instance, batch=20, epochs=3, hand_over=0.4, first_batch=1.0, **changes)
    return trainer_on(DATA, settings, backbone=live_backbone(), validation=validation_on(DATA))


def endless_of(trainer: Trainer) -> Endless:
    layer = trainer.network.backbone[4]  # type: ignore[index]
    assert isinstance(layer, Endless)
    return layer


def buffers_of(trainer: Trainer) -> list[Tensor]:
    return [buffer.clone() for buffer in trainer.network.buffers()]


def has_hooks(network: nn.Module) -> bool:
    return any(module._forward_hooks or module._backward_hooks for module in network.modules())


# -- the work itself ----------------------------------------------------------------------------------------------


def endless_work(network: nn.Module, way: str, begun: threading.Event) -> Callable[[], None]:
    def work() -> None:
        outputs = network(torch.ones(3, 2))
        while True:
            if way == "forth":
                network(torch.ones(3, 2))
            else:
                torch.autograd.grad(outputs.sum(), list(network.parameters()), retain_graph=True)
            begun.set()

    return work


@WAYS
def test_closed_it_stops_at_the_next_layer_and_leaves_nothing_behind(way: str):
    network, begun = nn.Sequential(nn.Linear(2, 2), nn.ELU(inplace=True), nn.Linear(2, 1)), threading.Event()
    running = interruptible(network, endless_work(network, way, begun), lambda: "waiting")
    while not begun.is_set():
        assert next(running) == "waiting"
    assert has_hooks(network)
    running.close()
    assert not has_hooks(network)
    network(torch.ones(3, 2)).sum().backward()


@pytest.mark.parametrize("error", [KeyboardInterrupt(), UserError("It is enough.")])
def test_what_is_raised_where_it_is_heard_stops_it_and_goes_on(error: BaseException):
    network = nn.Sequential(nn.Linear(2, 1))

    def hear(_: str) -> None:
        raise error

    def report() -> str:
        raise error

    for heard, said in ((hear, lambda: "waiting"), (None, report)):
        with pytest.raises(type(error)):
            finish(interruptible(network, endless_work(network, "forth", threading.Event()), said), heard)
        assert not has_hooks(network)


def test_it_is_heard_from_while_it_runs_and_then_gives_its_result():
    was_heard = threading.Event()
    heard: list[str] = []

    def hear(said: str) -> None:
        heard.append(said)
        was_heard.set()

    def work() -> int:
        was_heard.wait()
        return 7

    assert finish(interruptible(nn.Identity(), work, lambda: "waiting"), hear) == 7
    assert set(heard) == {"waiting"}


@pytest.mark.parametrize("records", [True, False])
@pytest.mark.parametrize("threads", [1, 2])
def test_it_computes_with_the_settings_of_the_thread_that_asks(records: bool, threads: int):
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        with torch.set_grad_enabled(records):
            work = interruptible(
                nn.Identity(), lambda: (torch.is_grad_enabled(), torch.get_num_threads()), lambda: None
            )
            assert finish(work) == (records, threads)
            assert torch.is_grad_enabled() == records
    finally:
        torch.set_num_threads(before)


def test_an_error_comes_out_once_and_what_it_held_is_free_without_a_collection():
    held: list[weakref.ref[Tensor]] = []

    def work() -> None:
        large = torch.ones(3)
        held.append(weakref.ref(large))
        raise torch.OutOfMemoryError("as on a small computer")

    with pytest.raises(torch.OutOfMemoryError, match=r"^as on a small computer$") as caught:
        finish(interruptible(nn.Identity(), work, lambda: None))
    assert held[0]() is not None, "the traceback tells where it was"
    del caught
    assert held[0]() is None


# -- in a training ------------------------------------------------------------------------------------------------


def called_here(_: nn.Module, work: Callable[[], T], report: Callable[[], object]) -> Generator[object, None, T]:
    """The plain step, without a thread."""
    yield report()
    return work()


@INSTANCES
def test_a_training_is_to_the_last_bit_that_without_a_thread(instance: str, monkeypatch: pytest.MonkeyPatch):
    threaded = live_trainer(instance, measure_every=2)
    said = finished(threaded)
    monkeypatch.setattr("engine.training.gradients.interruptible", called_here)
    plain = live_trainer(instance, measure_every=2)
    expected = finished(plain)
    assert [(r.loss, r.validation_map, r.measures) for r in said] == [
        (r.loss, r.validation_map, r.measures) for r in expected
    ]
    assert all_equal(parameters_of(threaded), parameters_of(plain))
    assert all_equal(buffers_of(threaded), buffers_of(plain))


@INSTANCES
@WAYS
def test_closed_within_a_step_a_run_goes_on_from_the_epoch_before(library: Library, instance: str, way: str):
    whole, taken = live_trainer(instance), Taken({"what": instance})
    expected = finish(counted(whole, TrainingStage.VERSION))
    closed = live_trainer(instance)
    work = run_with_checkpoints(closed, library, taken, False)
    while next(work).epoch is None:  # type: ignore[attr-defined]
        pass
    statistics = buffers_of(closed)
    endless_of(closed).way = way
    while not endless_of(closed).reached.is_set():
        next(work)
    work.close()
    assert not all_equal(buffers_of(closed), statistics), "the step had moved them"
    assert not has_hooks(closed.network)
    resumed = live_trainer(instance)
    epochs = finish(run_with_checkpoints(resumed, library, taken, True))
    assert [(e.loss, e.validation_map) for e in epochs] == [(e.loss, e.validation_map) for e in expected]
    assert all_equal(parameters_of(resumed), parameters_of(whole))
    assert all_equal(buffers_of(resumed), buffers_of(whole))


@INSTANCES
@WAYS
def test_closed_within_a_step_the_parameters_are_those_before_it(instance: str, way: str):
    trainer = live_trainer(instance)
    running = trainer.run()
    for report in running:
        if isinstance(report, StepReport) and report.epoch == 3:
            break
    before, layer = parameters_of(trainer), endless_of(trainer)
    layer.calls_before = 1 if instance == "storm" else 0  # for StoRM, at the previous iterate
    layer.way = way
    while not layer.reached.is_set():
        assert next(running) == LookReport(3, 3, 0, 1)
    running.close()  # type: ignore[attr-defined]
    assert all_equal(parameters_of(trainer), before)


class SmallMemory(nn.Module):
    """Runs out of memory with more than 16 rows, on the way forth or back."""

    def __init__(self, way: str) -> None:
        super().__init__()
        self.way = way

    def forward(self, inputs: Tensor) -> Tensor:
        if len(inputs) <= 16 or not self.training:
            return inputs
        if self.way == "forth":
            raise torch.OutOfMemoryError("as on a small computer")
        outputs = inputs.clone()
        outputs.register_hook(self._on_gradient)
        return outputs

    def _on_gradient(self, _: Tensor) -> None:
        raise torch.OutOfMemoryError("as on a small computer")


@INSTANCES
@WAYS
def test_memory_that_runs_out_on_the_thread_makes_batches_smaller(instance: str, way: str):
    backbone = nn.Sequential(live_backbone(), SmallMemory(way))
    trainer = trainer_on(DATA, small(instance=instance, batch=20, epochs=2), backbone=backbone)
    reports = [report for report in trainer.run() if isinstance(report, EpochReport)]
    assert [report.batch for report in reports] == [10, 10]
    assert not has_hooks(trainer.network)


def test_a_loss_that_is_not_finite_ends_the_training_as_ever():
    inputs = FeatureInputs(torch.full_like(DATA.features_ND, torch.nan), "cpu")
    trainer = trainer_on(DATA, small(batch=20, epochs=2), inputs=inputs, backbone=live_backbone())
    with pytest.raises(DivergedError):
        finished(trainer)
