"""Who won and by how much, in sentences. Gaps that chance may make are ties.

Two figures tie when they are less than TIE apart, or less than two standard errors of their difference, which count
the seeds and the queries (see chance.py).
"""

from collections.abc import Sequence

from engine.experiments.drawing.looks import OWN, title
from engine.experiments.output.chance import RESAMPLES, SEEDS_ALONE, Chance, TableRow

TIE = 0.004  # mAP differences under this may be anybody's doing
RULE = (
    f"Two figures tie when they are less than {TIE} apart, or less than two standard errors of their difference, "
    "√(s₁²/n₁ + s₂²/n₂ + q²): s is the standard deviation over a method's n seeds, q that of the difference over "
    f"{RESAMPLES:,} bootstrap draws of the queries, both methods on the same draw."
)


def verdicts(rows: Sequence[TableRow], chance: Chance = SEEDS_ALONE) -> list[str]:
    """A sentence per code length about who has the best mAP, then how DualHash stands to the best of the others."""
    lengths = sorted({row["bits"] for row in rows})
    sentences = [verdict(bits, [row for row in rows if row["bits"] == bits], chance) for bits in lengths]
    return sentences + own_against_others(rows, chance)


def is_tie(one: TableRow, other: TableRow, chance: Chance = SEEDS_ALONE) -> bool:
    # Rounded first, so that the gap in a sentence is the one between the figures in the table.
    return round(abs(_rounded(one) - _rounded(other)), 4) < max(TIE, 2 * chance.standard_error(one, other))


def best_of(rows: Sequence[TableRow], chance: Chance = SEEDS_ALONE) -> list[TableRow]:
    """The row with the best mAP, then those that tie with it, in their order."""
    ordered = sorted(rows, key=lambda row: -_rounded(row))
    return [ordered[0], *(row for row in ordered[1:] if is_tie(ordered[0], row, chance))]


def own_against_others(rows: Sequence[TableRow], chance: Chance = SEEDS_ALONE) -> list[str]:
    """Each DualHash method against the best of those that are not DualHash, over the code lengths."""
    sentences = []
    for name in dict.fromkeys(row["method"] for row in rows if row["method"].startswith(OWN)):
        gaps = []
        for own in sorted((row for row in rows if row["method"] == name), key=lambda row: row["bits"]):
            others = [r for r in rows if r["bits"] == own["bits"] and not r["method"].startswith(OWN)]
            if others:
                gaps.append(_gap(own, best_of(others)[0], chance))
        if gaps:
            sentences.append(f"{title(name)} against the best of the other methods: {'; '.join(gaps)}.")
    return sentences


def _gap(own: TableRow, rival: TableRow, chance: Chance) -> str:
    gap = _rounded(own) - _rounded(rival)
    words = "a tie with" if is_tie(own, rival, chance) else "ahead of" if gap > 0 else "behind"
    return f"{gap:+.4f} at {own['bits']} bits ({words} {title(rival['method'])})"


def verdict(bits: int, rows: Sequence[TableRow], chance: Chance = SEEDS_ALONE) -> str:
    """Who won among the rows of one code length."""
    best = best_of(rows, chance)
    first, score = best[0], _rounded(best[0])
    rest = sorted((row for row in rows if row not in best), key=lambda row: -_rounded(row))
    if len(rows) == 1:
        return f"At {bits} bits only {title(first['method'])} has a result, mAP {score:.4f}."
    if len(best) == 1:
        second = _rounded(rest[0])
        return (
            f"At {bits} bits {title(first['method'])} won with mAP {score:.4f}, {score - second:.4f} ahead of "
            f"{title(rest[0]['method'])} ({second:.4f})."
        )
    names = [f"{title(row['method'])} ({_rounded(row):.4f})" for row in best]
    text = f"At {bits} bits {', '.join(names[:-1])} and {names[-1]} tie: they are {score - _rounded(best[-1]):.4f}"
    text += f" apart in mAP, and {_no_difference(best[0], best[-1], chance)} is no difference"
    if rest:
        text += f"; next is {title(rest[0]['method'])}, {score - _rounded(rest[0]):.4f} behind the first"
    return text + "."


def _no_difference(first: TableRow, last: TableRow, chance: Chance) -> str:
    """Why the first and the last of those that tie are not told apart."""
    if round(_rounded(first) - _rounded(last), 4) < TIE:
        return f"less than {TIE}"
    over = "over seeds and queries" if chance.knows_queries(first, last) else "over the seeds"
    return f"less than two standard errors {over} (here {2 * chance.standard_error(first, last):.4f})"


def _rounded(row: TableRow) -> float:
    return round(float(row["mAP"]), 4)
