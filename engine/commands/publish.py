"""`dualhash publish postgresql://…`: the library, or what changed in it, onto a server, for a team to search."""

import argparse
from typing import Any

from engine.commands.terminal import print_line, run_with_progress
from engine.errors import UserError
from engine.jobs.sharing import publish
from engine.library import Library
from engine.store.postgres.address import is_address, masked

WRITES = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "address",
        metavar="ADDRESS",
        help="postgresql://[role@]host[:port]/database; passwords belong into ~/.pgpass or a service file",
    )
    for option, text in (
        ("--readers", "a role of the server that may search it"),
        ("--labellers", "a role that may also give labels and decide what is the same"),
    ):
        parser.add_argument(option, action="append", default=[], metavar="ROLE", help=f"{text}; may be repeated")


def run(library: Library, arguments: argparse.Namespace) -> dict[str, Any]:
    address = arguments.address
    if not is_address(address):
        raise UserError("Name a server to publish to, as in postgresql://host/database.")
    done = run_with_progress(publish(library, address, arguments.readers, arguments.labellers))
    if not arguments.json:
        print_line(
            f"{done.images} pictures are at {masked(address)}: {done.written} rows written, {done.removed} removed."
        )
        if done.damaged:
            print_line(f"{done.damaged} rows are damaged and were left out; “dualhash check --repair” mends them.")
        if done.recall is not None:
            print_line(f"They are searched approximately there: {done.recall:.1%} of the nearest are found.")
    return {
        "images": done.images,
        "written": done.written,
        "removed": done.removed,
        "damaged": done.damaged,
        "recall": done.recall,
    }
