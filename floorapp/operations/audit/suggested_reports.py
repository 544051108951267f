"""What an audit suggests to report: the catalog's item, where and since when, what was dealt, and the rounds."""

from __future__ import annotations

from datetime import datetime

from floorapp.domain.values import dataclass
from floorapp.engine import fair
from floorapp.operations.audit.audit import WrongRound
from floorapp.operations.audit.observations import NOUNS, Comparison, Posts
from floorapp.operations.audit.shoe_detective import Detected
from floorapp.operations.audit.unauthorized_play import Breach
from floorapp.operations.moment import Moment

#: The catalog's code of what stood against dealing; the others it does not name, and they get a title.
CODES = {
    "reader-not-inspected": "reader-not-inspected",
    "decks-over-hours": "decks-past-24-hours",
    "reader-failed": "reader-malfunction",
    "batch-not-alternated": "batch-alternation-broken",
    "rack-mixed": "two-batches-in-discard-rack",
    "faulted-shuffle": "shuffler-jam",
}
TITLES = {"closed": "Dealt while the table was closed or stopped"}
READER_FAMILIES = (fair.LIGHTS, fair.ACE_UP, fair.TEN_UP)
#: An incident names the rounds it is about one by one up to this many.
LINKED = 12

Found = WrongRound | Detected | Breach | Comparison


@dataclass(frozen=True, slots=True)
class SuggestedReport:
    """An incident to report; without a code it has a title, and where it has neither a person says what it is."""

    table: str
    code: str
    title: str
    says: str
    since: datetime
    until: datetime
    rounds: int | None
    hands: int | None
    linked: tuple[str, ...] = ()


def suggested(moment: Moment, found: Found, *, posts: Posts, since: datetime) -> SuggestedReport | None:
    """The report that something found by an audit of rounds since an instant calls for, if it calls for one."""
    if isinstance(found, Detected):
        return _of_shoe(moment, found)
    if isinstance(found, Breach):
        return _of_breach(moment, found)
    if isinstance(found, Comparison):
        return _of_comparison(moment, found, posts, since)
    at = found.at or moment.now
    says = f"Round {found.id}: {found.says}"
    return SuggestedReport(found.table, "", "", says, at, at, None, None, (found.id,)) if found.table else None


def _of_shoe(moment: Moment, found: Detected) -> SuggestedReport | None:
    if not found.suggests or found.since is None:
        return None
    shown = dict.fromkeys(each.round for each in found.found.verdict.impossible)
    return SuggestedReport(
        found.table,
        found.suggests,
        "",
        f"Deck set {found.deck_set}: {found.says}",
        found.since,
        moment.now,
        found.exposure.rounds,
        found.exposure.hands,
        tuple(shown)[:LINKED],
    )


def _of_breach(moment: Moment, found: Breach) -> SuggestedReport:
    dealt = moment.state.played(found.table, found.since, found.until) if found.rounds <= LINKED else ()
    signals = f" The reader signaled {found.signals:,} times." if found.signals else ""
    return SuggestedReport(
        found.table,
        CODES.get(found.code, ""),
        "" if found.code in CODES else TITLES.get(found.code, found.says),
        found.says + signals,
        found.first,
        found.last,
        found.rounds,
        found.hands,
        tuple(each.id for each in dealt),
    )


def _of_comparison(moment: Moment, found: Comparison, posts: Posts, since: datetime) -> SuggestedReport | None:
    """At the table where it was last; all that was watched counts, because nobody knows when it began."""
    if not found.alarm:
        return None
    field = {noun: name for name, noun in NOUNS.items()}[found.noun]
    held = [post for post in posts.posts if getattr(post, field) == found.name]
    table = max(held, key=lambda post: post.since).table if held else found.name
    since = max(since, min((post.since for post in held), default=since))
    reader = found.watched.family in READER_FAMILIES
    code, title = ("reader-malfunction", "") if reader else ("", "Actual and expected do not match")
    words = found.words[:1].upper() + found.words[1:] + "."
    hands = moment.state.dealt(table, since, moment.now).hands
    return SuggestedReport(table, code, title, words, since, moment.now, found.rounds, hands)
