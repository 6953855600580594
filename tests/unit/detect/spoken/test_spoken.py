"""The view of a transcript in written form, and what the patterns find in it."""

from __future__ import annotations

import re

import pytest

from redactor.detect.patterns import Patterns
from redactor.detect.spoken.view import SPELT, SPOKEN, spoken_view
from redactor.entities import Entity
from redactor.text import Note, Span
from tests.each_row import each_row
from tests.unit.detect.spoken import late_utterances, more_utterances, utterances

PATTERNS = Patterns()
_UNSAID = frozenset(
    {"the", "of", "and", "uh", "um", "er", "plus", "on", "area", "code", "space"}
)  # need not be covered


def _find(text: str) -> list[Span]:
    """The spans of both views."""
    view = spoken_view(text)
    own, spoken = PATTERNS.detect([Note("a", text), Note("b", view.text)])
    return [*own.spans, *view.certain_spans(), *view.map_spans(spoken.spans)]


def _unmarked(marked: str) -> tuple[str, list[tuple[int, int]]]:
    """A text without its square brackets, and where the words in them stand."""
    text, words = "", []
    for piece in re.split(r"(\[[^\]]*\])", marked):
        plain = piece.strip("[]")
        if piece.startswith("["):
            at = len(text)
            words += [(at + m.start(), at + m.end()) for m in re.finditer(r"[\w'-]+", plain)]
        text += plain
    return text, words


def _missed(marked: str) -> list[str]:
    text, words = _unmarked(marked)
    spans = _find(text)
    return [
        text[a:b]
        for a, b in words
        if text[a:b].lower() not in _UNSAID and not any(s.start <= a and b <= s.end for s in spans)
    ]


# What the patterns do not find in plain writing either, and a second word of a path.
MISSED = {
    "mom turned [one hundred and one] last week": ["one"],
    "look at [facebook dot com slash mary jones]": ["jones"],
    "he'll be [ninety one] in [april]": ["ninety", "one", "april"],
    "her husband is [ninety one], and frail": ["ninety", "one"],
    "they live on [forty second street]": ["forty", "second", "street"],
}


@each_row("marked", [*utterances.PHI, *more_utterances.PHI, *late_utterances.PHI])
def test_identifiers_that_are_spoken_are_found(marked: str) -> None:
    assert _missed(marked) == MISSED.get(marked, [])


# AST is a listed name in plain writing too. "one ten one twenty one fifteen" is one number or three.
FALSE = {
    "Bili was one point two, a l t forty, a s t thirty eight.",
    "Sugars have been one ten one twenty one fifteen.",
}


@each_row("text", [*utterances.CLINICAL, *more_utterances.CLINICAL, *late_utterances.CLINICAL])
def test_clinical_numbers_are_no_identifiers(text: str) -> None:
    assert bool(_find(text)) == (text in FALSE)


@each_row("marked", [*utterances.PHI, *utterances.CLINICAL, *late_utterances.PHI])
def test_a_view_is_its_own_view(marked: str) -> None:
    view = spoken_view(marked.replace("[", "").replace("]", "")).text
    assert spoken_view(view).text == view


def test_the_lists_are_as_long_as_they_must_be() -> None:
    assert len(utterances.PHI) >= 80
    assert len(utterances.CLINICAL) >= 60


