"""What is known of a model version, in words. An imported one says what it likes of itself: all is plain text."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from engine.feature_space import FeatureSpace
from engine.learning.methods import METHODS
from engine.store import version_details
from engine.store.version_details import SavedFigures, VersionDetails
from engine.store.versions import Version
from gui.widgets.amounts import short_size_text
from gui.widgets.plain_text import isolated, printable

if TYPE_CHECKING:
    from engine.jobs.version_facts import VersionFacts

MEASURES = {
    "mAP": "Held-out mAP",
    "mAP_over_labels": "mAP over labels",
    "precision_at_10": "Precision at 10",
    "precision_at_radius_2": "Precision, radius 2",
}
KEPT = "kept_neighbours"
KINDS = {
    "built-in projection": "Not learned",
    "built-in self-taught": "Learned from your pictures",
    "self-taught": "Learned from your pictures",
}
OURS = ("dualhash", "likelihood")
FROM_LABELS, FOR_COMPARISON = "Learned from your labels", "A method to compare with"
LABELS_NAMED = 30
NOT_KNOWN = "–"


def choice_text(version: Version) -> str:
    """In a list to choose from."""
    return f"{isolated(printable(version.name))} · {version.bits} bits" + (" · active" if version.active else "")


def date_text(stamp: str, with_time: bool = False) -> str:
    try:
        when = datetime.fromisoformat(stamp).astimezone()
    except (ValueError, OverflowError, OSError):
        return printable(stamp)[:40]
    return f"{when:%Y-%m-%d %H:%M}" if with_time else f"{when:%Y-%m-%d}"


def backbone_text(backbone: FeatureSpace) -> str:
    """The network, and that it was tuned; by which weights nobody wants to read."""
    architecture, tuned, _ = backbone.partition("@")
    return printable(f"{architecture}, tuned" if tuned else architecture)


def kind_text(version: Version) -> str:
    """What it is to somebody who knows no method: what it has learned from."""
    if version.method in KINDS:
        return KINDS[version.method]
    return FROM_LABELS if version.method.startswith(OURS) else FOR_COMPARISON


def codes_text(facts: VersionFacts) -> str:
    if facts.complete:
        return "complete"
    return f"{facts.codes:,} of {facts.codes + facts.to_make:,}"


def labels_text(details: VersionDetails) -> str:
    return NOT_KNOWN if details.label_count is None else f"{details.label_count:,}"


def change_text(details: VersionDetails, measure: str = "mAP", digits: int = 2) -> str:
    """Before and after: "0.49 → 0.85"; only what is known of the two."""
    before, after = (_figure(figures, measure, digits) for figures in (details.before, details.after))
    if after is None:
        return NOT_KNOWN
    return after if before is None else f"{before} → {after}"


def kept_text(details: VersionDetails) -> str:
    """Of pictures without a label: how many of their ten nearest are found, before and after: "63 → 65 %"."""
    before, after = details.before.values.get(KEPT), details.after.values.get(KEPT)
    if after is None:
        return NOT_KNOWN
    return f"{100 * after:.0f} %" if before is None else f"{100 * before:.0f} → {100 * after:.0f} %"


def _figure(figures: SavedFigures, measure: str, digits: int) -> str | None:
    value, spread = figures.values.get(measure), figures.spread.get(measure)
    if value is None:
        return None
    return f"{value:.{digits}f}" if spread is None else f"{value:.{digits}f} ± {spread:.{digits}f}"


def detail_rows(facts: VersionFacts) -> list[tuple[str, str]]:
    """All that is known, as names and values."""
    if facts.version.damaged:
        return [("Damaged", "What was written down of this version is lost: it cannot serve, but be removed.")]
    version, details = facts.version, version_details.read(facts.version.details)
    rows = [
        ("Kind", kind_text(version)),
        ("Method", _method_at_length(version)),
        ("Code length", _code_length(version, details)),
        ("Network", backbone_text(version.backbone)),
        ("Made", _made(facts, details)),
        ("Learned from", _learned_from(details)),
        ("Labels", _label_names(details)),
        *((name, _change_at_length(details, measure)) for measure, name in MEASURES.items()),
        ("Nearest ten kept", _kept_at_length(details)),
        ("Measured on", _measured_on(details)),
        ("Training", _training(details)),
        ("On disk", short_size_text(facts.size)),
        ("Codes", _codes_at_length(facts)),
    ]
    return [(name, value) for name, value in rows if value]


def _method_at_length(version: Version) -> str:
    """By its own name, and as its authors write it."""
    method = METHODS.get(version.method)
    return printable(version.method if method is None else f"{version.method}: {method.title}, {method.meaning}")


def _code_length(version: Version, details: VersionDetails) -> str:
    """And how many of the bits were not learned from labels, if that is known."""
    base = f", {details.base_bits} of them keep what pictures look like" if details.base_bits else ""
    return f"{version.bits} bits{base}"


def _made(facts: VersionFacts, details: VersionDetails) -> str:
    added = date_text(facts.version.created_at, with_time=True)
    if not details.imported:
        return added
    return f"elsewhere, {date_text(details.made_at, with_time=True)}; imported {added}"


def _learned_from(details: VersionDetails) -> str:
    parts = [
        _count(details.label_count, "label"),
        _count(details.train_images, "picture"),
        _count(details.decisions or None, "decision"),
    ]
    text = ", ".join(part for part in parts if part)
    if not text and details.fitted_on is not None:
        text = f"{_count(details.fitted_on, 'picture')}, without labels"
    return f"{text}; at the end from all labels, the held-out ones too" if details.refitted and text else text


def _label_names(details: VersionDetails) -> str:
    more = len(details.labels) - LABELS_NAMED
    return ", ".join(details.labels[:LABELS_NAMED]) + (f" and {more:,} more" if more > 0 else "")


def _change_at_length(details: VersionDetails, measure: str) -> str:
    before, after = (_figure(figures, measure, 3) for figures in (details.before, details.after))
    if before is None or after is None:
        return "" if after is None else after
    return f"{before} before, {after} after"


def _kept_at_length(details: VersionDetails) -> str:
    """Said of pictures that nobody had labelled when it was trained."""
    before, after = details.before.values.get(KEPT), details.after.values.get(KEPT)
    if after is None:
        return ""
    share = f"{100 * after:.0f} %" if before is None else f"{100 * before:.0f} % before, {100 * after:.0f} % after"
    return f"{share}, of pictures without a label"


def _measured_on(details: VersionDetails) -> str:
    if not details.after:
        return ""
    queries = _count(details.after.queries, "held-out picture")
    splits = details.after.splits or 1
    return f"{queries}, {splits} splits" if queries and splits > 1 else queries


def _training(details: VersionDetails) -> str:
    parts = [
        {"head": "hash layers on stored features", "all": "the whole network"}.get(details.tune, ""),
        _count(details.epochs, "epoch"),
        "" if details.seconds is None else f"{details.seconds:,.1f} s",
        f"on {details.computed_on}" if details.computed_on else "",
    ]
    return ", ".join(part for part in parts if part)


def _codes_at_length(facts: VersionFacts) -> str:
    having = f"{_count(facts.codes, 'picture')} {'has' if facts.codes == 1 else 'have'} one"
    if facts.complete:
        return f"{having}; complete"
    return f"{having}; {facts.to_make:,} are made before it becomes active"


def _count(number: int | None, noun: str) -> str:
    return "" if number is None else f"{number:,} {noun}{'' if number == 1 else 's'}"
