"""Labels added to a packet. What is there stays as it is, byte for byte: something is put between, and that is all.

Every program reads `dc:subject`, but digiKam and darktable only where a packet has no list of hierarchical
keywords. So a label that no list has yet goes into `dc:subject` and into each such list that is there. One that is
a path ("Animals|Cats") needs such a list; if there is none, `lr:hierarchicalSubject` is made, and takes over what
else is in `dc:subject`.

A rating that is there stays, whatever the label says; 0 is none, and gives way. "rejected" is written as a keyword,
not as a rating, by which other programs would hide the picture.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape  # xml.sax.saxutils imports all that the web needs

from engine.file_reasons import NO_LIST_OF_KEYWORDS
from engine.packets import names, rdf
from engine.packets.names import RDF, KeywordList
from engine.packets.safe_xml import Element, NotXmpError, end_of, is_empty_tag, parse, tag_end
from engine.packets.stars import is_none
from engine.packets.text_coding import decoded, read_leniently
from engine.sentences import said
from engine.xmp import keywords
from engine.xmp.keywords import PATH_SEPARATOR, plain
from engine.xmp.splices import Splice, applied, coded_back

_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_BLANK = b" \t\r\n"
_DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>\n'
_EMPTY = (
    f'<x:xmpmeta xmlns:x="{names.META}" x:xmptk="DualHash">\n'
    f' <rdf:RDF xmlns:rdf="{RDF}">\n'
    f'  <rdf:Description rdf:about="" xmlns:dc="{names.DC}">\n'
    "  </rdf:Description>\n </rdf:RDF>\n</x:xmpmeta>\n"
).encode()


@dataclass(slots=True)
class Merged:
    splices: list[Splice] = field(default_factory=list)  # of the bytes of the file
    added: list[tuple[str, str]] = field(default_factory=list)  # which property, which value
    made: list[str] = field(default_factory=list)  # properties that were not there


def merge(raw: bytes, labels: Sequence[str]) -> Merged:
    """What is to be changed so that a packet has these labels. NotXmpError if they cannot be added."""
    coded = decoded(raw)
    merging = _Merging(coded.data)
    merging.add(labels)
    merged = merging.merged
    after = parse(applied(coded.data, merged.splices))
    _must_hold(after, merged)
    merged.splices = coded_back(coded, merged.splices)
    return merged


def new_packet(inside: Sequence[bytes]) -> bytes:
    """What a new sidecar begins with. Programs that find one look no further: so what the picture itself says goes
    along, if it can be read."""
    for packet in inside[:1]:
        try:
            data, root = read_leniently(packet)
            node = rdf.rdf_of(root)
        except NotXmpError:
            continue
        if any(each.name == (RDF, "Description") for each in node.children):
            return _DECLARATION + data[root.start : end_of(data, root)] + b"\n"
    return _DECLARATION + _EMPTY


def gap_before(data: bytes, place: int) -> bytes:
    """The blanks that end at this place."""
    start = place
    while start and data[start - 1] in _BLANK:
        start -= 1
    return data[start:place]


def written_path(levels: Sequence[str], into: KeywordList) -> str | None:
    """A keyword as a list writes it; None if a word holds what stands between levels there."""
    if any(into.separator in level for level in levels):
        return None
    return into.separator.join(levels)


class _Merging:
    def __init__(self, data: bytes) -> None:
        self.merged = Merged()
        self._data = data
        root = parse(data)
        self._rdf = rdf.rdf_of(root)
        self._said = keywords.of_packet(root)
        self._new_properties: list[tuple[KeywordList | None, list[str]]] = []

    def add(self, labels: Sequence[str]) -> None:
        writable = [label for label in dict.fromkeys(labels) if not _NOT_IN_XML.search(label)]
        ratings = [rating for label in writable if (rating := keywords.rating_of(label)) is not None]
        words = [label for label in writable if keywords.rating_of(label) is None]
        paths = [path for path in map(_levels, words) if not self._is_said(path)]
        self._add_words([path[-1] for path in paths])
        self._add_paths(paths)
        if ratings and self._said.rating is None:
            self._rate(str(max(ratings)))
        self._make_properties()

    def _rate(self, stars: str) -> None:
        values = rdf.values(self._rdf, names.RATING)
        if not values:
            self._new_properties.append((None, [stars]))
        elif zero := self._written_zero() if all(map(is_none, values)) else None:
            self.merged.splices.append(Splice(*zero, stars.encode()))
        else:
            return
        self.merged.added.append((names.RATING_KEY, stars))

    def _written_zero(self) -> tuple[int, bytes] | None:
        """Where it stands that there are no stars, and how that is written."""
        for element in rdf.property_elements(self._rdf, names.RATING):
            if not element.children and not is_empty_tag(self._data, element):
                start = tag_end(self._data, element)
                return start, self._data[start : element.closing]
        for node in rdf.descriptions(self._rdf):
            for raw, name, _ in node.attributes:
                if name == names.RATING:
                    written = re.compile(rb"\s" + re.escape(raw.encode()) + rb"""\s*=\s*["']([^"']*)""")
                    match = written.search(self._data, node.start, tag_end(self._data, node))
                    return (match.start(1), match[1]) if match else None
        return None

    def _is_said(self, path: tuple[str, ...]) -> bool:
        """In whichever list it is."""
        if len(path) > 1:
            return path in self._said.paths
        if path[0] == keywords.REJECTED and self._said.rating == -1:
            return True
        return path[0] in self._said.flat or any(path[0] in each for each in self._said.paths)

    def _add_words(self, words: list[str]) -> None:
        there = set(map(plain, rdf.values(self._rdf, names.SUBJECT.name)))
        self._put(names.SUBJECT, [word for word in dict.fromkeys(words) if word not in there])

    def _add_paths(self, paths: list[tuple[str, ...]]) -> None:
        lists = [each for each in names.WITH_LEVELS if rdf.values(self._rdf, each.name)]
        if not lists and any(len(path) > 1 for path in paths):
            lists = [names.HIERARCHICAL]
            inside = {level for path in paths for level in path}
            others = map(plain, rdf.values(self._rdf, names.SUBJECT.name))
            paths = [(word,) for word in others if word and word not in inside] + paths
        for each in lists:
            there = {_levels(value, each.separator) for value in rdf.values(self._rdf, each.name)}
            levels = {level for path in there for level in path}
            lacking = [path for path in paths if (path not in there if len(path) > 1 else path[0] not in levels)]
            values = (written_path(path, each) for path in lacking)
            self._put(each, list(dict.fromkeys(value for value in values if value is not None)))

    def _put(self, into: KeywordList, values: list[str]) -> None:
        if not values:
            return
        self.merged.added += [(into.key, value) for value in values]
        elements = rdf.property_elements(self._rdf, into.name)
        if not elements and not rdf.values(self._rdf, into.name):
            self.merged.made.append(into.key)
            self._new_properties.append((into, values))
            return
        containers = (rdf.container_of(element) for element in elements)
        container = next((each for each in containers if each is not None and each.name[1] != "Alt"), None)
        if container is None:
            raise NotXmpError(NO_LIST_OF_KEYWORDS.with_values(key=into.key))
        self._put_members(container, values)

    def _put_members(self, container: Element, values: list[str]) -> None:
        tags = [_tag(f"{container.prefix()}li", value) for value in values]
        listed = rdf.members(container)
        if not listed:
            self._put_children(container, tags)
            return
        gap = gap_before(self._data, listed[-1].start)
        place = end_of(self._data, listed[-1])
        self.merged.splices.append(Splice(place, b"", b"".join(gap + tag for tag in tags)))

    def _put_children(self, parent: Element, tags: list[bytes]) -> None:
        """At the end of an element, whichever way it is written."""
        outer = gap_before(self._data, parent.start)
        inner = gap_before(self._data, parent.children[0].start) if parent.children else outer + b" " * bool(outer)
        inside = b"".join(inner + tag for tag in tags)
        if is_empty_tag(self._data, parent):
            place = tag_end(self._data, parent) - 2
            self.merged.splices.append(Splice(place, b"/>", b">" + inside + outer + f"</{parent.raw}>".encode()))
            return
        place = parent.closing - len(gap_before(self._data, parent.closing))
        self.merged.splices.append(Splice(place, b"", inside))

    def _make_properties(self) -> None:
        if not self._new_properties:
            return
        nodes = [child for child in self._rdf.children if child.name == (RDF, "Description")]
        if nodes:
            self._put_children(nodes[0], [self._property(nodes[0], *each) for each in self._new_properties])
            return
        prefix = self._rdf.prefix()
        about = "rdf:about" if self._rdf.scope.get("rdf") == RDF else f"{prefix}about"
        properties = b"".join(self._property(self._rdf, *each) for each in self._new_properties)
        node = f'<{prefix}Description {about}="">'.encode() + properties + f"</{prefix}Description>".encode()
        self._put_children(self._rdf, [node])

    def _property(self, node: Element, into: KeywordList | None, values: list[str]) -> bytes:
        namespace, local = names.RATING if into is None else into.name
        prefix, declared = _prefix(node, namespace, "xmp" if into is None else into.prefix)
        if into is None:
            return _tag(f"{prefix}:{local}", values[0], declared)
        outer = gap_before(self._data, node.children[0].start if node.children else node.start)
        step = outer + b"  " if outer else b""
        of_rdf = node.prefix()
        members = b"".join((step and step + b" ") + _tag(f"{of_rdf}li", value) for value in values)
        container = f"{of_rdf}{into.container}"
        return (
            f"<{prefix}:{local}{declared}>".encode()
            + step
            + f"<{container}>".encode()
            + members
            + step
            + f"</{container}>".encode()
            + (step and step[:-1])
            + f"</{prefix}:{local}>".encode()
        )


def _prefix(node: Element, namespace: str, usual: str) -> tuple[str, str]:
    """A prefix for a namespace, and what declares it where it is not known yet."""
    known = next((prefix for prefix, each in node.scope.items() if prefix and each == namespace), None)
    return (known, "") if known is not None else (usual, f' xmlns:{usual}="{namespace}"')


def _tag(name: str, text: str, declared: str = "") -> bytes:
    return f"<{name}{declared}>{escape(text, quote=False)}</{name}>".encode()


def _levels(label: str, separator: str = PATH_SEPARATOR) -> tuple[str, ...]:
    levels = tuple(level for level in map(plain, label.split(separator)) if level)
    return levels or (label,)


def _must_hold(root: Element, merged: Merged) -> None:
    """Should it not be there after all, nothing is written."""
    node = rdf.rdf_of(root)
    for key, value in merged.added:
        name = names.RATING if key == names.RATING_KEY else names.LISTS[key].name
        if value not in rdf.values(node, name):
            raise NotXmpError(said("it is put together in a way that labels cannot be added to"))
