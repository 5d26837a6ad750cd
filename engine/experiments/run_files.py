"""Finished runs as files.

A file is good only for the very same run on the very same data: its name carries a digest of all that decides the
result (its key), and its content repeats it in full.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.experiments.written_files import write_compact_json


def read_document(path: Path) -> dict[str, Any]:
    """Empty where there is no such file, or nothing in it that can be read."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return document if isinstance(document, dict) else {}


def oldest_first(folder: Path, pattern: str) -> Iterator[dict[str, Any]]:
    """The documents of the runs whose files are named so, and which say of what run they are."""
    files = sorted(folder.glob(pattern), key=lambda path: (path.stat().st_mtime_ns, path.name))
    return (document for document in map(read_document, files) if isinstance(document.get("run"), dict))


class RunFiles:
    """The files of runs in one folder. Their names begin with a `stem` for people."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, stem: str, key: Mapping[str, Any]) -> dict[str, Any] | None:
        """What was written; None if nothing was, or the file is damaged."""
        plain = _plain(key)
        document = read_document(self._path(stem, plain))
        return document if document.get("run") == plain else None

    def write(self, stem: str, key: Mapping[str, Any], document: Mapping[str, Any]) -> None:
        plain = _plain(key)
        write_compact_json(self._path(stem, plain), {"run": plain, **document})

    def _path(self, stem: str, plain: dict[str, Any]) -> Path:
        digest = hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:12]
        return self.folder / f"{stem}-{digest}.json"


def _plain(key: Mapping[str, Any]) -> dict[str, Any]:
    """As it comes back from disk: tuples are lists."""
    plain: dict[str, Any] = json.loads(json.dumps(key))
    return plain
