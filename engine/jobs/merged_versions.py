"""The model versions of another library brought into this one, by the content of their models.

Built-in versions were fitted to their own library, so they are left where they are, unless this one has the very
same: the joined library gets one that is fitted to all of it.
"""

import os
from collections.abc import Iterator
from contextlib import suppress

from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.jobs import builtin_version
from engine.library import Library
from engine.model import model_files
from engine.model.backbones import backbone, must_be_intact
from engine.model.tensor_files import read_bytes
from engine.publishing import published
from engine.sentences import said, text_of
from engine.store import versions
from engine.store.connection import Database
from engine.store.versions import Version


def brought_in(library: Library, other: Database, folder: str, notes: list[str]) -> Iterator[tuple[int, int]]:
    """Their number and ours of those that both have now; `folder` is where their models lie. Of versions whose
    files cannot be used a sentence is noted."""
    for theirs in versions.all_versions(other):
        try:
            ours = _same(library, theirs, folder)
            if ours is None and theirs.method not in builtin_version.METHODS:
                ours = _added(library, theirs, folder)
        except UserError as error:
            notes.append(said("Version “{name}” was left out: {why}", name=theirs.name, why=text_of(error)))
            continue
        if ours is not None:
            yield theirs.id, ours


def _same(library: Library, theirs: Version, folder: str) -> int | None:
    """The version here whose model holds the same."""
    alike = (theirs.backbone, theirs.bits)
    known = [v for v in versions.all_versions(library.db) if not v.damaged and (v.backbone, v.bits) == alike]
    if not known:
        return None
    content = model_files.content_of(model_files.of_version(folder, theirs))
    for version in known:
        with suppress(UserError):  # one of ours is damaged: `check` says so
            if model_files.content_of(model_files.of_version(library.models_folder, version)) == content:
                return version.id
    return None


def _added(library: Library, theirs: Version, folder: str) -> int:
    """The files, then the row that names them: a kill in between leaves files that are written again."""
    model_files.of_version(folder, theirs)  # what is damaged stays where it is
    _copy(folder, library.models_folder, theirs.file)
    space = backbone(FeatureSpace(theirs.backbone), folder)
    if space.tuned_file is not None:
        must_be_intact(theirs.backbone, folder)
        _copy(folder, library.models_folder, space.tuned_file)
    with library.writing() as db:
        active = versions.active(db)
        version_id = versions.add(
            db,
            name=theirs.name,
            method=theirs.method,
            bits=theirs.bits,
            backbone=theirs.backbone,
            file=theirs.file,
            file_checksum=theirs.file_checksum,
            details=theirs.details,
            created_at=theirs.created_at,
        )
        if active is None or (theirs.active and active.method in builtin_version.METHODS):
            versions.activate(db, version_id)
    return version_id


def _copy(source: str, target: str, name: str) -> None:
    """Byte by byte, as its row holds the checksum."""
    data = read_bytes(os.path.join(source, name))
    with published(os.path.join(target, name)) as file:
        file.write(data)
