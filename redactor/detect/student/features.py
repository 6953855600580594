"""Compute the student's input features: word pieces, shape and traits of each piece's word, the gap before it, windows.

The shipped encoder is uncased, but case matters for names, and so does whether a value follows a space, a line end or
nothing, and what the lexicon knows of the word: all are given to it as small embeddings that are added to the word
embeddings.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from tokenizers import Encoding, Tokenizer

from redactor.detect.reading_cache import in_batches
from redactor.detect.student.word_traits import TRAITS, traits_of, traits_of_text
from redactor.unicode_fold import replace_surrogates

Ints = npt.NDArray[np.int64]
Window = tuple[Ints, Ints, Ints, Ints]  # ids, shapes, gaps and traits of some pieces, (pieces,) each

_PART = 65_536  # characters that are tokenised in one piece
_BATCH = 4 * _PART  # characters whose encodings are held at a time

FEATURES = "shape-gap-traits-2"  # recorded in the model's card: weights fit only the features that they were trained on


class Shape(IntEnum):
    """Classify the shape of the word that a piece belongs to; numbers by how many digits they have."""

    SPECIAL = 0
    LOWER = 1
    TITLE = 2
    UPPER = 3
    MIXED = 4
    CAPITAL = 5  # one capital letter
    DIGITS_1_2 = 6
    DIGITS_3 = 7
    DIGITS_4 = 8
    DIGITS_5 = 9
    DIGITS_6_8 = 10
    DIGITS_9 = 11  # nine or more
    LETTERS_DIGITS = 12
    PUNCTUATION = 13
    UNCASED = 14  # letters of a script without capitals
    OTHER = 15


class Gap(IntEnum):
    """Classify the white space before a piece."""

    NONE = 0
    SPACE = 1
    SPACES = 2  # several, or a tab
    LINE = 3
    BLANK_LINE = 4  # also: the text begins here


SHAPES, GAPS = len(Shape), len(Gap)
_BITS = np.arange(TRAITS)

_UPPER, _LOWER, _DIGIT, _UNCASED, _PUNCTUATION, _SPACE, _LINE, _OTHER = range(8)


def _character_class(ch: str) -> int:
    if ch == "\n" or ch in "\x0b\x0c\r\x85\u2028\u2029":
        return _LINE
    if ch.isspace():
        return _SPACE
    category = unicodedata.category(ch)
    if category in ("Lu", "Lt"):
        return _UPPER
    if category == "Ll":
        return _LOWER
    if category[0] == "N":
        return _DIGIT
    if category[0] in "LM":
        return _UNCASED
    return _PUNCTUATION if category[0] == "P" or ch in "$+<=>^`|~" else _OTHER


_UNSEEN = -1
_table = np.full(0x110000, _UNSEEN, dtype=np.int8)  # the class of a character, by code point; filled as they occur


def _classes(text: str) -> npt.NDArray[np.int8]:
    """Return the class of each character, (characters,)."""
    codes = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)
    found = _table[codes]
    if (found == _UNSEEN).any():
        for code in set(codes[found == _UNSEEN].tolist()):  # np.unique would import numpy.ma, 25 ms
            _table[code] = _character_class(chr(code))
        found = _table[codes]
    return found


def trait_bits(traits: Ints) -> npt.NDArray[np.float32]:
    """Return each bit of the traits as 0.0 or 1.0, (pieces, TRAITS)."""
    return (traits[:, None] >> _BITS & 1).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces are a text as the model reads it. Each array has one entry per piece, int64.

    starts, ends: characters of the text. traits: bits of `word_traits.Trait`. words: number of the word that the piece
    belongs to, from 0, without gaps.
    """

    ids: Ints
    starts: Ints
    ends: Ints
    shapes: Ints
    gaps: Ints
    traits: Ints
    words: Ints

    def __len__(self) -> int:
        return len(self.ids)

    def window(self, start: int, end: int) -> Window:
        """Return what the network reads of pieces [start, end)."""
        return self.ids[start:end], self.shapes[start:end], self.gaps[start:end], self.traits[start:end]


