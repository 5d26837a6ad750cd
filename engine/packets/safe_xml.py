"""XML without what makes XML dangerous: no document type, so no entities of its own and nothing fetched; and no
more depth, elements and bytes than metadata needs.

This is expat, which Python brings along, with handlers of our own. Each element knows its place in the bytes, so
that something can be put there without writing anything else anew.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from engine.file_reasons import NOT_XML, TOO_DEEP, TOO_LARGE_XMP, TOO_MANY_ELEMENTS, TOO_MANY_NAMESPACES
from engine.packets.names import RDF, SAME_AS, XML, Name
from engine.sentences import said

MOST_BYTES = 8 << 20
MOST_ELEMENTS = 100_000
DEEPEST = 64
MOST_PREFIXES = 1000
LONG = 1000  # bytes of a property
MOST_SCOPES = 1_000_000  # prefixes of all elements that declare some, together

_HIDING = (b"<!", b"<?")
_OF_VALUES = ("value", "resource", "lang")  # attributes that belong to any property
_TAG = re.compile(rb"""<[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>""")


class NotXmpError(Exception):
    """Why it cannot be read, as the end of a sentence."""


@dataclass(slots=True, eq=False)
class Element:
    raw: str  # the name as it is written, with its prefix
    name: Name
    attributes: list[tuple[str, Name, str]]  # as written, its name, its value
    scope: dict[str, str]  # prefixes, and the namespaces that they stand for here
    start: int  # bytes from the beginning of the file to its tag
    parent: "Element | None" = field(default=None, repr=False)
    children: list["Element"] = field(default_factory=list, repr=False)
    pieces: list[str] = field(default_factory=list, repr=False)  # of the text right inside it
    closing: int = 0  # where its end tag begins; of an empty one, where it ends

    @property
    def text(self) -> str:
        """All that stands right inside it, without what its children say."""
        return "".join(self.pieces)

    def attribute(self, name: Name) -> str | None:
        return next((value for _, each, value in self.attributes if each == name), None)

    def prefix(self) -> str:
        """With the colon, if there is one."""
        before, colon, _ = self.raw.rpartition(":")
        return before + colon


def parse(data: bytes, wanted: Collection[Name] | None = None) -> Element:
    """The root of a file in UTF-8. NotXmpError if it cannot or must not be read.

    `wanted`: of long properties and of attributes these alone. A history of each step in which a picture was edited
    may be a hundred times as long as all else.
    """
    if len(data) > MOST_BYTES:
        raise NotXmpError(TOO_LARGE_XMP.with_values(megabytes=MOST_BYTES >> 20))
    tree = _Tree(data, wanted)
    try:
        return _parsed(tree)
    except NotXmpError:
        if not tree.has_passed_over:
            raise
    return _parsed(_Tree(data, None))  # what was passed over did not end there


def _parsed(tree: "_Tree") -> Element:
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    parser.ordered_attributes = True
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    parser.StartDoctypeDeclHandler = _refuse_document_type
    parser.StartElementHandler = lambda raw, attributes: tree.begin(raw, attributes, parser.CurrentByteIndex)
    parser.EndElementHandler = lambda raw: tree.end(parser.CurrentByteIndex)
    parser.CharacterDataHandler = tree.add_text
    try:
        for piece in tree.pieces():
            parser.Parse(piece, False)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise NotXmpError(NOT_XML.with_values(why=str(error))) from None
    if tree.root is None:
        raise NotXmpError(said("it is empty"))
    return tree.root


def tag_end(data: bytes, element: Element) -> int:
    """Where the tag that begins an element ends."""
    match = _TAG.match(data, element.start)
    if match is None:
        raise NotXmpError(said("it is not XML"))
    return match.end()


def is_empty_tag(data: bytes, element: Element) -> bool:
    """It is written as <a/>, without an end tag."""
    return data[tag_end(data, element) - 2 : tag_end(data, element)] == b"/>"


def end_of(data: bytes, element: Element) -> int:
    """Where the element ends."""
    if is_empty_tag(data, element):
        return tag_end(data, element)
    return data.index(b">", element.closing) + 1


def _refuse_document_type(*of_no_interest: object) -> None:
    raise NotXmpError(said("it has a document type of its own, which metadata has no use for"))


class _Tree:
    """Puts the elements together as expat meets them."""

    def __init__(self, data: bytes, wanted: Collection[Name] | None) -> None:
        self.root: Element | None = None
        self._data = data
        self.has_passed_over = False
        self._shift = 0  # how much further it is in the data than in what was parsed
        self._passes_over = wanted is not None
        self._unwanted: Element | None = None  # the property that is open, if nobody asks for it
        self._inside: list[str] = []  # the elements that are open in that one, as they are written
        self._wanted = wanted or ()
        self._attributes = None if wanted is None else {*_OF_VALUES, *(local for _, local in wanted)}
        self._open: list[Element] = []
        self._count = self._declared = 0

    def pieces(self) -> Iterator[bytes]:
        """What is to be parsed, a piece up to the end of a tag at a time, each twice as long as the one before: a
        tag that goes on over several pieces is looked at from its beginning in each. Where a property is open then
        that nobody asks for, whatever is open in it is closed, and its end tag comes next. If that ends another of
        its name inside of it, or the piece ended inside a value, what is parsed is no XML; `parse` sees to that.
        """
        place, length = 0, LONG
        while place < len(self._data):
            end = self._data.find(b">", place + length) + 1 if self._passes_over else 0
            piece = self._data[place : end or None]
            yield piece
            place, length = place + len(piece), 2 * length
            if self._passes_over and self._unwanted is not None:
                end = self._end_of_unwanted(self._unwanted, place)
                if end < 0:
                    self._passes_over = False
                else:
                    self.has_passed_over = True
                    closing = b"".join(b"</%s>" % raw.encode() for raw in reversed(self._inside))
                    yield closing
                    self._shift += end - place - len(closing)
                    place, length = end, LONG

    def _end_of_unwanted(self, element: Element, place: int) -> int:
        """Where its end tag begins. Negative if that is spelled so strangely that looking for each would take long,
        or if it may stand in what is no tag: a comment, CDATA, an instruction."""
        end = self._data.find(b"</%s" % element.raw.encode(), place)
        hides = any(
            self._data.find(sign[1:], element.start, end) >= 0 and self._data.find(sign, element.start, end) >= 0
            for sign in _HIDING  # one byte is found in a tenth of the time
        )
        return -1 if hides else end

    def begin(self, raw: str, attributes: list[str], place: int) -> None:
        self._count += 1
        if self._count > MOST_ELEMENTS:
            raise NotXmpError(TOO_MANY_ELEMENTS.with_values(most=f"{MOST_ELEMENTS:,}"))
        if len(self._open) + len(self._inside) >= DEEPEST:
            raise NotXmpError(TOO_DEEP.with_values(levels=DEEPEST))
        if self._unwanted is not None:
            self._inside.append(raw)
            return
        parent = self._open[-1] if self._open else None
        scope, named = {"xml": XML} if parent is None else parent.scope, list[tuple[str, Name, str]]()
        if attributes:  # most have none
            declared, others = self._taken_apart(attributes)
            if declared:
                scope = _scope(scope, declared)
                self._declared += len(scope)
                if self._declared > MOST_SCOPES:
                    raise NotXmpError(said("it declares namespaces over and over"))
            named = [(name, _resolved(name, scope, False), value) for name, value in others]
        element = Element(raw, _resolved(raw, scope, True), named, scope, place + self._shift, parent)
        if parent is None:
            self.root = element
        else:
            parent.children.append(element)
        self._open.append(element)
        if self._passes_over and element.name not in self._wanted and _is_property(element):
            self._unwanted = element

    def _taken_apart(self, attributes: list[str]) -> tuple[dict[str, str], list[tuple[str, str]]]:
        """Namespaces by their prefix, and other attributes, of which there may be hundreds."""
        declared, others, wanted = dict[str, str](), list[tuple[str, str]](), self._attributes
        for name, value in zip(attributes[::2], attributes[1::2], strict=True):
            if name[:6] == "xmlns:" or name == "xmlns":
                declared[name[6:]] = value
            elif wanted is None or name[name.rfind(":") + 1 :] in wanted:
                others.append((name, value))
        return declared, others

    def end(self, place: int) -> None:
        if self._inside:
            self._inside.pop()
            return
        element = self._open.pop()
        element.closing = place + self._shift
        if element is self._unwanted:
            self._unwanted = None

    def add_text(self, text: str) -> None:
        if self._unwanted is None:
            self._open[-1].pieces.append(text)


def _is_property(element: Element) -> bool:
    of = element.parent
    return of is not None and of.parent is not None and of.parent.name == (RDF, "RDF")


def _scope(outer: dict[str, str], declared: dict[str, str]) -> dict[str, str]:
    if len(outer) + len(declared) > MOST_PREFIXES:
        raise NotXmpError(TOO_MANY_NAMESPACES.with_values(most=f"{MOST_PREFIXES:,}"))
    return outer | declared


def _resolved(raw: str, scope: dict[str, str], is_element: bool) -> Name:
    """An attribute without a prefix belongs to no namespace, and one with an unknown prefix to none that we
    know."""
    prefix, _, local = raw.rpartition(":")
    if not prefix and not is_element:
        return "", local
    namespace = scope.get(prefix, "" if not prefix else f"unknown prefix {prefix}")
    return SAME_AS.get(namespace, namespace), local
