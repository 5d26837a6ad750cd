"""The codes of all images as a file beside the search index, so that for one new picture not a million rows are
read and checked one by one.

The database stays the truth. The file lies under one checksum, and says of each block of ids what the rows looked
like of which it was made: blocks whose rows are others now are read from the database, row by row. A file that is
damaged or gone is made again.
"""

import hashlib
import json
import logging
import os
from dataclasses import dataclass

import numpy as np

from engine.errors import UserError
from engine.library import Library
from engine.publishing import published
from engine.store import pixel_codes
from engine.store.pixel_codes import BLOCK, CODE_BYTES, BlockMark, PixelCodes

log = logging.getLogger(__name__)

NAME = "near-copies.rows"
FORMAT = 1
DIGEST = 32
LONGEST_HEAD = 1 << 24
MANY = 4 * BLOCK  # rows that were read one by one: it is time to save


@dataclass(frozen=True, slots=True)
class CodesNow:
    """All that the database holds; so many of them had to be read one by one."""

    codes: PixelCodes
    read_anew: int


@dataclass(frozen=True, slots=True)
class _Saved:
    marks: dict[int, BlockMark]
    codes: PixelCodes


def path_of(library: Library) -> str:
    return os.path.join(library.index_folder, NAME)


def up_to_date(library: Library) -> CodesNow:
    _, now = _read(library)
    return now


def save(library: Library) -> None:
    """As they are now. A disk that is full is no reason to stop: then they are read one by one again."""
    marks, now = _read(library)
    ids_N, codes = now.codes.image_ids_N, now.codes
    known = [[block, *mark] for block, mark in marks.items()]
    body = [
        json.dumps({"format": FORMAT, "count": len(ids_N), "marks": known}).encode() + b"\n",
        *(each.tobytes() for each in (ids_N, codes.codes_NB, codes.looks_NB, codes.compared_N)),
    ]
    try:
        with published(path_of(library)) as file:
            file.write(_digest(body))
            file.writelines(body)
    except UserError as error:
        log.warning("codes of near-copies are not saved: %s", error)


def is_intact(library: Library) -> bool:
    return not os.path.exists(path_of(library)) or _load(library) is not None


def _read(library: Library) -> tuple[dict[int, BlockMark], CodesNow]:
    """With the marks as they were before the rows were read: what changes meanwhile is seen the next time."""
    marks = pixel_codes.marks(library.db)
    saved = _load(library) if sum(mark[0] for mark in marks.values()) > MANY else None
    if saved is None:
        codes = pixel_codes.read(library.db)
        return marks, CodesNow(codes, len(codes))
    same = [block for block, mark in marks.items() if saved.marks.get(block) == mark]
    other = [pixel_codes.read_block(library.db, block) for block in sorted(marks.keys() - set(same))]
    codes = pixel_codes.joined([_of_blocks(saved.codes, same), *other])
    return marks, CodesNow(codes, sum(map(len, other)))


def _of_blocks(codes: PixelCodes, blocks: list[int]) -> PixelCodes:
    kept_N = np.isin(codes.image_ids_N // BLOCK, np.array(blocks, np.int64))
    if kept_N.all():
        return codes
    return PixelCodes(
        codes.image_ids_N[kept_N], codes.codes_NB[kept_N], codes.looks_NB[kept_N], codes.compared_N[kept_N]
    )


def _load(library: Library) -> _Saved | None:
    try:
        with open(path_of(library), "rb") as file:
            data = memoryview(file.read())
    except FileNotFoundError:
        return None
    except OSError as error:
        log.warning("the saved codes of near-copies cannot be read (%s)", error)
        return None
    if _digest([data[DIGEST:]]) != data[:DIGEST]:
        log.warning("the saved codes of near-copies are damaged; they are made again")
        return None
    try:
        return _parse(data[DIGEST:])
    except (ValueError, KeyError, TypeError):
        log.warning("the saved codes of near-copies are of another format; they are made again")
        return None


def _parse(data: memoryview) -> _Saved | None:
    length = bytes(data[:LONGEST_HEAD]).index(b"\n")
    about = json.loads(bytes(data[:length]))
    if about["format"] != FORMAT:
        return None
    count, start = about["count"], length + 1
    columns = []
    for width in (8, CODE_BYTES, CODE_BYTES, 1):
        columns.append(np.frombuffer(data[start : start + width * count], np.uint8))
        start += width * count
    codes_NB, looks_NB = (column.reshape(count, CODE_BYTES) for column in columns[1:3])
    codes = PixelCodes(columns[0].view(np.int64), codes_NB, looks_NB, columns[3].view(np.bool_))
    return _Saved({block: (n, total, weighed) for block, n, total, weighed in about["marks"]}, codes)


def _digest(parts: list[bytes] | list[memoryview]) -> bytes:
    digest = hashlib.blake2b(digest_size=DIGEST)
    for part in parts:
        digest.update(part)
    return digest.digest()
