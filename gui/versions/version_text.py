"""What is known of a model version, in words. An imported one says what it likes of itself: all is plain text."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from engine.feature_space import FeatureSpace
from engine.model.added import is_added
from engine.model.backbones import is_tuned
from engine.model.views import OWN, parted
from engine.sentences import Sentence, said
from engine.store import version_details
from engine.store.version_details import SavedFigures, VersionDetails
from engine.store.versions import Version
from gui.language import number, tr, tr_n
from gui.widgets.amounts import short_size_text
from gui.widgets.plain_text import isolated, printable

if TYPE_CHECKING:
    from engine.jobs.version_facts import VersionFacts

MEASURES = {
    "mAP": said("Held-out mAP"),
    "mAP_over_labels": said("mAP over labels"),
    "precision_at_10": said("Precision at 10"),
    "precision_at_radius_2": said("Precision, radius 2"),
}
KEPT = "kept_neighbours"
KINDS = {
    "built-in projection": said("Not learned"),
    "built-in self-taught": said("Learned from your pictures"),
    "self-taught": said("Learned from your pictures"),
}
OURS = ("dualhash", "likelihood")
FROM_LABELS, FOR_COMPARISON = said("Learned from your labels"), said("A method to compare with")
VIEWS = {"crop": said("middle"), "whole": said("whole"), "mirrored": said("mirrored")}
LABELS_NAMED = 30
NOT_KNOWN = "–"
BUILT_IN = said("Built-in")  # as the engine calls the version that nobody has named
_TUNED = {"head": said("hash layers on stored features"), "all": said("the whole network")}


def shown_name(name: str) -> str:
    """What a person has typed stays as it is."""
    return tr(name) if name == BUILT_IN or isinstance(name, Sentence) else name


def choice_text(version: Version) -> str:
    """In a list to choose from."""
    name = isolated(printable(shown_name(version.name)))
    if version.active:
        return tr("{name} · {n} bits · active", name=name, n=version.bits)
    return tr("{name} · {n} bits", name=name, n=version.bits)


def date_text(stamp: str, with_time: bool = False) -> str:
    try:
        when = datetime.fromisoformat(stamp).astimezone()
    except (ValueError, OverflowError, OSError):
        return printable(stamp)[:40]
    return f"{when:%Y-%m-%d %H:%M}" if with_time else f"{when:%Y-%m-%d}"


def backbone_text(backbone: FeatureSpace) -> str:
    """The network, and that it was tuned; by which weights nobody wants to read."""
    network = network_text(backbone)
    return tr("{network}, tuned", network=network) if is_tuned(backbone) else network


def network_text(space: str) -> str:
    """Without where it is from and by which weights; with what of a picture it looks at, if that is more."""
    network, views = parted(space)
    name = network.partition("@")[0]
    if is_added(network):
        name = name.partition(".")[2]
    return (
        f"{printable(name)} ({' + '.join(tr(VIEWS[view]) for view in views)})" if views != OWN else printable(name)
    )


def kind_text(version: Version) -> str:
    """What it is to somebody who knows no method: what it has learned from."""
    if version.method in KINDS:
        return tr(KINDS[version.method])
    return tr(FROM_LABELS if version.method.startswith(OURS) else FOR_COMPARISON)


def codes_text(facts: VersionFacts) -> str:
    if facts.complete:
        return tr("complete")
    return tr("{part:,} of {all:,}", part=facts.codes, all=facts.codes + facts.to_make)


def labels_text(details: VersionDetails) -> str:
    return NOT_KNOWN if details.label_count is None else number(details.label_count)


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
    spec = f".{digits}f"
    return number(value, spec) if spread is None else f"{number(value, spec)} ± {number(spread, spec)}"


def detail_rows(facts: VersionFacts) -> list[tuple[str, str]]:
    """All that is known, as names and values."""
    if facts.version.damaged:
        return [
            (
                tr("Damaged"),
                tr("What was written down of this version is lost: it cannot serve, but be removed."),
            )
        ]
    version, details = facts.version, version_details.read(facts.version.details)
    rows = [
        (tr("Kind"), kind_text(version)),
        (tr("Method"), _method_at_length(version)),
        (tr("Code length"), _code_length(version, details)),
        (tr("Network"), backbone_text(version.backbone)),
        (tr("Made"), _made(facts, details)),
        (tr("Learned from"), _learned_from(details)),
        (tr("Labels"), _label_names(details)),
        *((tr(name), _change_at_length(details, measure)) for measure, name in MEASURES.items()),
        (tr("Nearest ten kept"), _kept_at_length(details)),
        (tr("Measured on"), _measured_on(details)),
        (tr("Training"), _training(details)),
        (tr("On disk"), short_size_text(facts.size)),
        (tr("Codes"), _codes_at_length(facts)),
    ]
    return [(name, value) for name, value in rows if value]


def _method_at_length(version: Version) -> str:
    """By its own name, and as its authors write it."""
    from engine.learning.methods import METHODS  # with all their settings: no window needs them to open

    method = METHODS.get(version.method)
    if method is None:
        return printable(version.method)
    return f"{printable(version.method)}: {tr(method.title)}, {tr(method.meaning)}"


def _code_length(version: Version, details: VersionDetails) -> str:
    """And how many of the bits were not learned from labels, if that is known."""
    if not details.base_bits:
        return tr("{n} bits", n=version.bits)
    return tr("{n} bits, {base} of them keep what pictures look like", n=version.bits, base=details.base_bits)


def _made(facts: VersionFacts, details: VersionDetails) -> str:
    added = date_text(facts.version.created_at, with_time=True)
    if not details.imported:
        return added
    when = date_text(details.made_at, with_time=True)
    return tr("elsewhere, {when}; imported {added}", when=when, added=added)


def _learned_from(details: VersionDetails) -> str:
    parts = [
        tr_n("{n:,} labels", "{n:,} label", details.label_count) if details.label_count is not None else "",
        tr_n("{n:,} pictures", "{n:,} picture", details.train_images) if details.train_images is not None else "",
        tr_n("{n:,} decisions", "{n:,} decision", details.decisions) if details.decisions else "",
    ]
    text = ", ".join(part for part in parts if part)
    if not text and details.fitted_on is not None:
        text = tr_n("{n:,} pictures, without labels", "{n:,} picture, without labels", details.fitted_on)
    if details.refitted and text:
        return tr("{learned}; at the end from all labels, the held-out ones too", learned=text)
    return text


def _label_names(details: VersionDetails) -> str:
    more = len(details.labels) - LABELS_NAMED
    names = ", ".join(details.labels[:LABELS_NAMED])
    return tr("{names} and {n:,} more", names=names, n=more) if more > 0 else names


def _change_at_length(details: VersionDetails, measure: str) -> str:
    before, after = (_figure(figures, measure, 3) for figures in (details.before, details.after))
    if before is None or after is None:
        return "" if after is None else after
    return tr("{before} before, {after} after", before=before, after=after)


def _kept_at_length(details: VersionDetails) -> str:
    """Said of pictures that nobody had labelled when it was trained."""
    before, after = details.before.values.get(KEPT), details.after.values.get(KEPT)
    if after is None:
        return ""
    if before is None:
        return tr("{after:.0f} %, of pictures without a label", after=100 * after)
    return tr(
        "{before:.0f} % before, {after:.0f} % after, of pictures without a label",
        before=100 * before,
        after=100 * after,
    )


def _measured_on(details: VersionDetails) -> str:
    if not details.after:
        return ""
    if details.after.queries is None:
        return ""
    queries = tr_n("{n:,} held-out pictures", "{n:,} held-out picture", details.after.queries)
    splits = details.after.splits or 1
    return tr("{queries}, {n} splits", queries=queries, n=splits) if splits > 1 else queries


def _training(details: VersionDetails) -> str:
    parts = [
        tr(_TUNED.get(details.tune, "")),
        tr_n("{n:,} epochs", "{n:,} epoch", details.epochs) if details.epochs is not None else "",
        "" if details.seconds is None else f"{number(details.seconds, ',.1f')} s",
        tr("on {device}", device=printable(details.computed_on)) if details.computed_on else "",
    ]
    return ", ".join(part for part in parts if part)


def _codes_at_length(facts: VersionFacts) -> str:
    having = tr_n("{n:,} pictures have one", "{n:,} picture has one", facts.codes)
    if facts.complete:
        return tr("{having}; complete", having=having)
    return tr("{having}; {n:,} are made before it becomes active", having=having, n=facts.to_make)
