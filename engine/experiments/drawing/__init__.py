"""How figures of experiments are drawn, whatever they show.

drawings         a figure: its name, its sentence, its numbers, and how it is drawn
looks            colours and titles of methods, in light and dark
charts           lines, in one panel or several; what all charts have in common
bar_charts       bars for a handful of methods
distance_charts  distance histograms, a small one for each method
scatter_charts   one figure against another
heat_maps        a figure over a grid of two settings
"""
