"""What a version says of itself, whatever an imported one may say."""

import math

import pytest

from engine.store.version_details import LONGEST_TEXT, MOST_LABELS, read

FIGURES = {"mAP": 0.5, "precision_at_10": 0.75, "precision_at_radius_2": None, "queries": 12, "database": 99}


def test_what_training_writes_is_read():
    details = read(
        {
            "before": FIGURES,
            "after": FIGURES | {"mAP": 1, "spread": {"mAP": 0.03, "queries": 2.0}, "splits": 5},
            "labels": ["cat", "dog"],
            "decisions": 3,
            "train_images": 40,
            "epochs": 30,
            "seconds": 2.5,
            "tune": "head",
            "computed_on": "cpu",
            "refit": True,
            "settings": {"bits": 64, "base_bits": 24},
        }
    )
    assert details.before.values == {"mAP": 0.5, "precision_at_10": 0.75}
    assert (details.before.queries, details.before.splits, details.before.spread) == (12, None, {})
    assert (details.after.values["mAP"], details.after.spread, details.after.splits) == (1.0, {"mAP": 0.03}, 5)
    assert (details.labels, details.label_count, details.decisions) == (["cat", "dog"], 2, 3)
    assert (details.train_images, details.epochs, details.seconds) == (40, 30, 2.5)
    assert (details.tune, details.computed_on, details.refitted, details.imported) == ("head", "cpu", True, False)
    assert details.base_bits == 24
    assert read({"settings": {"bits": 64, "base_bits": None}}).base_bits is None, "as older versions have it"


def test_what_is_not_said_is_empty():
    details = read({})
    assert not details.before
    assert not details.after
    assert (details.labels, details.label_count, details.fitted_on, details.seconds) == ([], None, None, None)
    assert (details.tune, details.made_at, details.imported, details.refitted) == ("", "", False, False)


@pytest.mark.parametrize(
    "said", [None, 7, -1, 2**60, True, "x", [], [1, None], {}, {"mAP": "0.9"}, {"mAP": True}, {"mAP": [0.5]}]
)
def test_what_is_of_another_type_or_out_of_range_counts_as_not_said(said: object):
    keys = ("before", "after", "labels", "decisions", "epochs", "seconds", "tune", "made_at", "refit", "imported")
    details = read(dict.fromkeys(keys, said) | {"settings": {"base_bits": said}})
    assert details.base_bits in (None, 7)
    assert read({"settings": said}).base_bits is None
    assert details.before.values == details.after.values == {}
    assert details.labels == []
    assert details.decisions in (None, 7)
    assert details.seconds is None or details.seconds >= 0
    assert details.tune in ("", "x")
    assert details.refitted is (said is True)


@pytest.mark.parametrize("value", [1.5, -0.1, math.nan, math.inf, 1e300, 10**400], ids=lambda value: str(value)[:8])
def test_a_share_lies_between_0_and_1(value: float):
    assert read({"after": {"mAP": value, "spread": {"mAP": value}}}).after.values == {}


def test_texts_are_short_and_on_one_line_and_labels_not_endless():
    details = read({"computed_on": "a\n<b>\x1b" + "x" * 1000, "labels": ["a\nb", 7, "", "c" * 500] + ["d"] * 5000})
    assert len(details.computed_on) <= LONGEST_TEXT
    assert details.computed_on.isprintable()
    assert details.labels[:2] == ["a b", "c" * LONGEST_TEXT]
    assert len(details.labels) <= MOST_LABELS
