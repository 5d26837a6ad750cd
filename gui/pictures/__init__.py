"""Pictures in the centre of the window and one of them in the preview: which are shown, and why.

centre         the grid, a word in its place, or a page over both
dated_centre   the same with the timeline beside it
browsing       what the grid shows while there is no query
ordering       the entries for groups and for likeness to a picture
chip_reading   name and thumbnail of the pictures of a query
query_chips    these as chips of the bar
searching      the query, its hits, the way back and forward
reading_first  what is on screen is read first, while pictures are indexed
completing     proposals for the search field
dating         what the timeline shows, and what is done by it
standing       which file an image with several stands for
turns          browsing and searching take turns in the grid
viewing        the preview of the current image
leafing        the viewer over the grid, or over a page
course         which pictures it goes through
reading_ahead  those that it shows and their neighbours, read in the background
held_pictures  what was read of them, within a bound
arrivals       what is dropped, pasted or opened
picture_files  copying paths, showing files in the file manager
picture_place  where it was taken: copied, or shown on a map in the browser
skipped_files  the page of skipped files
forgetting     missing pictures, and forgetting them
parts          all of these and their panels, for whoever adds to them
"""
