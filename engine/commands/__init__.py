"""The commands of `dualhash COMMAND`, one module each. A command has

    add_arguments(parser)      its own options
    run(library, arguments)    does the work; returns what `--json` prints, or writes lines for a person

A command with NEEDS_LIBRARY = False works without one, and its `run` takes the arguments alone.
Progress and messages go to standard error (`terminal`), results to standard output.
"""
