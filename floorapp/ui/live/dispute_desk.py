"""The sheets and views that open over the dispute desk: rounds, rules, calls, incidents, files, the guest's view."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import QEvent, QObject

from floorapp.operations.dispute import draft as edit
from floorapp.operations.dispute.happenings import Variant, taken, variants
from floorapp.operations.dispute.settlement import hands_of
from floorapp.operations.dispute.sources import offered
from floorapp.operations.trade_words import ALSO
from floorapp.screens.dispute_choices import (
    event_rows,
    hand_rows,
    incident_rows,
    next_rule,
    remedy_rows,
    round_rows,
    rule_rows,
    variant_rows,
)
from floorapp.screens.dispute_ruling import ruling_of
from floorapp.screens.dispute_shown import compared, guest_of
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.lists import ListRow
from floorapp.system import file_name, put_in_place
from floorapp.ui.pages.ask_sheet import AskSheet
from floorapp.ui.pages.choose_sheet import ChooseSheet
from floorapp.ui.pages.compare_sheet import CompareSheet
from floorapp.ui.pages.guest import GuestPage
from floorapp.ui.pages.ruling_sheet import RulingSheet

if TYPE_CHECKING:
    from floorapp.ui.live.dispute_place import DisputePlace


#: Said where there are not two figures.
SAME = "The cards as dealt settle the round: the rulebook requires nothing else."


class DeskSheets(QObject):
    """Opens them for the desk and takes what was chosen back to it."""

    def __init__(self, place: DisputePlace) -> None:
        super().__init__(place)
        self._place = place
        self.guest: GuestPage | None = None

    def _choose(
        self,
        title: str,
        says: str,
        rows: tuple[ListRow, ...],
        take: Callable[[str], None],
        also: Mapping[str, str] | None = None,
    ) -> None:
        place = self._place
        if not rows:
            place.told.say(note=says, warns=True)
            return
        sheet = ChooseSheet(place.around.look, title, says, also=also)
        sheet.show_rows(rows)

        def chosen(key: str) -> None:
            place.sheets.close()
            take(key)

        sheet.chosen.connect(chosen)
        place.sheets.show(sheet)

    def choose_round(self) -> None:
        """The last rounds of this table that are on file."""
        table = self._place.draft.round.table
        self._place.writer.ask(
            lambda snapshot: offered(snapshot.moment, table),
            lambda rounds: self._choose(
                f"Rounds on file at {table}" if table else "Rounds on file",
                "Newest first. You review a copy; the record itself stays as it is."
                if rounds
                else "No round of this table is on file.",
                round_rows(rounds),
                lambda key: self._place.enter(key),
            ),
        )

    def choose_call(self, *, void: bool) -> None:
        """Under which paragraph the hand was called dead, or the round void."""
        place = self._place
        if not void and not place.draft.seat.box:
            place.told.say(note="A spot is called dead, not the dealer: press Tab, or tap one.", warns=True)
            return
        rows = remedy_rows(place.draft, place.books, void=void)
        call = edit.call_void if void else edit.call_dead
        what = "The round was called void" if void else f"{place.draft.seat.name} was called dead"
        says = "Every bet is returned." if void else "The hand's bets are returned; side bets are settled."
        if not rows:
            says = "This rulebook has no void round." if void else "This rulebook has no dead hand."
        hands = 1 if void else len(hands_of(place.draft, place.draft.seat.box, place.books))

        def take(cite: str) -> None:
            if hands < 2:
                place.told.step(call(place.draft, cite))
                return
            step = place.told.step
            rows_ = hand_rows(hands)
            self._choose("Which hand?", what, rows_, lambda hand: step(edit.call_dead(place.draft, cite, int(hand))))

        self._choose(f"{what} under", says, rows, take)

    def choose_event(self) -> None:
        """What went wrong, in the catalog's words, then what is known of it; the remedy stands beside each."""
        place = self._place

        def take(code: str) -> None:
            try:
                told = variants(place.draft, place.books, code)
            except edit.NotUnderstood as fault:
                place.told.say(note=str(fault), warns=True)
                return
            if len(told) == 1:
                chosen(told[0])
                return
            title = place.books[place.draft.round.rulebook].irregularity(code).title
            self._choose(title, *variant_rows(told), lambda key: chosen(told[int(key)]))

        def chosen(variant: Variant) -> None:
            place.told.step(taken(place.draft, place.books, variant), note=variant.more)

        rows = event_rows(place.draft, place.books)
        where = place.draft.seat.name.casefold() if place.draft.seat.box else "the table"
        self._choose("What went wrong?", f"Entered for {where}.", rows, take, ALSO)

    def show_ruling(self) -> None:
        """Both figures side by side, the difference, and whose choice it is."""
        place = self._place
        view = ruling_of(place.told.settled, place.books[place.draft.round.rulebook])
        if view is None:
            place.told.say(note=SAME, warns=False)
            return
        place.sheets.show(RulingSheet(place.around.look, view), whole=True)

    def choose_incident(self) -> None:
        """Which incident saving adds the round to."""
        place = self._place

        def take(key: str) -> None:
            place.told.step(replace(place.draft, incident="" if key == "none" else key))
            place.refresh()

        says = "Open incidents of this table, the newest first."
        self._choose("To which incident?", says, incident_rows(place.incidents), take)

    def choose_rules(self) -> None:
        """The game and what its table has chosen; each press takes the next value."""
        place = self._place
        sheet = ChooseSheet(place.around.look, "Game and rules of this round", "Press a row to change its value.")

        def rows() -> tuple[ListRow, ...]:
            return rule_rows(place.draft, place.books, place.around.setting.readings())

        def take(key: str) -> None:
            place.told.step(next_rule(place.draft, place.books, key))
            sheet.show_rows(rows(), key)

        sheet.show_rows(rows())
        sheet.chosen.connect(take)
        place.sheets.show(sheet)

    def compare(self) -> None:
        """The same round under another rulebook, side by side."""
        place = self._place
        here = place.draft.round.rulebook
        others = tuple((book.id, f"{book.name}, {book.id}") for book in place.books.values() if book.id != here)
        sheet = CompareSheet(place.around.look, others)

        def show(other: str) -> None:
            sheet.show_comparison(compared(place.draft, place.books, other), other)

        sheet.book_chosen.connect(show)
        show(others[0][0])
        place.sheets.show(sheet, whole=True)

    # --- the guest ---

    def show_guest(self) -> None:
        """Cover the window with the large view; F11 or Esc turns it back."""
        place = self._place
        window = place.page.window()
        if self.guest is not None:
            self.hide_guest()
            return
        if place.shown is None or window is None:
            return
        view = guest_of(place.draft, place.told.settled, place.shown, place.books)
        self.guest = GuestPage(place.around.look, view, window)
        self.guest.left.connect(self.hide_guest)
        window.installEventFilter(self)
        place.page.installEventFilter(self)
        self.guest.setGeometry(window.rect())
        self.guest.show()
        self.guest.raise_()
        self.guest.setFocus()
        place.acts_changed.emit()

    def hide_guest(self) -> None:
        """Back to the desk."""
        guest, self.guest = self.guest, None
        if guest is not None:
            window = guest.window()
            if window is not None:
                window.removeEventFilter(self)
            self._place.page.removeEventFilter(self)
            guest.hide()
            guest.deleteLater()
            self._place.desk.typed.setFocus()
            self._place.acts_changed.emit()

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        if event is not None and self.guest is not None:
            window = self.guest.window()
            if event.type() is QEvent.Type.Resize and window is not None:
                self.guest.setGeometry(window.rect())
            elif event.type() is QEvent.Type.Hide and watched is self._place.page:
                self.hide_guest()  # the screen was locked, or one went elsewhere
        return super().eventFilter(watched, event)

    # --- files and paper ---

    def save_file(self) -> None:
        """Ask where the floor-round/1 file goes; written off the UI thread."""
        place = self._place
        name = file_name(place.draft.round.id or "round")
        form = Form(
            "dispute file",
            place.draft.round.id,
            "Save the round as a file",
            "One floor-round/1 record, as floorapp verify reads it.",
            (),
            (Asked("file", "File", str(place.files / f"{name}.json")),),
            Act("do", "Save the file", "F9"),
        )
        sheet = AskSheet(place.around.look, form, {})
        text = json.dumps(place.draft.record, ensure_ascii=False) + "\n"

        def give(values: dict[str, str]) -> None:
            path = Path(values["file"]).expanduser()
            place.writer.run(lambda: write_file(path, text), done)

        def done(wrong: str) -> None:
            if wrong:
                sheet.say_wrong(wrong)
                return
            place.sheets.close()
            place.told.say(note=f"Saved as {sheet.values['file']}.", warns=False)

        sheet.given.connect(give)
        place.sheets.show(sheet)

    def print_page(self) -> None:
        """The guest's page on paper: the round goes on record first, for papers are made from the logbook."""
        place = self._place
        draft = place.draft
        box = draft.seat.box or next((line.box for line in place.told.settled.wrong), draft.round.boxes[0].number)
        place.save(lambda: place.go.emit("papers", f"guest:{draft.round.id}#{box}"))


def write_file(path: Path, text: str) -> str:
    """Write a file whole or not at all; answers why not, in words."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(path.name + ".new")
        fresh.write_bytes(text.encode())
        put_in_place(fresh, path)
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else fault
        return f"The file could not be written: {why}. Choose another place."
    return ""
