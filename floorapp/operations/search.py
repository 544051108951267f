"""Finding anything by a few letters: tables, incidents, deck sets, people, rounds, paragraphs, and entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from floorapp.domain.decks import DeckSet
from floorapp.domain.incidents import Incident
from floorapp.domain.people import Person
from floorapp.domain.property import Pit
from floorapp.domain.tables import Table
from floorapp.domain.values import dataclass
from floorapp.operations.book import Book
from floorapp.operations.entry import Entry
from floorapp.operations.entry_sentences import tell
from floorapp.operations.floor_queries import rulebook_of
from floorapp.operations.moment import Moment
from floorapp.operations.trade_words import PAYOUT_IS_SETTLED, about_payout, fits
from floorapp.operations.verification import VERDICT_WORDS

#: How many of a noun are offered, and among how many entries they are looked for.
OF_EACH, AMONG = 5, 60
#: Nouns people call by their id; a session's or a handover's says nothing to them.
NAMED = frozenset({"table", "incident", "deck-set", "person", "pit", "gaming-day", "reader-line", "document"})


@dataclass(frozen=True, slots=True)
class SearchHit:
    """Something that answers to what was typed: which noun, its name, and what it is."""

    kind: str
    id: str
    name: str
    says: str


def find(moment: Moment, book: Book, text: str) -> tuple[SearchHit, ...]:
    """What answers to a text, the likeliest noun first; nothing for nothing."""
    wanted = _squeezed(text)
    if not wanted:
        return ()
    return (
        *_tables(moment, wanted),
        *_incidents(moment, book, text),
        *_deck_sets(moment, book, text),
        *_people(moment, text),
        *_rounds(moment, text),
        *_rules(moment, text),
        *_entries(moment, book, text),
    )


def _squeezed(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _short(name: str) -> str:
    """`fb3` for `FB-03`, as people type it."""
    letters, _, digits = name.casefold().partition("-")
    return _squeezed(letters) + digits.lstrip("0")


def _tables(moment: Moment, wanted: str) -> Iterator[SearchHit]:
    tables = moment.state.find(Table)
    exact = [each for each in tables if wanted in (_squeezed(each.id), _short(each.id))]
    begun = [each for each in tables if each not in exact and _squeezed(each.id).startswith(wanted)]
    for table in (*exact, *begun)[:OF_EACH]:
        pit = moment.state.get(Pit, table.pit)
        says = f"{rulebook_of(moment, table.id).short} · {pit.name if pit else table.pit}"
        yield SearchHit("table", table.id, table.id, says)


def _named(book: Book, text: str, noun: str) -> list[str]:
    """The things of a noun that entries with these words are about, the newest first."""
    found: dict[str, None] = {}
    for entry in book.search(text, about=noun, limit=AMONG):
        for subject in (entry.subject, *entry.fact.mentions):
            if subject.kind == noun:
                found[subject.id] = None
    exact = _squeezed(text)
    return sorted(found, key=lambda id: exact not in _squeezed(id))


def _incidents(moment: Moment, book: Book, text: str) -> Iterator[SearchHit]:
    for number in _named(book, text, "incident")[:OF_EACH]:
        incident = moment.state.get(Incident, number)
        if incident is not None:
            says = f"{incident.title} · {incident.table} · {incident.phase}"
            yield SearchHit("incident", number, number, says)


def _deck_sets(moment: Moment, book: Book, text: str) -> Iterator[SearchHit]:
    wanted = _squeezed(text)
    for name in _named(book, text, "deck-set")[: OF_EACH * 4]:
        decks = moment.state.get(DeckSet, name)
        if decks is not None and (wanted in _squeezed(name) or wanted in _squeezed(decks.seal)):
            where = f" at {decks.table}" if decks.table else ""
            spot = decks.spot.words
            yield SearchHit("deck-set", name, name, f"Deck set · {decks.back} · {spot}{where}")


def _people(moment: Moment, text: str) -> Iterator[SearchHit]:
    words = text.casefold().split()
    found = [
        person
        for person in moment.state.find(Person)
        if all(_begins(word, (*person.name.casefold().split(), person.handle.casefold())) for word in words)
    ]
    for person in found[:OF_EACH]:
        title = person.title
        yield SearchHit("person", person.handle, person.name, title if person.enabled else f"{title} · no longer here")


def _rounds(moment: Moment, text: str) -> Iterator[SearchHit]:
    """The round on file with this very id."""
    for kept in moment.state.rounds(text.strip())[:1]:
        verdict = VERDICT_WORDS.get(kept.verdict, kept.verdict)
        yield SearchHit("round", kept.id, kept.id, f"Round at {kept.table or 'no table'} · {verdict}")


def _rules(moment: Moment, text: str) -> Iterator[SearchHit]:
    """Sections that begin as typed, `590.12`, and irregularities in the words of the trade, `boxed card`."""
    wanted = text.strip().casefold()
    if "." not in wanted or not wanted[0].isdigit():
        if about_payout(wanted.split()):
            yield SearchHit("desk", "", "Payout error", PAYOUT_IS_SETTLED)
        yield from _irregularities(moment, wanted.split())
        return
    cited = [(book, rule) for book in moment.books.values() for _, rule in book.provisions()]
    begun = {f"{book.id}/{rule.cite}": (book, rule) for book, rule in cited if rule.cite.casefold().startswith(wanted)}
    for key, (book, rule) in list(begun.items())[:OF_EACH]:
        yield SearchHit("rule", key, book.cited(rule.cite), rule.says)


def _irregularities(moment: Moment, words: list[str]) -> Iterator[SearchHit]:
    books = moment.books.values()
    named = ((book, each) for book in books for each in book.irregularities if fits(words, each.title, each.code))
    for book, each in list(named)[:OF_EACH]:
        yield SearchHit("rule", f"{book.id}/{each.code}", each.title, f"{book.cited(each.cite)} · {each.remedy}")


def _begins(word: str, names: Iterable[str]) -> bool:
    return any(name.startswith(word) for name in names)


def _entries(moment: Moment, book: Book, text: str) -> Iterator[SearchHit]:
    found = book.search(text, limit=AMONG)
    wanted = _squeezed(text)
    number = [entry for entry in found if _squeezed(entry.number) == wanted]
    for entry in (*number, *(each for each in found if each not in number))[:OF_EACH]:
        yield SearchHit("entry", entry.id, entry.number, _said(moment, entry))


def _said(moment: Moment, entry: Entry) -> str:
    says = tell(entry, moment.called, moment.house.style).says
    return f"{entry.subject.id} · {says}" if entry.subject.kind in NAMED else says
