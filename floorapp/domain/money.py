"""Money as whole cents: the one place where amounts are written, and what a stake earns at given odds."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any


def dollars(cents: int) -> str:
    """An amount as a person reads it: `$1,250.00`, `−$3.50`."""
    return f"{'−' if cents < 0 else ''}${_parted(cents)}"


def signed(cents: int) -> str:
    """An amount that is more or less than another: `+100.00`, `0.00`, `−25.00`."""
    return f"{'+' if cents > 0 else '−' if cents < 0 else ''}{_parted(cents)}"


def typed(cents: int) -> str:
    """An amount as people type it into a field: `1250.00`."""
    return f"{cents // 100}.{cents % 100:02d}"


def read_cents(text: str) -> int | None:
    """Dollars as people type them, `$1,250`, `15.00`, in cents; None where it is no amount."""
    plain = text.replace("$", "").replace(",", "").strip()
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{2})?", plain):
        return None
    whole, _, part = plain.partition(".")
    return int(whole) * 100 + int(part or 0)


def _parted(cents: int) -> str:
    return f"{abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def to_cents(amount: Fraction, *, up: bool) -> int:
    """A whole number of cents; half a cent goes up or down as told."""
    made: int = nearest(amount.numerator, amount.denominator, up=up)
    return made


def nearest(amount: Any, by: Any, *, up: bool) -> Any:
    """The whole number nearest to `amount / by`, two numbers or two columns of them; halves go up or down as told."""
    return (2 * amount + by) // (2 * by) if up else -((by - 2 * amount) // (2 * by))
