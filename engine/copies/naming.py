"""What the names of files and folders say: that it is a copy, that copies are put away there; which comes first."""

import os
import re

from engine.store.natural_names import natural_key

_COPY_NAME = re.compile(
    r"(\(\d+\)|[ _-]+cop(y|ies)( ?\d*)|[ _-]+kopie( ?\d*)|~\d*|[ _-]+\d{1,4}x\d{1,4})$|^(copy of|kopie von) ",
    re.IGNORECASE,
)
_PUT_AWAY = re.compile(
    r"(?<![^\W\d_])(back-?ups?|bak|cop(y|ies)|dup(e|es|licates?)|trash(ed)?|deleted|rejected|recycle[rd]?|"
    r"kopien?|sicherung(en)?|duplikate?|papierkorb|gelöscht)(?![^\W\d_])"
    r"|^old$|^old[ _-](photos?|pictures?|images?|files?|stuff|disk|drive|computer|laptop|pc|mac|phone)\b"
    r"|[ _.-]old$|\(\d+\)$",
    re.IGNORECASE,
)


def is_named_as_a_copy(path: bytes) -> bool:
    stem, _ = os.path.splitext(os.fsdecode(os.path.basename(path)))
    return _COPY_NAME.search(stem) is not None


def put_away_in(path: bytes) -> str:
    """The folder on the way to the file whose name says that copies, or what is old, are put away there; the
    innermost one, or nothing."""
    folders = os.fsdecode(os.path.dirname(path)).split(os.sep)
    return next((name for name in reversed(folders) if _PUT_AWAY.search(name)), "")


def in_order(path: bytes) -> tuple[object, ...]:
    """A key by which names are sorted as a person does, 2 before 10; by the file's name first."""
    return natural_key(path), *map(natural_key, path.split(os.fsencode(os.sep))), path
