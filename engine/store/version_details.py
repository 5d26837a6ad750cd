"""What a version says of its own making. An imported one may say anything, so each part is checked: a value of a
type or in a range that we never write counts as not said."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

LONGEST_TEXT = 120
MOST_LABELS = 1000
MEASURES = (
    "mAP",
    "mAP_over_labels",
    "precision_at_10",
    "precision_at_radius_2",
    "kept_neighbours",
)  # shares: from 0 to 1


@dataclass(frozen=True, slots=True)
class SavedFigures:
    """Measures by name, taken on held-out labels. Of several splits they are the means, and `spread` says how far
    these lie apart."""

    values: dict[str, float] = field(default_factory=dict)
    spread: dict[str, float] = field(default_factory=dict)
    queries: int | None = None
    splits: int | None = None

    def __bool__(self) -> bool:
        return bool(self.values)


@dataclass(frozen=True, slots=True)
class VersionDetails:
    """What a version says of its own making; None, "" or empty where it says nothing."""

    before: SavedFigures
    after: SavedFigures
    labels: list[str]
    label_count: int | None
    decisions: int | None
    train_images: int | None
    fitted_on: int | None
    epochs: int | None
    seconds: float | None
    base_bits: int | None  # of the code: those that were not learned
    tune: str
    computed_on: str
    imported: bool
    made_at: str  # of an imported one: when it was made, elsewhere
    refitted: bool  # once the figures were taken, it was trained again on all labels


def read(details: Mapping[str, Any]) -> VersionDetails:
    names = _texts(details.get("labels"))
    count = len(names) if isinstance(details.get("labels"), list) else _whole(details.get("labels"))
    return VersionDetails(
        before=_figures(details.get("before")),
        after=_figures(details.get("after")),
        labels=names,
        label_count=count,
        decisions=_whole(details.get("decisions")),
        train_images=_whole(details.get("train_images")),
        fitted_on=_whole(details.get("fitted_on")),
        epochs=_whole(details.get("epochs")),
        seconds=_number(details.get("seconds"), 0, 1e9),
        base_bits=_base_bits(details.get("settings")),
        tune=_text(details.get("tune")),
        computed_on=_text(details.get("computed_on")),
        imported=details.get("imported") is True,
        made_at=_text(details.get("made_at")),
        refitted=details.get("refit") is True,
    )


def _base_bits(settings: object) -> int | None:
    """Older versions say nothing where their number was left to the training."""
    return _whole(settings.get("base_bits")) if isinstance(settings, Mapping) else None


def _figures(said: object) -> SavedFigures:
    if not isinstance(said, Mapping):
        return SavedFigures()
    numbers = _whole(said.get("queries")), _whole(said.get("splits"))
    return SavedFigures(_shares(said), _shares(said.get("spread")), *numbers)


def _shares(said: object) -> dict[str, float]:
    if not isinstance(said, Mapping):
        return {}
    found = {name: _number(said.get(name), 0, 1) for name in MEASURES}
    return {name: value for name, value in found.items() if value is not None}


def _number(said: object, least: float, most: float) -> float | None:
    if isinstance(said, bool) or not isinstance(said, int | float):
        return None
    return float(said) if least <= said <= most else None  # nan is in no range


def _whole(said: object) -> int | None:
    if isinstance(said, bool) or not isinstance(said, int):
        return None
    return said if 0 <= said < 2**53 else None


def _text(said: object) -> str:
    if not isinstance(said, str):
        return ""
    return "".join(c if c.isprintable() else " " for c in said[:LONGEST_TEXT]).strip()


def _texts(said: object) -> list[str]:
    return [text for each in said[:MOST_LABELS] if (text := _text(each))] if isinstance(said, list) else []
