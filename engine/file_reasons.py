"""Why a file, or what it says of itself, was skipped or left as it is: the words for it that name something.

Workers, tables and the log of file actions hold such reasons as plain English text. Where it comes back from there,
`reason_again` makes of it the sentence that it was. Reasons that name nothing are known by their whole text.
"""

from functools import lru_cache

from engine.sentences import Sentence, known_again, said

TOO_MANY_PIXELS = said("too large ({width} × {height} pixels)")
TOO_MANY_BYTES = said("too large ({megabytes} MB)")
FORMAT_UNSUPPORTED = said("{format} pictures are not supported")
KIND_UNSUPPORTED = said("this kind of {format} picture is not supported")
FORMAT_DAMAGED = said("the {format} data is damaged or of an unusual kind")
DISK_FAILED = said("the disk could not read it ({why})")
NOT_OPENED = said("it cannot be opened ({why})")
NOT_READ = said("it cannot be read ({why})")
NOT_LOOKED_AT = said("it cannot be looked at ({why})")
TOO_SLOW = said("it took longer than {seconds} s to read")
CRASHED = said("its decoder crashed (exit code {code})")
FAILED = said("reading it failed ({kind})")
FOLDER_NOT_READ = said("the folder cannot be read ({why})")
FOLDER_NOT_OPENED = said("the folder {folder} cannot be opened ({why})")
FOLDER_AWAY = said("its folder is not available now ({why})")
FOLDER_GONE = said("the folder {folder}, where it was, is not there any more")
NOT_TRASHED = said("it cannot be put into the trash ({why})")

OF_SIDECAR = said("its sidecar: {why}")
OF_PICTURES_XMP = said("the picture’s XMP: {why}")
TOO_LARGE_XMP = said("it has more than {megabytes} MB")
TOO_MANY_ELEMENTS = said("it has more than {most} elements")
TOO_MANY_NAMESPACES = said("it has more than {most} namespaces")
TOO_DEEP = said("it is nested more than {levels} levels deep")
NOT_XML = said("it is not XML ({why})")
NOT_IN_ENCODING = said("it is no text in its encoding ({codec})")
NO_ROOM_IN_ENCODING = said("what is to be written does not fit into its encoding ({codec})")
UNKNOWN_ENCODING = said("its encoding ({codec}) is not known")
NO_LIST_OF_KEYWORDS = said("its keywords ({key}) are not written as a list")

_NAMING = [value for value in list(globals().values()) if isinstance(value, Sentence)]


@lru_cache(maxsize=4096)
def reason_again(text: str) -> Sentence:
    """A reason that was kept as plain text, as the sentence that it was."""
    return known_again(text, _NAMING)


def reason_in(error: Exception) -> Sentence:
    """What an error says, as the end of a sentence."""
    return reason_again(str(error).rstrip("."))
