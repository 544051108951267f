"""What the audit screen shows: the choice of rounds, and what an audit found in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from datetime import date, datetime, timedelta

from floorapp.domain.property import Pit, Property
from floorapp.domain.tables import Table
from floorapp.domain.values import dataclass
from floorapp.operations.acts.audits import may_audit_rounds
from floorapp.operations.audit.audit import Audit, WrongRound
from floorapp.operations.audit.observations import Comparison, Posts
from floorapp.operations.audit.selection import AuditAsked, Selection
from floorapp.operations.audit.shoe_detective import Detected, wandered
from floorapp.operations.audit.shown_rounds import ShownRound
from floorapp.operations.audit.suggested_reports import Found
from floorapp.operations.audit.unauthorized_play import Breach
from floorapp.operations.facts.audits import AuditMade
from floorapp.operations.moment import Moment
from floorapp.operations.verification import VERDICT_WORDS
from floorapp.screens.audit_rows import (
    AuditTab,
    AuditView,
    BreachRow,
    MadeRow,
    OddsBar,
    OddsView,
    RoundRow,
    ShoeRow,
    WatchRow,
)
from floorapp.screens.forms import Act
from floorapp.screens.phrases import because, clock, local, plural, short_of
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import State
from floorapp.screens.text_line import Words, line

#: How far back each period goes, in gaming days before today.
PERIODS = {
    "This gaming day": 0,
    "Last 2 gaming days": 1,
    "Last 7 gaming days": 6,
    "Last 30 gaming days": 29,
    "Last 365 gaming days": 364,
}
ALL_TABLES, ALL_SHIFTS, PIT = "All tables", "All shifts", "Pit "
MADE_SHOWN = 50
#: The Masque lights by what they mean (685a.3(e)); a floor knows them by their colour.
LIGHTS = {"small": "small, blue", "medium": "medium, red", "large": "large, yellow"}


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which rounds are to be audited: a period, a table or pit, a shift."""

    period: str = "This gaming day"
    place: str = ALL_TABLES
    shift: str = ALL_SHIFTS

    def asked(self, today: date) -> AuditAsked:
        first = today - timedelta(days=PERIODS.get(self.period, 0))
        pit = self.place.removeprefix(PIT) if self.place.startswith(PIT) else ""
        table = "" if pit or self.place == ALL_TABLES else self.place
        return AuditAsked(first, today, table, pit, "" if self.shift == ALL_SHIFTS else self.shift)


@dataclass(frozen=True, slots=True)
class AuditShown:
    """The rounds behind a figure, and which."""

    words: str
    rounds: tuple[ShownRound, ...]


@dataclass(frozen=True, slots=True)
class AuditResult:
    """Everything an audit found, with what it needs to find the rounds behind a figure."""

    words: str
    found: Audit
    asked: AuditAsked | None = None  # of stored rounds; a file has none of these
    selection: Selection | None = None
    posts: Posts | None = None
    breaches: tuple[Breach, ...] = ()
    shoes: tuple[Detected, ...] = ()
    left_out: int = 0  # deck sets that were not looked at
    shown: AuditShown | None = field(default=None)


def audit_of(snapshot: Snapshot, result: AuditResult | None) -> AuditView:
    """The screen as it stands."""
    moment = snapshot.moment
    house = moment.state.get(Property, "house")
    tables = sorted(table.id for table in moment.state.find(Table, retired=False))
    pits = sorted(pit.name for pit in moment.state.find(Pit))
    made, refused = tuple(_made(moment, snapshot)), because(may_audit_rounds(moment))
    view = AuditView(
        sentence=_sentence(moment, result),
        periods=tuple(PERIODS),
        places=(ALL_TABLES, *(f"{PIT}{name}" for name in pits), *tables),
        shifts=(ALL_SHIFTS, *(shift.name for shift in (house.shifts if house else ()))),
        tabs=_tabs(result, len(made), refused),
        refused=refused,
        made=made,
        wrong=tuple(_wrong(moment, *each) for each in enumerate(result.found.wrong[:500])) if result else (),
        watched=tuple(_watched(n, each) for n, each in enumerate(result.found.comparisons)) if result else (),
        shoes=tuple(_shoe(moment, each) for each in _by_urgency(result.shoes)) if result else (),
        breaches=tuple(_breach(moment, each) for each in result.breaches) if result else (),
        shown=tuple(_shown(moment, *each) for each in enumerate(result.shown.rounds))
        if result and result.shown
        else (),
    )
    return view


