"""What an entry says, in one sentence a floorperson would say: for timelines and papers alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from floorapp.domain.devices import proofs_said
from floorapp.domain.disputes import case_called
from floorapp.domain.money import dollars
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import PLAIN, Style
from floorapp.operations import house_sentences, incident_sentences
from floorapp.operations.corrections import effective
from floorapp.operations.entry import Entry
from floorapp.operations.facts.card_storage import (
    DecksCanceled,
    DecksReturned,
    DecksTransferred,
    StorageCounted,
    StoragePlaceSet,
)
from floorapp.operations.facts.corrections import EntryCorrected
from floorapp.operations.facts.decks import (
    CardReplaced,
    DecksChanged,
    DecksCollected,
    DecksCounted,
    DecksDescribed,
    DecksDestroyed,
    DecksHeld,
    DecksInspected,
    DecksIssued,
    DecksOpened,
    DecksPrepared,
    DecksReceived,
    DecksSealed,
    DecksWithdrawn,
    TensDisposed,
    TensRemoved,
)
from floorapp.operations.facts.devices import (
    FaultReshuffled,
    ReaderExchanged,
    ReaderFailed,
    ReaderInspected,
    ReaderInspectedBy,
    ReaderMended,
    ShufflerAcknowledged,
    ShufflerEmptied,
    ShufflerFaulted,
    ShufflerFaultedBy,
    ShufflerReturned,
    ShufflerTakenOut,
)
from floorapp.operations.facts.disputes import (
    AboutHold,
    CaseChanged,
    CaseClosed,
    CaseFiled,
    CaseHeld,
    CaseOpened,
    CaseOpenedFor,
    CaseReleased,
    CaseSigned,
    ComplaintOpened,
    DisputeSettled,
    told,
)
from floorapp.operations.facts.duties import DutyAcknowledged, DutyShelved
from floorapp.operations.facts.holds import HoldPlaced, HoldReleased
from floorapp.operations.facts.house import (
    EquipmentDescribed,
    EquipmentFitted,
    EquipmentNamed,
    EquipmentRemoved,
    EquipmentSealed,
    TableMoved,
    TableSetUp,
)
from floorapp.operations.facts.incidents import (
    IncidentAddedTo,
    IncidentAnswered,
    IncidentApproved,
    IncidentClosed,
    IncidentReopened,
    IncidentReported,
    IncidentReturned,
)
from floorapp.operations.facts.refusals import ActRefused
from floorapp.operations.facts.registry import Fact, Subject
from floorapp.operations.facts.rounds import RoundsImported
from floorapp.operations.facts.scans import LabelScanned
from floorapp.operations.facts.shoes import (
    BatchLoaded,
    CardBurned,
    CoverCardReached,
    PlayerArrived,
    RackCleared,
    RecutOrdered,
    ReshuffleOrdered,
    ShoeBegun,
    ShoeBegunAs,
    ShoeEnded,
    ShoeIdle,
    ShoeRecut,
    ShoeReshuffled,
    ShoeResumed,
)
from floorapp.operations.facts.tables import (
    PostLeft,
    PostTaken,
    TableChecked,
    TableClosed,
    TableOpened,
    TableResumed,
    TableSuspended,
)
from floorapp.operations.house_sentences import HOUSE, Sayer
from floorapp.operations.incident_sentences import INCIDENT_FILES

#: Sayers that are told how the property writes dates.
DATED = house_sentences.DATED | incident_sentences.DATED


@dataclass(frozen=True, slots=True)
class EntrySentence:
    """An entry in words: what it is about, the sentence, and a second one where there is more."""

    about: str
    says: str
    more: str = ""


_SAYS: dict[type[Fact], tuple[str, Sayer]] = {
    ReaderInspected: ("reader", lambda f: _inspected(f)),
    ReaderInspectedBy: ("reader", lambda f: _inspected(f)),
    ReaderFailed: ("reader", lambda f: f"Reader failed: {f.says}"),
    ReaderMended: ("reader", lambda f: _mended(f)),
    ReaderExchanged: ("reader", lambda f: _mended(f)),
    ShufflerFaulted: ("shuffler", lambda f: f"Shuffler {f.condition.words}: {f.says}"),
    ShufflerAcknowledged: ("shuffler", lambda f: "Shuffler fault acknowledged"),
    FaultReshuffled: ("shuffler", lambda f: f"Reshuffled after the fault: {f.how}"),
    ShufflerFaultedBy: ("shuffler", lambda f: f"Shuffler {f.condition.words}, {f.cause.words}: {f.says}"),
    ShufflerTakenOut: ("shuffler", lambda f: f"Shuffler out of order, {f.how}: {f.reason}"),
    ShufflerEmptied: ("shuffler", lambda f: f"Shuffler out of order, {f.how}, {_left_inside(f)}: {f.reason}"),
    ShufflerReturned: ("shuffler", lambda f: f"Shuffler back in service: {f.says}"),
    PostTaken: ("people", lambda f: f"{f.person} assigned as {f.post}"),
    PostLeft: ("people", lambda f: f"{f.person} relieved as {f.post}"),
    TableOpened: (
        "table",
        lambda f: f"Table opened: {len(f.steps)} steps, {f.counted} cards, floorperson {f.floorperson}",
    ),
    TableSuspended: ("table", lambda f: f"Game stopped: {f.reason}"),
    TableResumed: ("table", lambda f: "Game resumed"),
    TableChecked: ("table", lambda f: _checked(f)),
    TableClosed: ("table", lambda f: f"Table closed{': ' + f.reason if f.reason else ''}"),
    TableSetUp: ("table", lambda f: f"Set up under {f.rulebook}: {f.boxes} spots, {f.decks} decks, {f.method.words}"),
    TableMoved: ("table", lambda f: "Table moved on the map"),
    EquipmentFitted: ("table", lambda f: f"Installed: {f.fixture} {f.serial}"),
    EquipmentDescribed: ("table", lambda f: _described(f)),
    EquipmentNamed: ("table", lambda f: _described(f)),
    EquipmentSealed: ("table", lambda f: _described(f) + _ports(f)),
    EquipmentRemoved: ("table", lambda f: f"Removed: {f.fixture} {f.serial}, {f.reason}"),
    ShoeBegun: ("shoe", lambda f: f"Shoe {f.shoe.split('/')[-1]} begun: {f.deck_set}, {f.cards} cards"),
    ShoeBegunAs: ("shoe", lambda f: _begun(f)),
    RackCleared: ("shoe", lambda f: "Discard rack cleared"),
    CoverCardReached: ("shoe", lambda f: "Cut card out"),
    ShoeEnded: ("shoe", lambda f: _ended(f)),
    ShoeRecut: ("shoe", lambda f: f"Cut again: {f.reason}"),
    RecutOrdered: ("shoe", lambda f: f"Cut again, ordered by a {f.by_post}: {f.reason}"),
    ShoeReshuffled: ("shoe", lambda f: f"Reshuffled: {f.reason}"),
    ReshuffleOrdered: ("shoe", lambda f: f"Shoe {f.shoe.split('/')[-1]} ended by a reshuffle: {f.reason}"),
    ShoeIdle: ("shoe", lambda f: "Dead game"),
    ShoeResumed: ("shoe", lambda f: "Play resumed after a dead game"),
    PlayerArrived: ("shoe", lambda f: f"A player ended the dead game: {len(f.steps)} steps done"),
    CardBurned: ("shoe", lambda f: "Card burned"),
    BatchLoaded: ("shuffler", lambda f: f"Batch {f.deck_set} loaded into the shuffler"),
    DisputeSettled: ("dispute", lambda f: told(f)),
    CaseOpened: ("dispute", lambda f: _claimed(f)),
    CaseOpenedFor: ("dispute", lambda f: _claimed(f)),
    ComplaintOpened: ("dispute", lambda f: f"Complaint {case_called(f.case)} of {f.claim.patron} opened: {f.about}"),
    CaseFiled: ("dispute", lambda f: _filed(f)),
    CaseHeld: ("dispute", lambda f: f"On hold for case {case_called(f.case)}: {_held(f)}"),
    CaseSigned: ("dispute", lambda f: f"Case {case_called(f.case)}: the patron signed on the screen"),
    CaseReleased: ("dispute", lambda f: f"Released from case {case_called(f.case)}: {_held(f)}"),
    CaseChanged: ("dispute", lambda f: f"Case {case_called(f.case)}: {f.claim.decision or 'claim changed'}"),
    CaseClosed: (
        "dispute",
        lambda f: f"Case {case_called(f.case)} closed: {dollars(f.paid)} paid, {f.receipt.value}. {f.outcome}",
    ),
    HoldPlaced: ("hold", lambda f: f"Legal hold {f.hold} on {_thing(f.on)}: {f.reason}{_matter(f.matter)}"),
    HoldReleased: ("hold", lambda f: f"Legal hold {f.hold} on {_thing(f.on)} released: {f.reason}"),
    RoundsImported: ("rounds", lambda f: f"Rounds imported: {_taken_in(f)}"),
    DecksReceived: ("decks", lambda f: _received(f)),
    DecksDescribed: ("decks", lambda f: _received(f) + ("" if f.tens else ", without tens")),
    DecksIssued: ("decks", lambda f: f"{f.deck_set} delivered from card storage"),
    DecksOpened: ("decks", lambda f: f"{f.deck_set} opened, {f.counted} cards counted"),
    TensRemoved: ("decks", lambda f: f"{f.removed} tens removed from {f.deck_set}"),
    TensDisposed: ("decks", lambda f: f"{f.removed} tens removed from {f.deck_set}, {f.disposed.words}"),
    DecksCounted: ("decks", lambda f: f"{f.deck_set} counted: {f.counted} cards"),
    CardReplaced: ("decks", lambda f: f"Card {f.card} of {f.deck_set} replaced: {f.reason}"),
    DecksChanged: ("decks", lambda f: f"Decks changed: {_list(f.out)} out, {_list(f.into)} in"),
    DecksPrepared: ("decks", lambda f: f"{_list(f.deck_sets)} prepared: {len(f.steps)} opening steps done"),
    DecksWithdrawn: ("decks", lambda f: f"{f.deck_set} taken out of service: {f.reason}"),
    DecksSealed: ("decks", lambda f: f"{f.deck_set} sealed under {f.seal}"),
    DecksCollected: ("decks", lambda f: f"{f.deck_set} transferred to security"),
    DecksInspected: ("decks", lambda f: f"{f.deck_set} inspected: {'good' if f.good else f.says}"),
    DecksHeld: ("decks", lambda f: f"{f.deck_set} held: {f.reason}"),
    LabelScanned: ("decks", lambda f: f"Label of {f.deck_set or f'table {f.table}'} scanned: {f.code}"),
    StoragePlaceSet: ("storage", lambda f: _place_set(f)),
    DecksTransferred: ("decks", lambda f: f"{f.deck_set} transferred from {f.from_place or 'storage'} to {f.to_place}"),
    DecksReturned: ("decks", lambda f: f"{f.deck_set} returned to card storage, unopened"),
    DecksCanceled: ("decks", lambda f: f"{f.deck_set} canceled: {f.how}"),
    StorageCounted: ("storage", lambda f: _inventoried(f)),
    DecksDestroyed: ("decks", lambda f: f"{f.deck_set} destroyed: {f.how}"),
    IncidentReported: ("incident", lambda f: f"{f.incident} · {f.title}. {f.says}"),
    IncidentAddedTo: ("incident", lambda f: f"{f.incident} added to: {f.says}"),
    IncidentReturned: ("incident", lambda f: f"{f.incident} returned: {f.reason}"),
    IncidentAnswered: ("incident", lambda f: f"{f.incident} response: {f.says}"),
    IncidentApproved: ("incident", lambda f: f"{f.incident} approved" + (f": {f.says}" if f.says else "")),
    IncidentClosed: ("incident", lambda f: f"{f.incident} closed: {f.outcome}"),
    IncidentReopened: ("incident", lambda f: f"{f.incident} reopened: {f.reason}"),
    DutyAcknowledged: ("duty", lambda f: f"Acknowledged: {f.says}"),
    DutyShelved: ("duty", lambda f: f"Snoozed: {f.says} {f.reason}"),
    ActRefused: ("refused", lambda f: f"Refused: {f.says}"),
    **HOUSE,
    **INCIDENT_FILES,
}


def _place_set(fact: StoragePlaceSet) -> str:
    state = f"par {fact.par} sets" if fact.in_use else "no longer in use"
    return f"Card storage {fact.place}: {fact.name}, {fact.kind.words}, {state}"


def _inventoried(fact: StorageCounted) -> str:
    where = fact.place or "Card storage"
    missing = f", not found: {', '.join(fact.missing)}" if fact.missing else ""
    extra = f", registered elsewhere: {', '.join(fact.extra)}" if fact.extra else ""
    why = f". {fact.says}" if fact.says else ""
    return f"{where} counted: {len(fact.found)} sets{missing}{extra}{why}"


def _thing(on: Subject) -> str:
    return f"{on.kind.replace('-', ' ')} {on.id}"


def _matter(matter: str) -> str:
    return f" ({matter})" if matter else ""


def _claimed(fact: CaseOpened) -> str:
    return f"Case {case_called(fact.case)} opened: {fact.claim.patron} claims {dollars(fact.claim.claimed)}"


def _filed(fact: CaseFiled) -> str:
    said = (
        "complaint form offered" if fact.form_offered_at is not None else "complaint form not offered yet",
        f"Board number {fact.board_number}" if fact.board_number else "",
        f"evidence held: {', '.join(fact.evidence)}" if fact.evidence else "",
    )
    return f"Case {case_called(fact.case)}: {', '.join(filter(None, said))}"


def _held(hold: AboutHold) -> str:
    """What a case holds, in words."""
    cards = f", cards {_list(hold.deck_sets)}" if hold.deck_sets else ""
    return f"round {hold.round}, its reports and files{cards}" if hold.round else f"its reports and files{cards}"


def _list(names: tuple[str, ...]) -> str:
    return " and ".join(names) or "nothing"


def _taken_in(fact: RoundsImported) -> str:
    found = fact.verdicts
    counts = {
        "correct": found.ok + found.settled,
        "with errors": found.mismatch + found.violation,
        "unreadable": found.unreadable,
    }
    counts["already on record"] = fact.known_before
    return ", ".join(f"{count:,} {word}" for word, count in counts.items() if count) or "none"


def _inspected(fact: ReaderInspected) -> str:
    good = fact.working and not fact.tampering and all(proof.passed for proof in fact.proofs)
    tests = f"function test {proofs_said(fact.proofs)}"
    return f"Reader inspected: pass, {tests}" if good else f"Reader inspected: fail, {fact.says} ({tests})"


def _mended(fact: ReaderMended) -> str:
    return f"Reader {'replaced by ' + fact.serial if fact.replaced else 'repaired'}: {fact.says}"


def _left_inside(fact: ShufflerEmptied) -> str:
    return f"emptied, {fact.cards_inside} cards inside" if fact.emptied else "not emptied"


def _ports(fact: EquipmentSealed) -> str:
    firmware = f", firmware {fact.firmware}" if fact.firmware else ""
    return f"{firmware}, ports sealed {fact.port_seal}" if fact.port_seal else firmware


def _described(fact: EquipmentDescribed) -> str:
    kind = f", {fact.reader_kind}" if fact.reader_kind is not None else ""
    mark = f", for {fact.decks} decks" if fact.decks else ""
    return f"Installed: {fact.fixture} {fact.serial}{kind}{mark}"


def _received(fact: DecksReceived) -> str:
    return f"{fact.deck_set} received: {fact.decks} decks, {fact.back}, seal {fact.seal}"


def _begun(fact: ShoeBegunAs) -> str:
    return f"Shoe {fact.shoe.split('/')[-1]} begun: {fact.deck_set}, {fact.cards} cards, {fact.prepared.words}"


def _checked(fact: TableChecked) -> str:
    good = f"Table checked: {len(fact.steps)} passed"
    return f"{good}, {len(fact.wrong)} failed: {fact.says}" if fact.wrong else good


def _ended(fact: ShoeEnded) -> str:
    whole = fact.remaining + fact.discarded
    complete = "complete" if fact.complete else "not complete"
    return f"Shoe {fact.shoe.split('/')[-1]} ended and counted: {whole} cards, {complete}"


#: Fields that hold a sign-in name.
PEOPLE = ("person", "floorperson", "to", "owner")

Naming = Callable[[str], str]


def _with_names(fact: Fact, name: Naming) -> Fact:
    """The same fact with people's names where it holds sign-in names."""
    held = {field: getattr(fact, field, None) for field in PEOPLE}
    named = {field: name(handle) for field, handle in held.items() if isinstance(handle, str) and handle}
    return replace(fact, **named) if named else fact  # type: ignore[type-var]


def tell_fact(fact: Fact, name: Naming = str, style: Style = PLAIN) -> EntrySentence:
    """A fact in words, people by name; a kind that a newer version wrote is named by its kind."""
    fact = _with_names(fact, name)
    about, say = _SAYS.get(type(fact), ("other", lambda f: getattr(f, "KIND", "entry").replace(".", " ")))
    findings = getattr(fact, "findings", ())
    findings = findings if isinstance(findings, tuple) else ()  # an ended day counts them
    says = say(fact, style) if say in DATED else say(fact)
    return EntrySentence(about, says, " ".join(noted.says for noted in findings))


def tell(entry: Entry, name: Naming = str, style: Style = PLAIN) -> EntrySentence:
    """An entry in words; a correction says what should have stood there."""
    fact = entry.fact
    if not isinstance(fact, EntryCorrected):
        return tell_fact(fact, name, style)
    meant = effective(entry, fact)
    says = f"{fact.number} is void" if meant is None else tell_fact(meant.fact, name, style).says
    return EntrySentence("correction", says, f"Corrects {fact.number} · Reason: {fact.reason}")
