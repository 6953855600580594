"""Chromium without a window, driven by its DevTools protocol over a pipe: no library and no port."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run", "--disable-extensions",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-pipe",
)  # fmt: skip


class Tab:
    """A page of the browser. failures: what its console calls an error, a refused script or style included."""

    def __init__(self, to_browser: int, from_browser: int) -> None:
        self._to, self._from, self._number, self._rest = to_browser, from_browser, 0, b""
        self._session: str | None = None
        self._events: list[dict[str, Any]] = []
        self.failures: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            block = os.read(self._from, 1 << 20)
            assert block, "the browser has ended"
            self._rest += block
        message, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        if found.get("method") == "Log.entryAdded" and found["params"]["entry"]["level"] == "error":
            self.failures.append(found["params"]["entry"]["text"])
        elif found.get("method") == "Runtime.exceptionThrown":
            self.failures.append(str(found["params"]["exceptionDetails"]))
        return found

    def call(self, method: str, **params: object) -> dict[str, Any]:
        self._number += 1
        told = {"id": self._number, "method": method, "params": params}
        if self._session is not None:
            told["sessionId"] = self._session
        os.write(self._to, json.dumps(told).encode() + b"\0")
        while True:
            found = self._receive()
            if found.get("id") == self._number:
                assert "error" not in found, found
                return dict(found["result"])
            self._events.append(found)

    def wait(self, method: str) -> None:
        """Wait for an event that no `wait` has seen."""
        while True:
            event = self._events.pop(0) if self._events else self._receive()
            if event.get("method") == method:
                return

    def open(self, address: str) -> None:
        self._events.clear()
        self.call("Page.navigate", url=address)
        self.wait("Page.loadEventFired")

    def run(self, script: str) -> Any:
        found = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def press(self, key: str, *, leaves: bool = False) -> None:
        """Press a key; leaves: wait until the page that it leads to has loaded."""
        self._events.clear()
        text = {"text": key} if len(key) == 1 else {}
        self.call(
            "Input.dispatchKeyEvent",
            type="keyDown",
            key=key,
            code=key,
            windowsVirtualKeyCode=_CODES.get(key, 0),
            **text,
        )
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=_CODES.get(key, 0))
        if leaves:
            self.wait("Page.loadEventFired")

    def said(self, words: str) -> None:
        """Wait until the page's status has these words."""
        self.run(
            "new Promise((done) => { const look = () => document.getElementById('status').textContent.includes("
            f"{json.dumps(words)}) ? done() : setTimeout(look, 20); look(); }})"
        )

    def accessible(self) -> list[dict[str, Any]]:
        """Return what a screen reader is told: role, name, description and whether it can have the focus."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [
            {
                **{told: str(node.get(told, {}).get("value", "")) for told in ("role", "name", "description")},
                "focusable": any(p["name"] == "focusable" for p in node.get("properties", ())),
            }
            for node in nodes
            if not node["ignored"]
        ]

    def look(self, *, dark: bool, width: int, height: int) -> bytes:
        """Return a picture of the page as PNG."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])


_CODES = {"Tab": 9, "Escape": 27, "ArrowUp": 38, "ArrowDown": 40}


@contextmanager
def browser(profile: Path) -> Iterator[Tab]:
    """Run the browser with an empty profile until the block ends."""
    assert CHROMIUM is not None
    from_us, to_browser = os.pipe()
    from_browser, to_us = os.pipe()

    def connect() -> None:  # the browser reads its descriptor 3 and writes to 4
        reads, writes = os.dup(from_us), os.dup(to_us)
        os.dup2(reads, 3)
        os.dup2(writes, 4)

    command = [CHROMIUM, *_FLAGS, f"--user-data-dir={profile}"]
    fds = (from_us, to_us, 3, 4)
    with subprocess.Popen(
        command, preexec_fn=connect, pass_fds=fds, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        os.close(from_us)
        os.close(to_us)
        try:
            yield Tab(to_browser, from_browser)
        finally:
            process.kill()
            process.wait()
            os.close(to_browser)
            os.close(from_browser)
