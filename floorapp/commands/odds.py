"""`floorapp odds`: exact odds of a side wager, of insurance, or of the dealer's hand."""

from __future__ import annotations

import argparse
import json
from fractions import Fraction
from typing import Any

from floorapp.bootstrap import rulebooks
from floorapp.commands.status import misused
from floorapp.engine.chances import DealerEnds, dealer_ends, wager_odds
from floorapp.engine.odds import Chance, NotOffered, WagerOdds, decimal_string
from floorapp.engine.odds_dealer import DealerOdds
from floorapp.engine.result import odds_said
from floorapp.engine.rulebook import Rulebook
from floorapp.engine.wagers.register import SIDE, SIDES


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = "Exact odds of a fresh shoe, by enumeration in fractions: nothing is simulated."
    parser.add_argument("rulebook", help="such as pa-590")
    parser.add_argument("wager", choices=(*SIDE, "dealer"), help="or `dealer`: how the dealer's hand ends")
    parser.add_argument("--decks", type=int, metavar="N", help="in the shoe (default: the game's usual number)")
    parser.add_argument("--paytable", choices=("A", "B"), help="of Push 22 (default A)")
    parser.add_argument("--reading", choices=("I-05",), help="take the alternative of a reading (Match-the-Dealer)")
    parser.add_argument("--json", action="store_true")


def run(call: argparse.Namespace) -> int:
    book = rulebooks().get(call.rulebook)
    if book is None:
        return misused(f"no rulebook {call.rulebook!r}; there are: {', '.join(rulebooks())}")
    for side in SIDES:
        if side.paytables and call.paytable and call.wager != side.name:
            return misused(f"a pay table is chosen for {side.name} only")
        if side.reading and call.reading == side.reading and call.wager != side.name:
            return misused(f"reading {call.reading} concerns {side.name} only")
    decks = book.cards.usual_decks.value if call.decks is None else call.decks
    try:
        if call.wager == "dealer":
            made = _dealer(book, dealer_ends(book, decks=decks))
        else:
            alternative = call.reading is not None
            odds = wager_odds(book, call.wager, decks=decks, paytable=call.paytable or "A", alternative=alternative)
            made = _wager(book, odds)
    except NotOffered as refusal:
        return misused(str(refusal))
    print(json.dumps(made, ensure_ascii=False, indent=2) if call.json else _text(made))
    return 0


def _wager(book: Rulebook, found: WagerOdds) -> dict[str, Any]:
    odds = found.odds
    made: dict[str, Any] = {"rulebook": book.id, "wager": odds.wager, "decks": odds.decks}
    if found.paytable:
        made["paytable"] = found.paytable
    return made | {
        "citation": found.cite,
        "cited": book.cited(found.cite),
        "assumptions": list(odds.assumptions),
        "readings": [found.reading] if found.reading else [],
        "outcomes": [_chance(each) for each in odds.outcomes],
        "house_edge": _number(odds.house_edge),
        "house_edge_exact": str(odds.house_edge),
    }


def _dealer(book: Rulebook, found: DealerEnds) -> dict[str, Any]:
    made: dict[str, Any] = {"rulebook": book.id, "wager": "dealer", "decks": found.odds.decks}
    made |= {"citation": found.cite, "cited": book.cited(found.cite)}
    made |= _ends(found.odds)
    if found.alternative is not None:
        made["alternative"] = {"reading": found.reading} | _ends(found.alternative)
    return made


def _ends(odds: DealerOdds) -> dict[str, Any]:
    lights = [
        {"light": light.name, "probability": _number(light.probability), "exact": str(light.probability)}
        for light in odds.lights
    ]
    return {
        "assumptions": list(odds.assumptions),
        "outcomes": [_chance(each) for each in odds.totals],
        "soft": [_chance(each) for each in odds.soft],
        "over_21": _number(odds.over_21),
        "hole_card": lights,
    }


def _chance(chance: Chance) -> dict[str, Any]:
    made: dict[str, Any] = {"outcome": chance.name, "probability": _number(chance.probability)}
    made["exact"] = str(chance.probability)
    if chance.pays is not None:
        made["pays"] = str(chance.pays)
    return made


def _number(fraction: Fraction) -> float:
    """A decimal number of ten digits after the point."""
    return float(decimal_string(fraction, 10))


def _text(made: dict[str, Any]) -> str:
    decks = f"{made['decks']} deck{'s' * (made['decks'] != 1)}"
    table = f", pay table {made['paytable']}" if "paytable" in made else ""
    lines = [f"{made['rulebook']}, {made['wager'].replace('_', ' ')}, {decks}{table} [{made['cited']}]"]
    lines += _chances(made)
    if "house_edge" in made:
        lines.append(f"  House edge {_percent(made['house_edge'])}, exactly {made['house_edge_exact']}.")
    if "alternative" in made:
        lines += ["", f"  With the alternative of reading {made['alternative']['reading']}:"]
        lines += _chances(made["alternative"])
    lines.append(f"  Assumed: {'; '.join(made['assumptions'])}.")
    return "\n".join(lines)


def _chances(made: dict[str, Any]) -> list[str]:
    lines = []
    for each in made["outcomes"]:
        pays = (
            ""
            if "pays" not in each
            else "  lost"
            if each["pays"] == "-1"
            else f"  pays {odds_said(Fraction(each['pays']))}"
        )
        lines.append(f"  {each['outcome'].replace('_', ' '):<22}{_percent(each['probability']):>12}{pays}")
    if "hole_card" in made:
        lines.append(f"  {'bust in all':<22}{_percent(made['over_21']):>12}")
        lights = ", ".join(f"{each['light']} {_percent(each['probability'])}" for each in made["hole_card"])
        lines.append(f"  Hole card: {lights}.")
    return lines


def _percent(number: float) -> str:
    return f"{number * 100:.6f}%"
