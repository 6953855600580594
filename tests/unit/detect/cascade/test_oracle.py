"""The benchmark of questions: its oracle finds what it is asked about in requests as they are sent."""

from __future__ import annotations

import pytest

from benchmarks import oracle
from redactor.detect.cascade import cascade as cascading
from redactor.detect.cascade import passes as passing
from redactor.detect.cascade.questions import Limits
from redactor.engine import read_all
from redactor.evaluate.spans import Document, Labelled
from redactor.text import Note
from tests.unit.detect.cascade.llm_kit import Scored

_BODY = "Seen with Ilkar on the ward.\n\nGiven zorpamab by Quenby, then home."
_STUDENT = Scored({"zorpamab": 0.3, "Quenby": 0.8}, ["Ilkar"])  # it is almost sure of Quenby


def test_an_oracle_that_knows_the_gold_leaves_neither_misses_nor_false_alarms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cascading, "judge", cascading.judge)  # which the benchmark replaces
    texts = [_BODY + f" Visit {i}." for i in range(8)]  # with eight canaries, before and behind the text
    at = _BODY.index("Ilkar")
    documents = [Document(str(i), t, (Labelled(at, at + 5, "PERSON"),), ()) for i, t in enumerate(texts)]
    detectors = [oracle.Remembered(_STUDENT)]
    knows = oracle.Oracle({d.id: d.gold for d in documents}, errors=0.0)
    report, asked = oracle._asked(documents, detectors, knows, Limits(0.01, 0.6, confident=0.1), at_random=False)
    assert (report.recall.value, report.precision.value, asked) == (1.0, 1.0, 24)
    assert knows.requests == 8 and knows.tokens > 0
    report, _ = oracle._asked(documents, detectors, knows, Limits(0.01, 0.6), at_random=False)
    assert oracle._causes(documents, detectors, report) == {"missed": {}, "false": {"the student alone": 8}}


@pytest.mark.parametrize(("errors", "found"), [(0.0, True), (1.0, False)])
def test_an_oracle_lists_in_a_pass_its_canary_and_what_nobody_found(
    monkeypatch: pytest.MonkeyPatch, errors: float, found: bool
) -> None:
    monkeypatch.setattr(cascading, "judge", cascading.judge)  # which the benchmark replaces
    monkeypatch.setattr(passing, "mask", passing.mask)
    texts = [_BODY + f" Called {name} at home." for name in ("Vexholm", "Tarrow", "Umbery", "Quenwick")]
    gold = {
        t: tuple(Labelled(t.index(n), t.index(n) + len(n), "PERSON") for n in ("Ilkar", t.split()[-3])) for t in texts
    }
    knows = oracle.Oracle({str(i): gold[t] for i, t in enumerate(texts)}, errors, gold)
    second = oracle.oracle_cascade(knows, Limits(1.0, 0.0), passes=2)
    notes = [Note(str(i), t, str(i), hints={"llm": "always"}) for i, t in enumerate(texts)]
    readings = read_all([Scored({"Ilkar": 0.9}, [])], notes, second=second)
    for text, reading in zip(texts, readings, strict=True):
        assert reading.complete, "the canary was listed, and all quotations have a place"
        spans = [text[s.start : s.end] for s in reading.spans]
        assert any("Ilkar" in span for span in spans) and any(text.split()[-3] in span for span in spans) is found
        assert not found or len(spans) == 2, "and no word that is no identifier"
    assert knows.requests == 8 and knows.asked > knows.answered > 0, "both passes, since the first finds something"
