"""Addresses of shared libraries that are remembered, and what a person may type."""

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from engine.store.postgres.address import address_of, without_password
from gui.sharing.remembered import remember, remembered


@pytest.mark.parametrize(
    ("address", "kept"),
    [
        ("postgresql://host/db", "postgresql://host/db"),
        ("postgresql://me:secret@host:5433/db?sslmode=require", "postgresql://me@host:5433/db?sslmode=require"),
        ("postgres://me:a@b:c/d?e@host/db", "postgres://me@host/db"),
        ("postgresql:///db?user=me&password=secret&host=/tmp", "postgresql:///db?user=me&host=/tmp"),
        ("postgresql:///db?password=a&sslpassword=b&host=/tmp", "postgresql:///db?host=/tmp"),
        ("postgresql:///db?user=me&sslpassword=secret", "postgresql:///db?user=me"),
        ("postgresql:///db?PASSWORD=secret", "postgresql:///db"),
    ],
)
def test_an_address_is_remembered_without_its_password(address: str, kept: str, tmp_path: Path):
    assert without_password(address) == kept
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    remember(settings, "postgresql://other/db")
    remember(settings, address)
    remember(settings, kept)
    assert remembered(settings) == [kept, "postgresql://other/db"]


def test_what_somebody_wrote_into_the_settings_is_no_address(tmp_path: Path):
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    for nonsense in ("[", "{}", '["/photos", 3, null]', '"postgresql://host/db"'):
        settings.setValue("shared", nonsense)
        assert remembered(settings) == []


def test_a_service_is_an_address():
    assert address_of(" archive ") == "postgresql:///?service=archive"
    assert address_of("archive&host=evil") is None
