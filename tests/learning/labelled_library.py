"""Libraries to learn from without pictures: images whose features lie in clusters, labelled by cluster.

The clusters overlap along many directions that tell nothing, so that codes fitted without labels are middling and
learned ones good. Contents are hashes, as those of real files are: what is held out hangs on them.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jobs.builtin_version import ITQ_FROM, refresh
from engine.learning.held_out import HELD_OUT, place
from engine.learning.methods import settings_of
from engine.learning.request import Request
from engine.learning.trained import Trained
from engine.learning.training import train
from engine.library import Library
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import finish
from engine.store import features, files, folders, images, labels
from engine.store.connection import Database
from engine.store.images import PictureFacts
from tests.conftest import CPU
from tests.jobs.feature_rows import DIMENSIONS

SPACE = EFFICIENTNET_LITE0.name
TELLING = 12  # dimensions in which the clusters differ
SMALL: dict[str, Any] = {"bits": 16, "hidden": 32, "batch": 64, "epochs": 6, "measure_every": 0}


def content_of(number: int) -> bytes:
    return hashlib.blake2b(b"picture %d" % number, digest_size=16).digest()


def number_with(held_out: bool, start: int = 0) -> int:
    """The first number from `start` on whose content would be held out, or would not."""
    return next(n for n in range(start, start + 1000) if (place(content_of(n)) < HELD_OUT) == held_out)


def clustered(count: int, clusters: int, noise: float = 1.0, seed: int = 0) -> NDArray[np.float32]:
    """Row i belongs to cluster i % clusters."""
    random = np.random.default_rng(seed)
    centres_CD = np.zeros((clusters, DIMENSIONS))
    centres_CD[:, :TELLING] = np.random.default_rng(7).standard_normal((clusters, TELLING)) * 2.5
    noise_ND = noise * random.standard_normal((count, DIMENSIONS))
    return (1 + centres_CD[np.arange(count) % clusters] + noise_ND).astype(np.float32)


def add_images(db: Database, numbers: Sequence[int]) -> list[int]:
    """Images that were read, with these numbers' contents; returns their ids."""
    known = folders.all_folders(db)
    folder = known[0] if known else folders.add(db, b"/made up")
    ids = []
    for number in numbers:
        image_id = images.add_pending(db)
        images.set_facts(db, image_id, PictureFacts(content_of(number), "JPEG", 4, 3, None, None))
        file_id = files.add(db, folder.id, b"%d.jpg" % number, 1000, 0, image_id)
        files.set_read(db, file_id, image_id, 1000, 0)
        ids.append(image_id)
    return ids


def fill(library: Library, count: int = 120, clusters: int = 4, noise: float = 1.0) -> list[int]:
    """Images with features, each labelled by its cluster ("label 0"…), and the built-in version."""
    with library.writing() as db:
        ids = add_images(db, range(count))
        features.put(db, SPACE, ids, clustered(count, clusters, noise))
        for label in range(clusters):
            labels.assign(db, f"label {label}", ids[label::clusters])
    finish(refresh(library, EFFICIENTNET_LITE0))
    return ids


def request(method: str = "dualhash-stom", preset: str = "balanced", **changes: Any) -> Request:
    return Request(method, settings_of(method, preset, **(SMALL | changes)), device=CPU)


def trained_on(library: Library, **changes: Any) -> Trained:
    return finish(train(library, request(**changes)))


@dataclass(frozen=True)
class Said:
    """One sentence for a person."""

    text: str

    def __post_init__(self) -> None:
        assert "\n" not in self.text
        assert self.text.endswith(".")
        assert self.text[0].isupper() or self.text[0] == "“"


def add_enough_to_teach(library: Library) -> None:
    """Make a library of pictures so large that it teaches itself, by features that are made up."""
    with library.writing() as db:
        ids = add_images(db, range(1000, 1000 + ITQ_FROM))
        width = features.get(db, SPACE, features.ids(db, SPACE).tolist()[:1]).popitem()[1].shape[0]
        vectors_ND = clustered(len(ids), 8).repeat(-(-width // clustered(1, 8).shape[1]), axis=1)[:, :width]
        features.put(db, SPACE, ids, vectors_ND)
