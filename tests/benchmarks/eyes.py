"""Open and shut eyes in bursts: how often the rule says the wrong one of two pictures, the right one, or nothing.

python tests/benchmarks/eyes.py FOLDER
python tests/benchmarks/eyes.py --labelled FOLDER

Of photos with people in them it makes bursts of two: the photo, and the same with a lid painted over each eye. It
also edits each photo as the next picture of a burst may differ (moved, darker, less sharp, more compressed), with
nobody's eyes changed: there the rule must say nothing. Labelled pictures, such as frames of videos, lie in
PERSON/open, PERSON/shut and PERSON/half: it takes each open one with each shut one of the same person, at several
sizes of the thumbnail.
"""

import io
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageEnhance, ImageFilter

from engine.copies.eyes import are_open, are_shut, are_worse
from engine.copies.face_finding import FaceFinder
from engine.images.thumbnail import as_jpeg
from engine.store.faces import Face

THUMBNAIL, SIDES = 512, (512, 320, 200, 128)
LID = 0.2  # half the width of an eye, by the distance between both
Faces = tuple[Face, ...]


def photos(folder: Path) -> Iterator[Image.Image]:
    for path in sorted(each for each in folder.rglob("*") if each.suffix.lower() in (".jpg", ".jpeg", ".png")):
        with Image.open(path) as opened:
            yield opened.convert("RGB")


def small(picture: Image.Image, side: int) -> Image.Image:
    """As a thumbnail of that size keeps it."""
    copy = picture.copy()
    copy.thumbnail((side, side), Image.Resampling.BILINEAR)
    return Image.open(io.BytesIO(as_jpeg(copy))).convert("RGB")


def with_lids(finder: FaceFinder, picture: Image.Image) -> Image.Image:
    """Skin from below each eye over it, and a dark line where the lids meet."""
    painted = picture.copy()
    draw = ImageDraw.Draw(painted)
    for found in finder._found(picture):
        across = found.eyes[1] - found.eyes[0]
        half = LID * float(np.linalg.norm(across))
        for x, y in found.eyes:
            below = picture.crop((int(x - half), int(y + half), int(x + half) + 1, int(y + 1.6 * half) + 1))
            skin = tuple(int(each) for each in np.asarray(below).reshape(-1, 3).mean(axis=0))
            draw.ellipse((x - 1.1 * half, y - 0.6 * half, x + 1.1 * half, y + 0.6 * half), fill=skin)
            dark = tuple(each // 3 for each in skin)
            box = (x - half, y - 0.5 * half, x + half, y + 0.5 * half)
            draw.arc(box, 10, 170, fill=dark, width=max(1, round(half / 6)))
    return painted.filter(ImageFilter.GaussianBlur(0.5))


def edits(picture: Image.Image) -> Iterator[tuple[str, Image.Image]]:
    width, height = picture.size
    yield "moved", picture.crop((width // 40, height // 50, width, height))
    yield "darker", ImageEnhance.Brightness(picture).enhance(0.7)
    yield "less sharp", picture.filter(ImageFilter.GaussianBlur(max(picture.size) / 400))
    compressed = io.BytesIO()
    picture.save(compressed, "JPEG", quality=30)
    yield "more compressed", Image.open(compressed).convert("RGB")


def said(worse: Faces, better: Faces) -> str:
    if are_worse(worse, better):
        return "right"
    return "wrong" if are_worse(better, worse) else "nothing"


def shown(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {counts[name]}" for name in sorted(counts))


def on_photos(finder: FaceFinder, folder: Path) -> None:
    eyes, painted, edited, seconds, looked_at = Counter[str](), Counter[str](), Counter[str](), 0.0, 0
    for picture in (small(each, THUMBNAIL) for each in photos(folder)):
        began = time.process_time()
        faces = finder.faces(picture)
        seconds, looked_at = seconds + time.process_time() - began, looked_at + 1
        eyes.update("open" if are_open(face) else "shut" if are_shut(face) else "unsure" for face in faces)
        if any(map(are_open, faces)):
            painted[said(finder.faces(with_lids(finder, picture)), faces)] += 1
        if faces:
            for name, other in edits(picture):
                decides = said(finder.faces(other), faces) != "nothing"
                edited[f"{name}: {'decided' if decides else 'silent'}"] += 1
    print(f"{looked_at} photos, {1000 * seconds / max(looked_at, 1):.1f} ms of computing each")
    print(f"faces whose eyes can be seen: {shown(eyes)}")
    print(f"painted lids beside the photo itself: {shown(painted)}")
    print(f"edits of a photo beside it, eyes as they were: {shown(edited)}")


def on_labelled(finder: FaceFinder, folder: Path) -> None:
    for side in SIDES:
        pairs, eyes = Counter[str](), Counter[str]()
        for person in sorted(each for each in folder.iterdir() if each.is_dir()):
            found: dict[str, list[Faces]] = {}
            for state in ("open", "half", "shut"):
                found[state] = [finder.faces(small(each, side))[:1] for each in photos(person / state)]
                eyes.update(f"{state} said {_state(faces)}" for faces in found[state])
            pairs.update(_said_of_one(a, b) for a, b in product(found["shut"], found["open"]))
        print(f"thumbnails of {side} pixels: {shown(eyes)}; pairs: {shown(pairs)}")


def _state(faces: Faces) -> str:
    if not faces:
        return "not seen"
    return "open" if are_open(faces[0]) else "shut" if are_shut(faces[0]) else "unsure"


def _said_of_one(shut: Faces, opened: Faces) -> str:
    """Of one person, who may be anywhere: in a video much time lies between two frames."""
    states = (_state(shut), _state(opened))
    return {("shut", "open"): "right", ("open", "shut"): "wrong"}.get(states, "nothing")


def main() -> None:
    finder = FaceFinder()
    if sys.argv[1] == "--labelled":
        on_labelled(finder, Path(sys.argv[2]))
    else:
        on_photos(finder, Path(sys.argv[1]))


if __name__ == "__main__":
    main()
