"""An incident's files, live: fetched off the UI thread, checked against their hash, shown here or saved as a copy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PyQt6.QtGui import QImage
from PyQt6.QtWidgets import QFileDialog, QWidget

from floorapp.domain.incidents import Attachment
from floorapp.operations.refusal import Refusal, Refused
from floorapp.screens.lists import ListRow
from floorapp.screens.text_line import Icon, Words, line
from floorapp.system import file_name
from floorapp.ui.live.background_work import Running
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.paper_pages import page_shown
from floorapp.ui.pages.files import FilesSheet, FileView

FILE = "incident file"
#: Of a text no more than this is shown.
SHOWN_LETTERS = 20_000
#: How wide a page is drawn.
WIDE = 1000

CHECKED = "It is byte for byte what was attached. A copy opens in another program: open only what you expect."
NOT_SHOWN = f"This kind of file is not shown here. {CHECKED}"


@dataclass(frozen=True, eq=False)
class _Fetched:
    """A file that is what was attached, and the page one looks at."""

    file: Attachment
    content: bytes
    page: int
    pages: int
    view: FileView


class IncidentFiles:
    """Opens the sheet of files."""

    def __init__(self, around: Surroundings, page: QWidget) -> None:
        self._around, self._page = around, page
        self._files: dict[str, Attachment] = {}
        self.fetched: _Fetched | None = None
        self.sheet: FilesSheet | None = None
        #: A test puts a file here.
        self.choose_target: Callable[[QWidget, str], str] = _system_target

    def open(self, number: str, files: tuple[Attachment, ...], chosen: str = "") -> None:
        """Show which there are, and look at one."""
        self._files = {each.digest: each for each in files}
        rows = [_row(each) for each in files]
        sheet = self.sheet = FilesSheet(self._around.look, f"Files of {number}", rows)
        sheet.chosen.connect(self._fetch)
        sheet.turned.connect(self._turn)
        sheet.save_asked.connect(self.save)
        self._around.sheets.show(sheet, whole=True)
        sheet.files.select(chosen or files[0].digest)

    def _fetch(self, digest: str) -> None:
        fetch, file = self._around.setting.fetch, self._files[digest]
        if fetch is None:
            return
        self.fetched = None

        def work(_running: Running) -> _Fetched | Refusal:
            try:
                return _looked_at(file, fetch(file), 0)
            except Refused as refused:
                return refused.refusal

        self._around.works.start(FILE, f"Opening {file.name}", work, lambda found: self._show(digest, found))

    def _turn(self, by: int) -> None:
        now = self.fetched
        if now is None or not 0 <= now.page + by < now.pages:
            return
        self._around.works.start(
            FILE,
            "Turning the page",
            lambda _running: _looked_at(now.file, now.content, now.page + by),
            lambda found: self._show(now.file.digest, found),
        )

    def _show(self, digest: str, found: _Fetched | Refusal) -> None:
        sheet = self.sheet
        if sheet is None or self._around.sheets.sheet is not sheet:
            return
        if sheet.files.selected != digest:  # another one was chosen meanwhile
            self._fetch(sheet.files.selected)
            return
        self.fetched = found if isinstance(found, _Fetched) else None
        sheet.show_file(found.view if isinstance(found, _Fetched) else FileView(trouble=str(found)))

    def save(self) -> None:
        """A copy, into a file of one's choice."""
        now = self.fetched
        target = self.choose_target(self._page, file_name(Path(now.file.name).name)) if now else ""
        if now is None or not target:
            return

        def work() -> str:
            try:
                Path(target).write_bytes(now.content)
            except OSError as fault:
                return f"{target} cannot be written: {fault.strerror or fault}."
            return ""

        def take(trouble: str) -> None:
            if trouble:
                told = Refusal("file", trouble, "The file is still here.", "Choose another place.")
                self._around.writer.refused.emit(told)
            elif self.sheet is not None and self._around.sheets.sheet is self.sheet:
                self.sheet.note.show_text(f"A copy is in {target}.")

        self._around.writer.run(work, take)


def _row(file: Attachment) -> ListRow:
    named = line(Words(file.name, 15, 600, shrinks=True))
    told = Words(f"{file.size:,} bytes · SHA-256 {file.digest[:16]}…", 13, 400, "ink2", shrinks=True)
    return ListRow(file.digest, Icon("file-text", 20), (named, line(told)))


def _looked_at(file: Attachment, content: bytes, number: int) -> _Fetched:
    """What can be shown of a file, by what is in it and not by its name."""
    if content.startswith(b"%PDF-"):
        page = page_shown(content, number, WIDE)
        if page.pages:
            words = f"{page.number + 1} of {page.pages}" if page.pages > 1 else ""
            view = FileView(CHECKED, picture=page.picture, pages=words, can_save=True)
            return _Fetched(file, content, page.number, page.pages, view)
    picture = QImage.fromData(content)
    if not picture.isNull():
        return _Fetched(file, content, 0, 1, FileView(CHECKED, picture=picture, can_save=True))
    text = _as_text(content)
    return _Fetched(file, content, 0, 1, FileView(CHECKED if text else NOT_SHOWN, text=text, can_save=True))


def _as_text(content: bytes) -> str:
    """The beginning of a text; nothing where it is none."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    rest = "\n…" if len(text) > SHOWN_LETTERS else ""
    return "" if "\0" in text else text[:SHOWN_LETTERS] + rest


def _system_target(parent: QWidget, name: str) -> str:
    return QFileDialog.getSaveFileName(parent, "Save a copy", name)[0]
