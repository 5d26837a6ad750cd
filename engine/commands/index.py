"""`dualhash index FOLDER…`: add folders to the library if they are new, index what is new or changed."""

import argparse
import os
import sys
from dataclasses import asdict
from typing import Any

from engine.commands.terminal import path_text, print_line, run_with_progress
from engine.errors import UserError
from engine.images.shards import ALL, shard_of
from engine.jobs.builtin_version import can_be_taught
from engine.jobs.indexing import Indexed, index
from engine.library import Library
from engine.needed_packages import need_torch
from engine.search.searcher import save_index
from engine.store import versions
from engine.store.folders import Folder

WRITES = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="photo folders; none: all that are known")
    parser.add_argument("--workers", type=int, metavar="N", help="worker processes (default: one per core)")
    parser.add_argument(
        "--shard", metavar="I/N", help="only the I-th of N shares of the files; `merge` joins the libraries"
    )
    parser.add_argument("--watch", action="store_true", help="then go on noticing what changes, as `watch` does")


def run(library: Library, arguments: argparse.Namespace) -> dict[str, Any]:
    library.must_be_writable()
    if arguments.workers is not None and arguments.workers < 1:
        raise UserError("--workers must be at least 1.")
    shard = ALL if arguments.shard is None else shard_of(arguments.shard)
    if arguments.watch and arguments.shard is not None:
        raise UserError("--watch follows whole folders; it cannot be combined with --shard.")
    if arguments.watch:
        from engine.commands import watch

        arguments.lines = False
        return watch.run(library, arguments)
    folders = folders_named(library, arguments.folders)
    result = run_with_progress(index(library, folders, workers=arguments.workers, shard=shard))
    teach_library_itself(library)
    if versions.active(library.db) is not None:
        save_index(library)
    for path in result.unavailable:
        print(f"The folder {path_text(path)!r} is not available; what is known of it is kept.", file=sys.stderr)
    if result.unavailable and len(result.unavailable) == len(folders):
        raise UserError("Nothing was indexed: no folder is available.")
    if not arguments.json:
        print_line(sentence(result))
    return document(result)


def teach_library_itself(library: Library) -> None:
    """Where there is something to be learned without labels; torch is not imported for less."""
    if not can_be_taught(library):
        return
    try:
        need_torch()
    except UserError as error:  # what is indexed can be searched all the same
        print(f"The library cannot teach itself: {error}", file=sys.stderr)
        return
    from engine.learning.self_taught import teach_itself

    if run_with_progress(teach_itself(library)) is not None:
        print("The library has taught itself from how its pictures look.", file=sys.stderr)


def document(result: Indexed) -> dict[str, Any]:
    """The numbers of the result, rounded."""
    numbers = asdict(result)
    for name in ("unavailable", "linked", "other_names", "labelled", "unasked", "is_other"):
        del numbers[name]
    return numbers | {
        "seconds": round(result.seconds, 3),
        "images_per_second": round(result.images_per_second, 2),
    }


def folders_named(library: Library, named: list[str]) -> list[Folder]:
    if not named:
        if not library.folders():
            raise UserError("The library has no folders yet; name one: dualhash index FOLDER.")
        return library.folders()
    chosen = {}
    for name in named:
        folder = _known(library, name) or library.add_folder(os.fsencode(name))
        chosen[folder.id] = folder
    known = {folder.id for folder in library.folders()}
    return [folder for folder in chosen.values() if folder.id in known]  # one named later may have taken it in


def _known(library: Library, name: str) -> Folder | None:
    """A folder of the library by its path, even while its drive is away."""
    full = os.fsencode(os.path.realpath(name))
    return next((folder for folder in library.folders() if folder.path == full), None)


def sentence(result: Indexed) -> str:
    return (
        f"{result.found} files found: {result.added} added, {result.changed} changed, {result.moved} moved, "
        f"{result.unchanged} unchanged, {result.skipped} skipped; {result.missing} missing. "
        f"{result.seconds:.1f} s, {result.images_per_second:.1f} pictures a second."
    )
