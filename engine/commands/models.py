"""`dualhash models list`: the model versions of the library."""

import argparse
from typing import Any

from engine.commands.options import common_options
from engine.commands.terminal import print_line
from engine.library import Library
from engine.store import codes, versions

WRITES = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    actions.add_parser("list", help="all versions; the active one is marked", parents=[common_options()])


def run(library: Library, arguments: argparse.Namespace) -> list[dict[str, Any]]:
    rows = [
        {
            "version": version.id,
            "name": version.name,
            "method": version.method,
            "bits": version.bits,
            "backbone": version.backbone,
            "created_at": version.created_at,
            "active": version.active,
            "codes": codes.count(library.db, version.id),
        }
        for version in versions.all_versions(library.db)
    ]
    if not arguments.json:
        for row in rows:
            mark = "*" if row["active"] else " "
            print_line(
                f"{mark} {row['version']:3d}  {row['name']}  ({row['method']}, {row['bits']} bits, "
                f"{row['codes']} codes, {row['created_at']})"
            )
    return rows
