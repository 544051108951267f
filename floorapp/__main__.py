"""Lets `python -m floorapp` be the same program as `floorapp`."""

import sys
from multiprocessing import freeze_support

from floorapp.cli import main

if __name__ == "__main__":
    freeze_support()  # the frozen app's workers are this program again
    sys.exit(main())
