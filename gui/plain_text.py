"""Text from names and metadata, shown literally: whatever a file is called, nothing is rendered or hidden."""

import html
import os

# Joiners are format characters, yet Persian words and family emoji are spelt with them.
_JOINERS = "\u200c\u200d"


def printable(text: str) -> str:
    """On one line, with control characters and undecodable bytes made visible."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in _JOINERS else "\ufffd" for c in text)


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
