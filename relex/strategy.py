"""Makes the four decisions of algorithm 3 (RedactOR, A.6): which mentions belong together, what to ask the index,
whether a proposal is the same entity, and which stand-in a new entity gets.

`RuleStrategy` decides by rules. `relex.by_llm.LlmStrategy` asks an LLM what rules leave open. `SurrogateGenerator` is
the interface of the generators, one for each type of identifier.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from rapidfuzz.distance import OSA

from redactor.entities import Entity
from redactor.text import Mention
from relex.generators._shared.spelling import ascii_spelling
from relex.generators.addresses import Addresses
from relex.generators.identifiers import Identifiers
from relex.generators.internet_addresses import EmailAddresses, Usernames, WebAddresses
from relex.generators.network_addresses import NetworkAddresses
from relex.generators.organisations import Organisations
from relex.generators.people import People
from relex.generators.phones import PhoneNumbers
from relex.generators.places import Places
from relex.generators.states_and_countries import StatesAndCountries
from relex.generators.towns_and_counties import Cities, Counties
from relex.generators.zip_codes import ZipCodes
from relex.identity.people import Context
from relex.index import Entry
from relex.parts import Kind, Part, Pieces
from relex.prf import KeyedChoice


class SurrogateGenerator(Protocol):
    """Makes stand-ins for some entities, and for the kinds of parts that it owns, whichever mention the parts come
    from.
    """

    entities: frozenset[Entity]
    kinds: frozenset[Kind]

    def split(self, mention: Mention, context: Context) -> Pieces:
        """Split a mention into pieces whose surfaces, joined, give the value; never raises."""
        ...

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield stand-ins for the part's canonical form, best first, at least a hundred where the kind has as many.

        A pure function of (part.kind, part.subkind, part.canonical, choice); the surface has no influence. `choice`
        belongs to the scope. Two canonical forms of a scope should have different first candidates, by a keyed
        permutation of the pool.
        """
        ...

    def render(self, part: Part, standin: str) -> str:
        """Return the stand-in in the spelling of the part's surface: case, separators, short form."""
        ...


# In a word this long, one letter too many, missing, wrong or swapped is a typo; in a shorter word it is another name.
_LONG_ENOUGH = 7


@dataclass(frozen=True, slots=True)
class Unsettled:
    """Holds a mention that rules leave open, with its context.

    `pieces` are the pieces of an ambiguous name.
    """

    mention: Mention
    context: Context
    pieces: Pieces


class Strategy(Protocol):
    """Decides as M_cluster, the query of M_search, M_decision and M_replace of RedactOR do."""

    @property
    def version(self) -> str:
        """Names what changes the decisions beside the keys; "" for the rules of this release."""
        ...

    @property
    def reads_paragraphs(self) -> bool:
        """Tells whether the text around an ambiguous name decides whom it means."""
        ...

    def covers(self, entity: Entity) -> bool:
        """Tell whether the entity has stand-ins."""
        ...

    def cluster(self, mention: Mention, context: Context) -> Pieces:
        """Split a mention into pieces; parts with equal keys are one entity."""
        ...

    def prepare(self, unsettled: Sequence[Unsettled]) -> list[Pieces | None]:
        """Return new pieces for the mentions of a batch that `cluster` leaves open, or None for those that stay as they
        are.
        """
        ...

    def query(self, part: Part) -> str:
        """Return the text to search the index for when it has no entry under the exact key."""
        ...

    def decide(self, proposed: Sequence[tuple[Part, Sequence[Entry]]]) -> list[Entry | None]:
        """Return for each part the proposal that is the same entity, or None if the part is a new entity."""
        ...

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        """Yield stand-ins for a new entity, best first."""
        ...

    def render(self, entity: Entity, part: Part, standin: str) -> str:
        """Return the stand-in in the spelling of the part, as the mention's entity requires."""
        ...


_CONTACTS: tuple[SurrogateGenerator, ...] = (
    PhoneNumbers(), EmailAddresses(), WebAddresses(), NetworkAddresses(), Usernames()
)  # fmt: skip
_GENERATORS: tuple[SurrogateGenerator, ...] = (
    People(), Addresses(), Cities(), Counties(), ZipCodes(), StatesAndCountries(), Places(), Organisations(),
    Identifiers(), *_CONTACTS,
)  # fmt: skip
_BY_ENTITY: Mapping[Entity, SurrogateGenerator] = {e: g for g in _GENERATORS for e in g.entities}
_BY_KIND: Mapping[Kind, SurrogateGenerator] = {k: g for g in _GENERATORS for k in g.kinds}
_CONTACT_ENTITIES = frozenset(e for g in _CONTACTS for e in g.entities)


class RuleStrategy:
    """Decides by rules alone: no model, no network, deterministic."""

    version = ""
    reads_paragraphs = False

    def covers(self, entity: Entity) -> bool:
        return entity in _BY_ENTITY

    def cluster(self, mention: Mention, context: Context) -> Pieces:
        return _BY_ENTITY[mention.entity].split(mention, context)

    def query(self, part: Part) -> str:
        return part.canonical

    def prepare(self, unsettled: Sequence[Unsettled]) -> list[Pieces | None]:
        return [None] * len(unsettled)

    def decide(self, proposed: Sequence[tuple[Part, Sequence[Entry]]]) -> list[Entry | None]:
        return [_misspelled(part, proposals) for part, proposals in proposed]

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        return _BY_KIND[part.kind].candidates(part, choice)

    def render(self, entity: Entity, part: Part, standin: str) -> str:
        if entity in _CONTACT_ENTITIES and part.kind in People.kinds:
            return ascii_spelling(part, standin)
        return _BY_KIND[part.kind].render(part, standin)


def _misspelled(part: Part, proposals: Sequence[Entry]) -> Entry | None:
    """Return the only proposal that differs from a long word by one letter, or None."""
    if len(part.name) < _LONG_ENOUGH or not part.name.replace(" ", "").isalpha():
        return None
    near = [e for e in proposals if OSA.distance(e.original.partition("|")[0], part.name, score_cutoff=1) <= 1]
    return near[0] if len({e.original for e in near}) == 1 else None
