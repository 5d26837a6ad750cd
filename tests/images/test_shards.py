"""Shards: each file belongs to just one, wherever and whenever that is asked."""

import pytest

from engine.errors import UserError
from engine.images.shards import ALL, Shard, shard_of

PATHS = [f"year {n % 7}/DSC{n:05}.jpg".encode() for n in range(4000)]


def test_each_file_belongs_to_one_and_they_are_about_equal():
    for path in PATHS:
        assert sum(Shard(number, 8).has(path) for number in range(1, 9)) == 1
        assert ALL.has(path)
    sizes = [sum(map(Shard(number, 8).has, PATHS)) for number in range(1, 9)]
    assert max(sizes) < 1.2 * min(sizes)


def test_it_is_the_same_on_every_machine():
    """Written down: another hash, or Python's, would part an archive that is half indexed in another way."""
    belongs = [next(n for n in range(1, 9) if Shard(n, 8).has(path)) for path in PATHS[:12]]
    assert belongs == [2, 7, 1, 5, 2, 2, 8, 5, 3, 3, 6, 8]
    assert Shard(3, 8).has("Zürich/é.jpg".encode()) == Shard(3, 8).has("Zu\u0308rich/e\u0301.jpg".encode())
    assert sum(Shard(n, 5).has(b"\xff\xfe not UTF-8 \xc3.jpg") for n in range(1, 6)) == 1


@pytest.mark.parametrize(
    "text", ["", "3", "3/", "/8", "0/8", "9/8", "-1/8", "1/0", "a/b", "1/2/3", "¹/8", "9" * 20 + "/1"]
)
def test_what_is_no_shard_is_said(text: str):
    with pytest.raises(UserError, match="shard"):
        shard_of(text)


def test_one_is_written_as_a_fraction():
    assert shard_of("3/8") == Shard(3, 8)
