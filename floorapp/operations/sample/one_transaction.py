"""A logbook whose acts all go into one transaction: made whole, or not at all.

Each act still asks, chains, applies and refuses as it always does; only the commit is shared. What an act
refuses is refused before it has entered anything, so a refusal needs no undoing; should one ever come later,
the whole transaction is given up rather than kept with half an act in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from floorapp.domain.incidents import Attachment
from floorapp.domain.rounds import KeptRound, RoundBlock
from floorapp.operations.credentials import Credentials, Guesses
from floorapp.operations.desk import ChainHead, Logbook, Writing
from floorapp.operations.entry import Entry, EntryDraft, Proof
from floorapp.operations.refusal import Refused
from floorapp.operations.state import StateView
from floorapp.operations.unsigned import SIGNED_KINDS, signed_by_maker


class HalfAnAct(RuntimeError):
    """An act failed after it had entered something, inside a shared transaction."""


class RememberedCredentials:
    """Credentials of one transaction: hashes are looked up once, guesses are written down at its end."""

    def __init__(self, kept: Credentials) -> None:
        self._kept = kept
        self._asked: dict[tuple[str, Proof], str | None] = {}
        self._proved: dict[tuple[str, Proof, str], str | None] = {}
        self._guesses: dict[str, Guesses] = {}

    def asked(self, person: str, proof: Proof) -> str | None:
        """The hash of a person's password or PIN, or its beginning."""
        if (person, proof) not in self._asked:
            self._asked[person, proof] = self._kept.asked(person, proof)
        return self._asked[person, proof]

    def proved(self, person: str, proof: Proof, again: str) -> str | None:
        """The whole hash, for the right secret."""
        if (person, proof, again) not in self._proved:
            self._proved[person, proof, again] = self._kept.proved(person, proof, again)
        return self._proved[person, proof, again]

    def keep(self, person: str, proof: Proof, hashed: str) -> None:
        """Replace a person's hash."""
        self._asked[person, proof] = hashed
        self._proved.clear()
        self._kept.keep(person, proof, hashed)

    def guesses(self, key: str) -> Guesses:
        """The wrong guesses under a key."""
        if key not in self._guesses:
            self._guesses[key] = self._kept.guesses(key)
        return self._guesses[key]

    def count(self, key: str, guesses: Guesses) -> None:
        """Remember the wrong guesses under a key."""
        self._guesses[key] = guesses

    def sealed(self) -> str:
        """One digest over all secrets as they stand."""
        return self._kept.sealed()

    def write_down(self) -> None:
        """Hand the guesses on to where they are kept."""
        for key, guesses in self._guesses.items():
            if guesses != Guesses():
                self._kept.count(key, guesses)


class SharedWriting:
    """The one transaction, as every act in it sees it."""

    def __init__(self, writing: Writing) -> None:
        self._writing = writing
        self._secrets = RememberedCredentials(writing.credentials)
        self.entered = 0
        #: The entries of each person that wait for their signature, by id.
        self.unsigned: dict[str, list[str]] = {}

    @property
    def head(self) -> ChainHead:
        return self._writing.head

    @property
    def state(self) -> StateView:
        """The state as it stands in the transaction."""
        return self._writing.state

    @property
    def credentials(self) -> Credentials:
        """Hashes and guesses, remembered."""
        return self._secrets

    def append(self, draft: EntryDraft) -> Entry:
        """Chain, store and apply an entry."""
        self.entered += 1
        entry = self._writing.append(draft)
        if entry.fact.KIND in SIGNED_KINDS and not signed_by_maker(entry):
            self.unsigned.setdefault(entry.actor, []).append(entry.id)
        return entry

    def entry(self, id: str) -> Entry | None:
        """The entry as it was written."""
        return self._writing.entry(id)

    def order(self) -> tuple[int, str]:
        """Up to which entry the order of all stations' entries was sworn to, and the digest over those since."""
        return self._writing.order()

    def keep_rounds(self, kept: tuple[KeptRound, ...]) -> tuple[tuple[KeptRound, ...], tuple[str, ...]]:
        """Keep rounds that are new."""
        return self._writing.keep_rounds(kept)

    def last_block(self) -> tuple[int, int]:
        """The newest block of packed rounds."""
        return self._writing.last_block()

    def keep_blocks(self, kept: tuple[RoundBlock, ...]) -> None:
        """Keep packed rounds."""
        self._writing.keep_blocks(kept)

    def finish(self) -> None:
        """Write down what was only remembered."""
        self._secrets.write_down()


class OneTransaction:
    """A logbook that lets every act into the transaction it was made with."""

    def __init__(self, station: str, writing: SharedWriting) -> None:
        self.station = station
        self._writing = writing

    @property
    def entered(self) -> int:
        """How many entries were made in it."""
        return self._writing.entered

    def unsigned(self, person: str) -> tuple[str, ...]:
        """What somebody entered and has not been asked to sign; asked for once."""
        return tuple(self._writing.unsigned.pop(person, ()))

    @property
    def away(self) -> str:
        """It is always in reach."""
        return ""

    @contextmanager
    def writing(self, act: str = "", files: tuple[Attachment, ...] = ()) -> Iterator[SharedWriting]:
        """The shared transaction; durable when all of it ends well."""
        before = self._writing.entered
        try:
            yield self._writing
        except Refused as refused:
            if self._writing.entered != before:
                raise HalfAnAct(str(refused)) from refused
            raise

    @contextmanager
    def reading(self) -> Iterator[StateView]:
        """A look at the state as it stands in the transaction."""
        yield self._writing.state


@contextmanager
def in_one_transaction(logbook: Logbook) -> Iterator[OneTransaction]:
    """A logbook for many acts that become durable together."""
    with logbook.writing() as writing:
        shared = SharedWriting(writing)
        yield OneTransaction(logbook.station, shared)
        shared.finish()
