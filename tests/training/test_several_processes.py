"""Trained by several processes, a network is what one process makes of it: losses, figures, codes."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.training.several import done_by
from tests.training.several_lessons import BY_GRADIENTS, every_method, exactly, whole_networks


@pytest.fixture(scope="module")
def alone() -> dict[str, dict[str, Any]]:
    """What one process learns."""
    with exactly():
        return every_method()


@pytest.mark.parametrize("count", [2, 3])
def test_every_method_learns_the_same_as_in_one_process(alone: dict[str, Any], count: int, tmp_path: Path):
    together = done_by(count, every_method, tmp_path / "found")
    assert len(BY_GRADIENTS) >= 15
    assert_equal(together, alone)


def test_whole_networks_do_too(tmp_path: Path):
    """Each process looks at its share of the pictures, in the views that one process would draw for them."""
    assert_equal(done_by(2, whole_networks, tmp_path / "found"), whole_networks())


def assert_equal(together: dict[str, Any], alone: dict[str, Any]) -> None:
    """To 1e-5: numbers are summed up in another order."""
    for name, expected in alone.items():
        assert together[name].keys() == expected.keys()
        for figure, value in expected.items():
            if figure == "codes":
                assert np.array_equal(together[name][figure], value), name
            else:
                about = f"{name}: {figure}"
                np.testing.assert_allclose(together[name][figure], value, rtol=1e-5, atol=1e-5, err_msg=about)
