"""Left of the window, above the grid and at its right edge: what is in the library and which part of it is shown.

folder_tree     the folders with the number of images in each
library_panel   all pictures, the folders, missing pictures, skipped files
browse_bar      words, order, groups and tile size of the grid
group_button    the groups of the grid: none, days, months, events
search_field    the words that pictures are searched by, completed while they are typed
search_note     what was not understood of them
completion_list what is proposed below that field
timeline        months as bars, to go to or to choose from
timeline_bars   where each of them stands
removal         asks before a folder is taken out
forget_question  asks before missing pictures are forgotten
skipped_panel   files that could not be read, grouped by reason, with retry
"""
