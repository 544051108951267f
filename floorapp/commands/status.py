"""What every command ends with: an exit status, and a sentence where it is not zero."""

from __future__ import annotations

import sys

#: 0 is good; answered, and something is wrong; input unreadable; called wrongly; a bug; refused.
WRONG, UNREADABLE, USAGE, BUG, REFUSED = 1, 2, 64, 70, 77


def misused(says: str) -> int:
    """The call makes no sense: say why."""
    print(f"floorapp: {says}", file=sys.stderr)
    return USAGE


def told(fault: Exception) -> int | None:
    """Say in words what was expected to go wrong, and with which status that ends; none for a bug."""
    from floorapp.bootstrap import UnusablePlace  # few calls go wrong
    from floorapp.engine.toml_values import RulebookFault
    from floorapp.operations.faults import LogbookFault
    from floorapp.operations.refusal import Refused

    if isinstance(fault, UnusablePlace):
        return misused(str(fault))
    if isinstance(fault, Refused | LogbookFault):
        print(fault, file=sys.stderr)
        return REFUSED if isinstance(fault, Refused) else UNREADABLE
    if isinstance(fault, RulebookFault):
        print(
            f"floorapp: a rulebook cannot be trusted: {fault}. No round is judged until it is fixed.", file=sys.stderr
        )
        return UNREADABLE
    if isinstance(fault, OSError):
        where = f"{fault.filename}: " if fault.filename else ""
        print(f"floorapp: {where}{fault.strerror or fault}. What was saved before is unaffected.", file=sys.stderr)
        return UNREADABLE
    return None
