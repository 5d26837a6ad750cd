"""Search: a query to hits, nearest first by Hamming distance, exactly.

query          what a person asks for: pictures plus and minus, filters
hits           what comes back
index          what a search asks of an index, be it in memory or on a server
code_index     all codes of one model version in memory, in faiss (the only place that imports it)
shared_index   all codes of one model version on the server of a shared library
indexes        which of the two answers for a library
saved_index    the one in memory as a file with a checksum; damaged or stale, it is rebuilt from the database
query_vector   how the pictures of a query become one vector and one code
picture_reader features of pictures that are not in the library, from a worker process
by_words       how well pictures fit words, and pictures that stand in for words
order          in which order hits come
nearness       how near a distance is, in steps; as far as what hits are shown at first
likeness       everything in the order of its likeness to one picture
searcher       puts it together: query -> code -> index -> filters -> order -> hits
filter_language  the words that a person types, and the filter that they mean
date_words     the dates among those words, replaced by others
completion     what is proposed while somebody types
word_list      keeps what the search field looks through up to date
filtering      filters at work: for browsing, queries and the timeline
time_groups    what is browsed by day, month or event, and what such a group is called
comparing      the hits of two versions, side by side
"""

import logging

# While it is imported, faiss tells at length which instruction sets it has no library for.
logging.getLogger("faiss").setLevel(logging.WARNING)
