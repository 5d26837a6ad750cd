"""GIST as an ONNX graph, put together from its matrices: what `gist` computes, operation by operation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.model.backbone_spec import GIST
from engine.model.gist_matrices import CONTRAST_FLOOR, LEAST_BRIGHTNESS, PREFILTER_MARGIN, all_matrices
from engine.model.onnx_graph import GraphBuilding

if TYPE_CHECKING:
    import onnx


def graph() -> onnx.ModelProto:
    """`pixels` are from 0 to 255."""
    building = _GistBuilding()
    building.cells_of(building.energy(building.prefiltered(building.stretched("pixels"))), output="features")
    return building.model(GIST)


class _GistBuilding(GraphBuilding):
    def __init__(self) -> None:
        super().__init__()
        self._matrices = all_matrices(GIST.side)

    def stretched(self, pixels: str) -> str:
        grey = self.put("ReduceMean", pixels, axes=[1], keepdims=0)
        above = self.put("Sub", grey, self.put("ReduceMin", grey, axes=[1, 2]))
        brightest = self.put("ReduceMax", above, axes=[1, 2])
        brightest = self.put("Max", brightest, self.constant(LEAST_BRIGHTNESS))
        return self.put("Mul", above, self.put("Div", self.constant(255.0), brightest))

    def prefiltered(self, grey: str) -> str:
        log = self.put("Log", self.put("Add", grey, self.constant(1.0)))
        high = self.put("Sub", self._around(log, "mirror_PS"), self._around(log, "low_PS"))
        contrast = self._around(self.put("Mul", high, high), "low_SP")
        contrast = self.put("Sqrt", self.put("Abs", contrast))
        begin, end, axes = ([PREFILTER_MARGIN] * 2, [-PREFILTER_MARGIN] * 2, [1, 2])
        inside = self.put("Slice", high, *(self.constant(part, kind=np.int64) for part in (begin, end, axes)))
        return self.put("Div", inside, self.put("Add", contrast, self.constant(CONTRAST_FLOOR)))

    def energy(self, flat: str) -> str:
        """|filter's answer| for each of the filters, a picture each."""
        spectrum = self._both_sides(flat, None, "forth_SF")
        filters = self.constant(self._matrices["filters_GFF"])
        each = self.constant([1], kind=np.int64)
        real, imag = (self.put("Mul", self.put("Unsqueeze", part, each), filters) for part in spectrum)
        squares = [self.put("Mul", part, part) for part in self._both_sides(real, imag, "back_FS")]
        return self.put("Sqrt", self.put("Add", *squares))

    def cells_of(self, energy: str, output: str) -> str:
        return self.put("Flatten", self._around(energy, "cells_4S"), output=output)

    def _around(self, x: str, name: str) -> str:
        """M X Mᵀ."""
        matrix = self._matrices[name]
        half = self.put("MatMul", self.constant(matrix), x)
        return self.put("MatMul", half, self.constant(matrix.T))

    def _both_sides(self, real: str, imag: str | None, name: str) -> tuple[str, str]:
        """M X Mᵀ for X = real + i·imag and a complex M, as (X Mᵀ)ᵀ taken twice; without `imag`, X is real."""
        matrix = self.constant(self._matrices[name])
        for _ in range(2):
            real_part, imag_part = self._halves(self.put("MatMul", real, matrix))
            if imag is not None:
                of_imag = self._halves(self.put("MatMul", imag, matrix))
                real_part = self.put("Sub", real_part, of_imag[1])
                imag_part = self.put("Add", imag_part, of_imag[0])
            axes = [0, 1, 3, 2] if name == "back_FS" else [0, 2, 1]
            real, imag = (self.put("Transpose", part, perm=axes) for part in (real_part, imag_part))
        assert imag is not None
        return real, imag

    def _halves(self, both: str) -> tuple[str, str]:
        left, right = f"{both}_left", f"{both}_right"
        self.node("Split", [both], [left, right], axis=-1)
        return left, right
