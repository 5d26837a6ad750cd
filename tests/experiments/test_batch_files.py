"""CIFAR-10's pickles: both layouts are read, and nothing that a file asks for is run."""

import os
import pickle
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import UserError
from engine.experiments.data.batch_files import read_batch
from tests.experiments import batch_makers


def short_bytes(text: bytes) -> bytes:
    """As Python 2 pickles a str."""
    return b"U" + bytes([len(text)]) + text


def python_2_pickle(data: bytes, count: int, labels: list[int]) -> bytes:
    """Protocol 2 as Python 2 wrote the original files, opcode by opcode."""
    array = (
        b"cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85"
        + short_bytes(b"b")
        + b"\x87R(K\x01"
        + b"M" + struct.pack("<H", count) + b"M" + struct.pack("<H", 3072) + b"\x86"
        + b"cnumpy\ndtype\n" + short_bytes(b"u1") + b"K\x00K\x01\x87R(K\x03" + short_bytes(b"|")
        + b"NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb\x89"
        + b"T" + struct.pack("<I", len(data)) + data
        + b"tb"
    )  # fmt: skip
    numbers = b"](" + b"".join(b"K" + bytes([one]) for one in labels) + b"e"
    names = b"](" + short_bytes(b"leptodactylus_pentadactylus_s_000004.png") + b"e"
    return (
        b"\x80\x02}("
        + short_bytes(b"batch_label") + short_bytes(b"training batch 1 of 5")
        + short_bytes(b"labels") + numbers
        + short_bytes(b"data") + array
        + short_bytes(b"filenames") + names
        + b"u."
    )  # fmt: skip


def assert_is_batch_2(path: Path) -> None:
    pixels_NHWC, classes_N = read_batch(path)
    np.testing.assert_array_equal(pixels_NHWC, batch_makers.pixels()[20:30])
    np.testing.assert_array_equal(classes_N, batch_makers.classes()[20:30])


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_file_of_python_3_is_read_whatever_its_protocol(tmp_path: Path, protocol: int):
    (tmp_path / "batch").write_bytes(pickle.dumps(batch_makers.batch(2), protocol))
    assert_is_batch_2(tmp_path / "batch")


def test_the_original_layout_of_python_2_is_read(tmp_path: Path):
    held = batch_makers.batch(2)
    raw = python_2_pickle(held["data"].tobytes(), 10, held["labels"])
    assert pickle.loads(raw, encoding="bytes")[b"data"].shape == (10, 3072), "it is a pickle like the original"
    (tmp_path / "batch").write_bytes(raw)
    assert_is_batch_2(tmp_path / "batch")


@pytest.mark.parametrize(
    "labels",
    [
        np.array(batch_makers.batch(2)["labels"]),
        np.array(batch_makers.batch(2)["labels"], ">i4"),
        [np.int64(one) for one in batch_makers.batch(2)["labels"]],
    ],
    ids=["array", "other byte order", "numpy numbers"],
)
def test_labels_may_be_numpys(tmp_path: Path, labels: Any):
    (tmp_path / "batch").write_bytes(pickle.dumps({**batch_makers.batch(2), "labels": labels}))
    assert_is_batch_2(tmp_path / "batch")


def test_an_array_in_fortran_order_keeps_its_rows(tmp_path: Path):
    held = batch_makers.batch(2)
    (tmp_path / "batch").write_bytes(pickle.dumps({**held, "data": np.asfortranarray(held["data"])}))
    assert_is_batch_2(tmp_path / "batch")


class Calls:
    """Pickles as a call of `function`."""

    def __init__(self, function: Any, *arguments: Any) -> None:
        self.call = function, arguments

    def __reduce__(self) -> Any:
        return self.call


HELD = batch_makers.batch(0)


@pytest.mark.parametrize(
    "content",
    [
        [1, 2],
        {"labels": HELD["labels"]},
        {"data": HELD["data"]},
        {**HELD, "data": HELD["data"][:, :100]},
        {**HELD, "data": HELD["data"].astype(np.int16)},
        {**HELD, "data": HELD["data"].astype(np.float32)},
        {**HELD, "data": HELD["data"].astype(object)},
        {**HELD, "data": "pixels"},
        {**HELD, "labels": HELD["labels"][:-1]},
        {**HELD, "labels": [10] * 10},
        {**HELD, "labels": [-1] * 10},
        {**HELD, "labels": [0.5] * 10},
        {**HELD, "labels": [10**30] * 10},
        {"data": HELD["data"][:0], "labels": []},
        {**HELD, "more": Path("a")},
        {**HELD, "more": Calls(eval, "1")},
    ],
)
def test_what_is_no_batch_is_said_in_one_sentence(tmp_path: Path, content: Any):
    (tmp_path / "batch").write_bytes(pickle.dumps(content))
    with pytest.raises(UserError, match=r"is not a batch of CIFAR-10 pictures, or it is damaged\.$"):
        read_batch(tmp_path / "batch")


def test_nothing_that_a_file_asks_for_is_run(tmp_path: Path):
    hostile = {**HELD, "more": Calls(os.mkdir, str(tmp_path / "made by the file"))}
    (tmp_path / "batch").write_bytes(pickle.dumps(hostile))
    with pytest.raises(UserError):
        read_batch(tmp_path / "batch")
    assert not (tmp_path / "made by the file").exists()


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_is_a_sentence_or_has_other_pixels_but_never_a_crash(tmp_path: Path, seed: int):
    random = np.random.default_rng(seed)
    raw = bytearray(pickle.dumps(HELD))
    for _ in range(3):
        raw[int(random.integers(400))] = int(random.integers(256))  # where names and opcodes are
    (tmp_path / "batch").write_bytes(raw if seed % 2 else raw[: int(random.integers(len(raw)))])
    try:
        pixels_NHWC, _ = read_batch(tmp_path / "batch")
    except UserError:
        return
    assert pixels_NHWC.shape == (10, 32, 32, 3)


def test_a_missing_file_and_a_folder_in_its_place_are_said(tmp_path: Path):
    for name in ("nothing", "folder"):
        (tmp_path / "folder").mkdir(exist_ok=True)
        with pytest.raises(UserError, match=r"^There is no file .*\.$"):
            read_batch(tmp_path / name)
