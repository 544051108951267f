"""Reporting an irregularity, live: the draft is kept by table, F9 goes on, and the last step signs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PyQt6.QtWidgets import QFileDialog

from floorapp.domain.incidents import Attachment
from floorapp.operations.desk import Change
from floorapp.operations.refusal import Refusal
from floorapp.screens.forms import Act, Draft
from floorapp.screens.lists import ListRow
from floorapp.screens.report import FOUND, draft_name, report_at, report_of, table_rows
from floorapp.screens.report_values import ReportView
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.choose_sheet import ChooseSheet
from floorapp.ui.pages.report import ReportPage

#: What another choice in the catalog makes meaningless.
OF_THE_CHOICE = ("chosen", "chosen_by", "round", "happened")
#: What the floor knew when one went on; a report taken up later does not move to that hour.
OF_THE_TIME = ("happened", "discovered", "round")


class ReportPlace(ScreenPlace[ReportView]):
    """The report one writes about a table."""

    rail = "incidents"

    def __init__(self, around: Surroundings) -> None:
        self.report = ReportPage(around.look)
        super().__init__("report", self.report, around)
        self.table = self.about = ""
        #: Nobody has said yet at which table: leaving that question leaves the report, too.
        self._table_open = False
        around.sheets.closed.connect(self._leave_open_table)
        self.report.table_chosen.connect(self._choose_table)
        self.report.step_chosen.connect(lambda step: self._put("step", step))
        self.report.put.connect(self._put)
        self.report.act_chosen.connect(self.do)

    @property
    def _draft(self) -> str:
        return draft_name(self.table, self.about)

    @property
    def typed(self) -> Draft:
        """What was put so far."""
        return self.around.drafts.get(self._draft)

    def enter(self, subject: str) -> None:
        """Come about a table, or about something that was found there (`subject_of`), which has a draft of its own."""
        if subject:
            self.table, _, self.about = subject.partition(FOUND)
        self.report.sign.say_wrong("")
        self.report.focus_step()
        self.refresh()
        if not subject:  # at which table is asked, not guessed; last, so that the question has the keys
            self.writer.ask(lambda snapshot: table_rows(snapshot.moment), self._ask_table)

    def _ask_table(self, rows: tuple[ListRow, ...]) -> None:
        if len(rows) < 2:
            return
        sheet = ChooseSheet(self.around.look, "At which table?")
        sheet.show_rows(rows, self.table)

        def take(table: str) -> None:
            self._table_open = False
            self.sheets.close()
            self._choose_table(table)
            self.report.focus_step()

        sheet.chosen.connect(take)
        self.sheets.show(sheet)
        self._table_open = True

    def _leave_open_table(self) -> None:
        if self._table_open:
            self._table_open = False
            self.leave("floor")

    def _choose_table(self, table: str) -> None:
        self.table, self.about = table, ""
        self.refresh()

    def query(self) -> Callable[[Snapshot], ReportView]:
        table, about, draft, keeps = self.table, self.about, self.typed, self.around.setting.keep is not None
        return lambda snapshot: report_of(snapshot, table, draft, keeps, about)

    def show(self, view: ReportView) -> None:
        self.table = view.table
        self.report.show_report(view)

    def _put(self, name: str, value: str) -> None:
        draft = self.typed
        if name == "pin" or (draft.get(name) == value and name != "toggle told"):
            return
        if name == "toggle told":
            told = [each for each in (self.view.value("told") if self.view else "").split(",") if each]
            told.remove(value) if value in told else told.append(value)
            name, value = "told", ",".join(told)
        if name == "code":
            draft = {key: each for key, each in draft.items() if key not in OF_THE_CHOICE and key[:2] != "q "}
        if name == "search":
            draft.pop("code", None)
        if name == "chosen" and self.view is not None and not draft.get("chosen_by"):
            draft["chosen_by"] = next((each.whose for each in self.view.options if each.says == value), "")
        if name == "step" and self.view is not None and self.view.code == draft.get("code"):
            draft = {each: self.view.value(each) for each in OF_THE_TIME if self.view.value(each)} | draft
        draft[name] = value
        self.around.drafts.keep(self._draft, draft)
        self.refresh()

    def acts(self) -> tuple[Act, ...]:
        step = self.view.step if self.view else 0
        ahead = (self.view.act,) if self.view else ()
        back = (Act("previous", "Step back", "Alt B"),) if step else ()
        if self._open_question():
            back = (Act("yes", "Yes", "Y"), Act("no", "No", "N"), *back)
        return (*ahead, *back, Act("back", "Leave; the draft is saved", "Esc"), ALL_KEYS)

    def do(self, act: str) -> None:
        view = self.view
        if act == "back":
            self.leave("table", self.table) if self.table else self.leave("floor")
        elif view is None:
            return
        elif act == "previous" and view.step:
            self._put("step", str(view.step - 1))
        elif act == "file":
            self._add_file()
        elif act in ("yes", "no") and (question := self._open_question()):
            self._put(question, act)
        elif act == "next" and view.act.refusal:
            if not self.report.say_missing(view):
                self.report.focus_step()
        elif act == "next":
            self._put("step", str(view.step + 1)) if view.step < 3 else self._sign()

    def say_refused(self, act: str) -> bool:
        return act == "next" and self.view is not None and self.report.say_missing(self.view)

    def _open_question(self) -> str:
        """The first question of yes or no that nobody has answered."""
        asked = self.view.questions if self.view and self.view.step == 1 else ()
        return next((each.name for each in asked if not each.value and not each.counts), "")

    def _add_file(self) -> None:
        keep = self.around.setting.keep
        name, _kind = QFileDialog.getOpenFileName(self.report, "A photo or document for this incident")
        if keep is not None and name:
            self.writer.run(lambda: keep(Path(name)), self._kept)

    def _kept(self, kept: Attachment) -> None:
        files = self.typed.get("files", "")
        self._put("files", f"{files}|{kept.digest}/{kept.name.replace('/', '_').replace('|', '_')}/{kept.size}")

    def _sign(self) -> None:
        draft = {**dict(self.view.typed), **self.typed} if self.view else {}
        table, pin = self.table, self.report.sign.pin.text
        if not pin:
            self.report.sign.say_wrong("Enter your PIN.")
            return
        self.writer.act(lambda desk: report_at(desk, table, draft, pin), self._reported, self._refused)

    def _refused(self, refusal: Refusal) -> None:
        self.report.sign.say_wrong(f"{refusal.happened} {refusal.todo}")

    def _reported(self, change: Change) -> None:
        self.around.drafts.drop(self._draft)
        self.report.sign.say_wrong("")
        number = next(subject.id for subject in change.subjects if subject.kind == "incident")
        self.go.emit("incidents", number)
