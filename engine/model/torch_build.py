"""Which build of torch is installed, and whether there is a card for it. Tells without importing torch."""

from __future__ import annotations

import importlib.util
import runpy
from pathlib import Path
from typing import NamedTuple

from engine.model.device import count_cuda_devices
from engine.sentences import said


class TorchBuild(NamedTuple):
    version: str
    cuda: str | None  # the version of CUDA that it was built for


def installed_build() -> TorchBuild | None:
    """As torch's own files say; None where it is missing."""
    spec = importlib.util.find_spec("torch")
    if spec is None or spec.origin is None:
        return None
    try:
        facts = runpy.run_path(str(Path(spec.origin).with_name("version.py")))
        return TorchBuild(facts["__version__"], facts["cuda"])
    except (OSError, KeyError, SyntaxError):
        return None


def build_text(build: TorchBuild | None) -> str:
    if build is None:
        return said("torch is missing or broken")
    plain = build.version.partition("+")[0]
    if build.cuda:
        return said("torch {version}, CUDA {cuda} build", version=plain, cuda=build.cuda)
    return said("torch {version}, CPU build", version=plain)


def described(build: TorchBuild | None, cards: int | None) -> str:
    """The build, and what becomes of the NVIDIA cards (None: there is no driver that would count them)."""
    if not cards:
        return f"{build_text(build)}; no NVIDIA card found"
    found = f"{cards} NVIDIA card{'s' if cards > 1 else ''} found"
    unused = ", which only a CUDA build uses" if build is not None and build.cuda is None else ""
    return f"{build_text(build)}; {found}{unused}"


def describe() -> str:
    return described(installed_build(), count_cuda_devices())
