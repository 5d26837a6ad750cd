"""Sizes in words: to a decimal beside a picture, shorter in a table."""

from gui.widgets.amounts import short_size_text, size_text

SIZES = (0, 990, 5600, 12_000, 5_600_000, 123_456_789, 3_200_000_000, 5_000_000_000_000)


def test_beside_a_picture_a_size_has_a_decimal_and_bytes_are_counted() -> None:
    texts = ["0 bytes", "990 bytes", "5.6 kB", "12.0 kB", "5.6 MB", "123.5 MB", "3.2 GB", "5000.0 GB"]
    assert [size_text(size) for size in SIZES] == texts


def test_in_a_table_a_size_is_short() -> None:
    texts = ["0.0 kB", "1.0 kB", "5.6 kB", "12 kB", "5.6 MB", "123 MB", "3.2 GB", "5,000 GB"]
    assert [short_size_text(size) for size in SIZES] == texts
