"""`floorapp odds` and `floorapp verify --shoe` as they are called."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from floorapp.bootstrap import rulebooks
from floorapp.domain.cards import RANKS, SUITS
from tests.test_cli_verify import floorapp, lines_of
from tests.test_schemas import schema


def odds(*words: str) -> Any:
    run = floorapp("odds", *words, "--json")
    assert run.returncode == 0, run.stderr
    made = json.loads(run.stdout)
    schema("odds").validate(made)
    return made


def test_590_12_c_push_22_edges_of_both_pay_tables() -> None:
    a, b = (odds("pa-590", "push_22", "--decks", "6", "--paytable", table) for table in "AB")
    assert a["house_edge"] == pytest.approx(0.06842860, abs=1e-8)
    assert b["house_edge"] == pytest.approx(0.12612438, abs=1e-8)
    other = next(each for each in a["outcomes"] if each["outcome"] == "other")
    assert b["house_edge"] - a["house_edge"] == pytest.approx(other["probability"], abs=1e-9)
    assert a["cited"] == "58 Pa. Code § 590.12(c)"


@pytest.mark.parametrize(
    ("book", "decks", "edge"),
    [("pa-590", 6, 23 / 311), ("pa-673a", 6, 23 / 311), ("pa-685a", 8, 31 / 415), ("pa-665a", 8, 47 / 383)],
)
def test_insurance_edges_are_the_exact_fractions(book: str, decks: int, edge: float) -> None:
    assert odds(book, "insurance", "--decks", str(decks))["house_edge"] == pytest.approx(edge, abs=1e-10)


def test_685a_11_c_match_pays_each_card_or_only_the_better() -> None:
    both = odds("pa-685a", "match_dealer", "--decks", "6")
    better = odds("pa-685a", "match_dealer", "--decks", "6", "--reading", "I-05")
    assert both["house_edge"] == pytest.approx(1958 / 48205, abs=1e-10)
    assert better["house_edge"] > both["house_edge"]


@pytest.mark.parametrize("book", sorted(rulebooks()))
def test_the_dealers_hand_always_ends_somewhere(book: str) -> None:
    found = odds(book, "dealer")
    assert sum(each["probability"] for each in found["outcomes"]) == pytest.approx(1, abs=1e-8)
    assert sum(each["probability"] for each in found["hole_card"]) == pytest.approx(1, abs=1e-8)
    assert ("alternative" in found) == (book == "pa-685a")


def test_685a_3_d_3_more_22s_where_two_aces_count_22() -> None:
    found = odds("pa-685a", "dealer", "--decks", "8")
    text, other = (
        next(each["probability"] for each in one["outcomes"] if each["outcome"] == "22")
        for one in (found, found["alternative"])
    )
    assert text == pytest.approx(0.083381, abs=1e-6)
    assert other == pytest.approx(0.079637, abs=1e-6)


@pytest.mark.parametrize(
    "words",
    [
        ("pa-590", "bust_it"),
        ("pa-685a", "match_dealer", "--decks", "5"),
        ("pa-665a", "insurance", "--decks", "6"),
        ("pa-1", "insurance"),
        ("pa-590", "lottery"),
        ("pa-590", "insurance", "--paytable", "B"),
        ("pa-590", "push_22", "--reading", "I-05"),
        ("pa-685a", "dealer", "--reading", "I-05"),
    ],
)
def test_odds_of_what_is_not_offered_are_refused(words: tuple[str, ...]) -> None:
    run = floorapp("odds", *words)
    assert run.returncode == 64
    assert run.stderr


def test_odds_refused_name_what_can_be_asked_the_dealer_among_it() -> None:
    assert floorapp("odds", "pa-590", "bust_it").stderr.decode().strip().endswith("it has: insurance, push_22, dealer")


def shoes(missing: str = "", since: int = 0, count: int = 60, seed: int = 4) -> list[dict[str, Any]]:
    """Shoes of one deck, three quarters dealt, five cards a round; from a shoe on one card is missing."""
    rng = random.Random(seed)
    made = []
    for shoe in range(count):
        cards = [rank + suit for rank in RANKS for suit in SUITS]
        if missing and shoe >= since:
            cards.remove(missing)
        rng.shuffle(cards)
        for n in range(8):
            dealt = cards[n * 5 : n * 5 + 5]
            box = {"box": 1, "cards": dealt[2:4], "wagers": {"main": 1000}, "play": [{"do": "hit", "card": dealt[4]}]}
            box["dead"] = "590.13(h)"
            made.append(
                {"format": "floor-round/1", "id": f"{shoe}/{n}", "shoe": f"S{shoe}", "rulebook": "pa-590"}
                | {"options": {"decks": 1}, "dealer": {"cards": dealt[:2]}, "boxes": [box]}
            )
    return made


def verify_shoe(tmp_path: Path, records: list[dict[str, Any]], *words: str) -> Any:
    file = tmp_path / "set.jsonl"
    file.write_text(lines_of(*records))
    return floorapp("verify", "--shoe", *words, str(file))


@pytest.mark.parametrize("missing", ["", "Qs"])
def test_what_a_deck_set_answers_keeps_to_its_schema(tmp_path: Path, missing: str) -> None:
    records = shoes(missing=missing, since=20)
    records[3]["dealer"]["cards"][0] = records[0]["dealer"]["cards"][0]
    records[4]["dealer"]["cards"] = ["1h"]
    found = json.loads(verify_shoe(tmp_path, records).stdout)
    assert found["impossible"] and found["unread"] and found["suspects"]
    schema("shoe").validate(found)


def test_a_whole_deck_set_calls_for_no_count(tmp_path: Path) -> None:
    run = verify_shoe(tmp_path, shoes())
    found = json.loads(run.stdout)
    assert run.returncode == 0
    assert found["alarm"] is None and found["impossible"] == []
    assert found["complete"] > 0.9


def test_a_missing_queen_is_named_and_about_since_when(tmp_path: Path) -> None:
    run = verify_shoe(tmp_path, shoes(missing="Qs", since=20))
    found = json.loads(run.stdout)
    assert run.returncode == 1
    assert found["alarm"] is not None
    worst = found["suspects"][0]
    assert (worst["card"], worst["change"]) == ("Qs", "missing")
    assert 14 <= int(worst["since"].removeprefix("S")) <= 24
    text = verify_shoe(tmp_path, shoes(missing="Qs", since=20), "--summary").stdout.decode()
    assert "queen of spades is missing" in text


def test_a_second_copy_of_a_card_in_one_deck_is_named_at_once(tmp_path: Path) -> None:
    records = shoes(count=1)
    records[3]["dealer"]["cards"][0] = records[0]["dealer"]["cards"][0]
    run = verify_shoe(tmp_path, records)
    (found,) = json.loads(run.stdout)["impossible"]
    assert run.returncode == 1
    assert (found["round"], found["copy"], found["held"]) == ("0/3", 2, 1)
    records[3]["id"] = "0\n3"
    told = verify_shoe(tmp_path, records, "--summary").stdout.decode().splitlines()
    assert told[0] == "40 cards of 1 shoe, 1 deck."
    assert told[1].startswith("  Round 0\\n3, shoe S0: ")


def test_records_of_two_games_or_out_of_order_are_no_deck_set(tmp_path: Path) -> None:
    mixed = shoes(count=2)
    mixed[9]["rulebook"] = "pa-673a"
    assert verify_shoe(tmp_path, mixed).returncode == 2
    returning = shoes(count=2)
    returning[-1]["shoe"] = "S0"
    run = verify_shoe(tmp_path, returning)
    assert run.returncode == 2
    assert b"not in order" in run.stderr
