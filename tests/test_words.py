"""The words of an American floor: no British spelling in any text, and no label of the old column comes back."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path

from tests.floor_words import foreign_times
from tests.texts import pages, read_texts, sources, template, texts_of

ROOT = Path(__file__).parent.parent
#: Texts that are read line by line: pages, the man page, the package's own words, the Windows installer's.
PAGES = (
    *sorted((ROOT / "resources").rglob("*.md")),
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    ROOT / "Makefile",
    ROOT / "installer/README.md",
    *(
        path
        for path in sorted((ROOT / "installer").rglob("*"))
        if path.suffix in (".1", ".desktop", ".nsi", ".sh") or path.name in ("control", "postinst", "postrm")
    ),
)
#: Pages for people on the floor: here the old words stay away too. The others speak of formats, code and history.
FOR_THE_FLOOR = frozenset(
    "administrator alarms audit compliance-officer dashboards decks disputes floor floorperson glossary handover "
    "incidents inspect keys opening papers readers record report rulebooks settings setup shift-manager shufflers "
    "start table".split()
)

BRITISH = re.compile(
    r"\b\w*(?:"
    r"colour|favour|flavour|behaviour|honour|labour|neighbour|harbour|rumour"
    r"|centre\b|metre\b|licence|defence\b|offence\b|catalogue|dialogue|programme\b|cheque|grey\b|greyed|kerb"
    r"|signalled|cancelled|cancelling|labelled|travelled|modelled|levelled|fulfil\b|enrol\b|jewellery|judgement"
    r"|organis|recognis|realis|authoris|summaris|minimis|maximis|normalis|serialis|initialis|optimis|analys(?:e|ed|ing)\b"
    r"|learnt|spelt\b|whilst|amongst|afterwards|for ever\b|ageing|storey|tyre\b|practise"
    r")\w*",
    re.IGNORECASE,
)
#: Names that formats and code keep.
KEPT = re.compile(r"eights_colour|catalogue\.py")

#: The left column of words.md, as whole labels or phrases a person could meet on a screen or a report.
GONE = (
    "Wrong rounds",
    "Seen and expected",
    "Shoe detective",
    "Negative log",
    "Take in rounds",
    "Gather for a helper",
    "Other acts",
    "Who may do what",
    "Another person",
    "Begin this floor",
    "Draw a pit",
    "to mend",
    "Mend ",
    "Waiting to send",
    "Happened, by the clock",
    "Hand over",
    "Take over",
    "Withdraw…",
    "Shelve…",
    "Proof test",
    "Lay the cards",
    "Break off",
    "Okay, next table",
    "Not okay",
    "Inspection round",
    "Walking order",
    "Come back later",
    "Know reader",
    "Forget reader",
    "is a stranger",
    "Bring cards",
    "in the store",
    "into the store",
    "Design, as on the box",
    "They come",
    "seal whole",
    "Go on dealing",
    "Table goes on",
    "Nobody plays",
    "Cover card came out",
    "is to be burned",
    "Engine’s view",
    "The gate",
    "Who was told",
    "It was found at",
    "play goes on",
    "waits for review",
    "by nobody yet",
    "on the shelf",
    " is needed.",
    "ours and unchanged",
    "not ours",
    "Completeness of the gaming day",
    "watched for ever",
    "taken in:",
    "things to mend",
    "Fit equipment",
    "in step",
    "is not heard",
)
#: Labels that are gone as whole labels; inside a sentence the words may stand.
LABELS = frozenset(
    {
        "What follows",
        "So",
        "Told",
        "Papers",
        "Paragraph",
        "House",
        "Box",
        "Stake",
        "Calls",
        "Fitted",
        "Mismatch",
        "Seen",
    }
)
#: The left column as words, wherever they stand in a sentence: what is found, but for where it means another thing.
LEFT = (
    (
        r"\bbox(?:es)?\b",
        r"(?:drop|tip|search|check|text) box|two boxes, drop|boxes and rack|box or envelope|in their box",
    ),
    (r"\bparagraphs?\b", ""),
    (r"\bmismatch\b", ""),
    (r"\btold (?:yet|so far)|to be told|who was told|not all told", ""),
    (r"\b(?:short|over) by \$?\{?", ""),
    (r"\b(?:over|passed) 21\b", ""),
    (r"\bcover cards?\b", r"cover card"),
    (r"\bnobody plays\b", r"nobody plays this virtual reader"),
    (r"\bout of play\b", ""),
    (r"\b(?:play|table|game|shoe) goes on\b|go on dealing", ""),
    (r"\bproof test", r"the proof test is not over"),
    (r"\bhandovers?\b", ""),
    (r"wrong rounds|stands out|shoe detective|negative log|taken in\b|takes? in (?:rounds|reported)", ""),
    (r"who may do what|other acts|another person\b(?!')", ""),
    (r"gather for|for ever\b|for a helper", ""),
    (r"regulator.s agent", ""),
    (r"\bnot okay\b|\bokay\b", ""),
    (r"come back later|by the clock on the wall|in step\b", ""),
    (r"waits for (?:review|a reviewer|an answer)", ""),
    (r"nothing of this act\b|kept acts|no further act\b", ""),
    (r"\bviolet\b|\bare so\b|^not so\b|as not so\b", ""),
    (r"\b(?:and|each) is an entry\b", ""),
)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)
    elif isinstance(value, str):
        yield value


@cache
def every_text() -> tuple[tuple[str, str], ...]:
    """Every text a person can meet, with its place; read once for all that look through them."""
    return tuple(_every_text())


def _every_text() -> Iterator[tuple[str, str]]:
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        for line, text in texts_of(path):
            yield f"{name}:{line}", text
    for path in sorted((ROOT / "resources").rglob("*.toml")):
        name = path.relative_to(ROOT).as_posix()
        for text in _strings(tomllib.loads(path.read_text("utf-8"))):
            yield name, text
    for path in PAGES:
        for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
            yield f"{path.relative_to(ROOT).as_posix()}:{number}", text


def test_every_text_is_spelled_the_american_way() -> None:
    found = [
        f"{place}: {match.group()}: {text[:80]}"
        for place, text in every_text()
        if " " in text or text[:1].isupper()
        for match in BRITISH.finditer(KEPT.sub("", text))
    ]
    assert found == []


def test_no_label_of_the_old_column_comes_back() -> None:
    found = [
        f"{place}: “{phrase}”: {text[:80]}"
        for place, text in every_text()
        if _met(place)
        for phrase in (*GONE, text.strip(" …:."))
        if phrase in LABELS or (phrase in GONE and phrase in _said(text))
    ]
    assert found == []


def _met(place: str) -> bool:
    """Whether a text is for people on the floor, and not of a format, of code or of what once was."""
    path = Path(place.partition(":")[0])
    if path.suffix == ".md" and path.parent.name == "help":
        return path.stem in FOR_THE_FLOOR
    return path.name not in ("CHANGELOG.md", "CONTRIBUTING.md") and not place.startswith(OF_RECORDS)


#: Names of acts and drafts in code, which nobody reads.
NAMES = frozenset({"not okay", "reader not okay"})
#: Words of the left column that are found as the name of a state or a kind.
ALONE = frozenset(
    "stranger silent okay fitted told handover stake calls standing shelved mended whole forgotten".split()
)
#: What is said of a record that cannot be read speaks of the record's own fields.
OF_RECORDS = ("floorapp/engine/decode.py", "floorapp/engine/boxes.py", "installer/smoke.sh")


@cache  # screens say most things again and again
def old_words(text: str) -> list[str]:
    """The words of the left column in a text."""
    found = []
    for pattern, meant_otherwise in LEFT:
        plain = re.sub(meant_otherwise, "", text, flags=re.IGNORECASE) if meant_otherwise else text
        found += re.findall(pattern, plain, re.IGNORECASE)
    return found


@cache
def misspoken(text: str) -> list[str]:
    """What no American floor would say in a text that is shown: old words and labels, spelling, times and days."""
    labels = [text] if text.strip(" …:.") in LABELS else []
    phrases = [phrase for phrase in GONE if phrase in text]
    return [*old_words(text), *labels, *phrases, *BRITISH.findall(text), *foreign_times(text)]


def _said(text: str) -> str:
    """Without what is code in it, and what is filled in."""
    return re.sub(r"`[^`]*`|\{[^}]*\}", "", text)


def _sentence(text: str) -> bool:
    """Words for people: more than one of them, and neither a name of a place in code nor a query of a database."""
    plain = text.strip()
    return " " in plain and plain not in NAMES and not re.match(r"(SELECT|INSERT|CREATE|UPDATE|DELETE)\b|\{", plain)


def test_no_word_of_the_old_column_stands_in_a_sentence() -> None:
    found = [
        f"{place}: {words}: {text[:90]}"
        for place, text in every_text()
        if _met(place) and _sentence(text) and (words := old_words(_said(text)))
    ]
    assert found == []


def test_what_states_and_kinds_are_called_is_no_old_word_either() -> None:
    """A reader that nobody knows was called *stranger*: one word alone is no sentence, and is read here."""
    called = set[tuple[str, str]]()
    for path in sorted((ROOT / "floorapp/screens").rglob("*.py")):
        name = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
        for table in vars(import_module(name)).values():
            if isinstance(table, dict) and table and all(isinstance(key, Enum) for key in table):
                called |= {(name, words) for words in table.values() if isinstance(words, str)}
    assert len(called) > 40
    assert [each for each in called if each[1] in ALONE or misspoken(each[1])] == []


def test_the_texts_of_each_screen_can_be_read_together_and_every_text_stands_on_one_page() -> None:
    """`make texts`: what stands in a view, a page, a place and its keys is read, or translated, at one place."""
    from floorapp.ui.live.places import PLACES

    found = pages()
    assert {f"screens/{name}" for name in PLACES} <= set(found)
    held = [path for paths in found.values() for path in paths]
    assert sorted(held) == sorted(sources())
    for page, texts in {
        "screens/alarms": ("Snoozed", "since {clock(moment, alarm.since)}", "Sound off"),
        "screens/opening": ("Checklist", "Requirements to open", "Pass all {len(always)}"),
        "screens/report": ("At which table?", "What happened", "Choose what happened."),
        "screens/cases": ("Patron cases", "No case is open"),
        "screens/disputes": ("Rounds on file", "Every bet was paid by the rules.", "What went wrong?"),
    }.items():
        said = {text for path in found[page] for _line, text in read_texts(path)}
        assert set(texts) <= said, (page, set(texts) - said)
        page_read = template(found[page])
        assert all(f'msgid "{text}"' in page_read for text in said if not set(text) & set('"\n\\'))
    keys = {text for _line, text in read_texts(ROOT / "floorapp/screens/keys.py")}
    assert "Pass the whole list" in keys and "next list" not in keys, "an act's name for the code is not read"


def test_what_is_looked_for_would_be_found() -> None:
    assert BRITISH.search("Back colour") and BRITISH.search("it signalled") and not BRITISH.search("a license")
    for text in (
        "Guests of boxes 3 and 4",
        "Not all told yet",
        "The shoe goes on.",
        "Mismatch: 1 of 4",
        "Short by $60",
    ):
        assert old_words(text), text
    for text in ("A drop box is attached", "Take insurance", "Payout error: 1 of 4 bets"):
        assert not old_words(text), text
    places = {place.partition(":")[0] for place, _text in every_text()}
    for name in (
        "floorapp/screens/settings.py",
        "resources/rulebooks/pa-590.toml",
        "resources/sample/happenings.toml",
        "resources/help/disputes.md",
        "installer/debian/floorapp.desktop",
        "installer/debian/floorapp.1",
        "installer/windows/floorapp.nsi",
        "README.md",
        "CHANGELOG.md",
    ):
        assert name in places, name
