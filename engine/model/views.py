"""Views: what of a picture a network looks at. The features of several views stand one after the other.

    crop       the middle, as the network was trained
    whole      all of it, squeezed into the network's square
    mirrored   the same, mirrored

A feature space of other views than the network's own is named NETWORK+VIEW-VIEW. No torch here.
"""

from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.sentences import said

ViewNames = tuple[str, ...]

CROP, WHOLE, MIRRORED = "crop", "whole", "mirrored"
ALL: ViewNames = (CROP, WHOLE, MIRRORED)
OWN: ViewNames = (CROP,)  # of a network that is asked for by its name alone


def named(network: str, views: ViewNames) -> FeatureSpace:
    return FeatureSpace(network if views == OWN else f"{network}+{'-'.join(views)}")


def parted(space: str) -> tuple[str, ViewNames]:
    """The network's name and the views."""
    network, has_views, words = space.partition("+")
    return network, understood(words, "-") if has_views else OWN


def understood(words: str, between: str = ",") -> ViewNames:
    """The views that these words name, in the one order that there is."""
    wanted = {word.strip() for word in words.split(between)}
    if not wanted <= set(ALL):
        raise UserError(
            said("There are the views {known}, and {words!r} names others.", known=", ".join(ALL), words=words)
        )
    return tuple(view for view in ALL if view in wanted)
