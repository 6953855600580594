"""Tell which notes are unlike those that the student learnt from, by the profile `drift.json` beside a model.

Two distances of a note are compared with their thresholds. The cost of its words is their mean -log2 probability under
the unigrams of the training text; words that no public list holds share what is left. The distance of its mean
emissions is Mahalanobis's, from the mean emissions of the training notes. Both vary more in short notes, so that each
length has a threshold.
"""

from __future__ import annotations

import hashlib
import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from redactor.errors import ModelError

FORMAT = 1
PROFILE = "drift.json"
SPELLINGS = 50_000  # assumed number of spellings of words that no list holds
_WORD = re.compile(r"[^\W\d_]{2,}")

Floats = npt.NDArray[np.float64]


class Band(msgspec.Struct, frozen=True):
    """A band holds the threshold for notes of at least this length, up to the next band."""

    least: int
    threshold: float


class ProfileFile(msgspec.Struct, frozen=True):
    """Describe drift.json. words: shares of public words in the training text, in millionths; other: of all further
    words.

    notes: from which the profile was made. mean: (labels,) and covariance: (labels, labels), of notes' mean emissions.
    costs, distances: bands by words and by pieces, the shortest first. A shorter note is not judged.
    """

    format: int
    notes: int
    words: dict[str, float]
    other: float
    mean: list[float]
    covariance: list[list[float]]
    costs: list[Band]
    distances: list[Band]


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile describes training notes.

    notes, shares, other, mean, covariance, costs, distances: as in the file. word_costs: bits of a listed word;
    other_cost: of any other. whitening: (labels, labels), its product with a difference from the mean has the
    Mahalanobis distance for its length. version: of the file.
    """

    version: str
    notes: int
    shares: Mapping[str, float]
    other: float
    word_costs: Mapping[str, float]
    other_cost: float
    mean: Floats
    covariance: Floats
    whitening: Floats
    costs: tuple[Band, ...]
    distances: tuple[Band, ...]

    def word_cost(self, text: str) -> tuple[int, float]:
        """Return the number of words of a text, and their mean cost in bits; 0 for a text without words."""
        found = words_of(text)
        if not found:
            return 0, 0.0
        costs, other = self.word_costs, self.other_cost
        return len(found), math.fsum(costs.get(word, other) for word in found) / len(found)

    def distance(self, emissions: Floats) -> float:
        """Return the distance of a note's mean emissions, (labels,)."""
        return float(np.linalg.norm((self.whitening * (emissions - self.mean)).sum(axis=1)))

    def is_strange(self, text: str, pieces: int, emissions: Floats) -> bool:
        """Return whether a note is unlike those of the profile.

        pieces: how many the note has. emissions: their mean, (labels,).
        """
        near = threshold(self.distances, pieces)
        if near is not None and self.distance(emissions) > near:
            return True
        count, cost = self.word_cost(text)
        usual = threshold(self.costs, count)
        return usual is not None and cost > usual


def words_of(text: str) -> list[str]:
    """Return the words of two letters and more, in lower case."""
    return _WORD.findall(text.lower())


def threshold(bands: tuple[Band, ...], length: int) -> float | None:
    """Return the threshold for a note of this length, or None if it is too short to be judged."""
    at = bisect_right(bands, length, key=lambda band: band.least)
    return bands[at - 1].threshold if at else None


def word_shares(counts: Counter[str], profile: Profile) -> tuple[Floats, Floats]:
    """Return two distributions over the profile's words and all others, (words + 1,): of the counts, and of the
    profile.

    Raises ValueError without words.
    """
    total = counts.total()
    if not total:
        raise ValueError("the counts hold no words")
    listed = np.array([counts[word] for word in profile.shares], dtype=np.float64)
    here = np.append(listed, total - listed.sum()) / total
    usual = np.array([*profile.shares.values(), profile.other])
    return here, usual / usual.sum()


def load_profile(folder: Path, checksum: str | None, labels: int) -> Profile | None:
    """Return the profile of a model, or None if it has none. checksum: the card's, None if it lists none.

    Raises ModelError if the file is missing, damaged, or of a model with another number of labels.
    """
    if checksum is None:
        return None
    path = folder / PROFILE
    if not path.is_file():
        raise ModelError(f"{PROFILE} of the student is missing; reinstall redactor or export the model again")
    raw = path.read_bytes()
    if hashlib.sha256(raw).hexdigest() != checksum:
        raise ModelError(f"{PROFILE} of the student is damaged (its checksum is not the card's); reinstall redactor")
    try:
        data = msgspec.json.decode(raw, type=ProfileFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as e:
        raise ModelError(f"{PROFILE} of the student cannot be read ({type(e).__name__}); export it again") from None
    if data.format != FORMAT:
        raise ModelError(f"{PROFILE} is of format {data.format}, this release reads {FORMAT}; export the model again")
    return to_profile(data, labels, checksum[:12])


def to_profile(data: ProfileFile, labels: int, version: str) -> Profile:
    """Return the profile that the file describes.

    Raises ModelError if the profile is of a model with another number of labels, or is malformed.
    """
    mean, covariance = np.array(data.mean), data.covariance
    if mean.shape != (labels,) or {len(covariance), *map(len, covariance)} != {labels}:
        raise ModelError(f"{PROFILE} does not fit the student's {labels} labels: it belongs to another model")
    if not data.other > 0 or any(share <= 0 for share in data.words.values()):
        raise ModelError(f"{PROFILE}: a share of words is not above zero; export the model again")
    spread = np.array(covariance)
    try:
        # The rows of the inverse of L, where L times its transpose is the covariance, make differences independent.
        whitening = np.linalg.inv(np.linalg.cholesky(spread))
    except np.linalg.LinAlgError:
        raise ModelError(f"{PROFILE}: its covariance is not positive definite; export the model again") from None
    total = math.fsum(data.words.values()) + data.other
    return Profile(
        version=version,
        notes=data.notes,
        shares=data.words,
        other=data.other,
        word_costs={word: -math.log2(share / total) for word, share in data.words.items()},
        other_cost=-math.log2(data.other / total / SPELLINGS),
        mean=mean,
        covariance=spread,
        whitening=whitening,
        costs=tuple(data.costs),
        distances=tuple(data.distances),
    )
