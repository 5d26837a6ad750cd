"""The window. Imports the engine; the engine has never heard of it.

launch        the command `dualhash`: a command for the engine, or the window
app           starts Qt, opens the library, shows the window
session       the open library and what runs on it: the job, searches, pictures to show
job           long work: drives an engine generator on a thread
background    short work off the GUI thread, the latest wish only
main_window   places the panels and connects them; no behaviour of its own
menus         actions and their keys
keys_dialog   all keys on one page
browsing      what the grid shows while there is no query
searching     the query, its hits, the way back and forward
viewing       the preview of the current image
arrivals      what is dropped, pasted or opened
job_bar       the running job
picture_files copying paths, showing files in the file manager
plain_text    names and metadata, shown literally
elided_label  one line that gives way when there is little room
file_manager  showing files in the system's file manager
window_state  sizes and choices that are remembered
theme, icons  light and dark; symbols tinted to fit
library/      left: folders, skipped files; how the grid is sorted and filtered
grid/         centre: the virtualised grid
preview/      right: one picture with its metadata
search/       top: the query bar
"""
