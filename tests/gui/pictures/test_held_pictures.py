"""What the viewer holds of pictures: within a bound, what is wanted longest."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from engine.store.images import Image
from gui.pictures.held_pictures import MOST_FACTS, HeldPicture, HeldPictures, longest_side
from gui.session import KnownImage


def held(bytes_: int = 4000) -> HeldPicture:
    image = Image(1, b"/a.jpg", 5, 0, "JPEG", 4000, 3000, None, None, False, False)
    known = KnownImage(image, [], QImage(20, 15, QImage.Format.Format_RGB32), b"/a.jpg")
    return HeldPicture(known, QImage(bytes_ // 4, 1, QImage.Format.Format_RGB32))


def ids(pictures: HeldPictures, upto: int = 200) -> list[int]:
    return [image_id for image_id in range(upto) if pictures.get(image_id) is not None]


def test_never_more_than_the_bound_and_what_was_used_last_stays() -> None:
    pictures = HeldPictures(most_bytes=20_000)
    for image_id in range(50):
        pictures.put(image_id, held())
        pictures.keep([image_id], [image_id + 1])
        assert pictures.bytes() <= 20_000
    assert ids(pictures) == [45, 46, 47, 48, 49]


def test_what_is_wanted_stays_before_all_else_the_most_wanted_first() -> None:
    pictures = HeldPictures(most_bytes=12_000)
    for image_id in range(6):
        pictures.put(image_id, held())
    pictures.keep([0], [1, 2, 3])
    assert ids(pictures) == [0, 1, 2]


def test_what_is_shown_is_never_dropped() -> None:
    pictures = HeldPictures(most_bytes=1_000)
    for image_id in range(4):
        pictures.put(image_id, held())
    pictures.keep([0, 1], [2, 3])
    assert ids(pictures) == [0, 1]


def test_all_pixels_are_held_only_of_what_is_zoomed() -> None:
    pictures = HeldPictures()
    for image_id in (1, 2):
        pictures.put(image_id, held())
        pictures.get(image_id).whole = QImage(4000, 3000, QImage.Format.Format_RGB32)
    pictures.keep([1], [2], zoomed=[1])
    assert pictures.get(1).best().width() == 4000
    assert pictures.get(2).best().width() == 1000


def test_facts_alone_are_bounded_too() -> None:
    pictures = HeldPictures()
    for image_id in range(3 * MOST_FACTS):
        pictures.put(image_id, held(0))
        pictures.keep([image_id], [])
    assert len(pictures) <= MOST_FACTS


def test_there_is_room_beside_what_is_wanted_only() -> None:
    pictures = HeldPictures(most_bytes=10_000)
    for image_id in range(4):
        pictures.put(image_id, held(4000))
    assert pictures.has_room_for(2000, [0, 1])
    assert not pictures.has_room_for(2001, [0, 1])


def test_a_picture_is_wanted_in_just_the_size_in_which_it_is_seen() -> None:
    room = QSize(1500, 1000)
    assert longest_side(QSize(6000, 4000), room) == 1500
    assert longest_side(QSize(4000, 6000), room) == 1000
    assert longest_side(QSize(4000, 6000), room.transposed()) == 1500, "lying on its side"
    assert longest_side(QSize(300, 200), room) == 300, "never larger than it is"
    assert longest_side(QSize(), room) == 1500
    assert longest_side(QSize(10_000, 1), QSize(100, 100)) == 100


def test_the_best_that_there_is_is_shown() -> None:
    picture = held()
    assert picture.best().width() == 1000
    picture.picture = QImage()
    assert picture.best().width() == 20, "the thumbnail"
    assert picture.full_size() == QSize(4000, 3000)
    assert HeldPicture(None).best().isNull()
