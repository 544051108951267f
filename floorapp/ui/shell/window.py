"""The window: header above, rail at the left, pages in the middle, work and acts below."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PyQt6.QtCore import Qt, pyqtSignal, pyqtSlot
from PyQt6.QtGui import QKeySequence, QShortcut
from PyQt6.QtWidgets import QStackedWidget, QWidget

from floorapp.screens.forms import Act
from floorapp.screens.shell import RAIL, Message
from floorapp.screens.states import State
from floorapp.ui.look import Look
from floorapp.ui.shell.bars import ActBar, Banner, WorkBar
from floorapp.ui.shell.header import Header
from floorapp.ui.shell.rail import Rail
from floorapp.ui.theme import FocusFollower
from floorapp.ui.widgets.held import HeldKeys
from floorapp.ui.widgets.surface import Ground, Scroll, column, row

#: Keys that move the focus or press what has it, which a page handles itself; and F1, which the window has.
OWN_KEYS = ("Tab", "Enter", "F1")
#: With Ctrl, the entries of the rail from above.
RAIL_KEYS = "1234567890,"


def key_sequence(key: str) -> QKeySequence:
    """A key cap's words as Qt reads them: `Alt R` is Alt+R."""
    return QKeySequence(key.replace(" ", "+").replace("Enter", "Return"))


