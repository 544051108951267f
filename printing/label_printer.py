"""Label printers on the network: ZPL as it is, to the raw port."""

from __future__ import annotations

import socket

RAW = 9100
SECONDS = 10.0


def send_labels(octets: bytes, address: str) -> None:
    """Send to HOST or HOST:PORT; raises OSError, or ValueError for an address that is none."""
    host, _, port = address.strip().rpartition(":") if ":" in address else (address.strip(), "", "")
    if not host or (port and not port.isdigit()):
        raise ValueError(f"not HOST or HOST:PORT: {address}")
    with socket.create_connection((host, int(port or RAW)), timeout=SECONDS) as printer:
        printer.sendall(octets)
        printer.shutdown(socket.SHUT_WR)
