"""Reader lines: their states, what went wrong with one in plain words, and the sheet a screen shows."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime
from enum import StrEnum

from floorapp.domain.readers import HoleCardSignal, ReaderIdentity, ReaderKind
from floorapp.domain.values import dataclass

#: How the target of a line begins behind which the app plays a reader itself.
VIRTUAL = "virtual:"


@dataclass(frozen=True, slots=True)
class ReaderLine:
    """A line as it is set up: where to listen, in which protocol, and whether the host may answer.

    `target` is a device name, `socket://HOST:PORT`, `rfc2217://HOST:PORT`, `listen://ADDRESS:PORT`,
    `usb:VENDOR:PRODUCT[:SERIAL]`, or `virtual:SERIAL` for a reader that the app plays itself. A line that was
    removed stays on record.
    """

    id: str
    target: str
    driver: str = "floor-line"
    baud: int | None = None
    address: int = 1
    expects: str | None = None
    may_answer: bool = False
    group: str | None = None
    on: bool = True
    #: The station at which it is plugged in.
    station: str = ""
    removed: bool = False
    #: Data bits, parity and stop bits; which of DTR and RTS are raised, for they reset many a board.
    framing: str = "8N1"
    asserts: str = ""
    #: What the protocol is told, where it asks for something.
    settings: str = ""

    @property
    def scans(self) -> bool:
        """Whether a bar-code scanner is on it, and no reader."""
        return self.driver == "scanner"

    @property
    def virtual(self) -> bool:
        return self.target.startswith(VIRTUAL)


@dataclass(frozen=True, slots=True)
class KnownReader:
    """A reader the house knows, by identity, with the table it stands at; a secret puts it in keyed mode."""

    key: str
    kind: ReaderKind
    table: str | None = None
    virtual: bool = False
    secret: bytes | None = field(default=None, repr=False)
    #: The line of this station it was last heard on; `elsewhere` if another station has heard it since.
    last_line: str | None = None
    elsewhere: bool = False
    #: Whether its serial number is installed at a table, but as another reader's.
    namesake: bool = False


@dataclass(frozen=True, slots=True)
class ListedReader:
    """A reader on the house's list, by its identity; one that was taken off stays on record."""

    key: str
    kind: ReaderKind
    virtual: bool
    listed_at: datetime
    forgotten: bool = False

    @property
    def serial(self) -> str:
        return self.key.rpartition("/")[2]


class LineState(StrEnum):
    """How a line stands."""

    ABSENT = "absent"
    OPENING = "opening"
    LIVE = "live"
    SILENT = "silent"
    FAULTY = "faulty"
    OFF = "off"


class LineReason(StrEnum):
    """Why a line stands as it does."""

    SWITCHED_OFF = "switched-off"
    STARTING = "starting"
    OPENED = "opened"
    TRUSTED = "trusted"
    RECOVERED = "recovered"
    UNPLUGGED = "unplugged"
    NO_PORT = "no-port"
    PORT_TAKEN = "port-taken"
    NO_PERMISSION = "no-permission"
    NO_HOST = "no-host"
    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    NOT_SERIAL = "not-serial"
    BAD_ADDRESS = "bad-address"
    TOO_MANY_FILES = "too-many-files"
    BAD_SETTINGS = "bad-settings"
    UNOPENED = "unopened"
    NOTHING_HEARD = "nothing-heard"
    ONLY_NOISE = "only-noise"
    FAULT = "fault"
    TAMPER = "tamper"
    SELF_TEST = "self-test"
    NO_IDENTITY = "no-identity"
    STRANGER = "stranger"
    WRONG_IDENTITY = "wrong-identity"
    NAMESAKE = "namesake"
    CHANGED = "changed-identity"
    CLONED = "cloned"
    FORGED = "forged"
    CHATTER = "chatter"
    UNRECORDED = "unrecorded"


@dataclass(frozen=True, slots=True)
class Trouble:
    """What happened, what it means for the table, and what to do."""

    what: str
    means: str
    do: str

    def __str__(self) -> str:
        return f"{self.what} {self.means} {self.do}"


@dataclass(frozen=True, slots=True)
class LineChange:
    """A line went from one state to another, or to another reason for the same state."""

    line: str
    at: datetime
    was: LineState
    now: LineState
    reason: LineReason
    trouble: Trouble | None = None
    table: str | None = None
    reader: ReaderIdentity | None = None


class AlarmKind(StrEnum):
    """What an alarm is about; everything else is told by a line's change."""

    UNREACHABLE = "unreachable"
    OUT_OF_ORDER = "out-of-order"
    IDENTITY = "identity"


@dataclass(frozen=True, slots=True)
class Alarm:
    """One cause for concern over one line or many; `standing` is false once it is over."""

    number: int
    kind: AlarmKind
    group: str
    raised_at: datetime
    lines: tuple[str, ...]
    tables: tuple[str, ...]
    trouble: Trouble
    standing: bool = True
    grown: bool = False
    #: Why it is over, once it is.
    ended: str = ""


@dataclass(frozen=True, slots=True)
class Counters:
    """What a line has seen since the app started."""

    octets: int = 0
    frames: int = 0
    good: int = 0
    flaws: tuple[tuple[str, int], ...] = ()
    gaps: int = 0
    missing: int = 0
    unrecorded: int = 0
    dropped: int = 0
    sent: int = 0
    openings: int = 0


@dataclass(frozen=True, slots=True)
class HexFrame:
    """A frame as a screen shows it."""

    at: datetime
    sent: bool
    octets: str
    said: str


@dataclass(frozen=True, slots=True)
class Latency:
    """How much longer than the quickest of the last frames they took to come, in milliseconds."""

    last: float = 0.0
    median: float = 0.0
    worst: float = 0.0


@dataclass(frozen=True, slots=True)
class LineSheet:
    """All that a screen shows of a line."""

    line: str
    target: str
    port: str | None
    driver: str
    state: LineState
    reason: LineReason
    since: datetime
    trouble: Trouble | None
    table: str | None
    reader: ReaderIdentity | None
    listening_only: bool
    keyed: bool
    counters: Counters
    latency: Latency
    uptime_ms: int | None
    open_since: datetime | None
    last_heard: datetime | None
    last_signal: HoleCardSignal | None
    last_signal_at: datetime | None
    frames: tuple[HexFrame, ...]
    history: tuple[LineChange, ...]

    @property
    def virtual(self) -> bool:
        return self.reader is not None and self.reader.virtual
