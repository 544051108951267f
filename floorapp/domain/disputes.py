"""A dispute as a case: whose claim it is, what was decided and told, and how it ended."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from floorapp.domain.values import dataclass


class Receipt(StrEnum):
    """What the patron did with the answer."""

    SIGNED = "signed"
    ON_PAPER = "signed on paper"
    REFUSED = "refused to sign"


@dataclass(frozen=True, slots=True)
class Claim:
    """What a patron claims, and what the floor has done about it so far; amounts in cents."""

    patron: str  # a name, or a description where there is none
    spot: int
    claimed: int
    player_number: str = ""
    dealer: str = ""
    decision: str = ""
    decided_by: str = ""
    decided_at: datetime | None = None
    notified: tuple[str, ...] = ()
    surveillance: str = ""  # the reference of the recording
    surveillance_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class ClaimChoice:
    """One way the text leaves: in words, whose choice it is, and what it does to the patron's money, in cents."""

    words: str
    whose: str
    net: int


def case_called(id: str) -> str:
    """A case as people say it: `FB-03/1182, spot 1`, `DA-01/7, spot 1, bettor 2 behind`."""
    round_, _, seat = id.rpartition("#")
    spot, _, behind = seat.partition(".")
    if not (round_ and spot.isdigit()):
        return id
    return f"{round_}, spot {spot}" + (f", bettor {behind} behind" if behind else "")


@dataclass(frozen=True, slots=True)
class DisputeCase:
    """A patron's claim about a round, from its opening to its end."""

    id: str  # the round and the spot: `FB-03/1182#1`; of a bettor behind it `DA-01/7#1.2`
    round: str
    table: str
    claim: Claim
    opened_by: str
    opened_at: datetime
    as_dealt: int
    required: int | None
    answer_by: datetime | None = None
    incident: str = ""
    paid: int | None = None
    receipt: Receipt | None = None
    outcome: str = ""
    closed: bool = False
    closed_by: str = ""
    closed_at: datetime | None = None
    held: bool = False  # what it rests on is kept from being destroyed
    deck_sets: tuple[str, ...] = ()
    signature: str = ""  # as the patron drew it on the pad; see `drawn_signature`
    behind: int = 0  # which bettor behind the spot claims; 0 is the player who sits there
    choices: tuple[ClaimChoice, ...] = ()
    about: str = ""  # a complaint entered by hand, in words; a dispute is about its round
    happened_at: datetime | None = None
    form_offered_at: datetime | None = None  # when the patron was offered the regulator's complaint form
    board_number: str = ""  # the Board's or Division's own number
    evidence: tuple[str, ...] = ()  # what is held for it, in words

    @property
    def called(self) -> str:
        """Its name, as people say it."""
        return case_called(self.id)

    @property
    def by_hand(self) -> bool:
        """Whether no round on file settles it."""
        return not self.round
