"""What becomes of questions that an endpoint could not answer, or refused to."""

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace

import pytest

from redactor.detect.cascade.cascade import OnUnsure
from redactor.entities import Entity
from redactor.errors import EndpointRefusedError
from redactor.llm.cache import MemoryAnswers
from redactor.llm.contract import Answer, Failure, Request
from redactor.text import Note, Reading
from tests.unit.detect.cascade.llm_kit import ByRange, cascade, clear, doubt, found, marked, reading, span

_NOTE = Note("1", "Seen with Ilkar, then Bodil and Quenby at lunch.", "s1")
_LOW = span(_NOTE, "Bodil")
_READING = Reading((_LOW,), (doubt(_NOTE, "Ilkar"), doubt(_NOTE, "Quenby", Entity.CITY)))
_SETTINGS: tuple[OnUnsure, ...] = ("quarantine", "redact")


@pytest.mark.parametrize("on_unsure", _SETTINGS)
@pytest.mark.parametrize("on_outage", _SETTINGS)
@pytest.mark.parametrize("failure", [Failure.DOWN, Failure.BUDGET, Failure.UNSURE, Failure.REFUSED])
def test_a_note_says_why_it_was_not_judged(failure: Failure, on_outage: OnUnsure, on_unsure: OnUnsure) -> None:
    """Each setting decides on its own failures: nobody could be asked, or the answer cannot be used."""
    llm = ByRange(lambda id, text: failure)
    (out,) = cascade(llm, on_unsure, on_outage=on_outage).begin([_NOTE], [[_READING]]).result()
    decides = on_outage if failure in (Failure.DOWN, Failure.BUDGET) else on_unsure
    assert found(out, _NOTE) == [("Ilkar", "PERSON", "weak"), ("Quenby", "CITY", "weak")]
    assert not out.dismissed
    assert (out.reading.complete, out.reading.why) == (
        (False, failure.value) if decides == "quarantine" else (True, "")
    )
    told = {"redacted": 1, failure.value: 1} if decides == "redact" else {}
    assert dict(out.reading.second) == {"asked": 3, "unsure": 3} | told
    assert len(llm.requests) == (2 if failure is Failure.UNSURE else 1), "the client has tried as often as it may"


def test_an_outage_does_not_hide_an_answer_that_cannot_be_used() -> None:
    far = replace(_NOTE, text=f"{_NOTE.text} {'x ' * 800}Seen with Yngvar.")
    llm = ByRange(lambda id, text: Failure.DOWN if text == "Yngvar" else Failure.REFUSED)
    read = reading(far, doubts=["Ilkar", "Yngvar"])
    for on_unsure, why in (("quarantine", "llm-refused"), ("redact", "")):
        (out,) = cascade(llm, on_unsure).begin([far], [[read]]).result()  # type: ignore[arg-type]
        assert out.reading.why == why
    assert dict(out.reading.second) == {"asked": 2, "unsure": 2, "redacted": 1, "llm-down": 1}


def test_a_refused_request_of_several_passages_is_sent_again_for_each() -> None:
    """One text in it may be what a filter refuses."""
    notes = [replace(_NOTE, id=str(n), text=f"Seen with {name}.") for n, name in enumerate(("Ilkar", "Quenby"))]
    readings = [[reading(note, doubts=[name])] for note, name in zip(notes, ("Ilkar", "Quenby"), strict=True)]
    llm = ByRange(lambda id, text: Failure.REFUSED if text == "Ilkar" else clear(id))
    first, second = cascade(llm).begin(notes, readings).result()
    assert first.reading.why == "llm-refused" and found(first, notes[0])
    assert second.reading.complete and not second.reading.spans
    assert len(llm.requests) == 3


def test_what_came_before_an_endpoint_refused_everything_is_kept() -> None:
    class Refuses(ByRange):
        def ask(self, requests: Sequence[Request]) -> Future[list[Answer]]:
            future = super().ask(requests)
            if not any(text == "Tove" for r in requests for _, text in marked(r.content)[0]):
                return future
            refused: Future[list[Answer]] = Future()
            refused.set_exception(EndpointRefusedError("HTTP 401"))
            return refused

    answers = MemoryAnswers()
    other = Note("2", "Seen with Tove.", "s2")
    notes, readings = [_NOTE, other], [[_READING], [reading(other, doubts=["Tove"])]]
    with pytest.raises(EndpointRefusedError, match="HTTP 401"):
        cascade(Refuses(lambda id, text: clear(id)), answers=answers).begin(notes, readings).result()
    again = ByRange(lambda id, text: clear(id))
    assert cascade(again, answers=answers).begin(notes, readings).result()[0].dismissed == {_LOW}
    assert again.asked == ["Tove"]
