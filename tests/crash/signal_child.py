"""A run in which every record takes for ever, to be sent signals.

Usage: python -m tests.crash.signal_child IN OUT STATE KEYRING WORKERS GRACE KIND. A worker says its process id in
STATE/../working-PID. KIND: "python" is work that lets other threads run, "library" a call that does not.
"""

from __future__ import annotations

import datetime as dt
import os
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from redactor.errors import StoppedError
from redactor.keys import Keyring
from redactor.run import signals
from redactor.run.contracts import Processed, RawRecord
from redactor.run.runner import run
from tests.crash.crash_child import callbacks, config


class Endless:
    """Never comes to an end."""

    def __init__(self, folder: Path, kind: str) -> None:
        self._folder, self._kind = folder, kind

    def process(self, raws: Sequence[RawRecord]) -> list[Processed]:
        (self._folder / f"working-{os.getpid()}").touch()
        if self._kind == "library":
            re.match(r"(a+)+$", "a" * 60 + "b")
        while True:
            time.sleep(0.01)


def make(folder: Path, kind: str, _: dt.date | None) -> Endless:
    return Endless(folder, kind)


def main(source: str, out: str, state: str, keys: str, workers: str, grace: str, kind: str) -> None:
    signals.GRACE = float(grace)  # type: ignore[misc]
    made = config(Path(source), Path(out), Path(state), Keyring.load(keys), workers=int(workers))
    try:
        run(made, replace(callbacks(), processor=partial(make, Path(state).parent, kind)))
    except StoppedError as e:
        sys.stderr.write(str(e))
        sys.exit(2)


if __name__ == "__main__":
    main(*sys.argv[1:])
