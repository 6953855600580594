"""Compute the 14 features of a note that CIPHER uses to find outliers (table 1), and robust z-scores.

unique_tokens counts words and punctuation instead of cl100k_base tokens, since tiktoken is not a dependency. The order
of notes is the same for this purpose; the numbers differ.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

FEATURES = (
    "text_length", "unique_tokens", "type_token_ratio", "compression_ratio", "digit_share", "longest_numeric_run",
    "non_letter_symbol_pct", "mean_corpus_similarity", "regex_counts__date", "regex_counts__phone",
    "regex_counts__ssn", "regex_counts__email", "regex_counts__mrn", "regex_counts__address",
)  # fmt: skip
_SIMILARITY = FEATURES.index("mean_corpus_similarity")

_TOKEN = re.compile(r"\w+|[^\w\s]")
_WORD = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"[0-9]+")
_MONTH = r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}"
_COUNTED_PATTERNS = (
    re.compile(
        rf"\b(?:\d{{1,2}}[/-]\d{{1,2}}[/-]\d{{2,4}}|\d{{4}}-\d{{2}}-\d{{2}}|{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?"
        rf",? \d{{4}}|\d{{1,2}} {_MONTH}\.?,? \d{{4}})\b",
        re.I,
    ),
    re.compile(r"(?<!\d)(?:\+?1[-. ])?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?!\d)"),
    re.compile(r"(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)"),
    re.compile(r"\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+\b"),
    re.compile(r"\b(?:mrn|mr ?#|med(?:ical)? rec(?:ord)?(?: (?:number|no))?)\b\.?[ :#]{0,4}\d{4,12}", re.I),
    re.compile(
        r"\b\d{1,6} (?:[A-Z][\w'.-]{0,20} ){1,4}(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Boulevard|Dr|Drive|Ln|Lane|Ct|"
        r"Court|Way|Pl|Place|Hwy|Highway|Pkwy|Parkway|Cir|Circle|Ter|Terrace)\b"
    ),
)
_BUCKETS = 1 << 18
_CACHE = 500_000


def measure_features(texts: Iterable[str]) -> npt.NDArray[np.float64]:
    """Return the features of each text, (N, 14), columns as in `FEATURES`. The texts are read three times, one at a
    time.
    """
    shape = np.array([_features_of_text(text) for text in texts], dtype=np.float64).reshape(-1, len(FEATURES))
    shape[:, _SIMILARITY] = mean_similarity(texts)
    return shape


def _features_of_text(text: str) -> list[float]:
    """Return the features of a text that do not depend on other texts, with 0 in place of the similarity."""
    raw = text.encode("utf-8", "surrogatepass")
    words = [w.lower() for w in _WORD.findall(text)]
    letters = sum(c.isalpha() for c in text)
    digits = sum(c.isdigit() for c in text)
    size = max(1, len(text))
    runs = (len(r) for r in _DIGITS.findall(text))
    return [
        len(text),
        len(set(_TOKEN.findall(text))),
        len(set(words)) / max(1, len(words)),
        len(zlib.compress(raw, 6)) / max(1, len(raw)),
        digits / size,
        max(runs, default=0),
        (len(text) - letters) / size,
        0.0,
        *(len(pattern.findall(text)) for pattern in _COUNTED_PATTERNS),
    ]


class _HashedRows:
    """This class turns texts into sparse rows of hashed word counts."""

    def __init__(self) -> None:
        self._bucket: dict[str, int] = {}

    def row(self, text: str) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """Return the buckets of a text, each once and in order, and the number of words in each."""
        if len(self._bucket) > _CACHE:
            self._bucket.clear()
        counts: Counter[int] = Counter()
        for word in _WORD.findall(text.lower()):
            at = self._bucket.get(word)
            if at is None:
                at = self._bucket[word] = zlib.crc32(word.encode("utf-8", "surrogatepass")) % _BUCKETS
            counts[at] += 1
        order = sorted(counts)
        return np.array(order, dtype=np.int64), np.array([counts[i] for i in order], dtype=np.float64)


def mean_similarity(texts: Iterable[str]) -> npt.NDArray[np.float64]:
    """Return the mean cosine of each text's TF-IDF vector with those of all others, (N,); 0 if there is no other.

    The mean over unit vectors needs only their sum, (sum @ v - v @ v) / (N - 1), so that no pair is formed: memory is 2
    ** 18 numbers, and time is linear in the texts. Words whose hashes meet share a bucket, which moves the mean by less
    than its third digit.
    """
    rows = _HashedRows()
    seen = np.zeros(_BUCKETS)
    count = 0
    for text in texts:
        seen[rows.row(text)[0]] += 1
        count += 1
    if count < 2:
        return np.zeros(count)
    weight = np.log((1 + count) / (1 + seen)) + 1  # smoothed, so that a word that is in every text still counts
    total = np.zeros(_BUCKETS)
    for text in texts:
        at, unit = _unit_vector(rows, weight, text)
        total[at] += unit
    out = np.empty(count)
    for i, text in enumerate(texts):
        at, unit = _unit_vector(rows, weight, text)
        out[i] = (total[at] @ unit - unit @ unit) / (count - 1)
    return out


def _unit_vector(
    rows: _HashedRows, weight: npt.NDArray[np.float64], text: str
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    at, counts = rows.row(text)
    value = counts * weight[at]
    norm = float(np.sqrt(value @ value))
    return at, value / norm if norm else value


def robust_z_scores(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the distance of each value from the median of its column in robust standard deviations, (N, F).

    The deviation is 1.4826 MAD. If over half of a column is one value, MAD is 0 and the mean absolute deviation (times
    1.2533) stands in; a column without any spread gives 0.
    """
    away = values - np.median(values, axis=0)
    spread = 1.4826 * np.median(np.abs(away), axis=0)
    spread = np.where(spread > 0, spread, 1.2533 * np.mean(np.abs(away), axis=0))
    return np.divide(away, spread, out=np.zeros_like(away), where=spread > 0)
