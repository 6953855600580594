"""Write the profile of usual notes, drift.json, beside a model (see `redactor.detect.student.drift`).

The file holds no text of a note: it holds the shares of words that public lists contain and several notes have, and the
mean and covariance of the network's scores.
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

FEWEST_NOTES = 200  # notes from which a covariance of 43 scores is estimated
_USUAL_SHARE = 0.995  # share of the notes within each of the two thresholds; 99 % are within both
_WORDS = (24, 48, 96, 192, 384)
_PIECES = (48, 96, 192, 384, 768)
_FEWEST_IN_BAND = 100  # notes from which a band of lengths gets its own threshold
_NOTES_WITH_WORD = 10
_RIDGE = 0.01  # share of the mean variance that is added to each, since scores of labels that never occur hardly vary


def write_profile(folder: Path, texts: Sequence[str], out: Path | None = None) -> Profile:
    """Write the profile of the texts, and its checksum in the card.

    out: the folder for both files, by default the model's. Raises MaterialError if fewer than 200 of the texts are long
    enough.
    """
    out = folder if out is None else out
    data = measure_profile(Student(folder), texts)
    raw = msgspec.json.encode(data) + b"\n"
    card = json.loads((folder / CARD).read_text(encoding="utf-8"))
    checksum = hashlib.sha256(raw).hexdigest()
    card["sha256"][PROFILE] = checksum
    profile = to_profile(data, len(card["labels"]), checksum[:12])
    write_text(out / PROFILE, raw.decode())
    write_card(out, card)
    return profile


def measure_profile(student: Student, texts: Sequence[str]) -> ProfileFile:
    """Return the profile of texts as a student reads them. Raises MaterialError as `write_profile` does."""
    seen = list(student.mean_emissions(texts))
    lengths = np.array([pieces for pieces, _ in seen], dtype=np.int64)
    read = lengths >= _PIECES[0]
    if read.sum() < FEWEST_NOTES:
        raise MaterialError(
            f"a drift profile needs {FEWEST_NOTES} texts of {_PIECES[0]} word pieces and more; there are"
            f" {int(read.sum())}"
        )
    emissions = np.array([mean for _, mean in seen])
    covariance = np.cov(emissions[read], rowvar=False)
    covariance += _RIDGE * np.trace(covariance) / len(covariance) * np.eye(len(covariance))
    shares, other = _word_shares(texts)
    draft = ProfileFile(
        format=FORMAT,
        notes=int(read.sum()),
        words=shares,
        other=other,
        mean=[_rounded(v) for v in emissions[read].mean(axis=0)],
        covariance=[[_rounded(v) for v in row] for row in covariance],
        costs=[],
        distances=[],
    )
    profile = to_profile(draft, len(covariance), "")
    costs = [profile.word_cost(text) for text in texts]
    distances = np.array([profile.distance(mean) for mean in emissions])
    return msgspec.structs.replace(
        draft,
        costs=_thresholds_by_length(_WORDS, np.array([n for n, _ in costs]), np.array([cost for _, cost in costs])),
        distances=_thresholds_by_length(_PIECES, lengths, distances),
    )


def _word_shares(texts: Sequence[str]) -> tuple[dict[str, float], float]:
    """Return the millionths of public words that several texts hold, and of all other words together."""
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
    return {word: _rounded(counts[word] * unit) for word in listed}, _rounded(max(1, rest) * unit)


def _thresholds_by_length(limits: Sequence[int], lengths: Ints, values: Floats) -> list[Band]:
    """Return the thresholds by length. A length with few notes has the threshold of shorter notes, which vary more."""
    out: list[Band] = []
    inf = int(lengths.max()) + 1
    for least, end in zip(limits, (*limits[1:], inf), strict=True):
        band_values = values[(lengths >= least) & (lengths < end)]
        if len(band_values) < _FEWEST_IN_BAND:
            band_values = values[lengths >= least] if not out else band_values[:0]
        if len(band_values):
            out.append(Band(least, _rounded(_rarely_exceeded(band_values))))
    return out


def _rarely_exceeded(values: Floats) -> float:
    """Return the value that a further one exceeds with a probability of 0.5 %; the largest if there are fewer than 199.

    Source: Vovk et al. 2005, conformal prediction, section 2.2.
    """
    rank = math.ceil((len(values) + 1) * _USUAL_SHARE)
    return float(np.sort(values)[min(rank, len(values)) - 1])


def _rounded(value: float) -> float:
    return float(f"{value:.6g}")
