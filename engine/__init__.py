"""The engine: a complete image-search program without a window. It has never heard of Qt.

library     one folder on disk that holds all we know of a person's pictures
shared_library  one that is published on a server, asked as any other
library_folder  where it lies, who may write there, what is put aside there
words_file  the file of what the search field looks through
thumbnail_place  where thumbnails lie: beside it, or where a person wants them
packets/    what XMP and IPTC say inside pictures and sidecars
images/     files on disk: scan, decode, read in worker processes
watching/   what changes in photo folders while the program runs
model/      pixels -> features -> code: backbones, encoder, hash functions, model files
xmp/        labels of other programs: keywords and ratings in pictures and sidecars, read and written
store/      SQLite, the truth; one module per table
search/     queries, the exact index of codes, hits
mapping/    pictures laid out in the plane by likeness
file_actions/  files moved, renamed, copied, exported or thrown away, because a person said so; undone and logged
copies/     pictures that are there more than once: exact copies, near-copies, bursts
dualhash/   the paper's method: settings, pairs, likelihood, dual steps, StoM and StoRM
baselines/  the methods it is compared with, one file each
training/   the training loop that any method runs in: inputs, network, updates of x, reports
evaluation/ mAP and the other metrics, exact under ties
learning/   from a library's labels to a new model version, measured on labels that were held out
experiments/  the paper's protocols and tables
jobs/       long work: indexing, features of a network, labelling, version files; generators of Progress
commands/   the command line, one module per command; cli puts them together
metadata    what a camera wrote into a file, as values within bounds
metadata_text  the same as a person reads it
skip_kinds  why a file was skipped
file_reasons  the same in words, and for files that were left as they are
blas_threads  how many threads linear algebra takes
launching    whether a launcher has started several processes of this command
own_process  long work in a process of its own, driven from here
worker_processes  how many there should be, and that none outlives the program
progress    what long work says while it runs
piecework   work on many rows, shared out where several processes train together
pauses      where work lets a window go first
interrupting  Ctrl+C ends the program with one line
publishing  files that appear whole or not at all
private_files  files and folders that are their owner's alone
printable_text  names and other foreign text, fit for one line
spreadsheet_cells  text in a CSV file that no spreadsheet runs
log_file    where the window's log lies; cache_folder, where what can be made again does
needed_packages  torch and matplotlib, which only some work needs
content     what a picture is known by: the hash of its file
arrays      the kinds of arrays that are handed about
feature_space  the name of what features belong to: only those of one space compare
sentences   what is said to people, so that it can be said in other languages
errors      what the user can mend, and what we got wrong

index   folders -> scan -> read (worker processes: hash, decode, thumbnail, features) -> codes of the active
        version -> one transaction per batch -> what is new compared with all: near-copies -> Progress
learn   labels and features (or pixels) -> DualHash -> figures on held-out labels -> model file and row
        -> codes of all images -> active in one transaction
search  query -> features and code (stored, or from a worker) -> index -> ties by feature similarity -> hits
"""

import os

# Nothing leaves the machine. These are read when the libraries are loaded, so they are set before anything else is
# imported, in every process. ONNX Runtime would send events to its maker, and keep a device id in the home folder.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
os.environ["HF_HUB_OFFLINE"] = "1"  # a client of that hub may lie beside us, brought along by other packages
os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
os.environ["DO_NOT_TRACK"] = "1"
