"""The window. Imports the engine; the engine has never heard of it.

Its rooms; each names only rooms above it in this list, also where types are checked:

language      texts and numbers in the language of who uses the window
widgets/      what panels are made of: text, buttons, chips, menus, colours; knows no library
running/      what runs beside the GUI thread: jobs and their queue, reading, storing
session       the open library and what runs on it: the job, writes, searches, pictures to show
undo          what was done, taken back and done again: labels, decisions and files alike
plots/        curves and histograms
grid/         centre: the virtualised grid
preview/      right: one picture with its metadata
viewer/       pictures over the whole screen
library/      left: folders, skipped files; around the grid: words to search by, its order, the timeline
search/       top: the query bar
pictures/     which pictures the grid and the preview show: browsing, searching, viewing
file_actions/  what is done to files: trash, moving, copying, renaming, exporting
labels/       labels of images, decisions about hits
map/          all pictures in the plane, what is alike together
copies/       reviewing copies, near-copies and bursts
training/     the training window: set-up, live plots, before and after
versions/     model versions: the page that lists them, two of them compared
evaluation/   curves and figures of versions on the held-out labels
settings/     what a person chooses once and for all; versions and licences
sharing/      a library on a server, shared by a team
window/       places all panels and connects them; menus, keys, what is remembered
starting_qt   Qt itself; what it lacks of the system is said in a sentence
opening       the library opened before there is a window; says how far that is
app           starts Qt, opens the library, shows the window
launch        the command `dualhash`: a command for the engine, or the window
"""
