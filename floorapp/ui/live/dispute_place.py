"""The dispute desk, live: told by keys or by touch, settled at every one, kept as a draft, saved to the logbook."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PyQt6.QtWidgets import QScrollArea, QSizePolicy, QStackedWidget

from floorapp.domain.tables import Table
from floorapp.domain.values import dataclass
from floorapp.operations.acts.cases import COMPLAINT
from floorapp.operations.acts.disputes import keep_dispute, may_keep_dispute
from floorapp.operations.desk import Change, Desk
from floorapp.operations.dispute.draft import Draft
from floorapp.operations.dispute.draft_text import draft_of, text_of
from floorapp.operations.dispute.settlement import Rulebooks
from floorapp.operations.dispute.sources import DisputeStart, begin, cannot_settle, open_incidents, without_table
from floorapp.operations.dispute.teller import DEAD, EVENT, VOID, Teller
from floorapp.operations.refusal import Refusal, unknown
from floorapp.screens.dispute import DisputeView, dispute_of
from floorapp.screens.dispute_choices import start_rows
from floorapp.screens.dispute_pad import DO, PadPress
from floorapp.screens.forms import Act
from floorapp.screens.phrases import because
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.dispute_case import CaseSheets
from floorapp.ui.live.dispute_desk import SAME, DeskSheets
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.dispute import DisputePage, StartPage
from floorapp.ui.widgets.surface import Ground, column

#: Where what was told is kept until it is saved.
DRAFTS = "dispute/"


@dataclass(frozen=True)
class Around:
    """What the desk asks the logbook: the rulebooks, the tables, whether one may save, the incidents of its table."""

    books: Rulebooks
    tables: tuple[Table, ...]
    refusal: str
    table: str = ""
    incidents: tuple[str, ...] = ()


class DisputePlace(ScreenPlace[Around]):
    """One round at a time; every key goes through `_type`, and a press on a pad is a key."""

    rail = "disputes"

    def __init__(self, around: Surroundings) -> None:
        look = around.look
        page = Ground(look, "base")
        self.start, self.desk = StartPage(look), DisputePage(look)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.start)
        self._stack.addWidget(self.desk)
        column(look, gap=0, parent=page).addWidget(self._stack)
        page.setFocusProxy(self.start)
        super().__init__("disputes", page, around)
        self.teller: Teller | None = None
        self.subject = ""
        self.incidents: tuple[str, ...] = ()
        self.shown: DisputeView | None = None
        self._kept: Draft | None = None  # as it was last put on record
        self._wanted: str | None = None
        self._sheets = DeskSheets(self)
        self._cases = CaseSheets(self)
        self._join()

    def _join(self) -> None:
        typed = self.desk.typed
        typed.textEdited.connect(lambda text: self.told.type(text))
        typed.went.connect(lambda step: self.told.go_on(step))
        typed.entered.connect(lambda: self.told.enter())
        typed.taken_back.connect(lambda: self.told.rub_out())
        typed.pasted.connect(lambda text: self.told.paste(text))
        typed.line_moved.connect(lambda step: self.told.move_line(step))
        typed.undone.connect(lambda back: self.told.undo() if back else self.told.redo())
        typed.keys_asked.connect(lambda: self.sheets.show_keys(self.acts()))
        self.desk.pressed.connect(self._press)
        self.desk.seat_chosen.connect(lambda box: self.told.sit(box))
        self.desk.pad_chosen.connect(self._turn_pad)
        self.desk.act_chosen.connect(self.do)
        self.desk.side.line_chosen.connect(lambda key: self.told.choose_line(key))
        self.start.chosen.connect(self._begin_with)

    # --- what it knows ---

    @property
    def told(self) -> Teller:
        assert self.teller is not None
        return self.teller

    @property
    def draft(self) -> Draft:
        return self.told.draft

    @property
    def books(self) -> Rulebooks:
        return self.view.books if self.view is not None else {}

    def query(self) -> Callable[[Snapshot], Around]:
        incident, at = (self.draft.incident, self.draft.round.table) if self.teller is not None else ("", "")
        return lambda snapshot: Around(
            snapshot.moment.rulebooks,
            tuple(table for table in snapshot.moment.state.find(Table) if not table.retired),
            because(may_keep_dispute(snapshot.moment, incident=incident)),
            at,
            open_incidents(snapshot.moment, at) if at else (),
        )

    def show(self, view: Around) -> None:
        self._show_start()
        if self.teller is not None:
            if view.table and view.table == self.draft.round.table:
                of_draft = [self.draft.incident] if self.draft.incident else []
                self.incidents = tuple(dict.fromkeys((*of_draft, *view.incidents)))
            self.present()
        elif self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            self._open(wanted)

    def enter(self, subject: str) -> None:
        """Come about a table, a round on file, an incident or a case; or go on where one was."""
        if subject.startswith(COMPLAINT):
            self.go.emit("cases", subject)
        elif "#" in subject:
            self._turn_to_page()
            self.refresh()
            self._cases.show_named(subject, lambda: self._come(subject))
        else:
            self._come(subject)

    def _come(self, subject: str) -> None:
        done = self.teller is not None and self.draft == self._kept
        if subject and (subject != self.subject or done):
            self._wanted = None
            if self.view is not None:
                self._open(subject)
            else:
                self._wanted = subject
        elif self.teller is None:
            last = self.around.drafts.get("dispute now").get("subject")
            self._wanted = last if last is not None and self.around.drafts.get(DRAFTS + last) else None
            if self.view is not None and self._wanted is not None:
                self.show(self.view)
        self._turn_to_page()
        self.refresh()

    def _turn_to_page(self) -> None:
        shown = self.start if self.teller is None else self.desk
        for each in (self.start, self.desk):  # the page that is not shown asks for no room
            policy = QSizePolicy.Policy.Preferred if each is shown else QSizePolicy.Policy.Ignored
            each.setSizePolicy(policy, policy)
        self._stack.setCurrentWidget(shown)
        self.page.setFocusProxy(shown)
        if self.page.isVisible() and self.sheets.sheet is None:
            shown.setFocus()

    # --- beginning ---

    def _show_start(self) -> None:
        if self.view is not None:
            names = tuple(name.removeprefix(DRAFTS) for name in self.around.drafts.names(DRAFTS))
            self.start.show_rows(start_rows(self.view.tables, self.books, names))

    def _begin_with(self, key: str) -> None:
        kind, _, name = key.partition(" ")
        if kind == "game":
            self.writer.ask(lambda snapshot: without_table(snapshot.moment, name), lambda made: self.begin(made, ""))
        elif kind == "go":
            self._open(key.removeprefix("go on "))
        else:
            self._fresh(name)

    def _open(self, subject: str) -> None:
        """Go on with what was told about this before; else begin."""
        kept = self.around.drafts.get(DRAFTS + subject)
        again = draft_of(kept.get("draft", ""), self.books) if kept else None
        if again is None:
            self._fresh(subject)
            return
        self._take_up(again, subject)
        self.told.say(typed=kept.get("typed", ""), note="Picking up where you left off. Alt N starts another round.")
        self._turn_to_page()
        self.refresh()

    def _take_up(self, draft: Draft, subject: str) -> None:
        if self.teller is not None and self.subject == subject:
            self.teller.step(draft, typed="")  # what was on the desk before can be had by undoing
        else:
            self.teller, self.subject = Teller(draft, self.books, self.present), subject

    def _fresh(self, subject: str) -> None:
        """Begin anew from the table, the round or the incident of this name."""

        def made(snapshot: Snapshot) -> DisputeStart | Refusal | None:
            return cannot_settle(snapshot.moment, subject) or begin(snapshot.moment, subject)

        self.writer.ask(made, lambda made: self._begun(made, subject))

    def _begun(self, made: DisputeStart | Refusal | None, subject: str) -> None:
        if isinstance(made, Refusal):
            self.writer.refused.emit(made)
        elif made is None:
            self.writer.refused.emit(unknown("table, round or incident", subject))
        else:
            self.begin(made, subject)

    def begin(self, made: DisputeStart, subject: str) -> None:
        """Take up a round; what was on the desk before can still be had by undoing."""
        self._take_up(made.draft, subject)
        self.incidents = made.incidents
        self.told.say(typed="", note=made.says)
        self._turn_to_page()

    def show_kept(self, made: DisputeStart, subject: str) -> None:
        """A round that is on record, to be looked at; what was on the desk stays among the unfinished."""
        if self.teller is None or self.draft.round.id != made.draft.round.id:
            self._kept = made.draft
            self.begin(made, subject)

    # --- telling ---

    def present(self) -> None:
        """Show what the teller has; keep what was told."""
        if self.teller is None or self.view is None:
            return
        told = self.teller
        self.shown = dispute_of(told.draft, told.settled, told.telling, self.books, self._side_acts())
        self.desk.show_dispute(self.shown)
        if self.desk.typed.text() != told.telling.typed:
            self.desk.typed.setText(told.telling.typed)
        self._keep()
        around = self.page.parentWidget()
        scroll = around.parentWidget() if around is not None else None
        if self.desk.typed.hasFocus() and isinstance(scroll, QScrollArea):
            scroll.ensureWidgetVisible(self.desk.typed, 0, 0)  # where the page is larger than the window
        self.acts_changed.emit()

    def _keep(self) -> None:
        drafts, typed = self.around.drafts, self.told.telling.typed
        if (not self.draft.empty or typed) and self.draft != self._kept:
            drafts.keep(DRAFTS + self.subject, {"draft": text_of(self.draft), "typed": typed})
            drafts.keep("dispute now", {"subject": self.subject})

    def _press(self, press: PadPress) -> None:
        if press.types in (DEAD, VOID):
            self._sheets.choose_call(void=press.types == VOID)
        elif press.types == EVENT:
            self._sheets.choose_event()
        elif press.types.startswith(DO):
            self.do(press.types.removeprefix(DO))
        else:
            self.told.press(press.types, press.refusal)

    def _turn_pad(self, pad: str) -> None:
        self.told.turn(pad)
        self.desk.typed.setFocus()

    # --- acts ---

    def _side_acts(self) -> tuple[Act, ...]:
        words = "Save to incident" if self.draft.incident else "Save as evidence"
        settled = self.told.settled
        unfinished = "" if settled.finished else "Enter the hand first: it is incomplete."
        known = "Already on record." if self.draft == self._kept else ""
        refusal = unfinished or known or (self.view.refusal if self.view else "")
        nothing = "" if settled.lines else "Nothing to settle yet."
        return (
            Act("save", words, "F9", refusal),
            Act("guest", "Show the guest", "F11", nothing),
            Act("print", "Print…", "F8", unfinished or ("" if known else refusal)),
        )

    def acts(self) -> tuple[Act, ...]:
        if self.teller is None:
            walks = (Act("cases", "All cases", "Alt L"), Act("rulebooks", "Rulebooks", "Alt B"))
            return (*walks, Act("back", "Back to the floor", "Esc"), ALL_KEYS)
        save, guest, printed = self._side_acts()
        settled = self.told.settled
        return (
            save,
            Act("event", "What went wrong", "Alt W"),
            Act("ruling", "Both figures", "Alt T", "" if settled.answer.required else SAME),
            Act("case", "Case", "Alt C", save.refusal if settled.finished is False else ""),
            Act("next", "Next spot", "Tab"),
            Act("rule", "The rule", "F1"),
            guest,
            printed,
            Act("undo", "Undo", "Ctrl Z"),
            Act("new", "New", "Alt N"),
            Act("rounds", "Rounds on file", "Alt R"),
            Act("compare", "Other rulebook", "Alt O"),
            Act("game", "Game and rules", "Alt G"),
            Act("incident", "Incident", "Alt I"),
            Act("file", "Save a file", "Alt F"),
            Act("redo", "Redo", "Ctrl Y"),
            Act("cases", "All cases", "Alt L"),
            Act("back", "Leave; it is saved", "Esc"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        if self._sheets.guest is not None:
            self._sheets.hide_guest()  # whatever key turned it back does nothing else
        elif act in ("rulebooks", "cases"):
            self.go.emit(act, "")
        elif act == "back" or self.teller is None:
            table = self.draft.round.table if self.teller is not None else ""
            self.leave("table" if table else "floor", table)
        else:
            self._do(act)

    def _do(self, act: str) -> None:
        sheets, told = self._sheets, self.told
        acts: dict[str, Callable[[], None]] = {
            "save": self.save,
            "guest": sheets.show_guest,
            "print": sheets.print_page,
            "undo": told.undo,
            "redo": told.redo,
            "rule": self._go_to_rule,
            "new": self._new,
            "rounds": sheets.choose_round,
            "compare": sheets.compare,
            "game": sheets.choose_rules,
            "incident": sheets.choose_incident,
            "event": sheets.choose_event,
            "ruling": sheets.show_ruling,
            "case": self._cases.show,
            "file": sheets.save_file,
            "next": lambda: told.go_on(1),
        }
        if act in acts:
            acts[act]()

    def _new(self) -> None:
        """Another round; this one stays among the unfinished."""
        self.teller, self.subject = None, ""
        self.around.drafts.drop("dispute now")
        self._show_start()
        self._turn_to_page()
        self.acts_changed.emit()

    def save(self, then: Callable[[], None] = lambda: None) -> None:
        """Put the round on record; to its incident where there is one."""
        draft = self.draft
        if draft == self._kept:
            then()
            return

        def act(desk: Desk) -> Change:
            return keep_dispute(desk, record=draft.record, of=draft.of, incident=draft.incident)

        def done(change: Change) -> None:
            self._saved(draft, change)
            then()

        self.writer.act(act, done)

    def _saved(self, draft: Draft, change: Change) -> None:
        """It is in the logbook: no draft is needed any more; the desk stays as it is."""
        self._kept = draft
        self.around.drafts.drop(DRAFTS + self.subject)
        if self.teller is not None and self.draft == draft:
            added = f", added to {draft.incident}." if draft.incident else "."
            self.teller.telling = replace(
                self.teller.telling, note=f"Saved as entry {change.entry}{added}", warns=False
            )
            self.shown = dispute_of(draft, self.teller.settled, self.teller.telling, self.books, self._side_acts())
            self.desk.show_dispute(self.shown)
            self.acts_changed.emit()

    def _go_to_rule(self) -> None:
        self.go.emit("rulebooks", f"{self.draft.round.rulebook}/{self.told.cited}")

    @property
    def files(self) -> Path:
        """Where a round's file goes unless one says otherwise."""
        kept = self.around.setting.drafts
        return (kept.parent if kept is not None else Path.home()) / "rounds"
