"""Where forms appear: one sheet over the right side of the page; its draft is kept when it is left."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from PyQt6 import sip
from PyQt6.QtCore import QEvent, QObject, Qt, pyqtSignal
from PyQt6.QtWidgets import QWidget

from floorapp.operations.moment import NO_OWN_PIN
from floorapp.operations.refusal import Refusal
from floorapp.ui.live.background_work import BackgroundWork
from floorapp.ui.live.drafts import Drafts
from floorapp.ui.live.writer import Writer
from floorapp.ui.look import Look

if TYPE_CHECKING:
    from floorapp.operations.desk import Change, Desk
    from floorapp.screens.forms import Act, Form
    from floorapp.screens.offers.offer import Found, Offer, Values
    from floorapp.ui.pages.ask_sheet import AskSheet
    from floorapp.ui.pages.own_pin import ChosenPin
    from floorapp.ui.widgets.panel import PanelSheet

T = TypeVar("T")

#: Refusals after which secrets are typed anew; after others nobody is fetched a second time.
OF_A_SECRET = ("wrong", "slowed", "locked-out")

WIDE = 440.0


class Sheets(QObject):
    """Opens, fills and closes the one sheet."""

    opened = pyqtSignal()
    closed = pyqtSignal()

    def __init__(self, look: Look, over: QWidget, writer: Writer, drafts: Drafts, works: BackgroundWork) -> None:
        super().__init__(over)
        self.look, self._over = look, over
        self._writer, self._drafts, self._works = writer, drafts, works
        self.sheet: PanelSheet | None = None
        self._before: QWidget | None = None
        over.installEventFilter(self)
        writer.troubled.connect(self._offer_again)

    @property
    def asking(self) -> AskSheet | None:
        """The form that is open, if one is."""
        if self.sheet is None:
            return None
        from floorapp.ui.pages.ask_sheet import AskSheet  # not at start

        return self.sheet if isinstance(self.sheet, AskSheet) else None

    def _offer_again(self) -> None:
        """What went wrong was nobody's refusal: the form stays, and can be given once more."""
        if self.asking is not None:
            self.asking.offer_again()

    def offer(self, offer: Offer, then: Callable[[Change], None] = lambda _change: None) -> None:
        """Do an act at once, ask what it needs first, or say why not."""
        if offer.form is not None:
            self.ask(
                offer.form,
                offer.do,
                then,
                lambda refusal, values: self._offer_anyway(offer, refusal, values, then),
                offer.look,
            )
        elif offer.refusal is not None:
            self._writer.refused.emit(offer.refusal)
        else:
            self._writer.act(lambda desk: offer.do(desk, {}), then)

    def _offer_anyway(self, offer: Offer, refusal: Refusal, values: Values, then: Callable[[Change], None]) -> bool:
        """The co-signed exception in place of a form whose act was refused, where there is one."""
        other = offer.anyway(refusal, values) if offer.anyway is not None else None
        if other is not None:
            self.offer(other, then)
        return other is not None

    def ask(
        self,
        form: Form,
        do: Callable[[Desk, Values], T],
        then: Callable[[T], None] = lambda _done: None,
        taken: Callable[[Refusal, Values], bool] = lambda _refusal, _values: False,
        look: Callable[[Values], Found] | None = None,
    ) -> None:
        """Open a form; when its act is done the sheet closes and the draft is dropped.

        A refusal is said on the sheet, unless it is `taken`: another form came in its place.
        """
        from floorapp.ui.pages.ask_sheet import AskSheet  # not at start

        sheet = AskSheet(self.look, form, self._drafts.get(form.draft))
        sheet.typed.connect(lambda typed: self._drafts.keep(form.draft, typed))

        def give(values: Values) -> None:
            self._writer.act(lambda desk: do(desk, values), done, lambda refusal: refused(refusal, values))

        def done(answer: T) -> None:
            self._drafts.drop(form.draft)
            if self.sheet is sheet:
                self.close()
            then(answer)

        def refused(refusal: Refusal, values: Values) -> None:
            if self.sheet is not sheet:
                self._writer.refused.emit(refusal)
            elif refusal.code == NO_OWN_PIN and refusal.given in sheet.fields:
                who = refusal.given.removesuffix(" pin")
                sheet.ask_own_pin(who, f"{refusal.happened} {refusal.todo}")
            elif not taken(refusal, values):
                sheet.say_wrong(str(refusal), refusal.given, secret=refusal.code in OF_A_SECRET)

        sheet.given.connect(give)
        sheet.pin_chosen.connect(lambda chosen: self._choose_pin(sheet, chosen))
        sheet.scanned.connect(self.scan)
        if look is not None:
            sheet.look_asked.connect(lambda values: self._look(sheet, look, values))
        self._show(sheet)

    def _choose_pin(self, sheet: AskSheet, chosen: ChosenPin) -> None:
        """Somebody who signs on a form chooses a PIN of their own, an entry of its own; then the form is given."""
        from floorapp.operations.acts import people  # not at start

        def refused(refusal: Refusal) -> None:
            sheet.offer_again()
            if sheet.own_pin is not None:
                sheet.own_pin.say_wrong(f"{refusal.happened} {refusal.todo}")

        self._writer.act(
            lambda desk: people.choose_pin(desk, person=chosen.person, old=chosen.old, new=chosen.new),
            lambda _change: sheet.take_own_pin(chosen) if self.sheet is sheet else None,
            lambda refusal: refused(refusal) if self.sheet is sheet else self._writer.refused.emit(refusal),
        )

    def _look(self, sheet: AskSheet, look: Callable[[Values], Found], values: Values) -> None:
        """Find something out for a form, on a thread of its own."""
        from floorapp.screens.offers.offer import Found  # not at start

        def show(found: Found) -> None:
            if self.sheet is sheet:
                sheet.show_found(found.says, found.values)

        words = sheet.form.look.words if sheet.form.look else ""
        if not self._works.start("look", words, lambda _running: look(values), show):
            show(Found("Still listening to another port; try again in a moment.", {}))

    def scan(self, code: str) -> bool:
        """A code was scanned: it belongs into a field of the form that is open, if one takes it."""
        if self.asking is None:
            return False
        from floorapp.ui.live.scanned_codes import scan_into  # not at start

        return scan_into(self.asking, self._writer, code)

    def show_keys(self, acts: tuple[Act, ...]) -> None:
        """Every key of this screen."""
        from floorapp.ui.shell.keys import KeysSheet  # not at start

        if isinstance(self.sheet, KeysSheet):
            self.close()
            return
        sheet = KeysSheet(self.look, acts)
        sheet.setFocusProxy(sheet.close_button)
        self._show(sheet, wide=True)

    def show(self, sheet: PanelSheet, *, whole: bool = False) -> None:
        """Show a sheet that a place has made, at the side or over the whole page."""
        sheet.setProperty("whole", whole)
        self._show(sheet)

    def _show(self, sheet: PanelSheet, *, wide: bool = False) -> None:
        self.close()
        window = self._over.window()
        self._before = window.focusWidget() if window is not None else None
        self.sheet = sheet
        sheet.setParent(self._over)
        sheet.setProperty("wide", wide)
        sheet.left.connect(self.close)
        self._place()
        sheet.show()
        sheet.raise_()
        sheet.setFocus(Qt.FocusReason.OtherFocusReason)
        self.opened.emit()

    def keep_keys(self, do: Callable[[], None]) -> None:
        """Show something on the page behind; an open sheet keeps the keys, whatever the page does."""
        window = self._over.window()
        before = window.focusWidget() if window is not None and self.sheet is not None else None
        do()
        if before is None or sip.isdeleted(before) or self.sheet is None:
            return
        if self.sheet.isAncestorOf(before) and not before.hasFocus():
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def close(self) -> None:
        """Leave the sheet; what was typed stays in its draft."""
        sheet, self.sheet = self.sheet, None
        if sheet is None:
            return
        sheet.hide()
        sheet.deleteLater()
        before, self._before = self._before, None
        if before is not None and not sip.isdeleted(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def _place(self) -> None:
        if self.sheet is not None:
            width = min(self._over.width(), self.look.px(WIDE * (2 if self.sheet.property("wide") else 1)))
            tall = self._over.height()
            if self.sheet.property("wide"):
                tall = min(tall, self.sheet.sizeHint().height())
            if self.sheet.property("whole"):
                width = self._over.width()
            self.sheet.setGeometry(self._over.width() - width, 0, width, tall)

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        if event is not None and event.type() is QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)
