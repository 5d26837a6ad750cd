"""The map: all pictures in the plane, what is alike together; zoomed from dots to thumbnails, selected by a lasso.

mapping       what a person does: opens it, chooses what it shows and by what it is coloured; the menu's entry
map_page      the page: the choices, the map or why there is none
map_view      the map itself: mouse and keys; knows no library, but arrays, colours and thumbnails
plane_walk    which pictures the viewer goes through, opened over the map
map_surface   how it is painted; map_frame, which part of the plane is seen
dot_raster    thousands of dots, painted into a picture of bytes
thumb_choice  which pictures are shown as thumbnails without covering each other
map_thumbs    these thumbnails, loaded and kept
lasso         what lies within a line drawn by hand
colouring     colours by label, date or folder, and what they mean; colour_reading, read from the library
map_legend    how that is written into a corner
"""
