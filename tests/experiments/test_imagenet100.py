"""Folders of classes: which pictures are drawn for which part, always the same ones."""

from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.experiments.data import imagenet100
from engine.experiments.data.picture_files import TEST, TRAIN, VALID, LabelledFiles
from tests.shared_data import SHARED, needs_shared


def write_files(folder: Path, counts: dict[str, int]) -> Path:
    for name, count in counts.items():
        (folder / name).mkdir(parents=True)
        for number in range(count):
            (folder / name / f"{number}.jpg").touch()
    return folder


def counts_of(files: LabelledFiles) -> list[list[int]]:
    """Of each class, the pictures in the three parts."""
    classes_N = files.labels_NC.argmax(axis=1)
    return [
        [int(((classes_N == number) & (files.parts_N == part)).sum()) for part in (TRAIN, VALID, TEST)]
        for number in range(files.labels_NC.shape[1])
    ]


def test_each_class_gives_so_many_pictures_to_each_part(tmp_path: Path):
    files = imagenet100.read(write_files(tmp_path, {"n01": 200, "n02": 180, "n03": 36}))
    assert counts_of(files) == [[100, 30, 50], [100, 30, 50], [20, 6, 10]]
    assert len(set(files.paths)) == len(files), "no picture is in two parts"
    assert (
        files.division == "drawn at random with seed 0 (3 classes, 1 of them with fewer pictures than the paper's)"
    )
    assert (files.labels_NC.sum(axis=1) == 1).all()


def test_queries_come_from_val_where_there_is_one(tmp_path: Path):
    write_files(tmp_path / "train", {"n01": 150, "n02": 130, "only here": 5})
    write_files(tmp_path / "val", {"n01": 50, "n02": 60})
    files = imagenet100.read(tmp_path)
    assert counts_of(files) == [[100, 30, 50], [100, 30, 50]]
    for path, part in zip(files.paths, files.parts_N, strict=True):
        assert (b"/val/" in path) == (part == TEST)
    assert files.division == "drawn at random with seed 0 (2 classes)"


def test_a_class_is_short_when_any_part_of_it_is(tmp_path: Path):
    files = imagenet100.read(write_files(tmp_path, {"n01": 179, "n02": 180}))
    assert counts_of(files) == [[100, 29, 49], [100, 30, 50]], "never more to learn from than is wanted"
    assert "1 of them with fewer" in files.division


def test_a_folder_that_may_not_be_read_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(folder: bytes) -> list[bytes]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.listdir", refuse)
    with pytest.raises(UserError, match=r"cannot be read \(Permission denied\)"):
        imagenet100.read(tmp_path)


def test_of_many_classes_a_hundred_are_drawn_always_the_same(tmp_path: Path):
    write_files(tmp_path, {f"n{number:03}": 2 for number in range(130)})
    first, again = imagenet100.read(tmp_path), imagenet100.read(tmp_path)
    assert first.labels_NC.shape[1] == 100
    assert first.paths == again.paths
    drawn = {path.split(b"/")[-2] for path in first.paths}
    assert len(drawn) == 100
    assert drawn != {f"n{number:03}".encode() for number in range(100)}


@pytest.mark.parametrize("made", ["nothing", "a file", "one class"])
def test_too_few_classes_are_refused(tmp_path: Path, made: str):
    if made == "a file":
        (tmp_path / "picture.jpg").touch()
    elif made == "one class":
        write_files(tmp_path, {"n01": 3})
    with pytest.raises(UserError, match="two are needed"):
        imagenet100.read(tmp_path if made != "nothing" else tmp_path / "nowhere")


@needs_shared
def test_the_shared_folders_are_classes():
    files = imagenet100.read(SHARED / "clothing10")
    assert files.labels_NC.shape[1] == 10
    counts = np.array(counts_of(files))
    assert (counts > 0).all()
    assert (counts <= imagenet100.PER_CLASS).all()
