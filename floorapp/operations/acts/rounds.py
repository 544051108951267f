"""Taking in rounds (floor-round/1): verified by the engine, kept as they came, sealed into the logbook."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from floorapp.domain.gaming_day import HouseClock
from floorapp.domain.rounds import KeptRound
from floorapp.engine.answer import Answer
from floorapp.engine.decode import parse_json
from floorapp.engine.json_values import is_whole_text
from floorapp.engine.record import Unreadable
from floorapp.engine.verify import verify_json, verify_text
from floorapp.operations.canonical import digest, in_utc
from floorapp.operations.desk import Change, Desk
from floorapp.operations.facts.registry import Subject
from floorapp.operations.facts.rounds import RoundsImported, ShoeSeal, Verdicts, seal_of
from floorapp.operations.moment import Moment
from floorapp.operations.refusal import Refusal, bad_input, needs_words
from floorapp.operations.rules import Rulebooks
from floorapp.operations.signal_matches import Matching
from floorapp.operations.verification import WHOLE

WRONG = ("mismatch", "violation", "unreadable")

#: No round, shoe, table or rulebook has a longer name.
LONGEST_NAME = 200

#: How many wrong rounds an entry names; all of them are kept with their verdict.
NAMED_AT_MOST = 200


def may_import_rounds(moment: Moment) -> Refusal | None:
    """Anybody on the floor."""
    return moment.guard("import_rounds")


def import_rounds(desk: Desk, *, source: str, lines: Iterable[bytes]) -> Change:
    """Verify records, one a line, and keep them with their verdict; what is known already is not kept twice.

    The engine answers before the logbook is held: it depends on the records alone. Rounds, verdicts and the
    entry that seals them become durable together.
    """
    given = [line for line in lines if line.strip()]
    long = any(len(line) > WHOLE for line in given)
    read = [] if long else [kept_round(line, desk.rulebooks) for line in given]
    with desk.acting("import_rounds", Subject("rounds", source)) as act:
        act.ask(
            may_import_rounds(act.moment),
            bad_input("It has a line that is longer than any record.", "Choose a file of records.") if long else None,
            needs_words(source, "source"),
            None if read else bad_input("There are no rounds in it.", "Choose a file of floor-round/1 records."),
        )
        new, contradicting = act.writing.keep_rounds(tuple({each.digest: each for each in read}.values()))
        imported = RoundsImported(
            source=source,
            rulebooks=tuple(sorted({f"{n}/{desk.rulebooks[n].version}" for n in _rulebooks(desk, new)})),
            seals=_seals(new, act.moment.house),
            verdicts=_verdicts(new),
            known_before=len(read) - len(new),
            contradicting=contradicting[:NAMED_AT_MOST],
            wrong=tuple(each.id for each in new if each.verdict in WRONG)[:NAMED_AT_MOST],
        )
        return act.enter(imported, *Matching(act.moment).contradictions(new))


def _rulebooks(desk: Desk, rounds: tuple[KeptRound, ...]) -> set[str]:
    return {each.rulebook for each in rounds if each.rulebook in desk.rulebooks}


def kept_round(line: bytes, rulebooks: Rulebooks) -> KeptRound:
    """One record as it came, with the engine's verdict; nothing in it can make this fail."""
    try:
        raw = parse_json(line)
        answer = verify_json(raw, rulebooks)
    except Unreadable:
        raw, answer = None, verify_text(line, rulebooks)
    named: dict[str, Any] = raw if isinstance(raw, dict) else {}
    hands = {(each.box, each.hand) for each in answer.lines if each.wager == "main" and not each.behind}
    return KeptRound(
        digest=digest(line.strip()),
        id=_text(answer.id),
        table=_text(named.get("table")),
        shoe=_text(named.get("shoe")),
        at=_instant(named.get("at")),
        rulebook=_text(named.get("rulebook")),
        verdict=answer.verdict,
        findings=len(answer.findings),
        hands=len(hands),
        boxes=_boxes(answer),
        record=line.strip(),
    )


def _boxes(answer: Answer) -> int:
    return len({each.box for each in answer.lines})


def _text(value: object) -> str:
    """A name by which it is found again; one that no table, shoe or round has is in the record alone."""
    if not isinstance(value, str) or len(value) > LONGEST_NAME or "\0" in value or not is_whole_text(value):
        return ""
    return value


def _instant(value: object) -> datetime | None:
    try:
        return in_utc(datetime.fromisoformat(_text(value)))
    except (ValueError, OverflowError):
        return None


def _verdicts(rounds: tuple[KeptRound, ...]) -> Verdicts:
    names = [each.verdict for each in rounds]
    return Verdicts(**{name: names.count(name) for name in ("ok", "settled", *WRONG)})


def _seals(rounds: tuple[KeptRound, ...], house: HouseClock) -> tuple[ShoeSeal, ...]:
    shoes: dict[tuple[str, str], list[KeptRound]] = {}
    for each in rounds:
        shoes.setdefault((each.table, each.shoe), []).append(each)
    seals = []
    for (table, shoe), dealt in shoes.items():
        last = max((each.at for each in dealt if each.at is not None), default=None)
        day = "" if last is None else str(house.day_of(last))
        seals.append(ShoeSeal(table, shoe, len(dealt), seal_of(dealt), last, day))
    return tuple(seals)
