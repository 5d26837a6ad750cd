"""The last blocks of a network in experiments: what they learn from is computed once, and codes are theirs."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import torch
from PIL import Image

from engine.experiments.data import cifar10, feature_cache, features, mapped_cache
from engine.experiments.data.split import Data, Pictures, Split
from engine.experiments.methods import method
from engine.experiments.network_methods import NetworkHash, NetworkMethod
from engine.experiments.results import Result, Run
from engine.experiments.runs import Runs
from engine.model.backbones import EFFICIENTNET_LITE0, Backbone, backbone, load_network
from engine.model.cut_networks import shape
from engine.progress import finish
from engine.training.reports import TrainingProgress
from tests.experiments.batch_makers import write_cifar10, write_split

SPACE = backbone("efficientnet_lite0~1+crop-whole")
SMALL = {"hidden": 16, "batch": 8}


@pytest.fixture
def pictures(tmp_path: Path, empty_feature_cache: None, monkeypatch: pytest.MonkeyPatch) -> Pictures:
    """A few small pictures of three colours."""
    monkeypatch.setattr(features, "PICTURES_A_TASK", 4)
    split = write_split(tmp_path / "split", train=np.arange(9), valid=np.arange(9, 12), test=np.arange(12, 15))
    return cifar10.read(write_cifar10(tmp_path / "data"), split)


@pytest.fixture
def split(pictures: Pictures) -> Split:
    return finish(features.activations(pictures, SPACE, workers=1))


def cached() -> list[Path]:
    folder = feature_cache.cache_folder()
    return sorted(folder.glob("*.features")) if folder.exists() else []


def test_each_part_has_what_the_first_blocks_give_for_each_view(pictures: Pictures, split: Split):
    first = load_network(SPACE)
    for part, found in zip(pictures.parts(), split.parts(), strict=True):
        assert found.labels_NC is part.labels_NC
        assert found.inputs.dtype == np.float16
        assert found.inputs.shape == (len(part), 2, 192, 7, 7)
        assert isinstance(found.inputs, np.memmap), "it is not held in memory"
        crops = SPACE.one_by_one(SPACE.crop(Image.fromarray(part.pixels_NHWC[-1])))
        with torch.inference_mode():
            given_VD = first(torch.from_numpy(SPACE.normalise(crops))).numpy()
        np.testing.assert_allclose(
            found.inputs[-1].astype(np.float32), given_VD.reshape(2, *shape(SPACE)), atol=0.02, rtol=2e-3
        )


def test_they_are_computed_once_for_each_cut_and_choice_of_views(pictures: Pictures, split: Split):
    def reports(space: Backbone) -> list[str]:
        return [report.note for report in features.activations(pictures, space, workers=1)]

    assert features.NOTE not in reports(SPACE), "nothing is left to do"
    assert len(cached()) == 1
    for other in ("efficientnet_lite0~2+crop-whole", "efficientnet_lite0~1+crop", "efficientnet_lite0~1+whole"):
        assert features.NOTE in reports(backbone(other))
    assert len(cached()) == 4
    pictures.train.pixels_NHWC[0] = 0
    assert features.NOTE in reports(SPACE), "other pictures"
    assert len(cached()) == 5


def test_an_interrupted_computation_goes_on_where_it_stopped(pictures: Pictures, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(mapped_cache, "PIECE", 4)
    work = features.activations(pictures, SPACE, workers=1)
    for report in work:
        if report.note == features.NOTE and report.done >= 8:
            break
    work.close()
    again = [each for each in features.activations(pictures, SPACE, workers=1) if each.note == features.NOTE]
    assert [each.done for each in again] == [8, 12, 15]


def test_the_blocks_learn_and_the_codes_are_theirs(split: Split):
    known = NetworkMethod("dsh", SPACE.name)
    learnt = finish(known.run(split.train, split.valid, 8, 0, 1, SMALL))
    function = learnt.function
    assert isinstance(function, NetworkHash)
    assert (function.bits, function.mean_D.shape) == (8, (1280,))
    outputs_NK = function.outputs(split.test.inputs)
    np.testing.assert_array_equal(function.codes(split.test.inputs), np.packbits(outputs_NK >= 0, axis=1))
    published = dict(load_network(EFFICIENTNET_LITE0).named_parameters())
    learned = dict(function._network.backbone.named_parameters())
    assert not torch.equal(learned["blocks.conv_head.weight"], published["conv_head.weight"])
    assert not torch.equal(learned["blocks.blocks.0.conv_pw.weight"], published["blocks.6.0.conv_pw.weight"])


def test_progress_is_that_of_the_training_alone(split: Split):
    """What is looked at before it says that it goes on, not how far."""
    known = NetworkMethod("dsh", SPACE.name)
    reports = list(known.run(split.train, split.valid, 8, 0, 1, SMALL))
    counted = [report for report in reports if report.total]
    assert all(isinstance(report, TrainingProgress) for report in counted)
    assert [report.done for report in counted] == sorted(report.done for report in counted)
    assert counted[-1].done == counted[-1].total
    assert not reports[0].total


def test_a_run_is_measured_and_kept_like_any_other(tmp_path: Path, split: Split):
    runs = Runs(tmp_path, {}, Data(SPACE.name, {SPACE.name: split}, "last"))
    assert not runs.one_thread
    run = Run("dualhash-stom", 8, 0, 1, "test", SMALL)
    result = finish(runs.do(run))
    assert isinstance(result, Result)
    assert result.measures["mAP"] > 0.5, "three colours are easily told apart"
    assert runs.finished(run) == result


def test_other_processes_learn_from_the_same(tmp_path: Path, split: Split):
    runs = Runs(tmp_path / "runs", {}, Data(SPACE.name, {SPACE.name: split}, "last"))
    opened = runs.shared(tmp_path)()
    np.testing.assert_array_equal(opened.data.own.valid.inputs, split.valid.inputs)
    assert opened.data.tune == "last"
    assert isinstance(opened.method("dsh"), NetworkMethod)


def test_a_run_can_be_broken_off_between_any_two_pieces(split: Split):
    known: Iterator[object] = method("dualhash-stom", SPACE.name).run(split.train, split.valid, 8, 0, 1, SMALL)
    for _ in range(12):
        next(known)
    known.close()  # type: ignore[attr-defined]
