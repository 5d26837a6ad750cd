"""Every setting of DualHash: its symbol in the paper, what it means, its range and its default; and the presets."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from engine.errors import UserError
from engine.sentences import said
from engine.training.settings import WHOLE_RATE, GradientSettings, setting

Instance = Literal["stom", "storm"]
Dual = Literal["orthant", "envelope"]
Source = Literal["library", "labels"]
StepRule = Literal["halving", "constant", "theorem"]

LARGEST_ALPHA = 0.95  # the paper wants alpha below 1
ONE_LABEL, SEVERAL_LABELS = 12.8, 51.2  # α · bits
DRIVE = 20.0  # κ where each image has one label
# Of the images that are learned from: where so many have a label, a quarter of the bits is not learned from labels.
# (A library in 20 kinds, half of them labelled: with ten labels each, half of the bits was as good for these, and
# better for the others; with four fifths of their images labelled, a quarter was.)
MANY_LABELLED = 0.3
# Of the labelled images: where so many have several labels, all is as if each had. (With a tenth, a fifth, a third
# and half of some photos keeping their several labels, mAP was best at 1/4, 1/2, 1/2 and 3/4 of the way.)
MOST = 2 / 3
LIBRARY_EPOCHS, LIBRARY_STEPS, MOST_LIBRARY_EPOCHS = 30, 700, 250  # at least, for few images, and never more
SHARPNESS_CHOSEN = said(
    "12.8 / bits; the more pictures have several labels the larger, 51.2 / bits from two thirds of them on; "
    "at most 0.95"
)


def part_of_the_way(share: float) -> float:
    """From what is best where each image has one label (0) to what is best where each has several (1)."""
    return min(1.0, share / MOST)


def sharpness(bits: int, share: float = 0.0) -> float:
    """α where none is set, for images of which this share has several labels."""
    chosen = ONE_LABEL * math.pow(SEVERAL_LABELS / ONE_LABEL, part_of_the_way(share))
    return min(LARGEST_ALPHA, chosen / bits)


def other_sharpnesses(alpha: float) -> list[float]:
    """What an experiment tries besides: twice α if that may be, half of it, a quarter."""
    return [factor * alpha for factor in (2.0, 0.5, 0.25) if factor * alpha <= LARGEST_ALPHA]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings(GradientSettings):
    """DualHash, balanced by default."""

    instance: Instance = setting(
        "stom", "", said("How x is updated: momentum or variance reduction."), choices=("stom", "storm")
    )

    epochs: int | None = setting(
        None, "", said("Passes over the training pictures."), 1, 10_000,
        automatic=said("20, 30 with the whole library, more for few pictures; 10 for the whole network"),
    )  # fmt: skip

    # What is learned from
    learn_from: Source = setting(
        "labels", "",
        said("The whole library, or labelled pictures alone, as in the paper; that forgets all others."),
        choices=("library", "labels"),
    )  # fmt: skip
    base_bits: int | None = setting(
        None, "",
        said("How many of the bits are not learned from labels, but keep what pictures look like."), 0, 504,
        automatic=said("a quarter of them, up to half where few pictures have labels; none on labels alone"),
    )  # fmt: skip
    neighbour_weight: float = setting(
        15.0, "w_n", said("With the whole library: what neighbours count, where labels count 1; less beside many."),
        0.0, 1e3,
    )  # fmt: skip

    hand_over: float = setting(
        0.25, "", said("Share of the epochs on the likelihood alone, before B and Λ join."), 0.0, 1.0
    )

    # The pairwise likelihood f
    alpha: float | None = setting(
        None, "α", said("Sharpness of the likelihood, in (0, 1)."), 1e-4, 0.9999, automatic=SHARPNESS_CHOSEN
    )
    balanced: bool = setting(True, "w", said("Similar and dissimilar pairs weigh the same in sum."))
    rarity: float = setting(
        1.0, "w", said("How much more a rare shared label counts than a frequent one; 0: the same."), 0.0, 2.0
    )
    weight_cap: float = setting(
        50.0, "", said("Largest ratio of the two pair weights, and of a rare pair to the mean."), 1.0, 1e6
    )
    decision_weight: float = setting(10.0, "", said("Weight of an accepted or rejected pair."), 0.0, 1e4)
    continuation: float = setting(1.0, "", said("Final slope s of u = tanh(s C); 1 keeps it constant."), 1.0, 100.0)

    # The penalty, the auxiliary codes B and the dual variable Λ
    gamma: float = setting(10.0, "γ", said("Strength of the penalty γ/2·‖u - b‖²."), 1e-6, 1e4)
    lam: float = setting(10.0, "λ", said("Strength of the W-type regularisation λ·‖|b| - 1‖₁."), 0.0, 1e6)
    tau: float = setting(0.05, "τ", said("Step of B; 2τγ must not pass 1."), 1e-9, 1e3)
    sigma: float = setting(5.0, "σ", said("Step of Λ; τσ must not pass 1."), 0.0, 1e6)
    dual: Dual = setting(
        "orthant", "h*",
        said("Conjugate in the Λ step: of h in B's orthant, or of its convex envelope (the paper's)."),
        choices=("orthant", "envelope"),
    )  # fmt: skip
    kappa: float | None = setting(
        None, "κ", said("B's own pair gradient; 0 is the paper's two-block scheme."), 0.0, 1e4,
        automatic=said("20; the more pictures have several labels the smaller, 0 from two thirds of them on"),
    )  # fmt: skip
    alpha_b: float | None = setting(
        None,
        "α_B",
        said("Sharpness of B's pair gradient, in (0, 1)."),
        1e-4,
        0.9999,
        automatic=said("3.2 / bits, at most 0.95"),
    )

    # The steps of x
    learning_rate: float | None = setting(
        None,
        "η",
        said("Step of the hash layers."),
        1e-8,
        1e3,
        automatic=said(
            "1 for StoM, 10 for StoRM, 5 with the whole library; a hundredth of it for the whole network"
        ),
    )
    momentum: float = setting(
        0.905, "α_k", said("StoM: weight of the last step in y = x + α_k(x - x_prev)."), 0.0, 0.9999
    )
    extrapolation: float = setting(
        0.905, "β_k", said("StoM: where the gradient is taken, z = x + β_k(x - x_prev)."), 0.0, 0.9999
    )
    rho: float = setting(
        0.5, "ρ_k", said("StoRM: how much of the old estimate is forgotten, in (0, 1)."), 1e-4, 0.9999
    )
    step_rule: StepRule = setting(
        "halving", "η_k, ρ_k", said("η halved every tenth of the run, constant, or the theorems' rules."),
        choices=("halving", "constant", "theorem"),
    )  # fmt: skip

    # The theorems' constants
    theorem_eta: float = setting(
        0.25, "η", said("Theorems: η in η_k = η/L_F (StoM), η/(L_F·T^⅓) (StoRM)."), 1e-6, 0.5
    )
    theorem_rho: float = setting(1.0, "ρ", said("Theorem of StoRM: ρ in ρ_k = 8ρη²/T^⅔."), 1.0, 1e6)
    smoothness: float = setting(
        0.25, "L_F", said("Theorems: the assumed Lipschitz constant of the gradient."), 1e-6, 1e6
    )
    first_batch: float = setting(
        0.0, "c_b", said("StoRM: the first batch has c_b·T^⅓ times m pictures; 0 for m."), 0.0, 100.0
    )

    def __post_init__(self) -> None:
        GradientSettings.__post_init__(self)
        if 2 * self.tau * self.gamma > 1 + 1e-9:
            raise UserError(said("2·tau·gamma must not pass 1, but is {value:g}.", value=2 * self.tau * self.gamma))
        if self.tau * self.sigma > 1 + 1e-9:
            raise UserError(said("tau·sigma must not pass 1, but is {value:g}.", value=self.tau * self.sigma))
        if self.base_bits_used % 8 or self.learned_bits < 8:
            raise UserError(
                said(
                    "base_bits must be a multiple of 8 and leave at least 8 of {bits} bits, not {base_bits}.",
                    bits=self.bits,
                    base_bits=self.base_bits,
                )
            )
        if self.step_rule == "theorem" and 8 * self.theorem_rho * self.theorem_eta**2 > 1 + 1e-9:
            raise UserError(said("theorem_rho must not pass 1 / (8·theorem_eta²)."))

    def candidates(self) -> list[dict[str, Any]]:
        others = [{"alpha": alpha} for alpha in other_sharpnesses(self.alpha_used)]
        if self.hand_over < 1:  # else it knows no penalty
            others = [_STRONG, *others]
        return [{}, *others[:2]]

    @property
    def whole_library(self) -> bool:
        return self.learn_from == "library"

    @property
    def base_bits_used(self) -> int:
        if self.base_bits is not None:
            return self.base_bits
        if not self.whole_library or self.bits < 16:
            return 0
        return max(8, round(self.bits / 32) * 8)

    @property
    def learned_bits(self) -> int:
        return self.bits - self.base_bits_used

    def for_labelled(self, share: float) -> Settings:
        """For images of which this share has a label. The fewer, the less there is to learn from them, and the more
        bits keep what pictures look like."""
        if self.base_bits is not None:
            return self
        fewness = max(0.0, 1 - share / MANY_LABELLED)
        wanted = round(self.base_bits_used * (1 + fewness) / 8) * 8
        return self.changed(base_bits=min(wanted, self.bits // 16 * 8))

    def epochs_for(self, images: int) -> int:
        """A neighbourhood has more to tell than labels."""
        if self.epochs is None and self.whole_library:
            return self._enough(images, LIBRARY_EPOCHS, LIBRARY_STEPS, MOST_LIBRARY_EPOCHS)
        return GradientSettings.epochs_for(self, images)

    @property
    def alpha_used(self) -> float:
        return self.alpha if self.alpha is not None else sharpness(self.learned_bits)

    @property
    def kappa_used(self) -> float:
        return self.kappa if self.kappa is not None else DRIVE

    @property
    def alpha_b_used(self) -> float:
        return self.alpha_b if self.alpha_b is not None else min(LARGEST_ALPHA, 3.2 / self.learned_bits)

    @property
    def default_rate(self) -> float:
        if self.instance == "stom":
            return 1.0
        return 5.0 if self.whole_library else 10.0  # the many pairs of a library pull harder

    def for_several_labels(self, share: float) -> Settings:
        """Similarity is not transitive then: B's own drive would press images that share nothing into one code."""
        if not share:
            return self
        return self.changed(
            alpha=sharpness(self.learned_bits, share) if self.alpha is None else self.alpha,
            kappa=DRIVE * (1 - part_of_the_way(share)) if self.kappa is None else self.kappa,
        )

    def for_whole_network(self, rate: float = WHOLE_RATE) -> Settings:
        """The hash layers have handed over to B and Λ, if the method knows these."""
        whole = GradientSettings.for_whole_network(self, rate)
        return whole.changed(hand_over=1.0 if self.hand_over == 1 else 0.0)


