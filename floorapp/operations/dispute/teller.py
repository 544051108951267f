"""A person telling a round: what is typed and pressed, what is chosen, what is said back; no window in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from floorapp.domain.values import dataclass
from floorapp.operations.dispute import draft as edit
from floorapp.operations.dispute import verdict_words
from floorapp.operations.dispute.draft import DeskSeat, Draft, next_seat
from floorapp.operations.dispute.settlement import Rulebooks, Settled, settle
from floorapp.operations.dispute.word_parser import Typed, paste, type_words

#: How many steps can be taken back.
KEPT = 1000


@dataclass(frozen=True, slots=True)
class DraftHistory:
    """A draft with those before it and those taken back."""

    now: Draft
    before: tuple[Draft, ...] = ()
    after: tuple[Draft, ...] = ()

    def step(self, draft: Draft) -> DraftHistory:
        """Go on; where only the seat changed, there is nothing to take back."""
        if draft == self.now:
            return self
        if replace(draft, seat=self.now.seat) == self.now:
            return replace(self, now=draft)
        return DraftHistory(draft, (*self.before, self.now)[-KEPT:])

    def undo(self) -> DraftHistory:
        if not self.before:
            return self
        return DraftHistory(self.before[-1], self.before[:-1], (self.now, *self.after))

    def redo(self) -> DraftHistory:
        if not self.after:
            return self
        return DraftHistory(self.after[0], (*self.before, self.now), self.after[1:])


#: Presses that are no words.
UNDO, REDO, BACK, ENTER, DEAD, VOID, EVENT = "!undo", "!redo", "!back", "!enter", "!dead", "!void", "!event"


@dataclass(frozen=True, slots=True)
class Telling:
    """Where one is: what is being typed, which pad, which line, what was said last."""

    typed: str = ""
    pad: str = "cards"
    selected: str = ""
    note: str = ""
    warns: bool = False
    armed: str = ""  # an unlawful decision that was explained once; the next press tells it


class Teller:
    """Takes keys and presses one after another; `changed` is called after each of them."""

    def __init__(self, draft: Draft, rulebooks: Rulebooks, changed: Callable[[], None] = lambda: None) -> None:
        self.rulebooks, self._changed = rulebooks, changed
        self.history = DraftHistory(draft)
        self.telling = Telling()
        self.settled: Settled = settle(draft, rulebooks)

    @property
    def draft(self) -> Draft:
        return self.history.now

    def step(self, draft: Draft, **telling: object) -> None:
        """Go on to a changed draft; what was said before is done with."""
        self.history = self.history.step(draft)
        self.say(**{"note": "", "warns": False, "armed": ""} | telling)

    def say(self, **telling: object) -> None:
        """Change where one is, and settle what there is."""
        self.telling = replace(self.telling, **telling)  # type: ignore[arg-type]
        self.settled = settle(self.draft, self.rulebooks)
        if verdict_words.place_of(self.settled.lines, self.telling.selected) is None:
            self.telling = replace(self.telling, selected="")
        self._changed()

    @property
    def line(self) -> int | None:
        """The place of the chosen line."""
        return verdict_words.place_of(self.settled.lines, self.telling.selected) if self.telling.selected else None

    # --- words ---

    def type(self, text: str, *, final: bool = False) -> None:
        """What now stands in the field: complete words are taken out of it."""
        taken = type_words(self.draft, text, self.rulebooks, final=final, line=self.line)
        self._take(taken, "" if taken.draft != self.draft else self.telling.selected)

    def _take(self, taken: Typed, selected: str) -> None:
        self.step(taken.draft, typed=taken.rest, note=taken.wrong, warns=bool(taken.wrong), selected=selected)

    def enter(self) -> None:
        """Take the word as it stands; where there is none, go on to the next seat."""
        if self.telling.typed.strip():
            self.type(self.telling.typed, final=True)
        else:
            self.go_on(1)

    def go_on(self, step: int) -> None:
        """To the next seat; a word that is not understood holds one back."""
        if self.telling.typed.strip():
            self.type(self.telling.typed, final=True)
            if self.telling.warns:
                return
        if step:
            self.step(next_seat(self.draft, step))

    def paste(self, text: str) -> None:
        """A whole text or nothing of it; what is being typed stays."""
        self._take(replace(paste(self.draft, text, self.rulebooks), rest=self.telling.typed), "")

    def press(self, types: str, refusal: str = "") -> None:
        """A key of a pad; one that is not lawful is explained first and told when it is pressed again."""
        acts = {UNDO: self.undo, REDO: self.redo, BACK: self.rub_out, ENTER: self.enter}
        if types in acts:
            acts[types]()
        elif refusal and self.telling.armed != types:
            self.say(note=f"{refusal} Press again if it was played that way.", warns=True, armed=types)
        else:
            whole = types.endswith(" ") and types[:1].isalpha()
            self.type(types if whole else self.telling.typed + types)
            if types == "behind ":
                self.turn("wagers")

    def rub_out(self) -> None:
        """The last letter, else the last thing told at this seat."""
        if self.telling.typed:
            self.type(self.telling.typed[:-1])
        else:
            self.step(edit.take_back(self.draft))

    def undo(self) -> None:
        """What is being typed goes first, then what was told last."""
        if self.telling.typed:
            self.step(self.draft, typed="")
            return
        self.history = self.history.undo()
        self.step(self.draft)

    def redo(self) -> None:
        self.history = self.history.redo()
        self.step(self.draft)

    # --- where one is ---

    def sit(self, box: int) -> None:
        """Go to a box; pressed again, to the bettors behind it in turn."""
        seat = self.draft.seat
        people = len(self.draft.box_at(box).behind)
        again = (seat.behind + 1) % (people + 1) if box and seat.box == box else 0
        self.step(edit.sit(self.draft, DeskSeat(box, again)))

    def turn(self, pad: str) -> None:
        """Turn to another pad."""
        self.step(self.draft, pad=pad)

    def choose_line(self, key: str) -> None:
        """A line was pressed: its box is told, and what it was paid comes next."""
        place = verdict_words.place_of(self.settled.lines, key)
        if place is None:
            self.say(selected="")
            return
        line = self.settled.lines[place]
        self.step(edit.sit(self.draft, DeskSeat(line.box, line.behind)), selected=key, pad="paid")

    def move_line(self, step: int) -> None:
        """The line below or above, round and round."""
        lines = self.settled.lines
        if lines:
            now = self.line
            place = (0 if step > 0 else len(lines) - 1) if now is None else (now + step) % len(lines)
            seat = DeskSeat(lines[place].box, lines[place].behind)
            self.step(edit.sit(self.draft, seat), selected=verdict_words.key_of(lines, place))

    @property
    def cited(self) -> str:
        """The paragraph of the chosen line, else of what is wrong or found, else of the first line."""
        settled, place = self.settled, self.line
        cites = [settled.lines[place].cite] if place is not None else []
        cites += [line.cite for line in settled.wrong] + [found.cite for found in settled.findings]
        cites += [line.cite for line in settled.lines]
        return cites[0] if cites else ""
