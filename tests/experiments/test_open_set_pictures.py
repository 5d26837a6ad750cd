"""Folders of kinds as a library: every picture once, what cannot be read left out, and too little refused."""

import logging
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.experiments.open_set.pictures import OpenLibrary, kind_files, read
from engine.model.backbones import backbone
from engine.progress import finish
from tests.experiments.open_set_pictures import SPACE, write_kinds


def read_library(*folders: Path) -> OpenLibrary:
    return finish(read(folders, SPACE, []))


def touched(folder: Path, **counts: int) -> Path:
    """Folders with so many empty files."""
    for name, count in counts.items():
        (folder / name).mkdir(parents=True)
        for number in range(count):
            (folder / name / f"{number}.jpg").touch()
    return folder


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five kinds of nine pictures. Of kind-0 the fourth is damaged; in kind-1 are copies of a picture of kind-0
    and of its own; kind-2 has seven good pictures, which are too few."""
    folder = write_kinds(tmp_path_factory.mktemp("made") / "photos", 9, kinds=5)
    (folder / "kind-0" / "3.png").write_bytes(b"\x89PNG\r\n\x1a\nno more")
    shutil.copy(folder / "kind-0" / "0.png", folder / "kind-1" / "copy of another kind.png")
    shutil.copy(folder / "kind-1" / "0.png", folder / "kind-1" / "copy.png")
    for name in ("7.png", "8.png"):
        (folder / "kind-2" / name).write_text("no picture")
    return folder


@pytest.fixture(scope="module")
def library(own_surroundings: None, data: Path) -> OpenLibrary:
    return read_library(data)


def test_each_folder_with_enough_pictures_is_a_kind(library: OpenLibrary):
    assert library.kinds == tuple(f"photos/kind-{number}" for number in (0, 1, 3, 4))
    assert np.bincount(library.kind_N).tolist() == [8, 9, 9, 9]
    assert len(library) == 35
    np.testing.assert_array_equal(library.kinds_NC.argmax(axis=1), library.kind_N)
    assert (library.kinds_NC.sum(axis=1) == 1).all()


def test_what_is_left_out_is_said(library: OpenLibrary):
    assert library.remark == (
        "12 files are left out: not readable, a copy of another, or one of very few of its kind."
    )  # one damaged, two copies, nine of kind-2


def test_features_are_those_of_the_space_and_tell_kinds_apart(library: OpenLibrary):
    features_ND = library.of_space(None)
    assert features_ND is library.of_space(SPACE)
    assert features_ND.shape == (35, backbone(SPACE).dimensions)
    assert features_ND.dtype == np.float32
    assert np.isfinite(features_ND).all()
    assert len(np.unique(features_ND, axis=0)) == 35, "no picture is there twice"


def test_the_same_folders_are_read_from_the_cache_and_give_the_same(library: OpenLibrary, data: Path):
    work = read([data, data.parent / "photos" / ".." / "photos"], SPACE, [SPACE])
    with pytest.raises(StopIteration) as ended:
        next(work)
    again = ended.value.value
    assert (again.digest, again.kinds, again.remark) == (library.digest, library.kinds, library.remark)
    np.testing.assert_array_equal(again.of_space(None), library.of_space(None))
    np.testing.assert_array_equal(again.kind_N, library.kind_N)


def test_other_pictures_are_another_library_and_what_cannot_be_read_is_named(
    library: OpenLibrary, data: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    other = Path(shutil.copytree(data, tmp_path / "photos"))
    for name in ("kind-2", "kind-1/copy.png", "kind-1/copy of another kind.png", "kind-3/0.png"):
        path = other / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    with caplog.at_level(logging.WARNING):
        found = read_library(other)
    assert found.digest != library.digest
    assert found.remark.startswith("One file is left out: not readable")
    assert "1 of 35 pictures are left out" in caplog.text
    assert "kind-0/3.png" in caplog.text
    assert np.bincount(found.kind_N).tolist() == [8, 9, 8, 9]


def test_kinds_that_turn_out_to_be_too_few_are_refused(data: Path, tmp_path: Path):
    """There are enough files, but not enough pictures."""
    other = Path(shutil.copytree(data, tmp_path / "photos"))
    shutil.rmtree(other / "kind-3")
    with pytest.raises(UserError, match="There are 3 folders with at least 8 pictures each"):
        read_library(other)


# --- which files


def test_files_are_in_the_order_of_folders_kinds_and_names(tmp_path: Path):
    touched(tmp_path / "b", two=8, one=9)
    touched(tmp_path / "a", four=8, three=10, few=7)
    names, files = kind_files([tmp_path / "b", tmp_path / "a"])
    assert names == ("b/one", "b/two", "a/four", "a/three")
    assert files.labels_NC.sum(axis=0).tolist() == [9, 8, 8, 10]
    for path, labels_C in zip(files.paths, files.labels_NC, strict=True):
        folder, name = os.fsdecode(path).split(os.sep)[-3:-1]
        assert [names[number] for number in np.flatnonzero(labels_C)] == [f"{folder}/{name}"]
    assert list(files.paths) == [path for kind in range(4) for path in sorted(of_kind(files.paths, names[kind]))]


def of_kind(paths: list[bytes], name: str) -> list[bytes]:
    return [path for path in paths if os.fsdecode(path).rsplit(os.sep, 1)[0].endswith(name)]


def test_folders_of_the_same_name_in_different_places_are_different_kinds(tmp_path: Path):
    for place, count in (("flowers", 8), ("cars", 9)):
        touched(tmp_path / place / "train", one=count, two=count)
    names, files = kind_files([tmp_path / "flowers" / "train", tmp_path / "cars" / "train"])
    assert names == ("train/one", "train/two") * 2
    assert files.labels_NC.sum(axis=0).tolist() == [8, 8, 9, 9]
    assert len(set(files.paths)) == 34


def test_a_folder_that_is_named_twice_counts_once(tmp_path: Path):
    data = touched(tmp_path / "data", **dict.fromkeys("abcd", 8))
    (tmp_path / "link").symlink_to(data)
    once, _ = kind_files([data])
    twice, files = kind_files([data, data / ".." / "data", tmp_path / "link"])
    assert once == twice
    assert len(files) == 32


@pytest.mark.parametrize(
    ("counts", "found"), [({}, 0), ({"a": 8, "b": 9, "c": 10, "d": 7, "e": 1}, 3)], ids=["none", "three"]
)
def test_too_few_kinds_are_one_sentence(tmp_path: Path, counts: dict[str, int], found: int):
    with pytest.raises(UserError) as refused:
        kind_files([touched(tmp_path, **counts)])
    assert str(refused.value) == (
        f"There are {found} folders with at least 8 pictures each in what --data names; 4 such kinds are needed."
    )


def test_a_folder_that_is_not_there_is_said_though_the_others_would_do(tmp_path: Path):
    data = touched(tmp_path / "data", **dict.fromkeys("abcd", 8))
    with pytest.raises(UserError, match=r"The folder .*nowhere cannot be read: it is not there\."):
        kind_files([data, tmp_path / "nowhere"])
    with pytest.raises(UserError, match="cannot be read"):
        kind_files([data, data / "a" / "0.jpg"])
