"""Long work. Each job is a generator of `Progress` whose return value is its result; closing it cancels it.

scanning           what is on disk against what the library knows: new, changed, missing
indexing           scan, then read, then features and codes, one transaction a batch
reading_ahead      files read by worker processes, handed over in batches
feature_reading    features of another network than the embedded one, for the images that lack them
pixel_reading      pictures to learn from, decoded once into squares of pixels
committing         one batch of read files into the library
builtin_version    makes and refits the built-in model version
encoding           codes of a version from stored features
version_files      versions activated, renamed, removed, exported and imported
version_facts      codes, lacks and size of each version
labelling          labels from tables and folder names, and the table of all labels
label_tables       the CSV format of labels
checking           is all that the library holds intact; mends what can be computed again
"""
