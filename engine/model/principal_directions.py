"""The directions in which rows of numbers differ most: where ITQ and the hash layers begin."""

import numpy as np

from engine.arrays import Vectors


def principal_directions(x_ND: Vectors, count: int) -> Vectors:
    """(D, `count`) orthonormal directions, or all D: that of the largest variance first. The mean of x is 0."""
    rows, dimensions = x_ND.shape
    count = min(count, dimensions)
    if 2 * rows > dimensions:
        _, directions_DD = np.linalg.eigh(x_ND.T @ x_ND)  # ascending: the last ones carry most variance
        return directions_DD[:, : -count - 1 : -1]
    # Few rows span few directions. Along all others nothing differs, and any will do: of 1280 dimensions, finding
    # them takes most of a second.
    spanned_DN = np.linalg.svd(x_ND, full_matrices=False)[2].T
    more = max(0, count - rows)
    drawn_DM = np.random.default_rng(0).standard_normal((dimensions, more)).astype(x_ND.dtype)
    beside_DM = np.linalg.qr(np.concatenate([spanned_DN, drawn_DM], axis=1))[0][:, rows:] if more else drawn_DM
    return np.concatenate([spanned_DN[:, :count], beside_DM], axis=1)
