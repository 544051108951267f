"""The keyboard card: the table of keys as a page of the help.

`python -m floorapp.ui.live.key_card > resources/help/keys.md` writes it anew.
"""

from __future__ import annotations

from collections.abc import Iterable

from floorapp.screens.forms import Act
from floorapp.screens.keys import KEYS
from floorapp.ui.live.help_window import shipped_pages
from floorapp.ui.shell.keys import EVERYWHERE

HEAD = (
    "# All keys\n\nEvery screen's keys, from the same list the screens use. "
    "On a screen, **?** shows its keys, and why one is not available now. **Ctrl P** prints this page.\n"
)


def card() -> str:
    """The page."""
    titles = {page.name: page.title for page in shipped_pages()}
    places = sorted(KEYS, key=lambda place: titles[place])
    return "\n".join(
        [HEAD, _table("Everywhere", EVERYWHERE), *(_table(titles[place], KEYS[place]) for place in places)]
    )


def _table(title: str, acts: Iterable[Act]) -> str:
    """What each key does; in different states, side by side."""
    keys: dict[str, list[str]] = {}
    for act in acts:
        said = keys.setdefault(act.key, [])
        if act.words not in said:
            said.append(act.words)
    rows = [f"| **{key}** | {' · '.join(words)} |" for key, words in sorted(keys.items(), key=_order)]
    return "\n".join([f"## {title}", "", "| key | does |", "|---|---|", *rows, ""])


def _order(row: tuple[str, object]) -> tuple[int, int, str]:
    """Function keys by their number, then single keys, then those with Alt or Ctrl."""
    key = row[0]
    function = key[1:].isdigit() and key.startswith("F")
    return (0, int(key[1:]), key) if function else (2 if " " in key else 1, 0, key)


if __name__ == "__main__":
    print(card(), end="")
