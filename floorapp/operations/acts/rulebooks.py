"""Installing a rulebook of the property's own, or pinning a shipped one: signed, with its text in the logbook."""

from __future__ import annotations

import hashlib
from datetime import date

from floorapp.domain.rulebooks import InstalledRulebook
from floorapp.engine.toml_values import RulebookFault
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Signature
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.rulebooks import RulebookInstalled
from floorapp.operations.moment import Moment
from floorapp.operations.own_rulebooks import read_book
from floorapp.operations.refusal import Refusal, bad_input
from floorapp.operations.rules import DutyBook
from floorapp.operations.signatures import Meaning, needs_signature

#: As long as the longest shipped one, several times over.
LONGEST = 1_000_000


def digest_of(text: str) -> str:
    """The hash that a rulebook's text is known by."""
    return hashlib.sha256(text.encode()).hexdigest()


def may_install_rulebook(moment: Moment) -> Refusal | None:
    """A compliance officer."""
    return moment.guard("install_rulebook")


def install_rulebook(desk: Desk, *, text: str, holds_from: date, signature: Signature) -> Change:
    """Install a rulebook from a gaming day on; its whole text and hash go on record."""
    text = text.replace("\r\n", "\n")
    book = None if len(text) > LONGEST else _read(text)
    named = book.id if isinstance(book, DutyBook) else "unread"
    with desk.acting("install_rulebook", Subject("rulebook", named)) as act:
        act.ask(may_install_rulebook(act.moment))
        if book is None:
            act.ask(bad_input("The file is too long to be a rulebook.", "Choose a rulebook file."))
        if not isinstance(book, DutyBook):
            act.ask(book)
            raise AssertionError("refused before")
        act.ask(
            _not_duties_only(act.moment, book),
            _in_the_past(act.moment, holds_from),
            _known_already(act.moment, book, digest_of(text), holds_from),
            needs_signature((signature,), Meaning.INSTALLED, by=act.moment.person),
        )
        installed = RulebookInstalled(
            rulebook=book.id,
            name=book.name,
            version=book.version,
            holds_from=holds_from,
            digest=digest_of(text),
            text=text,
        )
        return act.enter(installed, signatures=(signature,))


def _read(text: str) -> DutyBook | Refusal:
    try:
        return read_book(text)
    except RulebookFault as fault:
        count = len(fault.all)
        says = " ".join(f"{each}." for each in fault.all[:5]) + (f" And {count - 5} more." if count > 5 else "")
        return Refusal(
            "rulebook-errors",
            says,
            "The rulebook was not installed.",
            "Fix the file; “floorapp rulebooks check FILE” names every error.",
        )


def _not_duties_only(moment: Moment, book: DutyBook) -> Refusal | None:
    """A property's own holds duties only; what settles is a shipped one, pinned exactly as it is shipped."""
    if not book.settles and book.id not in moment.rulebooks:
        return None
    if book.settles and book == moment.rulebooks.get(book.id):
        return None
    if book.id in moment.rulebooks:
        return Refusal(
            "shipped-rulebook",
            f"{book.id} is a rulebook that comes with the app, and this text differs from it.",
            "The rulebook was not installed.",
            "Give your own rulebook its own id.",
        )
    return Refusal(
        "own-settlement",
        f"{book.name} says how rounds are settled.",
        "A property's own rulebook holds duties only; it was not installed.",
        "Leave settlement out and write settles = false.",
    )


def _in_the_past(moment: Moment, holds_from: date) -> Refusal | None:
    if holds_from >= moment.day.date:
        return None
    return bad_input("A rulebook cannot take effect on a past day.", "Choose today or a later day.")


def _known_already(moment: Moment, book: DutyBook, digest: str, holds_from: date) -> Refusal | None:
    """The same text for the same day, or another text under a version that is on record."""
    known = moment.state.find(InstalledRulebook, rulebook=book.id)
    if any(each.digest == digest and each.holds_from == holds_from for each in known):
        return bad_input(f"This version of {book.name} is already installed for that day.", "Nothing to do.")
    if any(each.version == book.version and each.digest != digest for each in known):
        return bad_input(
            f"Version {book.version} of {book.name} is on record with a different text.", "Give it a new version."
        )
    return None
