"""From pictures to what methods learn from: features of each feature space that is needed, squares of pixels, or
what the first blocks of a network give."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.errors import UserError
from engine.experiments.comparison import Subject
from engine.experiments.data import features, picture_files
from engine.experiments.data.data_sets import DataSet
from engine.experiments.data.paper import paper
from engine.experiments.data.picture_files import LabelledFiles
from engine.experiments.data.split import Data, Part, PicturePart, Pictures, Split, TuneDepth
from engine.feature_space import FeatureSpace
from engine.model.backbones import backbone, trainable_network
from engine.progress import Progress


@dataclass(frozen=True, slots=True)
class Wanted:
    """What methods are to learn from: features of `backbone` and of further spaces, or what its network takes that
    learns with them: pixels, or what its first blocks give."""

    backbone: FeatureSpace
    others: tuple[FeatureSpace, ...]
    tune: TuneDepth
    at: int | None  # K of mAP@K, None for all

    @property
    def spaces(self) -> tuple[FeatureSpace, ...]:
        return tuple(dict.fromkeys((self.backbone, *self.others))) if self.tune == "head" else (self.backbone,)


def prepared(data_set: DataSet, wanted: Wanted, scratch: Path) -> Generator[Progress, None, Subject]:
    """The subject of an experiment; `scratch` is a folder for large files, which must outlive it."""
    if wanted.tune == "all":
        trainable_network(wanted.backbone)  # that it cannot be had is said before pictures are read for it
    pictures = data_set.pictures
    if isinstance(pictures, Pictures):
        splits, digest, remark = (yield from _in_memory(pictures, wanted)), pictures.digest(), ""
    else:
        found = yield from _in_files(pictures, wanted, scratch)
        splits, digest, remark = found.splits, found.digest, _remark(found.left_out, found.copies)
    own = splits[wanted.backbone]
    if own.train.labels_NC.shape[1] < 2:
        raise UserError("The training pictures all have the same label; two labels are needed at least.")
    _check_measurable(own)
    data = Data(wanted.backbone, splits, wanted.tune, _within(wanted.at, own))
    figures = paper(data_set.in_paper, wanted.backbone, wanted.tune)
    return Subject(data_set.title, data, pictures.division, digest, figures, remark)


def _in_memory(pictures: Pictures, wanted: Wanted) -> Generator[Progress, None, Mapping[FeatureSpace, Split]]:
    splits = {}
    for space in wanted.spaces:
        if wanted.tune == "all":
            splits[space] = Split(*(_squares(part) for part in pictures.parts()))
        elif wanted.tune == "last":
            splits[space] = yield from features.activations(pictures, backbone(space))
        else:
            splits[space] = yield from features.extracted(pictures, backbone(space))
    return splits


def _squares(part: PicturePart) -> Part:
    """Small pictures are squares already; they are scaled when they are looked at."""
    return Part(part.pixels_NHWC, part.labels_NC)


def _in_files(
    files: LabelledFiles, wanted: Wanted, scratch: Path
) -> Generator[Progress, None, picture_files.Divided]:
    if wanted.tune == "last":
        raise UserError("The last blocks of a network can be trained on CIFAR-10 alone.")
    read = {}
    for space in wanted.spaces:
        if wanted.tune == "all":
            read[space] = yield from picture_files.read_squares(files, backbone(space), scratch)
        else:
            read[space] = yield from picture_files.read_features(files, backbone(space))
    return picture_files.divided(files, read, scratch)


def _within(at: int | None, split: Split) -> int | None:
    """mAP at more than the database holds is mAP over all."""
    return None if at is None or at >= len(split.train) else at


def _check_measurable(split: Split) -> None:
    """Figures are about pictures that share a label with the one asked for, and about those that do not."""
    train_UC = np.unique(split.train.labels_NC, axis=0).astype(np.int64)
    for part, name in ((split.valid, "validate with"), (split.test, "search for")):
        shared_VU = np.unique(part.labels_NC, axis=0).astype(np.int64) @ train_UC.T
        if not shared_VU.any():
            raise UserError(f"No picture to {name} shares a label with a training picture.")
        if shared_VU.all():
            raise UserError(f"All pictures to {name} share a label with all training pictures.")


def _remark(left_out: int, copies: int) -> str:
    sentences = []
    if left_out:
        sentences.append(
            f"{_pictures(left_out)} could not be read and {'is' if left_out == 1 else 'are'} left out."
        )
    if copies:
        sentences.append(
            f"{_pictures(copies)} to validate with or to search for {'is' if copies == 1 else 'are'} left out: the "
            f"same {'is' if copies == 1 else 'are'} in another part."
        )
    return " ".join(sentences)


def _pictures(count: int) -> str:
    return "One picture" if count == 1 else f"{count:,} pictures"
