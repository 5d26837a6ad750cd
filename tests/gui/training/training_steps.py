"""What a person does in the training window, step by step."""

import os
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLineEdit

from engine.library import Library
from engine.store import labels, versions
from gui.training.advanced_form import AdvancedForm
from gui.training.teaching import Stage
from gui.training.training_dialog import TrainingDialog
from tests.gui.person import CONTROL, Key, Person
from tests.photo_makers import KINDS

SHORT = {"hidden": "32", "epochs": "6", "batch": "64"}  # a training of a moment
LONG = {"hidden": "32", "epochs": "10000"}  # one that is still running when it is looked at


def label_by_kind(library: Library, kinds: tuple[str, ...] = KINDS, each: int = 6) -> None:
    """The photos get what they show as their label."""
    rows = library.db.execute("SELECT path, image_id FROM files ORDER BY path").fetchall()
    with library.writing() as db:
        for kind in kinds:
            ids = [image_id for path, image_id in rows if os.fsdecode(path).startswith(f"{kind}/")]
            labels.assign(db, kind, ids[:each])


def choose_method(form: AdvancedForm, name: str) -> None:
    form.method.setCurrentIndex(form.method.findData(name))


@dataclass
class Trainer:
    """Somebody before the training window."""

    person: Person
    dialog: TrainingDialog

    @property
    def stage(self) -> Stage:
        return self.dialog.teaching.stage

    @property
    def page(self) -> object:
        return self.dialog.pages.currentWidget()

    @property
    def library(self) -> Library:
        return self.person.session.library

    def click(self, button: QAbstractButton) -> None:
        assert button.isVisible()
        assert button.isEnabled(), button.text()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def type_into(self, line: QLineEdit, text: str) -> None:
        line.setFocus()
        QTest.keyClick(line, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClick(line, Qt.Key.Key_Delete)
        QTest.keyClicks(line, text)

    def set_advanced(self, **texts: str) -> None:
        """Type values into fields of the advanced settings."""
        setup = self.dialog.setup_page
        if not setup.unfold.isChecked():
            self.click(setup.unfold)
        for name, text in texts.items():
            self.type_into(setup.advanced.fields[name].control, text)

    def choose_bits(self, bits: str) -> None:
        self.type_into(self.dialog.setup_page.bits.lineEdit(), bits)

    def start(self, bits: str = "16", **texts: str) -> None:
        """Choose, and press Start."""
        self.until_material()
        self.choose_bits(bits)
        self.set_advanced(**texts)
        self.click(self.dialog.setup_page.start)

    def until_material(self) -> None:
        """Until the page says what it will train on, and nothing is in the way."""
        self.person.until(self.dialog.setup_page.start.isEnabled)

    def until_stage(self, *stages: Stage) -> None:
        self.person.until(lambda: self.stage in stages)
        assert self.stage in stages, self.dialog.teaching.problem

    def until_trained(self) -> None:
        self.person.until(lambda: self.stage in (Stage.TRAINED, Stage.FAILED))
        assert self.stage is Stage.TRAINED, self.dialog.teaching.problem

    def until_epochs(self, count: int) -> None:
        self.person.until(lambda: len(self.dialog.teaching.epochs) >= count)

    def version_names(self) -> list[str]:
        return [version.name for version in versions.all_versions(self.library.db)]

    def active_name(self) -> str:
        version = versions.active(self.library.db)
        assert version is not None
        return version.name


def open_training(person: Person) -> Trainer:
    """Ctrl+T."""
    person.press(Key.Key_T, CONTROL, on=person.window.grid)
    person.until(lambda: person.window.training.dialog is not None)
    dialog = person.window.training.dialog
    assert dialog is not None
    person.until(dialog.isVisible)
    return Trainer(person, dialog)
