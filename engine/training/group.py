"""The processes that train one network together. Most trainings have a group of one, in which nothing is sent.

Each batch is parted into contiguous shares. A process takes its share through the network; the outputs of all are
gathered, and each takes the loss of the whole batch from them. So the gradient with respect to its own share is
known to each without a word, and what comes of it for the parameters is summed up. All draw the same random numbers
and come to the same parameters, so nothing else need be sent; what is said of single images (rows of B and Λ) each
process keeps for its own rows alone.
"""

from __future__ import annotations

import io
import mmap
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import torch
import torch.distributed as dist
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.modules.batchnorm import _BatchNorm

from engine.errors import UserError
from engine.sentences import said


class TrainingGroup:
    """A group of one."""

    rank = 0
    size = 1

    def part(self, count: int) -> slice:
        """Which of so many rows are this process's."""
        return slice(0, count)

    def gathered(self, part_nK: Tensor, count: int) -> Tensor:
        """The rows of all processes, `count` in all. Gradients go through to the rows of this one."""
        return part_nK

    def summed(self, tensors: list[Tensor]) -> list[Tensor]:
        """The sums over all processes."""
        return tensors

    @contextmanager
    def normalising(self, network: nn.Module) -> Iterator[None]:
        """Within it BatchNorm goes by the batches of all processes together."""
        yield

    def tell(self, lesson: object) -> None:
        """The first process tells the others what is to be done."""


class ProcessGroup(TrainingGroup):
    """The processes of torch.distributed. A process that is lost is a UserError in all others."""

    def __init__(self) -> None:
        self.rank, self.size = dist.get_rank(), dist.get_world_size()

    def part(self, count: int) -> slice:
        return self.parts(count)[self.rank]

    def parts(self, count: int) -> list[slice]:
        """As `tensor_split` has it: the first ones are longer by one."""
        least, more = divmod(count, self.size)
        starts = [rank * least + min(rank, more) for rank in range(self.size + 1)]
        return [slice(start, stop) for start, stop in pairwise(starts)]

    def gathered(self, part_nK: Tensor, count: int) -> Tensor:
        lengths = [part.stop - part.start for part in self.parts(count)]
        found: Tensor = _Gathered.apply(part_nK, self, lengths)
        return found

    def joined(self, rows: NDArray[Any], lengths: Sequence[int]) -> NDArray[Any]:
        """The rows of all, of whom each has so many."""
        found: Tensor = _Gathered.apply(torch.from_numpy(rows), self, list(lengths))
        return found.numpy()

    def summed(self, tensors: list[Tensor]) -> list[Tensor]:
        flat = torch.cat([tensor.reshape(-1) for tensor in tensors])
        _said_if_lost(lambda: dist.all_reduce(flat))
        parts = torch.split(flat, [tensor.numel() for tensor in tensors])
        return [part.view_as(tensor) for part, tensor in zip(parts, tensors, strict=True)]

    @contextmanager
    def normalising(self, network: nn.Module) -> Iterator[None]:
        modules = [module for module in network.modules() if isinstance(module, _BatchNorm)]
        for module in modules:
            module.forward = partial(_normalised, module, self)  # type: ignore[method-assign]
        try:
            yield
        finally:
            for module in modules:
                del module.forward

    def tell(self, lesson: object) -> None:
        if self.rank == 0:
            data = _packed(lesson)
            _said_if_lost(lambda: dist.broadcast(torch.tensor([len(data)]), 0))
            _said_if_lost(lambda: dist.broadcast(data, 0))

    def told(self) -> Any:
        """What the first process tells."""
        length = torch.zeros(1, dtype=torch.long)
        _said_if_lost(lambda: dist.broadcast(length, 0))
        data = torch.empty(int(length), dtype=torch.uint8)
        _said_if_lost(lambda: dist.broadcast(data, 0))
        # It comes from this very program.
        return torch.load(io.BytesIO(data.numpy().tobytes()), map_location=_own_place, weights_only=False)


ALONE = TrainingGroup()


def group_of_processes() -> TrainingGroup:
    """The one that this process belongs to."""
    several = dist.is_available() and dist.is_initialized() and dist.get_world_size() > 1
    return ProcessGroup() if several else ALONE


