"""Trainings as they begin in a process of their own, only shorter, for tests to which it does not matter how well
they learn. What a test changes in its own process does not reach that one; these functions run there.
"""

from collections.abc import Generator

import pytest

from engine.learning import begun_apart
from engine.learning.request import Request
from engine.learning.trained import Trained
from engine.library import Library
from engine.progress import Progress
from engine.store.versions import Version

EPOCHS, STEPS = 5, 40  # in which a whole library is learned from


def train_on(
    library: Library, request: Request, device: str | None, resume: bool
) -> Generator[Progress, None, Trained]:
    _shorten()
    return (yield from begun_apart.train_on(library, request, device, resume))


def teach_itself(library: Library) -> Generator[Progress, None, Version | None]:
    _shorten()
    return (yield from begun_apart.teach_itself(library))


def _shorten() -> None:
    """A whole library in few steps, a whole network from few pixels, few labels measured on one split; the process
    ends with its training."""
    from engine.dualhash import settings
    from engine.learning import training
    from tests.learning.coarse_pixels import learn_coarsely

    settings.LIBRARY_EPOCHS, settings.LIBRARY_STEPS = EPOCHS, STEPS
    training.FEW_HELD_OUT = 0
    learn_coarsely(pytest.MonkeyPatch())
