"""Signing papers (PAdES) so that a changed byte is found, and finding it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from io import BytesIO
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from floorapp.domain.values import dataclass
from printing import property_seal
from printing.signing_place import SigningPlace

FIELD = "floorapp"
ROWS = "rows.json"
#: Hex digits kept free for the signature; ours takes about 1,600.
ROOM = 4096
YEARS = 30
BYTE_RANGE = re.compile(rb"/ByteRange\s*\[\s*(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s+(\d{1,12})\s*\]")


class Verdict(StrEnum):
    """What can be said of a file that claims to be a paper of ours."""

    UNCHANGED = "authentic"
    CHANGED = "altered"
    NOT_OURS = "not recognized"


@dataclass(frozen=True, slots=True)
class PaperKey:
    """The key that signs papers: its private half (PKCS 8, DER) and its certificate (DER)."""

    private: bytes = field(repr=False)
    certificate: bytes

    @property
    def fingerprint(self) -> str:
        """How the key is named in the logbook and on the paper: 64 hex digits."""
        return fingerprint(self.certificate)


def fingerprint(certificate: bytes) -> str:
    """The SHA-256 of a certificate."""
    return sha256(certificate).hexdigest()


def make_key(*, property_name: str, station: str, instant: datetime) -> PaperKey:
    """A new ECDSA P-256 key with a certificate that it signs itself."""
    private = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name(
        [
            x509.NameAttribute(x509.NameOID.ORGANIZATION_NAME, property_name[:64]),
            x509.NameAttribute(x509.NameOID.COMMON_NAME, f"floorapp papers, {station}"[:64]),
        ]
    )
    start = instant.astimezone(UTC).replace(microsecond=0) - timedelta(days=1)
    usage = x509.KeyUsage(
        digital_signature=True,
        content_commitment=True,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=YEARS * 365))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(private.public_key()), critical=False)
        .sign(private, hashes.SHA256())
    )
    der = serialization.Encoding.DER
    return PaperKey(
        private.private_bytes(der, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
        certificate.public_bytes(der),
    )


def key_to_pem(key: PaperKey) -> bytes:
    """A key and its certificate as they lie in the station's key file."""
    private = serialization.load_der_private_key(key.private, None)
    pem = serialization.Encoding.PEM
    secret = private.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return secret + x509.load_der_x509_certificate(key.certificate).public_bytes(pem)


def certificate_to_pem(certificate: bytes) -> bytes:
    """A certificate as it is handed out."""
    return x509.load_der_x509_certificate(certificate).public_bytes(serialization.Encoding.PEM)


def certificates_in(content: bytes) -> list[bytes]:
    """The certificates of a file, PEM (several) or DER (one); raises ValueError where it is neither."""
    found = (
        x509.load_pem_x509_certificates(content)
        if b"-----BEGIN" in content
        else [x509.load_der_x509_certificate(content)]
    )
    return [each.public_bytes(serialization.Encoding.DER) for each in found]


class NotItsOwn(ValueError):
    """A key file whose key and certificate do not belong together."""


def key_from_pem(text: bytes) -> PaperKey:
    """The key of a key file; raises ValueError where it is none, `NotItsOwn` where it is not the certificate's own."""
    private = serialization.load_pem_private_key(text, None)
    certificate = x509.load_pem_x509_certificate(text)
    if not isinstance(private, ec.EllipticCurvePrivateKey) or private.public_key() != certificate.public_key():
        raise NotItsOwn("the key file holds no ECDSA key with its own certificate")
    der = serialization.Encoding.DER
    return PaperKey(
        private.private_bytes(der, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()),
        certificate.public_bytes(der),
    )


def sign(
    paper: bytes,
    *,
    key: PaperKey,
    instant: datetime,
    rows: bytes | None = None,
    tables: Iterable[tuple[str, bytes]] = (),
    places: Sequence[SigningPlace] = (),
    waits: str = "",
) -> bytes:
    """The paper, certified, its rows attached if given; the same every time.

    No change is allowed after it but signatures at the places that are kept free for them, and in the field without
    a place that `waits` for the property's own.
    """
    if key.fingerprint.encode() not in paper:
        raise ValueError("the report was laid out for another key, or is a preview")
    # Imported late: pyHanko takes most of a second.
    from pyhanko.sign.fields import MDPPerm
    from pyhanko.sign.signers.cms_embedder import SigMDPSetup

    from printing.incremental import SameEveryTime

    writer = SameEveryTime(BytesIO(paper))
    if rows is not None:
        writer.attach(ROWS, rows)
    for name, content in tables:
        writer.attach(name, content)
    for place in places:
        writer.keep_free(place)
    if waits:
        writer.keep_unseen(waits)
    allowed = MDPPerm.FILL_FORMS if places or waits else MDPPerm.NO_CHANGES
    return _signed(writer, FIELD, key, instant, SigMDPSetup("sha256", certify=True, docmdp_perms=allowed))


@dataclass(frozen=True, slots=True)
class Countersignature:
    """Whose further signature it is, at which place, what it means, and the line that says when."""

    role: str
    name: str
    meaning: str
    said: str


def countersign(paper: bytes, *, key: PaperKey, instant: datetime, by: Countersignature) -> bytes:
    """A signed paper, signed once more at a place that waits for this role; raises LookupError where none does."""
    if by.role not in open_places(paper):
        raise LookupError(by.role)
    from printing.incremental import SameEveryTime

    writer = SameEveryTime(BytesIO(paper))
    writer.show(by.role, by.name, by.said)
    return _signed(writer, by.role, key, instant, None, name=by.name, reason=by.meaning)


