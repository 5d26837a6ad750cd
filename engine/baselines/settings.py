"""Every setting of the methods that DualHash is compared with. Light: no torch, since the window shows them.

`candidates` are the settings that an experiment tries on its validation part, at most three for every method.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from engine.dualhash.settings import SHARPNESS_CHOSEN, other_sharpnesses, sharpness
from engine.errors import UserError
from engine.sentences import said
from engine.training.settings import WHOLE_RATE, GradientSettings, MethodSettings, setting

Optimiser = Literal["sgd", "rmsprop", "adam"]
BaselineStepRule = Literal["halving", "constant"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BaselineSettings(GradientSettings):
    """Methods that train a network with one of torch's optimisers."""

    optimiser: Optimiser = setting(
        "sgd", "", said("SGD with Nesterov momentum, RMSprop or Adam."), choices=("sgd", "rmsprop", "adam")
    )
    momentum: float = setting(0.9, "", said("Momentum of SGD; Adam and RMSprop have their own."), 0.0, 0.9999)
    step_rule: BaselineStepRule = setting(
        "halving", "η_k", said("η halved every tenth of the run, or constant."), choices=("halving", "constant")
    )

    @property
    def default_rate(self) -> float:
        return {"sgd": 0.1, "rmsprop": 1e-3, "adam": 1e-3}[self.optimiser]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSettings(BaselineSettings):
    """Methods that learn from pairs of images, and so from accepted and rejected pairs, too."""

    balanced: bool = setting(False, "w", said("Similar and dissimilar pairs weigh the same in sum."))
    weight_cap: float = setting(50.0, "", said("Largest ratio of the two pair weights."), 1.0, 1e6)
    decision_weight: float = setting(10.0, "", said("Weight of an accepted or rejected pair."), 0.0, 1e4)


# ---- pairs ----


@dataclass(frozen=True, slots=True, kw_only=True)
class DshSettings(PairSettings):
    margin: float | None = setting(
        None, "m", said("Distance that dissimilar pairs must keep."), 0.0, 1e4, automatic=said("2 · bits")
    )
    regularisation: float = setting(0.01, "α", said("Weight of ‖|z| - 1‖₁."), 0.0, 1e3)

    @property
    def margin_used(self) -> float:
        return self.margin if self.margin is not None else 2.0 * self.bits

    @property
    def default_rate(self) -> float:
        return 0.3 if self.optimiser == "sgd" else 1e-3

    def candidates(self) -> list[dict[str, Any]]:
        return [{}, {"learning_rate": 0.1}, {"learning_rate": 0.6}]


@dataclass(frozen=True, slots=True, kw_only=True)
class DhnSettings(PairSettings):
    alpha: float | None = setting(
        None, "α", said("Sharpness of the likelihood; 1 in the original."), 1e-4, 10.0, automatic=said("6.4 / bits")
    )
    regularisation: float = setting(0.001, "λ", said("Weight of Σ log cosh(|z| - 1)."), 0.0, 1e3)

    @property
    def alpha_used(self) -> float:
        return self.alpha if self.alpha is not None else 6.4 / self.bits

    @property
    def default_rate(self) -> float:
        return 1.0 if self.optimiser == "sgd" else 1e-3

    def candidates(self) -> list[dict[str, Any]]:
        return [{}, {"alpha": 12.8 / self.bits}, {"regularisation": 0.01}]


@dataclass(frozen=True, slots=True, kw_only=True)
class HashNetSettings(PairSettings):
    balanced: bool = setting(True, "w", said("Similar and dissimilar pairs weigh the same in sum."))
    alpha: float | None = setting(
        None, "α", said("Sharpness of the likelihood."), 1e-4, 10.0, automatic=said("10 / bits")
    )
    continuation: float = setting(10.0, "β", said("Final slope of tanh(β C); it grows in stages."), 1.0, 1000.0)
    stages: int = setting(10, "", said("Stages in which the slope grows."), 1, 1000)

    @property
    def alpha_used(self) -> float:
        return self.alpha if self.alpha is not None else 10 / self.bits

    @property
    def default_rate(self) -> float:
        return 1.0 if self.optimiser == "sgd" else 1e-3

    def candidates(self) -> list[dict[str, Any]]:
        return [{}, {"alpha": 5 / self.bits}, {"alpha": 20 / self.bits}]


@dataclass(frozen=True, slots=True, kw_only=True)
class DpshSettings(PairSettings):
    alpha: float = setting(
        1.0, "α", said("Sharpness of the likelihood, θ = α/2·⟨u, u'⟩; 1 in the original."), 1e-4, 10.0
    )
    regularisation: float = setting(0.01, "η", said("Weight of ‖b - u‖²."), 0.0, 1e3)

    @property
    def default_rate(self) -> float:
        return 1.0 if self.optimiser == "sgd" else 1e-3

    def candidates(self) -> list[dict[str, Any]]:
        return [{}, {"alpha": 12.8 / self.bits}, {"regularisation": 0.03}]


