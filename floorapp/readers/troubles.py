"""What went wrong with a line, in words for people: what happened, what it means, what to do."""

from __future__ import annotations

import errno
import socket

import serial

from floorapp.domain.reader_lines import LineReason, Trouble
from floorapp.system import PORT_RIGHTS

NOT_HEARD = "No signal from its reader: signals are missing from the logbook, and the reader cannot vouch for rounds."
NOT_TRUSTED = "What comes over this line is kept as evidence, but not trusted and not assigned to a table."
OUT_OF_ORDER = "The reader must not be relied on; in Pennsylvania dealing stops until it is repaired or replaced."

_WORDS: dict[LineReason, tuple[str, str, str]] = {
    LineReason.UNPLUGGED: (
        "{line}: the connection to {target} is gone.",
        NOT_HEARD,
        "Check the plug and the power; the line reconnects on its own.",
    ),
    LineReason.NO_PORT: (
        "{line}: there is no {target}.",
        NOT_HEARD,
        "Plug the reader in, or choose another port under Readers.",
    ),
    LineReason.PORT_TAKEN: (
        "{line}: another program, or another line, is using {target}.",
        NOT_HEARD,
        "Close that program, or remove the second line under Readers.",
    ),
    LineReason.NO_PERMISSION: ("{line}: this station may not open {target}.", NOT_HEARD, PORT_RIGHTS),
    LineReason.NO_HOST: (
        "{line}: no device server is known by the name in {target}.",
        NOT_HEARD,
        "Check the name under Readers and the network's name service.",
    ),
    LineReason.REFUSED: (
        "{line}: the device server answers, but nothing listens at {target}.",
        NOT_HEARD,
        "Check the port number, and that the device server's port is set to TCP server.",
    ),
    LineReason.UNREACHABLE: (
        "{line}: the device server at {target} does not answer.",
        NOT_HEARD,
        "Check its power and network cable.",
    ),
    LineReason.NOT_SERIAL: ("{line}: {target} is not a serial port.", NOT_HEARD, "Choose another port under Readers."),
    LineReason.BAD_ADDRESS: (
        "{line}: {target} cannot be understood as a port.",
        NOT_HEARD,
        "Write a device name, socket://HOST:PORT, rfc2217://HOST:PORT or listen://ADDRESS:PORT.",
    ),
    LineReason.BAD_SETTINGS: (
        "{line}: its protocol cannot be spoken with the settings of this line.",
        NOT_HEARD,
        "Edit the line under Readers and check its settings.",
    ),
    LineReason.TOO_MANY_FILES: (
        "{line}: this station has no room to open another port.",
        NOT_HEARD,
        "Ask an administrator to raise the limit of open files.",
    ),
    LineReason.UNOPENED: (
        "{line}: {target} could not be opened.",
        NOT_HEARD,
        "Unplug the reader, plug it in again; if that does not help, ask a technician.",
    ),
    LineReason.NOTHING_HEARD: (
        "{line}: the port is open, but the reader sends no signal.",
        NOT_HEARD,
        "Check that the reader has power and that its cable is seated.",
    ),
    LineReason.ONLY_NOISE: (
        "{line}: bytes arrive, but none make a message.",
        NOT_HEARD,
        "Check the line's baud rate and protocol under Readers, and the cable.",
    ),
    LineReason.FAULT: (
        "{line}: {reader} reports a fault.",
        OUT_OF_ORDER,
        "Call a technician; inspect the reader before it is used again.",
    ),
    LineReason.TAMPER: (
        "{line}: {reader} reports tampering.",
        OUT_OF_ORDER,
        "Leave it untouched, notify a supervisor and surveillance; inspect it before it is used again.",
    ),
    LineReason.SELF_TEST: (
        "{line}: {reader} failed its own test.",
        OUT_OF_ORDER,
        "Call a technician; inspect the reader before it is used again.",
    ),
    LineReason.NO_IDENTITY: (
        "{line}: a reader is sending, but does not identify itself.",
        NOT_TRUSTED,
        "If the line only listens, edit it and let this station answer, so that it can ask the reader;"
        " otherwise call a technician.",
    ),
    LineReason.STRANGER: (
        "{line}: {reader} is not a registered reader.",
        NOT_TRUSTED,
        "If it belongs here, enter it under Readers; otherwise take it off the line.",
    ),
    LineReason.WRONG_IDENTITY: (
        "{line}: {reader} is not the reader that belongs here.",
        NOT_TRUSTED,
        "Put the right reader back, or enter the change under Readers.",
    ),
    LineReason.NAMESAKE: (
        "{line}: {reader} has the serial number of another reader, which is installed at a table.",
        NOT_TRUSTED,
        "If this is the one at the table, install it there by make, model and serial number (MAKE/MODEL/SERIAL);"
        " otherwise disconnect it.",
    ),
    LineReason.CHANGED: (
        "{line}: {reader} gave another identity without restarting.",
        NOT_TRUSTED,
        "Notify a supervisor and surveillance; check which device is connected to the line.",
    ),
    LineReason.CLONED: (
        "{line}: {reader} is connected on two lines at once; one of them is a copy.",
        NOT_TRUSTED,
        "Rely on neither, notify a supervisor and surveillance, and find the copy. Then switch its line off under"
        " Readers: only that makes the other one trusted again.",
    ),
    LineReason.FORGED: (
        "{line}: messages arrived that {reader} did not sign.",
        "They are kept as evidence, but not trusted; what the reader did sign is.",
        "Notify a supervisor and surveillance; check the line for foreign devices and the secret under Readers.",
    ),
    LineReason.CHATTER: (
        "{line}: {reader} sends far more than a reader should.",
        NOT_HEARD,
        "Take the reader off the line and call a technician.",
    ),
    LineReason.UNRECORDED: (
        "{line}: what arrived could not be stored.",
        NOT_HEARD,
        "Check the station's disk and database; what was not stored was not interpreted either.",
    ),
}


