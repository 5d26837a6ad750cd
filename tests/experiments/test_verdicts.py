"""Who won and by how much: ties are said, and chance is no victory."""

from typing import Any

import numpy as np
import pytest

from engine.experiments.output.chance import Chance
from engine.experiments.output.verdicts import best_of, is_tie, own_against_others, verdicts


def scored(bits: int = 16, spread: float | None = None, seeds: int = 1, **mAP: float) -> list[dict[str, Any]]:
    return [
        {"method": name, "bits": bits, "seeds": seeds, "mAP": score, "mAP_spread": spread}
        for name, score in mAP.items()
    ]


@pytest.mark.parametrize(
    ("mAP", "sentence"),
    [
        ({"a": 0.87, "b": 0.89, "c": 0.88}, "At 16 bits b won with mAP 0.8900, 0.0100 ahead of c (0.8800)."),
        ({"a": 0.886, "b": 0.89}, "At 16 bits b won with mAP 0.8900, 0.0040 ahead of a (0.8860)."),
        (
            {"a": 0.8861, "b": 0.89},
            "At 16 bits b (0.8900) and a (0.8861) tie: they are 0.0039 apart in mAP, "
            "and less than 0.004 is no difference.",
        ),
        (
            {"a": 0.889, "b": 0.89, "c": 0.888, "d": 0.7},
            "At 16 bits b (0.8900), a (0.8890) and c (0.8880) tie: they are 0.0020 apart in mAP, "
            "and less than 0.004 is no difference; next is d, 0.1900 behind the first.",
        ),
        ({"a": 0.89}, "At 16 bits only a has a result, mAP 0.8900."),
    ],
)
def test_the_verdict_names_the_winner_or_a_tie(mAP: dict[str, float], sentence: str):
    assert verdicts(scored(**mAP)) == [sentence]


def test_there_is_a_verdict_for_each_code_length():
    sentences = verdicts([*scored(64, itq=0.3), *scored(16, itq=0.3)])
    assert [sentence[:11] for sentence in sentences] == ["At 16 bits ", "At 64 bits "]


def test_a_gap_within_two_standard_errors_is_a_tie():
    one, other = scored(spread=0.01, seeds=4, a=0.90, b=0.887)  # the error of the difference is 0.00707
    assert is_tie(one, other)
    assert verdicts([one, other]) == [
        "At 16 bits a (0.9000) and b (0.8870) tie: they are 0.0130 apart in mAP, "
        "and less than two standard errors over the seeds (here 0.0141) is no difference."
    ]
    one, other = scored(spread=0.01, seeds=4, a=0.90, b=0.885)
    assert not is_tie(one, other)


def drawn(**mAP: list[float]) -> Chance:
    """What the methods have on two draws of the queries."""
    return Chance({(name.replace("_", "-"), 16): np.array(values) for name, values in mAP.items()})


def test_a_gap_that_other_queries_might_have_closed_is_a_tie():
    rows = scored(a=0.90, b=0.89, c=0.87)
    unsure = drawn(a=[0.90, 0.90], b=[0.88, 0.90], c=[0.87, 0.87])  # the error of a - b is 0.0141, of a - c 0
    assert not is_tie(rows[0], rows[1])
    assert is_tie(rows[0], rows[1], unsure)
    assert not is_tie(rows[0], rows[2], unsure)
    assert [row["method"] for row in best_of(rows, unsure)] == ["a", "b"]
    assert verdicts(rows, unsure) == [
        "At 16 bits a (0.9000) and b (0.8900) tie: they are 0.0100 apart in mAP, and less than two standard errors "
        "over seeds and queries (here 0.0283) is no difference; next is c, 0.0300 behind the first."
    ]


def test_what_other_queries_change_for_both_alike_makes_no_tie():
    rows = scored(a=0.90, b=0.89)
    assert not is_tie(*rows, drawn(a=[0.80, 1.00], b=[0.79, 0.99]))


def test_dualhash_ties_with_others_by_the_same_rule():
    rows = scored(**{"dualhash-stom": 0.88, "hashnet": 0.89})
    assert own_against_others(rows)[0].endswith("-0.0100 at 16 bits (behind HashNet).")
    unsure = drawn(dualhash_stom=[0.88, 0.90], hashnet=[0.89, 0.89])
    assert own_against_others(rows, unsure)[0].endswith("-0.0100 at 16 bits (a tie with HashNet).")


def test_methods_go_by_the_names_that_their_authors_gave_them():
    (sentence,) = verdicts(scored(hashnet=0.8, itq=0.3))
    assert sentence == "At 16 bits HashNet won with mAP 0.8000, 0.5000 ahead of ITQ (0.3000)."


def test_dualhash_is_set_against_the_best_of_the_others():
    rows = [
        *scored(16, **{"dualhash-stom": 0.88, "dualhash-storm": 0.87, "hashnet": 0.881, "dsh": 0.5}),
        *scored(32, **{"dualhash-stom": 0.90, "hashnet": 0.85, "dsh": 0.86}),
        *scored(64, **{"dualhash-stom": 0.80, "hashnet": 0.85}),
    ]
    assert own_against_others(rows) == [
        "DualHash-StoM against the best of the other methods: -0.0010 at 16 bits (a tie with HashNet); "
        "+0.0400 at 32 bits (ahead of DSH); -0.0500 at 64 bits (behind HashNet).",
        "DualHash-StoRM against the best of the other methods: -0.0110 at 16 bits (behind HashNet).",
    ]
    assert own_against_others(scored(**{"dualhash-stom": 0.9, "dualhash-storm": 0.8})) == []


def test_the_best_comes_first_whatever_the_order():
    rows = scored(a=0.5, b=0.9, c=0.899)
    assert [row["method"] for row in best_of(rows)] == ["b", "c"]
