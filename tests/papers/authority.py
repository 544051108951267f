"""A made-up certificate authority with a list of revoked certificates, and a time-stamping service on a local port."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DER, PEM = serialization.Encoding.DER, serialization.Encoding.PEM
BEGAN = datetime.now(UTC).replace(microsecond=0) - timedelta(days=2)


@dataclass(frozen=True)
class Issued:
    """A key with its certificate."""

    key: rsa.RSAPrivateKey
    certificate: x509.Certificate

    @property
    def der(self) -> bytes:
        return self.certificate.public_bytes(DER)


def issued(name: str, by: Issued | None = None, *, stamps: bool = False) -> Issued:
    """A certificate, by itself or by an authority."""
    key = rsa.generate_private_key(65537, 2048)
    subject = x509.Name(
        [x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Heron Bend"), x509.NameAttribute(NameOID.COMMON_NAME, name)]
    )
    issuer = by.certificate.subject if by is not None else subject
    usage = x509.KeyUsage(by is not None, by is not None, False, False, False, by is None, by is None, False, False)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(BEGAN)
        .not_valid_after(BEGAN + timedelta(days=3650))
        .add_extension(x509.BasicConstraints(ca=by is None, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    if stamps:
        builder = builder.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING]), critical=True)
    signed_by = by.key if by is not None else key
    return Issued(key, builder.sign(signed_by, hashes.SHA256()))


def revoked_by(authority: Issued) -> bytes:
    """Its list of revoked certificates: nobody's."""
    builder = x509.CertificateRevocationListBuilder().issuer_name(authority.certificate.subject)
    builder = builder.last_update(BEGAN).next_update(BEGAN + timedelta(days=3650))
    return builder.sign(authority.key, hashes.SHA256()).public_bytes(DER)


TSA = """
[tsa]
default_tsa = own
[own]
serial = {0}/serial
signer_cert = {0}/tsa.crt
signer_key = {0}/tsa.key
certs = {0}/chain.crt
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256, sha384, sha512
ess_cert_id_alg = sha256
"""


@contextmanager
def time_stamping(service: Issued, authority: Issued, folder: Path) -> Iterator[str]:
    """openssl's own time-stamping service (RFC 3161 over HTTP) on a port of this machine; answers its address."""
    plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    for name, content in {
        "tsa.key": service.key.private_bytes(PEM, *plain),
        "tsa.crt": service.certificate.public_bytes(PEM),
        "chain.crt": authority.certificate.public_bytes(PEM),
        "tsa.cnf": TSA.format(folder).encode(),
        "serial": b"01\n",
    }.items():
        (folder / name).write_bytes(content)
    asked, answer = folder / "asked.tsq", folder / "answer.tsr"
    reply = ["openssl", "ts", "-reply", "-config", f"{folder}/tsa.cnf", "-queryfile", str(asked), "-out", str(answer)]

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.write_bytes(self.rfile.read(int(self.headers["Content-Length"])))
            subprocess.run(reply, check=True, capture_output=True)
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.end_headers()
            self.wfile.write(answer.read_bytes())

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answers)  # one question after the other: they share two files
    running = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    running.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        running.join()


def pkcs12_file(folder: Path, owner: Issued, passphrase: str) -> Path:
    """The owner's key and certificate as administrators get them."""
    locked = serialization.BestAvailableEncryption(passphrase.encode())
    content = pkcs12.serialize_key_and_certificates(b"house", owner.key, owner.certificate, None, locked)
    path = folder / "house.p12"
    path.write_bytes(content)
    return path
