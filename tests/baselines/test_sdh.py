"""SDH: each step against the objective written out, none of them increasing it; resumed exactly; what it keeps."""

import itertools
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import Tensor

from engine.baselines import kernel_map, sdh
from engine.baselines.dsdh import descend
from engine.baselines.sdh import Sdh
from engine.baselines.settings import SdhSettings
from engine.errors import UserError
from engine.evaluation.metrics import quantisation_error
from engine.learning import checkpoints
from engine.learning.checkpoints import Checkpoint
from engine.model.codes import pack
from engine.progress import finish
from engine.training.inputs import FeatureInputs
from engine.training.learner import Learner
from engine.training.material import Material
from engine.training.reports import EpochReport, LookReport
from engine.training.targets import Targets
from engine.training.validation import Validation

N, D, C, K = 90, 12, 3, 16


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_map, "PIECE", 32)
    monkeypatch.setattr(sdh, "PIECE", 32)


def clouds(count: int, spread: float = 1.0, seed: int = 0) -> tuple[Tensor, Tensor]:
    """Features around a point for each label, and the labels; every third image has two, and lies between."""
    random = torch.Generator().manual_seed(seed)
    centres_CD = 2 * torch.eye(C, D)
    first = torch.arange(count) % C
    labels_NC = torch.nn.functional.one_hot(first, C).bool()
    labels_NC[::5] |= torch.nn.functional.one_hot((first + 1) % C, C).bool()[::5]
    weights_NC = labels_NC.float() / labels_NC.sum(dim=1, keepdim=True)
    return weights_NC @ centres_CD + spread * torch.randn(count, D, generator=random) / 2, labels_NC


def learner(labels_NC: Tensor | None = None, validation: Validation | None = None, **changes: float) -> Sdh:
    x_ND, own_NC = clouds(N)
    settings = SdhSettings(bits=K, anchors=20, epochs=6, nu=0.05).changed(**changes)
    targets = Targets(own_NC if labels_NC is None else labels_NC)
    return Sdh(settings, Material(FeatureInputs(x_ND), torch.arange(N), targets, validation), targets)


def validation(seed: int = 5) -> Validation:
    x_ND, labels_NC = clouds(40, 2.0, seed)
    return Validation(FeatureInputs(x_ND, "cpu"), labels_NC.numpy(), torch.arange(N), clouds(N)[1].numpy())


def epochs_of(made: Sdh) -> list[EpochReport]:
    return [report for report in made.run() if isinstance(report, EpochReport)]


def literal_objective(
    y_NC: Tensor, b_NK: Tensor, w_KC: Tensor, phi_NA: Tensor, p_AK: Tensor, settings: SdhSettings
) -> float:
    """‖Y - BW‖² + λ‖W‖² + ν(‖B - ΦP‖² + δ‖P‖²), entry by entry."""
    y, b, w = y_NC.double().tolist(), b_NK.double().tolist(), w_KC.double().tolist()
    f, p = (phi_NA.double() @ p_AK.double()).tolist(), p_AK.double().tolist()
    total = 0.0
    for i in range(len(y)):
        for c in range(len(y[0])):
            total += (y[i][c] - sum(b[i][k] * w[k][c] for k in range(len(w)))) ** 2
        total += settings.nu * sum((b[i][k] - f[i][k]) ** 2 for k in range(len(w)))
    total += settings.lam * sum(value**2 for row in w for value in row)
    return total + settings.nu * settings.ridge * sum(value**2 for row in p for value in row)


class Steps:
    """A learner step by step, with the objective at hand."""

    def __init__(self, **changes: float) -> None:
        self.made = learner(**changes)
        finish(self.made._prepare())
        self.phi_NA = torch.cat([phi_mA for _, phi_mA in self.made._kernel.pieces()])
        self.made._p_AK = finish(self.made._fitted())
        self.w_KC = torch.randn(K, C, generator=torch.Generator().manual_seed(1)).double()

    def objective(
        self, w_KC: Tensor | None = None, p_AK: Tensor | None = None, b_NK: Tensor | None = None
    ) -> float:
        made = self.made
        return literal_objective(
            made._labels_NC,
            made._b_NK if b_NK is None else b_NK,
            self.w_KC if w_KC is None else w_KC,
            self.phi_NA,
            made._p_AK if p_AK is None else p_AK,
            made._settings,
        )

    def codes(self) -> None:
        finish(self.made._descend(finish(self.made._approximated()), self.w_KC))


@pytest.mark.parametrize("lam", [1e-3, 1.0, 50.0])
def test_the_g_step_is_the_minimum_over_w(lam: float):
    steps = Steps(lam=lam)
    w_KC = finish(steps.made._classifier())
    b_NK = steps.made._b_NK.double()
    expected_KC = torch.linalg.inv(b_NK.T @ b_NK + lam * torch.eye(K).double()) @ b_NK.T @ clouds(N)[1].double()
    torch.testing.assert_close(w_KC, expected_KC)
    least = steps.objective(w_KC)
    for seed in range(5):
        aside_KC = torch.randn(K, C, generator=torch.Generator().manual_seed(seed)).double()
        assert steps.objective(w_KC + 1e-3 * aside_KC) > least


