"""Properties of transcripts through the engine: nothing crashes, offsets hold, and no number that was said gets out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.detect.known import Known
from redactor.detect.patterns import Patterns
from redactor.detect.spoken import spoken_view
from redactor.detect.spoken.words import ENGLISH
from redactor.engine import Engine
from redactor.entities import Entity
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import Note, Reading, Span, TextKind
from tests.property.test_spoken_property import TEXT
from tests.unit.golden_pseudonyms import keyring

_ENTITIES = st.sampled_from([Entity.PERSON, Entity.DATE, Entity.TELEPHONE_NUMBER, Entity.AGE, Entity.EMAIL])
_TAGS = TagReplacer(load_profile("hipaa-safe-harbor"), keyring(2), "enclave")
_DIGITS = sorted(set(ENGLISH.digits) - ENGLISH.interjections)
_NUMBER_WORDS = {*ENGLISH.digits, *ENGLISH.teens, *ENGLISH.tens, *ENGLISH.repeats, *ENGLISH.scales}


class Anywhere:
    """Marks the ranges that it is given, in every note as far as the note reaches."""

    name, version = "student", "1"

    def __init__(self, spans: Sequence[tuple[int, int, Entity, float]]) -> None:
        self._spans = spans

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [Reading(tuple(self._of(len(note.text)))) for note in notes]

    def _of(self, length: int) -> list[Span]:
        return [
            Span(a, min(a + n, length), entity, score, "strong", (self.name,))
            for a, n, entity, score in self._spans
            if a < length
        ]


@given(
    TEXT,
    st.lists(st.tuples(st.integers(0, 80), st.integers(1, 20), _ENTITIES, st.floats(0, 1)), max_size=4, unique=True),
)
@settings(max_examples=60)
def test_replacements_stand_at_the_offsets_of_the_transcript(
    text: str, spans: list[tuple[int, int, Entity, float]]
) -> None:
    engine = Engine([Patterns(), Anywhere(spans)], _TAGS)
    ((out,), _) = engine.process([Note("1", text, "subject", kind=TextKind.SPEECH)], [])
    assert all(a.end <= b.start for a, b in pairwise(out.spans))
    assert all(0 <= s.start < s.end <= len(text) for s in out.spans)
    pieces, at = [], 0
    for span, new in zip(out.spans, out.replacements, strict=True):
        pieces += [text[at : span.start], new]
        at = span.end
    assert "".join([*pieces, text[at:]]) == out.text


@given(TEXT, st.data())
@settings(max_examples=60)
def test_what_a_passage_becomes_in_writing_is_what_the_view_holds_for_it(text: str, data: st.DataObject) -> None:
    view = spoken_view(text)
    assert view.written(0, len(text)) == view.text
    a = data.draw(st.integers(0, len(view.text)))
    b = data.draw(st.integers(a, len(view.text)))
    assert view.text[a:b] in view.written(*view.original(a, b))


_SINGLE = st.one_of(
    st.sampled_from(_DIGITS),
    st.tuples(st.sampled_from(sorted(ENGLISH.repeats)), st.sampled_from(_DIGITS)).map(" ".join),
)
_GROUPED = st.one_of(
    _SINGLE,
    st.sampled_from(sorted(ENGLISH.teens)),
    st.tuples(st.sampled_from(sorted(ENGLISH.tens)), st.sampled_from(_DIGITS)).map(" ".join),
)
_HESITATING = st.tuples(st.sampled_from(["", "uh ", "um uh "]), _SINGLE).map("".join)


@given(
    st.one_of(st.lists(_GROUPED, min_size=6, max_size=12), st.lists(_HESITATING, min_size=6, max_size=12)),
    st.sampled_from(["medical record number", "m r n", "account number", "policy number", "member i d"]),
    st.sampled_from(["the patient says that", "okay so", "", "thanks and uh"]),
    st.sampled_from(["and she feels well", "", "thank you", "okay"]),
)
@settings(max_examples=80)
def test_no_digit_of_a_number_that_was_announced_gets_out(words: list[str], cue: str, before: str, behind: str) -> None:
    text = " ".join(part for part in (before, cue, *words, behind) if part)
    ((out,), _) = Engine([Patterns(), Known()], _TAGS).process([Note("1", text, kind=TextKind.SPEECH)], [])
    assert not _NUMBER_WORDS & set(re.findall(r"[a-z]+", out.text)), out.text
    assert not re.search(r"\d", out.text)
