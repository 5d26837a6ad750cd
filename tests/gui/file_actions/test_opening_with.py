"""Pictures opened with a program that a person chooses."""

import os
import stat
import sys
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from engine.errors import UserError
from gui.file_actions.program_dialog import ProgramDialog
from gui.file_actions.programs import PictureProgram, kind_of, open_in, programs_for
from tests.gui.file_actions.test_acting_on_files import press, select_named, until_open
from tests.gui.person import LEFT, SHIFT, Key, Person

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="programs say so in .desktop files")


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a program writes what it was asked to open; nothing else is installed for pictures."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "system"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    script, notes = tmp_path / "editor", tmp_path / "notes"
    script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{notes}.part" && mv "{notes}.part" "{notes}"\n')
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    describe(tmp_path / "data", "editor", Exec=f'"{script}" --new %U', MimeType="image/png;image/jpeg;")
    return notes


def describe(data: Path, name: str, **about: str) -> None:
    rows = {"Type": "Application", "Name": name.capitalize(), "Exec": "sh %f"} | about
    folder = data / "applications"
    folder.mkdir(parents=True, exist_ok=True)
    lines = ["[Desktop Entry]", *(f"{key}={value}" for key, value in rows.items())]
    (folder / f"{name}.desktop").write_text("\n".join(lines) + "\n")


def named(kind: str) -> list[str]:
    return [program.name for program in programs_for(kind)]


def test_programs_are_those_that_say_so_or_that_a_person_gave_to_the_kind(noted: Path, tmp_path: Path):
    system = tmp_path / "system"
    describe(system, "viewer", MimeType="image/jpeg;", **{"Name[de]": "Betrachter"})
    describe(system, "editor", MimeType="image/gif;", Name="An older editor")  # the person's own counts
    describe(system, "gone", MimeType="image/jpeg;", Exec="/no/such/program %f")
    describe(system, "hidden", MimeType="image/jpeg;", Hidden="true")
    describe(system, "shell", MimeType="image/jpeg;", Terminal="true")
    describe(system, "writer", MimeType="text/plain;")
    (system / "applications" / "broken.desktop").write_bytes(b"\xff\xfe no section")
    assert named("image/jpeg") == ["Editor", "Viewer"]
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "mimeapps.list").write_text("[Added Associations]\nimage/jpeg=writer.desktop;\n")
    assert named("image/jpeg") == ["Editor", "Viewer", "Writer"]
    assert kind_of(b"/a/B.JPG") == "image/jpeg"


def test_the_chosen_program_gets_the_files(person: Person, photos: Path, noted: Path) -> None:
    select_named(person, "bricks-1.jpg", "bricks-2.jpg")
    press(person, Key.Key_F4, SHIFT)
    dialog = until_open(person, ProgramDialog)
    assert [dialog.list.item(row).text() for row in range(dialog.list.count())] == ["Editor"]
    QTest.mouseClick(dialog.open_button, LEFT)
    person.until(noted.exists)
    bricks = (photos / "bricks").resolve()
    wanted = ["--new", *((bricks / name).as_uri() for name in ("bricks-1.jpg", "bricks-2.jpg"))]
    assert noted.read_text().splitlines() == wanted


def test_without_any_program_that_is_said(person: Person, noted: Path, tmp_path: Path) -> None:
    (tmp_path / "data" / "applications" / "editor.desktop").unlink()
    select_named(person, "bricks-1.jpg")
    press(person, Key.Key_F4, SHIFT)
    person.until(lambda: person.said() == "No program says that it opens bricks-1.jpg.")


def test_a_program_that_is_gone_is_named() -> None:
    with pytest.raises(UserError, match="Gone could not be started"):
        open_in(PictureProgram("Gone", "", ("/no/such/program", "%f")), [os.fsencode("/a.jpg")])
