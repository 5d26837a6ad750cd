"""Text from names and metadata, shown literally: whatever a file is called, nothing is rendered or hidden."""

import html
import os
import unicodedata

from engine.printable_text import END_OF_ISOLATE, ISOLATE, printable
from gui.language import tr

__all__ = ["exact_text", "isolated", "path_text", "printable", "quoted", "tool_tip"]

_RIGHT_TO_LEFT = ("R", "AL", "AN")  # Unicode's classes of Hebrew, Arabic and Arabic digits


def quoted(name: str) -> str:
    """A name within a sentence."""
    return tr("“{name}”", name=isolated(printable(name)))


def isolated(text: str) -> str:
    """A printable name that leaves the order of the words round it alone, also if it runs from right to left."""
    turns = any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text)
    return f"{ISOLATE}{text}{END_OF_ISOLATE}" if turns else text


def path_text(path: bytes) -> str:
    return printable(os.fsdecode(path))


def exact_text(path: bytes) -> str:
    """For the clipboard: the very path where text can hold it, newlines and all."""
    text = os.fsdecode(path)
    try:
        text.encode()
    except UnicodeEncodeError:
        return printable(text)
    return text


def tool_tip(text: str) -> str:
    """Qt guesses whether a tool tip is rich text; escaped like this it cannot be anything but what it says."""
    return f"<span>{html.escape(text)}</span>"
