"""Rounds in a few words, for tests: deal one, verify it, and ask for its lines."""

from __future__ import annotations

from typing import Any

from floorapp.bootstrap import rulebooks
from floorapp.engine.answer import Answer, Line, Required
from floorapp.engine.verify import verify_json


def step(words: str) -> dict[str, Any]:
    """A decision in words: `hit 5c`, `stand`, `double 2500 Th`, `split free 8d`, `second_chance 1000 5h`."""
    do, *rest = words.split()
    made: dict[str, Any] = {"do": do}
    for word in rest:
        if word == "free":
            made["lammer"] = True
        elif word == "declined":
            made["declined"] = True
        elif word.isdigit():
            made["wager"] = int(word)
        else:
            made["card"] = word
    return made


def play(words: str) -> list[dict[str, Any]]:
    """Decisions apart by commas: `split free 3d, double free Th, deal Ks, stand`."""
    return [step(each.strip()) for each in words.split(",") if each.strip()]


def box(cards: str, decisions: str = "", *, number: int = 1, main: int = 1000, **more: Any) -> dict[str, Any]:
    """A box: its first cards, its decisions, its main wager; other wagers by their names, the rest as it is."""
    names = ("double_attack", "push_22", "match_dealer", "bust_it", "insurance")
    wagers = {"main": main} | {name: more.pop(name) for name in names if name in more}
    made = {"box": number, "cards": cards.split(), "wagers": wagers, **more}
    return made | ({"play": play(decisions)} if decisions else {})


def record(rulebook: str, dealer: str, *boxes: dict[str, Any], reader: Any = ..., **more: Any) -> dict[str, Any]:
    """A floor-round/1 record; keyword arguments are options, but for `at`, `void`, `id`, `events` and `area`."""
    top = {name: more.pop(name) for name in ("at", "void", "id", "table", "shoe", "events") if name in more}
    hand: dict[str, Any] = {"cards": dealer.split()}
    if reader is not ...:
        hand["reader"] = reader
    if "area" in more:
        hand["area"] = more.pop("area")
    made = {"format": "floor-round/1", "id": "r", "rulebook": rulebook, "dealer": hand, "boxes": list(boxes)}
    return made | top | ({"options": more} if more else {})


class Verified:
    """An answer with short ways to ask it."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.verdict = answer.verdict
        self.error = answer.error
        self.dealer = answer.dealer

    def line(self, wager: str = "main", *, hand: int = 0, box: int = 1, behind: int = 0) -> Line:
        """The one line of a wager; hand 1 is meant where a wager lies on hands and none is named."""
        on_hand = wager in ("main", "double_attack", "double", "second_chance")
        wanted = (box, wager, hand or (1 if on_hand else 0), behind)
        (found,) = (ln for ln in self.answer.lines if (ln.box, ln.wager, ln.hand, ln.behind) == wanted)
        return found

    def net(self, wager: str = "main", **where: int) -> int:
        return self.line(wager, **where).expected

    @property
    def codes(self) -> set[str]:
        return {finding.code for finding in self.answer.findings}

    @property
    def violations(self) -> set[str]:
        return {finding.code for finding in self.answer.findings if finding.severity == "violation"}

    def cite(self, code: str) -> str:
        """The citation of the one finding with this code."""
        (found,) = (finding for finding in self.answer.findings if finding.code == code)
        return found.cite


def verified(rulebook: str, dealer: str, *boxes: dict[str, Any], **more: Any) -> Verified:
    """Deal a round and verify it."""
    return Verified(verify_json(record(rulebook, dealer, *boxes, **more), rulebooks()))


def required(answer: Verified) -> Required:
    assert answer.verdict in ("violation", "mismatch")
    assert answer.answer.required is not None
    made = answer.answer.required
    keys = [(line.box, line.hand, line.behind, line.wager) for line in answer.answer.lines]
    assert [(line.box, line.hand, line.behind, line.wager) for line in made.lines] == keys
    for choice in made.choices:
        assert [(line.box, line.hand, line.behind, line.wager) for line in choice.lines] == keys
    return made


def nets(answer: Verified) -> list[int]:
    return [line.net for line in required(answer).lines]


def played(answer: Verified) -> list[int]:
    return [line.expected for line in answer.answer.lines]
