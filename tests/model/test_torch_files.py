"""Files that torch saved, read without it."""

import io
import os
import pickle

import numpy as np
import pytest
import torch

from engine.model.torch_files import read_tensors


def saved(content: object) -> io.BytesIO:
    file = io.BytesIO()
    torch.save(content, file, _use_new_zipfile_serialization=False)
    file.seek(0)
    return file


def test_tensors_of_any_layout_come_back_in_order() -> None:
    counting = torch.arange(24, dtype=torch.float32).reshape(2, 3, 4)
    tensors = {
        "plain": counting,
        "transposed": counting.permute(2, 0, 1),
        "part": counting[1, 1:],
        "scalar": torch.tensor(7),
        "whole numbers": torch.tensor([-1, 2**40]),
    }
    read = read_tensors(saved(tensors))
    assert list(read) == list(tensors)
    for name, tensor in tensors.items():
        assert read[name].dtype == tensor.numpy().dtype
        assert np.array_equal(read[name], tensor.numpy())


class Hostile:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("echo hostile",)


@pytest.mark.parametrize("content", [{"a": Hostile()}, {"a": torch.zeros(2, dtype=torch.float16)}])
def test_what_is_no_tensor_of_known_numbers_is_refused(content: object, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(pickle.UnpicklingError, match="is no part of a tensor"):
        read_tensors(saved(content))
    assert capfd.readouterr().out == ""
