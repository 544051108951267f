"""The desk: where a signed-in person acts, and where every act becomes an entry or a refusal on record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import field, replace
from datetime import datetime
from typing import Protocol, TypeVar

from floorapp.domain.incidents import Attachment
from floorapp.domain.rounds import KeptRound, RoundBlock
from floorapp.domain.values import dataclass
from floorapp.operations import signed_content
from floorapp.operations.canonical import in_utc
from floorapp.operations.credentials import Credentials, Hasher, Signer
from floorapp.operations.entry import AHEAD_AT_MOST, LATE_AFTER, Entry, EntryDraft, Signature
from floorapp.operations.facts.refusals import ActRefused
from floorapp.operations.facts.registry import Fact, Subject
from floorapp.operations.faults import LogbookAway, LogbookFault
from floorapp.operations.identity import new_id
from floorapp.operations.moment import Moment, moment_of
from floorapp.operations.refusal import Refusal, Refused, bad_input
from floorapp.operations.rules import Rulebooks
from floorapp.operations.signatures import SIGNATURE_HOLDS
from floorapp.operations.state import StateView

T = TypeVar("T")


class Clock(Protocol):
    """What time it is; tests drive it."""

    def now(self) -> datetime:
        """An aware instant in UTC."""
        ...


class ChainHead(Protocol):
    """The last entry of the station's chain: its number and its hash."""

    @property
    def seq(self) -> int: ...
    @property
    def hash(self) -> str: ...


class Writing(Protocol):
    """One transaction on the logbook: all of it becomes durable, or nothing."""

    @property
    def head(self) -> ChainHead: ...
    @property
    def state(self) -> StateView: ...
    @property
    def credentials(self) -> Credentials: ...
    def append(self, draft: EntryDraft) -> Entry:
        """Chain, store and apply an entry."""
        ...

    def entry(self, id: str) -> Entry | None:
        """The entry as it was written."""
        ...

    def order(self) -> tuple[int, str]:
        """Up to which entry the order of all stations' entries was sworn to, and the digest over those since."""
        ...

    def keep_rounds(self, kept: tuple[KeptRound, ...]) -> tuple[tuple[KeptRound, ...], tuple[str, ...]]:
        """Keep rounds that are new; answers them, and the ids that were known with another content."""
        ...

    def last_block(self) -> tuple[int, int]:
        """The place of the newest block of packed rounds, and up to which round everything is packed."""
        ...

    def keep_blocks(self, kept: tuple[RoundBlock, ...]) -> None:
        """Keep packed rounds."""
        ...


class Logbook(Protocol):
    """The station's logbook and the state it gives."""

    @property
    def station(self) -> str: ...
    @property
    def away(self) -> str:
        """Why only what is kept on this station can be done now; empty while the logbook is in reach."""
        ...

    def writing(self, act: str = "", files: tuple[Attachment, ...] = ()) -> AbstractContextManager[Writing]:
        """A transaction that no other writer can be in at the same time; durable when it ends well.

        Files that its entries name are put where every station finds them before it begins.
        """
        ...

    def reading(self) -> AbstractContextManager[StateView]:
        """A look at one consistent state."""
        ...


@dataclass(frozen=True, slots=True)
class Change:
    """What an act changed: the entries it left, by number, and what they are about."""

    entries: tuple[str, ...]
    subjects: tuple[Subject, ...]
    ids: tuple[str, ...]
    #: The database does not answer: it is kept on this station and has its number when it is sent.
    kept: bool = False

    @property
    def entry(self) -> str:
        """The number a person is told."""
        return self.entries[0]


