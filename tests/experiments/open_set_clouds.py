"""A library for an open set without pictures: six overlapping clouds of features, one around each kind."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from engine.experiments.open_set.pictures import OpenLibrary
from engine.experiments.open_set.study import OpenPlan

KINDS, OF_EACH = 6, 20
DIMENSIONS = 256  # as many as the longest codes have bits
SPACE = "clouds"
PLAN = OpenPlan(("likelihood", "sdh"), bits=16, draws=2)


def cloud_library() -> OpenLibrary:
    """Kinds take turns in its rows. SDH's own feature space is there, too."""
    random = np.random.default_rng(5)
    kind_N = np.arange(KINDS * OF_EACH) % KINDS
    features = {}
    for space, dimensions in ((SPACE, DIMENSIONS), ("gist", 24)):
        centres_CD = 0.3 * random.standard_normal((KINDS, dimensions))
        noise_ND = random.standard_normal((len(kind_N), dimensions))
        features[space] = (centres_CD[kind_N] + noise_ND).astype(np.float32)
    kinds = tuple(f"kind {number}" for number in range(KINDS))
    return OpenLibrary(kinds, kind_N, SPACE, features, digest="clouds")


def without_numbers(library: OpenLibrary) -> OpenLibrary:
    """The same kinds, but no feature is a number: each training on them diverges at once."""
    broken = {space: np.full_like(features_ND, np.nan) for space, features_ND in library.features.items()}
    return replace(library, features=broken)


def run_files(out: Path, start: str = "") -> list[Path]:
    """The finished runs whose names begin so."""
    return sorted((out / "open_set" / "runs").glob(f"{start}*.json"))
