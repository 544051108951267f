"""Every text of the code as a person reads it, whole; `make texts` gathers them, one page for each screen, to be read
together or translated (a template as gettext has it: what stands in braces is filled in)."""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROOMS = ("floorapp", "db", "printing", "installer")
LIVE, PAGES, SCREENS = "floorapp/ui/live", "floorapp/ui/pages", "floorapp/screens"
#: What is made with a name for the code first, and with the key that does it: neither is read.
NAMED = {"Act": (0, 2), "_act": (0, 2), "about": (0, 2), "Asked": (0,), "SearchHit": (0,), "ListRow": (0,)}


def sources() -> list[Path]:
    """Every module that can say something to a person."""
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


@cache
def texts_of(path: Path) -> tuple[tuple[int, str], ...]:
    """The texts of a source that are not its docstrings, each with its line; what is filled in stands in braces."""
    return tuple(_texts(ast.parse(path.read_text("utf-8"))))


def _texts(node: ast.AST, code: frozenset[int] = frozenset()) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.JoinedStr):
        whole = "".join(
            f"{{{ast.unparse(part.value)}}}" if isinstance(part, ast.FormattedValue) else str(part.value)
            for part in node.values
            if isinstance(part, ast.FormattedValue | ast.Constant)
        )
        yield node.lineno, whole
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from _texts(part.value, code)
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str) and id(node) not in code:
            yield node.lineno, node.value
    else:
        for child in _but_docs(node):
            yield from _texts(child, code)


def _but_docs(node: ast.AST) -> Iterator[ast.AST]:
    """What stands in a part of a source, but its docstring; a call that comes first is none."""
    doc = None
    match node:
        case ast.Module() | ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
            match node.body[:1]:
                case [ast.Expr(value=ast.Constant(value=str()))]:
                    doc = node.body[0]
    return (child for child in ast.iter_child_nodes(node) if child is not doc)


def _never_read(tree: ast.AST) -> frozenset[int]:
    """Places in a source that hold names for the code: keys, what is compared, the names of acts."""
    found = set[int]()
    for node in ast.walk(tree):
        inside: list[ast.expr | None] = []
        if isinstance(node, ast.Dict):
            inside += node.keys
        elif isinstance(node, ast.Compare):
            inside += [node.left, *node.comparators]
        elif isinstance(node, ast.Subscript):
            inside.append(node.slice)
        elif isinstance(node, ast.AnnAssign):
            inside.append(node.annotation)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            inside += [node.args[place] for place in NAMED.get(node.func.id, ()) if place < len(node.args)]
        nodes = (each for part in inside if part is not None for each in ast.walk(part))
        found |= {id(each) for each in nodes if isinstance(each, ast.Constant)}
    return frozenset(found)


def read_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Those of a source that a person reads: sentences, and words that begin like one."""
    tree = ast.parse(path.read_text("utf-8"))
    for line, text in _texts(tree, _never_read(tree)):
        plain = re.sub(r"\{[^}]*\}", "", text).strip()
        worded = re.search(r"[A-Za-z]{2}", plain)
        if worded and (" " in text.strip() or (plain[:1].isupper() and not re.search(r"[_/]", plain))):
            yield line, text


@cache
def _imports(path: Path) -> frozenset[Path]:
    """The modules of the screens' rooms that a module imports."""
    named = set[str]()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            named |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    found = {ROOT / f"{each.replace('.', '/')}.py" for each in named}
    return frozenset(each for each in found if each.is_file() and _of_screens(each))


def _of_screens(path: Path) -> bool:
    name = path.relative_to(ROOT).as_posix()
    return name.startswith((LIVE, PAGES, SCREENS)) and f"{SCREENS}/offers" not in name


def _reached(path: Path) -> set[Path]:
    found, waiting = set[Path](), [path]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting += _imports(each)
    return found


def pages() -> dict[str, list[Path]]:
    """The modules of each page: a screen has what is only its own or has its name, the rest stands by its room."""
    from floorapp.ui.live.places import PLACES

    homes: dict[Path, list[str]] = defaultdict(list)
    for name, place in PLACES.items():
        for module in _reached(ROOT / f"{LIVE}/{place.partition(':')[0]}.py"):
            homes[module].append(name)
    found: dict[str, list[Path]] = defaultdict(list)
    for path in sources():
        of = homes.get(path, [])
        folder = path.parent.relative_to(ROOT).as_posix().replace("floorapp/", "")
        own = of if len(of) == 1 else [each for each in of if path.stem.startswith(each.rstrip("s"))]
        page = f"screens/{own[0]}" if own else "screens/all" if of else f"{folder}/{path.stem}"
        found[page].append(path)
    return found


def template(paths: list[Path]) -> str:
    """A page as gettext has it: each text once, with where it stands."""
    where: dict[str, list[str]] = defaultdict(list)
    for path in paths:
        for line, text in read_texts(path):
            where[text].append(f"{path.relative_to(ROOT).as_posix()}:{line}")
    quoted = (
        (places, text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")) for text, places in where.items()
    )
    return "".join(f'#: {" ".join(places)}\nmsgid "{text}"\nmsgstr ""\n\n' for places, text in quoted)


if __name__ == "__main__":
    into = Path(sys.argv[1])
    for page, paths in sorted(pages().items()):
        if written := template(paths):
            (into / page).parent.mkdir(parents=True, exist_ok=True)
            (into / f"{page}.pot").write_text(written, encoding="utf-8")
    print(f"{into}: {sum(1 for _page in into.rglob('*.pot'))} pages")
