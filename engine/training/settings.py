"""What a person may set about training: each setting with its symbol, meaning, range and default.

One entry of a settings class is one control in the window and one `--set NAME=VALUE` on the command line. Settings
are checked when they are made, never change, and are saved with the version that they produced.
"""

from __future__ import annotations

import dataclasses
import functools
import math
from dataclasses import dataclass, field
from typing import Any, Literal, Self, cast

from engine.errors import UserError
from engine.model.code_lengths import FEWEST_BITS, MOST_BITS, is_code_length
from engine.sentences import said

Output = Literal["best", "last", "random"]

WHOLE_BATCH = 48  # what a GPU of 8 GB holds of the networks' activations
WHOLE_RATE = 0.01  # of the learning rate: the hash layers have learned something already
LAST_RATE = 0.03  # the same where last blocks alone learn: with 0.01 they learned half as much in as many epochs
WHOLE_EPOCHS = 10


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
                raise UserError(
                    said(
                        "{name} must be one of {choices}, not {value!r:.40}.",
                        name=self.name,
                        choices=", ".join(self.choices),
                        value=value,
                    )
                )
        elif self.kind is bool:
            if not isinstance(value, bool):
                raise UserError(
                    said("{name} must be true or false, not {value!r:.40}.", name=self.name, value=value)
                )
        else:
            self._check_number(value)

    def _check_number(self, value: Any) -> None:
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not (whole or (self.kind is float and isinstance(value, float) and math.isfinite(value))):
            raise UserError(
                said("{name} must be a whole number, not {value!r:.40}.", name=self.name, value=value)
                if self.kind is int
                else said("{name} must be a number, not {value!r:.40}.", name=self.name, value=value)
            )
        if not (self.low is None or value >= self.low) or not (self.high is None or value <= self.high):
            raise UserError(
                said(
                    "{name} must lie between {low:.10g} and {high:.10g}, not be {value!r:.40}.",
                    name=self.name,
                    low=self.low,
                    high=self.high,
                    value=value,
                )
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


def setting(default: Any, symbol: str, meaning: str, low: Any = None, high: Any = None, **more: Any) -> Any:
    """A field of a settings class."""
    return field(default=default, metadata={"symbol": symbol, "meaning": meaning, "low": low, "high": high, **more})


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodSettings:
    """What every method has."""

    bits: int = setting(64, "K", said("Length of the codes; a multiple of 8."), FEWEST_BITS, MOST_BITS)
    seed: int = setting(
        0, "", said("Start of all random numbers; the same seed gives the same codes."), 0, 2**31 - 1
    )

    def __post_init__(self) -> None:
        for description in self.describe():
            description.check(getattr(self, description.name))
        if not is_code_length(self.bits):
            raise UserError(said("bits must be a multiple of 8, not {bits}.", bits=self.bits))

    @classmethod
    def describe(cls) -> tuple[Description, ...]:
        """All settings in the order in which a person meets them."""
        return _descriptions(cast(Any, cls))

    def candidates(self) -> list[dict[str, Any]]:
        """Changes that an experiment chooses among on its validation part; the first is none."""
        return [{}]

    def changed(self, **changes: Any) -> Self:
        """These settings with some values changed, checked again."""
        known = {description.name for description in self.describe()}
        unknown = sorted(set(changes) - known)
        if unknown:
            raise UserError(said("There is no setting named {name!r}.", name=unknown[0]))
        return dataclasses.replace(self, **changes)

    def for_several_labels(self, share: float) -> Self:
        """What is chosen by itself is chosen for images of which this share has several labels."""
        return self

    def as_dict(self) -> dict[str, Any]:
        return dataclasses.asdict(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class GradientSettings(MethodSettings):
    """What every method has that trains a network by gradients."""

    hidden: int = setting(1024, "H", said("Width of the hidden hash layer."), 8, 8192)
    epochs: int | None = setting(
        None,
        "",
        said("Passes over the training pictures."),
        1,
        10_000,
        automatic=said("20, more for few pictures; 10 for the whole network"),
    )
    patience: int = setting(
        15, "", said("Epochs without a better validation mAP before stopping; 0 never stops."), 0, 10_000
    )
    output: Output = setting(
        "best", "R", said("Which iterate is kept: best on validation, the last, or one drawn at random."),
        choices=("best", "last", "random"),
    )  # fmt: skip
    batch: int | None = setting(
        None,
        "m, b_k",
        said("Pictures in a batch."),
        2,
        65_536,
        automatic=said("256; 48 when the whole network is trained"),
    )
    learning_rate: float | None = setting(
        None, "η", said("Step of the hash layers."), 1e-8, 1e3, automatic=said("the method's")
    )
    backbone_rate: float = setting(0.1, "", said("Step of a fine-tuned backbone, as a share of η."), 0.0, 1.0)
    weight_decay: float = setting(5e-4, "", said("Weight of ‖x‖²/2 in the objective."), 0.0, 1.0)
    measure_every: int | None = setting(
        None, "", said("Epochs between two looks at the gradient's norm; 0 for none."), 0, 10_000,
        automatic=said("5, more in a long training; none when the whole network is trained"),
    )  # fmt: skip
    measure_rows: int = setting(
        2048, "", said("Pictures that the gradient's norm is taken from; 0 for all."), 0, 10**9
    )

    @property
    def learned_bits(self) -> int:
        """The bits that the network has outputs for."""
        return self.bits

    @property
    def batch_used(self) -> int:
        return self.batch if self.batch is not None else 256

    @property
    def default_rate(self) -> float:
        """The learning rate of hash layers on features, where none is set."""
        return 1.0

    @property
    def learning_rate_used(self) -> float:
        return self.learning_rate if self.learning_rate is not None else self.default_rate

    def epochs_for(self, images: int) -> int:
        """As set; else 20, and for few images as many as it takes to make 100 steps, but not above 100."""
        return self.epochs if self.epochs is not None else self._enough(images, epochs=20, steps=100)

    def _enough(self, images: int, epochs: int, steps: int, most: int = 100) -> int:
        """At least so many epochs, and for few images as many as make so many steps, but not above `most`."""
        steps_an_epoch = max(1, round(images / self.batch_used))
        return min(most, max(epochs, math.ceil(steps / steps_an_epoch)))

    def for_first_layers(self) -> Self:
        """What was set for the whole network is not for hash layers on features."""
        return self.changed(epochs=None, learning_rate=None, batch=None)

    def for_whole_network(self, rate: float = WHOLE_RATE) -> Self:
        """What is chosen by itself is chosen for a network whose hash layers have been trained already; `rate` is a
        share of the learning rate of hash layers on features."""
        return self.changed(
            batch=self.batch or WHOLE_BATCH,
            learning_rate=self.learning_rate or rate * self.default_rate,
            epochs=self.epochs or WHOLE_EPOCHS,
            measure_every=self.measure_every or 0,  # a pass with gradients takes as long as an epoch
        )


_KINDS = {"int": int, "float": float, "bool": bool}


@functools.cache
def _descriptions(settings: type[Any]) -> tuple[Description, ...]:
    return tuple(_description(entry) for entry in dataclasses.fields(settings))


def _description(entry: dataclasses.Field[Any]) -> Description:
    kind = _KINDS.get(str(entry.type).partition(" | ")[0], str)
    return Description(entry.name, kind, entry.default, **entry.metadata)


def read_settings(settings: type[MethodSettings], texts: dict[str, str]) -> dict[str, Any]:
    """Values as typed, by name, turned into values; what they may be is checked when settings are made of them."""
    known = {description.name: description for description in settings.describe()}
    unknown = sorted(set(texts) - set(known))
    if unknown:
        raise UserError(
            said(
                "There is no setting named {name!r}; there are {known}.",
                name=unknown[0],
                known=", ".join(known),
            )
        )
    return {name: known[name].read(text) for name, text in texts.items()}
