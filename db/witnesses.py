"""How heads reach their witnesses: a syslog server (RFC 5424), a mailbox, a time-stamping service (RFC 3161)."""

from __future__ import annotations

import re
import smtplib
import socket
import ssl
from collections.abc import Sequence
from datetime import UTC
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from db.durable import write_durably
from db.heads import head_bytes, head_path
from db.time_stamps import ask_stamp
from floorapp.domain.heads import Head
from floorapp.domain.values import dataclass
from floorapp.domain.written_time import utc_stamp
from floorapp.operations.canonical import canonical

#: How long a witness may take to answer, in seconds.
PATIENCE = 4.0
#: Log audit, notice (RFC 5424, 6.2.1).
_PRIORITY = 13 * 8 + 5
_NOTE = msgspec.json.Decoder(dict[str, int])


@dataclass(frozen=True, slots=True)
class ToldWitnesses:
    """What each witness that keeps nothing here was told last, in a note of the data folder."""

    note: Path

    def upto(self, witness: str, station: str) -> int:
        """The entry of the last head it was told."""
        return self._read().get(f"{station} {witness}", 0)

    def keep(self, witness: str, head: Head) -> None:
        """It was told this one."""
        write_durably(self.note, canonical(self._read() | {f"{head.station} {witness}": head.seq}) + b"\n")

    def _read(self) -> dict[str, int]:
        try:
            return _NOTE.decode(self.note.read_bytes())
        except (OSError, msgspec.MsgspecError, UnicodeError):
            return {}  # told once more: no harm


@dataclass(frozen=True, slots=True)
class FarWitness:
    """One that keeps heads out of our reach: only the note says what it was told."""

    url: str
    told: ToldWitnesses

    def knows(self, head: Head) -> bool:
        return self.told.upto(self.url, head.station) >= head.seq


@dataclass(frozen=True, slots=True)
class SyslogWitness(FarWitness):
    """A syslog server: `udp://HOST:514`, which never answers, or `tcp://HOST:601`."""

    @property
    def name(self) -> str:
        return f"the syslog server {self.url}"

    def tell(self, head: Head) -> None:
        where = urlsplit(self.url)
        message, host = syslog_message(head), where.hostname or ""
        if where.scheme == "tcp":
            with socket.create_connection((host, where.port or 601), timeout=PATIENCE) as line:
                line.sendall(b"%d %s" % (len(message), message))  # octet counting, RFC 6587
        else:
            family, kind, _, _, address = socket.getaddrinfo(host, where.port or 514, type=socket.SOCK_DGRAM)[0]
            with socket.socket(family, kind) as line:
                line.sendto(message, address)
        self.told.keep(self.url, head)


def syslog_message(head: Head) -> bytes:
    """A head as one message of RFC 5424: its text is the head as it stands in its file."""
    at = head.at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    host = re.sub(r"[^!-~]", "", socket.gethostname())[:255] or "-"
    return f"<{_PRIORITY}>1 {at} {host} floorapp - HEAD - ".encode() + head_bytes(head).strip()


@dataclass(frozen=True, slots=True)
class MailWitness(FarWitness):
    """A mailbox: `smtp://HOST:25/NAME@HOUSE`, `smtps://…`; `?from=NAME@HOUSE` where the sender is another one."""

    @property
    def name(self) -> str:
        return f"the mailbox {unquote(urlsplit(self.url).path[1:])}"

    def tell(self, head: Head) -> None:
        where = urlsplit(self.url)
        to, host = unquote(where.path[1:]), where.hostname or ""
        message = mail(head, to=to, sender=parse_qs(where.query).get("from", [to])[0])
        secured = ssl.create_default_context()
        if where.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(host, where.port or 465, timeout=PATIENCE, context=secured)
        else:
            server = smtplib.SMTP(host, where.port or 25, timeout=PATIENCE)
        with server:
            server.ehlo()
            if where.scheme == "smtp" and server.has_extn("starttls"):
                server.starttls(context=secured)
            server.send_message(message)
        self.told.keep(self.url, head)


def mail(head: Head, *, to: str, sender: str) -> EmailMessage:
    """A head as a message somebody keeps."""
    message = EmailMessage()
    message["From"], message["To"] = sender, to
    message["Subject"] = f"Signed head {head.number} of the floor logbook"
    message["Date"] = head.at
    text = (
        f"Station {head.station} signed the head of its logbook at {head.number}, {utc_stamp(head.at, seconds=True)}.\n"
        "Keep this message where nobody at the station can change it. To hold the logbook against it, save it as a\n"
        "file and run: floorapp logbook verify --against FILE\n\n"
    )
    message.set_content(text + head_bytes(head).decode(), cte="7bit")  # one line: no mail program may fold it
    return message


@dataclass(frozen=True, slots=True)
class TimeStampWitness:
    """A time-stamping service; its answer is kept beside the head, wherever heads are kept."""

    url: str
    places: Sequence[Path]

    @property
    def name(self) -> str:
        return f"the time-stamping service {self.url}"

    def knows(self, head: Head) -> bool:
        return head_path(self.places[0], head).with_suffix(".tsr").exists()

    def tell(self, head: Head) -> None:
        answer = ask_stamp(self.url, head_bytes(head), patience=PATIENCE)
        for place in reversed(self.places):  # the one that is asked for last: all have it then
            write_durably(head_path(place, head).with_suffix(".tsr"), answer)
