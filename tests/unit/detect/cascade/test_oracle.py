"""The benchmark of questions: its oracle finds what it is asked about in requests as they are sent."""

from __future__ import annotations

import pytest

from benchmarks import oracle
from redactor.detect.cascade import cascade as cascading
from redactor.detect.cascade.questions import Limits
from redactor.evaluate.spans import Document, Labelled
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
