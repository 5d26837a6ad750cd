"""What forgetting.py asks of a library: index folders once, label some pictures, train on that, as a person does.

A kind is a folder of pictures. Nothing here takes figures.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from engine.errors import UserError
from engine.jobs import builtin_version
from engine.jobs.indexing import index
from engine.learning.examples import features_of
from engine.learning.methods import settings_of
from engine.learning.request import Request
from engine.learning.self_taught import teach_itself
from engine.learning.trained import Trained, discard
from engine.learning.training import train
from engine.library import Library
from engine.model import model_files
from engine.model.hash_function import HashFunction
from engine.model.linear_hash import itq
from engine.progress import finish
from engine.store import features, images, label_edits, labels, versions
from engine.store.label_edits import Give
from engine.store.versions import Version

METHOD = "dualhash-stom"
SPACE = "efficientnet_lite0"
LABELS_ONLY, NEW_DEFAULT = "labels-only", "new default"
TRAININGS = {  # labels-only is what a training was before the whole library was learned from
    LABELS_ONLY: {"learn_from": "labels", "bits": 64, "hidden": 1024, "output": "best", "patience": 15},
    NEW_DEFAULT: {},
}


@dataclass(frozen=True, slots=True, eq=False)
class Pictures:
    """All of a library, row by row; `kinds` are the names that the numbers in `kind_N` mean."""

    image_ids: list[int]
    kinds: list[str]
    kind_N: NDArray[np.int64]
    features_ND: NDArray[np.float16]

    @property
    def kinds_NC(self) -> NDArray[np.bool_]:
        return self.kind_N[:, None] == np.arange(len(self.kinds))


def indexed(library: Library, folders: Sequence[str]) -> Pictures:
    """The pictures of these folders, read now or before; the built-in version has taught itself."""
    if labels.all_labels(library.db):
        raise UserError("This library has labels. Give a folder that is only for this benchmark.")
    finish(index(library, [library.add_folder(os.fsencode(os.path.abspath(folder))) for folder in folders]))
    finish(teach_itself(library))
    ids, features_ND = features_of(library.db, SPACE, features.ids(library.db, SPACE).tolist())
    places = images.get(library.db, ids)
    kinds = [_kind(places[image_id].path) for image_id in ids]
    names = sorted(set(kinds))
    number = {name: at for at, name in enumerate(names)}
    return Pictures(ids, names, np.array([number[kind] for kind in kinds]), features_ND)


def _kind(path: bytes) -> str:
    folder, _ = os.path.split(path)
    return labels.name_from(b"/".join(folder.split(os.sep.encode())[-2:]))


@contextmanager
def labelled(library: Library, pictures: Pictures, rows: Sequence[int] | NDArray[np.int64]) -> Iterator[None]:
    """While it lasts, these pictures have their kind as a label, and no others have any."""
    wanted: dict[str, list[int]] = {}
    for row in rows:
        wanted.setdefault(pictures.kinds[pictures.kind_N[row]], []).append(pictures.image_ids[row])
    with library.writing() as db:
        undo = label_edits.apply(db, Give(wanted))
    try:
        yield
    finally:
        with library.writing() as db:
            label_edits.apply(db, undo)


def trained(library: Library, name: str) -> Trained:
    """A training of the product on the labels of now."""
    result = finish(train(library, Request(METHOD, settings_of(METHOD, **TRAININGS[name]))))
    discard(library)
    return result


def built_in(library: Library) -> tuple[Version, HashFunction]:
    """What the library has without labels."""
    version = next(v for v in versions.all_versions(library.db) if v.method in builtin_version.METHODS)
    return version, model_files.of_version(library.models_folder, version)


def itq_256(pictures: Pictures) -> HashFunction:
    """What was built in before the library taught itself."""
    rows = np.arange(len(pictures.image_ids))
    if len(rows) > builtin_version.ITQ_SAMPLE:
        rows = np.random.default_rng(0).choice(rows, builtin_version.ITQ_SAMPLE, replace=False)
    with threadpool_limits(1, user_api="blas"):
        return finish(itq(pictures.features_ND[rows].astype(np.float32), builtin_version.BITS))


def drawn(pictures: Pictures, wanted: Mapping[int, int], random: np.random.Generator) -> NDArray[np.int64]:
    """So many pictures of each of these kinds, at random; of each kind a fifth stays without a label."""
    rows = [random.permutation(np.flatnonzero(pictures.kind_N == kind)) for kind in wanted]
    return np.concatenate([r[: min(n, round(0.8 * len(r)))] for r, n in zip(rows, wanted.values(), strict=True)])
