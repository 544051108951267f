"""A shipped rulebook is read whole; its tables are kept beside it, and never believed over the file itself."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from floorapp import bootstrap
from floorapp.bootstrap import shipped, tables_of
from floorapp.engine.loader import rulebook_of
from floorapp.engine.toml_values import RulebookFault
from tests.rulebook_raw import NAME, RAW, every_book, read_rulebook, slim, written


def _text(book: str) -> str:
    return shipped("rulebooks", f"{book}.toml").read_text(encoding="utf-8")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A rulebook in a folder where nothing is kept yet."""
    return Path(shutil.copy(shipped("rulebooks", "pa-590.toml"), tmp_path))


def kept(file: Path) -> list[Path]:
    return sorted((file.parent / "__pycache__").glob("*"))


@every_book
def test_tables_that_were_kept_make_the_same_rulebook(book: str, tmp_path: Path) -> None:
    file = Path(shutil.copy(shipped("rulebooks", f"{book}.toml"), tmp_path))
    first, second = tables_of(file), tables_of(file)
    assert first == second == RAW[book] and len(kept(file)) == 1
    assert rulebook_of(second, NAME) == read_rulebook(_text(book), NAME)


def test_kept_tables_are_taken_only_for_the_very_text_they_were_made_from(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables_of(file)
    monkeypatch.setattr(bootstrap, "toml_of", lambda content, name: pytest.fail("the text is the same"))
    assert tables_of(file)["id"] == "pa-590"
    monkeypatch.undo()
    file.write_text(_text("pa-590").replace('id = "pa-590"', 'id = "pa-999"', 1), encoding="utf-8")
    assert tables_of(file)["id"] == "pa-999" and len(kept(file)) == 1, "what is out of date goes"


@pytest.mark.parametrize("damage", ["", "{", "nothing"])
def test_kept_tables_that_are_not_whole_are_made_anew(file: Path, damage: str) -> None:
    tables_of(file)
    kept(file)[0].write_text(damage, encoding="utf-8")
    assert tables_of(file) == RAW["pa-590"] == tables_of(file)


def test_a_folder_that_cannot_be_written_costs_time_and_nothing_else(file: Path) -> None:
    (file.parent / "__pycache__").write_text("in the way")
    assert tables_of(file) == RAW["pa-590"]


def test_a_sentence_over_several_lines_may_have_one_that_begins_with_a_bracket(file: Path) -> None:
    text = _text("pa-590")
    says = next(each for each in text.splitlines() if each.startswith('says = "'))
    words = says.removeprefix('says = "').removesuffix('"')
    file.write_text(text.replace(says, f'says = """{words}\n[as amended]\n"""', 1), encoding="utf-8")
    book = rulebook_of(tables_of(file), NAME)
    assert any("[as amended]" in rule.says for _, rule in book.provisions())
    assert book == read_rulebook(file.read_text(encoding="utf-8"), NAME)


def test_a_rulebook_may_be_written_in_any_order_of_its_tables() -> None:
    raw = slim("pa-590") | {"step": RAW["pa-590"]["step"][:1]}
    in_the_head = "\n".join(f"{key} = {written(value)}" for key, value in raw.items())
    groups, lists = _text("pa-590").split("[[step]]", 1)
    head, tables = groups.split("[standing]", 1)
    turned = f"{head}\n[[step]]{lists}\n[standing]{tables}"
    assert read_rulebook(turned, NAME) == read_rulebook(_text("pa-590"), NAME)
    assert read_rulebook(in_the_head, NAME).checklist("layout")


@pytest.mark.parametrize(
    "tail",
    [
        "[[step]]\n",
        "[bettors]\n",
        "[[irregularity]]\n",
        "x\n",
        "  [weather]\n",
        "[table.boxes]\n",
        "[steps]\n",
        "[id]\n",
    ],
)
def test_what_is_wrong_in_any_part_of_a_rulebook_is_refused_at_once(tail: str) -> None:
    with pytest.raises(RulebookFault, match=f"^{NAME}"):
        read_rulebook(f"{_text('pa-590')}\n{tail}\n", NAME)
