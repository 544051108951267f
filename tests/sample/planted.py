"""What an audit finds on the sample floor."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from db.store import Store
from floorapp.bootstrap import rulebooks
from floorapp.domain.cards import CARDS
from floorapp.engine import fair
from floorapp.operations.audit.audit import audit
from floorapp.operations.audit.posts import posts_of, tables_of
from floorapp.operations.audit.selection import AuditAsked, Selection, select
from floorapp.operations.audit.shoe_detective import EXTRA, Detected, deck_sets_with_rounds, detect
from floorapp.operations.audit.storage import RememberedTrails
from floorapp.operations.audit.unauthorized_play import negative_log
from floorapp.operations.moment import moment_of
from floorapp.operations.sample.planted import CLOSED, HAS, NEVER_BLUE, OLD_CARDS, STOPPED, SWAPPED, TEN, UNINSPECTED


def finds_all_that_was_planted(store: Store, now: datetime) -> None:
    """The swapped card, the foreign ten, the reader without blue, and every breach; and no deck set besides."""
    with store.reading() as state:
        moment = moment_of(state, now.astimezone(UTC), None, rulebooks())
        trails, day = RememberedTrails(store), moment.day.date
        selection = select(moment, AuditAsked(day - timedelta(days=29), day))
        assert isinstance(selection, Selection)
        whole = selection.since, selection.until
        breaches = {(each.table, each.code): each for each in negative_log(moment, store, selection)}
        detected = [
            detect(moment, trails, deck_set=deck_set, table=table)
            for table in tables_of(moment, None)
            for deck_set in deck_sets_with_rounds(moment, trails, table, *whole)
        ]
        found = audit(store, selection, rulebooks(), posts=posts_of(moment, trails, None))
    for planted in ((STOPPED, "reader-failed"), (UNINSPECTED, "reader-not-inspected"), (OLD_CARDS, "decks-over-hours")):
        assert breaches[planted].rounds and breaches[planted].hands and breaches[planted].cite
    assert breaches[STOPPED, "closed"].rounds, "stopped by the section, and dealt on"
    assert breaches[CLOSED, "closed"].signals == 3
    suspects = {each.table: each for each in detected if isinstance(each, Detected) and each.suggests}
    swapped = suspects.pop(SWAPPED)
    assert swapped.suggests == EXTRA and CARDS[HAS].name in swapped.says.lower() and swapped.exposure.rounds > 15
    (foreign,) = suspects.values()
    assert foreign.suggests and CARDS[TEN].name in foreign.says.lower()
    assert found is not None
    out = {(each.noun, each.watched.family): each for each in found.comparisons if each.alarm}
    lights = out["reader", fair.LIGHTS]
    assert [each.seen for each in lights.outcomes if each.name == "small"] == [0]
    assert out["table", fair.LIGHTS].name == NEVER_BLUE
    assert {family for _, family in out} == {fair.LIGHTS}
