"""What a person does with model versions: activate, rename, remove, carry to another library as one file."""

import os
from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.jobs import builtin_version
from engine.jobs.encoding import encode_missing
from engine.jobs.feature_reading import read_features
from engine.library import Library
from engine.model import added, model_files, tuned
from engine.model.backbones import EFFICIENTNET_LITE0, backbone, is_tuned
from engine.model.exported_version import ExportedVersion, packed_version, unpacked_version
from engine.model.tensor_files import read_bytes, trouble_said
from engine.progress import Progress
from engine.publishing import published
from engine.sentences import said
from engine.store import codes, features, versions
from engine.store.files import within
from engine.store.versions import Version

NOT_A_VERSION = said("{path!r} is not a valid model file: {why}.")
UNVERIFIED = said("The file has no checksum (an older DualHash wrote it), so whether it is damaged cannot be told.")


@dataclass(frozen=True, slots=True)
class Activated:
    """`without_code` images cannot be found by this version: their files were away or could not be read."""

    version: Version
    codes: int
    without_code: int


def activate(library: Library, version: Version) -> Generator[Progress, None, Activated]:
    """Make what the version lacks, then let it serve. Until then, and if cancelled, the active one serves."""
    library.must_be_writable()
    while True:
        yield from make_codes(library, version)
        if activate_at_once(library, version, unread=True):  # else some came just now
            break
    lacking = codes.count_lacking(library.db, version.id)
    return Activated(versions.get(library.db, version.id), codes.count(library.db, version.id), lacking)


def make_codes(library: Library, version: Version) -> Generator[Progress, None, int]:
    """Give all images their code of a version, whether it is active or not. Returns how many were made."""
    library.must_be_writable()
    model_files.of_version(library.models_folder, version)  # what is damaged is said before hours of reading
    if version.backbone != EFFICIENTNET_LITE0.name:  # those of that one are read by indexing
        yield from read_features(library, backbone(version.backbone, library.models_folder))
    return (yield from encode_missing(library, version))


def activate_at_once(library: Library, version: Version, *, unread: bool = False) -> bool:
    """Let a version serve that has all its codes, in one transaction; False if some are to be made first.

    With `unread`, pictures that its network has not seen do not count: they could not be read, say.
    """
    model_files.of_version(library.models_folder, version)
    with library.writing() as db:
        if features.count_without_code(db, version.backbone, version.id):
            return False
        if not unread and count_unread(library, version.backbone):
            return False
        versions.activate(db, version.id)
    return True


def count_unread(library: Library, space: FeatureSpace) -> int:
    """Images whose file is at hand, but has not been read by this network. (What the embedded one lacks, indexing
    reads.)"""
    if space == EFFICIENTNET_LITE0.name:
        return 0
    at_hand = [folder.id for folder in library.folders() if library.why_unavailable(folder) is None]
    return features.count_lacking(library.db, space, at_hand)


def rename(library: Library, version: Version, name: str) -> Version:
    with library.writing() as db:
        versions.rename(db, version.id, versions.clean_name(name))
    return versions.get(library.db, version.id)


def remove(library: Library, version: Version) -> None:
    """Forget a version and its codes, and what only it used: its tuned network and the features made by that.

    Features of a network that is not tuned stay: the next training may want them.
    """
    with library.writing() as db:
        versions.remove(db, version.id)
        only_user = is_tuned(version.backbone) and not versions.any_on(db, version.backbone)
        if only_user:
            features.remove_all_of(db, version.backbone)
    # Only now: a crash before leaves a version whose files are all there, one after leaves a file too many.
    _unlink(library, version.file)
    if only_user:
        _unlink(library, backbone(version.backbone).tuned_file or "")


