"""People of a house: who they are, what they are there for, and their time at a station."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum

from floorapp.domain.values import dataclass


class Role(StrEnum):
    """What a person is there for."""

    FLOORPERSON = "floorperson"
    PIT_MANAGER = "pit-manager"
    SHIFT_MANAGER = "shift-manager"
    COMPLIANCE_OFFICER = "compliance-officer"
    ADMINISTRATOR = "administrator"
    STORAGE = "security-storage"
    SURVEILLANCE = "surveillance"
    AUDITOR = "auditor"
    REGULATOR = "regulator"
    DEALER = "dealer"
    SECURITY = "security"


#: Roles that only sign, by PIN, in acts for two; they do not work at the screen.
SIGNING_ONLY = frozenset({Role.DEALER, Role.SECURITY})
#: Roles that sign for security: at the table by PIN, and at the screen in card storage.
OF_SECURITY = (Role.SECURITY, Role.STORAGE)
#: Roles that read everything and change nothing; what they look at is on record.
READING_ONLY = frozenset({Role.AUDITOR, Role.REGULATOR})


@dataclass(frozen=True, slots=True)
class Badge:
    """What somebody's badge says: title, department, license (credential) number and the last day it is good."""

    title: str = ""
    department: str = ""
    license: str = ""
    expires: date | None = None

    def expired(self, on: date) -> bool:
        """Whether the license is past its last day."""
        return self.expires is not None and self.expires < on


#: Nothing entered yet.
NO_BADGE = Badge()


@dataclass(frozen=True, slots=True)
class Person:
    """Someone with a handle that is theirs for good; disabled when they leave, never deleted."""

    handle: str
    name: str
    role: Role
    added_at: datetime
    enabled: bool = True
    has_password: bool = False
    has_pin: bool = False
    locked_out: bool = False
    #: Secrets that somebody else chose and knows: the person has to choose others before anything else.
    given_password: bool = False
    given_pin: bool = False
    #: Who chose one last, when, and how often that was done so far.
    given_by: str = ""
    given_at: datetime | None = None
    given_times: int = 0
    #: Whether the keys that password and PIN give are on record; older logbooks have none.
    password_keyed: bool = False
    pin_keyed: bool = False
    badge: Badge = NO_BADGE

    @property
    def title(self) -> str:
        """What they are called: their title, or their role where none was entered."""
        return self.badge.title or self.role.value.replace("-", " ").capitalize()

    @property
    def given(self) -> bool:
        """Whether they still sign, or sign in, with a secret that another one chose."""
        return self.given_pin or (self.given_password and self.role not in SIGNING_ONLY)


@dataclass(frozen=True, slots=True)
class Session:
    """A person's time at a station, from signing in to signing out."""

    id: str
    person: str
    station: str
    began_at: datetime
    expires_at: datetime
    locked: bool = False
    ended_at: datetime | None = None
