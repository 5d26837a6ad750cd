"""XML of strangers: what is dangerous is refused with a reason, and each element knows its place."""

from collections.abc import Callable

import pytest

from engine.packets import safe_xml, statements
from engine.packets.names import DC
from engine.packets.safe_xml import (
    DEEPEST,
    MOST_BYTES,
    MOST_ELEMENTS,
    MOST_PREFIXES,
    Element,
    NotXmpError,
    end_of,
    parse,
    tag_end,
)
from engine.packets.statements import NOTHING_STATED, Statements
from engine.packets.text_coding import read_leniently
from tests.packets import long_packets

_RDF = (
    "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:h='urn:h'"
    " xmlns:dc='http://purl.org/dc/elements/1.1/'><rdf:Description>"
)
LAUGHS = b"""<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><x>&c;</x>"""
OUTSIDE = b"""<!DOCTYPE x [<!ENTITY secret SYSTEM "file:///etc/passwd">]><x>&secret;</x>"""
PARAMETER = b"""<!DOCTYPE x [<!ENTITY % more SYSTEM "file:///etc/passwd"> %more;]><x/>"""


@pytest.mark.parametrize(
    "data", [LAUGHS, OUTSIDE, PARAMETER, b"<!DOCTYPE x><x/>", b'<!DOCTYPE x SYSTEM "a.dtd"><x/>']
)
def test_what_has_a_document_type_is_refused_however_it_is_read(data: bytes):
    with pytest.raises(NotXmpError, match="document type"):
        parse(data)
    with pytest.raises(NotXmpError, match="document type"):
        read_leniently(data)


@pytest.mark.parametrize(
    "data", [b"<x>&secret;</x>", b"<x>", b"<a></b>", b"", b"text", b"<a b='1' b='2'/>", b"\0\0"]
)
def test_what_is_no_xml_is_refused(data: bytes):
    with pytest.raises(NotXmpError):
        parse(data)


def test_depth_size_and_number_have_limits():
    assert parse(b"<a>" * DEEPEST + b"</a>" * DEEPEST)
    with pytest.raises(NotXmpError, match="deep"):
        parse(b"<a>" * (DEEPEST + 1) + b"</a>" * (DEEPEST + 1))
    with pytest.raises(NotXmpError, match="elements"):
        parse(b"<a>" + b"<b/>" * MOST_ELEMENTS + b"</a>")
    with pytest.raises(NotXmpError, match="namespaces"):
        parse(b"<a %s/>" % b" ".join(b'xmlns:a%d="b"' % n for n in range(MOST_PREFIXES)))
    many = b" ".join(b'xmlns:a%d="b"' % n for n in range(MOST_PREFIXES - 2))
    with pytest.raises(NotXmpError, match="over and over"):
        parse(b"<a " + many + b">" + b'<b xmlns:c="d"/>' * 2000 + b"</a>")
    with pytest.raises(NotXmpError, match="8 MB"):
        parse(b"<a>" + b" " * MOST_BYTES + b"</a>")


def test_each_element_knows_where_it_begins_and_ends():
    data = '<?xml version="1.0"?><!-- ä --><a x=">" y=\'"/>\'>ü<b/><c  >1<d/>2</c ></a>'.encode()
    root = parse(data)

    def text(element: Element) -> bytes:
        return data[element.start : end_of(data, element)]

    b, c = root.children
    assert (text(b), text(c), text(root)) == (b"<b/>", b"<c  >1<d/>2</c >", data[data.index(b"<a") :])
    assert data[: tag_end(data, root)].endswith(b"'\"/>'>")
    assert (root.text, c.text, c.children[0].parent) == ("ü", "12", c)


def test_prefixes_stand_for_what_is_declared_around_them():
    root = parse(b'<p:a xmlns:p="one" xmlns="two" p:x="1" y="2"><b xmlns:p="three"><p:c/></b><q:d/></p:a>')
    assert root.name == ("one", "a")
    assert root.attributes == [("p:x", ("one", "x"), "1"), ("y", ("", "y"), "2")]
    assert root.children[0].name == ("two", "b")
    assert root.children[0].children[0].name == ("three", "c")
    assert root.children[1].name[0] not in ("one", "two", "three"), "nobody has declared it"
    assert safe_xml.parse(b'<m:a xmlns:m="http://ns.microsoft.com/photo/1.0"/>').name[0].endswith("/1.0/")


@pytest.mark.parametrize("kind", long_packets.KINDS)
def test_what_is_long_and_not_asked_for_is_passed_over(kind: Callable[[int], bytes]):
    data = kind(20_000)
    expected = Statements(title="A title behind it all", stars=4, dates=("2021-03-04T05:06:07+01:00",))
    assert statements.of_packet(data) == statements.of_packet(kind(500)) == expected
    assert _count(parse(data, {(DC, "title")})) < 20 < _count(parse(data))


