"""The rating of a packet."""

from engine.packets import names, rdf
from engine.packets.safe_xml import Element

_PERCENT_STEPS = (1, 13, 38, 63, 88)  # from which on it is one star more; programs write 1, 25, 50, 75, 99


def rating(node: Element) -> int | None:
    """Of the element that holds all that is said: 1 to 5 stars, -1: rejected; None: nothing, which 0 means too."""
    for value in rdf.values(node, names.RATING):
        if (number := _number(value)) is not None and -1 <= number <= 5 and number:
            return number
    for value in rdf.values(node, names.RATING_PERCENT):
        if (number := _number(value)) is not None and 0 < number <= 100:
            return sum(number >= step for step in _PERCENT_STEPS)
    return None


def is_none(value: str) -> bool:
    """It is written that there are no stars."""
    return _number(value) == 0


def _number(text: str) -> int | None:
    try:
        return int(float(text.strip()[:20]))
    except (ValueError, OverflowError):  # infinity, or no number at all
        return None
