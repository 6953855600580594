"""This module lets the service read canaries while it is idle, and shows which of their identifiers it finds.

Canaries are read and not de-identified: nothing of them is stored, and no text is made.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError

from redactor.assemble.facade import Redactor
from redactor.errors import RunError
from redactor.sample.canaries import CanaryWindow, Tally, alarm_text, draw_canary, tally
from redactor.sample.marked import Marked
from redactor.service.engine_thread import EngineThread
from redactor.service.metrics import Metrics
from redactor.service_settings import CanarySettings
from redactor.text import Reading


class Canaries:
    """These canaries are read by an engine thread, from a thread of their own.

    told: is told of failures, and of an alarm, as an error without values.
    """

    def __init__(
        self,
        engine: EngineThread,
        metrics: Metrics,
        settings: CanarySettings,
        told: Callable[[BaseException], None],
        draw: Callable[[int], Marked] = draw_canary,
    ) -> None:
        self._engine, self._metrics, self._settings, self._told, self._draw = engine, metrics, settings, told, draw
        self._window = CanaryWindow(settings)

    def start(self) -> None:
        """Send canaries at the rate of the settings until the engine is closed; none at a rate of 0."""
        if self._settings.rate:
            self._metrics.begin_canaries()
            threading.Thread(target=self._send_all, name="canaries", daemon=True).start()

    def _send_all(self) -> None:
        pause = threading.Event()  # which nobody sets
        while self.send():
            pause.wait(3600 / self._settings.rate)

    def send(self) -> bool:
        """Send one canary, unless the engine has other work. Return False once the engine is closed."""
        try:
            note = self._draw(secrets.randbits(64))
            reading = self._engine.run_if_idle(lambda facade: _read(facade, note.text))
        except CancelledError:
            return False
        except Exception as e:
            self._told(e)
            self._metrics.canary("failed")
            return True
        if reading is None:
            self._metrics.canary("skipped")
        elif (one := tally(note, reading)) is None:
            self._metrics.canary("failed")
        else:
            self._metrics.canary("read")
            self._judge(one)
        return True

    def _judge(self, one: Tally) -> None:
        alarm = self._window.add(one)
        self._metrics.canary_recall(self._window.recall, one.missed)
        self._metrics.canary_alarm.set(bool(self._window.low))
        if alarm:
            self._told(RunError(alarm_text(alarm)))


def _read(facade: Redactor, text: str) -> Reading:
    return facade.detect(text)
