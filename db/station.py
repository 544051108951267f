"""A station on a server: writes there, reads its own copy, and keeps what only states facts while the server is away.

The copy is a logbook like any other, brought up to date by the station's line (`db.server_link`). While the server does
not answer, acts go to the outbox, and a second copy with them on top is what the screens read.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from db import postgres, replica
from db.faults import Damaged, in_words
from db.kept_copy import copy_whole, lay_down
from db.outbox import KeptAct
from db.outbox_recovery import open_outbox
from db.presence import Presence
from db.server import check, server_engine
from db.shared_files import SharedFiles
from db.store import Store, open_store
from db.write_transaction import SqlWriting
from floorapp.domain.incidents import Attachment, Incident
from floorapp.domain.readers import Mark, RawFrame
from floorapp.operations.facts.registry import Subject
from floorapp.operations.faults import LogbookAway, LogbookFault
from floorapp.operations.frames import Bundle
from floorapp.operations.kept_guesses import count_again
from floorapp.operations.offline_acts import is_kept
from floorapp.operations.outbox_codec import arriving, carried_over
from floorapp.operations.station_status import DatabaseStanding, Onlooker, SendingTrouble
from floorapp.system import make_private, remove

log = logging.getLogger(__name__)

#: How many kept acts are sent in one transaction.
SENT_AT_ONCE = 50

#: The station's files in its data folder.
COPY, KEPT, OUTBOX, FRAMES = "known.sqlite", "kept.sqlite", "outbox.sqlite", "frames.sqlite"
FILES = "attachments"


class StationStore(Store):
    """The store of one station on a server: what is read is read here; any thread may call."""

    frames_apart = True

    def __init__(
        self, url: str, folder: Path, *, station: str, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._copy = _open_copy(folder, station)
        replica.forget_unproved(self._copy.engine)
        super().__init__(self._copy.engine, station)
        self.url, self._folder, self._now = url, folder, now
        self._server = Store(server_engine(url), station)
        self._frames = open_store(folder / FRAMES, station=station)
        self._outbox = open_outbox(folder / OUTBOX, folder / KEPT, f"{station}-kept")
        self.presence = Presence(station)
        #: Called when the line should look up at once; the line sets it.
        self.wake: Callable[[], None] = lambda: None
        self._kept: Store | None = None
        #: Up to where the screens were told, and which entries told of themselves.
        self._told, self._own = 0, set[str]()
        #: One act of this station at a time: they are kept, sent and numbered in one order.
        self._turn = threading.RLock()
        self._copying = threading.Lock()
        self._saying = threading.Lock()
        self.files = SharedFiles(self._server.engine, folder / FILES)
        #: Until the line has looked at the server, nothing is sent to it.
        self._standing = DatabaseStanding(away_since=now(), waiting=self._outbox.waiting, as_of=self._newest())
        for private in (COPY, FRAMES):
            make_private(folder / private)
        if self._outbox.waiting:
            self._lay_on_top()

    # --- writing ---

    @contextmanager
    def writing(self, act: str = "", files: tuple[Attachment, ...] = ()) -> Iterator[SqlWriting]:
        """A transaction on the server; or one that is kept here, for acts that only state facts."""
        with self._turn:
            self._while_there(lambda: self.files.share({each.digest for each in files}))
            sending = self._begin_sending(act)
            if sending is not None:
                yield from self._send(act, *sending)
            elif is_kept(act):
                yield from self._keep(act)
            elif self._standing.trouble is not None:
                trouble = self._standing.trouble
                raise LogbookFault(trouble.happened, "Nothing was recorded.", trouble.todo)
            else:
                raise LogbookAway()

    def _begin_sending(self, act: str) -> tuple[ExitStack, SqlWriting] | None:
        if self._standing.away_since is not None or self._standing.trouble is not None:
            return None
        with ExitStack() as stack:
            try:
                writing = stack.enter_context(self._server.writing(act))
            except LogbookAway:
                self.lose()
                return None
            self._refuse_cut(writing)
            return stack.pop_all(), writing
        raise AssertionError("it began or it failed")

    def _refuse_cut(self, writing: SqlWriting) -> None:
        """Nothing is written over an end that was cut off."""
        with self._copy.looking() as mine, self._telling():
            if writing.head.position < replica.last_position(mine):
                replica.same_logbook(writing.connection, mine)

    def _send(self, act: str, stack: ExitStack, writing: SqlWriting) -> Iterator[SqlWriting]:
        try:
            with stack:
                yield writing
                self.files.hold(writing.connection, replica.files_of(writing.drafts))
        except LogbookAway as away:
            self.lose()
            if not (away.unsure and is_kept(act) and writing.drafts):
                raise
            self._outbox.keep(act, writing.drafts)  # sent again, it is recognised by its entries' ids
            self._lay_on_top()
            return
        if writing.credentials.learned:
            with self._copying, in_words():  # who was proved here is proved here while the server is away
                replica.remember_secrets(self._copy.engine, writing.credentials.learned, writing.head.position)
        if writing.drafts:
            self._own.update(draft.id for draft in writing.drafts)
            self._catch_up_quietly()

    def _keep(self, act: str) -> Iterator[SqlWriting]:
        kept = self._on_top()
        with kept.writing(act) as writing:
            writing.kept_as = f"{self.station}-{self._outbox.next_number()}"
            yield writing
            if writing.drafts:
                self._outbox.keep(act, writing.drafts)
        self._say(waiting=self._outbox.waiting)

    # --- what is kept ---

    def _on_top(self) -> Store:
        """The second copy: what was known last, with what is kept on top."""
        if self._kept is None:
            self._lay_on_top()
        assert self._kept is not None
        return self._kept

    def _lay_on_top(self) -> None:
        self._put_down()
        path = self._folder / KEPT
        copy_whole(self._folder / COPY, path)
        kept = open_store(path, station=f"{self.station}-kept")
        with kept.writing() as writing:
            lay_down(writing, self._outbox.acts(), self.station)
        self._kept = kept
        self._say(waiting=self._outbox.waiting)

    def _put_down(self) -> None:
        kept, self._kept = self._kept, None
        if kept is not None:
            kept.close()
        for ending in ("", "-wal", "-shm"):
            remove(self._folder / f"{KEPT}{ending}")

    def send_kept(self) -> int:
        """Send what waits, in order, each once; answers how many acts arrived."""
        sent = 0
        while True:
            with self._turn:
                acts = self._outbox.acts(SENT_AT_ONCE)
                if not acts:
                    return sent
                names = self._outbox.names()
                self.files.share(replica.files_of(draft for act in acts for draft in act.drafts))
                with self._server.writing("send_kept") as writing:
                    for act in acts:
                        self._arrive(writing, act, names)
                    self.files.hold(writing.connection, replica.files_of(writing.drafts))
                self._outbox.sent(acts, names)
                self._say(waiting=self._outbox.waiting)
                sent += len(acts)

    def _arrive(self, writing: SqlWriting, act: KeptAct, names: dict[str, str]) -> None:
        if writing.entry(act.drafts[0].id) is not None:
            return  # it arrived before, and only the answer was lost
        for draft in act.drafts:
            given = arriving(draft.fact, writing.state, names)
            signatures = carried_over(draft.signatures, draft.fact, given)
            writing.append(replace(draft, fact=given, signatures=signatures))
            count_again(writing.credentials, draft, self.station)

    # --- attached files: on the server before an entry names them, then at every station ---

    def offer(self, file: Attachment) -> None:
        """Put a kept file on the server while nobody waits for it; where that cannot be, it goes with its act."""
        self._while_there(lambda: self.files.share({file.digest}))

    def bring(self, file: Attachment) -> None:
        """Bring a file that another station attached, where it is not here yet and the server answers."""
        self._while_there(lambda: self.files.bring(file.digest))

    def sweep(self) -> int:
        """Remove from the server what was put there and never attached; answers how many files went."""
        if self.away:
            return 0
        with self._turn:  # what is kept here and waits names files too
            waiting = replica.files_of(draft for act in self._outbox.acts() for draft in act.drafts)
            self.catch_up()
            return self.files.sweep(self._named() | waiting)

    def _named(self) -> set[str]:
        """The files that entries name, as corrections have them."""
        with self._copy.reading() as state:
            return {each.digest for found in state.find(Incident) for each in found.attachments}

    def _while_there(self, do: Callable[[], None]) -> None:
        """Do what can as well be done later; nothing while the server is away."""
        if not self.away:
            try:
                do()
            except LogbookAway:
                self.lose()

    # --- the line: called by `db.server_link` on its own thread ---

    def meet(self, progress: Callable[[int, int], None] = lambda done, of: None) -> replica.Taken:
        """The server answers again: see that it is the right one, take over what is new, send what waits."""
        with self._telling():
            with self._server.looking() as server:
                check(server, postgres.shown(self.url))
                self._recognise(server)
            self.catch_up(progress)
            self.send_kept()
            with self._turn:
                self.send_kept()  # what was kept in between
                taken = self.catch_up()
                self._put_down()
                self.files.exchange(self._named())
                self._say(away_since=None, trouble=None, waiting=self._outbox.waiting, as_of=self._now())
        return taken

    @contextmanager
    def _telling(self) -> Iterator[None]:
        """What is wrong with a server that answers is told on the screen."""
        try:
            yield
        except LogbookFault as fault:
            if not isinstance(fault, LogbookAway):
                self.tell_trouble(SendingTrouble(fault.happened, fault.means, fault.todo))
            raise

    def known_end(self) -> tuple[int, str]:
        """The newest entry this station knows, and its hash: the server must hold it for good."""
        with self._copy.looking() as mine:
            return replica.last_hash(mine)

    def _recognise(self, server: sa.Connection) -> None:
        first = replica.first_hash(server)
        meant = self._outbox.meant_for()
        if meant and first != meant:
            raise replica.other("it begins with another entry")
        with self._copy.looking() as mine:
            replica.same_logbook(server, mine)
        self._outbox.mean_for(first)

    def catch_up(self, progress: Callable[[int, int], None] = lambda done, of: None) -> replica.Taken:
        """Take over what other stations, and this one, have written."""
        with self._copying, in_words():
            taken = replica.take_over(self._server.looking, self._copy.engine, progress)
        self.files.want(taken.files)
        self._say(as_of=self._now())
        return taken

    def news(self) -> bool:
        """Whether anything came into the copy since this was asked last, also by another program of this station."""
        news = False
        with self._copying, self._copy.looking() as copy:
            while self._told < replica.last_position(copy):
                self._told, more = replica.news_after(copy, self._told, self._own)
                news |= more
        return news

    def all_told(self) -> None:
        """Everything that is in the copy now is told."""
        with self._copying, self._copy.looking() as copy:
            self._told = replica.last_position(copy)

    def _catch_up_quietly(self) -> None:
        """The act is durable: whatever keeps the copy behind now is the line's to find out."""
        try:
            self.catch_up()
        except LogbookAway:
            self.lose()
        except LogbookFault:
            log.exception("an act is on the server, and this station's copy cannot follow")
            self.lose()

    def lose(self) -> None:
        """The server does not answer."""
        if self._standing.away_since is None:
            self._say(away_since=self._now())
            self.wake()

    def tell_trouble(self, trouble: SendingTrouble | None) -> None:
        """Why nothing is sent to a server that answers; nothing where that is over."""
        self._say(trouble=trouble)

    def tell_skew(self, skew: timedelta) -> None:
        """How far the server's clock is ahead of this one."""
        self._say(skew=skew)

    # --- how it stands, and who else is there ---

    def look_at(self, about: Subject | None, person: str) -> None:
        """Say what somebody looks at here; nothing when they leave it."""
        self.presence.look_at(about, person)

    def onlookers(self, about: Subject) -> tuple[Onlooker, ...]:
        """Who looks at it at other stations now."""
        return self.presence.onlookers(about)

    def standing(self) -> DatabaseStanding:
        """How this station stands with the database; asks nobody and never waits."""
        return self._standing

    @property
    def away(self) -> str:
        """Why only what is kept on this station can be done now; empty while the server is in reach."""
        standing = self._standing
        if standing.trouble is not None:
            return standing.trouble.happened
        return "" if standing.away_since is None else LogbookAway().happened

    def _say(self, **changes: object) -> None:
        with self._saying:
            self._standing = replace(self._standing, **changes)  # type: ignore[arg-type]

    def _newest(self) -> datetime | None:
        return next((newest.recorded_at for newest in self._copy.page(limit=1)), None)

    # --- reading: from the copy, so that nobody waits for the network ---

    @contextmanager
    def _looking(self) -> Iterator[sa.Connection]:
        with (self._kept or self._copy).looking() as connection:
            yield connection

    def rebuild(self, progress: Callable[[int, int], None] = lambda done, of: None) -> int:
        """Throw the copy's state away and replay it; the server's is its own."""
        return self._copy.rebuild(progress)

    # --- raw frames stay on the station that heard them; the chain holds their digest ---

    def keep_frames(self, kept: tuple[RawFrame, ...], /, **noted: Any) -> int:
        """Keep raw frames in a transaction of their own."""
        return self._frames.keep_frames(kept, **noted)

    def note_entered(self, place: int, marks: tuple[Mark, ...] | None = None) -> None:
        """Note that everything up to this bundle of frames has become entries."""
        self._frames.note_entered(place, marks)

    def entered(self) -> tuple[int, tuple[Mark, ...]]:
        """Up to which bundle everything has become entries, and how far the readers had come."""
        return self._frames.entered()

    def bundles(self, *, after: int = 0) -> tuple[Bundle, ...]:
        """The bundles of frames after a place, without the frames."""
        return self._frames.bundles(after=after)

    def frames(self, *, after: int = 0) -> Iterator[tuple[RawFrame, ...]]:
        """The frames of the bundles after a place, a bundle at a time."""
        return self._frames.frames(after=after)

    def close(self) -> None:
        """Let go of the files and of the server; what waits stays in the outbox."""
        for store in (self._server, self._copy, self._frames, self._kept):
            if store is not None:
                store.close()
        self._outbox.close()


def _open_copy(folder: Path, station: str) -> Store:
    try:
        return open_store(folder / COPY, station=station)
    except Damaged as damaged:
        raise LogbookFault(
            f"This station's copy of the logbook, {folder / COPY}, is damaged.",
            "The logbook on the server is unaffected, and what is kept here stays kept.",
            f"Run `floorapp station rejoin --data {folder}`: it puts the copy aside and makes a new one.",
        ) from damaged
