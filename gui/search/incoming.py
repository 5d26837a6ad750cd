"""What a person drops on the window or pastes: folders, files and pictures, and why something is refused.

Functions on QMimeData only; what becomes of it is decided elsewhere. Nothing is fetched from the network.
"""

import os
import stat
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMimeData, Qt, QUrl
from PySide6.QtGui import QImage

from engine.sentences import said
from gui.widgets.plain_text import path_text

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
LONGEST_SIDE = 1600  # of a pasted picture; compressing a whole screen would stall the window
LONGEST_TEXT = 100_000  # characters of pasted text that may be paths
ON_THE_WEB = said("Pictures on the web are not fetched; save the picture first, then drop the file.")
NOTHING = said("There is no picture, file or folder to paste.")


@dataclass(frozen=True, slots=True)
class IncomingFolder:
    path: bytes


@dataclass(frozen=True, slots=True)
class IncomingFile:
    path: bytes


@dataclass(frozen=True, slots=True)
class IncomingPicture:
    """A picture without a file, as PNG."""

    data: bytes


Incoming = IncomingFolder | IncomingFile | IncomingPicture


@dataclass(frozen=True, slots=True)
class Received:
    """What can be used, in the order given, and a sentence for each thing that was refused."""

    items: tuple[Incoming, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """What another program hands over. Paths in a text count only if something lies at each of them."""

    paths: tuple[bytes, ...] = ()
    picture: IncomingPicture | None = None
    refused: tuple[str, ...] = ()
    is_text: bool = False


def may_be_incoming(mime: QMimeData) -> bool:
    """Whether to let a drag hover: quick, and without looking at the disk."""
    if mime.hasUrls():
        return any(_is_local(url) for url in mime.urls()) or _has_picture(mime)
    return _has_picture(mime) or mime.hasText()


def offered(mime: QMimeData) -> Offer:
    """What it holds, without looking at the disk. Files come before a picture (file managers offer both), a picture
    before its web address."""
    urls = mime.urls() if mime.hasUrls() else []
    local = [url for url in urls if _is_local(url)]
    if local:
        web = (ON_THE_WEB,) if len(local) < len(urls) else ()
        return Offer(tuple(_local_path(url) for url in local), refused=web)
    picture = _picture(mime) if _has_picture(mime) else None
    if picture is not None:
        return Offer(picture=picture)
    if urls:
        return Offer(refused=(ON_THE_WEB,))
    return _from_text(mime.text()) if mime.hasText() else Offer(refused=(NOTHING,))


def looked_up(offer: Offer) -> Received:
    """What lies at the paths; a drive may take its time to answer, so not on the GUI thread."""
    if offer.picture is not None:
        return Received((offer.picture,), offer.refused)
    found = [_on_disk(path) for path in offer.paths]
    items = tuple(each for each in found if not isinstance(each, str))
    if offer.is_text and len(items) < len(found):
        return Received(refused=(NOTHING,))
    return Received(items, (*offer.refused, *(each for each in found if isinstance(each, str))))


def _on_disk(path: bytes) -> IncomingFolder | IncomingFile | str:
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = error.strerror if isinstance(error, OSError) and error.strerror else said("not a valid name")
        return said("“{name}” cannot be opened: {reason}.", name=_shown(path), reason=reason)
    if stat.S_ISDIR(mode):
        return IncomingFolder(os.path.abspath(path))
    if stat.S_ISREG(mode):
        return IncomingFile(os.path.abspath(path))
    return said("“{name}” is neither a file nor a folder.", name=_shown(path))


def _is_local(url: QUrl) -> bool:
    return url.isLocalFile() and url.host() in ("", "localhost")


def _local_path(url: QUrl) -> bytes:
    if os.name == "nt":
        return os.fsencode(url.toLocalFile())
    # Not toLocalFile(): it would replace bytes that are not UTF-8.
    encoded = url.path(QUrl.ComponentFormattingOption.FullyEncoded)
    return unquote_to_bytes(encoded)


def _has_picture(mime: QMimeData) -> bool:
    return mime.hasImage() or mime.hasFormat("image/png")


def _picture(mime: QMimeData) -> IncomingPicture | None:
    if mime.hasFormat("image/png"):
        data = bytes(mime.data("image/png").data())
        if data.startswith(PNG_SIGNATURE):
            return IncomingPicture(data)
    image = QImage(mime.imageData()) if mime.hasImage() else QImage()
    return None if image.isNull() else IncomingPicture(_png(image))


def _png(image: QImage) -> bytes:
    if max(image.width(), image.height()) > LONGEST_SIDE:
        image = image.scaled(
            LONGEST_SIDE,
            LONGEST_SIDE,
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", 85)  # type: ignore[call-overload]  # lightly compressed: it is read once
    return bytes(data.data())


def _from_text(text: str) -> Offer:
    """Lines that are all full paths; any other text is not for us."""
    if len(text) > LONGEST_TEXT:
        return Offer(refused=(NOTHING,))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if any(line.lower().startswith(("http://", "https://", "ftp://")) for line in lines):
        return Offer(refused=(ON_THE_WEB,))
    paths = tuple(path for path in map(_path_in, lines) if path is not None)
    if not lines or len(paths) < len(lines):
        return Offer(refused=(NOTHING,))
    return Offer(paths, is_text=True)


def _path_in(line: str) -> bytes | None:
    if line.startswith("file:"):
        url = QUrl(line, QUrl.ParsingMode.StrictMode)
        return _local_path(url) if _is_local(url) else None
    if len(line) > 2 and line[0] == line[-1] and line[0] in "'\"":
        line = line[1:-1]
    try:
        path = os.fsencode(os.path.expanduser(line))
    except UnicodeEncodeError:  # half a surrogate pair: no name on any disk
        return None
    return path if os.path.isabs(path) else None


def _shown(path: bytes) -> str:
    return path_text(os.path.basename(path.rstrip(b"/")) or path)
