"""Verification: a round's record in, its settlement and everything that was not right out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from floorapp.domain.cards import is_blackjack
from floorapp.domain.money import dollars
from floorapp.engine import round_findings
from floorapp.engine.answer import Answer, Line, unreadable, verdict
from floorapp.engine.boxes import Called, PlayedBox, chip_findings
from floorapp.engine.decode import GivenTwice, parse_json, read_round
from floorapp.engine.event_findings import event_findings
from floorapp.engine.finding import VIOLATION, Finding, found
from floorapp.engine.record import Box, Round, Unreadable
from floorapp.engine.required import SettledRound, required_of
from floorapp.engine.round_dealer import dealer_of
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.terms import Terms, terms_of


def verify_text(text: str | bytes, rulebooks: Mapping[str, Rulebook], line: int | None = None) -> Answer:
    """The answer to one record as JSON text; never raises on what the text holds."""
    try:
        raw = parse_json(text)
    except GivenTwice as fault:
        return unreadable(str(fault), fault.id)
    except Unreadable as fault:
        return unreadable(str(fault), line=line)
    return verify_json(raw, rulebooks)


def verify_json(raw: Any, rulebooks: Mapping[str, Rulebook]) -> Answer:
    """The answer to one record as decoded JSON."""
    try:
        round_ = read_round(raw, rulebooks)
        return verify(round_, rulebooks[round_.rulebook])
    except Unreadable as fault:
        return unreadable(str(fault), raw.get("id") if isinstance(raw, dict) else None)


def verify(round_: Round, rulebook: Rulebook) -> Answer:
    """The answer to one round; raises Unreadable where it cannot be settled."""
    terms = terms_of(rulebook, round_.options)
    _refuse_short(terms, round_)
    boxes = _play_boxes(terms, round_)
    called = Called(round_.void, all(box.dead is not None for box in boxes))
    if called.void is None and not (is_blackjack(round_.dealer[:2]) and terms.reader_in_use):
        _each_box(boxes, PlayedBox.refuse_unfinished)
    boxes.sort(key=lambda box: box.box.number)
    dealer, at_stake, dealing = dealer_of(terms, round_, boxes, called)
    findings = [
        *round_findings.table_findings(terms, round_),
        *round_findings.card_findings(terms, round_findings.cards_of(round_)),
        *round_findings.reader_findings(terms, round_),
        *dealing,
        *round_findings.blackjack_findings(terms, round_, [(box.box, box.played) for box in boxes]),
        *event_findings(terms, round_),
        *_call_findings(terms, round_, boxes),
    ]
    lines: list[Line] = []
    too_many = False
    for box in boxes:
        settled, extra = compare(tuple(box.lines(dealer, at_stake, called)), box.box, rulebook.settlement.pays.cite)
        lines += settled
        findings += [*box.findings, *chip_findings(terms, settled), *extra]
        too_many = too_many or bool(extra)
    reported = any(box.reported is not None for box in round_.boxes)
    answer = verdict(tuple(lines), tuple(findings), reported=reported, too_many=too_many)
    required = None
    if any(finding.severity == VIOLATION for finding in findings):
        settled_ = SettledRound(terms, round_, tuple(boxes), dealer, at_stake, called, tuple(lines))
        required = required_of(settled_)
    return Answer(round_.id, answer, tuple(lines), tuple(findings), dealer, required=required)


def compare(lines: tuple[Line, ...], box: Box, cite: str) -> tuple[tuple[Line, ...], list[Finding]]:
    """A box's lines with what the table reported, and what it reported beyond them."""
    if box.reported is None:
        return lines, []
    places = [(line.wager, line.hand, line.behind) for line in lines]
    nets: dict[tuple[str, int, int], list[int]] = {key: [] for key in places}
    extra = []
    for report in box.reported:
        key = (report.wager, report.hand, report.behind)
        if key in nets and len(nets[key]) < places.count(key):
            nets[key].append(report.net)
            continue
        code = "reported-twice" if key in nets else "reported-no-such-wager"
        what = report.wager.replace("_", " ") + (f" on hand {report.hand}" if report.hand else "")
        finding = found(code, cite, box=box.number, net=dollars(report.net), what=what)
        extra.append(replace(finding, hand=report.hand or None))
    reported = []
    for line in lines:
        left = nets[line.wager, line.hand, line.behind]
        net = left.pop(0) if left else None
        reported.append(line.beside(net))
    return tuple(reported), extra


def _refuse_short(terms: Terms, round_: Round) -> None:
    """Too few cards to settle anything by."""
    if round_.void is not None:
        return
    if not any(box.called_dead for box in round_.boxes):
        least = 2 if terms.hole_card else 1
        if len(round_.dealer) < least:
            raise Unreadable(f"the dealer has at least {least} card{'s' * (least > 1)}", "dealer", "cards")
    if not all(box.called_dead for box in round_.boxes) and not round_.dealer:
        raise Unreadable("the dealer's up card is missing", "dealer", "cards")
    for place, box in enumerate(round_.boxes):
        least = 1 if terms.other("I-25") else 2
        if not box.called_dead and len(box.cards) < least:
            raise Unreadable("the first two cards are missing", "boxes", place, "cards")


def _play_boxes(terms: Terms, round_: Round) -> list[PlayedBox]:
    up = round_.dealer[0] if round_.dealer else None
    made = []
    for place, box in enumerate(round_.boxes):
        try:
            made.append(PlayedBox(terms, up, box))
        except Unreadable as fault:
            raise fault.under("boxes", place) from None
    return made


def _each_box(boxes: Iterable[PlayedBox], check: Callable[[PlayedBox], None]) -> None:
    for place, box in enumerate(boxes):
        try:
            check(box)
        except Unreadable as fault:
            raise fault.under("boxes", place) from None


def _call_findings(terms: Terms, round_: Round, boxes: list[PlayedBox]) -> Iterable[Finding]:
    if round_.void is not None:
        finding = round_findings.void_finding(terms, round_)
        if finding:
            yield finding
    for box in boxes:
        yield from round_findings.dead_findings(terms, round_, box.box, box.played)