@dataclass(slots=True)
class Desk:
    """A place to act: the logbook, the clock, the rulebooks and the session of whoever is signed in."""

    logbook: Logbook
    clock: Clock
    hasher: Hasher
    rulebooks: Rulebooks
    session: str | None = None
    #: Signatures given at this desk and not yet used.
    signed: dict[str, Signature] = field(default_factory=dict)
    #: The keys they are made with, by signature, until they are put under an entry.
    signers: dict[str, Signer] = field(default_factory=dict)
    #: Keys whose last guess was right and still counts as wrong: the logbook failed before it was forgiven.
    owed: set[str] = field(default_factory=set)
    #: The act that is being done here; another one that it calls becomes part of it.
    _under_way: Acting | None = None

    def seat(self, session: str | None) -> None:
        """Whose session it is from now on; what was signed for the one before is not used."""
        self.session, self.signed, self.signers = session, {}, {}

    @contextmanager
    def looking(self) -> Iterator[Moment]:
        """The floor as it stands now for this person: what `may_…` is asked with."""
        with self.logbook.reading() as state:
            yield self.moment(state)

    def moment(self, state: StateView) -> Moment:
        """The floor as a state has it, for this person, here and now."""
        return moment_of(state, self.clock.now(), self.session, self.rulebooks, away=self.logbook.away)

    def ask(self, may: Callable[[Moment], Refusal | None]) -> Refusal | None:
        """Put a `may_…` question to the floor as it stands now."""
        with self.looking() as moment:
            return may(moment)

    def do(self, press: Callable[[Desk], T]) -> T:
        """Do what one press asks for; where the server was lost on the way, once more, as a whole.

        It leaves its entries in one act, so nothing of it is there before the second try, in which what only states
        facts is kept on this station.
        """
        try:
            return press(self)
        except LogbookAway as away:
            if away.unsure:
                raise
            return press(self)

    @contextmanager
    def acting(self, name: str, about: Subject, files: tuple[Attachment, ...] = ()) -> Iterator[Acting]:
        """One act in one transaction; a refusal undoes all of it and is recorded in its place.

        An act done inside another one is part of it: entered with it, and refused under its name.
        """
        if self._under_way is not None:
            assert not files, "files are put in place before a transaction begins"
            yield self._under_way
            return
        used: list[Signature] = []
        try:
            with self.logbook.writing(name, files) as writing:
                moment = moment_of(writing.state, self.clock.now(), self.session, self.rulebooks)
                self._under_way = Acting(self, writing, moment, name, about, used)
                try:
                    yield self._under_way
                finally:
                    self._under_way = None
        except LogbookFault:
            self.signed.update({each.id: each for each in used})  # nothing was recorded: nobody signs twice
            raise
        except Refused as refused:
            refused.entry = self._record_refusal(name, about, refused.refusal)
            raise
        for each in used:  # on record: nothing more is signed with it
            self.signers.pop(each.id, None)

    def _record_refusal(self, name: str, about: Subject, refusal: Refusal) -> str:
        stated = ActRefused(act=name, about=about, code=refusal.code, says=str(refusal), cite=refusal.cite)
        with self.logbook.writing("refuse") as writing:
            moment = moment_of(writing.state, self.clock.now(), self.session, self.rulebooks)
            return Acting(self, writing, moment, name, about).enter(stated).entry


@dataclass(slots=True)
class Acting:
    """An act under way: ask first, then enter."""

    desk: Desk
    writing: Writing
    moment: Moment
    name: str
    about: Subject
    _used: list[Signature] = field(default_factory=list)
    _entered: list[Entry] = field(default_factory=list)

    def ask(self, *answers: Refusal | None) -> None:
        """Stop the act at the first refusal."""
        for refusal in answers:
            if refusal is not None:
                raise Refused(refusal)

    def enter(
        self,
        *facts: Fact,
        occurred_at: datetime | None = None,
        late: str | None = None,
        signatures: tuple[Signature, ...] = (),
        by: str | None = None,
    ) -> Change:
        """Append entries, one a fact, about the same moment and under the same signatures.

        Answers what the whole act has changed so far.
        """
        now = self.moment.now
        actor = by or self.moment.actor_name(self.desk.logbook.station)
        happened = self._when(occurred_at, late)
        self._take(signatures)
        for stated in facts:
            draft = EntryDraft(
                id=new_id(now),
                fact=stated,
                actor=actor,
                occurred_at=happened,
                recorded_at=now,
                gaming_day=str(self.moment.house.day_of(happened)),
                late=(late or None) if now - happened > LATE_AFTER else None,
            )
            self._entered.append(self.writing.append(self._signed(draft, signatures)))
        entries = self._entered
        subjects = dict.fromkeys(s for e in entries for s in (e.fact.subject, *e.fact.mentions))
        kept = any(e.station != self.desk.logbook.station for e in entries)
        return Change(tuple(e.number for e in entries), tuple(subjects), tuple(e.id for e in entries), kept)

    def _signed(self, draft: EntryDraft, signatures: tuple[Signature, ...]) -> EntryDraft:
        """The draft with its signatures, each made with its signer's key."""
        made = (
            signed_content.signed(each, draft, signer) if (signer := self.desk.signers.get(each.id)) else each
            for each in signatures
        )
        return replace(draft, signatures=tuple(made))

    def _when(self, occurred_at: datetime | None, late: str | None) -> datetime:
        """The instant an act is about; the future is refused, and the past needs a reason."""
        now = self.moment.now
        if occurred_at is None:
            return now
        try:
            happened = in_utc(occurred_at)
        except ValueError:
            raise Refused(bad_input("The time has no zone.", "Give the time with its zone.")) from None
        if happened - now > AHEAD_AT_MOST:
            raise Refused(bad_input("That time is in the future.", "Enter the time it happened."))
        if now - happened > LATE_AFTER and not (late or "").strip():
            minutes = int(LATE_AFTER.total_seconds() // 60)
            raise Refused(
                Refusal(
                    "late",
                    f"This happened more than {minutes} minutes ago.",
                    "A late entry needs a reason.",
                    "Enter the reason for the late entry.",
                )
            )
        return happened

    def _take(self, signatures: tuple[Signature, ...]) -> None:
        """Signatures are this desk's own, fresh, and used once."""
        for signature in signatures:
            if signature in self._used:
                continue
            fresh = self.moment.now - signature.at <= SIGNATURE_HOLDS
            if not fresh or self.desk.signed.pop(signature.id, None) != signature:
                raise Refused(
                    Refusal(
                        "signature",
                        f"The signature of {self.moment.called(signature.person)} was already used or is too old.",
                        "It is not signed and was not done.",
                        "Sign again.",
                    )
                )
            self._used.append(signature)
