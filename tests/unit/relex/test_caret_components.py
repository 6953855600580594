"""Names with carets: the position of a component says what it is, and the stand-in keeps the form."""

from __future__ import annotations

from redactor.entities import Entity
from redactor.text import Mention
from relex.identity import names
from relex.identity.people import Context, Person
from relex.parts import Part, joined
from tests.each_row import each_row

F, G, L, N = "family", "given", "letter", "number"


def parts(value: str, context: Context | None = None) -> tuple[list[tuple[str, str]], str]:
    """(kind, canonical) of each part, and the text that stays."""
    pieces = names.split_mention(Mention(value, Entity.PERSON, "p"), context or Context())
    assert joined(pieces.items) == value
    found = [(p.kind.value, p.canonical) for p in pieces.items if isinstance(p, Part)]
    return found, "".join(p for p in pieces.items if isinstance(p, str))


@each_row(
    ("value", "expected", "stays"),
    [
        ("DOE^JANE", [(F, "doe"), (G, "jane")], "^"),
        ("DOE^JANE^M^^DR", [(F, "doe"), (G, "jane"), (L, "m")], "^^^^DR"),
        ("Doe^Jane^Marie^III^Mrs.^PhD^L", [(F, "doe"), (G, "jane"), (G, "marie")], "^^^III^Mrs.^PhD^L"),
        ("JAMES^THOMAS^LEE", [(F, "james"), (G, "thomas"), (G, "lee")], "^^"),
        ("LEE^JAMES^^^MR", [(F, "lee"), (G, "james")], "^^^^MR"),
        ("1234567^SMITH^ADAM^^^DR^MD^^NPI", [(N, "1234567"), (F, "smith"), (G, "adam")], "^^^^^DR^MD^^NPI"),
        ("patient^DOE^JOHN^Q", [(F, "doe"), (G, "john"), (L, "q")], "patient^^^"),
        ("^DOE^JOHN", [(F, "doe"), (G, "john")], "^^"),
        ("DOE^JOHN~ROE^JACK", [(F, "doe"), (G, "john"), (F, "roe"), (G, "jack")], "^~^"),
        ("van den Berg&van den&Berg^Vincent", [(F, "berg"), (F, "berg"), (G, "vincent")], "van den &van den&^"),
        ("DE LA CRUZ^ANA MARIA", [(F, "cruz"), (G, "ana"), (G, "maria")], "DE LA ^ "),
        ("SMITH-JONES^MARY-JO", [(F, "smith"), (F, "jones"), (G, "maryjo")], "-^"),
        ("KIM^MINJUN=金^民俊", [(F, "kim"), (G, "minjun"), (F, "金"), (G, "民俊")], "^=^"),
        ("DOE^J", [(F, "doe"), (L, "j")], "^"),
        ("DOE^JQ", [(F, "doe"), (L, "j"), (L, "q")], "^"),
        ("D^JOHN", [(L, "d"), (G, "john")], "^"),
        ("DOE^^^^MR", [(F, "doe")], "^^^^MR"),
        ("MA^LI^^^DR", [(F, "ma"), (G, "li")], "^^^^DR"),
        ("^^^", [], "^^^"),
    ],
)  # fmt: skip
def test_the_components_of_a_name(value: str, expected: list[tuple[str, str]], stays: str) -> None:
    assert parts(value) == (expected, stays)


def test_a_component_of_another_kind_is_replaced_not_kept() -> None:
    found, text = parts("DOE^JANE^^^^^^^Quimby General")
    assert {c for _, c in found} >= {"doe", "jane", "quimby", "general"} and "Quimby" not in text


def test_names_of_the_household_override_the_order() -> None:
    home = Context(household=(Person(("john",), ("doe",)),))
    assert parts("JOHN^DOE", home)[0] == [(G, "john"), (F, "doe")]
