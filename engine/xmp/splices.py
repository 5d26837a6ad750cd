"""Changes to a file, byte by byte, and their inverse."""

import base64
import binascii
import json
from collections.abc import Iterable
from dataclasses import dataclass

from engine.packets.text_coding import Coded


@dataclass(frozen=True, slots=True)
class Splice:
    """At this place of the file as it was, some bytes give way to others."""

    at: int
    removed: bytes
    inserted: bytes


class SpliceError(Exception):
    """The file is not what the changes are for."""


def applied(data: bytes, splices: Iterable[Splice]) -> bytes:
    """The file afterwards; those at the same place come in their order."""
    pieces, place = list[bytes](), 0
    for splice in sorted(splices, key=lambda each: each.at):
        after = splice.at + len(splice.removed)
        if splice.at < place or data[splice.at : after] != splice.removed:
            raise SpliceError
        pieces += [data[place : splice.at], splice.inserted]
        place = after
    return b"".join([*pieces, data[place:]])


def inverse(splices: Iterable[Splice]) -> list[Splice]:
    """What takes them back, of the file as they left it."""
    shift, back = 0, []
    for splice in sorted(splices, key=lambda each: each.at):
        back.append(Splice(splice.at + shift, splice.inserted, splice.removed))
        shift += len(splice.inserted) - len(splice.removed)
    return back


def coded_back(coded: Coded, splices: Iterable[Splice]) -> list[Splice]:
    """The same changes, to the bytes of the file as it is written, not as UTF-8."""

    def bare(data: bytes) -> bytes:
        return coded.back(data)[len(coded.mark) :]

    return [
        Splice(len(coded.back(coded.data[: each.at])), bare(each.removed), bare(each.inserted)) for each in splices
    ]


def packed(splices: Iterable[Splice]) -> str:
    return json.dumps([[each.at, _text(each.removed), _text(each.inserted)] for each in splices])


def unpacked(text: str) -> list[Splice]:
    """SpliceError if it is not what `packed` gives."""
    try:
        return [Splice(int(at), _bytes(removed), _bytes(inserted)) for at, removed, inserted in json.loads(text)]
    except (ValueError, TypeError, binascii.Error):
        raise SpliceError from None


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)
