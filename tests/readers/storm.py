"""A storm over a floor: many readers, chance mischief, real ports; afterwards every signal must be accounted for."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from floorapp.domain.cards import CARDS
from floorapp.domain.reader_lines import LineState
from floorapp.domain.readers import Event, Heard, HoleCardSignal
from floorapp.readers.virtual_faults import Part
from tests.readers.floor import QUICK, Floor, floor
from tests.waiting import looks

MISCHIEF = (
    "noise 60",
    "noise 900",
    "cut",
    "crc",
    "form",
    "repeat 3",
    "gap 2",
    "silence 0.3",
    "silence 1.2",
    "unplug 0.2",
    "unplug 0.1 renamed",
    "chatter 150",
    "tamper cover",
    "cleared tamper",
    "fault light",
    "cleared fault",
    "self-test fail",
    "self-test pass",
)


@dataclass
class Storm:
    """What a storm left behind."""

    said: int = 0
    reported: int = 0
    missing: int = 0
    invented: list[object] = field(default_factory=list)
    unaccounted: list[tuple[str, int]] = field(default_factory=list)
    not_back: list[str] = field(default_factory=list)


def storm(seconds: float, readers: int, seed: int, transport: str) -> Storm:
    """Let it blow, calm down, and settle the accounts."""
    random = Random(seed)
    said: dict[str, dict[int, Event]] = {}
    with floor(transport, readers, patience=replace(QUICK, most_frames_a_second=120)) as house:
        house.memory.until(lambda: len({c.line for c in house.memory.changes if c.now is LineState.LIVE}) == readers)
        for part in house.simulation.parts:
            record = _recording(part, said.setdefault(part.reader.identity.serial, {}))
            part.say = record  # type: ignore[method-assign, assignment]
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            words = random.choice(MISCHIEF) if random.random() < 0.4 else _hand(random)
            # A TCP line is known by its port number: nothing could find a renamed one.
            house.do(random.randrange(readers), words if transport == "pty" else words.removesuffix(" renamed"))
            time.sleep(0.01)
        not_back = _calm(house, readers)
    return _account(house, said, not_back)


def _hand(random: Random) -> str:
    up, hole = random.sample(sorted(CARDS), 2)
    return f"hand {up} {hole}"


def _recording(part: Part, said: dict[int, Event]) -> Callable[[Event], None]:
    def say(event: Event) -> None:
        frame = part.reader.say(event)
        said[part.reader.sequence] = event
        part.send(frame)

    return say


def _calm(house: Floor, readers: int) -> list[str]:
    """Everything is plugged in and healed; all lines must come back, and be heard once more."""
    for number in range(readers):
        for words in ("silence 0", "cleared tamper", "cleared fault", "self-test pass"):
            house.do(number, words)
    for _ in looks():
        sheets = house.supervisor.sheets()
        away = [sheet.line for sheet in sheets if sheet.state is not LineState.LIVE]
        if not away:
            break
        time.sleep(0.05)
    said = {part.reader.identity.key: part.reader.sequence for part in house.simulation.parts}
    for _ in looks():  # a greeting, or the next heartbeat, says how far each has come: lost tails are known by then
        come = {mark.reader: mark.sequence for mark in house.supervisor.marks()}
        if all(come.get(reader, 0) >= last for reader, last in said.items()):
            break
        time.sleep(0.05)
    return [sheet.line for sheet in house.supervisor.sheets() if sheet.state is not LineState.LIVE]


def _account(house: Floor, said: dict[str, dict[int, Event]], not_back: list[str]) -> Storm:
    result = Storm(not_back=not_back)
    memory = house.memory
    for serial, events in said.items():
        heard: dict[int, Heard] = {}
        for report in memory.reports:
            if report.reader.serial == serial and isinstance(report.heard.event, HoleCardSignal):
                if report.heard.sequence in heard or events.get(report.heard.sequence) != report.heard.event:
                    result.invented.append(report)
                heard[report.heard.sequence] = report.heard
        gaps = [missing.gap for missing in memory.gaps if missing.reader.serial == serial]
        signals = [number for number, event in events.items() if isinstance(event, HoleCardSignal)]
        result.said += len(signals)
        result.reported += len(heard)
        for number in signals:
            covered = any(gap.first <= number <= gap.last for gap in gaps)
            result.missing += covered and number not in heard
            if number not in heard and not covered:
                result.unaccounted.append((serial, number))
    return result