class Window(Ground):
    """The one window; it knows pages by name and says what a person chose."""

    place_chosen = pyqtSignal(str)
    act_chosen = pyqtSignal(str)
    #: A key was pressed for something that cannot be done now.
    act_refused = pyqtSignal(str)
    help_asked = pyqtSignal()
    #: Larger text (1) or smaller (-1) is asked for.
    size_asked = pyqtSignal(int)
    #: The jump box is asked for; carries what had the focus until then.
    jump_begun = pyqtSignal(object)

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "base", parent=parent)
        self.look = look
        self.setWindowTitle("floorapp")
        self.header, self.rail = Header(look), Rail(look)
        self.banner, self.work_bar, self.act_bar = Banner(look), WorkBar(look), ActBar(look)
        self.pages = QStackedWidget()
        #: The sheet that is open over the page.
        self.sheet: QWidget | None = None
        self._pages: dict[str, Scroll] = {}
        self._shortcuts: list[QShortcut] = []
        self._held_keys = HeldKeys(self)
        #: The act whose key was pressed in vain, and what the banner says of it.
        self._refused: Act | None = None
        self._refusal: Message | None = None
        middle = row(look, gap=0)
        middle.addWidget(self.rail)
        right = column(look, gap=0)
        right.addWidget(self.banner)
        right.addWidget(self.pages, 1)
        middle.addLayout(right, 1)
        whole = column(look, gap=0, parent=self)
        whole.addWidget(self.header)
        whole.addLayout(middle, 1)
        whole.addWidget(self.work_bar)
        whole.addWidget(self.act_bar)
        self.focus_frame = FocusFollower(look, self)
        look.changed.connect(self._frame_again)
        self.rail.entry_chosen.connect(self.place_chosen)
        self.act_bar.act_chosen.connect(self.act_chosen)
        self.banner.act_chosen.connect(self.act_chosen)
        self._alarms_key = QShortcut(QKeySequence("F10"), self)
        self._alarms_key.activated.connect(self.header.alarms_asked)
        self._jump_key = QShortcut(QKeySequence("Ctrl+K"), self)
        self._jump_key.activated.connect(self._begin_jump)
        self._help_key = QShortcut(QKeySequence("F1"), self)
        self._help_key.activated.connect(self._help)
        self._give_keys()

    def _give_keys(self) -> None:
        """What holds everywhere besides: each entry of the rail, the lock, the look, the size of text."""
        pressed: list[tuple[str, Callable[[], object]]] = [
            ("Ctrl+L", self.header.lock_asked.emit),
            ("Ctrl+D", self.header.look_asked.emit),
            ("Ctrl+-", lambda: self.size_asked.emit(-1)),
            *((key, lambda: self.size_asked.emit(1)) for key in ("Ctrl++", "Ctrl+=")),
            *(
                (f"Ctrl+{key}", lambda entry=entry: self.place_chosen.emit(entry.name))
                for key, entry in zip(RAIL_KEYS, RAIL, strict=True)
            ),
        ]
        for key, press in pressed:
            QShortcut(QKeySequence(key), self).activated.connect(press)

    def tab_chain(self) -> list[QWidget]:
        """Where Tab goes, in order: header, rail, message, page, running work, acts; within a sheet while one is open.

        Qt would go by age, and pages, rows and buttons are made while the window stands.
        """
        parts = (self.header, self.rail, self.banner, self.pages, self.work_bar, self.act_bar)
        within = self.sheet if self.sheet is not None and self.sheet.isVisible() else self
        found: list[QWidget] = []
        each = self.nextInFocusChain()
        while each is not None and each is not self:
            stops = each.focusPolicy() & Qt.FocusPolicy.TabFocus == Qt.FocusPolicy.TabFocus
            if (
                stops
                and each.isVisible()
                and each.isEnabled()
                and each.focusProxy() is None
                and within.isAncestorOf(each)
            ):
                found.append(each)
            each = each.nextInFocusChain()
        order = {id(w): next((n for n, p in enumerate(parts) if p.isAncestorOf(w)), 0) for w in found}
        return sorted(found, key=lambda widget: order[id(widget)])

    def focusNextPrevChild(self, next: bool) -> bool:
        chain, now = self.tab_chain(), self.focusWidget()
        if not chain:
            return False
        step = 1 if next else -1
        if now not in chain:  # what had the focus is gone: the page has it then, and never the search box
            chain = [each for each in chain if self.pages.isAncestorOf(each)] or chain
        place = chain.index(now) + step if now in chain else (0 if next else -1)
        reason = Qt.FocusReason.TabFocusReason if next else Qt.FocusReason.BacktabFocusReason
        chain[place % len(chain)].setFocus(reason)
        return True

    @pyqtSlot()
    def _frame_again(self) -> None:
        """A new style lets go of the frame around what has the focus."""
        self.focus_frame.follow(None, None)
        self.focus_frame.follow(None, self.focusWidget())

    def _help(self) -> None:
        """F1: a screen that stands at a citation goes to its rule; the others open the help."""
        own = next((button.act for button in self.act_bar.buttons if button.act.key == "F1"), None)
        if own is None:
            self.help_asked.emit()
        else:
            self.act_chosen.emit(own.name)

    def _begin_jump(self) -> None:
        self.jump_begun.emit(self.focusWidget())
        self.header.focus_jump()

    def add_page(self, name: str, page: QWidget) -> None:
        """Give a place its page; a page larger than the window scrolls."""
        self._pages[name] = Scroll(page)
        self.pages.addWidget(self._pages[name])

    def show_page(self, name: str) -> None:
        self.pages.setCurrentWidget(self._pages[name])
        self.rail.choose(name)
        self.focus_page()

    def focus_page(self) -> None:
        """Give the focus to the page that is shown."""
        shown = self.pages.currentWidget()
        page = shown.widget() if isinstance(shown, Scroll) else None
        if page is not None:
            page.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_acts(self, acts: Sequence[Act]) -> None:
        """Offer a screen's acts in the bar and under their keys; a refused one says why it cannot be done now."""
        self.act_bar.show_acts(acts)
        if self._refused not in acts:  # it can be done now, or is not offered here
            self.forget_refusal()
        for shortcut in self._shortcuts:
            shortcut.setEnabled(False)
            shortcut.deleteLater()
        self._shortcuts = []
        for act in acts:
            if act.key and act.key not in OWN_KEYS:
                shortcut = QShortcut(key_sequence(act.key), self)
                shortcut.setAutoRepeat(False)  # a key that is held says nothing a second time
                shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
                shortcut.activated.connect(lambda act=act: self._press(act))
                self._shortcuts.append(shortcut)

    def _press(self, act: Act) -> None:
        """Do it, or say why not; its letter never falls into a field."""
        self.forget_refusal()
        if not act.refusal:
            self.act_chosen.emit(act.name)
            return
        self._refused = act
        words = f"“{act.words.rstrip('…')}” is not available now."
        self._refusal = Message(State.DUE, words, act.refusal)
        self.banner.show_message(self._refusal)
        self.act_refused.emit(act.name)

    def forget_refusal(self) -> None:
        """What a key could not do is said until another one is pressed, or it can be done; other messages stay."""
        if self._refused is not None and self.banner.message is self._refusal:
            self.banner.show_message(None)
        self._refused = self._refusal = None
