"""The formulas of DualHash in plain loops over Python numbers: what the quick ones must equal."""

import math
from collections.abc import Callable

Matrix = list[list[float]]


def sgn(x: float) -> float:
    return 1.0 if x >= 0 else -1.0


def clip(x: float, low: float, high: float) -> float:
    return max(low, min(high, x))


def inner(a: list[float], b: list[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def similarity(labels: Matrix) -> Matrix:
    return [[1.0 if any(x and y for x, y in zip(a, b, strict=True)) else 0.0 for b in labels] for a in labels]


def similar_share(labels: Matrix) -> float:
    """Over all ordered pairs of different images that both have a label."""
    labelled = [row for row in labels if any(row)]
    similar = pairs = 0
    for i, a in enumerate(labelled):
        for j, b in enumerate(labelled):
            if i != j:
                pairs += 1
                similar += any(x and y for x, y in zip(a, b, strict=True))
    return similar / pairs


def likelihood(u: Matrix, s: Matrix, w: Matrix, alpha: float) -> float:
    """The negative logarithm of each pair's probability: P(similar) = 1 / (1 + exp(-θ))."""
    total = 0.0
    for i in range(len(u)):
        for j in range(len(u)):
            similar = 1 / (1 + math.exp(-alpha / 2 * inner(u[i], u[j])))
            total -= w[i][j] * math.log(similar if s[i][j] else 1 - similar)
    return total / len(u) ** 2


def penalty(u: Matrix, b: Matrix, gamma: float) -> float:
    entries = [(x - y) ** 2 for row_u, row_b in zip(u, b, strict=True) for x, y in zip(row_u, row_b, strict=True)]
    return gamma / 2 * sum(entries) / len(entries)


def drive(u: Matrix, b: Matrix, s: Matrix, w: Matrix, alpha_b: float) -> Matrix:
    m, bits = len(u), len(u[0])
    p = [[0.0] * bits for _ in range(m)]
    for i in range(m):
        for j in range(m):
            q = w[i][j] * (1 / (1 + math.exp(-alpha_b / 2 * inner(u[j], b[i]))) - s[i][j])
            for k in range(bits):
                p[i][k] += bits * alpha_b / 2 * q * u[j][k] / m
    return p


def prox_five_cases(y: float, tau: float, lam: float) -> float:
    """The paper's proximal mapping of the conjugate function."""
    if y > lam + tau:
        return lam
    if tau < y <= lam + tau:
        return y - tau
    if -tau <= y <= tau:
        return 0.0
    if -lam - tau <= y < -tau:
        return y + tau
    return -lam


def grid_argmin(function: Callable[[float], float], low: float, high: float, parts: int = 4000) -> float:
    return min((low + (high - low) * i / parts for i in range(parts + 1)), key=function)


def distance_to(b: float, low: float, high: float) -> float:
    """How far b lies from the interval [low, high]."""
    return max(low - b, b - high, 0.0)


def envelope_subdifferential(y: float, bound: float) -> tuple[float, float]:
    """∂h*(y) of h*(y) = |y| on [-bound, bound], infinite elsewhere."""
    low = -math.inf if y == -bound else (-1.0 if y <= 0 else 1.0)
    high = math.inf if y == bound else (1.0 if y >= 0 else -1.0)
    return low, high


def orthant_subdifferential(y: float, s: float, bound: float) -> tuple[float, float]:
    """∂h*(y) of h*(y) = s y on [-bound, bound], infinite elsewhere."""
    return (-math.inf if y == -bound else s), (math.inf if y == bound else s)


def dual_step(
    b: float,
    multiplier: float,
    u: float,
    p: float,
    *,
    tau: float,
    sigma: float,
    gamma: float,
    lam: float,
    dual: str,
) -> tuple[float, float]:
    """One B and one Λ step of one entry, unscaled: B' = B - τ(γ(B - u) + γ p + Λ); `p` has κ in it."""
    new = b - tau * (gamma * (b - u) + gamma * p + multiplier)
    if dual == "orthant":
        new = clip(new, -1, 1)
        return new, clip(multiplier + sigma * (2 * new - b) - sigma * sgn(new), -lam, lam)
    return new, prox_five_cases(multiplier + sigma * (2 * new - b), sigma, lam)
