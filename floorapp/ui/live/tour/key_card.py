"""The keyboard card: every key that the screens offered on the tour, as a page of the help."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from floorapp.ui.live.helping import shipped_pages
from floorapp.ui.shell.keys import EVERYWHERE
from floorapp.ui.widgets.button import Act

#: What each screen offered: its keys, and the words of each.
Offered = dict[str, dict[str, list[str]]]

#: A table's name or a number in an act's words is about this moment, not about the key.
ABOUT = re.compile(r"( at)? \b([A-Z]{2}-\d\d|\d+)\b")

HEAD = """# All keys

This card is made from the screens themselves: the tour notes what each of them offers. At a screen, **?** shows its keys, and of one that cannot be pressed now, why. **Ctrl P** prints this page.
"""


def note(offered: Offered, place: str, acts: Iterable[Act]) -> None:
    """Add what a screen offers now; what one key does in different states stands side by side."""
    everywhere = {act.key for act in EVERYWHERE} | {"?"}
    for act in acts:
        if act.key not in everywhere:
            words = offered.setdefault(place, {}).setdefault(act.key, [])
            said = ABOUT.sub("", act.words.removesuffix("…"))
            if said not in words:
                words.append(said)


def card(offered: Offered) -> str:
    """The page."""
    titles = {page.name: page.title for page in shipped_pages()}
    parts = [HEAD, _table("Everywhere", {act.key: [act.words] for act in EVERYWHERE})]
    parts += [_table(titles[place], keys) for place, keys in sorted(offered.items(), key=lambda each: titles[each[0]])]
    return "\n".join(parts)


def _table(title: str, keys: Mapping[str, list[str]]) -> str:
    rows = [f"| **{key}** | {' · '.join(sorted(words))} |" for key, words in sorted(keys.items(), key=_order)]
    return "\n".join([f"## {title}", "", "| key | does |", "|---|---|", *rows, ""])


def _order(row: tuple[str, object]) -> tuple[int, int, str]:
    """Function keys by their number, then single keys, then those with Alt or Ctrl."""
    key = row[0]
    function = key[1:].isdigit() and key.startswith("F")
    return (0, int(key[1:]), key) if function else (2 if " " in key else 1, 0, key)
