"""The window. Imports the engine; the engine has never heard of it.

launch        the command `dualhash`: a command for the engine, or the window
app           starts Qt, opens the library, shows the window
garbage       Python's garbage collector, on the GUI thread alone
memory        freed memory goes back to the system
interpreter_lock  Python's lock is given away soon, so that the GUI thread is not kept waiting
session       the open library and what runs on it: the job, writes, searches, pictures to show
job           long work: drives an engine generator on a thread
job_queue     one job at a time, in the order asked for
folder_jobs   photo folders: added, removed, indexed
background    short work off the GUI thread, the latest wish only
storing       short writes off the GUI thread, all of them, in order
main_window   places the panels and connects them; no behaviour of its own
centre        the grid, a word in its place, or a page over both
side_column   panels one below the other, at the left and the right
turns         browsing and searching take turns in the grid
menus         the menu bar and the context menu, made of sections
actions       what a person does through the window's own entries
skipped_files the page of skipped files
keys_dialog   all keys on one page
browsing      what the grid shows while there is no query
searching     the query, its hits, the way back and forward
viewing       the preview of the current image
arrivals      what is dropped, pasted or opened
job_bar       the running job
picture_files copying paths, showing files in the file manager
plain_text    names and metadata, shown literally
panel_head    the line above a panel of the left column; word_button, a button with an icon and a word
elided_label  one line that gives way when there is little room; elided_combo, the same for a choice
file_manager  showing files in the system's file manager
window_state  sizes and choices that are remembered
theme, icons  light and dark; symbols tinted to fit
library/      left: folders, skipped files; how the grid is sorted and filtered
grid/         centre: the virtualised grid
preview/      right: one picture with its metadata
search/       top: the query bar
labels/       labels of images, decisions about hits, and undoing both
training/     training on the labels: set-up, live plots, before and after
versions/     model versions: the page that lists them, two of them compared
evaluation/   curves and figures of versions on the held-out labels
plots/        curves and histograms
"""
