"""Alarms, live: A acknowledges, S shelves, Enter does what an alarm asks for, M turns the sound off and on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from floorapp.operations.act_table import Acts
from floorapp.operations.acts import duties
from floorapp.operations.alarms import AlarmGroup, alarms
from floorapp.operations.desk import Change, Desk
from floorapp.screens.acts import WALKS
from floorapp.screens.alarms import AlarmsView, alarms_of, head_of
from floorapp.screens.forms import Act, Asked, Form
from floorapp.screens.offers.by_act import offer_for
from floorapp.screens.offers.offer import Offer, Values, number
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, Place
from floorapp.ui.pages.alarms import AlarmsPage


class AlarmPlace(Place[AlarmsView]):
    """Every alarm that stands or is shelved, and answering the selected one."""

    rail = "floor"

    def __init__(self, around: Surroundings) -> None:
        self.alarms = AlarmsPage(around.look)
        super().__init__("alarms", self.alarms, around)
        self.chosen = ""
        self.bell = around.bell
        self.alarms.list.row_selected.connect(self._choose)
        self.alarms.list.row_opened.connect(lambda _key: self.do("act"))
        self.alarms.act_chosen.connect(self.do)
        self.bell.muted_changed.connect(lambda _muted: self.refresh())

    def enter(self, subject: str) -> None:
        self.alarms.list.take_waiting()
        self.refresh()

    def query(self) -> Callable[[Snapshot], AlarmsView]:
        chosen, muted, can_play = self.chosen, self.bell.muted, self.bell.can_play
        return lambda snapshot: alarms_of(snapshot, chosen, muted, can_play)

    def show(self, view: AlarmsView) -> None:
        if view.detail is not None:
            self.chosen = view.detail.key
        self.alarms.show_alarms(view)

    def _choose(self, key: str) -> None:
        if key != self.chosen:
            self.chosen = key
            self.refresh()

    def acts(self) -> tuple[Act, ...]:
        offered = self.view.detail.acts if self.view and self.view.detail else ()
        mute = Act("mute", "Sound on" if self.bell.muted else "Sound off", "M")
        return (*offered, mute, Act("back", "Back to the floor", "Esc"), ALL_KEYS)

    def do(self, act: str) -> None:
        if act == "back":
            self.go.emit("floor", "")
        elif act == "mute":
            self.bell.mute(not self.bell.muted)
        elif act in ("acknowledge", "shelve", "act") and self.chosen:
            key = self.chosen
            self.writer.ask(lambda snapshot: _group(snapshot, key), lambda group: self._do(act, group))

    def _do(self, act: str, group: AlarmGroup | None) -> None:
        if group is None:
            self.refresh()
        elif act == "acknowledge" and not group.seen:
            self.writer.act(lambda desk: acknowledge(desk, group), self._done)
        elif act == "shelve":
            self.sheets.ask(shelve_form(group), lambda desk, values: shelve(desk, values, group), self._done)
        elif act == "act" and group.head.act in WALKS:
            self.go.emit(WALKS[group.head.act], group.head.id)
        elif act == "act" and group.head.act != Acts.acknowledge_duty.name:
            head = group.head
            self.writer.ask(lambda snapshot: offer_for(snapshot, head.act, head.id), self._take_offer)

    def _take_offer(self, offer: Offer | None) -> None:
        if offer is not None:
            self.sheets.offer(offer, self._done)

    def _done(self, _change: Change) -> None:
        self.alarms.list.take_waiting()
        self.refresh()


def _group(snapshot: Snapshot, key: str) -> AlarmGroup | None:
    return next((each for each in alarms(snapshot.moment).groups if each.head.key == key), None)


def acknowledge(desk: Desk, group: AlarmGroup) -> Change:
    """Say that a cause and everything under it is seen."""
    return duties.acknowledge_duty(desk, key=group.head.key, under=tuple(alarm.key for alarm in group.under))


def shelve_form(group: AlarmGroup) -> Form:
    """For how long, and why."""
    return Form(
        "shelve",
        group.head.key,
        f"Shelve: {head_of(group.head)}",
        group.head.says,
        (),
        (Asked("minutes", "For how many minutes, 5 to 120", "30", digits=True), Asked("reason", "Why it can wait")),
        Act("do", "Shelve", "F9"),
        "It stays on the shelf in sight and comes back by itself.",
    )


def shelve(desk: Desk, values: Values, group: AlarmGroup) -> Change:
    """Put a cause and everything under it off; what is due stays due."""
    minutes = min(number(values, "minutes", "the minutes"), 100_000)
    until = desk.clock.now() + timedelta(minutes=minutes)
    under = tuple(alarm.key for alarm in group.under)
    return duties.shelve_duty(desk, key=group.head.key, until=until, reason=values["reason"], under=under)