def test_a_long_value_that_is_asked_for_is_read_whole():
    data = long_packets.history(20_000).replace(b"A title", b"A title" * 1000)
    assert len(statements.of_packet(data).title or "") > 7000


@pytest.mark.parametrize(
    "strange",
    [
        b"<xmpMM:History><xmpMM:History>%s</xmpMM:History>%s</xmpMM:History>",  # inside itself
        b"<xmpMM:History><!-- </xmpMM:History> %s --> %s</xmpMM:History>",
        b"<xmpMM:History><![CDATA[%s</xmpMM:History>%s]]></xmpMM:History>",
        b"<xmpMM:History>%s%s</xmpMM:History >",
        b"<xmpMM:History/>%s%s",
        b"<xmpMM:History a='/>'>%s<xmpMM:History/>%s</xmpMM:History>",
    ],
)
def test_what_looks_like_an_end_costs_no_more_than_the_packet(strange: bytes):
    """It is read, or it says nothing; and nothing else comes out."""
    said = statements.of_packet(
        long_packets.history(500).replace(b"<dc:title>", strange % (b"x" * 3000, b"y" * 3000) + b"<dc:title>", 1)
    )
    assert said in (statements.of_packet(long_packets.history(500)), NOTHING_STATED)


@pytest.mark.parametrize("inside", [b"<x:a/><x:a>%s</x:a>", b"<!-- </x:a> -->%s", b"<![CDATA[</x:a>%s]]>"])
def test_a_long_property_that_seems_to_end_before_its_end_costs_nothing(inside: bytes):
    long = inside % (b" " * 2 * safe_xml.LONG)
    title = b"<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>Kept</rdf:li></rdf:Alt></dc:title>"
    data = b"".join(
        [
            b"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:x='urn:x'",
            b" xmlns:dc='http://purl.org/dc/elements/1.1/'><rdf:Description>",
            b"<x:a>%s%s</x:a>" % (b" " * 2 * safe_xml.LONG, long),
            title,
            b"</rdf:Description></rdf:RDF>",
        ]
    )
    assert statements.of_packet(data).title == "Kept"


@pytest.mark.parametrize(("opens", "closes"), [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?x ", "?>")])
@pytest.mark.parametrize("shown", [True, False], ids=["a title", "what looks like a title"])
def test_what_stands_in_no_tag_neither_ends_a_long_property_nor_is_read(opens: str, closes: str, shown: bool):
    """Wherever a piece that is parsed ends, as each ends with such a sign."""
    filling = "> " * 3 * safe_xml.LONG
    title = "<dc:title>Shown</dc:title>"
    if shown:
        inside = f"<h:H>{opens}{filling}{closes}</h:H>{title}<h:H>{opens}{closes}</h:H>"
    else:
        inside = f"<h:H>{filling}{opens}</h:H>{title}<h:H>{closes}</h:H>"
    data = f"{_RDF}{inside}</rdf:Description></rdf:RDF>".encode()
    assert statements.of_packet(data).title == ("Shown" if shown else None)


@pytest.mark.parametrize(
    "inside", ["{}", "<rdf:Bag><rdf:li>{}</rdf:li></rdf:Bag>", "<h:H>{}</h:H>", "<h:A b='{}'/>", "<h:A b='>{}'/>"]
)
def test_each_element_knows_its_place_where_others_are_passed_over(inside: str):
    long = inside.format("> " * 2 * safe_xml.LONG)
    data = (
        f"{_RDF}<h:H>{long}</h:H><dc:title>A</dc:title><h:H>{long}</h:H><h:I/></rdf:Description></rdf:RDF>".encode()
    )
    some = {each.start: each for each in _all_of(parse(data, {(DC, "title")}))}
    whole = {each.start: each for each in _all_of(parse(data))}
    assert {(start, each.raw, each.closing) for start, each in some.items()} <= {
        (start, each.raw, each.closing) for start, each in whole.items()
    }
    assert {"dc:title", "h:I"} <= {each.raw for each in some.values()}


def test_signs_that_end_tags_cost_no_more_than_others():
    """What is looked at from its beginning in each piece would take minutes."""
    data = f"{_RDF}<h:H a='%s'/><dc:title>A</dc:title></rdf:Description></rdf:RDF>" % (">" * (MOST_BYTES - 1000))
    assert _count(parse(data.encode(), {(DC, "title")})) == 4


def test_many_short_properties_are_not_each_looked_for_to_the_end():
    data = long_packets.history(500).replace(b"<dc:title>", b"<crs:A></crs:A >" * 50_000 + b"<dc:title>", 1)
    assert statements.of_packet(data).stars == 4


def _count(element: Element) -> int:
    return len(_all_of(element))


def _all_of(element: Element) -> list[Element]:
    return [element, *(inner for child in element.children for inner in _all_of(child))]
