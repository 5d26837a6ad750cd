"""Names of files in the order in which a person counts: cardboard2 before cardboard10, whatever their case.

Each file's row holds the keys of its name and of its path, so that a hundred thousand of them are sorted without
looking at each.
"""

import os
import re
import unicodedata

_NUMBER = re.compile(r"0*([0-9]{1,99})")
LAST = "\U0010ffff"  # behind all that a name goes on with
_PART = "\x01"  # before all that a name begins with: what lies in a folder comes before what is only called like it


def natural_key(path: bytes) -> str:
    """Sorted by these, letter by letter, names come in natural order: a number is preceded by how long it is."""
    return _key(os.path.basename(path))


def natural_path_key(path: bytes) -> str:
    """The same for a whole path, part by part. With a separator at its end, the key of a folder begins those of all
    that lie in it."""
    return _key(path).replace(os.sep, _PART)


def _key(name: bytes) -> str:
    text = name.decode("utf-8", "replace")
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    return _NUMBER.sub(_with_length, text.casefold())


def _with_length(match: re.Match[str]) -> str:
    return f"{len(match[1]):02d}{match[1]}"
