"""What a training made, and how it becomes a model version of the library."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.learning import checkpoint_file
from engine.learning.comparison import ChangedLabel, Comparison
from engine.learning.examples import Examples
from engine.learning.figures import Figures
from engine.learning.request import Request
from engine.library import Library
from engine.model import model_files
from engine.model.backbones import write_tuned
from engine.model.hash_function import HashFunction
from engine.store import training_images, versions
from engine.store.version_details import MOST_LABELS
from engine.store.versions import Version
from engine.training.reports import EpochReport
from engine.training.settings import MethodSettings

if TYPE_CHECKING:
    from torch import nn


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """A hash function, not yet a version. `backbone` is the tuned network, None when features were stored."""

    request: Request
    settings: MethodSettings  # those of the request, with what was chosen for the examples
    function: HashFunction
    backbone: nn.Module | None
    images: int  # that it learned from
    trained_on: list[int]  # ids of those whose labels it has seen: no figure may be taken on them
    examples: Examples | None  # None when it learned without labels
    before: Figures | None  # of the version that was active, on the same queries
    after: Figures | None
    comparison: Comparison | None  # of the two on one split
    epochs: list[EpochReport]
    seconds: float
    computed_on: str

    @property
    def changed_labels(self) -> list[ChangedLabel]:
        return [] if self.comparison is None else self.comparison.labels


def save_version(library: Library, trained: Trained, name: str | None = None) -> Version:
    """Write the files and the row. Activating it is another step, and makes its codes."""
    library.must_be_writable()
    folder = library.models_folder
    before, written = set(os.listdir(folder)), list[str]()
    try:
        version_id = _add(library, trained, name, written)
    except BaseException:
        for file in set(written) - before:  # a network that was tuned to the very same weights is another's
            with suppress(OSError):
                os.unlink(os.path.join(folder, file))
        raise
    checkpoint_file.remove(library.training_folder)
    return versions.get(library.db, version_id)


def _add(library: Library, trained: Trained, name: str | None, written: list[str]) -> int:
    """The files, each noted in `written`, then the row that names them; returns the version's id."""
    request = trained.request
    space = request.architecture
    if trained.backbone is not None:
        tuned = write_tuned(library.models_folder, request.architecture, trained.backbone)
        space = tuned.name
        written.append(tuned.tuned_file or "")
    file, checksum = model_files.write(library.models_folder, trained.function)
    written.append(file)
    with library.writing() as db:
        version_id = versions.add(
            db,
            name=versions.clean_name(name or request.name or default_name(library, trained)),
            method=request.method,
            bits=trained.function.bits,
            backbone=space,
            file=file,
            file_checksum=checksum,
            details=_details(trained),
        )
        training_images.put(db, version_id, trained.trained_on)
    return version_id


def discard(library: Library) -> None:
    """Forget the training that has a checkpoint."""
    library.must_be_writable()
    checkpoint_file.remove(library.training_folder)


def default_name(library: Library, trained: Trained) -> str:
    """The method and the bits, with a number when that name is taken."""
    plain = f"{trained.request.method} {trained.function.bits}"
    taken = {version.name for version in versions.all_versions(library.db)}
    numbered = (plain if number == 1 else f"{plain} ({number})" for number in range(1, len(taken) + 2))
    return next(name for name in numbered if name not in taken)


def by_label(changed: Sequence[ChangedLabel]) -> list[dict[str, Any]]:
    """One row for each label, what fell the most first; plain JSON values."""
    return [
        {
            "label": label.name,
            "images": label.images,
            "held_out": label.held_out,
            "before": label.precision.before,
            "after": label.precision.after,
            "change": label.precision.by,
            "precision_at_10_before": label.first_ten.before,
            "precision_at_10_after": label.first_ten.after,
            "clearly_worse": label.is_clearly_worse,
        }
        for label in changed
    ]


def _details(trained: Trained) -> dict[str, Any]:
    """What is kept with the version: how it was made and how good it was."""
    about: dict[str, Any] = {
        **{key: value for key, value in trained.request.about().items() if key != "architecture"},
        "settings": trained.settings.as_dict(),
        "epochs": len(trained.epochs),
        "seconds": round(trained.seconds, 2),
        "computed_on": trained.computed_on,
        "train_images": trained.images,
        "before": trained.before,
        "after": trained.after,
    }
    if trained.comparison is not None:
        about["by_label"] = by_label(trained.comparison.labels[:MOST_LABELS])
    if trained.examples is not None:
        about["labels"] = trained.examples.label_names
        about["decisions"] = len(trained.examples.decisions)
        about["held_out_images"] = len(trained.examples.held_out_rows)
    return about
