"""What is dropped or pasted becomes folders, files and pictures, or a sentence that says why not."""

import os

import pytest
from PySide6.QtCore import QByteArray, QMimeData, QUrl
from PySide6.QtGui import QColor, QImage

from gui.search.incoming import (
    LONGEST_SIDE,
    NOTHING,
    ON_THE_WEB,
    PNG_SIGNATURE,
    IncomingFile,
    IncomingFolder,
    IncomingPicture,
    looked_up,
    may_be_incoming,
    offered,
)

pytestmark = pytest.mark.usefixtures("qapp")


def mime_of_urls(*urls):
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(os.fspath(url)) if not isinstance(url, QUrl) else url for url in urls])
    return mime


def mime_of_text(text):
    mime = QMimeData()
    mime.setText(text)
    return mime


def red_image(width=30, height=20):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    return image


@pytest.fixture
def picture_file(tmp_path):
    path = tmp_path / "a picture #1 100%.png"
    red_image().save(str(path))
    return path


def test_dropped_files_and_folders_keep_their_order_and_kind(tmp_path, picture_file):
    received = looked_up(offered(mime_of_urls(tmp_path, picture_file)))
    assert received.items == (IncomingFolder(os.fsencode(tmp_path)), IncomingFile(os.fsencode(picture_file)))
    assert received.refused == ()


def test_a_name_that_is_not_utf8_arrives_byte_for_byte(tmp_path):
    path = os.fsencode(tmp_path) + b"/caf\xe9 %41.png"
    with open(path, "wb") as file:
        file.write(b"x")
    mime = QMimeData()
    uri = b"file://" + os.fsencode(tmp_path) + b"/caf%E9%20%2541.png\r\n"
    mime.setData("text/uri-list", QByteArray(uri))
    assert looked_up(offered(mime)).items == (IncomingFile(path),)


def test_a_folder_dropped_with_a_slash_at_its_end_has_none_after(tmp_path):
    mime = mime_of_urls(QUrl(QUrl.fromLocalFile(str(tmp_path)).toString() + "/"))
    assert looked_up(offered(mime)).items == (IncomingFolder(os.fsencode(tmp_path)),)


def test_what_is_gone_or_no_file_is_refused_by_name_and_the_rest_is_taken(tmp_path, picture_file):
    fifo = tmp_path / "pipe.jpg"
    os.mkfifo(fifo)
    received = looked_up(offered(mime_of_urls(tmp_path / "gone.jpg", fifo, picture_file)))
    assert received.items == (IncomingFile(os.fsencode(picture_file)),)
    gone, pipe = received.refused
    assert "gone.jpg" in gone
    assert "pipe.jpg" in pipe


def test_a_refusal_shows_control_characters_harmlessly(tmp_path):
    (refusal,) = looked_up(offered(mime_of_urls(tmp_path / "a\nb\x1b.jpg"))).refused
    assert refusal.isprintable()


@pytest.mark.parametrize("address", ["https://example.org/cat.jpg", "file://fileserver/share/cat.jpg"])
def test_a_remote_address_is_refused_in_a_sentence(address):
    mime = mime_of_urls(QUrl(address))
    assert not may_be_incoming(mime)
    assert looked_up(offered(mime)).items == ()
    assert looked_up(offered(mime)).refused == (ON_THE_WEB,)


def test_of_a_web_address_with_a_picture_the_picture_is_taken():
    mime = mime_of_urls(QUrl("https://example.org/cat.jpg"))
    mime.setImageData(red_image())
    assert may_be_incoming(mime)
    (picture,) = looked_up(offered(mime)).items
    assert isinstance(picture, IncomingPicture)


def test_of_a_file_with_a_picture_the_file_is_taken(picture_file):
    mime = mime_of_urls(picture_file)
    mime.setImageData(red_image())
    assert looked_up(offered(mime)).items == (IncomingFile(os.fsencode(picture_file)),)


def test_a_pasted_picture_becomes_a_png_of_the_same_pixels():
    mime = QMimeData()
    mime.setImageData(red_image(30, 20))
    assert may_be_incoming(mime)
    (picture,) = looked_up(offered(mime)).items
    back = QImage.fromData(picture.data, "PNG")
    assert (back.width(), back.height()) == (30, 20)
    assert back.pixelColor(29, 19) == QColor("red")


def test_a_huge_pasted_picture_is_reduced_and_keeps_its_shape():
    mime = QMimeData()
    mime.setImageData(red_image(LONGEST_SIDE * 2, 1000))
    (picture,) = looked_up(offered(mime)).items
    back = QImage.fromData(picture.data, "PNG")
    assert (back.width(), back.height()) == (LONGEST_SIDE, 500)


def test_png_data_is_passed_on_untouched():
    mime = QMimeData()
    data = PNG_SIGNATURE + b"whatever the clipboard holds"
    mime.setData("image/png", QByteArray(data))
    assert looked_up(offered(mime)).items == (IncomingPicture(data),)


def test_text_that_is_a_path_counts_as_the_file(picture_file, tmp_path):
    expected = (IncomingFile(os.fsencode(picture_file)),)
    assert looked_up(offered(mime_of_text(f"  {picture_file}\n"))).items == expected
    assert looked_up(offered(mime_of_text(f'"{picture_file}"'))).items == expected
    assert looked_up(offered(mime_of_text(QUrl.fromLocalFile(str(picture_file)).toString()))).items == expected
    assert len(looked_up(offered(mime_of_text(f"{picture_file}\n{tmp_path}"))).items) == 2


@pytest.mark.parametrize(
    "text", ["", "hello", "relative/a.jpg", "/no/such/file.jpg", "/\x00", "x" * 1_000_000, "/tmp\nand words"]
)
def test_other_text_is_refused(text):
    received = looked_up(offered(mime_of_text(text)))
    assert received.items == ()
    assert received.refused == (NOTHING,)


def test_text_that_is_a_web_address_is_refused_as_such():
    assert looked_up(offered(mime_of_text("https://example.org/cat.jpg"))).refused == (ON_THE_WEB,)


def test_an_empty_clipboard_is_refused():
    assert not may_be_incoming(QMimeData())
    assert looked_up(offered(QMimeData())).refused == (NOTHING,)
