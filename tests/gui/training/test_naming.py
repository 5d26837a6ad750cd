"""Names of versions that nobody has named."""

from datetime import date

from gui.training.naming import version_name

DAY = date(2026, 11, 18)


def test_a_version_is_called_by_what_it_learned_from_and_when() -> None:
    assert version_name(DAY, ["Built-in"]) == "From my labels, 2026-11-18"


def test_a_name_that_is_taken_gets_a_number() -> None:
    taken = ["From my labels, 2026-11-18", "From my labels, 2026-11-18 (2)"]
    assert version_name(DAY, taken) == "From my labels, 2026-11-18 (3)"
    assert version_name(DAY, taken[1:]) == "From my labels, 2026-11-18"
