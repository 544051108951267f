"""Identity before trust: who may speak for a reader, who has moved, and who is a copy."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from floorapp.domain.reader_lines import KnownReader, Reason
from floorapp.domain.readers import Hello
from floorapp.readers.line import Line
from floorapp.readers.roster import Contest

if TYPE_CHECKING:
    from floorapp.readers.desk import Desk


class Claims:
    """Decides for the desk what a greeting is worth."""

    def __init__(self, desk: Desk, grace: float) -> None:
        self._desk = desk
        self._grace = grace

    def greet(self, line: Line, hello: Hello, now: float, at: datetime) -> None:
        """A reader says who it is."""
        desk, watch = self._desk, line.watch
        for reason in (Reason.NO_IDENTITY, Reason.STRANGER, Reason.WRONG_IDENTITY):
            desk.changed(watch.recover(reason, now, at), now)
        line.hello = hello
        verdict = desk.roster.judge(line.plan, hello.identity)
        if isinstance(verdict, Reason):
            desk.roster.let_go(line.id)
            desk.changed(watch.distrust(verdict, hello.identity, now, at), now)
            return
        holder = desk.roster.holder(verdict.key)
        if holder is None or holder == line.id:
            self._trust(line, hello, verdict, now, at)
        elif holder in desk.roster.contests and line.id not in desk.roster.contests:
            desk.changed(watch.distrust(Reason.CLONED, hello.identity, now, at), now)
        elif line.id not in desk.roster.contests:
            desk.roster.contest(verdict.key, claimant=line.id, now=now)

    def spoke(self, line: Line, now: float, at: datetime) -> None:
        """A line in a contest gave a good frame: if it is the one that should have gone, there are two."""
        contest = self._desk.roster.contests.get(line.id)
        if (
            contest is None
            or contest.proven
            or line.id != contest.holder
            or now <= contest.since + self._grace
        ):
            return
        contest.proven = True
        self._desk.keep_mark(line)
        self._desk.roster.let_go(line.id)
        for name in (contest.holder, contest.claimant):
            rival = self._desk.lines[name]
            if rival.hello is not None:
                self._desk.changed(rival.watch.distrust(Reason.CLONED, rival.hello.identity, now, at), now)

    def left(self, line: Line, now: float, at: datetime) -> None:
        """A line fell silent or went away: a contest it was in is over."""
        contest = self._desk.roster.contests.get(line.id)
        if contest is None:
            return
        self._desk.roster.end(contest)
        other = self._desk.lines[contest.other(line.id)]
        if contest.proven:
            # Whoever stays must say anew who it is, and be believed only then.
            self._desk.renew(other, now, at)
        elif line.id == contest.holder:
            self._take_over(contest, other, now, at)

    def _take_over(self, contest: Contest, claimant: Line, now: float, at: datetime) -> None:
        known = self._desk.roster.known(contest.reader)
        self._desk.roster.let_go(contest.holder)
        if known is not None and claimant.hello is not None:
            self._trust(claimant, claimant.hello, known, now, at)

    def _trust(self, line: Line, hello: Hello, known: KnownReader, now: float, at: datetime) -> None:
        desk = self._desk
        for other in desk.lines.values():
            if other is not line and other.watch.reader is not None and other.watch.reader.key == known.key:
                desk.vacated(other)
        desk.roster.let_go(line.id)
        desk.roster.hold(known.key, line.id)
        line.backoff.reset()
        change = line.watch.trust(hello.identity, known.table, now, at)
        desk.report_hello(line, hello, at)
        desk.changed(change, now)
        if line.withheld is not None:
            desk.tell_missing(line, line.withheld, at)
            line.withheld = None
