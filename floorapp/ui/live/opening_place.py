"""Opening or checking a table, live: marks are a draft, what is missing is asked again each second, F9 records."""

from __future__ import annotations

from collections.abc import Callable

from floorapp.domain.tables import Cards
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import checks, opening
from floorapp.operations.desk import Change, Desk
from floorapp.screens.acts import WALKS, button
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.offer import Offer, Values
from floorapp.screens.offers.tables import co_sign, exception_form, opened_anyway_form
from floorapp.screens.opening import DONE, OPENING, WRONG, OpeningView, opening_of
from floorapp.screens.phrases import plural
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.opening import OpeningPage


class OpeningPlace(ScreenPlace[OpeningView | None]):
    """Opening one table, or checking one that is open; entered about it."""

    rail = "floor"

    def __init__(self, around: Surroundings) -> None:
        self.opening = OpeningPage(around.look)
        super().__init__("opening", self.opening, around)
        self.table, self._cards, self._list = "", "", ""
        self._drafts = around.drafts
        self.opening.ticked.connect(lambda step: self._mark(step, DONE))
        self.opening.steps.act_pressed.connect(lambda step: self._mark(step, WRONG))
        self.opening.cards_chosen.connect(self._choose)
        self.opening.list_chosen.connect(self._show_list)
        self.opening.act_chosen.connect(self.do)

    @property
    def _draft(self) -> str:
        return f"opening/{self.table}"

    @property
    def marks(self) -> dict[str, str]:
        """How each step was marked."""
        return dict(self._drafts.get(self._draft))

    @property
    def done(self) -> frozenset[str]:
        """The ticked steps."""
        return frozenset(step for step, mark in self.marks.items() if mark == DONE)

    def enter(self, subject: str) -> None:
        if subject:
            self.table, self._cards, self._list = subject, "", ""
        self.refresh()

    def query(self) -> Callable[[Snapshot], OpeningView | None]:
        table, cards, marks, chosen = self.table, self._cards, self.marks, self._list
        return lambda snapshot: opening_of(snapshot, table, cards, marks, chosen)

    def show(self, view: OpeningView | None) -> None:
        if view is not None:
            self.opening.show_opening(view)

    def _mark(self, step: str, mark: str) -> None:
        """Mark a step; the same mark again takes it back."""
        marks = self.marks
        if marks.pop(step, "") != mark:
            marks[step] = mark
        self._drafts.keep(self._draft, marks)
        self.refresh()

    def _mark_all(self) -> None:
        """State of a whole list that it is so: what always stands, and was not said to be otherwise."""
        steps = self.view.steps if self.view else ()
        marks = {step.id: DONE for step in steps if not step.when} | self.marks
        self._drafts.keep(self._draft, marks)
        self.refresh()

    def _choose(self, cards: str) -> None:
        self._cards = cards
        self.refresh()

    def _show_list(self, name: str) -> None:
        self._list = name
        self.refresh()
        self.opening.steps.setFocus()

    def _next_list(self) -> None:
        names = [name for name, _words in self.view.lists] if self.view else []
        if self.view is not None and names:
            self._show_list(names[(names.index(self.view.chosen) + 1) % len(names)])

    @property
    def table_here(self) -> str:
        return self.table

    def acts(self) -> tuple[Act, ...]:
        view = self.view
        if view is None:
            return (Act("back", "Leave; checks are saved", "Esc"), ALL_KEYS)
        own = [each for each in (view.act, view.exception, view.record, view.all) if each is not None]
        wrong = (Act("wrong", "Fail", "N"),) if view.chosen != OPENING else ()
        doors = tuple(
            button(row, "opening") for row in (Acts.inspect_reader, Acts.change_decks, Acts.count_decks, Acts.assign)
        )
        return (
            *own,
            *wrong,
            Act("next list", "Next list", "Alt N"),
            *(doors if view.opens else ()),
            Act("back", "Leave; checks are saved", "Esc"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        own: dict[str, Callable[[], None]] = {
            "open": self._open,
            "exception": self._exception,
            "happened": self._happened,
            "check": self._check,
            "all": self._mark_all,
            "next list": self._next_list,
            "wrong": lambda: self._mark(self.opening.steps.selected, WRONG),
            "back": lambda: self.go.emit("table", self.table),
        }
        if act in own:
            own[act]()
        elif act in WALKS:
            self.go.emit(WALKS[act], self.table)
        else:
            table = self.table
            self.writer.ask(lambda snapshot: offer_for(snapshot, act, table), self._take_offer)

    def _take_offer(self, offer: Offer | None) -> None:
        if offer is not None:
            self.sheets.offer(offer)

    def _open(self) -> None:
        view = self.view
        if view is None or view.act.refusal:
            return
        table, cards, done = self.table, Cards(view.cards), tuple(self.done)
        if WRONG in self.marks.values():  # what is not so goes on record by itself first, with what is done about it
            self._check()
            return
        self.writer.act(
            lambda desk: opening.open_table(desk, table=table, cards=cards, done=done, checks=done), self._opened
        )

    def _check(self) -> None:
        """Record what was looked at; of what is not so, what is wrong is asked."""
        view, table, marks = self.view, self.table, self.marks
        if view is None or (view.act.refusal and not view.opens):
            return
        good, wrong = self.done, tuple(step for step, mark in marks.items() if mark == WRONG)

        def do(desk: Desk, values: Values) -> Change:
            return checks.check_table(desk, table=table, good=tuple(good), wrong=wrong, says=values.get("says", ""))

        def made(change: Change) -> None:
            if not view.opens:
                self._opened(change)
                return
            opened = {step: mark for step, mark in marks.items() if step.startswith(OPENING)}
            self._drafts.keep(self._draft, opened)
            self.refresh()

        if not wrong:
            self.writer.act(lambda desk: do(desk, {}), made)
            return
        form = Form(
            Acts.check_table.name,
            table,
            f"Failed checks at {table}",
            f"{plural(len(wrong), 'check')} recorded as failed, each a finding with its section.",
            (),
            (Asked("says", "What is wrong, and what is done about it"),),
            Act("do", "Record the check", "F9"),
            "Report it as an irregularity (F5) where it touches a patron.",
        )
        self.sheets.ask(form, do, made)

    def _opened(self, _change: Change) -> None:
        self._drafts.drop(self._draft)
        self.go.emit("table", self.table)

    def _exception(self) -> None:
        view, table, done = self.view, self.table, tuple(self.done)
        if view is None:
            return
        cards, reasons = Cards(view.cards), " ".join(each.says for each in view.missing)

        def do(desk: Desk, values: Values) -> Change:
            return opening.open_table(desk, table=table, cards=cards, done=done, checks=done, **co_sign(desk, values))

        self.writer.ask(
            lambda snapshot: exception_form(snapshot.moment, table, "open", reasons),
            lambda form: self.sheets.ask(form, do, self._opened),
        )

    def _happened(self) -> None:
        """What nobody can sign away was done all the same: it is recorded so."""
        view, table, done = self.view, self.table, tuple(self.done)
        if view is None:
            return
        cards = Cards(view.cards)

        def do(desk: Desk, _values: Values) -> Change:
            return opening.open_table(desk, table=table, cards=cards, done=done, checks=done, happened=True)

        def ask(form: Form | None) -> None:
            if form is not None:
                self.sheets.ask(form, do, self._opened)

        self.writer.ask(lambda snapshot: opened_anyway_form(snapshot.moment, table, cards), ask)
