"""Faults at full strength, and what the library makes of them: one table of fault, tried, failures.

    python tests/benchmarks/campaign.py [PHOTOS] [--scale 1.0] [--only FAULT…] [--seed 0] [--at-once 2]

PHOTOS are indexed while the program is killed; without it the clothes of the shared data, or pictures made on
the spot. Everything happens in a temporary folder, as many faults at once as there are processors. `--scale
0.1` tries a tenth of each. A failure is printed when it happens, with the seed and the number that bring it
back; the exit code is 1 if there is any.

The short form of each is in the tests.
"""

import sys
from pathlib import Path

if __name__ == "__main__":  # each process that is started imports this file, too, and needs nothing of it
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))  # the tests' own modules are used, too
    from campaign_faults import main

    sys.exit(main(__doc__))
