"""Scanners on the real window: a serial one on a pty, and one in keyboard mode with its prefix."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PyQt6.QtWidgets import QApplication, QLineEdit

from floorapp.commands.floor_services import OpenFloor
from floorapp.domain.decks import DeckSet, Spot
from floorapp.domain.reader_lines import ReaderLine
from floorapp.operations.act_table import ACTS
from floorapp.operations.acts import credentials, custody, decks, lines
from floorapp.operations.desk import Desk
from floorapp.operations.entry import Proof, Signature
from floorapp.operations.facts.scans import LabelScanned
from floorapp.operations.signatures import Meaning
from floorapp.readers.outlets import PtyOutlet
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.offer import Offer
from floorapp.screens.readers import LineRow
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.decks_place import DecksPlace
from floorapp.ui.live.table_place import TablePlace
from floorapp.ui.pages.ask_sheet import AskSheet
from tests.acts.floor import PIN
from tests.app.conftest import HAND, KEY, Stage
from tests.app.test_cases_place import fill
from tests.app.test_readers import place as readers_place
from tests.app.test_readers import until
from tests.app.test_readers import wired as wired
from tests.papers.test_labels import LabelPrinter, pictures, read_square


def keyed(stage: Stage, code: str) -> None:
    """As a scanner in keyboard mode types: its prefix, the code, Enter."""
    for letter in f"~{code}":
        HAND.keyClick(QApplication.focusWidget() or stage.app.window, letter)
    HAND.keyClick(QApplication.focusWidget() or stage.app.window, KEY.Key_Return)
    stage.settle()


def sets(stage: Stage, spot: Spot) -> list[DeckSet]:
    found: list[list[DeckSet]] = []
    stage.app.writer.ask(lambda snapshot: list(snapshot.moment.state.find(DeckSet, spot=spot)), found.append)
    stage.until(lambda: bool(found))
    return found[0]


def scanned(stage: Stage) -> list[LabelScanned]:
    found: list[list[LabelScanned]] = []

    def look(snapshot: Snapshot) -> list[LabelScanned]:
        page = snapshot.book.page(limit=200)
        return [each.fact for each in page if isinstance(each.fact, LabelScanned)]

    stage.app.writer.ask(look, found.append)
    stage.until(lambda: bool(found))
    return found[0]


def decks_place(stage: Stage) -> DecksPlace:
    found = stage.app.places["decks"]
    assert isinstance(found, DecksPlace)
    return found


def test_a_label_scanned_anywhere_leads_to_its_set_and_a_tables_to_its_table(stage: Stage) -> None:
    stage.sign_in("flo")
    (red,) = sets(stage, Spot.SHOE)
    keyed(stage, f"SET-{red.id}")
    assert stage.app.now.name == "decks"
    stage.until(lambda: decks_place(stage).row is not None)
    keyed(stage, "TABLE-FB-03")
    table = stage.app.now
    assert isinstance(table, TablePlace)
    stage.until(lambda: table.table == "FB-03")
    keyed(stage, "4006381333931")
    said = stage.app.window.banner.message
    assert said is not None and "4006381333931" in said.happened


def test_a_wrong_set_is_said_at_the_field_and_the_right_one_is_on_record(stage: Stage) -> None:
    stage.sign_in("flo")
    (red,) = sets(stage, Spot.SHOE)
    blue = next(each for each in sets(stage, Spot.TABLE) if each.table == "FB-01")
    other = next(each for each in sets(stage, Spot.TABLE) if each.table == "FB-03")
    stage.app.go("table", "FB-01")
    stage.settle()
    stage.press(KEY.Key_F3)
    asking = stage.app.sheets.asking
    assert asking is not None and "scan" in asking.fields
    keyed(stage, f"SET-{other.id}")
    assert other.id in asking.said_wrong and "FB-03" in asking.said_wrong and scanned(stage) == []
    keyed(stage, f"SET-{blue.id}")
    assert asking.fields["scan"].text == blue.id and asking.said_wrong == ""
    (said,) = scanned(stage)
    assert (said.deck_set, said.step) == (blue.id, "change_decks") and red.id != blue.id
    edit = asking.fields["scan"].edit
    assert isinstance(edit, QLineEdit)
    edit.setFocus()
    edit.selectAll()
    HAND.keyClicks(edit, f"SET-{red.id}")
    assert asking.fields["scan"].text == f"SET-{red.id}"
    stage.press(KEY.Key_Return)
    assert asking.fields["scan"].text == red.id, (
        "a scanner without a prefix types into the field, and Enter looks it up"
    )


def test_seals_are_gathered_by_scanning_and_a_used_one_is_refused(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.go("decks", "")
    stage.settle()
    decks_place(stage).do("receive_decks")
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None
    used = sets(stage, Spot.SHOE)[0].seal
    for code in ("SEAL-N1", "N2"):
        keyed(stage, code)
    assert asking.fields["seals"].text == "N1, N2"
    keyed(stage, used)
    assert "used before" in asking.said_wrong and asking.fields["seals"].text == "N1, N2"
    keyed(stage, "N2")
    assert "already scanned" in asking.said_wrong


def test_what_a_hand_types_stays_typed(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.go("decks", "")
    stage.settle()
    decks_place(stage).do("receive_decks")
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None
    edit = asking.fields["design"].edit
    assert isinstance(edit, QLineEdit)
    edit.setFocus()
    HAND.keyClick(edit, "~")
    stage.until(lambda: edit.text() == "~")
    HAND.keyClicks(edit, "Bee")
    assert edit.text() == "~Bee"


def test_presence_is_proved_at_the_inspection(stage: Stage) -> None:
    stage.sign_in("flo")
    stage.app.go("inspect", "FB-01")
    stage.settle()
    keyed(stage, "TABLE-NJ-01")
    assert scanned(stage) == [] and stage.app.window.banner.isVisible()
    keyed(stage, "TABLE-FB-01")
    (said,) = scanned(stage)
    assert (said.table, said.step) == ("FB-01", "inspect_reader")


def scanner(stage: Stage) -> PtyOutlet:
    """A serial scanner on a line of its own, which is open."""
    outlet = PtyOutlet()
    stage.sign_in("sam")
    stage.app.writer.act(lambda desk: lines.add_line(desk, line="S1", target=outlet.name, driver="scanner"))
    stage.app.go("readers", "")

    def rows() -> list[LineRow]:
        view = readers_place(stage).view
        return [row for row in view.rows if row.line == "S1"] if view else []

    until(stage, lambda: [row.word for row in rows()] == ["live"])
    assert not rows()[0].stranger and rows()[0].table == ""
    return outlet


@pytest.mark.unix
def test_a_serial_scanner_on_a_line_does_the_same_and_is_no_reader(wired: Stage) -> None:
    outlet = scanner(wired)
    assert wired.read(ReaderLine, "S1").scans
    outlet.write(b"\x02TABLE-FB-01\r\n")
    wired.until(lambda: wired.app.now.name == "table")
    table = wired.app.now
    assert isinstance(table, TablePlace)
    wired.until(lambda: table.table == "FB-01")
    outlet.unplug()


def opened(stage: Stage, step: str, about: str) -> AskSheet:
    """The form of a step, on the screen."""

    def show(offer: Offer | None) -> None:
        assert offer is not None and offer.form is not None, offer
        stage.app.sheets.offer(offer)

    stage.app.writer.ask(lambda snapshot: offer_for(snapshot, step, about), show)
    stage.until(lambda: stage.app.sheets.asking is not None and stage.app.sheets.asking.form.name == step)
    assert stage.app.sheets.asking is not None
    return stage.app.sheets.asking


def new_seal(stage: Stage, outlet: PtyOutlet, step: str, about: str, used: str) -> None:
    """A used seal and then a new one are scanned for a step."""
    field = "seals" if step == "receive_decks" else "seal"
    asking = opened(stage, step, about)
    asking.fields[field].edit.setFocus()
    stage.settle()
    outlet.write(f"SEAL-{used}\r\n".encode())
    stage.until(lambda: "used before" in asking.said_wrong)
    outlet.write(b"SEAL-N1\r\n")
    stage.until(lambda: asking.fields[field].text == "N1")
    stage.app.sheets.close()
    stage.settle()


@pytest.mark.unix
def test_a_serial_scanner_scans_new_seals_and_says_a_used_one_and_proves_presence(wired: Stage) -> None:
    outlet = scanner(wired)
    (played,) = sets(wired, Spot.SHOE)
    new_seal(wired, outlet, "receive_decks", "", played.seal)
    new_seal(wired, outlet, "seal_decks", played.id, played.seal)
    wired.app.go("inspect", "FB-01")
    wired.settle()
    outlet.write(b"TABLE-NJ-01\r\n")
    wired.until(lambda: wired.app.window.banner.isVisible())
    assert scanned(wired) == []
    outlet.write(b"TABLE-FB-01\r\n")
    wired.until(lambda: [(each.table, each.step) for each in scanned(wired)] == [("FB-01", "inspect_reader")])
    outlet.unplug()


@pytest.mark.unix
def test_two_seals_scanned_in_one_breath_are_both_gathered(wired: Stage) -> None:
    outlet = scanner(wired)
    asking = opened(wired, "receive_decks", "")
    outlet.write(b"SEAL-N1\r\nSEAL-N2\r\nSEAL-N3\r\nSEAL-N2\r\n")
    wired.until(lambda: "already scanned" in asking.said_wrong)
    assert asking.fields["seals"].text == "N1, N2, N3"
    outlet.unplug()


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


def ask_for_labels(stage: Stage, **values: str) -> AskSheet:
    """Alt P at Decks, filled in and given."""
    place = decks_place(stage)
    services = OpenFloor.__new__(OpenFloor)  # of a floor's services only its way to labels is asked
    place.labels._around = replace(place.around, setting=replace(place.around.setting, labels=services.labels))
    place.do("labels")
    stage.settle()
    asking = stage.app.sheets.asking
    assert asking is not None
    for name, text in values.items():
        asking.fields[name].show_text(text)
    stage.press(KEY.Key_F9)
    return asking


def test_labels_of_sets_tables_and_new_seals_go_to_a_label_printer_or_a_pdf(stage: Stage, tmp_path: Path) -> None:
    stage.sign_in("sam")
    stage.app.go("decks", "")
    stage.settle()
    printer, saved = LabelPrinter(), tmp_path / "labels.pdf"
    ask_for_labels(
        stage, what="New seals", first="B-0099", count="2", to="Printer", printer=f"127.0.0.1:{printer.port}"
    )
    stage.until(lambda: stage.app.sheets.sheet is None)
    codes = re.findall(r"\^FDMA,(.*?)\^FS", printer.done().decode())
    assert codes == ["SEAL-B-0099", "SEAL-B-0100"]
    decks_place(stage).labels.out.choose_target = lambda _parent, _name: str(saved)
    ask_for_labels(stage, what="Every deck set", first="", count="", to="PDF", printer="")
    stage.until(saved.exists)
    stage.until(lambda: saved.stat().st_size > 0)
    assert read_square(pictures(saved.read_bytes(), tmp_path)[0]) == f"SET-{min(each.id for each in every_set(stage))}"


def test_labels_that_cannot_be_made_or_sent_say_why(stage: Stage) -> None:
    stage.sign_in("sam")
    stage.app.go("decks", "")
    stage.settle()
    asking = ask_for_labels(stage, what="Every table", to="Printer")
    assert "label printer" in asking.said_wrong
    stage.app.sheets.close()
    used = sets(stage, Spot.SHOE)[0].seal
    asking = ask_for_labels(stage, what="New seals", first=used, count="1", to="PDF")
    assert "are not seal numbers" in asking.said_wrong or "used before" in asking.said_wrong
    stage.app.sheets.close()
    asking = ask_for_labels(
        stage, what="New seals", first="A-00000000000000001", count="1", symbol="Code 128", to="PDF"
    )
    assert "Choose QR" in asking.said_wrong
    stage.app.sheets.close()
    with socket.socket() as closed:  # bound, and nobody listens
        closed.bind(("127.0.0.1", 0))
        ask_for_labels(stage, what="Every table", to="Printer", printer=f"127.0.0.1:{closed.getsockname()[1]}")
        stage.until(lambda: stage.app.window.banner.message is not None)
    said = stage.app.window.banner.message
    assert said is not None and "did not take the labels" in said.happened


def every_set(stage: Stage) -> list[DeckSet]:
    return [each for spot in Spot for each in sets(stage, spot)]
