"""What is asked of an incident later: who, how much, what surveillance saw, who was told, what was done about it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from floorapp.domain.values import dataclass


class ErrorBy(StrEnum):
    """Whose error it was."""

    DEALER = "dealer"
    PATRON = "patron"
    EQUIPMENT = "equipment"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class IncidentPatron:
    """A patron it touched: a name, or a description where there is none."""

    who: str
    spot: int | None = None
    player_number: str = ""


@dataclass(frozen=True, slots=True)
class IncidentDetails:
    """Who was there and what moved; amounts in cents, None where nobody has said."""

    dealers: tuple[str, ...] = ()
    patrons: tuple[IncidentPatron, ...] = ()
    error: ErrorBy | None = None
    overpaid: int | None = None
    underpaid: int | None = None
    reimbursed: int | None = None
    deck_sets: tuple[str, ...] = ()
    rounds: tuple[str, ...] = ()


#: Nothing entered yet.
NO_DETAILS = IncidentDetails()


@dataclass(frozen=True, slots=True)
class SurveillanceCall:
    """A call to surveillance, and what a review of the recording found."""

    number: int
    at: datetime
    by: str
    taken_by: str
    reference: str
    camera: str
    #: Whether a review was asked for, and whether the recording is to be held.
    review: bool
    hold: bool
    says: str = ""
    answered_by: str = ""
    answered_at: datetime | None = None
    held: bool | None = None

    @property
    def pending(self) -> bool:
        """Whether a review that was asked for is not answered."""
        return self.review and self.answered_at is None


@dataclass(frozen=True, slots=True)
class RegulatorNotice:
    """That a regulator's people were notified."""

    whom: str
    at: datetime
    by: str
    reference: str


@dataclass(frozen=True, slots=True)
class CorrectiveAction:
    """What is done so that it does not happen again, by whom and by when."""

    number: int
    says: str
    owner: str
    due_on: date
    done: str = ""
    done_by: str = ""
    done_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class IncidentFile:
    """All of it for one incident; the last three say what of it still waits."""

    incident: str
    details: IncidentDetails = NO_DETAILS
    calls: tuple[SurveillanceCall, ...] = ()
    #: Whom the property's table names for it, why, and by when; None where it names nobody.
    notify: str = ""
    notify_why: str = ""
    notify_by: datetime | None = None
    notices: tuple[RegulatorNotice, ...] = ()
    actions: tuple[CorrectiveAction, ...] = ()
    review_pending: bool = False
    notice_pending: bool = False
    action_open: bool = False

    def changed(self, **changes: Any) -> IncidentFile:
        """The file with these changes, and what of it waits then."""
        new = replace(self, **changes)
        return replace(
            new,
            review_pending=any(each.pending for each in new.calls),
            notice_pending=new.notify_by is not None and not new.notices,
            action_open=any(each.done_at is None for each in new.actions),
        )


@dataclass(frozen=True, slots=True)
class NoticeTable:
    """The property's own table of which incidents the regulator is notified of, whom, and within how long."""

    #: By what an incident leads to; `""` is one that is not on the game's list.
    effects: tuple[str, ...] = ()
    #: From which amount over- or underpaid, in cents; None for no amount.
    from_cents: int | None = None
    whom: str = ""
    within_minutes: int = 60
    id: str = "house"

    def asks(self, effect: str, details: IncidentDetails = NO_DETAILS) -> str:
        """Why an incident is one of them; empty where it is not."""
        if effect in self.effects:
            return EFFECT_WORDS[effect]
        moved = max(details.overpaid or 0, details.underpaid or 0)
        return "amount paid in error" if self.from_cents is not None and moved >= self.from_cents else ""


#: What an incident leads to, as the property's table names it.
EFFECT_WORDS = {
    "table-stopped": "game stopped",
    "round-void": "void round",
    "hand-dead": "dead hand",
    "reshuffle": "reshuffle",
    "continue": "play continues",
    "": "not on the game’s list",
}
