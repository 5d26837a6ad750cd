"""The table in which labels are exchanged: a CSV file with the columns `path` and `labels`.

UTF-8 with or without a BOM, fields separated by commas and quoted where needed, lines ended in any way, labels
separated by `;`. The column of paths may also be called `file`; other columns are left alone.

What a spreadsheet would run is guarded (engine.spreadsheet_cells), each label by itself: where the comma is the
decimal sign, spreadsheets part cells at semicolons. Reading takes the guard off.

A file's name may be any bytes. They are written as they are, so that a table with such a name is not UTF-8 in that
place, and are read as `os.fsdecode` does (surrogateescape): every name comes back exactly.
"""

import codecs
import csv
import io
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from engine.errors import UserError
from engine.publishing import published
from engine.sentences import said, text_of
from engine.spreadsheet_cells import guarded, unguarded
from engine.store import labels

LONGEST = 1 << 24  # characters of a line; without an end to it, a quote that is never closed would fill the memory

_PATHS = ("path", "file")
_LABELS = ("labels",)
_OUR_HEADER = (b"path", b"labels")

csv.field_size_limit(max(LONGEST, csv.field_size_limit()))  # 128 KB otherwise, for all who read CSV


@dataclass(frozen=True, slots=True)
class LabelTableRow:
    path: bytes
    labels: tuple[str, ...]
    also: str = ""  # of the further column that was asked for; empty where it has none


def read(file_name: str, also: Sequence[str] = ()) -> Generator[LabelTableRow, None, None]:
    """The rows of a table, their labels checked; UserError at the first one that cannot be understood.

    `also` are names that a further column may have.
    """
    shown = repr(file_name)
    try:
        with open(file_name, encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
            yield from _rows(_lines(file, shown), shown, also)
    except OSError as error:
        raise UserError(
            said("The table {shown} cannot be read ({why}).", shown=shown, why=error.strerror or str(error))
        ) from error


@contextmanager
def written(file_name: str) -> Iterator[Callable[[bytes, Sequence[str]], None]]:
    """A function that adds a row to a new table. The table is there when the block ends well, and not before."""
    target = os.path.realpath(file_name)
    _refuse_to_replace(target, file_name)
    with published(target) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", errors="surrogateescape", newline="")
        try:
            table, all_quoted = csv.writer(text), csv.writer(text, quoting=csv.QUOTE_ALL)
            table.writerow(_decoded(part) for part in _OUR_HEADER)

            def put(path: bytes, names: Sequence[str]) -> None:
                row = (guarded(_decoded(path)), _joined(names))
                (all_quoted if labels.SEPARATOR in row[0] else table).writerow(row)

            yield put
        finally:
            text.detach()  # else it would close the file, which is not its own


def _lines(file: io.TextIOWrapper, shown: str) -> Iterator[str]:
    while line := file.readline(LONGEST):
        if "\0" in line:
            raise UserError(said("{shown} is not UTF-8 text.", shown=shown))
        if len(line) == LONGEST:
            raise UserError(said("{shown} has a line that is too long for a table of labels.", shown=shown))
        yield line


def _rows(lines: Iterable[str], shown: str, also: Sequence[str]) -> Iterator[LabelTableRow]:
    table = csv.reader(lines, strict=True)
    try:
        header = [name.strip().casefold() for name in next(table, [])]
        path_at, labels_at, also_at = (_column(header, names) for names in (_PATHS, _LABELS, also))
        if path_at is None or labels_at is None:
            raise UserError(
                said("{shown} must begin with a line that names the columns path and labels.", shown=shown)
            )
        for cells in table:
            if any(cell.strip() for cell in cells):
                row = _row(
                    cells,
                    path_at,
                    labels_at,
                    len(header),
                    said("Line {line} of {shown}", line=table.line_num, shown=shown),
                )
                if also_at is not None and also_at < len(cells):
                    row = replace(row, also=unguarded(cells[also_at].strip()))
                yield row
    except csv.Error as error:
        raise UserError(
            said(
                "Line {line} of {shown} is not CSV ({why}).",
                line=table.line_num,
                shown=shown,
                why=text_of(error),
            )
        ) from error


def _column(header: list[str], names: Sequence[str]) -> int | None:
    return next((header.index(name) for name in names if name in header), None)


def _row(cells: list[str], path_at: int, labels_at: int, width: int, where: str) -> LabelTableRow:
    if len(cells) <= max(path_at, labels_at):
        raise UserError(said("{where} has fewer columns than the first line.", where=where))
    if any(cells[width:]):
        raise UserError(
            said("{where} has more columns than the first line; a name with a comma must be quoted.", where=where)
        )
    if not cells[path_at]:
        raise UserError(said("{where} has labels but no path.", where=where))
    try:
        names = [labels.clean_name(name) for name in _parted(cells[labels_at])]
    except UserError as error:
        raise UserError(said("{where}: {why}", where=where, why=text_of(error))) from None
    return LabelTableRow(unguarded(cells[path_at]).encode("utf-8", "surrogateescape"), tuple(dict.fromkeys(names)))


def _decoded(raw: bytes) -> str:
    return raw.decode("utf-8", "surrogateescape")


def _joined(names: Sequence[str]) -> str:
    for name in names:  # an older library may hold such a name
        if labels.SEPARATOR in name:
            raise UserError(
                said("The label “{name}” holds a semicolon; rename it before the export.", name=labels.shown(name))
            )
    return labels.SEPARATOR.join(map(guarded, names))


def _parted(cell: str) -> list[str]:
    names = (unguarded(name.strip()) for name in cell.split(labels.SEPARATOR))
    return [name for name in names if name.strip()]


def _refuse_to_replace(target: str, file_name: str) -> None:
    """An export takes the place of an older one and of nothing else: a slip must not cost a photo."""
    if os.path.isdir(target):
        raise UserError(said("{file_name!r} is a folder; name a file in it.", file_name=file_name))
    if os.path.lexists(file_name) and not _is_ours(target):
        raise UserError(
            said("{file_name!r} exists and is no table of labels; choose another name.", file_name=file_name)
        )


def _is_ours(target: str) -> bool:
    """An empty file, or a table as we write it."""
    if not os.path.isfile(target):  # reading from a pipe would wait for ever
        return False
    try:
        with open(target, "rb") as file:
            start = file.readline(100)
    except OSError:
        return False
    return not start or start.removeprefix(codecs.BOM_UTF8).strip() == b",".join(_OUR_HEADER)
