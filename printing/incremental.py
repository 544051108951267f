"""pyHanko's writer, made to write the same bytes every time. Imported late, with pyHanko."""

from __future__ import annotations

from hashlib import sha256
from io import BytesIO
from typing import Any

from pyhanko.pdf_utils import embed, generic
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import SigFieldSpec, append_signature_field, enumerate_sig_fields

from floorapp.operations.sheet import NOT_YET_SIGNED
from printing.signing_look import look
from printing.signing_place import SigningPlace


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

    def keep_free(self, place: SigningPlace) -> None:
        """A field to sign, which says that nobody has yet."""
        append_signature_field(
            self,
            SigFieldSpec(
                place.field,
                on_page=place.page,
                box=place.box,  # type: ignore[arg-type]
                readable_field_name=f"{place.role}: {place.meaning}",
            ),
        )
        self._hang(place.field)
        self.show(place.field, "", NOT_YET_SIGNED)

    def keep_unseen(self, field: str) -> None:
        """A field to sign that stands on no page."""
        append_signature_field(self, SigFieldSpec(field))

    def _hang(self, field: str) -> None:
        """Hang a field in the paper's structure, where it is read as a form to fill in."""
        tree = self.root["/StructTreeRoot"]
        document, key = tree.raw_get("/K"), tree["/ParentTreeNextKey"]
        for _, _, reference in enumerate_sig_fields(self, with_name=field):
            shown = reference.get_object()
            seen = _dictionary(Type=generic.pdf_name("/OBJR"), Obj=reference)
            kind = generic.pdf_name("/Form")
            piece = self.add_object(_dictionary(S=kind, P=document, Pg=shown.raw_get("/P"), K=seen))
            shown[generic.pdf_name("/StructParent")] = key
            document.get_object()["/K"].append(piece)
            tree["/ParentTree"]["/Nums"] += [key, piece]
            tree[generic.pdf_name("/ParentTreeNextKey")] = type(key)(key + 1)
            for changed in (reference, document, self.root.raw_get("/StructTreeRoot")):
                self.mark_update(changed)

    def show(self, field: str, name: str, said: str) -> None:
        """Let a field to sign look so."""
        for _, _, reference in enumerate_sig_fields(self, with_name=field):
            shown = reference.get_object()
            left, bottom, right, top = map(float, shown["/Rect"])
            page = PdfFileReader(BytesIO(look(right - left, top - bottom, name, said)))
            shown[generic.pdf_name("/AP")] = generic.DictionaryObject(  # type: ignore[no-untyped-call]
                {generic.pdf_name("/N"): self.import_page_as_xobject(page)}
            )
            self.mark_update(reference)

    def _update_meta(self) -> None:
        """Nothing: pyHanko would write the hour of the signing machine into the paper."""


def _dictionary(**entries: Any) -> generic.DictionaryObject:
    return generic.DictionaryObject({generic.pdf_name(f"/{name}"): value for name, value in entries.items()})  # type: ignore[no-untyped-call]
