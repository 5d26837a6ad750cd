"""A shard is a share of a folder's files: each file belongs to one of so many by its path below the folder, and to
the same one on every machine, system and run."""

import hashlib
import os
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.errors import UserError
from engine.images.scan import FoundFile
from engine.sentences import said


@dataclass(frozen=True, slots=True)
class Shard:
    """The `number`th of `shares`, beginning with 1."""

    number: int = 1
    shares: int = 1

    def has(self, path: bytes) -> bool:
        """Whether the file of this path, relative to the photo folder, belongs to it."""
        if self.shares == 1:
            return True
        digest = hashlib.blake2b(_everywhere_alike(path), digest_size=8).digest()
        return int.from_bytes(digest, "big") % self.shares == self.number - 1

    def among(self, found: Iterable[FoundFile | None]) -> Iterator[FoundFile | None]:
        """Those that belong to it; None, a sign of life, stays."""
        return (file for file in found if file is None or self.has(file.path))


ALL = Shard()


def shard_of(text: str) -> Shard:
    """As a person writes it: 3/8."""
    number, slash, shares = text.partition("/")
    if not (slash and all(part.isascii() and part.isdigit() and len(part) < 10 for part in (number, shares))):
        raise UserError(said("“{text}” is no shard; the third of eight is 3/8.", text=text[:40]))
    if not 1 <= int(number) <= int(shares):
        raise UserError(said("There is no shard {text}: they are counted from 1.", text=text))
    return Shard(int(number), int(shares))


def _everywhere_alike(path: bytes) -> bytes:
    """Windows separates by another character, and a Mac spells accents in two."""
    if os.sep != "/":
        path = path.replace(os.fsencode(os.sep), b"/")
    if path.isascii():
        return path
    text = unicodedata.normalize("NFC", path.decode("utf-8", "surrogateescape"))
    return text.encode("utf-8", "surrogateescape")
