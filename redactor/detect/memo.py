"""Readings of short texts, kept: displays of codes and units recur millions of times in a run."""

from __future__ import annotations

from collections import OrderedDict

from redactor.text import Reading

SHORT = 256  # characters up to which a text's reading is kept
SIZE = 65_536  # readings that are kept


class Memo:
    """The readings of the short texts that were asked for last."""

    def __init__(self) -> None:
        self._held: OrderedDict[str, Reading] = OrderedDict()

    def __len__(self) -> int:
        return len(self._held)

    def get(self, text: str) -> Reading | None:
        """The reading of a text, None where it is not held."""
        found = self._held.get(text)
        if found is not None:
            self._held.move_to_end(text)
        return found

    def keep(self, text: str, reading: Reading) -> None:
        """Hold the reading of a text, if it is a short one, for the one that was longest not asked for."""
        if len(text) > SHORT:
            return
        self._held[text] = reading
        if len(self._held) > SIZE:
            self._held.popitem(last=False)
