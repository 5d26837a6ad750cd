"""How good codes are at finding images that share a label. Arrays only: no store, no network, no disk.

    rankings.py  Ranking: for each query, how many database items, and how many relevant ones, at each distance
    metrics.py   what is read off a ranking: average precision, precision, curves, histograms, `measures`
    database_order.py  the common variant of average precision, for comparison only

    codes and multi-hot labels (Sides) --rank--> Ranking --measures--> the figures of `evaluate`

A database item is relevant to a query when the two share a label. Equal distances leave the order of a result
open, and all orders are as good: average precision and precision at k are their expectations over these orders,
exactly, so no figure depends on the order of the database. For that the two histograms of a Ranking are enough.

Most published code sorts instead and leaves equal distances as the database happens to lie. That is one of the
orders, arbitrary, and sometimes a lucky one (a database sorted by class). `database_order_precisions` computes it,
so that it can be said beside the exact figure; over all orders of the database its mean is the exact figure.

Queries to which nothing in the database is relevant say nothing about the codes. They are left out of the means
over queries.

Axis letters: Q queries, N database items, B bytes of a code, K bits, D = K + 1 distances, C labels.
"""
