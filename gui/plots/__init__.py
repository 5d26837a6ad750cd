"""Plots, painted by our own widgets: in palette colours, told apart without them, read off by mouse and keys.

axes       where a value lies, which ticks an axis has, how numbers are written
legend     what each curve and area is called, with a sample of its line
frame      title, legend, axes and their names, around what is plotted
read_off   the values at one place: under the mouse, by Left and Right, read out
long_lines curves of many points, painted quickly
plot       curves over a common axis
histogram  distributions over a common axis
distances  distances of pairs that share a label and of pairs that do not
"""
