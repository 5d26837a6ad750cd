"""`python -m engine COMMAND …`: the command line without the window."""


def _command_line() -> int:
    from engine.cli import main

    return main()


if __name__ == "__main__":  # worker processes import this module, too, and need nothing of it
    import sys

    from engine.interrupting import ended_in_a_line

    sys.exit(ended_in_a_line(_command_line))
