"""GIST as an ONNX graph, put together from its matrices: what `gist` computes, operation by operation.

torch's exporter comes to the same, but imports torch and then works for ten seconds; this takes a fraction of one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.model.backbone_spec import GIST
from engine.model.gist_matrices import CONTRAST_FLOOR, LEAST_BRIGHTNESS, PREFILTER_MARGIN, all_matrices

if TYPE_CHECKING:
    import onnx

_OPSET, _IR_VERSION = 17, 8  # old enough for every ONNX Runtime that we allow


def graph() -> onnx.ModelProto:
    """`pixels` (N, 3, side, side), from 0 to 255 -> `features` (N, dimensions), for any N."""
    from onnx import TensorProto, helper

    building = _Building()
    building.cells_of(building.energy(building.prefiltered(building.stretched("pixels"))), output="features")
    pixels = helper.make_tensor_value_info("pixels", TensorProto.FLOAT, ["n", 3, GIST.side, GIST.side])
    features = helper.make_tensor_value_info("features", TensorProto.FLOAT, ["n", GIST.dimensions])
    return helper.make_model(
        helper.make_graph(building.nodes, GIST.name, [pixels], [features], building.constants),
        ir_version=_IR_VERSION,
        opset_imports=[helper.make_opsetid("", _OPSET)],
        producer_name="dualhash",
    )


class _Building:
    """Nodes and constants of the graph as far as it is built. What flows from node to node goes by its name."""

    def __init__(self) -> None:
        self._matrices = all_matrices(GIST.side)
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def stretched(self, pixels: str) -> str:
        grey = self._put("ReduceMean", pixels, axes=[1], keepdims=0)
        above = self._put("Sub", grey, self._put("ReduceMin", grey, axes=[1, 2]))
        brightest = self._put("ReduceMax", above, axes=[1, 2])
        brightest = self._put("Max", brightest, self._constant(LEAST_BRIGHTNESS))
        return self._put("Mul", above, self._put("Div", self._constant(255.0), brightest))

    def prefiltered(self, grey: str) -> str:
        log = self._put("Log", self._put("Add", grey, self._constant(1.0)))
        high = self._put("Sub", self._around(log, "mirror_PS"), self._around(log, "low_PS"))
        contrast = self._around(self._put("Mul", high, high), "low_SP")
        contrast = self._put("Sqrt", self._put("Abs", contrast))
        begin, end, axes = ([PREFILTER_MARGIN] * 2, [-PREFILTER_MARGIN] * 2, [1, 2])
        inside = self._put("Slice", high, *(self._constant(part, np.int64) for part in (begin, end, axes)))
        return self._put("Div", inside, self._put("Add", contrast, self._constant(CONTRAST_FLOOR)))

    def energy(self, flat: str) -> str:
        """|filter's answer| for each of the filters, a picture each."""
        spectrum = self._both_sides(flat, None, "forth_SF")
        filters = self._constant(self._matrices["filters_GFF"])
        each = self._constant([1], np.int64)
        real, imag = (self._put("Mul", self._put("Unsqueeze", part, each), filters) for part in spectrum)
        squares = [self._put("Mul", part, part) for part in self._both_sides(real, imag, "back_FS")]
        return self._put("Sqrt", self._put("Add", *squares))

    def cells_of(self, energy: str, output: str) -> str:
        return self._put("Flatten", self._around(energy, "cells_4S"), output=output)

    def _around(self, x: str, name: str) -> str:
        """M X Mᵀ."""
        matrix = self._matrices[name]
        half = self._put("MatMul", self._constant(matrix), x)
        return self._put("MatMul", half, self._constant(matrix.T))

    def _both_sides(self, real: str, imag: str | None, name: str) -> tuple[str, str]:
        """M X Mᵀ for X = real + i·imag and a complex M, as (X Mᵀ)ᵀ taken twice; without `imag`, X is real."""
        matrix = self._constant(self._matrices[name])
        for _ in range(2):
            real_part, imag_part = self._halves(self._put("MatMul", real, matrix))
            if imag is not None:
                of_imag = self._halves(self._put("MatMul", imag, matrix))
                real_part = self._put("Sub", real_part, of_imag[1])
                imag_part = self._put("Add", imag_part, of_imag[0])
            axes = [0, 1, 3, 2] if name == "back_FS" else [0, 2, 1]
            real, imag = (self._put("Transpose", part, perm=axes) for part in (real_part, imag_part))
        assert imag is not None
        return real, imag

    def _halves(self, both: str) -> tuple[str, str]:
        left, right = f"{both}_left", f"{both}_right"
        self._node("Split", [both], [left, right], axis=-1)
        return left, right

    def _put(self, operation: str, *inputs: str, output: str = "", **attributes: Any) -> str:
        output = output or f"{operation}_{len(self.nodes)}"
        self._node(operation, inputs, [output], **attributes)
        return output

    def _node(self, operation: str, inputs: Any, outputs: list[str], **attributes: Any) -> None:
        from onnx import helper

        self.nodes.append(helper.make_node(operation, inputs, outputs, **attributes))

    def _constant(self, value: NDArray[Any] | list[int] | float, kind: type = np.float32) -> str:
        from onnx import numpy_helper

        name = f"constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.asarray(value, kind, order="C"), name))
        return name
