"""The map: pictures laid out in the plane so that what is alike lies together. Numpy only; no torch, no faiss.

principal     features -> 50 numbers that keep most of what tells pictures apart
neighbours    the nearest rows of each row: exactly, or in a large library by cells
attraction    neighbours draw each other near: the weighted graph of t-SNE, with equal weights
repulsion     all push each other away: summed over a grid, by convolution
layout        the descent that balances the two
placing       new pictures, near those that are most like them
plane_map     PlaneMap: which image lies where, and what it takes to place another
saved_map     the same as a file beside the search index

    features -> principal components -> nearest neighbours -> t-SNE from the first two components -> places

The method is t-SNE (van der Maaten and Hinton 2008) with the repulsion interpolated on a grid (Linderman et al.
2019), equal weights for 15 neighbours (Böhm, Berens and Kobak 2022) and the rates of Belkina et al. (2019). It
draws nothing by chance: the same features give the same map.
"""
