"""Pictures in files: features as the program's reading gives them, cached, without what cannot be read."""

import logging
import os
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.errors import UserError
from engine.experiments.data import feature_cache, multilabel, picture_files
from engine.experiments.data.picture_files import (
    LabelledFiles,
    Read,
    by_content,
    divided,
    read_features,
    read_squares,
)
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.encoder import OnnxEncoder
from engine.progress import finish
from tests.experiments.picture_makers import write_table


@pytest.fixture
def files(tmp_path: Path, exported_onnx: str, empty_feature_cache: None) -> LabelledFiles:
    """Twelve pictures, of which the fifth is damaged and the last is missing."""
    write_table(tmp_path, 12)
    (tmp_path / "images" / "4.png").write_bytes(b"\x89PNG\r\n\x1a\nno more")
    (tmp_path / "images" / "11.png").unlink()
    return multilabel.read(tmp_path)


def features_of(files: LabelledFiles) -> Read:
    return finish(read_features(files, EFFICIENTNET_LITE0, workers=1))


def made_up(count: int, dimensions: int = 4) -> Read:
    """As if all had been read, each with a content of its own."""
    contents_N16 = np.arange(1, 16 * count + 1, dtype=np.uint32).view(np.uint8).reshape(count, -1)[:, :16]
    return Read(contents_N16.copy(), np.arange(count * dimensions, dtype=np.float16).reshape(count, dimensions))


def test_features_are_those_of_the_encoder(files: LabelledFiles, exported_onnx: str):
    read = features_of(files)
    encoder = OnnxEncoder(EFFICIENTNET_LITE0, exported_onnx)
    with Image.open(os.fsdecode(files.paths[2])) as picture:
        crop = EFFICIENTNET_LITE0.crop(picture)
    np.testing.assert_array_equal(read.inputs[2], encoder.features(crop[None])[0].astype(np.float16))
    assert len({content.tobytes() for content in read.contents_N16}) == 11, "ten pictures, and nothing"


def test_what_cannot_be_read_is_left_out_counted_and_said(
    files: LabelledFiles, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.WARNING):
        read = features_of(files)
    assert "2 of 12 pictures are left out" in caplog.text
    found = divided(files, {"space": read}, tmp_path)
    assert found.left_out == 2
    split = found.splits["space"]
    assert [len(part) for part in split.parts()] == [5, 3, 2]
    np.testing.assert_array_equal(split.train.inputs[2], read.inputs[5].astype(np.float32))  # after the damaged one
    np.testing.assert_array_equal(split.train.labels_NC[2], files.labels_NC[5])
    assert split.train.inputs.dtype == np.float32


def test_they_are_read_once_and_again_when_a_file_changes(files: LabelledFiles, tmp_path: Path):
    first = features_of(files)
    assert list(read_features(files, EFFICIENTNET_LITE0, workers=1)) == [], "all come from the cache"
    cached = features_of(files)
    np.testing.assert_array_equal(cached.inputs, first.inputs)
    np.testing.assert_array_equal(cached.contents_N16, first.contents_N16)
    shutil.copy(tmp_path / "images" / "3.png", tmp_path / "images" / "11.png")
    files = multilabel.read(tmp_path)
    again = features_of(files)
    assert divided(files, {"space": again}, tmp_path).left_out == 1
    assert (again.contents_N16[11] == again.contents_N16[3]).all()


def test_reading_goes_on_where_it_was_stopped(files: LabelledFiles, monkeypatch: pytest.MonkeyPatch):
    whole = features_of(files)
    shutil.rmtree(feature_cache.cache_folder())
    monkeypatch.setattr(feature_cache, "PIECE", 5)
    work = read_features(files, EFFICIENTNET_LITE0, workers=1)
    while next(work).done < 6:
        pass
    work.close()
    reports = list(read_features(files, EFFICIENTNET_LITE0, workers=1))
    assert (reports[0].done, reports[-1].done, reports[0].total) == (5, 12, 12)
    again = features_of(files)
    np.testing.assert_array_equal(again.inputs, whole.inputs)
    np.testing.assert_array_equal(again.contents_N16, whole.contents_N16)
    assert len(list(feature_cache.cache_folder().iterdir())) == 1


def test_stopping_midway_leaves_no_cache(files: LabelledFiles):
    work = read_features(files, EFFICIENTNET_LITE0, workers=1)
    next(work)
    next(work)
    work.close()
    assert not feature_cache.cache_folder().exists()


