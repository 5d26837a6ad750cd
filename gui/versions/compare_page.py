"""The page that shows the hits of two versions for one picture, side by side."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QImage, QKeySequence, QPixmap, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.sentences import said
from gui.language import tr, tr_n
from gui.versions.hit_column import HitColumn
from gui.widgets.elided_label import ElidedLabel
from gui.widgets.icons import icon
from gui.widgets.theme import SPACE_L, SPACE_M, TITLE, sized

PICTURE = 72


class ComparePage(QWidget):
    """Signals:
    versions_chosen(): other versions are to be asked; see `version_ids`.
    query_requested(int): ask for this image instead.
    codes_requested(int): make the codes that a version lacks.
    closed(): back to the versions.
    """

    versions_chosen = Signal()
    query_requested = Signal(object)
    codes_requested = Signal(object)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Two versions compared"))
        self.picture = QLabel()
        self.picture.setFixedSize(PICTURE, PICTURE)
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setAccessibleName(tr("The picture that is asked for"))
        self.name = ElidedLabel(Qt.TextElideMode.ElideMiddle)
        self.name.setFont(sized(self.name.font(), TITLE, bold=True))
        self.labels = ElidedLabel()
        self.summary = ElidedLabel()
        self.sides = (
            HitColumn(said("Left version"), said("Hits of the left version")),
            HitColumn(said("Right version"), said("Hits of the right version")),
        )
        self.back = QPushButton(icon("back"), tr("Back"))
        self.back.setToolTip(tr("Back to the versions (Backspace)"))
        self.swap = QPushButton(tr("Swap"))
        self.swap.setToolTip(tr("Put the left version to the right and the right one to the left (S)"))
        self._lay_out()
        self._connect()

    def version_ids(self) -> tuple[int, int] | None:
        left, right = (side.version_id() for side in self.sides)
        return None if left is None or right is None else (left, right)

    def show_query(self, name: str, labels: list[str], picture: QImage) -> None:
        self.name.setText(name)
        self.labels.setText(_labels_text(labels))
        self.picture.setPixmap(_scaled(picture, self.devicePixelRatioF()))

    def _lay_out(self) -> None:
        words, head, columns, buttons = QVBoxLayout(), QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        words.setSpacing(2)
        for label in (self.name, self.labels, self.summary):
            words.addWidget(label)
        head.setSpacing(SPACE_M)
        head.addWidget(self.picture)
        head.addLayout(words, 1)
        columns.setSpacing(SPACE_L)
        for side in self.sides:
            columns.addWidget(side, 1)
        buttons.addWidget(self.back)
        buttons.addStretch(1)
        buttons.addWidget(self.swap)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_M, SPACE_L, SPACE_M)
        column.setSpacing(SPACE_M)
        column.addLayout(head)
        column.addLayout(columns, 1)
        column.addLayout(buttons)

    def _connect(self) -> None:
        left, right = self.sides
        for side, other in ((left, right), (right, left)):
            side.version_chosen.connect(self._on_version_chosen)
            side.image_chosen.connect(other.point_at)
            side.query_requested.connect(self.query_requested)
            side.codes_requested.connect(self.codes_requested)
        self.back.clicked.connect(self.closed)
        self.swap.clicked.connect(self._on_swap_clicked)
        here = Qt.ShortcutContext.WidgetWithChildrenShortcut
        QShortcut(QKeySequence(Qt.Key.Key_Backspace), self, self.closed.emit, context=here)
        QShortcut(QKeySequence(Qt.Key.Key_S), self, self.swap.click, context=here)

    def _on_version_chosen(self) -> None:
        self.versions_chosen.emit()

    def _on_swap_clicked(self) -> None:
        left, right = self.sides
        at = left.versions.currentIndex(), right.versions.currentIndex()
        left.versions.setCurrentIndex(at[1])
        right.versions.setCurrentIndex(at[0])
        self.versions_chosen.emit()


def _labels_text(labels: list[str]) -> str:
    if not labels:
        return tr("It has no label, so nobody can say which hits are right.")
    return tr_n("Labels: {names}", "Label: {names}", len(labels), names=", ".join(labels))


def _scaled(picture: QImage, ratio: float) -> QPixmap:
    if picture.isNull():
        return icon("picture").pixmap(PICTURE // 2, PICTURE // 2)
    edge = round(PICTURE * ratio)
    fitted = picture.scaled(
        edge, edge, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    )
    pixmap = QPixmap.fromImage(fitted)
    pixmap.setDevicePixelRatio(ratio)
    return pixmap
