"""What the table beside a picture says of its file's date."""

from datetime import datetime

import pytest

from engine.store.images import Image
from gui.pictures.viewing import rows_of, time_text
from tests.images.test_metadata_reading import ALL_OF_IT

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


def test_what_the_camera_wrote_is_shown_and_what_it_did_not_is_said():
    image = Image(1, b"/a.jpg", 5, SECOND, "JPEG", 4, 3, "2024-05-31T17:03:59", "Canon EOS R6", False, False)
    shown = dict(rows_of(image, [], ALL_OF_IT))
    assert shown["Taken"] == "2024-05-31 17:03:59 +02:00"
    assert shown["Exposure"] == "1/250 s, f/2.8, ISO 800, -0.33 EV"
    assert shown["Place"] == "-33.853472, 151.200000"
    assert rows(SECOND)["Taken"] == "not said; dated by its file"
