"""Settings of a preset, with some values changed."""

from typing import Any

from engine.dualhash import settings
from engine.dualhash.settings import Settings


def preset(name: str, **changes: Any) -> Settings:
    return Settings().changed(**(settings.preset(name) | changes))