def export_to(
    library: Library, version: Version, path: str, *, overwrite: bool = False
) -> Generator[Progress, None, int]:
    """Write the version as one file; returns its size. The library is only read."""
    path = os.path.abspath(path)
    if within(os.fsencode(os.path.realpath(path)), os.fsencode(os.path.realpath(library.path))):
        raise UserError(said("This is part of the library's own folder; choose a place outside it."))
    if os.path.lexists(path) and not overwrite:
        raise UserError(said("There is a file {path!r} already.", path=path))
    yield Progress(0, 2, said("Reading the version"))
    data = packed_version(_exported(library, version))
    yield Progress(1, 2, said("Writing the file"))
    with published(path) as file:
        file.write(data)
    return len(data)


def import_from(library: Library, path: str) -> Generator[Progress, None, Version]:
    """Add the version that a file holds, which may come from anybody. It is activated only if none is active."""
    library.must_be_writable()
    yield Progress(0, 2, said("Reading the file"))
    with trouble_said(NOT_A_VERSION, path=path):
        exported = unpacked_version(read_bytes(path))
    yield Progress(1, 2, said("Adding the version"))
    before = set(os.listdir(library.models_folder))
    with trouble_said(NOT_A_VERSION, path=path):
        return _add(library, exported, before)


def _exported(library: Library, version: Version) -> ExportedVersion:
    folder = library.models_folder
    space = backbone(version.backbone, folder)
    own, about = dict[str, Any](), ""
    if added.is_added(space.network):
        own, about = added.read_tensors(folder, space.network), added.read_about(folder, space.network).text
    elif space.tuned_id is not None:
        own = tuned.read_tensors(folder, space)
    return ExportedVersion(
        name=version.name,
        method=version.method,
        architecture=space.architecture,
        function=model_files.of_version(library.models_folder, version),
        tuned=own,
        details=version.details,
        created_at=version.created_at,
        network=about,
        views=space.views,
    )


def _add(library: Library, exported: ExportedVersion, before: set[str]) -> Version:
    """The files, then the row that names them; if that fails, the files that were not there `before` go again."""
    folder = library.models_folder
    written: list[str] = []
    try:
        if exported.network:
            space = added.write(folder, added.described(exported.network), exported.tuned)
            written.append(space.tuned_file or "")
        else:
            space = backbone(exported.architecture)
        if exported.tuned and not exported.network:
            space = tuned.write_tensors(folder, space.architecture, exported.tuned)
            written.append(space.tuned_file or "")
        file, file_checksum = model_files.write(folder, exported.function)
        written.append(file)
        return _add_row(library, exported, space.with_views(exported.views).name, file, file_checksum)
    except BaseException:
        for name in set(written) - before:
            _unlink(library, name)
        raise


def _add_row(
    library: Library, exported: ExportedVersion, space: FeatureSpace, file: str, file_checksum: str
) -> Version:
    with library.writing() as db:
        version_id = versions.add(
            db,
            name=_shown(exported.name, "Imported"),
            method=_method(exported.method),
            bits=exported.function.bits,
            backbone=space,
            file=file,
            file_checksum=file_checksum,
            details=_details(exported),
        )
        if versions.active(db) is None:
            versions.activate(db, version_id)  # as soon as there is a version, one is active
    return versions.get(library.db, version_id)


def _details(exported: ExportedVersion) -> dict[str, Any]:
    """What the file says of the version, and what we know of the file."""
    details = exported.details | {"imported": True, "made_at": _shown(exported.created_at, "unknown")}
    details.pop("unverified", None)  # said of the file that it was imported from before
    return details if exported.verified else details | {"unverified": True}


def is_unverified(version: Version) -> bool:
    """It came from a file without a checksum."""
    return version.details.get("unverified") is True


def _shown(text: str, otherwise: str) -> str:
    try:
        return versions.clean_name(text)
    except UserError:
        return otherwise


def _method(text: str) -> str:
    """Built-in versions are replaced by themselves when the library grows; one that was imported is not."""
    method = _shown(text, "unknown")
    return f"imported {method}" if method in builtin_version.METHODS else method


def _unlink(library: Library, name: str) -> None:
    with suppress(OSError):
        os.unlink(os.path.join(library.models_folder, name))
