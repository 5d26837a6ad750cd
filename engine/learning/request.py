"""What is asked of a training. Imports no torch, so that the window can ask before anything is computed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from engine.feature_space import FeatureSpace
from engine.model.backbones import EFFICIENTNET_LITE0
from engine.model.device import Device
from engine.training.settings import MethodSettings

Tune = Literal["head", "all"]


@dataclass(frozen=True, slots=True)
class Request:
    """`tune` says what learns: the hash layers on stored features ("head"), or the whole network ("all")."""

    method: str
    settings: MethodSettings
    architecture: FeatureSpace = EFFICIENTNET_LITE0.name
    tune: Tune = "head"
    device: Device | None = None  # None: the GPU if there is one
    refit: bool = False  # once the figures are taken, train again on all labels, the held-out ones too
    name: str = ""  # of the version it is to become; one is made up when it is empty

    def about(self) -> dict[str, Any]:
        """What makes two trainings the same one, besides their examples; plain JSON values."""
        return {
            "method": self.method,
            "settings": self.settings.as_dict(),
            "architecture": self.architecture,
            "tune": self.tune,
            "refit": self.refit,
        }
