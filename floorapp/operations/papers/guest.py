"""The guest's page: one round drawn with its cards, each wager's result with its paragraph, in plain words."""

from __future__ import annotations

import re

from floorapp.domain.money import dollars
from floorapp.engine.answer import Answer, Line
from floorapp.engine.event_findings import remedy_for
from floorapp.engine.finding import VIOLATION
from floorapp.engine.record import Box, Round
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.terms import Terms
from floorapp.operations.card_round import CardPlace, CardRound, DealtCard, DealtHand, Settlement, WagerLine
from floorapp.operations.dispute.happenings import known_words
from floorapp.operations.dispute.settlement import hands_shown
from floorapp.operations.sheet import (
    Callout,
    Group,
    Kind,
    Prose,
    Row,
    Section,
    Sheet,
    SheetColumn,
    SheetHead,
    SheetSignature,
    SheetTable,
    Signatures,
)
from floorapp.operations.two_figures import TwoFigures, paid_as_required, two_figures

FORM, REVISION = "FA-116", "8"
TITLE, OF_ALL = "How your hand was settled", "How this hand was settled"
ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")

#: What is still to be said where a round may be void and was played on.
VOID_INSTEAD = " The figures above are for the round as dealt; if it is called void, every bet is returned instead."
#: What is said first where something went wrong that left the figures alone.
BELOW = " Something went wrong in this round: the remedy is below."

#: A finding that the closing words say at length.
SAID_BELOW = "rulebook-not-in-force"

EXPLAINED = SheetSignature("Explained by", "I explained this page to the guest.")
RECEIVED = SheetSignature(
    "Guest", "I received this page. Signing is your choice.", "", "Name and date: left to the guest"
)


def guest_page(
    round_: Round,
    answer: Answer,
    rulebook: Rulebook,
    *,
    house: str,
    day: str,
    when: str = "",
    about: str = "",
    box: int | None = None,
    issued: tuple[SheetSignature, ...] = (),
) -> Sheet:
    """One round on one page: the guest's own box where one is named or there is only one, else all of them.

    `when` is the time as a guest reads it, `about` names the round or the incident. Whoever prints it says that they
    issued it, not that they explained it.
    """
    if box is None and len(round_.boxes) == 1:
        box = round_.boxes[0].number
    title = TITLE if box is not None else OF_ALL
    head = SheetHead(house, title, FORM, REVISION, "Gaming day", day, filters=about, audience="guest’s page")
    return Sheet(
        head,
        (*round_sections(round_, answer, rulebook, when=when, box=box), Signatures((*issued, EXPLAINED, RECEIVED))),
        large=True,
        one_page=True,
    )


def round_sections(
    round_: Round, answer: Answer, rulebook: Rulebook, *, when: str = "", box: int | None = None
) -> tuple[Section, ...]:
    """What a page about a round shows: what is wrong first, the cards, every wager, and what it all means.

    Only of a guest's own box does it speak as theirs.
    """
    mine = box is not None
    boxes = [each for each in round_.boxes if box is None or each.number == box]
    lines = [line for line in answer.lines if box is None or line.box == box]
    found = [each for each in answer.findings if each.code != SAID_BELOW and (box is None or each.box in (None, box))]
    told = [f"{each.message} ({rulebook.cited(each.cite)})" for each in found]
    played = any(each.severity == VIOLATION for each in found)
    wrong = _went_wrong(round_, answer, rulebook, box)
    both = two_figures(answer, rulebook, box)
    sections: list[Section] = [
        _callout(
            lines,
            answer,
            rulebook,
            played=played,
            mine=mine,
            troubled=bool(wrong) and round_.void is None,
            differs=both is not None,
        )
    ]
    where = ", ".join(each for each in (f"table {round_.table}" if round_.table else "", rulebook.name, when) if each)
    named = (where, *[""] * (len(boxes) - 1))
    spots = (_place(each, round_, rulebook, at, mine=mine) for each, at in zip(boxes, named, strict=False))
    places = (_dealer(round_, answer), *spots)
    sections.append(CardRound(places))
    several = len(boxes) > 1
    head = "Correct" if both is None else "As dealt"
    settled = tuple(_wager(line, rulebook, several=several, mine=mine) for line in lines)
    sections.append(Settlement(settled, correct_head=head, reported_head="Paid"))
    if both is not None:
        sections += _both_figures(both, rulebook, several=several)
    if wrong:
        sections.append(Prose(wrong, title="What went wrong, and the remedy"))
    if told:
        sections.append(Prose(tuple(told), title="Also noted"))
    sections.append(Prose((_closing(rulebook, mine=mine),)))
    return tuple(sections)


