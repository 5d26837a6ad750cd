"""Features as a few numbers each: centred, scaled to length 1, along the directions in which they differ most."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.arrays import Vectors
from engine.model.linear_hash import centred

COMPONENTS = 50


@dataclass(frozen=True, slots=True, eq=False)
class Projection:
    """`mean_D` centres features, `directions_DR` are orthonormal, `offset_R` is where the middle lies."""

    mean_D: Vectors
    directions_DR: Vectors
    offset_R: Vectors

    def of(self, features_ND: Vectors) -> Vectors:
        reduced_NR: Vectors = centred(features_ND, self.mean_D) @ self.directions_DR - self.offset_R
        return reduced_NR


def fitted(sample_ND: Vectors, count: int = COMPONENTS) -> Projection:
    """The principal components of these features; each points to where its largest number is positive, so that the
    same features always give the same ones."""
    mean_D = sample_ND.mean(axis=0, dtype=np.float64).astype(np.float32)
    unit_ND = centred(sample_ND, mean_D)
    middle_D = unit_ND.mean(axis=0, dtype=np.float64).astype(np.float32)
    apart_ND = unit_ND - middle_D
    scatter_DD = (apart_ND.T @ apart_ND).astype(np.float64)
    _, vectors_DD = np.linalg.eigh(scatter_DD)  # the largest come last
    directions_DR = vectors_DD[:, ::-1][:, :count]
    largest_R = directions_DR[np.abs(directions_DR).argmax(axis=0), np.arange(directions_DR.shape[1])]
    directions_DR = (directions_DR * np.where(largest_R < 0, -1.0, 1.0)).astype(np.float32)
    return Projection(mean_D, np.ascontiguousarray(directions_DR), middle_D @ directions_DR)
