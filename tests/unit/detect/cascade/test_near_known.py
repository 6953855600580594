"""What is near a known name is neither asked about nor sent, and stays covered."""

from __future__ import annotations

from redactor.detect.cascade.cascade import KnownNames
from redactor.entities import Entity
from redactor.text import KnownValue, Note
from tests.each_row import each_row
from tests.unit.detect.cascade.llm_kit import ByRange, cascade, clear, reading

KNOWN = (
    KnownValue("Zwickelbauer", Entity.PATIENT),
    KnownValue("Marta Okonjo", Entity.PERSON),
    KnownValue("MRN 4711-Hollander", Entity.ID),
    KnownValue("Ng", Entity.PATIENT),
)


@each_row(
    "text",
    ["Zwickelbauer", "zwickel-bauer", "Zwickelb", "Zwikelbauer", "Zwickelbaur's", "Z W I C K E L B A U E R", "Okonj",
     "OKONJQ", "with Márta"],
)  # fmt: skip
def test_misspelt_cut_spaced_or_joined_names_are_near(text: str) -> None:
    assert KnownNames(KNOWN).are_near(text)


@each_row("text", ["Hollander", "winkel", "bauer", "morning", "NG tube", "Marfan", "", "12 345", "Mar"])
def test_other_words_and_values_that_are_no_names_are_not(text: str) -> None:
    assert not KnownNames(KNOWN).are_near(text)


def test_no_answer_clears_what_is_near_a_known_name_and_it_is_not_sent() -> None:
    llm = ByRange(lambda id, text: clear(id))
    note = Note("1", "Spoke with Zwickel-baur and Tilda about the plan.", "s", known=KNOWN)
    (out,) = cascade(llm).begin([note], [[reading(note, doubts=["Zwickel-baur", "Tilda"])]]).result()
    assert llm.asked == ["Tilda"]
    assert [note.text[s.start : s.end] for s in out.reading.spans] == ["Zwickel-baur"]
    assert llm.requests and all("ickel" not in r.content for r in llm.requests)
