"""Looking through the whole logbook: at once with progress, or in slices beside the day's work."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from db import frame_seals, seals, sqlite
from db.authority import CHANGES, LONGEST
from db.chain import COLUMNS, SECRETS_CHANGE, Chain
from db.frame_seals import FrameFiles
from db.heads import HeadFile, find_heads
from db.read_only import read_only
from db.secret_check import Secrets, check_secrets, secrets_in
from db.state_check import check_state
from db.structure import check_structure
from floorapp.domain.heads import Head
from floorapp.operations.canonical import instant_of
from floorapp.operations.facts.audits import RoundsPacked
from floorapp.operations.facts.heads import HeadSigned
from floorapp.operations.facts.rounds import RoundsImported
from floorapp.operations.heads import fingerprint
from floorapp.operations.logbook_check import Checked, CheckProgress, LogbookFlaw, counted

#: How many entries one slice looks at.
SLICE = 5000
_PAGE = f"SELECT {', '.join(COLUMNS)} FROM entry WHERE position > ? ORDER BY position LIMIT ?"

Progress = Callable[[int, int], None]
#: Says what is wrong with attached files; by digest, the entry that first named each.
LooksAtFiles = Callable[[Mapping[str, seals.Named]], list[LogbookFlaw]]


class Verifying:
    """A look through the logbook under way; every `step` is one slice."""

    def __init__(
        self,
        path: Path,
        *,
        against: Iterable[Path] = (),
        own: Iterable[Path] = (),
        attachments: Path | LooksAtFiles | None = None,
        since: CheckProgress | None = None,
        seen: CheckProgress | None = None,
        keys: Collection[str] = (),
        frames: FrameFiles | None = None,
        secrets: Secrets | None = None,
        proved_here: bool = False,
    ) -> None:
        self._path = path
        #: What a server says of its secrets; and whether this is the copy of a station, which holds some of them only.
        self._secrets, self._proved_here = secrets, proved_here
        self._keys = frozenset(keys)
        self._seen = seen or since
        self._files = partial(seals.check_attachments, attachments) if isinstance(attachments, Path) else attachments
        self._frames = frames
        self._elsewhere: set[str] = set()
        self._since = since
        known = {each.station: each.seq for each in since.reached} if since else {}
        left, kept = (
            [each for place in places for each in find_heads(place, after=known)] for places in (against, own)
        )
        self._more: list[LogbookFlaw] = [_bad_head(each) for each in (*left, *kept) if each.head is None or each.wrong]
        self.chain = Chain(_sound(left, since), since, own=_sound(kept, since))
        self.done = False
        self.total = 0
        self._place = since.place if since else 0
        self._rounds = 0
        self._state = False
        #: Bundles of raw frames that wait for their seal.
        self._loose = 0
        #: Passwords and PINs whose hashes no entry knows.
        self._undigested = 0

    @property
    def progress(self) -> tuple[int, int]:
        """How many entries are done, of how many."""
        return self.chain.entries, max(self.total, self.chain.entries)

    def step(self, entries: int = SLICE) -> bool:
        """Look at the next slice; answers whether there is more."""
        if not self.done:
            with read_only(self._path) as connection, _one_look(connection):
                self.done = not self._slice(connection, entries)
                if self.done:
                    self._ends(connection)
        return not self.done

    def run(self, progress: Progress, cancelled: Callable[[], bool], *, structure: bool) -> None:
        """Look at everything as it stands at one moment."""
        with read_only(self._path) as connection, _one_look(connection):
            if structure:
                self.check_structure(connection)
            while not cancelled():
                more = self._slice(connection, SLICE)
                progress(*self.progress)
                if not more:
                    self._ends(connection)
                    self.done = True
                    return

    def look_at_structure(self) -> None:
        """Pages, indexes, tables and guards, before the first slice."""
        with read_only(self._path) as connection:
            self.check_structure(connection)

    def add(self, flaws: Iterable[LogbookFlaw]) -> None:
        """What somebody else found with the same logbook."""
        self._more += flaws

    def check_structure(self, connection: Any) -> None:
        """Pages, indexes, tables and guards."""
        with self._damage():
            self._more += check_structure(connection)

    def _slice(self, connection: Any, entries: int) -> bool:
        with self._damage():
            if not self.total:
                self.total = connection.execute("SELECT count(*) FROM entry").fetchone()[0]
                self._begins(connection)
            rows = _rows(connection, self.chain.position, entries)
            for row in rows:
                self.chain.take(row)
            waiting, self.chain.seals = self.chain.seals, []
            for seal in waiting:
                self._hold_rounds(connection, seal)
            self._hold_frames(connection, [seal for seal in waiting if seal.kind in frame_seals.KINDS])
            return len(rows) == entries
        return False

    def _hold_rounds(self, connection: Any, seal: seals.Seal) -> None:
        if seal.kind == RoundsImported.KIND:
            before = self._place
            self._place, flaws = seals.check_import(connection, seal, before)
            self._rounds += self._place - before
            self._more += flaws
        elif seal.kind == RoundsPacked.KIND:
            self._more += seals.check_blocks(connection, seal)

    def _hold_frames(self, connection: Any, waiting: list[seals.Seal]) -> None:
        if self._frames is None:
            self._more += [flaw for seal in waiting for flaw in frame_seals.check_frames(connection, seal)]
            return
        for station in sorted({seal.station for seal in waiting}):
            if station in self._frames:
                sealed = [seal for seal in waiting if seal.station == station]
                self._more += frame_seals.check_file(self._frames[station], sealed)
            else:
                self._elsewhere.add(station)

    def _begins(self, connection: Any) -> None:
        """What was looked at before must still be there, as it was."""
        for each in self._seen.reached if self._seen else ():
            query = "SELECT hash FROM entry WHERE station = ? AND seq = ?"
            if connection.execute(query, (each.station, each.seq)).fetchall() != [(each.hash,)]:
                says = "what was looked at before is no longer there, or no longer the same."
                where = {"station": each.station, "seq": each.seq, "position": each.position, "at": each.at}
                self._more.append(LogbookFlaw(code="resealed", says=says, **where))  # type: ignore[arg-type]
        if self._since is not None and not self._more:
            self._know_secrets(connection, self._since.position)
            self._know_people(connection, self._since)

    def _know_people(self, connection: Any, mark: CheckProgress) -> None:
        """Who there was at a mark and what they were, and who had signed in since the day before."""
        columns = ", ".join(COLUMNS)
        for begin in ("person", "session"):
            query = (
                f"SELECT {columns} FROM entry WHERE kind >= '{begin}.' AND kind < '{begin}/' AND position <= ? "
                "ORDER BY position DESC"
            )
            rows, newest = [], ""
            for row in connection.execute(query, (mark.position,)):
                newest = max(newest, str(row[8]))
                if begin == "session" and instant_of(newest) - instant_of(row[8]) > LONGEST:
                    break
                rows.append(row)
            for row in reversed(rows):
                if row[3] in CHANGES:
                    self.chain.authority.know(row)

    def _know_secrets(self, connection: Any, upto: int) -> None:
        query = "SELECT position, payload FROM entry WHERE kind = ? AND position <= ? ORDER BY position DESC LIMIT 1"
        signed = connection.execute(query, (HeadSigned.KIND, upto)).fetchone()
        kinds = ", ".join("?" * len(SECRETS_CHANGE))
        query = f"SELECT coalesce(max(position), 0) FROM entry WHERE kind IN ({kinds}) AND position <= ?"
        (changed,) = connection.execute(query, (*SECRETS_CHANGE, upto)).fetchone()
        if signed is not None:
            self.chain.know_secrets(signed, changed)

    def _ends(self, connection: Any) -> None:
        self.chain.finish()
        self._more += self._check_keys()
        with self._damage():
            self._more += seals.check_rest(connection, self._place)
            there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if "round_block" in there:  # an older logbook has none yet
                self._more += seals.check_loose_blocks(connection)
            if "frame_bundle" in there:
                self._check_loose_frames(connection)
            self._check_secrets(connection)
        if self._files is not None:
            self._more += self._files(self.chain.attachments)

    def _check_keys(self) -> Iterator[LogbookFlaw]:
        """Each station's first key is one that is known from outside, where any was named."""
        for link in self.chain.links.values() if self._keys else ():
            if not link.keys.first or fingerprint(link.keys.first) not in self._keys:
                says = "its first key is none of those that are known from elsewhere: it may be rewritten as a whole."
                yield LogbookFlaw(code="key", says=says, station=link.station)

    def _check_loose_frames(self, connection: Any) -> None:
        """Raw frames after the last seal: each station's in its own file, or all in this one."""
        for station, link in self.chain.links.items():
            if self._frames is None:
                flaws, loose = frame_seals.check_rest(connection, connection, station, link.at)
            elif station in self._frames:
                flaws, loose = frame_seals.check_loose_file(self._frames[station], connection, station, link.at)
            else:
                continue
            self._more += flaws
            self._loose += loose

    def _check_secrets(self, connection: Any) -> None:
        """The hashes of secrets are what the last head swore to, unless some were set since."""
        sworn = self.chain.secrets
        secrets = self._secrets or secrets_in(connection, proved_here=self._proved_here)
        people = {} if self.chain.broken else self.chain.authority.people
        flaws = [] if self.chain.broken else list(check_secrets(secrets, people, proved_here=self._proved_here))
        self._undigested = sum(not each.digest for known in people.values() for each in known.secrets.values())
        self._more += flaws
        if flaws or sworn is None or self.chain.secrets_changed > sworn[0]:
            return
        if secrets.sealed and secrets.sealed != sworn[1]:
            says = "the hashes of passwords and PINs are not those the last head swore to, and nobody set one."
            self._more.append(LogbookFlaw(code="secrets", says=says))

    def check_state(self) -> None:
        """Whether the state, its index of words and its mentions are what the entries give."""
        self._more += check_state(self._path)
        self._state = True

    @contextlib.contextmanager
    def _damage(self) -> Iterator[None]:
        try:
            yield
        except (sqlite.module().DatabaseError, UnicodeError) as error:
            last = self.chain.position
            says = f"the file is damaged after place {last} of the logbook: {error}."
            self._more.append(LogbookFlaw(code="damaged", says=says, position=last + 1))

    def _unproved(self) -> Iterator[str]:
        """What is not wrong, and what nobody vouches for."""
        if self._loose:
            bundles = counted(self._loose, "bundle of raw frames waits", "bundles of raw frames wait")
            yield f"{bundles} for the next seal: until then no entry vouches for them."
        authority = self.chain.authority
        if authority.unkeyed:
            signed = counted(authority.unkeyed, "signature or sign-in is", "signatures and sign-ins are")
            yield f"{signed} of before people had keys: the name is on record, and nothing proves it."
        for each in self.chain.unsigned_keys:
            yield f"The key introduced at {each}, is not signed by the one before it: ask who replaced it, and why."
        for each in authority.rescues:
            yield f"The password of {each}, was set from the computer itself, without a sign-in: ask who did, and why."
        if authority.dated_back:
            acts = counted(authority.dated_back, "action is", "actions are")
            yield (
                f"{acts} dated within a session that was over by the entries before: the clock was set back then, "
                "or somebody entered it by hand."
            )
        if self._undigested:
            secrets = counted(self._undigested, "password or PIN was", "passwords and PINs were")
            yield f"{secrets} set before their hashes were on record: only heads vouch for them."
        yield from self.chain.times.said()
        if authority.unknown:
            entries = counted(authority.unknown, "entry is of a kind", "entries are of kinds")
            yield f"{entries} that this version does not know: whether their authors may is not looked at."
        if authority.unaware:
            acts = counted(authority.unaware, "action was", "actions were")
            yield f"{acts} by people whose role, status or secret another station had changed: it may not have known."

    def answer(self) -> Checked:
        """What was found so far."""
        chain = self.chain
        return Checked(
            entries=chain.entries,
            stations=tuple(link.reached() for link in chain.links.values()),
            heads=chain.heads,
            rounds=self._rounds,
            attachments=0 if self._files is None else len(chain.attachments),
            state=self._state,
            elsewhere=tuple(sorted(self._elsewhere)),
            unproved=tuple(self._unproved()),
            flaws=(*chain.flaws, *self._more[:50]),
            wrong=chain.wrong + len(self._more),
            follows=chain.follows(),
            complete=self.done,
            mark=chain.mark(self._place),
        )


