"""Both figures of a ruling side by side: what follows from the round as it was dealt, and what the text requires."""

from __future__ import annotations

from floorapp.domain.values import dataclass
from floorapp.engine.answer import Answer, Line, Required, RequiredChoice, RequiredLine
from floorapp.engine.rulebook import Rulebook

#: Whose choice it is, as people say it.
CHOICE_OF = {"player": "player’s choice", "floorperson": "floorperson’s choice"}


@dataclass(frozen=True, slots=True)
class Figures:
    """A column: its head, whose choice it is (empty where nobody has one), and every wager's net."""

    head: str
    whose: str
    nets: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Patron:
    """One person on a spot: what each column makes of their money, and by how much it differs from what was dealt."""

    box: int
    behind: int
    nets: tuple[int, ...]
    differences: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TwoFigures:
    """The wagers of a round, or of one spot, as dealt and in every way the text leaves."""

    cite: str
    because: str
    lines: tuple[Line, ...]
    dealt: tuple[int, ...]
    ways: tuple[Figures, ...]
    patrons: tuple[Patron, ...]

    @property
    def decided_by(self) -> str:
        """Who may decide, in a sentence."""
        whose = dict.fromkeys(way.whose for way in self.ways if way.whose)
        if not whose:
            return "There is no choice to make."
        who = " and ".join(f"the {each.partition('’')[0]}" for each in whose)
        return f"It is for {who} to choose."


def two_figures(
    answer: Answer, rulebook: Rulebook, box: int | None = None, behind: int | None = None
) -> TwoFigures | None:
    """Both figures of a round, of one spot of it, or of one person there; None where they are the same."""
    required = answer.required
    if required is None:
        return None
    places = [
        place for place, line in enumerate(answer.lines) if box in (None, line.box) and behind in (None, line.behind)
    ]
    lines = tuple(answer.lines[place] for place in places)
    dealt = tuple(line.expected for line in lines)
    ways = tuple(
        Figures(way.head, way.whose, tuple(way.nets[place] for place in places))
        for way in _ways(required)
        if box is None or not way.box or box in way.box
    )
    if all(way.nets == dealt for way in ways):
        return None
    return TwoFigures(
        rulebook.cited(required.cite), required.because, lines, dealt, ways, tuple(_patrons(lines, dealt, ways))
    )


def paid_as_required(answer: Answer, box: int | None = None) -> bool:
    """Whether what was paid, at one spot or at all, is what the text requires, or a way that it leaves."""
    if answer.required is None:
        return False
    ways = _ways(answer.required)
    for spot in [box] if box is not None else {line.box for line in answer.lines}:
        places = [place for place, line in enumerate(answer.lines) if line.box == spot]
        paid = [answer.lines[place].reported for place in places]
        mine = [way for way in ways if spot in way.box] or ways[:1]
        if not any(paid == [way.nets[place] for place in places] for way in mine):
            return False
    return True


def due_of(answer: Answer) -> tuple[int, ...]:
    """What each line should have done: by the text where that says so or leaves what was paid, else as dealt."""
    if paid_as_required(answer):
        return tuple(line.reported or 0 for line in answer.lines)
    if answer.required is None or answer.required.choices:
        return tuple(line.expected for line in answer.lines)
    return tuple(line.net for line in answer.required.lines)


@dataclass(frozen=True, slots=True)
class _Way:
    head: str
    whose: str
    box: frozenset[int]
    nets: tuple[int, ...]


def _ways(required: Required) -> list[_Way]:
    """One column a choice, every spot under the same words in it; one column where there is no choice."""
    if not required.choices:
        return [_Way("Required", "", frozenset(), tuple(line.net for line in required.lines))]
    made = []
    for by, words in dict.fromkeys((choice.by, choice.choice) for choice in required.choices):
        mine = [each for each in required.choices if (each.by, each.choice) == (by, words)]
        nets = tuple(_net(mine, place, line) for place, line in enumerate(required.lines))
        made.append(_Way(words, CHOICE_OF[by], frozenset(each.box for each in mine), nets))
    return made


def _net(choices: list[RequiredChoice], place: int, line: RequiredLine) -> int:
    """What choices in the same words make of a wager; two hands of a spot can each have one."""
    nets = (each.lines[place].net for each in choices if each.box == line.box)
    return next((net for net in nets if net != line.net), line.net)


def _patrons(lines: tuple[Line, ...], dealt: tuple[int, ...], ways: tuple[Figures, ...]) -> list[Patron]:
    made = []
    for box, behind in dict.fromkeys((line.box, line.behind) for line in lines):
        mine = [place for place, line in enumerate(lines) if (line.box, line.behind) == (box, behind)]
        nets = tuple(sum(way.nets[place] for place in mine) for way in ways)
        was = sum(dealt[place] for place in mine)
        made.append(Patron(box, behind, nets, tuple(net - was for net in nets)))
    return made
