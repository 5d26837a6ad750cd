"""What there is to say of each model version: how many codes it has, what it lacks, what it takes on disk."""

import os
from dataclasses import dataclass

from engine.errors import UserError
from engine.jobs.version_files import count_unread
from engine.library import Library
from engine.model.backbones import backbone, is_tuned
from engine.store import codes, features, versions
from engine.store.versions import Version

ROW_BYTES = 40  # that SQLite needs for a code besides its bits: keys, checksum, stamp, two indexes
FEATURE_BYTES = 2  # of each number


@dataclass(frozen=True, slots=True)
class VersionFacts:
    version: Version
    codes: int  # images that have its code
    to_make: int  # codes that activating it would have to make first
    size: int  # bytes on disk, about: what removing it would free

    @property
    def complete(self) -> bool:
        return self.to_make == 0


def all_facts(library: Library) -> list[VersionFacts]:
    """Of every version; the active one first, then the newest."""
    known = sorted(versions.all_versions(library.db), key=lambda version: (not version.active, -version.id))
    return [facts_of(library, version) for version in known]


def facts_of(library: Library, version: Version) -> VersionFacts:
    coded = codes.count(library.db, version.id)
    lacking = features.count_without_code(library.db, version.backbone, version.id)
    size = (
        _file_size(library, version.file) + coded * (version.bits // 8 + ROW_BYTES) + _own_space(library, version)
    )
    return VersionFacts(version, coded, lacking + count_unread(library, version.backbone), size)


def _own_space(library: Library, version: Version) -> int:
    """A tuned network and the features made by it; those of a network that is not tuned belong to the library."""
    if not is_tuned(version.backbone):
        return 0
    try:
        space = backbone(version.backbone)
    except UserError:
        return 0
    return (
        _file_size(library, space.tuned_file or "")
        + features.count(library.db, space.name) * space.dimensions * FEATURE_BYTES
    )


def _file_size(library: Library, name: str) -> int:
    try:
        return os.path.getsize(os.path.join(library.models_folder, name))
    except OSError:
        return 0  # what is gone takes no room
