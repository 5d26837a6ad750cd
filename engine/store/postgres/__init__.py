"""A published library in PostgreSQL with pgvector, so that a team searches it without a copy.

address      what names the server, and how it is shown: never with a password
dialect      the store's SQL in PostgreSQL's words
database     a connection that the other modules of the store take for the database of a library
connection_pool  a few connections for all threads of a program
troubles     what goes wrong with a server, in sentences
schema       our schema on the server, as numbered steps; what is not ours is refused
privileges   which roles may read, and which may give labels
mirroring    rows of a library beside those on the server: what differs is written, in batches
holding      one publisher at a time, and always the same library
words_there  the same for the words of the search field
said_by_all  labels and decisions, to which others may have added on the server
code_tables  codes as `bit(n)`, one table for each model version: exactly, or by pgvector's HNSW
model_rows   the files of model versions
matching     which images the words of the search field find there
notices      what others changed, as the server tells it

All else of the store works there as it does in SQLite: tables and columns have the same names.
"""
