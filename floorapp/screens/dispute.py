"""The dispute desk as its page shows it: made of the draft and what the engine says, at every key."""

from __future__ import annotations

from floorapp.domain.cards import Card
from floorapp.domain.money import dollars
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import PLAIN
from floorapp.engine.record import Box
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.terms import Terms
from floorapp.engine.wagers.register import PLACED, SIDE
from floorapp.operations.dispute import verdict_words
from floorapp.operations.dispute.draft import Draft, next_seat
from floorapp.operations.dispute.happenings import known_as, known_words
from floorapp.operations.dispute.settlement import HandShown, Rulebooks, Settled, hands_of
from floorapp.operations.dispute.teller import Telling
from floorapp.operations.two_figures import paid_as_required, two_figures
from floorapp.screens.dispute_pad import PadView, pad_rows
from floorapp.screens.forms import Act
from floorapp.screens.lists import FindingRow, SettlementRow, SettlementShown
from floorapp.screens.states import State
from floorapp.screens.text_line import Piece, Pill, Sign, TextLine, Words, line


@dataclass(frozen=True, slots=True)
class DisputeView:
    """The whole desk at one moment."""

    title: str
    subject: str
    incident: TextLine
    dealer: BoxView
    boxes: tuple[BoxView, ...]
    typing: str
    told: str
    said: TextLine
    pads: PadView
    settlement: SettlementView
    first: bool = False
    last: bool = False


@dataclass(frozen=True, slots=True)
class SettlementView:
    """What the engine says of the round; the first act is the primary one."""

    state: State
    verdict: str
    meaning: str
    rulebook: tuple[TextLine, TextLine]
    rows: tuple[SettlementShown, ...]
    net: tuple[str, str]
    acts: tuple[Act, ...]
    selected: str = ""
    head: str = "Should be"  # of the figures: where the text requires others, these are as dealt


@dataclass(frozen=True, slots=True)
class HandView:
    """One hand: its cards, which of them lie sideways, its total and what was decided."""

    cards: tuple[Card, ...]
    total: str = ""
    decided: str = ""
    wagers: TextLine | None = None
    sideways: frozenset[int] = frozenset()

    @property
    def spoken(self) -> str:
        cards = ", ".join(card.name for card in self.cards)
        said = (cards, self.total, self.decided, self.wagers.spoken if self.wagers else "")
        return ", ".join(each for each in said if each)


@dataclass(frozen=True, slots=True)
class BoxView:
    """A box or the dealer, with hands; the one being told is framed."""

    number: int
    name: str
    hands: tuple[HandView, ...] = ()
    note: str = ""
    active: bool = False
    empty: str = "empty"
    below: tuple[str, ...] = ()

    @property
    def spoken(self) -> str:
        said = (self.name, self.note, *(hand.spoken for hand in self.hands), *self.below)
        return "; ".join(each for each in (*said, "being entered" if self.active else "") if each)


def dispute_of(
    draft: Draft, settled: Settled, telling: Telling, books: Rulebooks, acts: tuple[Act, ...]
) -> DisputeView:
    """The whole desk."""
    book = books[draft.round.rulebook]
    hands = {number: hands_of(draft, number, books) for number in range(1, draft.positions + 1)}
    return DisputeView(
        title=title_of(draft),
        subject=_subject(draft, book),
        incident=_incident(draft),
        dealer=_dealer(draft, settled, book),
        boxes=tuple(_box(draft, settled, book, number, shown) for number, shown in hands.items()),
        typing=_typing(draft, hands.get(draft.seat.box, ())),
        told=told_words(draft),
        said=_said(draft, settled, telling),
        pads=PadView({telling.pad: pad_rows(draft, telling.pad, telling.typed, books)}, telling.pad),
        settlement=_settlement(draft, settled, telling, book, acts),
        first=not draft.seat.box,
        last=next_seat(draft).seat.box == 0,
    )


def title_of(draft: Draft) -> str:
    """`Round 1182, FB-03`."""
    table = draft.round.table
    if draft.of:
        name = draft.of.rpartition("/")[2] if table and table in draft.of else draft.of
        return f"Round {name}, {table}" if table else f"Round {name}"
    return f"A round at {table}" if table else "A round, no table"


def _subject(draft: Draft, book: Rulebook) -> str:
    options, parts = draft.round.options, [book.name]
    if draft.round.at is not None:
        zone = draft.round.at.tzname() or ""  # a record read again has an offset, which nobody calls by a name
        parts.append(PLAIN.time(draft.round.at, seconds=True) + (f" {zone}" if zone.isalpha() else ""))
    parts.append(f"{Terms(book, options).decks} decks")
    if any(PLACED[name].paytables for name in book.sides):
        parts.append(f"pay table {options.push_22_paytable}")
    if options.readings:
        parts.append(f"{len(options.readings)} non-default readings")
    return " · ".join(parts)


