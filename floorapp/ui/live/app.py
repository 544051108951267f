"""The running app: one window, its places, the door, the header, and what goes wrong, said plainly."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from PyQt6.QtCore import QObject, QTimer

from floorapp.operations.desk import Change
from floorapp.operations.look_notes import note_look
from floorapp.operations.refusal import Refusal
from floorapp.operations.scans import Meant, meant
from floorapp.operations.station_status import SendingTrouble as Unsent
from floorapp.screens.acts import for_role
from floorapp.screens.floor import FloorShown
from floorapp.screens.forms import Act
from floorapp.screens.keys import WALKED_TO, with_f_keys
from floorapp.screens.shell import RAIL, Cell, HeaderView, Health, Message, Saved, Work
from floorapp.screens.states import State
from floorapp.ui.bridge import Bridge
from floorapp.ui.live.appearance import Appearance
from floorapp.ui.live.background_work import BackgroundWork
from floorapp.ui.live.bell import Bell
from floorapp.ui.live.context import Setting, Surroundings
from floorapp.ui.live.door import Door
from floorapp.ui.live.drafts import Drafts
from floorapp.ui.live.floor_place import FloorPlace
from floorapp.ui.live.help_window import Helping
from floorapp.ui.live.jump_search import Jumping
from floorapp.ui.live.keyboard_scanner import KeyboardScanner
from floorapp.ui.live.place import ScreenPlace
from floorapp.ui.live.places import ScreenPlaces
from floorapp.ui.live.sheets import Sheets
from floorapp.ui.live.writer import BugTrouble, Opening, Writer
from floorapp.ui.look import Look
from floorapp.ui.shell.window import Window
from floorapp.ui.tones import Tones

#: Readers and chores begin when the floor is in view and the door stands.
BESIDE_AFTER_MS = 300
#: What goes on while the logbook does not answer.
STILL = "What is on the screens, drafts and help still work. Nothing new is saved until it answers."
#: What the door says until there is a floor to sign in to.
MAKING = "Creating the sample floor takes about ten seconds. Its people are then listed here."
OPENING = "The logbook is being updated; then you can sign in."
#: The clock of the floor.
TICK_MS = 1000


class App(QObject):
    """Joins window, writer and places."""

    def __init__(self, look: Look, setting: Setting, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.look, self._setting = look, setting
        self.window = Window(look)
        self.bridge = Bridge(self)
        self.writer = Writer(self.bridge, self)
        self.drafts = Drafts(self.writer, setting.drafts)
        self.wearing = Appearance(look, self.writer, setting.drafts and setting.drafts.with_name("look.json"), self)
        self.works = BackgroundWork(self.writer, self)
        self.sheets = Sheets(look, self.window.pages, self.writer, self.drafts, self.works)
        self.door = Door(look, self.window, self.writer, setting.zone, setting.listed)
        self.tones = Tones(setting.drafts.parent / "sounds" if setting.drafts else None)
        self.bell = Bell(self.tones.play, can_play=self.tones.can_play, parent=self)
        self.around = Surroundings(look, setting, self.writer, self.sheets, self.drafts, self.works, self.bell)
        self.places = ScreenPlaces(self.around, self._join_place)
        self.jumping = Jumping(self.window, self.writer)
        self.helping = Helping(look, self.writer, self)
        self.window.header.jump.setEnabled(False)  # nothing is found at the door
        self.scanner = KeyboardScanner(self.window)
        self.inside = self._fresh = self._lost = self._making = self._kept = False
        self._seen = ("", "")
        self._header: HeaderView | None = None
        self._unsent: Unsent | None = None
        self._told: Change | None = None
        self._refused: Message | None = None
        self.now: ScreenPlace[Any] = self.places["floor"]
        self._beside = QTimer(self)
        self._beside.setSingleShot(True)
        self._beside.setInterval(BESIDE_AFTER_MS)
        self._beside.timeout.connect(self.writer.begin_beside)
        self._beside.timeout.connect(lambda: self.writer.run(self.tones.write))
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._join()

    @property
    def floor(self) -> FloorPlace:
        found = self.places["floor"]
        assert isinstance(found, FloorPlace)
        return found

    def _join(self) -> None:
        window, writer = self.window, self.writer
        window.rail.show_entries(RAIL)
        self.floor.shown.connect(self._show_header)
        window.place_chosen.connect(lambda name: self.go(name, ""))
        window.act_chosen.connect(self._act)
        window.act_refused.connect(self._refuse)
        window.header.lock_asked.connect(self.lock)
        window.header.look_asked.connect(self.wearing.turn)
        window.size_asked.connect(self.wearing.grow)
        window.header.alarms_asked.connect(lambda: self.go("alarms", ""))
        self.bell.muted_changed.connect(lambda _muted: self._show_silence())
        self.jumping.go.connect(self.go)
        window.help_asked.connect(lambda: self.helping.ask(self.now.name if self.inside else "start"))
        self.helping.cited.connect(lambda paragraph: self.go("rulebooks", paragraph))
        self.sheets.opened.connect(self._show_acts)
        self.sheets.closed.connect(self._show_acts)
        self.door.entered.connect(self._enter)
        self.door.left.connect(self._leave)
        self.door.sample_asked.connect(self._open_sample)
        self.door.again_asked.connect(self.start)
        writer.saved.connect(self._say_saved)
        writer.refused.connect(self._say_refused)
        writer.troubled.connect(self._say_trouble)
        writer.progressed.connect(self._say_progress)
        self.works.shown.connect(window.work_bar.show_works)
        window.work_bar.cancel_asked.connect(self.works.cancel)
        self.bridge.changed.connect(self.refresh)
        self.bridge.scanned.connect(self._scanned)
        self.scanner.scanned.connect(self._scanned)
        self._tick.timeout.connect(self.refresh)

    def _join_place(self, place: ScreenPlace[Any]) -> None:
        self.window.add_page(place.name, place.page)
        place.go.connect(self.go)
        place.acts_changed.connect(self._show_acts)

    # --- opening and ending ---

    def start(self) -> None:
        """Open the floor and show the right door."""
        self.window.focus_page()  # a key that is pressed meanwhile presses nothing of the header
        self._open(self._setting.opening)

    def _open_sample(self) -> None:
        if self._setting.sample is not None:
            self._open(self._setting.sample)

    def _open(self, opening: Opening) -> None:
        self._tick.stop()
        self.window.rail.hide()
        self.window.act_bar.hide()
        self.works.stop()
        self._making = opening is self._setting.sample or self._setting.sample is None
        self.door.sign_in.offer_back(opening is self._setting.sample)
        self.writer.open(opening, self._opened)

    def _opened(self) -> None:
        self._fresh = True
        self.window.work_bar.show_works(())
        self.window.banner.show_message(None)
        self._tick.start()
        self.floor.refresh()
        self.door.show()

    def stop(self) -> None:
        """Finish what was handed over and end the writer."""
        self._tick.stop()
        self._beside.stop()
        self.helping.stop()
        self.bell.stop()
        self.works.stop()
        self.writer.stop()

    # --- places ---

    def _enter(self) -> None:
        self.inside, self._seen = True, ("", "")
        if self.drafts.owner != self.door.person:  # another person's form is closed, its draft kept for them
            self.sheets.close()
            self.drafts.owner = self.door.person
            self.floor.selected = ""
            self.now = self.floor  # nobody lands where the one before them was
        self.window.header.jump.setEnabled(True)
        self.refresh()
        asking = self.sheets.sheet
        self.go(self.now.name, "", keep=asking is not None)
        if asking is not None:
            asking.show()
            asking.raise_()
            asking.setFocus()

    def _leave(self) -> None:
        self.inside = False
        self.window.header.jump.setEnabled(False)
        if self.sheets.asking is not None:  # who typed a PIN beside this one may be gone when it is unlocked
            self.sheets.asking.forget_secrets()
        if self.sheets.sheet is not None:
            self.sheets.sheet.hide()

    def go(self, name: str, subject: str, *, keep: bool = False) -> None:
        """Walk to a place; a sheet that is open is left, its draft kept."""
        if name not in self.places or not self.inside:
            return
        if not keep:
            self.sheets.close()
        self._forget_refused()
        place = self.places[name]
        if subject:
            place.back_to = self.now.name if self.now.comes_back else ""
        self.now = place
        self.window.show_page(name)
        self.window.rail.choose(self.now.rail or name)
        self.now.enter(subject) if not keep else self.now.refresh()
        self._show_acts()

    def refresh(self) -> None:
        """Ask again, where one is looking."""
        self.floor.refresh()
        if self.inside and self.now is not self.floor:
            self.now.refresh()

    def lock(self) -> None:
        """Lock the screen."""
        if self.inside:
            self.door.lock_now()

    # --- acts ---

    def _show_acts(self) -> None:
        self.window.sheet = self.sheets.sheet
        if not self.inside:
            return
        self._note_look()
        asking = self.sheets.asking
        if asking is not None:
            leave = Act("leave", "Leave; the draft is saved", "Esc")
            do = replace(
                asking.form.act,
                name="sheet do",
                words=asking.form.title if asking.form.words else asking.form.act.words,
            )
            again = (do,) if do.key.startswith("F") and do.key != "F9" else ()  # the key that opened it writes it
            look = (replace(asking.form.look, name="sheet look"),) if asking.form.look else ()
            self._offer((*again, replace(do, key="F9"), *look, leave))
        elif self.sheets.sheet is not None:
            self._offer((Act("leave", "Leave", "Esc"), Act("all keys", "All keys", "?")))
        else:
            self._offer(self.all_acts())

    def _note_look(self) -> None:
        """What those who only read have before them is on record, once as long as they stay."""
        seen = (self.now.name, self.now.looking_at)
        if seen != self._seen:
            self._seen = seen
            self.writer.act(lambda desk: note_look(desk, *seen))

    def all_acts(self) -> tuple[Act, ...]:
        """What this place offers, and what the other F-keys mean from here, as it stands for who is signed in."""
        acts, view = with_f_keys(self.now.acts(), self.now.name), self.floor.view
        return acts if view is None or view.person is None else for_role(acts, self.now.name, view.person.role)

    def _offer(self, acts: tuple[Act, ...]) -> None:
        if acts != tuple(button.act for button in self.window.act_bar.buttons):
            self.window.show_acts(acts)

    def _refuse(self, name: str) -> None:
        """A place that says beside a field why not needs no banner."""
        if self.inside and self.sheets.sheet is None and self.now.say_refused(name):
            self.window.forget_refusal()

    def _act(self, name: str) -> None:
        if name == "diagnostics":
            self.diagnose()
            return
        if not self.inside:
            return
        self._forget_refused()
        if name == "all keys":
            self.sheets.show_keys(self.all_acts())
            self._show_acts()
        elif name in WALKED_TO and name not in {act.name for act in self.now.acts()}:
            self.go(WALKED_TO[name], self.now.table_here if WALKED_TO[name] != "papers" else "")
        elif name == "sheet do" and self.sheets.asking is not None:
            self.sheets.asking.give()
        elif name == "sheet look" and self.sheets.asking is not None:
            self.sheets.asking.look()
        elif name == "leave" and self.sheets.sheet is not None:
            self.sheets.close()
        else:
            self.now.do(name)

    def _scanned(self, code: str) -> None:
        """A label was scanned: into the form that is open, for the place where one is, or to what it is on."""
        if self.inside and not self.sheets.scan(code) and not self.now.scan(code):
            self.writer.ask(lambda snapshot: meant(snapshot.moment, code), self._go_to)

    def _go_to(self, found: Meant) -> None:
        if found.deck_set is not None:
            self.go("decks", found.deck_set.id)
        elif found.table:
            self.go("table", found.table)
        else:
            todo = "Check the label; a new seal is scanned while cards are received or sealed."
            self._say_refused(Refusal("unknown-code", f"Nothing on record has the code {found.code}.", "", todo))

    # --- what is said ---

    def _show_header(self, shown: FloorShown) -> None:
        if self._lost:
            self._lost = False
            self.window.banner.show_message(None)  # it answers again
        if self._fresh:
            self._fresh = False
            self._beside.start()
        self._header = shown.header
        if self._told is not None:  # by the clock as it is now: a new property's zone, on its first act
            self._show_saved(self._told)
            self._told = None
        self._say_sent(shown.header)
        self.bell.hear(shown.alarms.unanswered)
        self._show_silence()
        entries = [replace(e, count=shown.counts.get(e.name, 0)) for e in RAIL]
        self.window.rail.show_entries(entries)
        if shown.unsent is not None and shown.unsent != self._unsent:
            said = shown.unsent
            self.window.banner.show_message(Message(State.ALARM, said.happened, f"{said.means} {said.todo}"))
        self._unsent = shown.unsent

    def _show_silence(self) -> None:
        """The header; where the bell is silent, the alarms' cell says so."""
        if self._header is not None:
            cells = self._header.health
            if self.bell.muted:
                cells = tuple(
                    replace(cell, word=f"{cell.word} · sound off") if cell.cell is Cell.ALARMS else cell
                    for cell in cells
                )
            self.window.header.show_header(replace(self._header, health=cells))

    def _say_saved(self, told: tuple[Change, datetime]) -> None:
        self._forget_refused()
        self._told, _at = told
        self._show_saved(self._told)

    def _show_saved(self, change: Change) -> None:
        clock = self._header.clock if self._header else ""
        self._kept = change.kept
        said = Saved(change.entry, clock, word="Saved here ·") if self._kept else Saved(change.entry, clock)
        self.window.act_bar.show_saved(said)

    def _say_sent(self, header: HeaderView) -> None:
        """What was kept here has arrived: nothing waits any more."""
        waiting = next((cell for cell in header.health if cell.cell is Cell.WAITING), None)
        if self._kept and waiting is not None and waiting.state is State.OKAY:
            self._kept = False
            self.window.act_bar.show_saved(Saved("", header.clock, word="Sent: entries saved here"))

    def _say_refused(self, refusal: Refusal) -> None:
        cite = f" ({refusal.cite})" if refusal.cite else ""
        words = f"{refusal.means} {refusal.todo}{cite}"
        self._refused = Message(State.WARNING, refusal.happened, words)
        self.window.banner.show_message(self._refused)

    def _forget_refused(self) -> None:
        """What was refused is no longer said once a person goes on; other messages stay."""
        if self._refused is not None and self.window.banner.message is self._refused:
            self.window.banner.show_message(None)
        self._refused = None

    def _say_trouble(self, trouble: BugTrouble) -> None:
        for place in self.places.built:
            place.forget_question()
        if not self._tick.isActive():
            self._say_not_opened(trouble)
            return
        self._lost = self._lost or trouble.logbook
        still = f" {STILL}" if trouble.logbook else ""
        if trouble.logbook and self._header is not None:
            lost = (Health(Cell.DATABASE, State.ALARM, "no answer"), *self._header.health[1:])
            self.window.header.show_header(replace(self._header, health=lost))
        diagnose = Act("diagnostics", "Create support file") if self._setting.diagnose else None
        words = f"{trouble.means} {trouble.todo}{still}"
        self.window.banner.show_message(Message(State.ALARM, trouble.happened, words, diagnose))

    def _say_not_opened(self, trouble: BugTrouble) -> None:
        """The floor could not be opened: say why, and what can be done from here."""
        self.window.work_bar.show_works(())
        self.door.show_trouble(trouble, sample=self._setting.sample is not None)

    def diagnose(self) -> None:
        """Gather what a helper needs, and say where it is."""
        if (gather := self._setting.diagnose) is not None:
            self.works.start("diagnostics", "Creating the support file", lambda _running: gather(), self._say_bundle)

    def _say_bundle(self, path: Path) -> None:
        words = "Send this file to support; it holds no passwords or PINs."
        self.window.banner.show_message(Message(State.OKAY, f"The support file is {path}.", words))

    def _say_progress(self, done: int, whole: int) -> None:
        words = "Creating the sample floor" if self._making else "Updating the logbook"
        self.door.sign_in.say_waiting(MAKING if self._making else OPENING)
        work = Work("opening", words, done, whole, can_cancel=False)
        self.window.work_bar.show_works((work,) if done < whole else ())
