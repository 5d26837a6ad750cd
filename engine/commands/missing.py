"""`dualhash missing`: pictures none of whose files is there, and forgetting them."""

import argparse
import os
from typing import Any

from engine.commands.terminal import path_text, print_line, run_with_progress
from engine.jobs.forgetting import forget, sorted_out
from engine.library import Library
from engine.store import files, images, labels


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--forget",
        action="store_true",
        help="forget them with their labels, decisions and codes, for good; files that turn up again are new",
    )
    parser.add_argument("--folder", metavar="F", help="only those in this folder or below it")
    parser.add_argument(
        "--away", action="store_true", help="with --forget: those too whose folder or drive is not there now"
    )


def writes(arguments: argparse.Namespace) -> bool:
    return bool(arguments.forget)


def shared(arguments: argparse.Namespace) -> bool:
    return not arguments.forget


def run(library: Library, arguments: argparse.Namespace) -> dict[str, Any]:
    found = sorted_out(library, _asked(library, arguments.folder))
    gone, away = list(found.gone), list(found.away)
    document: dict[str, Any] = {"missing": _rows(library, gone, away)}
    if not arguments.json:
        for row in document["missing"]:
            print_line(row["path"] + ("  (its folder or drive is away)" if row["away"] else ""))
    if arguments.forget:
        forgotten = run_with_progress(forget(library, gone + (away if arguments.away else [])))
        document["forgotten"] = sorted(forgotten.image_ids)
        if not arguments.json:
            print_line(f"{len(forgotten.image_ids):,} forgotten.")
    return document


def _asked(library: Library, folder: str | None) -> list[int]:
    missing = images.missing(library.db)
    if folder is None:
        return missing
    path = os.fsencode(os.path.realpath(folder))
    files.must_be_known(library.db, path)
    inside = set(files.image_ids_in(library.db, path).tolist())
    return [image_id for image_id in missing if image_id in inside]


def _rows(library: Library, gone: list[int], away: list[int]) -> list[dict[str, Any]]:
    """By path."""
    ids = gone + away
    known, labelled, is_away = images.get(library.db, ids), labels.of_images(library.db, ids), set(away)
    rows = [
        {"id": i, "path": path_text(known[i].path), "away": i in is_away, "labels": labelled.get(i, [])}
        for i in ids
        if i in known
    ]
    return sorted(rows, key=lambda row: str(row["path"]))
