"""`dualhash labels import --xmp` and `labels export --xmp`: keywords of other programs as labels, and labels as
sidecars for other programs.

An export only says what it would do, unless `--write` is given; `--undo` takes back what was written.
"""

import argparse
import os
import sys
from typing import Any

from engine.commands.terminal import path_text, print_line, run_with_progress
from engine.errors import UserError
from engine.jobs import xmp_export, xmp_import
from engine.jobs.xmp_export import ExportedSidecars, LeftSidecar, TakenBack
from engine.jobs.xmp_import import TakenLabels
from engine.library import Library
from engine.store.folder_answers import AnswerChange
from engine.xmp.keywords import Levels
from engine.xmp.sidecars import Naming

_ALL = ""  # no folder is named
_ONLY_WITH_XMP = ("dry_run", "never", "ratings", "levels", "new", "write", "undo", "names")
_SHOWN = 20  # sidecars and labels that a person is shown; JSON has all


def add_import_arguments(parser: argparse.ArgumentParser, table: str) -> None:
    """Of `labels import`; `table` says what a CSV file holds."""
    text = "keywords in XMP and IPTC, of pictures and sidecars, in this folder and below it (none named: in all)"
    _add_table_or_xmp(parser, table, text)
    parser.add_argument(
        "--ratings",
        action=argparse.BooleanOptionalAction,
        help="with --xmp: ratings too, as labels like “4 stars” (not said: as before)",
    )
    parser.add_argument(
        "--levels",
        choices=[each.value for each in Levels],
        help="with --xmp: of a keyword like Animals|Cat, take the last level (at first), all levels or the path",
    )
    parser.add_argument("--new", action="store_true", help="with --xmp: only of what is new or has changed since")
    parser.add_argument("--never", action="store_true", help="with --xmp FOLDER: do not take any, from now on")
    parser.add_argument("--dry-run", action="store_true", help="with --xmp: only say what would be given")


def add_export_arguments(parser: argparse.ArgumentParser, table: str) -> None:
    """Of `labels export`."""
    text = "say what would be added to XMP sidecars of pictures in this folder and below it (none named: of all)"
    _add_table_or_xmp(parser, table, text)
    parser.add_argument("--write", action="store_true", help="with --xmp: write it; originals are never touched")
    parser.add_argument(
        "--names",
        choices=[each.value for each in Naming],
        help="with --xmp: a new sidecar is called photo.jpg.xmp (full, the default) or photo.xmp (adobe)",
    )
    parser.add_argument(
        "--undo",
        nargs="?",
        const="last",
        choices=["last", "all"],
        help="with --xmp: take out of sidecars what the last export added, or all that ever was",
    )


def _add_table_or_xmp(parser: argparse.ArgumentParser, table: str, text: str) -> None:
    one = parser.add_mutually_exclusive_group(required=True)
    one.add_argument("table", nargs="?", metavar="CSV", help=table)
    one.add_argument("--xmp", nargs="?", const=_ALL, metavar="FOLDER", help=text)


def writes(arguments: argparse.Namespace) -> bool:
    if arguments.action == "export":
        return bool(arguments.write or arguments.undo)
    return not arguments.dry_run


def must_fit(arguments: argparse.Namespace) -> None:
    """UserError for options that do not belong together."""
    given = [name for name in _ONLY_WITH_XMP if getattr(arguments, name, None)]
    if getattr(arguments, "ratings", None) is False:
        given.append("no_ratings")
    if arguments.xmp is None:
        if given:
            raise UserError(f"--{given[0].replace('_', '-')} belongs to --xmp.")
        return
    for several in (("write", "undo"), ("undo", "names"), ("never", "dry_run"), ("never", "new")):
        if all(name in given for name in several):
            raise UserError(f"--{several[0]} and --{several[1].replace('_', '-')} do not go together.")
    if arguments.xmp == _ALL and "never" in given:
        raise UserError("--never wants a folder: --xmp FOLDER --never.")
    if arguments.xmp != _ALL and "undo" in given:
        raise UserError("--undo takes back a whole export; it wants no folder.")


def run(library: Library, arguments: argparse.Namespace) -> dict[str, Any]:
    folder = None if arguments.xmp == _ALL else os.fsencode(os.path.realpath(arguments.xmp))
    if arguments.action == "import":
        return _never(library, folder, arguments) if arguments.never else _import(library, folder, arguments)
    return _undo(library, arguments) if arguments.undo else _export(library, folder, arguments)


