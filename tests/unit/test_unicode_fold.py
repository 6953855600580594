"""The Unicode fold, from outside."""

from redactor.unicode_fold import fold, label_key
from tests.each_row import each_row


@each_row(
    ("text", "folded"),
    [
        ("１２３−４５６７", "123-4567"),
        ("3⁄4⁄2024", "3/4/2024"),
        ("Jo\u200bhn", "John"),
        ("O’Neil", "O'Neil"),
        ("555‑1234", "555-1234"),
        ("a\u00a0b", "a b"),
        ("٣/٤", "3/4"),
    ],
)
def test_the_fold_has_one_form(text: str, folded: str) -> None:
    assert fold(text).text == folded


def test_fold_offsets_lead_back() -> None:
    text = "tel １\u200b２３ end"
    folded = fold(text)
    at = folded.text.index("123")
    a, b = folded.span(at, at + 3)
    assert text[a:b] == "１\u200b２３"


def test_caseless_drops_marks_composed_or_not() -> None:
    for written in ("JOSÉ", "Jose\u0301"):
        assert fold(written, caseless=True).text == "jose"


def test_labels_are_compared_by_their_words() -> None:
    written = ["Letter to GP", " LETTER\u00a0to  gp", "letter-to_GP:", "L\u00e9tter to \u200bGP"]
    assert {label_key(w) for w in written} == {"letter to gp"}
    assert label_key("Letters to GP") != "letter to gp"
    assert label_key("\u2014") == ""


def test_a_fraction_is_no_digit_of_the_number_before_it() -> None:
    folded = fold("97½ mg")
    assert folded.text == "97 1/2 mg"
    assert folded.span(0, 6) == (0, 3)
