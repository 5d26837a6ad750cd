"""Frames that were put around a picture: a border, the bars of a screen. They add pixels, and nothing to look at.

A plain edge may also be the picture's own, as of a thing photographed on white, of which another member was cut
out. So only what was written later than a picture without that edge is taken to be framed.
"""

import io
from collections.abc import Callable, Sequence

import numpy as np
from PIL import Image

from engine.arrays import Vectors
from engine.copies.facts import MemberFacts
from engine.copies.groups import Member

SIDE = 64  # pixels of the longer one, in which it is looked at
SAME = 12  # grey levels: what differs by less has one colour
OUTERMOST, MOST = 0.95, 0.7  # of a line that has one colour: the first one, and others, in which may be writing
CLEARLY = 0.9  # of the area of another: what has less of its own is framed
A_FRAME_COSTS = 0.85  # with about as many pixels inside, the one without is better

ShareOf = Callable[[MemberFacts], float | None]  # how much of a picture's area is inside of its plain edges


def no_share(facts: MemberFacts) -> None:
    return None


def framed(members: Sequence[MemberFacts], share_of: ShareOf) -> dict[Member, float]:
    """Of those that are framed, how many pixels each is worth. Pictures are looked at only where one is larger, and
    was written later, than another."""
    found: dict[Member, float] = {}
    for each in members:
        older = [other for other in members if _is_larger_and_later(each, other)]
        share = share_of(each) if older else None
        if share is None or each.pixels is None:
            continue
        widest = max((inside for other in older if (inside := share_of(other)) is not None), default=0.0)
        if share < CLEARLY * widest:
            found[each.member] = each.pixels * share / widest * A_FRAME_COSTS
    return found


def _is_larger_and_later(one: MemberFacts, other: MemberFacts) -> bool:
    return (one.pixels or 0) > (other.pixels or 0) > 0 and one.written > other.written


def share_inside(jpeg: bytes) -> float | None:
    """Of a thumbnail; None if it is damaged or all plain."""
    try:
        with Image.open(io.BytesIO(jpeg), formats=["JPEG"]) as opened:
            opened.draft("RGB", (SIDE, SIDE))
            picture = opened.convert("RGB")
    except (OSError, ValueError, SyntaxError):
        return None
    picture.thumbnail((SIDE, SIDE), Image.Resampling.BOX)
    pixels_HWC = np.asarray(picture, np.float32)
    height, width = len(pixels_HWC), pixels_HWC.shape[1]
    inside = (height - _plain_lines(pixels_HWC)) * (width - _plain_lines(pixels_HWC.transpose(1, 0, 2)))
    return inside / (height * width) if inside else None


def _plain_lines(pixels_LPC: Vectors) -> int:
    """How many of them, from both ends on, have the colour that is that of both ends: the sky above has not that of
    the ground below."""
    colour_C, other_C = (np.median(pixels_LPC[end], axis=0) for end in (0, -1))
    is_same_LP = np.abs(pixels_LPC - colour_C).max(axis=2) <= SAME
    same_L = is_same_LP.mean(axis=1)
    if np.abs(colour_C - other_C).max() > SAME or min(same_L[0], same_L[-1]) < OUTERMOST:
        return 0
    is_plain_L = same_L >= MOST
    if is_plain_L.all():
        return len(is_plain_L)
    return int(is_plain_L.argmin()) + int(is_plain_L[::-1].argmin())
