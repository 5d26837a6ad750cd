"""Why a file is left as it is, in words."""

import errno
import os

from engine.errors import UserError
from engine.printable_text import printable
from engine.sentences import said, text_of


class NotTouchedError(UserError):
    """This one file is left as it is. Its text goes on after the name of the file and a colon."""


_WORDS = {
    errno.EROFS: said("it lies where nothing can be written"),
    errno.EACCES: said("that is not allowed there"),
    errno.EPERM: said("that is not allowed there"),
    errno.ENOSPC: said("the disk is full"),
    errno.EDQUOT: said("the disk is full"),
    errno.ENOENT: said("it is not there any more"),
    errno.ENAMETOOLONG: said("the name is too long"),
}


def reason_of(error: OSError) -> str:
    if error.errno is None:
        return text_of(error) or type(error).__name__
    return _WORDS.get(error.errno) or error.strerror or os.strerror(error.errno)


def shown_path(path: bytes) -> str:
    return printable(os.fsdecode(path))
