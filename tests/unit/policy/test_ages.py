"""Ages over 89 become 90+, whatever their spelling; others stay."""

from redactor.policy.safe_harbor import age_up_to_89
from tests.each_row import each_row


@each_row(
    "value", ["45", "45-year-old", "89", "89 y/o", "89.9", "six months", "mid-forties", "1000 weeks", "89½", "44 + 4"]
)
def test_up_to_89_stays(value: str) -> None:
    assert age_up_to_89(value) == value


@each_row(
    ("value", "shown"),
    [
        ("90", "90+"),
        ("93-year-old", "90+ year-old"),
        ("104yo", "90+yo"),
        ("91 years old", "90+ years old"),
        ("ninety-three", "90+"),
        ("ninety", "90+"),
        ("in her 90s", "90+"),
        ("nineties", "90+"),
        ("nonagenarian", "90+"),
        ("one hundred and two years", "90+"),
        ("88-92", "90+"),
        ("1200 months", "90+"),
        ("97½", "90+"),
        ("97 ½ years", "90+ years"),
        ("97 1/2 yo", "90+"),
        ("89 + 5 yrs", "90+"),
        ("85 plus 6", "90+"),
    ],
)
def test_over_89_shows_the_limit_alone(value: str, shown: str) -> None:
    assert age_up_to_89(value) == shown


def test_a_structured_unit_counts() -> None:
    assert age_up_to_89("1100", "mo") == "90+"
    assert age_up_to_89("1000", "mo") == "1000"


def test_text_that_is_not_an_age_is_not_shown() -> None:
    assert age_up_to_89("elderly") is None
