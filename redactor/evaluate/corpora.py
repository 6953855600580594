"""Compare two corpora, or the same texts before and after de-identification, and report every figure of both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from redactor.errors import EvaluationError
from redactor.evaluate.divergence import Divergence, measure_divergence
from redactor.evaluate.embeddings import Encoder
from redactor.evaluate.preservation import Preservation, measure_preservation
from redactor.evaluate.utility import TextPair

_FEW = 100  # texts, of which fewer say little


@dataclass(frozen=True, slots=True)
class CorporaReport:
    """The figures of two corpora, each pair of counts in their order.

    encoder, dimensions: of the embeddings. texts: that were compared. blank: texts without a word, which are left out;
    of pairs, those that are blank on that side. words: between white space. preservation: of paired texts alone.
    emptied: of pairs, those that had words before and have none after. remarks: on what the figures cannot say.
    """

    encoder: str
    dimensions: int
    texts: tuple[int, int]
    blank: tuple[int, int]
    words: tuple[int, int]
    divergence: Divergence
    preservation: Preservation | None
    emptied: int
    remarks: tuple[str, ...]


def compare_corpora(one: Sequence[str], other: Sequence[str], encoder: Encoder) -> CorporaReport:
    """Compare two corpora. The order of their texts changes nothing. Raises EvaluationError if one is too small."""
    return _report((one, other), (_sorted(one), _sorted(other)), encoder)


def compare_pairs(pairs: Sequence[TextPair], encoder: Encoder) -> CorporaReport:
    """Compare texts before and after. The order of the pairs changes nothing. Raises EvaluationError if few are."""
    both = sorted((p.before, p.after) for p in pairs if not is_blank(p.before) and not is_blank(p.after))
    given = [p.before for p in pairs], [p.after for p in pairs]
    emptied = sum(is_blank(p.after) and not is_blank(p.before) for p in pairs)
    return _report(given, ([b for b, _ in both], [a for _, a in both]), encoder, emptied)


def is_blank(text: str) -> bool:
    """Return whether a text has no word."""
    return not text.strip()


def _sorted(texts: Sequence[str]) -> list[str]:
    return sorted(text for text in texts if not is_blank(text))


def _report(
    given: tuple[Sequence[str], Sequence[str]],
    held: tuple[list[str], list[str]],
    encoder: Encoder,
    emptied: int | None = None,
) -> CorporaReport:
    """Return all figures. held: the texts with words. emptied: of paired texts, None of others."""
    paired = emptied is not None
    for texts, of, name in zip(held, given, "AB", strict=True):
        if len(texts) < 2:
            raise EvaluationError(
                f"{name} has {len(texts):,} texts with words{' on both sides' if paired else ''}, of {len(of):,}; "
                "a comparison needs two, and says little of fewer than a hundred"
            )
    vectors = encoder.vectors(held[0]), encoder.vectors(held[1])
    divergence = measure_divergence(held, vectors, paired=paired)
    return CorporaReport(
        encoder=encoder.name,
        dimensions=encoder.dimensions,
        texts=(len(held[0]), len(held[1])),
        blank=(sum(map(is_blank, given[0])), sum(map(is_blank, given[1]))),
        words=(_words(held[0]), _words(held[1])),
        divergence=divergence,
        preservation=None if emptied is None else measure_preservation(*vectors, emptied),
        emptied=emptied or 0,
        remarks=tuple(_remarks(min(map(len, held)), encoder.dimensions)),
    )


def _remarks(fewest: int, dimensions: int) -> Iterator[str]:
    """Yield what the figures of so few texts cannot say. fewest: texts of the smaller corpus."""
    if fewest < _FEW:
        yield f"{fewest:,} texts are fewer than a hundred: the figures and their intervals say little"
    if fewest < dimensions:
        yield (
            f"{fewest:,} texts are fewer than the {dimensions:,} numbers of an embedding: FTD says little, and its "
            "covariances nothing; read it beside the value by chance"
        )


def _words(texts: Sequence[str]) -> int:
    return sum(len(text.split()) for text in texts)
