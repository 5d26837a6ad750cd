"""Pictures with several labels: a CSV table of paths and labels, or list files as those of NUS-WIDE.

A table has the columns that `labels import` reads, and perhaps `part` (or `split`) with train, valid or test for
each picture. Paths are relative to the table, or to a folder `images` beside it. Without that column the content of
each picture decides; where only valid is missing, the content of the training pictures.

List files are train.txt and test.txt, and valid.txt if there is one: in each line a path, and a 0 or 1 for each
label. The paper validates on pictures that are in neither: without valid.txt as many as there are queries are taken
from database.txt, those whose paths hash lowest; without that, some of the training pictures.
"""

import hashlib
import os
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import UserError
from engine.experiments.data.picture_files import BY_CONTENT, TEST, TRAIN, VALID, VALID_SHARE, LabelledFiles
from engine.jobs import label_tables

TABLE = "labels.csv"
LISTS = ("train.txt", "valid.txt", "test.txt")
DATABASE_LIST = "database.txt"
PART_COLUMN = ("part", "split")
PARTS = {
    "train": TRAIN,
    "training": TRAIN,
    "valid": VALID,
    "val": VALID,
    "validation": VALID,
    "test": TEST,
    "query": TEST,
}
NUS_WIDE_LABELS = 21  # the concepts that the paper uses

_BESIDE = b"images"

Lines = list[tuple[bytes, NDArray[np.bool_]]]


def read(data: Path) -> LabelledFiles:
    """What lies in `data`: a table, a folder with one, or a folder with list files."""
    if data.is_file():
        return from_table(data)
    if is_lists(data):
        return from_lists(data)
    tables = [data / TABLE] if (data / TABLE).is_file() else sorted(data.glob("*.csv"))
    if len(tables) == 1:
        return from_table(tables[0])
    raise UserError(f"There is neither a table ({TABLE}) nor a pair of lists (train.txt and test.txt) in {data}.")


def is_lists(data: Path) -> bool:
    return (data / "train.txt").is_file() and (data / "test.txt").is_file()


def from_table(table: Path) -> LabelledFiles:
    base = os.fsencode(table.resolve().parent)
    paths: list[bytes] = []
    names: list[tuple[str, ...]] = []
    parts: list[int] = []
    with closing(label_tables.read(str(table), PART_COLUMN)) as rows:
        for row in rows:
            if row.labels:  # a picture without a label is like no other
                paths.append(_found(base, row.path))
                names.append(row.labels)
                parts.append(_part(row.also, table))
    if not paths:
        raise UserError(f"No picture in {table} has a label.")
    parts_N = np.array(parts)
    said = [part for part in (TRAIN, VALID, TEST) if (parts_N == part).any()]
    if BY_CONTENT in parts and said:
        raise UserError(f"Some pictures in {table} have a part and some have none.")
    return LabelledFiles(paths, _multi_hot(names), parts_N, *_division(said))


def _division(said: Sequence[int]) -> tuple[str, bool]:
    """In words, and whether some of the training pictures are to become those for validation."""
    if not said:
        return "drawn by the pictures' content (60 : 20 : 20), not the paper's", False
    if VALID in said:
        return "the table's", False
    return f"the table's, with {VALID_SHARE} % of its training pictures, drawn by content, for validation", True


def from_lists(data: Path) -> LabelledFiles:
    lists = {name: _lines(data / name) for name in LISTS if (data / name).is_file()}
    lines = {part: lists.get(name, []) for part, name in zip((TRAIN, VALID, TEST), LISTS, strict=True)}
    division, valid_of_train = "that of the list files", False
    if not lines[VALID] and (data / DATABASE_LIST).is_file():
        lines[VALID] = _others(_lines(data / DATABASE_LIST), lines[TRAIN] + lines[TEST], len(lines[TEST]))
        division += f", with {len(lines[VALID]):,} further pictures of {DATABASE_LIST} for validation"
    if not lines[VALID]:
        valid_of_train = True
        division += f", with {VALID_SHARE} % of the training pictures, drawn by content, for validation"
    together = [line for part in lines.values() for line in part]
    if len({len(labels_C) for _, labels_C in together}) > 1:
        raise UserError(f"The list files in {data} do not have equally many labels in each line.")
    base = os.fsencode(data.resolve())
    parts_N = np.repeat(list(lines), [len(part) for part in lines.values()])
    labels_NC = np.stack([labels_C for _, labels_C in together])
    return LabelledFiles([_found(base, path) for path, _ in together], labels_NC, parts_N, division, valid_of_train)


def _lines(path: Path) -> Lines:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise UserError(f"The list {path} cannot be read ({error.strerror or error}).") from error
    lines: Lines = []
    for number, line in enumerate(raw.splitlines(), 1):
        if not line.strip():
            continue
        labels = len(lines[0][1]) if lines else _trailing_labels(line.split())
        cut = line.strip().rsplit(maxsplit=labels)
        if not labels or len(cut) <= labels or any(word not in (b"0", b"1") for word in cut[1:]):
            raise UserError(f"Line {number} of {path} is not a path and a 0 or 1 for each label.")
        lines.append((cut[0], np.array([word == b"1" for word in cut[1:]])))
    if not lines:
        raise UserError(f"The list {path} is empty.")
    return lines


def _trailing_labels(words: Sequence[bytes]) -> int:
    """How many words at the end of a line are labels; a path may hold blanks."""
    count = 0
    while count < len(words) and words[-1 - count] in (b"0", b"1"):
        count += 1
    return min(count, len(words) - 1)


def _others(database: Lines, used: Lines, count: int) -> Lines:
    """So many pictures that are not used yet, always the same ones whatever their order."""
    taken = {path for path, _ in used}
    free = {path: labels_C for path, labels_C in database if path not in taken and labels_C.any()}
    return sorted(free.items(), key=lambda line: hashlib.sha256(line[0]).digest())[:count]


def _multi_hot(names: Sequence[Iterable[str]]) -> NDArray[np.bool_]:
    columns = {name: column for column, name in enumerate(sorted({name for each in names for name in each}))}
    labels_NC = np.zeros((len(names), len(columns)), np.bool_)
    for row, each in enumerate(names):
        labels_NC[row, [columns[name] for name in each]] = True
    return labels_NC


def _part(text: str, table: Path) -> int:
    if not text:
        return BY_CONTENT
    part = PARTS.get(text.casefold())
    if part is None:
        raise UserError(f"{table} has a part named {text[:40]!r}; parts are train, valid and test.")
    return part


def _found(base: bytes, path: bytes) -> bytes:
    """Where the file lies; what lies nowhere is counted when it is read."""
    beside = os.path.join(base, _BESIDE, path)
    there = os.path.join(base, path)
    return beside if not os.path.lexists(there) and os.path.lexists(beside) else there
