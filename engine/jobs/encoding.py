"""Codes of a model version, from stored features: no picture is opened and no network runs."""

from collections.abc import Generator

from engine.library import Library
from engine.model import model_files
from engine.progress import Progress
from engine.sentences import said
from engine.store import codes, features
from engine.store.versions import Version

CHUNK = 2048


def encode_missing(library: Library, version: Version) -> Generator[Progress, None, int]:
    """Give every image that has features its code of `version`. Returns how many were made."""
    total = features.count_without_code(library.db, version.backbone, version.id)
    if total == 0:
        return 0
    function, done = model_files.of_version(library.models_folder, version), 0
    for image_ids, features_ND in features.without_code(library.db, version.backbone, version.id, CHUNK):
        packed_NB = function.codes(features_ND)
        with library.writing() as db:
            codes.put(db, version.id, image_ids, packed_NB)
        done += len(image_ids)
        yield Progress(done, max(done, total), said("Making codes"))
    return done
