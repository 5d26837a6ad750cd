"""Exported versions: what is read is what was written; what somebody made by hand is refused in a sentence."""

from typing import Any

import numpy as np
import pytest

from engine.model.exported_version import ExportedVersion, packed_version, unpacked_version
from engine.model.joined_hash import JoinedHash
from engine.model.layered_hash import LayeredHash
from engine.model.linear_hash import random_projection
from engine.model.tensor_files import InvalidTensorsError
from tests.model.exported_files import D, K, exported_bytes, kernel, layered, numbers


@pytest.mark.parametrize("kind", ["linear", "layered", "kernel", "joined"])
def test_a_version_comes_back_as_it_was_written(kind: str):
    linear = random_projection(numbers(40, D), 32)
    functions = {
        "linear": linear,
        "layered": layered(),
        "kernel": kernel(),
        "joined": JoinedHash(layered(), linear),
    }
    function = functions[kind]
    about = {"settings": {"gamma": 10.0}, "after": {"mAP": 0.9}, "name": "ü\u202e"}
    version = ExportedVersion("Kätzchen", "dualhash", "efficientnet_lite0", function, {}, about, "2024")
    read = unpacked_version(packed_version(version))
    assert (read.name, read.method, read.architecture) == ("Kätzchen", "dualhash", "efficientnet_lite0")
    assert (read.details, read.created_at, read.tuned, read.verified) == (about, "2024", {}, True)
    x_ND = numbers(10, D)
    assert (read.function.outputs(x_ND) == function.outputs(x_ND)).all()


def test_the_file_that_the_tests_make_by_hand_is_good():
    read = unpacked_version(exported_bytes())
    assert isinstance(read.function, LayeredHash)
    assert (read.name, read.function.bits) == ("Cats", K)


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"content": None}, "holds no exported model version"),
        ({"content": "a cake"}, "holds no exported model version"),
        ({"format": "2"}, "made by a newer DualHash"),
        ({"format": None}, "no model file of DualHash"),
        ({"kind": "cubic"}, "of a kind that this DualHash does not know"),
        ({"kind": None}, "of a kind that this DualHash does not know"),
        ({"version": None}, "description is damaged"),
        ({"version": "no JSON"}, "description is damaged"),
        ({"version": "[]"}, "description is damaged"),
        ({"version": "{}"}, "description is damaged"),
        ({"version": "[" * 100_000}, "description is damaged"),
        ({"version": '{"bits": ' + "9" * 5000 + "}"}, "description is damaged"),
        ({"about": {"name": 5}}, "description is damaged"),
        ({"about": {"method": None}}, "description is damaged"),
        ({"about": {"bits": "16"}}, "description is damaged"),
        ({"about": {"details": []}}, "description is damaged"),
        ({"about": {"details": {"after": {"mAP": float("nan")}}}}, "description is damaged"),
        ({"about": {"details": {"text": "long" * 300_000}}}, "description is damaged"),
        ({"about": {"created_at": 7}}, "description is damaged"),
        ({"about": {"bits": 64}}, "not as many bits as it says"),
        ({"about": {"architecture": "abacus"}}, "a network that this DualHash does not know, abacus"),
        (
            {"about": {"architecture": "efficientnet_lite0@0123456789abcdef"}},
            "a network that this DualHash does not",
        ),
        ({"about": {"architecture": "../../etc/passwd"}}, "a network that this DualHash does not know"),
        ({"about": {"architecture": "x" * 10_000}}, "a network that this DualHash does not know"),
        ({"about": {"architecture": ""}}, "a network that this DualHash does not know"),
        ({"changed": {"hash.mean": None}}, "it lacks “mean”"),
        ({"changed": {"hash.bias": numbers(K + 8)}}, "“bias” has an unexpected shape"),
        ({"changed": {"hash.bias": np.full(K, np.nan, np.float32)}}, "“bias” holds values that are not finite"),
        ({"changed": {"hash.bias": numbers(K).astype(np.float64)}}, "unexpected type"),
        ({"changed": {"hash.weights": numbers(4, 12), "hash.bias": numbers(12)}}, "12 bits, not a multiple of 8"),
        ({"changed": {"mean": numbers(D)}}, "belong to no model version"),
        (
            {"changed": {"hash.mean": numbers(7), "hash.hidden_weights": numbers(7, 4)}},
            "its features have 7 dimensions, those of efficientnet_lite0 1280",
        ),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "file",
)
def test_what_is_wrong_ends_a_sentence(how: dict[str, Any], sentence: str):
    with pytest.raises(InvalidTensorsError, match=sentence) as said:
        unpacked_version(exported_bytes(**how))
    assert str(said.value).isprintable()
    assert len(str(said.value)) < 200


def test_every_flipped_bit_is_refused():
    """All of the header, and some of each tensor; the version is tuned, and quotes a checksum of its own."""
    quoted = {"checksum": "0" * 64, "text": '"checksum":"' + "0" * 64 + '"'}
    tuned = {"conv_stem.weight": numbers(4, 4), "count": np.array([7])}
    version = ExportedVersion("Cats", "dualhash", "efficientnet_lite0", layered(), tuned, quoted, "2024")
    data = bytearray(packed_version(version))
    assert unpacked_version(bytes(data)).verified
    head = 8 + int.from_bytes(data[:8], "little")
    for bit in [*range(head * 8), *range(head * 8, len(data) * 8, 997), len(data) * 8 - 1]:
        data[bit // 8] ^= 1 << bit % 8
        with pytest.raises(InvalidTensorsError) as said:
            unpacked_version(bytes(data))
        assert str(said.value).isprintable()
        data[bit // 8] ^= 1 << bit % 8
    assert unpacked_version(bytes(data)).verified


@pytest.mark.parametrize("checksum", ["", "0" * 63, "0" * 64, "é" * 64, "A" * 64])
def test_a_checksum_by_hand_is_refused(checksum: str):
    with pytest.raises(InvalidTensorsError, match=r"checksum is damaged|has changed since it was written"):
        unpacked_version(exported_bytes(checksum=checksum))


def test_a_file_of_an_older_dualhash_is_read_and_not_verified():
    read = unpacked_version(exported_bytes())
    assert (read.name, read.verified) == ("Cats", False)
