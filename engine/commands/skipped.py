"""`dualhash skipped`: files that could not be read, with the reason."""

import argparse
from typing import Any

from engine.commands.terminal import path_text, print_line
from engine.library import Library
from engine.store import skipped

WRITES = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--retry", action="store_true", help="let the next indexing read them again")


def shared(arguments: argparse.Namespace) -> bool:
    return not arguments.retry


def run(library: Library, arguments: argparse.Namespace) -> list[dict[str, Any]]:
    rows = skipped.all_skipped(library.db)
    if arguments.retry:
        with library.writing() as db:
            skipped.retry(db, [row.file_id for row in rows])
    if not arguments.json:
        for row in rows:
            print_line(f"{path_text(row.path)}: {row.reason}")
    return [{"path": path_text(row.path), "kind": row.kind, "reason": row.reason} for row in rows]