def verify(
    path: Path,
    *,
    against: Iterable[Path] = (),
    own: Iterable[Path] = (),
    attachments: Path | LooksAtFiles | None = None,
    since: CheckProgress | None = None,
    seen: CheckProgress | None = None,
    keys: Collection[str] = (),
    frames: FrameFiles | None = None,
    structure: bool = True,
    state: bool = False,
    progress: Progress = lambda done, of: None,
    cancelled: Callable[[], bool] = lambda: False,
    secrets: Secrets | None = None,
    proved_here: bool = False,
) -> Checked:
    """Look through a logbook; the state is compared with a rebuild only where asked and all else is good.

    Heads of `against` come from outside; those of `own` lie beside the logbook, where whoever has it can write.
    A copy of a server's logbook holds no raw frames: `frames` names the files of the stations whose are at hand.
    A station's copy of one holds the hashes of secrets that were `proved_here` only; what a server says of its own are
    `secrets`. `keys` are fingerprints that are known from elsewhere: every station's first key must be among them.
    A look begins at the mark `since`; one that begins at the beginning can still ask for what was `seen` once.
    """
    verifying = Verifying(
        path,
        against=against,
        own=own,
        attachments=attachments,
        since=since,
        seen=seen,
        keys=keys,
        frames=frames,
        secrets=secrets,
        proved_here=proved_here,
    )
    verifying.run(progress, cancelled, structure=structure)
    if state and verifying.answer().good:
        verifying.check_state()
    return verifying.answer()


