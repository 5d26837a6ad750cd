"""Measured by several processes, codes have the figures that one process finds, and features that several look for
are the same; however uneven the parts are, and where some process has none."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.training.several import done_by
from tests.training.several_looks import QUERIES, figures_of_a_run, looks, rankings, who_did_it


@pytest.mark.parametrize("count", [2, 3])
def test_each_process_does_its_part(count: int, tmp_path: Path):
    done = done_by(count, who_did_it, tmp_path / "found")
    assert len(set(done)) == count
    assert len(done) == 10 * QUERIES
    shares = [done.count(process) for process in dict.fromkeys(done)]
    assert max(shares) - min(shares) <= QUERIES


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("work", [rankings, looks])
def test_pieces_are_the_same_to_the_last_bit(work: Any, count: int, tmp_path: Path):
    together, alone = done_by(count, work, tmp_path / "found"), work()
    assert together.keys() == alone.keys()
    for name, rows in alone.items():
        assert together[name].dtype == rows.dtype
        assert np.array_equal(together[name], rows), name


@pytest.mark.parametrize("count", [2, 3])
def test_figures_of_an_experiments_run_are_the_same(count: int, tmp_path: Path):
    together, alone = done_by(count, figures_of_a_run, tmp_path / "found"), figures_of_a_run()
    for name, (figures, precisions) in alone.items():
        assert together[name][0] == pytest.approx(figures, abs=1e-5), name
        assert together[name][1] == pytest.approx(precisions, abs=1e-5), name
        assert 0 < figures["mAP"] < 1
