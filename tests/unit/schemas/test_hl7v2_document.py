"""The schema document of HL7 v2 messages, and the forms of text and time that messages have."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.build_rules import render
from schemas.documents.registry import Registry
from schemas.documents.schema_files import DOCUMENTS
from schemas.engine.records import RecordError
from schemas.exchange.hl7v2_read import read_message
from schemas.exchange.hl7v2_text import Delimiters, escape, from_iso, from_markup, read_delimiters, to_iso, to_markup
from schemas.exchange.hl7v2_text import unescape as plain
from schemas.exchange.hl7v2_write import write_message
from schemas.hl7v2_build import make_document

BY = Delimiters("|", "^", "~", "\\", "&")
TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")) | st.sampled_from("|^~\\&\n<>"), max_size=40
)


def test_the_committed_document_is_the_generated_one() -> None:
    path = DOCUMENTS / "hl7v2" / "message.json"
    assert path.read_text("utf-8") == render(make_document()), "run python -m schemas.hl7v2_build"
    assert Registry().status("hl7v2/message") == "approved"


@given(TEXTS)
def test_a_text_comes_back_from_its_escapes(text: str) -> None:
    written = escape(text, BY)
    assert not set(written.replace("\\", "")) & set("|^~&\n")
    assert plain(written, BY) == text


@given(st.lists(st.lists(TEXTS, min_size=1, max_size=3), min_size=1, max_size=3))
def test_lines_come_back_from_their_markup(lines: list[list[str]]) -> None:
    assert from_markup(to_markup(lines)) == lines


@pytest.mark.parametrize(
    ("time", "iso", "back"),
    [
        ("2024", "2024", "2024"),
        ("202403", "2024-03", "202403"),
        ("20240304", "2024-03-04", "20240304"),
        ("2024030409", "2024-03-04T09:00", "202403040900"),
        ("202403040915", "2024-03-04T09:15", "202403040915"),
        ("20240304091530.123", "2024-03-04T09:15:30", "20240304091530"),
        ("20240304091530-0500", "2024-03-04T09:15:30-05:00", "20240304091530-0500"),
        ("202403040915+0000", "2024-03-04T09:15:00+00:00", "20240304091500+0000"),
        ("March", "March", ""),
        ("[DATE]", "[DATE]", ""),
    ],
)
def test_a_time_in_both_forms(time: str, iso: str, back: str) -> None:
    assert to_iso(time) == iso
    assert from_iso(iso) == back


def test_delimiters_that_cannot_be_told_apart_are_refused() -> None:
    for header in ("MSH", "MSH|", "MSH|^~\\", "MSH|^^^^|", "MSHA^~\\&|", "MSH|^~\\&#+|", "MSH|<~\\&|"):
        with pytest.raises(RecordError):
            read_delimiters(header)
    assert read_delimiters("MSH|^~\\&#|") == BY


def test_a_message_comes_back_from_its_record() -> None:
    text = (
        "MSH|^~\\&|A||B||||ORU^R01|1|P|2.3\rPID|1||7^^^X&1.2&ISO^MR||Roe^Jane\r"
        "OBX|1|TX|1^N^L||a \\T\\ b~c\\.br\\d||||||F\rOBX|2|TX|1^N^L||e\rOBX|3|NM|718-7^Hb^LN||4.50|g/dL^^UCUM|4-5|N\r"
        'NTE|1||x\rNTE|2||""\rDG1|1||I10^Hypertension^I10C^L1^local^L||202403040915-0500\r'
    )
    assert write_message(read_message(text)) == text.replace("0915-0500", "091500-0500")
