"""A dispute: the round is told by the keys, shown to the guest, compared, looked up, and put on record."""

from __future__ import annotations

from PyQt6.QtCore import Qt

from floorapp.ui.live.dispute_place import DisputePlace
from floorapp.ui.live.rulebook_place import RulebookPlace
from floorapp.ui.live.tour.walker import Walker

#: A dealer's red 22, and a Push 22 paid at the odds of mixed colours.
TOLD = (
    "6htd6d unused box 1 25 p5 8c8d fs 3d fd th ks s =0 =0 =0 =40 box 3 50 tc9h s =0 "
    "box 4 25 jh6s9d =-25 box 5 25 askd =37.50 box 1 "
)


def walk(walker: Walker) -> None:
    """From the table by F6; every word settles what was told so far."""
    app, key = walker.app, Qt.Key
    walker.go("table", "FB-03")
    walker.press(key.Key_F6)
    desk, rules = app.places["disputes"], app.places["rulebooks"]
    assert isinstance(desk, DisputePlace) and isinstance(rules, RulebookPlace)
    walker.wait(lambda: desk.teller is not None)
    walker.settle()
    walker.shoot("dispute-begun")
    walker.type(TOLD)
    walker.shoot("dispute")
    desk.told.turn("wagers")
    walker.shoot("dispute-wagers")
    desk.told.turn("cards")
    walker.press(key.Key_F11)
    walker.shoot("dispute-for-the-guest")
    walker.press(key.Key_F11)
    desk.do("compare")
    walker.shoot("dispute-other-rulebook")
    walker.press(key.Key_Escape)
    walker.press(key.Key_F1)
    walker.wait(lambda: rules.browser is not None and rules.key != "standing")
    walker.settle()
    walker.shoot("rulebook")
    walker.press(key.Key_Escape)
    walker.press(key.Key_F9)
    walker.wait(lambda: "Saved as entry" in desk.told.telling.note)
    walker.shoot("dispute-saved")
    walker.go("floor")
