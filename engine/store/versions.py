"""Model versions. A version never changes once written, but for its name; exactly one is active once any exists."""

import json
from dataclasses import dataclass, replace
from typing import Any, cast

from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.sentences import said
from engine.store.checked_rows import BY_NAME
from engine.store.checksums import Cell, before_the_flip, checksum
from engine.store.connection import Database
from engine.store.folders import now

_TABLE = BY_NAME["model_versions"]

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Version:
    id: int
    name: str
    method: str
    bits: int
    backbone: FeatureSpace
    file: str
    file_checksum: str
    details: dict[str, Any]
    created_at: str
    active: bool
    stamp: int
    removed_stamp: int
    damaged: bool = False  # what its row says cannot be trusted; it serves for nothing, but can be removed


def add(
    db: Database,
    *,
    name: str,
    method: str,
    bits: int,
    backbone: FeatureSpace,
    file: str,
    file_checksum: str,
    details: dict[str, Any],
    created_at: str | None = None,
) -> int:
    row = {
        "name": name,
        "method": method,
        "bits": bits,
        "backbone": backbone,
        "file": file,
        "file_checksum": file_checksum,
        "details": json.dumps(details),
        "created_at": created_at or now(),
    }
    table = db.table("model_versions").insert(row, pk="id")
    return int(cast(int, table.last_pk))


def all_versions(db: Database) -> list[Version]:
    """By id. If the active one is damaged, the newest other one that has codes is active in its place."""
    rows = db.execute(f"SELECT checksum, {_TABLE.cells()} FROM model_versions ORDER BY id").fetchall()
    known = [_version(stored, tuple(cells)) for stored, *cells in rows]
    if any(version.damaged for version in known) and not any(version.active for version in known):
        return _with_another_active(db, known)
    return known


def active(db: Database) -> Version | None:
    return next((version for version in all_versions(db) if version.active), None)


def which_are_damaged(db: Database) -> str:
    """A sentence if any is, else nothing."""
    known = all_versions(db)
    lost = [str(version.id) for version in known if version.damaged]
    if not lost:
        return ""
    serves = next((v for v in known if v.active), None)
    if serves is None:
        return said("The description of model version {lost} is damaged; none serves.", lost=", ".join(lost))
    return said(
        "The description of model version {lost} is damaged; version {number} ({name}) serves.",
        lost=", ".join(lost),
        number=serves.id,
        name=serves.name,
    )


def get(db: Database, version_id: int) -> Version:
    found = next((version for version in all_versions(db) if version.id == version_id), None)
    if found is None:
        raise UserError(said("There is no model version {number}.", number=version_id))
    return found


def find(db: Database, text: str) -> Version:
    """The version that a person means: by its number, else by its name if only one has it."""
    known = all_versions(db)
    found = [v for v in known if str(v.id) == text] or [v for v in known if v.name == text]
    if not found:
        raise UserError(said("There is no model version {name!r}.", name=text))
    if len(found) > 1:
        numbers = ", ".join(str(version.id) for version in found)
        raise UserError(
            said(
                "Several model versions are named {name!r}; say which by its number: {numbers}.",
                name=text,
                numbers=numbers,
            )
        )
    return found[0]


def clean_name(text: str) -> str:
    """A name that can be shown anywhere: one line of printable characters, not long, not empty."""
    printable = "".join(c if c.isprintable() else " " for c in text)
    name = " ".join(printable.split())[:LONGEST_NAME].strip()
    if not name:
        raise UserError(said("A model version needs a name of at least one visible character."))
    return name


def rename(db: Database, version_id: int, name: str) -> None:
    get(db, version_id)
    db.execute("UPDATE model_versions SET name = ? WHERE id = ?", (name, version_id))


def must_be_sound(version: Version) -> None:
    if version.damaged:
        raise UserError(
            said(
                "The description of model version {number} is damaged; it cannot serve, but be removed.",
                number=version.id,
            )
        )


def activate(db: Database, version_id: int) -> None:
    must_be_sound(get(db, version_id))
    db.execute("UPDATE model_versions SET active = 0 WHERE active <> 0")
    db.execute("UPDATE model_versions SET active = 1 WHERE id = ?", (version_id,))


def deactivate(db: Database, version_id: int) -> None:
    """For one that cannot serve; another takes its place."""
    db.execute("UPDATE model_versions SET active = 0 WHERE id = ?", (version_id,))


def remove(db: Database, version_id: int) -> None:
    """Forget the version and its codes. The active one cannot go."""
    if get(db, version_id).active:
        raise UserError(said("The active version cannot be removed; activate another one first."))
    serves = active(db)
    db.execute("DELETE FROM model_versions WHERE id = ?", (version_id,))
    if serves is not None:
        activate(db, serves.id)  # it may have served in the place of the one that went


def any_on(db: Database, backbone: FeatureSpace) -> bool:
    """Whether any version works on the features of this backbone."""
    return any(version.backbone == backbone for version in all_versions(db))


def _has_codes(db: Database, version_id: int) -> bool:
    return db.execute("SELECT 1 FROM codes WHERE version_id = ? LIMIT 1", (version_id,)).fetchone() is not None


def _with_another_active(db: Database, known: list[Version]) -> list[Version]:
    able = [version.id for version in known if not version.damaged and _has_codes(db, version.id)]
    return [replace(version, active=True) if [version.id] == able[-1:] else version for version in known]


def _version(stored: int | None, cells: tuple[Cell, ...]) -> Version:
    """One flipped bit is turned back here; of a row with more damage only what can do no harm is taken."""
    right = cells if checksum(*cells) == stored else before_the_flip(cells, stored)
    values: list[Any] = [
        cell.decode("utf-8", "replace") if isinstance(cell, bytes) else cell for cell in right or cells
    ]
    values[7], readable = _details(values[7])
    values[9] = bool(values[9])
    version = Version(*values)
    if right is not None and readable:
        return version
    name = "".join(c if c.isprintable() else " " for c in version.name[:LONGEST_NAME])
    return replace(
        version,
        name=name,
        bits=0,
        backbone=FeatureSpace(""),
        file="",
        file_checksum="",
        details={},
        active=False,
        damaged=True,
    )


def _details(text: str) -> tuple[dict[str, Any], bool]:
    try:
        details = json.loads(text)
    except (ValueError, RecursionError):
        return {}, False
    return (details, True) if isinstance(details, dict) else ({}, False)
