"""Cache readings of short texts: displays of codes and units recur millions of times in a run."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from redactor.text import Note, Reading

MAX_CHARACTERS = 256  # a longer text is not cached
MAX_READINGS = 65_536


def in_batches(texts: Iterable[str], characters: int) -> Iterator[list[str]]:
    """Yield batches of texts, each of about that many characters."""
    batch: list[str] = []
    held = 0
    for text in texts:
        batch.append(text)
        held += len(text)
        if held > characters:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


class ReadingCache:
    """Keep readings by text; the least recently used is dropped first."""

    def __init__(self) -> None:
        self._readings: OrderedDict[str, Reading] = OrderedDict()

    def __len__(self) -> int:
        return len(self._readings)

    def get(self, text: str) -> Reading | None:
        """Return the cached reading of a text, or None."""
        found = self._readings.get(text)
        if found is not None:
            self._readings.move_to_end(text)
        return found

    def put(self, text: str, reading: Reading) -> None:
        """Cache the reading of a text, unless the text is too long."""
        if len(text) > MAX_CHARACTERS:
            return
        self._readings[text] = reading
        if len(self._readings) > MAX_READINGS:
            self._readings.popitem(last=False)

    def read_through(
        self, notes: Sequence[Note], read: Callable[[list[str]], Iterable[tuple[str, Reading]]]
    ) -> list[Reading]:
        """Return one reading per note, from the cache or from `read`.

        read: called once with the texts that are not cached, each once; yields (text, reading).
        """
        found: dict[str, Reading] = {}
        missing: list[str] = []
        for text in dict.fromkeys(note.text for note in notes):
            known = self.get(text)
            if known is None:
                missing.append(text)
            else:
                found[text] = known
        for text, reading in read(missing):
            found[text] = reading
            self.put(text, reading)
        return [found[note.text] for note in notes]


def read_by_kind(
    caches: Mapping[bool, ReadingCache],
    notes: Sequence[Note],
    kind_of: Callable[[Note], bool],
    read: Callable[[bool, list[str]], Iterable[tuple[str, Reading]]],
) -> list[Reading]:
    """Return one reading per note, of notes of two kinds, in which the same text reads in its own way.

    read: as in `ReadingCache.read_through`, of a kind; it is not called for a kind without notes.
    """
    kinds = list(map(kind_of, notes))
    found: dict[int, Reading] = {}
    for kind, cache in caches.items():
        members = [i for i, other in enumerate(kinds) if other is kind]
        if members:
            readings = cache.read_through([notes[i] for i in members], partial(read, kind))
            found |= zip(members, readings, strict=True)
    return [found[i] for i in range(len(notes))]
