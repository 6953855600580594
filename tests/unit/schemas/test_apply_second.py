"""What a second reader says of texts reaches the result of their record."""

from __future__ import annotations

from collections.abc import Sequence

from redactor.detect import SecondReading
from redactor.engine import Engine
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import BY_LLM, NO_HINTS, Note, Reading
from schemas.documents.compile import compile_document
from schemas.engine.apply import Applier, ApplyOptions
from schemas.engine.records import Outcome, Reason, RecordIn, RecordOut
from tests.unit.record_kit import DOE, KEYS, REGISTRY, RING, One, Words, make, observation


class Asks:
    """Asks one question about each text, and cannot judge those that say "unclear"."""

    name, version = "asks", "1"

    def begin(self, notes: Sequence[Note], readings: Sequence[Sequence[Reading]]) -> Begun:
        return Begun(notes)


class Begun:
    def __init__(self, notes: Sequence[Note]) -> None:
        self._notes = notes

    def result(self) -> list[SecondReading]:
        return [SecondReading(self._reading("unclear" in n.text)) for n in self._notes]

    @staticmethod
    def _reading(unclear: bool) -> Reading:
        return Reading(complete=not unclear, why="llm-down" if unclear else "", second=(("asked", 1),))


def apply(*texts: str) -> list[RecordOut]:
    engine = Engine([DOE], TagReplacer(load_profile("hipaa-safe-harbor"), RING, "enclave"), second=Asks())
    applier = Applier(REGISTRY, engine, KEYS, ApplyOptions())
    records = [observation(note=[{"text": text}], code={"coding": []}) for text in texts]
    return applier.apply([RecordIn(record, f"1:{n}") for n, record in enumerate(records)])


def test_counters_of_texts_are_those_of_their_record() -> None:
    (out,) = apply("seen by Doe")
    assert (out.outcome, out.second) == (Outcome.RELEASED, {"asked": 1, "records": 1})


def test_a_text_that_cannot_be_judged_quarantines_its_record_alone_and_says_why() -> None:
    unclear, clear = apply("unclear", "clear")
    assert (unclear.reason, unclear.where) == (Reason.INCOMPLETE_READING, "llm-down")
    assert unclear.second == {"asked": 1, "llm-down": 1, "records": 1}
    assert clear.outcome is Outcome.RELEASED


def test_a_field_can_say_that_an_llm_reads_it_whole() -> None:
    text = {"type": "string", "rule": "autoDeID"}
    fields = {"note": {**text, "llm": "always"}, "title": text}
    document = {"title": "records/x", "version": "1", "dataType": "x", "subject": [], "type": "object"}
    schema = compile_document({**document, "properties": fields}, lambda name: {})
    detector = Words("Doe")
    applier, _ = make(detector=detector, registry=One(schema))
    record = {"dataType": "x", "note": "seen by Doe", "title": "seen by Doe"}
    (out,) = applier.apply([RecordIn(record, "1:1")])
    assert out.outcome is Outcome.RELEASED, "and equal texts are not taken for one note"
    assert [(n.text, n.hints) for n in detector.seen] == [("seen by Doe", BY_LLM), ("seen by Doe", NO_HINTS)]
