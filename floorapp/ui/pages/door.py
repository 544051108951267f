"""The door of the app: sign in, unlock with a PIN, and the first start of a new floor."""

from __future__ import annotations

from PyQt6.QtCore import QEvent, Qt, QTimer, pyqtSignal, pyqtSlot
from PyQt6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PyQt6.QtWidgets import QBoxLayout, QWidget

from floorapp.screens.door import DoorView, KnownPerson
from floorapp.screens.forms import Act, missing_words
from floorapp.screens.lists import ListRow
from floorapp.screens.text_line import BODY, SECOND, TITLE, Icon, Words, line
from floorapp.ui.lists.rows import RowList
from floorapp.ui.look import Look
from floorapp.ui.widgets.button import ActButton
from floorapp.ui.widgets.field import Field
from floorapp.ui.widgets.label import LineLabel, Text
from floorapp.ui.widgets.surface import FramedBox, Ground, column, row


class DoorPage(Ground):
    """A box in the middle of a quiet page; the base of the three doors."""

    given = pyqtSignal(dict)
    #: Pairs of fields want a wider box.
    wide = 440.0

    def __init__(self, look: Look, title: str, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(look, "base", parent=parent)
        self.fields: dict[str, Field] = {}
        self.box = FramedBox(look, "panel")
        self.rows = column(look, 28, 24, 28, 28, gap=14, parent=self.box)
        self._title = Text(look, title, TITLE, 600)
        self._sentence = Text(look, sentence, BODY, tone="ink2")
        self.rows.addWidget(self._title)
        self.rows.addWidget(self._sentence)
        self._wrong = Text(look, "", BODY, 500, tone="warning")
        self._wrong.hide()
        self._fitting = QTimer(self)
        self._fitting.setSingleShot(True)
        self._fitting.timeout.connect(self._fit)
        look.changed.connect(self._fitting.start)  # when its words have their new size too
        self._fit()
        self.across = row(look, 24, gap=24, parent=self)
        self.across.addStretch(1)
        self.across.addWidget(self.box, 0, Qt.AlignmentFlag.AlignVCenter)
        self.across.addStretch(1)

    @pyqtSlot()
    def _fit(self) -> None:
        """As high as its words are when they wrap: nothing in it is pressed together."""
        width = self._look.px(self.wide)
        self.box.setFixedWidth(width)
        self.box.setMinimumHeight(self.box.heightForWidth(width))

    def event(self, event: QEvent | None) -> bool:
        if event is not None and event.type() is QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def add_field(
        self, name: str, label: str, *, secret: bool = False, hint: str = "", value: str = "", beside: str = ""
    ) -> Field:
        """A field under the others, or in one row with the one named by `beside`."""
        field = Field(self._look, label, secret=secret, hint=hint)
        field.show_text(value)
        field.entered.connect(lambda: self._next(field))
        self.fields[name] = field
        if beside:
            pair = row(self._look, gap=12)
            self.rows.removeWidget(self.fields[beside])
            pair.addWidget(self.fields[beside], 1)
            pair.addWidget(field, 1)
            self.rows.addLayout(pair)
        else:
            self.rows.addWidget(field)
        return field

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Side by side, or under each other where the window is narrow."""
        super().resizeEvent(event)
        window = self.window()
        narrow = window is not None and window.width() < self._look.px(980)
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self.across.setDirection(down if narrow else across)

    def add_button(self, act: Act) -> ActButton:
        self.rows.addWidget(self._wrong)
        button = ActButton(self._look, act, primary=True, tall=52)
        button.clicked.connect(self.give)
        self.rows.addWidget(button)
        return button

    def _next(self, field: Field) -> None:
        """Enter: on to the next empty field; where nothing was typed it says so and stays."""
        if not field.text.strip():
            field.say_wrong(missing_words(field.label))
            return
        fields = list(self.fields.values())
        for each in fields[fields.index(field) + 1 :]:
            if not each.text:
                each.edit.setFocus(Qt.FocusReason.TabFocusReason)
                return
        self.give()

    def give(self) -> None:
        """Hand over what was typed; an empty field says so."""
        empty = [field for field in self.fields.values() if not field.text.strip()]
        for field in empty:
            field.say_wrong(missing_words(field.label))
        if empty:
            empty[0].edit.setFocus()
            return
        self.given.emit({name: field.text for name, field in self.fields.items()})

    def say_wrong(self, sentence: str, given: str = "") -> None:
        """Say why not: beside the field it is about, with the focus there, else above the button, with every secret
        typed anew."""
        wrong = self.fields.get(given)
        self._wrong.show_text("" if wrong else sentence)
        self._wrong.setVisible(bool(sentence) and wrong is None)
        for field in self.fields.values():
            field.say_wrong(sentence if field is wrong else "")
            if field.secret and sentence and wrong is None:
                field.show_text("")
                field.edit.setFocus()
        if wrong is not None:
            wrong.edit.selectAll()
            wrong.edit.setFocus()

    def clear(self) -> None:
        """Forget what was typed."""
        self.say_wrong("")
        for field in self.fields.values():
            field.show_text("")


class SignInPage(DoorPage):
    """Name and password; the sample floor lists who one can be."""

    pin_asked = pyqtSignal()
    #: The sample was a wrong turn.
    back = pyqtSignal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "Sign in", "Use your sign-in name and password.", parent)
        name = self.add_field("name", "Name")
        self.add_field("password", "Password", secret=True)
        self.button = self.add_button(Act("sign in", "Sign in", "Enter"))
        self.own_pin = ActButton(look, Act("own pin", "Dealers and security: choose your PIN", "Alt P"))
        self.own_pin.clicked.connect(self.pin_asked)
        QShortcut(QKeySequence("Alt+P"), self).activated.connect(self.pin_asked)
        self.rows.addWidget(self.own_pin)
        self.own_floor = ActButton(look, Act("back", "Leave the sample: your own property", "Alt B"))
        self.own_floor.clicked.connect(self.back)
        self.own_floor.hide()
        self._back_key = QShortcut(QKeySequence("Alt+B"), self)
        self._back_key.activated.connect(self.back)
        self._back_key.setEnabled(False)
        self.rows.addWidget(self.own_floor)
        self.people = RowList(look, "People of the sample floor", tall=52)
        self.people.row_selected.connect(self._choose)
        self.people.row_opened.connect(self._choose_and_give)
        self._listed = FramedBox(look, "panel")
        listed = column(look, 1, 14, 1, 8, gap=10, parent=self._listed)
        self._told = Text(look, "", BODY, tone="ink2", marked=True)
        inset = column(look, 20, 0, 20, 0, gap=4)
        inset.addWidget(LineLabel(look, line(Words("The sample floor", 18, 600))))
        inset.addWidget(self._told)
        listed.addLayout(inset)
        listed.addWidget(self.people, 1)
        self._listed.hide()
        self.across.insertWidget(2, self._listed)
        self.setFocusProxy(name.edit)
        self._view: DoorView | None = None
        look.changed.connect(self._fit_list)
        self._fit_list()

    def _fit_list(self) -> None:
        self._listed.setFixedWidth(self._look.px(440))
        self._listed.setMinimumHeight(self._look.px(320))

    def show_door(self, view: DoorView) -> None:
        """Show whose floor it is, and its people where they are no secret."""
        if view == self._view:
            return
        self._view = view
        self._sentence.show_text(f"{view.house}. Use your sign-in name and password.")
        self._listed.setVisible(bool(view.people))
        self._told.show_text(
            f"These people are made up. Pick one and press Enter: the password is <b>{view.password}</b>, every PIN is "
            f"<b>{view.pin}</b>. The Free Bet tables use a historical rulebook, for training."
        )
        self.people.show_rows([_person(each) for each in view.people])

    def offer_back(self, on: bool) -> None:
        """Let whoever came to the sample from the first screen go back to it."""
        self.own_floor.setVisible(on)
        self._back_key.setEnabled(on)

    def say_waiting(self, words: str) -> None:
        """Say what is waited for, until there is a door."""
        self._view = None
        self._sentence.show_text(words)

    def _choose(self, handle: str) -> None:
        if self._view is not None:
            self.fields["name"].show_text(handle)
            self.fields["password"].show_text(self._view.password)
            self.say_wrong("")

    def _choose_and_give(self, handle: str) -> None:
        self._choose(handle)
        self.give()


def _person(known: KnownPerson) -> ListRow:
    head = line(Words(known.name, 15, 600), Words(known.handle, 13, 400, "ink3", mono=True))
    return ListRow(
        known.handle,
        Icon("user", 18),
        (head, line(Words(known.role, SECOND, 400, "ink2"))),
        note=line(Words(known.note, SECOND, 400, "ink2")),
    )


class LockPage(DoorPage):
    """A locked station: the PIN of who is signed in, or another person."""

    other = pyqtSignal()

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "Locked", "", parent)
        pin = self.add_field("pin", "PIN", secret=True)
        self.button = self.add_button(Act("unlock", "Unlock", "Enter"))
        self.another = ActButton(look, Act("other", "Switch user"))
        self.another.clicked.connect(self.other)
        self.rows.addWidget(self.another)
        self.setFocusProxy(pin.edit)

    def show_lock(self, person: str, role: str) -> None:
        self._title.show_text(person)
        self._sentence.show_text(f"{role}. This station is locked; your draft is saved.")


class ChoosingPage(DoorPage):
    """A door at which secrets are chosen, each typed twice."""

    chosen: tuple[str, ...]

    def give(self) -> None:
        for name in self.chosen:
            first, again = self.fields[name], self.fields[f"{name} again"]
            if first.text and again.text and first.text != again.text:
                again.say_wrong("The two do not match.")
                again.show_text("")
                again.edit.setFocus()
                return
        super().give()

    def say_wrong(self, sentence: str, given: str = "") -> None:
        super().say_wrong(sentence, given)
        if sentence and given not in self.fields and "old" in self.fields:
            self.fields["old"].edit.setFocus()


class OwnPinPage(ChoosingPage):
    """Somebody who only signs chooses a PIN of their own, by the one they have."""

    chosen = ("pin",)
    back = pyqtSignal()
    wide = 560.0

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        words = "For dealers and security, who sign by PIN. Nobody else should know it, the administrator included."
        super().__init__(look, "Choose your PIN", words, parent)
        name = self.add_field("name", "Sign-in name")
        self.add_field("old", "PIN you have now", secret=True, beside="name")
        self.add_field("pin", "New PIN, 6 to 8 digits", secret=True)
        self.add_field("pin again", "New PIN again", secret=True, beside="pin")
        self.button = self.add_button(Act("choose", "Set my PIN", "Enter"))
        self.leave = ActButton(look, Act("back", "Back to sign in", "Esc"))
        self.leave.clicked.connect(self.back)
        QShortcut(QKeySequence("Escape"), self).activated.connect(self.back)
        self.rows.addWidget(self.leave)
        self.setFocusProxy(name.edit)


class OwnSecretsPage(ChoosingPage):
    """Somebody whose password or PIN another one chose: both are chosen anew before anything else."""

    chosen = ("password", "pin")
    wide = 560.0

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "Your own password and PIN", "", parent)
        old = self.add_field("old", "Current password", secret=True)
        self.add_field("password", "New password, 10 characters or more", secret=True)
        self.add_field("password again", "New password again", secret=True, beside="password")
        self.add_field("pin", "New PIN, 6 to 8 digits", secret=True)
        self.add_field("pin again", "New PIN again", secret=True, beside="pin")
        self.button = self.add_button(Act("choose", "Choose and continue", "Enter"))
        self.setFocusProxy(old.edit)

    def tell(self, words: str) -> None:
        """Say who chose the ones they have."""
        self._sentence.show_text(f"{words} Choose your own: until then you cannot do or sign anything.")


class FirstStartPage(ChoosingPage):
    """A new floor: what it is called, where it stands, and its first administrator; or the sample."""

    chosen = ("password", "pin")
    sample = pyqtSignal()
    wide = 560.0

    def __init__(self, look: Look, zone: str, parent: QWidget | None = None) -> None:
        words = "Name the property and its first administrator, who adds pits, tables and people."
        super().__init__(look, "New property", words, parent)
        house = self.add_field("house", "Property name")
        self.add_field("zone", "Time zone", value=zone, beside="house")
        self.add_field("name", "Administrator's name")
        self.add_field("handle", "Sign-in name", hint="e.g. ada", beside="name")
        self.add_field("password", "Password, 10 characters or more", secret=True)
        self.add_field("password again", "Password again", secret=True, beside="password")
        self.add_field("pin", "PIN, 6 to 8 digits", secret=True)
        self.add_field("pin again", "PIN again", secret=True, beside="pin")
        self.button = self.add_button(Act("begin", "Create property", "Enter"))
        self.open_sample = ActButton(look, Act("sample", "Look at the sample floor instead", "Alt S"))
        self.open_sample.clicked.connect(self.sample)
        self.rows.addWidget(self.open_sample)
        key = QShortcut(QKeySequence("Alt+S"), self)
        key.activated.connect(self.sample)
        self.setFocusProxy(house.edit)


class TroublePage(DoorPage):
    """The floor could not be opened: why, and what can be done from here."""

    wide = 560.0

    def __init__(self, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(look, "The property could not be opened", "", parent)
        self.again = self.add_button(Act("again", "Try again", "Enter"))
        self.open_sample = ActButton(look, Act("sample", "Look at the sample floor instead"))
        self.rows.addWidget(self.open_sample)
        self.setFocusProxy(self.again)

    def show_trouble(self, happened: str, todo: str, *, sample: bool) -> None:
        """Say what happened, what it means and what to do."""
        self._sentence.show_text(f"{happened} {todo}")
        self.open_sample.setVisible(sample)
