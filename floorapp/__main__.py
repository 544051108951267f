"""Lets `python -m floorapp` be the same program as `floorapp`."""

import sys

from floorapp.cli import main

if __name__ == "__main__":
    sys.exit(main())
