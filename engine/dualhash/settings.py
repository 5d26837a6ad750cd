"""Every setting of DualHash: its symbol in the paper, what it means, its range and its default.

One entry here is one control in the window and one `--set NAME=VALUE` on the command line. A `Settings` is
checked when it is made, never changes, and is saved with the version that it produced.
"""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.errors import UserError

Instance = Literal["stom", "storm"]
Dual = Literal["orthant", "envelope"]
Output = Literal["best", "last", "random"]
StepRule = Literal["halving", "constant", "theorem"]

LARGEST_ALPHA = 0.95  # the paper wants alpha below 1


@dataclass(frozen=True, slots=True)
class Description:
    """What a person is told about one setting. `None` as a value means that it is chosen by itself."""

    name: str
    kind: type
    default: Any
    symbol: str
    meaning: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    automatic: str = ""  # what None stands for; empty where None is not allowed

    def check(self, value: Any) -> None:
        if value is None and self.automatic:
            return
        if self.choices:
            if value not in self.choices:
                raise UserError(f"{self.name} must be one of {', '.join(self.choices)}, not {value!r:.40}.")
        elif self.kind is bool:
            if not isinstance(value, bool):
                raise UserError(f"{self.name} must be true or false, not {value!r:.40}.")
        else:
            self._check_number(value)

    def _check_number(self, value: Any) -> None:
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not (whole or (self.kind is float and isinstance(value, float) and math.isfinite(value))):
            wanted = "a whole number" if self.kind is int else "a number"
            raise UserError(f"{self.name} must be {wanted}, not {value!r:.40}.")
        if not (self.low is None or value >= self.low) or not (self.high is None or value <= self.high):
            raise UserError(
                f"{self.name} must lie between {self.low:.10g} and {self.high:.10g}, not be {value!r:.40}."
            )

    def read(self, text: str) -> Any:
        """The value that a person typed."""
        if self.automatic and text.lower() in ("", "auto", "none"):
            return None
        if self.choices:
            return text
        if self.kind is bool:
            return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(
                text.lower(), text
            )
        try:
            return self.kind(text)
        except ValueError:
            return text  # `check` says what is wrong with it


