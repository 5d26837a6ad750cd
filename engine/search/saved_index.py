"""The code index as a file: a line of JSON, the image ids, the codes, all under one checksum.

The database stays the truth: a file that is damaged, of another version, or from before codes were taken away
is not used, and the index is read from the database instead.
"""

import hashlib
import json
import logging
import os

import numpy as np

from engine.publishing import published
from engine.search.code_index import CodeIndex
from engine.store import codes
from engine.store.connection import Database
from engine.store.versions import Version

log = logging.getLogger(__name__)

DIGEST = 32


def path_of(folder: str, version_id: int) -> str:
    return os.path.join(folder, f"version-{version_id}.codes")


def save(folder: str, index: CodeIndex) -> None:
    about = {
        "model": index.model,
        "version": index.version_id,
        "bits": index.bits,
        "stamp": index.stamp,
        "count": len(index),
    }
    body = [json.dumps(about).encode() + b"\n", index.image_ids.tobytes(), index.packed_NB.tobytes()]
    digest = hashlib.blake2b(digest_size=DIGEST)
    for part in body:
        digest.update(part)
    with published(path_of(folder, index.version_id)) as file:
        file.write(digest.digest())
        file.writelines(body)
    index.saved_stamp = index.stamp
    _sweep(folder, index.version_id)


def load(folder: str, version: Version) -> CodeIndex | None:
    """The saved index, or None if there is none that can be trusted."""
    path = path_of(folder, version.id)
    try:
        with open(path, "rb") as file:
            data = memoryview(file.read())
    except FileNotFoundError:
        return None
    except OSError as error:
        log.warning("the saved index cannot be read (%s); it is built anew", error)
        return None
    if hashlib.blake2b(data[DIGEST:], digest_size=DIGEST).digest() != data[:DIGEST]:
        log.warning("the saved index is damaged; it is built anew from the database")
        return None
    try:
        return _parse(data[DIGEST:], version)
    except (ValueError, KeyError, TypeError):
        log.warning("the saved index is of another format; it is built anew from the database")
        return None


def is_intact(folder: str, version: Version) -> bool:
    return not os.path.exists(path_of(folder, version.id)) or load(folder, version) is not None


def up_to_date(db: Database, folder: str, version: Version, index: CodeIndex | None) -> CodeIndex:
    """The index of `version` with every code that the database holds: the given one if it is of that version and
    nothing was taken away since, else the saved one, else a new one; then what came later is added."""
    mine = index is not None and (index.version_id, index.model) == (version.id, version.file_checksum)
    if index is None or not mine or index.stamp < version.removed_stamp:
        index = load(folder, version)
        if index is None or index.stamp < version.removed_stamp:
            index = CodeIndex(version.id, version.bits, version.file_checksum)
    if index.stamp < version.stamp:
        rows = codes.since(db, version.id, index.stamp, version.bits)
        if rows.damaged:
            log.warning(
                "%d codes are damaged and left out; “dualhash check --repair” mends them", len(rows.damaged)
            )
        index.put(rows.image_ids_N, rows.packed_NB)
        index.stamp = version.stamp
    return index


def _parse(data: memoryview, version: Version) -> CodeIndex | None:
    head = bytes(data[:1000]).split(b"\n", 1)[0]
    about = json.loads(head)
    # Numbers begin anew in a new database; the checksum of the model file tells versions apart for good.
    same = (about["model"], about["version"], about["bits"]) == (version.file_checksum, version.id, version.bits)
    if not same or about["stamp"] > version.stamp:
        return None
    count, start = about["count"], len(head) + 1
    ids = np.frombuffer(data[start : start + 8 * count], np.int64)
    packed = np.frombuffer(data[start + 8 * count :], np.uint8).reshape(count, version.bits // 8)
    index = CodeIndex(version.id, version.bits, version.file_checksum)
    index.put(ids.copy(), packed)
    index.stamp = index.saved_stamp = about["stamp"]
    return index


def _sweep(folder: str, keep: int) -> None:
    """Saved indexes of other versions can be built again when they are wanted."""
    for name in os.listdir(folder):
        if name.endswith(".codes") and name != f"version-{keep}.codes":
            os.unlink(os.path.join(folder, name))
