"""Long work. Each job is a generator of `Progress` whose return value is its result; closing it cancels it.

scanning           what is on disk against what the library knows: new, changed, missing
looking            the same of a few files and folders, in which something was noticed
sidecar_changes    sidecars that have changed: what their pictures say is read again
noticing           photo folders are followed, and what is noticed there is indexed
indexing           scan, then read, then features and codes, one transaction a batch
file_reader        waiting files read into the library
attention          what is said from outside meanwhile
waiting_files      which file is read next: what somebody looks at, what was noticed, all others
reading_ahead      files read by worker processes, handed over in batches
feature_reading    features of another network than the embedded one, for the images that lack them
metadata_filling   what cameras wrote, for the images that lack it
pixel_reading      pictures to learn from, decoded once into squares of pixels
map_making         the map of a library laid out, kept, and what is new placed in it
committing         one batch of read files into the library
builtin_version    makes and refits the built-in model version
encoding           codes of a version from stored features
library_network    whose features a library is searched by; networks added, used and taken away
version_files      versions activated, renamed, removed, exported and imported
version_facts      codes, lacks and size of each version
labelling          labels from tables and folder names, and the table of all labels
label_tables       the CSV format of labels
keyword_reading    what pictures and sidecars say in keywords
keyword_giving     that as labels, with where they came from; and labels whose keyword is gone
keyword_folders    what folders hold in keywords, so that a person can be asked
xmp_import         keywords and ratings of other programs, as labels: all, or what is new
xmp_export         labels written into XMP sidecars, and taken out again
sharing            the library published to a server, where a team searches it
library_merging    other libraries joined to this one, by content
merged_versions    their model versions, by the content of their models
moving_thumbnails  thumbnails brought to another folder, and together again
forgetting         missing pictures: which there are, and forgetting them
checking           is all that the library holds intact; mends what can be computed again
page_checking      do the pages of its databases fit together
"""