_STRONG = {"gamma": 100.0, "lam": 100.0, "tau": 0.005, "sigma": 50.0}
_COMPACT = {"gamma": 30.0, "lam": 30.0, "tau": 1 / 60, "sigma": 15.0, "hand_over": 0.10}
_THEORY = {
    "learn_from": "labels",
    "hand_over": 0.0,  # so that the first batch b_1 and the random iterate R are of one problem
    "gamma": 3.0,
    "lam": 0.05,
    "tau": 0.01,
    "sigma": 0.001,
    "dual": "envelope",
    "kappa": 0.0,
    "rarity": 0.0,
}

PRESETS: dict[str, tuple[str, dict[str, Any]]] = {
    "balanced": (said("The top of the list comes first."), {}),
    "compact": (said("Best for searches within a radius; about half a point less precision at 100."), _COMPACT),
    "theory": (
        said(
            "The paper's scheme: no κ, the envelope's conjugate, B and Λ from the first step. With"
            " step_rule=theorem, output=random, for StoM a momentum below 1/2 and for StoRM a first_batch, it is"
            " the one that its theorems speak of. Its codes are much worse than those of the others."
        ),
        _THEORY,
    ),
}


def preset(name: str) -> dict[str, Any]:
    """What that preset changes of the default settings."""
    if name not in PRESETS:
        raise UserError(
            said("There is no preset named {name!r}; there are {known}.", name=name, known=", ".join(PRESETS))
        )
    return PRESETS[name][1]
