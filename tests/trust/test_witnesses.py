"""Witnesses of heads: a syslog server, a mailbox and a time-stamping service hear of each one, and vouch later."""

from __future__ import annotations

import contextlib
import re
import socket
import socketserver
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from db.time_stamps import check_stamps, read_authorities
from db.verify import verify
from db.witnesses import SyslogWitness, ToldWitnesses
from floorapp.bootstrap import Places, UnusablePlace, find_places
from floorapp.cli import main
from floorapp.commands.seals import witnesses_of
from floorapp.commands.wiring import chores_of
from floorapp.domain.heads import Head, Reason
from floorapp.domain.upkeep import StationTrouble
from floorapp.operations.upkeep import LeavesLast, Upkeep
from floorapp.operations.witnesses import AGAIN_AFTER, TellsWitnesses
from tests.trust.house import Kept
from tests.trust.test_verify import attack, seq_of

#: RFC 5424: priority, version, time, host, app, process, kind, no structured data, text.
MESSAGE = re.compile(rb"<109>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [!-~]+ floorapp - HEAD - (\{.*\})")
TSA = """
[tsa]
default_tsa = own
[own]
serial = {0}/serial
signer_cert = {0}/tsa.crt
signer_key = {0}/tsa.key
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256, sha512
ess_cert_id_alg = sha256
"""


def openssl(*words: str | Path) -> None:
    subprocess.run(["openssl", *map(str, words)], check=True, capture_output=True)


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate authority, and a time-stamping service it vouches for, made by openssl."""
    folder = tmp_path_factory.mktemp("tsa")
    new = ("req", "-x509", "-days", "30", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256")
    for name in ("ca", "other"):
        openssl(*new, "-subj", f"/CN={name}", "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.crt")
    use = ("-addext", "extendedKeyUsage=critical,timeStamping", "-addext", "basicConstraints=critical,CA:FALSE")
    by = ("-CA", folder / "ca.crt", "-CAkey", folder / "ca.key")
    openssl(*new, "-subj", "/CN=time", *use, *by, "-keyout", folder / "tsa.key", "-out", folder / "tsa.crt")
    host = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    openssl(*new, *host, *by, "-keyout", folder / "mail.key", "-out", folder / "mail.crt")
    (folder / "openssl.cnf").write_text(TSA.format(folder))
    (folder / "serial").write_text("01\n")
    return folder


@contextmanager
def served(server: socketserver.BaseServer) -> Iterator[None]:
    running = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    running.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        running.join()


@pytest.fixture
def stamping(authority: Path, tmp_path: Path) -> Iterator[str]:
    """openssl's own time-stamping service, over HTTP."""

    class Answers(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked, answer = tmp_path / "asked.tsq", tmp_path / "answer.tsr"
            asked.write_bytes(self.rfile.read(int(self.headers["Content-Length"])))
            openssl("ts", "-reply", "-config", authority / "openssl.cnf", "-queryfile", asked, "-out", answer)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(answer.read_bytes())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    with served(server):
        yield f"http://127.0.0.1:{server.server_port}/"


class Mailbox(socketserver.TCPServer):
    """A mail server that keeps what it is sent, and over which protocol; with a certificate it speaks TLS."""

    allow_reuse_address = True

    def __init__(self, secured: ssl.SSLContext | None = None, *, at_once: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), _Smtp)
        self.got: list[bytes] = []
        self.over: list[str] = []
        self.secured, self.at_once = secured, at_once


