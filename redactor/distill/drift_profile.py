"""What training notes look like, in drift.json beside a model: see `redactor.detect.student.drift`.

The file holds no text of a note: shares of words that public lists hold and that several notes have, and the mean and
covariance of the network's scores.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from redactor.detect.student import Student
from redactor.detect.student.card import CARD
from redactor.detect.student.drift import (
    FORMAT,
    PROFILE,
    Band,
    Floats,
    Profile,
    ProfileFile,
    to_profile,
    words_of,
)
from redactor.detect.student.features import Ints
from redactor.distill.export import write_card
from redactor.errors import MaterialError
from redactor.files.atomic_file import write_text
from redactor.lexicon.words import common_words, words

FEWEST = 200  # notes from which a covariance of 43 scores is estimated
_USUAL = 0.995  # of the notes are within each of the two thresholds: 99 % are within both
_WORDS = (24, 48, 96, 192, 384)
_PIECES = (48, 96, 192, 384, 768)
_IN_BAND = 100  # notes; a band with fewer has the threshold of the shorter ones
_NOTES_WITH_WORD = 10
_RIDGE = 0.01  # of the mean variance, added to each: scores of labels that never occur hardly vary


def write_profile(folder: Path, texts: Sequence[str], out: Path | None = None) -> Profile:
    """Write the profile of the texts beside the model, and its checksum into the card. out: for both files, by default
    the model's folder.

    Raises MaterialError if fewer than 200 of the texts are long enough.
    """
    out = folder if out is None else out
    data = profile_of(Student(folder), texts)
    raw = msgspec.json.encode(data) + b"\n"
    card = json.loads((folder / CARD).read_text(encoding="utf-8"))
    checksum = hashlib.sha256(raw).hexdigest()
    card["sha256"][PROFILE] = checksum
    profile = to_profile(data, len(card["labels"]), checksum[:12])
    write_text(out / PROFILE, raw.decode())
    write_card(out, card)
    return profile


def profile_of(student: Student, texts: Sequence[str]) -> ProfileFile:
    """The profile of texts as a student reads them. Raises MaterialError as above."""
    seen = list(student.mean_emissions(texts))
    lengths = np.array([pieces for pieces, _ in seen], dtype=np.int64)
    read = lengths >= _PIECES[0]
    if read.sum() < FEWEST:
        raise MaterialError(
            f"a drift profile needs {FEWEST} texts of {_PIECES[0]} word pieces and more; there are {int(read.sum())}"
        )
    emissions = np.array([mean for _, mean in seen])
    covariance = np.cov(emissions[read], rowvar=False)
    covariance += _RIDGE * np.trace(covariance) / len(covariance) * np.eye(len(covariance))
    shares, other = _unigrams(texts)
    draft = ProfileFile(
        format=FORMAT,
        notes=int(read.sum()),
        words=shares,
        other=other,
        mean=[_short(v) for v in emissions[read].mean(axis=0)],
        covariance=[[_short(v) for v in row] for row in covariance],
        costs=[],
        distances=[],
    )
    profile = to_profile(draft, len(covariance), "")
    costs = [profile.word_cost(text) for text in texts]
    distances = np.array([profile.distance(mean) for mean in emissions])
    return msgspec.structs.replace(
        draft,
        costs=_bands(_WORDS, np.array([n for n, _ in costs]), np.array([cost for _, cost in costs])),
        distances=_bands(_PIECES, lengths, distances),
    )


def _unigrams(texts: Sequence[str]) -> tuple[dict[str, float], float]:
    """Millionths of public words that several texts hold, and of all further words."""
    public = words() | common_words()
    counts: Counter[str] = Counter()
    notes: Counter[str] = Counter()
    for text in texts:
        found = words_of(text)
        counts.update(found)
        notes.update(public.intersection(found))
    listed = sorted(word for word, n in notes.items() if n >= _NOTES_WITH_WORD)
    unit = 1e6 / max(1, counts.total())
    rest = counts.total() - sum(counts[word] for word in listed)
    return {word: _short(counts[word] * unit) for word in listed}, _short(max(1, rest) * unit)


def _bands(limits: Sequence[int], lengths: Ints, values: Floats) -> list[Band]:
    """The thresholds of notes by length. Bands with few notes have that of shorter notes, which vary more."""
    out: list[Band] = []
    inf = int(lengths.max()) + 1
    for least, end in zip(limits, (*limits[1:], inf), strict=True):
        own = values[(lengths >= least) & (lengths < end)]
        if len(own) < _IN_BAND:
            own = values[lengths >= least] if not out else own[:0]
        if len(own):
            out.append(Band(least, _short(_beyond_most(own))))
    return out


def _beyond_most(values: Floats) -> float:
    """The value that a further one exceeds with a probability of 0.5 % (Vovk et al. 2005, conformal prediction, section
    2.2); the largest, if there are fewer than 199."""
    rank = math.ceil((len(values) + 1) * _USUAL)
    return float(np.sort(values)[min(rank, len(values)) - 1])


def _short(value: float) -> float:
    return float(f"{value:.6g}")
