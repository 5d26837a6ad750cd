"""Text from anywhere, made fit to be shown on one line: nothing in it is hidden or moves the cursor."""

# Joiners are format characters, yet Persian words and family emoji are spelt with them.
_JOINERS = "\u200c\u200d"
# A name that is written from right to left is set apart by these, or it would turn the sentence round it.
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"


def printable(text: str) -> str:
    """On one line, as long as before, with control characters and undecodable bytes made visible."""
    if text.isprintable():
        return text
    kept = _JOINERS + ISOLATE + END_OF_ISOLATE if _is_closed(text) else _JOINERS
    return "".join(c if c.isprintable() or c in kept else "\ufffd" for c in text)


def _is_closed(text: str) -> bool:
    """Whether each isolate ends, so that it cannot reach beyond the text."""
    depth = 0
    for character in text:
        depth += (character == ISOLATE) - (character == END_OF_ISOLATE)
        if depth < 0:
            return False
    return depth == 0
