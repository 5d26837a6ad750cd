"""Doing something to files on disk, because a person asked for it: trash, move, rename, copy, export as JPEG.

    wishes       what is wanted, what would come of it, what came of it
    planning     what would come of it: refusals, last copies
    acting       doing what was planned
    undoing      taking a batch back
    looking_back the log of what was done, and what of it can still be undone
    dropped_copies   pictures dropped in favour of one that is kept, with what was said of them
    settling     what became of actions that were interrupted; called when a library is opened for writing
    carrying     one picture's action with its sidecars, from the entries in the log to their end there
    sidecars_along   which sidecars go along with a picture, and what they are called there
    steps        the one step that carries a file, on the disk alone
    looking      is the file there, and is it the one that is meant?
    transfers    renaming and copying, so that nothing is overwritten and nothing is there by half
    held_folder  folders held open, reached without following links
    trash_can    the system's trash
    jpeg_export  pictures as JPEG files
    bookkeeping  the library's rows, brought into line
    refusing     why a file is left as it is, in words

    plan = planned(library, FileWish(ActionKind.TRASH, file_ids))     # ask with it
    acted = finish(carry_out(library, plan))                          # or trash(library, file_ids)
    finish(take_back(library, acted.batch))

Write-ahead: what is meant to happen to a file is stored before it is touched (`engine.store.file_actions`), what
became of it after, together with the rows of the files. At no moment is a content in neither place.
"""
