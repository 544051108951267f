"""Audit report (FA-117): rounds verified again, cards and decks, play outside authorization, actual vs. expected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from floorapp.domain.rounds import KeptRound
from floorapp.domain.tables import Equipment, Fixture, ShufflingMethod
from floorapp.domain.tables import Post as Duty
from floorapp.domain.tables import Table as FloorTable
from floorapp.operations.audit.audit import Audit, found_in
from floorapp.operations.audit.observations import Comparison, ObservedPost, Observer, Posts, compare
from floorapp.operations.audit.packs import blocks_of
from floorapp.operations.audit.shoe_detective import words_of
from floorapp.operations.chart import Bar, Bars
from floorapp.operations.deck_set import DeckSetVerdict, NotOneDeckSet, verify_deck_set
from floorapp.operations.facts.shoes import ShoeBegun, ShoeEnded
from floorapp.operations.facts.tables import PostLeft, PostTaken
from floorapp.operations.papers.builder import Composing, PaperForm, plain_table, tally
from floorapp.operations.papers.conduct_rows import findings_table
from floorapp.operations.papers.verification import rounds_asked_for, wrong_rounds
from floorapp.operations.quick.verify import QuickVerifier
from floorapp.operations.sheet import Cell, Dash, Kind, MarkedWord, Prose, Row, Section, SheetColumn, SheetSign
from floorapp.operations.verification import RecordText

CARDS = (
    SheetColumn("Table", Kind.NAME, 0.8),
    SheetColumn("Deck set", Kind.ID, 1.5),
    SheetColumn("Shoes", Kind.NUMBER, 0.7),
    SheetColumn("Rounds", Kind.NUMBER, 0.8),
    SheetColumn("Result", Kind.STATE, 1.4),
    SheetColumn("What the cards say", Kind.TEXT, 5.0),
)
ODDS = (
    SheetColumn("Who", Kind.TEXT, 2.4),
    SheetColumn("What", Kind.TEXT, 2.4),
    SheetColumn("Rounds", Kind.NUMBER, 0.9),
    SheetColumn("Outcome", Kind.TEXT, 1.6),
    SheetColumn("Actual", Kind.NUMBER, 0.9),
    SheetColumn("Expected", Kind.NUMBER, 1.0),
    SheetColumn("Range", Kind.TEXT, 1.5),
)
#: How many comparisons are drawn.
DRAWN = 3


#: What the missing-card check asks for where the cards of a set do not add up.
TO_COUNT = MarkedWord("count the cards", SheetSign.ALARM)


def _sections(desk: Composing) -> Iterator[Section]:
    rounds = list(rounds_asked_for(desk))
    posts = Posts(tuple(_posts(desk)))
    found = _verified(desk, rounds, posts)
    comparisons = compare(found.seen, posts, desk.record.rulebooks, {})
    checked = tuple(_card_checks(desk, rounds))
    yield tally(
        rounds_verified_again=found.rounds,
        payout_errors=found.verdicts["mismatch"],
        procedure_errors=found.verdicts["violation"],
        unreadable=sum(each.verdict == "unreadable" for each in rounds),
        deck_sets_checked=len(checked),
        deck_sets_to_count=sum(row.cells[4] == TO_COUNT for row in checked),
        comparisons=len(comparisons),
        out_of_range=sum(each.alarm for each in comparisons),
    )
    changed = [each for each in rounds if each.verdict in ("mismatch", "violation")]
    if len(changed) != found.verdicts["mismatch"] + found.verdicts["violation"]:
        yield Prose(("Verified again today, some rounds come out differently than when they were imported.",))
    yield wrong_rounds(desk)
    yield plain_table("Missing-card check", CARDS, checked, "No deck set can be checked: no round names its shoe.")
    yield findings_table(desk, "Play outside authorization", None, "No hand was dealt with an open finding.")
    out = (row for each in comparisons if each.alarm for row in _out_of_range(desk, each))
    yield plain_table(
        "Actual vs. expected: out of range", ODDS, out, "Nothing is out of range (false alarms: 1 in 1,000)."
    )
    for each in sorted(comparisons, key=lambda each: (not each.alarm, -each.rounds))[:DRAWN]:
        yield _chart(desk, each)


def _verified(desk: Composing, rounds: list[KeptRound], posts: Posts) -> Audit:
    """The rounds through the engine once more, and what was seen in them."""
    made, verifier, observer = Audit(), QuickVerifier(desk.record.rulebooks), Observer(posts)
    for block in blocks_of(iter(rounds), desk.record.rulebooks, len(rounds)):
        made.add(found_in(verifier.check_block(block.packed, None, observer)))
    return made


def _posts(desk: Composing) -> Iterator[ObservedPost]:
    """Who and what was at each table asked for, from when on."""
    changes: dict[str, list[tuple[datetime, str, str]]] = {}
    for line in desk.record.lines(PostTaken, PostLeft, ShoeBegun):
        fact = line.fact
        if line.now is None:
            continue
        if isinstance(fact, ShoeBegun):
            changes.setdefault(fact.table, []).append((line.at, "deck_set", fact.deck_set))
        elif fact.post is Duty.DEALER:
            who = fact.person if isinstance(fact, PostTaken) else ""
            changes.setdefault(fact.table, []).append((line.at, "dealer", who))
    for table in desk.then.all(FloorTable):
        for at, piece in desk.record.history.versions(Equipment, table.id, Fixture.READER):
            changes.setdefault(table.id, []).append((at, "reader", piece.serial if piece.fitted else ""))
    for name in sorted(changes):
        if desk.wants(name):
            yield from _in_order(name, sorted(changes[name]))


def _in_order(table: str, changes: list[tuple[datetime, str, str]]) -> Iterator[ObservedPost]:
    post: ObservedPost | None = None
    for at, what, value in changes:
        if post is not None and at > post.since:
            yield post
        post = replace(post, since=at, **{what: value}) if post else ObservedPost(table, at, **{what: value})
    if post is not None:
        yield post


# The cards of a set, over all its shoes


def _card_checks(desk: Composing, rounds: list[KeptRound]) -> Iterator[Row]:
    """Each set whose rounds can be told apart by shoe, held against its decks; what is wrong comes first."""
    made = []
    for (table, name), mine in sorted(_by_set(desk, rounds).items()):
        texts = [RecordText(number, each.record) for number, each in enumerate(mine, start=1)]
        try:
            made.append((table, name, mine, verify_deck_set(texts, desk.record.rulebooks)))
        except NotOneDeckSet:
            continue
    made.sort(key=lambda each: not each[3].verdict.wrong)
    return (_check(*each) for each in made)


def _by_set(desk: Composing, rounds: list[KeptRound]) -> dict[tuple[str, str], list[KeptRound]]:
    """Rounds by the set they were dealt from; none where a continuous shuffler gives a dealt card back at once."""
    shoes: dict[str, list[tuple[datetime, str]]] = {}
    for line in desk.record.lines(ShoeBegun, ShoeEnded):
        if line.now is not None:
            name = line.fact.deck_set if isinstance(line.fact, ShoeBegun) else ""
            shoes.setdefault(line.fact.table, []).append((line.at, name))
    found: dict[tuple[str, str], list[KeptRound]] = {}
    for each in rounds:
        begun = [name for at, name in shoes.get(each.table, ()) if each.at is not None and at <= each.at]
        table = desk.record.table_at(each.table, each.at) if each.at else None
        continuous = table is not None and table.method is ShufflingMethod.CONTINUOUS_SHUFFLER
        if begun and begun[-1] and not continuous and each.verdict != "unreadable":
            found.setdefault((each.table, begun[-1]), []).append(each)
    return found


def _check(table: str, name: str, rounds: list[KeptRound], found: DeckSetVerdict) -> Row:
    wrong = found.verdict.wrong
    mark = TO_COUNT if wrong else MarkedWord("complete", SheetSign.OKAY)
    shoes = len({each.shoe for each in rounds})
    return Row((table, name, str(shoes), f"{len(rounds):,}", mark, words_of(found)))


# Actual vs. expected


def _whose(desk: Composing, each: Comparison) -> str:
    return f"{each.noun} {desk.name(each.name) if each.noun == 'dealer' else each.name}"


def _out_of_range(desk: Composing, each: Comparison) -> Iterator[Row]:
    for outcome in each.outcomes:
        if outcome.alarm:
            cells: tuple[Cell, ...] = (
                _whose(desk, each),
                each.watched.family,
                f"{each.rounds:,}",
                outcome.name,
                f"{outcome.seen:,}",
                f"{outcome.expected:,.1f}" if outcome.expected else Dash("never in a fair game"),
                f"{outcome.fewest:,} to {outcome.most:,}",
            )
            yield Row(cells)


def _chart(desk: Composing, each: Comparison) -> Bars:
    bars = tuple(
        Bar(out.name, out.seen, f"{out.seen:,}", out.expected, out.fewest, out.most, differs=out.alarm)
        for out in each.outcomes
    )
    title = f"Actual vs. expected: {_whose(desk, each)}, {each.watched.family}"
    return Bars(title, bars, f"{each.rounds:,} rounds. The range holds what a fair game has 999 times in 1,000.")


FORM = PaperForm(
    "audit",
    "Audit report",
    "FA-117",
    "4",
    _sections,
    narrows=frozenset({"pit", "table", "shift"}),
    signers=(("Compliance officer", "I have reviewed this audit."), ("Shift manager", "Received.")),
)
