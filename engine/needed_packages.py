"""Packages that only some work needs. It asks for them first: that one is missing or broken is said in a sentence.
The window asks for Qt here, too.

torch       training, a GPU, and all networks but the built-in one
matplotlib  figures of the experiments
timm, open_clip, huggingface_hub  networks that a person adds (the extra "networks")
psycopg     a library on a server
"""

import importlib

from engine.errors import UserError
from engine.sentences import said

_MISSING = said("This needs {package}, which is missing or broken ({why}); {remedy}.")
TROUBLES = (_MISSING,)


def need_torch() -> None:
    need("torch", said("please install DualHash again"))


def need_matplotlib() -> None:
    need("matplotlib", said("“pip install matplotlib” mends that"))


def need_timm() -> None:
    need("timm", said("“pip install timm” mends that"))


def need_open_clip() -> None:
    need("open_clip", said("“pip install open_clip_torch” mends that"))


def need_hub() -> None:
    need("huggingface_hub", said("“pip install huggingface_hub” mends that"))


def need(package: str, remedy: str) -> None:
    try:
        importlib.import_module(package)
    except (ImportError, OSError) as error:  # an OSError where a library of the system, or of the GPU, is missing
        why = (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".")
        raise UserError(_MISSING.with_values(package=package, why=why, remedy=remedy)) from error
