"""The methods of an open set, by name: those of the paper's tables on labels alone, and ours on the whole library.

All of them run with their default settings; nothing is tuned here. A network on labels alone has as many
epochs as it would have in a library.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import torch

from engine.dualhash.settings import Settings
from engine.errors import UserError
from engine.experiments import methods
from engine.experiments.data.split import Part
from engine.experiments.learning import run_learner
from engine.experiments.method import ExperimentMethod, Learnt
from engine.experiments.open_set.draws import Draw
from engine.experiments.open_set.pictures import OpenLibrary
from engine.feature_space import FeatureSpace
from engine.learning.methods import SELF_TAUGHT, settings_of
from engine.learning.whole_library import library_learner, surroundings
from engine.progress import Progress, uncounted
from engine.training.targets import Targets

ITQ = "itq"
LIBRARY = "-library"  # ends the names of methods that learn from the whole library
DEFAULT_BITS = 256  # of what a library has without being asked
DEFAULTS = (ITQ, SELF_TAUGHT, f"dualhash-stom{LIBRARY}")  # shown at that length, too


class OpenMethod(Protocol):
    @property
    def feature_space(self) -> FeatureSpace | None:
        """The only one that it is made for; None: that of the experiment."""

    @property
    def epochs(self) -> int:
        """About how many it takes."""

    def settings(self, bits: int, seed: int) -> dict[str, Any]:
        """All settings in full, as plain JSON values."""

    def run(self, library: OpenLibrary, draw: Draw, bits: int, seed: int) -> Generator[Progress, None, Learnt]: ...


@dataclass(frozen=True, slots=True)
class OnLabels:
    """A method of the paper's tables: it sees labelled pictures alone."""

    known: ExperimentMethod
    epochs: int = 20

    @property
    def feature_space(self) -> FeatureSpace | None:
        return self.known.feature_space

    def settings(self, bits: int, seed: int) -> dict[str, Any]:
        return self.known.settings(bits, 1, self._changes(bits))

    def run(self, library: OpenLibrary, draw: Draw, bits: int, seed: int) -> Generator[Progress, None, Learnt]:
        x_ND, kinds_NC = library.of_space(self.feature_space), library.kinds_NC
        labelled_C = kinds_NC[draw.train].any(axis=0)
        train, valid = (Part(x_ND[rows], kinds_NC[rows][:, labelled_C]) for rows in (draw.train, draw.valid))
        return (yield from self.known.run(train, valid, bits, seed, 1, self._changes(bits)))

    def _changes(self, bits: int) -> dict[str, Any]:
        """As many epochs as its settings choose by themselves."""
        return {"epochs": None} if "epochs" in self.known.settings(bits, 1, {}) else {}


@dataclass(frozen=True, slots=True)
class WithoutLabels:
    """Fitted on all pictures, which needs no label."""

    known: ExperimentMethod
    epochs: int = 1

    @property
    def feature_space(self) -> FeatureSpace | None:
        return self.known.feature_space

    def settings(self, bits: int, seed: int) -> dict[str, Any]:
        return self.known.settings(bits, 1, {})

    def run(self, library: OpenLibrary, draw: Draw, bits: int, seed: int) -> Generator[Progress, None, Learnt]:
        everything = Part(library.of_space(self.feature_space), library.kinds_NC)
        return (yield from self.known.run(everything, everything, bits, seed, 1, {}))


@dataclass(frozen=True, slots=True)
class OnLibrary:
    """What the program trains by default: on the whole library, with base bits beside what is learned, a quarter of
    all bits however few labels there are."""

    method: str
    feature_space: FeatureSpace | None = None
    epochs: int = 50  # about, of a few thousand pictures

    def settings(self, bits: int, seed: int) -> dict[str, Any]:
        return self._settings(bits, seed).as_dict()

    def run(self, library: OpenLibrary, draw: Draw, bits: int, seed: int) -> Generator[Progress, None, Learnt]:
        settings, x_ND = self._settings(bits, seed), library.of_space(None)
        rows = np.setdiff1d(np.arange(len(library)), draw.valid)
        around = yield from uncounted(surroundings(x_ND, rows, settings.base_bits_used, seed, "cpu"))
        targets = None if self.method == SELF_TAUGHT else _targets(library, draw)
        learner = library_learner(self.method, settings, around, around.material(rows, targets, "cpu"))
        reports = yield from run_learner(learner)
        return Learnt(learner.hash_function(x_ND[rows].mean(axis=0)), reports)

    def _settings(self, bits: int, seed: int) -> Settings:
        settings = settings_of(self.method, bits=bits, seed=seed)
        assert isinstance(settings, Settings)
        return settings


def _targets(library: OpenLibrary, draw: Draw) -> Targets:
    """Of pictures that have no label, or whose label is for validation, nothing is known."""
    labels_NC = np.zeros((len(library), len(library.kinds)), np.bool_)
    labels_NC[draw.train] = library.kinds_NC[draw.train]
    return Targets(torch.from_numpy(labels_NC[:, labels_NC.any(axis=0)]))


METHODS: dict[str, OpenMethod] = {
    **{name: OnLabels(known) for name, known in methods.METHODS.items() if name != ITQ},
    ITQ: WithoutLabels(methods.METHODS[ITQ]),
    SELF_TAUGHT: OnLibrary(SELF_TAUGHT),
    f"dualhash-stom{LIBRARY}": OnLibrary("dualhash-stom"),
    f"dualhash-storm{LIBRARY}": OnLibrary("dualhash-storm"),
}


def method(name: str) -> OpenMethod:
    if name not in METHODS:
        raise UserError(f"There is no method named {name!r}; there are {', '.join(sorted(METHODS))}.")
    return METHODS[name]
