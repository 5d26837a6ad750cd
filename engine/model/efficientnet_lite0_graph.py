"""EfficientNet-Lite0 as an ONNX graph, put together from its weights; BatchNorm is folded into the convolutions.

torch's exporter comes to the same graph, operation by operation, but imports torch and then works for ten
seconds; this takes a fraction of one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.model.backbone_spec import EFFICIENTNET_LITE0
from engine.model.efficientnet_lite0 import Block, Layer, blocks

if TYPE_CHECKING:
    import onnx

_NORM_EPSILON = 1e-3  # as the weights were trained
_OPSET, _IR_VERSION = 17, 8  # old enough for every ONNX Runtime that we allow


def graph(tensors: Mapping[str, NDArray[Any]]) -> onnx.ModelProto:
    """`pixels` (N, 3, side, side) -> `features` (N, dimensions), for any N."""
    from onnx import TensorProto, helper

    spec = EFFICIENTNET_LITE0
    building = _Building(tensors, spec.side)
    flow = "pixels"
    for block in blocks():
        flow = building.after(block, flow)
    flow = building.put("GlobalAveragePool", flow)
    building.put("Flatten", flow, output="features")
    pixels = helper.make_tensor_value_info("pixels", TensorProto.FLOAT, ["n", 3, spec.side, spec.side])
    features = helper.make_tensor_value_info("features", TensorProto.FLOAT, ["n", spec.dimensions])
    return helper.make_model(
        helper.make_graph(building.nodes, spec.name, [pixels], [features], building.constants),
        ir_version=_IR_VERSION,
        opset_imports=[helper.make_opsetid("", _OPSET)],
        producer_name="dualhash",
    )


class _Building:
    """Nodes and constants of the graph as far as it is built. What flows from node to node goes by its name."""

    def __init__(self, tensors: Mapping[str, NDArray[Any]], side: int) -> None:
        self._tensors = tensors
        self._side = side  # of what flows now
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self._lowest, self._highest = self._constant("lowest", 0.0), self._constant("highest", 6.0)

    def after(self, block: Block, flow: str) -> str:
        given = flow
        for layer in block.layers:
            flow = self._convolved(layer, flow)
        return self.put("Add", flow, given) if block.adds_input else flow

    def put(self, operation: str, *inputs: str, output: str = "", **attributes: Any) -> str:
        from onnx import helper

        output = output or f"{operation}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(operation, inputs, [output], **attributes))
        return output

    def _convolved(self, layer: Layer, flow: str) -> str:
        weights_OIKK, bias_O = _folded(self._tensors, layer)
        wide, taken, kernel, _ = weights_OIKK.shape
        flow = self.put(
            "Conv",
            flow,
            self._constant(f"{layer.convolution}.weight", weights_OIKK),
            self._constant(f"{layer.convolution}.bias", bias_O),
            group=wide if taken == 1 else 1,
            pads=self._pads(kernel, layer.stride),
            strides=[layer.stride, layer.stride],
        )
        self._side = -(-self._side // layer.stride)
        return self.put("Clip", flow, self._lowest, self._highest) if layer.clipped else flow

    def _pads(self, kernel: int, stride: int) -> list[int]:
        """As many zeros as TensorFlow's SAME asks for, where these weights come from: the odd one at the end."""
        positions = -(-self._side // stride)
        zeros = max((positions - 1) * stride + kernel - self._side, 0)
        before, after = zeros // 2, zeros - zeros // 2
        return [before, before, after, after]

    def _constant(self, name: str, value: object) -> str:
        from onnx import numpy_helper

        self.constants.append(numpy_helper.from_array(np.asarray(value, np.float32, order="C"), name))
        return name


def _folded(tensors: Mapping[str, NDArray[Any]], layer: Layer) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The convolution and the BatchNorm after it as one convolution: its weights and its bias."""
    weights_OIKK = tensors[f"{layer.convolution}.weight"].astype(np.float64)
    scale_O, bias_O, mean_O, variance_O = (
        tensors[f"{layer.norm}.{name}"].astype(np.float64)
        for name in ("weight", "bias", "running_mean", "running_var")
    )
    factor_O = scale_O / np.sqrt(variance_O + _NORM_EPSILON)
    return weights_OIKK * factor_O[:, None, None, None], bias_O - mean_O * factor_O
