"""The hashes of secrets, held against the entries that set them: in a file, on a server, in a station's copy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from db.authority import Known
from db.chain import secrets_digest
from floorapp.domain.values import dataclass
from floorapp.operations.canonical import digest
from floorapp.operations.logbook_check import LogbookFlaw


@dataclass(frozen=True, slots=True)
class Secrets:
    """The digests of the hashes of secrets by person and proof, and the one over all of them; empty where not known."""

    digests: Mapping[tuple[str, str], str]
    sealed: str


def secrets_in(connection: Any, *, proved_here: bool) -> Secrets:
    """The secrets of a file; of a station's copy it is not known what all of them are."""
    rows = connection.execute("SELECT person, proof, hashed FROM credential ORDER BY person, proof").fetchall()
    digests = {(person, proof): digest(str(hashed).encode()) for person, proof, hashed in rows}
    return Secrets(digests, "" if proved_here else secrets_digest(rows))


def check_secrets(secrets: Secrets, people: Mapping[str, Known], *, proved_here: bool) -> Iterator[LogbookFlaw]:
    """Each hash is the one whose digest stands in the entry that set it last."""
    kept = dict(secrets.digests)
    for person, known in people.items():
        for proof, secret in known.secrets.items():
            found = kept.pop((person, proof), None)
            if secret.digest and found != secret.digest and not (found is None and proved_here):
                how = "gone" if found is None else "not that of the one set last"
                says = f"the hash of the {proof} is {how}."
                yield LogbookFlaw(code="secrets", says=says, about=f"person {person}")
    for person, proof in kept:
        yield LogbookFlaw(code="secrets", says=f"there is a {proof} that nobody ever set.", about=f"person {person}")
