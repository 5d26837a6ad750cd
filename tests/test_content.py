"""What a picture is known by: the hash of its file, of one kind or the other."""

import hashlib
import io
from pathlib import Path

import pytest
from blake3 import blake3

from engine.content import PIECE, ContentKind, apart, content_in, content_of, is_content, is_in, kind_of

BYTES = bytes(range(256)) * (PIECE // 100)  # several pieces, and not a whole number of them


def test_the_kinds_are_blake3_with_a_mark_and_the_first_16_bytes_of_nothing_else():
    assert content_of(BYTES) == blake3(BYTES).digest(length=16) + b"3"
    assert content_of(BYTES, ContentKind.BLAKE2B) == hashlib.blake2b(BYTES, digest_size=16).digest()


@pytest.mark.parametrize("kind", ContentKind)
def test_a_file_and_its_bytes_have_one_content_and_it_says_of_what_kind_it_is(kind: ContentKind, tmp_path: Path):
    (tmp_path / "file").write_bytes(BYTES)
    content = content_of(BYTES, kind)
    assert is_content(content)
    assert kind_of(content) is kind
    with open(tmp_path / "file", "rb") as file:
        assert content_in(file, kind) == content
        file.seek(0)
        assert is_in(content, file)
    assert not is_in(content, io.BytesIO(BYTES[:-1]))


def test_what_is_damaged_is_no_content_and_nothing_holds_it():
    content = content_of(BYTES)
    for damaged in (content[:-1] + b"2", content + b"3", content[:-2], b"", None, 3):
        assert not is_content(damaged)
    assert not is_in(content[:-1] + b"2", io.BytesIO(BYTES))


@pytest.mark.parametrize("kind", ContentKind)
@pytest.mark.parametrize("count", [0, 1, 2, 16, 17, 34])
def test_contents_that_were_put_together_come_apart_again_at_any_length(kind: ContentKind, count: int):
    """16 contents with a mark are as long as 17 without."""
    contents = sorted(content_of(b"%d" % number, kind) for number in range(count))
    assert apart(b"".join(contents)) == contents