def open_places(paper: bytes) -> tuple[str, ...]:
    """The roles whose signature a paper still waits for; ask `check` first, this believes what it reads."""
    from pyhanko.pdf_utils.reader import PdfFileReader
    from pyhanko.sign.fields import enumerate_sig_fields

    found = enumerate_sig_fields(PdfFileReader(BytesIO(paper)), filled_status=False)
    return tuple(str(name) for name, _, _ in found if name != property_seal.FIELD)


@dataclass(frozen=True, slots=True)
class StatedSignature:
    """A signature at a place of a role, as the paper states it."""

    role: str
    name: str
    meaning: str
    at: datetime


def further_signatures(paper: bytes) -> tuple[StatedSignature, ...]:
    """Who signed after it was issued, at which place; ask `check` first, this believes what it reads."""
    from pyhanko.pdf_utils.reader import PdfFileReader

    own = (FIELD, property_seal.FIELD)
    signed = (each for each in PdfFileReader(BytesIO(paper)).embedded_regular_signatures if each.field_name not in own)
    return tuple(
        StatedSignature(
            each.field_name,
            str(each.sig_object["/Name"]),
            str(each.sig_object["/Reason"]),
            each.self_reported_timestamp,
        )
        for each in signed
    )


def _signed(
    writer: Any, field_name: str, key: PaperKey, instant: datetime, mdp: Any, *, name: str = "", reason: str = ""
) -> bytes:
    from pyhanko.pdf_utils.generic import pdf_name, pdf_string
    from pyhanko.sign.fields import SigSeedSubFilter
    from pyhanko.sign.signers.cms_embedder import PdfCMSEmbedder, SigIOSetup, SigObjSetup
    from pyhanko.sign.signers.pdf_byterange import PdfSignedData

    from printing import cms

    private = serialization.load_der_private_key(key.private, None)
    if not isinstance(private, ec.EllipticCurvePrivateKey):
        raise ValueError("reports are signed with an ECDSA key")
    steps = PdfCMSEmbedder().write_cms(field_name, writer)
    next(steps)
    place = PdfSignedData(pdf_name("/Sig"), SigSeedSubFilter.PADES, instant.astimezone(UTC), ROOM)
    for entry, value in (("/Name", name), ("/Reason", reason)):
        if value:
            place[pdf_name(entry)] = pdf_string(value)
    steps.send(SigObjSetup(place, mdp))
    prepared, out = steps.send(SigIOSetup("sha256"))
    steps.send(cms.build(prepared.document_digest, private, key.certificate))
    signed: bytes = out.getvalue()
    return signed


def check(paper: bytes, *, certificates: Iterable[bytes]) -> Verdict:
    """Whether a file is a paper signed with one of these certificates, down to its last byte, at every signature."""
    known = list(certificates)
    found = _signatures(paper)
    if found:
        said = [_said(digest, signature, known) for digest, signature in found]
        if None not in said:
            return Verdict.UNCHANGED if all(said) else Verdict.CHANGED
        if said[0] and False not in said and property_seal.holds(paper, known, len(found)):
            return Verdict.UNCHANGED  # the station's own came first; the property's and time stamps followed
    return Verdict.CHANGED if any(_bears_trace(paper, each) for each in known) else Verdict.NOT_OURS


def _said(digest: bytes, signature: bytes, known: Sequence[bytes]) -> bool | None:
    """Whether a signature is over this digest; nothing where none of these keys made it."""
    from printing import cms

    for certificate in known:
        said = cms.read(signature, certificate)
        if said is not None:
            return said.digest == digest
    return None


def _signatures(paper: bytes) -> list[tuple[bytes, bytes]]:
    """Of every signature the digest of all bytes around it up to its end, and itself; none if a byte is left out.

    Each covers the file from its start to where the next revision begins, the last one the whole file.
    """
    ranges = [tuple(map(int, match.groups())) for match in BYTE_RANGE.finditer(paper)]
    found, reached = list[tuple[bytes, bytes]](), 0
    for start, length, after, rest in sorted(ranges, key=lambda four: four[2] + four[3]):
        end = after + rest
        if start != 0 or not reached < length < after or end > len(paper):
            return []
        signature = _signature(paper[length:after])
        if signature is None:
            return []
        found.append((sha256(paper[:length] + paper[after:end]).digest(), signature))
        reached = end
    return found if reached == len(paper) else []


def _signature(text: bytes) -> bytes | None:
    """The signature in the room that was kept for it; only ours has exactly this room."""
    if not re.fullmatch(rb"<(?:[0-9A-F]{2})+>" if len(text) == ROOM + 2 else rb"<(?:[0-9A-Fa-f]{2})+>", text):
        return None
    padded = bytes.fromhex(text[1:-1].decode())
    long = _der_length(padded)
    return None if long is None or padded[long:].strip(b"\0") else padded[:long]


def _der_length(encoded: bytes) -> int | None:
    """How long the first value of an encoding is, head and all."""
    if len(encoded) < 4 or encoded[:2] != b"\x30\x82":
        return None
    length = 4 + int.from_bytes(encoded[2:4], "big")
    return length if length <= len(encoded) else None


def _bears_trace(paper: bytes, certificate: bytes) -> bool:
    """Whether a file names our key or holds our certificate, however broken it is."""
    return fingerprint(certificate).encode() in paper or certificate.hex().upper().encode() in paper


def rows_of(paper: bytes) -> bytes | None:
    """The rows attached to a paper; ask `check` first, this believes what it reads."""
    from pyhanko.pdf_utils.reader import PdfFileReader

    root = PdfFileReader(BytesIO(paper)).root
    try:
        names = root["/Names"]["/EmbeddedFiles"]["/Names"]
    except KeyError:
        return None
    for place in range(0, len(names), 2):
        if str(names[place]) == ROWS:
            content: bytes = names[place + 1]["/EF"]["/F"].data
            return content
    return None
