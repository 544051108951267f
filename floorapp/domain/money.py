"""Money as whole cents, and what a stake earns at given odds."""

from __future__ import annotations

from fractions import Fraction


def dollars(cents: int) -> str:
    """An amount as a person reads it: `$1,250.00`, `−$3.50`."""
    sign = "−" if cents < 0 else ""
    return f"{sign}${abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def to_cents(amount: Fraction, *, up: bool) -> int:
    """A whole number of cents; half a cent goes up or down as told."""
    doubled = amount * 2
    if doubled.denominator != 1:
        return round(amount)
    whole, half = divmod(doubled.numerator, 2)
    return whole + (half and up)
