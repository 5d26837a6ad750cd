"""The commands of `dualhash COMMAND`, one module each. A command has

    add_arguments(parser)      its own options
    run(library, arguments)    does the work; returns what `--json` prints, or writes lines for a person

A command that may do without a library has `alone(arguments)`, which says when, and `run_alone(arguments)`.
Those with TRAINS can be done by several processes (`engine.learning.lessons`).
Progress and messages go to standard error (`terminal`), results to standard output.

index, watch, skipped, missing    pictures: bring them in, notice what changes, what was not read, what is gone
merge, publish                    libraries joined to one; a library put onto a server, for a team
search, labels                    find them, what they are called
xmp_labels                        what `labels --xmp` does: keywords of other programs, sidecars for them
duplicates                        those that are there more than once, and keeping the best
train, evaluate, models           model versions: made, measured, managed
networks                          whose features pictures are found by
experiment                        the paper's protocols
check                             is the library intact
desktop, completion               the program in a desktop's menu, its commands in a shell
parser                            which commands there are, and the parser of them all
options, actions, views_option    what several commands share: options; actions, as of `models`; `--views`
figures_text, version             figures as lines; `--version`
"""
