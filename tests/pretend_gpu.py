"""A GPU that is not there: tensors that say they are on the device "pretend", and are computed by the CPU.

It refuses what a GPU refuses: tensors of the CPU beside its own (but for single numbers), `.numpy()`, and
generators of the CPU. It has a generator of its own, which dropout draws from, mixed precision, and memory that
can run out: at any allocation, once or for good. So it shows whether everything lies where it belongs and whether
a lack of memory is survived; what it cannot show stands in tests/benchmarks/gpu.py.

    with pretend_gpu() as gpu:
        ... device=torch.device("pretend") ...

torch has a place for such devices (`PrivateUse1`), one in each process, and calls it experimental.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import pytest
import torch
from torch import Tensor
from torch.utils import backend_registration

from engine.model.device import Device

NAME = "pretend"
DEVICE = torch.device("privateuseone", 0)  # which it is called until it is registered
ON_IT = Device(NAME, "pretend GPU", "for tests")  # type: ignore[arg-type]

COPIES = {"aten::copy_", "aten::_to_copy", "aten::_foreach_copy_"}
CHOOSING = {"aten::index", "aten::index_put_"}  # where row numbers may lie on the CPU, though nothing else may
IN_HALF = ("linear", "conv2d", "matmul", "mm", "addmm", "bmm")  # what autocast computes in half precision


class PretendTensor(torch.Tensor):
    """`inner` is where its numbers really are."""

    inner: Tensor

    @staticmethod
    def __new__(cls, inner: Tensor) -> PretendTensor:
        return torch.Tensor._make_wrapper_subclass(  # type: ignore[attr-defined,no-any-return]
            cls,
            inner.size(),
            strides=inner.stride(),
            storage_offset=inner.storage_offset(),
            dtype=inner.dtype,
            device=DEVICE,
            requires_grad=False,
        )

    def __init__(self, inner: Tensor) -> None:
        self.inner = inner

    def __repr__(self) -> str:  # type: ignore[override]
        return f"PretendTensor({self.inner})"

    @classmethod
    def __torch_dispatch__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return GPU.compute(func, args, kwargs or {})


class PretendGpu:
    """The device: its memory, its generator, and what it was asked for.

    Whatever makes a new tensor here is one allocation, counted from 1 in `allocations`.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.reset()

    def reset(self) -> None:
        self.allocations = 0
        self.has_half = True  # without it, it computes as exactly as the CPU does
        self.has_bfloat16 = True
        self.cache_emptied = 0
        self.halved: set[torch.dtype] = set()  # what autocast computed in
        self.pinned: set[int] = set()  # addresses of pinned memory
        self.from_pinned = self.from_unpinned = 0  # pictures' bytes that came from such memory, and that did not
        self._failed_on_the_way_back = False
        self._fails: Callable[[int], bool] = lambda number: False
        self._generator = torch.Generator().manual_seed(0)

    # ---- memory ----

    def fails_once(self, at: int) -> None:
        """Allocation number `at`, counted from now, does not succeed; those after it do."""
        place = self.allocations + at
        self._fails = lambda number: number == place

    def is_full_from(self, at: int) -> None:
        """No allocation succeeds from number `at` on, counted from now."""
        place = self.allocations + at
        self._fails = lambda number: number >= place

    def _allocate(self) -> None:
        with self._lock:
            self.allocations += 1
            number = self.allocations
        if not self._fails(number):
            return
        if torch._C._current_graph_task_id() >= 0:  # torch would end the process, were it raised on the way back
            self._failed_on_the_way_back = True
        else:
            raise torch.OutOfMemoryError("pretend out of memory")

    def way_back(self, *args: Any, **kwargs: Any) -> tuple[Tensor, ...]:
        """In the place of torch.autograd.grad: memory that ran out on the way back is told of when that is over."""
        self._failed_on_the_way_back = False
        found = _AUTOGRAD(*args, **kwargs)
        if self._failed_on_the_way_back:
            raise torch.OutOfMemoryError("pretend out of memory")
        return found

    # ---- what torch asks of a device's module ----

    def is_initialized(self) -> bool:
        return True

    def is_available(self) -> bool:
        return True

    def current_device(self) -> int:
        return 0

    def device_count(self) -> int:
        return 1

    def device(self, which: object) -> Any:
        return nullcontext()

    def _is_in_bad_fork(self) -> bool:
        return False

    def manual_seed_all(self, seed: int) -> None:
        self._generator.manual_seed(seed)

    def get_rng_state(self, device: object = None) -> Tensor:
        return self._generator.get_state()

    def set_rng_state(self, state: Tensor, device: object = None) -> None:
        self._generator.set_state(state)

    def get_amp_supported_dtype(self) -> list[torch.dtype]:
        return [torch.bfloat16, torch.float16]

    def is_bf16_supported(self, including_emulation: bool = True) -> bool:
        return self.has_bfloat16

    def empty_cache(self) -> None:
        self.cache_emptied += 1

    # ---- computing ----

    def compute(self, func: Any, args: Any, kwargs: dict[str, Any]) -> Any:
        about = _facts_of(func)
        taken = _Taken()
        stays = self._stays(kwargs)
        plain_args, plain_kwargs = taken.inner(args), {name: taken.inner(each) for name, each in kwargs.items()}
        if any(each.dim() for each in taken.others) and not _may_mix(about.name, args):
            raise RuntimeError(f"Expected all tensors to be on the same device, but {about.name} got some on cpu.")
        if any(each.device.type == "cpu" for each in taken.generators):
            raise RuntimeError(f"Expected a '{NAME}' device type for generator but found 'cpu' ({about.name})")
        if about.name in COPIES:
            self._watch(taken.others)
        if stays and about.makes_tensors:
            self._allocate()
        sizes = [each.inner.shape for each in taken.ours] if about.keeps_sizes else []
        result = self._computed(func, plain_args, plain_kwargs, about.draws)
        if not stays:
            return result
        if about.keeps_sizes and sizes != [each.inner.shape for each in taken.ours]:
            raise NotImplementedError(f"{about.name} has changed the size of a tensor")
        known: dict[int, Tensor] = {id(each.inner): each for each in taken.ours}  # changed in place
        known |= {id(each): each for each in taken.others}
        return _wrapped(result, known)

    def _computed(self, func: Any, args: Any, kwargs: dict[str, Any], draws: bool) -> Any:
        if not draws:
            return func(*args, **kwargs)
        with torch.random.fork_rng(devices=[]):  # it draws from the generator of this device
            torch.set_rng_state(self._generator.get_state())
            result = func(*args, **kwargs)
            self._generator.set_state(torch.get_rng_state())
        return result

    def _stays(self, kwargs: dict[str, Any]) -> bool:
        """Whether what comes out is on this device; the CPU computes it in any case."""
        wanted = kwargs.get("device")
        if wanted is None:
            return True
        kwargs["device"] = torch.device("cpu")
        return torch.device(wanted).type == NAME

    def _watch(self, copied: Sequence[Tensor]) -> None:
        for each in copied:
            if each.dtype == torch.uint8:
                self.from_pinned += each.data_ptr() in self.pinned
                self.from_unpinned += each.data_ptr() not in self.pinned


