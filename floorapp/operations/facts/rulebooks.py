"""The fact that a rulebook was installed: its whole text, its hash, and the gaming day it holds from."""

from __future__ import annotations

from datetime import date

from floorapp.domain.rulebooks import InstalledRulebook, RulebookText
from floorapp.operations.entry import Entry
from floorapp.operations.facts.registry import Fact, Subject, fact
from floorapp.operations.state import Shelves, applies


@fact("rulebook.installed")
class RulebookInstalled(Fact):
    """A version of a rulebook, from a gaming day on; a mistake in it is made good by another version."""

    rulebook: str
    name: str
    version: str
    holds_from: date
    digest: str
    text: str

    @property
    def subject(self) -> Subject:
        return Subject("rulebook", self.rulebook)


@applies(RulebookInstalled)
def _installed(entry: Entry, fact: RulebookInstalled, shelves: Shelves) -> None:
    shelves.put(RulebookText(digest=fact.digest, text=fact.text))
    shelves.put(
        InstalledRulebook(
            entry=entry.id,
            rulebook=fact.rulebook,
            name=fact.name,
            version=fact.version,
            digest=fact.digest,
            holds_from=fact.holds_from,
        )
    )
