"""Addresses of shared libraries that were opened before. No password is among them."""

import json

from PySide6.QtCore import QSettings

from engine.private_files import take_from_others
from engine.store.postgres.address import is_address, without_password

MOST = 8
KEY = "shared"


def remembered(settings: QSettings) -> list[str]:
    """The last one first."""
    try:
        stored = json.loads(str(settings.value(KEY, "[]")))
    except (ValueError, RecursionError):
        return []
    texts = stored if isinstance(stored, list) else []
    return [each for each in texts if isinstance(each, str) and is_address(each)][:MOST]


def remember(settings: QSettings, address: str) -> None:
    kept = without_password(address)
    others = [each for each in remembered(settings) if each != kept]
    settings.setValue(KEY, json.dumps([kept, *others][:MOST]))
    settings.sync()
    take_from_others(settings.fileName())
