"""`dualhash merge LIBRARY… --into LIBRARY`: join libraries by content, those of the shards of an archive say."""

import argparse
import os
from typing import Any

from engine.commands.index import teach_library_itself
from engine.commands.terminal import path_text, print_line, run_with_progress
from engine.jobs.library_merging import Contradiction, merge
from engine.library import Library
from engine.search.searcher import save_index
from engine.store import files, versions

WRITES = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "libraries", nargs="+", metavar="LIBRARY", help="libraries to be read; they stay as they are"
    )
    parser.add_argument(
        "--into", dest="library", required=True, metavar="LIBRARY", help="the one to join them to, or a new one"
    )


def run(library: Library, arguments: argparse.Namespace) -> dict[str, Any]:
    merged = run_with_progress(merge(library, [os.path.abspath(path) for path in arguments.libraries]))
    teach_library_itself(library)
    if versions.active(library.db) is not None:
        save_index(library)
    contradictions = [_described(library, each) for each in merged.contradictions]
    if not arguments.json:
        new = ", ".join(_counted(count, name) for name, count in merged.counts.items())
        print_line(f"New in {library.path}: {new}.")
        for sentence in [*merged.notes, *map(_sentence, contradictions)]:
            print_line(sentence)
    return {"new": merged.counts, "contradictions": contradictions, "left_out": merged.notes}


def _counted(count: int, name: str) -> str:
    words = "pictures" if name == "images" else name
    return f"{count:,} {words.removesuffix('s') if count == 1 else words}"


def _described(library: Library, each: Contradiction) -> dict[str, Any]:
    return {
        "query": _place(library, each.query_id),
        "hit": _place(library, each.hit_id),
        "same": each.same,
        "decided_at": each.decided_at,
        "other_library": each.other_library,
        "other_decided_at": each.other_decided_at,
    }


def _place(library: Library, image_id: int) -> str:
    """Where it lies; of one that lies nowhere, its number."""
    return next((path_text(path) for path, _ in files.paths_of(library.db, image_id)), f"#{image_id}")


def _sentence(about: dict[str, Any]) -> str:
    words = ("the same", "not the same")
    here, there = words if about["same"] else reversed(words)
    return (
        f"{about['query']} and {about['hit']} are {here}, as was said {about['decided_at']}; "
        f"{about['other_library']} says {there} ({about['other_decided_at']})."
    )
