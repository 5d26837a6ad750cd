"""`dualhash evaluate`: the metrics of a version on the held-out labels."""

import argparse
from typing import Any

from engine.commands.terminal import print_line
from engine.errors import UserError
from engine.library import Library
from engine.store import versions

WRITES = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--version", metavar="V", help="a version's number or name (default: the active one)")


def run(library: Library, arguments: argparse.Namespace) -> dict[str, Any]:
    from engine.learning.examples import collect
    from engine.learning.figures import figures_of_version

    version = versions.find(library.db, arguments.version) if arguments.version else versions.active(library.db)
    if version is None:
        raise UserError("Nothing is indexed yet, so there is nothing to measure.")
    figures = figures_of_version(library, version, collect(library.db))
    document = {"version": version.id, "bits": version.bits} | figures
    if not arguments.json:
        print_line(f"Version {version.id} “{version.name}”, {version.bits} bits:")
        for key, value in figures.items():
            shown = f"{value:.4f}" if isinstance(value, float) else "–" if value is None else value
            print_line(f"  {key.replace('_', ' ')}: {shown}")
    return document
