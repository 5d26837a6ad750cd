"""Crops in, features out: on the CPU through ONNX Runtime, on a GPU through torch in half precision.

An encoder only computes; where crops come from and where features go is others' business.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from engine.arrays import Pixels, Vectors
from engine.errors import BugError, UserError
from engine.model.backbones import Backbone, load_network
from engine.model.device import Device
from engine.model.device_memory import give_back, is_out_of_memory
from engine.sentences import said

if TYPE_CHECKING:
    import torch

_log = logging.getLogger(__name__)


class Encoder(Protocol):
    """Turns crops of `backbone` into features, in the same order."""

    @property
    def backbone(self) -> Backbone: ...

    def features(self, pixels_NHWC: Pixels) -> Vectors: ...


def make_encoder(
    backbone: Backbone, device: Device, onnx_path: str, threads: int = 1, models_folder: str | None = None
) -> Encoder:
    """The encoder for that device; `onnx_path` is what `onnx_export.prepared` returned. On a GPU it is not used,
    and a tuned network's weights are looked for in `models_folder`."""
    if device.kind != "cpu":
        return TorchEncoder(backbone, load_network(backbone, models_folder), device.kind)
    return OnnxEncoder(backbone, onnx_path, threads)


class OnnxEncoder:
    """On the CPU, one image at a time: batches are no faster there and only take memory."""

    def __init__(self, backbone: Backbone, onnx_path: str, threads: int = 1) -> None:
        self.backbone = backbone
        self._session = open_session(onnx_path, threads)
        self._input = self._session.get_inputs()[0].name  # that of a network from elsewhere may be any

    def features(self, pixels_NHWC: Pixels) -> Vectors:
        _check_crops(self.backbone, pixels_NHWC)
        views_NHWC = self.backbone.one_by_one(pixels_NHWC)
        features_ND = np.empty((len(views_NHWC), self.backbone.view_dimensions), np.float32)
        for row in range(len(views_NHWC)):
            x_1CHW = self.backbone.normalise(views_NHWC[row : row + 1])
            features_ND[row] = self._session.run(None, {self._input: x_1CHW})[0][0]
        return _finite(features_ND).reshape(-1, self.backbone.dimensions)


def open_session(onnx_path: str | bytes, threads: int) -> Any:
    """An ONNX Runtime session on the CPU that prints nothing but errors and sends nothing anywhere; of a file, or
    of its content."""
    import onnxruntime

    onnxruntime.disable_telemetry_events()  # its Windows builds have telemetry on
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Waiting threads sleep instead of spinning: decoding needs the cores.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(onnx_path, options, providers=["CPUExecutionProvider"])


class TorchEncoder:
    """On a GPU, `batch` images at a time. Owns `network`, and moves it.

    Out of memory halves the batch, for good; a single image that does not fit moves all to the CPU.
    """

    def __init__(
        self,
        backbone: Backbone,
        network: torch.nn.Module,
        device: str,
        half: bool = True,
        batch: int = 64,
    ) -> None:
        import torch

        self.backbone = backbone
        self.device = device
        self.batch = batch
        self._dtype = torch.float16 if half else torch.float32
        self._network = network.eval()
        try:
            self._place_network()
            return
        except RuntimeError as error:
            if not is_out_of_memory(error):
                raise
        self._move_to_cpu()

    def features(self, pixels_NHWC: Pixels) -> Vectors:
        _check_crops(self.backbone, pixels_NHWC)
        views_NHWC = self.backbone.one_by_one(pixels_NHWC)
        features_ND = np.empty((len(views_NHWC), self.backbone.view_dimensions), np.float32)
        start = 0
        while start < len(views_NHWC):
            stop = start + self.batch
            computed = self._compute(views_NHWC[start:stop])
            if computed is None:
                self._make_room(len(views_NHWC[start:stop]))
                continue
            features_ND[start:stop] = computed
            start = stop
        return _finite(features_ND).reshape(-1, self.backbone.dimensions)

    def _compute(self, pixels_NHWC: Pixels) -> Vectors | None:
        """None when memory did not suffice."""
        import torch

        try:
            with torch.inference_mode():
                x_NCHW = torch.from_numpy(self.backbone.normalise(pixels_NHWC))
                x_NCHW = x_NCHW.to(self.device, self._dtype, memory_format=torch.channels_last)
                features_ND: Vectors = self._network(x_NCHW).float().cpu().numpy()
                return features_ND
        except RuntimeError as error:
            if not is_out_of_memory(error):
                raise
            return None

    def _make_room(self, failed: int) -> None:
        if failed > 1:
            self.batch = (failed + 1) // 2
            _log.warning("out of memory with %d images at once, going on with %d", failed, self.batch)
            give_back(self.device)
        elif self._on_cpu_in_float32():
            raise UserError(said("There is too little memory to compute the features of a picture."))
        else:
            self._move_to_cpu()

    def _on_cpu_in_float32(self) -> bool:
        import torch

        return self.device == "cpu" and self._dtype == torch.float32

    def _move_to_cpu(self) -> None:
        import torch

        _log.warning("out of memory on %s, going on with the CPU", self.device)
        self.device = "cpu"
        self._dtype = torch.float32
        self._place_network()

    def _place_network(self) -> None:
        import torch

        self._network = self._network.to(self.device, self._dtype).to(memory_format=torch.channels_last)


def _check_crops(backbone: Backbone, pixels_NHWC: Pixels) -> None:
    expected = (len(pixels_NHWC), len(backbone.views) * backbone.side, backbone.side, 3)
    if pixels_NHWC.dtype != np.uint8 or pixels_NHWC.shape != expected:
        raise BugError(f"crops must be uint8 {expected}, not {pixels_NHWC.dtype} {pixels_NHWC.shape}")


def _finite(features_ND: Vectors) -> Vectors:
    if not np.isfinite(features_ND).all():
        raise BugError("the network gave features that are not finite")
    return features_ND
