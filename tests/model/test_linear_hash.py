"""The built-in hash functions: projections are orthonormal, ITQ does what its formulas say."""

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray
from threadpoolctl import threadpool_info, threadpool_limits

from engine.errors import UserError
from engine.model.codes import unpack
from engine.model.linear_hash import ITQ_ROUNDS, LinearHash, centred, itq, random_projection
from engine.progress import finish


def clouds(count: int, dimensions: int, seed: int = 0) -> NDArray[np.float32]:
    """Points in eight clouds, all in one corner, as features of a network are."""
    random = np.random.default_rng(seed)
    centres = random.standard_normal((8, dimensions)) * 2 + 5
    spread = random.standard_normal((count, dimensions)) * np.linspace(1.5, 0.1, dimensions)
    return (centres[np.arange(count) % 8] + spread).astype(np.float32)


def quantisation_error(function: LinearHash, x_ND: NDArray[np.float32]) -> float:
    """||B - V R||² a point, of the rotated principal coordinates."""
    u_NK = (centred(x_ND, function.mean_D) - function.offset_D) @ function.weights_DK
    b_NK = np.where(u_NK >= 0, 1, -1)
    return float(((b_NK - u_NK) ** 2).sum() / len(x_ND))


def orthonormal(weights_DK: NDArray[np.float32]) -> bool:
    return np.allclose(weights_DK.T @ weights_DK, np.eye(weights_DK.shape[1]), atol=1e-4)


def test_centred_vectors_have_length_one_and_the_mean_itself_stays_zero():
    x_ND = clouds(20, 12)
    mean_D = x_ND.mean(axis=0)
    x_ND[3] = mean_D
    for x, scaled in zip(x_ND.tolist(), centred(x_ND, mean_D), strict=True):
        difference = [a - m for a, m in zip(x, mean_D.tolist(), strict=True)]
        length = sum(d * d for d in difference) ** 0.5
        expected = [d / length if length else 0.0 for d in difference]
        assert np.allclose(scaled, expected, atol=1e-5)
    assert centred(x_ND, mean_D).dtype == np.float32


def test_codes_are_the_signs_of_the_projected_centred_vector():
    x_ND = clouds(10, 24)
    function = finish(itq(clouds(200, 24), 16))
    for row, code in enumerate(unpack(function.codes(x_ND))):
        x = [float(a) - float(m) for a, m in zip(x_ND[row], function.mean_D, strict=True)]
        length = sum(a * a for a in x) ** 0.5
        x = [a / length - float(o) for a, o in zip(x, function.offset_D, strict=True)]
        for k in range(16):
            u = sum(x[d] * float(function.weights_DK[d, k]) for d in range(24))
            assert abs(u) < 1e-5 or (u >= 0) == (code[k] == 1)


def test_a_code_does_not_depend_on_the_other_rows():
    function, x_ND = random_projection(clouds(50, 40), 32), clouds(30, 40, seed=1)
    alone = [function.codes(x_ND[i : i + 1])[0].tolist() for i in range(30)]
    assert function.codes(x_ND).tolist() == alone


@pytest.mark.parametrize(("dimensions", "bits"), [(32, 32), (300, 256)])
def test_a_random_projection_is_orthonormal_goes_through_the_mean_and_is_always_the_same(
    dimensions: int, bits: int
):
    x_ND = clouds(60, dimensions)
    function = random_projection(x_ND, bits)
    assert function.bits == bits
    assert orthonormal(function.weights_DK)
    assert np.allclose(function.mean_D, x_ND.mean(axis=0), atol=1e-4)
    assert (function.weights_DK == random_projection(x_ND, bits).weights_DK).all()
    assert not (function.weights_DK == random_projection(x_ND, bits, seed=1).weights_DK).all()


