"""Folders of classes: which files are of which class."""

import os
from pathlib import Path

from engine.experiments.data.class_folders import classes


def made(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return folder


def found_in(folder: Path) -> dict[str, list[str]]:
    found = classes(os.fsencode(folder))
    return {
        os.fsdecode(name): [os.fsdecode(os.path.relpath(path, os.fsencode(folder))) for path in paths]
        for name, paths in found.items()
    }


def test_files_are_of_the_class_whose_folder_they_lie_below(tmp_path: Path):
    made(tmp_path, "cats/2.jpg", "cats/1.jpg", "cats/old/deep/3.jpg", "dogs/1.jpg")
    assert found_in(tmp_path) == {
        "cats": ["cats/1.jpg", "cats/2.jpg", "cats/old/deep/3.jpg"],
        "dogs": ["dogs/1.jpg"],
    }


def test_files_beside_the_folders_hidden_ones_and_empty_folders_are_of_no_class(tmp_path: Path):
    made(tmp_path, "loose.jpg", ".hidden/1.jpg", "cats/.hidden.jpg", "cats/1.jpg")
    (tmp_path / "empty").mkdir()
    assert found_in(tmp_path) == {"cats": ["cats/1.jpg"]}


def test_a_link_that_leads_nowhere_is_left_out_and_a_linked_folder_is_a_class(tmp_path: Path):
    made(tmp_path / "elsewhere", "1.jpg", "2.jpg")
    data = made(tmp_path / "data", "cats/1.jpg")
    (data / "cats" / "gone.jpg").symlink_to(tmp_path / "nowhere.jpg")
    (data / "linked").symlink_to(tmp_path / "elsewhere")
    assert found_in(data) == {"cats": ["cats/1.jpg"], "linked": ["linked/1.jpg", "linked/2.jpg"]}


def test_names_need_not_be_text(tmp_path: Path):
    folder = os.fsencode(tmp_path)
    os.mkdir(os.path.join(folder, b"caf\xe9"))
    with open(os.path.join(folder, b"caf\xe9", b"\xff.jpg"), "wb"):
        pass
    assert classes(folder) == {b"caf\xe9": [os.path.join(folder, b"caf\xe9", b"\xff.jpg")]}


def test_a_folder_that_is_not_there_has_no_classes(tmp_path: Path):
    assert classes(os.fsencode(tmp_path / "nowhere")) == {}
