"""Wrong guesses at a station that is cut off: they count where their entries arrive, whatever the cable does."""

from __future__ import annotations

from dataclasses import replace

from floorapp.operations.credentials import Credentials, Guesses, guess_key, station_guess_key
from floorapp.operations.entry import EntryDraft, Proof
from floorapp.operations.facts.people import GuessFailed, SessionBegan


def count_again(credentials: Credentials, draft: EntryDraft, station: str) -> None:
    """Count what an entry says of a guess: a wrong one at name and station; a right password forgives the name."""
    said = draft.fact
    if isinstance(said, GuessFailed):
        names = () if said.person is None else (guess_key(said.person, Proof(said.proof)),)
        for key in (*names, station_guess_key(station)):
            known = credentials.guesses(key)
            credentials.count(key, replace(known, failures=known.failures + 1, last_at=draft.recorded_at))
    elif isinstance(said, SessionBegan):
        for proof in Proof:
            credentials.count(guess_key(said.person, proof), Guesses())
