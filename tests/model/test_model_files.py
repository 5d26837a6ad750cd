"""Model files: what is read is what was written, or there is one sentence."""

from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.model import model_files
from engine.model.linear_hash import LinearHash, random_projection


@pytest.fixture
def function() -> LinearHash:
    return random_projection(np.random.default_rng(0).standard_normal((20, 24)).astype(np.float32), 16)


def test_a_function_comes_back_bit_by_bit(function: LinearHash, tmp_path: Path):
    name, checksum = model_files.write(str(tmp_path), function)
    read = model_files.read(str(tmp_path), name, checksum)
    for part in ("mean_D", "offset_D", "weights_DK"):
        assert (getattr(read, part) == getattr(function, part)).all()
        assert getattr(read, part).dtype == np.float32
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_every_file_has_a_name_of_its_own(function: LinearHash, tmp_path: Path):
    names = {model_files.write(str(tmp_path), function)[0] for _ in range(3)}
    assert len(names) == 3


def test_a_flipped_bit_anywhere_is_one_sentence(function: LinearHash, tmp_path: Path):
    name, checksum = model_files.write(str(tmp_path), function)
    good = (tmp_path / name).read_bytes()
    for bit in np.random.default_rng(0).integers(0, len(good) * 8, 50).tolist():
        data = bytearray(good)
        data[bit // 8] ^= 1 << bit % 8
        (tmp_path / name).write_bytes(data)
        with pytest.raises(UserError, match="not a valid model file"):
            model_files.read(str(tmp_path), name, checksum)


@pytest.mark.parametrize("damage", ["gone", "cut", "empty", "folder"])
def test_a_file_that_is_gone_or_cut_is_one_sentence(function: LinearHash, tmp_path: Path, damage: str):
    name, checksum = model_files.write(str(tmp_path), function)
    path = tmp_path / name
    data = path.read_bytes()
    path.unlink()
    if damage == "cut":
        path.write_bytes(data[:100])
    elif damage == "empty":
        path.touch()
    elif damage == "folder":
        path.mkdir()
    with pytest.raises(UserError, match="not a valid model file") as said:
        model_files.read(str(tmp_path), name, checksum)
    assert "\n" not in str(said.value)
