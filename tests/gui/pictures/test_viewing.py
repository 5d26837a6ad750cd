"""What the table beside a picture says of its file's date."""

from datetime import datetime

import pytest

from engine.store.images import Image
from gui.pictures.viewing import rows_of, time_text

SECOND = 10**9


def rows(mtime_ns: int) -> dict[str, str]:
    return dict(rows_of(Image(1, b"/a.jpg", 5, mtime_ns, "JPEG", 4, 3, None, None, False, False), []))


@pytest.mark.parametrize("year", [1900, 1970, 2026, 2300, 9998])
def test_a_date_of_any_year_is_shown(year: int):
    stamp = int(datetime(year, 5, 31, 17, 3, 59).timestamp())
    assert rows(stamp * SECOND + 999_999_999)["Modified"] == f"{year}-05-31 17:03:59"


@pytest.mark.parametrize("time", [1 << 70, -(1 << 70), 1 << 94, -(1 << 94)])
def test_a_date_that_no_calendar_has_is_left_out(time: int):
    assert time_text(time) == ""
    assert rows(time) == {"Name": "a.jpg", "Folder": "/", "Size": "4 × 3", "File": "5 bytes, JPEG"}
