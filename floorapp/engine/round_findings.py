"""What can be found about a round as a whole: its table, its cards, its reader, its calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from floorapp.domain.cards import RANK_NAMES, Card, is_blackjack, with_article
from floorapp.domain.written_time import date_in_words
from floorapp.engine.catalogue import Irregularity, IrregularityFacts
from floorapp.engine.finding import ADVISORY, Finding, found
from floorapp.engine.hand import Ended
from floorapp.engine.mechanics.register import MECHANICS
from floorapp.engine.play import Played
from floorapp.engine.record import Box, Round
from floorapp.engine.terms import Terms

FAILED = "reader-malfunction"
TO_PLAY_ON = "the choice was to play on"
#: Who must hear of a needless use of the reader (590.13(i) and its like; 19:47-26.15(l)).
TO_NOTIFY = {"floorperson": "A floorperson or above", "casino-supervisor": "A casino supervisor"}
USED = frozenset({"blackjack", "no_blackjack", "small", "medium", "large"})
KINDS = {"blackjack": ("blackjack", "no_blackjack"), "masque": ("small", "medium", "large")}


def table_findings(terms: Terms, round_: Round) -> Iterator[Finding]:
    """Rulebook, decks and boxes against what the rulebook allows."""
    book, options = terms.rulebook, terms.options
    if round_.at is not None and not book.standing.in_force(round_.at.date()):
        day, standing = round_.at.date(), book.standing
        then = f"this rulebook came into force on {date_in_words(standing.since)}."
        if day >= standing.since:
            then = f"this rulebook is {standing.status}. {standing.note}"
        yield found("rulebook-not-in-force", standing.cite, severity=ADVISORY, day=date_in_words(day), then=then)
    if terms.decks not in book.cards.decks.value:
        yield found(
            "decks-not-allowed", book.cards.decks.cite, held=decks_said(terms.decks), allowed=book.cards.decks.value
        )
    boxes = book.table.boxes
    if options.positions not in boxes.value:
        yield found("boxes-not-allowed", boxes.cite, boxes=options.positions, allowed=boxes.value)
    for box in sorted(round_.boxes, key=lambda box: box.number):
        if box.number > options.positions:
            yield found("box-beyond-table", boxes.cite, box=box.number, number=box.number, boxes=options.positions)
    if book.reader.required.value:
        if not options.reader:
            yield found("reader-missing", book.reader.required.cite)
        if not options.hole_card:
            yield found("hole-card-missing", book.reader.hole_card.cite)


def cards_of(round_: Round) -> Iterator[Card]:
    """Every card of a round, in the order of its record."""
    yield from round_.dealer
    for box in round_.boxes:
        yield from box.cards
        yield from (decision.card for decision in box.play if decision.card is not None)


def card_findings(terms: Terms, cards: Iterable[Card]) -> Iterator[Finding]:
    """Cards that the decks do not hold, or not so often."""
    rule = terms.rulebook.cards
    odd = [item for item in Counter(cards).items() if item[1] > terms.decks or item[0].rank not in terms.ranks]
    for card, seen in sorted(odd, key=lambda item: str(item[0])):
        if card.rank not in terms.ranks:
            yield found("card-not-in-deck", rule.tens.cite, card=card.name.capitalize())
        else:
            name, held = card.name.capitalize(), f"{decks_said(terms.decks)} hold{'s' * (terms.decks == 1)}"
            yield found("too-many-copies", rule.decks.cite, card=name, seen=seen, decks=terms.decks, held=held)


def reader_findings(terms: Terms, round_: Round) -> Iterator[Finding]:
    """Whether the reader was used when it should be, and said what the cards say."""
    rules, signal = terms.rulebook.reader, round_.signal
    yield from _area_findings(terms, round_)
    if signal == "unknown" and _told_needless(round_):
        signal = "needless"  # used, and nobody says what it showed
    if signal == "unknown" or not round_.dealer:
        return
    up = round_.dealer[0]
    due = up.rank in rules.up_cards.value
    shown = with_article(RANK_NAMES[up.rank])
    if not terms.reader_in_use:
        if signal in USED:
            yield found("reader-not-in-use", rules.required.cite)
        return
    if signal == "unused":
        if due and not any(event.code == FAILED for event in round_.events):
            yield found("reader-unused", rules.up_cards.cite, up=shown)
        return
    if not due and rules.needless is not None:
        yield found("reader-needless", _needless(terms, round_), up=shown, then=_after_needless(terms, round_))
    if signal == "needless":
        return
    if signal not in KINDS[rules.kind.value]:
        yield found("reader-signal-foreign", rules.kind.cite, signal=_said(signal))
    elif len(round_.dealer) >= 2 and signal != (truth := true_signal(terms, round_.dealer)):
        yield found("reader-signal-wrong", rules.wrong_signal.cite, signal=_said(signal), truth=_said(truth))


def _area_findings(terms: Terms, round_: Round) -> Iterator[Finding]:
    """Whether the dealer's hand was laid in the area of its hole card (685a)."""
    rules, area = terms.rulebook.reader, wrong_area(terms, round_)
    if area:
        truth = true_signal(terms, round_.dealer)
        yield found("hole-card-wrong-area", rules.wrong_signal.cite, area=area, truth=truth)


