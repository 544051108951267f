"""Lets `python -m floorapp` be the same program as `floorapp`."""

import sys

from floorapp.cli import main

if __name__ == "__main__":
    if getattr(sys, "frozen", False):  # the frozen app's workers are this program again
        from multiprocessing import freeze_support  # which a small command does without

        freeze_support()
    sys.exit(main())
