"""XML of strangers: what is dangerous is refused with a reason, and each element knows its place."""

import pytest

from engine.packets import safe_xml
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
from engine.packets.text_coding import read_leniently

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
