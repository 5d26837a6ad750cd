"""Files that an experiment leaves for its reader: JSON, CSV and text, each published whole."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.errors import UserError
from engine.private_files import make_private_folder
from engine.publishing import published
from engine.spreadsheet_cells import guarded_cells


def write_bytes(path: Path, content: bytes) -> None:
    """The folder is made if need be."""
    try:
        make_private_folder(str(path.parent))
    except OSError as error:
        raise UserError(f"The folder {path.parent} cannot be made ({error.strerror or error}).") from error
    with published(str(path)) as file:
        file.write(content)


def write_json(path: Path, document: Any) -> None:
    write_bytes(path, (json.dumps(document, indent=2, allow_nan=False) + "\n").encode())


def write_compact_json(path: Path, document: Any) -> None:
    """For programs: thousands of numbers, a line each, would be mostly white space."""
    write_bytes(path, (json.dumps(document, separators=(",", ":"), allow_nan=False) + "\n").encode())


def csv_text(rows: Sequence[Mapping[str, Any]], columns: Sequence[str] | None = None) -> str:
    """A line for each row. Columns are those of the first row if not given; None is an empty cell,
    text that a spreadsheet would run is guarded."""
    text = io.StringIO()
    names: list[str] = list(columns if columns is not None else rows[0] if rows else ())
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(guarded_cells(names))
    writer.writerows(guarded_cells(row.get(name) for name in names) for row in rows)
    return text.getvalue()
