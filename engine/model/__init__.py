"""Pixels -> features -> u -> code: everything that knows what a network is.

    backbones.py    feature spaces by name, and their networks (torch, on demand); the door to the next eleven
    backbone_spec.py         Backbone: a feature space's name and size, and its preprocessing
    networks.py              the networks: random, with published weights, as they are tuned
    efficientnet_lite0.py    the embedded one: its layers and weights
    efficientnet_lite0_network.py  its network
    cut_networks.py          the same in two: first blocks that look once, last ones that are trained
    torch_files.py           weights that torch saved, read without it
    torchvision_networks.py  AlexNet, ResNet-50 and all other classification models of torchvision
    gist.py                  GIST: made by hand, 512 numbers of the edges in a picture
    gist_matrices.py         the matrices that it is made of
    tuned.py                 tuned weights as a file in the library's models folder
    added.py                 networks that a person added: weights and description in one file beside those
    added_networks.py        these as torch networks
    adding.py                a network's file and configuration, checked, into the library
    known_networks.py        networks that can be fetched by name, and what is said of them before
    fetching.py              the one place that downloads them
    words.py                 words -> features, where a network has a tower for them
    views.py                 what of a picture is looked at: the middle, the whole, mirrored
    onnx_export.py  the backbone as an ONNX file: exported once, by a process of its own, and cached
    onnx_graph.py   ONNX graphs that are put together operation by operation
    efficientnet_lite0_graph.py  the embedded one as an ONNX graph, made of its weights
    gist_graph.py   GIST as an ONNX graph, made of its matrices
    device.py       Device: the GPU or the CPU, and in one line why
    device_memory.py  whether memory ran out
    torch_build.py  which build of torch is installed
    encoder.py      Encoder: a batch of crops in, features out (ONNX Runtime on the CPU, torch on a GPU)
    hash_function.py  HashFunction: features -> u, one per model version
    linear_hash.py  without labels: a random projection, or ITQ fitted on the library
    layered_hash.py  the trained one: two layers, BatchNorm folded in
    joined_hash.py  learned bits and base bits beside each other
    kernel_hash.py  the kernel of SDH: nearness to some of the images that were trained on
    codes.py        u -> code: the only place that knows the bit order
    code_lengths.py  how many bits codes may have
    tensor_files.py  safetensors as they come from outside: checked before anything is believed
    model_files.py  a version's hash function on disk: saved whole, checked when read
    exported_version.py  a whole version as one file, to be carried to another library

How a picture becomes features:

    Image --Backbone.crop--> uint8 (side, side, 3) --Encoder.features--> float32 (N, dimensions)

Decoding workers crop, so that only 150 kB per picture travel between processes; the encoder normalises.
Importing any module here but gist.py and efficientnet_lite0_network.py imports neither torch nor onnxruntime:
functions and constructors that need them do.
"""
