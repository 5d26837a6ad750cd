"""Linear algebra takes as many threads as it is told, in all libraries that are loaded by then."""

import subprocess
import sys

from threadpoolctl import threadpool_info

from engine.blas_threads import blas_threads


def threads() -> set[int]:
    return {library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"}


def test_so_many_within_the_block_and_as_before_after_it():
    with blas_threads(2):
        assert threads() == {2}
        with blas_threads(1):
            assert threads() == {1}
        assert threads() == {2}


def test_a_library_that_is_loaded_later_counts_too():
    code = (
        "import numpy\n"
        "from engine.blas_threads import blas_threads\n"
        "from tests.test_blas_threads import threads\n"
        "with blas_threads(2): assert threads() == {2}\n"
        "import faiss\n"
        "with blas_threads(1): assert threads() == {1}, threads()\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
