"""Left of the window, and above the grid: what is in the library and which part of it is shown.

folder_tree     the folders with the number of images in each
library_panel   all pictures, the folders, skipped files
browse_bar      sort, filter and tile size of the grid
removal         asks before a folder is taken out
skipped_panel   files that could not be read, grouped by reason, with retry
"""
