"""How near a hit is, in words."""

from engine.search.nearness import Nearness

WORDS = {
    Nearness.VERY_ALIKE: "very alike",
    Nearness.ALIKE: "alike",
    Nearness.LITTLE_ALIKE: "a little alike",
    Nearness.HARDLY_ALIKE: "hardly alike",
}


def at_length(nearness: Nearness, distance: int, bits: int) -> str:
    """The words, and the bits behind them."""
    return f"{WORDS[nearness]}: {distance} of {bits} bits differ"
