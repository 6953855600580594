"""This module copies what a run releases to stdout, after the journal has it. docs/adr/0058-stdout-as-out.md says why.

The folder OUT of such a run is `stdout` in its state. It holds what a folder OUT holds, with all records as lines of
JSON, so that a manifest, `redactor verify` and the release of quarantined records work as for other runs.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection
from pathlib import Path
from typing import BinaryIO

from redactor.files.atomic_file import sync
from redactor.run.output.folder import part_path

STAGED = "stdout"
"""The name of the folder OUT in the state of a run into a pipe."""

_PARTS = "*.part"  # what an interrupted run has not put there yet
_ORDER = ("records-", "released-", "deleted-")  # deletions come last, since they may name records of the same run


def erase_copy(state: Path, ids: Collection[str]) -> int:
    """Erase what a run into a pipe keeps of its output in its state, if a line of it names one of these released ids;
    return how many lines do.

    The whole of it goes, since a manifest covers files and no lines. A finished run has sent all of it; an interrupted
    one cannot go on, and is begun anew.
    """
    if not ids or not (state / STAGED).is_dir():
        return 0
    files = [*(state / STAGED).glob("*.ndjson"), *state.glob(_PARTS)]
    named = re.compile(b"|".join(re.escape(one.encode()) for one in ids))
    found = sum(_lines_that_name(path, named) for path in files)
    if found:
        for path in files:
            path.unlink()
        shutil.rmtree(state / STAGED)
        sync(state)
    return found


def _lines_that_name(path: Path, named: re.Pattern[bytes]) -> int:
    with path.open("rb") as lines:
        return sum(named.search(line) is not None for line in lines)


class PipeCopy:
    """A copy sends each committed byte of a run once to a stream, which gets them from the beginning in every process.

    is_live: the input is a pipe too, one unit, whose records are sent while later ones are read. Otherwise the order of
    files is drawn once all of the input is read, and nothing is sent before.
    """

    def __init__(self, state: Path, stream: BinaryIO, *, is_live: bool) -> None:
        self._part = part_path(state, "records", 1)
        self._out = state / STAGED
        self._stream = stream
        self._is_live = is_live
        self._sent = 0  # bytes of the one unit of a live copy

    def send_committed(self) -> None:
        """Send what was committed since the last call. Called after a commit, before the next write."""
        if self._is_live and self._part.is_file():
            self._sent += self._send(self._part, self._sent)
            self._stream.flush()

    def finish(self) -> None:
        """Send the rest of what is in OUT. Called when the run is complete."""
        for prefix in _ORDER:
            for path in sorted(self._out.glob(f"{prefix}*.ndjson")):
                is_begun = self._is_live and prefix == _ORDER[0]
                self._send(path, self._sent if is_begun else 0)
        self._stream.flush()

    def _send(self, path: Path, start: int) -> int:
        """Send a file from an offset to its end, and return the number of bytes."""
        with path.open("rb") as file:
            file.seek(start)
            shutil.copyfileobj(file, self._stream)
            return file.tell() - start
