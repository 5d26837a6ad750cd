"""Finished runs as files.

A file is good only for the very same run on the very same data: its name carries a digest of all that decides the
result (its key), and its content repeats it in full.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.experiments.written_files import write_compact_json


class RunFiles:
    """In one folder. `stem` is how a file's name begins, for people."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, stem: str, key: Mapping[str, Any]) -> dict[str, Any] | None:
        """What was written; None if nothing was, or the file is damaged."""
        plain = _plain(key)
        try:
            document = json.loads(self._path(stem, plain).read_text(encoding="utf-8"))
            return document if document["run"] == plain else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

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