def _sentence(moment: Moment, result: AuditResult | None) -> str:
    if result is None:
        return because(may_audit_rounds(moment)) or "Choose which rounds to verify again; play is not affected."
    found = result.found
    wrong = found.rounds - found.verdicts["ok"] - found.verdicts["settled"]
    rate = f" at {found.rounds / found.seconds:,.0f} a second" if found.rounds > 20_000 else ""
    damaged = " " + " ".join(found.damaged) if found.damaged else ""
    verdict = f"{wrong:,} with errors" if wrong else "no payout errors"
    return f"{result.words}: {found.rounds:,} rounds verified{rate}, {verdict}.{damaged}"


def _tabs(result: AuditResult | None, made: int, refused: str) -> tuple[AuditTab, ...]:
    none = "Nothing verified yet." if refused else "Choose a period and press F9."
    if result is None:
        asks = (
            ("wrong", "Payout errors"),
            ("watched", "Actual vs. expected"),
            ("shoes", "Missing-card check"),
            ("breaches", "Play outside authorization"),
        )
        return (*(AuditTab(name, words, none) for name, words in asks), _made_tab(made))
    found = result.found
    alarms = sum(each.alarm for each in found.comparisons)
    suspects = sum(bool(each.suggests) for each in result.shoes)
    left = f" {plural(result.left_out, 'older set')} not checked." if result.left_out else ""
    tabs = [
        AuditTab(
            "wrong",
            f"Payout errors {len(found.wrong) or ''}".strip(),
            "No payout errors in the rounds verified.",
            "Enter opens the round at the dispute desk, F5 reports it." if found.wrong else "",
        ),
        AuditTab(
            "watched",
            f"Actual vs. expected {alarms or ''}".strip(),
            "None of these rounds has an outcome with exact odds.",
            "False alarms: at most 1 in 1,000, however long a game is watched. Click an outcome for its rounds.",
        ),
        AuditTab(
            "shoes",
            f"Missing-card check {suspects or ''}".strip(),
            "No shoe with a known deck set was dealt.",
            " ".join(wandered(result.shoes)) or f"Each set's cards, shoe by shoe, against a full set.{left}",
        ),
        AuditTab(
            "breaches",
            f"Play outside authorization {len(result.breaches) or ''}".strip(),
            "Nothing was dealt without inspection, with cards past their hours, or while stopped or closed.",
            "Enter lists the rounds, F5 reports it." if result.breaches else "",
        ),
    ]
    if result.asked is None:
        return tabs[0], _made_tab(made)
    if result.shown is not None:
        tabs.append(AuditTab("shown", "Rounds", "No round had this outcome.", result.shown.words))
    return (*tabs, _made_tab(made))


def _made_tab(made: int) -> AuditTab:
    return AuditTab(
        "made",
        "Audits made",
        "No audit is on record yet.",
        "" if not made else "What was verified, and by whom; each is on record.",
    )


def _wrong(moment: Moment, place: int, each: WrongRound) -> RoundRow:
    state = State.ALARM if each.verdict == "mismatch" else State.WARNING
    word = VERDICT_WORDS.get(each.verdict, each.verdict)
    return RoundRow(place, each.id, each.table, _when(moment, each.at), word, each.says, each.cite, state)


def _shown(moment: Moment, place: int, each: ShownRound) -> RoundRow:
    return RoundRow(place, each.id, each.table, _when(moment, each.at), "", each.cards)


def _when(moment: Moment, at: datetime | None) -> str:
    if at is None:
        return "unknown"
    if moment.now - at < timedelta(days=6):
        return clock(moment, at)
    return moment.house.stamp(at)


def _watched(key: int, each: Comparison) -> WatchRow:
    of = max(each.rounds, 1)
    bars = tuple(
        OddsBar(
            outcome=outcome.name,
            seen=outcome.seen / of,
            fair=outcome.expected / of,
            fewest=outcome.fewest / of,
            most=outcome.most / of,
            says=f"{outcome.name}: {outcome.seen:,} of {each.rounds:,}, fair {outcome.expected:,.1f}, "
            f"within {outcome.fewest:,} to {outcome.most:,}"
            + (f"; evidence {outcome.times:,.0f} to 1" if outcome.alarm else ""),
            alarm=outcome.alarm,
            label=LIGHTS.get(outcome.name, ""),
        )
        for outcome in each.outcomes
    )
    who = f"{each.name}" if each.noun == "table" else f"{each.noun} {each.name}"
    word = "out of range" if each.alarm else "as expected"
    game = f"{each.watched.rulebook}, {each.watched.decks} decks"
    title = f"{who}: {each.watched.family}"
    sentence = f"{each.rounds:,} rounds, {game}. Bar: normal range; line: exact odds; dot: actual."
    state = State.ALARM if each.alarm else State.OKAY
    return WatchRow(key, who, each.watched.family, f"{each.rounds:,}", word, state, OddsView(title, sentence, bars))