#: For a device that cannot report that something is over.
ENDED_BY_HAND = (
    " The device does not report when this is over: after the repair, switch its line off and on under Readers (Alt S)."
)


def trouble(
    reason: LineReason, *, line: str, target: str, reader: str | None = None, lasts: bool = False
) -> Trouble | None:
    """The words for a reason; none for a reason that is no trouble. `lasts` where only a person can end it."""
    words = _WORDS.get(reason)
    if words is None:
        return None
    what, means, do = words
    do += ENDED_BY_HAND if lasts else ""
    return Trouble(what.format(line=f"Line {line}", target=target, reader=reader or "the reader"), means, do)


_ERRNO = {
    errno.EBUSY: LineReason.PORT_TAKEN,
    errno.EAGAIN: LineReason.PORT_TAKEN,
    errno.EADDRINUSE: LineReason.PORT_TAKEN,
    errno.EADDRNOTAVAIL: LineReason.BAD_ADDRESS,
    errno.EACCES: LineReason.NO_PERMISSION,
    errno.EPERM: LineReason.NO_PERMISSION,
    errno.ENOENT: LineReason.NO_PORT,
    errno.ENXIO: LineReason.NO_PORT,
    errno.ENODEV: LineReason.NO_PORT,
    errno.EIO: LineReason.NO_PORT,
    errno.ENOTDIR: LineReason.NO_PORT,
    errno.ECONNREFUSED: LineReason.REFUSED,
    errno.ECONNRESET: LineReason.REFUSED,
    errno.ETIMEDOUT: LineReason.UNREACHABLE,
    errno.EHOSTUNREACH: LineReason.UNREACHABLE,
    errno.ENETUNREACH: LineReason.UNREACHABLE,
    errno.EHOSTDOWN: LineReason.UNREACHABLE,
    errno.ENOTTY: LineReason.NOT_SERIAL,
    errno.EINVAL: LineReason.NOT_SERIAL,
    errno.EISDIR: LineReason.NOT_SERIAL,
    errno.EMFILE: LineReason.TOO_MANY_FILES,
    errno.ENFILE: LineReason.TOO_MANY_FILES,
}


def reason_of(fault: BaseException) -> LineReason:
    """Why a port did not open; pyserial wraps the system's word, so the whole chain is looked at."""
    seen: BaseException | None = fault
    while seen is not None:
        if isinstance(seen, socket.gaierror):
            return LineReason.NO_HOST
        if isinstance(seen, TimeoutError):
            return LineReason.UNREACHABLE
        number = seen.errno if isinstance(seen, OSError) else seen.args[0] if seen.args else None
        if isinstance(number, int) and number in _ERRNO:
            return _ERRNO[number]
        if isinstance(seen, ValueError) and not isinstance(seen, UnicodeError):
            return LineReason.BAD_ADDRESS
        seen = seen.__cause__ or seen.__context__
    return LineReason.UNOPENED if isinstance(fault, serial.SerialException | OSError) else LineReason.BAD_ADDRESS