def wrong_area(terms: Terms, round_: Round) -> str:
    """The area the dealer's hand was laid in, where it was the wrong one; empty where it was not."""
    if terms.rulebook.reader.kind.value != "masque" or len(round_.dealer) < 2:
        return ""
    told = [event.area for event in round_.events if event.code == "hole-card-wrong-area"]
    truth = true_signal(terms, round_.dealer)
    return next((area for area in (round_.area, *told) if area and area != truth), "")


def wrong_signal(terms: Terms, round_: Round) -> bool:
    """Whether the reader said something that the cards do not say."""
    known = round_.signal in KINDS[terms.rulebook.reader.kind.value] and len(round_.dealer) >= 2
    return terms.reader_in_use and known and round_.signal != true_signal(terms, round_.dealer)


def _masque_right(terms: Terms, round_: Round) -> bool:
    """Whether the record tells the light and the area, and both are those of the hole card."""
    if terms.rulebook.reader.kind.value != "masque" or len(round_.dealer) < 2:
        return False
    return {round_.signal, round_.area} == {true_signal(terms, round_.dealer)}


def true_signal(terms: Terms, dealer: tuple[Card, ...]) -> str:
    """What a working reader says of the dealer's hole card."""
    rules = terms.rulebook.reader
    if rules.kind.value == "blackjack":
        return "blackjack" if is_blackjack(dealer[:2]) else "no_blackjack"
    ranges = {"small": rules.small, "medium": rules.medium, "large": rules.large}
    return next(name for name, rule in ranges.items() if rule and dealer[1].rank in rule.value)


def blackjack_findings(terms: Terms, round_: Round, plays: Iterable[tuple[Box, Played]]) -> Iterator[Finding]:
    """Cards dealt after a dealer's Blackjack that the reader showed, or should have been asked for."""
    if not is_blackjack(round_.dealer[:2]) or not terms.reader_in_use:
        return
    for box, _ in plays:
        acted = any(decision.card is not None for decision in box.play)
        if acted and round_.signal in ("unknown", "blackjack", "large"):
            yield found("cards-after-blackjack", terms.rulebook.blackjack.no_more_cards.cite, box=box.number)
        surrendered = any(decision.do == "surrender" for decision in box.play)
        rule = terms.rulebook.surrender.when
        early = round_.signal != "no_blackjack"
        if surrendered and early and terms.other("I-17") and "I-17" in rule.readings:
            yield found("surrender-before-reader", rule.cite, box=box.number)


