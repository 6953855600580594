"""What tests of contact details share: known people, and a value with the stand-ins of its parts."""

from __future__ import annotations

from types import MappingProxyType

from redactor.entities import Entity, Role
from redactor.text import Mention
from relex.identity.people import Context, Person
from relex.parts import Kind, Part, Pieces, joined
from relex.prf import KeyedChoice
from relex.strategy import RuleStrategy

RULES = RuleStrategy()
ENTITIES = sorted([
    Entity.TELEPHONE_NUMBER, Entity.FAX_NUMBER, Entity.EMAIL, Entity.URL, Entity.IP_ADDRESS, Entity.MAC_ADDRESS,
    Entity.USERNAME,
])  # fmt: skip
# What relex.generators.people would return.
NAMES = {"john": "Robert", "jane": "Lucía", "doe": "O'Hara", "oneil": "Vance", "william": "Paul", "j": "R", "d": "O",
         "washington": "Townsend", "adam": "Kevin", "wilson": "Chang", "a": "K", "w": "P"}  # fmt: skip
CHOICE = KeyedChoice(b"k" * 32)

JOHN = Person(("john", "allen"), ("doe",), Role.PATIENT)
JANE = Person(("jane",), ("oneil",), Role.RELATIVE)
WILLIAM = Person(("william",), ("washington",), Role.RELATIVE)
ADAM = Person(("adam",), ("wilson",), Role.CLINICIAN)
CONTEXT = Context((JOHN, JANE, WILLIAM), MappingProxyType({"adam": (ADAM,), "wilson": (ADAM,)}))


def split(value: str, entity: Entity, context: Context = CONTEXT) -> Pieces:
    pieces = RULES.cluster(Mention(value, entity), context)
    assert joined(pieces.items) == value
    return pieces


def parts(value: str, entity: Entity, context: Context = CONTEXT) -> list[tuple[str, str]]:
    return [(i.kind.value, i.canonical) for i in split(value, entity, context).items if isinstance(i, Part)]


def standin(value: str, entity: Entity, context: Context = CONTEXT, choice: KeyedChoice = CHOICE) -> str:
    out = []
    for item in split(value, entity, context).items:
        if isinstance(item, str):
            out.append(item)
        else:
            named = item.kind in (Kind.GIVEN, Kind.FAMILY, Kind.LETTER)
            found = NAMES[item.canonical] if named else next(RULES.candidates(item, choice))
            out.append(RULES.render(entity, item, found))
    return "".join(out)


def phone(value: str) -> str:
    return standin(value, Entity.TELEPHONE_NUMBER)
