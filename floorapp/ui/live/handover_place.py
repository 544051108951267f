"""Handing over, taking over and ending the gaming day, live: each is signed with one's own PIN."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from floorapp.domain.gaming_day import GamingDay
from floorapp.operations.acts import days
from floorapp.operations.acts.credentials import sign
from floorapp.operations.desk import Change, Desk
from floorapp.operations.entry import Proof, Signature
from floorapp.operations.refusal import Refusal, Refused, bad_input
from floorapp.operations.signatures import Meaning
from floorapp.screens.forms import Act
from floorapp.screens.handover import HandoverView, handover_of, waiting_for
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.handover import HandoverPage

#: Entered about one of these, the place opens there.
SUBJECTS = {"give": "give", "take": "take", "day": "day"}


class HandoverPlace(ScreenPlace[HandoverView]):
    """Handing over a shift: giving it, taking it, or reading the last one; one of them at a time."""

    rail = "floor"

    def __init__(self, around: Surroundings) -> None:
        self.handover = HandoverPage(around.look)
        super().__init__("handover", self.handover, around)
        self._tab = self._day = ""
        self.handover.tab_chosen.connect(self._choose)
        self.handover.typed.connect(self._keep)
        self.handover.act_chosen.connect(self.do)
        self._filled = ""

    @property
    def tab(self) -> str:
        return self.view.tab if self.view else self._tab

    def enter(self, subject: str) -> None:
        a_day = len(subject) == 10 and subject[4] == "-"
        self._tab = "day" if a_day else SUBJECTS.get(subject, "")
        self._day = subject if a_day else ""
        self._filled = ""
        self.handover.say_wrong("")
        self.refresh()

    def query(self) -> Callable[[Snapshot], HandoverView]:
        tab, day = self._tab, self._day
        return lambda snapshot: handover_of(snapshot, tab, day)

    def show(self, view: HandoverView) -> None:
        self._tab = view.tab
        self.handover.show_handover(view)
        if self._filled != _side(view):
            self._fill(view)
            self._focus(view)

    def _focus(self, view: HandoverView) -> None:
        """Where one writes, else the list, else this side's tab: never out of the page."""
        page = self.handover
        if view.asks:
            page.says.setFocus()
        elif view.rows:
            page.list.setFocus()
        elif page.tabs is not None:
            page.tabs.parts[view.tab].setFocus()

    def _fill(self, view: HandoverView) -> None:
        """Put the draft of this side into its fields."""
        self._filled = _side(view)
        draft = self.around.drafts.get(f"handover/{self._filled}")
        self.handover.says.setPlainText(draft.get("says", ""))
        if view.tab == "give":
            self.handover.to.show_text(draft.get("to", ""))
            self.handover.shift.show_text(draft.get("shift", view.shift))

    def _choose(self, tab: str) -> None:
        self._tab, self._day = tab, ""
        self.handover.say_wrong("")
        self.refresh()

    def _keep(self) -> None:
        if self.view is not None and self._filled == _side(self.view):
            page = self.handover
            typed = {"says": page.says.toPlainText()}
            if self.tab == "give":
                typed |= {"to": page.to.text, "shift": page.shift.text}
            self.around.drafts.keep(f"handover/{self._filled}", typed)

    def acts(self) -> tuple[Act, ...]:
        ahead = (self.view.act,) if self.view else ()
        return (
            *ahead,
            Act("give", "Give shift change", "Alt G"),
            Act("take", "Accept", "Alt T"),
            Act("day", "Gaming day", "Alt D"),
            Act("print", "Print", "F8"),
            Act("back", "Back to the floor", "Esc"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        if act == "back":
            self.go.emit("floor", "")
        elif act == "print":
            day = self.view.day if self.view else ""
            self.go.emit("papers", f"completeness:{day}" if self.tab == "day" else "handover:")
        elif act in SUBJECTS:
            self._choose(act)
        elif act == "do" and self.view is not None and not self.view.act.refusal:
            self._sign(self.view)

    def _sign(self, view: HandoverView) -> None:
        page = self.handover
        if view.tab == "give" and not page.to.text:
            page.to.say_wrong("Choose who accepts it.")
            page.to.setFocus()
            return
        if not page.pin.text:
            page.say_wrong("Enter your PIN.")
            return
        says, pin = page.says.toPlainText().strip(), page.pin.text
        to, shift = page.to.text.rpartition(" · ")[2], page.shift.text
        doing: dict[str, Callable[[Desk], Change]] = {
            "give": lambda desk: days.give_handover(
                desk, to=to, shift=shift, says=says, signature=_signed(desk, pin, Meaning.HANDED_OVER)
            ),
            "take": lambda desk: days.accept_handover(
                desk, handover=_first(desk), says=says, signature=_signed(desk, pin, Meaning.TOOK_OVER)
            ),
            "day": lambda desk: days.end_gaming_day(
                desk,
                day=GamingDay(date.fromisoformat(view.day)),
                says=says,
                signature=_signed(desk, pin, Meaning.DAY_ENDED),
            ),
        }
        self.writer.act(doing[view.tab], self._done, self._refused)

    def _done(self, _change: Change) -> None:
        self.around.drafts.drop(f"handover/{self._filled}")
        self.handover.say_wrong("")
        self._filled = self._day = ""
        self.view = None
        self.refresh()

    def _refused(self, refusal: Refusal) -> None:
        self.handover.say_wrong(f"{refusal.happened} {refusal.todo}")


def _side(view: HandoverView) -> str:
    """What is written down here is about: giving, taking, or one gaming day."""
    return f"{view.tab}/{view.day}" if view.day else view.tab


def _signed(desk: Desk, pin: str, meaning: Meaning) -> Signature:
    with desk.looking() as moment:
        person = moment.person
    if person is None:
        raise Refused(bad_input("Nobody is signed in.", "Sign in first."))
    return sign(desk, person=person.handle, secret=pin, proof=Proof.PIN, meaning=meaning)


def _first(desk: Desk) -> str:
    with desk.looking() as moment:
        mine = waiting_for(moment)
    if not mine:
        raise Refused(bad_input("No shift change is waiting for you.", "Check the list again."))
    return mine[0].id
