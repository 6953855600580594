"""Inserts identifiers into real notes and dialogues, from which the student learns real clinical prose.

Existing names and numbers are replaced by generated ones, one person consistently over the whole note. Possible
identifiers keep their text, and their label is unknown. Rules then insert identifiers at places typical of other notes.
A quarter of the notes get none, and as many get few: real notes have one in 50 words or less.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from corpus.engine.cast import Cast
from corpus.engine.noise import styles
from corpus.examples import existing_identifiers, heads_and_feet
from corpus.examples.existing_names import SPEAKER
from corpus.examples.insertions import RULES, Rule
from corpus.examples.replacing import Replacer
from redactor.distill.examples import UNKNOWN, Example, example_from_marked
from redactor.distill.note_sources import SourceNote
from redactor.entities import Entity
from redactor.sample.marked import Mark, Marked, escape, join

_LONG = 2_800  # characters; longer notes are cut at the border of a paragraph
_MOST = 12  # insertions per note
_NONE, _FEW = 0.25, 0.25  # shares of the notes that get no insertions, and few
_APART, _FAR_APART = 150, 1_200  # characters to an insertion, and where there are few
_RENAMED = 0.4  # share of the dialogues whose speakers have names
_STYLED = 0.35  # share of the notes put through the house styles, which leave over half as they are
_HE = re.compile(r"\b(?:he|his|him|himself|mr|male|man|gentleman)\b", re.I)
_SHE = re.compile(r"\b(?:she|hers?|herself|ms|mrs|female|woman|lady)\b", re.I)
_SENTENCE = re.compile(r"[a-z)%\d](?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bSt)(?<!\bvs)[.!?](?P<at> )(?= ?[A-Z])")
_TURN = re.compile(r"(?<=[.!?])(?P<at> *)$", re.M)
_HEADINGS = (
    "SOCIAL HISTORY", "FAMILY HISTORY", "HPI", "PAST MEDICAL HISTORY", "ASSESSMENT", "MEDICATIONS", "PLAN", "EXAM",
    "HOSPITAL COURSE", "ALLERGIES", "CHIEF COMPLAINT",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Edit:
    """text[start:end] becomes `value`."""

    start: int
    end: int
    value: Marked


class Injector:
    """Notes to inject into, drawn by index. cast: creates the people and places of a note."""

    def __init__(self, notes: Sequence[SourceNote], cast: Callable[[random.Random], Cast]) -> None:
        self._notes = notes
        self._cast = cast
        self._long = [i for i, note in enumerate(notes) if len(note.text) > 300] or list(range(len(notes)))

    def example(self, id: str, rng: random.Random) -> Example:
        """An injected note. The generator alone decides which note it is and what is inserted."""
        note = self._notes[rng.choice(self._long) if rng.random() < 0.6 else rng.randrange(len(self._notes))]
        text = note.text
        if len(text) < 400 and rng.random() < 0.3:
            text = self._sections(text, rng)
        speech = bool(SPEAKER.search(text)) or note.fields.get("kind") == "dialogue"
        marked = inject(cut(text, rng), rng, self._cast, speech)
        if rng.random() < _STYLED:
            _, marked = styles.apply(rng, marked)
        return example_from_marked(id, "dialogue" if speech else "note", "injected", marked)

    def _sections(self, text: str, rng: random.Random) -> str:
        """A short text with others like it, each under a heading."""
        parts = [text]
        for _ in range(rng.randint(1, 3)):
            other = self._notes[rng.randrange(len(self._notes))].text
            if len(other) < 500 and not SPEAKER.search(other):
                parts.append(other)
        heads = rng.sample(_HEADINGS, len(parts))
        bare = rng.random() < 0.3 or any(SPEAKER.search(p) for p in parts)
        colon = rng.choice((":\n", ": ", "\n\n", " - "))
        return "\n\n".join(p if bare else f"{head}{colon}{p}" for head, p in zip(heads, parts, strict=True))


def cut(text: str, rng: random.Random) -> str:
    """A long text cut at borders of lines to a part of 400 characters or more; a short one as it is."""
    if len(text) <= _LONG or rng.random() < 0.25:
        return text
    borders = [0, *(m.end() for m in re.finditer(r"\n+", text)), len(text)]
    start = rng.choice([b for b in borders if b <= len(text) - 400])
    size = rng.randint(400, _LONG)
    end = next((b for b in borders if b >= start + size), len(text))
    return text[start : min(end, start + 2 * _LONG)].strip("\n")


def inject(text: str, rng: random.Random, cast: Callable[[random.Random], Cast], speech: bool) -> Marked:
    """The text with its identifiers replaced or set unknown, and new identifiers inserted.

    Marks whose subject is `UNKNOWN` mean that nothing is known about their characters.
    """
    c = _fitting(text, rng, cast)
    taken = bytearray(len(text) + 1)
    edits: list[_Edit] = []
    replacer = Replacer(text, c)
    for found in existing_identifiers.find(text):
        surface = text[found.start : found.end]
        if found.label is None:
            value = Marked(surface, (Mark(0, len(surface), Entity.ID, UNKNOWN, surface),))
        else:
            value = replacer.value(found)
        edits.append(_Edit(found.start, found.end, value))
        taken[found.start : found.end] = b"\x01" * (found.end - found.start)
    head = foot = Marked("")
    how = rng.random()
    if how >= _NONE:
        few = how < _NONE + _FEW
        edits += _insertions(text, rng, c, speech, taken, _FAR_APART if few else _APART)
        if not few and rng.random() < (0.05 if speech else 0.3):
            head = c.any(*heads_and_feet.HEADS)
        if not few and rng.random() < (0.05 if speech else 0.25):
            foot = c.any(*heads_and_feet.FEET)
    edits.sort(key=lambda e: (e.start, e.end))
    pieces: list[Marked | str] = [head]
    at = 0
    lower = text.islower()
    for e in edits:
        pieces += (text[at : e.start], escape(e.value, str.lower) if lower else e.value)
        at = e.end
    return join(*pieces, text[at:], foot)


def _fitting(text: str, rng: random.Random, cast: Callable[[random.Random], Cast]) -> Cast:
    """A cast whose patient has the sex that the text mentions, if it mentions one."""
    he, she = len(_HE.findall(text)), len(_SHE.findall(text))
    want = "he" if he > 2 * she else "she" if she > 2 * he else None
    c = cast(rng)
    for _ in range(6):
        if want is None or c.say("{he}").text == want:
            break
        c = cast(rng)
    return c


def _insertions(text: str, rng: random.Random, c: Cast, speech: bool, taken: bytearray, apart: int) -> list[_Edit]:
    """Edits at free places, their number in proportion to the length of the text.

    taken: characters already edited. apart: characters of text to an edit, at the least.
    """
    out: list[_Edit] = []
    if speech and apart == _APART and rng.random() < _RENAMED:
        for rule in (r for r in RULES if r.every and rng.random() < 0.7):
            places = [p for p in _places(rule, text) if _free(taken, *p)]
            if places:
                value = c.say(c.pick(rule.templates))
                out += [_Edit(start, end, value) for start, end in places]
                _take(taken, places)
    left = rng.randint(1, max(1, min(_MOST, 1 + len(text) // apart)))
    rules = [r for r in RULES if not r.every and r.speech in (None, speech)]
    rng.shuffle(rules)
    free = heads_and_feet.TURNS if speech else heads_and_feet.SENTENCES
    between = Rule(_TURN if speech else _SENTENCE, tuple(f" {t}" + ("" if speech else " ") for t in free))
    for rule in [*rules[: 4 * left], *[between] * rng.choice((0, 0, 1, 2))]:
        if left <= 0:
            break
        places = [p for p in _places(rule, text) if _free(taken, *p)]
        if not places:
            continue
        template = c.pick(rule.templates)
        most = 1 if "{kin" in template else rng.choice((1, 1, 2))  # a mother and a father have different names
        places = rng.sample(places, min(len(places), most, left))
        out += [_Edit(start, end, _fitted(text, start, end, c.say(template))) for start, end in places]
        _take(taken, places)
        left -= len(places)
    return out


def _places(rule: Rule, text: str) -> list[tuple[int, int]]:
    return [m.span("at") for m in rule.pattern.finditer(text)]


def _take(taken: bytearray, places: list[tuple[int, int]]) -> None:
    """Mark places as edited, with a margin, so that no two insertions are adjacent."""
    for start, end in places:
        room = slice(max(0, start - 2), end + 3)
        taken[room] = b"\x01" * len(taken[room])


def _free(taken: bytearray, start: int, end: int) -> bool:
    return not any(taken[max(0, start - 1) : end + 1])


def _fitted(text: str, start: int, end: int, value: Marked) -> Marked:
    """The value in the case of the replaced text: all capitals stay capitals."""
    old = text[start:end]
    return escape(value, str.upper) if len(old) > 3 and old.isupper() else value