def dead_findings(terms: Terms, round_: Round, box: Box, played: Played) -> Iterator[Finding]:
    """Dead calls that the rulebook does not provide, or that the record contradicts."""
    if box.dead is not None:
        yield from _dead_finding(terms, round_, box, Dead(box.dead, None, len(box.cards), played.ended))
    for each in box.dead_hands:
        cards, ended = played.hands[each.hand - 1].cards, played.ended[each.hand - 1]
        yield from _dead_finding(terms, round_, box, Dead(each.citation, each.hand, len(cards), (ended,)))


class Dead(NamedTuple):
    """A dead call: under what, on which hand (None: the box), with how many cards, and how it ended."""

    call: str
    hand: int | None
    cards: int
    ended: tuple[Ended, ...]


def _dead_finding(terms: Terms, round_: Round, box: Box, dead: Dead) -> Iterator[Finding]:
    forms = [form for form in terms.rulebook.remedies if form.dead and covers(dead.call, form.cite)]
    why = _why_not(terms, round_, forms, "hand dead")
    if not why and not _told_by_event(round_, forms, box.number, dead.hand):
        why = _hand_contradicts(terms, round_, forms, dead)
    if not why and _otherwise_chosen(terms, round_, forms, dead, box.number):
        why = TO_PLAY_ON
    if why:
        cite = forms[0].cite if forms else nearest(terms, dead.call)
        yield replace(found("dead-not-allowed", cite, box=box.number, call=dead.call, why=why), hand=dead.hand)


def _told_by_event(round_: Round, forms: list[Irregularity], box: int, hand: int | None) -> bool:
    """Whether an event of the record tells of what the call answers."""
    codes = {form.code for form in forms}
    return any(
        event.code in codes and event.box == box and (hand is None or event.hand in (None, hand))
        for event in round_.events
    )


def _otherwise_chosen(
    terms: Terms, round_: Round, forms: list[Irregularity], dead: Dead | None = None, box: int | None = None
) -> bool:
    """Whether the events tell of another choice than the hand dead, or the round void."""
    codes = {form.code for form in forms}
    told = [each for each in round_.events if each.code in codes and each.choice]
    if dead is not None:
        told = [each for each in told if each.box in (None, box) and dead.hand in (None, each.hand or dead.hand)]
        told = [each for each in told if each.box is not None] or told  # what was chosen for this box, before all
    effects = {terms.rulebook.irregularity(each.code).effect_of(each.choice) for each in told} - {""}
    return bool(effects) and ("round-void" if dead is None else "hand-dead") not in effects


def void_finding(terms: Terms, round_: Round) -> Finding | None:
    """A void call that the rulebook does not provide, or that the record contradicts."""
    assert round_.void is not None
    forms = [form for form in terms.rulebook.remedies if form.void and covers(round_.void, form.cite)]
    why = _why_not(terms, round_, forms, "round void")
    if not why and _otherwise_chosen(terms, round_, forms):
        why = TO_PLAY_ON
    if not why:
        return None
    cite = forms[0].cite if forms else nearest(terms, round_.void)
    return found("void-not-allowed", cite, call=round_.void, why=why)


def told_of_blackjack(terms: Terms, round_: Round) -> bool:
    """Whether the reader told of the dealer's Blackjack before anybody acted."""
    return terms.reader_in_use and is_blackjack(round_.dealer[:2]) and round_.signal in ("blackjack", "large")


def covers(call: str, cite: str) -> bool:
    """Whether a call names a paragraph, or the paragraph it is part of: `665a.13(h)` covers `665a.13(h)(1)`."""
    return cite == call or (call.endswith(")") and cite.startswith(call))


def returns_all(terms: Terms, call: str) -> bool:
    """Whether a dead call returns every wager, side wagers too: all hands are dead (665a.13(h)(1), 19:47-26.15(l)1)."""
    return any(form.dead and form.void and covers(call, form.cite) for form in terms.rulebook.remedies)


