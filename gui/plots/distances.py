"""Distances of pairs that share a label and of pairs that do not, as distributions to be plotted.

The latter may have another label each, or none.
"""

from collections.abc import Sequence

from gui.language import tr
from gui.plots.histogram import Distribution, HistogramStyle

AREAS = (HistogramStyle.FILLED, HistogramStyle.HATCHED)
OUTLINES = (HistogramStyle.DASHED, HistogramStyle.DOTTED)  # of a second version


def label_distances(
    same: Sequence[int],
    different: Sequence[int],
    *,
    of: str = "",
    looks: tuple[HistogramStyle, HistogramStyle] = AREAS,
    width: float = 1.0,
) -> list[Distribution]:
    """Counted at 0, 1, 2 and so on; `of` names the version where there are two."""
    names = (f"{of}, {name}" if of else name for name in (tr("same label"), tr("no label in common")))
    pairs = zip(names, (same, different), looks, strict=True)
    return [Distribution(name, counts, look, width) for name, counts, look in pairs]
