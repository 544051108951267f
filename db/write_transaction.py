"""One transaction on the logbook: entries chained, applied and written down together, secrets kept beside them."""

from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sa

from db import blocks, entries, rounds, search_index
from db.credentials import credentials_of
from db.dialect import Writes, dialect_of
from db.state import Remembered, SqlState
from floorapp.domain.rounds import KeptRound, RoundBlock
from floorapp.operations.entry import Entry, EntryDraft
from floorapp.operations.facts.corrections import EntryCorrected


class SqlWriting:
    """One transaction: entries appended and applied, secrets kept beside them."""

    def __init__(
        self, connection: sa.Connection, station: str, head: entries.ChainEnd, remembered: Remembered | None
    ) -> None:
        self.connection = connection
        self._station = station
        self.head = head
        #: The id of the newest entry of this transaction: it tells whether the transaction arrived.
        self.newest: str | None = None
        self.drafts: list[EntryDraft] = []
        #: While the server is away: the name under which this act waits on the station.
        self.kept_as = ""
        #: Entries chained and applied, and written down together: one statement costs as much as ten rows.
        self._linked: list[tuple[Entry, entries.Row]] = []
        self.state = SqlState(connection, remembered)
        self.state.causes = self._write_down
        self.credentials = credentials_of(connection, station)

    def append(self, draft: EntryDraft) -> Entry:
        """Chain, store and apply an entry; a correction re-applies what depends on the corrected one."""
        if self.kept_as:
            from floorapp.operations.outbox_codec import carried_over, provisional  # only while a server is away

            kept = provisional(draft.fact, self.kept_as)
            draft = replace(draft, fact=kept, signatures=carried_over(draft.signatures, draft.fact, kept))
        entry, row = entries.link(draft, station=self._station, after=self.head)
        self.head = entries.ChainEnd(entry.position, entry.seq, entry.hash)
        self.newest = entry.id
        self.drafts.append(draft)
        self._linked.append((entry, row))
        self.state.apply(entry)
        if isinstance(entry.fact, EntryCorrected):
            self.state.forget()
            corrected = entries.by_id(self.connection, entry.fact.entry)
            if corrected is not None:
                from db import reapply  # not at start

                reapply.reapply(self.connection, corrected.position)
        return entry

    def entry(self, id: str) -> Entry | None:
        """The entry as it was written."""
        self._settle()
        return entries.by_id(self.connection, id)

    def order(self) -> tuple[int, str]:
        """Up to which entry the order of all stations' entries was sworn to, and the digest over those since."""
        self._settle()
        return entries.order(self.connection)

    def _settle(self) -> None:
        if self._linked:
            with dialect_of(self.connection).gathered(self.connection) as onto:
                self._write_down(onto)

    def finish(self) -> None:
        """Write down what the transaction still holds, and make all of it durable."""
        with dialect_of(self.connection).committing(self.connection) as last:
            self.state.write_down(last)
            self.credentials.write_down(last)

    def _write_down(self, onto: Writes) -> None:
        if self._linked:
            entries.write_down(onto, self._linked)
            search_index.index(onto, (entry for entry, _ in self._linked))
            self._linked.clear()

    def keep_rounds(self, kept: tuple[KeptRound, ...]) -> tuple[tuple[KeptRound, ...], tuple[str, ...]]:
        """Keep rounds that are new; answers them, and the ids that were known with another content."""
        return rounds.keep(self.connection, kept)

    def last_block(self) -> tuple[int, int]:
        """The place of the newest block of packed rounds, and up to which round everything is packed."""
        return blocks.last(self.connection)

    def keep_blocks(self, kept: tuple[RoundBlock, ...]) -> None:
        """Keep packed rounds."""
        blocks.keep(self.connection, kept)
