"""Matching readers' signals to rounds by table and time, and checking them against the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from datetime import datetime, timedelta

from floorapp.domain.cards import CARDS
from floorapp.domain.findings import Noted
from floorapp.domain.rounds import KeptRound
from floorapp.domain.signals import ReaderEvent, ReaderSession, slot_of
from floorapp.domain.values import dataclass
from floorapp.engine.catalogue import IrregularityFacts
from floorapp.engine.decode import parse_json, read_round
from floorapp.engine.finding import Finding
from floorapp.engine.record import Round, Unreadable
from floorapp.engine.round_findings import USED, reader_findings
from floorapp.engine.terms import Terms
from floorapp.operations.facts.signals import SignalContradicted, Suggested
from floorapp.operations.floor_queries import submission_on
from floorapp.operations.moment import Moment
from floorapp.operations.rules import Irregularity, Rulebook

#: A signal and the time of its round lie no farther apart than this.
WITHIN = timedelta(seconds=90)

#: What a finding about a signal is called in the catalog of irregularities.
CATALOGUED = {
    "reader-signal-wrong": "reader-signal-wrong",
    "reader-signal-foreign": "reader-malfunction",
    "reader-needless": "reader-used-wrong-up-card",
}


@dataclass(slots=True)
class Matching:
    """The signals and rounds of one act, each looked up once."""

    moment: Moment
    _heard: dict[str, tuple[ReaderEvent, ...]] = field(default_factory=dict)
    _read: dict[str, Round | None] = field(default_factory=dict)

    def contradictions(self, rounds: Iterable[KeptRound]) -> Iterator[SignalContradicted]:
        """What the signals of these rounds say against their cards; each table in the order of its rounds."""
        tables: dict[str, list[KeptRound]] = {}
        for each in rounds:
            if each.table and each.at is not None:
                tables.setdefault(each.table, []).append(each)
        for table, played in tables.items():
            if self.moment.state.find(ReaderSession, table=table, limit=1):
                yield from self._at_table(table, played)

    def _at_table(self, table: str, new: list[KeptRound]) -> Iterator[SignalContradicted]:
        times = [each.at for each in new if each.at is not None]
        first, last = min(times) - 2 * WITHIN, max(times) + 2 * WITHIN
        around = [each for each in self.moment.state.played(table, first, last) if each.at is not None]
        digests = {each.digest for each in new}
        for event in self._signals(table, min(times) - WITHIN, max(times) + WITHIN):
            match = self._nearest(event, around)
            if match is not None and match.digest in digests:
                found = self._against(event, match)
                if found is not None:
                    yield found

    def _signals(self, table: str, since: datetime, until: datetime) -> list[ReaderEvent]:
        """The signals at a dealing table in a time, by hours, oldest first."""
        hour, slots = since.replace(minute=0, second=0, microsecond=0), []
        while hour <= until:
            slots.append(slot_of(table, hour))
            hour += timedelta(hours=1)
        for slot in slots:
            if slot not in self._heard:
                self._heard[slot] = self.moment.state.find(ReaderEvent, slot=slot)
        heard = (event for slot in slots for event in self._heard[slot])
        wanted = (event for event in heard if event.signal and event.dealing and since <= event.at <= until)
        return sorted(wanted, key=lambda event: event.at)

    def _nearest(self, event: ReaderEvent, rounds: list[KeptRound]) -> KeptRound | None:
        """The round a signal belongs to: the nearest with the up card the reader saw, else the nearest."""

        def distance(each: KeptRound) -> tuple[bool, timedelta]:
            assert each.at is not None
            round_ = self._round(each) if event.up_card else None
            up = round_.dealer[0] if round_ is not None and round_.dealer else None
            return bool(event.up_card) and up != CARDS.get(event.up_card), abs(each.at - event.at)

        near = [each for each in rounds if each.at is not None and abs(each.at - event.at) <= WITHIN]
        return min(near, key=distance, default=None)

    def _round(self, kept: KeptRound) -> Round | None:
        if kept.digest not in self._read:
            try:
                self._read[kept.digest] = read_round(parse_json(kept.record), self.moment.rulebooks)
            except Unreadable:
                self._read[kept.digest] = None
        return self._read[kept.digest]

    def _against(self, event: ReaderEvent, kept: KeptRound) -> SignalContradicted | None:
        """What a signal says against its round; none where they agree."""
        round_ = self._round(kept)
        if round_ is None:
            return None
        rulebook = self.moment.rulebooks[round_.rulebook]
        terms = Terms(rulebook, round_.options)
        findings = tuple(reader_findings(terms, replace(round_, signal=event.signal)))
        noted = tuple(Noted(each.code, each.cite, each.message) for each in findings)
        noted += _differs(event, round_, rulebook)
        if not noted:
            return None
        return SignalContradicted(
            table=kept.table,
            round=kept.id,
            digest=kept.digest,
            event=event.id,
            signal=event.signal,
            findings=noted,
            suggests=tuple(self._suggested(rulebook, round_, findings)),
        )

    def _suggested(self, rulebook: Rulebook, round_: Round, findings: tuple[Finding, ...]) -> Iterator[Suggested]:
        """The catalog's entries for what was found, with what follows from them at this table."""
        submission = submission_on(self.moment, rulebook.id)
        reveals = submission.choices.reader_reveals if submission else None
        if reveals is None:
            reveals = round_.options.reader_reveals_value
        readings = frozenset(submission.readings if submission else ())
        codes = {each.code: each.message for each in findings}
        for code, says in codes.items():
            known = _catalogued(rulebook, CATALOGUED.get(code, ""))
            if known is not None:
                asked = "device_reveals" in known.needs
                held = known.given(IrregularityFacts(device_reveals=reveals), readings)
                yield Suggested(
                    code=held.code,
                    title=held.title,
                    cite=held.cite,
                    effect=held.effect,
                    remedy=held.remedy,
                    says=says,
                    device_reveals=reveals if asked else None,
                )


def _catalogued(rulebook: Rulebook, code: str) -> Irregularity | None:
    return next((each for each in rulebook.irregularities if each.code == code), None)


def _differs(event: ReaderEvent, round_: Round, rulebook: Rulebook) -> tuple[Noted, ...]:
    """Where the record tells another story than the reader itself."""
    cite, noted = rulebook.reader.up_cards.cite, []
    said = event.signal.replace("_", " ")
    if round_.signal in USED and round_.signal != event.signal:
        recorded = round_.signal.replace("_", " ")
        says = f"The record says that the reader showed {recorded}; the reader itself said {said}."
        noted.append(Noted("reader-record-differs", cite, says))
    elif round_.signal == "unused":
        says = f"The record says that the reader was not used; the reader itself said {said}."
        noted.append(Noted("reader-record-differs", cite, says))
    if event.up_card and round_.dealer and str(round_.dealer[0]) != event.up_card:
        says = f"The reader saw {event.up_card} as the up card; the record has {round_.dealer[0]}."
        noted.append(Noted("reader-up-card-differs", cite, says))
    return tuple(noted)
