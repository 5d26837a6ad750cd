"""How much room something takes, in words."""

from collections.abc import Sequence


def size_text(count: int) -> str:
    """To a decimal: 532 bytes, 2.4 MB, 12.3 MB."""
    amount, unit = _scaled(count, ("bytes", "kB", "MB", "GB"))
    return f"{count} bytes" if unit == "bytes" else f"{amount:.1f} {unit}"


def short_size_text(count: int) -> str:
    """For a column of a table: 0.5 kB, 2.4 MB, 12 MB."""
    amount, unit = _scaled(count / 1000, ("kB", "MB", "GB"))
    return f"{amount:,.0f} {unit}" if amount >= 10 else f"{amount:.1f} {unit}"


def _scaled(amount: float, units: Sequence[str]) -> tuple[float, str]:
    """In the first unit of which there are less than a thousand, or in the last one."""
    for unit in units[:-1]:
        if amount < 1000:
            return amount, unit
        amount /= 1000
    return amount, units[-1]
