"""The four decisions of algorithm 3 (RedactOR, A.6): what belongs together, what to ask the index, whether its answer
is the same thing, and what to say instead. `Rules` decides them here; a language model can stand in for any of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from rapidfuzz.distance import OSA

from redactor.entities import Entity
from redactor.text import Mention
from relex.generators.contacts import Contacts
from relex.generators.identifiers import Numbers
from relex.generators.organisations import Organisations
from relex.generators.people import People
from relex.generators.places import Places
from relex.index import Entry
from relex.parts import Context, Kind, Part, Pieces, Surrogate
from relex.prf import KeyedChoice

# A letter more, less, wrong or swapped in a word this long is a slip of the pen; in a shorter one it is another name.
_LONG_ENOUGH = 7


class Strategy(Protocol):
    """M_cluster, M_search's query, M_decision and M_replace."""

    def covers(self, entity: Entity) -> bool:
        """Whether there are stand-ins for the entity."""
        ...

    def cluster(self, mention: Mention, context: Context) -> Pieces:
        """The mention taken apart; parts with equal kind, sub and canonical form are one entity."""
        ...

    def query(self, part: Part) -> str:
        """What to search the index for, when nothing stands under the exact key."""
        ...

    def decide(self, part: Part, proposals: Sequence[Entry]) -> Entry | None:
        """The proposal that is the same entity as the part, or None: it is a new one."""
        ...

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Stand-ins for a new entity, best first."""
        ...

    def render(self, entity: Entity, part: Part, standin: str) -> str:
        """The stand-in in the spelling of the part, which stands in a mention of the entity."""
        ...


@dataclass(frozen=True, slots=True)
class _Modules:
    by_entity: Mapping[Entity, Surrogate]
    by_kind: Mapping[Kind, Surrogate]


@cache
def _modules() -> _Modules:
    modules: tuple[Surrogate, ...] = (People(), Places(), Organisations(), Numbers(), Contacts())
    return _Modules({e: m for m in modules for e in m.entities}, {k: m for m in modules for k in m.kinds})


class RuleStrategy:
    """The agents by rules: no model, no network, the same answer for the same question."""

    def covers(self, entity: Entity) -> bool:
        return entity in _modules().by_entity

    def cluster(self, mention: Mention, context: Context) -> Pieces:
        return _modules().by_entity[mention.entity].split(mention, context)

    def query(self, part: Part) -> str:
        return part.canonical

    def decide(self, part: Part, proposals: Sequence[Entry]) -> Entry | None:
        if len(part.canonical) < _LONG_ENOUGH or not part.canonical.replace(" ", "").isalpha():
            return None
        near = [e for e in proposals if OSA.distance(e.original, part.canonical, score_cutoff=1) <= 1]
        return near[0] if len({e.original for e in near}) == 1 else None

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        return _modules().by_kind[part.kind].candidates(part, choice)

    def render(self, entity: Entity, part: Part, standin: str) -> str:
        # A name in an address is spelt as addresses spell it.
        spells = entity in Contacts.entities and part.kind in People.kinds
        module = _modules().by_entity[entity] if spells else _modules().by_kind[part.kind]
        return module.render(part, standin)