def _import(library: Library, folder: bytes | None, arguments: argparse.Namespace) -> dict[str, Any]:
    said = arguments.ratings is not None or arguments.levels is not None
    answer = AnswerChange(arguments.ratings, arguments.levels) if said else None
    work = xmp_import.import_xmp(library, folder, answer, dry_run=arguments.dry_run, only_new=arguments.new)
    taken = run_with_progress(work)
    for path, why in taken.named:
        print(f"Left out of {path_text(path)!r}: {why}.", file=sys.stderr)
    if taken.unreadable > len(taken.named):
        print(f"… and of {taken.unreadable - len(taken.named)} other files.", file=sys.stderr)
    if not arguments.json:
        _print_taken(taken, arguments)
    found = {"found": dict(sorted(taken.found.items()))}
    labelled = taken.labelled
    given = {"assigned": labelled.assigned, "images": labelled.images, "labels": labelled.labels}
    given |= {"taken_away": taken.taken_away} if taken.taken_away else {}
    return {
        "read": taken.read,
        **(found if arguments.dry_run else given),
        "ratings_left_out": taken.ratings_left_out,
        "unusable": taken.unusable,
        "unreadable": taken.unreadable,
        "away": taken.away,
    }


def _print_taken(taken: TakenLabels, arguments: argparse.Namespace) -> None:
    if arguments.dry_run:
        for name, count in taken.found.most_common(_SHOWN):
            print_line(f"{count:7d}  {name}")
        print_line(f"{taken.read} files read, {len(taken.found)} labels would be given.")
    else:
        given = taken.labelled
        print_line(
            f"{taken.read} files read: {given.images} pictures, {given.labels} labels: {given.assigned} assigned."
        )
    if taken.taken_away:
        print_line(f"{_counted(taken.taken_away, 'label')} taken away, as the keyword is gone.")
    if taken.ratings_left_out:
        print_line(f"Left out: {_counted(taken.ratings_left_out, 'rating')}; --ratings takes them too.")
    if taken.unusable:
        print_line(f"Left out, as it can be no label: {_counted(taken.unusable, 'keyword')}.")


def _never(library: Library, folder: bytes | None, arguments: argparse.Namespace) -> dict[str, Any]:
    library.must_be_writable()
    folders = xmp_import.refuse(library, folder)
    if not arguments.json:
        print_line("Keywords of other programs are not taken there; labels that were given stay.")
    return {"never": [path_text(path) for path in folders]}


def _export(library: Library, folder: bytes | None, arguments: argparse.Namespace) -> dict[str, Any]:
    naming = Naming(arguments.names or Naming.FULL)
    result = run_with_progress(xmp_export.export_xmp(library, folder, naming, write=arguments.write))
    _print_left(result.left_alone)
    if not arguments.json:
        _print_exported(result, arguments)
    return {
        ("written" if arguments.write else "would_write"): [path_text(path) for path in result.sidecars],
        "new": result.new,
        "added": result.added,
        "unchanged": result.unchanged,
        "left_alone": _left(result.left_alone),
    }


def _print_exported(result: ExportedSidecars, arguments: argparse.Namespace) -> None:
    verb = "written" if arguments.write else "would be written"
    for path in result.sidecars[:_SHOWN]:
        print_line(f"{verb}: {path_text(path)}")
    if len(result.sidecars) > _SHOWN:
        print_line(f"… and {len(result.sidecars) - _SHOWN} more.")
    print_line(
        f"{_counted(len(result.sidecars), 'sidecar')} {verb} "
        f"({result.new} new, {_counted(result.added, 'value')} added); "
        f"{result.unchanged} say it all already, {len(result.left_alone)} left alone."
    )
    if arguments.write and result.sidecars:
        print_line("“dualhash labels export --xmp --undo” takes it back.")
    elif result.sidecars:
        print_line("Nothing was written; --write does it.")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _undo(library: Library, arguments: argparse.Namespace) -> dict[str, Any]:
    result: TakenBack = run_with_progress(xmp_export.take_back(library, all_exports=arguments.undo == "all"))
    _print_left(result.left_alone)
    if not arguments.json:
        print_line(
            f"{_counted(len(result.exactly), 'sidecar')} as before, {len(result.carefully)} had changed since and "
            f"lost what was added; {result.nothing} needed nothing, {len(result.left_alone)} left alone."
        )
    return {
        "exactly": [path_text(path) for path in result.exactly],
        "carefully": [path_text(path) for path in result.carefully],
        "nothing": result.nothing,
        "left_alone": _left(result.left_alone),
    }


def _print_left(left: list[LeftSidecar]) -> None:
    for each in left[:_SHOWN]:
        print(f"Left alone: {path_text(each.path)!r}: {each.why}.", file=sys.stderr)
    if len(left) > _SHOWN:
        print(f"… and {len(left) - _SHOWN} others.", file=sys.stderr)


def _left(left: list[LeftSidecar]) -> list[dict[str, str]]:
    return [{"path": path_text(each.path), "reason": each.why} for each in left]
