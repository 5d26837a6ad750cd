"""The files of model versions, on the server: small, named by chance or by their checksum, never changed."""

import re
from collections.abc import Iterable

from engine.sentences import said
from engine.store.postgres.database import SharedDatabase
from engine.store.postgres.troubles import not_as_made

_NAME = re.compile(r"[\w@.-]+\.safetensors")  # in a folder, never outside of it


def names(db: SharedDatabase) -> set[str]:
    return {name for (name,) in db.ask("SELECT name FROM model_files")}


def put(db: SharedDatabase, name: str, content: bytes) -> None:
    db.ask("INSERT INTO model_files VALUES (%s, %s) ON CONFLICT (name) DO NOTHING", (name, content))


def remove_but(db: SharedDatabase, wanted: Iterable[str]) -> None:
    db.ask("DELETE FROM model_files WHERE NOT name = ANY (%s)", (sorted(wanted),))


def content(db: SharedDatabase, name: str) -> bytes | None:
    row = db.ask("SELECT content FROM model_files WHERE name = %s", (name,)).fetchone()
    return None if row is None else bytes(row[0])


def must_be_a_file_name(name: str) -> None:
    """What a server says is not taken for a path."""
    if not _NAME.fullmatch(name) or name.startswith("."):
        raise not_as_made(said("a model file has a name that none has"))
