"""A picture turned by quarters, as plain geometry: sizes, and what was chosen in it."""

from typing import TypeVar

from PySide6.QtCore import QRect, QSize, QSizeF

AnySize = TypeVar("AnySize", QSize, QSizeF)


def turned_size(size: AnySize, turns: int) -> AnySize:
    """Of a picture of this size, turned by so many quarters; the way back is the same."""
    return size.transposed() if turns % 2 else size


def unturned_rect(rect: QRect, turned: QSize, turns: int) -> QRect:
    """Where a rectangle of a picture, which is `turned` so large by so many quarters clockwise, lies in the picture
    as it is."""
    right = turned.width() - rect.x() - rect.width()
    below = turned.height() - rect.y() - rect.height()
    match turns % 4:
        case 1:
            return QRect(rect.y(), right, rect.height(), rect.width())
        case 2:
            return QRect(right, below, rect.width(), rect.height())
        case 3:
            return QRect(below, rect.x(), rect.height(), rect.width())
    return QRect(rect)