def test_directions_are_found_on_one_thread_since_the_lock_is_held_meanwhile(monkeypatch: pytest.MonkeyPatch):
    threads: list[int] = []
    qr = np.linalg.qr

    def noting(a_DK: NDArray[np.float64]) -> object:
        threads.extend(pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas")
        return qr(a_DK)

    monkeypatch.setattr(np.linalg, "qr", noting)
    with threadpool_limits(2, user_api="blas"):
        random_projection(clouds(50, 40), 32)
    assert set(threads) == {1}


def test_a_projection_keeps_angles():
    """The share of bits that differ is about the angle between two vectors, over pi."""
    x_ND = clouds(200, 512)
    function = random_projection(x_ND, 512)
    signs, x = unpack(function.codes(x_ND)).astype(int), centred(x_ND, function.mean_D)
    differ = (512 - signs[:40] @ signs[40:].T) / 2 / 512
    angle = np.arccos(np.clip(x[:40] @ x[40:].T, -1, 1)) / np.pi
    assert np.abs(differ - angle).mean() < 0.03


def test_too_many_bits_for_the_features_is_one_sentence():
    with pytest.raises(UserError, match="64 bits need features of at least 64 dimensions, not 32"):
        random_projection(clouds(10, 32), 64)


@pytest.fixture(scope="module")
def fitted() -> tuple[NDArray[np.float32], LinearHash]:
    x_ND = clouds(600, 64)
    return x_ND, finish(itq(x_ND, 32))


def test_itq_is_orthonormal_and_spans_the_directions_of_most_variance(fitted):
    x_ND, function = fitted
    assert orthonormal(function.weights_DK)
    x = centred(x_ND, function.mean_D)
    x = x - x.mean(axis=0)
    _, _, directions = np.linalg.svd(x.astype(np.float64), full_matrices=False)
    principal_DK = directions[:32].T
    inside = principal_DK @ (principal_DK.T @ function.weights_DK)
    assert np.allclose(inside, function.weights_DK, atol=1e-3)
    kept = ((x @ function.weights_DK) ** 2).sum()
    assert np.isclose(kept, ((x @ principal_DK) ** 2).sum(), rtol=1e-4)


def test_each_round_of_itq_is_the_literal_one_and_lowers_the_error():
    """Corners B = sgn(V R), then R = the rotation that brings V nearest to them: the polar factor of Vᵀ B."""
    x_ND = clouds(300, 24)
    function = finish(itq(x_ND, 8))
    x = centred(x_ND, function.mean_D).astype(np.float64)
    x -= x.mean(axis=0)
    values, vectors = np.linalg.eigh(x.T @ x)
    v_NK = x @ vectors[:, np.argsort(values)[::-1][:8]]
    rotation = np.linalg.qr(np.random.default_rng(0).standard_normal((8, 8)))[0]
    errors = []
    for _ in range(ITQ_ROUNDS):
        corners = np.where(v_NK @ rotation >= 0, 1.0, -1.0)
        errors.append(((corners - v_NK @ rotation) ** 2).sum() / len(x))
        u, _, vh = np.linalg.svd(v_NK.T @ corners)
        rotation = u @ vh
    assert all(after <= before + 1e-9 for before, after in pairwise(errors))
    corners = np.where(v_NK @ rotation >= 0, 1.0, -1.0)
    assert np.isclose(
        quantisation_error(function, x_ND), ((corners - v_NK @ rotation) ** 2).sum() / len(x), rtol=0.02
    )


def test_itq_quantises_better_than_its_random_start(fitted):
    x_ND, function = fitted
    random = np.linalg.qr(np.random.default_rng(5).standard_normal((32, 32)))[0].astype(np.float32)
    start = LinearHash(function.mean_D, function.offset_D, function.weights_DK @ random)
    assert quantisation_error(function, x_ND) < quantisation_error(start, x_ND)


def test_bits_of_itq_are_balanced_and_the_clouds_are_told_apart(fitted):
    x_ND, function = fitted
    signs = unpack(function.codes(x_ND)).astype(int)
    assert np.abs(signs.mean(axis=0)).max() < 0.9
    distance = (32 - signs @ signs.T) / 2
    same = (np.arange(600)[:, None] - np.arange(600)) % 8 == 0
    assert distance[same].mean() < 0.5 * distance[~same].mean()


def test_itq_reports_each_round_and_is_always_the_same():
    x_ND, reports = clouds(100, 16), []
    work = itq(x_ND, 8)
    while True:
        try:
            reports.append(next(work))
        except StopIteration as stop:
            function = stop.value
            break
    assert [report.done for report in reports] == list(range(ITQ_ROUNDS + 1))
    assert {report.total for report in reports} == {ITQ_ROUNDS}
    assert (function.weights_DK == finish(itq(x_ND, 8)).weights_DK).all()
    assert function.weights_DK.dtype == function.mean_D.dtype == function.offset_D.dtype == np.float32
