"""An entry: what the logbook keeps of one act, and how it is chained to the one before."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum

import msgspec

from floorapp.domain.values import dataclass
from floorapp.operations.canonical import canonical, digest, instant_of, instant_text
from floorapp.operations.facts.registry import Fact, Subject, decode_fact, encode_fact

#: What the first entry of a station's chain names as its predecessor.
GENESIS = "0" * 64

#: An act written down later than this after it happened says why.
LATE_AFTER = timedelta(minutes=15)

#: Clocks of people and machines differ; an act may lie this far ahead of the recording clock, no further.
AHEAD_AT_MOST = timedelta(seconds=30)


#: How an actor's name begins where a device speaks for itself, and not a person at a desk.
READER_ACTOR = "reader/"


def is_device(actor: str) -> bool:
    """Whether an entry was made by a device."""
    return actor.startswith(READER_ACTOR)


class Proof(StrEnum):
    """How a signer proved to be present."""

    PIN = "pin"
    PASSWORD = "password"


@dataclass(frozen=True, slots=True)
class Signature:
    """A person's name under an entry: who, as what, meaning what, when, proved how.

    Name, title and license number are those of the moment of signing; signatures of older releases have none.
    `value` is made with the key that only the signer's PIN or password gives (`operations.signing`).
    """

    id: str
    person: str
    role: str
    meaning: str
    at: datetime
    proof: Proof
    name: str = ""
    title: str = ""
    license: str = ""
    key: str = ""
    value: str = ""
    #: The payload that was signed, where names in it were given later: a station kept the act while a server was away.
    over: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDraft:
    """An entry before it has its place in the chain."""

    id: str
    fact: Fact
    actor: str
    occurred_at: datetime
    recorded_at: datetime
    gaming_day: str
    late: str | None = None
    signatures: tuple[Signature, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the logbook as it stands, with the fact it states.

    `position` is the order in which this database applied it; it is not part of the hash,
    because another database may hear of a station's entries in another order.
    """

    id: str
    station: str
    seq: int
    position: int
    fact: Fact
    actor: str
    occurred_at: datetime
    recorded_at: datetime
    gaming_day: str
    late: str | None
    signatures: tuple[Signature, ...]
    previous: str
    hash: str

    @property
    def number(self) -> str:
        """What a person is told: `MAIN-1204`."""
        return f"{self.station}-{self.seq}"

    @property
    def subject(self) -> Subject:
        return self.fact.subject


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """An entry in the letters in which it is stored and hashed; nothing needs to be parsed to check it."""

    actor: str
    gaming_day: str
    id: str
    kind: str
    late: str | None
    occurred_at: str
    payload: msgspec.Raw
    previous: str
    recorded_at: str
    seq: int
    signatures: msgspec.Raw
    station: str
    subject_id: str
    subject_kind: str
    version: int

    def sealed(self) -> str:
        """The hash over everything written here, the hash of the entry before included."""
        return digest(canonical(self))


_SIGNATURES = msgspec.json.Decoder(tuple[Signature, ...])


def write(draft: EntryDraft, *, station: str, seq: int, previous: str) -> Written:
    """Put a draft into letters at its place in a station's chain."""
    subject = draft.fact.subject
    return Written(
        actor=draft.actor,
        gaming_day=draft.gaming_day,
        id=draft.id,
        kind=draft.fact.KIND,
        late=draft.late,
        occurred_at=instant_text(draft.occurred_at),
        payload=msgspec.Raw(encode_fact(draft.fact)),
        previous=previous,
        recorded_at=instant_text(draft.recorded_at),
        seq=seq,
        signatures=msgspec.Raw(canonical(draft.signatures)),
        station=station,
        subject_id=subject.id,
        subject_kind=subject.kind,
        version=draft.fact.VERSION,
    )


def written_of(row: Mapping[str, object]) -> Written:
    """The letters of a stored row, unread."""
    named = {name: row[name] for name in Written.__struct_fields__ if name not in ("payload", "signatures")}
    return Written(
        payload=msgspec.Raw(str(row["payload"]).encode()),
        signatures=msgspec.Raw(str(row["signatures"]).encode()),
        **named,  # type: ignore[arg-type]
    )


def read(written: Written, *, position: int, hash: str) -> Entry:
    """Understand a written entry; a kind this version does not know is kept as it stands."""
    return Entry(
        id=written.id,
        station=written.station,
        seq=written.seq,
        position=position,
        fact=decode_fact(
            written.kind,
            written.version,
            bytes(written.payload),
            subject=Subject(written.subject_kind, written.subject_id),
        ),
        actor=written.actor,
        occurred_at=instant_of(written.occurred_at),
        recorded_at=instant_of(written.recorded_at),
        gaming_day=written.gaming_day,
        late=written.late,
        signatures=_SIGNATURES.decode(bytes(written.signatures)),
        previous=written.previous,
        hash=hash,
    )
