"""The name of a feature space: a network, with its own weights or tuned ones. Only features of one space compare.

It is ARCHITECTURE for published weights and ARCHITECTURE@ID for tuned ones; `engine.model.backbones.backbone` knows
the network by it.
"""

from typing import NewType

FeatureSpace = NewType("FeatureSpace", str)
