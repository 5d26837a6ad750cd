"""The methods one can train with, by name, and the settings that each means. Light: no torch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.baselines import settings as baselines
from engine.dualhash.settings import Settings, preset
from engine.errors import UserError
from engine.feature_space import FeatureSpace
from engine.sentences import said
from engine.training.settings import GradientSettings, MethodSettings

EFFICIENTNET_LITE0 = FeatureSpace("efficientnet_lite0")
SELF_TAUGHT = "self-taught"
BALANCED = "balanced"

# A library is learned from as a whole, in codes of which a quarter keeps what pictures look like. Validation knows
# labels only, so it does not decide which iterate is kept.
WHOLE_LIBRARY = {"learn_from": "library", "bits": 256, "hidden": 512, "output": "last", "patience": 0}


@dataclass(frozen=True, slots=True)
class Method:
    name: str
    title: str  # as its authors write it
    meaning: str
    settings: type[MethodSettings] = Settings
    fixed: Mapping[str, Any] = field(default_factory=dict)  # settings that make it this method
    changes: Mapping[str, Any] = field(default_factory=dict)  # other defaults than the settings' own
    needs_labels: bool = True
    plainly: str = ""  # what a person who knows no method calls it
    feature_space: FeatureSpace | None = None  # the only one that it is made for

    @property
    def words(self) -> str:
        """For people; its own name stands in the details."""
        return self.plainly or self.title

    @property
    def has_presets(self) -> bool:
        """Presets are DualHash's."""
        return self.settings is Settings

    @property
    def trains_networks(self) -> bool:
        """Whether it can train the whole network, or hash functions on features only."""
        return self.needs_labels and issubclass(self.settings, GradientSettings)


_ALL = (
    Method(
        "dualhash-stom", "DualHash-StoM", said("DualHash with momentum"), fixed={"instance": "stom"},
        changes=WHOLE_LIBRARY, plainly=said("DualHash (recommended)"),
    ),
    Method(
        "dualhash-storm", "DualHash-StoRM", said("DualHash with variance reduction"), fixed={"instance": "storm"},
        changes=WHOLE_LIBRARY, plainly=said("DualHash, smaller steps"),
    ),
    Method(
        "likelihood", "Likelihood", said("the pairwise likelihood alone, without B and Λ"),
        fixed={"hand_over": 1.0},
        plainly=said("Likelihood alone"),
    ),
    Method(
        SELF_TAUGHT,
        said("Self-taught"),
        said("DualHash on neighbours instead of labels; needs none"),
        fixed={"instance": "stom"},
        changes=WHOLE_LIBRARY | {"neighbour_weight": 8.0},  # with nothing beside it, how large steps are
        needs_labels=False,
    ),
    Method(
        "sdh", "SDH", said("supervised discrete hashing on GIST, without a network"), baselines.SdhSettings,
        feature_space=FeatureSpace("gist"),
    ),
    Method(
        "sdh-cnn", "SDH-CNN", said("supervised discrete hashing on a network's features"), baselines.SdhSettings
    ),
    Method("dsh", "DSH", said("distances of pairs against a margin, ‖|z| - 1‖₁"), baselines.DshSettings),
    Method("dtsh", "DTSH", said("likelihood of triplets with a margin"), baselines.DtshSettings),
    Method("dhn", "DHN", said("pairwise likelihood with a log cosh prior"), baselines.DhnSettings),
    Method("hashnet", "HashNet", said("weighted pairs, a tanh that sharpens in stages"), baselines.HashNetSettings),
    Method("dsdh", "DSDH", said("pairwise likelihood and a classifier on discrete codes"), baselines.DsdhSettings),
    Method(
        "orthohash", "OrthoHash", said("cosines to one orthogonal code for each label"),
        baselines.OrthoHashSettings,
    ),
    Method("mdshc", "MDSHC", said("centres of guaranteed distance, one for each label"), baselines.MdshcSettings),
    Method(
        "stomhash-wcr",
        "StoMHash-WCR",
        said("DualHash's likelihood with ‖z² - 1‖₁ and its proximal step"),
        baselines.StomHashWcrSettings,
    ),
    Method("dpsh", "DPSH", said("pairwise likelihood and distance to the codes"), baselines.DpshSettings),
    Method("dch", "DCH", said("Cauchy likelihood of pairs, for searches within a radius"), baselines.DchSettings),
    Method("dnnh", "DNNH", said("ranking of triplets, each bit from a slice of its own"), baselines.DnnhSettings),
    Method("ddsh", "DDSH", said("discrete codes of a subset at a time guide the network"), baselines.DdshSettings),
)  # fmt: skip

METHODS = {method.name: method for method in _ALL}


def method(name: str) -> Method:
    if name not in METHODS:
        raise UserError(
            said("There is no method named {name!r}; there are {known}.", name=name, known=", ".join(METHODS))
        )
    return METHODS[name]


def feature_space_of(name: str, asked: str | None = None) -> FeatureSpace:
    """The feature space that a method learns on: its own, or the one that is asked for, or the default."""
    own = method(name).feature_space
    if own is not None and asked not in (None, own):
        raise UserError(
            said(
                "{title} is made for the features of {own}, not of {asked}.",
                title=method(name).title,
                own=own,
                asked=asked,
            )
        )
    return own or FeatureSpace(asked or EFFICIENTNET_LITE0)


def settings_of(name: str, preset_name: str = BALANCED, **changes: Any) -> MethodSettings:
    """The settings of a method on a library: what is different there, its preset, and what the user changed.

    Who chooses to learn from labels alone gets the paper's protocol, with its other defaults.
    """
    learn_from = {**preset(preset_name), **changes}.get("learn_from")
    return _settings(name, {} if learn_from == "labels" else method(name).changes, preset_name, changes)


def paper_settings_of(name: str, preset_name: str = BALANCED, **changes: Any) -> MethodSettings:
    """The same as in the paper's protocol: where all images have labels, and nothing but these is learned from."""
    return _settings(name, {}, preset_name, changes)


def _settings(
    name: str, on_a_library: Mapping[str, Any], preset_name: str, changes: Mapping[str, Any]
) -> MethodSettings:
    chosen = method(name)
    for setting, value in chosen.fixed.items():
        if changes.get(setting, value) != value:
            raise UserError(
                said(
                    "{setting} is {value} in the method {name!r}; choose another method instead.",
                    setting=setting,
                    value=value,
                    name=name,
                )
            )
    preset_values = _preset(chosen, preset_name)
    return chosen.settings().changed(**{**on_a_library, **preset_values, **chosen.fixed, **changes})


def _preset(chosen: Method, name: str) -> dict[str, Any]:
    values = preset(name)
    if chosen.has_presets:
        return values
    if name != BALANCED:
        raise UserError(said("Presets are DualHash's; {title} has none.", title=chosen.title))
    return {}
