"""Has a launcher such as torchrun started several processes of this command? It names them by their environment."""

import os

_NAMES = ("RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT")


def are_several() -> bool:
    return all(name in os.environ for name in _NAMES) and int(os.environ["WORLD_SIZE"]) > 1


def is_first() -> bool:
    return not are_several() or os.environ["RANK"] == "0"
