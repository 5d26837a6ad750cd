"""How good the model versions are on the user's own held-out labels: figures, curves and histograms, one or two.

evaluating       what a person does: choose versions, compare, cancel; measures in the background
saving           the picture and the table: where to, and that it was done
evaluation_page  the page: which versions, the sheet or why there is none
sheet            the figures and the four plots, on one sheet that can be saved as a picture
waiting          what stands in the sheet's place: it is measured, it cannot be, there is nothing
export           paints and writes the picture
"""
