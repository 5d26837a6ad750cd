"""Asking: the query bar with its chips and distance slider, what can be dropped or pasted, the history.

query_bar         the top of the window: chips, filters, the way back and forward
chip_row          the query's pictures side by side
query_chip        one of them: plus or minus
filter_row        the filters on the hits, and how many were found
distance_slider   a slider with two ends, over a histogram of the hits
distance_shapes   what distances mean, as shapes behind it
distance_caption  the same in words, below it
meaning           that meaning, read in the background
counting          how many images lie within the range, counted in the background
history           the queries a person went through
incoming          what is dropped or pasted: folders, files, pictures
"""
