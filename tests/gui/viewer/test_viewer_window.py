"""The viewer as a window: keys, buttons, what it shows and what it asks for, nothing of the picture before."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QKeyEvent, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from gui.viewer.viewer_window import ViewerWindow
from gui.widgets.theme import is_dark, palette_for

FULL = QSize(4000, 3000)
Key = Qt.Key
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


def picture(colour: str = "red", width: int = 400) -> QImage:
    image = QImage(width, width * 3 // 4, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    return image


@pytest.fixture
def viewer(qtbot: QtBot) -> ViewerWindow:
    viewer = ViewerWindow()
    qtbot.addWidget(viewer)
    viewer.fills_screen = False
    viewer.resize(640, 480)
    viewer.show()
    turn_to(viewer, 1, "first.jpg")
    viewer.show_picture(1, picture(), FULL)
    return viewer


def turn_to(viewer: ViewerWindow, image_id: int, name: str, note: str = "") -> None:
    viewer.show_images([image_id], image_id)
    viewer.show_known(image_id, name, [("Name", name)], note)


@pytest.fixture
def steps(viewer: ViewerWindow) -> list[int]:
    taken: list[int] = []
    viewer.step_requested.connect(taken.append)
    return taken


def press(viewer: ViewerWindow, key: Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(viewer.view, key, modifiers)


# -- one picture after the other ----------------------------------------------------------------------------------


def test_turning_to_another_image_leaves_nothing_of_the_one_before(viewer: ViewerWindow) -> None:
    turn_to(viewer, 2, "second.jpg", "gone")
    assert viewer.windowTitle() == viewer.bar.name.text() == "second.jpg"
    assert viewer.view.note() == "gone"
    assert not viewer.view.has_image()
    viewer.show_picture(1, picture(), FULL)  # late
    viewer.show_known(1, "first.jpg", [], "")
    viewer.show_labels(1, ["red"])
    assert not viewer.view.has_image()
    assert (viewer.windowTitle(), viewer.bar.text.text()) == ("second.jpg", "")
    viewer.show_picture(2, picture("blue"), FULL)
    assert viewer.view.has_image()


def test_a_better_version_of_the_picture_keeps_zoom_and_place(viewer: ViewerWindow) -> None:
    viewer.view.set_zoom(0.5)
    viewer.show_images([1], 1)
    viewer.show_picture(1, picture(width=1600), FULL)
    assert viewer.view.zoom() == pytest.approx(0.5)


def test_arrows_step_through_the_pictures_but_pan_one_that_is_zoomed(
    viewer: ViewerWindow, steps: list[int]
) -> None:
    press(viewer, Key.Key_Right)
    press(viewer, Key.Key_Left)
    assert steps == [1, -1]
    viewer.view.set_zoom(1.0)
    before = viewer.view.image_rect()
    press(viewer, Key.Key_Right)
    assert steps == [1, -1]
    assert viewer.view.image_rect().left() < before.left()
    press(viewer, Key.Key_PageDown)
    press(viewer, Key.Key_PageUp)
    assert steps == [1, -1, 1, -1]


def test_home_and_end_ask_for_the_first_and_the_last(qtbot: QtBot, viewer: ViewerWindow) -> None:
    for key, direction in ((Key.Key_Home, -1), (Key.Key_End, 1)):
        with qtbot.waitSignal(viewer.end_requested) as said:
            press(viewer, key)
        assert said.args == [direction]


def test_at_the_ends_there_is_nothing_to_go_on_to(viewer: ViewerWindow) -> None:
    viewer.show_place(0, 3)
    assert (viewer.bar.place.text(), viewer.bar.previous.isEnabled(), viewer.bar.next.isEnabled()) == (
        "1 of 3",
        False,
        True,
    )
    viewer.show_place(2, 3)
    assert (viewer.bar.previous.isEnabled(), viewer.bar.next.isEnabled()) == (True, False)


# -- leaving it ---------------------------------------------------------------------------------------------------


def test_space_and_escape_close_and_enter_asks_for_similar_pictures(qtbot: QtBot, viewer: ViewerWindow) -> None:
    for key in (Key.Key_Space, Key.Key_Escape):
        viewer.show()
        press(viewer, key)
        assert not viewer.isVisible()
    viewer.show()
    with qtbot.waitSignal(viewer.similar_requested):
        press(viewer, Key.Key_Return)
    assert not viewer.isVisible()


@pytest.mark.parametrize("key", [Key.Key_Space, Key.Key_Return, Key.Key_R])
def test_a_key_held_down_asks_once(viewer: ViewerWindow, key: Key) -> None:
    held = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "", True)
    QApplication.sendEvent(viewer.view, held)
    assert viewer.isVisible(), "it does not close what it has just opened"
    assert viewer.view.turns() == 0


def test_a_part_chosen_here_is_searched_for(qtbot: QtBot, viewer: ViewerWindow) -> None:
    press(viewer, Key.Key_C)
    assert viewer.view.is_cropping()
    with qtbot.waitSignal(viewer.crop_requested) as said:
        QTest.keyClick(viewer.view._crop, Key.Key_Return)
    assert said.args[0] == 1
    assert (said.args[1].width(), said.args[1].height()) == (2000, 1500)


def test_escape_ends_choosing_a_part_before_it_ends_the_viewer(viewer: ViewerWindow) -> None:
    press(viewer, Key.Key_C)
    QTest.keyClick(viewer.view._crop, Key.Key_Escape)
    assert viewer.isVisible()
    assert not viewer.view.is_cropping()


# -- size and place -----------------------------------------------------------------------------------------------


def test_keys_and_buttons_zoom_to_full_size_and_to_fit(viewer: ViewerWindow) -> None:
    fitted = viewer.view.zoom()
    press(viewer, Key.Key_Z)
    assert viewer.view.zoom() == 1.0
    press(viewer, Key.Key_0)
    assert viewer.view.is_fitted()
    press(viewer, Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert viewer.view.zoom() == 1.0
    press(viewer, Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert viewer.view.is_fitted()
    press(viewer, Key.Key_1)
    assert viewer.view.is_fitted(), "1 gives a label here"
    viewer.bar.larger.click()
    assert viewer.view.zoom() > fitted
    viewer.bar.smaller.click()
    assert viewer.view.zoom() == pytest.approx(fitted)
    viewer.bar.fit.click()
    assert viewer.view.zoom() == 1.0


def test_r_turns_the_view_and_another_picture_stands_as_it_is(viewer: ViewerWindow) -> None:
    press(viewer, Key.Key_R)
    shown = viewer.view.image_rect()
    assert shown.height() > shown.width()
    assert viewer.sideways() == {1}
    turn_to(viewer, 2, "second.jpg")
    assert viewer.view.turns() == 0
    turn_to(viewer, 1, "first.jpg")
    assert viewer.view.turns() == 1, "who comes back finds it as it was left"
    press(viewer, Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    press(viewer, Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    assert viewer.view.turns() == 3


def test_f11_fills_the_screen_and_back_and_it_opens_as_it_was_left(viewer: ViewerWindow, qtbot: QtBot) -> None:
    below = QWidget()
    qtbot.addWidget(below)
    below.resize(700, 500)
    viewer.close()
    viewer.fills_screen = True
    viewer.open_over(below)
    assert viewer.isFullScreen()
    assert viewer.bar.full_screen.isChecked()
    press(viewer, Key.Key_F11)
    assert not viewer.isFullScreen()
    viewer.close()
    viewer.open_over(below)
    assert viewer.isVisible()
    assert not viewer.isFullScreen()


# -- what is said -------------------------------------------------------------------------------------------------


def test_i_shows_the_details_and_hides_them(viewer: ViewerWindow) -> None:
    press(viewer, Key.Key_I)
    assert viewer.details.isVisible()
    assert viewer.bar.details.isChecked()
    assert viewer.details.rows() == [("Name", "first.jpg")]
    turn_to(viewer, 2, "second.jpg")
    assert viewer.details.rows() == [("Name", "second.jpg")]
    QTest.keyClick(viewer.details, Key.Key_I)
    assert not viewer.details.isVisible()


def test_labels_stand_in_the_bar_and_make_way_for_a_sentence(viewer: ViewerWindow) -> None:
    viewer.show_labels(1, ["cat", "dog"])
    assert viewer.bar.text.text() == "cat, dog"
    viewer.say("“cat” given to 1 picture.")
    assert viewer.bar.text.text() == "“cat” given to 1 picture."
    viewer.bar._forget.timeout.emit()
    assert viewer.bar.text.text() == "cat, dog"


def test_a_hostile_name_is_shown_as_it_is(viewer: ViewerWindow) -> None:
    turn_to(viewer, 3, "<b>x</b>\n")
    assert viewer.windowTitle() == "<b>x</b>\ufffd"
    assert viewer.bar.name.text() == "<b>x</b>\ufffd"


def test_a_note_is_readable_with_a_picture_and_without(viewer: ViewerWindow) -> None:
    before = viewer.view.grab().toImage()
    turn_to(viewer, 1, "first.jpg", "The file or its drive is away; this is its thumbnail.")
    assert viewer.view.grab().toImage() != before
    viewer.show_images([2], 2)
    empty = viewer.view.grab().toImage()
    viewer.show_known(2, "second.jpg", [], "This picture cannot be shown: not a picture.")
    assert viewer.view.grab().toImage() != empty


# -- everybody can use it -----------------------------------------------------------------------------------------


def test_every_button_says_what_it_does_and_by_which_key(viewer: ViewerWindow) -> None:
    for button in viewer.bar.buttons():
        assert button.accessibleName()
        assert button.accessibleName() in button.toolTip()
        assert button.toolTip().endswith(")")
        assert button.focusPolicy() == Qt.FocusPolicy.TabFocus
        assert not button.icon().isNull()


def test_buttons_are_reached_by_tab_and_pressed_by_space_and_enter(qtbot: QtBot, viewer: ViewerWindow) -> None:
    viewer.show_place(1, 3)
    viewer.activateWindow()
    qtbot.waitUntil(viewer.isActiveWindow)
    viewer.view.setFocus()
    reached = []
    for _ in range(30):
        QTest.keyClick(QApplication.focusWidget(), Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    assert {button for button in viewer.bar.buttons() if button.isVisible()} <= set(reached)
    viewer.bar.right.setFocus()
    QTest.keyClick(viewer.bar.right, Key.Key_Return)
    QTest.keyClick(viewer.bar.right, Key.Key_Space)
    assert viewer.view.turns() == 2
    QTest.keyClick(viewer.bar.right, Key.Key_I)
    assert viewer.details.isVisible(), "letters mean the same wherever the focus is"


def test_a_click_on_a_button_leaves_the_keys_with_the_picture(viewer: ViewerWindow, steps: list[int]) -> None:
    viewer.show_place(3, 10)
    viewer.view.setFocus()
    for button in (viewer.bar.right, viewer.bar.next):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert viewer.focusWidget() is viewer.view
    QTest.keyClick(viewer.focusWidget(), Key.Key_Left)
    assert steps == [1, -1]


@pytest.mark.parametrize("scheme", [Qt.ColorScheme.Light, Qt.ColorScheme.Dark])
def test_its_ground_is_dark_and_its_icons_are_pale_in_every_theme(
    viewer: ViewerWindow, scheme: Qt.ColorScheme
) -> None:
    before = QGuiApplication.palette()
    try:
        QApplication.setPalette(palette_for(scheme))
        ground = viewer.view.palette().color(QPalette.ColorRole.Base)
        assert ground.lightness() < 32
        assert ground.saturation() == 0
        assert is_dark(viewer.bar.palette())
        assert is_dark(viewer.details.palette())
        drawn = viewer.bar.close_button.icon().pixmap(QSize(18, 18)).toImage()
        pale = [drawn.pixelColor(x, y) for x in range(18) for y in range(18)]
        assert max(colour.lightness() for colour in pale if colour.alpha() > 200) > 180
    finally:
        QApplication.setPalette(before)


def test_on_a_screen_with_smaller_pixels_more_are_asked_for(viewer: ViewerWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(viewer.room_changed):
        QApplication.sendEvent(viewer, QEvent(QEvent.Type.DevicePixelRatioChange))


def test_it_fits_where_there_is_little_room(viewer: ViewerWindow) -> None:
    turn_to(viewer, 1, "a-rather-long-name-of-a-picture-that-somebody-has-chosen.jpg")
    viewer.show_images([1, 2], 1)
    viewer.show_place(1233, 5000)
    for layout in (viewer.bar.layout(), viewer.layout()):
        layout.activate()
    viewer.resize(viewer.minimumSize())
    viewer.bar.layout().activate()
    assert viewer.bar.place.width() >= viewer.bar.place.sizeHint().width()
    assert viewer.width() <= 820
    edges = [button.mapTo(viewer, QPoint(button.width(), 0)).x() for button in viewer.bar.buttons()]
    assert edges == sorted(edges)
    assert edges[-1] <= viewer.width()
