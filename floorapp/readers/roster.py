"""The roster: the readers this house knows, who may stand on a line, and two that claim to be one."""

from __future__ import annotations

from collections.abc import Iterable

from floorapp.domain.reader_lines import KnownReader, LineReason, ReaderLine
from floorapp.domain.readers import ReaderIdentity
from floorapp.domain.values import dataclass


@dataclass(slots=True)
class Contest:
    """A second line claims a reader whose first line has not gone; if both speak, one is a copy."""

    reader: str
    holder: str
    claimant: str
    since: float
    proven: bool = False


class Roster:
    """Judges identities; a reader is known by what it is, not by its port."""

    def __init__(self, known: Iterable[KnownReader]) -> None:
        self._known = {reader.key: reader for reader in known}
        self._holders: dict[str, str] = {}
        #: By the reader that is claimed twice.
        self.contests: dict[str, Contest] = {}

    def relisted(self, known: Iterable[KnownReader]) -> Roster:
        """The same lines and contests under another list of readers."""
        after = Roster(known)
        after._holders, after.contests = self._holders, self.contests
        return after

    @property
    def readers(self) -> Iterable[KnownReader]:
        """Every reader on the list."""
        return self._known.values()

    def last_on(self, line: str) -> KnownReader | None:
        """The reader that was last heard on a line, before this station began to listen."""
        return next((each for each in self._known.values() if each.last_line == line), None)

    def known(self, key: str) -> KnownReader | None:
        return self._known.get(key)

    def judge(self, line: ReaderLine, said: ReaderIdentity) -> KnownReader | LineReason:
        """The reader as the house knows it, or why it is not to be trusted on this line."""
        if line.expects is not None and line.expects != said.key:
            return LineReason.WRONG_IDENTITY
        known = self._known.get(said.key)
        if known is None:
            return LineReason.STRANGER
        if (known.kind, known.virtual) != (said.kind, said.virtual):
            return LineReason.WRONG_IDENTITY
        return LineReason.NAMESAKE if known.namesake else known

    def holder(self, key: str) -> str | None:
        """The line a reader is trusted on."""
        return self._holders.get(key)

    def hold(self, key: str, line: str) -> None:
        self._holders[key] = line

    def let_go(self, line: str) -> None:
        """The line no longer speaks for any reader."""
        self._holders = {key: holder for key, holder in self._holders.items() if holder != line}

    def contest(self, key: str, *, claimant: str, now: float) -> Contest:
        """A second line says it is this reader."""
        self.contests[key] = contest = Contest(key, self._holders[key], claimant, now)
        return contest

    def contest_of(self, line: str) -> Contest | None:
        """The contest a line is in."""
        return next((each for each in self.contests.values() if line in (each.holder, each.claimant)), None)

    def end(self, contest: Contest) -> None:
        """One of the two has gone, or a person has decided."""
        self.contests.pop(contest.reader, None)
