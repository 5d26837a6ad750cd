"""All triplets of a batch in plain loops."""

from collections.abc import Callable, Iterator

from torch import Tensor


def triplets(s_mm: Tensor, w_mm: Tensor) -> Iterator[tuple[int, int, int, float]]:
    """Anchor, positive and negative of which something is known, and their weight."""
    m = len(s_mm)
    for i in range(m):
        for j in range(m):
            for k in range(m):
                weight = float(w_mm[i, j] * w_mm[i, k])
                if len({i, j, k}) == 3 and weight and s_mm[i, j] > 0 and s_mm[i, k] == 0:
                    yield i, j, k, weight


def slow_mean(s_mm: Tensor, w_mm: Tensor, term: Callable[[int, int, int], float]) -> float:
    """The mean over anchors that have triplets of the weighted mean over their triplets."""
    sums: dict[int, tuple[float, float]] = {}
    for i, j, k, weight in triplets(s_mm, w_mm):
        total, weights = sums.get(i, (0.0, 0.0))
        sums[i] = total + weight * term(i, j, k), weights + weight
    return sum(total / weights for total, weights in sums.values()) / len(sums)


def squared_distance(a: list[float], b: list[float]) -> float:
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))


def inner(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))
