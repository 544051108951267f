"""Settings and people, live: a section, its rows, and the acts of the chosen one; every change is an entry."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PyQt6.QtWidgets import QFileDialog

from floorapp.operations.act_table import Acts
from floorapp.operations.listed import FILES, read_text
from floorapp.operations.people_list import hash_people, read_people
from floorapp.operations.storage import Stored
from floorapp.screens.forms import Act
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.offer import Offer
from floorapp.screens.offers.people_list import offer_people
from floorapp.screens.offers.rulebook_file import offer_rulebook
from floorapp.screens.settings import SECTIONS, SettingsView, settings_of
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.background_work import Running
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.settings import SettingsPage

#: What Enter does in a section, and on some of its rows.
USUAL = {
    "house": Acts.set_property,
    "tables": Acts.change_table,
    "people": Acts.change_role,
    "rules": Acts.submit_rules,
}
OF_ROW = {"policy": Acts.set_policy, "pit": Acts.move_pit}


class SettingsPlace(ScreenPlace[SettingsView]):
    """One section at a time; entered about a section, or about a person or table by `people …`, `tables …`."""

    rail = "settings"

    def __init__(self, around: Surroundings) -> None:
        self.settings = SettingsPage(around.look)
        super().__init__("settings", self.settings, around)
        self._section = "house"
        self._chosen: dict[str, str] = {}
        self._stored: Stored | None = None
        self.settings.section_chosen.connect(self._choose_section)
        self.settings.row_chosen.connect(self._choose)
        self.settings.act_chosen.connect(self.do)

    def enter(self, subject: str) -> None:
        section, _, about = subject.partition(" ")
        if section in SECTIONS:
            self._section = section
            if about:
                self._chosen[section] = about
        self._ask_stored()
        self.refresh()

    def _ask_stored(self) -> None:
        stored = self.around.setting.stored
        if stored is not None and self._section == "database":
            self.writer.run(stored, self._take_stored)

    def _take_stored(self, stored: Stored) -> None:
        self._stored = stored
        self.refresh()

    @property
    def looking_at(self) -> str:
        return self._section

    def query(self) -> Callable[[Snapshot], SettingsView]:
        section, chosen, stored = self._section, self._chosen.get(self._section, ""), self._stored
        return lambda snapshot: settings_of(snapshot, section, chosen, stored)

    def show(self, view: SettingsView) -> None:
        if view.section == self._section:
            self.settings.show_settings(view)

    def _choose_section(self, section: str) -> None:
        if section != self._section:
            self._section = section
            self._ask_stored()
            self.refresh()

    def _choose(self, key: str) -> None:
        if self._chosen.get(self._section) != key:
            self._chosen[self._section] = key
            self.refresh()

    def acts(self) -> tuple[Act, ...]:
        offered = self.view.acts if self.view else ()
        return (
            *offered,
            Act("next section", "Next section", "Ctrl N"),
            Act("previous section", "Previous section", "Ctrl P"),
            Act("back", "Back to the floor", "Esc"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        view = self.view
        if act == "back":
            self.go.emit("floor", "")
        elif act in ("next section", "previous section"):
            place = SECTIONS.index(self._section) + (1 if act == "next section" else -1)
            self._choose_section(SECTIONS[place % len(SECTIONS)])
        elif view is None:
            return
        elif act == "first":
            self._open_row(view)
        elif act == "readers":
            self.go.emit("readers", view.chosen.partition(" ")[2])
        elif act == "back_up" and not view.acts[0].refusal:
            self._back_up()
        elif act == "diagnose":
            self._diagnose()
        elif act == "import_people":
            self._choose_people(view)
        elif act == Acts.install_rulebook.name:
            self._choose_rulebook(view)
        elif not next((each.refusal for each in view.acts if each.name == act), "unknown"):
            self._offer(act, view)

    def _open_row(self, view: SettingsView) -> None:
        """Enter on a row does what is most likely meant by it."""
        row = OF_ROW.get(view.chosen.partition(" ")[0]) or USUAL.get(view.section)
        if view.section != "database":
            self.do(row.name if row else "readers")

    def _offer(self, act: str, view: SettingsView) -> None:
        id = view.chosen.partition(" ")[2]
        self.writer.ask(lambda snapshot: offer_for(snapshot, act, id), self._take_offer)

    def _take_offer(self, offer: Offer | None) -> None:
        if offer is not None:
            self.sheets.offer(offer, lambda _change: self.refresh())

    def _choose_people(self, view: SettingsView) -> None:
        if any(each.name == "import_people" and not each.refusal for each in view.acts):
            path, _kind = QFileDialog.getOpenFileName(self.settings, "A list of people", "", FILES)
            if path:
                self.import_people(Path(path))

    def import_people(self, path: Path) -> None:
        """Read a list of people and hash their first secrets off the UI thread; then it is offered, or its errors."""

        def work(running: Running) -> Offer:
            text = read_text(path)
            with self.writer.looking() as snapshot:
                read = read_people(snapshot.moment, text)
            hashes = () if read.faults else hash_people(self.writer.hasher, read.people, running.far)
            with self.writer.looking() as snapshot:
                return offer_people(snapshot.moment, read, hashes)

        self.around.works.start("people", f"Reading {path.name}", work, self._take_offer)

    def _choose_rulebook(self, view: SettingsView) -> None:
        if any(each.name == Acts.install_rulebook.name and not each.refusal for each in view.acts):
            path, _kind = QFileDialog.getOpenFileName(self.settings, "A rulebook", "", "Rulebooks (*.toml)")
            if path:
                self.install_rulebook(Path(path))

    def install_rulebook(self, path: Path) -> None:
        """Read a rulebook off the UI thread; then it is offered to be signed, or its errors are named."""

        def work(_running: Running) -> Offer:
            text = read_text(path)
            with self.writer.looking() as snapshot:
                return offer_rulebook(snapshot.moment, path.name, text)

        self.around.works.start("rulebook", f"Reading {path.name}", work, self._take_offer)

    def _back_up(self) -> None:
        back_up = self.around.setting.back_up
        if back_up is None:
            return

        def work(running: Running) -> Path:
            return back_up(running.far)

        self.around.works.start("backup", "Backing up the logbook", work, lambda _path: self._ask_stored())

    def _diagnose(self) -> None:
        gather = self.around.setting.diagnose
        if gather is not None:
            self.writer.run(gather, self._gathered)

    def _gathered(self, path: Path) -> None:
        self.settings.say(f"The support file, without passwords or PINs, is {path}.")
