"""What is not shaped like its entity becomes a tag, under every profile."""

from __future__ import annotations

from redactor.detect.guard import is_shaped
from redactor.engine import Engine, _is_tagged
from redactor.entities import Entity
from redactor.text import Action, Mention, Note, Reading, Span
from tests.each_row import each_row

E = Entity


@each_row(
    ("value", "entity"),
    [
        ("40 MG", E.ID), ("4 L", E.ID), ("96%", E.MEDICAL_RECORD_NUMBER), ("LT", E.ID), ("mg", E.DEVICE_ID),
        ("15-APR-2025", E.ID), ("3/4/2024", E.HEALTH_PLAN_ID), ("12", E.TELEPHONE_NUMBER),
        ("5 mg", E.TELEPHONE_NUMBER), ("(12)", E.FAX_NUMBER), ("4471", E.PERSON), ("--", E.DOCTOR),
        ("40 mg", E.PATIENT),
        ("88", E.HOSPITAL), ("12-16", E.CITY), ("the old rail", E.STREET), ("Wells", E.STREET), ("seventy", E.ZIP),
    ],
)  # fmt: skip
def test_what_an_entity_cannot_be(value: str, entity: Entity) -> None:
    assert not is_shaped(value, entity)


@each_row(
    ("value", "entity"),
    [
        ("4471023", E.ID), ("MRN-12", E.MEDICAL_RECORD_NUMBER), ("W0412 23 118876", E.ID), ("KDR 4471", E.ID),
        ("19500217-4", E.ID), ("19500217", E.ID), ("12-4471", E.FIN), ("x4412", E.TELEPHONE_NUMBER),
        ("555-0119", E.TELEPHONE_NUMBER), ("DEUTDEFF", E.BANK_SWIFT), ("jsmith", E.USERNAME), ("K1A 0B1", E.ZIP),
        ("O", E.PERSON), ("Lee MG", E.PATIENT), ("김민수", E.PERSON), ("Abe604 Frami345", E.PATIENT),
        ("12 Elm", E.STREET), ("broad street", E.STREET), ("B 4", E.STREET),
        ("3M", E.USERNAME), ("Mercy", E.HOSPITAL), ("12", E.AGE), ("nonsense", E.DATE),
    ],
)  # fmt: skip
def test_what_an_entity_may_be(value: str, entity: Entity) -> None:
    assert is_shaped(value, entity)


class _Finds:
    """A detector of the spans it is given."""

    name, version = "patterns", "1"

    def __init__(self, *spans: Span) -> None:
        self.spans = spans

    def detect(self, notes: list[Note]) -> list[Reading]:
        return [Reading(self.spans) for _ in notes]


class _Replacer:
    name, version, ambiguous = "stand-ins", "1", ()

    def replace(self, mentions: list[Mention]) -> list[str]:
        return ["TAG" if m.force is Action.TAG else "STANDIN" for m in mentions]


def test_the_engine_tags_and_counts() -> None:
    text = "furosemide forty for Oakes at home, 4471023"
    spans = (
        Span(11, 16, E.ID, None, "strong", ("patterns:x",)),
        Span(21, 29, E.PERSON, None, "strong", ("patterns:x",)),
        Span(36, 43, E.ID, None, "strong", ("patterns:x",)),
    )
    engine = Engine([_Finds(*spans)], _Replacer())  # type: ignore[list-item,arg-type]
    (out,), _ = engine.process([Note("n", text)], [])
    assert out.text == "furosemide TAG for STANDIN at home, STANDIN"
    assert dict(out.entities) == {"ID": 2, "PERSON": 1, "guard-trimmed:PERSON": 1, "guard-tagged:ID": 1}


def test_a_known_value_is_not_checked() -> None:
    text = "chart forty"
    engine = Engine([_Finds(Span(6, 11, E.ID, None, "strong", ("known",)))], _Replacer())  # type: ignore[list-item,arg-type]
    (out,), _ = engine.process([Note("n", text)], [])
    assert out.text == "chart STANDIN"


@each_row(
    ("value", "sources", "tagged"),
    [
        ("Metformin", ("student",), True), ("ICU", ("patterns:listed-name",), True), ("PO BID", ("student",), True),
        ("Metformin", ("patterns:titled-name", "student"), False), ("Graves", ("student",), False),
        ("Oakes", ("student",), False), ("ICU", ("known",), False),
    ],
)  # fmt: skip
def test_a_word_of_medicine_has_no_stand_in_unless_a_rule_saw_a_cue(
    value: str, sources: tuple[str, ...], tagged: bool
) -> None:
    assert _is_tagged(value, Span(0, len(value), E.PERSON, None, "strong", sources)) is tagged
