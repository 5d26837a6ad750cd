"""How near a hit is, in words."""

from engine.search.nearness import Nearness
from engine.sentences import said
from gui.language import tr

WORDS = {
    Nearness.VERY_ALIKE: said("very alike"),
    Nearness.ALIKE: said("alike"),
    Nearness.LITTLE_ALIKE: said("a little alike"),
    Nearness.HARDLY_ALIKE: said("hardly alike"),
}


def at_length(nearness: Nearness, distance: int, bits: int) -> str:
    """The words, and the bits behind them."""
    return tr(
        "{likeness}: {distance} of {bits} bits differ", likeness=WORDS[nearness], distance=distance, bits=bits
    )