def test_squares_of_pixels_lie_in_files(files: LabelledFiles, tmp_path: Path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    read = finish(read_squares(files, EFFICIENTNET_LITE0, scratch, workers=1))
    found = divided(files, {"space": read}, scratch)
    assert found.left_out == 2
    split = found.splits["space"]
    assert split.train.inputs.shape == (5, 256, 256, 3)
    assert isinstance(split.train.inputs, np.memmap)
    np.testing.assert_array_equal(split.train.inputs[2], read.inputs[5])
    red, green, blue = split.train.inputs[0].reshape(-1, 3).mean(axis=0)
    assert red > 2 * max(green, blue), "the first picture is red"


def test_a_full_disk_is_a_sentence(files: LabelledFiles, tmp_path: Path):
    with pytest.raises(UserError, match="cannot be kept"):
        finish(read_squares(files, EFFICIENTNET_LITE0, tmp_path / "nowhere", workers=1))


def test_the_digest_names_pictures_and_labels(files: LabelledFiles, tmp_path: Path):
    read = made_up(12)
    digest = divided(files, {"space": read}, tmp_path).digest
    assert divided(files, {"other": read}, tmp_path).digest == digest
    other_labels = replace(files, labels_NC=np.roll(files.labels_NC, 1, axis=0))
    assert divided(other_labels, {"space": read}, tmp_path).digest != digest
    other_parts = replace(files, parts_N=np.roll(files.parts_N, 1))
    assert divided(other_parts, {"space": read}, tmp_path).digest != digest


def test_a_picture_must_be_readable_and_the_same_in_every_feature_space(files: LabelledFiles, tmp_path: Path):
    one, other = made_up(12), made_up(12, dimensions=2)
    other.contents_N16[0] += 1
    other.contents_N16[1] = 0
    found = divided(files, {"one": one, "other": other}, tmp_path)
    assert found.left_out == 2
    assert [len(part) for part in found.splits["one"].parts()] == [4, 3, 3]
    np.testing.assert_array_equal(found.splits["other"].train.inputs[0], other.inputs[4].astype(np.float32))


def test_labels_that_no_training_picture_has_are_no_labels(files: LabelledFiles, tmp_path: Path):
    labels_NC = np.column_stack([files.labels_NC, files.parts_N == picture_files.TEST])
    found = divided(replace(files, labels_NC=labels_NC), {"space": made_up(12)}, tmp_path)
    assert found.splits["space"].test.labels_NC.shape[1] == 3
    unlabelled = replace(files, labels_NC=np.zeros((12, 2), np.bool_))
    with pytest.raises(UserError, match="has a label"):
        divided(unlabelled, {"space": made_up(12)}, tmp_path)


def test_too_few_pictures_are_a_sentence(files: LabelledFiles, tmp_path: Path):
    nobody = replace(files, parts_N=np.zeros(12, np.int64))
    with pytest.raises(UserError, match="too few pictures to validate with: 0"):
        divided(nobody, {"space": made_up(12)}, tmp_path)


def test_the_division_by_content_follows_the_shares_and_not_the_order():
    contents_N16 = np.random.default_rng(0).integers(0, 256, (3000, 16), dtype=np.uint8)
    parts_N = by_content(contents_N16, *picture_files.SHARES)
    assert np.bincount(parts_N) / 3000 == pytest.approx([0.6, 0.2, 0.2], abs=0.03)
    np.testing.assert_array_equal(by_content(contents_N16[::-1], *picture_files.SHARES), parts_N[::-1])


def test_copies_of_a_picture_are_in_one_part(files: LabelledFiles, tmp_path: Path):
    read = made_up(12)
    read.contents_N16[6:] = read.contents_N16[:6]
    undecided = replace(files, parts_N=np.full(12, picture_files.BY_CONTENT))
    parts_N = picture_files._parts(undecided, read.contents_N16)
    np.testing.assert_array_equal(parts_N[6:], parts_N[:6])
    of_train = replace(files, parts_N=np.zeros(12, np.int64), valid_of_train=True)
    again_N = picture_files._parts(of_train, np.random.default_rng(1).integers(1, 9, (12, 16)).astype(np.uint8))
    assert set(again_N) <= {picture_files.TRAIN, picture_files.VALID}


def test_a_copy_of_a_picture_in_another_part_is_left_out_of_what_is_measured(files: LabelledFiles, tmp_path: Path):
    read = made_up(12)
    parts_N = np.array([picture_files.TRAIN, picture_files.VALID, picture_files.TEST]).repeat(4)
    for copy, original in ((4, 0), (8, 1), (5, 9), (2, 3)):
        read.contents_N16[copy] = read.contents_N16[original]
    found = divided(replace(files, parts_N=parts_N), {"space": read}, tmp_path)
    train, valid, test = found.splits["space"].parts()
    assert train.inputs[:, 0].tolist() == [0, 4, 8, 12], "within a part copies may stay"
    assert valid.inputs[:, 0].tolist() == [24, 28]
    assert test.inputs[:, 0].tolist() == [36, 40, 44]
    assert (found.copies, found.left_out) == (3, 0)
