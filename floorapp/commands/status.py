"""What every command ends with: an exit status, and a sentence where it is not zero."""

from __future__ import annotations

import sys

#: 0 is good; answered, and something is wrong; input unreadable; called wrongly; a bug; refused.
WRONG, UNREADABLE, USAGE, BUG, REFUSED = 1, 2, 64, 70, 77


def misused(says: str) -> int:
    """The call makes no sense: say why."""
    print(f"floorapp: {says}", file=sys.stderr)
    return USAGE


def unreadable(fault: OSError) -> int:
    """A file, a folder or a disk failed outside the logbook: say which and how."""
    where = f"{fault.filename}: " if fault.filename else ""
    print(f"floorapp: {where}{fault.strerror or fault}. What was saved before is unaffected.", file=sys.stderr)
    return UNREADABLE
