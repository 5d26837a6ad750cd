"""Pixels -> features -> u -> code: everything that knows what a network is.

    backbones.py    Backbone: a frozen network's name, size and preprocessing; its weights (torch, on demand)
    onnx_export.py  the backbone as an ONNX file: exported once, by a process of its own, and cached
    device.py       Device: the GPU or the CPU, and in one line why
    encoder.py      Encoder: a batch of crops in, features out (ONNX Runtime on the CPU, torch on CUDA)
    linear_hash.py  features -> u without labels: a random projection, or ITQ fitted on the library
    codes.py        u -> code: the only place that knows the bit order
    model_files.py  what a model version needs to make codes, on disk: saved whole, checked when read

How a picture becomes features:

    Image --Backbone.crop--> uint8 (side, side, 3) --Encoder.features--> float32 (N, dimensions)

Decoding workers crop, so that only 150 kB per picture travel between processes; the encoder normalises.
Importing any module here imports neither torch nor onnxruntime: functions and constructors that need them do.
"""
