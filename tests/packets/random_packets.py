"""Packets of XMP made up at random, spelled in as many ways as XML and RDF allow; and a slow reader that says what
they say, on the standard library's tree."""

import codecs
import random
import re
from xml.etree import ElementTree

from engine.packets import names
from engine.packets.names import RDF, SAME_AS, XML, Name
from engine.packets.statements import Statements

_STRANGE = "urn:strange"
_WANTED: list[Name] = [
    names.TITLE,
    names.CAPTION,
    names.CREATOR,
    names.HEADLINE,
    names.RATING,
    names.RATING_PERCENT,
]
_WANTED += names.DATES
_UNWANTED: list[Name] = [
    (_STRANGE, "History"),
    (_STRANGE, "HistoryOfAll"),
    (names.DC, "subject"),
    (_STRANGE, "title"),
]
_UNWANTED += [(names.XMP, "Label"), (names.META, "xmpmeta")]
_NAMESPACES = [RDF, names.DC, names.XMP, names.PHOTOSHOP, names.EXIF, names.MICROSOFT, _STRANGE, names.META]
_PIECES = ["a", "b > c", "ö", "&amp;", "&lt;x:H>", "&#x416;", "4", "2021-03-04T05:06:07", " ", "\n", "!", "?", "𝄞"]


def packet(dice: random.Random) -> bytes:
    """Well-formed."""
    return _Writer(dice).packet()


def spoilt(data: bytes, dice: random.Random) -> bytes:
    """The same with pieces taken out, doubled, moved or overwritten."""
    for _ in range(dice.choice([1, 1, 2, 5])):
        start, end = sorted(dice.randrange(len(data) + 1) for _ in range(2))
        end = min(end, start + dice.choice([1, 3, 20, 300]))
        piece = data[start:end]
        there = dice.randrange(len(data) + 1)
        data = dice.choice(
            [
                data[:start] + data[end:],
                data[:there] + piece + data[there:],
                data[:start] + bytes(dice.choice(b"<>/&!?-[]\"' ") for _ in piece[:3]) + data[end:],
                data[:start] + dice.choice(_HURDLES) + data[start:],
            ]
        )
        if not data:
            break
    return data


_HURDLES = [
    b"<!--",
    b"-->",
    b"<![CDATA[",
    b"]]>",
    b"<?x ",
    b"?>",
    b"</h:History>",
    b"<h:History>",
    b"<rdf:li>",
    b"&x;",
]


