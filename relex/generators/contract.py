"""What the stand-ins for one type of identifier consist of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from redactor.entities import Entity
from redactor.text import Mention
from relex.identity.people import Context
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice


class SurrogateGenerator(Protocol):
    """Stand-ins for some entities and for the kinds of parts that it owns; one module per type.

    entities: the entities it handles. kinds: the parts it makes stand-ins for, whichever mention they come from.
    """

    entities: frozenset[Entity]
    kinds: frozenset[Kind]

    def split(self, mention: Mention, context: Context) -> Pieces:
        """The mention as pieces; joining the surfaces of the pieces gives the value. Never raises."""
        ...

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Stand-ins for the part's canonical form, best first, at least a hundred where the kind has as many.

        A pure function of (part.kind, part.subkind, part.canonical, choice); the surface has no influence. `choice`
        belongs to the scope. Two canonical forms of a scope should have different first candidates, by a keyed
        permutation of the pool.
        """
        ...

    def render(self, part: Part, standin: str) -> str:
        """The stand-in in the spelling of the part's surface: case, separators, short form."""
        ...
