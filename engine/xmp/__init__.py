"""Labels of other programs: keywords and ratings in XMP and IPTC, read from pictures and sidecars, and written into
sidecars.

    keywords     flat and hierarchical keywords and the rating, of a packet or of IPTC
    sidecars     what tells that a sidecar has changed, and which one is written
    splices      changes to a file, byte by byte, and their inverse
    merging      labels added to a packet; not a byte besides is changed
    taking_back  what was added taken out again, exactly or, where the file has changed since, carefully
    picture_labels   all that a picture and its sidecars say
    tasks        what worker processes do of all this

What a packet says, `engine.packets` knows. It is a stranger's file, so it is read in the worker processes that read
pictures and may do nothing else; this process only stores words and writes sidecars. Nothing here knows the library
(`engine.jobs.xmp_import` and `engine.jobs.xmp_export` do), and an original is only ever read.
"""
