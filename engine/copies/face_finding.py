"""Finds faces in a small picture, and how far their eyes are open.

Three networks, one after the other: faces in the whole picture; the corners of the eyes in each face; the lids of
each eye, seen closely. Only the last one tells open eyes from shut ones: the second draws open eyes everywhere.
They are MediaPipe's, in resources/faces, and run on the CPU. Nobody is recognised: nothing is kept of a face but
its place and its eyes.
"""

from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from engine.arrays import Vectors
from engine.model.encoder import open_session
from engine.store.faces import WHOLE, Face

LEAST_SCORE, LEAST_PRESENCE = 0.6, 0.9
LEAST_EYE = 8.0  # pixels from corner to corner
FARTHEST_TURNED = 0.25  # of the nose from the middle between the eyes, by their distance: a face seen from the side
OVERLAP = 0.4  # of the smaller one: the same face
MOST = 20  # faces a picture
DETECTOR_SIDE, MESH_SIDE, EYE_SIDE = 192, 192, 64
CELLS = 48  # of the detector, a side

_FACE_MARGIN, _EYE_MARGIN = 1.5, 2.3
_NOSE = 1
# Points of the second network: the outer and the inner corner of each eye, the right eye first.
_CORNERS = ((33, 133), (263, 362))
# Points of the third network: the lower lid from the one corner to the other, and the upper one between them.
_LOWER, _UPPER, _MIDDLE = slice(0, 9), slice(9, 16), slice(1, 6)


@dataclass(frozen=True, slots=True)
class _FoundFace:
    """Where the first network sees a face; in pixels of the picture."""

    score: float
    middle: Vectors
    size: float
    eyes: Vectors


@dataclass(frozen=True, slots=True)
class _TurnedSquare:
    """A part of a picture that may be turned, as a square of so many pixels."""

    middle: Vectors
    side: float
    angle: float
    pixels: int
    mirrored: bool = False

    def of(self, picture: Image.Image) -> Vectors:
        """Its colours from 0 to 1. What lies outside the picture is black."""
        to_picture = self._to_picture()
        factor = max(1, int(self.side / self.pixels))
        small = picture.reduce(factor) if factor > 1 else picture
        size = (self.pixels, self.pixels)
        cut = small.transform(
            size, Image.Transform.AFFINE, tuple((to_picture / factor).ravel()), Image.Resampling.BILINEAR
        )
        return np.asarray(cut, np.float32).transpose(2, 0, 1)[None] / np.float32(255)

    def back(self, points_N2: Vectors) -> Vectors:
        """Points of the square, as points of the picture."""
        to_picture = self._to_picture()
        moved: Vectors = (points_N2 @ to_picture[:, :2].T + to_picture[:, 2]).astype(np.float32)
        return moved

    def _to_picture(self) -> Vectors:
        scale = self.side / self.pixels
        cos, sin = scale * np.cos(self.angle), scale * np.sin(self.angle)
        turn = np.array([[cos, -sin], [sin, cos]])
        if self.mirrored:
            turn[:, 0] *= -1
        corner = self.middle - turn @ np.full(2, self.pixels / 2)
        return np.column_stack([turn, corner]).astype(np.float32)


