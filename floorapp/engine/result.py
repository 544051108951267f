"""What becomes of a wager: outcome, odds, paragraph, and a sentence for the guest."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from floorapp.engine.provision import Provision

EVEN = Fraction(1)
NOTHING = Fraction(0)
ALL = Fraction(-1)


class Result(NamedTuple):
    """`pays` is to 1: above zero for a win, below for a loss, a half for a surrender."""

    outcome: str
    pays: Fraction
    cite: str
    because: str
    readings: tuple[str, ...] = ()


def odds_said(pays: Fraction) -> str:
    """Odds as they are spoken: `5 to 2`."""
    return f"{pays.numerator} to {pays.denominator}"


def win(rule: Provision[Any], because: str, *readings: str, pays: Fraction = EVEN) -> Result:
    return Result("win", pays, rule.cite, because, readings)


def lose(rule: Provision[Any], because: str, *readings: str) -> Result:
    return Result("lose", ALL, rule.cite, because, readings)


def push(rule: Provision[Any], because: str, *readings: str) -> Result:
    return Result("push", NOTHING, rule.cite, because, readings)


def half(rule: Provision[Fraction], because: str, *readings: str) -> Result:
    return Result("half", -rule.value, rule.cite, because, readings)


def returned(cite: str, because: str, *readings: str) -> Result:
    """A wager that goes back untouched."""
    return Result("push", NOTHING, cite, because, readings)
