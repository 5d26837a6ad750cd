"""The arrays that are handed about, each by what stands in it. The end of a name says how it lies: `labels_NC`."""

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]  # features, or what a hash function makes of them
Halves = NDArray[np.float16]  # features as they are stored
Reals = NDArray[np.float64]  # figures
Codes = NDArray[np.uint8]  # packed: eight bits a byte
Distances = NDArray[np.int32]  # between codes, in bits
Pixels = NDArray[np.uint8]  # red, green and blue
Labels = NDArray[np.bool_]  # a row for each image, a column for each label
Mask = NDArray[np.bool_]  # which of them are meant
Ids = NDArray[np.int64]  # of images
Rows = NDArray[np.int64]  # places in another array
Numbers = NDArray[np.int64]  # that tell groups, cameras or kinds apart
Counts = NDArray[np.int64]
