"""Reads the examined rounds: one a line, seven columns apart by ` | `.

`name | dealer, reader | box / box … | other fields | lines | findings | facts`

A box is `number cards, wagers, play`, then `dead PARAGRAPH` and `behind WAGERS FOLLOWS` where there are any.
Wagers: m main, a double attack, p Push 22, t Match-the-Dealer, b Bust It, i insurance, and cents. Play: `h:5c` hit,
`s` stand, `d1000:5c` double, `dl:5c` with a lammer, `p…` split, `n:5c` deal, `x` surrender, `c1000:5c` second
chance, `em` even money. A follow is `step=cents` or `step=#hand`. A line is `box:hand.wager=net@paragraph`, with `L`
for a lammer, `~` for a half; `1>` names a bettor behind. A finding is v or a (violation, advisory) and its paragraph,
or `*`. Facts: D the dealer's total, H the cards he should hold, V a verdict that the findings do not tell.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

WAGERS = {
    "m": "main",
    "a": "double_attack",
    "d": "double",
    "c": "second_chance",
    "p": "push_22",
    "t": "match_dealer",
    "b": "bust_it",
    "i": "insurance",
}
PLAIN = {"s": "stand", "x": "surrender", "em": "even_money"}
DRAWS = {"h": "hit", "n": "deal", "d": "double", "p": "split", "c": "second_chance"}
LINE = re.compile(r"(\d+):(?:(\d)>)?([a-z])(\d*)=(-?\d+)(L?)(~?)(?:@(.+))?")


class ExpectedLine(NamedTuple):
    """One wager and what should become of it; the paragraph only where the examiner named one."""

    box: int
    behind: int
    hand: int
    wager: str
    net: int
    lammer: bool
    half: bool
    cite: str | None


class Case(NamedTuple):
    """A round, and what the examiner expects of the answer."""

    name: str
    record: dict[str, Any]
    lines: tuple[ExpectedLine, ...]
    findings: tuple[str, ...]
    facts: dict[str, str]


def cases() -> list[Case]:
    """Every examined round, rulebook by rulebook."""
    return [
        _case(file.stem, text)
        for file in sorted(Path(__file__).parent.glob("*.txt"))
        for text in file.read_text(encoding="utf-8").splitlines()
    ]


def _case(rulebook: str, text: str) -> Case:
    name, dealer, boxes, other, lines, findings, facts = (column.strip() for column in text.split("|"))
    cards, _, reader = dealer.partition(",")
    hand: dict[str, Any] = {"cards": cards.split()}
    if reader:
        hand["reader"] = None if reader.strip() == "null" else reader.strip()
    record: dict[str, Any] = {"format": "floor-round/1", "id": name, "rulebook": rulebook, "dealer": hand}
    record["boxes"] = [_box(each) for each in boxes.split("/")]
    record |= json.loads(other or "{}")
    told = dict(fact.split("=") for fact in facts.split())
    return Case(name, record, tuple(map(_line, lines.split())), tuple(findings.split()), told)


def _box(text: str) -> dict[str, Any]:
    first, wagers, play, *more = (part.strip() for part in text.split(","))
    number, *cards = first.split()
    made: dict[str, Any] = {"box": int(number), "cards": cards, "wagers": _wagers(wagers.split())}
    if play:
        made["play"] = [_step(word) for word in play.split()]
    for part in more:
        what, *words = part.split()
        if what == "dead":
            made["dead"] = words[0]
        else:
            made.setdefault("behind", []).append(_behind(words))
    return made


def _wagers(words: list[str]) -> dict[str, int]:
    return {WAGERS[word[0]]: int(word[1:]) for word in words}


def _behind(words: list[str]) -> dict[str, Any]:
    follows = []
    for step, what in (word.split("=") for word in words if "=" in word):
        follows.append({"step": int(step), **({"hand": int(what[1:])} if what[0] == "#" else {"wager": int(what)})})
    made: dict[str, Any] = {"wagers": _wagers([word for word in words if "=" not in word])}
    return made | ({"follows": follows} if follows else {})


def _step(word: str) -> dict[str, Any]:
    if word in PLAIN:
        return {"do": PLAIN[word]}
    how, card = word.split(":")
    made: dict[str, Any] = {"do": DRAWS[how[0]], "card": card}
    if how[1:]:
        made |= {"lammer": True} if how[1:] == "l" else {"wager": int(how[1:])}
    return made


def _line(word: str) -> ExpectedLine:
    found = LINE.fullmatch(word)
    assert found, word
    box, behind, wager, hand, net, lammer, half, cite = found.groups()
    on_hand = int(hand or 0)
    return ExpectedLine(int(box), int(behind or 0), on_hand, WAGERS[wager], int(net), bool(lammer), bool(half), cite)
