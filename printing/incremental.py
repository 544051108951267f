"""pyHanko's writer, made to write the same bytes every time. Imported late, with pyHanko."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from pyhanko.pdf_utils import embed, generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter


class SameEveryTime(IncrementalPdfFileWriter):
    """Names the signed revision after the bytes it signs, and leaves the paper's own dates alone."""

    @classmethod
    def _handle_id(cls, prev: Any) -> Any:
        original, _ = super()._handle_id(prev)  # type: ignore[no-untyped-call]
        prev.stream.seek(0)
        revision = sha256(prev.stream.read()).digest()[:16]
        return generic.ArrayObject([original, generic.ByteStringObject(revision)])

    def attach(self, name: str, content: bytes) -> None:
        """A JSON file inside the paper, covered by its signature."""
        stored = embed.EmbeddedFileObject.from_file_data(self, content, mime_type="application/json")
        spec = embed.FileSpec(name, name, stored, af_relationship=generic.pdf_name("/Data"))
        embed.embed_file(self, spec)

    def _update_meta(self) -> None:
        """Nothing: pyHanko would write the hour of the signing machine into the paper."""
