"""Model files: what is read is what was written, or there is one sentence."""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import save

from engine.errors import BugError, UserError
from engine.model import model_files
from engine.model.hash_function import HashFunction
from engine.model.joined_hash import JoinedHash
from engine.model.kernel_hash import KernelHash
from engine.model.layered_hash import LayeredHash
from engine.model.linear_hash import LinearHash, random_projection
from engine.store.versions import Version

D, H, A, K = 24, 12, 10, 16
PARTS = {
    LinearHash: ("mean_D", "offset_D", "weights_DK"),
    LayeredHash: ("mean_D", "hidden_weights_DH", "hidden_bias_H", "weights_HK", "bias_K"),
    KernelHash: ("mean_D", "anchors_AD", "width_1", "kernel_mean_A", "weights_AK"),
}


def numbers(*shape: int) -> NDArray[np.float32]:
    return np.random.default_rng(shape).standard_normal(shape).astype(np.float32)


def layered() -> LayeredHash:
    return LayeredHash(numbers(D), numbers(D, H), numbers(H), numbers(H, K), numbers(K))


def kernel() -> KernelHash:
    return KernelHash(numbers(D), numbers(A, D), np.array([0.5], np.float32), numbers(A), numbers(A, K))


def joined() -> JoinedHash:
    return JoinedHash(layered(), random_projection(numbers(20, D), 8))


@pytest.fixture(params=["linear", "layered", "kernel", "joined"])
def function(request: pytest.FixtureRequest) -> HashFunction:
    if request.param == "linear":
        return random_projection(numbers(20, D), K)
    made: HashFunction = {"layered": layered, "kernel": kernel, "joined": joined}[request.param]()
    return made


def parts_of(function: HashFunction) -> dict[str, Any]:
    """By name; of a joined one those of both."""
    if isinstance(function, JoinedHash):
        both = {"learned": function.learned, "base": function.base}
        return {f"{which} {name}": x for which, one in both.items() for name, x in parts_of(one).items()}
    return {part: getattr(function, part) for part in PARTS[type(function)]}


def test_a_function_comes_back_bit_by_bit(function: HashFunction, tmp_path: Path):
    name, checksum = model_files.write(str(tmp_path), function)
    read = model_files.read(str(tmp_path), name, checksum)
    assert type(read) is type(function)
    for of, part in parts_of(function).items():
        assert (parts_of(read)[of] == part).all()
        assert parts_of(read)[of].dtype == np.float32
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_every_file_has_a_name_of_its_own(function: HashFunction, tmp_path: Path):
    names = {model_files.write(str(tmp_path), function)[0] for _ in range(3)}
    assert len(names) == 3


