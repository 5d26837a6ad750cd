"""The right part of the window: one picture, what can be done with it, what is known about it.

The panel loads nothing and searches nothing. It is told what to show and says what is asked for.
"""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QSplitter,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.sentences import said
from gui.language import tr
from gui.preview.metadata_table import MetadataTable
from gui.preview.picture_view import PictureView
from gui.widgets.icons import icon
from gui.widgets.label_chips import LabelChips
from gui.widgets.theme import ICON_SIZE, SPACE_L, SPACE_M, SPACE_S
from gui.widgets.word_button import primary_button, word_button

DETAILS_HEIGHT = 290  # as long as nobody has chosen otherwise; the picture takes what is left
NOTHING_SELECTED = said("Select a picture to see it here")


class PreviewPanel(QWidget):
    """Signals, all with the image id: `similar_requested`, `add_requested`, `minus_requested`,
    `crop_requested` (and the part in original pixels), `show_in_folder_requested`, `copy_path_requested`,
    `more_pixels_requested` (the picture is shown larger than the image given holds); without it
    `label_requested` (give the image a label).
    """

    similar_requested = Signal(object)
    add_requested = Signal(object)
    minus_requested = Signal(object)
    crop_requested = Signal(object, QRect)
    show_in_folder_requested = Signal(object)
    copy_path_requested = Signal(object)
    more_pixels_requested = Signal(object)
    label_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._image_id: int | None = None
        self._details_height = DETAILS_HEIGHT
        self.setAccessibleName(tr("Preview"))
        self.view = PictureView()
        self.metadata = MetadataTable()
        self._message = _message_label()
        self._actions = _Actions()
        self.labels = LabelChips(tr("Show all pictures with this label"))
        self.label_button = _label_button()
        self._lay_out()
        self._connect()
        self.show_nothing()

    def image_id(self) -> int | None:
        """The image shown, if any."""
        return self._image_id

    def show_details(self, image_id: int, rows: list[tuple[str, str]]) -> None:
        """Turn to this image: its metadata now, its picture when it comes. Only new rows if it is shown."""
        if image_id != self._image_id:
            self._image_id = image_id
            self._show_image(None, QSize())
        self.metadata.set_rows(rows)
        self._update_actions()

    def show_picture(self, image_id: int, image: QImage, full_size: QSize) -> None:
        """The image's picture, or a better version of it; ignored when another image is shown by now."""
        if image_id != self._image_id:
            return
        self._show_image(image, full_size, keep_view=True)

    def show_message(self, text: str, image_id: int | None = None) -> None:
        """A sentence in the picture's place; ignored when it is about an image no longer shown."""
        if image_id is not None and image_id != self._image_id:
            return
        self._show_image(None, QSize())
        self._message.setText(text)
        self._pictures.setCurrentWidget(self._message)

    def show_nothing(self) -> None:
        self._image_id = None
        self.metadata.set_rows([])
        self.show_message(tr(NOTHING_SELECTED))

    def set_can_exclude(self, possible: bool) -> None:
        """Whether there is a query that an image can be excluded from."""
        self._actions.minus.setEnabled(possible)

    def details_height(self) -> int:
        """Of all that stands below the picture, as a person has chosen it."""
        return self._details_height

    def set_details_height(self, height: int) -> None:
        self._details_height = height
        lower = min(height, self.height() * 3 // 5)  # in a low window the picture has its share, too
        self.splitter.setSizes([max(self.height() - lower, 1), lower])

    def add_row(self, widget: QWidget) -> None:
        """Something more to do with the picture, above its metadata."""
        self._column.insertWidget(self._column.count() - 1, widget)

    def start_crop(self) -> None:
        """Choose a part with the keyboard, from a centred rectangle."""
        self.view.start_crop()

    def _show_image(self, image: QImage | None, full_size: QSize, keep_view: bool = False) -> None:
        self.view.set_image(image, full_size, keep_view)
        self._pictures.setCurrentWidget(self.view)
        self._update_actions()

    def _update_actions(self) -> None:
        if self._below.isHidden() == (self._image_id is not None):
            self._below.setVisible(self._image_id is not None)
            self.set_details_height(self._details_height)
        self._actions.part.setEnabled(self.view.has_image())

    def _lay_out(self) -> None:
        top = QWidget()
        self._pictures = QStackedLayout(top)
        self._pictures.addWidget(self.view)
        self._pictures.addWidget(self._message)
        self._below = QWidget()
        column = self._column = QVBoxLayout(self._below)
        column.setContentsMargins(0, SPACE_S, 0, 0)
        column.setSpacing(SPACE_M)
        column.addWidget(self._actions)
        self.labels.set_tail(self.label_button)
        self.labels.set_margin(SPACE_M)
        column.addWidget(self.labels)
        column.addWidget(self.metadata, 1)
        self.splitter = splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(top)
        splitter.addWidget(self._below)
        splitter.setStretchFactor(0, 1)
        splitter.setStretchFactor(1, 0)
        splitter.splitterMoved.connect(self._on_splitter_moved)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(splitter)

    def _connect(self) -> None:
        actions = self._actions
        actions.similar.clicked.connect(self._on_similar_clicked)
        actions.part.toggled.connect(self._on_part_toggled)
        actions.add.clicked.connect(self._on_add_clicked)
        actions.minus.clicked.connect(self._on_minus_clicked)
        actions.folder.clicked.connect(self._on_folder_clicked)
        self.label_button.clicked.connect(self.label_requested)
        actions.path.clicked.connect(self._on_path_clicked)
        self.view.crop_mode_changed.connect(actions.part.setChecked)
        self.view.crop_chosen.connect(self._on_crop_chosen)
        self.view.more_pixels_wanted.connect(self._on_more_pixels_wanted)

    def _on_splitter_moved(self) -> None:
        self._details_height = self._below.height()

    def _on_similar_clicked(self) -> None:
        if self._image_id is not None:
            self.similar_requested.emit(self._image_id)

    def _on_add_clicked(self) -> None:
        if self._image_id is not None:
            self.add_requested.emit(self._image_id)

    def _on_minus_clicked(self) -> None:
        if self._image_id is not None:
            self.minus_requested.emit(self._image_id)

    def _on_folder_clicked(self) -> None:
        if self._image_id is not None:
            self.show_in_folder_requested.emit(self._image_id)

    def _on_path_clicked(self) -> None:
        if self._image_id is not None:
            self.copy_path_requested.emit(self._image_id)

    def _on_part_toggled(self, wanted: bool) -> None:
        if wanted:
            self.view.start_crop(with_rectangle=False)
        else:
            self.view.stop_crop()

    def _on_crop_chosen(self, part: QRect) -> None:
        if self._image_id is not None:
            self.crop_requested.emit(self._image_id, part)

    def _on_more_pixels_wanted(self) -> None:
        if self._image_id is not None:
            self.more_pixels_requested.emit(self._image_id)


class _Actions(QWidget):
    """What most people want stands out; five more below and beside it. The icons give way when the panel is narrow,
    the words never."""

    def __init__(self) -> None:
        super().__init__()
        self.similar = primary_button(
            "search", tr("Find similar"), tr("Find the pictures most similar to this one (Enter)")
        )
        self.part = word_button("crop", tr("Search part…"), tr("Search for a part of this picture (C)"))
        self.part.setCheckable(True)
        self.add = word_button("plus", tr("Add to query"), tr("Ask for pictures similar to this one, too"))
        self.minus = word_button("minus", tr("Exclude from query"), tr("Ask for pictures unlike this one"))
        self.folder = word_button("folder", tr("Show in folder"), tr("Show the file in the file manager"))
        self.path = word_button("copy", tr("Copy path"), tr("Copy the full path of the file"))
        grid = self._grid = QGridLayout(self)
        grid.setContentsMargins(SPACE_M, 0, SPACE_M, 0)
        grid.setSpacing(SPACE_S)
        for place, button in enumerate(self._buttons()):
            grid.addWidget(button, place // 2, place % 2)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)

    def minimumSizeHint(self) -> QSize:
        """Room for the words; the icons are left out before it gets that narrow."""
        return QSize(sum(self._columns()) + SPACE_S + 2 * SPACE_M, super().minimumSizeHint().height())

    def _columns(self) -> list[int]:
        """What their words need."""
        return [max(map(_words_width, self._buttons()[column::2])) for column in (0, 1)]

    def _buttons(self) -> tuple[QToolButton, ...]:
        return (self.similar, self.part, self.add, self.minus, self.folder, self.path)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        room = (self.width() - 2 * SPACE_M - SPACE_S) // 2
        roomy = max(map(_words_width, self._buttons())) + ICON_SIZE + SPACE_M <= room
        style = Qt.ToolButtonStyle.ToolButtonTextBesideIcon if roomy else Qt.ToolButtonStyle.ToolButtonTextOnly
        for column, needed in enumerate(self._columns()):
            self._grid.setColumnMinimumWidth(column, needed)
        for button in self._buttons():
            button.setToolButtonStyle(style)


def _words_width(button: QToolButton) -> int:
    return button.fontMetrics().horizontalAdvance(button.text()) + SPACE_L - 2


def _label_button() -> QToolButton:
    button = QToolButton()
    button.setIcon(icon("plus"))
    button.setIconSize(QSize(12, 12))
    button.setText(tr("Label…"))
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setAutoRaise(True)
    button.setToolTip(tr("Give this picture a label (L)"))
    button.setAccessibleName(tr("Give this picture a label"))
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button


def _message_label() -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    label.setWordWrap(True)
    label.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
    label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
    return label
