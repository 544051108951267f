"""Sentences for what happens away from the felt: people, the house, readers' lines, days, papers, stations."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from floorapp.domain.people import Badge
from floorapp.domain.written_time import Style
from floorapp.operations.facts.audits import AuditMade, RoundsPacked
from floorapp.operations.facts.days import GamingDayEnded, HandoverAccepted, HandoverGiven
from floorapp.operations.facts.heads import (
    HeadsCountersigned,
    HeadSigned,
    HeadsSeen,
    KeyIntroduced,
    KeyNamed,
    KeyReplaced,
)
from floorapp.operations.facts.house import (
    PitPlaced,
    PolicyByJurisdiction,
    PolicyDecided,
    PolicyPaced,
    PolicySet,
    PropertyDescribed,
    PropertySet,
    RetentionSet,
    RulesSubmitted,
    TableRetired,
)
from floorapp.operations.facts.lines import (
    LineRemoved,
    LineSetUp,
    LineSetUpPlain,
    LineSwitched,
    ReaderListed,
    ReaderUnlisted,
)
from floorapp.operations.facts.looks import COMMAND_LINE, RecordLookedAt
from floorapp.operations.facts.papers import (
    DocumentIssued,
    DocumentNoted,
    DocumentNotedAgain,
    DocumentReprinted,
    DocumentSigned,
    PaperKeyIntroduced,
)
from floorapp.operations.facts.people import (
    AdministratorRescued,
    BadgeSet,
    GuessFailed,
    LockedOut,
    PasswordNoted,
    PasswordSet,
    PersonAdded,
    PersonDisabled,
    PersonEnabled,
    PersonRenamed,
    PinNoted,
    PinSet,
    Readmitted,
    RoleChanged,
    SecretKeyed,
    SessionBegan,
    SessionEnded,
    SessionLocked,
    SessionUnlocked,
)
from floorapp.operations.facts.registry import Fact
from floorapp.operations.facts.routes import EntriesSigned
from floorapp.operations.facts.rulebooks import RulebookInstalled
from floorapp.operations.facts.signals import (
    EvidencePartial,
    FramesSealed,
    LineAlarmOver,
    LineAlarmRaised,
    ReaderCleared,
    ReaderFaulted,
    ReaderGreeted,
    ReaderSelfTested,
    ReaderSignalled,
    ReaderTampered,
    ShoeFramesNoted,
    ShoeFramesSealed,
    SignalContradicted,
)
from floorapp.operations.facts.upkeep import BackupRestored, StateRebuilt, TroubleFound, TroubleOver

#: Says a fact in a sentence; one of `DATED` is told how the property writes dates and times.
Sayer = Callable[..., str]


def _plain(word: str) -> str:
    """`no_blackjack`, `shift-manager` as people say them."""
    return str(word).replace("_", " ").replace("-", " ")


def _why(words: str) -> str:
    return f": {words}" if words else ""


def _who(fact: Any) -> str:
    return "Virtual reader" if fact.by.virtual else "Reader"


def _signalled(fact: ReaderSignalled) -> str:
    under = f" under {fact.up_card}" if fact.up_card else ""
    return f"{_who(fact)} signaled {_plain(fact.signal)}{under}"


def _shoe_sealed(fact: ShoeFramesNoted | ShoeFramesSealed) -> str:
    return f"{fact.frames} raw frames of shoe {fact.shoe.split('/')[-1]} sealed"


def _property(fact: PropertySet | PropertyDescribed, style: Style) -> str:
    license = f", license {fact.license}" if isinstance(fact, PropertyDescribed) and fact.license else ""
    return f"Property set: {fact.name}{license}, {fact.zone}, gaming day from {style.time(fact.day_begins)}"


def badge_words(badge: Badge, style: Style) -> str:
    """`Floor supervisor, Table games, license 24101 to 11/30/2027`."""
    said = [badge.title or "no title", *([badge.department] if badge.department else [])]
    until = f" to {style.date(badge.expires)}" if badge.expires else ""
    return ", ".join((*said, f"license {badge.license}{until}" if badge.license else "no license"))


def _badge(fact: BadgeSet, style: Style) -> str:
    return f"Title and license of {fact.person}: {badge_words(fact.badge, style)}"


def _retention(fact: RetentionSet) -> str:
    grounds = f" ({fact.schedule.grounds})" if fact.schedule.grounds else ""
    return f"Retention schedule set: {fact.schedule.words}{grounds}"


def _submitted(fact: RulesSubmitted, style: Style) -> str:
    return f"Rules Submission {fact.reference} for {fact.rulebook}, effective {style.date(fact.holds_from)}"


def _installed(fact: RulebookInstalled, style: Style) -> str:
    effective = f"effective {style.date(fact.holds_from)}"
    return f"Rulebook {fact.rulebook} installed: {fact.name}, version {fact.version}, {effective}, {fact.digest[:12]}"


def _looked(fact: RecordLookedAt) -> str:
    if fact.place == COMMAND_LINE:
        return f"{fact.person} read by command line: {fact.about}"
    return f"{fact.person} looked at {fact.screen}{' ' + fact.about if fact.about else ''}"


def _guess(fact: GuessFailed) -> str:
    who = fact.person or "an unknown name"
    more = f"; {fact.turned_away} more tries refused" if fact.turned_away else ""
    return f"Wrong {_plain(fact.proof)} for {who}{more}"


def _numbers(fact: EntriesSigned) -> str:
    numbers = [each.number for each in fact.covers]
    return ", ".join(numbers if len(numbers) < 7 else (*numbers[:3], "…", *numbers[-3:]))


def _day_ended(fact: GamingDayEnded, style: Style) -> str:
    missing = f", {len(fact.missing)} items missing" if fact.missing else ", nothing missing"
    return f"Gaming day {style.date(date.fromisoformat(fact.day))} ended{missing}"


HOUSE: dict[type[Fact], tuple[str, Sayer]] = {
    PersonAdded: ("people", lambda f: f"{f.name} ({f.person}) added as {_plain(f.role)}"),
    PersonRenamed: ("people", lambda f: f"{f.person} renamed {f.name}"),
    BadgeSet: ("people", _badge),
    PersonDisabled: ("people", lambda f: f"{f.person} disabled{_why(f.reason)}"),
    PersonEnabled: ("people", lambda f: f"{f.person} enabled{_why(f.reason)}"),
    RoleChanged: ("people", lambda f: f"{f.person} is now {_plain(f.role)}{_why(f.reason)}"),
    LockedOut: ("people", lambda f: f"{f.person} locked out after failed attempts"),
    Readmitted: ("people", lambda f: f"{f.person} unlocked{_why(f.reason)}"),
    AdministratorRescued: ("people", lambda f: f"{f.person} let back in from this computer{_why(f.reason)}"),
    SecretKeyed: ("people", lambda f: f"Key of {f.person}’s {'PIN' if f.proof == 'pin' else f.proof} put on record"),
    PasswordNoted: ("people", lambda f: f"Password of {f.person} set{'' if f.by_owner else ' by someone else'}"),
    PinNoted: ("people", lambda f: f"PIN of {f.person} set{'' if f.by_owner else ' by someone else'}"),
    PasswordSet: ("people", lambda f: f"Password of {f.person} set{'' if f.by_owner else ' by someone else'}"),
    PinSet: ("people", lambda f: f"PIN of {f.person} set{'' if f.by_owner else ' by someone else'}"),
    GuessFailed: ("people", _guess),
    SessionBegan: ("people", lambda f: f"{f.person} signed in at {f.station}"),
    SessionEnded: ("people", lambda f: f"{f.person} signed out"),
    SessionLocked: ("people", lambda f: f"Screen of {f.person} locked"),
    RecordLookedAt: ("people", _looked),
    SessionUnlocked: ("people", lambda f: f"Screen of {f.person} unlocked by {_plain(f.proof)}"),
    PropertySet: ("house", _property),
    PropertyDescribed: ("house", _property),
    PolicySet: ("house", lambda f: "Property policy set"),
    PolicyDecided: ("house", lambda f: "Property policy set"),
    PolicyPaced: ("house", lambda f: "Property policy set"),
    PolicyByJurisdiction: ("house", lambda f: "Property policy set"),
    RetentionSet: ("house", _retention),
    PitPlaced: ("house", lambda f: f"Pit {f.pit} placed: {f.name}"),
    RulesSubmitted: ("house", _submitted),
    RulebookInstalled: ("house", _installed),
    TableRetired: ("table", lambda f: f"Table retired{_why(f.reason)}"),
    ReaderGreeted: ("reader", lambda f: f"Reader {f.name or f.by} connected"),
    ReaderSignalled: ("reader", _signalled),
    ReaderSelfTested: ("reader", lambda f: f"{_who(f)}'s self-test {'passed' if f.passed else 'failed'}{_why(f.says)}"),
    ReaderFaulted: ("reader", lambda f: f"{_who(f)} reports a fault, {_plain(f.cause)}{_why(f.says)}"),
    ReaderTampered: ("reader", lambda f: f"{_who(f)} reports tampering, {_plain(f.cause)}{_why(f.says)}"),
    ReaderCleared: ("reader", lambda f: f"{_who(f)} reports {_plain(f.what)} cleared{_why(f.says)}"),
    SignalContradicted: (
        "reader",
        lambda f: f"The cards of round {f.round} contradict the reader's {_plain(f.signal)}",
    ),
    EvidencePartial: ("reader", lambda f: "Signals are missing: the evidence is partial"),
    FramesSealed: ("reader", lambda f: f"Raw frames {f.first} to {f.last} sealed"),
    ShoeFramesNoted: ("reader", _shoe_sealed),
    ShoeFramesSealed: ("reader", _shoe_sealed),
    LineAlarmRaised: ("reader", lambda f: f"Alarm: {f.says}"),
    LineAlarmOver: ("reader", lambda f: f"Alarm over: {f.says}"),
    LineSetUpPlain: ("reader", lambda f: f"Reader line {f.line} set up on {f.target}"),
    LineSetUp: ("reader", lambda f: f"Reader line {f.line} set up on {f.target}"),
    LineRemoved: ("reader", lambda f: f"Reader line {f.line} removed{_why(f.reason)}"),
    LineSwitched: ("reader", lambda f: f"Reader line {f.line} switched {'on' if f.on else 'off'}{_why(f.reason)}"),
    ReaderListed: ("reader", lambda f: f"Reader {f.reader} registered{', virtual' if f.virtual else ''}"),
    ReaderUnlisted: ("reader", lambda f: f"Reader {f.reader} unregistered{_why(f.reason)}"),
    EntriesSigned: ("people", lambda f: f"{len(f.covers):,} entries signed by {f.person}: {_numbers(f)}"),
    HandoverGiven: ("day", lambda f: f"{f.shift} shift change given to {f.to}: {f.says}"),
    HandoverAccepted: ("day", lambda f: f"Shift change accepted{_why(f.says)}"),
    GamingDayEnded: ("day", _day_ended),
    DocumentNoted: ("paper", lambda f: f"{f.title} issued as {f.document}, {f.pages} pages"),
    DocumentIssued: ("paper", lambda f: f"{f.title} issued as {f.document}, {f.pages} pages"),
    DocumentNotedAgain: ("paper", lambda f: f"{f.document} reprinted{_why(f.reason)}"),
    DocumentSigned: ("paper", lambda f: f"{f.document} signed as {f.role.lower()}: {f.meaning}"),
    DocumentReprinted: ("paper", lambda f: f"{f.document} reprinted as copy {f.copy}{_why(f.reason)}"),
    PaperKeyIntroduced: ("paper", lambda f: f"{f.station} signs reports with the key {f.fingerprint[:8]} from now on"),
    HeadSigned: ("station", lambda f: f"Head of the logbook signed at {f.head.station}-{f.head.seq}"),
    HeadsSeen: ("station", lambda f: f"Station {f.station} countersigned {', '.join(each.number for each in f.heads)}"),
    HeadsCountersigned: (
        "station",
        lambda f: f"Station {f.station} countersigned {', '.join(each.number for each in f.heads)}",
    ),
    KeyNamed: ("station", lambda f: f"Station {f.station} introduced its key"),
    KeyIntroduced: ("station", lambda f: f"Station {f.station} signs with a new key, as the one before it says"),
    KeyReplaced: ("station", lambda f: f"The lost key of station {f.station} replaced{_why(f.reason)}"),
    StateRebuilt: ("station", lambda f: f"State rebuilt from {f.entries:,} entries{'' if f.same else ', and changed'}"),
    BackupRestored: ("station", lambda f: f"A backup restored over a newer logbook{_why(f.reason)}"),
    AuditMade: ("rounds", lambda f: f"{f.rounds:,} rounds verified again: {f.what}, {len(f.wrong)} with errors"),
    RoundsPacked: ("rounds", lambda f: f"{f.rounds:,} rounds packed and sealed"),
    TroubleFound: ("station", lambda f: f"{f.says} {f.todo}"),
    TroubleOver: ("station", lambda f: f"{_plain(f.chore)} is working again"),
}

#: Sayers that write a date or a time.
DATED: frozenset[Sayer] = frozenset({_badge, _submitted, _installed, _property, _day_ended})
