"""Why a file was skipped, by kind."""

from enum import StrEnum


class SkipKind(StrEnum):
    NOT_A_PICTURE = "not_a_picture"
    UNSUPPORTED = "unsupported"
    DAMAGED = "damaged"
    TOO_LARGE = "too_large"
    TIMEOUT = "timeout"
    CRASHED = "crashed"
    UNREADABLE = "unreadable"
    CHANGING = "changing"


# The file was read to its end, so far as it goes: the picture that it held before is not in it any more.
HOLDS_NO_PICTURE = (SkipKind.NOT_A_PICTURE, SkipKind.UNSUPPORTED, SkipKind.DAMAGED, SkipKind.TOO_LARGE)
