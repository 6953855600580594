"""Says what a command that runs for long is doing."""

from __future__ import annotations

from collections.abc import Mapping

from redactor.cli.messages import console


class Phases:
    """Prints each change of phase once. Nothing of the input is shown, not even names of files.

    words: what is printed of each phase. phase: the first, which is not printed.
    """

    def __init__(self, words: Mapping[str, str], phase: str = "") -> None:
        self._words, self._phase = words, phase

    def show(self, phase: str, more: str = "") -> None:
        """more: printed behind the words."""
        if phase != self._phase:
            self._phase = phase
            console().print(self._words[phase] + more, soft_wrap=True)
