"""Features of an experiment: those the encoder gives, computed once, made anew when the cache is damaged."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from engine.experiments.data import cifar10, feature_cache, features
from engine.experiments.data.split import Pictures
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.encoder import OnnxEncoder
from engine.progress import Progress, finish
from tests.experiments.batch_makers import write_cifar10, write_split


@pytest.fixture
def pictures(
    tmp_path: Path, exported_onnx: str, empty_feature_cache: None, monkeypatch: pytest.MonkeyPatch
) -> Pictures:
    """Two dozen, in three tasks."""
    monkeypatch.setattr(features, "PICTURES_A_TASK", 8)
    split = write_split(tmp_path / "split", train=np.arange(15), valid=np.arange(15, 20), test=np.arange(20, 24))
    return cifar10.read(write_cifar10(tmp_path / "data"), split)


def reports_of(pictures: Pictures) -> list[Progress]:
    return list(features.extracted(pictures, EFFICIENTNET_LITE0, workers=1))


def cached_file() -> Path:
    (path,) = feature_cache.cache_folder().iterdir()
    return path


def test_features_are_those_of_the_encoder_in_the_order_of_the_pictures(pictures: Pictures, exported_onnx: str):
    data = finish(features.extracted(pictures, EFFICIENTNET_LITE0, workers=2))
    encoder = OnnxEncoder(EFFICIENTNET_LITE0, exported_onnx)
    for part, features_part in zip(pictures.parts(), (data.train, data.valid, data.test), strict=True):
        assert features_part.inputs.dtype == np.float32
        assert features_part.labels_NC is part.labels_NC
        assert len(features_part) == len(part)
        last = EFFICIENTNET_LITE0.crop(Image.fromarray(part.pixels_NHWC[-1]))
        expected_1D = encoder.features(last[None]).astype(np.float16)
        np.testing.assert_array_equal(features_part.inputs[-1:], expected_1D)


def test_they_are_computed_once_and_a_damaged_file_is_made_anew(pictures: Pictures):
    reports = reports_of(pictures)
    assert reports[0] == Progress(0, 24, features.NOTE)
    assert reports[-1] == Progress(24, 24, features.NOTE)
    first = cached_file().read_bytes()
    assert reports_of(pictures) == [], "nothing was left to do"
    flipped = bytearray(first)
    flipped[-1] ^= 1
    for damaged in (bytes(flipped), first[:-2], b""):
        cached_file().write_bytes(damaged)
        assert reports_of(pictures)
        assert cached_file().read_bytes() == first


def test_other_pictures_have_features_of_their_own(pictures: Pictures):
    reports_of(pictures)
    pictures.test.pixels_NHWC[0] = 0
    assert reports_of(pictures)
    assert len(list(feature_cache.cache_folder().iterdir())) == 2


def test_an_interrupted_computation_goes_on_where_it_stopped(pictures: Pictures, monkeypatch: pytest.MonkeyPatch):
    whole = finish(features.extracted(pictures, EFFICIENTNET_LITE0, workers=1))
    cached_file().unlink()
    monkeypatch.setattr(features, "PICTURES_A_TASK", 4)
    monkeypatch.setattr(feature_cache, "PIECE", 8)
    work = features.extracted(pictures, EFFICIENTNET_LITE0, workers=1)
    assert [next(work).done for _ in range(6)] == [0, 4, 8, 12, 16, 20]
    work.close()
    pieces = sorted(feature_cache.cache_folder().iterdir())
    assert [path.suffix for path in pieces] == [".0", ".8"]
    pieces[1].write_bytes(b"damaged")
    again = reports_of(pictures)
    assert [report.done for report in again] == [8, 12, 16, 20, 24]
    assert cached_file().suffix == ".features", "the pieces are gone"
    cached = finish(features.extracted(pictures, EFFICIENTNET_LITE0, workers=1))
    for one, other in zip(cached.parts(), whole.parts(), strict=True):
        np.testing.assert_array_equal(one.inputs, other.inputs)


def test_stopping_midway_leaves_nothing_behind(pictures: Pictures):
    work = features.extracted(pictures, EFFICIENTNET_LITE0, workers=1)
    next(work)
    next(work)
    work.close()
    assert not feature_cache.cache_folder().exists() or not list(feature_cache.cache_folder().iterdir())
