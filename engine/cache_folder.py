"""Where what can be made again is kept for all libraries of a person: prepared networks."""

import logging
import os
from pathlib import Path

import platformdirs

log = logging.getLogger(__name__)

VARIABLE = "DUALHASH_CACHE"
_chosen = ""  # by `choose_cache_folder`
_of_the_start = ""  # what the variable said before that


def cache_folder() -> Path:
    return Path(os.environ.get(VARIABLE) or platformdirs.user_cache_dir("dualhash", appauthor=False)).absolute()


def choose_cache_folder(folder: str) -> None:
    """For this program and those that it begins from now on; "" is the one from before the first choice, which also
    serves while the drive of the chosen one is away. What lies in the other stays there."""
    global _chosen, _of_the_start
    if folder and not _can_be_had(folder):
        log.warning("the cache %s is away; another one serves meanwhile", folder)
        folder = ""
    if folder == _chosen:
        return
    if not _chosen:
        _of_the_start = os.environ.pop(VARIABLE, "")
    _chosen = folder
    os.environ[VARIABLE] = folder or _of_the_start


def _can_be_had(folder: str) -> bool:
    """It is there, or can be made."""
    above = os.path.dirname(folder)
    if os.path.exists(folder) or above == folder:
        return os.path.isdir(folder) and os.access(folder, os.W_OK)
    return _can_be_had(above)