@each_row(
    ("spoken", "written"),
    [
        ("five five five oh one", "55501"),
        ("Five, five, five, oh, one.", "55501."),
        ("5 five 5", "555"),
        ("5, 5, 5, 0, 1", "55501"),
        ("five five, uh, five oh", "5550"),
        ("double five triple oh nought", "550000"),
        ("five fifty-five", "555"),
        ("twenty three forty five", "2345"),
        ("nineteen eighty-four", "1984"),
        ("nineteen oh five", "1905"),
        ("two thousand and three", "2003"),
        ("twelve hundred", "1200"),
        ("one thousand two hundred fifty", "1250"),
        ("two million three hundred thousand", "2,300,000"),
        ("a hundred and four", "104"),
        ("eight hundred five five five twelve twelve", "800-555-1212"),
        ("zero point five milligrams", "0.5 milligrams"),
        ("point two five", ".25"),
        ("one twenty over eighty", "120/80"),
        ("a one c of seven point two", "A1c of 7.2"),
        ("one hundred to three hundred three times daily", "100 to 300 3 times daily"),
        ("april twelfth nineteen fifty three", "april 12th 1953"),
        ("april twelve fifty three", "april 12 '53"),
        ("april nineteen fifty three", "april 1953"),
        ("april twenty twenty twenty one", "april 20 2021"),
        ("the third of may", "the 3rd of may"),
        ("the second of may two thousand one", "the 2nd of may 2001"),
        ("twelve slash four slash sixty one", "12/4/61"),
        ("oh four oh three fifty three", "04/03/53"),
        ("three thirty p m", "3:30 PM"),
        ("w w w dot mercy dot org", "www.mercy.org"),
        ("john dot smith at gmail dot com", "john.smith@gmail.com"),
        ("mary at sign mercy dot org", "mary@mercy.org"),
        ("mary.jones at gmail.com", "mary.jones@gmail.com"),
        ("double u i l s o n", "WILSON"),
        ("m i double l e r", "MILLER"),
        ("S.M.I.T.H.", "SMITH."),
        ("n for nancy o like oscar", "NO"),
        ("b p one ten over seventy", "BP 110/70"),
        ("apartment four b", "apartment 4B"),
        ("four twelve oak street unit two", "412 Oak Street Unit 2"),
        ("fifth avenue", "5th Avenue"),
        ("they live on forty second street", "they live on 42nd Street"),
        ("she is out until the twentieth, then", "she is out until the 20th, then"),
        ("since the third he has pain", "since the 3rd he has pain"),
        ("come on monday the sixth", "come on monday the 6th"),
        ("on the fifth floor", "on the fifth floor"),
        ("numbness on the fourth and fifth fingers", "numbness on the fourth and fifth fingers"),
        ("by the fortieth", "by the fortieth"),
        ("in nineteen ninety one nineteen ninety two", "in 1991 1992"),
        ("a s- a stable e c g", "a s- a stable ECG"),
        ("capital d e l", "DEL"),
        ("(six one seven) five five five oh one nine nine", "(617) 555-0199"),
        ("six one seven... five five five... oh one nine nine", "617-555-0199"),
        ("born in april of fifty three", "born in april of '53"),
        ("he was born in fifty three", "he was born in '53"),
        ("since the summer of sixty nine", "since the summer of '69"),
        ("a cohort of sixty nine", "a cohort of 69"),
        ("he died in fifty minutes", "he died in 50 minutes"),
        ("my email's r dot smith at u c l a dot e d u", "my email's r.smith@ucla.edu"),
        ("code seven a four b two two", "code 7A4B22"),
        ("ninety three eighty six seventy nine", "93 86 79"),
        ("one ten one twelve", "110 112"),
        ("my name is uh karen", "my name is karen"),
        ("the number, um, is uh five five", "the number, is 55"),
        ("a cyst of five mm there", "a cyst of 5 mm there"),
        ("it's j o h n four two at g mail dot com", "it's john42@gmail.com"),
        ("mine is mary jones two at yahoo dot com", "mine is mary jones2@yahoo.com"),
        ("the plate is alpha bravo seven two nine", "the plate is AB729"),
        ("mike and papa seven", "mike and papa 7"),
        ("kilo mike. seven", "kilo mike. 7"),
        ("come at nine thirty", "come at 9:30"),
        ("set it at one twenty", "set it at 120"),
        ("on page nine thirty", "on page 930"),
        ("kate at the lake house dot com", "kate at the lake house.com"),
        ("email kate at the lake house dot com", "email kate@thelakehouse.com"),
    ],
)
def test_written_form(spoken: str, written: str) -> None:
    assert spoken_view(spoken).text == written


@each_row(
    "text",
    [
        "",
        "The patient feels well today, and her sister agrees.",
        "BP 120/80, pulse 72, HbA1c 7.2%.",
        "Call 617-555-0199 before 4/12/2019.",
        "oh no, oh yes",
        "one of them, this one, no one",
        "the first visit, a second opinion, the third rib",
        "they march five times a week",
        "John's a friend. I am a nurse.",
        "mail john.smith@gmail.com or see www.mercy.org",
    ],
)
def test_plain_text_stays(text: str) -> None:
    view = spoken_view(text)
    assert view.text == text


