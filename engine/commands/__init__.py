"""The commands of `dualhash COMMAND`, one module each. A command has

    add_arguments(parser)      its own options
    run(library, arguments)    does the work; returns what `--json` prints, or writes lines for a person

A command that may do without a library has `alone(arguments)`, which says when, and `run_alone(arguments)`.
Progress and messages go to standard error (`terminal`), results to standard output.
"""
