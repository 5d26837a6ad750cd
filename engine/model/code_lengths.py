"""How long codes may be. Light: no numpy."""

FEWEST_BITS, MOST_BITS = 8, 512
A_CODE_LENGTH = f"a multiple of 8 from {FEWEST_BITS} to {MOST_BITS}"


def is_code_length(bits: int) -> bool:
    return FEWEST_BITS <= bits <= MOST_BITS and bits % 8 == 0
