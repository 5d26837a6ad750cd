"""What the library has to learn from, and what is left of a training that was interrupted.

The functions called `read_…` run on a background thread.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import numpy as np

from engine.errors import UserError
from engine.learning import checkpoint_file
from engine.learning.examples import MOST_IMAGES, Examples, collect, features_of, must_differ
from engine.learning.methods import METHODS
from engine.learning.request import Request
from engine.library import Library
from engine.model import added
from engine.model.backbone_spec import EFFICIENTNET_LITE0
from engine.sentences import said
from engine.store import decisions, features, files, labels
from engine.training.reports import EpochReport
from gui.language import error_text

SOME = 500  # images that are looked at first, whether they all look alike

ANEW = said("A training was interrupted, but this version of DualHash cannot go on with it; please begin anew.")
CHANGED = said("Labels have changed since that training was begun, so it cannot go on; please begin anew.")


class Reach(Enum):
    """What is learned from besides labels and decisions."""

    LIBRARY = "what the other pictures look like"
    SOME = "the same of some of them, since all that learns reads them"
    LABELS = "nothing"


@dataclass(frozen=True, slots=True)
class LibraryMaterial:
    """What the library has to learn from. `refused` says why there can be no training; empty when there can."""

    label_counts: dict[str, int]  # labels that are trained on, and the images of each
    left_out: dict[str, int]  # labels with too few images
    images: int
    held_out: int
    decisions: int
    refused: str = ""
    others: int = 0  # images that say nothing but what they look like
    only_in: str = ""  # the folder that has all labelled images, and not the whole library
    not_asked_for: tuple[str, ...] = ()  # labels that no held-out image has
    networks: tuple[str, ...] = ()  # that were added to the library

    @property
    def others_learned(self) -> int:
        """How many of the others there is room for."""
        return min(self.others, max(0, MOST_IMAGES - self.images))


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A training whose checkpoint is in the library. With a `problem`, it can only be discarded."""

    request: Request | None = None  # None: it cannot be read
    epochs: tuple[EpochReport, ...] = ()
    complete: bool = False  # no epoch is left
    problem: str = ""


def read_material(library: Library) -> LibraryMaterial:
    try:
        library.must_be_writable()
        examples = collect(library.db)
        _must_differ(library, examples)
    except UserError as error:
        counts = labels.all_labels(library.db)
        made = len(decisions.all_decisions(library.db))
        return LibraryMaterial(counts, {}, len(labels.labelled_images(library.db)), 0, made, error_text(error))
    counts_C = examples.labels_NC.sum(axis=0).tolist()
    return LibraryMaterial(
        label_counts=dict(zip(examples.label_names, counts_C, strict=True)),
        left_out=examples.left_out,
        images=int(np.any(examples.labels_NC, axis=1).sum()),
        held_out=len(examples.held_out_rows),
        decisions=len(examples.decisions),
        others=_others(library, examples),
        only_in=os.fsdecode(os.path.basename(files.folder_of_labelled(library.db) or b"")),
        not_asked_for=tuple(examples.not_asked_for),
        networks=tuple(name for name, _ in added.all_of(library.models_folder)),
    )


def _others(library: Library, examples: Examples) -> int:
    having = features.ids(library.db, EFFICIENTNET_LITE0.name)
    return len(np.setdiff1d(having, np.array(examples.image_ids, np.int64)))


def _must_differ(library: Library, examples: Examples) -> None:
    """The first few differ almost always; only if they do not, all are read."""
    for ids in (examples.image_ids[:SOME], examples.image_ids):
        try:
            must_differ(features_of(library.db, EFFICIENTNET_LITE0.name, ids)[1])
            return
        except UserError:
            if len(ids) == len(examples.image_ids):
                raise


def read_unfinished(library: Library) -> Unfinished | None:
    """The training that was interrupted; None if there is none, or if it is another window's."""
    if library.read_only:
        return None
    try:
        checkpoint = checkpoint_file.read(library.training_folder)
        if checkpoint is None:
            return None
        request = _request(checkpoint.about, checkpoint.values)
        if request.settings.as_dict() != checkpoint.about["settings"]:
            return Unfinished(problem=ANEW)  # settings have been added since
        left = _unfinished(request, checkpoint.values)
        return left if _has_its_labels(library, checkpoint.values) else replace(left, problem=CHANGED)
    except UserError as error:
        return Unfinished(problem=error_text(error))
    except (KeyError, TypeError, ValueError):  # of another version of this program
        return Unfinished(problem=ANEW)


def _request(about: dict[str, Any], values: dict[str, Any]) -> Request:
    return Request(
        method=about["method"],
        settings=METHODS[about["method"]].settings(**about["settings"]),
        architecture=about["architecture"],
        tune=about["tune"],
        refit=bool(about.get("refit", False)),
        name=str(values.get("name", "")),
    )


def _unfinished(request: Request, values: dict[str, Any]) -> Unfinished:
    epochs = tuple(EpochReport(**each) for each in values["epochs"])
    return Unfinished(request, epochs, bool(values.get("complete", False)))


def _has_its_labels(library: Library, values: dict[str, Any]) -> bool:
    """Whether labels and decisions are those it began with; it may also have learned without any."""
    began_with = values.get("labels")
    try:
        return not began_with or collect(library.db).digest() == began_with
    except UserError:  # they have become too few
        return False
