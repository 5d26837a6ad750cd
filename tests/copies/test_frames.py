"""Borders and bars around a picture: they are no pixels of it, unless the picture itself has a plain edge."""

import io

import pytest
from PIL import Image, ImageDraw, ImageOps

from engine.copies.facts import MemberFacts
from engine.copies.frames import no_share, share_inside
from engine.copies.groups import GroupKind
from engine.copies.keeping import Keeping, Preferences, proposed
from tests.copies.member_makers import YEAR_2024, member
from tests.photo_makers import photo

LATER = YEAR_2024 + 10**9 * 86_400
NO_BORDER, A_BORDER = "no border or bars around it", "a border or bars around it"


def jpeg(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=90)
    return out.getvalue()


def on_a_phone(picture: Image.Image) -> Image.Image:
    """A screenshot: bars above and below, with writing in them."""
    screen = Image.new("RGB", (picture.width, 2 * picture.width), (18, 18, 18))
    screen.paste(picture, (0, (screen.height - picture.height) // 2))
    ImageDraw.Draw(screen).text((10, 10), "12:45 LTE", fill="white")
    return screen


@pytest.mark.parametrize("kind", ["leaves", "bricks"])
def test_what_is_inside_of_a_border_and_of_bars_is_seen(kind: str):
    picture = photo(kind, 0)
    width, height = picture.size
    whole = share_inside(jpeg(picture))
    assert whole == 1.0
    bordered = share_inside(jpeg(ImageOps.expand(picture, 30, "white")))
    assert bordered == pytest.approx(whole * width * height / ((width + 60) * (height + 60)), abs=0.06)
    shot = share_inside(jpeg(on_a_phone(picture)))
    assert shot == pytest.approx(whole * height / (2 * width), abs=0.06)


def test_sky_above_and_dark_ground_below_are_the_pictures_own():
    assert share_inside(jpeg(photo("sunset", 0))) == 1.0


def test_of_what_is_plain_or_damaged_nothing_is_said():
    assert share_inside(jpeg(Image.new("RGB", (200, 100), "red"))) is None
    assert share_inside(b"no picture") is None


def kept(members: list[MemberFacts], shares: dict[int, float]) -> Keeping:
    return proposed(
        GroupKind.NEAR_COPIES, members, Preferences(), share_of=lambda each: shares[each.member.image_id]
    )


def test_the_picture_is_kept_and_not_what_a_border_was_put_around_later():
    members = [member(1), member(2, pixels=(4400, 3400), mtime_ns=LATER)]
    keeping = kept(members, {1: 1.0, 2: 0.8})
    assert (keeping.keep, keeping.why) == (0, ((NO_BORDER,), (A_BORDER,)))
    unseen = proposed(GroupKind.NEAR_COPIES, members, Preferences(), share_of=no_share)
    assert unseen.keep == 1


def test_what_has_clearly_more_pixels_inside_of_its_border_is_kept():
    members = [member(1, pixels=(1000, 750)), member(2, pixels=(4400, 3400), mtime_ns=LATER)]
    keeping = kept(members, {1: 1.0, 2: 0.8})
    assert (keeping.keep, keeping.why[1]) == (1, ("more pixels: 15.0 against 0.75 megapixels",))


def test_what_was_cut_out_of_a_picture_with_a_plain_edge_is_no_better_than_it():
    members = [member(1), member(2, pixels=(2500, 2000), mtime_ns=LATER)]  # a thing on white, and the thing alone
    keeping = kept(members, {1: 0.4, 2: 0.95})
    assert (keeping.keep, keeping.why[0]) == (0, ("more pixels: 12.0 against 5.0 megapixels",))
