"""How much room something takes, in words."""

from collections.abc import Sequence

from gui.language import number, tr


def size_text(count: int) -> str:
    """To a decimal: 532 bytes, 2.4 MB, 12.3 MB."""
    amount, unit = _scaled(count, ("bytes", "kB", "MB", "GB"))
    return tr("{count} bytes", count=count) if unit == "bytes" else f"{number(amount, '.1f')} {unit}"


def short_size_text(count: int) -> str:
    """For a column of a table: 0.5 kB, 2.4 MB, 12 MB."""
    amount, unit = _scaled(count / 1000, ("kB", "MB", "GB"))
    return f"{number(amount, ',.0f' if amount >= 10 else '.1f')} {unit}"


def _scaled(amount: float, units: Sequence[str]) -> tuple[float, str]:
    """In the first unit of which there are less than a thousand, or in the last one."""
    for unit in units[:-1]:
        if amount < 1000:
            return amount, unit
        amount /= 1000
    return amount, units[-1]
