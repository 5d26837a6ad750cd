"""The settings: every wrong value is one sentence, every preset is valid, what is typed is read."""

import csv
import dataclasses
import itertools
import math
from typing import Any

import pytest

from engine.dualhash.settings import PRESETS, Settings
from engine.errors import UserError
from engine.training.settings import Description, read_settings
from tests.dualhash.presets import preset
from tests.shared_data import SHARED, needs_shared

NUMBERS = [d for d in Settings.describe() if d.kind in (int, float) and not d.choices]


def refusal(**changes: Any) -> str:
    """The one sentence with which these values are refused."""
    with pytest.raises(UserError) as caught:
        Settings().changed(**changes)
    text = str(caught.value)
    assert text.endswith(".")
    assert "\n" not in text
    assert len(text) < 250
    return text


def wrong_values() -> list[tuple[str, Any]]:
    wrong: list[tuple[str, Any]] = []
    for d in Settings.describe():
        wrong += [(d.name, value) for value in ([], "nonsense", b"1", object)]
        if not d.automatic:
            wrong.append((d.name, None))
        if d.kind is bool:
            wrong += [(d.name, 1), (d.name, "true")]
        elif d.choices:
            wrong += [(d.name, 1), (d.name, d.choices[0].upper()), (d.name, "")]
        else:
            wrong += [(d.name, value) for value in (True, math.nan, math.inf, -math.inf, "1", 10**400, -(10**400))]
            wrong += [(d.name, beyond) for beyond in just_outside(d)]
        if d.kind is int:
            wrong += [(d.name, float(d.low or 0)), (d.name, 8.5)]
    return wrong


def just_outside(d: Description) -> list[float]:
    assert d.low is not None
    assert d.high is not None
    if d.kind is int:
        return [int(d.low) - 1, int(d.high) + 1]
    return [math.nextafter(d.low, -math.inf), math.nextafter(d.high, math.inf)]


def test_a_wrong_value_is_refused_by_its_name():
    """Some 500 of them, so not one by one: those that are allowed, or refused in other words, are listed."""
    allowed, otherwise = [], []
    for name, value in wrong_values():
        try:
            text = refusal(**{name: value})
        except pytest.fail.Exception:
            allowed.append(f"{name}={value!r:.20}")
        else:
            if not text.startswith(f"{name} must "):
                otherwise.append(text)
    assert allowed == otherwise == []


@pytest.mark.parametrize("d", NUMBERS, ids=lambda d: d.name)
def test_the_ends_of_a_range_are_allowed(d: Description):
    for value in (d.low, d.high):
        d.check(value)


@pytest.mark.parametrize("d", Settings.describe(), ids=lambda d: d.name)
def test_a_setting_describes_itself_and_its_default_is_allowed(d: Description):
    assert d.meaning.endswith(".")
    d.check(d.default)
    assert getattr(Settings(), d.name) == d.default
    if d.kind in (int, float) and not d.choices:
        assert d.low < d.high
        assert isinstance(d.low, (int, float))
    if d.default is None:
        assert d.automatic


def test_all_settings_are_described_in_order():
    assert [d.name for d in Settings.describe()] == [entry.name for entry in dataclasses.fields(Settings)]


def test_what_is_no_number_is_called_so():
    assert refusal(gamma=math.nan) == "gamma must be a number, not nan."
    assert refusal(bits=8.5) == "bits must be a whole number, not 8.5."
    assert refusal(seed=2**31) == "seed must lie between 0 and 2147483647, not be 2147483648."


def test_an_unknown_name_is_refused():
    assert refusal(speed=1) == "There is no setting named 'speed'."
    with pytest.raises(UserError, match=r"^There is no setting named 'speed'; there are bits, seed, hidden"):
        read_settings(Settings, {"speed": "1"})


@pytest.mark.parametrize("bits", [8, 16, 48, 64, 512])
def test_multiples_of_eight_bits_are_allowed(bits: int):
    assert Settings(bits=bits).bits == bits


@pytest.mark.parametrize("bits", [9, 12, 63, 511])
def test_other_numbers_of_bits_are_not(bits: int):
    assert refusal(bits=bits) == f"bits must be a multiple of 8, not {bits}."


def test_two_tau_gamma_must_not_pass_one():
    assert Settings(gamma=10.0, tau=0.05).tau == 0.05
    assert Settings(gamma=3.0, tau=1 / 6, sigma=1.0).gamma == 3.0
    assert refusal(tau=0.051) == "2·tau·gamma must not pass 1, but is 1.02."
    assert refusal(gamma=20.0).startswith("2·tau·gamma must not pass 1")


