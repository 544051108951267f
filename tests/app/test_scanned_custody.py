"""A serial scanner at every step of custody and of card storage, on the real window."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import pytest

from floorapp.domain.decks import DeckSet, Spot
from floorapp.operations.act_table import ACTS
from floorapp.operations.acts import credentials, custody, decks
from floorapp.operations.desk import Desk
from floorapp.operations.entry import Proof, Signature
from floorapp.operations.signatures import Meaning
from floorapp.readers.outlets import PtyOutlet
from tests.acts.floor import PIN
from tests.app.conftest import Stage
from tests.app.test_cases_place import fill
from tests.app.test_readers import wired as wired
from tests.app.test_scanning import keyed, opened, scanned, scanner, sets

#: What a hand does next with a set, so that the form of the step after it stands: an act, or nothing.
Step = Callable[[Desk], object] | None
NOTHING: Step = None


def signed(desk: Desk, meaning: Meaning, person: str = "sid") -> Signature:
    """Somebody, mostly security, signs by PIN."""
    return credentials.sign(desk, person=person, secret=PIN, proof=Proof.PIN, meaning=meaning)


def out_of_play(cards: str) -> Iterator[tuple[str, Step]]:
    """The way of a set from its table to the shredder, step by step."""
    yield "count_decks", NOTHING
    yield "replace_card", NOTHING
    yield "withdraw_decks", lambda desk: decks.withdraw_decks(desk, deck_set=cards, reason="bent")
    yield "seal_decks", lambda desk: custody.seal_decks(desk, deck_set=cards, seal="Z-1")
    yield (
        "collect_decks",
        lambda desk: custody.collect_decks(desk, deck_set=cards, security=signed(desk, Meaning.COLLECTED)),
    )
    yield "hold_decks", NOTHING
    yield "inspect_decks", lambda desk: custody.inspect_decks(desk, deck_set=cards, good=True)
    yield "cancel_decks", NOTHING
    yield "destroy_decks", NOTHING


def from_storage(cards: str) -> Iterator[tuple[str, Step]]:
    """The way of a set from storage to a table, or back again unopened."""
    yield (
        "transfer_decks",
        lambda desk: custody.issue_decks(desk, deck_set=cards, table="FB-02", witness=signed(desk, Meaning.ISSUED)),
    )
    yield "return_decks", NOTHING
    yield "open_decks", NOTHING


def with_tens(cards: str) -> Iterator[tuple[str, Step]]:
    """The way of a set to a game that is played without tens, where they are taken out."""
    yield (
        "transfer_decks",
        lambda desk: custody.issue_decks(desk, deck_set=cards, table="NJ-01", witness=signed(desk, Meaning.ISSUED)),
    )
    yield (
        "open_decks",
        lambda desk: decks.open_decks(
            desk,
            deck_set=cards,
            counted=312,
            dealer=signed(desk, Meaning.INSPECTED, "dan"),
            floorperson=signed(desk, Meaning.VERIFIED, "flo"),
        ),
    )
    yield "remove_tens", NOTHING


def walk(stage: Stage, outlet: PtyOutlet, way: Iterable[tuple[str, Step]], about: str, right: str, wrong: str) -> None:
    """At each step the label of another set is said at once, the right one stands in the form and is on record."""
    for step, then in way:
        asking = opened(stage, step, about)
        (field,) = [each.name for each in asking.form.asks if each.scan is not None and each.scan.sets]
        asking.fields[field].edit.setFocus()
        outlet.write(f"SET-{wrong}\r\n".encode())
        stage.until(lambda asking=asking: wrong in asking.said_wrong)  # type: ignore[misc]
        assert right not in asking.fields[field].text, step
        outlet.write(f"SET-{right}\r\n".encode())
        stage.until(lambda asking=asking, field=field: right in asking.fields[field].text)  # type: ignore[misc]
        stage.app.sheets.close()
        if then is not None:
            stage.app.writer.act(then)
        stage.settle()


@pytest.mark.unix
def test_at_every_step_of_custody_a_serial_scanner_puts_the_label_on_record_and_a_wrong_one_is_said(
    wired: Stage,
) -> None:
    outlet = scanner(wired)
    played, fresh = sets(wired, Spot.SHOE)[0], next(each for each in sets(wired, Spot.TABLE) if each.table == "FB-01")
    bent = next(each for each in sets(wired, Spot.TABLE) if each.table == "FB-03")
    walk(wired, outlet, [("change_decks", NOTHING)], "FB-01", fresh.id, bent.id)
    walk(wired, outlet, [("count_decks", NOTHING), ("replace_card", NOTHING)], "FB-01", played.id, bent.id)
    walk(wired, outlet, out_of_play(bent.id), bent.id, bent.id, fresh.id)
    first, second = stored(wired)
    walk(wired, outlet, [("count_storage", NOTHING)], "", first.id, "DS-none")
    walk(wired, outlet, from_storage(second.id), second.id, second.id, played.id)
    walk(wired, outlet, with_tens(first.id), first.id, first.id, played.id)
    outlet.unplug()
    labeled = {name for name, row in ACTS.items() if row.form in ("cards", "deck_sets", "card_storage")}
    walked = {each.step for each in scanned(wired)}
    assert labeled - walked == {"receive_decks", "set_storage_place"}, "neither has a label of a set yet"


def stored(stage: Stage) -> tuple[DeckSet, ...]:
    """Two sealed sets are received into card storage."""
    opened(stage, "receive_decks", "")
    cards = {"seals": "K1, K2", "decks": "6", "back": "red", "design": "Bee", "condition": "new", "tens": "Yes"}
    fill(stage, **cards, **{"security": "sid", "security pin": PIN})
    stage.until(lambda: len(sets(stage, Spot.STORE)) == 2)
    return tuple(sets(stage, Spot.STORE))


@pytest.mark.unix
@pytest.mark.parametrize("step", ["transfer_decks", "count_storage"])
def test_sets_are_gathered_by_their_labels_where_card_storage_asks_for_many(stage: Stage, step: str) -> None:
    stage.sign_in("sam")
    one, two = stored(stage)
    (played,) = sets(stage, Spot.SHOE)
    asking = opened(stage, step, "")
    keyed(stage, f"SET-{one.id}")
    stage.until(lambda: asking.fields["sets"].text == one.id)
    keyed(stage, two.seal)
    stage.until(lambda: asking.fields["sets"].text == f"{one.id}, {two.id}")
    keyed(stage, f"SET-{one.id}")
    assert "already scanned" in asking.said_wrong
    keyed(stage, f"SET-{played.id}")
    if step == "transfer_decks":
        assert played.id in asking.said_wrong and "shoe" in asking.said_wrong
    else:
        assert played.id in asking.fields["sets"].text, "what a count finds is told, wherever the record has it"
    assert {(each.deck_set, each.step) for each in scanned(stage)} >= {(two.id, step), (one.id, step)}


@pytest.mark.parametrize("step", ["return_decks", "cancel_decks"])
def test_the_label_of_a_set_is_scanned_where_card_storage_asks_for_one(stage: Stage, step: str) -> None:
    stage.sign_in("sam")
    (cards,) = sets(stage, Spot.SHOE)
    other = sets(stage, Spot.TABLE)[0]
    asking = opened(stage, step, cards.id)
    keyed(stage, f"SET-{other.id}")
    assert other.id in asking.said_wrong
    keyed(stage, f"SET-{cards.id}")
    assert asking.fields["scan"].text == cards.id
