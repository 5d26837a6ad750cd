"""What was added to a sidecar, taken out again. If the file is as we left it, that is done exactly, byte for byte.
If somebody has changed it since, those values go that were added and are still there, and nothing besides."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.content import hash_of
from engine.packets import names, rdf
from engine.packets.safe_xml import Element, end_of, parse, tag_end
from engine.packets.text_coding import decoded
from engine.xmp.merging import Merged, gap_before
from engine.xmp.splices import Splice, SpliceError, applied, coded_back, inverse

_BLANK_AND_VALUE = rb"""\s*=\s*(?:"[^"]*"|'[^']*')"""


@dataclass(frozen=True, slots=True)
class Additions:
    """What was added, as the log keeps it."""

    values: tuple[tuple[str, str], ...] = ()
    made: tuple[str, ...] = ()

    def packed(self) -> str:
        return json.dumps({"added": self.values, "made": self.made})


def additions(merged: Merged) -> Additions:
    return Additions(tuple(merged.added), tuple(merged.made))


def unpacked(text: str) -> Additions:
    """ValueError if it is not what `packed` gives."""
    try:
        said = json.loads(text)
        return Additions(
            tuple((str(key), str(value)) for key, value in said["added"]), tuple(map(str, said["made"]))
        )
    except (TypeError, KeyError) as error:
        raise ValueError(text) from error


def exactly(data: bytes, splices: Sequence[Splice], before: bytes) -> bytes | None:
    """The file as it was, whose hash is `before`; None if that does not come out."""
    try:
        back = applied(data, inverse(splices))
    except SpliceError:
        return None
    return back if hash_of(back) == before else None


def carefully(raw: bytes, added: Additions) -> list[Splice]:
    """What takes out of a file what is left of this. NotXmpError if it cannot be read any more."""
    coded = decoded(raw)
    data, root = coded.data, rdf.rdf_of(parse(coded.data))
    splices = list[Splice]()
    for each in names.LISTS.values():
        values = {value for key, value in added.values if key == each.key}
        for element in rdf.property_elements(root, each.name) if values else ():
            splices += _without(data, element, values, each.key in added.made)
    rating = next((value for key, value in added.values if key == names.RATING_KEY), None)
    if rating is not None:
        splices += _without_rating(data, root, rating)
    return coded_back(coded, splices)


def _without(data: bytes, element: Element, values: set[str], is_ours: bool) -> list[Splice]:
    container = rdf.container_of(element)
    listed = [] if container is None else rdf.members(container)
    going = [each for each in listed if rdf.text_of(each).strip() in values]
    if is_ours and going and len(going) == len(listed):
        return [_cut(data, element)]
    return [_cut(data, each) for each in going]


def _cut(data: bytes, element: Element) -> Splice:
    start = element.start - len(gap_before(data, element.start))
    return Splice(start, data[start : end_of(data, element)], b"")


def _without_rating(data: bytes, root: Element, rating: str) -> list[Splice]:
    cuts = [_cut(data, each) for each in rdf.property_elements(root, names.RATING) if each.text.strip() == rating]
    for node in rdf.descriptions(root):
        for raw, name, value in node.attributes:
            if name == names.RATING and value.strip() == rating:
                written = re.compile(rb"\s+" + re.escape(raw.encode()) + _BLANK_AND_VALUE)
                match = written.search(data, node.start, tag_end(data, node))
                cuts += [Splice(match.start(), match[0], b"")] if match else []
    return cuts
