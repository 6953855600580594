"""Annotated sentences of public sets (wikigold, BTC, WNUT-17, SEC contracts).

Those sets mark persons, places, organisations and "other" only. Dates, web addresses and the like are added by rule if
their form proves them, and are set unknown otherwise. An organisation is sensitive here only as an employer or a
provider of care, which a sentence seldom shows: it is unknown, unless its name shows what it is.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from corpus.examples.annotations import Sentence, annotate
from redactor.distill.examples import Example, example_from_marked
from redactor.sample.marked import escape, join

# Share of the passages from each set, and the maximum number of sentences in one
_SETS = {"wikigold": (42, 6), "btc": (28, 3), "wnut17": (21, 3), "sec": (9, 3)}
_SPOKEN = ("btc", "wnut17")
_BLOCK = 20  # sentences that stay together when a part is held out


class Prose:
    """The sentences of a folder, by set. split: "unseen" holds a tenth of them, "train" the others."""

    def __init__(self, folder: Path, split: Literal["train", "unseen"] = "train") -> None:
        self._sets: dict[str, list[Sentence]] = {}
        self._starts: dict[str, list[int]] = {}
        self._named: dict[str, list[int]] = {}
        for name in _SETS:
            path = folder / f"{name}.jsonl"
            if path.exists():
                sentences = list(_read(path))
                held = [i for i in range(len(sentences)) if (i // _BLOCK % 10 == 0) is (split == "unseen")]
                starts = [i for i in held if _latin(sentences[i].text)]
                if starts:
                    self._sets[name], self._starts[name] = sentences, starts
                    self._named[name] = [i for i in starts if sentences[i].spans] or starts

    def __bool__(self) -> bool:
        return bool(self._sets)

    def example(self, id: str, rng: random.Random) -> Example:
        """A passage of one or several consecutive sentences, sometimes in lower case or in capitals."""
        name = rng.choices(list(self._sets), [_SETS[n][0] for n in self._sets])[0]
        sentences = self._sets[name]
        start = rng.choice((self._named if rng.random() < 0.6 else self._starts)[name])
        most = min(_SETS[name][1], _BLOCK - start % _BLOCK, len(sentences) - start)
        chosen = sentences[start : start + rng.randint(1, most)]
        sep = "\n" if name in _SPOKEN and rng.random() < 0.6 else " "
        marked = join(*(annotate(tidy(s, name)) for s in chosen if _latin(s.text)), sep=sep)
        draw = rng.random()
        if draw < 0.09:
            marked = escape(marked, str.lower if draw < 0.05 else str.upper)
        return example_from_marked(id, "prose", "prose", marked)


def _read(path: Path) -> Iterator[Sentence]:
    with path.open("rb") as lines:
        for raw in lines:
            data: Any = msgspec.json.decode(raw)
            spans = tuple((int(s["start"]), int(s["end"]), str(s["label"])) for s in data["spans"])
            yield Sentence(data["text"], spans)


def _latin(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return len(letters) > 8 and sum(c.isascii() for c in letters) > 0.8 * len(letters)


# -- tokens back to text -----------------------------------------------------------------------------------------------

_SPACES = (
    r" (?=[.,!?%\]](?![.?!])(?:\s|$|[\"”]))",
    r" (?=[;:](?:\s|$))",
    r" (?=\)(?! ?:))",
    r"(?<=[(\[]) ",
    r"(?<=\w) (?=n['’]t\b)",
    r"(?<=\w) (?=['’](?:s|re|ve|ll|d|m)\b)",
    r"(?<=\w['’]) (?=(?:s|re|ve|ll|d|m|t)\b)",
    r"(?<=\d:) (?=\d\d\b)",
    r"(?<=[$£€]) (?=\d)",
    r"(?<=\bU\.) (?=[SK]\.)",
    r"(?<=\d\.) (?=\d{1,2} ?%)",
    r"(?<=\d) (?=/ \d)",
    r"(?<=\d /) (?=\d)",
)
_CONTRACTS = (
    r"(?<=\d\.) (?=\d)",
    r"(?<=\d,) (?=\d{3}\b)",
    r"(?<=[a-z]) (?=- [a-z])",
    r"(?<=[a-z] -) (?=[a-z])",
    r"(?<=\d) (?=(?:st|nd|rd|th)\b)",
)
_SPACE = re.compile("|".join(_SPACES), re.I)
_CONTRACT_SPACE = re.compile("|".join((*_SPACES, *_CONTRACTS)), re.I)
_QUOTED = re.compile(r'"( )[^"]{1,80}?( )"|[“‘]( )[^“”‘’]{1,80}?( )[”’]')


def tidy(sentence: Sentence, source: str) -> Sentence:
    """The sentence without the spaces of its tokenization: before a full stop, within a contraction or a number."""
    text = sentence.text
    gone = {m.start() for m in (_CONTRACT_SPACE if source == "sec" else _SPACE).finditer(text)}
    for m in _QUOTED.finditer(text):
        gone.update(m.start(i) for i in (1, 2, 3, 4) if m.start(i) >= 0)
    if not gone:
        return sentence
    at = [0]
    for i in range(len(text)):
        at.append(at[-1] + (i not in gone))
    spans = ((at[a], at[b], label) for a, b, label in sentence.spans)
    kept = tuple((a, b, label) for a, b, label in spans if a < b)
    return Sentence("".join(c for i, c in enumerate(text) if i not in gone), kept)
