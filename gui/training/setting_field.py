"""One setting of the engine as a control, made from its description; what is wrong with it stands beside."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLineEdit, QWidget

from engine.errors import UserError
from engine.training.settings import Description
from gui.language import error_text, number, tr
from gui.plots.axes import number_text
from gui.training.setting_names import name_of
from gui.training.texts import CalmCombo, WarningLine, dim_label, text_label
from gui.widgets.plain_text import tool_tip
from gui.widgets.theme import SPACE_M, SPACE_S, sized

NAME_WIDTH = 180
CONTROL_WIDTH = 200


class SettingField(QWidget):
    """Shows its base value until a person changes it. What was typed is kept as text, right or wrong.

    Signals: `changed()`, when a person changes the value.
    """

    changed = Signal()

    def __init__(self, description: Description, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.description = description
        self._base: Any = description.default
        self._fixed = False  # by the method
        self._typed: str | None = None  # by a person, before it was fixed
        self.control = self._make_control()
        self.name = text_label(_title(description), wrap=False)
        self.name.setBuddy(self.control)
        self.range = dim_label()
        self.problem = WarningLine()
        self._lay_out()
        self._show_base()

    def set_base(self, value: Any, fixed: bool = False) -> None:
        """What holds unless a person says otherwise; where it is `fixed`, the method does not let them."""
        if not self._fixed:
            self._typed = self.text() if self.is_changed() else None
        self._base, self._fixed = value, fixed
        self._show_base()
        if self._typed is not None and not fixed:
            self.set_text(self._typed)
        self.control.setEnabled(not fixed)

    def reset(self) -> None:
        """Back to the base value."""
        self._typed = None
        self._show_base()
        self._mark()

    def is_changed(self) -> bool:
        return self.text() != _text(self._base)

    def text(self) -> str:
        """The value as it stands in the control."""
        if isinstance(self.control, QCheckBox):
            return "yes" if self.control.isChecked() else "no"
        if isinstance(self.control, QComboBox):
            return self.control.currentText()
        return self.control.text().strip()

    def set_text(self, text: str) -> None:
        if isinstance(self.control, QCheckBox):
            self.control.setChecked(text == "yes")
        elif isinstance(self.control, QComboBox):
            self.control.setCurrentText(text)
        else:
            self.control.setText(text)
        self._mark()

    def value(self) -> Any:
        """The value meant; UserError if the setting cannot have it."""
        if not self.is_changed():
            return self._base
        text = self.text()
        if self.description.kind is float:
            text = text.replace(QLocale().decimalPoint(), ".")
        value = self.description.read(text)
        self.description.check(value)
        return value

    def check(self) -> bool:
        """Say beside the field what is wrong with it by itself, if anything is."""
        try:
            self.value()
        except UserError as error:
            self.problem.set_text(error_text(error))
            return False
        self.problem.set_text("")
        return True

    def _make_control(self) -> QCheckBox | QComboBox | QLineEdit:
        control: QCheckBox | QComboBox | QLineEdit
        if self.description.choices:
            control = CalmCombo()
            control.addItems(list(self.description.choices))
            control.currentTextChanged.connect(self._on_changed)
        elif self.description.kind is bool:
            control = QCheckBox()
            control.toggled.connect(self._on_changed)
        else:
            control = QLineEdit()
            control.setAcceptDrops(False)  # a picture dropped here is meant for the window
            if self.description.automatic:
                control.setPlaceholderText(tr("automatic"))
            control.textChanged.connect(self._on_changed)
        control.setAccessibleName(_title(self.description))
        control.setAccessibleDescription(tr(self.description.meaning))
        control.setToolTip(tool_tip(f"{self.description.name}: {tr(self.description.meaning)}"))
        return control

    def _lay_out(self) -> None:
        self.name.setFixedWidth(NAME_WIDTH)
        self.control.setFixedWidth(CONTROL_WIDTH)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, SPACE_S, 0, SPACE_S)
        grid.setHorizontalSpacing(SPACE_M)
        grid.setVerticalSpacing(1)
        grid.addWidget(self.name, 0, 0, 2, 1)
        grid.addWidget(self.control, 0, 1, 2, 1)
        grid.addWidget(text_label(tr(self.description.meaning)), 0, 2)
        grid.addWidget(self.range, 1, 2)
        grid.addWidget(self.problem, 2, 1, 1, 2)
        grid.setColumnStretch(2, 1)

    def _show_base(self) -> None:
        was_blocked = self.control.blockSignals(True)
        self.set_text(_text(self._base))
        self.control.blockSignals(was_blocked)
        self.range.setText(self._allowed())
        self._mark()

    def _allowed(self) -> str:
        """The range and the default, in words."""
        if self._fixed:
            return tr("{value}, as the method says", value=_shown(self._base))
        parts = []
        if self.description.low is not None and self.description.high is not None:
            low, high = _number(self.description.low), _number(self.description.high)
            parts.append(tr("{low} to {high}", low=low, high=high))
        elif self.description.choices:
            parts.append(", ".join(self.description.choices))
        automatic = tr("automatic ({what})", what=tr(self.description.automatic))
        parts.append(tr("default {value}", value=_shown(self._base) or automatic))
        if self.description.automatic and self._base is not None:
            parts.append(tr("empty for {automatic}", automatic=automatic))
        return " · ".join(parts)

    def _mark(self) -> None:
        """A name in bold letters is of a value that a person changed."""
        self.name.setFont(sized(self.font(), 1.0, bold=self.is_changed()))

    def _on_changed(self) -> None:
        self._mark()
        self.changed.emit()


def _title(description: Description) -> str:
    name = name_of(description.name)
    return f"{name} ({description.symbol})" if description.symbol else name


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return number(value, ".10g") if isinstance(value, float) else str(value)


def _shown(value: Any) -> str:
    """The same in a sentence."""
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    return _text(value)


def _number(value: float) -> str:
    return number(value, ",.0f") if float(value).is_integer() and abs(value) < 1e12 else number_text(value)
