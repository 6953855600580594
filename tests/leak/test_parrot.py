"""The parrot attack beside structured records, by attackers who know how decoys are made.

Forty households of two; each chart has twelve notes of two paragraphs. Structured records show every stand-in. A share
of the mentions keeps its original: single mentions, or a name throughout a paragraph.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from redactor.entities import Entity, Role
from redactor.evaluate.parrot import Attacker, AttackSetup, measure_setups, name_words
from redactor.lexicon.names import census_to_draw
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import KnownValue, Mention
from relex.index.embedded import EmbeddedIndex
from relex.relexicalizer import Relexicalizer
from relex.strategy import RuleStrategy
from tests.unit.golden_pseudonyms import keyring
from tests.unit.relex.test_relexicalizer import FakeKnownValues

FAMILIES = census_to_draw("family")[0][50:450:10]
MEN, WOMEN = census_to_draw("male")[0][:40], census_to_draw("female")[0][:40]
MISSED = 0.02
DECOYS = 0.06


@dataclass(frozen=True)
class Shown:
    """A name in a note as released."""

    subject: str
    paragraph: str
    words: frozenset[str]
    missed: bool


def person(given: str, family: str, role: Role) -> KnownValue:
    entity = Entity.PATIENT if role is Role.PATIENT else Entity.PERSON
    return KnownValue(f"{given} {family}", entity, role, (("given", given), ("family", family)))


CHARTS = {
    f"p{n}": (person(MEN[n], family, Role.PATIENT), person(WOMEN[n], family, Role.RELATIVE))
    for n, family in enumerate(FAMILIES)
}


def mentions() -> list[Mention]:
    found = []
    for subject, (patient, wife) in CHARTS.items():
        family = patient.value.split()[1]
        for note in range(12):
            for part in range(2):
                text = f"{subject} note {note} part {part}"
                values = (patient.value, f"Mr. {family}", wife.value, f"Mrs. {family}")
                found += [
                    Mention(v, Entity.PERSON, subject, note=f"{subject} {note}", paragraph=text, ordinal=i)
                    for i, v in enumerate(values)
                ]
    return found


@cache
def replaced(profile: str, decoys: float) -> tuple[list[Mention], list[str], dict[str, set[str]]]:
    """The names in notes, their stand-ins, and the words that the structured records of each household show."""
    ring = keyring(2)
    tags = TagReplacer(load_profile(profile), ring, "enclave")
    with TemporaryDirectory() as folder, EmbeddedIndex(Path(folder) / "index.db", ring) as index:
        known = FakeKnownValues((), **CHARTS)
        standins = Relexicalizer(tags, RuleStrategy(), index, ring, "enclave", "default", known, decoys=decoys)
        structured = {
            subject: set().union(*(name_words(x) for x in standins.replace(
                [Mention(v.value, v.entity, subject, v.role, "Patient.name", None, v.parts) for v in people])))
            for subject, people in CHARTS.items()
        }  # fmt: skip
        all_mentions = mentions()
        return all_mentions, list(standins.replace(all_mentions)), structured


def released(profile: str, decoys: float, throughout: bool) -> tuple[list[Shown], dict[str, set[str]]]:
    """The names in notes, of which some are missed, and the words that the structured records show."""
    all_mentions, texts, structured = replaced(profile, decoys)
    rng = random.Random(11)
    drawn: dict[tuple[str, ...], bool] = {}
    out = []
    for i, (m, text) in enumerate(zip(all_mentions, texts, strict=True)):
        place = (m.paragraph,) if throughout else (m.paragraph, str(i))
        missed = drawn.setdefault(place, rng.random() < MISSED)
        words = name_words(m.value if missed else text)
        out.append(Shown(m.subject or "", m.paragraph, words, missed))
    return out, structured


def precision(names: Sequence[Shown], chosen: Callable[[Shown], bool]) -> float:
    picked = [n for n in names if chosen(n)]
    return sum(n.missed for n in picked) / len(picked) if picked else 0.0


def attackers(names: Sequence[Shown], structured: dict[str, set[str]]) -> dict[str, float]:
    """The precision of each attacker."""
    often = Counter((n.subject, word) for n in names for word in n.words)
    usual: dict[str, set[str]] = defaultdict(set)
    for n in names:
        usual[n.paragraph] |= n.words & structured[n.subject]

    def strange(n: Shown) -> bool:
        return n.words.isdisjoint(structured[n.subject])

    def seen(n: Shown) -> int:
        return max(often[n.subject, word] for word in n.words)

    return {
        "every strange name": precision(names, strange),
        "beside a stand-in": precision(names, lambda n: strange(n) and bool(usual[n.paragraph])),
        "away from stand-ins": precision(names, lambda n: strange(n) and not usual[n.paragraph]),
        "seen once or twice": precision(names, lambda n: strange(n) and seen(n) < 3),
        "seen more often": precision(names, lambda n: strange(n) and seen(n) > 2),
    }


@pytest.mark.parametrize("throughout", [False, True])
def test_consistent_stand_ins_give_every_missed_name_away(throughout: bool) -> None:
    """Otherwise the other tests would prove nothing."""
    found = attackers(*released("hips", 0, throughout))
    assert found["every strange name"] == 1


@pytest.mark.parametrize("throughout", [False, True])
def test_no_attacker_tells_a_missed_name_from_decoys(throughout: bool) -> None:
    found = attackers(*released("hips", DECOYS, throughout))
    chance = MISSED / (MISSED + DECOYS)
    assert found["every strange name"] < 1.4 * chance, found
    assert max(found.values()) < 2.2 * chance, found


@pytest.mark.slow  # an attack by statistics
@pytest.mark.parametrize("throughout", [False, True])
def test_under_markov_a_missed_name_is_one_of_many(throughout: bool) -> None:
    found = attackers(*released("hips-markov", 0, throughout))
    assert found["every strange name"] < 2 * MISSED, found


@pytest.mark.slow  # an attack by statistics
def test_on_a_generated_sink_each_remedy_trades_consistency_for_precision() -> None:
    setups = [AttackSetup("hips"), AttackSetup("hips", 0.2), AttackSetup("hips-markov")]
    results = list(measure_setups(12, setups, [0.03], seed=7, keyring=keyring(2)))
    hips, decoys, markov = (r.attacks[0.03][Attacker.EVERY] for r in results)
    assert hips.recall.value > 0.9
    assert hips.precision.value > 1.5 * decoys.precision.value > 3 * markov.precision.value
    assert markov.precision.value < 0.1
    agreeing = [r.consistency.value for r in results]
    assert agreeing[0] > 0.95 > agreeing[1] > agreeing[2]
