"""CIFAR-10's split: the paper's by its index files, or one of the same sizes drawn; disjoint and in range."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import UserError
from engine.experiments.data import cifar10
from tests.experiments import batch_makers
from tests.experiments.batch_makers import COUNT, write_cifar10, write_split
from tests.shared_data import SHARED, needs_shared


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return write_cifar10(tmp_path / "data")


def test_an_index_counts_through_the_training_files_and_then_the_test_file(data: Path, tmp_path: Path):
    split = write_split(tmp_path / "split", train=[0, 49, 50, 7], valid=[23, 59], test=[51])
    pictures = cifar10.read(data, split)
    for part, rows in zip(pictures.parts(), ([0, 49, 50, 7], [23, 59], [51]), strict=True):
        np.testing.assert_array_equal(part.pixels_NHWC, batch_makers.pixels()[rows])
        np.testing.assert_array_equal(part.labels_NC.argmax(axis=1), batch_makers.classes()[rows])
        assert part.labels_NC.shape == (len(rows), 10)
        assert (part.labels_NC.sum(axis=1) == 1).all()
    assert pictures.division == "by index files, not the paper's"


def test_index_files_beside_the_data_are_used_without_being_named(data: Path):
    write_split(data)
    assert [len(part) for part in cifar10.read(data).parts()] == [30, 15, 15]


def test_the_folder_of_the_batches_itself_may_be_named(data: Path, tmp_path: Path):
    split = write_split(tmp_path / "split")
    whole, inner = cifar10.read(data, split), cifar10.read(data / cifar10.FOLDER, split)
    assert whole.digest() == inner.digest()


def test_the_digests_tell_other_pixels_labels_and_parts_apart(data: Path, tmp_path: Path):
    first = cifar10.read(data, write_split(tmp_path / "a"))
    moved = np.load(tmp_path / "a" / "train_index.npy")
    second = cifar10.read(data, write_split(tmp_path / "b", train=moved[::-1]))
    assert first.pixels_digest() != second.pixels_digest()
    first.train.labels_NC[0] = first.train.labels_NC[0, ::-1]
    assert first.digest() != cifar10.read(data, tmp_path / "a").digest()
    assert first.pixels_digest() == cifar10.read(data, tmp_path / "a").pixels_digest()


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"train": [0, 1, 2, COUNT]}, "beyond the 60"),
        ({"train": [0, 1, -1]}, "beyond the 60"),
        ({"train": [0, 1, 2], "test": [2]}, "overlap"),
        ({"train": [0, 1, 2, 2]}, "overlap"),
        ({"train": [0, 1], "valid": [3], "test": [2]}, "class 2"),
        ({"train": [0, 3], "valid": [6], "test": [9]}, "all of one class"),
        ({"train": np.zeros((2, 2), int)}, "not a list of whole numbers"),
        ({"train": [0.5, 1.5]}, "not a list of whole numbers"),
        ({"train": np.zeros(0, int)}, "not a list of whole numbers"),
    ],
)
def test_a_split_that_cannot_be_is_refused(data: Path, tmp_path: Path, parts: dict[str, Any], said: str):
    rest = {"train": [0, 1, 2], "valid": [10], "test": [20]}
    with pytest.raises(UserError, match=said):
        cifar10.read(data, write_split(tmp_path / "split", **{**rest, **parts}))


def test_a_damaged_index_file_is_said(data: Path, tmp_path: Path):
    split = write_split(tmp_path / "split")
    (split / "valid_index.npy").write_bytes(b"\x93NUMPY")
    with pytest.raises(UserError, match=r"valid_index\.npy cannot be read"):
        cifar10.read(data, split)
    np.save(split / "valid_index.npy", np.array([print], object), allow_pickle=True)
    with pytest.raises(UserError, match=r"valid_index\.npy cannot be read"):
        cifar10.read(data, split)


def test_a_split_with_a_file_missing_is_not_replaced_by_a_drawn_one(data: Path):
    (write_split(data) / "test_index.npy").unlink()
    with pytest.raises(UserError, match=r"^test_index\.npy of the split cannot be found"):
        cifar10.read(data)


def test_a_named_split_folder_must_hold_the_split(data: Path, tmp_path: Path):
    with pytest.raises(UserError, match=r"train_index\.npy and valid_index\.npy and test_index\.npy"):
        cifar10.read(data, tmp_path)


def test_without_index_files_too_few_pictures_are_said(data: Path):
    with pytest.raises(UserError, match="2000 of each class are needed"):
        cifar10.read(data)


def test_no_data_is_said(tmp_path: Path):
    with pytest.raises(UserError, match="There is no CIFAR-10 in"):
        cifar10.read(tmp_path)


def test_a_drawn_split_has_its_share_of_each_class_and_is_always_the_same():
    classes_N = np.random.default_rng(0).permutation(np.repeat(np.arange(10), 12))
    parts = cifar10.draw(classes_N, (5, 3, 2))
    assert len(np.unique(np.concatenate(parts))) == 100
    for part, share in zip(parts, (5, 3, 2), strict=True):
        assert np.bincount(classes_N[part]).tolist() == [share] * 10
    for part, again in zip(parts, cifar10.draw(classes_N, (5, 3, 2)), strict=True):
        np.testing.assert_array_equal(part, again)


@needs_shared
def test_the_papers_index_files_are_a_split_of_60000_pictures_with_the_papers_sizes():
    parts = [np.load(SHARED / "cifar10" / name) for name in cifar10.INDEX_FILES]
    assert [len(part) for part in parts] == [10 * share for share in cifar10.PER_CLASS]
    together = np.concatenate(parts)
    assert len(np.unique(together)) == len(together)
    assert 0 <= together.min() <= together.max() < 60000
    assert cifar10.is_papers(parts)
    assert not cifar10.is_papers([parts[0], parts[2], parts[1]])
