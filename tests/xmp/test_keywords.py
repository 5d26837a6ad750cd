"""Keywords and ratings, however RDF spells them and whatever the text is written in."""

import codecs

import pytest

from engine.packets.safe_xml import NotXmpError
from engine.xmp.keywords import Keywords, Levels, joined, of_words, rating_label, rating_of
from tests.xmp.others import HERE, SIDECARS, around, bag, packet, said

CAT_AND_DOG = Keywords(("cat", "dog"))
QUALIFIED = (
    "<dc:subject><rdf:Bag><rdf:li rdf:parseType='Resource'><rdf:value>cat</rdf:value></rdf:li>"
    "<rdf:li><rdf:Description><rdf:value>dog</rdf:value></rdf:Description></rdf:li></rdf:Bag></dc:subject>"
)


@pytest.mark.parametrize(
    "data",
    [
        packet(bag("cat", "dog")),
        packet(bag("cat", "dog", kind="Seq")),
        packet(bag("cat", "dog", kind="Alt")),
        packet(bag("cat") + bag("dog")),
        packet("<dc:subject>dog</dc:subject>", ' dc:subject="cat"'),
        packet("<dc:subject>cat</dc:subject><dc:subject>dog</dc:subject>"),
        around("".join(f"<rdf:Description rdf:about=''>{bag(word)}</rdf:Description>" for word in ("cat", "dog"))),
        packet(QUALIFIED),
        packet("<dc:subject><rdf:Bag><rdf:_1>cat</rdf:_1><rdf:_2>dog</rdf:_2></rdf:Bag></dc:subject>"),
        packet(bag(" cat\n", "dog", "dog", "", "  ")),
        packet(bag("c&#97;t", "<![CDATA[dog]]>")),
        packet(bag("cat", of="lr:hierarchicalSubject") + bag("dog", of="digiKam:TagsList", kind="Seq")),
        packet(bag("cat", "dog", "_Digikam_Internal_Tags_/Current Version", of="digiKam:TagsList")),
        packet(bag("cat", "dog", "darktable|format|jpg", of="lr:hierarchicalSubject")),
    ],
)
def test_rdf_has_many_spellings(data: bytes):
    assert said(data) == CAT_AND_DOG


def test_a_value_in_several_languages_is_one():
    inside = (
        "<dc:subject><rdf:Alt><rdf:li xml:lang='de'>Katze</rdf:li>"
        "<rdf:li xml:lang='x-default'>cat</rdf:li></rdf:Alt></dc:subject>"
    )
    assert said(packet(inside)) == Keywords(("cat",))
    assert said(packet(inside.replace("x-default", "fr"))) == Keywords(("Katze",))


@pytest.mark.parametrize("name", SIDECARS)
def test_sidecars_of_others(name: str):
    assert said((HERE / name).read_bytes()) == SIDECARS[name]


def test_hierarchical_keywords_of_each_spelling():
    found = said(
        packet(
            bag("Cat", "Sea")
            + bag("Animals|Cat", "Sea", of="lr:hierarchicalSubject")
            + bag("Animals/Cat", "A/ B /C", of="digiKam:TagsList", kind="Seq")
            + bag("Animals/Cat", "/D//E/", of="MicrosoftPhoto:LastKeywordXMP")
        )
    )
    assert found == Keywords(("Cat", "Sea"), (("Animals", "Cat"), ("A", "B", "C"), ("D", "E")))
    assert found.labels() == ["Cat", "Sea", "C", "E"]
    assert found.labels(Levels.ALL) == ["Cat", "Sea", "Animals", "A", "B", "C", "D", "E"]
    assert found.labels(Levels.PATH) == ["Sea", "Animals|Cat", "A|B|C", "D|E"]