def _incident(draft: Draft) -> TextLine:
    if not draft.incident:
        return line(Words("", 13))
    return line(Words("Incident", 13, 400, "ink2"), Words(draft.incident, 13, 400, "ink2", mono=True), gap=5)


def _typing(draft: Draft, hands: tuple[HandShown, ...]) -> str:
    if len(hands) > 1 and not draft.seat.behind:
        now = next((n for n, hand in enumerate(hands, start=1) if hand.open), len(hands))
        return f"{draft.seat.name}, hand {now}"
    return draft.seat.name


def told_words(draft: Draft) -> str:
    """What was told at this seat, as one would type it."""
    seat, box = draft.seat, draft.box
    if not seat.box:
        return " ".join(str(card).lower() for card in draft.round.dealer)
    if seat.behind:
        staked = box.behind[seat.behind - 1].wagers if seat.behind <= len(box.behind) else {}
        return " ".join(_staked(name, cents) for name, cents in staked.items())
    words = [_staked(name, cents) for name, cents in box.wagers.items()]
    words += [str(card).lower() for card in box.cards]
    steps = [*box.play, *([draft.waiting[box.number]] if box.number in draft.waiting else [])]
    for step in steps:
        if step.declined:
            words.append("decline")
        elif step.do not in ("hit", "deal") or step.card is None:
            words.append(("free " if step.lammer else "") + step.do.replace("_", " "))
        if step.card is not None:
            words.append(str(step.card).lower())
    return " ".join(words)


def _staked(name: str, cents: int) -> str:
    amount = _money(cents).removeprefix("$").replace(",", "")
    return amount if name == "main" else f"{verdict_words.SHORT[name].split()[0].lower()} {amount}"


def _dealer(draft: Draft, settled: Settled, book: Rulebook) -> BoxView:
    cards = draft.round.dealer
    note, active = verdict_words.SIGNALS[draft.round.signal], not draft.seat.box
    if draft.round.area:
        note += f", laid in {draft.round.area}"
    if not cards:
        return BoxView(0, "Dealer", (), note, active, "up card, hole card, then the cards drawn")
    counts = settled.dealer.cards if settled.dealer else cards
    counted = Terms(book, draft.round.options).dealer_count(counts)
    blackjack = settled.dealer.blackjack if settled.dealer else len(cards) == 2 and counted.total == 21
    said = next(filter(None, (PLACED[name].dealer_words(counts, counted.total) for name in book.sides)), "")
    said = said or ("bust" if counted.total > 21 else "")
    if len(counts) < len(cards):
        beyond = len(cards) - len(counts)
        said = "the last card does not count" if beyond == 1 else f"the last {beyond} cards do not count"
    hand = HandView(cards, "Blackjack" if blackjack else str(counted), said)
    return BoxView(0, "Dealer", (hand,), note, active)


def _box(draft: Draft, settled: Settled, book: Rulebook, number: int, hands: tuple[HandShown, ...]) -> BoxView:
    box, active = draft.box_at(number), draft.seat.box == number
    if box == Box(number, (), {}):
        return BoxView(number, f"Spot {number}", active=active)
    side = [
        f"{verdict_words.short_name(name, book)} {_money(cents)}" for name, cents in box.wagers.items() if name in SIDE
    ]
    dead = [f"hand {each.hand} dead" for each in box.dead_hands]  # the section stands beside the bet
    note = "dead" if box.dead else ", ".join((*dead, *side))
    shown = tuple(_hand(box, settled, book, place, hand) for place, hand in enumerate(hands, start=1))
    below = tuple(
        f"behind {place}: "
        + ", ".join(f"{verdict_words.short_name(n, book)} {_money(c)}" for n, c in each.wagers.items())
        for place, each in enumerate(box.behind, start=1)
    )
    empty = (
        ", ".join(f"{verdict_words.short_name(n, book)} {_money(c)}" for n, c in box.wagers.items()) or "no cards yet"
    )
    return BoxView(number, f"Spot {number}", shown, note, active, empty, below)


def _money(cents: int) -> str:
    return dollars(cents).removesuffix(".00")


def _hand(box: Box, settled: Settled, book: Rulebook, place: int, hand: HandShown) -> HandView:
    mine = [each for each in settled.lines if each.box == box.number and each.hand == place and not each.behind]
    stakes = [f"{verdict_words.short_name(each.wager, book)} {_money(each.stake)}" for each in mine if each.stake]
    if not mine and place == 1:
        laid = ((name, cents) for name, cents in box.wagers.items() if name not in SIDE)
        stakes = [f"{verdict_words.short_name(name, book)} {_money(cents)}" for name, cents in laid]
    pieces: list[Piece] = [Words(", ".join(stakes), 14, 400, "ink2", fits=True)] if stakes else []
    pieces += [Pill("FREE")] * hand.lammers
    decided = ", ".join(hand.decided) or ("bust" if hand.count.isdigit() and int(hand.count) > 21 else "")
    return HandView(hand.cards, hand.count, decided, line(*pieces, gap=6) if pieces else None, hand.sideways)


