"""ONNX graphs of networks that are put together operation by operation.

torch has an exporter of its own, which works for ten seconds after its import; this takes a fraction of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.model.backbone_spec import Backbone

if TYPE_CHECKING:
    import onnx

_OPSET, _IR_VERSION = 17, 8  # old enough for every ONNX Runtime that we allow


class GraphBuilding:
    """Nodes and constants of the graph as far as it is built. What flows from node to node goes by its name."""

    def __init__(self) -> None:
        self._nodes: list[onnx.NodeProto] = []
        self._constants: list[onnx.TensorProto] = []

    def put(self, operation: str, *inputs: str, output: str = "", **attributes: Any) -> str:
        output = output or f"{operation}_{len(self._nodes)}"
        self.node(operation, inputs, [output], **attributes)
        return output

    def node(self, operation: str, inputs: Sequence[str], outputs: list[str], **attributes: Any) -> None:
        from onnx import helper

        self._nodes.append(helper.make_node(operation, inputs, outputs, **attributes))

    def constant(self, value: object, name: str = "", kind: type = np.float32) -> str:
        from onnx import numpy_helper

        name = name or f"constant_{len(self._constants)}"
        self._constants.append(numpy_helper.from_array(np.asarray(value, kind, order="C"), name))
        return name

    def model(self, spec: Backbone) -> onnx.ModelProto:
        """`pixels` (N, 3, side, side) -> `features` (N, dimensions), for any N."""
        from onnx import TensorProto, helper

        pixels = helper.make_tensor_value_info("pixels", TensorProto.FLOAT, ["n", 3, spec.side, spec.side])
        features = helper.make_tensor_value_info("features", TensorProto.FLOAT, ["n", spec.dimensions])
        return helper.make_model(
            helper.make_graph(self._nodes, spec.name, [pixels], [features], self._constants),
            ir_version=_IR_VERSION,
            opset_imports=[helper.make_opsetid("", _OPSET)],
            producer_name="dualhash",
        )
