"""Labels added to what other programs wrote: not a byte besides changes, and all of it can be taken back."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.content import hash_of
from engine.packets.safe_xml import NotXmpError
from engine.xmp import taking_back
from engine.xmp.keywords import Keywords
from engine.xmp.merging import Merged, merge, new_packet
from engine.xmp.splices import Splice, SpliceError, applied, inverse, packed, unpacked
from engine.xmp.taking_back import additions, carefully, exactly
from tests.xmp.others import HERE, SIDECARS, around, bag, packet, said

needs_exiftool = pytest.mark.skipif(shutil.which("exiftool") is None, reason="exiftool is not installed")
LABELS = ["Cat", "new & <good>", "Pets|Dog", "5 stars"]


def merged(raw: bytes, *labels: str) -> tuple[bytes, Merged]:
    changes = merge(raw, labels)
    return applied(raw, changes.splices), changes


@pytest.mark.parametrize("name", SIDECARS)
def test_sidecars_of_others_get_labels_and_lose_nothing(name: str):
    raw = (HERE / name).read_bytes()
    after, changes = merged(raw, *LABELS)
    found, before = said(after), SIDECARS[name]
    assert set(found.labels()) == set(before.labels()) | {"Cat", "Dog", "new & <good>"}
    assert set(found.paths) == {*before.paths, ("Pets", "Dog")}
    assert found.rating == before.rating, "a rating that is there stays"
    assert all(splice.removed == b"" for splice in changes.splices), "something is put between, and that is all"
    ElementTree.fromstring(re.sub(rb"<\?xpacket.*?\?>", b"", after))
    assert merge(after, LABELS).splices == [], "and once is enough"
    assert exactly(after, changes.splices, hash_of(raw)) == raw


@pytest.mark.parametrize("name", SIDECARS)
def test_indentation_is_that_of_the_file(name: str):
    raw = (HERE / name).read_bytes()
    after, _ = merged(raw, "new")
    lines = after.splitlines()
    at = next(number for number, line in enumerate(lines) if b">new<" in line)
    blanks = [len(line) - len(line.lstrip()) for line in lines[at - 1 : at + 1]]
    assert blanks[0] == blanks[1]


@pytest.mark.parametrize(
    "raw",
    [
        packet(bag("old")),
        packet(bag("old")).replace(b"<rdf:li>old</rdf:li>", b"").replace(b"<rdf:Bag></rdf:Bag>", b"<rdf:Bag />"),
        packet(""),
        packet(bag("old", kind="Seq")),
        packet("", ' xmp:Rating="2"').replace(b"></rdf:Description>", b"/>"),
        around(""),
        around("").replace(b"></rdf:RDF>", b"/>"),
        packet(bag("old")).replace(b"rdf:", b"r:").replace(b"xmlns:rdf", b"xmlns:r"),
        packet(bag("old")).replace(b"dc:", b"d:").replace(b"xmlns:dc", b"xmlns:d"),
        packet(bag("old")).replace(b"xmlns:dc=", b"xmlns:other=").replace(b"dc:subject", b"other:subject"),
        packet("").replace(b'xmlns:dc="http://purl.org/dc/elements/1.1/"', b'xmlns:dc="of somebody else"'),
        around(
            "<rdf:Description rdf:about=''><xmp:Label>x</xmp:Label></rdf:Description>"
            f"<rdf:Description rdf:about=''>{bag('old')}</rdf:Description>"
        ),
        packet(bag("old", of="digiKam:TagsList", kind="Seq") + bag("old", of="MicrosoftPhoto:LastKeywordXMP")),
        b"<?xml version='1.0'?><!-- mine --><?pi of mine?>" + packet("<!-- a --> " + bag("old") + "<![CDATA[x]]>"),
        packet("\r\n\t<dc:subject>\r\n\t\t<rdf:Bag>\r\n\t\t\t<rdf:li>old</rdf:li>\r\n\t\t</rdf:Bag></dc:subject>"),
        new_packet(()),
    ],
)
def test_packets_of_any_shape(raw: bytes):
    after, changes = merged(raw, "new", "4 stars")
    assert "new" in said(after).flat
    assert set(said(raw).labels()) <= set(said(after).labels())
    assert said(after).rating == (said(raw).rating or 4)
    assert applied(after, inverse(changes.splices)) == raw
    without = applied(after, carefully(after, additions(changes)))
    assert said(without) == said(raw)
    for part in re.findall(rb"<!--.*?-->|<\?.*?\?>|<!\[CDATA.*?\]\]>|xmlns:\w+=\"[^\"]*\"", raw):
        assert part in after


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "utf-32"])
def test_other_encodings_stay(codec: str):
    raw = packet(bag("Grüße")).decode().encode(codec)
    after, changes = merged(raw, "猫")
    assert after.decode(codec).encode(codec) == after
    assert said(after) == Keywords(("Grüße", "猫"))
    assert exactly(after, changes.splices, hash_of(raw)) == raw
    assert applied(after, carefully(after, additions(changes))) == raw


def test_an_encoding_that_lacks_a_sign_is_left_alone():
    raw = ('<?xml version="1.0" encoding="ISO-8859-1"?>' + packet(bag("Grüße")).decode()).encode("latin-1")
    assert said(merged(raw, "Öl")[0]) == Keywords(("Grüße", "Öl"))
    with pytest.raises(NotXmpError, match="encoding"):
        merge(raw, ["猫"])


@pytest.mark.parametrize("name", ["windows-1250", "us-ascii", "Shift_JIS"])
def test_an_encoding_that_is_not_known_is_left_alone_but_read(name: str):
    raw = f'<?xml version="1.0" encoding="{name}"?>'.encode() + packet(bag("cat"))
    with pytest.raises(NotXmpError, match=rf"encoding \({name.lower()}\) is not known"):
        merge(raw, ["new"])
    assert said(raw) == Keywords(("cat",))


@pytest.mark.parametrize("name", ["utf-8", "UTF8", "UTF-16"])
def test_unicode_by_any_name_is_added_to(name: str):
    raw = f"<?xml version='1.0' encoding='{name}'?>".encode() + packet(bag("Grüße"))
    assert said(merged(raw, "猫")[0]) == Keywords(("Grüße", "猫"))


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"no xml",
        packet(bag("old"))[:-5],
        packet(bag("old")) + b"\0",
        b"\xff" + packet(bag("old")),
        b'<!DOCTYPE x [<!ENTITY a "b">]>' + packet(bag("old")),
        packet("<dc:subject>plain</dc:subject>"),
        packet("", ' dc:subject="plain"'),
        packet("<dc:subject><rdf:Alt><rdf:li xml:lang='de'>Katze</rdf:li></rdf:Alt></dc:subject>"),
        b"<html><body/></html>",
    ],
)
def test_what_cannot_be_added_to_is_left_alone(raw: bytes):
    with pytest.raises(NotXmpError):
        merge(raw, ["new"])


def test_a_label_goes_where_other_programs_look_for_it():
    flat, _ = merged(packet(""), "cat")
    assert flat.count(b">cat<") == 1, "every program reads dc:subject, if there is nothing else"
    both, _ = merged(packet(bag("a|b", of="lr:hierarchicalSubject") + bag("a/b", of="digiKam:TagsList")), "cat")
    assert both.count(b">cat<") == 3
    assert merge(packet(bag("Animals|cat", of="lr:hierarchicalSubject")), ["cat", "Animals"]).splices == []
    with_slash, _ = merged(packet(bag("a/b", of="digiKam:TagsList")), "AC/DC")
    assert with_slash.count(b">AC/DC<") == 1, "digiKam would take it for two levels"


def test_a_label_that_is_a_path_makes_a_list_of_all():
    after, changes = merged(packet(bag("old")), "Animals|Cat", "sea")
    assert said(after) == Keywords(("old", "Cat", "sea"), (("Animals", "Cat"),))
    assert changes.made == ["lr:hierarchicalSubject"]
    listed = after[after.index(b"hierarchicalSubject") :]
    assert all(word in listed for word in (b">old<", b">sea<", b">Animals|Cat<")), "or programs would miss them"
    assert applied(after, carefully(after, additions(changes))) == packet(bag("old"))


def test_signs_that_xml_cannot_hold_are_left_out():
    assert merge(packet(""), ["bad\ufffe", "good"]).added == [("dc:subject", "good")]


def test_what_somebody_changed_since_keeps_all_but_what_was_added():
    after, changes = merged((HERE / "darktable.jpg.xmp").read_bytes(), "new", "Pets|Dog")
    edited = after.replace(b'xmp:Rating="4"', b'xmp:Rating="5"').replace(
        b"<rdf:li>new</rdf:li>", b"<rdf:li>theirs</rdf:li>\n     <rdf:li> new </rdf:li>", 1
    )
    back = applied(edited, carefully(edited, additions(changes)))
    found = said(back)
    assert found.flat == ("Animals", "Cat", "Grüße", "Sea", "theirs")
    assert (found.paths, found.rating) == ((("Animals", "Cat"),), 5)
    assert carefully(back, additions(changes)) == [], "there is nothing left to take back"


def test_a_rating_is_taken_back_as_element_and_as_attribute_but_not_another_one():
    after, changes = merged(packet(""), "4 stars")
    added = additions(changes)
    assert applied(after, carefully(after, added)) == packet("")
    as_attribute = packet(bag("x"), " xmp:Rating = '4'")
    assert applied(as_attribute, carefully(as_attribute, added)) == packet(bag("x"))
    other = packet("", ' xmp:Rating="3"')
    assert carefully(other, added) == []


@pytest.mark.parametrize(
    "unrated",
    [
        packet("", ' xmp:Rating="0"'),
        packet("", " dc:x='xmp:Rating=\"0\"' xmp:Rating = '0'"),
        packet("<xmp:Rating>0</xmp:Rating>"),
        packet("<xmp:Rating> 0.0 </xmp:Rating>"),
    ],
)
def test_no_stars_give_way_to_a_label_of_stars_and_come_back(unrated: bytes):
    after, found = merged(unrated, "4 stars")
    assert said(after).rating == 4
    assert after.count(b"Rating") == unrated.count(b"Rating")
    assert applied(after, inverse(found.splices)) == unrated
    edited = after.replace(b"<x:xmpmeta", b"<!-- edited --><x:xmpmeta")
    assert said(applied(edited, taking_back.carefully(edited, taking_back.additions(found)))).rating is None


@pytest.mark.parametrize("rated", ["-1", "2", "nonsense", "77"])
def test_whatever_else_stands_in_the_place_of_stars_stays(rated: str):
    assert merge(packet("", f' xmp:Rating="{rated}"'), ["4 stars"]).splices == []


def test_rejected_is_a_keyword_and_never_a_rating():
    """As a rating it would hide the picture in other programs."""
    after, changes = merged(packet(""), "rejected")
    assert said(after) == Keywords(("rejected",))
    assert b"Rating" not in after
    assert applied(after, carefully(after, additions(changes))) == packet("")
    assert said(merged(packet(""), "rejected", "4 stars")[0]) == Keywords(("rejected",), rating=4)
    assert merge(packet("", ' xmp:Rating="-1"'), ["rejected"]).splices == [], "that says it already"


def test_a_new_sidecar_begins_with_what_the_picture_says():
    inside = b"<?xpacket begin=''?>" + packet(bag("own"), ' xmp:Label="Green"') + b"   <?xpacket end='w'?>"
    new = new_packet([inside])
    assert said(new) == Keywords(("own",))
    assert b'xmp:Label="Green"' in new
    assert b"xpacket" not in new
    assert said(new_packet([b"broken"])) == said(new_packet(())) == Keywords()


def test_splices_are_packed_and_refuse_another_file():
    changes = [Splice(3, b"", b"x\xff"), Splice(1, b"b", b"")]
    assert applied(b"abcd", changes) == b"acx\xffd"
    assert unpacked(packed(changes)) == changes
    with pytest.raises(SpliceError):
        applied(b"axcd", changes)
    for text in ("", "{}x", "[[1]]", '[[1, "?", ""]]', "7"):
        with pytest.raises(SpliceError):
            unpacked(text)
    for text in ("[]", "{}", "7", '{"added": 1, "made": []}'):
        with pytest.raises(ValueError, match=re.escape(text)):
            taking_back.unpacked(text)


@needs_exiftool
def test_exiftool_reads_what_was_written(tmp_path: Path):
    """And finds no fault with it that it did not find before."""
    before = {name: (HERE / name).read_bytes() for name in SIDECARS} | {"new.xmp": new_packet(())}
    for name, raw in before.items():
        (tmp_path / f"before {name}").write_bytes(raw)
        (tmp_path / f"after {name}").write_bytes(merged(raw, "new & <good>", "Pets|Dog", "猫", "2 stars")[0])
    tags = ("-validate", "-Subject", "-HierarchicalSubject", "-Rating")
    told = subprocess.run(
        ["exiftool", "-config", "", "-j", *tags, tmp_path], capture_output=True, check=True
    ).stdout
    found = {Path(row["SourceFile"]).name: row for row in json.loads(told)}
    for name in before:
        row, own = found[f"after {name}"], SIDECARS.get(name, Keywords())
        assert set(row["Subject"]) == {*own.flat, "new & <good>", "Dog", "猫"}
        assert {"Pets|Dog", "猫", "new & <good>"} <= set(row["HierarchicalSubject"])
        assert row["Rating"] == (own.rating or 2)
        assert row["Validate"] == found[f"before {name}"]["Validate"]