@dataclass(frozen=True, slots=True, kw_only=True)
class DchSettings(PairSettings):
    balanced: bool = setting(True, "w", said("Similar and dissimilar pairs weigh the same in sum."))
    scale: float = setting(20.0, "γ", said("Scale of the Cauchy distribution over distances."), 1e-3, 1e4)
    regularisation: float = setting(0.1, "λ", said("Weight of the Cauchy quantisation loss."), 0.0, 1e3)

    @property
    def default_rate(self) -> float:
        return 1.0 if self.optimiser == "sgd" else 1e-3

    def candidates(self) -> list[dict[str, Any]]:
        return [{}, {"scale": 40.0}, {"scale": 80.0}]


# ---- triplets ----


@dataclass(frozen=True, slots=True, kw_only=True)
class TripletSettings(BaselineSettings):
    """Methods that learn from an image, a similar and a dissimilar one; and so from accepted and rejected pairs."""

    positives: int = setting(
        8, "", said("Similar pictures of a batch that each of its pictures is compared with."), 1, 1000
    )
    decision_weight: float = setting(10.0, "", said("Weight of an accepted or rejected pair."), 0.0, 1e4)

    @property
    def default_rate(self) -> float:
        return 1.0 if self.optimiser == "sgd" else 1e-3


@dataclass(frozen=True, slots=True, kw_only=True)
class DtshSettings(TripletSettings):
    margin: float | None = setting(
        None,
        "α",
        said("Margin between the two inner products of a triplet; bits / 2 in the original."),
        0.0,
        1e4,
        automatic=said("bits / 2"),
    )
    regularisation: float = setting(1.0, "λ", said("Weight of ‖b - u‖²."), 0.0, 1e3)

    def candidates(self) -> list[dict[str, Any]]:
        return [{}, {"regularisation": 0.5}, {"margin": self.bits / 4}]

    @property
    def margin_used(self) -> float:
        return self.margin if self.margin is not None else self.bits / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class DnnhSettings(TripletSettings):
    margin: float | None = setting(
        None,
        "",
        said("Margin of the triplet ranking loss; 1 in the original."),
        0.0,
        1e4,
        automatic=said("bits / 4"),
    )
    threshold: float = setting(
        0.5, "ε", said("Half-width around 0.5 in which the piece-wise threshold is linear."), 0.0, 0.5
    )

    def candidates(self) -> list[dict[str, Any]]:
        return [{}, {"threshold": 0.45}, {"margin": self.bits / 8}]

    @property
    def margin_used(self) -> float:
        return self.margin if self.margin is not None else self.bits / 4


# ---- labels ----


@dataclass(frozen=True, slots=True, kw_only=True)
class CentreSettings(BaselineSettings):
    """Methods that give each label a code and learn from labels alone."""

    @property
    def default_rate(self) -> float:
        return 1.0 if self.optimiser == "sgd" else 1e-3


