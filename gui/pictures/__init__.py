"""Pictures in the centre of the window and one of them in the preview: which are shown, and why.

centre         the grid, a word in its place, or a page over both
browsing       what the grid shows while there is no query
searching      the query, its hits, the way back and forward
standing       which file an image with several stands for
turns          browsing and searching take turns in the grid
viewing        the preview of the current image
arrivals       what is dropped, pasted or opened
picture_files  copying paths, showing files in the file manager
skipped_files  the page of skipped files
parts          all of these and their panels, for whoever adds to them
"""
