"""Other ways to lay pictures out in the plane, from the same 50 principal components, by their own defaults.

They bring numba along (200 MB): `pip install -e ".[benchmark]"`, and are left out where they are not installed.
"""

from collections.abc import Callable, Iterator
from importlib.util import find_spec

import numpy as np

from engine.arrays import Vectors

SEED = 1
LayOut = Callable[[Vectors], Vectors]


def peers() -> Iterator[tuple[str, LayOut]]:
    for package, lay_out in (("pacmap", _pacmap), ("openTSNE", _open_tsne)):
        if find_spec(package) is not None:
            yield package, lay_out
        else:
            print(f"  {package} is not installed")


def _pacmap(reduced_NR: Vectors) -> Vectors:
    from pacmap import PaCMAP

    return np.asarray(PaCMAP(n_components=2, random_state=SEED).fit_transform(reduced_NR), np.float32)


def _open_tsne(reduced_NR: Vectors) -> Vectors:
    from openTSNE import TSNE

    return np.asarray(TSNE(random_state=SEED).fit(reduced_NR), np.float32)
