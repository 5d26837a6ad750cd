"""What a person who labels pictures sees and does."""

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from engine.store import labels
from gui.labels.label_entry import LabelEntry
from gui.labels.label_rows import Kind
from tests.gui.person import CONTROL, LEFT, NONE, SHIFT, Key, Person


def entry(person: Person) -> LabelEntry:
    return person.window.labels.entering.entry


def give(person: Person, *names: str, keys: Qt.KeyboardModifier = NONE) -> None:
    """Type labels for the selected pictures, and close the entry."""
    person.press(Key.Key_L, on=person.window.grid)
    assert QApplication.focusWidget() is entry(person).line
    for name in names:
        if name.isascii():
            QTest.keyClicks(entry(person).line, name)
        else:
            entry(person).line.insert(name)  # as an input method does; keyClicks knows no such keys
        person.press(Key.Key_Return, keys)
    person.until(lambda: not person.session.storing)
    person.press(Key.Key_Escape)
    assert QApplication.focusWidget() is person.window.grid


def select(person: Person, *rows: int) -> list[int]:
    person.click(rows[0])
    for row in rows[1:]:
        person.click(row, CONTROL)
    return [person.window.model.image_id(row) for row in rows]


def panel(person: Person) -> dict[str, int]:
    """The labels of the panel with their numbers."""
    rows = person.window.labels.panel.model.rows()
    return {row.name: row.images for row in rows if row.kind is Kind.LABEL}


def hotkeys(person: Person) -> dict[str, str | None]:
    return {label.name: label.hotkey for label in person.window.labels.labelling.labels.labels}


def stored(person: Person) -> dict[str, int]:
    return labels.all_labels(person.session.library.db)


def of_image(person: Person, image_id: int) -> list[str]:
    return labels.of_images(person.session.library.db, [image_id]).get(image_id, [])


def on_tile(person: Person, row: int) -> list[str]:
    model = person.window.model
    tile = model.tile(row)
    return [] if tile is None else [label.name for label in model.labels_of(tile)]


def in_preview(person: Person) -> list[str]:
    return [chip.label.name for chip in person.window.preview.labels.chips()]


def until_listed(person: Person, expected: dict[str, int]) -> None:
    person.until(lambda: panel(person) == expected)
    assert stored(person) == expected


def come_back(person: Person, window: QWidget | None = None) -> None:
    """To the window, or to that one, after a menu or a dialog."""
    to = window or person.window
    to.activateWindow()
    person.until(to.isActiveWindow)


def undo(person: Person) -> None:
    come_back(person)
    person.press(Key.Key_Z, CONTROL, on=person.window.grid)


def redo(person: Person) -> None:
    come_back(person)
    person.press(Key.Key_Z, CONTROL | SHIFT, on=person.window.grid)


def go_to_label(person: Person, name: str) -> None:
    """To its row in the list, by keys."""
    come_back(person)
    person.press(Key.Key_B, CONTROL)
    view, model = person.window.labels.panel.view, person.window.labels.panel.model
    assert QApplication.focusWidget() is view

    def is_reached() -> bool:
        """The list may be read anew on the way: then from the top again."""
        person.press(Key.Key_Home)
        for _ in model.rows():
            row = view.current_row()
            if row is not None and row.name == name:
                return True
            person.press(Key.Key_Down)
        return False

    person.until(is_reached)


def click_label(person: Person, name: str) -> None:
    view, model = person.window.labels.panel.view, person.window.labels.panel.model
    person.until(lambda: name in [row.name for row in model.rows()])
    place = [row.name for row in model.rows()].index(name)
    view.scrollTo(model.index(place))
    QTest.mouseClick(view.viewport(), LEFT, NONE, view.visualRect(model.index(place)).center())


def choose_in_menu(person: Person, name: str, *texts: str) -> None:
    """Open the menu of a label with the keyboard and choose from it."""
    go_to_label(person, name)
    view = person.window.labels.panel.view
    place = view.visualRect(view.currentIndex()).center()
    reason = QContextMenuEvent.Reason.Keyboard
    QApplication.sendEvent(view, QContextMenuEvent(reason, place, view.viewport().mapToGlobal(place)))
    (menu,) = [menu for menu in person.window.labels.panel.findChildren(QMenu) if menu.isVisible()]
    top = menu
    for text in texts[:-1]:
        menu = next(action.menu() for action in menu.actions() if action.text() == text)
    action = next(action for action in menu.actions() if action.text() == texts[-1])
    assert action.isEnabled()
    action.trigger()
    top.close()


def drop_on_labels(person: Person, mime: QMimeData, place: QPoint) -> bool:
    view = person.window.labels.panel.view.viewport()
    copy = Qt.DropAction.CopyAction
    for event in (
        QDragEnterEvent(place, copy, mime, LEFT, NONE),
        QDragMoveEvent(place, copy, mime, LEFT, NONE),
        QDropEvent(QPointF(place), copy, mime, LEFT, NONE),
    ):
        QApplication.sendEvent(view, event)
        if not event.isAccepted():
            QApplication.sendEvent(view, QDragLeaveEvent())
            return False
    return True


def place_of(person: Person, name: str) -> QPoint:
    view, model = person.window.labels.panel.view, person.window.labels.panel.model
    place = [row.name for row in model.rows()].index(name)
    return view.visualRect(model.index(place)).center()


def rename(person: Person, name: str, new: str) -> None:
    go_to_label(person, name)
    person.press(Key.Key_F2)
    editor = QApplication.focusWidget()
    editor.selectAll()
    QTest.keyClicks(editor, new)
    person.press(Key.Key_Return, on=editor)
