"""Rounds changed a little, for tests: most changes make a right round wrong, some leave it right."""

from __future__ import annotations

import copy
import random
from typing import Any

from floorapp.bootstrap import rulebooks
from floorapp.engine.readings import READING_IDS
from floorapp.engine.verify import verify_json

CARDS = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]
SIGNALS = ["blackjack", "no_blackjack", "small", "medium", "large", None]
DECISIONS = ["hit", "stand", "double", "split", "deal", "surrender", "second_chance", "even_money"]


def reported(record: dict[str, Any]) -> dict[str, Any]:
    """A round with every line reported as it should be."""
    made = copy.deepcopy(record)
    boxes = {box["box"]: box for box in made["boxes"]}
    for box in made["boxes"]:
        box["reported"] = []
    for line in verify_json(made, rulebooks()).lines:
        said: dict[str, Any] = {"wager": line.wager, "net": line.expected}
        said |= {"hand": line.hand} if line.hand else {}
        said |= {"behind": line.behind} if line.behind else {}
        boxes[line.box]["reported"].append(said)
    return made


def with_readings(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same round where the house has chosen other readings, and other options."""
    made = copy.deepcopy(record)
    options = made.setdefault("options", {})
    options["readings"] = rng.sample(sorted(READING_IDS), rng.choice((1, 2, 5, 20)))
    if rng.random() < 0.3:
        options |= rng.choice(({"decks": 8}, {"positions": 7}, {"push_22_paytable": "B"}, {"chip_unit": 500}))
    return made


def mutated(record: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A round with one thing about it changed."""
    made = copy.deepcopy(record)
    box = rng.choice(made["boxes"])
    rng.choice((_net, _net, _card, _card, _step, _step, _wager, _dealer, _line, _place))(made, box, rng)
    return made


def _net(_: dict[str, Any], box: dict[str, Any], rng: random.Random) -> None:
    for line in rng.sample(box.get("reported", []), min(1, len(box.get("reported", [])))):
        line["net"] = rng.choice((0, -line["net"], line["net"] + 1, line["net"] * 2, box["wagers"]["main"]))


def _card(record: dict[str, Any], box: dict[str, Any], rng: random.Random) -> None:
    drawn = [step for step in box.get("play", []) if "card" in step]
    if drawn and rng.random() < 0.5:
        rng.choice(drawn)["card"] = rng.choice(CARDS)
    else:
        box["cards"][rng.randrange(2)] = rng.choice([*CARDS, record["dealer"]["cards"][0]])


def _step(_: dict[str, Any], box: dict[str, Any], rng: random.Random) -> None:
    play = box.setdefault("play", [])
    step = {"do": rng.choice(DECISIONS), "card": rng.choice(CARDS), "wager": box["wagers"]["main"]}
    if step["do"] not in ("hit", "double", "split", "deal", "second_chance"):
        del step["card"]
    if rng.random() < 0.3:
        del step["wager"]
        step["lammer"] = True
    if play and rng.random() < 0.4:
        play[rng.randrange(len(play))] = step
    elif play and rng.random() < 0.4:
        del play[rng.randrange(len(play))]
    else:
        play.insert(rng.randrange(len(play) + 1), step)


def _wager(_: dict[str, Any], box: dict[str, Any], rng: random.Random) -> None:
    name = rng.choice(("main", "double_attack", "push_22", "match_dealer", "bust_it", "insurance"))
    main = box["wagers"]["main"]
    box["wagers"][name] = rng.choice((main, main // 2 or 1, main + 1, 2 * main, 101, 1 << 45))


def _dealer(record: dict[str, Any], _: dict[str, Any], rng: random.Random) -> None:
    dealer = record["dealer"]
    change = rng.randrange(4)
    if change == 0:
        dealer["reader"] = rng.choice(SIGNALS)
    elif change == 1:
        dealer["cards"][rng.randrange(len(dealer["cards"]))] = rng.choice(CARDS)
    elif change == 2:
        dealer["cards"].append(rng.choice(CARDS))
    else:
        dealer["cards"].pop()


def _line(_: dict[str, Any], box: dict[str, Any], rng: random.Random) -> None:
    lines = box.get("reported")
    if not lines:
        box["reported"] = [{"wager": "main", "hand": 1, "net": 0}]
    elif rng.random() < 0.3:
        lines.append(dict(rng.choice(lines)))
    elif rng.random() < 0.3:
        lines.pop()
    elif rng.random() < 0.5:
        rng.shuffle(lines)
    else:
        del box["reported"]


def _place(record: dict[str, Any], box: dict[str, Any], rng: random.Random) -> None:
    change = rng.randrange(4)
    if change == 0:
        box["box"] = rng.choice((1, 2, 6, 7, 8, 300))
    elif change == 1:
        box["dead"] = "590.13(b)"
    elif change == 2:
        record["options"] = record.get("options", {}) | {"decks": rng.choice((1, 2, 6, 8))}
    else:
        record["at"] = rng.choice(("2026-11-15T21:04:05-05:00", "1990-01-01T00:00:00Z", "2015-01-01", "soon"))
