"""Secrets and guesses: what is asked of the store that keeps hashes, and how guessing is slowed."""

from __future__ import annotations

import hmac
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Protocol

from floorapp.domain.values import dataclass
from floorapp.operations.canonical import digest
from floorapp.operations.entry import Proof

#: Wrong guesses that are free, that are slowed, and after which nothing is accepted any more.
FREE_GUESSES = 5
LOCKED_AFTER = 10

#: The wait after the fifth wrong guess; it doubles with each further one.
FIRST_WAIT = timedelta(seconds=30)

#: Wrong guesses at one station, whoever's name they are at, less the right ones, before the station is slowed; and its
#: longest wait.
FREE_AT_STATION = 20
LONGEST_AT_STATION = timedelta(minutes=8)

#: What stands between a hash and the letters that are mixed into its digest and key, and that no salt tells.
MIXED_IN = "."

SHORTEST_PASSWORD = 10
PIN_DIGITS = range(6, 9)


class Signer(Protocol):
    """A key that signs: what is known of it, and signing with it."""

    @property
    def key(self) -> str:
        """The public half, in hexadecimal."""
        ...

    def sign(self, content: bytes) -> str:
        """A signature in hexadecimal."""
        ...


class Hasher(Protocol):
    """Slow hashing of secrets: argon2id in the house, something cheap in tests."""

    def hash(self, secret: str) -> str:
        """A salted hash."""
        ...

    def again(self, setting: str, secret: str) -> str:
        """The hash of a secret once more, with the cost and salt of an earlier one; without what is mixed in."""
        ...

    def signer(self, hashed: str, secret: str) -> Signer:
        """The key that only this secret gives, with the salt of this hash of it; nowhere kept."""
        ...

    @property
    def nobody(self) -> str:
        """A hash of the usual cost that belongs to nobody: unknown names are checked against it."""
        ...


@dataclass(frozen=True, slots=True)
class NewSecret:
    """A secret about to be kept: its salted hash, and the public half of the key it signs with."""

    hashed: str
    key: str

    @property
    def digest(self) -> str:
        """What the logbook says of the hash."""
        return digest(self.hashed.encode())


def setting_of(hashed: str) -> str:
    """The cost and salt with which a secret is hashed again; neither the hash nor what is mixed in behind it."""
    return f"{hashed.rpartition('$')[0]}$"


def fits(hashed: str, again: str) -> bool:
    """Whether a secret that was hashed again is the one of this hash."""
    return hmac.compare_digest(hashed.partition(MIXED_IN)[0], again)


def new_secret(hasher: Hasher, secret: str) -> NewSecret:
    """Hash a secret anew; its key is another one with every hash."""
    hashed = hasher.hash(secret)
    return NewSecret(hashed, hasher.signer(hashed, secret).key)


@dataclass(frozen=True, slots=True)
class Guesses:
    """Wrong guesses at one name since the last right one; no clock makes them forgotten."""

    failures: int = 0
    last_at: datetime | None = None
    turned_away: int = 0

    @property
    def locked(self) -> bool:
        return self.failures >= LOCKED_AFTER

    def wait_until(self) -> datetime | None:
        """Before this instant no further guess is looked at."""
        if self.last_at is None or self.failures < FREE_GUESSES:
            return None
        doubled: int = 2 ** (self.failures - FREE_GUESSES)
        return self.last_at + FIRST_WAIT * doubled

    def station_waits_until(self) -> datetime | None:
        """The same of a station: it is never locked, and slowed by names alike."""
        if self.last_at is None or self.failures < FREE_AT_STATION:
            return None
        doubled: int = 2 ** min(self.failures - FREE_AT_STATION, 8)
        return self.last_at + min(FIRST_WAIT * doubled, LONGEST_AT_STATION)

    def at(self, now: datetime) -> Guesses:
        """As they count now: a clock that was set back begins the wait anew, and keeps nobody out for longer."""
        return replace(self, last_at=now) if self.last_at is not None and self.last_at > now else self


class Credentials(Protocol):
    """The store of hashes and guesses, in the same transaction as the entry; never in the logbook."""

    def asked(self, person: str, proof: Proof) -> str | None:
        """The hash of a person's password or PIN, or its beginning with which another is hashed again."""
        ...

    def proved(self, person: str, proof: Proof, again: str) -> str | None:
        """The whole hash of a person's password or PIN, for whoever hashed the right one again."""
        ...

    def keep(self, person: str, proof: Proof, hashed: str) -> None:
        """Replace a person's hash."""
        ...

    def sealed(self) -> str:
        """A digest over all hashes of secrets, for a head to swear to."""
        ...

    def guesses(self, key: str) -> Guesses:
        """The wrong guesses under a key."""
        ...

    def count(self, key: str, guesses: Guesses) -> None:
        """Remember the wrong guesses under a key; none are forgotten."""
        ...


def station_guess_key(station: str) -> str:
    """Where wrong guesses at a station are counted."""
    return digest(f"station\x1f{station}".encode())[:8]


def guess_key(name: str, proof: Proof) -> str:
    """Where guesses at a name are counted, known or not.

    A short digest: no typed text is kept, and a password typed in the wrong box cannot be proved from it.
    """
    return digest(f"{proof}\x1f{handle_of(name)}".encode())[:8]


def handle_of(name: str) -> str:
    """A typed name as handles are written."""
    return name.strip().casefold()
