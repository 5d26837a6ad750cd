"""The data sets that experiments know by name: how each is read, and the K of its mAP@K in the paper."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.experiments.data import cifar10, imagenet100, multilabel, paper
from engine.experiments.data.picture_files import LabelledFiles
from engine.experiments.data.split import Pictures


@dataclass(frozen=True, slots=True, eq=False)
class DataSet:
    """`in_paper` is the paper's name for it, empty where the paper has no figures for it."""

    title: str
    pictures: Pictures | LabelledFiles
    at: int | None
    in_paper: str = ""


def _cifar10(data: Path, split: Path | None) -> DataSet:
    return DataSet(paper.CIFAR10, cifar10.read(data, split), None, paper.CIFAR10)


def _multilabel(data: Path, split: Path | None) -> DataSet:
    files = multilabel.read(data)
    if multilabel.is_lists(data) and files.labels_NC.shape[1] == multilabel.NUS_WIDE_LABELS:
        return DataSet(paper.NUS_WIDE, files, 5000, paper.NUS_WIDE)
    return DataSet("Pictures with several labels", files, 5000)


def _imagenet100(data: Path, split: Path | None) -> DataSet:
    files = imagenet100.read(data)
    if files.labels_NC.shape[1] == imagenet100.CLASSES:
        return DataSet(paper.IMAGENET100, files, 1000, paper.IMAGENET100)
    return DataSet(f"Pictures of {files.labels_NC.shape[1]} classes", files, 1000)


READERS: dict[str, Callable[[Path, Path | None], DataSet]] = {
    "cifar10": _cifar10,
    "multilabel": _multilabel,
    "imagenet100": _imagenet100,
}


def read(name: str, data: Path, split: Path | None = None) -> DataSet:
    """The data set in the folder `data`; `split` is a folder of index files, which CIFAR-10 has."""
    return READERS[name](data, split)