def look_again(path: Path, after: int, upto: int) -> list[LogbookFlaw]:
    """Whether entries between two places still have their own hashes; each is linked to the one before it there."""
    chain = Chain(())
    with read_only(path) as connection, _one_look(connection):
        for row in _rows(connection, after, upto - after):
            if row[15] <= upto and not chain.is_itself(row):
                break
    return chain.flaws


@contextlib.contextmanager
def _one_look(connection: Any) -> Iterator[None]:
    connection.execute("BEGIN")
    try:
        yield
    finally:
        with contextlib.suppress(sqlite.module().DatabaseError):
            connection.execute("ROLLBACK")


def _rows(connection: Any, after: int, limit: int) -> list[tuple[Any, ...]]:
    """A slice of entries; letters that are no UTF-8 are kept as they are, for the hash to refuse."""
    try:
        rows: list[tuple[Any, ...]] = connection.execute(_PAGE, (after, limit)).fetchall()
    except sqlite.module().OperationalError as error:
        if "decode" not in str(error):
            raise
        connection.text_factory = lambda letters: letters.decode("utf-8", "surrogateescape")
        rows = connection.execute(_PAGE, (after, limit)).fetchall()
        connection.text_factory = str
    return rows


def _sound(found: list[HeadFile], since: CheckProgress | None) -> list[Head]:
    """Heads that can be held against the chain; those before a mark were held against it then."""
    known = {each.station: each.seq for each in since.reached} if since else {}
    return [
        each.head
        for each in found
        if each.head is not None and not each.wrong and each.head.seq > known.get(each.head.station, 0)
    ]


def _bad_head(found: HeadFile) -> LogbookFlaw:
    return LogbookFlaw(code="head", says=f"the head {found.path} {found.wrong}.")
