"""SQLite, the truth about a library, through sqlite-utils. One module per table; each function takes the database.

    connection   the database as all modules name it: sqlite-utils'
    connections  those to a library: each belongs to the thread that opened it
    database     opening, pragmas, the schema brought up to date, transactions
    renewing     one of before brought up to date, heard of meanwhile, once a copy of it is kept
    recognising  is a file ours? Looked at before it is opened
    disk_trouble what SQLite complains of, in a sentence
    file_header  the first bytes of the file, in which flipped bits can be turned back
    foreign_schema   is the schema of a file ours? Read, never run
    migrations   the schema, as numbered steps
    first_schema     the first of them
    words_schema  that of what the search field looks through
    checksums    of rows; one flipped bit can be turned back by them
    checked_rows     which table keeps a checksum over which columns, and which rows do not fit theirs
    row_repair   mending damaged rows: by the checksum, from the backup, by reading again
    folders      photo folders, and the mount points seen inside them
    files        where pictures lie on disk; a path is bytes and round-trips exactly
    waiting_rows     those that are to be read
    image_folders    in which folder on disk each image lies
    file_facts   what is known of files and their pictures, for whoever chooses between them
    file_times   dates and sizes of files as numbers that SQLite can hold
    scanned_files    what a scan has seen and found gone, while it goes on
    images       one row per content; a file points at its image
    features     the numbers of each image in a feature space
    packed_numbers   these as bytes, without their zeros
    codes        packed binary codes, per image and model version, each with a checksum
    versions     model versions; exactly one is active once any exists
    pixel_codes  what near-copies are found by: codes of pixels and of features, sharpness
    alike_pairs  which images are alike, and how much
    faces        where faces are in pictures of bursts, and how far their eyes are open
    training_images  which images a version was trained on
    version_details  what a version says of its own making, each part looked at
    metadata_rows    what cameras wrote, by image
    natural_names    names in the order in which a person counts
    word_changes     which images the search field must hear of again
    word_rows    what the search field looks through: numbers and words of each image, in a database of their own
    words        text as the words by which it is found
    filters      which images a person wants to see, as values
    filter_ids   the images that a filter lets through
    allowed      the images that a search may find, as a value
    suggestions  what the search field proposes, with counts
    timeline     how many images there are of each day
    labels       the user's labels
    label_list   labels as a person sees them: colour, hotkey, number of images
    label_edits  changes to labels that can be taken back exactly
    decisions    "same" and "not the same", said by the user about a pair
    handing_over     labels and decisions of one image given to another, and taken back exactly
    forgotten_rows   every row of images that are forgotten, kept aside and put back
    kept_groups  groups of which a person keeps all
    skipped      files that could not be read, with the reason
    file_actions     the log of what was done to files on disk
    folder_answers   whether keywords of other programs are taken as labels, said once for each folder
    taken_labels     of which files they were taken
    keyword_labels   which labels came from them, and nobody has touched since
    sidecar_files    the files that a sidecar may belong to
    seen_sidecars    sidecars as they were when last seen, in the database of words
    sidecar_log  what was written into sidecars
    thumbnails   JPEG thumbnails, in a database of their own
    browsing     which images the grid shows, in which order
    kept_orders  the same from orders that are kept in memory
    order_changes    when those are not the library's any more
    other_database   the database of another library, opened so that not a byte of it changes
    merged_rows  its rows joined to those of this one
    backup       a copy of what cannot be computed again, outside the database
    postgres     the same tables on a server, for a team

Nothing here commits: the caller opens the transaction (`Library.writing`), so that what belongs together is
stored together.
"""
