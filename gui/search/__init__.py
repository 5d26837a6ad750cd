"""Asking: the query bar with its chips and distance slider, what can be dropped or pasted, the history.

distance_slider, distance_shapes, distance_caption    the slider, what distances mean behind it and in words
meaning, counting    read in the background: that meaning, and how many images lie within the range
"""
