"""An I/O module: pymodbus' own server in a thread, over TCP or on a pseudo-terminal that leads to another."""

from __future__ import annotations

import asyncio
import os
import select
from importlib import import_module
from threading import Event, Thread
from typing import Any

UNIT, INPUTS, READ_INPUTS = 3, 8, 2


class Cable:
    """Two pseudo-terminals with a wire between them, as a serial line has two ends; noise may be put on it."""

    def __init__(self) -> None:
        import tty  # Windows has none

        self._pairs = [os.openpty(), os.openpty()]
        for _, end in self._pairs:
            tty.setraw(end)
        self.ends = [os.ttyname(end) for _, end in self._pairs]
        self._running = True
        self._thread = Thread(target=self._carry, name="cable")
        self._thread.start()

    def _carry(self) -> None:
        first, second = (ours for ours, _ in self._pairs)
        while self._running:
            for ready in select.select([first, second], [], [], 0.05)[0]:
                os.write(second if ready == first else first, os.read(ready, 4096))

    def noise(self, octets: bytes) -> None:
        """Bytes nobody sent, at our end."""
        os.write(self._pairs[1][0], octets)

    def close(self) -> None:
        self._running = False
        self._thread.join()
        for pair in self._pairs:
            for end in pair:
                os.close(end)


class IoModule:
    """Eight digital inputs; `lamp` switches one."""

    def __init__(self, serial: str = "") -> None:
        self._serial = serial
        self._loop = asyncio.new_event_loop()
        self._ready = Event()
        self._server: Any = None
        self.port = 0
        self._thread = Thread(target=self._run, name="io-module")

    def __enter__(self) -> IoModule:
        self._thread.start()
        assert self._ready.wait(20)
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._server.shutdown(), self._loop).result(10)
        self._thread.join()

    def lamp(self, number: int, on: bool) -> None:
        setting = self._server.async_setValues(UNIT, READ_INPUTS, number, [on])
        asyncio.run_coroutine_threadsafe(setting, self._loop).result(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._loop.close()

    async def _serve(self) -> None:
        simulator, server = import_module("pymodbus.simulator"), import_module("pymodbus.server")
        bits, words = simulator.DataType.BITS, simulator.DataType.REGISTERS
        inputs = simulator.SimData(0, values=[False] * INPUTS, datatype=bits)
        coils = simulator.SimData(0, values=[False], datatype=bits)
        held = simulator.SimData(0, values=[0], datatype=words)
        device = simulator.SimDevice(UNIT, simdata=([coils], [inputs], [held], [held]))
        if self._serial:
            self._server = server.ModbusSerialServer(device, port=self._serial, baudrate=9600)
        else:
            self._server = server.ModbusTcpServer(device, address=("127.0.0.1", 0))
        await self._server.serve_forever(background=True)
        if not self._serial:
            self.port = self._server.transport.sockets[0].getsockname()[1]
        self._ready.set()
        await self._server.serving
