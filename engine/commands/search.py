"""`dualhash search PICTURE…`: the nearest images of the active version; without a picture, what the filters let
through, by date."""

import argparse
import os
import time
from typing import Any

from engine.commands.terminal import path_text, print_line
from engine.errors import UserError
from engine.library import Library
from engine.search import filtering
from engine.search.filter_language import understood
from engine.search.hits import Found
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import files, images, labels
from engine.store.browsing import Browse, Sort
from engine.store.filters import Filter

WRITES = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "images", nargs="*", metavar="PICTURE", help="several make one query; none: by filters alone"
    )
    parser.set_defaults(wrong_usage=parser.error)
    parser.add_argument(
        "--words",
        action="append",
        default=[],
        metavar="TEXT",
        help="what pictures show, alone or beside pictures; the active version's network must know words",
    )
    parser.add_argument("--minus", action="append", default=[], metavar="PICTURE", help="unlike this one")
    parser.add_argument(
        "--crop", metavar="X,Y,W,H", help="only this part of the (first) picture, in upright pixels"
    )
    parser.add_argument("-k", type=int, default=20, help="how many (default 20)")
    parser.add_argument("--min-distance", type=int, default=0, metavar="D")
    parser.add_argument("--max-distance", type=int, metavar="D")
    parser.add_argument("--label", metavar="L", help="only pictures with this label")
    parser.add_argument("--folder", metavar="F", help="only pictures in this folder or below it")
    parser.add_argument("--after", metavar="DATE", help="taken then or later: 2024, 2024-07 or 2024-07-31")
    parser.add_argument("--before", metavar="DATE", help="taken earlier")
    parser.add_argument("--camera", metavar="C", help="taken with this camera; a part of its name is enough")
    parser.add_argument(
        "--text",
        metavar="WORDS",
        help="as in the search field: 'label:cat iso:>800 \"two words\"'; with a minus first: --text=-label:cat",
    )
    parser.add_argument("--hide-missing", action="store_true", help="only pictures whose file is there")
    parser.add_argument(
        "--show-rejected", action="store_true", help="also pictures that were said to be not the same as this one"
    )


def shared(arguments: argparse.Namespace) -> bool:
    return True


def alone(arguments: argparse.Namespace) -> bool:
    """There is nothing to search for, so no library is needed to say so."""
    filters = ("text", "camera", "after", "before", "label", "folder")
    return (
        not arguments.images and not arguments.words and all(getattr(arguments, name) is None for name in filters)
    )


def run_alone(arguments: argparse.Namespace) -> None:
    arguments.wrong_usage("name a picture to search for, or a filter such as --text, --camera or --after")


def run(library: Library, arguments: argparse.Namespace) -> dict[str, Any]:
    if not arguments.images and not arguments.words:
        return _filtered(library, arguments)
    searcher = Searcher(library)
    try:
        found = searcher.search(_query(arguments))
    finally:
        searcher.stop()
    document = _document(library, found, arguments.show_rejected)
    if not arguments.json:
        if found.recall is not None:
            print_line(f"Approximately: about {found.recall:.1%} of the nearest are found.")
        for hit in document["hits"]:
            print_line(f"{hit['distance']:4d}  {hit['path']}{'  (rejected)' * hit.get('rejected', False)}")
    return document


def _filtered(library: Library, arguments: argparse.Namespace) -> dict[str, Any]:
    """All that the filters let through, the earliest first; the first `-k` of them are shown."""
    wanted, began = _filter(arguments), time.monotonic()
    if arguments.minus or arguments.crop:
        raise UserError("--minus and --crop are about pictures; name one to search for.")
    if arguments.label is not None and arguments.label not in labels.all_labels(library.db):
        raise UserError(f"There is no label “{labels.shown(arguments.label)}”.")
    folder = _folder(arguments)
    if folder is not None:
        files.must_be_known(library.db, folder)
    browse = Browse(folder, arguments.label, False, not arguments.hide_missing, wanted, Sort.TAKEN)
    ids = filtering.browsed(library, browse).ids
    seconds = time.monotonic() - began
    shown = ids[: max(1, arguments.k)].tolist()
    known, labelled = images.get(library.db, shown), labels.of_images(library.db, shown)
    hits = [
        {"id": i, "path": path_text(known[i].path), "distance": None, "feature_similarity": None}
        | {"labels": labelled.get(i, [])}
        for i in shown
        if i in known
    ]
    if not arguments.json:
        for hit in hits:
            print_line(str(hit["path"]))
    return {"version": None, "bits": None, "seconds": round(seconds, 6), "found": len(ids), "hits": hits}


def _filter(arguments: argparse.Namespace) -> Filter:
    """UserError for what is not understood: nobody is still typing here."""
    typed = [arguments.text or ""]
    for field in ("after", "before", "camera"):
        value = getattr(arguments, field)
        if value is not None:
            quoted = '"' + value.replace('"', " ") + '"'
            typed.append(f"{field}:{quoted}")
    result = [understood(text) for text in typed]
    if notes := [note for each in result for note in each.notes]:
        raise UserError(" ".join(notes))
    return Filter(tuple(term for each in result for term in each.filter.terms))


def _folder(arguments: argparse.Namespace) -> bytes | None:
    return os.fsencode(os.path.realpath(arguments.folder)) if arguments.folder else None


def _query(arguments: argparse.Namespace) -> Query:
    crop = _crop(arguments.crop)
    plus = [
        QueryPicture(path=os.fsencode(os.path.abspath(name)), crop=crop if at == 0 else None)
        for at, name in enumerate(arguments.images)
    ]
    words = [QueryPicture(words=text) for text in arguments.words]
    minus = [QueryPicture(path=os.fsencode(os.path.abspath(name)), minus=True) for name in arguments.minus]
    return Query(
        (*plus, *words, *minus),
        k=arguments.k,
        min_distance=arguments.min_distance,
        max_distance=arguments.max_distance,
        label=arguments.label,
        folder=_folder(arguments),
        filter=_filter(arguments),
        show_missing=not arguments.hide_missing,
        show_rejected=arguments.show_rejected,
    )


def _crop(text: str | None) -> tuple[int, int, int, int] | None:
    if text is None:
        return None
    try:
        x, y, width, height = (int(part) for part in text.split(","))
    except ValueError:
        raise UserError("--crop wants four whole numbers: X,Y,W,H.") from None
    return x, y, width, height


def _document(library: Library, found: Found, show_rejected: bool) -> dict[str, Any]:
    ids = [hit.image_id for hit in found.hits]
    shown, labelled = images.get(library.db, ids), labels.of_images(library.db, ids)
    return {
        "version": found.version.id,
        "bits": found.version.bits,
        "seconds": round(found.seconds, 6),
        "hits": [
            {
                "id": hit.image_id,
                "path": path_text(shown[hit.image_id].path),
                "distance": hit.distance,
                "feature_similarity": hit.similarity,
                "labels": labelled.get(hit.image_id, []),
            }
            | ({"rejected": found.decisions.get(hit.image_id) is False} if show_rejected else {})
            for hit in found.hits
            if hit.image_id in shown  # the row of its file or folder may be damaged
        ],
    } | ({} if found.recall is None else {"recall": found.recall})
