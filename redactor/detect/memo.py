"""Readings of short texts, kept: displays of codes and units recur millions of times in a run."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence

from redactor.text import Note, Reading

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

    def through(
        self, notes: Sequence[Note], read: Callable[[list[str]], Iterable[tuple[str, Reading]]]
    ) -> list[Reading]:
        """One reading a note. read: gives those of texts that are not held, each of which it is asked for once."""
        found: dict[str, Reading] = {}
        todo: list[str] = []
        for text in dict.fromkeys(note.text for note in notes):
            known = self.get(text)
            if known is None:
                todo.append(text)
            else:
                found[text] = known
        for text, reading in read(todo):
            found[text] = reading
            self.keep(text, reading)
        return [found[note.text] for note in notes]
