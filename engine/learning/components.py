"""Which things belong together when some pairs do: connected components, fed with many pairs at a time."""

import numpy as np

from engine.arrays import Rows


class Components:
    """So many things, at first each alone. A component is known by the first of its members."""

    def __init__(self, count: int) -> None:
        self._first_N = np.arange(count)

    @property
    def first_N(self) -> Rows:
        """For each thing the first one of its component: itself, if it is alone."""
        return self._first_N

    def join(self, a_E: Rows, b_E: Rows) -> None:
        """These belong together, pair by pair, and with them all that belong with either."""
        first_N = self._first_N
        while True:
            a_E, b_E = first_N[a_E], first_N[b_E]
            apart_E = a_E != b_E
            if not apart_E.any():
                return
            a_E, b_E = a_E[apart_E], b_E[apart_E]
            # The later ones follow the first of those they meet; what was missed by that is joined the next time.
            np.minimum.at(first_N, np.maximum(a_E, b_E), np.minimum(a_E, b_E))
            self._shorten()

    def _shorten(self) -> None:
        while True:
            further_N = self._first_N[self._first_N]
            if (further_N == self._first_N).all():
                return
            self._first_N[:] = further_N