def _setting(default: Any, symbol: str, meaning: str, low: Any = None, high: Any = None, **more: Any) -> Any:
    return field(default=default, metadata={"symbol": symbol, "meaning": meaning, "low": low, "high": high, **more})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """DualHash, balanced by default."""

    # What is made
    bits: int = _setting(64, "K", "Length of the codes; a multiple of 8.", 8, 512)
    hidden: int = _setting(1024, "H", "Width of the hidden hash layer.", 8, 8192)
    instance: Instance = _setting(
        "stom", "", "How x is updated: momentum or variance reduction.", choices=("stom", "storm")
    )
    seed: int = _setting(0, "", "Start of all random numbers; the same seed gives the same codes.", 0, 2**31 - 1)

    # How long
    epochs: int | None = _setting(
        None,
        "",
        "Passes over the training images.",
        1,
        10_000,
        automatic="20, more for few images; 10 for the whole network",
    )
    patience: int = _setting(
        15, "", "Epochs without a better validation mAP before stopping; 0 never stops.", 0, 10_000
    )
    output: Output = _setting(
        "best", "R", "Which iterate is kept: best on validation, the last, or one drawn at random.",
        choices=("best", "last", "random"),
    )  # fmt: skip
    hand_over: float = _setting(
        0.25, "", "Share of the epochs on the likelihood alone, before B and Λ join.", 0.0, 1.0
    )

    # The pairwise likelihood f
    alpha: float | None = _setting(
        None, "α", "Sharpness of the likelihood, in (0, 1).", 1e-4, 0.9999, automatic="12.8 / bits, at most 0.95"
    )
    balanced: bool = _setting(True, "w", "Similar and dissimilar pairs weigh the same in sum.")
    weight_cap: float = _setting(50.0, "", "Largest ratio of the two pair weights.", 1.0, 1e6)
    decision_weight: float = _setting(10.0, "", "Weight of an accepted or rejected pair.", 0.0, 1e4)
    continuation: float = _setting(1.0, "", "Final slope s of u = tanh(s C); 1 keeps it constant.", 1.0, 100.0)

    # The penalty, the auxiliary codes B and the dual variable Λ
    gamma: float = _setting(10.0, "γ", "Strength of the penalty γ/2·‖u - b‖².", 1e-6, 1e4)
    lam: float = _setting(10.0, "λ", "Strength of the W-type regularisation λ·‖|b| - 1‖₁.", 0.0, 1e6)
    tau: float = _setting(0.05, "τ", "Step of B; 2τγ must not pass 1.", 1e-9, 1e3)
    sigma: float = _setting(5.0, "σ", "Step of Λ; τσ must not pass 1.", 0.0, 1e6)
    dual: Dual = _setting(
        "orthant", "h*", "Conjugate in the Λ step: of h in B's orthant, or of its convex envelope (the paper's).",
        choices=("orthant", "envelope"),
    )  # fmt: skip
    kappa: float = _setting(20.0, "κ", "B's own pair gradient; 0 is the paper's two-block scheme.", 0.0, 1e4)
    alpha_b: float | None = _setting(
        None,
        "α_B",
        "Sharpness of B's pair gradient, in (0, 1).",
        1e-4,
        0.9999,
        automatic="3.2 / bits, at most 0.95",
    )

    # The steps of x
    batch: int | None = _setting(
        None, "m, b_k", "Images in a batch.", 2, 65_536, automatic="256; 48 when the whole network is trained"
    )
    learning_rate: float | None = _setting(
        None,
        "η",
        "Step of the hash layers.",
        1e-8,
        1e3,
        automatic="1 for StoM, 10 for StoRM; a hundredth of it for the whole network",
    )
    backbone_rate: float = _setting(0.1, "", "Step of a fine-tuned backbone, as a share of η.", 0.0, 1.0)
    weight_decay: float = _setting(5e-4, "", "Weight of ‖x‖²/2 in the objective.", 0.0, 1.0)
    momentum: float = _setting(
        0.905, "α_k", "StoM: weight of the last step in y = x + α_k(x - x_prev).", 0.0, 0.9999
    )
    extrapolation: float = _setting(
        0.905, "β_k", "StoM: where the gradient is taken, z = x + β_k(x - x_prev).", 0.0, 0.9999
    )
    rho: float = _setting(0.5, "ρ_k", "StoRM: how much of the old estimate is forgotten, in (0, 1).", 1e-4, 0.9999)
    step_rule: StepRule = _setting(
        "halving", "η_k, ρ_k", "η halved every tenth of the run, constant, or the theorems' rules.",
        choices=("halving", "constant", "theorem"),
    )  # fmt: skip

    # The theorems' constants
    theorem_eta: float = _setting(0.25, "η", "Theorems: η in η_k = η/L_F (StoM), η/(L_F·T^⅓) (StoRM).", 1e-6, 0.5)
    theorem_rho: float = _setting(1.0, "ρ", "Theorem of StoRM: ρ in ρ_k = 8ρη²/T^⅔.", 1.0, 1e6)
    smoothness: float = _setting(
        0.25, "L_F", "Theorems: the assumed Lipschitz constant of the gradient.", 1e-6, 1e6
    )
    first_batch: float = _setting(
        0.0, "c_b", "StoRM: the first batch has c_b·T^⅓ times m images; 0 for m.", 0.0, 100.0
    )

    # What is measured on the way
    measure_every: int | None = _setting(
        None, "", "Epochs between two looks at the gradient's norm; 0 for none.", 0, 10_000,
        automatic="5; none when the whole network is trained",
    )  # fmt: skip
    measure_rows: int = _setting(2048, "", "Images that the gradient's norm is taken from; 0 for all.", 0, 10**9)

    def __post_init__(self) -> None:
        for description in describe():
            description.check(getattr(self, description.name))
        if self.bits % 8:
            raise UserError(f"bits must be a multiple of 8, not {self.bits}.")
        if 2 * self.tau * self.gamma > 1 + 1e-9:
            raise UserError(f"2·tau·gamma must not pass 1, but is {2 * self.tau * self.gamma:g}.")
        if self.tau * self.sigma > 1 + 1e-9:
            raise UserError(f"tau·sigma must not pass 1, but is {self.tau * self.sigma:g}.")
        if self.step_rule == "theorem" and 8 * self.theorem_rho * self.theorem_eta**2 > 1 + 1e-9:
            raise UserError("theorem_rho must not pass 1 / (8·theorem_eta²).")

    @property
    def alpha_used(self) -> float:
        return self.alpha if self.alpha is not None else min(LARGEST_ALPHA, 12.8 / self.bits)

    @property
    def alpha_b_used(self) -> float:
        return self.alpha_b if self.alpha_b is not None else min(LARGEST_ALPHA, 3.2 / self.bits)

    @property
    def batch_used(self) -> int:
        return self.batch if self.batch is not None else 256

    @property
    def learning_rate_used(self) -> float:
        if self.learning_rate is not None:
            return self.learning_rate
        return 1.0 if self.instance == "stom" else 10.0

    def epochs_for(self, images: int) -> int:
        """As set; else 20, and for few images as many as it takes to make 100 steps, but not above 100."""
        if self.epochs is not None:
            return self.epochs
        steps_an_epoch = max(1, round(images / self.batch_used))
        return min(100, max(20, math.ceil(100 / steps_an_epoch)))

    def changed(self, **changes: Any) -> Settings:
        """These settings with some values changed, checked again."""
        unknown = sorted(set(changes) - {description.name for description in describe()})
        if unknown:
            raise UserError(f"There is no setting named {unknown[0]!r}.")
        return dataclasses.replace(self, **changes)

    def as_dict(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


_KINDS = {"int": int, "float": float, "bool": bool}


def describe() -> tuple[Description, ...]:
    """All settings in the order in which a person meets them."""
    return _DESCRIPTIONS


def _description(entry: dataclasses.Field[Any]) -> Description:
    kind = _KINDS.get(str(entry.type).partition(" | ")[0], str)
    return Description(entry.name, kind, entry.default, **entry.metadata)


_DESCRIPTIONS = tuple(_description(entry) for entry in dataclasses.fields(Settings))

_COMPACT = {"gamma": 30.0, "lam": 30.0, "tau": 1 / 60, "sigma": 15.0, "hand_over": 0.10}
_THEORY = {"gamma": 3.0, "lam": 0.05, "tau": 0.01, "sigma": 0.001, "dual": "envelope", "kappa": 0.0}

PRESETS: dict[str, tuple[str, dict[str, Any]]] = {
    "balanced": ("The top of the list comes first.", {}),
    "compact": ("Best for searches within a radius; about half a point less precision at 100.", _COMPACT),
    "theory": (
        "The paper's scheme: no κ, the envelope's conjugate. With step_rule=theorem, and for StoM a momentum below"
        " 1/2, it is the one that its theorems speak of.",
        _THEORY,
    ),
}


def preset(name: str, **changes: Any) -> Settings:
    """The settings of that preset, with some values changed."""
    if name not in PRESETS:
        raise UserError(f"There is no preset named {name!r}; there are {', '.join(PRESETS)}.")
    return Settings().changed(**(PRESETS[name][1] | changes))


def read_settings(texts: dict[str, str]) -> dict[str, Any]:
    """Values as typed, by name, turned into values; what they may be is checked by `Settings`."""
    known = {description.name: description for description in describe()}
    unknown = sorted(set(texts) - set(known))
    if unknown:
        raise UserError(f"There is no setting named {unknown[0]!r}; there are {', '.join(known)}.")
    return {name: known[name].read(text) for name, text in texts.items()}
