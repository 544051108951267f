"""Who is there: signing in and out, locking by hand and by time, the first start, and the sample."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time
from functools import cached_property
from typing import TypeVar

from PyQt6.QtCore import QEvent, QObject, QTimer, pyqtSignal
from PyQt6.QtWidgets import QApplication

from floorapp.domain.people import Person
from floorapp.domain.property import Property, Shift
from floorapp.operations.desk import Change, Desk
from floorapp.operations.moment import UNSET_POLICY
from floorapp.operations.refusal import Refusal
from floorapp.screens.door import Arrival, DoorView, arrival_of
from floorapp.screens.shell import Message
from floorapp.screens.snapshot import Snapshot
from floorapp.screens.states import State
from floorapp.ui.live.writer import BugTrouble, Writer
from floorapp.ui.look import Look
from floorapp.ui.pages.door import (
    DoorPage,
    FirstStartPage,
    LockPage,
    OwnPinPage,
    OwnSecretsPage,
    SignInPage,
    TroublePage,
)
from floorapp.ui.shell.window import Window

D = TypeVar("D", bound=DoorPage)

SHIFTS = (Shift("Day", time(6), time(14)), Shift("Swing", time(14), time(22)), Shift("Grave", time(22), time(6)))

#: What a person does; anything else the screen does by itself.
TOUCHED = frozenset(
    {
        QEvent.Type.KeyPress,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseMove,
        QEvent.Type.Wheel,
        QEvent.Type.TouchBegin,
    }
)


class Door(QObject):
    """The three doors and the lock; says when somebody is in and when nobody is."""

    entered = pyqtSignal()
    left = pyqtSignal()
    sample_asked = pyqtSignal()
    again_asked = pyqtSignal()

    def __init__(
        self, look: Look, window: Window, writer: Writer, zone: str, listed: Callable[[Snapshot], DoorView | None]
    ) -> None:
        super().__init__(window)
        self._window, self._writer, self._listed, self._look = window, writer, listed, look
        self._zone = zone
        self._doors: dict[str, DoorPage] = {}
        self.locked = False
        #: Who came in last.
        self.person = ""
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._lock_after(UNSET_POLICY.lock_minutes)
        self._idle.timeout.connect(self.lock_now)
        assert self.sign_in  # stands while the floor is opened

    @cached_property
    def sign_in(self) -> SignInPage:
        """Name and password; the other doors are built when they are first needed."""
        page = SignInPage(self._look)
        page.given.connect(self._sign_in)
        page.pin_asked.connect(lambda: self._open_door(self.own_pin))
        page.back.connect(self.again_asked)
        return self._built("sign in", page)

    @cached_property
    def lock(self) -> LockPage:
        """The PIN of whoever is signed in."""
        page = LockPage(self._look)
        page.given.connect(self._unlock)
        page.other.connect(self.show_sign_in)
        return self._built("lock", page)

    @cached_property
    def own_pin(self) -> OwnPinPage:
        """A PIN of one's own for those who never sign in."""
        page = OwnPinPage(self._look)
        page.given.connect(self._choose_pin)
        page.back.connect(self._leave_own_pin)
        return self._built("own pin", page)

    @cached_property
    def own(self) -> OwnSecretsPage:
        """A password and a PIN of one's own, before anything else."""
        page = OwnSecretsPage(self._look)
        page.given.connect(self._choose_secrets)
        return self._built("own secrets", page)

    @cached_property
    def first(self) -> FirstStartPage:
        """The house's name and its first administrator."""
        page = FirstStartPage(self._look, self._zone)
        page.given.connect(self._begin)
        page.sample.connect(self.sample_asked)
        return self._built("first", page)

    @cached_property
    def trouble(self) -> TroublePage:
        """Why the floor could not be opened."""
        page = TroublePage(self._look)
        page.again.clicked.connect(self.again_asked)
        page.open_sample.clicked.connect(self.sample_asked)
        return self._built("trouble", page)

    def _built(self, name: str, page: D) -> D:
        self._window.add_page(name, page)
        self._doors[name] = page
        return page

    def _lock_after(self, minutes: int) -> None:
        """Lock after this long without a key or a touch, as the house's policy says."""
        self._idle.setInterval(minutes * 60 * 1000)

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        if event is not None and event.type() in TOUCHED:
            self._idle.start()
        return False

    def _watch(self, on: bool) -> None:
        """Count the time without a touch while somebody is in; every event of the app passes by here then."""
        application = QApplication.instance()
        if on:
            self._idle.start()
        else:
            self._idle.stop()
        if application is not None:
            application.removeEventFilter(self)
            if on:
                application.installEventFilter(self)

    def show(self) -> None:
        """The right door for this floor."""
        self._writer.ask(lambda snapshot: bool(snapshot.moment.state.find(Person, limit=1)), self._show)

    def show_trouble(self, trouble: BugTrouble, *, sample: bool) -> None:
        """The floor could not be opened."""
        self.trouble.show_trouble(trouble.happened, f"{trouble.means} {trouble.todo}", sample=sample)
        self._open_door(self.trouble)

    def _show(self, people: bool) -> None:
        if people:
            self.show_sign_in()
        else:
            self._open_door(self.first)

    def show_sign_in(self) -> None:
        """Name and password."""
        self.sign_in.clear()
        self._writer.ask(self._view, self.sign_in.show_door)
        self._open_door(self.sign_in)

    def _view(self, snapshot: Snapshot) -> DoorView:
        listed = self._listed(snapshot)
        if listed is not None:
            return listed
        found = snapshot.moment.state.get(Property, "house")
        return DoorView(found.name if found else "This floor")

    def _open_door(self, page: DoorPage) -> None:
        self._watch(False)
        self._window.rail.hide()
        self._window.act_bar.hide()
        self._window.show_acts(())
        self._window.show_page(next(name for name, door in self._doors.items() if door is page))
        self.left.emit()

    def _enter(self, _change: object = None) -> None:
        self._writer.ask(lambda snapshot: arrival_of(snapshot.moment), self._let_in)

    def _let_in(self, found: Arrival) -> None:
        self.person = found.person.handle if found.person is not None else ""
        self.locked = False
        for name in {"sign in", "lock", "own secrets", "first"} & self._doors.keys():
            self._doors[name].clear()
        if found.given:
            self.own.tell(found.told)
            self._open_door(self.own)
            return
        self._window.rail.show()
        self._window.act_bar.show()
        self._window.banner.show_message(found.says)
        self._watch(True)
        self._writer.ask(lambda snapshot: snapshot.moment.policy.lock_minutes, self._lock_after)
        self.entered.emit()

    def _sign_in(self, typed: dict[str, str]) -> None:
        self._writer.act(
            lambda desk: _sign_in(desk, typed["name"], typed["password"]),
            self._enter,
            lambda refusal: self.sign_in.say_wrong(_words(refusal)),
        )

    def _choose_secrets(self, typed: dict[str, str]) -> None:
        self._writer.act(
            lambda desk: _choose_secrets(desk, typed),
            self._enter,
            lambda refusal: self.own.say_wrong(_words(refusal), refusal.given),
        )

    def _choose_pin(self, typed: dict[str, str]) -> None:
        self._writer.act(
            lambda desk: _choose_pin(desk, typed),
            self._pin_chosen,
            lambda refusal: self.own_pin.say_wrong(_words(refusal), refusal.given),
        )

    def _pin_chosen(self, _change: Change) -> None:
        self._leave_own_pin()
        self._window.banner.show_message(Message(State.OKAY, "Your PIN is set.", "Sign with it from now on."))

    def _leave_own_pin(self) -> None:
        self.own_pin.clear()
        self.show_sign_in()

    def lock_now(self) -> None:
        """Lock the screen; what was being written stays."""
        self._writer.act(_lock, self._show_lock, lambda _refusal: self.show_sign_in())

    def _show_lock(self, _change: Change) -> None:
        self.locked = True
        self._writer.ask(lambda snapshot: snapshot.moment.person, self._name_lock)
        self._open_door(self.lock)

    def _name_lock(self, person: Person | None) -> None:
        if person is not None:
            self.lock.show_lock(person.name, person.title)

    def _unlock(self, typed: dict[str, str]) -> None:
        self._writer.act(
            lambda desk: _unlock(desk, typed["pin"]), self._enter, lambda refusal: self.lock.say_wrong(_words(refusal))
        )

    def _begin(self, typed: dict[str, str]) -> None:
        self._writer.act(
            lambda desk: _begin_floor(desk, typed),
            self._enter,
            lambda refusal: self.first.say_wrong(_words(refusal), refusal.given),
        )


