"""What waits on a station is changed by somebody who has its folder: it arrives as an entry by hand would."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from db.outbox import Outbox
from db.server_check import verify_server
from floorapp.operations.entry import EntryDraft
from floorapp.operations.facts.devices import ReaderInspected
from floorapp.operations.facts.incidents import IncidentReported
from tests.stations.podium import podium
from tests.stations.proxy import Mode, Proxy
from tests.stations.test_offline import cut, inspect, proxy, report, through

__all__ = ["proxy"]


def other_words(draft: EntryDraft) -> EntryDraft:
    if isinstance(draft.fact, IncidentReported):
        return replace(draft, fact=replace(draft.fact, says="nothing"))
    return draft


def unsigned(draft: EntryDraft) -> EntryDraft:
    return replace(draft, signatures=()) if _is(draft, IncidentReported) else draft


def another(draft: EntryDraft) -> EntryDraft:
    return replace(draft, actor="sam") if _is(draft, ReaderInspected) else draft


def earlier(draft: EntryDraft) -> EntryDraft:
    return replace(draft, occurred_at=draft.occurred_at.replace(hour=9)) if _is(draft, ReaderInspected) else draft


def unchanged(draft: EntryDraft) -> EntryDraft:
    return draft


def _is(draft: EntryDraft, kind: type) -> bool:
    return isinstance(draft.fact, kind)


@pytest.mark.parametrize(
    ("change", "code"),
    [(unchanged, ""), (other_words, "signature"), (unsigned, "signature"), (another, "authority"), (earlier, "time")],
)
def test_what_waits_and_was_changed_is_found_once_it_arrived(
    proxy: Proxy, url: str, tmp_path: Path, change: Callable[[EntryDraft], EntryDraft], code: str
) -> None:
    folder = tmp_path / "pod"
    with podium(through(proxy, url), folder, "POD-1") as pod:
        pod.wait_in_step()
        pod.know("flo")
        cut(proxy, pod)
        inspect(pod, pod.desk("flo"))
        report(pod, "a king face up")
    outbox = Outbox(folder / "outbox.sqlite")
    acts = outbox.acts()
    outbox.keep_anew([(act.act, [change(draft) for draft in act.drafts]) for act in acts], after=acts[-1].number)
    outbox.close()
    with podium(through(proxy, url), folder, "POD-1") as again:
        proxy.set(Mode.OPEN)
        again.wait_in_step()
    assert {flaw.code for flaw in verify_server(url).flaws} == ({code} if code else set())