def nearest(terms: Terms, call: str) -> str:
    """What a call that ends nothing is held against: its own paragraph, else the section on irregularities."""
    entries = terms.rulebook.irregularities
    if any(covers(call, form.cite) for entry in entries for form in entry.forms()):
        return call
    sections = Counter(form.cite.partition("(")[0] for form in (terms.rulebook.remedies or entries))
    return sections.most_common(1)[0][0] if sections else terms.rulebook.standing.cite


def _why_not(terms: Terms, round_: Round, forms: list[Irregularity], call: str) -> str:
    """Why none of these remedies stands, as far as the round can show; empty where one does."""
    if not forms:
        return f"the rulebook makes no {call} there"
    if not any(_chosen(terms, form) for form in forms):
        readings = ", ".join(sorted({reading for form in forms for reading in _rests_on(form)}))
        return f"it makes no {call} as reading {readings} is taken here"
    contradictions = [
        _reader_contradicts(terms, round_, form) or _events_contradict(terms, round_, form)
        for form in forms
        if _chosen(terms, form)
    ]
    return "" if "" in contradictions else contradictions[0]


def _chosen(terms: Terms, form: Irregularity) -> bool:
    """Whether the readings a remedy rests on are the ones chosen."""
    if form.when.reading is not None:
        return terms.other(form.when.reading)
    return not (form.void and any(terms.other(reading) for reading in _rests_on(form)))


def _rests_on(form: Irregularity) -> set[str]:
    """The readings that decide whether a remedy is there at all."""
    decisive = {"I-23", "I-24", "I-25", "I-32"} & set(form.readings)
    return decisive | ({form.when.reading} if form.when.reading else set())


def call_readings(terms: Terms, call: str, *, cards: int = 2) -> tuple[str, ...]:
    """The readings a dead or void call rests on; `cards` are those of a hand called dead."""
    forms = [form for form in terms.rulebook.remedies if covers(call, form.cite) and _chosen(terms, form)]
    found_ = {reading for form in forms for reading in _rests_on(form)}
    return tuple(sorted(found_ if cards == 1 else found_ - {"I-25"}))


def _reader_contradicts(terms: Terms, round_: Round, form: Irregularity) -> str:
    if not form.when.device_reveals or not round_.dealer:
        return ""
    if not terms.reader_in_use:
        return "the table uses no reader"
    if terms.options.reader_reveals_value is False:
        return "this table's reader lets nobody learn the value"
    if round_.signal == "unused":
        return "the reader was not used"
    if round_.dealer[0].rank in terms.rulebook.reader.up_cards.value:
        return "the reader was used with the right up card"
    return ""


def _events_contradict(terms: Terms, round_: Round, form: Irregularity) -> str:
    """What the events themselves say against a call under their paragraph."""
    told = [event for event in round_.events if event.code == form.code]
    over = form.when.cards_over
    if told and over is not None:
        cards = sum(event.cards or 1 for event in told)
        cards += sum(card.rank not in terms.ranks for card in cards_of(round_)) * (form.code == "ten-in-shoe")
        return "" if cards > over else "the record tells of one card only"
    if form.void and form.code == "dealer-missed-first-card" and any(event.before_two for event in told):
        return "it was noticed before every player had two cards"
    return ""


def _hand_contradicts(terms: Terms, round_: Round, forms: list[Irregularity], dead: Dead) -> str:
    """What the box itself says against a call; a remedy the record cannot judge is believed."""
    said = {_box_contradicts(terms, round_, form, dead) for form in forms}
    return "" if "" in said else min(said)


