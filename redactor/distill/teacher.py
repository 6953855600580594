"""Combine voters to a teacher: the shares of their votes over the BIO labels of each word piece (CIPHER, eq. 1).

A voter reads texts and names spans. It is a model trained here (`voters.LocalVoter`), or an LLM with a prompt and a
temperature (`llm_voter`). Models trained here can give probabilities instead of votes: `voters.Marginals` is a teacher
that averages them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from redactor.detect.student import features
from redactor.distill import dataset, label_set
from redactor.distill.examples import Example

Rows = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Vote:
    """A voter's reading of a text.

    spans: (start, end, label), half-open characters, in order and without overlaps; a label is a value of Entity or
    Near. tokens: read and written for it. cost: in US dollars. sure: False if the voter could not read the text in
    whole.
    """

    spans: tuple[tuple[int, int, str], ...]
    tokens: int = 0
    cost: float = 0.0
    sure: bool = True


class Voter(Protocol):
    """A voter reads texts. Its version changes whenever its votes may change."""

    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...
    def vote(self, texts: Sequence[str]) -> list[Vote]: ...


@dataclass(frozen=True, slots=True)
class TaughtLabels:
    """A teacher's labels of a text. rows: (pieces, L), each of which sums to one. tokens, cost: as in Vote, of all
    voters.
    """

    rows: Rows
    tokens: int
    cost: float


class Teacher(Protocol):
    """A teacher gives distributions over labels for the pieces that a tokenizer makes of texts.

    about: its voters with their versions, so that a file of one teacher is not continued by another.
    """

    @property
    def about(self) -> tuple[str, ...]: ...
    def teach(self, texts: Sequence[str], tokenizer: Tokenizer) -> list[TaughtLabels]: ...


class Ballot:
    """A teacher of K voters: the share of a label is the share of voters that gave it to the piece (CIPHER, eq. 1).

    Votes on a text that are not sure count only if none is sure.
    """

    def __init__(self, voters: Sequence[Voter]) -> None:
        if not voters:
            raise ValueError("a teacher needs a voter")
        self._voters = tuple(voters)

    @property
    def about(self) -> tuple[str, ...]:
        return tuple(f"{v.name} {v.version}" for v in self._voters)

    def teach(self, texts: Sequence[str], tokenizer: Tokenizer) -> list[TaughtLabels]:
        """Return the labels of each text. Raises ValueError for a label that the student does not know."""
        read = features.encode(tokenizer, texts)
        ballots: list[list[Vote]] = [[] for _ in texts]
        for voter in self._voters:
            for ballot, vote in zip(ballots, voter.vote(texts), strict=True):
                ballot.append(vote)
        return [_count_votes(text, pieces, votes) for text, pieces, votes in zip(texts, read, ballots, strict=True)]


def _count_votes(text: str, pieces: features.Pieces, votes: Sequence[Vote]) -> TaughtLabels:
    counts = np.zeros((len(pieces), len(label_set.LABELS)), dtype=np.float32)
    counted = [vote for vote in votes if vote.sure] or votes
    for vote in counted:
        given = dataset.gold_labels(Example("", "", "", text, vote.spans), pieces)
        counts[np.arange(len(given)), given] += 1
    return TaughtLabels(counts / np.float32(len(counted)), sum(v.tokens for v in votes), sum(v.cost for v in votes))


def tokenizer_fingerprint(tokenizer: Tokenizer) -> str:
    """Return a digest of a tokenizer. Labels of pieces are valid for one tokenizer only."""
    return hashlib.sha256(tokenizer.to_str().encode()).hexdigest()[:16]


def project_rows(rows: Rows, source: features.Pieces, target: features.Pieces) -> Rows:
    """Convert distributions over one tokenizer's pieces into distributions over another's, for the same text.

    A target piece gets the mean of the source pieces that share characters with it. Its B- shares are those of the
    first of them, if that piece begins within it. rows: (source pieces, L).
    """
    if np.array_equal(source.starts, target.starts) and np.array_equal(source.ends, target.ends):
        return rows
    out = np.zeros((len(target), rows.shape[1]), dtype=np.float32)
    out[:, label_set.OUTSIDE] = 1.0
    before = 0
    for i, (start, end) in enumerate(zip(target.starts.tolist(), target.ends.tolist(), strict=True)):
        first = int(np.searchsorted(source.ends, start, "right"))
        last = int(np.searchsorted(source.starts, end, "left"))
        if first < last:
            mean = rows[first:last].mean(axis=0)
            begins = rows[first, 1::2] if source.starts[first] >= before else 0.0
            held = mean[1::2] + mean[2::2]
            out[i, label_set.OUTSIDE] = mean[label_set.OUTSIDE]
            out[i, 1::2] = np.minimum(begins, held)
            out[i, 2::2] = held - out[i, 1::2]
        before = end
    return out
