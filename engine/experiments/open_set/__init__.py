"""Open set: what methods make of kinds of pictures that nobody labelled. `dualhash experiment open-set`.

Half of the kinds are labelled, and the whole library is searched. The papers ask only for what they have labels of,
but a photo library is never labelled as a whole.

pictures   folders of kinds -> one library, as features
draws      which kinds and pictures are labelled, and what is asked for
learners   the methods: on labels alone, on the whole library, without labels
runs       each finished run is a file
figures    what is measured, and the rows made of it
words      the rows as sentences, Markdown and a section of the report
drawing    labelled against never-labelled kinds
study      the plan, carried out and written
"""
