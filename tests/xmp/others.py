"""What other programs wrote, and packets made here."""

from pathlib import Path

from engine.packets.text_coding import read_leniently
from engine.xmp import keywords
from engine.xmp.keywords import Keywords

HERE = Path(__file__).parent / "written_by_others"

BY_EXIFTOOL = Keywords(("Cat", "Grüße", "Sea"), (("Animals", "Cat"), ("Places", "Sea")), 4)
BY_EXIV2 = Keywords(("Grüße",), (("Animals", "Cat"),), 3)
PICTURES = {
    "exiftool.jpg": BY_EXIFTOOL,
    "exiftool.png": BY_EXIFTOOL,
    "exiftool.webp": BY_EXIFTOOL,
    "exiftool.tif": BY_EXIFTOOL,
    "exiftool.avif": BY_EXIFTOOL,
    "exiftool.heic": BY_EXIFTOOL,
    "exiv2.jpg": BY_EXIV2,
    "iptc.jpg": Keywords(("Cat", "Grüße", "a long keyword that IPTC would cut at its sixty-fourth byte")),
    "iptc_latin.jpg": Keywords(("Grüße", "Cat")),
}
SIDECARS = {
    "exiftool.xmp": BY_EXIFTOOL,
    "exiv2.xmp": BY_EXIV2,
    "digikam.jpg.xmp": Keywords(("Sea", "Cat", "Grüße", "Home"), (("Animals", "Cat"),), 4),
    "darktable.jpg.xmp": Keywords(("Animals", "Cat", "Grüße", "Sea"), (("Animals", "Cat"),), 4),
}

_SPACES = (
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/"'
    ' xmlns:lr="http://ns.adobe.com/lightroom/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"'
    ' xmlns:digiKam="http://www.digikam.org/ns/1.0/" xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/"'
)


def packet(inside: str, attributes: str = "") -> bytes:
    """A packet with these properties."""
    node = f'<rdf:Description rdf:about=""{attributes}>{inside}</rdf:Description>'
    return around(node)


def around(nodes: str) -> bytes:
    return f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF {_SPACES}>{nodes}</rdf:RDF></x:xmpmeta>'.encode()


def bag(*words: str, of: str = "dc:subject", kind: str = "Bag") -> str:
    listed = "".join(f"<rdf:li>{word}</rdf:li>" for word in words)
    return f"<{of}><rdf:{kind}>{listed}</rdf:{kind}></{of}>"


def said(data: bytes) -> Keywords:
    return keywords.of_packet(read_leniently(data)[1])
