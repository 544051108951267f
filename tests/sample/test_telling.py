"""Two weeks of a floor can be read: every entry of the sample is a sentence, every value has the floor's word."""

from __future__ import annotations

import re
from collections import defaultdict

from db.store import Store
from floorapp.domain.people import Person, Role
from floorapp.operations.correction_form import stated
from floorapp.operations.entry_sentences import tell
from floorapp.screens.entry_values import values_of
from tests.sample.test_forms_words import at_evening
from tests.test_words import misspoken

#: What the fields of facts are called in code, which no label says.
IN_CODE = {"Says", "Instead of", "Told", "Boxes", "Cite", "Fixture", "Mismatch", "Handover", "Todo", "Standing", "Whom"}

#: Values that are shown as they stand in the record: identifiers, numbers on equipment, a text that was installed.
AS_WRITTEN = {"Payload", "Also", "Duty", "Serial", "Text"}


def test_every_entry_of_the_sample_is_a_sentence(store: Store) -> None:
    entries = store.page(limit=1_000_000)
    told = {tell(entry).says for entry in entries}
    assert len(entries) > 5_000 and len(told) > 1_000
    odd = [words for words in told if not words or "{" in words or "None" in words or "Role." in words]
    assert not odd


def test_every_value_of_an_entry_has_the_floors_word_and_names_people_by_name(store: Store) -> None:
    """The page of an entry and the form that corrects it said *Says*, *Instead of*, *Told*; amounts were in cents."""
    kinds = defaultdict(list)
    for entry in store.page(limit=1_000_000):
        kinds[entry.fact.KIND].append(entry)
    wrong = []
    with store.reading() as reading:
        moment = at_evening(reading, Role.ADMINISTRATOR)
        handles = {each.handle for each in reading.find(Person)}
        for kind, entries in kinds.items():
            for entry in entries[:12]:
                shown = values_of(moment, entry)[1:]  # the first is the kind
                shown += [(each.label, "") for each in stated(entry.fact, moment)]
                for label, words in shown:
                    if label in AS_WRITTEN:
                        continue
                    said = misspoken(f"{label}: {words}") + [label] * (label.split(":")[0] in IN_CODE)
                    said += [words] * (words in handles) + re.findall(r"(?:^|, )(?:says|cite|told|box) ", words)
                    wrong += [(kind, label, words, said)] * bool(said)
    assert len(kinds) > 50 and wrong == []