def _words(refusal: Refusal) -> str:
    return f"{refusal.happened} {refusal.todo}"


# --- acts, which are not for a start ---


def _choose_secrets(desk: Desk, typed: dict[str, str]) -> Change:
    from floorapp.operations import presses

    return presses.choose_secrets(desk, old=typed["old"], password=typed["password"], pin=typed["pin"])


def _choose_pin(desk: Desk, typed: dict[str, str]) -> Change:
    from floorapp.operations.acts import people

    return people.choose_pin(desk, person=typed["name"], old=typed["old"], new=typed["pin"])


def _sign_in(desk: Desk, name: str, password: str) -> Change:
    from floorapp.operations.acts import sessions

    return sessions.sign_in(desk, name=name, password=password)


def _lock(desk: Desk) -> Change:
    from floorapp.operations.acts import sessions

    return sessions.lock_screen(desk)


def _unlock(desk: Desk, pin: str) -> Change:
    from floorapp.operations.acts import sessions

    return sessions.unlock_screen(desk, secret=pin)


def _begin_floor(desk: Desk, typed: dict[str, str]) -> Change:
    from floorapp.operations import presses

    return presses.begin_house(
        desk,
        handle=typed["handle"],
        name=typed["name"],
        password=typed["password"],
        pin=typed["pin"],
        called=typed["house"],
        zone=typed["zone"],
        shifts=SHIFTS,
    )
