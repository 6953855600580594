"""What is found in readable texts is marked in the note: exactly, or the whole block or file name."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence

from redactor.detect.known import Known
from redactor.detect.patterns import Patterns
from redactor.detect.readable import readable, readable_texts
from redactor.engine import read_all
from redactor.entities import Entity, Role
from redactor.text import KnownValue, Note, Reading, Span
from tests.each_row import each_row


class Finds:
    """A detector of the name Okonjo and of ISO dates that cannot read the word UNREADABLE."""

    name, version = "finds", "1"

    def detect(self, notes: Sequence[Note]) -> list[Reading]:
        return [Reading(tuple(self._spans(n.text)), complete="UNREADABLE" not in n.text) for n in notes]

    def _spans(self, text: str) -> list[Span]:
        found = re.finditer(r"\b(?:Ngozi )?Okonjo\b|\b\d{4}-\d\d-\d\d\b", text)
        return [Span(*m.span(), Entity.DATE if m[0][0].isdigit() else Entity.PERSON) for m in found]


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def redacted(text: str) -> str:
    (reading,) = read_all([Finds()], [Note("n", text)])
    for s in reversed(reading.spans):
        text = text[: s.start] + s.entity.tag + text[s.end :]
    return text


@each_row(
    ("text", "expected"),
    [
        ("a %4Fkonjo, 5%20mg", "a [PERSON], 5%20mg"),
        ("Ngozi%20Okonjo%2C%2040%20mg", "[PERSON]%2C%2040%20mg"),
        ("%0AOkonjo%20came", "%[PERSON]%20came"),
        (f"x {b64('Okonjo, fever')} y", "x [PERSON] y"),
        (f"x {b64('no name, fever')} y", f"x {b64('no name, fever')} y"),
        (f"x {b'Okonjo'.hex()} y", "x [PERSON] y"),
        (b64("see %4Fkonjo"), "[PERSON]"),
        (b64(b64("Okonjo, fever")), "[PERSON]"),
        ("%254Fkonjo", "[PERSON]"),
        ("scan_Okonjo_2020-02-02.pdf", "[PERSON].pdf"),
        ("see XrayScanned_2020_02_02_ctQx.pdf", "see [DATE].pdf"),
        ("C:\\Okonjo\\Okonjo_CT\\chestQx.txt", "C:\\[PERSON]\\[PERSON]\\chestQx.txt"),
        ("OkonjoNgozi.pdf %4Fkonjo", "[PERSON].pdf [PERSON]"),
        ("Okonjo sent Okonjo_CT.pdf to Okonjo", "[PERSON] sent [PERSON].pdf to [PERSON]"),
    ],
)
def test_what_is_found_is_marked_where_it_stands(text: str, expected: str) -> None:
    assert redacted(text) == expected


def test_encodings_are_undone_twice_and_no_more() -> None:
    twice, thrice = b64(b64("Okonjo, fever")), b64(b64(b64("Okonjo, fever")))
    assert redacted(twice) == "[PERSON]"
    assert redacted(thrice) == thrice


def test_stretches_far_apart_are_read_apart_with_the_text_around_them() -> None:
    filler = "nothing of note here. " * 40
    text = f"{filler}%4Fkonjo {filler}%4Fkonjo %41 {filler}"
    parts = readable_texts(text)
    assert len(parts) == 2
    assert all(len(p.text) < 400 for p in parts)
    assert redacted(text) == text.replace("%4Fkonjo", "[PERSON]")


def test_a_readable_text_that_cannot_be_read_makes_the_note_incomplete() -> None:
    (reading,) = read_all([Finds()], [Note("n", "%55NREADABLE")])
    assert not reading.complete


def test_a_note_reads_alone_as_in_any_company() -> None:
    notes = [Note(str(i), t) for i, t in enumerate(("%4Fkonjo", "Okonjo", "x_y", b64("Okonjo, fever"), "%4Fkonjo x"))]
    together = read_all([Finds()], notes)
    assert together == [read_all([Finds()], [n])[0] for n in notes]


def test_known_values_are_found_in_encoded_text() -> None:
    known = (KnownValue("Ngozi Zqwerty", Entity.PATIENT, Role.PATIENT, (("given", "Ngozi"), ("family", "Zqwerty"))),)
    (reading,) = read_all([Known()], [Note("n", f"for {b'Zqwerty'.hex()}", known=known)])
    assert [(s.start, s.entity) for s in reading.spans] == [(4, Entity.PATIENT)]


def test_a_name_that_was_decoded_is_found_again() -> None:
    assert redacted("%4Fkonjo. OKONJO came") == "[PERSON]. [PERSON] came"
    assert readable("%4Fkonjo") == "Okonjo"
    assert readable("Okonjo") == "Okonjo"


NOTES = [
    "Patient: %4A%6F%68%6E%20%53mith came", r"name=\u004a\u006fhn Smith, 5 mg", "Jos&eacute; Garc&iacute;a was seen",
    "token Sm9obiBTbWl0aA== ok", "sent 4a6f686e20536d697468 today", "scan_Smith_John_1952-03-14.pdf",
    r"C:\Users\jsmith\Documents\x.pdf", "see SmithJohn_CTchest.pdf attached", "smith-john-ct.pdf", "SMITH_JOHN_MRI.dcm",
    "John_Smith", "JohnSmith", "smith.john", "johnsmith.pdf", "MrsOkonjo_letter.docx", "smith-john/ct/series1.dcm",
    r"\\server\users\smith_john\x.doc", "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIiwibmFtZSI6IkpvaG4gU21pdGgifQ",
    "J=C3=B6rg M=C3=BCller", "=?utf-8?Q?J=C3=B6rg_Smith?=", "Jo&shy;hn Smith", r"to Dr. Lee\nJohn Smith came",
]  # fmt: skip


@each_row("text", NOTES)
def test_the_rules_find_names_in_encodings_and_file_names(text: str) -> None:
    (reading,) = read_all([Patterns()], [Note("n", text)])
    for s in reversed(reading.spans):
        text = text[: s.start] + s.entity.tag + text[s.end :]
    left = re.sub(r"\[[A-Z_]+\]", "", readable(text)).lower()
    assert not re.search("smith|john|garc|okonjo|rg m", left), text


CLEAN = [
    "See ct_chest_final.pdf and Discharge_Summary.pdf.", "lab_report_2.pdf", "BRCA1_c.68_69del", "c.1521_1523delCTT",
    "Lisinopril_10mg_Tab.pdf", "Warfarin_INR_Log.xlsx", "MRI_Brain_WO_Contrast.dcm", "EchoReport.pdf", "MyChart",
    "PatientEducation_Diabetes.pdf", "HR 72 68 70 74 80, SpO2 95%20 on RA", "Dexamethasone_4mg_PO.pdf", "T2DM_HTN_CKD3",
    "COVID19_PCR_result.pdf", "and/or mg/dL N/A", "ER+PR+ HER2-", "K=4.2 PSA=45", "A&P &lt;5 &amp; &gt;2",
    "Guest_family: fine", "HEART_RATE 72", "2+ edema, 5/5 strength, a/c/d/e",
]  # fmt: skip


@each_row("text", CLEAN)
def test_clinical_text_stays(text: str) -> None:
    assert read_all([Patterns()], [Note("n", text)])[0].spans == ()
