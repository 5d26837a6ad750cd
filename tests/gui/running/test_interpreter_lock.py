"""Other threads give Python's lock away soon, also while they import torch."""

import subprocess
import sys

import pytest

from gui.running.interpreter_lock import TURN_SECONDS, load_library

IMPORTING = """
import sys
from gui.running.interpreter_lock import give_way

def is_loaded(library):
    return any(line.rstrip().endswith(library) for line in open("/proc/self/maps"))

class Looking:
    def find_spec(self, name, path, target=None):
        if name == "torch._C":
            print("before", is_loaded("/libtorch_cpu.so"))

give_way()
give_way()  # once is enough
sys.meta_path.insert(1, Looking())
import torch
print("works", float(torch.ones(3).sum()) == 3.0)
print("turn", sys.getswitchinterval())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems' libraries are left to Python")
def test_the_libraries_of_torch_are_there_before_python_loads_its_module() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORTING], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["before True", "works True", f"turn {TURN_SECONDS}"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems' libraries are left to Python")
def test_a_library_that_is_not_there_is_no_mistake() -> None:
    assert not load_library("/nowhere/libtorch.so")
