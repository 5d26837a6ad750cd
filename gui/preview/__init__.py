"""Looking at one picture: the zoomable view, drawing a part to search for, the metadata, and their panel.

preview_panel   the right of the window: a picture, what can be done with it, what is known of it
picture_view    one picture, fitted, zoomed, panned and turned
viewport        where a picture lies in its view, as plain geometry
turning         a turned picture, as plain geometry
linked_views    several pictures with the same zoom and place
pyramid         one picture in several sizes
crop            drawing the part to search for
badge           a line of text, readable on every picture
metadata_table  what is known of a picture, in two columns
"""