def finding_of(result: AuditResult, row: object) -> Found | None:
    """What a row is about, where it calls for a report."""
    if isinstance(row, ShoeRow):
        return next(
            (d for d in result.shoes if d.suggests and (d.deck_set, d.table) == (row.deck_set, row.table)), None
        )
    if isinstance(row, WatchRow):
        found = result.found.comparisons[row.key] if row.key < len(result.found.comparisons) else None
        return found if found is not None and found.alarm else None
    if isinstance(row, BreachRow):
        return next((each for each in result.breaches if _key(each) == row.key), None)
    if isinstance(row, RoundRow):
        return next((each for each in result.found.wrong if each.id == row.id), None)
    return None


def _by_urgency(shoes: Iterable[Detected]) -> list[Detected]:
    return sorted(shoes, key=lambda each: (not each.suggests, each.table, each.deck_set))


def _shoe(moment: Moment, each: Detected) -> ShoeRow:
    verdict = each.found.verdict
    state = State.ALARM if each.suggests else State.OKAY
    word = "count the cards" if each.suggests else f"complete, {verdict.complete:.1%}"
    facts = [
        ("Cards seen", line(f"{verdict.cards:,} in {plural(verdict.shoes, 'shoe')}")),
        ("Missing", line(f"{verdict.missing:.2%}")),
        ("Extra", line(f"{verdict.extra:.2%}")),
        ("False alarms", line(f"at most 1 of {1 / max(verdict.false_alarm, 1e-12):,.0f} full sets")),
    ]
    if each.since is not None:
        minutes = int((moment.now - each.since).total_seconds() // 60)
        dealt = (
            f"{plural(each.exposure.rounds, 'round')}, {plural(each.exposure.hands, 'hand')} in "
            f"{plural(minutes, 'minute')}"
        )
        facts += [
            ("Possible since", line(Words(_when(moment, each.since), 14, 600))),
            ("Dealt since", line(Words(dealt, 14, 600, "alarm"))),
            ("Last full count", line(_when(moment, each.counted_at) if each.counted_at else "not on record")),
        ]
    why = "" if each.suggests else "Nothing to report."
    return ShoeRow(
        each.deck_set,
        each.table,
        f"{verdict.shoes:,}",
        word,
        state,
        each.says,
        tuple(facts),
        Act("report", "Report it", "F5", why),
    )


def _breach(moment: Moment, each: Breach) -> BreachRow:
    until = _when(moment, each.last)
    if local(moment, each.first).date() == local(moment, each.last).date():
        until = moment.house.time(each.last)
    when = f"{_when(moment, each.first)} to {until}"
    return BreachRow(
        _key(each),
        each.table,
        each.says,
        when,
        f"{each.minutes:,}",
        f"{each.rounds:,}",
        f"{each.hands:,}",
        f"{each.signals:,}",
        each.cite,
    )


def _key(each: Breach) -> str:
    return f"{each.table} {each.code} {each.since.isoformat()}"


def _made(moment: Moment, snapshot: Snapshot) -> Iterable[MadeRow]:
    last = snapshot.book.page(limit=1)
    entries = snapshot.book.entries(kinds=(AuditMade.KIND,), upto=last[0].position if last else 0)
    for entry in sorted(entries, key=lambda each: -each.position)[:MADE_SHOWN]:
        fact = entry.fact
        if not isinstance(fact, AuditMade):
            continue
        wrong = fact.rounds - fact.verdicts.ok - fact.verdicts.settled
        state = State.ALARM if wrong or fact.suspicious else State.OKAY
        yield MadeRow(
            entry.number,
            _when(moment, entry.recorded_at),
            short_of(moment, entry.actor),
            fact.what,
            f"{fact.rounds:,}",
            f"{wrong:,}",
            state,
            entry.id,
        )
