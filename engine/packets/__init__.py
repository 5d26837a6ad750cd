"""What programs write into pictures about pictures: packets of XMP and IPTC, read as what they say.

    names        the namespaces, and which property holds what in whose spelling
    safe_xml     XML without entities and document types, each element with its place in the file
    text_coding  the bytes of a packet as UTF-8, and back exactly
    rdf          what a packet says, however RDF spells it
    iptc         what IPTC says, and where Photoshop puts that
    stars        the rating of a packet
    statements   titles, captions, authors, dates and stars of both

A packet is a stranger's file. Nothing here opens one, or knows where in a picture it lies: `engine.images` reads
what belongs to its metadata, `engine.xmp` keywords.
"""
