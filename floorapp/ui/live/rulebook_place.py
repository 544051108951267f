"""The rulebook browser, live: opened on a citation by F1, searched as one types, each rule beside its twins."""

from __future__ import annotations

import re
from collections.abc import Callable

from floorapp.domain.written_time import PLAIN
from floorapp.operations.rule_pages import StatedRule, elsewhere, of_cite, rules_of, search
from floorapp.screens.forms import Act
from floorapp.screens.rulebooks import BookShelf, BrowserView, book_of, count_words, rule_row, rule_view, short_name
from floorapp.screens.snapshot import Snapshot
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.place import ALL_KEYS, ScreenPlace
from floorapp.ui.pages.rulebooks import RulebooksPage
from floorapp.ui.widgets.surface import Ground, column

WORDS = (
    ("", "All"),
    ("provision", "Provisions"),
    ("procedure", "Procedures"),
    ("irregularity", "Irregularities"),
    ("reading", "Readings"),
)


class RulebookPlace(ScreenPlace[BookShelf]):
    """Knows which rulebook, which words are searched, which rule is read."""

    rail = "disputes"

    def __init__(self, around: Surroundings) -> None:
        page = Ground(around.look, "base")
        self._rows = column(around.look, gap=0, parent=page)
        super().__init__("rulebooks", page, around)
        self.browser: RulebooksPage | None = None
        self.book, self.kind, self.text, self.key = "", "", "", "standing"
        self._pages: dict[str, tuple[StatedRule, ...]] = {}

    def query(self) -> Callable[[Snapshot], BookShelf]:
        return lambda snapshot: BookShelf(snapshot.moment.books, snapshot.moment.day.date)

    def enter(self, subject: str) -> None:
        """Come about a rulebook, a table, a citation, or a rulebook and a citation or an irregularity."""
        self.refresh()
        if subject:
            self.writer.ask(lambda snapshot: book_of(snapshot, subject), lambda book: self._open(book, subject))

    def _open(self, book: str, subject: str) -> None:
        """Turn to a rulebook, and to a citation in it; the rulebooks were asked for before this."""
        if self.browser is None or not book:
            return
        self.browser.search.clear()
        self.browser.kinds.choose("")
        pages, last = self.pages(book), re.split("[ /]", subject)[-1]
        listed = (page for page in pages if page.key == f"irregularity {last}")
        found = next(listed, None) or of_cite(pages, last)
        self.book, self.kind, self.text, self.key = book, "", "", found.key if found else "standing"
        self.present()
        if self.page.isVisible():
            self.browser.list.setFocus()

    def show(self, view: BookShelf) -> None:
        if self.browser is None:
            books = [(book.id, short_name(book)) for book in view.books.values()]
            self.browser = RulebooksPage(self.around.look, books, WORDS)
            self._rows.addWidget(self.browser)
            self.page.setFocusProxy(self.browser)
            self.browser.book_chosen.connect(self._choose_book)
            self.browser.kind_chosen.connect(self._choose_kind)
            self.browser.searched.connect(self._search)
            self.browser.rule_chosen.connect(self._choose_rule)
            if self.page.isVisible():
                self.browser.setFocus()
        self.book = self.book or next(iter(view.books))
        self.present()

    def pages(self, book: str) -> tuple[StatedRule, ...]:
        """Every page of a rulebook, made once."""
        assert self.view is not None
        if book not in self._pages:
            self._pages[book] = rules_of(self.view.books[book], self.around.setting.readings())
        return self._pages[book]

    # --- choosing ---

    def _choose_book(self, book: str) -> None:
        self.book = book
        self.present()

    def _choose_kind(self, kind: str) -> None:
        self.kind = kind
        self.present()

    def _search(self, text: str) -> None:
        self.text = text
        self.present()

    def _choose_rule(self, key: str) -> None:
        self.key = key
        self.present()

    # --- showing ---

    def present(self) -> None:
        """Show what is chosen; what was read stays chosen as long as it is among what is found."""
        view, browser = self.view, self.browser
        if view is None or browser is None:
            return
        book = view.books[self.book]
        pages = self.pages(self.book)
        found = search(pages, self.text, self.kind)
        if found and self.key not in {rule.key for rule in found}:
            self.key = found[0].key
        chosen = next((rule for rule in found if rule.key == self.key), None)
        standing = book.standing
        until = f" to {PLAIN.date(standing.until)}" if standing.until else ""
        others = [(each, self.pages(each.id)) for each in view.books.values() if each.id != self.book]
        beside = elsewhere(iter(others), chosen.key) if chosen and chosen.kind != "standing" else iter(())
        browser.show_browser(
            BrowserView(
                book=self.book,
                standing=f"{standing.status}, in force from {PLAIN.date(standing.since)}{until}",
                in_force=standing.in_force(view.today),
                rows=tuple(rule_row(rule, book) for rule in found),
                selected=self.key,
                count=count_words(len(found), len(pages), book, self.text),
                rule=rule_view(chosen, book) if chosen else None,
                others=tuple(
                    (f"{each.name}, {each.id}", rule_view(rule, each) if rule else None) for each, rule in beside
                ),
            )
        )

    def acts(self) -> tuple[Act, ...]:
        return (
            Act("search", "Search", "Alt S"),
            Act("book", "Next rulebook", "Alt B"),
            Act("back", "Back to the dispute desk", "Esc"),
            ALL_KEYS,
        )

    def do(self, act: str) -> None:
        if act == "search" and self.browser is not None:
            self.browser.search.setFocus()
            self.browser.search.selectAll()
        elif act == "book" and self.view is not None:
            names = list(self.view.books)
            self._choose_book(names[(names.index(self.book) + 1) % len(names)])
        elif act == "back":
            self.go.emit("disputes", "")
