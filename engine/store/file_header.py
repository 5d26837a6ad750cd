"""The first 100 bytes of a SQLite file, see https://www.sqlite.org/fileformat.html.

Most of them are the same in every database of ours: a bit that flipped there can be turned back.
"""

import os

LENGTH = 100
MAGIC = b"SQLite format 3\x00"
PAGE = 4096
_FORMATS = (1, 2)  # with a journal, with a log
_SCHEMA_FORMAT = 4
_UTF8 = 1


def righted(header: bytes) -> bytes:
    """The header with all that is the same in every database of ours as it should be. What counts (pages, changes,
    our schema's number) stays as it is."""
    wrote = next((number for number in header[18:20] if number in _FORMATS), _FORMATS[-1])
    schema_format, encoding = (0, 0) if _is_new(header) else (_SCHEMA_FORMAT, _UTF8)
    return b"".join(
        (
            *(MAGIC, PAGE.to_bytes(2), bytes((wrote, wrote, 0, 64, 32, 32)), header[24:44]),
            *(schema_format.to_bytes(4), header[48:52], _without_flip(header[52:56]), encoding.to_bytes(4)),
            *(header[60:64], _without_flip(header[64:68]), header[68:LENGTH]),
        )
    )


def _is_new(header: bytes) -> bool:
    """SQLite has not chosen these two yet: all that was stored is still in the log, as after a kill in the first
    minutes. One flipped bit does not make both zero."""
    return not any(header[44:48]) and not any(header[56:60])


def _without_flip(number: bytes) -> bytes:
    """Zero in a database of ours; where a SQLite that vacuums by itself made it, a number of more bits than one."""
    return bytes(4) if int.from_bytes(number).bit_count() == 1 else number


def is_usable(header: bytes) -> bool:
    """False where SQLite would not open the file, or not for writing, without calling it damaged."""
    return set(header[18:20]) <= set(_FORMATS) and int.from_bytes(header[44:48]) <= _SCHEMA_FORMAT


def page_size(header: bytes) -> int:
    size = int.from_bytes(header[16:18])
    return 65536 if size == 1 else max(size, 512)


def bytes_of_pages(header: bytes) -> int | None:
    """How long the file should be; None if that was not kept up to date."""
    return page_size(header) * int.from_bytes(header[28:32]) if header[24:28] == header[92:96] else None


def schema_number(header: bytes) -> int:
    """SQLite's `user_version`."""
    return int.from_bytes(header[60:64])


def right(path: str) -> None:
    """Turn the flipped bits of a file back. No other byte is written."""
    with open(path, "r+b") as file:
        header = file.read(LENGTH)
        right = righted(header)
        for at in range(LENGTH):
            if header[at] != right[at]:
                file.seek(at)
                file.write(right[at : at + 1])
        file.flush()
        os.fsync(file.fileno())
