"""The large preview: one picture, the keys to the next, nothing of the one before."""

import pytest
from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gui.preview.large_view import LargeView

FULL = QSize(4000, 3000)


def picture(colour: str = "red", width: int = 400) -> QImage:
    image = QImage(width, width * 3 // 4, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    return image


@pytest.fixture
def large(qtbot: QtBot) -> LargeView:
    view = LargeView()
    qtbot.addWidget(view)
    view.resize(640, 480)
    view.show()
    view.show_name(1, "first.jpg")
    view.show_picture(1, picture(), FULL)
    return view


@pytest.fixture
def steps(large: LargeView) -> list[int]:
    taken: list[int] = []
    large.step_requested.connect(taken.append)
    return taken


def test_turning_to_another_image_leaves_nothing_of_the_one_before(large: LargeView) -> None:
    large.show_name(2, "second.jpg")
    assert large.windowTitle() == "second.jpg"
    assert not large.view.has_image()
    large.show_picture(1, picture(), FULL)  # late
    assert not large.view.has_image()
    large.show_picture(2, picture("blue"), FULL)
    assert large.view.has_image()


def test_a_better_version_of_the_picture_keeps_zoom_and_place(large: LargeView) -> None:
    large.view.set_zoom(0.5)
    large.show_name(1, "first.jpg")
    large.show_picture(1, picture(width=1600), FULL)
    assert large.view.zoom() == pytest.approx(0.5)


def test_left_and_right_step_through_the_pictures_but_pan_one_that_is_zoomed(
    large: LargeView, steps: list[int]
) -> None:
    QTest.keyClick(large.view, Qt.Key.Key_Right)
    QTest.keyClick(large.view, Qt.Key.Key_Left)
    assert steps == [1, -1]
    large.view.set_zoom(1.0)
    QTest.keyClick(large.view, Qt.Key.Key_Right)
    assert steps == [1, -1]


def test_space_and_escape_close_and_enter_asks_for_similar_pictures(qtbot: QtBot, large: LargeView) -> None:
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Escape):
        large.show()
        QTest.keyClick(large.view, key)
        assert not large.isVisible()
    large.show()
    with qtbot.waitSignal(large.similar_requested):
        QTest.keyClick(large.view, Qt.Key.Key_Return)
    assert not large.isVisible()


def test_a_space_held_down_does_not_close_what_it_has_just_opened(large: LargeView) -> None:
    held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Space, Qt.KeyboardModifier.NoModifier, " ", True)
    QApplication.sendEvent(large.view, held)
    assert large.isVisible()


def test_a_part_chosen_here_is_searched_for(qtbot: QtBot, large: LargeView) -> None:
    QTest.keyClick(large.view, Qt.Key.Key_C)
    assert large.view.is_cropping()
    with qtbot.waitSignal(large.crop_requested) as said:
        QTest.keyClick(large.view._crop, Qt.Key.Key_Return)
    assert said.args[0] == 1
    assert (said.args[1].width(), said.args[1].height()) == (2000, 1500)


def test_a_hostile_name_is_shown_as_it_is(large: LargeView) -> None:
    large.show_name(3, "<b>x</b>\n")
    assert large.windowTitle() == "<b>x</b>\ufffd"