def test_tau_sigma_must_not_pass_one():
    assert Settings(tau=0.05, sigma=20.0).sigma == 20.0
    assert refusal(sigma=20.1) == "tau·sigma must not pass 1, but is 1.005."


def test_the_theorems_constants_must_fit_where_they_are_used():
    assert Settings(theorem_rho=3.0).theorem_rho == 3.0  # not used
    assert Settings(step_rule="theorem", theorem_rho=2.0, theorem_eta=0.25).theorem_rho == 2.0
    assert "theorem_rho" in refusal(step_rule="theorem", theorem_rho=2.1, theorem_eta=0.25)
    assert "theorem_rho" in refusal(step_rule="theorem", theorem_eta=0.5)


@pytest.mark.parametrize("name", list(PRESETS))
def test_a_preset_is_valid_and_can_be_changed(name: str):
    assert preset(name).changed() == preset(name)
    changed = preset(name, bits=16, seed=4)
    assert (changed.bits, changed.seed) == (16, 4)
    assert changed.changed(bits=64, seed=0) == preset(name)


def test_the_presets_are_those_of_the_design():
    balanced, compact, theory = (preset(name) for name in ("balanced", "compact", "theory"))
    assert balanced == Settings()
    for made, gamma, hand_over in ((balanced, 10, 0.25), (compact, 30, 0.1)):
        assert (made.gamma, made.hand_over, made.kappa_used, made.dual) == (gamma, hand_over, 20, "orthant")
        assert made.tau * made.gamma == pytest.approx(0.5)  # t
        assert made.sigma / made.gamma == pytest.approx(0.5)  # the step of Y = Λ/γ is t, too
        assert made.lam / made.gamma == pytest.approx(1)  # r
    assert (theory.kappa, theory.dual, theory.hand_over) == (0, "envelope", 0)
    assert (theory.tau, theory.sigma, theory.lam, theory.gamma) == (0.01, 0.001, 0.05, 3)


def test_an_unknown_preset_is_refused():
    with pytest.raises(
        UserError, match=r"^There is no preset named 'best'; there are balanced, compact, theory\.$"
    ):
        preset("best")


def test_a_preset_does_not_hide_a_wrong_change():
    with pytest.raises(UserError, match=r"^2·tau·gamma"):
        preset("compact", tau=0.05)


@pytest.mark.parametrize(
    ("bits", "alpha", "alpha_b"), [(64, 0.2, 0.05), (32, 0.4, 0.1), (16, 0.8, 0.2), (8, 0.95, 0.4)]
)
def test_the_sharpness_follows_the_bits_unless_set(bits: int, alpha: float, alpha_b: float):
    made = Settings(bits=bits)
    assert made.alpha_used == pytest.approx(alpha)
    assert made.alpha_b_used == pytest.approx(alpha_b)
    assert made.changed(alpha=0.1, alpha_b=0.3).alpha_used == 0.1
    assert made.changed(alpha=0.1, alpha_b=0.3).alpha_b_used == 0.3


@pytest.mark.parametrize("share", [2 / 3, 0.78, 1.0])
@pytest.mark.parametrize(("bits", "alpha"), [(128, 0.4), (64, 0.8), (16, 0.95)])
def test_where_images_have_several_labels_it_is_sharper_and_b_has_no_drive(bits: int, alpha: float, share: float):
    made = Settings(bits=bits).for_several_labels(share)
    assert (made.alpha_used, made.kappa_used) == (pytest.approx(alpha), 0)
    assert made.changed(alpha=None, kappa=None) == Settings(bits=bits)  # nothing else


def test_where_each_image_has_one_label_all_is_as_by_default():
    assert Settings().for_several_labels(0.0) == Settings()


def test_in_between_each_further_image_with_several_labels_changes_a_little():
    shares = [number / 900 for number in range(901)]
    made = [Settings(bits=64).for_several_labels(share) for share in shares]
    half = made[300]  # of the way
    assert (half.alpha_used, half.kappa_used) == (pytest.approx(0.4), pytest.approx(10))  # √(0.2 · 0.8)
    for before, after in itertools.pairwise(made):
        assert 1 <= after.alpha_used / before.alpha_used < 1.003
        assert 0 <= before.kappa_used - after.kappa_used < 0.05


@needs_shared
def test_photos_of_many_things_have_several_labels_often_enough():
    with (SHARED / "coco_multilabel" / "labels.csv").open(newline="") as file:
        counts = [len(row["labels"].split(";")) for row in csv.DictReader(file)]
    made = Settings(bits=64).for_several_labels(sum(count > 1 for count in counts) / len(counts))
    assert (made.alpha_used, made.kappa_used) == (0.8, 0)


