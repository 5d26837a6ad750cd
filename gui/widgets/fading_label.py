"""One line of plain text that fades when there was time enough to read it."""

from PySide6.QtCore import QEasingCurve, QPropertyAnimation, Qt, Signal
from PySide6.QtWidgets import QGraphicsOpacityEffect, QWidget

from gui.widgets.elided_label import ElidedLabel
from gui.widgets.later import Later

SHOWN_MILLISECONDS = 9000
A_CHARACTER = 70  # milliseconds more for each
FADE_MILLISECONDS = 900


class FadingLabel(ElidedLabel):
    """What is said anew stands in full again; while somebody points at it, it stays.

    Signals:
        faded(): nothing can be seen of it any more; whoever hears it may say something else.
    """

    faded = Signal()

    def __init__(
        self,
        mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
        narrowest: int = 40,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(mode, narrowest, parent)
        self._effect = QGraphicsOpacityEffect(self)
        self._effect.setOpacity(1.0)
        self._effect.setEnabled(False)  # painted without it as long as nothing fades
        self.setGraphicsEffect(self._effect)
        self._later = Later(SHOWN_MILLISECONDS, self._begin, self)
        self._fading = QPropertyAnimation(self._effect, b"opacity", self)
        self._fading.setDuration(FADE_MILLISECONDS)
        self._fading.setStartValue(1.0)
        self._fading.setEndValue(0.0)
        self._fading.setEasingCurve(QEasingCurve.Type.InQuad)
        self._fading.finished.connect(self._on_finished)

    def setText(self, text: str) -> None:
        """It stays until `fade_later`."""
        self._stay()
        super().setText(text)

    def fade_later(self) -> None:
        """Let it go once it could be read."""
        self._stay()
        if self.text():
            self._later.setInterval(SHOWN_MILLISECONDS + A_CHARACTER * len(self.text()))
            self._later.start()

    def fade(self) -> None:
        """Now."""
        self._later.stop()
        self._effect.setEnabled(True)
        self._fading.start()

    def _stay(self) -> None:
        self._later.stop()
        self._fading.stop()
        self._effect.setOpacity(1.0)
        self._effect.setEnabled(False)

    def _begin(self) -> None:
        if self.underMouse():
            self._later.start()
        else:
            self.fade()

    def _on_finished(self) -> None:
        self.setText("")
        self.faded.emit()
