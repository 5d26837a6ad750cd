"""Titles, captions, authors, dates and stars, as XMP and IPTC say them."""

from dataclasses import dataclass

from engine.packets import iptc, names, rdf
from engine.packets.safe_xml import NotXmpError
from engine.packets.stars import rating
from engine.packets.text_coding import read_leniently

MOST_BYTES = 1 << 20  # of a packet: programs that let it grow beyond keep their history in it
_MOST_AUTHORS = 20
_LOOKED_THROUGH = 1 << 15  # bytes of a packet; what is longer is parsed sooner than looked through for each word
# One of these stands in a packet that says something of interest, whatever its prefixes
_WORDS = (b"title", b"description", b"Headline", b"creator", b"Rating")
_WORDS_OF_DATES = (b"DateTimeOriginal", b"DateCreated", b"CreateDate")
_WANTED = {names.TITLE, names.CAPTION, names.CREATOR, names.HEADLINE, names.RATING, names.RATING_PERCENT}
_WANTED.update(names.DATES)
_TITLE, _HEADLINE, _BY_LINE, _CAPTION = (2, 5), (2, 105), (2, 80), (2, 120)  # of IPTC


@dataclass(frozen=True, slots=True)
class Statements:
    """Texts are as they are written, of any length; dates as well, the best first."""

    title: str | None = None
    headline: str | None = None
    caption: str | None = None
    author: str | None = None
    stars: int | None = None  # 1 to 5, -1: rejected
    dates: tuple[str, ...] = ()


NOTHING_STATED = Statements()


def of_packet(data: bytes, with_dates: bool = True) -> Statements:
    """Nothing, if the packet is broken or hostile. Where no date is wanted, one that says nothing else is not even
    parsed."""
    if len(data) > MOST_BYTES or not _is_worth_parsing(data, with_dates):
        return NOTHING_STATED
    try:
        node = rdf.rdf_of(read_leniently(data, _WANTED)[1])
    except NotXmpError:
        return NOTHING_STATED

    def first(name: names.Name) -> str | None:
        return next((value for value in rdf.values(node, name) if value.strip()), None)

    authors = [value.strip() for value in rdf.values(node, names.CREATOR)]
    return Statements(
        title=first(names.TITLE),
        headline=first(names.HEADLINE),
        caption=first(names.CAPTION),
        author=_listed(authors),
        stars=rating(node),
        dates=tuple(value for name in names.DATES for value in rdf.values(node, name)),
    )


def _is_worth_parsing(data: bytes, with_dates: bool) -> bool:
    if (
        len(data) > _LOOKED_THROUGH or b"\0" in data[:64]
    ):  # signs of two or four bytes, in which nothing is found so
        return True
    return any(word in data for word in (_WORDS + _WORDS_OF_DATES if with_dates else _WORDS))


def of_iptc(data: bytes) -> Statements:
    """What can be read; a broken record ends it. IPTC has dates, too, but few write the time."""
    said: dict[iptc.Dataset, list[str]] = {}
    for dataset, text in iptc.texts(data[:MOST_BYTES], {_TITLE, _HEADLINE, _BY_LINE, _CAPTION}):
        said.setdefault(dataset, []).append(text)

    def first(dataset: iptc.Dataset) -> str | None:
        return next((text for text in said.get(dataset, []) if text.strip("\0 \t\r\n")), None)

    return Statements(first(_TITLE), first(_HEADLINE), first(_CAPTION), _listed(said.get(_BY_LINE, [])))


def _listed(authors: list[str]) -> str | None:
    return ", ".join(dict.fromkeys(author for author in authors[:_MOST_AUTHORS] if author)) or None
