"""The rulebook browser's pages: every provision, procedure, irregularity and reading, cited and found again."""

from __future__ import annotations

import re

import pytest

from floorapp.bootstrap import readings, rulebooks
from floorapp.operations.rule_pages import StatedRule, elsewhere, of_cite, rules_of, search

BOOKS = rulebooks()
PAGES = {name: rules_of(book, readings()) for name, book in BOOKS.items()}


@pytest.mark.parametrize("name", sorted(BOOKS))
def test_every_page_of_a_rulebook_is_there_once_with_its_citation(name: str) -> None:
    book, pages = BOOKS[name], PAGES[name]
    keys = [rule.key for rule in pages]
    assert len(keys) == len(set(keys))
    count = {kind: sum(rule.kind == kind for rule in pages) for kind in ("provision", "procedure", "irregularity")}
    assert count == {
        "provision": sum(1 for _ in book.provisions()),
        "procedure": len(book.steps),
        "irregularity": len(book.irregularities),
    }
    assert all(rule.cite and rule.title and rule.says for rule in pages)
    asked = {reading.id for reading in readings() if name in reading.cites}
    assert {rule.key.removeprefix("reading ") for rule in pages if rule.kind == "reading"} == asked


@pytest.mark.parametrize("name", sorted(BOOKS))
def test_every_citation_leads_to_its_page(name: str) -> None:
    cites = {rule.cite for _, rule in BOOKS[name].provisions()} | {form.cite for form in BOOKS[name].remedies}
    for cite in cites:
        found = of_cite(PAGES[name], cite)
        assert found is not None and found.cite.split("(")[0] == cite.split("(")[0]
    exact = [cite for cite in cites if (found := of_cite(PAGES[name], cite)) and found.cite == cite]
    assert len(exact) >= len(cites) - 3  # a case inside an entry is found under the entry


def test_a_search_finds_by_words_and_by_citation() -> None:
    pages = PAGES["pa-590"]
    assert search(pages, "590.13(g)")[0].cite == "590.13(g)"
    found = search(pages, "SURRENDER half")
    assert found and all("surrender" in rule.haystack and "half" in rule.haystack for rule in found)
    assert {rule.kind for rule in search(pages, "", "reading")} == {"reading"}
    assert search(pages, "no such words anywhere") == ()


def test_the_same_event_under_every_rulebook() -> None:
    others = [(BOOKS[name], PAGES[name]) for name in BOOKS if name != "pa-590"]
    beside = {book.id: rule for book, rule in elsewhere(iter(others), "irregularity reader-malfunction")}
    new_jersey, masque = beside["nj-19-47-26"], beside["pa-685a"]
    assert new_jersey is not None and masque is not None
    assert (new_jersey.cite, dict(new_jersey.more)["Remedy"]) == ("19:47-26.15(m)", "continue")
    assert (masque.cite, dict(masque.more)["Remedy"]) == ("685a.12(i)", "table stopped")
    push = [(book.id, rule) for book, rule in elsewhere(iter(others), "provision push_22.offered")]
    assert push == [(book.id, None) for book, _ in others]


def test_a_rescinded_rulebook_says_so_first() -> None:
    first = PAGES["pa-590"][0]
    assert first.kind == "standing"
    assert "rescinded" in first.title and "672a" in first.says


@pytest.mark.parametrize("name", sorted(BOOKS))
def test_a_page_speaks_as_the_floor_does_and_not_as_the_format(name: str) -> None:
    """No name of the format is met: no hyphenated or underscored word, no `colour`, no `dealer over`."""
    heads = [f"{rule.title}: {', '.join(words for _, words in rule.more[:4])}" for rule in PAGES[name] if _formed(rule)]
    shown = [
        head for head in heads if re.search(r"[a-z]_[a-z]|colour|\bover\b|[Cc]over card|[a-z]-(?!and-|of-)[a-z]", head)
    ]
    assert shown == []
    assert not [rule.says for rule in PAGES[name] if re.search(r"22 returns|tie returns|passing 21", rule.says)]


def _formed(rule: StatedRule) -> bool:
    """Whether its words are made from names of the format, and not written by us as a sentence."""
    return rule.kind == "provision" or (rule.kind == "procedure" and "When" not in dict(rule.more))


def test_590_12_c_a_pay_table_is_read_in_words() -> None:
    pays = next(rule for rule in PAGES["pa-590"] if rule.key == "provision push_22.paytable_a")
    assert dict(pays.more)["Value"] == "suited 50 to 1, same color 20 to 1, any other 8 to 1"
    least = next(rule for rule in PAGES["nj-19-47-26"] if rule.key == "provision bust_it.minimum")
    assert dict(least.more)["Value"] == "$1.00"
