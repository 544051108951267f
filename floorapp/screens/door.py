"""Who can sign in, as the door shows it."""

from __future__ import annotations

from floorapp.domain.values import dataclass


@dataclass(frozen=True, slots=True)
class KnownPerson:
    """Somebody who can sign in here, as the sample lists them."""

    handle: str
    name: str
    role: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class DoorView:
    """What the door shows: the house, and on the sample floor its people with their password."""

    house: str
    people: tuple[KnownPerson, ...] = ()
    password: str = ""
    pin: str = ""
