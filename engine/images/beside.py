"""What lies beside a picture: the sidecars in which other programs keep what they know of it, where they may lie,
and what they state."""

import os
from dataclasses import fields, replace
from typing import BinaryIO

from engine.images.containers import embedded
from engine.images.metadata_reading import with_earlier, with_later
from engine.images.opening import open_file
from engine.metadata import Metadata
from engine.packets.statements import MOST_BYTES, NOTHING_STATED, Statements, of_iptc, of_packet

ENDINGS = (b".xmp", b".XMP")


def candidates(picture: bytes) -> list[bytes]:
    """Where sidecars of a picture may lie, the most certain first."""
    stem = os.path.splitext(picture)[0]
    return [picture + ending for ending in ENDINGS] + [stem + ending for ending in ENDINGS]


def own_candidates(picture: bytes) -> list[bytes]:
    """The same without what must be another file's."""
    return candidates(picture)[: None if owns_its_stem(picture) else len(ENDINGS)]


def owns_its_stem(picture: bytes) -> bool:
    """Whether what is called after the picture without its ending may be its sidecar: not if that is the name of
    another file, whose sidecar it is then."""
    return not os.path.lexists(os.path.splitext(picture)[0])


def is_sidecar(path: bytes) -> bool:
    """By its name, as a scan has it, which passes them over."""
    return path.lower().endswith(ENDINGS[0])


def with_sidecars(said: Metadata, picture: bytes) -> Metadata:
    """What a file says of its picture, and what its sidecars do."""
    return with_later(said, _stated_beside(picture))


def with_packets(said: Metadata, file: BinaryIO) -> Metadata:
    """What a RAW file says in XMP and IPTC of its own; what was said is of the preview inside of it."""
    try:
        inside = embedded(file)
    except OSError:
        return said
    for stated in (*map(of_packet, inside.packets), of_iptc(inside.iptc)):
        said = with_earlier(said, stated)
    return said


def _stated_beside(picture: bytes) -> Statements:
    """Of several sidecars, the first that says something counts for that."""
    found = NOTHING_STATED
    for path in own_candidates(picture):
        stated = of_packet(_bytes(path))
        missing = {each.name for each in fields(Statements) if not getattr(found, each.name)}
        found = replace(found, **{name: getattr(stated, name) for name in missing})
    return found


def _bytes(path: bytes) -> bytes:
    """Nothing, if there is no such file, or none that is one and can be read."""
    try:
        with open_file(path) as file:
            return file.read(MOST_BYTES + 1)
    except OSError:
        return b""