def test_the_f_step_is_least_squares():
    steps = Steps()
    p_AK = finish(steps.made._fitted())
    root = steps.made._settings.ridge**0.5
    left = torch.cat([steps.phi_NA, root * torch.eye(steps.phi_NA.shape[1])]).double().numpy()
    right = torch.cat([steps.made._b_NK.double(), torch.zeros(steps.phi_NA.shape[1], K).double()]).numpy()
    expected_AK = np.linalg.lstsq(left, right, rcond=None)[0]
    np.testing.assert_allclose(p_AK.numpy(), expected_AK, atol=1e-3 * np.abs(expected_AK).max())
    least = steps.objective(p_AK=p_AK)
    for seed in range(5):
        aside_AK = torch.randn(*p_AK.shape, generator=torch.Generator().manual_seed(seed))
        assert steps.objective(p_AK=p_AK + 1e-2 * aside_AK) > least


@pytest.mark.parametrize("seed", range(4))
def test_descending_one_bit_after_the_other_is_brute_force_over_each_bits_vector(seed: int):
    """All 2^N values of a bit of N images are tried, bit after bit, on the objective as it is written."""
    random = torch.Generator().manual_seed(seed)
    images, bits, nu = 5, 4, 0.3
    y_NC = torch.rand(images, C, generator=random) < 0.5
    w_KC = torch.randn(bits, C, generator=random).double()
    f_NK = torch.randn(images, bits, generator=random).double()
    b_NK = torch.randint(2, (images, bits), generator=random).double() * 2 - 1
    expected_NK = b_NK.clone()
    settings = SdhSettings(nu=nu)
    for k in range(bits):

        def value(bit: tuple[float, ...], k: int = k) -> float:
            tried_NK = expected_NK.clone()
            tried_NK[:, k] = torch.tensor(bit).double()
            return literal_objective(y_NC, tried_NK, w_KC, f_NK, torch.eye(bits), settings)

        best = min(itertools.product((-1.0, 1.0), repeat=images), key=value)
        expected_NK[:, k] = torch.tensor(best).double()
    assert torch.equal(descend(b_NK, f_NK, y_NC.double(), w_KC, nu), expected_NK)


def test_the_b_step_ends_where_no_single_bit_of_an_image_can_be_bettered():
    steps = Steps(nu=0.5)
    steps.w_KC = finish(steps.made._classifier())
    steps.codes()
    least = steps.objective()
    for i, k in itertools.product(range(0, N, 9), range(K)):
        other_NK = steps.made._b_NK.clone()
        other_NK[i, k] *= -1
        assert steps.objective(b_NK=other_NK) >= least - 1e-6


@pytest.mark.parametrize("nu", [0.0, 1e-5, 0.05, 2.0])
def test_no_step_increases_the_objective(nu: float):
    steps = Steps(nu=nu)
    value = steps.objective()
    for _ in range(3):
        steps.w_KC = finish(steps.made._classifier())
        value, before = steps.objective(), value
        assert value <= before * (1 + 1e-6)
        steps.codes()
        value, before = steps.objective(), value
        assert value <= before * (1 + 1e-6)
        steps.made._p_AK = finish(steps.made._fitted())
        value, before = steps.objective(), value
        assert value <= before * (1 + 1e-6)


def test_the_loss_that_is_reported_is_the_objective_of_an_image_and_falls():
    steps = Steps(epochs=1)
    steps.w_KC = finish(steps.made._classifier())
    steps.codes()
    steps.made._p_AK = finish(steps.made._fitted())
    (first, *later) = epochs_of(learner())
    assert first.loss == pytest.approx(steps.objective() / N, rel=1e-5)
    f_NK = (steps.phi_NA @ steps.made._p_AK).numpy()
    assert np.abs(f_NK).max() > 1
    assert first.quantisation_error == pytest.approx(quantisation_error(np.clip(f_NK, -1, 1)), rel=1e-4)
    losses = [first.loss, *(report.loss for report in later)]
    assert all(after <= before * (1 + 1e-6) for before, after in itertools.pairwise(losses))


def test_it_learns_what_the_labels_say():
    made = learner()
    epochs_of(made)
    x_ND, labels_NC = clouds(60, seed=9)
    function = made.hash_function(clouds(N)[0].mean(dim=0).numpy())
    assert function.bits == K
    judge = Validation(FeatureInputs(x_ND, "cpu"), labels_NC.numpy(), torch.arange(N), clouds(N)[1].numpy())
    outputs = [torch.from_numpy(function.outputs(each.numpy())) for each in (x_ND, clouds(N)[0])]
    chance = float((labels_NC.float() @ clouds(N)[1].float().T > 0).float().mean())
    assert judge.mean_average_precision(*outputs) > chance + 0.25


