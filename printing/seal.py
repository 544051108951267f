"""Signing papers (PAdES) so that a changed byte is found, and finding it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from io import BytesIO

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from floorapp.domain.values import dataclass

FIELD = "floorapp"
ROWS = "rows.json"
#: Hex digits kept free for the signature; ours takes about 1,600.
ROOM = 4096
YEARS = 30
BYTE_RANGE = re.compile(rb"/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]")


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


def sign(paper: bytes, *, key: PaperKey, instant: datetime, rows: bytes | None = None) -> bytes:
    """The paper, certified so that no change is allowed, its rows attached if given; the same every time."""
    if key.fingerprint.encode() not in paper:
        raise ValueError("the report was laid out for another key, or is a preview")
    # Imported late: pyHanko takes most of a second.
    from pyhanko.pdf_utils.generic import pdf_name
    from pyhanko.sign.fields import MDPPerm, SigSeedSubFilter
    from pyhanko.sign.signers.cms_embedder import PdfCMSEmbedder, SigIOSetup, SigMDPSetup, SigObjSetup
    from pyhanko.sign.signers.pdf_byterange import PdfSignedData

    from printing import cms
    from printing.incremental import SameEveryTime

    private = serialization.load_der_private_key(key.private, None)
    if not isinstance(private, ec.EllipticCurvePrivateKey):
        raise ValueError("reports are signed with an ECDSA key")
    writer = SameEveryTime(BytesIO(paper))
    if rows is not None:
        writer.attach(ROWS, rows)
    steps = PdfCMSEmbedder().write_cms(FIELD, writer)
    next(steps)
    place = PdfSignedData(pdf_name("/Sig"), SigSeedSubFilter.PADES, instant.astimezone(UTC), ROOM)
    steps.send(SigObjSetup(place, SigMDPSetup("sha256", certify=True, docmdp_perms=MDPPerm.NO_CHANGES)))
    prepared, out = steps.send(SigIOSetup("sha256"))
    steps.send(cms.build(prepared.document_digest, private, key.certificate))
    signed: bytes = out.getvalue()
    return signed


def check(paper: bytes, *, certificates: Iterable[bytes]) -> Verdict:
    """Whether a file is a paper signed with one of these certificates, down to its last byte."""
    known = list(certificates)
    found = _signature(paper)
    if found is not None:
        from printing import cms

        digest, signature = found
        for certificate in known:
            said = cms.read(signature, certificate)
            if said is not None:
                return Verdict.UNCHANGED if said.digest == digest else Verdict.CHANGED
    return Verdict.CHANGED if any(_bears_trace(paper, each) for each in known) else Verdict.NOT_OURS


def _signature(paper: bytes) -> tuple[bytes, bytes] | None:
    """The digest of all bytes around the signature, and the signature; nothing if a byte is left out."""
    ranges = [tuple(map(int, match.groups())) for match in BYTE_RANGE.finditer(paper)]
    if len(ranges) != 1 or any(number > len(paper) for number in ranges[0]):
        return None
    start, length, after, rest = ranges[0]
    if start != 0 or not length < after or after + rest != len(paper):
        return None
    text = paper[length:after]
    if not re.fullmatch(rb"<(?:[0-9A-F]{2})+>", text):
        return None
    padded = bytes.fromhex(text[1:-1].decode())
    long = _der_length(padded)
    if long is None or padded[long:].strip(b"\0") or len(text) != ROOM + 2:
        return None
    return sha256(paper[:length] + paper[after:]).digest(), padded[:long]


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
