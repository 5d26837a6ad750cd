"""`dualhash labels ACTION`: bring labels in, give and take them, list them and write them out.

What `--xmp` does is in `xmp_labels`.
"""

import argparse
import os
import sys
from typing import Any

from engine.commands import xmp_labels
from engine.commands.actions import add_action
from engine.commands.terminal import path_text, print_line, run_with_progress
from engine.jobs import labelling
from engine.jobs.labelling import Labelled
from engine.library import Library
from engine.store import labels

_READING = ("list", "export")


def writes(arguments: argparse.Namespace) -> bool:
    if getattr(arguments, "xmp", None) is not None:
        return xmp_labels.writes(arguments)
    return arguments.action not in _READING


def shared(arguments: argparse.Namespace) -> bool:
    """Other programs' keywords are in files that lie elsewhere."""
    return getattr(arguments, "xmp", None) is None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    table = "columns path and labels; labels separated by “;”"
    bringing = add_action(actions, "import", "add the labels of a CSV file, or those of other programs (--xmp)")
    xmp_labels.add_import_arguments(bringing, table)
    writing = add_action(actions, "export", "write all labels to a CSV file, or into sidecars (--xmp)")
    xmp_labels.add_export_arguments(writing, table)
    folders = add_action(actions, "from-folders", "the name of the folder that a picture lies in becomes its label")
    folders.add_argument("--folder", metavar="F", help="only pictures in this folder or below it")
    add_action(actions, "list", "all labels with the number of their pictures")
    for name, text in (("add", "give pictures a label"), ("remove", "take a label from pictures")):
        some = add_action(actions, name, text)
        some.add_argument("label", metavar="LABEL")
        some.add_argument("paths", nargs="+", metavar="PATH", help="files of the library")


def run(library: Library, arguments: argparse.Namespace) -> Any:
    if arguments.action in ("import", "export"):
        xmp_labels.must_fit(arguments)
        if arguments.xmp is not None:
            return xmp_labels.run(library, arguments)
    return _ACTIONS[arguments.action](library, arguments)


def _import(library: Library, arguments: argparse.Namespace) -> dict[str, int]:
    result = run_with_progress(labelling.import_table(library, arguments.table))
    return _said(result, arguments, "assigned")


def _from_folders(library: Library, arguments: argparse.Namespace) -> dict[str, int]:
    folder = os.fsencode(os.path.realpath(arguments.folder)) if arguments.folder is not None else None
    result = run_with_progress(labelling.label_from_folders(library, folder))
    return _said(result, arguments, "assigned")


def _add(library: Library, arguments: argparse.Namespace) -> dict[str, int]:
    paths = [os.fsencode(path) for path in arguments.paths]
    return _said(labelling.label_files(library, arguments.label, paths), arguments, "assigned")


def _remove(library: Library, arguments: argparse.Namespace) -> dict[str, int]:
    paths = [os.fsencode(path) for path in arguments.paths]
    return _said(labelling.unlabel_files(library, arguments.label, paths), arguments, "removed")


def _export(library: Library, arguments: argparse.Namespace) -> dict[str, int]:
    result = run_with_progress(labelling.export_table(library, arguments.table))
    if result.without_file:
        print(f"{result.without_file} labelled pictures have no file now and were left out.", file=sys.stderr)
    if not arguments.json:
        print_line(f"{result.images} pictures with {result.labels} labels written to {arguments.table}.")
    return {
        "images": result.images,
        "labels": result.labels,
        "assigned": result.assigned,
        "without_file": result.without_file,
    }


def _list(library: Library, arguments: argparse.Namespace) -> list[dict[str, Any]]:
    rows = [{"label": name, "images": count} for name, count in labels.all_labels(library.db).items()]
    if not arguments.json:
        for row in rows:
            print_line(f"{row['images']:7d}  {row['label']}")
    return rows


def _said(result: Labelled, arguments: argparse.Namespace, what: str) -> dict[str, int]:
    """The numbers; for a person a line, and the first paths that the library does not know."""
    for path in result.unknown:
        print(f"The library knows no picture at {path_text(path)!r}.", file=sys.stderr)
    if result.unknown_paths > len(result.unknown):
        print(f"… and at {result.unknown_paths - len(result.unknown)} other paths.", file=sys.stderr)
    if not arguments.json:
        print_line(
            f"{result.images} pictures, {result.labels} labels: {result.assigned} {what}; "
            f"{result.unknown_paths} unknown paths."
        )
    return {
        "images": result.images,
        "labels": result.labels,
        what: result.assigned,
        "unknown_paths": result.unknown_paths,
    }


_ACTIONS = {
    "import": _import,
    "from-folders": _from_folders,
    "export": _export,
    "list": _list,
    "add": _add,
    "remove": _remove,
}
