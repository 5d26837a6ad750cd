"""Tables and list files: which picture has which labels and is in which part, and what is refused."""

from pathlib import Path

import numpy as np
import pytest

from engine.errors import UserError
from engine.experiments.data import multilabel
from engine.experiments.data.picture_files import BY_CONTENT, TEST, TRAIN, VALID
from tests.experiments.picture_makers import write_table
from tests.shared_data import SHARED, needs_shared


def write_lists(folder: Path, **lists: str) -> Path:
    for name, text in lists.items():
        (folder / f"{name}.txt").write_text(text)
    return folder


def test_a_table_says_labels_and_parts(tmp_path: Path):
    (tmp_path / "labels.csv").write_text(
        "path,labels,Part\na.png,sea;boat,train\nb.png,boat,VAL\nc.png,,train\nd.png,sea,test\n"
    )
    files = multilabel.read(tmp_path)
    names = [path.rpartition(b"/")[2] for path in files.paths]
    assert names == [b"a.png", b"b.png", b"d.png"], "a picture without a label is left out"
    assert files.labels_NC.tolist() == [[True, True], [True, False], [False, True]], "boat, sea"
    assert files.parts_N.tolist() == [TRAIN, VALID, TEST]
    assert files.division == "the table's"
    assert not files.valid_of_train


def test_pictures_are_looked_for_beside_the_table_and_in_images(tmp_path: Path):
    write_table(tmp_path, 3)
    (tmp_path / "1.png").touch()
    paths = multilabel.read(tmp_path / "labels.csv").paths
    base = bytes(tmp_path.resolve())
    assert paths == [base + b"/images/0.png", base + b"/1.png", base + b"/images/2.png"]


def test_without_parts_the_content_decides(tmp_path: Path):
    write_table(tmp_path, 4, parts=None)
    files = multilabel.read(tmp_path)
    assert set(files.parts_N) == {BY_CONTENT}
    assert "content" in files.division


def test_without_a_part_for_validation_some_training_pictures_are_taken(tmp_path: Path):
    write_table(tmp_path, 4, parts="train,test")
    files = multilabel.read(tmp_path)
    assert files.valid_of_train
    assert "20 % of its training pictures" in files.division


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ("path,labels,part\na.png,x,somewhere\n", "a part named 'somewhere'"),
        ("path,labels,part\na.png,x,train\nb.png,x,\n", "some have none"),
        ("path,labels\na.png,\n", "No picture"),
        ("name,label\na.png,x\n", "names the columns"),
    ],
)
def test_a_table_that_says_too_little_is_refused(tmp_path: Path, table: str, sentence: str):
    (tmp_path / "labels.csv").write_text(table)
    with pytest.raises(UserError, match=sentence):
        multilabel.read(tmp_path)


def test_list_files_have_a_path_and_a_number_for_each_label(tmp_path: Path):
    write_lists(tmp_path, train="a b 1.jpg 1 0 1\nb.jpg 0 1 0\n", test="c.jpg 0 0 1\r\n\r\n", valid="d.jpg 1 1 1\n")
    files = multilabel.read(tmp_path)
    assert [path.rpartition(b"/")[2] for path in files.paths] == [b"a b 1.jpg", b"b.jpg", b"d.jpg", b"c.jpg"]
    assert files.labels_NC.astype(int).tolist() == [[1, 0, 1], [0, 1, 0], [1, 1, 1], [0, 0, 1]]
    assert files.parts_N.tolist() == [TRAIN, TRAIN, VALID, TEST]
    assert files.division == "that of the list files"


def test_validation_pictures_come_from_the_database_list_and_are_in_no_other(tmp_path: Path):
    database = [f"{number}.jpg {number % 2} 1" for number in range(20)] + ["none.jpg 0 0"]
    train, test = "\n".join(database[:5]), "\n".join(database[5:8])
    write_lists(tmp_path, train=train, test=test, database="\n".join(database))
    files = multilabel.read(tmp_path)
    chosen = [path for path, part in zip(files.paths, files.parts_N, strict=True) if part == VALID]
    assert len(chosen) == 3
    assert not {path.rpartition(b"/")[2] for path in chosen} & {f"{n}.jpg".encode() for n in range(8)}
    assert "3 further pictures of database.txt" in files.division
    write_lists(tmp_path, database="\n".join(reversed(database)))
    again = multilabel.read(tmp_path)
    assert again.paths == files.paths, "the order of the list does not matter"


def test_without_any_other_list_some_training_pictures_are_for_validation(tmp_path: Path):
    files = multilabel.read(write_lists(tmp_path, train="a.jpg 1 0\nb.jpg 0 1", test="c.jpg 1 0"))
    assert files.valid_of_train
    assert "20 % of the training pictures" in files.division


@pytest.mark.parametrize(
    ("lists", "sentence"),
    [
        ({"train": "a.jpg 1 0\nb.jpg 1\n", "test": "c.jpg 1 0\n"}, "Line 2 of"),
        ({"train": "a.jpg 1 0\nb.jpg 1 2\n", "test": "c.jpg 1 0\n"}, "Line 2 of"),
        ({"train": "a.jpg\n", "test": "c.jpg 1 0\n"}, "Line 1 of"),
        ({"train": "a.jpg 1 0\n", "test": "c.jpg 1 0 0\n"}, "equally many"),
        ({"train": "a.jpg 1 0\n", "test": "\n"}, "is empty"),
    ],
)
def test_lists_that_cannot_be_understood_are_refused(tmp_path: Path, lists: dict[str, str], sentence: str):
    with pytest.raises(UserError, match=sentence):
        multilabel.read(write_lists(tmp_path, **lists))


def test_a_folder_with_neither_is_refused(tmp_path: Path):
    with pytest.raises(UserError, match="neither a table"):
        multilabel.read(tmp_path)
    (tmp_path / "a.csv").write_text("path,labels\na.png,x\n")
    assert len(multilabel.read(tmp_path)) == 1, "the only table there is"
    (tmp_path / "b.csv").touch()
    with pytest.raises(UserError, match="neither a table"):
        multilabel.read(tmp_path)


@needs_shared
def test_the_shared_table_of_photos_is_understood():
    files = multilabel.read(SHARED / "coco_multilabel")
    assert len(files) == 2000
    assert np.bincount(files.parts_N).tolist() == [1600, 0, 400]
    assert files.valid_of_train
    assert files.labels_NC.sum(axis=1).max() > 2
    assert all(Path(path.decode()).is_file() for path in files.paths[::100])
