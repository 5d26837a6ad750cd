"""The engine: a complete image-search program without a window. It has never heard of Qt.

library     one folder on disk that holds all we know of a person's pictures
images/     files on disk: scan, decode, read in worker processes
model/      pixels -> features -> code: backbones, encoder, hash functions, model files
store/      SQLite, the truth; one module per table
search/     queries, the exact index of codes, hits
jobs/       long work: indexing, the built-in version, checking; generators of Progress
commands/   the command line, one module per command; cli puts them together
progress    what long work says while it runs
publishing  files that appear whole or not at all
errors      what the user can mend, and what we got wrong

index   folders -> scan -> read (worker processes: hash, decode, thumbnail, features) -> codes of the active
        version -> one transaction per batch -> Progress
search  query -> features and code (stored, or from a worker) -> index -> ties by feature similarity -> hits
"""
