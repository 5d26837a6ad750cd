"""Training: what the networks are fed with.

inputs          Inputs: the training pictures as batches on the device; FeatureInputs: stored features
pixels          PixelInputs: decoded pictures, augmented on the device
augmentation    random crops, flips and lighting of a whole batch
"""
