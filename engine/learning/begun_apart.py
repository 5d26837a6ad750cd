"""Trainings as they begin in a process of their own: torch is imported there, and nowhere before."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.learning.request import Request
from engine.library import Library
from engine.needed_packages import need_torch
from engine.progress import Progress
from engine.store.versions import Version

if TYPE_CHECKING:
    from engine.learning.trained import Trained


def train_on(
    library: Library, request: Request, device: str | None, resume: bool
) -> Generator[Progress, None, Trained]:
    """`device` is "cpu", "cuda" or None for the GPU if there is one; what there is, is found out here."""
    need_torch()
    from engine.learning.training import train
    from engine.model.device import choose_device

    return (yield from train(library, replace(request, device=choose_device(device)), resume=resume))


def teach_itself(library: Library) -> Generator[Progress, None, Version | None]:
    need_torch()
    from engine.learning import self_taught

    return (yield from self_taught.teach_itself(library))
