"""How long codes may be. Light: no numpy."""

from engine.sentences import said

FEWEST_BITS, MOST_BITS = 8, 512
A_CODE_LENGTH = said("a multiple of 8 from {fewest} to {most}", fewest=FEWEST_BITS, most=MOST_BITS)


def is_code_length(bits: int) -> bool:
    return FEWEST_BITS <= bits <= MOST_BITS and bits % 8 == 0
