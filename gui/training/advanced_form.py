"""What most people leave alone: method, preset, backbone, device, and every setting, one control for each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.dualhash.settings import PRESETS
from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.learning.methods import BALANCED, METHODS, Method, settings_of
from engine.model.backbone_spec import KNOWN
from engine.sentences import said
from engine.training.settings import MethodSettings
from gui.language import error_text, tr
from gui.training.setting_field import CONTROL_WIDTH, NAME_WIDTH, SettingField
from gui.training.texts import CalmCombo, WarningLine, dim_label, text_label
from gui.widgets.theme import SPACE_M, SPACE_S
from gui.widgets.thin_line import thin_line

ELSEWHERE = ("bits",)  # settings whose control stands on the page itself
DEVICES = {said("Automatic"): None, said("CPU"): "cpu", said("GPU (CUDA)"): "cuda"}
_BACKBONES = {
    "efficientnet_lite0": said("EfficientNet-Lite0: embedded; its features are stored already."),
    "alexnet": said("AlexNet: its features are computed first, from all pictures."),
    "resnet50": said("ResNet-50: its features are computed first, from all pictures; slow without a GPU."),
    "gist": said(
        "GIST, a description without a network, as the method wants it; computed first, from all pictures."
    ),
}
ADDED = said("A network that was added to this library: its features are computed first, from all pictures.")
_REFIT = said(
    "Train once more on all labels at the end, those that were held out too. The figures are taken before that, "
    "and the version cannot be measured on these labels again."
)


@dataclass(frozen=True, slots=True)
class ChosenSettings:
    method: str
    preset: str
    architecture: FeatureSpace
    device: str | None
    refit: bool


class AdvancedForm(QWidget):
    """Signals: `changed()`, when a person changes anything; `device_asked(object)` with "cpu", "cuda" or None."""

    changed = Signal()
    device_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.method = _combo([], tr("Method"))
        for method in METHODS.values():
            if method.needs_labels:
                self.method.addItem(tr(method.words), method.name)
        self.preset = _combo(list(PRESETS), tr("Preset"))
        self._networks = list(KNOWN)  # that can be chosen
        self.backbone = _combo(self._networks, tr("Backbone"))
        self._backbone = self.backbone.currentText()  # as a person chose it
        self.device = _combo([tr(name) for name in DEVICES], tr("Device"))
        self.refit = QCheckBox(tr("Refit on all labels"))
        self.refit.setToolTip(tr(_REFIT))
        self.method_meaning, self.preset_meaning = dim_label(), dim_label()
        self.backbone_meaning, self.device_found = dim_label(), dim_label(tr("Looking for a GPU…"))
        self._sheets: dict[type[MethodSettings], _Sheet] = {}  # methods of one kind share their fields
        self._room = QVBoxLayout()
        self.problem = WarningLine()
        self.reset = QPushButton()
        self.reset.setAutoDefault(False)
        self.reset.setToolTip(tr("Forget what was changed below"))
        self._lay_out()
        self._connect()
        self._show_choice()

    @property
    def fields(self) -> dict[str, SettingField]:
        """One for each setting of the chosen method."""
        return self._sheets[self._method().settings].fields

    def chosen(self) -> ChosenSettings:
        method = self._method()
        return ChosenSettings(
            method.name,
            self.preset.currentText() if method.has_presets else BALANCED,
            method.feature_space or FeatureSpace(self._backbone),
            list(DEVICES.values())[self.device.currentIndex()],
            self.refit.isChecked(),
        )

    def show_networks(self, added: Sequence[str]) -> None:
        """Those of the library can be learned on, too."""
        self._networks = [*KNOWN, *added]
        fixed = self._method().feature_space
        with QSignalBlocker(self.backbone):
            self.backbone.clear()
            self.backbone.addItems(self._networks if fixed is None else [fixed])
            self.backbone.setCurrentText(fixed or self._backbone)
        self._show_choice()

    def show_device(self, line: str) -> None:
        self.device_found.setText(line)

    def settings(self, bits: int) -> MethodSettings | None:
        """The settings as they stand; None if they cannot be, which is said beside the fields."""
        self.problem.set_text("")
        if False in [field.check() for field in self.fields.values()]:
            return None
        chosen = self.chosen()
        changes = {name: field.value() for name, field in self.fields.items() if field.is_changed()}
        try:
            return settings_of(chosen.method, chosen.preset, bits=bits, **changes)
        except UserError as error:
            self._say_beside(str(error), error_text(error))
            return None

    def problems(self) -> list[str]:
        """What is wrong, as it was last said."""
        lines = [self.problem, *(field.problem for field in self.fields.values())]
        return list(dict.fromkeys(line.text() for line in lines if line.text()))

    def _say_beside(self, english: str, sentence: str) -> None:
        """Beside the fields that it names: those that were changed, else all of them."""
        named = [field for name, field in self.fields.items() if re.search(rf"\b{re.escape(name)}\b", english)]
        for field in [field for field in named if field.is_changed()] or named:
            field.problem.set_text(sentence)
        if not named:
            self.problem.set_text(sentence)

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE_M)
        grid.setVerticalSpacing(SPACE_S)
        grid.setColumnMinimumWidth(0, NAME_WIDTH)
        grid.setColumnStretch(2, 1)
        rows: tuple[tuple[str, QComboBox, QLabel], ...] = (
            (tr("&Method"), self.method, self.method_meaning),
            (tr("&Preset"), self.preset, self.preset_meaning),
            (tr("&Backbone"), self.backbone, self.backbone_meaning),
            (tr("&Device"), self.device, self.device_found),
        )
        for row, (name, combo, meaning) in enumerate(rows):
            label = text_label(name, wrap=False)
            label.setBuddy(combo)
            combo.setFixedWidth(CONTROL_WIDTH)
            grid.addWidget(label, row, 0)
            grid.addWidget(combo, row, 1)
            grid.addWidget(meaning, row, 2)
        grid.addWidget(self.refit, len(rows), 1)
        grid.addWidget(dim_label(tr(_REFIT)), len(rows), 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        column.addLayout(grid)
        column.addWidget(thin_line())
        column.addWidget(self.reset, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.problem)
        column.addLayout(self._room)

    def _method(self) -> Method:
        return METHODS[self.method.currentData()]

    def _turn_to(self, settings: type[MethodSettings]) -> None:
        """Show the fields of these settings; what was typed into others stays there."""
        if settings not in self._sheets:
            sheet = self._sheets[settings] = _Sheet(settings)
            self._room.addWidget(sheet)
            before: QWidget = self.reset
            for field in sheet.fields.values():
                field.changed.connect(self.changed)
                QWidget.setTabOrder(before, field.control)  # else a sheet made late would come after all others
                before = field.control
        for kind, sheet in self._sheets.items():
            sheet.setVisible(kind is settings)

    def _connect(self) -> None:
        self.method.currentIndexChanged.connect(self._on_choice_changed)
        self.preset.currentTextChanged.connect(self._on_choice_changed)
        self.backbone.currentTextChanged.connect(self._on_backbone_changed)
        self.device.currentTextChanged.connect(self._on_device_changed)
        self.refit.toggled.connect(self.changed)
        self.reset.clicked.connect(self._on_reset_clicked)

    def _show_choice(self) -> None:
        chosen, method = self.chosen(), self._method()
        self._turn_to(method.settings)
        self.method_meaning.setText(f"{tr(method.title)} ({method.name}): {tr(method.meaning)}.")
        self.preset.setEnabled(method.has_presets)
        meaning = tr(PRESETS[chosen.preset][0]) if method.has_presets else tr("Presets are DualHash's.")
        self.preset_meaning.setText(meaning)
        back = tr("Back to the preset's values") if method.has_presets else tr("Back to the defaults")
        self.reset.setText(back)
        self._show_backbone(method.feature_space)
        self.backbone_meaning.setText(tr(_BACKBONES.get(chosen.architecture, ADDED)))
        base = settings_of(chosen.method, chosen.preset)
        for name, field in self.fields.items():
            field.set_base(getattr(base, name), fixed=name in method.fixed)

    def _show_backbone(self, fixed: str | None) -> None:
        """The feature space that the method is made for, as long as it is chosen."""
        if self.backbone.isEnabled() == (fixed is None):
            return
        with QSignalBlocker(self.backbone):
            self.backbone.clear()
            self.backbone.addItems(self._networks if fixed is None else [fixed])
            self.backbone.setCurrentText(fixed or self._backbone)
        self.backbone.setEnabled(fixed is None)

    def _on_backbone_changed(self, name: str) -> None:
        self._backbone = name
        self._on_choice_changed()

    def _on_choice_changed(self) -> None:
        self._show_choice()
        self.changed.emit()

    def _on_device_changed(self) -> None:
        self.show_device(tr("Looking…"))
        self.device_asked.emit(self.chosen().device)
        self.changed.emit()

    def _on_reset_clicked(self) -> None:
        for field in self.fields.values():
            field.reset()
        self.changed.emit()


class _Sheet(QWidget):
    """The fields of one kind of settings."""

    def __init__(self, settings: type[MethodSettings], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields = {each.name: SettingField(each) for each in settings.describe() if each.name not in ELSEWHERE}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        for field in self.fields.values():
            column.addWidget(field)


def _combo(names: list[str], title: str) -> QComboBox:
    combo = CalmCombo()
    combo.addItems(names)
    combo.setAccessibleName(title)
    return combo
