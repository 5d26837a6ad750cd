"""Learning: the job that makes a new model version of a library's labels, by the loop of engine.training.

Labels -> examples -> training -> figures on held-out labels -> a new model version.

examples        what is there to learn from: labelled images, decisions; what is too little is said
held_out        which labelled images are never trained on
groups          which images are nearly the same: copies with edits, bursts; held out together
close_pairs     pairs of vectors that point nearly the same way; components: what such pairs put together
methods         the methods by name, and their settings       trainers  from a name to a trainer
training        the job: train hash layers on stored features, or the whole network from pixels
training_parts  what a trainer takes of the examples
whole_library   what surrounds the labelled images, and is learned from too: neighbours, base bits
tuned_network   a network trained with its hash layers, first these alone: all of it, or its last blocks
self_taught     the same without labels; what the built-in version becomes by itself
checkpoints     a training on disk, so that it can go on after a crash
checkpoint_file its file, which can be asked about without torch
begun_apart     trainings as they begin in a process of their own
repeated_splits when few labels are held out: several splits, and the spread
version_evaluation  figures, curves and histograms of a version on held-out labels, or of two
evaluation_table    the same numbers as a CSV file
comparison      before and after, with the queries that gained and lost the most
kept_neighbours whether pictures that nobody labelled are still found beside what they look like
verdict         what a training did to the library, in sentences
distances       what a distance means, in pairs that share a label
doubtful        which unlabelled images are the most doubtful, to be asked about
nearest_labelled  the nearest labelled images of each unlabelled one, kept up to date
request         what is asked of a training
running         a learner as a job, with checkpoints
lessons         a training by several processes, the first of which is the program
figures         the metrics of a hash function, or of a version, on held-out labels
trained         what came out, and how it becomes a version
searched        among which images the held-out ones were looked for, in words
"""
