"""Noticing what happens in photo folders while the program runs: which files and folders need a look, and when.

    watcher       follows some folders; tells when something is to be looked at
    followed      how each of them is followed, and why, in words
    settling      what was noticed, held back until it has settled: half-written files wait, many go together
    inotify_tree  Linux: the system tells of each change, folder by folder, as far as its limits go
    observed_tree other systems: the system tells of a whole tree
    polled_tree   where no system tells: listings compared with those before
    drives        what is mounted where, and whether other computers may change it unseen

Nothing is opened here, and the library is not known: `engine.jobs.looking` brings it up to date with what was
noticed. Names that start with a dot are left alone, as when scanning. What a link to a file leads to is not
followed.
"""
