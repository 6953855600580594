"""Says what a command that runs for long is doing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from redactor.cli.messages import console

if TYPE_CHECKING:
    from streams.processes import ProcessFile


class Phases:
    """Prints each change of phase once, and keeps the file of the process.

    Nothing of the input is shown, not even names of files.

    words: what is printed of each phase. phase: the first, which is not printed.
    """

    def __init__(self, words: Mapping[str, str], file: ProcessFile, phase: str = "") -> None:
        self._words, self._file, self._phase = words, file, phase

    def show(self, phase: str, more: str = "", **counts: int) -> None:
        """more: printed behind the words. counts: for the file."""
        self._file.tell(phase, **counts)
        if phase != self._phase:
            self._phase = phase
            console().print(self._words[phase] + more, soft_wrap=True)
