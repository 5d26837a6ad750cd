"""Why a file is left as it is, in words."""

import errno
import os

from engine.errors import UserError
from engine.printable_text import printable


class NotTouchedError(UserError):
    """This one file is left as it is. Its text goes on after the name of the file and a colon."""


_WORDS = {
    errno.EROFS: "it lies where nothing can be written",
    errno.EACCES: "that is not allowed there",
    errno.EPERM: "that is not allowed there",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
    errno.ENOENT: "it is not there any more",
    errno.ENAMETOOLONG: "the name is too long",
}


def reason_of(error: OSError) -> str:
    if error.errno is None:
        return str(error) or type(error).__name__
    return _WORDS.get(error.errno) or error.strerror or os.strerror(error.errno)


def shown_path(path: bytes) -> str:
    return printable(os.fsdecode(path))
