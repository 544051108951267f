"""What the dispute desk lets one choose from: rounds to begin with, rules of the table, paragraphs, incidents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from floorapp.domain.tables import Table
from floorapp.engine.catalogue import Irregularity
from floorapp.engine.readings import Reading
from floorapp.engine.record import Options
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.terms import BY_RIGHT, Terms
from floorapp.engine.wagers.register import PLACED
from floorapp.operations.dispute.draft import Draft, play_under
from floorapp.operations.dispute.happenings import Variant
from floorapp.operations.dispute.lawful import remedies
from floorapp.operations.dispute.settlement import Rulebooks
from floorapp.operations.dispute.sources import OfferedRound
from floorapp.operations.dispute.verdict_words import SHORT
from floorapp.operations.verification import VERDICT_WORDS
from floorapp.screens.lists import ListRow
from floorapp.screens.states import State
from floorapp.screens.text_line import Icon, Sign, Words, line

VERDICTS = {
    "ok": (State.OKAY, VERDICT_WORDS["ok"]),
    "settled": (State.OKAY, VERDICT_WORDS["settled"]),
    "mismatch": (State.WARNING, VERDICT_WORDS["mismatch"]),
    "violation": (State.WARNING, VERDICT_WORDS["violation"]),
    "unreadable": (State.WARNING, "cannot be settled"),
}


def _row(key: str, what: str, more: str, mark: Sign | Icon | None = None, note: str = "") -> ListRow:
    second = (line(Words(more, 13, 400, "ink2", shrinks=True)),) if more else ()
    lines = (line(Words(what, 15, 500, shrinks=True)), *second)
    return ListRow(key, mark, lines, line(Words(note, 13, 400, "ink2")) if note else None)


#: What is known of a reader that was used with a wrong up card, in the order in which a press goes through it.
REVEALS: dict[bool | None, str] = {None: "not stated", True: "yes", False: "no"}

#: What the desk says of a table whose rulebook holds duties only.
CANNOT_SETTLE = "Its rulebook holds duties only: the dispute desk cannot settle rounds here."


def start_rows(tables: tuple[Table, ...], books: Rulebooks, unfinished: tuple[str, ...]) -> tuple[ListRow, ...]:
    """What one can begin with: what was left unfinished, tables (last those that cannot be settled), games."""
    rows = [
        _row(
            f"go on {name}",
            f"Resume {name or 'the round without a table'}",
            "Incomplete, saved as you left it.",
            Icon("history"),
        )
        for name in unfinished
    ]
    for table in sorted(tables, key=lambda table: table.rulebook not in books):
        book = books.get(table.rulebook)
        said = f"{book.name} · {table.decks} decks · {table.boxes} spots" if book else CANNOT_SETTLE
        rows.append(_row(f"table {table.id}", table.id, said, Icon("cards")))
    rows += [
        _row(f"game {book.id}", f"{book.name}, no table", f"{book.state} · {book.standing.status}", Icon("scale"))
        for book in books.values()
    ]
    return tuple(rows)


def round_rows(rounds: tuple[OfferedRound, ...]) -> tuple[ListRow, ...]:
    """Rounds on file, newest first, each with its verdict."""
    rows = []
    for each in rounds:
        state, word = VERDICTS.get(each.verdict, (State.OKAY, each.verdict))
        boxes = f"{each.boxes} spot{'s' * (each.boxes != 1)}"
        rows.append(_row(each.id, each.id, f"{each.when} · {boxes} · {word}", Sign(state, 15)))
    return tuple(rows)


def remedy_rows(draft: Draft, books: Rulebooks, *, void: bool) -> tuple[ListRow, ...]:
    """The paragraphs under which a hand is dead or a round void, in the catalog's words."""
    book = books[draft.round.rulebook]
    return tuple(_row(cite, title, book.cited(cite)) for cite, title in remedies(draft, books, void=void))


def event_rows(draft: Draft, books: Rulebooks) -> tuple[ListRow, ...]:
    """Everything that can go wrong under this rulebook, in the catalog's words."""
    book = books[draft.round.rulebook]
    return tuple(
        _row(each.code, each.title, f"{each.look_for} {book.cited(each.cite)}") for each in book.irregularities
    )


def variant_rows(told: tuple[Variant, ...]) -> tuple[str, tuple[ListRow, ...]]:
    """What is known of it, each with its remedy; one that is the same for all is said once, above, or at the first."""
    same = len({each.more for each in told}) == 1
    before = ("", *(each.more for each in told))
    rows = tuple(
        _row(str(place), each.words, "" if same or each.more == before[place] else each.more)
        for place, each in enumerate(told)
    )
    return (told[0].more if same else "Which was it?"), rows


def hand_rows(hands: int) -> tuple[ListRow, ...]:
    """Which hand of a split was called dead."""
    rows = [
        _row(str(hand), f"Hand {hand}", "Its bets are returned; other hands play on.") for hand in range(1, hands + 1)
    ]
    return (_row("0", "The whole spot", "Every hand at this spot is dead."), *rows)


