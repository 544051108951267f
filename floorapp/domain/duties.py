"""Duties and alarms: what is due on the floor now, and what somebody did about being reminded."""

from __future__ import annotations

from datetime import datetime
from enum import IntEnum

from floorapp.domain.values import dataclass


class Urgency(IntEnum):
    """How much it presses; the larger the more."""

    DUE = 1
    WARNING = 2
    ALARM = 3


@dataclass(frozen=True, slots=True)
class Duty:
    """One thing to do, its paragraph, by when, and the act that does it.

    `key` names this occasion: the same duty tomorrow has another one, so that what was acknowledged
    stays so and what is new comes up again.
    """

    key: str
    urgency: Urgency
    kind: str
    id: str
    says: str
    act: str
    cite: str = ""
    by: datetime | None = None
    acknowledged: bool = False


@dataclass(frozen=True, slots=True)
class Reminded:
    """What was done about a duty's reminder: seen by whom, and put off until when, why."""

    key: str
    by: str
    at: datetime
    shelved_until: datetime | None = None
    reason: str = ""
