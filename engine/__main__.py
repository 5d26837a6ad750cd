"""`python -m engine COMMAND …`: the command line without the window."""

if __name__ == "__main__":  # worker processes import this module, too, and need nothing of it
    import sys

    from engine.cli import main

    sys.exit(main())
