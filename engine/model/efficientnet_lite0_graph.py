"""EfficientNet-Lite0 as an ONNX graph, put together from its weights; BatchNorm is folded into the convolutions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.model.backbone_spec import EFFICIENTNET_LITE0, Backbone
from engine.model.efficientnet_lite0 import Block, Layer, blocks, first_blocks
from engine.model.onnx_graph import GraphBuilding

if TYPE_CHECKING:
    import onnx

_NORM_EPSILON = 1e-3  # as the weights were trained


def graph(tensors: Mapping[str, NDArray[Any]], spec: Backbone = EFFICIENTNET_LITE0) -> onnx.ModelProto:
    """Of the whole network, or of what comes before the last blocks that the feature space leaves out."""
    building = _LiteBuilding(tensors, spec.side)
    flow = "pixels"
    for block in first_blocks(spec.left_out) if spec.left_out else blocks():
        flow = building.after(block, flow)
    if not spec.left_out:
        flow = building.put("GlobalAveragePool", flow)
    building.put("Flatten", flow, output="features")
    return building.model(spec)


class _LiteBuilding(GraphBuilding):
    def __init__(self, tensors: Mapping[str, NDArray[Any]], side: int) -> None:
        super().__init__()
        self._tensors = tensors
        self._side = side  # of what flows now
        self._lowest, self._highest = self.constant(0.0, "lowest"), self.constant(6.0, "highest")

    def after(self, block: Block, flow: str) -> str:
        given = flow
        for layer in block.layers:
            flow = self._convolved(layer, flow)
        return self.put("Add", flow, given) if block.adds_input else flow

    def _convolved(self, layer: Layer, flow: str) -> str:
        weights_OIKK, bias_O = _folded(self._tensors, layer)
        wide, taken, kernel, _ = weights_OIKK.shape
        flow = self.put(
            "Conv",
            flow,
            self.constant(weights_OIKK, f"{layer.convolution}.weight"),
            self.constant(bias_O, f"{layer.convolution}.bias"),
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


def _folded(tensors: Mapping[str, NDArray[Any]], layer: Layer) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The convolution and the BatchNorm after it as one convolution: its weights and its bias."""
    weights_OIKK = tensors[f"{layer.convolution}.weight"].astype(np.float64)
    scale_O, bias_O, mean_O, variance_O = (
        tensors[f"{layer.norm}.{name}"].astype(np.float64)
        for name in ("weight", "bias", "running_mean", "running_var")
    )
    factor_O = scale_O / np.sqrt(variance_O + _NORM_EPSILON)
    return weights_OIKK * factor_O[:, None, None, None], bias_O - mean_O * factor_O
