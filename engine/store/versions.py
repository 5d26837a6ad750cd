"""Model versions. A version never changes once written, but for its name; exactly one is active once any exists."""

import json
from dataclasses import dataclass
from typing import Any, cast

from sqlite_utils import Database

from engine.errors import UserError
from engine.store.folders import now

_COLUMNS = (
    "id, name, method, bits, backbone, file, file_checksum, details, created_at, active, stamp, removed_stamp"
)

LONGEST_NAME = 80


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


def find(db: Database, text: str) -> Version:
    """The version that a person means: by its number, else by its name if only one has it."""
    known = all_versions(db)
    found = [v for v in known if str(v.id) == text] or [v for v in known if v.name == text]
    if not found:
        raise UserError(f"There is no model version {text!r}.")
    if len(found) > 1:
        numbers = ", ".join(str(version.id) for version in found)
        raise UserError(f"Several model versions are named {text!r}; say which by its number: {numbers}.")
    return found[0]


def clean_name(text: str) -> str:
    """A name that can be shown anywhere: one line of printable characters, not long, not empty."""
    printable = "".join(c if c.isprintable() else " " for c in text)
    name = " ".join(printable.split())[:LONGEST_NAME].strip()
    if not name:
        raise UserError("A model version needs a name of at least one visible character.")
    return name


def rename(db: Database, version_id: int, name: str) -> None:
    get(db, version_id)
    db.execute("UPDATE model_versions SET name = ? WHERE id = ?", (name, version_id))


def activate(db: Database, version_id: int) -> None:
    get(db, version_id)
    db.execute("UPDATE model_versions SET active = 0 WHERE active = 1")
    db.execute("UPDATE model_versions SET active = 1 WHERE id = ?", (version_id,))


def remove(db: Database, version_id: int) -> None:
    """Forget the version and its codes. The active one cannot go."""
    if get(db, version_id).active:
        raise UserError("The active version cannot be removed; activate another one first.")
    db.execute("DELETE FROM model_versions WHERE id = ?", (version_id,))


def any_on(db: Database, backbone: str) -> bool:
    """Whether any version works on the features of this backbone."""
    return db.execute("SELECT 1 FROM model_versions WHERE backbone = ?", (backbone,)).fetchone() is not None


def _version(row: tuple[Any, ...]) -> Version:
    values = list(row)
    values[7], values[9] = json.loads(row[7]), bool(row[9])
    return Version(*values)
