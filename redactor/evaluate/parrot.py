"""The parrot attack beside structured records: what gives away a name that detection missed.

A name that was missed repeats the original ("parrots" it; Carrell et al., JAMIA 2019, attack stand-ins in this way by
their repetition). Where structured records are released too, the attack needs no repetition: an attacker takes every
name in a note for an original if none of its words is a stand-in in the structured records of the patient's household
or of the site. Misses are simulated: a share of the mentions, drawn by a seed, keeps its original.

The attacker is given where the names stand. Who has to find them does worse.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from redactor.evaluate.relex_attributes import words_of
from redactor.evaluate.relex_pairs import NOTHING, Rate, rates
from relex.identity.name_tokens import TokenKind

_WORDS = frozenset({TokenKind.GIVEN, TokenKind.FAMILY})


class Attacker(StrEnum):
    """Which names are judged. Relatives and staff who are in no record are often named by a given name alone, so that
    an attacker who leaves such names alone is wrong less often, and misses more.
    """

    EVERY = "every name"
    SURNAMES = "names with a surname"
    FULL = "names of two words"


@dataclass(frozen=True, slots=True)
class NoteName:
    """A name in a released note. household: the group that intervals resample. structured: the words of names that the
    structured records of its household and site show. missed: whether it stands there as in the original.
    """

    household: str
    original: str
    standin: str
    structured: frozenset[str]
    missed: bool = False

    @property
    def released(self) -> str:
        return self.original if self.missed else self.standin


@dataclass(frozen=True, slots=True)
class Attack:
    """How well the attack finds the missed names. found: names that it takes for originals, right or wrong."""

    precision: Rate
    recall: Rate
    found: int


def name_words(name: str) -> frozenset[str]:
    """The given and family names in a written name, in canonical form; no initials and titles."""
    return frozenset(token.key for token in words_of(name) if token.kind in _WORDS)


def with_misses(names: Sequence[NoteName], share: float, seed: int) -> list[NoteName]:
    """The names, a share of them left as they were. The same seed draws the same mentions."""
    rng = random.Random(f"parrot:{seed}")  # noqa: S311 - a simulation
    return [replace(name, missed=rng.random() < share) for name in names]


def attack(names: Iterable[NoteName], attacker: Attacker = Attacker.EVERY) -> Attack:
    """Take the names without a structured stand-in for originals."""
    rows = []
    found = 0
    for name in names:
        words = _words_judged(name.released, attacker)
        taken = bool(words) and words.isdisjoint(name.structured)
        found += taken
        if taken:
            rows.append((name.household, "precision", float(name.missed), 1))
        if name.missed:
            rows.append((name.household, "recall", float(taken), 1))
    told = rates(rows)
    return Attack(told.get("precision", NOTHING), told.get("recall", NOTHING), found)


def _words_judged(name: str, attacker: Attacker) -> frozenset[str]:
    """The words of the name; none if the attacker leaves the name alone."""
    kinds = [token.kind for token in words_of(name) if token.kind in _WORDS]
    judged = {
        Attacker.EVERY: True,
        Attacker.SURNAMES: TokenKind.FAMILY in kinds,
        Attacker.FULL: len(kinds) > 1,
    }
    return name_words(name) if judged[attacker] else frozenset()