def incident_rows(numbers: tuple[str, ...]) -> tuple[ListRow, ...]:
    """Incidents of this table that are not closed; and none."""
    rows = [_row(number, number, "Saving adds this round to it.", Icon("flag")) for number in numbers]
    return (*rows, _row("none", "No incident", "The round is saved as evidence on its own.", Icon("file-text")))


# --- the rules the round is played under ---


def rule_rows(draft: Draft, books: Rulebooks, readings: Sequence[Reading]) -> tuple[ListRow, ...]:
    """Every choice of the table; a press takes the next value."""
    book = books[draft.round.rulebook]
    options, terms = draft.round.options, Terms(book, draft.round.options)
    rows = [
        _row("rulebook", book.name, f"{book.state} · {book.id} · {book.standing.status}", Icon("scale"), "next game"),
        _row(
            "decks", f"{terms.decks} decks", f"Allowed: {book.cards.decks.value} · {book.cited(book.cards.decks.cite)}"
        ),
        _row(
            "positions",
            f"{options.positions} spots",
            f"Allowed: {book.table.boxes.value} · {book.cited(book.table.boxes.cite)}",
        ),
        _row("reader", f"Card reader: {_yes(terms.reader_in_use)}", book.cited(book.reader.required.cite)),
        _row("hole_card", f"Hole card: {_yes(terms.hole_card)}", book.cited(book.reader.hole_card.cite)),
    ]
    wrong_up = _reader_with_wrong_up_card(book)
    if wrong_up:
        says = REVEALS[options.reader_reveals_value]
        rows.append(
            _row("reader_reveals", f"The reader can give the hole card away: {says}", book.cited(wrong_up.cite))
        )
    for side in map(PLACED.__getitem__, book.sides):
        if side.paytables:
            words = f"{side.title} pay table {options.push_22_paytable}"
            rows.append(_row("push_22_paytable", words, book.cited(side.paytable(book, side.paytables[0]).cite)))
    for wager in _sides(book):
        offered = terms.offers(wager)
        rows.append(
            _row(
                f"side {wager}",
                f"{SHORT[wager]}: {'offered' if offered else 'not offered'}",
                book.cited(book.table.wagers.cite),
            )
        )
    for reading in readings:
        if book.id in reading.cites:
            other = terms.other(reading.id)
            says = reading.alternative if other else reading.default
            rows.append(
                _row(
                    f"reading {reading.id}",
                    f"{reading.id} · {reading.question}",
                    ("Alternative: " if other else "Default: ") + says,
                )
            )
    return tuple(rows)


def _reader_with_wrong_up_card(book: Rulebook) -> Irregularity | None:
    """The entry whose remedy hangs on what the reader can give away (665a, New Jersey)."""
    entry = book.irregularity("reader-used-wrong-up-card") if book.reader.kind.value == "blackjack" else None
    return entry if entry and "device_reveals" in entry.needs else None


def _yes(so: bool) -> str:
    return "in use" if so else "none"


def _sides(book: Rulebook) -> tuple[str, ...]:
    return tuple(each for each in book.table.wagers.value if each not in BY_RIGHT)


def next_rule(draft: Draft, books: Rulebooks, key: str) -> Draft:
    """The draft with the next value of one choice."""
    options, book = draft.round.options, books[draft.round.rulebook]
    if key == "rulebook":
        names = list(books)
        after = names[(names.index(book.id) + 1) % len(names)]
        sides = None if options.side_wagers is None else frozenset(_sides(books[after]))
        return play_under(draft, after, replace(options, decks=None, side_wagers=sides))
    if key == "decks":
        allowed = [n for n in range(1, 9) if n in book.cards.decks.value] or [Terms(book, options).decks]
        now = Terms(book, options).decks
        return play_under(draft, book.id, replace(options, decks=next((n for n in allowed if n > now), allowed[0])))
    if key == "positions":
        return play_under(draft, book.id, replace(options, positions=options.positions % 7 + 1))
    if key == "push_22_paytable":
        return play_under(
            draft, book.id, replace(options, push_22_paytable="B" if options.push_22_paytable == "A" else "A")
        )
    if key == "reader":
        return play_under(draft, book.id, replace(options, reader=not options.reader))
    if key == "reader_reveals":
        told = list(REVEALS)
        said = told[(told.index(options.reader_reveals_value) + 1) % len(told)]
        return play_under(draft, book.id, replace(options, reader_reveals_value=said))
    if key == "hole_card":
        return play_under(draft, book.id, replace(options, hole_card=not options.hole_card))
    return play_under(draft, book.id, _toggled(options, book, key))


def _toggled(options: Options, book: Rulebook, key: str) -> Options:
    kind, _, name = key.partition(" ")
    if kind == "side":
        offered = frozenset(_sides(book)) if options.side_wagers is None else options.side_wagers
        return replace(options, side_wagers=offered ^ {name})
    return replace(options, readings=options.readings ^ {name})
