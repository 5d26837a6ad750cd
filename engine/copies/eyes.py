"""Whose eyes are open in which picture of a burst: looked at once, in thumbnails, and compared.

Eyes count as open or as shut only where both say so clearly; half-shut ones, winks, faces seen from the side and
small ones tell nothing. Pictures are compared face by face, so that one person who always squints, or wears dark
glasses, changes nothing.
"""

import io
from collections.abc import Generator, Sequence

from PIL import Image

from engine.library import Library
from engine.pauses import between_steps
from engine.progress import Progress
from engine.sentences import said
from engine.store import faces, thumbnails
from engine.store.faces import Face

SHUT, OPEN = 120, 180  # both in the mean at the most; each at the least; in thousandths of the eye's width
MOVED, GROWN = 0.75, 1.5  # a face in the next picture: how far by its size, and to how many times its size
AT_A_TIME = 50
NOTE = said("Looking for shut eyes in bursts")


def look_at_eyes(library: Library) -> Generator[Progress, None, int]:
    """Of all pictures of bursts that were not looked at yet; returns how many were. One without a thumbnail waits
    until it is read again."""
    library.must_be_writable()
    wanted = faces.lacking(library.db)
    if not wanted:
        return 0
    from engine.copies.face_finding import FaceFinder  # ONNX Runtime takes a moment to load

    finder, looked_at = FaceFinder(), 0
    for start in range(0, len(wanted), AT_A_TIME):
        yield Progress(start, len(wanted), NOTE)
        rows = []
        for image_id, jpeg in thumbnails.get(library.thumbnails_db, wanted[start : start + AT_A_TIME]).items():
            between_steps()
            picture = _picture(jpeg)
            if picture is not None:
                rows.append((image_id, finder.faces(picture)))
        with library.writing() as db:
            faces.put(db, rows)
        looked_at += len(rows)
    return looked_at


def _picture(jpeg: bytes) -> Image.Image | None:
    """None if it is damaged."""
    try:
        with Image.open(io.BytesIO(jpeg), formats=["JPEG"]) as opened:
            return opened.convert("RGB")
    except (OSError, ValueError, SyntaxError):
        return None


def are_open(face: Face) -> bool:
    return min(face.right, face.left) >= OPEN


def are_shut(face: Face) -> bool:
    """The eye that is seen less from the front often seems a little more open; a wink is another thing."""
    return face.right + face.left <= 2 * SHUT and max(face.right, face.left) < OPEN


def are_worse(one: Sequence[Face], other: Sequence[Face]) -> bool:
    """Whether somebody's eyes are shut in the one and open in the other picture, and nobody's the other way
    round."""
    pairs = _same_people(one, other)
    lost = any(are_shut(a) and are_open(b) for a, b in pairs)
    return lost and not any(are_open(a) and are_shut(b) for a, b in pairs)


def _same_people(one: Sequence[Face], other: Sequence[Face]) -> list[tuple[Face, Face]]:
    """Faces that lie nearest each other, and are about as large: in a burst nobody goes far."""
    pairs = []
    for face in one:
        nearest = min(other, key=lambda each: _apart(face, each), default=None)
        if nearest is not None and _may_be_same(face, nearest):
            back = min(one, key=lambda each: _apart(nearest, each))
            if back is face:
                pairs.append((face, nearest))
    return pairs


def _apart(a: Face, b: Face) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


def _may_be_same(a: Face, b: Face) -> bool:
    smaller, larger = sorted((a.size, b.size))
    return larger <= GROWN * smaller and _apart(a, b) <= (MOVED * smaller) ** 2
