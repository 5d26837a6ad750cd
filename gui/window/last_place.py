"""Where a person was when the window was closed: folder, words, query, selection; as text, and back from it."""

import json
import os
from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import UserError
from engine.search.filter_language import understood
from engine.search.query import Query, QueryPicture
from engine.store.browsing import Browse

MOST_SELECTED = 5000  # of more than that nobody remembers which
MOST_ASKED = 100  # pictures of a query
LARGEST = 2**31 - 1  # no number of pictures, nor pixels or bits, is larger


@dataclass(frozen=True, slots=True)
class LastPlace:
    browse: Browse = field(default_factory=Browse)
    query: Query | None = None
    range_chosen: bool = False  # the query's range, by a person
    current: int | None = None
    selected: tuple[int, ...] = ()

    def text(self) -> str:
        browse = self.browse
        return json.dumps(
            {
                "folder": _name(browse.folder),
                "label": browse.label,
                "unlabelled": browse.unlabelled,
                "words": browse.filter.text,
                "missing": browse.show_missing,
                "query": None if self.query is None else _query_values(self.query),
                "range_chosen": self.range_chosen,
                "current": self.current,
                "selected": self.selected[:MOST_SELECTED],
            }
        )


def place_of(text: str) -> LastPlace:
    """What cannot be read is nowhere in particular."""
    try:
        values = json.loads(text)
        browse = replace(
            Browse(),
            folder=_path(values["folder"]),
            label=_word(values["label"]),
            unlabelled=bool(values["unlabelled"]),
            filter=understood(str(values["words"])).filter,
            show_missing=bool(values["missing"]),
        )
        query = None if values["query"] is None else _query_of(values["query"])
        current = None if values["current"] is None else _number(values["current"])
        selected = tuple(_number(each) for each in values["selected"][:MOST_SELECTED])
        return LastPlace(browse, query, bool(values["range_chosen"]), current, selected)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError, UserError):
        return LastPlace()


def _query_values(query: Query) -> dict[str, Any] | None:
    """None if a picture of it is nowhere but on the clipboard."""
    if any(picture.data is not None for picture in query.pictures):
        return None
    pictures = [
        {
            "image": each.image_id,
            "path": _name(each.path),
            "crop": each.crop,
            "minus": each.minus,
            "words": each.words,
        }
        for each in query.pictures
    ]
    return {
        "pictures": pictures,
        "most": query.k,
        "range": [query.min_distance, query.max_distance],
        "folder": _name(query.folder),
        "label": query.label,
        "words": query.filter.text,
        "missing": query.show_missing,
    }


def _query_of(values: dict[str, Any]) -> Query:
    least, most = values["range"]
    return Query(
        tuple(_picture_of(each) for each in values["pictures"][:MOST_ASKED]),
        _number(values["most"]),
        _number(least),
        None if most is None else _number(most),
        _path(values["folder"]),
        _word(values["label"]),
        understood(str(values["words"])).filter,
        bool(values["missing"]),
    )


def _picture_of(values: dict[str, Any]) -> QueryPicture:
    x_y_w_h = values["crop"]
    crop = None if x_y_w_h is None else tuple(_number(each) for each in x_y_w_h)
    image_id = None if values["image"] is None else _number(values["image"])
    if crop is not None and len(crop) != 4:
        raise ValueError(f"not a part of a picture: {crop}")
    words = _word(values.get("words"))
    return QueryPicture(image_id, _path(values["path"]), None, crop, bool(values["minus"]), words)


def _number(value: object) -> int:
    number = int(str(value))
    if not 0 <= number <= LARGEST:
        raise ValueError(f"there are not so many: {number}")
    return number


def _name(path: bytes | None) -> str | None:
    return None if path is None else os.fsdecode(path)


def _path(name: object) -> bytes | None:
    return None if name is None else os.fsencode(str(name))


def _word(value: object) -> str | None:
    return None if value is None else str(value)
