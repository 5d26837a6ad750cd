"""The bytes of a packet as UTF-8, which is what all other modules work on, and back to what they were.

What a file is written in, its first bytes say, else its XML declaration, else it is UTF-8.
"""

import codecs
import re
from collections.abc import Collection
from dataclasses import dataclass

from engine.file_reasons import NO_ROOM_IN_ENCODING, NOT_IN_ENCODING, TOO_LARGE_XMP, UNKNOWN_ENCODING
from engine.packets.names import Name
from engine.packets.safe_xml import MOST_BYTES, Element, NotXmpError, parse

_BY_MARK = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32-le",  # before UTF-16, whose mark is the beginning of this one
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
_BY_FIRST_SIGN = {b"<\0\0\0": "utf-32-le", b"\0\0\0<": "utf-32-be", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}
_DECLARED = re.compile(rb"""\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']""")
_UNICODE = {"utf-8", "utf8", "utf-16", "utf16", "utf-16le", "utf-16be"}  # in bytes such as ours it is UTF-8
_BYTE_CODES = {"iso-8859-1", "iso8859-1", "latin-1", "iso-8859-15", "windows-1252", "cp1252"}
_FORBIDDEN = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f]")  # XML has no such signs
_OUTERMOST = (re.compile(rb"<(\w+:)?x[am]pmeta\b"), re.compile(rb"<(\w+:)?RDF\b"))


@dataclass(frozen=True, slots=True)
class Coded:
    data: bytes  # UTF-8, without a mark
    codec: str
    mark: bytes

    def back(self, data: bytes) -> bytes:
        """UTF-8 as the file writes it. NotXmpError if the file's own signs lack one."""
        if self.codec == "utf-8":
            return self.mark + data
        try:
            return self.mark + data.decode().encode(self.codec)
        except UnicodeEncodeError:
            raise NotXmpError(NO_ROOM_IN_ENCODING.with_values(codec=self.codec)) from None


def decoded(raw: bytes) -> Coded:
    """NotXmpError if it is no text, or would not be the same again."""
    if len(raw) > 4 * MOST_BYTES:
        raise NotXmpError(TOO_LARGE_XMP.with_values(megabytes=MOST_BYTES >> 20))
    codec, mark = _codec(raw)
    data = raw[len(mark) :]
    if codec == "utf-8" and data.isascii():  # looked at where it lies
        return Coded(data, codec, mark)
    try:
        text = data.decode(codec)
    except UnicodeError:
        raise NotXmpError(NOT_IN_ENCODING.with_values(codec=codec)) from None
    if codec == "utf-8":
        return Coded(data, codec, mark)
    data = text.encode()
    coded = Coded(data, codec, mark)
    if coded.back(data) != raw:
        raise NotXmpError(NOT_IN_ENCODING.with_values(codec=codec))
    return coded


def read_leniently(raw: bytes, wanted: Collection[Name] | None = None) -> tuple[bytes, Element]:
    """A packet for reading alone: what is broken around it or in it is passed over, if the rest makes sense.
    `wanted` as `parse` has it."""
    try:
        data = decoded(raw).data
    except NotXmpError:
        data = _guessed(raw[:MOST_BYTES])
    try:
        return data, parse(data, wanted)
    except NotXmpError as error:
        rest = _FORBIDDEN.sub(b" ", _cut_out(data))
        if rest == data or b"<!DOCTYPE" in data:
            raise
        try:
            return rest, parse(rest, wanted)
        except NotXmpError:
            raise error from None


def _codec(raw: bytes) -> tuple[str, bytes]:
    if (by_first_bytes := _codec_by_first_bytes(raw)) is not None:
        return by_first_bytes
    declared = _DECLARED.match(raw[:200])
    name = declared[1].decode().lower() if declared else "utf-8"
    if name not in _UNICODE | _BYTE_CODES:
        raise NotXmpError(UNKNOWN_ENCODING.with_values(codec=name))
    return (name if name in _BYTE_CODES else "utf-8"), b""


def _codec_by_first_bytes(raw: bytes) -> tuple[str, bytes] | None:
    for mark, codec in _BY_MARK.items():
        if raw.startswith(mark):
            return codec, mark
    for sign, codec in _BY_FIRST_SIGN.items():
        if raw.startswith(sign):
            return codec, b""
    return None


def _guessed(raw: bytes) -> bytes:
    codec, mark = _codec_by_first_bytes(raw) or ("utf-8", b"")
    if codec != "utf-8":
        return raw[len(mark) :].decode(codec, "replace").encode()
    try:
        return raw.decode().encode()
    except UnicodeError:
        return raw.decode("cp1252", "replace").encode()


def _cut_out(data: bytes) -> bytes:
    """From the outermost element to its end tag: packets stand between padding and what was there before."""
    for pattern in _OUTERMOST:
        if (begin := pattern.search(data)) is not None:
            end_tag = b"</" + begin[0][1:]
            if (end := data.rfind(end_tag)) >= 0:
                return data[begin.start() : data.find(b">", end) + 1]
    return data