_AUTOGRAD = torch.autograd.grad
GPU = PretendGpu()


class _Taken:
    """What a function is given, taken apart in one go: it is called for each operation, thousands of times."""

    def __init__(self) -> None:
        self.ours: list[PretendTensor] = []
        self.others: list[Tensor] = []
        self.generators: list[torch.Generator] = []

    def inner(self, each: Any) -> Any:
        """The same without wrappers."""
        kind = type(each)
        if kind is PretendTensor:
            self.ours.append(each)
            return each.inner
        if kind in (list, tuple):
            return kind([self.inner(one) for one in each])
        if isinstance(each, Tensor):
            self.others.append(each)
        elif isinstance(each, torch.Generator):
            self.generators.append(each)
        return each


def _inner(each: Any) -> Any:
    return each.inner if isinstance(each, PretendTensor) else each


def _may_mix(name: str, args: Any) -> bool:
    if name in CHOOSING:
        return all(isinstance(each, PretendTensor) or not each.dim() for each in (args[0], *args[2:3]))
    return name in COPIES


@dataclass(frozen=True, slots=True)
class _Facts:
    name: str
    makes_tensors: bool  # new ones: not views, not the same changed in place, not plain numbers
    draws: bool  # from a generator
    keeps_sizes: bool  # though it changes tensors


@cache
def _facts_of(func: Any) -> _Facts:
    """A view in place, within torch's own functions, leaves its wrapper behind, but nobody looks at that."""
    schema = func._schema
    returned = [str(each.type) for each in schema.returns]
    makes_tensors = not schema.is_mutable and not func.is_view and any("Tensor" in each for each in returned)
    draws = torch.Tag.nondeterministic_seeded in func.tags
    return _Facts(schema.name, makes_tensors, draws, schema.is_mutable and torch.Tag.inplace_view not in func.tags)


