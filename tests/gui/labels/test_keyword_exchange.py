"""Labels written into sidecars and taken back, in the window."""

from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from gui.labels.sidecars_dialog import SidecarsDialog
from tests.gui.labeller import panel
from tests.gui.person import LEFT, Person
from tests.xmp.others import bag, packet, said

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # a popup without a screen


def choose(person: Person, text: str) -> None:
    person.window.menus.by_text[text].trigger()


def asked(person: Person, kind: type) -> object:
    person.until(lambda: isinstance(person.window.labels.exchange.question, kind))
    dialog = person.window.labels.exchange.question
    person.until(dialog.isVisible)
    return dialog


def test_labels_go_into_sidecars_and_back(person: Person, photos: Path):
    pictures = sorted((photos / "discs").glob("*.jpg"))[:2]
    beside = [picture.with_name(f"{picture.name}.xmp") for picture in pictures]
    beside[0].write_bytes(packet(bag("cat", "<b>bold</b>".replace("<", "&lt;")), ' xmp:Rating="4"'))
    beside[1].write_bytes(packet(bag("Animals|cat", of="lr:hierarchicalSubject")))
    before = [sidecar.read_bytes() for sidecar in beside]
    choose(person, "From &folder names")
    person.until(lambda: len(panel(person)) == 5)
    person.until_idle()
    choose(person, "&Write into sidecars…")
    question = asked(person, SidecarsDialog)
    assert isinstance(question, SidecarsDialog)
    assert question.text.text() == "Add labels to 30 sidecars?"
    assert "28 of them are new." in question.details.text()
    QTest.mouseClick(question.write, LEFT)
    person.until(lambda: person.said() == "Labels were added to 30 sidecars.")
    assert said(beside[1].read_bytes()).flat == ("discs",)
    assert len(list(photos.rglob("*.xmp"))) == 30
    choose(person, "&Take back from sidecars")
    person.until(lambda: person.said() == "30 sidecars as before the last export.")
    assert [sidecar.read_bytes() for sidecar in beside] == before
    assert len(list(photos.rglob("*.xmp"))) == 2
    choose(person, "&Take back from sidecars")
    person.until(lambda: person.said().startswith("No labels were written into sidecars"))


def test_what_is_left_alone_is_named(qtbot):
    left = [(b"/p/%d.jpg.xmp" % n, "it is not XML") for n in range(6)]
    dialog = SidecarsDialog(0, 0, left)
    qtbot.addWidget(dialog)
    assert not dialog.write.isEnabled()
    assert "“0.jpg.xmp”: it is not XML\n" in dialog.details.text()
    assert dialog.details.text().endswith("… and 2 more")
