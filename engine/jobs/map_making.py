"""The map of a library: laid out as a job, then kept; what is new finds its place at once.

A map is laid out by the features of the active version's network; if that version was trained, by what its hash
function makes of them, so that the map shows what it has learned.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass

import numpy as np

from engine.arrays import Ids, Vectors
from engine.feature_space import FeatureSpace
from engine.jobs.builtin_version import METHODS
from engine.library import Library
from engine.mapping import principal, saved_map
from engine.mapping.layout import lay_out
from engine.mapping.plane_map import PlaneMap
from engine.mapping.principal import COMPONENTS, Projection
from engine.model import model_files
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.progress import Progress
from engine.sentences import said
from engine.store import features, versions

NOTE = said("Reading features")
SAMPLE = 10_000  # images of which the principal components are made
AT_ONCE = 500
COMPARED = 20  # images, when a kept map is read
CLOSE = 0.02  # as numbers of half the precision are
OUTGROWN = 1.5  # a map that has so many times the pictures it was laid out with should be laid out anew

Vectorised = Callable[[Vectors], Vectors]


@dataclass(frozen=True, slots=True, eq=False)
class MapBasis:
    """What a map is laid out by; `name` tells one from another."""

    name: str
    space: FeatureSpace
    vectors: Vectorised


def basis_of(library: Library) -> MapBasis:
    """Of the version that is active now."""
    active = versions.active(library.db)
    if active is None:
        return MapBasis(EFFICIENTNET_LITE0.name, EFFICIENTNET_LITE0.name, _as_they_are)
    if active.method in METHODS:
        return MapBasis(active.backbone, active.backbone, _as_they_are)
    function = model_files.of_version(library.models_folder, active)
    return MapBasis(f"{active.backbone} {active.file_checksum}", active.backbone, function.outputs)


def can_be_mapped(library: Library) -> int:
    """How many images there are to lay out; others have not been read yet."""
    return features.count(library.db, basis_of(library).space)


def make_map(library: Library, image_ids: Ids | None = None) -> Generator[Progress, None, PlaneMap]:
    """Lay out all images that have features, and keep that; or only these, for the moment."""
    basis = basis_of(library)
    known = features.ids(library.db, basis.space)
    wanted = known if image_ids is None else np.intersect1d(image_ids, known)
    projection = yield from _projection(library, basis, wanted)
    read_ids, reduced_NR = yield from _reduced(library, basis, projection, wanted)
    places_N2 = yield from lay_out(reduced_NR)
    made = PlaneMap(basis.name, read_ids, places_N2, reduced_NR.astype(np.float16), projection, len(read_ids))
    if image_ids is None and not library.read_only and len(made):
        saved_map.save(library, made)
    return made


def map_now(library: Library, known: PlaneMap | None = None) -> PlaneMap | None:
    """The kept map, or the one that is at hand, with all that the library holds now; None if there is none, or if
    the library has outgrown it. What is new is placed, which takes a moment; nothing is saved."""
    basis = basis_of(library)
    made = known if known is not None and known.basis == basis.name else _kept(library, basis)
    if made is None:
        return None
    now = features.ids(library.db, basis.space)
    new = np.setdiff1d(now, made.image_ids, assume_unique=True)
    if len(now) > OUTGROWN * made.laid_out:
        return None
    if len(now) - len(new) < len(made):  # some have gone
        made = made.only(now)
    return with_new(library, basis, made, new) if len(new) else made


def _kept(library: Library, basis: MapBasis) -> PlaneMap | None:
    """Numbers of images begin anew in a new database: a map is only used if some of its images look as they did."""
    made = saved_map.load(library, basis.name)
    if made is None or not len(made):
        return None
    some = made.image_ids[:: max(1, len(made) // COMPARED)]
    for ids, vectors_MD in features.chunks(library.db, basis.space, some.tolist(), AT_ONCE):
        before_MR = made.reduced_NR[made.rows_of(np.array(ids, np.int64))]
        if not np.allclose(made.projection.of(basis.vectors(vectors_MD)), before_MR, atol=CLOSE):
            return None
    return made


def with_new(library: Library, basis: MapBasis, made: PlaneMap, image_ids: Ids) -> PlaneMap:
    """These images placed in it, as far as they have features."""
    for ids, vectors_MD in features.chunks(library.db, basis.space, image_ids.tolist(), AT_ONCE):
        made = made.with_new(np.array(ids, np.int64), made.projection.of(basis.vectors(vectors_MD)))
    return made


def _projection(library: Library, basis: MapBasis, wanted: Ids) -> Generator[Progress, None, Projection]:
    sample = wanted[:: max(1, -(-len(wanted) // SAMPLE))]
    parts = []
    for _, vectors_MD in features.chunks(library.db, basis.space, sample.tolist(), AT_ONCE):
        yield Progress(0, None, NOTE)
        parts.append(basis.vectors(vectors_MD))
    return principal.fitted(np.concatenate(parts)) if parts else _of_nothing()


def _reduced(
    library: Library, basis: MapBasis, projection: Projection, wanted: Ids
) -> Generator[Progress, None, tuple[Ids, Vectors]]:
    """In the order of their ids; those whose features are damaged are left out."""
    ids: list[int] = []
    parts = [np.empty((0, projection.directions_DR.shape[1]), np.float32)]
    for some, vectors_MD in features.chunks(library.db, basis.space, wanted.tolist(), AT_ONCE):
        yield Progress(len(ids), len(wanted), NOTE)
        ids += some
        parts.append(projection.of(basis.vectors(vectors_MD)))
    order = np.argsort(np.array(ids, np.int64), kind="stable")
    return np.array(ids, np.int64)[order], np.concatenate(parts)[order]


def _of_nothing() -> Projection:
    return Projection(
        np.zeros(1, np.float32), np.zeros((1, COMPONENTS), np.float32), np.zeros(COMPONENTS, np.float32)
    )


def _as_they_are(features_ND: Vectors) -> Vectors:
    return features_ND
