"""The commands of `dualhash COMMAND`, one module each. A command has

    add_arguments(parser)      its own options
    run(library, arguments)    does the work; returns what `--json` prints, or writes lines for a person

A command that may do without a library has `alone(arguments)`, which says when, and `run_alone(arguments)`.
Progress and messages go to standard error (`terminal`), results to standard output.

index, search, skipped, labels    pictures: bring them in, find them, what could not be read, what they are called
train, evaluate, models           model versions: made, measured, managed
experiment                        the paper's protocols
check                             is the library intact
desktop, completion, version      the menu of a desktop, what a shell completes, `--version`
parser                            all of them put together
options, figures_text             what several commands share: options, figures as lines
"""
