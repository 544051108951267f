"""Incidents, live: J and K move, A approves, R returns; what one writes is a draft until it is signed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PyQt6.QtWidgets import QFileDialog

from floorapp.domain.incidents import Attachment, Incident
from floorapp.operations.act_table import Acts
from floorapp.operations.acts import incidents
from floorapp.operations.desk import Change
from floorapp.operations.outbox_codec import PROVISIONAL
from floorapp.screens.acts import OTHER
from floorapp.screens.forms import Act
from floorapp.screens.incident import IncidentDetail, IncidentView, incidents_of, tab_of
from floorapp.screens.offers.incidents import incident_doing, incident_form
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.incident_files import IncidentFiles
from floorapp.ui.live.other_acts import list_other_acts
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.incident import IncidentPage


class IncidentPlace(ScreenPlace[IncidentView]):
    """The queue, and the incident one looks at."""

    rail = "incidents"

    def __init__(self, around: Surroundings) -> None:
        self.incidents = IncidentPage(around.look)
        super().__init__("incidents", self.incidents, around)
        self._drafts = around.drafts
        self._tab, self.chosen = "review", ""
        self._showing = False
        self.incidents.tab_chosen.connect(self._choose_tab)
        self.incidents.queue.row_selected.connect(self._choose)
        self.incidents.decision.act_chosen.connect(self.do)
        self.files = IncidentFiles(around, self.incidents)
        for shown in (self.incidents.evidence, self.incidents.history):
            shown.entry_opened.connect(self._open_row)
        self.incidents.decision.ruling_typed.connect(self._keep_ruling)

    def _open_row(self, id: str) -> None:
        """A file is looked at, an entry has a page of its own."""
        opened = self.opened
        if opened is not None and any(each.digest == id for each in opened.files):
            self.files.open(opened.number, opened.files, id)
        else:
            self.go.emit("record", f"entry/{id}")

    def enter(self, subject: str) -> None:
        if subject:
            self.chosen = subject
            self.writer.ask(lambda snapshot: _tab_of(snapshot, subject), self._go_to_tab)
        self.incidents.queue.take_waiting()
        self.refresh()

    def _go_to_tab(self, tab: str) -> None:
        self._choose_tab(tab, self.chosen) if tab != self._tab else None

    def query(self) -> Callable[[Snapshot], IncidentView]:
        tab, chosen = self._tab, self.chosen
        report = self.opened.report if self.opened else ""
        return lambda snapshot: incidents_of(snapshot, tab, chosen, report)

    def show(self, view: IncidentView) -> None:
        if view.tab != self._tab:
            return
        number = view.opened.number if view.opened else ""
        if number:
            self.chosen = number
            self.incidents.decision.show_ruling(self._drafts.get(f"ruling/{number}").get("says", ""))
        self._showing = True  # rows that come and go move the selection; nobody chose
        self.incidents.show_incident(view)
        self._showing = False

    def _choose_tab(self, tab: str, keep: str = "") -> None:
        self._tab, self.view, self.chosen = tab, None, keep
        self.incidents.queue.take_waiting()
        self.incidents.setFocus()
        self.refresh()

    def _choose(self, number: str) -> None:
        if number != self.chosen and not self._showing:
            self.chosen = number
            self.refresh()

    def _keep_ruling(self, text: str) -> None:
        if self.opened is not None:
            name = f"ruling/{self.opened.number}"
            self._drafts.keep(name, {"says": text}) if text else self._drafts.drop(name)

    @property
    def opened(self) -> IncidentDetail | None:
        """The incident on the screen; none while another one was chosen and is not shown yet."""
        opened = self.view.opened if self.view else None
        waits = opened is not None and opened.number != self.chosen and not self.chosen.startswith(PROVISIONAL)
        return None if waits else opened

    def acts(self) -> tuple[Act, ...]:
        offered = self.opened.decision.acts if self.opened else ()
        here = bool(self.opened)
        walk = (
            Act("next", "Next", "J", "" if here else "Nothing is pending."),
            Act("previous", "Previous", "K", "" if here else "Nothing is pending."),
            Act("ruling", "Write", "T", "" if here else "Nothing is pending."),
            Act("file", "Add a file…", "F", self._no_file(here)),
            Act("files", "Look at files", "L", self._no_files()),
            Act("print", "Print", "F8", "" if here else "Nothing is pending."),
            Act("table", "Table", "Alt T", "" if here else "Nothing is pending."),
            Act("dispute", "Dispute desk", "F6", "" if here else "Nothing is pending."),
        )
        return (*offered, *walk, Act("back", "Back to the floor", "Esc"), ALL_KEYS)

    def do(self, act: str) -> None:
        opened = self.opened
        if act == "back" and self.incidents.decision.ruling.hasFocus():
            self.incidents.setFocus()  # out of the words first: they stay, and single keys are acts again
        elif act == "back":
            self.go.emit("floor", "")
        elif act in ("next", "previous"):
            self._step(1 if act == "next" else -1)
        elif opened is None:
            return
        elif act == OTHER.name:
            list_other_acts(self.writer, self.sheets, "incidents", opened.number)
        elif act == "ruling":
            self.incidents.decision.ruling.setFocus()
        elif act == "print":
            self.go.emit("papers", f"incident:{opened.number}")
        elif act == "file":
            self._add_file(opened)
        elif act == "files":
            self.files.open(opened.number, opened.files)
        elif act == "table":
            self.go.emit("table", opened.where.split(" · ")[0])
        elif act == "dispute":
            self.go.emit("disputes", opened.number)
        else:
            self._offer(act, opened)

    @property
    def table_here(self) -> str:
        return self.opened.where.split(" · ")[0] if self.opened else ""

    @property
    def looking_at(self) -> str:
        return self.chosen

    def _no_file(self, here: bool) -> str:
        if not here:
            return "Nothing is pending."
        if self.around.setting.keep is None:
            return "Files cannot be saved here."
        offered = self.opened.decision.acts if self.opened else ()
        add = next((each for each in offered if each.name == Acts.add_to_incident.name), None)
        return add.refusal if add is not None else "Have it reopened first."

    def _no_files(self) -> str:
        if self.around.setting.fetch is None:
            return "Files cannot be opened here."
        return "" if self.opened and self.opened.files else "No file is attached."

    def _add_file(self, opened: IncidentDetail) -> None:
        """Keep a photograph or a paper by its hash and put it on record with the incident."""
        keep = self.around.setting.keep
        name, _kind = QFileDialog.getOpenFileName(self.incidents, f"A file for {opened.number}")
        if keep is None or not name:
            return

        def put(kept: Attachment) -> None:
            self.writer.act(
                lambda desk: incidents.add_to_incident(
                    desk, incident=opened.number, says=f"File: {kept.name}", attachments=(kept,)
                ),
                self._done,
            )

        self.writer.run(lambda: keep(Path(name)), put)

    def _step(self, by: int) -> None:
        queue = self.incidents.queue
        rows = queue.rows_model.rows
        place = queue.rows_model.place_of(self.chosen) + by
        if 0 <= place < len(rows):
            queue.setFocus()
            queue.select(rows[place].key)

    def _offer(self, act: str, opened: IncidentDetail) -> None:
        known = {each.name: each for each in opened.decision.acts}
        if act not in known or known[act].refusal:
            return
        words = self._drafts.get(f"ruling/{opened.number}").get("says", "")
        form = incident_form(act, opened.number, opened.title, " ".join(words.split()))
        if words:
            self._drafts.drop(form.draft)

        def open_sheet(me: str) -> None:
            self.sheets.ask(form, incident_doing(act, opened.number, opened.version, me), self._done)

        self.writer.ask(lambda snapshot: snapshot.moment.person.handle if snapshot.moment.person else "", open_sheet)

    def _done(self, _change: Change) -> None:
        self._drafts.drop(f"ruling/{self.chosen}")
        self.incidents.decision.show_ruling("")
        self.incidents.queue.take_waiting()
        self.refresh()


def _tab_of(snapshot: Snapshot, number: str) -> str:
    found = snapshot.moment.state.get(Incident, number)
    return tab_of(found.phase) if found is not None else "review"
