"""The search field above the grid: words that are completed while they are typed, and asked for when that settles.

It knows no library: who has one answers `completion_wanted` with `propose`.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QMouseEvent, QMoveEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.sentences import said
from gui.language import tr
from gui.library.completion_list import CompletionList, WordProposal
from gui.widgets.icons import icon
from gui.widgets.later import Later
from gui.widgets.plain_text import tool_tip

TYPING_MILLISECONDS = 200
LONGEST = 2000  # letters; a text that was pasted by mistake need not be understood
TIP = said(
    "Words in names, folders, labels, cameras, lenses, texts, and dates; all of them must hold."
    " The sign at the right, or Down in the empty field, shows what else can be written."
)
HELP = (
    WordProposal(said("cat", "a word to search for"), said("in names, folders, labels, cameras, texts"), ""),
    WordProposal("label:", said('a label: label:cat, or label:"black cat"'), "label:"),
    WordProposal("camera:", said("also lens:, folder:, name:, text:"), "camera:"),
    WordProposal("date:", "2024, 2024-07-31, 2023..2024-07; before:, after:", "date:"),
    WordProposal("iso:", "iso:>800, f:<2.8, focal:50, rating:>=3", "iso:"),
    WordProposal("has:", "gps, label, rating, camera, lens, date", "has:"),
    WordProposal("is:", "missing, unlabelled, labelled", "is:"),
    WordProposal("-", said("not what follows, as in -label:dog"), "-"),
)


class SearchField(QLineEdit):
    """Up and Down mark a proposal, Enter takes it, Tab takes it or the first, Escape closes the list.

    Signals:
        asked(str): search by this text: Enter, or typing has settled.
        completion_wanted(str): propose how what stands before the cursor may go on.
        list_closed(): nothing is proposed any more.
    """

    asked = Signal(str)
    completion_wanted = Signal(str)
    list_closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._typing = Later(TYPING_MILLISECONDS, self.ask, self)
        self._expected: str | None = None  # what proposals are awaited for
        self._proposed_for = ""  # what those in the list go on from
        self.list = CompletionList(self)
        self.list.taken.connect(self._take)
        self.setPlaceholderText(tr("Search"))
        self.setToolTip(tool_tip(tr(TIP)))
        self.setAccessibleName(tr("Search by words"))
        self.setAccessibleDescription(tr(TIP))
        self.setMaxLength(LONGEST)
        self.setClearButtonEnabled(True)
        self.setAcceptDrops(False)  # a picture dropped here is meant for the window
        self.help = self.addAction(icon("help"), QLineEdit.ActionPosition.TrailingPosition)
        self.help.setToolTip(tr("What can be written here"))
        self.help.triggered.connect(self.show_help)
        self.textChanged.connect(self._on_text_changed)
        self.textEdited.connect(self._on_text_edited)

    def name_keys(self, keys: str) -> None:
        """By which one comes here."""
        self.setPlaceholderText(tr("Search ({keys})", keys=keys))

    def show_text(self, text: str) -> None:
        """Without asking for it."""
        self._typing.stop()
        self.close_list()
        if text != self.text():
            self.setText(text)
            self._typing.stop()  # it was not typed
            if not self.hasFocus():
                self.setCursorPosition(0)  # so that one sees how it begins

    def ask(self) -> None:
        """Now, and not once more when typing settles."""
        self._typing.stop()
        self.asked.emit(self.text())

    def propose(self, text: str, proposals: Sequence[WordProposal]) -> None:
        """For this text; what comes late for an older one is dropped."""
        if text != self._expected or text != self._before_cursor():
            return
        if proposals:
            self._proposed_for = text
            self.list.propose(proposals, self)
        else:
            self.close_list()

    def show_help(self) -> None:
        """What can be written, to choose from."""
        self.setFocus()
        before = self._before_cursor()
        start = before if not before or before.endswith((" ", "-")) else f"{before} "
        self._expected = self._proposed_for = before
        self.list.propose([WordProposal(tr(each.term), tr(each.note), start + each.text) for each in HELP], self)

    def close_list(self) -> None:
        self._expected = None
        if not self.list.isHidden():
            self.list.hide()
            self.list_closed.emit()

    def _before_cursor(self) -> str:
        return self.text()[: self.cursorPosition()]

    def _on_text_changed(self, text: str) -> None:
        self._typing.start()

    def _on_text_edited(self, text: str) -> None:
        self._want_completions()

    def _want_completions(self) -> None:
        before = self._before_cursor()
        if before.strip():
            self._expected = before
            self.completion_wanted.emit(before)
        else:
            self.close_list()

    def _take(self, proposal: WordProposal) -> None:
        """In the place of what stands before the cursor. A word that is whole is asked for at once."""
        if self._proposed_for != self._before_cursor():
            return  # something else was typed meanwhile
        after = self.text()[self.cursorPosition() :]
        goes_on = proposal.text.endswith((":", "-")) or not proposal.text.strip()
        text = proposal.text if goes_on or after.startswith(" ") else f"{proposal.text} "
        self.setText(text + after)
        self.setCursorPosition(len(text))
        self.close_list()
        if goes_on:
            self._want_completions()
        else:
            self.ask()

    # -- keys and focus -----------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """While the list is open, Escape closes it and Tab takes a proposal, whatever they mean elsewhere."""
        if isinstance(event, QKeyEvent) and not self.list.isHidden():
            if event.type() == QEvent.Type.ShortcutOverride and event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Tab:
                self._take(self.list.marked() or self.list.proposals()[0])
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, is_open = event.key(), not self.list.isHidden()
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            if is_open:
                self.list.mark(1 if key == Qt.Key.Key_Down else -1)
            elif key == Qt.Key.Key_Down:
                self._open_list()
        elif is_open and key == Qt.Key.Key_Escape:
            self.close_list()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_enter()
        else:
            self._move_or_type(event)

    def _open_list(self) -> None:
        if self.text().strip():
            self._want_completions()
        else:
            self.show_help()

    def _on_enter(self) -> None:
        marked = None if self.list.isHidden() else self.list.marked()
        if marked is not None:
            self._take(marked)
        else:
            self.close_list()
            self.ask()

    def _move_or_type(self, event: QKeyEvent) -> None:
        before = self.text(), self.cursorPosition()
        super().keyPressEvent(event)
        if self.text() == before[0] and self.cursorPosition() != before[1]:
            self.close_list()  # it was about another place

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.close_list()
        super().mousePressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.close_list()
        super().focusOutEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.close_list()
        super().hideEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.list.follow(self)

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self.list.follow(self)