def _box_contradicts(terms: Terms, round_: Round, form: Irregularity, dead: Dead) -> str:
    if form.code in ("no-cards-to-hand", "one-card-to-hand"):
        most = 0 if form.code == "no-cards-to-hand" or terms.other("I-25") else 1
        rests = " (reading I-25, alternative)" if terms.other("I-25") and dead.cards == 1 else ""
        shown = f"the hand was dealt {dead.cards} card{'s' * (dead.cards != 1)}{rests}"
        return "" if dead.cards <= most else shown
    if form.code in ("reader-signal-wrong", "hole-card-wrong-area") and _masque_right(terms, round_):
        return "the light and the area were right"
    if form.code == "card-requested-not-dealt":
        if dead.cards < 2 and dead.hand is None:
            return "the hand had not got its first two cards"
        if not any(ended.unfinished or may_ask(terms, ended) for ended in dead.ended):
            return "no further card was wanted"
        if told_of_blackjack(terms, round_):
            return "the reader had shown the dealer's Blackjack, and no further card is dealt then"
    return ""


def may_ask(terms: Terms, ended: Ended) -> bool:
    """Whether a finished hand may still ask for a card."""
    return any(mechanic.may_ask(terms, ended) for mechanic in MECHANICS)


def reader_gave_away(terms: Terms, round_: Round) -> bool:
    """Whether the reader was used with a wrong up card, and lets a player learn the value: all hands are dead."""
    rule = terms.rulebook.reader.needless
    if rule is None or rule.value != "dead-if-revealed" or not _reveals(terms, round_):
        return False
    seen = round_.signal in USED or (round_.signal == "unknown" and _told_needless(round_))
    used = terms.reader_in_use and seen and bool(round_.dealer)
    return used and round_.dealer[0].rank not in terms.rulebook.reader.up_cards.value


def _told_needless(round_: Round) -> bool:
    """Whether an event tells that the reader was used with a wrong up card."""
    return any(event.code == "reader-used-wrong-up-card" for event in round_.events)


def _reveals(terms: Terms, round_: Round) -> bool:
    """Whether the reader can give the value away; where the record does not say, the table's own call is believed."""
    said = terms.options.reader_reveals_value
    if said is not None:
        return said
    calls = (round_.void, *(box.dead_call(hand.hand) for box in round_.boxes for hand in box.dead_hands))
    cite = _needless_cite(terms, reveals=True)
    return any(call and covers(call, cite) for call in (*calls, *(box.dead for box in round_.boxes)))


def _needless(terms: Terms, round_: Round) -> str:
    """The paragraph on a needless use of this table's reader."""
    return _needless_cite(terms, reveals=_reveals(terms, round_))


def _needless_cite(terms: Terms, *, reveals: bool) -> str:
    rule, entry = terms.rulebook.reader.needless, _needless_entry(terms)
    assert rule is not None
    return entry.given(IrregularityFacts(device_reveals=reveals)).cite if entry else rule.cite


def _needless_entry(terms: Terms) -> Irregularity | None:
    return next((each for each in terms.rulebook.irregularities if each.code == "reader-used-wrong-up-card"), None)


def _after_needless(terms: Terms, round_: Round) -> str:
    if not reader_gave_away(terms, round_):
        hangs = terms.rulebook.reader.needless and terms.rulebook.reader.needless.value == "dead-if-revealed"
        unless = ", unless the reader lets a player learn the hole card"
        stated = not hangs or terms.options.reader_reveals_value is not None
        entry = _needless_entry(terms)
        told = next((TO_NOTIFY[each] for each in (entry.notify if entry else ()) if each in TO_NOTIFY), "A supervisor")
        return f"{told} must be notified; play continues{'' if stated else unless}."
    if round_.void is not None or all(box.called_dead for box in round_.boxes):
        return "Because the reader can give the value away, ending the round was right."
    return "Because the reader can give the value away, all hands should have been called dead."


def decks_said(decks: int) -> str:
    """So many decks, as people say it."""
    return f"{decks} deck{'s' * (decks != 1)}"


def _said(signal: str) -> str:
    return {"blackjack": "Blackjack", "no_blackjack": "no Blackjack"}.get(signal, signal)
