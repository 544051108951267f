"""One window a floor: a second start knocks at the first one and goes."""

from __future__ import annotations

import hashlib

from PyQt6.QtCore import QObject, pyqtSignal
from PyQt6.QtNetwork import QLocalServer, QLocalSocket

PATIENCE_MS = 500


class OneWindow(QObject):
    """A local door under a name; whoever finds it answered wakes the other and leaves."""

    woken = pyqtSignal()

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = "floorapp-" + hashlib.sha256(name.encode()).hexdigest()[:16]
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._answer)

    def wake_other(self) -> bool:
        """Whether another one is there; it was woken."""
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        there = socket.waitForConnected(PATIENCE_MS)
        if there:
            socket.disconnectFromServer()
        return there

    def listen(self) -> None:
        """Be the one; a door left by a crash is taken over."""
        if not self._server.listen(self._name):
            QLocalServer.removeServer(self._name)
            self._server.listen(self._name)

    def _answer(self) -> None:
        socket = self._server.nextPendingConnection()
        if socket is not None:
            socket.deleteLater()
        self.woken.emit()

    def close(self) -> None:
        """No longer be the one."""
        self._server.close()
