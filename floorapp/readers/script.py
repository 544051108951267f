"""Scripts for virtual readers: a time and what happens then, a line each."""

from __future__ import annotations

from floorapp.domain.cards import CARDS
from floorapp.domain.readers import Ailment, FaultCause, Signal, TamperCause
from floorapp.domain.values import dataclass

#: Each word of a script, with the least and the most words that may follow it.
WORDS = {
    "signal": (1, 2),
    "hand": (2, 2),
    "heartbeat": (0, 0),
    "self-test": (1, 9),
    "tamper": (1, 9),
    "fault": (1, 9),
    "cleared": (1, 9),
    "noise": (0, 1),
    "cut": (0, 0),
    "crc": (0, 0),
    "form": (0, 0),
    "repeat": (0, 1),
    "gap": (0, 1),
    "silence": (1, 1),
    "unplug": (0, 2),
    "chatter": (1, 1),
    "wrong-light": (0, 1),
    "identity": (1, 1),
    "restart": (0, 0),
    "forge": (0, 0),
}
CHOICES: dict[str, frozenset[str]] = {
    "signal": frozenset(Signal),
    "self-test": frozenset({"pass", "fail"}),
    "tamper": frozenset(TamperCause),
    "fault": frozenset(FaultCause),
    "cleared": frozenset(Ailment),
    "wrong-light": frozenset({"on", "off"}),
}
NUMBERS = frozenset({"noise", "repeat", "gap", "chatter"})
SECONDS = frozenset({"silence", "unplug"})


@dataclass(frozen=True, slots=True)
class Cue:
    """At a time after the start, something happens."""

    at: float
    word: str
    rest: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Script:
    """Cues in order of time, played once or over and over."""

    cues: tuple[Cue, ...] = ()
    over_again_after: float | None = None


class UnreadableScript(ValueError):
    """A script that cannot be played, with the line where."""


def cue(words: str, at: float = 0.0) -> Cue:
    """What one line of a script says should happen; raises Unreadable."""
    word, *rest = words.split()
    if word not in WORDS:
        raise UnreadableScript(f"no such word: {word}; there are: {', '.join(WORDS)}")
    least, most = WORDS[word]
    if not least <= len(rest) <= most:
        raise UnreadableScript(f"{word} takes {least} to {most} words")
    choices = CHOICES.get(word)
    if choices and rest and rest[0] not in choices:
        raise UnreadableScript(f"{word} takes one of: {', '.join(sorted(choices))}")
    cards = rest if word == "hand" else rest[1:] if word == "signal" else []
    if unknown := [card for card in cards if card not in CARDS]:
        raise UnreadableScript(f"no such card: {unknown[0]}")
    if rest and word in NUMBERS and not (rest[0].isdecimal() and len(rest[0]) <= 6 and int(rest[0]) <= 100_000):
        raise UnreadableScript(f"{word} takes a number up to 100000")
    if rest and word in SECONDS:
        _seconds(rest[0])
    return Cue(at, word, tuple(rest))


def read_script(text: str) -> Script:
    """A whole script: `SECONDS WORD …` a line, `# …` is a note, `again SECONDS` plays it over and over."""
    cues: list[Cue] = []
    again: float | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split("#")[0].strip()
        if not words:
            continue
        first, _, rest = words.partition(" ")
        try:
            if first == "again":
                again = _seconds(rest)
            else:
                cues.append(cue(rest.strip() or "nothing", _seconds(first)))
        except UnreadableScript as fault:
            raise UnreadableScript(f"line {number}: {fault}") from None
    cues.sort(key=lambda each: each.at)
    if again is not None and (again <= 0 or (cues and cues[-1].at >= again)):
        raise UnreadableScript("`again` must be later than the last cue")
    return Script(tuple(cues), again)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        raise UnreadableScript(f"not a number of seconds: {text!r}") from None
    if not 0 <= seconds <= 86_400:
        raise UnreadableScript(f"not between 0 and 86400 seconds: {text}")
    return seconds
