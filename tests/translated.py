"""The app in other words: what `make texts` gathered, each text replaced where it stands, as a translation would.

`install()` before floorapp is imported; a text is looked up whole, with what is filled in at its places in braces.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from tests.texts import ROOT, _never_read, read_texts, sources

#: The rooms whose texts are replaced: what screens show and say, what acts answer.
ROOMS = ("floorapp/screens/", "floorapp/ui/", "floorapp/operations/")
#: What people of the sample floor wrote, and what the tour types.
MADE_UP = ("floorapp/operations/sample/", "floorapp/ui/live/tour/")
#: Letters that nobody types, so that what was not replaced is seen.
LETTERS = str.maketrans("aeioucnsyAEIOUCNS", "àéîõüçñšýÀÉÎÕÜÇÑŠ")
#: What is written for a program: style sheets, markup, places in code, formats.
FOR_PROGRAMS = re.compile(
    r"[a-z-]+: [^;]*;|^[a-z]+: transparent$|^Qt|QToolTip|^%|\(\\w|\(\?|^[\w/.-]*\*\.|;;|SELECT |%[sd]"
    r"|^[A-Z0-9_+]+$|^IBM |^T_co$|^Letter$"
)


def other_words(text: str) -> str:
    """A text in other letters, its markup as it was."""
    return "".join(part if part.startswith("<") else part.translate(LETTERS) for part in re.split(r"(<[^>]*>)", text))


@cache
def names_in_code() -> frozenset[str]:
    """Texts that are compared or looked up somewhere: they are names."""
    found = set[str]()
    for path in sources():
        tree = ast.parse(path.read_text("utf-8"))
        code = _never_read(tree)
        found |= {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) in code
        }
    return frozenset(found)


class Replaced(ast.NodeTransformer):
    """A module's tree with the texts that a person reads in other words."""

    def __init__(self, path: Path, tree: ast.AST, said: Callable[[str], str]) -> None:
        self.read = {text for _line, text in read_texts(path)}
        self.code = _never_read(tree)
        self.said = said

    def _replaces(self, text: str) -> bool:
        return text in self.read and text not in names_in_code() and not FOR_PROGRAMS.search(text)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, str) and id(node) not in self.code and self._replaces(node.value):
            return ast.copy_location(ast.Constant(self.said(node.value)), node)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        places = [each for each in node.values if isinstance(each, ast.FormattedValue)]
        written = ["{" + ast.unparse(each.value) + "}" for each in places]
        parts = iter(written)
        whole = "".join(str(each.value) if isinstance(each, ast.Constant) else next(parts) for each in node.values)
        for each in places:
            each.value = self.visit(each.value)
        if not self._replaces(whole):
            return node
        pattern = "|".join(re.escape(each) for each in sorted(set(written), key=len, reverse=True)) or "(?!)"
        pieces, at = list[ast.expr](), 0
        for place in re.finditer(pattern, whole):
            if plain := whole[at : place.start()]:
                pieces.append(ast.Constant(self.said(plain)))
            pieces.append(places[written.index(place.group())])
            at = place.end()
        if rest := whole[at:]:
            pieces.append(ast.Constant(self.said(rest)))
        return ast.copy_location(ast.JoinedStr(pieces), node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)  # a docstring


class InOtherWords(SourceFileLoader):
    """Loads a module with its texts replaced; nothing of it is kept on the disk."""

    def get_code(self, fullname: str) -> CodeType:
        path = Path(self.path)
        tree = ast.parse(path.read_text("utf-8"))
        return compile(ast.fix_missing_locations(Replaced(path, tree, other_words).visit(tree)), self.path, "exec")


class Finder(MetaPathFinder):
    """Finds the modules of the rooms and has them loaded in other words."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("floorapp."):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.origin is None or not isinstance(spec.loader, Loader):
            return None
        place = Path(spec.origin)
        if place.is_relative_to(ROOT) and place.relative_to(ROOT).as_posix().startswith(ROOMS):
            spec.loader = InOtherWords(name, spec.origin)
        return spec


def install() -> None:
    sys.meta_path.insert(0, Finder())


def replaced_texts() -> frozenset[str]:
    """The sentences without places to fill that are replaced: none of them may be read as it was."""
    return frozenset(
        text
        for path in sources()
        if (place := path.relative_to(ROOT).as_posix()).startswith(ROOMS) and not place.startswith(MADE_UP)
        for _line, text in read_texts(path)
        if " " in text and "{" not in text and text not in names_in_code() and not FOR_PROGRAMS.search(text)
    )
