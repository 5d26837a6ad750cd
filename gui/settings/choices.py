"""What was chosen in the settings; what cannot be read is as it was made."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from gui.language import LANGUAGES

MOST_WORKERS = 64
LEAST_MEMORY, USUAL_MEMORY, MOST_MEMORY = 32, 64, 4096  # megabytes, of thumbnails


class ColourTheme(StrEnum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Computing(StrEnum):
    """What indexing computes on."""

    BEST = "best"
    CPU = "cpu"
    CUDA = "cuda"


@dataclass(frozen=True, slots=True)
class Choices:
    theme: ColourTheme = ColourTheme.SYSTEM
    hidden_details: frozenset[str] = frozenset()
    keys: Mapping[str, str] = field(default_factory=dict)  # of menu entries by English texts, where not their own
    workers: int = 0  # 0: one for each core
    computing: Computing = Computing.BEST
    memory: int = USUAL_MEMORY
    language: str = ""  # its code; none: as the system
    cache: str = ""  # a folder; none: the usual one

    def text(self) -> str:
        return json.dumps(
            {
                "theme": self.theme,
                "hidden_details": sorted(self.hidden_details),
                "keys": dict(self.keys),
                "workers": self.workers,
                "computing": self.computing,
                "memory": self.memory,
                "language": self.language,
                "cache": self.cache,
            }
        )


def choices_of(text: str) -> Choices:
    try:
        values = json.loads(text)
        known = values if isinstance(values, dict) else {}
    except (ValueError, RecursionError):
        known = {}
    usual = Choices()
    return Choices(
        theme=_one_of(ColourTheme, known.get("theme"), usual.theme),
        hidden_details=frozenset(_words(known.get("hidden_details"))),
        keys=_pairs(known.get("keys")),
        workers=_number(known.get("workers"), 0, MOST_WORKERS, usual.workers),
        computing=_one_of(Computing, known.get("computing"), usual.computing),
        memory=_number(known.get("memory"), LEAST_MEMORY, MOST_MEMORY, usual.memory),
        language=_language(known.get("language")),
        cache=_folder(known.get("cache")),
    )


def _one_of(kind: Any, value: object, usual: Any) -> Any:
    return kind(value) if value in list(kind) else usual


def _language(value: object) -> str:
    return value if isinstance(value, str) and value in LANGUAGES else ""


def _folder(value: object) -> str:
    """One that the system can be asked for."""
    try:
        is_path = isinstance(value, str) and os.path.isabs(value) and b"\0" not in os.fsencode(value)
    except ValueError:  # letters that no name has
        is_path = False
    return str(value) if is_path else ""


def _words(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _pairs(value: object) -> dict[str, str]:
    pairs = value.items() if isinstance(value, dict) else ()
    return {name: keys for name, keys in pairs if isinstance(keys, str)}


def _number(value: object, least: int, most: int, usual: int) -> int:
    return value if type(value) is int and least <= value <= most else usual
