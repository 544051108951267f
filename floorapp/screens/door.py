"""Who can sign in, as the door shows it."""

from __future__ import annotations

from datetime import timedelta

from floorapp.domain.people import Person, Session
from floorapp.domain.values import dataclass
from floorapp.operations.moment import Moment
from floorapp.screens.shell import Message
from floorapp.screens.states import State

#: So long before a license expires its holder is told.
RENEW_WITHIN = timedelta(days=30)


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


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody who just came in: whether they must choose secrets of their own, and what is said to them."""

    person: Person | None
    given: bool
    says: Message | None
    #: Who chose their password or PIN, when, and who has signed in with it, where they must choose others.
    told: str = ""


def arrival_of(moment: Moment) -> Arrival:
    """Ask who came in."""
    person = moment.person
    if person is None:
        return Arrival(None, False, None)
    given = moment.not_ones_own(person) is not None
    return Arrival(person, given, license_message(moment, person), given_words(moment, person) if given else "")


#: A new person is given a password and a PIN; from here on it was done again.
MORE_THAN_BOTH = 3


def given_words(moment: Moment, person: Person) -> str:
    """What somebody is told whose password or PIN another one chose: nobody can act as them unseen."""
    if person.given_at is None:
        return "Your password or PIN was set by someone else."
    house, by, times = moment.house, moment.called(person.given_by), person.given_times
    again = "" if times < MORE_THAN_BOTH else f" It has been set {times} times so far."
    said = f"Your password or PIN was set by {by} on {house.stamp(person.given_at)}.{again}"
    own = moment.session.id if moment.session is not None else ""
    earlier = [each for each in moment.state.find(Session, person=person.handle) if each.id != own]
    if not earlier:
        return f"{said} Nobody has signed in as you before."
    last = max(earlier, key=lambda each: each.began_at)
    return f"{said} The last sign-in as you was {house.stamp(last.began_at)} at {last.station}."


def license_message(moment: Moment, person: Person) -> Message | None:
    """What somebody is told whose license has expired or will soon."""
    badge = person.badge
    if badge.expires is None or badge.expires > moment.today + RENEW_WITHIN:
        return None
    written = moment.house.style.date(badge.expires)
    if not badge.expired(moment.today):
        return Message(State.DUE, f"Your license {badge.license} expires on {written}.", "Renew it before then.")
    means = "You can still sign." if moment.expired_license(person) is None else "You cannot sign with it."
    todo = "Ask an administrator to enter the renewed license."
    return Message(State.WARNING, f"Your license {badge.license} expired on {written}.", f"{means} {todo}")