def _went_wrong(round_: Round, answer: Answer, rulebook: Rulebook, box: int | None) -> tuple[str, ...]:
    """What the record says went wrong, at a box or for all of them, each with its remedy and its section."""
    told = []
    for event in round_.events:
        entry = remedy_for(Terms(rulebook, round_.options), round_, event)
        if entry is None or (box and event.box not in (None, box)):
            continue
        hand = f", hand {event.hand}" if event.hand else ""
        where = f", spot {event.box}{hand}" if event.box else ""
        still_open = entry.void and round_.void is None and answer.required is None
        said = f"{entry.title}{where}{known_words(event)}"
        told.append(f"{said} {entry.remedy} ({rulebook.cited(entry.cite)}){VOID_INSTEAD * still_open}")
    return tuple(told)


def _both_figures(both: TwoFigures, rulebook: Rulebook, *, several: bool) -> list[Section]:
    """What was dealt and what the rules require, wager by wager, and the difference for each patron."""
    heads = [f"{way.head.rstrip('.')} ({way.whose})" if way.whose else way.head for way in both.ways]
    columns = [SheetColumn("Wager", Kind.TEXT, 2.4), SheetColumn("As dealt", Kind.MONEY, 1.0)]
    columns += [SheetColumn(head, Kind.MONEY, 1.4) for head in heads]
    rows = []
    for place, line in enumerate(both.lines):
        ways = (signed(way.nets[place]) for way in both.ways)
        rows.append(Row((_wager(line, rulebook, several=several).wager, signed(both.dealt[place]), *ways)))
    for patron in both.patrons:
        name = f"Difference, spot {patron.box}" + (f", player behind {patron.behind}" if patron.behind else "")
        rows.append(Row((name, signed(0), *map(signed, patron.differences))))
    table = SheetTable(tuple(columns), (Group(tuple(rows)),), title="As dealt, and as the rules require")
    return [table, Prose((f"{both.because} ({both.cite}) {both.decided_by}",))]


def _callout(
    lines: list[Line], answer: Answer, rulebook: Rulebook, *, played: bool, mine: bool, troubled: bool, differs: bool
) -> Callout:
    """The one thing to know first; `played` where the round was played against the rules, however it was paid.

    `troubled` where something went wrong at the table, though the figures stand; `differs` where the text requires
    other figures.
    """
    chips = "your chips" if mine else "the patrons’ chips"
    if answer.error:
        return Callout("This round cannot be settled from what is on record.", answer.error)
    wrong = [line for line in lines if line.wrong]
    spots = {line.box for line in lines}
    if wrong and all(paid_as_required(answer, spot) for spot in spots):
        text = f"It changed {chips} by {signed(sum(line.reported or 0 for line in lines))}: what the rules require."
        return Callout("This round was not dealt as the rules say, and was paid as they require.", text)
    if wrong and differs:
        paid, due = sum(line.reported or 0 for line in lines), sum(line.expected for line in lines)
        text = f"The round changed {chips} by {signed(paid)}; by the cards as dealt it should have been {signed(due)}."
        return Callout("This round was not dealt as the rules say.", f"{text} Below is what the rules require.")
    if not wrong:
        return _all_right(lines, chips, played=played, both=differs, troubled=troubled)
    short = sum(line.expected - (line.reported or 0) for line in wrong)
    names = ", ".join(dict.fromkeys(wager_words(line, rulebook) for line in wrong))
    got = sum(line.reported or 0 for line in lines)
    due = sum(line.expected for line in lines)
    text = f"In total the round changed {chips} by {signed(got)}; it should have been {signed(due)}."
    if short == 0:
        return Callout(
            f"Not settled as the rules say: {names}.", f"{text} The total is right, the individual bets are not."
        )
    side = "underpaid" if short > 0 else "overpaid"
    amount = dollars(abs(short))
    label = "was overpaid" if short < 0 else "is due to you" if mine else "was underpaid"
    rest = f" All {'your ' * mine}other bets were settled correctly." if len(wrong) < len(lines) else ""
    return Callout(f"{names}: {side} by {amount}.", text + rest, amount, label)


