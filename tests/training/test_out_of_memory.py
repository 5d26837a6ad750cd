"""When memory runs out, batches get smaller and the run ends well."""

import logging
from collections.abc import Iterator, Sequence

import pytest
import torch
from torch import Tensor, nn

from engine.dualhash.method import DualHash
from engine.dualhash.momentum import Momentum
from engine.errors import UserError
from engine.model.device_memory import is_out_of_memory
from engine.training.inputs import PartOfRows, whole
from engine.training.material import Material
from engine.training.pairs import LabelPairs
from engine.training.plan import Plan
from engine.training.trainer import Trainer
from tests.training.clusters import (
    RecordingInputs,
    clusters,
    finished,
    small,
    trainer_on,
    validation_on,
)

DATA = clusters(count=128)


class SmallMemory(RecordingInputs):
    """Holds batches of up to `most` rows."""

    def __init__(self, features_ND: Tensor, most: int) -> None:
        super().__init__(features_ND)
        self.most = most

    def batches(self, rows: Sequence[Tensor], seed: int, part: PartOfRows = whole) -> Iterator[Tensor]:
        for rows_m in rows:
            if len(rows_m) > self.most:
                raise torch.OutOfMemoryError("as on a small GPU")
            yield from super().batches([rows_m], seed, part)


class SmallBackbone(nn.Module):
    """Cannot take more than `most` rows when it learns, from its n-th evaluation on."""

    def __init__(self, most: int, healthy: int) -> None:
        super().__init__()
        self.most, self.healthy = most, healthy

    def forward(self, inputs: Tensor) -> Tensor:
        self.healthy -= self.training
        if self.training and self.healthy < 0 and len(inputs) > self.most:
            raise torch.OutOfMemoryError("as on a small GPU")
        return inputs


@pytest.mark.parametrize("instance", ["stom", "storm"])
def test_the_batch_is_halved_until_it_fits_and_the_run_ends_well(instance: str, caplog: pytest.LogCaptureFixture):
    inputs = SmallMemory(DATA.features_ND, most=20)
    settings = small(instance=instance, batch=64, epochs=4)
    with caplog.at_level(logging.WARNING):
        reports = finished(trainer_on(DATA, settings, inputs=inputs, validation=validation_on(DATA)))
    assert [r.batch for r in reports] == [16] * 4
    assert (reports[-1].validation_map or 0) > 0.9
    said = [record.getMessage() for record in caplog.records]
    assert said == [f"Out of memory; going on with batches of {batch}." for batch in (32, 16)]
    seen = [row for rows in inputs.handed for row in rows.tolist()]
    assert sorted(seen) == sorted(list(range(128)) * 4)


@pytest.mark.parametrize(("instance", "healthy", "steps"), [("stom", 3, 3), ("storm", 5, 3), ("storm", 4, 2)])
def test_memory_that_runs_out_in_the_middle_of_an_epoch_loses_no_image(instance: str, healthy: int, steps: int):
    """For StoRM, also between the two gradients of a step: it takes 1 + 2 + 2 evaluations for three steps."""
    inputs = RecordingInputs(DATA.features_ND)
    settings = small(instance=instance, batch=32, epochs=2)
    reports = finished(trainer_on(DATA, settings, inputs=inputs, backbone=SmallBackbone(20, healthy)))
    assert [r.batch for r in reports] == [16, 16]
    assert [len(rows) for rows in inputs.handed] == [32] * (steps + 1) + [16] * (2 * (4 - steps) + 8)
    learned_from = inputs.handed[:steps] + inputs.handed[steps + 1 :]  # that one was handed over in vain
    assert sorted(torch.cat(learned_from).tolist()) == sorted(list(range(128)) * 2)


def test_the_learning_rate_follows_the_plan_in_spite_of_more_steps():
    asked: list[int] = []

    def rate(step: int) -> float:
        asked.append(step)
        return 0.5

    settings = small()
    network = trainer_on(DATA, settings).network
    parameters = list(network.parameters())
    update = Momentum(parameters, [1.0] * len(parameters), 0.9, 0.9)
    method = DualHash(settings, LabelPairs(DATA.labels_NC), 3)
    plan = Plan(epochs=3, batch=64, seed=1, rate=rate)
    inputs = SmallMemory(DATA.features_ND, most=20)
    finished(Trainer(network, Material(inputs, torch.arange(128), None), method, update, plan))
    assert asked == sorted(asked)
    assert set(asked) == set(range(6))  # two batches of 64 an epoch were planned


def test_decided_pairs_stay_together_and_come_once_in_smaller_batches():
    decisions = [(k, k + 64, True) for k in range(0, 40, 2)]
    inputs = SmallMemory(DATA.features_ND, most=30)
    finished(trainer_on(DATA, small(batch=64, epochs=1), inputs=inputs, decisions=decisions))
    beside = 2 * len(inputs.handed)  # one pair joins each batch of 16, not those that joined the larger ones too
    assert 128 <= sum(len(rows) for rows in inputs.handed) <= 128 + beside
    for rows in inputs.handed:
        assert len(rows.unique()) == len(rows)
        assert any(a in rows and b in rows for a, b, _ in decisions)


def test_too_little_memory_for_the_smallest_batches_is_one_sentence():
    trainer = trainer_on(DATA, small(batch=64, epochs=2), inputs=SmallMemory(DATA.features_ND, most=5))
    with pytest.raises(UserError, match=r"^There is too little memory to train, even with the smallest batches\.$"):
        finished(trainer)


def test_a_run_with_smaller_batches_is_taken_up_again_with_them():
    settings = small(batch=64, epochs=3)
    first = trainer_on(DATA, settings, inputs=SmallMemory(DATA.features_ND, most=20))
    states = [first.state() for report in first.run() if hasattr(report, "batch")]
    second = trainer_on(DATA, settings)
    second.load_state({name: value.clone() for name, value in states[-1][0].items()}, states[-1][1] | {"epoch": 1})
    assert {r.batch for r in finished(second)} == {16}


def test_a_measure_or_a_first_batch_that_does_not_fit_is_done_without():
    """Both go over several batches at the size of those that are trained on, which fit the first time only."""
    for changes in ({"measure_every": 1}, {"instance": "storm", "first_batch": 1.0}):
        inputs = SmallMemory(DATA.features_ND, most=20)
        reports = finished(trainer_on(DATA, small(batch=64, epochs=2, **changes), inputs=inputs))
        assert [r.batch for r in reports] == [16] * 2


def test_the_cpus_own_words_for_a_lack_of_memory_are_understood():
    words = "[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried to allocate 800000000000 bytes."
    assert is_out_of_memory(RuntimeError(words))
    assert is_out_of_memory(torch.OutOfMemoryError("CUDA out of memory"))
    assert not is_out_of_memory(RuntimeError("mat1 and mat2 shapes cannot be multiplied"))


@pytest.mark.parametrize(
    "words",
    [
        "[enforce fail at alloc_cpu.cpp:117] DefaultCPUAllocator: can't allocate memory",
        "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`",
        "cuDNN error: CUDNN_STATUS_ALLOC_FAILED",
        "CUDA error: out of memory",
    ],
)
def test_a_lack_of_memory_is_known_in_all_its_words(words: str):
    assert is_out_of_memory(RuntimeError(words))
    assert not is_out_of_memory(RuntimeError("CUDA error: device-side assert triggered"))
