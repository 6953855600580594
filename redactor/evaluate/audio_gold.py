"""Recordings with gold: what was said, where PHI is, and which words of a transcript are PHI by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path

import msgspec

from audio.confidence import plain
from redactor.errors import EvaluationError

SUFFIX = ".gold.json"


class GoldWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word and when it is spoken, in seconds from the beginning of the recording."""

    text: str
    start: float
    end: float


class GoldPassage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PHI: seconds, the entity, and the condition under which it is reported ("noise", "quiet"), if any."""

    start: float
    end: float
    entity: str
    condition: str = ""


class GoldRecording(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """words: everything that is said, in order of time. phi: in order of time; it may overlap."""

    words: tuple[GoldWord, ...]
    phi: tuple[GoldPassage, ...]

    def is_phi(self, word: GoldWord) -> str:
        """The entity of the passage that holds the middle of the word; empty if none does."""
        middle = (word.start + word.end) / 2
        return next((passage.entity for passage in self.phi if passage.start <= middle <= passage.end), "")


def read_set(folder: Path) -> Iterator[tuple[Path, GoldRecording]]:
    """The recordings of a set, in order of their names; sidecars and hidden files are passed over. Raises
    EvaluationError for a recording without a gold file, a gold file without a recording, and one that is malformed: by
    the number of the recording in that order, since names of files may hold PHI."""
    files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    golds = {path.name.removesuffix(SUFFIX): path for path in files if path.name.endswith(SUFFIX)}
    recordings = [path for path in files if path.suffix.lower() != ".json"]
    names = [path.stem for path in recordings]
    if len(set(names)) < len(names) or set(names) != set(golds):
        raise EvaluationError(f"every recording NAME.* of SET needs one NAME{SUFFIX}, and the other way round")
    if not recordings:
        raise EvaluationError("SET holds no recordings")
    for number, path in enumerate(recordings, start=1):
        yield path, _read(golds[path.stem], number)


def _read(path: Path, number: int) -> GoldRecording:
    try:
        gold = msgspec.json.decode(path.read_bytes(), type=GoldRecording)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise EvaluationError(f"the gold of recording {number} is no gold file; see docs/guide/audio.md") from None
    times = [(word.start, word.end) for word in gold.words] + [(passage.start, passage.end) for passage in gold.phi]
    if any(not 0 <= start < end for start, end in times):
        raise EvaluationError(f"a word or a passage in the gold of recording {number} has no length")
    return gold


def gold_entities(heard: Sequence[str], gold: GoldRecording, *, exact: bool = False) -> list[str]:
    """The entity of each recognised word, empty for none: that of the gold word in whose place it stands.

    Words are aligned by their letters (difflib). Between words that agree, recognised words stand for the gold words at
    the same share of the way; what was heard where gold has no word stands for none. exact: only words that agree.
    """
    said = [plain(word.text) for word in gold.words]
    entities = [gold.is_phi(word) for word in gold.words]
    found = [""] * len(heard)
    matcher = SequenceMatcher(None, said, [plain(text) for text in heard], autojunk=False)
    for kind, said_from, said_to, heard_from, heard_to in matcher.get_opcodes():
        if kind not in ("equal", "replace") or (exact and kind == "replace"):
            continue
        ratio = (said_to - said_from) / (heard_to - heard_from)
        for offset in range(heard_to - heard_from):
            first = said_from + int(offset * ratio)
            last = max(said_from + -int(-(offset + 1) * ratio // 1), first + 1)
            found[heard_from + offset] = next(filter(None, entities[first:last]), "")
    return found
