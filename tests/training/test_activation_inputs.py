"""What first blocks gave as inputs: each picture in one of its views while training, in all of them otherwise."""

import numpy as np
import torch

from engine.training.activations import ActivationInputs
from engine.training.inputs import Inputs

COUNT, VIEWS = 20, 3


def told_apart() -> np.ndarray:
    """Activations that say of which picture and view they are."""
    x_NVCHW = np.zeros((COUNT, VIEWS, 2, 3, 3), np.float16)
    x_NVCHW[:, :, 0] = np.arange(COUNT)[:, None, None, None]
    x_NVCHW[:, :, 1] = np.arange(VIEWS)[None, :, None, None]
    return x_NVCHW


def test_all_views_are_seen_where_nothing_is_learned():
    inputs: Inputs = ActivationInputs(told_apart())
    assert len(inputs) == COUNT
    x_mVCHW = inputs.plain(torch.tensor([7, 0]))
    assert x_mVCHW.dtype == torch.float32
    assert x_mVCHW.shape == (2, VIEWS, 2, 3, 3)
    assert x_mVCHW[:, :, 0, 0, 0].tolist() == [[7.0] * VIEWS, [0.0] * VIEWS]
    assert x_mVCHW[:, :, 1, 0, 0].tolist() == [[0.0, 1.0, 2.0]] * 2


def test_a_batch_has_each_picture_in_one_view_that_is_drawn():
    inputs, rows = ActivationInputs(told_apart()), list(torch.randperm(COUNT).split(8))
    drawn = set()
    for seed in range(4):
        for x_mVCHW, rows_m in zip(inputs.batches(rows, seed), rows, strict=True):
            assert x_mVCHW.shape == (len(rows_m), 1, 2, 3, 3)
            assert torch.equal(x_mVCHW[:, 0, 0, 0, 0], rows_m.float())
            drawn |= {(int(row), int(view)) for row, view in zip(rows_m, x_mVCHW[:, 0, 1, 0, 0], strict=True)}
    views_a_picture = len(drawn) / COUNT
    assert 1.5 < views_a_picture <= VIEWS, "another one in another epoch"


def test_what_comes_hangs_on_rows_and_seed_alone_also_of_a_part_of_the_batch():
    inputs, rows = ActivationInputs(told_apart()), [torch.arange(12)]
    (first,), (again,), (other,) = (list(inputs.batches(rows, seed)) for seed in (1, 1, 2))
    assert torch.equal(first, again)
    assert not torch.equal(first, other)
    (part,) = inputs.batches(rows, 1, lambda count: slice(count // 2, count))
    assert torch.equal(part, first[6:])


def test_they_can_be_mapped_and_cannot_be_written_to(tmp_path):
    np.save(tmp_path / "x.npy", told_apart())
    mapped = ActivationInputs(np.load(tmp_path / "x.npy", mmap_mode="r"))
    assert torch.equal(mapped.plain(torch.arange(3)), ActivationInputs(told_apart()).plain(torch.arange(3)))
    (batch,) = mapped.batches([torch.arange(5)], 0)
    batch += 1  # it is ours
    assert torch.equal(mapped.plain(torch.arange(3)), ActivationInputs(told_apart()).plain(torch.arange(3)))
