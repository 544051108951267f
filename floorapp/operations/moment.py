"""A moment: the floor as it stands now for one person; every `may_…` answers from one."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import partial
from zoneinfo import ZoneInfo

from floorapp.domain.gaming_day import GamingDay, HouseClock
from floorapp.domain.people import SIGNING_ONLY, Person, Role, Session
from floorapp.domain.policy import Policy
from floorapp.domain.property import Property
from floorapp.domain.rulebooks import InstalledRulebook, RulebookText
from floorapp.domain.values import dataclass
from floorapp.engine.dated import DatedRulebooks
from floorapp.operations.act_table import ACTS
from floorapp.operations.offline_acts import is_kept
from floorapp.operations.own_rulebooks import Installed, dated_books
from floorapp.operations.permissions import MATRIX, WORDS
from floorapp.operations.refusal import Refusal
from floorapp.operations.rules import DutyBooks, Rulebooks
from floorapp.operations.state import StateView

#: The clock of a house that has not been set up yet.
UNSET_CLOCK = HouseClock(ZoneInfo("UTC"))
UNSET_POLICY = Policy()
#: The refusal of a signature whose PIN another one chose, by somebody who can choose one on the spot.
NO_OWN_PIN = "no-own-pin"


@dataclass(frozen=True, slots=True)
class Moment:
    """State, time and person, as one act or one question sees them."""

    state: StateView
    now: datetime
    session: Session | None
    person: Person | None
    #: Those that settle rounds.
    rulebooks: Rulebooks
    #: Why only what this station keeps can be done now; empty while the logbook is in reach.
    away: str = ""

    @property
    def house(self) -> HouseClock:
        """The house's clock."""
        house = self.state.get(Property, "house")
        return UNSET_CLOCK if house is None else house.clock

    @property
    def policy(self) -> Policy:
        """The house's own times and numbers."""
        return self.state.get(Policy, "house") or UNSET_POLICY

    @property
    def dated(self) -> DutyBooks:
        """Those that tables are set up with, each version by the day it holds; asked only by acts that need them."""
        installed = self.state.find(InstalledRulebook) if self.rulebooks else ()
        return dated_books(
            self.rulebooks,
            (
                Installed(
                    each.rulebook, each.name, each.holds_from, each.digest, partial(_text, self.state, each.digest)
                )
                for each in installed
            ),
        )

    @property
    def books(self) -> DutyBooks:
        """The rulebooks that tables are set up with, as they hold today."""
        dated = self.dated
        return dated.on(self.day.date) if isinstance(dated, DatedRulebooks) else dated

    @property
    def day(self) -> GamingDay:
        """The gaming day it is now."""
        return self.house.day_of(self.now)

    @property
    def actor(self) -> str:
        """The handle of the person a guard has let pass."""
        if self.person is None:
            raise LookupError("nobody is signed in; guard the act first")
        return self.person.handle

    def called(self, handle: str | None) -> str:
        """What sentences call somebody: a person by name, a reader or a station as such; never by a sign-in name."""
        person = self.state.get(Person, handle) if handle else None
        if person is not None:
            return person.name
        kind, _, name = (handle or "").partition("/")
        return {"reader": "Reader", "station": f"Station\u00a0{name}"}.get(kind, handle or "") if name else handle or ""

    def actor_name(self, station: str) -> str:
        """Who acts, for the record: the person, or the station where nobody is signed in."""
        return f"station/{station}" if self.person is None else self.person.handle

    def guard(self, act: str) -> Refusal | None:
        """Whether the signed-in person may do this act at all."""
        return self.present() or self._allowed(act) or self._own_secrets(act) or self._in_reach(act)

    def present(self) -> Refusal | None:
        """Whether there is a signed-in, enabled person before an unlocked screen."""
        session, person = self.session, self.person
        if session is None or person is None or session.ended_at is not None:
            return Refusal("signed-out", "Nobody is signed in.", "Nothing was changed.", "Sign in first.")
        if not person.enabled:
            return Refusal(
                "disabled",
                f"{person.name} is disabled.",
                "Nothing was changed.",
                "Ask an administrator, or have a coworker sign in.",
            )
        if self.now >= session.expires_at:
            return Refusal(
                "expired", "Your session at this station has expired.", "Nothing was changed.", "Sign in again."
            )
        if session.locked:
            return Refusal("locked", "The screen is locked.", "Nothing was changed.", "Unlock it with your PIN.")
        return None

    def _allowed(self, act: str) -> Refusal | None:
        return not_for_role(act, self.person.role if self.person is not None else None)

    def _own_secrets(self, act: str) -> Refusal | None:
        """Whether the person is who their password and PIN say: nobody else may have chosen them."""
        if self.person is None or ACTS[act].first:
            return None
        return self.not_ones_own(self.person)

    def not_ones_own(self, person: Person) -> Refusal | None:
        """Refuse who has a secret that another one chose; on the sample floor everybody is made up."""
        house = self.state.get(Property, "house") if person.given else None
        if not person.given or (house is not None and house.sample):
            return None
        if person.role in SIGNING_ONLY:
            by = self.called(person.given_by) or "someone else"
            return Refusal(
                NO_OWN_PIN,
                f"The PIN of {person.name} was set by {by}.",
                "Nothing was signed with it.",
                "Choose a PIN that nobody else knows, here or at the sign-in screen.",
            )
        return Refusal(
            "given-secret",
            f"The password or PIN of {person.name} was set by someone else.",
            "It cannot be used to do or sign anything.",
            f"{person.name} must sign in and choose new ones.",
        )

    def expired_license(self, person: Person) -> Refusal | None:
        """Refuse the signature of somebody whose license has expired, where the property's policy does."""
        house = self.state.get(Property, "house")
        badge = person.badge
        if house is None or house.expired_may_sign or badge.expires is None or not badge.expired(self.today):
            return None
        return Refusal(
            "expired-license",
            f"The license {badge.license} of {person.name} expired on {self.house.style.date(badge.expires)}.",
            "It cannot be used to sign: property policy.",
            "Have somebody else sign, or ask an administrator to enter the renewed license.",
        )

    @property
    def today(self) -> date:
        """The date on the wall, which is not always the gaming day's."""
        return self.house.wall(self.now).date()

    def _in_reach(self, act: str) -> Refusal | None:
        """Whether the act can be done where the floor stands: what only states facts is kept meanwhile."""
        if not self.away or is_kept(act):
            return None
        return Refusal(
            "away",
            self.away,
            f"“{WORDS[act]}” needs the server; entries that only state facts are still kept here.",
            "Do it when the database is back.",
        )