def test_a_run_taken_up_again_equals_one_that_was_never_stopped(tmp_path: Path):
    whole = learner(validation=validation(), nu=0.2)
    reports = epochs_of(whole)
    assert len(reports) >= 3
    for stop in range(1, len(reports) + 1):
        left = learner(validation=validation(), nu=0.2)
        running = left.run()
        while left._epoch < stop:
            next(running)
        checkpoints.write(str(tmp_path), Checkpoint(*left.state(), {}))
        running.close()
        read = checkpoints.read(str(tmp_path))
        assert read is not None
        again = learner(validation=validation(), nu=0.2)
        again.load_state(read.tensors, read.values)
        assert again.is_over == (stop == len(reports))
        rest = [(each.loss, each.validation_map, each.best) for each in epochs_of(again)]
        assert rest == [(each.loss, each.validation_map, each.best) for each in reports[stop:]]
        mean_D = np.zeros(D, np.float32)
        mine, its = again.hash_function(mean_D), whole.hash_function(mean_D)
        assert (mine.outputs(clouds(50)[0].numpy()) == its.outputs(clouds(50)[0].numpy())).all()
        assert (mine.kernel_mean_A == its.kernel_mean_A).all()
        assert torch.equal(again._b_NK, whole._b_NK)


def test_what_does_not_fit_into_memory_is_computed_again_with_the_same_result(monkeypatch: pytest.MonkeyPatch):
    kept = epochs_of(learner(validation=validation()))
    monkeypatch.setattr(kernel_map, "MOST_HELD", 0)
    again = epochs_of(learner(validation=validation()))
    assert [each.validation_map for each in again] == [each.validation_map for each in kept]


def test_the_best_on_validation_is_kept():
    made = learner(validation=validation(), nu=0.2)
    kept: dict[float, Tensor] = {}
    figures = []
    for report in made.run():
        if isinstance(report, EpochReport):
            assert report.validation_map is not None
            figures.append(report.validation_map)
            assert report.best == (report.validation_map == max(figures) and figures.count(max(figures)) == 1)
            kept.setdefault(report.validation_map, made._p_AK.clone())
    assert (made.hash_function(np.zeros(D, np.float32)).weights_AK == kept[max(figures)].numpy()).all()
    query = validation()
    outputs = made.hash_function(clouds(N)[0].mean(dim=0).numpy()).outputs
    codes = [torch.from_numpy(outputs(x.numpy())) for x in (query.queries.plain(torch.arange(40)), clouds(N)[0])]
    assert query.mean_average_precision(*codes) == pytest.approx(max(figures), abs=1e-6)


def test_codes_that_change_no_more_end_it():
    made = learner(epochs=500, nu=1e-5)
    reports = epochs_of(made)
    assert made.is_over
    assert len(reports) < 500
    assert [report.measures["bits_changed"] == 0 for report in reports] == [False] * (len(reports) - 1) + [True]


def test_it_reports_often_and_may_be_left_at_any_report():
    made: Learner = learner(validation=validation(), epochs=2)
    reports = list(made.run())
    looks = [report for report in reports if isinstance(report, LookReport)]
    assert len(looks) > 3 * (N // 32)
    assert all(0 < look.done <= look.total and 1 <= look.epoch <= look.epochs for look in looks)
    for stop in range(len(reports)):
        left = learner(validation=validation(), epochs=2).run()
        for _ in range(stop):
            next(left)
        left.close()


def test_images_without_a_label_are_left_out():
    x_ND, labels_NC = clouds(N)
    labels_NC[40:] = False
    made = learner(labels_NC)
    epochs_of(made)
    settings = SdhSettings(bits=K, anchors=20, epochs=6, nu=0.05)
    alone = Sdh(settings, Material(FeatureInputs(x_ND[:40]), torch.arange(40), None), Targets(labels_NC[:40]))
    epochs_of(alone)
    one, other = (each.hash_function(np.zeros(D, np.float32)).codes(x_ND.numpy()) for each in (made, alone))
    assert (one == other).all()
    with pytest.raises(UserError, match=r"^None of the training pictures has a label\.$"):
        learner(torch.zeros(N, C).bool())


def test_only_the_rows_that_are_asked_for_are_learned_from():
    x_ND, labels_NC = clouds(N)
    rows = torch.arange(3, 60)
    settings = SdhSettings(bits=K, anchors=1000)
    made = Sdh(settings, Material(FeatureInputs(x_ND), rows, None), Targets(labels_NC))
    epochs_of(made)
    anchors = set(map(tuple, made.hash_function(np.zeros(D, np.float32)).anchors_AD.tolist()))
    assert anchors == set(map(tuple, x_ND[rows].tolist()))


def test_the_same_seed_gives_the_same_codes_and_another_one_others():
    def codes(seed: int) -> bytes:
        made = learner(seed=seed)
        epochs_of(made)
        function = made.hash_function(np.zeros(D, np.float32))
        return pack(function.outputs(clouds(N)[0].numpy())).tobytes()

    assert codes(0) == codes(0) != codes(1)


def test_there_are_three_candidates_and_the_first_is_the_default():
    for bits in (16, 64):
        first, *others = SdhSettings(bits=bits).candidates()
        assert first == {}
        assert len(others) == 2
        for changes in others:
            assert SdhSettings(bits=bits).changed(**changes) != SdhSettings(bits=bits)
