"""The methods one can train with, by name, and the settings that each means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.dualhash.settings import Settings, preset
from engine.errors import UserError


@dataclass(frozen=True, slots=True)
class Method:
    name: str
    meaning: str
    fixed: Mapping[str, Any] = field(default_factory=dict)  # settings that make it this method
    changes: Mapping[str, Any] = field(default_factory=dict)  # other defaults than the preset's
    needs_labels: bool = True


SELF_TAUGHT = "self-taught"

METHODS = {
    method.name: method
    for method in (
        Method("dualhash-stom", "DualHash with momentum", {"instance": "stom"}),
        Method("dualhash-storm", "DualHash with variance reduction", {"instance": "storm"}),
        Method("likelihood", "the pairwise likelihood alone, without B and Λ", {"hand_over": 1.0}),
        Method(
            SELF_TAUGHT,
            "DualHash on neighbours instead of labels; needs none",
            {"instance": "stom"},
            {"learning_rate": 5.0, "epochs": 60},
            needs_labels=False,
        ),
    )
}


def method(name: str) -> Method:
    if name not in METHODS:
        raise UserError(f"There is no method named {name!r}; there are {', '.join(METHODS)}.")
    return METHODS[name]


def settings_of(name: str, preset_name: str = "balanced", **changes: Any) -> Settings:
    """The settings of a method: its preset, what makes it this method, and what the user changed."""
    chosen = method(name)
    for setting, value in chosen.fixed.items():
        if changes.get(setting, value) != value:
            raise UserError(f"{setting} is {value} in the method {name!r}; choose another method instead.")
    return preset(preset_name, **({**chosen.changes, **chosen.fixed} | changes))