def not_for_role(act: str, role: Role | None) -> Refusal | None:
    """Refuse an act that is other roles', and say whose."""
    if role in MATRIX[act]:
        return None
    *others, last = (role_words(each) for each in Role if each in MATRIX[act])
    roles = f"{', '.join(others)} or {last}" if others else last
    asked = f"Ask {_article(roles)} {roles}."
    return Refusal("not-permitted", f"“{WORDS[act]}” is not for your role.", "Nothing was changed.", asked)


def a_role(role: Role) -> str:
    """One of a role as people say it: `an auditor`, `a dealer`, `a surveillance officer`."""
    words = role_words(role)
    if role in (Role.SURVEILLANCE, Role.SECURITY):
        words = f"{words} officer"
    return f"{_article(words)} {words}"


def _article(words: str) -> str:
    return "an" if words[0] in "aeiou" else "a"


def role_words(role: Role) -> str:
    """A role as people say it."""
    return role.value.replace("-", " ")


def moment_of(
    state: StateView, now: datetime, session_id: str | None, rulebooks: Rulebooks, *, away: str = ""
) -> Moment:
    """Look up who a session belongs to."""
    session = state.get(Session, session_id) if session_id else None
    person = state.get(Person, session.person) if session else None
    return Moment(state, now.astimezone(UTC), session, person, rulebooks, away)


def _text(state: StateView, digest: str) -> str:
    kept = state.get(RulebookText, digest)
    if kept is None:
        raise LookupError(f"the text of rulebook {digest} is not in the state")
    return kept.text