class _Smtp(socketserver.BaseRequestHandler):
    server: Mailbox

    def handle(self) -> None:
        with contextlib.ExitStack() as opened, contextlib.suppress(OSError):  # whoever does not trust us hangs up
            self._talk(opened)

    def _talk(self, opened: contextlib.ExitStack) -> None:
        line: socket.socket = self.request
        secured = self.server.secured
        if secured is not None and self.server.at_once:
            line = opened.enter_context(secured.wrap_socket(line, server_side=True))
        said = opened.enter_context(line.makefile("rb"))
        line.sendall(b"220 house\r\n")
        while asked := said.readline():
            word = asked[:4].upper()
            answer = b"250 ok\r\n"
            if word == b"EHLO" and secured is not None and not isinstance(line, ssl.SSLSocket):
                answer = b"250-house\r\n250 STARTTLS\r\n"
            if word == b"STAR" and secured is not None:
                line.sendall(b"220 go on\r\n")
                line = opened.enter_context(secured.wrap_socket(line, server_side=True))
                said = opened.enter_context(line.makefile("rb"))
                continue
            if word == b"DATA":
                line.sendall(b"354 go on\r\n")
                self.server.got.append(b"".join(iter(said.readline, b".\r\n")))
                self.server.over.append(line.version() or "" if isinstance(line, ssl.SSLSocket) else "in the clear")
            line.sendall(b"221 bye\r\n" if word == b"QUIT" else answer)
            if word == b"QUIT":
                return


def signed(kept: Kept) -> Head:
    kept.move(3)
    return kept.sealing.sign(Reason.REQUEST)


def cut(kept: Kept) -> None:
    """The end is cut off by somebody who has the file, and heads/ is gone: nothing here tells."""
    seq = seq_of(kept, "Moved 1")
    kept.close()
    attack(kept, lambda connection: connection.execute("DELETE FROM entry WHERE seq > ?", (seq,)))
    assert verify(kept.path).good


@pytest.mark.parametrize("kind", ["udp", "tcp"])
def test_a_syslog_server_hears_of_each_head_once_and_its_file_vouches(kept: Kept, tmp_path: Path, kind: str) -> None:
    head, file = signed(kept), tmp_path / "syslog.log"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM if kind == "udp" else socket.SOCK_STREAM) as server:
        server.bind(("127.0.0.1", 0))
        server.settimeout(20)
        if kind == "tcp":
            server.listen()
        witness = SyslogWitness(f"{kind}://127.0.0.1:{server.getsockname()[1]}", ToldWitnesses(tmp_path / "told.json"))
        tells = TellsWitnesses(kept.floor.store, lambda: [witness])
        assert not witness.knows(head) and not tells.tell() and witness.knows(head)
        if kind == "tcp":
            with server.accept()[0] as line:
                length, _, message = line.recv(8192).partition(b" ")
            assert int(length) == len(message)
        else:
            message = server.recv(8192)
            assert not tells.tell()
            server.setblocking(False)
            with pytest.raises(BlockingIOError):
                server.recv(8192)  # told once
    assert MESSAGE.fullmatch(message), message
    file.write_bytes(b"Nov 18 09:00:00 podium kernel: nothing\n" + message + b"\n")
    assert verify(kept.path, against=[file]).good
    cut(kept)
    found = verify(kept.path, against=[file]).first
    assert found is not None and found.code == "cut"
    file.write_bytes(message.replace(b'"seq":', b'"seq":1'))
    assert verify(kept.path, against=[file]).first is not None, "a line that somebody changed vouches for nothing"


def test_a_mailbox_gets_a_message_that_vouches_when_it_is_saved(kept: Kept, tmp_path: Path) -> None:
    head, saved, server = signed(kept), tmp_path / "head.eml", Mailbox()
    url = f"smtp://127.0.0.1:{server.server_address[1]}/board@house.example?from=floor@house.example"
    with served(server):
        places = Places(kept.folder, kept.path, "MAIN", sample=False, mail=url)
        tells = TellsWitnesses(kept.floor.store, lambda: witnesses_of(places))
        assert not tells.tell() and not tells.tell()
    (message,) = server.got
    assert b"To: board@house.example" in message and head.number.encode() in message
    saved.write_bytes(message)
    assert verify(kept.path, against=[saved]).good
    cut(kept)
    assert not verify(kept.path, against=[saved]).good