def test_a_flipped_bit_anywhere_is_one_sentence(function: HashFunction, tmp_path: Path):
    name, checksum = model_files.write(str(tmp_path), function)
    good = (tmp_path / name).read_bytes()
    for bit in np.random.default_rng(0).integers(0, len(good) * 8, 50).tolist():
        data = bytearray(good)
        data[bit // 8] ^= 1 << bit % 8
        (tmp_path / name).write_bytes(data)
        with pytest.raises(UserError, match="not a valid model file"):
            model_files.read(str(tmp_path), name, checksum)


@pytest.mark.parametrize("damage", ["gone", "cut", "empty", "folder", "pipe"])
def test_a_file_that_is_gone_or_cut_is_one_sentence(function: HashFunction, tmp_path: Path, damage: str):
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
    elif damage == "pipe":
        os.mkfifo(path)
    with pytest.raises(UserError, match="not a valid model file") as said:
        model_files.read(str(tmp_path), name, checksum)
    assert "\n" not in str(said.value)


def test_the_row_and_the_file_must_agree_on_the_bits(function: HashFunction, tmp_path: Path):
    name, checksum = model_files.write(str(tmp_path), function)
    for bits in (function.bits, 64):
        version = Version(1, "", "", bits, "", name, checksum, {}, "", True, 0, 0)
        if bits == function.bits:
            assert model_files.of_version(str(tmp_path), version).bits == bits
        else:
            with pytest.raises(UserError, match=f"it makes {function.bits} bits, not 64"):
                model_files.of_version(str(tmp_path), version)


def test_a_file_from_before_there_were_kinds_but_one_is_read(tmp_path: Path):
    """Written byte by byte as the first release did."""
    tensors = {"mean": numbers(D), "offset": numbers(D) * 2, "weights": numbers(D, K)}
    read = read_back(tmp_path, save(tensors, metadata={"format": "1", "kind": "linear"}))
    assert isinstance(read, LinearHash)
    assert (read.offset_D == tensors["offset"]).all()


def test_what_no_file_can_hold_is_our_mistake(tmp_path: Path):
    class Another(LinearHash):
        pass

    another = Another(numbers(D), numbers(D), numbers(D, K))
    assert model_files.tensors_of(another)[0] == "linear"
    with pytest.raises(BugError):
        model_files.tensors_of(object())  # type: ignore[arg-type]


# --- files that somebody made


def read_back(folder: Path, data: bytes) -> HashFunction:
    (folder / "made").write_bytes(data)
    return model_files.read(str(folder), "made", hashlib.sha256(data).hexdigest())


GOOD: dict[str, Any] = {
    "linear": {"mean": numbers(D), "offset": numbers(D), "weights": numbers(D, K)},
    "layered": model_files.tensors_of(layered())[1],
    "kernel": model_files.tensors_of(kernel())[1],
    "joined": model_files.tensors_of(joined())[1],
}


def spoilt(value: float, *shape: int) -> NDArray[np.float32]:
    array = numbers(*shape)
    array.reshape(-1)[-1] = value
    return array


@pytest.mark.parametrize(
    ("kind", "changes", "sentence"),
    [
        ("linear", {"mean": numbers(D + 1)}, "“offset” has an unexpected shape"),
        ("linear", {"offset": numbers(D, 1)}, "“offset” has an unexpected shape"),
        ("linear", {"weights": numbers(D + 1, K)}, "“weights” has an unexpected shape"),
        ("linear", {"weights": numbers(D)}, "“weights” has an unexpected shape"),
        ("linear", {"weights": numbers(D, 0)}, "“weights” has an unexpected shape"),
        ("linear", {"mean": numbers(0)}, "“mean” has an unexpected shape"),
        ("linear", {"mean": np.array(1, np.float32)}, "“mean” has an unexpected shape"),
        ("linear", {"weights": None}, "it lacks “weights”"),
        ("linear", {"mean": None}, "it lacks “mean”"),
        ("linear", {"weights": numbers(D, 12)}, "12 bits"),
        ("linear", {"weights": numbers(D, 4)}, "4 bits"),
        ("linear", {"weights": numbers(D, 520)}, "520 bits"),
        ("linear", {"weights": numbers(D, K).astype(np.float64)}, "unexpected type"),
        ("linear", {"weights": numbers(D, K).astype(np.float16)}, "unexpected type"),
        ("linear", {"weights": np.ones((D, K), np.int64)}, "“weights” holds numbers of an unexpected type"),
        ("linear", {"weights": spoilt(np.nan, D, K)}, "“weights” holds values that are not finite"),
        ("linear", {"weights": spoilt(np.inf, D, K)}, "“weights” holds values that are not finite"),
        ("linear", {"weights": spoilt(-3e38, D, K)}, "“weights” holds values that are not finite or too large"),
        ("linear", {"mean": spoilt(np.nan, D)}, "“mean” holds values that are not finite"),
        ("layered", {"hidden_weights": numbers(D + 1, H)}, "“hidden_weights” has an unexpected shape"),
        ("layered", {"hidden_bias": numbers(H + 1)}, "“hidden_bias” has an unexpected shape"),
        ("layered", {"weights": numbers(H + 1, K)}, "“weights” has an unexpected shape"),
        ("layered", {"bias": numbers(K + 8)}, "“bias” has an unexpected shape"),
        ("layered", {"bias": spoilt(-np.inf, K)}, "“bias” holds values that are not finite"),
        ("layered", {"bias": None}, "it lacks “bias”"),
        ("kernel", {"mean": numbers(D + 1)}, "“anchors” has an unexpected shape"),
        ("kernel", {"anchors": numbers(A + 1, D)}, "“kernel_mean” has an unexpected shape"),
        ("kernel", {"anchors": numbers(0, D)}, "“anchors” has an unexpected shape"),
        ("kernel", {"kernel_mean": numbers(A, 1)}, "“kernel_mean” has an unexpected shape"),
        ("kernel", {"weights": numbers(A + 1, K)}, "“weights” has an unexpected shape"),
        ("kernel", {"weights": numbers(A, 12)}, "12 bits"),
        ("kernel", {"anchors": spoilt(np.nan, A, D)}, "“anchors” holds values that are not finite"),
        ("kernel", {"width": np.array(1, np.float32)}, "“width” has an unexpected shape"),
        ("kernel", {"width": np.ones(2, np.float32)}, "“width” has an unexpected shape"),
        ("kernel", {"width": spoilt(np.nan, 1)}, "“width” holds values that are not finite"),
        ("kernel", {"width": spoilt(0, 1)}, "the width of its kernel is not a positive number"),
        ("kernel", {"width": spoilt(-1, 1)}, "the width of its kernel is not a positive number"),
        ("kernel", {"width": spoilt(1e-30, 1)}, "the width of its kernel is not a positive number"),
        ("kernel", {"width": None}, "it lacks “width”"),
        ("joined", {"learned.bias": None}, "it lacks “bias”"),
        ("joined", {"base.weights": None}, "it lacks “weights”"),
        ("joined", {"base.weights": numbers(D, 12)}, "28 bits"),
        ("joined", {"base.offset": spoilt(np.nan, D)}, "“offset” holds values that are not finite"),
        (
            "joined",
            {"base.mean": numbers(D + 1), "base.offset": numbers(D + 1), "base.weights": numbers(D + 1, 8)},
            "its two hash functions take different features",
        ),
        ("cubic", {}, "of a kind that this DualHash does not know"),
    ],
)
def test_wrong_tensors_are_one_sentence(tmp_path: Path, kind: str, changes: dict[str, Any], sentence: str):
    tensors = {name: t for name, t in (GOOD.get(kind, GOOD["linear"]) | changes).items() if t is not None}
    with pytest.raises(UserError, match=sentence) as said:
        read_back(tmp_path, save(tensors, metadata={"format": "1", "kind": kind}))
    assert "is not a valid model file: " in str(said.value)


@pytest.mark.parametrize(
    ("metadata", "sentence"),
    [
        (None, "no model file of DualHash"),
        ({}, "no model file of DualHash"),
        ({"format": "pt"}, "no model file of DualHash"),
        ({"format": "-1", "kind": "linear"}, "no model file of DualHash"),
        ({"format": "²", "kind": "linear"}, "no model file of DualHash"),
        ({"format": "9" * 5000, "kind": "linear"}, "no model file of DualHash"),
        ({"format": "2", "kind": "linear"}, "made by a newer DualHash"),
        ({"format": "1"}, "of a kind that this DualHash does not know"),
    ],
)
def test_foreign_and_newer_files_are_one_sentence(tmp_path: Path, metadata: Any, sentence: str):
    with pytest.raises(UserError, match=sentence):
        read_back(tmp_path, save(GOOD["linear"], metadata=metadata))


def with_header(header: bytes, body: bytes = b"", length: int | None = None) -> bytes:
    return (len(header) if length is None else length).to_bytes(8, "little") + header + body


def with_mean(body: bytes = b"12345678", **changes: Any) -> bytes:
    """A tensor of two numbers, but for the changes."""
    entry = {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]} | changes
    return with_header(json.dumps({"mean": entry}).encode(), body)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "cut short"),
        (b"\0" * 7, "cut short"),
        (b"\xff" * 100, "cut short"),
        (with_header(b"{}", length=3), "cut short"),
        (with_header(b" " * (5 << 20)), "header is too large"),
        (with_header(b"{" * 100_000), "damaged"),
        (with_header(b"[" * 100_000), "damaged"),
        (with_header(b"null"), "damaged"),
        (with_header(b"[]"), "damaged"),
        (with_header(b'{"mean": 5}'), "damaged"),
        (with_header(b'{"__metadata__": {"format": 1}}'), "damaged"),
        (with_header(b'{"__metadata__": []}'), "damaged"),
        (with_header(b'{"\xff\xfe": {}}'), "damaged"),
        (with_mean(b"1234"), "damaged"),
        (with_mean(b"12345678 and more"), "damaged"),
        (with_mean(shape=[1 << 62, 1 << 62]), "damaged"),
        (with_mean(data_offsets=[8, 0]), "damaged"),
        (with_mean(dtype="F8_E4M3", shape=[8]), "type"),
        (with_mean(dtype="BF16", shape=[4]), "type"),
        (with_mean(b"\1" * 8, dtype="BOOL", shape=[8]), "type"),
        (b"PK\3\4" + b"a zip, as torch.save writes it" * 10, "cut short"),
        (b"\x80\4cos\nsystem\n(S'touch /tmp/pwned'\ntR.", "cut short"),
    ],
    ids=lambda value: value if isinstance(value, str) else "bytes",
)
def test_hostile_bytes_are_one_sentence(tmp_path: Path, data: bytes, sentence: str):
    with pytest.raises(UserError, match=sentence) as said:
        read_back(tmp_path, data)
    assert "\n" not in str(said.value)
