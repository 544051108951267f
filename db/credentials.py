"""Hashes of passwords and PINs, and counted guesses: beside the logbook, never in it."""

from __future__ import annotations

import base64
import hashlib
import os
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa

from db.dialect import Writes
from db.schema import credential, entry, guess
from floorapp.operations.canonical import canonical, digest, instant_of, instant_text
from floorapp.operations.credentials import MIXED_IN, Guesses, fits
from floorapp.operations.entry import Proof

if TYPE_CHECKING:
    import argon2

    from db.keys import StationKey


#: In the place of a hash, where only its cost and salt are known.
_NO_TAG = base64.b64encode(bytes(32)).rstrip(b"=").decode()


class Argon2:
    """argon2id at the library's recommended cost; the library is first needed when somebody signs in."""

    @cached_property
    def _hasher(self) -> argon2.PasswordHasher:
        from argon2 import PasswordHasher

        return PasswordHasher()

    @cached_property
    def nobody(self) -> str:
        """A hash of the usual cost that belongs to nobody."""
        return _nobody(self._hasher)

    def hash(self, secret: str) -> str:
        """A salted hash, and behind it letters that nobody can make from secret and salt."""
        return f"{self._hasher.hash(secret)}{MIXED_IN}{os.urandom(16).hex()}"

    def signer(self, hashed: str, secret: str) -> StationKey:
        """The Ed25519 key that only this secret gives: argon2id of the same cost, under a salt of its own."""
        from argon2.low_level import Type, hash_secret_raw

        from db.keys import key_of

        seed = hash_secret_raw(
            secret.encode(),
            hashlib.sha256(b"floor-signature/1\n" + hashed.encode()).digest()[:16],
            time_cost=self._hasher.time_cost,
            memory_cost=self._hasher.memory_cost,
            parallelism=self._hasher.parallelism,
            hash_len=32,
            type=Type.ID,
        )
        return key_of(seed)

    def again(self, setting: str, secret: str) -> str:
        """The hash of a secret once more; with a setting that cannot be read it costs the usual and fits nothing."""
        from argon2 import extract_parameters
        from argon2.exceptions import InvalidHashError
        from argon2.low_level import hash_secret

        try:
            known = extract_parameters(f"{setting}{_NO_TAG}")
            salt = base64.b64decode(f"{setting.split('$')[-2]}==")
        except (InvalidHashError, ValueError):
            return self._hasher.hash(secret)
        return hash_secret(
            secret.encode(),
            salt,
            time_cost=known.time_cost,
            memory_cost=known.memory_cost,
            parallelism=known.parallelism,
            hash_len=self._hasher.hash_len,
            type=known.type,
            version=known.version,
        ).decode()


def _nobody(hasher: argon2.PasswordHasher) -> str:
    """A hash of no secret at all: as dear to check as any other, and made without hashing."""
    from argon2.low_level import ARGON2_VERSION

    salt, tag = (
        base64.b64encode(os.urandom(length)).rstrip(b"=").decode() for length in (hasher.salt_len, hasher.hash_len)
    )
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v={ARGON2_VERSION}${cost}${salt}${tag}"


class SqlCredentials:
    """Credentials inside one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        #: Hashes that this transaction was given for a right secret, or that it set.
        self.learned: dict[tuple[str, Proof], str] = {}

    def asked(self, person: str, proof: Proof) -> str | None:
        """The hash of a person's password or PIN."""
        return self._hashed(person, proof)

    def proved(self, person: str, proof: Proof, again: str) -> str | None:
        """The whole hash, for whoever hashed the right secret again."""
        hashed = self._hashed(person, proof)
        return hashed if hashed is not None and fits(hashed, again) else None

    def _hashed(self, person: str, proof: Proof) -> str | None:
        query = sa.select(credential.c.hashed)
        return self._connection.execute(
            query.where(credential.c.person == person, credential.c.proof == proof.value)
        ).scalar_one_or_none()

    def keep(self, person: str, proof: Proof, hashed: str) -> None:
        """Replace a person's hash."""
        which = (credential.c.person == person, credential.c.proof == proof.value)
        self._connection.execute(sa.delete(credential).where(*which))
        row = {"person": person, "proof": proof.value, "hashed": hashed}
        self._connection.execute(sa.insert(credential), row)

    def sealed(self) -> str:
        """A digest over all hashes of secrets, for a head to swear to."""
        query = sa.select(credential.c.person, credential.c.proof, credential.c.hashed)
        rows = self._connection.execute(query.order_by(credential.c.person, credential.c.proof))
        return digest(canonical([tuple(row) for row in rows]))

    def guesses(self, key: str) -> Guesses:
        """The wrong guesses under a key."""
        row = self._connection.execute(sa.select(guess).where(guess.c.key == key)).one_or_none()
        if row is None:
            return Guesses()
        return Guesses(row.failures, None if row.last_at is None else instant_of(row.last_at), row.turned_away)

    def count(self, key: str, guesses: Guesses) -> None:
        """Remember the wrong guesses under a key; none are forgotten."""
        self._connection.execute(sa.delete(guess).where(guess.c.key == key))
        if guesses != Guesses():
            row = {
                "key": key,
                "failures": guesses.failures,
                "last_at": None if guesses.last_at is None else instant_text(guesses.last_at),
                "turned_away": guesses.turned_away,
            }
            self._connection.execute(sa.insert(guess), row)

    def write_down(self, onto: Writes) -> None:
        """Everything is written down already."""


def is_on_record(connection: sa.Connection, person: str, proof: Proof) -> bool:
    """Whether a person's hash is the one of the entry that set it last; older entries do not say which that is."""
    set_by = (entry.c.kind == f"person.{proof}-set", entry.c.subject_id == person)
    newest = sa.select(entry.c.payload).where(*set_by).order_by(entry.c.position.desc()).limit(1)
    said = msgspec.json.decode(connection.execute(newest).scalar_one_or_none() or "{}").get("digest", "")
    known = sa.select(credential.c.hashed).where(credential.c.person == person, credential.c.proof == proof.value)
    hashed = connection.execute(known).scalar_one_or_none()
    return not said or (hashed is not None and digest(hashed.encode()) == said)


def credentials_of(connection: sa.Connection, station: str) -> SqlCredentials:
    """Credentials as the database of a connection keeps them."""
    if connection.dialect.name == "postgresql":
        from db.postgres_secrets import ServerCredentials  # only where there is one

        return ServerCredentials(connection, station)
    return SqlCredentials(connection)
