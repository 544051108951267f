"""Labels on their way out: asked for in a form, then a PDF that is saved, or a label printer on the network."""

from __future__ import annotations

from PyQt6.QtWidgets import QWidget

from floorapp.operations.refusal import Refusal
from floorapp.screens.offers.labels import LabelRun, labels_asked, labels_form
from floorapp.ui.live.context import Surroundings
from floorapp.ui.live.paper_out import PaperOut


class LabelOut:
    """Asks, makes and sends labels; nothing of it is an entry."""

    def __init__(self, around: Surroundings, page: QWidget) -> None:
        self._around = around
        self.out = PaperOut(around, page)

    def ask(self, deck_set: str) -> None:
        """Ask which labels are wanted; the selected set's are the usual ones."""
        self._around.sheets.ask(labels_form(deck_set), labels_asked, self._make)

    def _make(self, asked: LabelRun) -> None:
        make = self._around.setting.labels
        if make is None:
            return

        def work(_running: object) -> bytes | str:
            try:
                return make(asked.labels, asked.symbol, asked.printer)
            except (OSError, ValueError) as fault:
                return f"{getattr(fault, 'strerror', None) or fault}."

        def take(made: bytes | str) -> None:
            if isinstance(made, str):
                what = f"The label printer {asked.printer} did not take the labels: {made}"
                refusal = Refusal("labels", what, "Nothing was printed.", "Check its address, or save a PDF instead.")
                self._around.writer.refused.emit(refusal)
            elif not asked.printer:
                self.out.save(made, "labels.pdf")

        self._around.works.start("labels", f"Making {len(asked.labels)} labels", work, take)