@dataclass(frozen=True, slots=True, kw_only=True)
class OrthoHashSettings(CentreSettings):
    scale: float | None = setting(None, "s", said("Scale of the cosines."), 0.1, 1e3, automatic=said("√(bits / 2)"))
    margin: float = setting(0.2, "m", said("Margin taken off the cosine of a picture's own label."), 0.0, 1.0)

    def candidates(self) -> list[dict[str, Any]]:
        return [{}, {"scale": math.sqrt(self.bits)}, {"scale": math.sqrt(self.bits) / 2}]

    @property
    def scale_used(self) -> float:
        return self.scale if self.scale is not None else math.sqrt(self.bits / 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class MdshcSettings(CentreSettings):
    scale: float | None = setting(
        None, "a", said("Scale of the cosines; √bits in the original."), 0.1, 1e3, automatic=said("√bits")
    )
    similarity: float = setting(3.0, "β", said("Weight of the pairwise part."), 0.0, 1e3)
    regularisation: float = setting(0.05, "γ", said("Weight of ‖|z| - 1‖₁."), 0.0, 1e3)

    def candidates(self) -> list[dict[str, Any]]:
        # In validation mAP on CIFAR-10 these gain 0.002, 0.007, 0.012 and 0.017 at 16, 32, 48 and 64 bits.
        return [{}, {"scale": 0.7 * self.scale_used}, {"scale": 0.5 * self.scale_used}]

    @property
    def scale_used(self) -> float:
        return self.scale if self.scale is not None else math.sqrt(self.bits)


# ---- discrete codes ----


@dataclass(frozen=True, slots=True, kw_only=True)
class SdhSettings(MethodSettings):
    epochs: int | None = setting(None, "t", said("Alternations of the three steps."), 1, 1000, automatic=said("5"))
    anchors: int = setting(1000, "m", said("Pictures that the kernel compares with."), 1, 5000)
    width: float = setting(
        1.0, "σ", said("Width of the kernel, in mean squared distances between two pictures."), 1e-3, 1e3
    )
    nu: float = setting(1e-5, "ν", said("Weight of ‖B - F(X)‖²."), 0.0, 1e6)
    lam: float = setting(1.0, "λ", said("Weight of ‖W‖²."), 1e-9, 1e6)
    ridge: float = setting(0.01, "δ", said("Weight of ‖P‖² beside ‖B - F(X)‖²."), 1e-3, 1e6)

    @property
    def epochs_used(self) -> int:
        return self.epochs if self.epochs is not None else 5

    def candidates(self) -> list[dict[str, Any]]:
        # The original has 1000 anchors. More fit the training images better, which are the database, too.
        return [{}, {"anchors": 3000}, {"anchors": 3000, "width": 0.5}]


@dataclass(frozen=True, slots=True, kw_only=True)
class DsdhSettings(PairSettings):
    optimiser: Optimiser = setting(
        "adam", "", said("SGD with Nesterov momentum, RMSprop or Adam."), choices=("sgd", "rmsprop", "adam")
    )
    balanced: bool = setting(True, "w", said("Similar and dissimilar pairs weigh the same in sum."))
    alpha: float | None = setting(
        None, "α", said("Sharpness of the likelihood; 1 in the original."), 1e-4, 10.0, automatic=said("6.4 / bits")
    )
    mu: float = setting(1.0, "μ", said("Weight of the classification of B."), 1e-6, 1e6)
    nu: float = setting(0.1, "ν", said("Weight of ‖W‖²."), 1e-9, 1e6)
    eta: float = setting(0.1, "η", said("Weight of ‖B - U‖²."), 0.0, 1e4)
    rounds: int = setting(3, "", said("How often W and B take turns before an epoch."), 1, 100)

    @property
    def alpha_used(self) -> float:
        return self.alpha if self.alpha is not None else 6.4 / self.bits

    def candidates(self) -> list[dict[str, Any]]:
        return [{}, {"alpha": 12.8 / self.bits}, {"eta": 0.05}]


@dataclass(frozen=True, slots=True, kw_only=True)
class DdshSettings(BaselineSettings):
    optimiser: Optimiser = setting(
        "adam", "", said("SGD with Nesterov momentum, RMSprop or Adam."), choices=("sgd", "rmsprop", "adam")
    )
    subset: int = setting(200, "|Ω|", said("Pictures whose codes are solved for at a time."), 2, 1000)
    inner: int = setting(1, "T_in", said("Epochs before other pictures are drawn."), 1, 1000)
    rounds: int = setting(3, "", said("Rounds over the bits before an epoch."), 1, 100)

    def candidates(self) -> list[dict[str, Any]]:
        return [{}, {"subset": 100}, {"learning_rate": 0.002}]


@dataclass(frozen=True, slots=True, kw_only=True)
class StomHashWcrSettings(GradientSettings):
    """What it shares with DualHash-StoM has the same name and default; its steps of Z are proximal and inertial."""

    hand_over: float = setting(
        0.25, "", said("Share of the epochs on the likelihood alone, before Z joins."), 0.0, 1.0
    )
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
    gamma: float = setting(1.0, "γ", said("Strength of the penalty γ/2·‖u - z‖²."), 1e-6, 1e4)
    lam: float = setting(0.3, "λ", said("Strength of the weakly convex regularisation λ·‖z² - 1‖₁."), 0.0, 1e6)
    tau: float = setting(0.5, "τ", said("Step of Z; τγ must not pass 1, and 2τλ must stay below 1."), 1e-9, 1e3)
    inertia: float = setting(0.5, "", said("Inertia of the steps of Z."), 0.0, 0.9999)
    momentum: float = setting(
        0.905, "α_k", said("Weight of the last step in y = x + α_k(x - x_prev)."), 0.0, 0.9999
    )
    extrapolation: float = setting(
        0.905, "β_k", said("Where the gradient is taken, z = x + β_k(x - x_prev)."), 0.0, 0.9999
    )
    step_rule: BaselineStepRule = setting(
        "halving", "η_k", said("η halved every tenth of the run, or constant."), choices=("halving", "constant")
    )

    def __post_init__(self) -> None:
        GradientSettings.__post_init__(self)
        if self.tau * self.gamma > 1 + 1e-9:
            raise UserError(said("tau·gamma must not pass 1, but is {value:g}.", value=self.tau * self.gamma))
        if 2 * self.tau * self.lam > 0.999:
            raise UserError(said("2·tau·lam must stay below 1, but is {value:g}.", value=2 * self.tau * self.lam))

    @property
    def alpha_used(self) -> float:
        return self.alpha if self.alpha is not None else sharpness(self.bits)

    def candidates(self) -> list[dict[str, Any]]:
        return [{}, {"gamma": 0.5, "lam": 0.15}, {"alpha": other_sharpnesses(self.alpha_used)[0]}]

    def for_several_labels(self, share: float) -> StomHashWcrSettings:
        chosen_here = share and self.alpha is None
        return self.changed(alpha=sharpness(self.bits, share)) if chosen_here else self

    def for_whole_network(self, rate: float = WHOLE_RATE) -> StomHashWcrSettings:
        """The hash layers have handed over to Z, if the method knows it."""
        whole = GradientSettings.for_whole_network(self, rate)
        return whole.changed(hand_over=1.0 if self.hand_over == 1 else 0.0)
