"""Search: a query to hits, nearest first by Hamming distance, exactly.

query          what a person asks for: pictures plus and minus, filters
hits           what comes back
code_index     all codes of one model version in memory, in faiss (the only place that imports it)
saved_index    that index as a file with a checksum; damaged or stale, it is rebuilt from the database
query_vector   how the pictures of a query become one vector and one code
picture_reader features of pictures that are not in the library, from a worker process
order          in which order hits come
searcher       puts it together: query -> code -> index -> filters -> order -> hits
comparing      the hits of two versions, side by side
"""

import logging

# While it is imported, faiss tells at length which instruction sets it has no library for.
logging.getLogger("faiss").setLevel(logging.WARNING)
