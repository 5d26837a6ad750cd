"""Files on disk: what is there, and what it shows.

    scan      walks a folder: names, sizes and times, nothing opened
    shards    shares of a folder's files, the same on every machine
    formats   what a file is, by its content
    targa     the same of TGA, which has no magic number
    decode    bytes -> upright RGB picture, or the reason why not
    turbo_jpeg  the same of plain JPEG in less time, where a binding of libjpeg-turbo is installed
    colour    a picture of any kind as small 8-bit sRGB
    exif      which way is up, and what else EXIF tells
    metadata_reading  all that a file says of its picture: when, where, with what, by whom
    packet_reading    what XMP and IPTC inside of it add to that
    beside            sidecars: where they lie, and what they and RAW files' own packets add
    containers        the packets inside JPEG, PNG, WebP and TIFF; boxes those inside HEIC, AVIF and CR3
    tag_directory     one directory of EXIF, as far as anybody asks
    tags              the directories of a picture, be they in a block of bytes or Pillow's
    plausible_dates   which dates and zones can be
    colour_profile    the name of a colour profile
    carried_exif  what of that goes along with an exported picture
    salvage   a second attempt, without a file's metadata
    damage    why a file gives no picture
    thumbnail    how large one is, and what of the picture it keeps
    pixel_code   a short code of what it shows by its pixels, and how sharp it is
    jpeg_quality how strongly a JPEG file was compressed, by its tables
    opening   a stranger's file, opened for reading
    reading   one file in a worker process: content hash, picture, thumbnail, pixel code, features
    worker    one worker process, and the talk with it; answers are what it may say
    confinement  what a worker gives up before it reads; system_call_filter is a part of that
    pool      the worker processes; one that hangs or dies costs one file
    worker_keeper    keeps one of them at work, and replaces it
    kept_worker  one of them, started when first needed and kept for the next picture
    viewer    pictures for viewing, from a worker process

Originals are only ever opened for reading here; what a person tells to be done to them, `engine.file_actions` does.
"""
