"""Identity before trust: who may speak for a reader, who has moved, and who is a copy."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from floorapp.domain.reader_lines import KnownReader, LineReason
from floorapp.domain.readers import Hello
from floorapp.readers.line_session import LineSession
from floorapp.readers.roster import Contest

if TYPE_CHECKING:
    from floorapp.readers.switchboard import Switchboard


class Claims:
    """Decides for the switchboard what a greeting is worth."""

    def __init__(self, switchboard: Switchboard, grace: float) -> None:
        self._switchboard = switchboard
        self._grace = grace

    def greet(self, line: LineSession, hello: Hello, now: float, at: datetime) -> None:
        """A reader says who it is."""
        switchboard, watch = self._switchboard, line.watch
        for reason in (LineReason.NO_IDENTITY, LineReason.STRANGER, LineReason.WRONG_IDENTITY, LineReason.NAMESAKE):
            switchboard.changed(watch.recover(reason, now, at), now)
        line.hello = hello
        verdict = switchboard.roster.judge(line.plan, hello.identity)
        if isinstance(verdict, LineReason):
            switchboard.roster.let_go(line.id)
            switchboard.changed(watch.distrust(verdict, hello.identity, now, at), now)
            return
        holder, contest = switchboard.roster.holder(verdict.key), switchboard.roster.contests.get(verdict.key)
        if contest is not None and (contest.proven or line.id not in (contest.holder, contest.claimant)):
            switchboard.changed(watch.distrust(LineReason.CLONED, hello.identity, now, at), now)
        elif holder is None or holder == line.id:
            self._trust(line, hello, verdict, now, at)
        elif contest is None:
            switchboard.roster.contest(verdict.key, claimant=line.id, now=now)
            # Whoever spoke here before was another: nothing more is said in that name.
            switchboard.roster.let_go(line.id)
            switchboard.changed(watch.doubt(now, at), now)

    def spoke(self, line: LineSession, now: float, at: datetime) -> None:
        """A line in a contest gave a good frame: if it is the one that should have gone, there are two."""
        contest = self._switchboard.roster.contest_of(line.id)
        if contest is None or contest.proven or line.id != contest.holder or now <= contest.since + self._grace:
            return
        contest.proven = True
        self._switchboard.keep_mark(line)
        self._switchboard.roster.let_go(line.id)
        for name in (contest.holder, contest.claimant):
            rival = self._switchboard.lines[name]
            if rival.hello is not None:
                self._switchboard.changed(rival.watch.distrust(LineReason.CLONED, rival.hello.identity, now, at), now)

    def left(self, line: LineSession, now: float, at: datetime) -> None:
        """A line fell silent or went away: a contest is over, unless two were heard; that is for a person to decide."""
        contest = self._switchboard.roster.contest_of(line.id)
        if contest is None or contest.proven:
            return
        self._switchboard.roster.end(contest)
        if line.id == contest.holder:
            self._take_over(contest, self._switchboard.lines[contest.claimant], now, at)

    def decided(self, reader: str, now: float, at: datetime) -> None:
        """A person switched off a line of two that claim to be one reader, or took the reader off the list."""
        contest = self._switchboard.roster.contests.get(reader)
        if contest is None:
            return
        self._switchboard.roster.end(contest)
        for line in self._switchboard.lines.values():
            if line.hello is not None and line.hello.identity.key == reader:
                # Whoever stays must say anew who it is, and be believed only then.
                self._switchboard.renew(line, now, at)

    def _take_over(self, contest: Contest, claimant: LineSession, now: float, at: datetime) -> None:
        known = self._switchboard.roster.known(contest.reader)
        self._switchboard.roster.let_go(contest.holder)
        if known is not None and claimant.hello is not None:
            self._trust(claimant, claimant.hello, known, now, at)

    def _trust(self, line: LineSession, hello: Hello, known: KnownReader, now: float, at: datetime) -> None:
        switchboard = self._switchboard
        for other in switchboard.lines.values():
            if other is not line and other.watch.reader is not None and other.watch.reader.key == known.key:
                switchboard.vacated(other)
        switchboard.roster.let_go(line.id)
        switchboard.roster.hold(known.key, line.id)
        if line.watch.reader is not None and line.watch.reader.key != known.key:
            line.evidence_at = None  # it was another's
        switchboard.tables.heard(known.key)
        line.backoff.reset()
        change = line.watch.trust(hello.identity, known.table, now, at)
        switchboard.report_hello(line, hello, at)
        switchboard.changed(change, now)
        if line.withheld is not None:
            switchboard.tell_withheld(line, line.withheld, at)
            line.withheld = None