@pytest.mark.parametrize(
    ("attribute", "rating"),
    [
        ('xmp:Rating="4"', 4),
        ('xmp:Rating=" 5.0 "', 5),
        ('xmp:Rating="-1"', -1),
        ('xmp:Rating="0"', None),
        ('xmp:Rating="6"', None),
        ('xmp:Rating="inf"', None),
        ('xmp:Rating="nan"', None),
        ('xmp:Rating="1e999"', None),
        ('xmp:Rating="many"', None),
        ('MicrosoftPhoto:Rating="99"', 5),
        ('MicrosoftPhoto:Rating="25"', 2),
        ('MicrosoftPhoto:Rating="1"', 1),
        ('xmp:Rating="3" MicrosoftPhoto:Rating="99"', 3),
    ],
)
def test_ratings(attribute: str, rating: int | None):
    assert said(packet("", f" {attribute}")).rating == rating


def test_a_rating_is_a_label_and_back():
    assert [rating_label(n) for n in (-1, 1, 5)] == ["rejected", "1 star", "5 stars"]
    assert [rating_of(rating_label(n)) for n in (1, 2, 5)] == [1, 2, 5]
    assert rating_of("rejected") is None, "a person may mean something else by it"
    assert [rating_of(label) for label in ("6 stars", "1 stars", "2 star", "stars", "٣ stars")] == [None] * 5


@pytest.mark.parametrize(
    "raw",
    [
        packet(bag("Grüße", "猫")).decode().encode("utf-16"),
        packet(bag("Grüße", "猫")).decode().encode("utf-16-le"),
        packet(bag("Grüße", "猫")).decode().encode("utf-16-be"),
        codecs.BOM_UTF16_BE + packet(bag("Grüße", "猫")).decode().encode("utf-16-be"),
        packet(bag("Grüße", "猫")).decode().encode("utf-32"),
        codecs.BOM_UTF8 + packet(bag("Grüße", "猫")),
        b'<?xml version="1.0" encoding="UTF-16"?>' + packet(bag("Grüße", "猫")),
        b"\n\n<?xpacket begin='\xef\xbb\xbf'?>"
        + packet(bag("Grüße", "猫"))
        + b" " * 2000
        + b"<?xpacket end='w'?>\0\0",
        b"what came before " + packet(bag("Grüße", "猫")) + b"\0 and after",
        packet(bag("Grüße", "猫\x01")),
    ],
)
def test_encodings_and_what_is_broken_around_a_packet(raw: bytes):
    assert said(raw) == Keywords(("Grüße", "猫"))


def test_bytes_that_are_no_utf8_cost_no_more_than_themselves():
    latin = packet(bag("Grüße", "cat")).decode().encode("latin-1")
    assert said(latin) == Keywords(("Grüße", "cat"))
    assert said(b'<?xml version="1.0" encoding="ISO-8859-1"?>' + latin) == Keywords(("Grüße", "cat"))


@pytest.mark.parametrize(
    "raw", [b"", b"\0" * 100, b"<x/>", b"<rdf:RDF/>", packet("")[:-20], b"\xff\xfe<", b"\xff" * 9]
)
def test_what_is_no_packet_has_a_reason(raw: bytes):
    with pytest.raises(NotXmpError):
        said(raw)


def test_more_than_a_person_would_write_is_left_out():
    found = said(
        packet(bag(*(f"w{n}" for n in range(3000))) + bag("x" * 2000, "a|" * 40, of="lr:hierarchicalSubject"))
    )
    assert (len(found.flat), found.paths, found.unusable) == (2000, (), 1002)


def test_words_are_one_line_and_composed():
    assert of_words(["u\u0308ber", " a\tb\nc ", "\u202ecat", ""]).flat == ("über", "a b c", "cat")
    joined_signs = ("می\u200cخواهم", "👩\u200d👧", "🏴\U000e0067\U000e0062\U000e007f", "\U0001fadf new in 2024")
    assert of_words(joined_signs).flat == joined_signs, "without what joins them they are others"


def test_what_several_say_is_said_once():
    both = joined([Keywords(("a",), (("b", "c"),)), Keywords(("d", "a"), (("b", "c"),), 2, 1)])
    assert (both, both.unusable) == (Keywords(("a", "d"), (("b", "c"),), 2), 1)
