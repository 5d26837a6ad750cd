"""Where what can be made again is kept for all libraries of a person: prepared networks."""

import os
from pathlib import Path

import platformdirs

VARIABLE = "DUALHASH_CACHE"
_chosen = ""  # by `choose_cache_folder`
_of_the_start = ""  # what the variable said before that


def cache_folder() -> Path:
    return Path(os.environ.get(VARIABLE) or platformdirs.user_cache_dir("dualhash", appauthor=False)).absolute()


def choose_cache_folder(folder: str) -> None:
    """For this program and those that it begins from now on; "" is the one from before the first choice. What lies
    in the other stays there."""
    global _chosen, _of_the_start
    if folder == _chosen:
        return
    if not _chosen:
        _of_the_start = os.environ.pop(VARIABLE, "")
    _chosen = folder
    os.environ[VARIABLE] = folder or _of_the_start
