"""One picture of the query: its thumbnail and name, plus or minus, and a way to remove it."""

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPainterPath, QPaintEvent, QPalette, QPen, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from engine.search.query import QueryPicture
from gui.language import tr
from gui.widgets.icons import icon, paint_icon
from gui.widgets.plain_text import tool_tip
from gui.widgets.theme import CORNER, SMALL, SPACE_M, SPACE_S, colours, sized

HEIGHT = 40
THUMBNAIL = 32
NARROWEST_TEXT, WIDEST_TEXT = 56, 150
SIGN = 20


class QueryChip(QWidget):
    """Delete removes it, the minus key turns it round; both also by its buttons.

    Signals: `removed()`, `toggled()`.
    """

    removed = Signal()
    toggled = Signal()

    def __init__(self, picture: QueryPicture, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = picture
        self._name = ""
        self._thumbnail = QPixmap()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._sign = _Sign(picture.minus)
        self._sign.clicked.connect(self.toggled)
        self._close = QToolButton()
        self._close.setIcon(icon("close"))
        self._close.setIconSize(QSize(14, 14))
        self._close.setAutoRaise(True)
        self._close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._close.setToolTip(tr("Remove from the query (Delete)"))
        self._close.clicked.connect(self.removed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, SPACE_S, 0)
        row.setSpacing(2)
        row.addStretch()
        row.addWidget(self._sign)
        row.addWidget(self._close)
        self.set_name(name)

    def picture(self) -> QueryPicture:
        return self._picture

    def name(self) -> str:
        return self._name

    def set_name(self, name: str) -> None:
        self._name = name
        self.setToolTip(tool_tip(name))
        self._close.setAccessibleName(tr("Remove {name} from the query", name=name))
        self._describe()
        self.updateGeometry()
        self.update()

    def set_toggle_enabled(self, enabled: bool) -> None:
        """The only plus picture cannot become a minus."""
        self._sign.setEnabled(enabled)
        self._sign.setToolTip(self._sign_tip())

    def set_image(self, image: QImage | None) -> None:
        self._thumbnail = QPixmap() if image is None or image.isNull() else self._covering(image)
        self.update()

    def sizeHint(self) -> QSize:
        text = max(
            self.fontMetrics().horizontalAdvance(self._name),
            self.fontMetrics().horizontalAdvance(self._kind()),
        )
        width = min(max(text + 2, NARROWEST_TEXT), WIDEST_TEXT)
        buttons = self._sign.sizeHint().width() + self._close.sizeHint().width() + 2 + SPACE_S
        return QSize(self._text_left() + width + SPACE_S + buttons, HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        elif event.key() == Qt.Key.Key_Minus or (event.key() == Qt.Key.Key_Plus and self._picture.minus):
            if self._sign.isEnabled():
                self.toggled.emit()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    def _kind(self) -> str:
        if self._picture.crop is not None:
            return tr("Unlike · part") if self._picture.minus else tr("Similar · part")
        return tr("Unlike") if self._picture.minus else tr("Similar")

    def _describe(self) -> None:
        self.setAccessibleName(self._spoken())
        self.setAccessibleDescription(tr("Delete removes it, minus changes between similar and unlike"))
        self._sign.setToolTip(self._sign_tip())
        self._sign.setAccessibleName(tr("Change {name} between similar and unlike", name=self._name))

    def _spoken(self) -> str:
        if self._picture.crop is not None:
            if self._picture.minus:
                return tr("Query picture: unlike a part of {name}", name=self._name)
            return tr("Query picture: similar to a part of {name}", name=self._name)
        if self._picture.minus:
            return tr("Query picture: unlike {name}", name=self._name)
        return tr("Query picture: similar to {name}", name=self._name)

    def _sign_tip(self) -> str:
        if not self._sign.isEnabled():
            return tr("At least one picture must be one to be similar to")
        if self._picture.minus:
            return tr("Hits are unlike this picture; click to ask for similar ones (−)")
        return tr("Hits are similar to this picture; click to ask for unlike ones (−)")

    def _text_left(self) -> int:
        return (HEIGHT - THUMBNAIL) // 2 + THUMBNAIL + SPACE_M

    def _covering(self, image: QImage) -> QPixmap:
        """The middle of the picture, as large as fills the square, at the screen's resolution."""
        side = round(THUMBNAIL * self.devicePixelRatioF())
        scaled = image.scaled(
            side,
            side,
            Qt.AspectRatioMode.KeepAspectRatioByExpanding,
            Qt.TransformationMode.SmoothTransformation,
        )
        middle = QRect((scaled.width() - side) // 2, (scaled.height() - side) // 2, side, side)
        pixmap = QPixmap.fromImage(scaled.copy(middle))
        pixmap.setDevicePixelRatio(self.devicePixelRatioF())
        return pixmap

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shades = colours(self.palette())
        edge = self.palette().color(QPalette.ColorRole.Accent) if self.hasFocus() else shades.line
        width = 2.0 if self.hasFocus() else 1.0
        painter.setPen(QPen(edge, width))
        painter.setBrush(self.palette().color(QPalette.ColorRole.Base))
        inset = width / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), CORNER, CORNER)
        self._paint_thumbnail(painter)
        self._paint_text(painter)

    def _paint_thumbnail(self, painter: QPainter) -> None:
        margin = (HEIGHT - THUMBNAIL) / 2
        box = QRectF(margin, margin, THUMBNAIL, THUMBNAIL)
        clip = QPainterPath()
        clip.addRoundedRect(box, CORNER - 2, CORNER - 2)
        painter.save()
        painter.setClipPath(clip)
        if self._thumbnail.isNull():
            painter.fillRect(box, self.palette().color(QPalette.ColorRole.AlternateBase))
            paint_icon(painter, "picture", box.adjusted(9, 9, -9, -9), colours(self.palette()).dim.name())
        else:
            painter.drawPixmap(box.topLeft(), self._thumbnail)
        painter.restore()

    def _paint_text(self, painter: QPainter) -> None:
        right = self._sign.geometry().left() - SPACE_S
        box = QRect(self._text_left(), 4, right - self._text_left(), HEIGHT - 8)
        upper = QRect(box.left(), box.top(), box.width(), box.height() // 2)
        lower = QRect(box.left(), upper.bottom() + 1, box.width(), box.height() // 2)
        name = self.fontMetrics().elidedText(self._name, Qt.TextElideMode.ElideMiddle, box.width())
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(upper, left | Qt.TextFlag.TextSingleLine, name)
        shades = colours(self.palette())
        painter.setPen(shades.minus if self._picture.minus else shades.plus)
        painter.setFont(sized(self.font(), SMALL))
        painter.drawText(lower, left | Qt.TextFlag.TextSingleLine, self._kind())


class _Sign(QToolButton):
    """A disc with a plus or a minus, told apart by colour and by sign."""

    def __init__(self, minus: bool) -> None:
        super().__init__()
        self._minus = minus
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def sizeHint(self) -> QSize:
        return QSize(SIGN + 4, SIGN + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shades = colours(self.palette())
        colour = shades.minus if self._minus else shades.plus
        base = self.palette().color(QPalette.ColorRole.Base)
        disc = QRectF(0, 0, SIGN, SIGN)
        disc.moveCenter(QRectF(self.rect()).center())
        filled = self.isEnabled() and self.underMouse()
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(colour if filled else base)
        painter.drawEllipse(disc.adjusted(1, 1, -1, -1))
        name = "minus" if self._minus else "plus"
        paint_icon(painter, name, disc.adjusted(4, 4, -4, -4), (base if filled else colour).name())
