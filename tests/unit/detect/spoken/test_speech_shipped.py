"""The shipped detectors over transcripts without capitals and punctuation, as recognisers write them."""

from __future__ import annotations

from benchmarks.speech import measure, utterances
from redactor.detect.known import Known
from redactor.detect.patterns import Patterns
from redactor.detect.student import Student


def test_identifiers_are_found_and_clinical_words_stay() -> None:
    held_out = [u for u in utterances() if u.half == "held-out"]
    recall, false_alarms = measure([Patterns(), Known(), Student(threads=2)], held_out, "held out", show=False)
    assert recall.value >= 0.95
    assert false_alarms.value < 10
