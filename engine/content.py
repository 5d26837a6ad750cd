"""What a picture is known by: its content, the hash of all bytes of its file, which says itself of what kind it is.

BLAKE3, as many cores compute several bytes at once; its mark stands behind it. Libraries from before know their
pictures by BLAKE2b, without a mark, and go on with it: so a picture is one content in one library, whatever comes
back or is put back, and nothing need be read again. Who compares a file with a content asks by its kind.
"""

import hashlib
from collections.abc import Collection
from enum import Enum
from typing import BinaryIO, Protocol

from blake3 import blake3

DIGEST_BYTES = 16
PIECE = 1 << 20


class ContentKind(Enum):
    """How a content was hashed. The value is a mark that stands behind the hash."""

    BLAKE2B = b""
    BLAKE3 = b"3"

    @property
    def length(self) -> int:
        return DIGEST_BYTES + len(self.value)


class _Hash(Protocol):
    def update(self, data: bytes, /) -> object: ...
    def digest(self) -> bytes: ...


def content_of(data: bytes, kind: ContentKind = ContentKind.BLAKE3) -> bytes:
    return _content(_begun(kind, data), kind)


def content_in(file: BinaryIO, kind: ContentKind = ContentKind.BLAKE3) -> bytes:
    """Of all that lies between here and the end of an open file."""
    hashed = _begun(kind)
    while piece := file.read(PIECE):
        hashed.update(piece)
    return _content(hashed, kind)


def is_in(content: bytes, file: BinaryIO) -> bool:
    """Whether that is what lies between here and the end of an open file."""
    return content_in(file, kind_of(content)) == content


def hash_of(data: bytes) -> bytes:
    """Of texts and stamps, as the tables about sidecars keep it."""
    return content_of(data, ContentKind.BLAKE2B)


def kind_of(content: bytes) -> ContentKind:
    return ContentKind.BLAKE3 if content[DIGEST_BYTES:] == ContentKind.BLAKE3.value else ContentKind.BLAKE2B


def kinds_of(contents: Collection[bytes]) -> set[ContentKind]:
    return {kind_of(content) for content in contents}


def is_content(value: object) -> bool:
    return isinstance(value, bytes) and len(value) == kind_of(value).length


def apart(joined: bytes) -> list[bytes]:
    """Contents of one kind that were put one behind the other."""
    marked = ContentKind.BLAKE3
    is_marked = joined[DIGEST_BYTES :: marked.length] == marked.value * (len(joined) // marked.length)
    length = (marked if is_marked else ContentKind.BLAKE2B).length
    return [joined[place : place + length] for place in range(0, len(joined), length)]


def _begun(kind: ContentKind, data: bytes = b"") -> _Hash:
    return blake3(data) if kind is ContentKind.BLAKE3 else hashlib.blake2b(data, digest_size=DIGEST_BYTES)


def _content(hashed: _Hash, kind: ContentKind) -> bytes:
    return hashed.digest()[:DIGEST_BYTES] + kind.value
