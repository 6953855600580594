"""This module decides by rules, or asks an LLM, which gaps of a recording hold no PHI (RedactOR 3.2, A.5, B.3).

For an LLM the words of PHI that were found are masked; all others around a gap are sent. docs/legal.md names what to
check first.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from audio.cues import CUES
from audio.gaps import Gap, Spoken, with_gap_marks
from audio.intervals import Coverage, Interval, samples
from audio.words import plain
from redactor.detect.cascade.injection import speaks_to_a_model
from redactor.detect.cascade.questions import Question, passages_of
from redactor.detect.cascade.verdicts import Judge, judge
from redactor.entities import Entity
from redactor.text import Note

_LONGEST = samples(1.0)
"""A longer gap may hold anything."""

_TURN = samples(10)
_TURN_WORDS = 12
"""The last twelve words within ten seconds count as the turn before a gap."""

_LEAST_WORDS = 3
"""With fewer words before a gap nothing tells its subject."""

_CUE_WORDS = 8
_WORDS_AFTER = 3

_NEAR_PHI = samples(3)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_QUESTIONS = _words("what whats who whos whom whose where wheres when which how can could may please spell")

_CUES = CUES | _words("""
    date age aged old year years state country
    work works worked working employer company job school church pharmacy
    monday tuesday wednesday thursday friday saturday sunday zero oh one two three four five six seven eight nine double
    triple dot dash
""")

_LEADS = _words("""
    a an the my your his her their our this that is was am are im hes shes at in from by with to of near and or
    hi hello hey dear thanks
""")
"""Directly before a gap these words say that it holds what they announce."""

_AFTER = _words("""
    street road avenue lane drive court boulevard hospital clinic pharmacy county university school church
    years year old speaking here calling
""")


class GapRules:
    """Clears short gaps in ordinary talk.

    Before such a gap stands no cue and no question, behind it nothing that continues an address or a name, and no PHI
    is near.
    """

    version = "1"

    def without_phi(self, gaps: Sequence[Gap], spoken: Sequence[Spoken], phi: Sequence[Interval]) -> list[str]:
        near = Coverage((start - _NEAR_PHI, end + _NEAR_PHI) for start, end in phi)
        starts = [word.start for word in spoken]
        return [
            gap.id
            for gap in gaps
            if gap.end - gap.start <= _LONGEST
            and not near.held((gap.start, gap.end))
            and _is_ordinary(_before(gap, spoken, starts), _after(gap, spoken, starts))
        ]


def _before(gap: Gap, spoken: Sequence[Spoken], starts: Sequence[int]) -> list[str]:
    last = bisect_right(starts, gap.start)
    return [word.text for word in spoken[max(last - _TURN_WORDS, 0) : last] if word.end >= gap.start - _TURN]


def _after(gap: Gap, spoken: Sequence[Spoken], starts: Sequence[int]) -> list[str]:
    first = bisect_left(starts, gap.start)
    return [word.text for word in spoken[first : first + _WORDS_AFTER]]


def _is_ordinary(before: Sequence[str], after: Sequence[str]) -> bool:
    if len(before) < _LEAST_WORDS or any("?" in text or plain(text) in _QUESTIONS for text in before):
        return False
    if plain(before[-1]) in _LEADS or any(plain(text) in _AFTER for text in after):
        return False
    return not any(_is_cue(text) for text in before[-_CUE_WORDS:])


def _is_cue(text: str) -> bool:
    return plain(text) in _CUES or any(map(str.isdigit, text))


PROMPT = "gaps"
_MASK = "[PHI]"


class LlmGapJudge:
    """Asks an LLM about each gap, and clears a gap only if the LLM says explicitly of its id that it holds no PHI.

    No answer, an answer for another id, and two answers that differ clear nothing. Nothing is cleared in a transcript
    that speaks to a model. asker: a judge of the cascade with the prompt `PROMPT`. subject: the patient whose answers
    these are, to be forgotten with the patient.
    """

    def __init__(self, asker: Judge, subject: str | None) -> None:
        self._asker = asker
        self._subject = subject

    def without_phi(self, gaps: Sequence[Gap], spoken: Sequence[Spoken], phi: Sequence[Interval]) -> list[str]:
        words = _masked(spoken, phi)
        text = with_gap_marks(words, gaps)
        if speaks_to_a_model(" ".join(word.text for word in spoken)):
            return []
        note = Note("", text, self._subject)
        passages = passages_of(note, _questions(text, gaps), ())
        verdicts = [verdict for own in judge(self._asker, passages) for verdict in own]
        in_order = sorted(gaps, key=lambda gap: gap.start)
        return [gap.id for gap, verdict in zip(in_order, verdicts, strict=True) if verdict.phi is False]


def _masked(spoken: Sequence[Spoken], phi: Sequence[Interval]) -> list[Spoken]:
    """Returns the words, with each run of words that touch PHI as one mask."""
    hidden = Coverage(phi)
    words: list[Spoken] = []
    for word in spoken:
        if not hidden.held((word.start, word.end)):
            words.append(word)
        elif words and words[-1].text == _MASK:
            words[-1] = Spoken(_MASK, words[-1].start, word.end)
        else:
            words.append(Spoken(_MASK, word.start, word.end))
    return words


def _questions(text: str, gaps: Sequence[Gap]) -> list[Question]:
    """Returns a question about the mark of each gap, in order of time."""
    questions = []
    position = 0
    for gap in sorted(gaps, key=lambda gap: gap.start):
        start = text.index(gap.mark, position)
        position = start + len(gap.mark)
        questions.append(Question(start, position, Entity.PERSON, None))
    return questions