def _all_right(lines: list[Line], chips: str, *, played: bool, both: bool, troubled: bool) -> Callout:
    if both:
        total = sum(line.expected for line in lines)
        text = f"As dealt, the round changes {chips} by {signed(total)}; below is what the rules require."
        return Callout("This round was not dealt as the rules say.", text)
    if any(line.reported is not None for line in lines):
        total = sum(line.reported or 0 for line in lines)
        changed = f"The round changed {chips} by {signed(total)}."
        if played:
            text = f"{changed} Every bet was paid correctly for the cards as dealt; what went wrong is below."
            return Callout("This round was not played by the rules.", text)
        if troubled:
            return Callout("Every bet was paid correctly for the cards as dealt.", changed + BELOW)
        return Callout("Every bet was settled by the rules.", changed)
    total = sum(line.expected for line in lines)
    unknown = "What was paid is not on record."
    if troubled and not played:
        text = f"{unknown} For the cards as dealt the round changes {chips} by {signed(total)}.{BELOW}"
        return Callout("This is what the rules pay for the cards as dealt.", text)
    head = "This round was not played by the rules." if played else "This is what the rules pay for this round."
    return Callout(head, f"{unknown} By the rules the round changes {chips} by {signed(total)}.")


def _dealer(round_: Round, answer: Answer) -> CardPlace:
    cards = tuple(DealtCard(card) for card in round_.dealer)
    dealer = answer.dealer
    said = "a Blackjack" if dealer and dealer.blackjack else str(dealer.total) if dealer else "not counted"
    caption = "All of the dealer’s cards count."
    if dealer and len(dealer.cards) < len(round_.dealer):
        caption = f"The first {len(dealer.cards)} cards count."
    return CardPlace(f"Dealer: {said}", (DealtHand(cards, caption),))


def _place(box: Box, round_: Round, rulebook: Rulebook, where: str, *, mine: bool) -> CardPlace:
    up = round_.dealer[0] if round_.dealer else None
    shown = hands_shown(Terms(rulebook, round_.options), up, box)
    hands = []
    for number, hand in enumerate(shown, start=1):
        cards = tuple(DealtCard(card, place in hand.sideways) for place, card in enumerate(hand.cards))
        whose = f"{ORDINALS[min(number - 1, 7)]} hand" if len(shown) > 1 else "Your hand" if mine else "Hand"
        told = ["surrendered"] * ("surrender" in hand.decided) + ["called dead"] * bool(box.dead_call(number))
        name = ", ".join((whose, hand.count or "no cards", *told))
        hands.append(DealtHand(cards, "; ".join((name, *hand.beside)), ("FREE",) * hand.lammers))
    spot = f"{'Your spot:' if mine else 'Spot'} {box.number}"
    return CardPlace(f"{spot}, {where}" if where else spot, tuple(hands))


def wager_words(line: Line, rulebook: Rulebook) -> str:
    """A wager as a guest calls it."""
    name = rulebook.wager_names.get(line.wager, line.wager.replace("_", " "))
    return name[:1].upper() + name[1:]


def _wager(line: Line, rulebook: Rulebook, *, several: bool, mine: bool = True) -> WagerLine:
    name = wager_words(line, rulebook)
    if line.hand > 1 or (line.hand and line.wager != "main"):
        name = f"{name}, hand {line.hand}"
    name = f"{name}, free" if line.lammer else f"{name}, {dollars(line.stake)}"
    if line.behind:
        name = f"{name}, player behind {line.behind}"
    if several:
        name = f"Spot {line.box}: {name}"
    reported = (
        "not reported" if line.missing else signed(line.reported) if line.reported is not None else "not on record"
    )
    because = line.because if mine else _of_anyone(line.because)
    return WagerLine(name, because, rulebook.cited(line.cite), signed(line.expected), reported, line.wrong)


def _of_anyone(sentence: str) -> str:
    """What is said to a guest, said of any player."""
    told = sentence.replace("Your ", "The ").replace(" your ", " the ")
    return re.sub(r"you lose (half of the \w+) and keep half", r"\1 is lost and half is kept", told)


def signed(cents: int) -> str:
    """An amount won or lost: `+$100.00`, `−$5.00`, `$0.00`."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def _closing(rulebook: Rulebook, *, mine: bool) -> str:
    chapter = (
        f"Chapter: {rulebook.cited(rulebook.standing.cite)} ({rulebook.standing.status}; {rulebook.id}, version "
        f"{rulebook.version})."
    )
    if not mine:
        signs = (
            "Plus is what was won on top of the bet, minus what was lost; zero is a push, or a bet that cost nothing."
        )
        return f"{signs} Settled by the rules posted at the table for {rulebook.name}. {chapter}"
    return (
        "Plus is what you won on top of your bet, minus is what you lost; zero is a push, or a bet that cost nothing. "
        f"Your hand was settled by the rules posted at the table for {rulebook.name}. {chapter} "
        "This page explains one round. It is not a ruling of the regulator, and you may ask for one."
    )
