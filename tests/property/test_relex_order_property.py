"""Stand-ins of what records name depend on the values and the key: not on order, batches and workers.

The pools are so small here that most values of a kind want a stand-in that another one wants, too.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from redactor.entities import Entity, Role
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import KnownValue, Mention
from relex.identity.context import HouseholdNames
from relex.index.embedded import EmbeddedIndex
from relex.parts import Part
from relex.prf import KeyedChoice
from relex.relexicalizer import Relexicalizer
from relex.strategy import RuleStrategy
from tests.unit.golden_pseudonyms import keyring

RING = keyring(2)
_POOL = 24
E = Entity
# Of each generator, values of a patient's chart and of the site.
_CHART = {
    E.TELEPHONE_NUMBER: [f"(406) 222-{n}" for n in (3333, 3421, 4510, 7718, 9001)] + ["+44 7911 123456"],
    E.FAX_NUMBER: ["406-333-1818", "406-333-1919"],
    E.EMAIL: [f"box{n}@north{n}.com" for n in "abcde"],
    E.URL: [f"https://site{n}.org/page" for n in "abcd"],
    E.IP_ADDRESS: [f"10.1.2.{n}" for n in range(3, 8)],
    E.MAC_ADDRESS: [f"00:1a:2b:3c:4d:{n}e" for n in range(5)],
    E.USERNAME: [f"qzx{n}wv" for n in "abcd"],
    E.CITY: ["Warwick", "Cranston", "Pawtucket", "Newport", "Bristol"],
    E.COUNTY: ["Kent County", "Bristol County", "Newport County"],
    E.ZIP: ["02886", "02905", "02920", "02861"],
    E.STREET: ["12 Elm St", "44 Oak Ave", "9 Maple Rd", "310 Quaker Ln", "7 Fourth St"],
    E.LOCATION: ["Harkness Park", "Lake Willoughby", "Brandt Trail"],
    E.MEDICAL_RECORD_NUMBER: [f"{n}" for n in (8812, 8813, 9910, 4412, 7731)],
    E.SSN_OR_TAXPAYER: ["123-45-6789", "123-45-6790"],
}
_NAMES = [("Ann", "Doe"), ("Bea", "Doe"), ("Al", "Dow"), ("Bo", "Day"), ("Abe", "Dunn"), ("Ben", "Dole")]
_SITE = {
    E.TELEPHONE_NUMBER: [f"(406) 777-{n}" for n in (1000, 1717, 1818, 2929, 3030, 4141)],
    E.HOSPITAL: ["St. Mary's Hospital", "St. Luke Hospital", "Mercy Hospital", "Zetara Hospital", "Velano Hospital"],
    E.PHARMACY: ["Quist Pharmacy", "Brandt Pharmacy"],
}
_SMALL: dict[str, Part] = {}  # the part that stands for all of its kind and form


class SmallPools(RuleStrategy):
    """Every part of a kind and form has the same few candidates, from a place of its own on."""

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        form = f"{part.kind} {part.subkind} {len(part.canonical) if part.canonical[-1].isdigit() else ''}"
        stands_for_all = replace(_SMALL.setdefault(form, part), recorded=False)
        pool = sorted(set(islice(super().candidates(stands_for_all, choice), _POOL)))
        start = choice.integer(len(pool), "small", part.canonical)
        return chain(pool[start:], pool[:start], super().candidates(part, choice))


class Told:
    """What the records of a patient and of a site say."""

    def __init__(self) -> None:
        people = [
            KnownValue(f"{given} {family}", E.PERSON, Role.RELATIVE, (("given", given), ("family", family)))
            for given, family in _NAMES
        ]
        self._chart = (*people, *(KnownValue(v, e, Role.PATIENT) for e, vs in _CHART.items() for v in vs))
        self._site = tuple(KnownValue(v, e, Role.SITE) for e, vs in _SITE.items() for v in vs)

    def household(self, subject: str) -> HouseholdNames:
        return HouseholdNames(subject, subject)

    def known(self, subject: str) -> tuple[KnownValue, ...]:
        return self._chart

    def births_in_other_charts(self, subject: str) -> frozenset[str]:
        return frozenset()

    def site(self) -> tuple[KnownValue, ...]:
        return self._site


TOLD = Told()
MENTIONS = [
    *(Mention(f"{given} {family}", E.PERSON, "p", note=f"{given}{family}") for given, family in _NAMES),
    *(Mention(v, e, "p") for e, vs in _CHART.items() for v in vs),
    *(Mention(v, e, s) for e, vs in _SITE.items() for v in vs for s in ("p", None)),
]


def released(batches: Sequence[Sequence[int]], workers: Sequence[int]) -> list[str]:
    """The replacements of the mentions. workers: who replaces each batch; all share an index."""
    out = [""] * len(MENTIONS)
    with TemporaryDirectory() as folder, ExitStack() as stack:
        made = []
        for _ in range(3):
            index = stack.enter_context(EmbeddedIndex(Path(folder) / "index.db", RING))
            tags = TagReplacer(load_profile("hips"), RING, "enclave")
            made.append(Relexicalizer(tags, SmallPools(), index, RING, "enclave", "default", TOLD))
        for batch, worker in zip(batches, workers, strict=True):
            for at, text in zip(batch, made[worker].replace([MENTIONS[at] for at in batch]), strict=True):
                out[at] = text
    return out


@cache
def together() -> list[str]:
    """The replacements in one batch; the first to be made, since the small pools keep the first part of each form."""
    return released([range(len(MENTIONS))], [0])


@settings(max_examples=25)
@given(st.randoms(use_true_random=False), st.integers(1, 12))
def test_the_order_of_what_records_name_does_not_matter(lot: random.Random, size: int) -> None:
    expected = together()
    order = lot.sample(range(len(MENTIONS)), len(MENTIONS))
    batches = [order[at : at + size] for at in range(0, len(order), size)]
    assert released(batches, [lot.randrange(3) for _ in batches]) == expected


def test_two_values_never_share_a_stand_in() -> None:
    given_to: dict[tuple[object, ...], set[str]] = defaultdict(set)
    for mention, text in zip(MENTIONS, together(), strict=True):
        entity = E.TELEPHONE_NUMBER if mention.entity is E.FAX_NUMBER else mention.entity
        given_to[entity, mention.subject, "".join(filter(str.isalnum, text))].add(mention.value)
        assert text != mention.value
    assert all(len(values) == 1 for values in given_to.values())


def test_a_chart_takes_the_stand_ins_of_the_sites_telephone_numbers() -> None:
    told = defaultdict(set)
    for mention, text in zip(MENTIONS, together(), strict=True):
        if mention.value in _SITE[E.TELEPHONE_NUMBER]:
            told[mention.value].add(text)
    assert {len(texts) for texts in told.values()} == {1}
