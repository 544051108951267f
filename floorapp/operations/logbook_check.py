"""What looking through the logbook found: flaws, how far it is sound, and what no look can find."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from floorapp.domain.values import dataclass
from floorapp.operations.heads import fingerprint

#: Said with every answer: what this cannot find.
CANNOT_FIND = (
    "What this cannot find: a logbook rewritten as a whole by someone who has the file and the station's key, "
    "if no head that was signed before ever left the station; and what was cut off after the last head that "
    "left. Keep heads where nobody at the station can change them. Counted wrong guesses are not sealed."
)


#: Said where something is wrong: what it means, and what to do.
WHAT_TO_DO = (
    "What is listed here does not hold as evidence; play can continue. Change nothing: keep the file, the heads and "
    "the last backups as they are, and call a compliance officer."
)


#: The verdict where nothing is wrong and nothing from outside says so.
IN_ITSELF = "Nothing is wrong in itself."
NO_OUTSIDE_HEAD = (
    "But no head of {} from outside the station was held against it (--against): "
    "a logbook rewritten as a whole, or cut at the end, would not show."
)


def counted(number: int, one: str, many: str) -> str:
    """So many of them, in words."""
    return f"{number:,} {one if number == 1 else many}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogbookFlaw:
    """One thing that is wrong: what, and at which entry of which station, about what, when."""

    code: str
    says: str
    station: str = ""
    seq: int = 0
    #: The order of the database; what is missing at the end comes after everything.
    position: int = 0
    about: str = ""
    at: str = ""
    #: How many entries of the station may be meant, this one first.
    among: int = 1

    @property
    def number(self) -> str:
        """The entry, as a person is told; empty where it is not about one."""
        if not self.station or not self.seq:
            return self.station
        first = f"{self.station}-{self.seq}"
        return first if self.among <= 1 else f"{first} to {self.station}-{self.seq + self.among - 1}"

    def __str__(self) -> str:
        where = ", ".join(each for each in (self.number, self.about, self.at) if each)
        return f"{where}: {self.says}" if where else self.says


@dataclass(frozen=True, slots=True)
class Reached:
    """How far a station's chain goes: the last entry, its hash and time, and the last one a head vouches for."""

    station: str
    seq: int
    hash: str
    at: str
    position: int
    vouched: int = 0
    #: Its first key and the one it signs with.
    keys: tuple[str, ...] = ()
    #: The last entry that a head from outside vouches for.
    outside: int = 0
    #: Whether its keys were signed by the one before them.
    proved_keys: bool = False

    def key_words(self) -> str:
        """The fingerprint of its first key, to be held against one that is known from elsewhere."""
        return f"{self.station}: its first key is {fingerprint(self.keys[0])}."

    def words(self) -> str:
        """How far it goes, and from which entry on nobody vouches for it."""
        goes = f"{self.station}: up to {self.station}-{self.seq} of {self.at}"
        if not self.vouched:
            return f"{goes}; no head vouches for any of it."
        after = self.vouched + 2  # the entry after it is the head itself, which carries its own signature
        open_end = f"from {self.station}-{after} on nobody vouches yet" if after <= self.seq else "all of it"
        return f"{goes}; heads vouch up to {self.station}-{self.vouched}, {open_end}."


@dataclass(frozen=True, slots=True)
class CheckProgress:
    """Where a look through the logbook stopped, so that the next one need only look at what is new."""

    position: int
    place: int
    reached: tuple[Reached, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """The answer of a look through the logbook."""

    entries: int
    stations: tuple[Reached, ...]
    heads: int
    rounds: int
    attachments: int
    state: bool
    #: Stations whose raw frames lie with them and were not looked at.
    elsewhere: tuple[str, ...] = ()
    #: What is not wrong, and what nobody vouches for, in words.
    unproved: tuple[str, ...] = ()
    flaws: tuple[LogbookFlaw, ...]
    #: How many flaws there were; only the first ones are kept.
    wrong: int
    follows: str
    complete: bool
    mark: CheckProgress

    @property
    def good(self) -> bool:
        """Whether everything was looked at and nothing is wrong."""
        return self.complete and not self.wrong

    def also(self, flaws: Sequence[LogbookFlaw]) -> Checked:
        """The same, with what somebody else found with it."""
        return replace(self, flaws=(*self.flaws, *flaws), wrong=self.wrong + len(flaws))

    @property
    def first(self) -> LogbookFlaw | None:
        """The first bad entry, or the first thing that is wrong."""
        return min(self.flaws, key=lambda flaw: (not flaw.station, flaw.position), default=None)

    def words(self) -> tuple[str, ...]:
        """The answer in lines for a person."""
        lines = [
            f"{self.entries:,} entries of {len(self.stations)} station(s), {self.heads:,} heads, "
            f"{self.rounds:,} rounds, {self.attachments:,} attachments checked."
        ]
        lines.extend(each.words() for each in self.stations)
        lines.extend(each.key_words() for each in self.stations if each.keys)
        if self.elsewhere:
            lines.append(
                f"Raw frames of {', '.join(self.elsewhere)} are kept there and were not checked: check them there too."
            )
        lines.extend(self.unproved)
        if not self.complete:
            lines.append("The check was canceled: this does not cover the whole logbook.")
        first = self.first
        if first is not None:
            lines.append(f"WRONG, first: {first}")
            lines.extend(f"wrong: {flaw}" for flaw in self.flaws if flaw is not first)
            more = self.wrong - len(self.flaws)
            lines.extend([f"and {more:,} more."] if more else [])
            lines.extend([self.follows] if self.follows else [])
            lines.append(WHAT_TO_DO)
        elif self.complete:
            lines.append(self._verdict())
        return (*lines, CANNOT_FIND)

    def _verdict(self) -> str:
        """How far nothing being wrong can be relied on."""
        if not any(each.vouched for each in self.stations):
            return f"{IN_ITSELF} No signed head vouches for it, so a cut-off end would not show."
        known = [each for each in self.stations if each.outside]
        if len(known) < len(self.stations):
            missing = ", ".join(each.station for each in self.stations if not each.outside)
            return f"{IN_ITSELF} {NO_OUTSIDE_HEAD.format(missing)}"
        ends = " and ".join(f"{each.station}-{each.outside}" for each in known)
        if all(each.outside + 1 >= each.seq for each in known):
            return "Intact: nothing was changed, removed or cut off."
        return (
            f"Intact up to {ends}: nothing was changed, removed or cut off. After that, no head from outside vouches."
        )