def encode(tokenizer: Tokenizer, texts: Sequence[str], fields: Sequence[bool] | None = None) -> list[Pieces]:
    """Return the pieces of each text, of any length.

    fields: whether each text is a clinical field of a record; by default none is.
    """
    texts = [replace_surrogates(text) for text in texts]
    shared = [traits_of_text(text, f) for text, f in zip(texts, fields or [False] * len(texts), strict=True)]
    return _features(texts, list(tokenize(tokenizer, texts)), shared)


def tokenize(tokenizer: Tokenizer, texts: Sequence[str]) -> Iterator[tuple[Ints, Ints]]:
    """Yield ids (pieces,) and offsets (pieces, 2) of each text, which must hold no surrogate.

    Long texts are tokenised in parts that end before white space, to bound memory and time: some tokenizers treat a
    whole text as one word.
    """
    cut = [_parts(text) for text in texts]
    encoded = _encoded(tokenizer, (text[a:b] for text, ps in zip(texts, cut, strict=True) for a, b in ps))
    for parts in cut:
        ids, offsets = [], []
        for start, _ in parts:
            encoding = next(encoded)
            ids.append(np.array(encoding.ids, dtype=np.int64))
            offsets.append(np.array(encoding.offsets, dtype=np.int64).reshape(-1, 2) + start)
        yield np.concatenate(ids), np.concatenate(offsets)


def _encoded(tokenizer: Tokenizer, parts: Iterable[str]) -> Iterator[Encoding]:
    """Yield encodings of the parts, in batches of bounded size: an encoding is far larger than its text."""
    for batch in in_batches(parts, _BATCH):
        yield from tokenizer.encode_batch(batch, add_special_tokens=False)


def _parts(text: str) -> list[tuple[int, int]]:
    """Return the bounds of a text's parts; a word longer than a part is split."""
    parts = []
    at = 0
    while len(text) - at > _PART:
        end = at + _PART
        space = max(text.rfind(" ", at + 1, end), text.rfind("\n", at + 1, end))
        end = space if space > at else end
        parts.append((at, end))
        at = end
    return [*parts, (at, len(text))]


def _features(texts: Sequence[str], found: Sequence[tuple[Ints, Ints]], shared: Sequence[int]) -> list[Pieces]:
    """Return the pieces of all texts in one pass over arrays: for short texts, calls per text would dominate."""
    kept = [at[:, 1] > at[:, 0] for _, at in found]  # a tokenizer may emit empty pieces
    counts = [int(k.sum()) for k in kept]
    bases = np.cumsum([0, *(len(text) for text in texts)])
    edges = np.cumsum([0, *counts])
    if not edges[-1]:
        return [Pieces(*[np.empty(0, dtype=np.int64)] * 7) for _ in texts]
    ids = np.concatenate([ids[k] for (ids, _), k in zip(found, kept, strict=True)])
    at = np.concatenate([at[k] for (_, at), k in zip(found, kept, strict=True)])
    base = np.repeat(bases[:-1], counts)
    starts, ends = at[:, 0] + base, at[:, 1] + base
    begins = edges[:-1][np.diff(edges) > 0]  # the first piece of each text that has any
    joined = "".join(texts)
    chars = _classes(joined)
    # A piece begins a word unless it directly follows another piece of letters or digits.
    solid = (chars <= _UNCASED) | (chars == _OTHER)
    first = np.ones(len(ids), dtype=bool)
    first[1:] = ~((starts[1:] == ends[:-1]) & solid[starts[1:]] & solid[ends[:-1] - 1])
    first[begins] = True
    words = np.cumsum(first) - 1
    lasts = np.append(np.flatnonzero(first)[1:] - 1, len(ids) - 1)
    word_starts, word_ends = starts[first], ends[lasts]
    shapes = _shapes(chars, word_starts, word_ends)[words]
    known = [traits_of(joined[a:b]) for a, b in zip(word_starts.tolist(), word_ends.tolist(), strict=True)]
    traits = np.array(known, dtype=np.int64)[words] | np.repeat(np.array(shared, dtype=np.int64), counts)
    gaps = _gaps(chars, starts, ends)
    gaps[begins] = Gap.BLANK_LINE
    out = []
    for a, b in pairwise(edges.tolist()):
        word_numbers = words[a:b] - words[a] if b > a else words[a:b]
        out.append(Pieces(ids[a:b], at[a:b, 0], at[a:b, 1], shapes[a:b], gaps[a:b], traits[a:b], word_numbers))
    return out