class OwnedRows:
    """A row for each training image, each of which belongs to one process of the group."""

    def __init__(self, values_NK: Tensor) -> None:
        self._group = group_of_processes()
        self._count = len(values_NK)
        self._own = self._group.part(self._count)
        self._rows_nK = values_NK[self._own].clone()

    def all(self) -> Tensor:
        return self._group.gathered(self._rows_nK, self._count)

    def __getitem__(self, rows_m: Tensor) -> Tensor:
        if self._group.size == 1:
            return self._rows_nK.index_select(0, rows_m)
        is_own_m = self._is_own(rows_m)
        found_mK = self._rows_nK.new_zeros(len(rows_m), self._rows_nK.shape[1])
        found_mK[is_own_m] = self._rows_nK[rows_m[is_own_m] - self._own.start]
        (everywhere_mK,) = self._group.summed([found_mK])
        return everywhere_mK

    def __setitem__(self, rows_m: Tensor, values_mK: Tensor) -> None:
        if self._group.size == 1:
            self._rows_nK.index_copy_(0, rows_m, values_mK)
            return
        is_own_m = self._is_own(rows_m)
        self._rows_nK[rows_m[is_own_m] - self._own.start] = values_mK[is_own_m]

    def to(self, device: torch.device | str) -> None:
        self._rows_nK = self._rows_nK.to(device)

    def _is_own(self, rows_m: Tensor) -> Tensor:
        is_own_m: Tensor = (rows_m >= self._own.start) & (rows_m < self._own.stop)
        return is_own_m


class _Gathered(torch.autograd.Function):
    """The rows of all. Each process takes the same loss from them, so what comes back is the gradient already."""

    @staticmethod
    def forward(ctx: Any, part_nK: Tensor, group: ProcessGroup, lengths: list[int]) -> Tensor:
        ctx.own = slice(sum(lengths[: group.rank]), sum(lengths[: group.rank + 1]))
        padded = part_nK.new_zeros(max(lengths), *part_nK.shape[1:])
        padded[: len(part_nK)] = part_nK
        parts = [torch.empty_like(padded) for _ in lengths]
        _said_if_lost(lambda: dist.all_gather(parts, padded))
        return torch.cat([part[:length] for part, length in zip(parts, lengths, strict=True)])

    @staticmethod
    def backward(ctx: Any, *slopes: Tensor) -> tuple[Tensor, None, None]:
        return slopes[0][ctx.own], None, None


class _Summed(torch.autograd.Function):
    """The sum over all processes, in each of which something comes of it: so the gradient is a sum, too."""

    @staticmethod
    def forward(ctx: Any, value: Tensor, group: ProcessGroup) -> Tensor:
        ctx.group = group
        (summed,) = group.summed([value])
        return summed

    @staticmethod
    def backward(ctx: Any, *slopes: Tensor) -> tuple[Tensor, None]:
        (summed,) = ctx.group.summed([slopes[0]])
        return summed, None


def _normalised(module: _BatchNorm, group: ProcessGroup, inputs: Tensor) -> Tensor:
    """What BatchNorm makes of this process's rows of a batch."""
    if not module.training:
        plain: Tensor = type(module).forward(module, inputs)
        return plain
    x = inputs.float()
    others = [axis for axis in range(x.dim()) if axis != 1]
    shape = [-1 if axis == 1 else 1 for axis in range(x.dim())]
    count = x.new_tensor([x.numel() // x.shape[1]])
    total = _Summed.apply(torch.cat([x.sum(others), count]), group)
    n, mean_C = total[-1].detach(), total[:-1] / total[-1].detach()
    centred = x - mean_C.view(shape)
    var_C = _Summed.apply(centred.square().sum(others), group) / n
    if module.track_running_stats and module.running_mean is not None and module.running_var is not None:
        assert module.momentum is not None
        assert module.num_batches_tracked is not None
        with torch.no_grad():
            module.num_batches_tracked.add_(1)
            module.running_mean.lerp_(mean_C.detach(), module.momentum)
            module.running_var.lerp_(var_C.detach() * n / (n - 1), module.momentum)
    y = centred * torch.rsqrt(var_C + module.eps).view(shape)
    if module.affine:
        y = y * module.weight.view(shape) + module.bias.view(shape)
    normalised: Tensor = y.to(inputs.dtype)
    return normalised


def _own_place(storage: Any, place: str) -> Any:
    """What lay on the first process's GPU comes to lie on this one's own."""
    return storage.cuda() if place.startswith("cuda") else storage


class _Packer(pickle.Pickler):
    def reducer_override(self, each: object) -> Any:
        """Pictures that lie in a file are not sent, but read from there: all machines see it."""
        if isinstance(each, np.memmap) and isinstance(each.base, mmap.mmap):
            return np.memmap, (str(each.filename), each.dtype, "r", each.offset, each.shape)
        return NotImplemented


def _packed(lesson: object) -> Tensor:
    file = io.BytesIO()
    torch.save(lesson, file, pickle_module=SimpleNamespace(__name__="files_by_name", Pickler=_Packer))
    return torch.frombuffer(file.getbuffer(), dtype=torch.uint8)


def _said_if_lost(talk: Callable[[], object]) -> None:
    """Whoever waits for a process that has ended is told so by the network at once."""
    try:
        talk()
    except dist.DistError as error:
        raise LostError from error
    except RuntimeError as error:
        if "out of memory" in str(error):
            raise
        raise LostError from error


class LostError(UserError):
    """A process of the group has ended."""

    def __init__(self) -> None:
        super().__init__(
            said(
                "A process of this training has ended, so the others end, too; the same command with --resume, "
                "and any number of processes, goes on from the last epoch."
            )
        )
