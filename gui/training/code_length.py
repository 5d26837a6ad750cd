"""How long the codes shall be: a few lengths, each with what it is good for, or any other that is typed."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from engine.dualhash.settings import Settings
from engine.sentences import said
from engine.training.settings import MethodSettings
from gui.language import tr, tr_n
from gui.training.texts import CalmCombo
from gui.widgets.model_index import ModelIndex
from gui.widgets.theme import SPACE_L

BITS = next(each for each in MethodSettings.describe() if each.name == "bits")
LONGEST_USEFUL = 256
TOO_LONG = said("no better than {longest} where we measured, and slower to search", longest=LONGEST_USEFUL)
# Three quarters of these bits are learned. With 64, 128 and 256 learned ones, beside as many base bits, precision
# at 10 on twenty kinds was the same within 0.01: longer codes than these gain nothing.
WHOLE_LIBRARY = {
    64: said("smallest, for very large libraries; a little less precise"),
    128: said("small, and nearly as good as 256"),
    LONGEST_USEFUL: said("recommended; as long as the built-in version's"),
}
LABELS_ALONE = (16, 32, 48, 64, 128)
WORDS = Qt.ItemDataRole.UserRole + 1


class CodeLength(CalmCombo):
    """A number that can be typed; its list says what each of the offered ones is good for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offered: Mapping[int, str] = {}
        self._default = ""
        self.setEditable(True)
        self.setCompleter(None)  # type: ignore[arg-type]  # "6" is not the beginning of 64
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setItemDelegate(_WithWords(self))
        self.setAccessibleName(tr("Code length in bits"))
        any_other = tr("Any from {low} to {high} can be typed.", low=BITS.low, high=BITS.high)
        self.setToolTip(f"{tr(BITS.meaning)} {any_other}")

    def offer(self, lengths: Mapping[int, str], default: int) -> None:
        """What was chosen or typed stays, unless it was only the default."""
        before, text = self._default, self.currentText()
        self._default = str(default)
        wanted = self._default if text == before else text
        if lengths == self._offered and wanted == text:
            return  # whoever types keeps the place that they type at
        with QSignalBlocker(self):
            self._fill(lengths)
            self.setCurrentIndex(self.findText(wanted))
            self.setCurrentText(wanted)

    def _fill(self, lengths: Mapping[int, str]) -> None:
        self._offered = dict(lengths)
        self.clear()
        for at, (bits, words) in enumerate(lengths.items()):
            self.addItem(str(bits))
            self.setItemData(at, words, WORDS)
            spoken = tr("{bits} bits, {words}", bits=bits, words=words)
            self.setItemData(at, spoken, Qt.ItemDataRole.AccessibleTextRole)
        self.view().setMinimumWidth(self.view().sizeHintForColumn(0) + SPACE_L)


class _WithWords(QStyledItemDelegate):
    """The words that stand behind each length in the list, but not in the line where one is typed."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: ModelIndex) -> None:
        super().initStyleOption(option, index)
        option.text = tr("{bits} bits, {words}", bits=index.data(), words=index.data(WORDS))


def lengths_for(settings: MethodSettings) -> dict[int, str]:
    """Each with what it takes and what it is good for."""
    if not learns_from_all(settings):
        return {bits: _room(bits) for bits in LABELS_ALONE}
    return {bits: f"{_room(bits)}: {tr(words)}" for bits, words in WHOLE_LIBRARY.items()}


def length_text(settings: MethodSettings) -> str:
    """What the chosen length means."""
    bits = settings.bits
    if not learns_from_all(settings):
        return tr("bits, {room}: longer codes tell more apart and take more room", room=_room(bits))
    words = tr(WHOLE_LIBRARY.get(bits, TOO_LONG if bits > LONGEST_USEFUL else ""))
    what = tr("bits, {words}", words=": ".join(filter(None, (_room(bits), words))))
    return f"{what}{_parts(settings)}"


def learns_from_all(settings: MethodSettings) -> bool:
    return isinstance(settings, Settings) and settings.whole_library


def _parts(settings: MethodSettings) -> str:
    base = settings.base_bits_used if isinstance(settings, Settings) else 0
    if not base:
        return ""
    assert isinstance(settings, Settings)
    if settings.base_bits is None:
        return tr(
            ". Of these, a quarter, with few labels up to half, keep what pictures look like; the others learn "
            "what you call similar."
        )
    return tr(". Of these, {base} keep what pictures look like; the others learn what you call similar.", base=base)


def _room(bits: int) -> str:
    return tr_n("{n} bytes a picture", "{n} byte a picture", bits // 8)
