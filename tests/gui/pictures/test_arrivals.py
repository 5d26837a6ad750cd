"""What is dropped and pasted on the window, as a person does it."""

from pathlib import Path

import numpy as np
from PIL import Image
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest

from gui.search.incoming import NOTHING
from tests.gui.person import CONTROL, LEFT, NONE, Key, Person

# -- other ways to ask --------------------------------------------------------------------------------------------


def test_a_dropped_picture_file_is_searched_for_and_never_moved(person: Person, photos: Path) -> None:
    assert person.drop_paths(photos / "sunset" / "sunset-4.jpg") == Qt.DropAction.CopyAction
    assert person.until_found()[0] == "sunset-4.jpg"
    assert person.kinds(6) == {"sunset"}
    person.until(lambda: person.chips() == ["sunset-4.jpg"])
    assert (photos / "sunset" / "sunset-4.jpg").exists()


def test_a_file_path_on_the_clipboard_is_searched_for(person: Person, photos: Path) -> None:
    QGuiApplication.clipboard().setText(str(photos / "leaves" / "leaves-1.jpg"))
    person.press(Key.Key_V, CONTROL)
    assert person.until_found()[0] == "leaves-1.jpg"


def test_a_pasted_picture_is_searched_for_and_then_a_part_of_it_drawn_with_the_mouse(
    person: Person, photos: Path
) -> None:
    """One window for both, as the model's process is started once."""
    QGuiApplication.clipboard().setImage(QImage(str(photos / "stripes" / "stripes-3.jpg")))
    person.press(Key.Key_V, CONTROL)
    person.until_found()
    assert person.kinds(6) == {"stripes"}
    person.until(lambda: person.chips() == ["Pasted picture"])

    person.press(Key.Key_Escape)
    person.until_shown(30)
    two = _add_two_in_one(person, photos)
    person.click(person.row_of(two))
    _draw(person, 0.55, 0.05, 0.95, 0.95)  # the right half
    person.until(lambda: person.chips() == [f"Part of {two}"])
    person.until_found()
    assert person.kinds(6) <= {"leaves", two.split("-")[0]}


def _add_two_in_one(person: Person, photos: Path) -> str:
    """A picture with a sunset on the left and leaves on the right."""
    left, right = (Image.open(photos / kind / f"{kind}-0.jpg") for kind in ("sunset", "leaves"))
    both = np.concatenate([np.asarray(left), np.asarray(right)], axis=1)
    Image.fromarray(both).save(photos / "both-0.jpg", quality=95)
    person.press(Key.Key_F5)
    person.until_idle()
    person.until_shown(31)
    return "both-0.jpg"


def _draw(person: Person, left: float, top: float, right: float, bottom: float) -> None:
    """Take "Search part…", draw over the picture in the preview, and press the button that comes up."""
    preview = person.window.preview
    person.until(lambda: preview.image_id() == person.window.grid.current_id())
    person.until(lambda: preview.view.has_image())
    # Until the picture itself is there: a better version would not disturb, but its size is needed here.
    QTest.mouseClick(preview._actions.part, LEFT)
    overlay = preview.view._crop
    person.until(overlay.isVisible)
    place = preview.view.image_rect()
    start = QPoint(round(place.left() + place.width() * left), round(place.top() + place.height() * top))
    end = QPoint(round(place.left() + place.width() * right), round(place.top() + place.height() * bottom))
    QTest.mousePress(overlay, LEFT, NONE, start)
    QTest.mouseMove(overlay, (start + end) / 2)
    QTest.mouseMove(overlay, end)
    QTest.mouseRelease(overlay, LEFT, NONE, end)
    assert overlay.part().width() > 0
    QTest.mouseClick(overlay._find, LEFT)


def test_own_images_dropped_on_the_query_bar_are_searched_for_but_on_the_grid_they_are_not(
    person: Person,
) -> None:
    person.click(2)
    person.click(9, CONTROL)
    names = {person.names()[2], person.names()[9]}
    mime = person.window.model.mime_data_of(person.window.grid.selected_ids())
    assert person.drop(mime, on=person.window.grid) is None
    assert person.window.searching.query is None
    assert person.drop(mime, on=person.window.query_bar) == Qt.DropAction.CopyAction
    person.until_found()
    person.until(lambda: set(person.chips()) == names)


def test_what_cannot_be_used_is_refused(person: Person, tmp_path: Path) -> None:
    web = QMimeData()
    web.setUrls([QUrl("https://example.org/cat.jpg")])
    assert person.drop(web) is None
    person.drop_paths(tmp_path / "gone.jpg")
    person.until(lambda: person.said() == "“gone.jpg” cannot be opened: No such file or directory.")
    QGuiApplication.clipboard().setText("just some words")
    person.press(Key.Key_V, CONTROL)
    person.until(lambda: person.said() == NOTHING)
    assert person.window.searching.query is None


def test_an_empty_clipboard_is_said_and_raises_nothing(person: Person) -> None:
    QGuiApplication.clipboard().clear()
    person.press(Key.Key_V, CONTROL)
    person.until(lambda: person.said() == NOTHING)
    assert person.window.searching.query is None


def test_two_drops_one_right_after_the_other_both_arrive(newcomer: Person, photos: Path) -> None:
    newcomer.drop_paths(photos / "discs")
    newcomer.drop_paths(photos / "leaves")
    newcomer.until(lambda: len(newcomer.session.library.folders()) == 2)
    newcomer.until_idle()
    newcomer.until_shown(12)


def test_ctrl_v_in_the_filter_pastes_text_there_and_searches_nothing(person: Person, photos: Path) -> None:
    QGuiApplication.clipboard().setText(str(photos / "leaves" / "leaves-1.jpg"))
    person.press(Key.Key_F, CONTROL)
    person.press(Key.Key_V, CONTROL)
    assert person.window.browse_bar.filter.text().endswith("leaves-1.jpg")
    assert person.window.searching.query is None
