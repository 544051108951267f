"""A real Chromium without a screen, driven over WebDriver: it opens a page, is given files, and says what it shows."""

from __future__ import annotations

import json
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.waiting import looks

#: No sandbox: tests may run as root. No errands of its own: there is no network here.
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
).split()
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # how WebDriver calls the name of an element


class Chromium:
    """One window of a browser."""

    def __init__(self, server: str, folder: Path) -> None:
        self._at = server
        options = {"args": [*FLAGS, f"--user-data-dir={folder}"]}
        wanted = {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options}}}
        self._at += f"/session/{self._post('/session', wanted)['sessionId']}"

    def open(self, page: Path) -> None:
        """Open a page of this computer anew."""
        self._post("/url", {"url": page.resolve().as_uri()})

    def give(self, field: str, files: Sequence[Path]) -> None:
        """Choose files, or a folder, as its dialog would."""
        self._post(f"/element/{self._named(field)}/value", {"text": "\n".join(map(str, files))})

    def run(self, script: str) -> Any:
        """What a script answers."""
        return self._post("/execute/sync", {"script": script, "args": []})

    def leave(self) -> None:
        """Close the window."""
        self._send("DELETE", "")

    def _named(self, name: str) -> str:
        found = self._post("/element", {"using": "css selector", "value": f"#{name}"})
        return str(found[ELEMENT])

    def _post(self, path: str, said: Mapping[str, Any]) -> Any:
        return self._send("POST", path, json.dumps(said).encode())

    def _send(self, method: str, path: str, body: bytes | None = None) -> Any:
        asked = urllib.request.Request(self._at + path, body, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return json.load(answer)["value"]


@contextmanager
def chromium() -> Iterator[Chromium]:
    """A browser that is gone afterwards, with all it wrote."""
    with tempfile.TemporaryDirectory(prefix="floorapp-browser-", ignore_cleanup_errors=True) as name:
        driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, encoding="utf-8")
        try:
            assert driver.stdout is not None
            (port,) = (line.split()[-1].rstrip(".") for line in _until(driver.stdout, "started successfully on port"))
            browser = Chromium(f"http://127.0.0.1:{port}", Path(name))
            try:
                yield browser
            finally:
                browser.leave()
        finally:
            driver.terminate()
            driver.communicate(timeout=30)


def _until(lines: Iterator[str], words: str) -> Iterator[str]:
    yield next(line for line in lines if words in line)


def answer_of(browser: Chromium) -> tuple[str, list[tuple[str, str]]]:
    """What the verifier's page shows once it is done: its verdict, and each line with its class."""
    for _ in looks():
        verdict, lines = browser.run(
            "return [document.getElementById('verdict').textContent,"
            " [...document.querySelectorAll('#answer li')].map((each) => [each.className, each.textContent])]"
        )
        if lines:
            return verdict, [(kind, text) for kind, text in lines]
        time.sleep(0.05)
    return verdict, []
