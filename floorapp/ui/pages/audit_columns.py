"""What the audit's lists show: the rows of each, as frozen values, and their columns."""

from __future__ import annotations

from floorapp.screens.audit_rows import BreachRow, MadeRow, RoundRow, ShoeRow, WatchRow
from floorapp.screens.states import State
from floorapp.screens.text_line import Sign, TextLine, Words, line
from floorapp.ui.lists.model import Column


def _word(word: str, state: State) -> TextLine:
    calm = state is State.OKAY
    return line(Words(word, 14, 500 if calm else 600, "ink2" if calm else state.value, shrinks=True))


def _plain(text: str, tone: str = "ink", weight: int = 400) -> TextLine:
    return line(Words(text, 14, weight, tone, shrinks=True))


ROUND_COLUMNS = (
    Column[RoundRow]("", lambda r: line(Sign(r.state, 15)), share=4),
    Column[RoundRow]("Round", lambda r: line(Words(r.id, 14, mono=True, shrinks=True)), share=11),
    Column[RoundRow]("Table", lambda r: _plain(r.table, weight=600), share=7),
    Column[RoundRow]("When", lambda r: _plain(r.when, "ink2"), share=15),
    Column[RoundRow]("Verdict", lambda r: _word(r.word, r.state), share=11),
    Column[RoundRow]("What", lambda r: _plain(r.says), share=43),
    Column[RoundRow]("Section", lambda r: _plain(r.cite, "ink2"), share=12),
)
SHOWN_COLUMNS = (
    Column[RoundRow]("Round", lambda r: line(Words(r.id, 14, mono=True, shrinks=True)), share=24),
    Column[RoundRow]("Table", lambda r: _plain(r.table, weight=600), share=14),
    Column[RoundRow]("When", lambda r: _plain(r.when, "ink2"), share=20),
    Column[RoundRow]("Dealer", lambda r: _plain(r.says), share=42),
)
WATCH_COLUMNS = (
    Column[WatchRow]("", lambda r: line(Sign(r.state, 15)), share=6),
    Column[WatchRow]("Who", lambda r: _plain(r.who, weight=600), share=33),
    Column[WatchRow]("What", lambda r: _plain(r.what), share=30),
    Column[WatchRow]("Rounds", lambda r: _plain(r.rounds), right=True, share=12),
    Column[WatchRow]("Status", lambda r: _word(r.word, r.state), share=19),
)
SHOE_COLUMNS = (
    Column[ShoeRow]("", lambda r: line(Sign(r.state, 15)), share=6),
    Column[ShoeRow]("Set", lambda r: line(Words(r.deck_set, 14, mono=True, shrinks=True)), share=26),
    Column[ShoeRow]("Table", lambda r: _plain(r.table, weight=600), share=16),
    Column[ShoeRow]("Shoes", lambda r: _plain(r.shoes), right=True, share=12),
    Column[ShoeRow]("Cards", lambda r: _word(r.word, r.state), share=40),
)
BREACH_COLUMNS = (
    Column[BreachRow]("Table", lambda r: _plain(r.table, weight=600), share=9),
    Column[BreachRow]("Why it was not allowed", lambda r: _plain(r.what), share=30),
    Column[BreachRow]("When", lambda r: _plain(r.when, "ink2"), share=24),
    Column[BreachRow]("Minutes", lambda r: _plain(r.minutes), right=True, share=8),
    Column[BreachRow]("Rounds", lambda r: _plain(r.rounds), right=True, share=8),
    Column[BreachRow]("Hands", lambda r: _plain(r.hands), right=True, share=8),
    Column[BreachRow]("Signals", lambda r: _plain(r.signals), right=True, share=8),
    Column[BreachRow]("Section", lambda r: _plain(r.cite, "ink2"), share=12),
)
MADE_COLUMNS = (
    Column[MadeRow]("", lambda r: line(Sign(r.state, 15)), share=4),
    Column[MadeRow]("When", lambda r: _plain(r.when, "ink2"), share=14),
    Column[MadeRow]("By", lambda r: _plain(r.by), share=14),
    Column[MadeRow]("What", lambda r: _plain(r.what), share=36),
    Column[MadeRow]("Rounds", lambda r: _plain(r.rounds), right=True, share=10),
    Column[MadeRow]("Errors", lambda r: _plain(r.wrong), right=True, share=10),
    Column[MadeRow]("Entry", lambda r: line(Words(r.entry, 14, 400, "ink2", mono=True, shrinks=True)), share=14),
)

#: What stands under what in each list, and what below the whole row, where the page is narrow.
FOLDED: dict[str, tuple[dict[str, str], str]] = {
    "wrong": ({"Table": "Round", "Section": "When"}, "What"),
    "watched": ({"What": "Who"}, ""),
    "shoes": ({"Table": "Set"}, ""),
    "breaches": ({"Section": "When", "Signals": "Hands"}, "Why it was not allowed"),
    "shown": ({"Table": "Round"}, ""),
    "made": ({"By": "When", "Entry": "Rounds"}, "What"),
}
