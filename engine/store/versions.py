"""Model versions. A version never changes once written; exactly one is active once any exists."""

import json
from dataclasses import dataclass
from typing import Any, cast

from sqlite_utils import Database

from engine.errors import UserError
from engine.store.folders import now

_COLUMNS = (
    "id, name, method, bits, backbone, file, file_checksum, details, created_at, active, stamp, removed_stamp"
)


@dataclass(frozen=True, slots=True)
class Version:
    id: int
    name: str
    method: str
    bits: int
    backbone: str
    file: str
    file_checksum: str
    details: dict[str, Any]
    created_at: str
    active: bool
    stamp: int
    removed_stamp: int


def add(
    db: Database,
    *,
    name: str,
    method: str,
    bits: int,
    backbone: str,
    file: str,
    file_checksum: str,
    details: dict[str, Any],
) -> int:
    row = {
        "name": name,
        "method": method,
        "bits": bits,
        "backbone": backbone,
        "file": file,
        "file_checksum": file_checksum,
        "details": json.dumps(details),
        "created_at": now(),
    }
    table = db.table("model_versions").insert(row, pk="id")
    return int(cast(int, table.last_pk))


def all_versions(db: Database) -> list[Version]:
    return [_version(row) for row in db.execute(f"SELECT {_COLUMNS} FROM model_versions ORDER BY id")]


def active(db: Database) -> Version | None:
    row = db.execute(f"SELECT {_COLUMNS} FROM model_versions WHERE active = 1").fetchone()
    return _version(row) if row else None


def get(db: Database, version_id: int) -> Version:
    row = db.execute(f"SELECT {_COLUMNS} FROM model_versions WHERE id = ?", (version_id,)).fetchone()
    if row is None:
        raise UserError(f"There is no model version {version_id}.")
    return _version(row)


def activate(db: Database, version_id: int) -> None:
    get(db, version_id)
    db.execute("UPDATE model_versions SET active = 0 WHERE active = 1")
    db.execute("UPDATE model_versions SET active = 1 WHERE id = ?", (version_id,))


def remove(db: Database, version_id: int) -> None:
    """Forget the version and its codes. The active one cannot go."""
    if get(db, version_id).active:
        raise UserError("The active version cannot be removed; activate another one first.")
    db.execute("DELETE FROM model_versions WHERE id = ?", (version_id,))


def _version(row: tuple[Any, ...]) -> Version:
    values = list(row)
    values[7], values[9] = json.loads(row[7]), bool(row[9])
    return Version(*values)