def _wrapped(each: Any, known: Mapping[int, Tensor]) -> Any:
    if isinstance(each, list | tuple):
        return type(each)([_wrapped(one, known) for one in each])
    if not isinstance(each, Tensor):
        return each
    return known[id(each)] if id(each) in known else PretendTensor(each)


# ---- how torch is told of it ----


def _empty(size: Sequence[int], *, dtype: Any = None, memory_format: Any = None, **_: Any) -> PretendTensor:
    GPU._allocate()
    return PretendTensor(torch.empty(size, dtype=dtype, memory_format=memory_format or torch.contiguous_format))


def _empty_strided(size: Sequence[int], stride: Sequence[int], *, dtype: Any = None, **_: Any) -> PretendTensor:
    GPU._allocate()
    return PretendTensor(torch.empty_strided(size, stride, dtype=dtype))


def _counted(func: Any, *args: Any, device: Any = None, pin_memory: Any = None, **kwargs: Any) -> PretendTensor:
    """Row numbers and the like: torch would make them by growing an empty tensor, which a wrapper cannot follow."""
    GPU._allocate()
    return PretendTensor(func(*args, **kwargs))


def _copy_from(source: Tensor, target: Tensor, non_blocking: bool = False) -> Tensor:
    """Between the devices, where torch copies by itself, as in `torch.tensor(…, device=…)`."""
    _inner(target).copy_(_inner(source))
    return target


def _in_half(compute: Callable[..., Tensor], *args: Any, **kwargs: Any) -> Tensor:
    """Autocast: the same with its tensors in half precision."""
    half = torch.get_autocast_dtype(NAME) if GPU.has_half else torch.float32
    GPU.halved.add(half)

    def cast(each: Any) -> Any:
        return each.to(half) if isinstance(each, Tensor) and each.is_floating_point() else each

    with torch._C._ExcludeDispatchKeyGuard(_AUTOCAST):
        return compute(*map(cast, args), **{name: cast(each) for name, each in kwargs.items()})


_AUTOCAST = torch._C.DispatchKeySet(torch._C.DispatchKey.AutocastPrivateUse1)
_REGISTERED: list[torch.library.Library] = []  # for as long as the process lives


def _register() -> None:
    setup = getattr(backend_registration, "_setup_privateuseone_for_python_backend", None)
    if setup is None:
        pytest.skip("this torch cannot host a device that is written in Python")
    setup(NAME, GPU)
    library = torch.library.Library("aten", "IMPL")
    library.impl("empty.memory_format", _empty, "PrivateUse1")
    library.impl("empty_strided", _empty_strided, "PrivateUse1")
    for name, overloads in {"arange": ("default", "start", "start_step"), "eye": ("default", "m")}.items():
        for overload in overloads:
            func = getattr(getattr(torch.ops.aten, name), overload)
            place = name if overload == "default" else f"{name}.{overload}"
            library.impl(place, partial(_counted, func), "PrivateUse1")
    library.impl("_copy_from", _copy_from, "PrivateUse1")
    others = torch.library.Library("_", "IMPL")
    others.fallback(torch.library.fallthrough_kernel, "AutocastPrivateUse1")
    for name in IN_HALF:
        compute = getattr(torch.ops.aten, name).default
        library.impl(name, partial(_in_half, compute), "AutocastPrivateUse1")
    _REGISTERED.extend([library, others])


@contextmanager
def pretend_gpu() -> Iterator[PretendGpu]:
    """The device, fresh. Within it networks can be moved there, and pinned memory be had."""
    if not _REGISTERED:
        _register()
    GPU.reset()
    empty, swapped = torch.empty, torch.__future__.get_swap_module_params_on_conversion()

    def pinned(*args: Any, pin_memory: bool = False, **kwargs: Any) -> Tensor:
        """torch has no pinned memory for such a device."""
        tensor = empty(*args, **kwargs)
        if pin_memory:
            GPU.pinned.add(tensor.data_ptr())
        return tensor

    torch.__future__.set_swap_module_params_on_conversion(True)
    torch.empty, torch.autograd.grad = pinned, GPU.way_back  # type: ignore[assignment]
    try:
        # Autograd has a thread for each device that there was when it first ran: this one comes too late.
        with torch.autograd.set_multithreading_enabled(False):
            yield GPU
    finally:
        torch.empty, torch.autograd.grad = empty, _AUTOGRAD
        torch.__future__.set_swap_module_params_on_conversion(swapped)
        GPU.reset()
