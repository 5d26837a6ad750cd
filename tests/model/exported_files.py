"""Exported model versions, good ones and such as somebody made by hand."""

import json
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save

from engine.model.kernel_hash import KernelHash
from engine.model.layered_hash import LayeredHash

D, H, K = 1280, 4, 16  # as wide as the features of EfficientNet-Lite0


def numbers(*shape: int) -> NDArray[np.float32]:
    return np.random.default_rng(shape).standard_normal(shape).astype(np.float32)


def layered() -> LayeredHash:
    return LayeredHash(numbers(D), numbers(D, H), numbers(H), numbers(H, K), numbers(K))


def kernel() -> KernelHash:
    return KernelHash(numbers(D), numbers(H, D), np.array([2500.0], np.float32), numbers(H), numbers(H, K))


def tensors() -> dict[str, Any]:
    return {
        "hash.mean": numbers(D),
        "hash.hidden_weights": numbers(D, H),
        "hash.hidden_bias": numbers(H),
        "hash.weights": numbers(H, K),
        "hash.bias": numbers(K),
    }


def description() -> dict[str, Any]:
    return {
        "name": "Cats",
        "method": "dualhash",
        "bits": K,
        "architecture": "efficientnet_lite0",
        "details": {"after": {"mAP": 0.5}},
        "created_at": "2024-05-01T12:00:00+00:00",
    }


def exported_bytes(
    *, changed: dict[str, Any] | None = None, about: dict[str, Any] | None = None, **metadata: str | None
) -> bytes:
    """A file by hand: `changed` tensors and `about` the version; None takes something away."""
    parts = {name: t for name, t in (tensors() | (changed or {})).items() if t is not None}
    said = {key: value for key, value in (description() | (about or {})).items() if value is not None}
    beside = {"content": "DualHash model version", "format": "1", "kind": "layered", "version": json.dumps(said)}
    return save(parts, metadata={key: value for key, value in (beside | metadata).items() if value is not None})
