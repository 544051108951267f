"""The inspection round, live: Okay is one key and the next table comes; not okay asks what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PyQt6.QtCore import QTimer
from PyQt6.QtWidgets import QLineEdit

from floorapp.domain.proof_test import Outcome, ProofRun
from floorapp.operations.act_table import Acts
from floorapp.operations.acts.scans import scan_label
from floorapp.operations.desk import Change, Desk
from floorapp.operations.proof_tests import begin_at, inspect, passed_so_soon
from floorapp.operations.refusal import Refusal, Refused, bad_input
from floorapp.screens.acts import button
from floorapp.screens.forms import NO, YES, Act, Asked, Form
from floorapp.screens.inspection import InspectionRound, inspection_round
from floorapp.screens.offers.offer import Values
from floorapp.screens.offers.routes import sign_entries
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.inspection import InspectionPage
from floorapp.ui.theme import bring_into_sight


class InspectPlace(ScreenPlace[InspectionRound | None]):
    """One table at a time; what was handed over and is not saved yet is not offered again."""

    rail = "inspect"

    def __init__(self, around: Surroundings) -> None:
        self.round = InspectionPage(around.look)
        super().__init__("inspect", self.round, around)
        self._wanted = ""
        self._skipped: list[str] = []
        self._given: set[str] = set()
        #: Why one inspects for somebody else, said once a round.
        self._reasons: dict[str, str] = {}
        self.round.okay.connect(self.okay)
        self.round.not_okay.connect(self.not_okay)
        self.round.reader.later.connect(self.later)
        self.round.walk.list.row_opened.connect(self._want)

    def enter(self, subject: str) -> None:
        self._wanted = subject
        self.refresh()

    def _want(self, table: str) -> None:
        self._wanted = table
        self.refresh()
        self.round.okay_button.setFocus()

    def query(self) -> Callable[[Snapshot], InspectionRound | None]:
        wanted, skipped, given = self._wanted, tuple(self._skipped), frozenset(self._given)
        return lambda snapshot: inspection_round(snapshot, wanted, skipped, given)

    def show(self, view: InspectionRound | None) -> None:
        if view is None:
            return
        why = "" if view.mine else self._reasons.get(view.assigned, "")
        words = f"{view.page.standing} · you, because: {why}" if why else view.page.standing
        self.round.show_inspection(replace(view.page, standing=words, citation=view.refusal or view.page.citation))
        window = self.round.window()
        typing = isinstance(window.focusWidget() if window else None, QLineEdit)
        for pressed, act in (
            (self.round.okay_button, Act("okay", "Pass, next table", "Space", view.refusal)),
            (self.round.not_okay_button, Act("not okay", "Fail…", "N", "" if view.test else view.refusal)),
        ):
            had = pressed.hasFocus()
            pressed.offer(act)
            if had and pressed.isEnabled():
                pressed.setFocus()
        if self.sheets.sheet is None and self.round.isVisible() and not typing:
            # A button that is greyed hands the focus on, to where the next key would be typed as a word.
            okay, wrong = self.round.okay_button, self.round.not_okay_button
            target = okay if okay.isEnabled() else wrong if wrong.isEnabled() else self.round.reader.later_button
            target.setFocus()
            if view.test:  # which card comes next is in sight, also where the page is low
                QTimer.singleShot(0, lambda: bring_into_sight(self.round.proof))

    @property
    def table(self) -> str:
        """The table that is shown; an answer is only ever about this one."""
        return self.view.page.now if self.view else ""

    @property
    def table_here(self) -> str:
        return self.table

    def scan(self, code: str) -> bool:
        """The label at the table proves that one stands there; another table's is said at once."""
        table = self.table
        if table:
            step = Acts.inspect_reader.name
            self.writer.act(lambda desk: scan_label(desk, code=code, step=step, table=table))
        return bool(table)

    def acts(self) -> tuple[Act, ...]:
        view = self.view
        refusal = view.refusal if view else "There is no reader to inspect."
        wrong = "" if view and view.test else refusal
        return (
            Act("okay", "Pass", "Space", refusal),
            Act("not okay", "Fail", "N", wrong),
            *self._proof_acts(),
            Act("later", "Skip for now", "L", view.page.no_skip if view else ""),
            button(Acts.sign_entries, "inspect"),
            Act("back", "Pause", "Esc"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        {
            "okay": self.okay,
            "not okay": self.not_okay,
            "later": self.later,
            Acts.sign_entries.name: self._sign,
            "back": self._back,
            "proof": self.begin_test,
            "lay": self.lay,
            "again": self.again,
            "break off": self.break_off,
        }[act]()

    def _sign(self) -> None:
        """The end of a route: one signature over what was entered."""
        self.writer.ask(lambda snapshot: sign_entries(snapshot, ""), self.sheets.offer)

    def _back(self) -> None:
        self.go.emit("floor", self.table)

    # --- the guided proof test ---

    def _proof_acts(self) -> tuple[Act, ...]:
        view = self.view
        if view is None or not view.reader:
            return (Act("proof", "Function test", "P", "No signal from a reader at this table."),)
        if view.test is None or view.test.outcome is not Outcome.UNDER_WAY:
            return (Act("proof", "Function test", "P"),)
        lay = (Act("lay", "Insert the cards", "C"),) if view.virtual else ()
        again = (Act("again", "Repeat step", "A"),) if view.test.seen else ()
        return (*lay, *again, Act("break off", "Cancel test", "B"))

    def begin_test(self) -> None:
        """Guide through the cards; the reader's own signals are the answers."""
        view, table = self.view, self.table
        if view is None or not view.reader:
            return
        reader = view.reader

        def begin(snapshot: Snapshot) -> None:
            if snapshot.lines is not None:
                snapshot.lines.begin_test(begin_at(snapshot.moment, table=table, reader=reader))

        self._wanted = table
        self._with_lines(begin)

    def lay(self) -> None:
        """Lay the cards of this step before a virtual reader."""
        view = self.view
        step = view.test.step if view and view.test else None
        if view is None or step is None or not view.virtual:
            return
        serial, words = view.reader.rpartition("/")[2], f"hand {step.up} {step.hole}"

        def play(snapshot: Snapshot) -> None:
            if snapshot.lines is not None:
                snapshot.lines.play(serial, words)

        self._with_lines(play)

    def again(self) -> None:
        """Take the last step back: the cards were laid wrongly."""
        test = self.view.test if self.view else None
        if test is not None:
            self._keep_test(test.again())

    def break_off(self) -> None:
        """Leave the test; the inspection is then made by eye."""
        view = self.view
        if view is not None and view.test is not None:
            self._end_test(view.reader)

    def _keep_test(self, test: ProofRun) -> None:
        self._with_lines(lambda snapshot: snapshot.lines.begin_test(test) if snapshot.lines else None)

    def _end_test(self, reader: str) -> None:
        if reader:
            self._with_lines(lambda snapshot: snapshot.lines.end_test(reader) if snapshot.lines else None)

    def _with_lines(self, tell: Callable[[Snapshot], None]) -> None:
        self.writer.ask(tell, lambda _none: self.refresh())

    def later(self) -> None:
        """Come back to this table at the end of the round."""
        table = self.table
        if table:
            self._skipped = [each for each in self._skipped if each != table] + [table]
            self._wanted = ""
            self.refresh()

    def okay(self) -> None:
        """State that the reader is untouched and works; the next table comes at once."""
        table = self.table
        view = self.view
        if view is None or view.refusal or table in self._given:
            return
        why = self._reasons.get(view.assigned, "")
        if view.mine or why:
            self._inspect(table, "" if view.mine else why)
        else:
            self._ask_why(table, view)

    def _inspect(self, table: str, why: str) -> None:
        self._given.add(table)
        self._wanted = ""

        view = self.view
        test, reader = (view.test, view.reader) if view else (None, "")

        def pass_it(desk: Desk) -> Change:
            return inspect(desk, table=table, working=True, instead_of=why, test=test, connected=bool(reader))

        def do(desk: Desk) -> Change:
            soon = None if test else desk.ask(lambda moment: passed_so_soon(moment, table=table))
            if soon is not None:  # asked, not refused: nothing is on record until somebody states it
                raise Refused(soon)
            return pass_it(desk)

        def refused(refusal: Refusal) -> None:
            self._refused(table, refusal)
            if refusal.code == "so-soon":
                self._ask_whether(table, refusal, pass_it)

        self.writer.act(do, lambda _change: self._done(table, reader), refused)
        self.refresh()

    def _ask_whether(self, table: str, soon: Refusal, pass_it: Callable[[Desk], Change]) -> None:
        """A pass that comes right after another one is stated, not slipped into."""
        form = Form(
            "passed so soon",
            table,
            f"Did you look at {table}?",
            f"{soon.happened} {soon.means}",
            (),
            (Asked("looked", "Its reader is untouched and works", choices=(YES, NO)),),
            Act("do", "Record", "F9"),
        )

        def stated(desk: Desk, values: Values) -> Change:
            if values["looked"] != YES:
                raise Refused(bad_input("Then it is not passed.", "Go back and check it, or press N."))
            return pass_it(desk)

        self.sheets.ask(form, stated, lambda _change: self._after_sheet(""))

    def _done(self, table: str, reader: str) -> None:
        self._given.discard(table)
        self._end_test(reader)
        self.refresh()

    def _refused(self, table: str, refusal: Refusal) -> None:
        self._given.discard(table)
        self._wanted = table
        self.refresh()
        self.writer.refused.emit(refusal)

    def _ask_why(self, table: str, view: InspectionRound) -> None:
        """Another one than the assigned floorperson says why; once for all of that one's tables."""
        form = Form(
            Acts.inspect_reader.name,
            table,
            f"Why you are inspecting {table}",
            f"{view.page.standing}. The assigned floorperson should inspect it; a substitute is recorded as a finding.",
            (),
            (Asked("why", "Reason for substitute"),),
            Act("do", "Pass, next table", "F9"),
        )

        def do(desk: Desk, values: Values) -> Change:
            self._reasons[view.assigned] = values["why"]
            connected = bool(view.reader)
            return inspect(
                desk, table=table, working=True, instead_of=values["why"], test=view.test, connected=connected
            )

        self.sheets.ask(form, do, lambda _change: self._after_sheet(view.reader))

    def _after_sheet(self, reader: str) -> None:
        self._wanted = ""
        self._end_test(reader)
        self.refresh()
        self.round.okay_button.setFocus()

    def not_okay(self) -> None:
        """Ask what is wrong; the table stops where the rulebook says so."""
        view, table = self.view, self.table
        if view is None or (view.refusal and view.test is None):
            return
        test = view.test if view.test is not None and view.test.outcome is not Outcome.UNDER_WAY else None
        found = test.finding if test is not None and test.outcome is Outcome.FAILED else ""
        asks = [Asked("says", "What is wrong", found), Asked("tampering", "Signs of tampering", choices=(YES, NO))]
        if not view.mine:
            why = self._reasons.get(view.assigned, "")
            asks.append(Asked("why", "Reason for substitute (not the assigned floorperson)", why))
        form = Form(
            "reader not okay",
            table,
            f"{table} fails inspection",
            "The reader goes out of service; where the rulebook forbids dealing without it, the game stops.",
            (),
            tuple(asks),
            Act("do", "Record, next table", "F9"),
        )

        def do(desk: Desk, values: Values) -> Change:
            tampered = values["tampering"] == YES
            return inspect(
                desk,
                table=table,
                working=False,
                says=values["says"],
                tampering=tampered,
                instead_of=values.get("why", ""),
                test=test,
            )

        self.sheets.ask(form, do, lambda _change: self._after_sheet(view.reader))
