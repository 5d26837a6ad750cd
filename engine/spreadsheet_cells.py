"""Text in a CSV file that a spreadsheet would take for a formula and run: it gets an apostrophe in front.

Taking it off again gives every text exactly, also one that begins with apostrophes of its own.
"""

import re
from collections.abc import Iterable

GUARD = "'"
_RUN = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")  # the wide ones count for a spreadsheet of the far East


def guarded(text: str) -> str:
    return GUARD + text if _RUN.match(text) else text


def unguarded(text: str) -> str:
    """The text that `guarded` was given."""
    return text[1:] if text.startswith(GUARD) and _RUN.match(text) else text


def guarded_cells(cells: Iterable[object]) -> list[object]:
    """A row; numbers stay numbers, the negative ones too."""
    return [guarded(cell) if isinstance(cell, str) else cell for cell in cells]
