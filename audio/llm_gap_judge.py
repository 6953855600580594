"""A judge of gaps that asks an LLM what was said around them (RedactOR 3.2, A.5, B.3).

Words of PHI that were found are masked; all others around a gap are sent. docs/legal.md names what to check first.
"""

from __future__ import annotations

from collections.abc import Sequence

from audio.gaps import Gap, Spoken, marked
from audio.intervals import Coverage, Interval
from redactor.detect.cascade.injection import speaks_to_a_model
from redactor.detect.cascade.passages import passages_of
from redactor.detect.cascade.questions import Question
from redactor.detect.cascade.verdicts import Judge, judge
from redactor.entities import Entity
from redactor.text import Note

PROMPT = "gaps"
_MASK = "[PHI]"


class LlmGapJudge:
    """Keeps a gap only if the LLM says explicitly of its id that it holds no PHI. No answer, an answer for another id,
    and two that differ keep nothing. Nothing is kept in a transcript that speaks to a model.

    asker: with the prompt `PROMPT`. subject: whose answers these are, to be forgotten with the subject.
    """

    def __init__(self, asker: Judge, subject: str | None) -> None:
        self._asker = asker
        self._subject = subject

    def without_phi(self, gaps: Sequence[Gap], spoken: Sequence[Spoken], phi: Sequence[Interval]) -> list[str]:
        words = _masked(spoken, phi)
        text = marked(words, gaps)
        if speaks_to_a_model(" ".join(word.text for word in spoken)):
            return []
        note = Note("", text, self._subject)
        passages = passages_of(note, _questions(text, gaps), ())
        verdicts = [verdict for own in judge(self._asker, passages) for verdict in own]
        in_order = sorted(gaps, key=lambda gap: gap.start)
        return [gap.id for gap, verdict in zip(in_order, verdicts, strict=True) if verdict.phi is False]


def _masked(spoken: Sequence[Spoken], phi: Sequence[Interval]) -> list[Spoken]:
    """The words, each run of those that touch PHI as one mask."""
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
    """One about the mark of each gap, in order of time."""
    questions = []
    position = 0
    for gap in sorted(gaps, key=lambda gap: gap.start):
        start = text.index(gap.mark, position)
        position = start + len(gap.mark)
        questions.append(Question(start, position, Entity.PERSON, None))
    return questions