@pytest.mark.parametrize("share", [0.0, 0.2, 1.0])
def test_what_was_set_stays_where_images_have_several_labels(share: float):
    made = Settings(alpha=0.3, kappa=7.0).for_several_labels(share)
    assert (made.alpha_used, made.kappa_used) == (0.3, 7.0)


def test_the_learning_rate_follows_the_instance_unless_set():
    assert Settings().learning_rate_used == 1
    assert Settings(instance="storm").learning_rate_used == 10
    assert Settings(instance="storm", learning_rate=0.5).learning_rate_used == 0.5


@pytest.mark.parametrize(
    ("bits", "base"), [(8, 0), (16, 8), (24, 8), (32, 8), (48, 16), (64, 16), (128, 32), (256, 64), (512, 128)]
)
def test_a_quarter_of_the_bits_is_not_learned_where_the_whole_library_is_learned_from(bits: int, base: int):
    made = Settings(bits=bits, learn_from="library")
    assert (made.base_bits_used, made.learned_bits) == (base, bits - base)
    assert Settings(bits=bits).base_bits_used == 0
    assert Settings(bits=bits, learn_from="library", base_bits=0).learned_bits == bits


@pytest.mark.parametrize(
    ("bits", "share", "base"),
    [(256, 0.0, 128), (256, 0.15, 96), (256, 0.3, 64), (256, 1.0, 64), (64, 0.04, 32), (16, 0.0, 8), (8, 0.0, 0)],
)
def test_the_fewer_images_have_labels_the_more_bits_are_not_learned_from_them(bits: int, share: float, base: int):
    assert Settings(bits=bits, learn_from="library").for_labelled(share).base_bits_used == base


def test_base_bits_that_were_set_stay_however_many_images_have_labels():
    assert Settings(bits=256, learn_from="library", base_bits=0).for_labelled(0.0).base_bits_used == 0
    assert Settings(bits=256, learn_from="library", base_bits=32).for_labelled(0.0).base_bits_used == 32
    assert Settings(bits=256).for_labelled(0.0).base_bits == 0, "with labels alone there are none"


@pytest.mark.parametrize(("images", "epochs"), [(10**6, 30), (10_000, 30), (2560, 70), (512, 250), (5, 250)])
def test_a_small_library_is_seen_more_often_than_labels_alone(images: int, epochs: int):
    assert Settings(learn_from="library").epochs_for(images) == epochs


@pytest.mark.parametrize(("images", "epochs"), [(10**6, 20), (1500, 20), (512, 50), (256, 100), (5, 100)])
def test_few_images_are_seen_more_often(images: int, epochs: int):
    assert Settings().epochs_for(images) == epochs
    assert Settings(epochs=3).epochs_for(images) == 3


def test_settings_survive_as_a_dictionary():
    made = preset("compact", bits=32, output="random")
    assert Settings(**made.as_dict()) == made


def test_what_is_typed_becomes_values():
    typed = {
        "bits": "32", "gamma": "3", "tau": "1e-2", "balanced": "no", "dual": "envelope", "epochs": "auto",
        "learning_rate": "", "alpha": "None", "instance": "storm",
    }  # fmt: skip
    read = read_settings(Settings, typed)
    assert read == {
        "bits": 32, "gamma": 3.0, "tau": 0.01, "balanced": False, "dual": "envelope", "epochs": None,
        "learning_rate": None, "alpha": None, "instance": "storm",
    }  # fmt: skip
    assert isinstance(read["bits"], int)
    assert isinstance(read["gamma"], float)
    made = Settings().changed(**read)
    assert (made.bits, made.dual, made.epochs) == (32, "envelope", None)


@pytest.mark.parametrize(
    ("text", "value"), [("true", True), ("YES", True), ("1", True), ("False", False), ("0", False)]
)
def test_yes_and_no_are_typed_in_several_ways(text: str, value: bool):
    assert read_settings(Settings, {"balanced": text}) == {"balanced": value}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("bits", "many"), ("bits", "64.0"), ("bits", ""), ("gamma", "nan"), ("gamma", "inf"), ("gamma", "ten"),
        ("balanced", "maybe"), ("dual", "both"), ("seed", "auto"), ("bits", "9" * 400), ("bits", "9" * 5000),
        ("dual", "x" * 5000),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_when_it_is_used(name: str, text: str):
    assert refusal(**read_settings(Settings, {name: text})).startswith(f"{name} must ")
