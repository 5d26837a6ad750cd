"""All that a picture and its sidecars say in keywords and ratings.

A sidecar is the later word: where one has keywords, those inside the picture do not count. Among these, XMP counts
before IPTC, which cuts long words.
"""

from dataclasses import dataclass, field

from engine.file_reasons import NOT_OPENED, OF_PICTURES_XMP, OF_SIDECAR
from engine.images.beside import own_candidates
from engine.images.containers import Embedded, embedded
from engine.images.opening import open_file
from engine.packets import iptc
from engine.packets.safe_xml import MOST_BYTES, NotXmpError
from engine.packets.text_coding import read_leniently
from engine.sentences import Sentence, text_of
from engine.xmp import keywords
from engine.xmp.keywords import Keywords


@dataclass(slots=True)
class PictureLabels:
    keywords: Keywords = field(default_factory=Keywords)
    troubles: list[str] = field(default_factory=list)  # metadata that could not be read, each in a few words
    has_sidecar: bool = False  # one was there and could be read
    has_packet: bool = False  # the same of what the picture itself carries
    from_sidecar: bool = False  # it is a sidecar whose keywords count


def read(path: bytes) -> PictureLabels:
    """Whatever lies there, there is an answer; OSError if the picture cannot be opened."""
    with open_file(path) as file:
        inside = embedded(file)
    found = PictureLabels()
    beside = _of_sidecars(path, found)
    said = keywords.joined(beside)
    found.has_sidecar, found.from_sidecar = bool(beside), said.has_words()
    found.has_packet = bool(inside.packets or inside.iptc)
    if not said.has_words():
        of_picture = of_embedded(inside, found)
        said = keywords.joined([said, of_picture])
    elif said.rating is None:
        said = keywords.joined([said, Keywords(rating=of_embedded(inside, found).rating)])
    found.keywords = said
    return found


def of_embedded(inside: Embedded, found: PictureLabels) -> Keywords:
    packets = [_of_packet(packet, OF_PICTURES_XMP, found) for packet in inside.packets]
    said = keywords.joined(packets)
    if said.has_words() or not inside.iptc:
        return said
    return keywords.joined([said, keywords.of_words(iptc.keywords(inside.iptc))])


def _of_sidecars(path: bytes, found: PictureLabels) -> list[Keywords]:
    said, seen = list[Keywords](), set[bytes]()
    for candidate in own_candidates(path):
        data = sidecar_bytes(candidate, found)
        if data is not None and data not in seen:  # a file system may know both spellings of an ending as one file
            seen.add(data)
            said.append(_of_packet(data, OF_SIDECAR, found))
    return said


def sidecar_bytes(path: bytes, found: PictureLabels) -> bytes | None:
    """None if there is none."""
    try:
        with open_file(path) as file:
            data = file.read(4 * MOST_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        why = NOT_OPENED.with_values(why=error.strerror or str(error))
        found.troubles.append(OF_SIDECAR.with_values(why=why))
        return None
    return data


def _of_packet(packet: bytes, whose: Sentence, found: PictureLabels) -> Keywords:
    try:
        return keywords.of_packet(read_leniently(packet)[1])
    except NotXmpError as error:
        found.troubles.append(whose.with_values(why=text_of(error)))
        return Keywords()
