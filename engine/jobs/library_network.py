"""Whose features a library is searched by: the embedded network's, another one's, or those of several views.

Networks are added to a library by `add_file` and `add_known` (each runs best in a process of its own, as it imports
torch). `use` has the features of a feature space read while the version before serves, makes a built-in version of
them, and activates that; the one before stays, and going back to it takes a moment.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass

from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.jobs import builtin_version
from engine.jobs.feature_reading import read_features
from engine.jobs.version_files import Activated, activate
from engine.library import Library
from engine.model import added, fetching, known_networks
from engine.model.added import AddedNetwork
from engine.model.backbones import EFFICIENTNET_LITE0, Backbone, backbone
from engine.model.views import parted
from engine.progress import Progress
from engine.sentences import said
from engine.store import features, versions

ADDING = said("Checking the network")


@dataclass(frozen=True, slots=True)
class LibraryNetwork:
    """A feature space that a library has features of, or could have. `about` is None for the embedded network."""

    space: FeatureSpace
    about: AddedNetwork | None
    images: int  # that have its features
    versions: int
    active: bool


def networks_of(library: Library) -> list[LibraryNetwork]:
    """The embedded one, those that were added, and each of them with the views that versions look at."""
    known = versions.all_versions(library.db)
    about: dict[str, AddedNetwork | None] = {EFFICIENTNET_LITE0.name: None}
    about |= dict(added.all_of(library.models_folder))
    seen = [version.backbone for version in known if parted(version.backbone)[0] in about]
    found = []
    for space in dict.fromkeys((*(FeatureSpace(name) for name in about), *seen)):
        on_it = [version for version in known if version.backbone == space]
        active = any(version.active for version in on_it)
        images = features.count(library.db, space)
        found.append(LibraryNetwork(space, about[parted(space)[0]], images, len(on_it), active))
    return found


def add_file(
    library: Library, path: str, configuration: str | None = None, licence: str = ""
) -> Generator[Progress, None, FeatureSpace]:
    """Add the network that a file holds. Nothing is fetched."""
    from engine.model import adding

    library.must_be_writable()
    yield Progress(0, None, ADDING)
    return adding.add_file(library.models_folder, path, configuration, licence=licence).name


def add_known(library: Library, name: str) -> Generator[Progress, None, FeatureSpace]:
    """Fetch a network by its name, which the user was told of and asked for, and add it."""
    from engine.model import adding

    library.must_be_writable()
    known = known_networks.known(name)
    with fetching.folder() as folder:
        weights = yield from fetching.fetched(known, folder)
        yield Progress(0, None, ADDING)
        return adding.add_file(
            library.models_folder,
            weights,
            licence=known.licence,
            source=known.source,
        ).name


def use(library: Library, space: Backbone) -> Generator[Progress, None, Activated]:
    """Search by this feature space from now on; until all is there, and if cancelled, the active version serves."""
    library.must_be_writable()
    if space != EFFICIENTNET_LITE0:  # whose features are read by indexing
        yield from read_features(library, space)
    version = yield from builtin_version.begun_on(library, space)
    return (yield from activate(library, version))


def remove(library: Library, space: FeatureSpace) -> None:
    """Take features away that no version works on, and, of an added network without any, its weights."""
    network, _ = parted(space)
    if space == EFFICIENTNET_LITE0.name:
        raise UserError(said("The embedded network stays: copies are found by it."))
    with library.writing() as db:
        users = [version.name for version in versions.all_versions(db) if version.backbone == space]
        users += [
            version.name
            for version in versions.all_versions(db)
            if space == network and parted(version.backbone)[0] == network and version.backbone != space
        ]
        if users:
            raise UserError(
                said("The version {name} works on this network; remove that first.", name=", ".join(users))
            )
        features.remove_all_of(db, space)
    if space == network and added.is_added(network):
        with suppress(OSError):
            os.unlink(added.path_of(library.models_folder, network))


def find(library: Library, name: str) -> FeatureSpace:
    """The network of the library that this names: whole, by its beginning, or by a part that no other one has."""
    known = list(dict.fromkeys(parted(each.space)[0] for each in networks_of(library)))
    for fits in (
        [space for space in known if space == name],
        [space for space in known if space.startswith(name)],
        [space for space in known if name in space],
    ):
        if len(fits) == 1:
            return FeatureSpace(fits[0])
    raise UserError(
        said("There is no network {name!r} in this library; there are {known}.", name=name, known=", ".join(known))
    )


def spec(library: Library, space: str) -> Backbone:
    return backbone(space, library.models_folder)