class _Writer:
    """Puts a packet together. `self._prefixes` are those that are declared where it writes."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self._prefixes = {RDF: "rdf", XML: "xml"}

    def packet(self) -> bytes:
        self._declare()
        nodes = "".join(self._node() for _ in range(self._dice.choice([1, 1, 1, 2, 3])))
        declared = " ".join(f"xmlns{':' if p else ''}{p}='{n}'" for n, p in self._prefixes.items() if n != XML)
        rdf = self._prefixes[RDF]
        text = f"<{rdf}:RDF {declared}>{self._between()}{nodes}{self._between()}</{rdf}:RDF>"
        if self._maybe(0.7):
            text = f"<x:xmpmeta xmlns:x='adobe:ns:meta/'>{self._between()}{text}</x:xmpmeta>"
        if self._maybe(0.5):
            text = f"<?xpacket begin='' id='W5M0'?>{text}{' ' * self._dice.choice([0, 3000])}<?xpacket end='w'?>"
        encoding = self._dice.choice(["utf-8"] * 6 + ["utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
        return text.encode(encoding)

    def _declare(self) -> None:
        for namespace in _NAMESPACES[1:]:
            self._prefixes[namespace] = f"p{len(self._prefixes)}"
        self._prefixes[_STRANGE] = "h"
        if self._maybe(0.2):
            self._prefixes[RDF] = "r"

    def _node(self) -> str:
        kind = self._dice.choice([(RDF, "Description")] * 5 + [(_STRANGE, "Picture"), (RDF, "Bag")])
        attributes = {name: self._text(30) for name in _WANTED + _UNWANTED if self._maybe(0.1)}
        properties = "".join(self._property() + self._between() for _ in range(self._dice.randrange(8)))
        return self._element(kind, properties, attributes)

    def _property(self) -> str:
        name = self._dice.choice(_WANTED + _UNWANTED * 2)
        length = self._dice.choice([0, 5, 30, 500, 1200, 3000])
        qualifiers = {(RDF, "resource"): self._text(20)} if self._maybe(0.05) else {}
        return self._element(name, self._value(length, 3), qualifiers)

    def _value(self, length: int, depth: int) -> str:
        ways = [lambda: self._text(length), lambda: self._text(length), lambda: self._container(length, depth)]
        if depth:
            ways += [lambda: self._described(length, depth), lambda: self._strange(length, depth)]
        return self._dice.choice(ways)()

    def _container(self, length: int, depth: int) -> str:
        listed = list[str]()
        for _ in range(self._dice.choice([0, 1, 2, 2, 9])):
            language = {(XML, "lang"): self._dice.choice(["x-default", "de", "X-DEFAULT", ""])}
            inner = self._value(length // 3, depth - 1) if depth and self._maybe(0.3) else self._text(length // 3)
            member = self._dice.choice(["li", "li", "li", "_1", "other"])
            listed.append(self._element((RDF, member), inner, language if self._maybe(0.4) else {}))
        kind = self._dice.choice(["Alt", "Bag", "Seq"])
        return self._between() + self._element((RDF, kind), self._between().join(listed), {}) + self._between()

    def _described(self, length: int, depth: int) -> str:
        """With qualifiers: the value is one of several things that are said."""
        name = self._dice.choice(["value", "Description"])
        if self._maybe(0.3):
            return self._element((RDF, "Description"), "", {(RDF, "value"): self._text(20)})
        return self._element((RDF, name), self._value(length, depth - 1), {}) + self._strange(10, depth - 1)

    def _strange(self, length: int, depth: int) -> str:
        """Elements that look like those around them, as deep as may be."""
        name = self._dice.choice(_UNWANTED + _WANTED)
        inner = self._value(length, depth - 1) if depth > 0 else self._text(length)
        return self._element(name, inner, {(_STRANGE, "said"): self._text(40)} if self._maybe(0.5) else {})

    def _element(self, name: Name, inner: str, attributes: dict[Name, str]) -> str:
        written = self._written(name)
        tag = written + "".join(
            f"{self._dice.choice([' ', chr(10)])}{self._written(each)}={quote}{value.replace(quote, '')}{quote}"
            for each, value in attributes.items()
            for quote in [self._dice.choice("\"'")]
        )
        if self._maybe(0.05):
            tag += " xmlns:h2='urn:else' xmlns:more='http://purl.org/dc/elements/1.1/'"
        if not inner and self._maybe(0.8):
            return f"<{tag}/>"
        return f"<{tag}{' ' * self._maybe(0.03)}>{inner}</{written}{' ' * self._maybe(0.03)}>"

    def _written(self, name: Name) -> str:
        return f"{self._prefixes[name[0]]}:{name[1]}"

    def _text(self, length: int) -> str:
        text = "".join(self._dice.choice(_PIECES) for _ in range(min(length, 40))) * (1 + length // 60)
        return text[: text.rfind(";") + 1] if "&" in text[-12:] else text

    def _between(self) -> str:
        """What says nothing, and may look like a tag."""
        if self._maybe(0.85):
            return ""
        tag = f"{self._dice.choice(['</', '<'])}{self._written(self._dice.choice(_UNWANTED + _WANTED))}>"
        filling = tag + "x > " * self._dice.choice([0, 1, 400]) + self._dice.choice([tag, ""])
        return self._dice.choice(["<!--{}-->", "<![CDATA[{}]]>", "<?x {}?>", "\n"]).format(filling)

    def _maybe(self, share: float) -> bool:
        return self._dice.random() < share


# -- the slow reader ----------------------------------------------------------------------------------------------


def literally(data: bytes) -> Statements | None:
    """What it says; None if it is no text, no XML, or has a document type."""
    if b"<!DOCTYPE" in data:
        return None
    try:
        root = ElementTree.fromstring(_text_of(data))
    except (ElementTree.ParseError, ValueError, LookupError):
        return None
    level = [root]
    for _ in range(3):
        for element in level:
            if _name(element) == (RDF, "RDF"):
                return _stated(element)
        level = [child for element in level for child in element]
    return Statements()


def _text_of(data: bytes) -> str:
    for mark, codec in (
        (codecs.BOM_UTF32_LE, "utf-32"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (b"<\0", "utf-16-le"),
    ):
        if data.startswith(mark):
            return data.decode(codec)
    return data.decode("utf-8-sig")


def _stated(rdf: ElementTree.Element) -> Statements:
    def first(name: Name) -> str | None:
        return next((value for value in _values(rdf, name) if value.strip()), None)

    authors = dict.fromkeys(value.strip() for value in _values(rdf, names.CREATOR)[:20] if value.strip())
    return Statements(
        first(names.TITLE),
        first(names.HEADLINE),
        first(names.CAPTION),
        ", ".join(authors) or None,
        _stars(rdf),
        tuple(value for name in names.DATES for value in _values(rdf, name)),
    )


def _stars(rdf: ElementTree.Element) -> int | None:
    for value in _values(rdf, names.RATING):
        number = _whole(value)
        if number and -1 <= number <= 5:
            return number
    for value in _values(rdf, names.RATING_PERCENT):
        number = _whole(value)
        if number and 0 < number <= 100:
            return 1 + (number >= 13) + (number >= 38) + (number >= 63) + (number >= 88)
    return None


def _whole(text: str) -> int | None:
    try:
        return int(float(text.strip()[:20]))
    except (ValueError, OverflowError):
        return None


def _values(rdf: ElementTree.Element, name: Name) -> list[str]:
    nodes = [node for node in rdf if _name(node) not in _CONTAINERS]
    found = list[str]()
    for node in nodes:
        for key, value in node.attrib.items():
            if _split(key) == name:
                found.append(value)
                break
    for node in nodes:
        for element in node:
            if _name(element) == name:
                found += _values_in(element)
    return found


_CONTAINERS = [(RDF, "Alt"), (RDF, "Bag"), (RDF, "Seq")]


def _values_in(element: ElementTree.Element) -> list[str]:
    containers = [child for child in element if _name(child) in _CONTAINERS]
    if not containers:
        return [_text(element)]
    listed = [
        child
        for child in containers[0]
        if _name(child)[0] == RDF and re.fullmatch(r"li|_[0-9]{1,9}", _name(child)[1])
    ]
    languages = [child.get(f"{{{XML}}}lang", "") for child in listed]
    if _name(containers[0]) == (RDF, "Alt") and any(languages):
        for child, language in zip(listed, languages, strict=True):
            if language.lower() == "x-default":
                return [_text(child)]
        return [_text(listed[0])]
    return [_text(child) for child in listed]


def _text(element: ElementTree.Element) -> str:
    for key in ("resource", "value"):
        if (value := element.get(f"{{{RDF}}}{key}")) is not None:
            return value
    for child in element:
        if _name(child) in [(RDF, "value"), (RDF, "Description")]:
            return _text(child)
    return (element.text or "") + "".join(child.tail or "" for child in element)


def _name(element: ElementTree.Element) -> Name:
    return _split(element.tag)


def _split(written: str) -> Name:
    namespace, _, local = written.rpartition("}")
    return SAME_AS.get(namespace[1:], namespace[1:]), local
