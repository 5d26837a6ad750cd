"""Long work. Each job is a generator of `Progress` whose return value is its result; closing it cancels it.

scanning           what is on disk against what the library knows: new, changed, missing
indexing           scan, then read, then features and codes, one transaction a batch
committing         one batch of read files into the library
builtin_version    makes and refits the built-in model version
encoding           codes of a version from stored features
checking           is all that the library holds intact; mends what can be computed again
"""
