"""Setting up the floor, live: the list is a draft, read again as one types, and written down with one key."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path

from PyQt6.QtWidgets import QFileDialog

from floorapp.operations.desk import Change, Desk
from floorapp.operations.floor_list import write_floor
from floorapp.operations.listed import FILES, read_text
from floorapp.screens.forms import Act
from floorapp.screens.setup import SetupShown, setup_of
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.setup import SetupPage

DRAFT = "setup/floor"
HEAD = "table,pit,rulebook,spots,decks,method,min,max,reader,shuffler"
_NUMBERED = re.compile(r"(.*?)(\d+)$")


class SetupPlace(ScreenPlace[SetupShown]):
    """Where an empty floor begins; administrators come back to add a pit."""

    rail = "floor"

    def __init__(self, around: Surroundings) -> None:
        self.setup = SetupPage(around.look)
        super().__init__("setup", self.setup, around)
        self._text = around.drafts.get(DRAFT).get("text", "")
        self.setup.list.setPlainText(self._text)
        self.setup.text_changed.connect(self._take_text)
        self.setup.drawn.connect(self._draw)
        self.setup.file_asked.connect(self._choose_file)
        self.setup.act_chosen.connect(self.do)

    def query(self) -> Callable[[Snapshot], SetupShown]:
        text = self._text
        return lambda snapshot: setup_of(snapshot, text)

    def show(self, view: SetupShown) -> None:
        self.setup.show_games(view.games)
        self.setup.show_setup(view.page)

    def _take_text(self, text: str) -> None:
        self._text = text
        self.around.drafts.keep(DRAFT, {"text": text})
        self.refresh()

    def acts(self) -> tuple[Act, ...]:
        write = (self.view.page.act,) if self.view else ()
        return (
            *write,
            Act("draw", "Add to the list", "Alt D"),
            Act("file", "Choose a file…", "Alt F"),
            Act("readers", "Find readers", "Alt R"),
            Act("back", "Leave; the list is saved", "Esc"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        if act == "back":
            self.go.emit("floor", "")
        elif act == "readers":
            self.go.emit("readers", "")
        elif act == "draw":
            self.setup._say_drawn()
        elif act == "file":
            self._choose_file()
        elif act == "write":
            self._write()

    # --- drawing and files become lines of the list ---

    def _draw(self, typed: dict[str, str]) -> None:
        named, count = _NUMBERED.match(typed["first"]), typed["count"]
        if named is None:
            self.setup.say_wrong("first", "End with a number, such as FB-01.")
            return
        if not (count.isascii() and count.isdigit() and 1 <= int(count) <= 60):
            self.setup.say_wrong("count", "Type a number from 1 to 60.")
            return
        bets = {name: typed[name].replace("$", "").replace(" ", "") for name in ("least", "most")}
        for name, bet in bets.items():
            if not (bet.isascii() and bet.isdigit() and 1 <= int(bet) < 10**7):
                self.setup.say_wrong(name, "Type whole dollars, such as 15.")
                return
        if int(bets["least"]) > int(bets["most"]):
            self.setup.say_wrong("most", "It is below the minimum bet.")
            return
        letters, digits = named[1], named[2]
        text = StringIO()
        listed = csv.writer(text, lineterminator="\n")
        for step in range(int(count)):
            table = f"{letters}{int(digits) + step:0{len(digits)}d}"
            listed.writerow((table, typed["pit"], typed["rulebook"], "", "", "", *bets.values(), "", ""))
        lines = text.getvalue().splitlines()
        before = self._text.strip("\n")
        self.setup.show_text("\n".join([before or HEAD, *lines]))

    def _choose_file(self) -> None:
        path, _kind = QFileDialog.getOpenFileName(self.setup, "A list of tables", "", FILES)
        if path:
            self.read_file(Path(path))

    def read_file(self, path: Path) -> None:
        """Read a list off the UI thread."""
        self.around.works.start("list", f"Reading {path.name}", lambda _running: read_text(path), self.setup.show_text)

    # --- writing ---

    def _write(self) -> None:
        view = self.view
        if view is None or view.page.act.refusal:
            return
        planned = view.tables

        def do(desk: Desk) -> Change:
            return write_floor(desk, planned)

        self.writer.act(do, self._written)

    def _written(self, _change: Change) -> None:
        self.around.drafts.drop(DRAFT)
        self._text = ""
        self.setup.list.clear()
        self.go.emit("floor", "")
