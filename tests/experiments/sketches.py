"""In the place of a picture all that a figure shows, where nobody looks at the picture: drawing takes most of a
report's time. What a figure is made of is made as ever, in light and in dark."""

import hashlib
import struct
from collections.abc import Iterator

import numpy as np
from matplotlib.artist import Artist
from matplotlib.collections import Collection
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text

BEGINNING = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 4, 3)  # with a size, as a page asks for it


def sketch(figure: Figure) -> bytes:
    """Begins as a picture does; two are alike where words, numbers, colours and shapes are."""
    shown = [repr(part) for axes in figure.axes for artist in axes.get_children() for part in _parts(artist)]
    shown += [repr(part) for artist in figure.get_children() for part in _parts(artist)]
    shown += [text.get_text() for legend in figure.legends for text in legend.get_texts()]
    shown += [label for axes in figure.axes for label in (axes.get_xlabel(), axes.get_ylabel())]
    shown += [
        repr((axes.get_xlim(), axes.get_ylim(), axes.get_xscale(), axes.get_yscale())) for axes in figure.axes
    ]
    return BEGINNING + hashlib.sha256("\n".join(shown).encode()).digest()


def _parts(artist: Artist) -> Iterator[object]:
    if isinstance(artist, Text):
        yield artist.get_text(), artist.get_color(), artist.get_position()
    elif isinstance(artist, Line2D):
        yield artist.get_color(), artist.get_linestyle(), artist.get_marker(), artist.get_markerfacecolor()
        yield np.asarray(artist.get_xydata()).tolist()
    elif isinstance(artist, Patch):
        yield artist.get_facecolor(), artist.get_edgecolor(), artist.get_path().vertices.tolist()
    elif isinstance(artist, Collection):
        yield (
            artist.get_facecolor(),
            artist.get_edgecolor(),
            [path.vertices.tolist() for path in artist.get_paths()],
        )
    elif isinstance(artist, AxesImage):
        yield artist.get_array()
