"""The names of training settings as a person reads them. In English they are made of the settings' own names; here
they stand to be translated."""

from engine.sentences import said
from gui.language import tr

NAMES = (
    said("Alpha"),
    said("Alpha b"),
    said("Anchors"),
    said("Backbone rate"),
    said("Balanced"),
    said("Base bits"),
    said("Batch"),
    said("Continuation"),
    said("Decision weight"),
    said("Dual"),
    said("Epochs"),
    said("Eta"),
    said("Extrapolation"),
    said("First batch"),
    said("Gamma"),
    said("Hand over"),
    said("Hidden"),
    said("Inertia"),
    said("Inner"),
    said("Instance"),
    said("Kappa"),
    said("Lam"),
    said("Learn from"),
    said("Learning rate"),
    said("Margin"),
    said("Measure every"),
    said("Measure rows"),
    said("Momentum"),
    said("Mu"),
    said("Neighbour weight"),
    said("Nu"),
    said("Optimiser"),
    said("Output"),
    said("Patience"),
    said("Positives"),
    said("Rarity"),
    said("Regularisation"),
    said("Rho"),
    said("Ridge"),
    said("Rounds"),
    said("Scale"),
    said("Seed"),
    said("Sigma"),
    said("Similarity"),
    said("Smoothness"),
    said("Stages"),
    said("Step rule"),
    said("Subset"),
    said("Tau"),
    said("Theorem eta"),
    said("Theorem rho"),
    said("Threshold"),
    said("Weight cap"),
    said("Weight decay"),
    said("Width"),
)


def english_name(setting: str) -> str:
    """`learn_from` is "Learn from"."""
    return setting.replace("_", " ").capitalize()


def name_of(setting: str) -> str:
    return tr(english_name(setting))
