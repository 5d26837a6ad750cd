"""Where a shared library is: the dialog takes an address or a service, and stays until it is reached."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QLineEdit, QPushButton, QVBoxLayout, QWidget

from engine.sentences import said
from engine.store.postgres.address import address_of, masked, without_password
from gui.language import tr
from gui.sharing.connecting import Connecting
from gui.widgets.on_screen import give_height_of_words
from gui.widgets.plain_label import plain_label
from gui.widgets.plain_text import printable
from gui.widgets.theme import SPACE_L, SPACE_M

WIDTH = 520
EXAMPLE = "postgresql://host/database"
ABOUT = said(
    "Somebody has put it onto a PostgreSQL server with “dualhash publish”. It is searched there, without a copy."
)
WHO = said(
    "Who you are, your password and TLS are PostgreSQL’s own affair: a service file, the password file, or"
    " variables such as PGUSER and PGSSLMODE. DualHash keeps no password."
)


class OpenSharedDialog(QDialog):
    """Signals: `opened(SharedLibrary)`: the server has answered as one does."""

    opened = Signal(object)

    def __init__(self, known: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Open a shared library"))
        self._connecting: Connecting | None = None
        self.place = QComboBox()
        self.place.setEditable(True)
        self.place.setLineEdit(typed := QLineEdit())
        self.place.setAccessibleName(tr("Address or service"))
        self.place.addItems(list(known))
        typed.setPlaceholderText(EXAMPLE)
        self.state = plain_label(wraps=True)
        self.state.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        buttons = QDialogButtonBox()
        self.open_button = buttons.addButton(tr("Open", "a library"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.cancel_button = buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        for button in buttons.findChildren(QPushButton):
            button.setAutoDefault(False)
        self.open_button.setDefault(True)
        buttons.accepted.connect(self._on_open_wanted)
        buttons.rejected.connect(self.reject)
        self.place.editTextChanged.connect(self._on_edited)
        self._lay_out(buttons)
        self._on_edited()
        self.place.setFocus()

    def _lay_out(self, buttons: QDialogButtonBox) -> None:
        asked = plain_label(
            tr("Its address, as in {example}, or the name of a service:", example=EXAMPLE), wraps=True
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        for widget in (
            plain_label(tr(ABOUT), wraps=True),
            asked,
            self.place,
            plain_label(tr(WHO), wraps=True),
            self.state,
            buttons,
        ):
            column.addWidget(widget)
        self.setMinimumWidth(WIDTH)
        give_height_of_words(self)

    def connect_to(self, address: str) -> None:
        """Begin at once, as if it had been typed. A password in it goes to the server alone."""
        self.place.setEditText(without_password(address))
        self._begin(address)

    def _on_open_wanted(self) -> None:
        if (address := address_of(self.place.currentText())) is not None:
            self._begin(address)

    def _begin(self, address: str) -> None:
        self._connecting = Connecting(address)
        self._connecting.opened.connect(self._on_opened)
        self._connecting.failed.connect(self._on_failed)
        self.open_button.setEnabled(False)
        self._say(tr("Reaching {place}…", place=printable(masked(address))))

    def _on_edited(self) -> None:
        """What is reached for another address is not waited for any more."""
        self._connecting = None
        self._say("")
        self.open_button.setEnabled(address_of(self.place.currentText()) is not None)

    def _on_opened(self, library: object) -> None:
        if self.sender() is self._connecting:
            self.opened.emit(library)
            self.accept()

    def _on_failed(self, sentence: str) -> None:
        if self.sender() is self._connecting:
            self.open_button.setEnabled(True)
            self._say(printable(sentence))

    def _say(self, sentence: str) -> None:
        self.state.setText(sentence)
        self.state.setVisible(bool(sentence))
        give_height_of_words(self)
