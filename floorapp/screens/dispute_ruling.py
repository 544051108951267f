"""Both figures of a round in columns: as paid, as dealt, and in every way the text leaves, with the difference."""

from __future__ import annotations

from floorapp.domain.values import dataclass
from floorapp.engine.rulebook import Rulebook
from floorapp.operations.dispute import verdict_words
from floorapp.operations.dispute.settlement import Settled
from floorapp.operations.two_figures import two_figures


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A wager, or the difference of one patron: its name and a figure for each column."""

    name: str
    figures: tuple[str, ...]
    total: bool = False

    def spoken(self, heads: tuple[str, ...]) -> str:
        return f"{self.name}: " + ", ".join(f"{head} {each}" for head, each in zip(heads, self.figures, strict=True))


@dataclass(frozen=True, slots=True)
class RulingView:
    """What the sheet shows; `whose` stands under each head and is empty where nobody chooses."""

    says: str
    cite: str
    decided: str
    heads: tuple[str, ...]
    whose: tuple[str, ...]
    rows: tuple[RulingRow, ...]


def ruling_of(settled: Settled, book: Rulebook) -> RulingView | None:
    """Both figures; None where what was dealt is what the text requires."""
    both = two_figures(settled.answer, book) if settled.finished else None
    if both is None:
        return None
    rows = []
    for place, line in enumerate(both.lines):
        paid = "–" if line.reported is None else verdict_words.figure(line.reported)
        name = f"{verdict_words.where(line)} {verdict_words.short_name(line.wager, book)}"
        ways = (verdict_words.figure(way.nets[place]) for way in both.ways)
        rows.append(RulingRow(name, (paid, verdict_words.figure(both.dealt[place]), *ways)))
    for patron in both.patrons:
        name = f"Spot {patron.box}" + (f", behind {patron.behind}" if patron.behind else "") + ": difference"
        figures = (verdict_words.figure(each) for each in patron.differences)
        rows.append(RulingRow(name, ("", "", *figures), total=True))
    return RulingView(
        both.because,
        both.cite,
        both.decided_by,
        ("Paid", "As dealt", *(way.head for way in both.ways)),
        ("", "", *(way.whose for way in both.ways)),
        tuple(rows),
    )