def _said(draft: Draft, settled: Settled, telling: Telling) -> TextLine:
    """The line under the field: what was not understood, what was explained, or what comes next."""
    if telling.note:
        tone = "warning" if telling.warns else "ink2"
        mark: tuple[Piece, ...] = (Sign(State.WARNING, 14),) if telling.warns else ()
        return line(*mark, Words(telling.note, 13, 500, tone, shrinks=True), gap=7)
    here = next((need for need in settled.needs if need.seat == draft.seat), None)
    need = here or next(iter(settled.needs), None)
    if need is None:
        return line(
            Words(
                "Complete. Tab goes to the next spot; = and an amount enters a payout.", 13, 400, "ink2", shrinks=True
            )
        )
    name = "" if need.seat in (None, draft.seat) else f"{need.seat.name}: "
    return line(Words(f"Next: {name}{need.says}", 13, 400, "ink2", shrinks=True))


def _settlement(
    draft: Draft, settled: Settled, telling: Telling, book: Rulebook, acts: tuple[Act, ...]
) -> SettlementView:
    said = verdict_words.verdict(draft, settled)
    id_ = line(Words("rulebook", 13, 400, "ink2"), Words(book.id, 13, 400, "ink2", mono=True), gap=5)
    return SettlementView(
        state=State(said.state),
        verdict=said.verdict,
        meaning=said.meaning,
        rulebook=(id_, line(Words(book.standing.status, 13, 400, "ink2"))),
        rows=(*rows_of(settled, book), *event_rows_of(draft, book)),
        net=verdict_words.net(settled),
        acts=acts,
        selected=telling.selected,
        head="As dealt" if settled.finished and two_figures(settled.answer, book) else "Should be",
    )


def event_rows_of(draft: Draft, book: Rulebook) -> tuple[SettlementShown, ...]:
    """What went wrong, each with its remedy."""
    made = []
    for place, event in enumerate(draft.round.events):
        entry = known_as(draft, {book.id: book}, event)
        hand = f", hand {event.hand}" if event.hand else ""
        at = f"Spot {event.box}{hand}: " if event.box else ""
        says = f"{at}{entry.title}{known_words(event)} {entry.remedy}" if entry else f"{at}{event.code}"
        made.append(FindingRow(f"event {place}", State.WARNING, says, book.cited(entry.cite) if entry else ""))
    return tuple(made)


def _required_row(settled: Settled, book: Rulebook) -> tuple[SettlementShown, ...]:
    """Both figures in a sentence: what the text requires for each patron, and by how much it differs."""
    both = two_figures(settled.answer, book) if settled.finished else None
    if both is None:
        return ()
    said = [f"Required: {both.because} {both.decided_by}"]
    for place, way in enumerate(both.ways):
        differ = [each for each in both.patrons if each.differences[place]]
        told = ", ".join(
            f"spot {each.box}{f' behind {each.behind}' if each.behind else ''}"
            f" {verdict_words.figure(each.nets[place])}"
            f" ({verdict_words.figure(each.differences[place])} from as dealt)"
            for each in differ
        )
        said.append(f"{way.head.rstrip('.')}: {told or 'as dealt'}.")
    return (FindingRow("required", State.WARNING, " ".join(said), both.cite),)


def rows_of(settled: Settled, book: Rulebook) -> tuple[SettlementShown, ...]:
    """Every line, then what was found, then what is still to be told."""
    rows: list[SettlementShown] = []
    for place, each in enumerate(settled.lines):
        reported = "" if each.reported is None else verdict_words.figure(each.reported)
        rows.append(
            SettlementRow(
                verdict_words.key_of(settled.lines, place),
                verdict_words.where(each),
                verdict_words.short_name(each.wager, book),
                "free" if each.lammer else dollars(each.stake),
                verdict_words.outcome(each),
                verdict_words.figure(each.expected),
                reported or ("missing" if each.missing else "–"),
                verdict_words.sentence(each),
                book.cited(each.cite),
                verdict_words.difference(each, as_required=paid_as_required(settled.answer, each.box)),
            )
        )
    for place, found in enumerate(settled.findings):
        state = State.WARNING if found.severity == "violation" else State.DUE
        at = f"Spot {found.box}: " if found.box else ""
        rows.append(FindingRow(f"found {place}", state, at + found.message, book.cited(found.cite)))
    rows += _required_row(settled, book)
    for place, need in enumerate(settled.needs):
        at = f"{need.seat.name}: " if need.seat else ""
        rows.append(FindingRow(f"need {place}", State.DUE, at + need.says))
    return tuple(rows)
