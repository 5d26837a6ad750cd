"""What a new version is called when nobody has named it."""

from collections.abc import Iterable
from datetime import date

from gui.language import tr


def version_name(today: date, taken: Iterable[str]) -> str:
    """By what it learned from and when, with a number when that name is taken."""
    plain = tr("From my labels, {day}", day=f"{today:%Y-%m-%d}")
    names = set(taken)
    numbered = (plain if number == 1 else f"{plain} ({number})" for number in range(1, len(names) + 2))
    return next(name for name in numbered if name not in names)