def _counts(chars: npt.NDArray[np.int8], kind: int, begins: Ints, ends: Ints) -> Ints:
    total = np.zeros(len(chars) + 1, dtype=np.int64)
    np.cumsum(chars == kind, out=total[1:])
    counted: Ints = total[ends] - total[begins]
    return counted


def _shapes(chars: npt.NDArray[np.int8], begins: Ints, ends: Ints) -> Ints:
    upper, lower, digit, uncased, punctuation = (_counts(chars, kind, begins, ends) for kind in range(5))
    letters = upper + lower
    starts_upper = chars[np.minimum(begins, len(chars) - 1)] == _UPPER
    by_digits = np.select(
        [digit <= 2, digit == 3, digit == 4, digit == 5, digit <= 8],
        [Shape.DIGITS_1_2, Shape.DIGITS_3, Shape.DIGITS_4, Shape.DIGITS_5, Shape.DIGITS_6_8],
        Shape.DIGITS_9,
    )
    chosen: Ints = np.select(
        [
            (digit > 0) & (letters + uncased > 0),
            digit > 0,
            (letters == 0) & (uncased > 0),
            letters == 0,
            (upper == 1) & (lower == 0),
            lower == 0,
            upper == 0,
            starts_upper & (upper == 1),
        ],
        [
            np.full_like(digit, Shape.LETTERS_DIGITS),
            by_digits,
            np.full_like(digit, Shape.UNCASED),
            np.where(punctuation > 0, Shape.PUNCTUATION, Shape.OTHER),
            np.full_like(digit, Shape.CAPITAL),
            np.full_like(digit, Shape.UPPER),
            np.full_like(digit, Shape.LOWER),
            np.full_like(digit, Shape.TITLE),
        ],
        Shape.MIXED,
    ).astype(np.int64)
    return chosen


def _gaps(chars: npt.NDArray[np.int8], starts: Ints, ends: Ints) -> Ints:
    begins = np.concatenate(([0], ends[:-1]))
    begins = np.minimum(begins, starts)
    newlines = _counts(chars, _LINE, begins, starts)
    width = starts - begins
    chosen: Ints = np.select(
        [newlines >= 2, newlines == 1, width >= 2, width == 1],
        [Gap.BLANK_LINE, Gap.LINE, Gap.SPACES, Gap.SPACE],
        Gap.NONE,
    ).astype(np.int64)
    return chosen


def windows(count: int, width: int, stride: int) -> list[tuple[int, int, int, int]]:
    """Return (start, end, first, last) in pieces: a window reads [start, end) and decides [first, last).

    Each piece is decided once, by the window in which it is most central. The windows are the fewest that overlap by
    `width - stride`, of one size, and no longer than that takes.
    """
    if count <= width:
        return [(0, count, 0, count)] if count else []
    parts = 1 - (width - count) // stride
    size = min(width, (count + (parts - 1) * (width - stride)) // parts + 1)
    starts = [i * (count - size) // (parts - 1) for i in range(parts)]
    borders = [0, *((b + a + size) // 2 for a, b in pairwise(starts)), count]
    return [(s, s + size, borders[i], borders[i + 1]) for i, s in enumerate(starts)]