@pytest.mark.unix
@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_mail_goes_by_tls_where_the_server_speaks_it_and_only_to_one_whose_certificate_fits(
    kept: Kept, authority: Path, monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    signed(kept)
    secured = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secured.load_cert_chain(authority / "mail.crt", authority / "mail.key")
    server = Mailbox(secured, at_once=scheme == "smtps")
    url = f"{scheme}://localhost:{server.server_address[1]}/board@house.example"
    places = Places(kept.folder, kept.path, "MAIN", sample=False, mail=url)
    tells = TellsWitnesses(kept.floor.store, lambda: witnesses_of(places))
    with served(server):
        monkeypatch.setenv("SSL_CERT_FILE", str(authority / "other.crt"))
        ((name, why),) = tells.tell()
        assert "board@house.example" in name and "certificate" in why.lower() and not server.got
        monkeypatch.setenv("SSL_CERT_FILE", str(authority / "ca.crt"))
        assert not tells.tell()
    assert len(server.got) == 1 and server.over[0].startswith("TLS")


@pytest.mark.unix
def test_a_head_is_time_stamped_and_openssl_says_so_too(
    kept: Kept, authority: Path, stamping: str, capsys: pytest.CaptureFixture[str]
) -> None:
    head = signed(kept)
    places = Places(kept.folder, kept.path, "MAIN", sample=False, second_heads=kept.away, timestamps=stamping)
    assert not TellsWitnesses(kept.floor.store, lambda: witnesses_of(places)).tell()
    stamps = [*kept.heads.rglob("*.tsr"), *kept.away.rglob("*.tsr")]
    assert len(stamps) == 2
    beside = stamps[0].with_suffix(".json")
    openssl("ts", "-verify", "-data", beside, "-in", stamps[0], "-CAfile", authority / "ca.crt")
    kept.close()
    call = ["logbook", "verify", "--data", str(kept.folder), "--stamps"]
    assert main([*call, str(authority / "ca.crt")]) == 0
    assert f"1 head is time-stamped by whom you trust; the last, of {head.number}" in capsys.readouterr().out
    assert main([*call, str(authority / "other.crt")]) == 1, "by somebody else"
    ca, content = read_authorities(authority / "ca.crt"), stamps[0].read_bytes()
    imprint = content.index(sha256(beside.read_bytes()).digest())
    time = content.index(b"\x18\x0f") + 2  # a GeneralizedTime of 15 letters
    for place in (imprint, time + 3, len(content) - 1):
        changed = bytearray(content)
        changed[place] ^= 1
        stamps[0].write_bytes(changed)
        assert check_stamps([kept.heads], ca).flaws, place
    stamps[0].write_bytes(content)
    beside.write_bytes(beside.read_bytes().replace(b'"seq":', b'"seq":1'))
    assert check_stamps([kept.heads], ca).flaws


def test_a_witness_that_is_away_is_a_duty_and_is_told_when_it_is_back(kept: Kept) -> None:
    signed(kept)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        places = Places(kept.folder, kept.path, "MAIN", sample=False, syslog=url)
        (tells,) = (each for each in chores_of(places, kept.floor.store, kept.floor.clock) if each.name == "witnesses")
        upkeep = Upkeep(kept.floor.store, kept.floor.clock, [tells])

        def trouble() -> StationTrouble | None:
            upkeep.go_round(lambda: None)
            with kept.floor.store.reading() as state:
                return state.get(StationTrouble, "MAIN", "witnesses")

        found = trouble()
        assert found is not None and found.standing and url in found.says
        assert not tells.is_due(kept.floor.clock.now())
        kept.floor.clock.advance(seconds=AGAIN_AFTER.total_seconds())
        taken.listen()
        found = trouble()
        assert found is not None and not found.standing
    assert isinstance(tells, LeavesLast), "the last head goes out when the app is closed"


def test_a_witness_that_is_not_spelled_as_one_is_refused(tmp_path: Path) -> None:
    good = ('syslog = "udp://log"', 'mail = "smtp://mail:25/a@b"', 'timestamps = "https://time/tsr"')
    (tmp_path / "settings.toml").write_text("\n".join(good))
    assert find_places(data=str(tmp_path)).timestamps == "https://time/tsr"
    for line in ('syslog = "/dev/log"', 'mail = "a@b"', 'timestamps = "ftp://time"'):
        (tmp_path / "settings.toml").write_text(line)
        with pytest.raises(UnusablePlace, match=r": write "):
            find_places(data=str(tmp_path))
