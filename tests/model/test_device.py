"""Which device is chosen, and that nothing broken keeps the CPU from being used."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from engine.errors import UserError
from engine.model.device import Device, TorchCuda, choose_device, count_cuda_devices, describe_torch_cuda

ROOT = Path(__file__).resolve().parents[2]
WORKS = TorchCuda("NVIDIA GeForce RTX 4070", "found through CUDA 13.0")
NO_CUDA = TorchCuda(None, "this torch is a CPU build, without CUDA")


@pytest.fixture(autouse=True)
def _no_wish_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DUALHASH_DEVICE", raising=False)


@pytest.mark.parametrize(
    ("preference", "driver", "torch_says", "kind", "reason"),
    [
        (None, None, WORKS, "cpu", "no NVIDIA driver was found"),
        (None, 0, WORKS, "cpu", "the NVIDIA driver reports no GPU"),
        (None, 1, NO_CUDA, "cpu", "this torch is a CPU build, without CUDA"),
        (None, 2, WORKS, "cuda", "found through CUDA 13.0"),
        ("cpu", 2, WORKS, "cpu", "as asked for"),
        ("cuda", 1, WORKS, "cuda", "found through CUDA 13.0"),
        ("cuda", None, WORKS, "cpu", "CUDA was asked for, but no NVIDIA driver was found"),
        ("cuda", 0, WORKS, "cpu", "CUDA was asked for, but the NVIDIA driver reports no GPU"),
        ("cuda", 1, NO_CUDA, "cpu", "CUDA was asked for, but this torch is a CPU build, without CUDA"),
    ],
)
def test_the_choice_and_its_reason(
    preference: str | None, driver: int | None, torch_says: TorchCuda, kind: str, reason: str
) -> None:
    device = choose_device(preference, driver_devices=lambda: driver, torch_cuda=lambda: torch_says)
    assert (device.kind, device.reason) == (kind, reason)
    assert device.line() == f"Computing on the {device.name}: {reason}"


def test_the_environment_states_the_wish_and_an_argument_beats_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUALHASH_DEVICE", "cpu")
    assert choose_device(driver_devices=lambda: 1, torch_cuda=lambda: WORKS).kind == "cpu"
    assert choose_device("cuda", driver_devices=lambda: 1, torch_cuda=lambda: WORKS).kind == "cuda"
    monkeypatch.setenv("DUALHASH_DEVICE", "")
    assert choose_device(driver_devices=lambda: 1, torch_cuda=lambda: WORKS).kind == "cuda"


def test_an_unknown_wish_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match="cpu or cuda, not 'tpu'"):
        choose_device("tpu")
    monkeypatch.setenv("DUALHASH_DEVICE", "gpu")
    with pytest.raises(UserError, match="cpu or cuda, not 'gpu'"):
        choose_device()


@pytest.mark.parametrize(("preference", "driver"), [("cpu", 1), (None, None), (None, 0), ("cuda", None)])
def test_torch_is_not_asked_without_need(preference: str | None, driver: int | None) -> None:
    asked: list[bool] = []

    def torch_cuda() -> TorchCuda:
        asked.append(True)
        return WORKS

    choose_device(preference, driver_devices=lambda: driver, torch_cuda=torch_cuda)
    assert not asked


def test_lines_are_for_people() -> None:
    cpu = Device("cpu", "CPU (4 cores)", "no NVIDIA driver was found")
    assert cpu.line() == "Computing on the CPU (4 cores): no NVIDIA driver was found"
    assert "core" in choose_device("cpu").name


def test_this_machine_gets_a_device() -> None:
    driver = count_cuda_devices()
    device = choose_device()
    assert device.kind == ("cuda" if driver and describe_torch_cuda().name else "cpu")


def test_a_torch_without_cuda_is_named_as_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.version, "cuda", None)
    assert describe_torch_cuda() == TorchCuda(None, "this torch is a CPU build, without CUDA")


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a GPU")
def test_a_torch_that_sees_no_gpu_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.version, "cuda", "13.0")
    assert describe_torch_cuda() == TorchCuda(None, "torch cannot use the GPU with CUDA 13.0")


@pytest.mark.skipif(torch.cuda.is_available(), reason="this machine has a GPU")
def test_a_gpu_that_fails_to_compute_is_not_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.version, "cuda", "13.0")
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)  # as with a GPU too old for this torch
    found = describe_torch_cuda()
    assert found.name is None
    assert found.reason.startswith("torch does not work with the GPU (")
    assert "\n" not in found.reason


@pytest.mark.parametrize(
    "failure", ["OSError('libc10.so: bad ELF')", "ImportError('no _C')", "AttributeError('x')"]
)
def test_a_torch_that_cannot_be_imported_means_the_cpu(tmp_path: Path, failure: str) -> None:
    (tmp_path / "torch.py").write_text(f"raise {failure}")
    code = (
        "from engine.model.device import choose_device\n"
        "device = choose_device(driver_devices=lambda: 1)\n"
        "print(device.kind, device.reason)"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    message = failure.partition("'")[2].rpartition("'")[0]
    assert ran.stdout.strip() == f"cpu torch does not work with the GPU ({message})"