class FaceFinder:
    """Opens the networks; after that, a picture takes a hundredth of a second, and some more for each face."""

    def __init__(self) -> None:
        self._detector, self._mesh, self._eye = (_network(name) for name in ("detector", "mesh", "eye"))
        middles = (np.arange(CELLS, dtype=np.float32) + 0.5) / CELLS
        self._cells_N2 = np.stack(np.meshgrid(middles, middles), axis=-1).reshape(-1, 2)

    def faces(self, picture: Image.Image) -> tuple[Face, ...]:
        """Those that are seen from the front and large enough, the largest first."""
        seen = (self._looked_at(picture, found) for found in self._found(picture))
        return tuple(sorted((face for face in seen if face is not None), key=lambda face: -face.size))

    def _found(self, picture: Image.Image) -> list[_FoundFace]:
        longest = max(picture.size)
        square = _TurnedSquare(np.array(picture.size, np.float32) / np.float32(2), longest, 0.0, DETECTOR_SIDE)
        boxes_N16, scores_N1 = _run(self._detector, 2 * square.of(picture) - 1)
        sure = np.flatnonzero(_probability(scores_N1[:, 0]) > LEAST_SCORE)
        kept: list[_FoundFace] = []
        for row in sure[np.argsort(-scores_N1[sure, 0])]:
            points = boxes_N16[row].reshape(-1, 2) / DETECTOR_SIDE
            places = square.back((points[[0, 2, 3]] + self._cells_N2[row]) * DETECTOR_SIDE)
            size = float(points[1].max()) * longest
            found = _FoundFace(float(scores_N1[row, 0]), places[0], size, places[1:])
            if len(kept) < MOST and not any(_is_same(found, other) for other in kept):
                kept.append(found)
        return kept

    def _looked_at(self, picture: Image.Image, found: _FoundFace) -> Face | None:
        """None if it is no face after all, or not seen well enough."""
        across = found.eyes[1] - found.eyes[0]
        square = _TurnedSquare(found.middle, _FACE_MARGIN * found.size, _angle(across), MESH_SIDE)
        points, presence = _run(self._mesh, square.of(picture))
        if _probability(presence.ravel()[0]) < LEAST_PRESENCE:
            return None
        points_N2 = square.back(points.reshape(-1, 3)[:, :2])
        corners = [points_N2[list(pair)] for pair in _CORNERS]
        widths = [float(np.linalg.norm(a - b)) for a, b in corners]
        if min(widths) < LEAST_EYE or _turned(points_N2) > FARTHEST_TURNED:
            return None
        angle = _angle(corners[1][0] - corners[0][0])
        right, left = (
            self._open(picture, pair, width, angle, mirrored)
            for pair, width, mirrored in zip(corners, widths, (False, True), strict=True)
        )
        x, y, size = (round(WHOLE * float(n) / max(picture.size)) for n in (*found.middle, found.size))
        return Face(max(x, 0), max(y, 0), size, right, left)

    def _open(self, picture: Image.Image, corners: Vectors, width: float, angle: float, mirrored: bool) -> int:
        """How far apart its lids are. The network knows right eyes; the other one is shown to it in the mirror."""
        square = _TurnedSquare(corners.mean(axis=0), _EYE_MARGIN * width, angle, EYE_SIDE, mirrored)
        (lids,) = _run(self._eye, square.of(picture))
        points = lids.reshape(-1, 3)[:, :2]
        lower, upper = points[_LOWER], points[_UPPER]
        apart = np.linalg.norm(lower[1:-1] - upper, axis=1)[_MIDDLE].mean()
        return round(WHOLE * float(apart / max(np.linalg.norm(lower[0] - lower[-1]), 1.0)))


def _network(name: str) -> Any:
    return open_session(str(files("resources").joinpath("faces", f"{name}.onnx")), threads=1)


def _run(network: Any, x_1CHW: Vectors) -> list[NDArray[np.float32]]:
    """What it gives for one picture."""
    outputs = network.run(None, {network.get_inputs()[0].name: x_1CHW.astype(np.float32)})
    return [np.asarray(output[0], np.float32) for output in outputs]


def _probability(score: Any) -> Any:
    return 1 / (1 + np.exp(-np.clip(score, -80, 80)))


def _angle(across: Vectors) -> float:
    return float(np.arctan2(across[1], across[0]))


def _is_same(one: _FoundFace, other: _FoundFace) -> bool:
    apart = np.abs(one.middle - other.middle)
    common = np.clip((one.size + other.size) / 2 - apart, 0, min(one.size, other.size))
    return float(common.prod()) > OVERLAP * min(one.size, other.size) ** 2


def _turned(points_N2: Vectors) -> float:
    """How far the nose is from the middle between the eyes, along the line of the eyes."""
    first, second = points_N2[_CORNERS[0][0]], points_N2[_CORNERS[1][0]]
    across = second - first
    from_middle = points_N2[_NOSE] - (first + second) / 2
    return abs(float(from_middle @ across)) / max(float(across @ across), 1e-6)
