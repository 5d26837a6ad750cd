"""The built-in model version: codes before any label exists, fitted to the library itself.

Below 500 images an orthonormal random projection through the mean of what is there, from 500 on ITQ on up to
20,000 of the library's own features; that one then learns from the library's neighbourhoods in the background
(engine.learning.self_taught) and hands over to what it became. It is refitted when the library has outgrown it, and
takes the active place only from another built-in version: what the user chose stays.
"""

import os
from collections.abc import Generator
from contextlib import suppress

import numpy as np

from engine.arrays import Vectors
from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.jobs.encoding import encode_missing
from engine.library import Library
from engine.model import model_files
from engine.model.backbones import Backbone
from engine.model.code_lengths import FEWEST_BITS
from engine.model.hash_function import HashFunction
from engine.model.joined_hash import JoinedHash
from engine.model.layered_hash import LayeredHash
from engine.model.linear_hash import itq, random_projection
from engine.progress import Progress
from engine.sentences import said
from engine.store import features, version_details, versions
from engine.store.versions import Version

BITS = 256
BASE_BITS = BITS // 2  # once it has taught itself: with fewer, near-copies are less often the nearest by distance
FIRST_MEAN = 50  # images that make a usable mean
ITQ_FROM = 500
ITQ_SAMPLE = 20_000
PROJECTION = "built-in projection"
ITQ = "built-in itq"
SELF_TAUGHT = "built-in self-taught"
METHODS = (PROJECTION, ITQ, SELF_TAUGHT)


def method_wanted(active: Version | None, images: int) -> str | None:
    """The method to fit now, or None when the active version still serves."""
    method = ITQ if images >= ITQ_FROM else PROJECTION
    if images == 0 or (active is not None and active.method not in METHODS):
        return None
    if active is None or (active.method == PROJECTION and method == ITQ):
        return method
    if active.method != PROJECTION and method == PROJECTION:  # pictures were taken away
        return None
    fitted_on = version_details.read(active.details).fitted_on or 0
    growth = 4 if method == ITQ else 2
    return method if images >= growth * fitted_on else None


def can_be_taught(library: Library) -> bool:
    """Whether the active version is the built-in ITQ: it is what learning from neighbourhoods begins with."""
    active = versions.active(library.db)
    return active is not None and active.method == ITQ and active.bits == BITS


def taught_by_itself(library: Library, space: FeatureSpace) -> LayeredHash | None:
    """What the library has learned from its neighbourhoods on features of this space; None if it has not."""
    for version in versions.all_versions(library.db):
        if version.method == SELF_TAUGHT and version.backbone == space:
            try:
                function = model_files.of_version(library.models_folder, version)
            except UserError:  # a damaged file costs its own version, no training
                return None
            return function.learned if isinstance(function, JoinedHash) else None
    return None


def refresh(library: Library, backbone: Backbone) -> Generator[Progress, None, Version | None]:
    """Fit a new built-in version if the library has outgrown the active one, encode all, activate it."""
    active = versions.active(library.db)
    if active is not None and active.backbone != backbone.name:
        return None
    method = method_wanted(active, features.count(library.db, backbone.name))
    return None if method is None else (yield from _fitted(library, backbone, method))


def begun_on(library: Library, backbone: Backbone) -> Generator[Progress, None, Version]:
    """The built-in version on another network, whose features are there: the one that there is, or a new one; all
    its codes are made. It is the caller's to activate it."""
    for version in versions.all_versions(library.db):
        if version.method in METHODS and version.backbone == backbone.name and not version.damaged:
            yield from encode_missing(library, version)
            return version
    count = features.count(library.db, backbone.name)
    if not count:
        raise UserError(said("No picture could be read, so there is nothing to begin with."))
    return (yield from _fitted(library, backbone, ITQ if count >= ITQ_FROM else PROJECTION))


def _fitted(library: Library, backbone: Backbone, method: str) -> Generator[Progress, None, Version]:
    image_ids = features.ids(library.db, backbone.name)
    sample_ND = _sample(library, backbone, image_ids)
    bits = min(
        BITS, backbone.dimensions // FEWEST_BITS * FEWEST_BITS
    )  # small networks give fewer numbers than that
    function: HashFunction
    if method == ITQ:
        function = yield from itq(sample_ND, bits)
    else:
        function = random_projection(sample_ND, bits)
    return (yield from publish(library, backbone, method, function, len(image_ids)))


def publish(
    library: Library, backbone: Backbone, method: str, function: HashFunction, fitted_on: int
) -> Generator[Progress, None, Version]:
    """Write the model file and the row, encode everything, then activate and drop the superseded ones."""
    file, file_checksum = model_files.write(library.models_folder, function)
    with library.writing() as db:
        version_id = versions.add(
            db,
            name="Built-in",
            method=method,
            bits=function.bits,
            backbone=backbone.name,
            file=file,
            file_checksum=file_checksum,
            details={"fitted_on": fitted_on},
        )
        if versions.active(db) is None:
            versions.activate(db, version_id)  # as soon as there is a version, one is active
    version = versions.get(library.db, version_id)
    yield from encode_missing(library, version)
    with library.writing() as db:
        active = versions.active(db)
        if active is None or (active.method in METHODS and active.backbone == backbone.name):
            versions.activate(db, version_id)
        earlier = [v for v in versions.all_versions(db) if v.backbone == backbone.name and v.id < version_id]
        superseded = [v for v in earlier if v.method in METHODS and not v.active]
        for old in superseded:
            versions.remove(db, old.id)
    for old in superseded:
        with suppress(OSError):
            os.unlink(os.path.join(library.models_folder, old.file))
    return versions.get(library.db, version_id)


def _sample(library: Library, backbone: Backbone, image_ids: np.ndarray) -> Vectors:
    if len(image_ids) > ITQ_SAMPLE:
        image_ids = np.random.default_rng(0).choice(image_ids, ITQ_SAMPLE, replace=False)
    found = features.get(library.db, backbone.name, image_ids.tolist())
    if not found:
        raise UserError(
            said("The features of all pictures are damaged; “dualhash check --repair” has them read again.")
        )
    return np.stack([found[i] for i in sorted(found)])
