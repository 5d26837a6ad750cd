"""Two to four pictures side by side: the same zoom and place, each in its room, results by image."""

import pytest
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from gui.preview.viewport import ShownPart
from gui.viewer.viewer_window import ViewerWindow

SIZES = {1: QSize(4000, 3000), 2: QSize(2000, 1500), 3: QSize(3000, 4000), 4: QSize(800, 600), 5: QSize(4000, 3000)}
Key = Qt.Key
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


def give(viewer: ViewerWindow, *image_ids: int) -> None:
    for image_id in image_ids:
        image = QImage(SIZES[image_id] / 10, QImage.Format.Format_RGB32)
        image.fill(QColor("red"))
        viewer.show_picture(image_id, image, SIZES[image_id])


@pytest.fixture
def viewer(qtbot: QtBot) -> ViewerWindow:
    viewer = ViewerWindow()
    qtbot.addWidget(viewer)
    viewer.resize(1000, 700)
    viewer.show()
    qtbot.waitExposed(viewer)
    return viewer


def parts(viewer: ViewerWindow) -> list[ShownPart]:
    return [view.part() for view in viewer.views if view.isVisible()]


def are_alike(shown: list[ShownPart]) -> bool:
    first = shown[0]
    return all(
        each.enlarged == pytest.approx(first.enlarged)
        and (each.x, each.y) == (pytest.approx(first.x, abs=0.02), pytest.approx(first.y, abs=0.02))
        for each in shown
    )


@pytest.mark.parametrize("count", [2, 3, 4])
def test_zoom_and_place_of_one_are_those_of_all(viewer: ViewerWindow, count: int) -> None:
    ids = [1, 2, 4, 5][:count]  # of one shape, whatever their pixels
    viewer.show_images(ids, 1)
    give(viewer, *ids)
    assert len(parts(viewer)) == count
    assert all(view.is_fitted() for view in viewer.views if view.isVisible())
    viewer.view.set_zoom(viewer.view.zoom() * 4, QPointF(20, 20))
    assert viewer.views[count - 1].part().enlarged == pytest.approx(4)
    assert are_alike(parts(viewer))
    before = viewer.view.part().x
    QTest.keyClick(viewer.views[count - 1], Key.Key_Right)
    assert are_alike(parts(viewer))
    assert viewer.view.part().x > before
    viewer.resize(900, 640)
    QTest.qWait(1)
    assert are_alike(parts(viewer))
    QTest.keyClick(viewer.view, Key.Key_0)
    assert all(view.is_fitted() for view in viewer.views if view.isVisible())


def test_rooms_are_of_one_size_and_two_by_two_for_four(viewer: ViewerWindow) -> None:
    for count, columns in ((2, 2), (3, 3), (4, 2)):
        viewer.show_images([1, 2, 3, 4][:count], 1)
        rooms = [view.size() for view in viewer.views if view.isVisible()]
        assert len(rooms) == count
        assert max(r.width() for r in rooms) - min(r.width() for r in rooms) <= 1
        assert rooms[0].width() == pytest.approx(viewer.panes.width() / columns, abs=12)


def test_u_lets_each_be_looked_at_by_itself_and_brings_them_together_again(viewer: ViewerWindow) -> None:
    viewer.show_images([1, 2], 1)
    give(viewer, 1, 2)
    QTest.keyClick(viewer.view, Key.Key_U)
    assert not viewer.bar.link.isChecked()
    QTest.keyClick(viewer.view, Key.Key_Plus)
    assert viewer.views[1].is_fitted()
    assert not viewer.views[0].is_fitted()
    QTest.keyClick(viewer.view, Key.Key_U)
    assert are_alike(parts(viewer))
    assert not viewer.views[1].is_fitted()


def test_a_picture_that_comes_late_takes_the_zoom_and_place_of_the_others(viewer: ViewerWindow) -> None:
    viewer.show_images([1, 2], 1)
    give(viewer, 1)
    viewer.view.set_zoom(viewer.view.zoom() * 3, QPointF(10, 10))
    give(viewer, 2)
    assert are_alike(parts(viewer))
    assert viewer.view.part().enlarged == pytest.approx(3)
    give(viewer, 2)  # a better version
    assert viewer.view.part().enlarged == pytest.approx(3)


def test_going_on_keeps_zoom_and_place_so_that_bursts_can_be_compared(viewer: ViewerWindow) -> None:
    viewer.show_images([1, 2], 2)
    give(viewer, 1, 2)
    viewer.view.set_zoom(viewer.view.zoom() * 3)
    viewer.show_images([2, 5], 5)
    give(viewer, 2, 5)
    assert are_alike(parts(viewer))
    viewer.show_images([5], 5)
    give(viewer, 5)
    assert viewer.view.is_fitted()


def test_pictures_land_by_image_wherever_that_is_by_now(viewer: ViewerWindow) -> None:
    viewer.show_images([1, 2], 1)
    viewer.show_images([2, 3], 2)
    give(viewer, 1)
    assert not any(view.has_image() for view in viewer.views)
    give(viewer, 2)
    assert [view.has_image() for view in viewer.views] == [True, False, False, False]


def test_where_the_focus_goes_is_the_current_picture(qtbot: QtBot, viewer: ViewerWindow) -> None:
    viewer.show_images([1, 2], 1)
    viewer.activateWindow()
    viewer.view.setFocus()
    qtbot.waitUntil(viewer.view.hasFocus)
    with qtbot.waitSignal(viewer.picked) as said:
        QTest.mouseClick(viewer.views[1], Qt.MouseButton.LeftButton)
    assert said.args == [2]
    viewer.show_images([1, 2], 2)
    assert viewer.view is viewer.views[1]
    assert viewer.view.hasFocus()
    assert viewer.panes._panes[1].caption.font().bold()
    assert not viewer.panes._panes[0].caption.font().bold()


def test_only_the_current_one_is_turned(viewer: ViewerWindow) -> None:
    viewer.show_images([1, 2], 2)
    give(viewer, 1, 2)
    QTest.keyClick(viewer.view, Key.Key_R)
    assert [view.turns() for view in viewer.views[:2]] == [0, 1]
