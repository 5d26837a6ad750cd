"""`dualhash search IMAGE…`: the nearest images of the active version."""

import argparse
import os
from typing import Any

from engine.commands.terminal import path_text, print_line
from engine.errors import UserError
from engine.library import Library
from engine.search.hits import Found
from engine.search.query import Query, QueryPicture
from engine.search.searcher import Searcher
from engine.store import images, labels

WRITES = False


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="several make one query")
    parser.add_argument("--minus", action="append", default=[], metavar="IMAGE", help="unlike this one")
    parser.add_argument("--crop", metavar="X,Y,W,H", help="only this part of the (first) image, in upright pixels")
    parser.add_argument("-k", type=int, default=20, help="how many (default 20)")
    parser.add_argument("--min-distance", type=int, default=0, metavar="D")
    parser.add_argument("--max-distance", type=int, metavar="D")
    parser.add_argument("--label", metavar="L", help="only images with this label")
    parser.add_argument("--folder", metavar="F", help="only images in this folder or below it")
    parser.add_argument("--hide-missing", action="store_true", help="only images whose file is there")
    parser.add_argument(
        "--show-rejected", action="store_true", help="also images that were said to be not the same as this one"
    )


def run(library: Library, arguments: argparse.Namespace) -> dict[str, Any]:
    searcher = Searcher(library)
    try:
        found = searcher.search(_query(arguments))
    finally:
        searcher.stop()
    document = _document(library, found, arguments.show_rejected)
    if not arguments.json:
        for hit in document["hits"]:
            print_line(f"{hit['distance']:4d}  {hit['path']}{'  (rejected)' * hit.get('rejected', False)}")
    return document


def _query(arguments: argparse.Namespace) -> Query:
    crop = _crop(arguments.crop)
    plus = [
        QueryPicture(path=os.fsencode(os.path.abspath(name)), crop=crop if at == 0 else None)
        for at, name in enumerate(arguments.images)
    ]
    minus = [QueryPicture(path=os.fsencode(os.path.abspath(name)), minus=True) for name in arguments.minus]
    return Query(
        (*plus, *minus),
        k=arguments.k,
        min_distance=arguments.min_distance,
        max_distance=arguments.max_distance,
        label=arguments.label,
        folder=os.fsencode(os.path.realpath(arguments.folder)) if arguments.folder else None,
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
    }