def test_ranges_map_back_to_the_words_that_gave_them() -> None:
    text = "Her number is five five, uh, five oh one double two, thanks."
    view = spoken_view(text)
    assert view.text == "Her number is 5550122, thanks."
    start = view.text.index("555")
    assert _slice(text, view.original(start, start + 7)) == "five five, uh, five oh one double two"
    assert _slice(text, view.original(start + 2, start + 4)) == "five oh"
    assert _slice(text, view.original(start + 6, start + 7)) == "double two"
    assert _slice(text, view.original(0, 3)) == "Her"
    assert _slice(text, view.original(view.text.index("thanks"), len(view.text))) == "thanks."


def _slice(text: str, at: tuple[int, int]) -> str:
    return text[at[0] : at[1]]


def test_an_empty_range_maps_to_an_empty_one() -> None:
    view = spoken_view("room five five")
    assert view.original(5, 5) == (5, 5)
    assert view.original(len(view.text), len(view.text)) == (14, 14)


@pytest.mark.parametrize("at", [(-1, 2), (2, 1), (0, 99)])
def test_a_range_outside_the_view_is_an_error(at: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="lies outside of a view"):
        spoken_view("room five five").original(*at)


def test_what_is_found_maps_back() -> None:
    view = spoken_view("mrn five five five oh one")
    found = [Span(4, 9, Entity.MEDICAL_RECORD_NUMBER, sources=("patterns:mrn-labelled",)), Span(4, 4, Entity.ID)]
    assert list(view.map_spans(found)) == [
        Span(4, 25, Entity.MEDICAL_RECORD_NUMBER, sources=(SPOKEN, "patterns:mrn-labelled"))
    ]


@each_row(
    ("passage", "written"),
    [
        ("five five, uh, five oh one double two", "5550122"),
        ("five oh", "50"),
        ("ive oh on", "501"),
        ("Her number is five", "Her number is 5"),
        ("umber", "umber"),
        (" uh", ""),
        (", thanks", ", thanks"),
        ("wo, thanks.", "22, thanks."),
    ],
)
def test_a_passage_in_writing(passage: str, written: str) -> None:
    text = "Her number is five five, uh, five oh one double two, thanks."
    start = text.index(passage)
    assert spoken_view(text).written(start, start + len(passage)).strip() == written


@each_row(
    ("passage", "rewritten"),
    [
        ("five five", True),
        ("five oh one double two", True),
        ("is five", False),
        ("two, thanks", False),
        ("thanks", False),
    ],
)
def test_whether_a_passage_is_written_in_another_way(passage: str, rewritten: bool) -> None:
    text = "Her number is five five, uh, five oh one double two, thanks."
    start = text.index(passage)
    assert spoken_view(text).rewrites(start, start + len(passage)) is rewritten


def test_a_text_without_spoken_numbers_is_its_own_view() -> None:
    view = spoken_view("she feels well")
    assert (view.changed, view.written(4, 9), view.rewrites(4, 9)) == (False, "feels", False)


def test_a_spelt_name_is_found_whatever_the_detectors_find() -> None:
    def spelt(text: str) -> list[Span]:
        return list(spoken_view(text).certain_spans())

    assert spelt("her last name is q w o r b e l") == [Span(17, 30, Entity.PERSON, None, "strong", (SPOKEN, SPELT))]
    assert spelt("the drug name is spelled q w o r b e l") == []
    assert spelt("the name of the procedure? it is an o r i f") == []
    assert spelt("the prescription is for her, name s m i t h") != []
    assert spelt("a prescription, last name s m i t h") != []


@each_row(
    "piece",
    ["five ", "a ", "i ", "mike ", "b ", "five, ", "dot ", "x dot com ", "john dot ", "oh, ", "april five ", "1 "],
)
def test_a_long_transcript_is_read_to_its_end(piece: str) -> None:
    """Linear time: benchmarks/linear_time.py."""
    view = spoken_view(piece * 4_000 + "room five five")
    assert view.text.endswith("55")
