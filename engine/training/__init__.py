"""Training: the loop that any method of deep hashing runs in. It knows no method, no library and no file; what runs
it on the labels of a library is engine.learning.

trainer         the loop: batches -> loss -> update of x; reports, early stopping, what is kept, out of memory
gradients       the loss of a batch and its gradient, on a CPU in pieces, so that a cancel is heard within a step
interruptible   work on a thread that stops at the network's next layer: a batch that cannot be had in pieces
objective       what the loop asks of a method            updates  what it asks of an update of x
group           the processes that train one network together; mostly one
material        what a training learns from
learner         what others ask of any training, with a network or without
plan            how long and how fast a training goes
settings        what every method can be set to; one entry is one control    step_rules  how the rate falls
targets         labels and decisions of the training images        pairs    which pairs of them are similar
neighbourhood   which images look alike, by the neighbours of their features
library_pairs   both together: what a person said, and the neighbourhood of all other images
network         the hash layers, on a backbone or on stored features
inputs          Inputs: the training pictures as batches on the device; FeatureInputs: stored features
pixels          PixelInputs: decoded pictures, augmented on the device
activations     ActivationInputs: what the first blocks of a network gave for the views of pictures
looking         what a backbone makes of pictures as it is, without gradient
augmentation    random crops, flips and lighting of a whole batch
passes          what the network makes of many rows, without gradient
validation      how good the codes are now, on images that are not trained on
precision       mixed precision on a GPU
randomness      random numbers that can be had again
kept_weights    those of the best epoch, and how long ago that was
reports         what a training says while it runs      counting  the same as progress over all steps
"""
