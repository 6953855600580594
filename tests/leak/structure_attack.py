"""What the structure of clinicians' names tells somebody who has a list of the staff and the release.

Structure is what a name shows whatever its letters: how many given names and surnames it has, which of them are
initials, hyphens, particles, a Jr. behind it, and the degrees.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from redactor.entities import Entity, Role
from redactor.keys import Keyring
from redactor.lexicon.names import HYPHENS
from redactor.policy.profiles import parse_profile, read_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import KnownValue, Mention
from relex.identity.context import NoKnownValues
from relex.identity.name_parser import parse_name
from relex.identity.name_tokens import TokenKind
from relex.index.embedded import EmbeddedIndex
from relex.relexicalizer import Relexicalizer
from relex.strategy import RuleStrategy
from tests.leak.name_attack import draw_staff
from tests.unit.golden_pseudonyms import keyring

Structure = tuple[object, ...]
DEFENDERS, ATTACKERS = keyring(2), keyring(2, epoch=2)
_DEGREES = (
    ("MD",), ("MD",), ("MD",), ("MD",), ("MD",), ("MD", "PhD"), ("MD", "FACS"), ("MD", "MPH"), ("DO",), ("DO",),
    ("MBBS",), ("RN",), ("RN",), ("BSN", "RN"), ("NP",), ("FNP-BC",), ("PA-C",), ("PA-C",), ("PharmD",), ("PhD",),
)  # fmt: skip
_PARTICLES = ("de la", "van", "von", "van den", "de")


def written_staff(n: int, rng: random.Random) -> list[tuple[str, ...]]:
    """Clinicians as a hospital's list has them: given names, the surname with all that belongs to it, degrees."""
    out = []
    for given, family in draw_staff(n, rng):
        other, second = draw_staff(1, rng)[0]
        chance = rng.random()
        given += f"-{other}" if chance < 0.08 else f" {other[0]}." if chance < 0.5 else f" {other}" * (chance < 0.6)
        chance = rng.random()
        if chance < 0.06:
            family = f"{rng.choice(_PARTICLES)} {family}"
        elif chance < 0.2:
            family = f"{family}-{second}"
        junior = ("Jr.",) * (rng.random() < 0.03)
        out.append((given, family, *junior, *rng.choice(_DEGREES)))
    return out


def released(
    staff: Sequence[tuple[str, ...]], folder: Path, keep_structure: bool, ring: Keyring = DEFENDERS
) -> list[str]:
    """The names as displays show them under the profile hips, in the order of the staff."""
    profile = parse_profile(read_profile("hips") | {"keep_structure": keep_structure})
    written = [" ".join(name[:2]) + "".join(f", {behind}" for behind in name[2:]) for name in staff]
    with EmbeddedIndex(folder / f"{keep_structure} {ring.epoch}.db", ring) as index:
        tags = TagReplacer(profile, ring, "enclave")
        made = Relexicalizer(tags, RuleStrategy(), index, ring, "enclave", "north", _Site(staff))
        return made.replace([
            Mention(text, Entity.DOCTOR, None, Role.CLINICIAN, "Reference.display") for text in written
        ])  # fmt: skip


class _Site(NoKnownValues):
    """Records of the staff."""

    def __init__(self, staff: Sequence[tuple[str, ...]]) -> None:
        self._values = tuple(
            KnownValue(
                f"{given} {family}", Entity.DOCTOR, Role.CLINICIAN,
                (*(("given", g) for g in given.split()), ("family", family)),
            )
            for given, family, *_ in staff
        )  # fmt: skip

    def site(self) -> tuple[KnownValue, ...]:
        return self._values


def structure_of(name: str) -> Structure:
    """The structure of a written name."""
    tokens = parse_name(name).tokens
    counts = Counter(t.kind for t in tokens)
    behind = tuple(sorted(t.key for t in tokens if t.kind in (TokenKind.CREDENTIAL, TokenKind.SUFFIX)))
    hyphens = sum(c in HYPHENS for c in name.partition(",")[0])
    kinds = (TokenKind.GIVEN, TokenKind.INITIAL, TokenKind.FAMILY, TokenKind.PARTICLE)
    return (*(counts[kind] for kind in kinds), hyphens, behind)


def named_by_structure(seen: Sequence[str], replaced: Sequence[str]) -> tuple[float, float]:
    """The shares of the staff whom their structure alone names, and who are guessed among those who share it.

    seen: the release. replaced: the list, which the attacker has replaced under a key of his own. Both in one order.
    """
    alike = Counter(map(structure_of, replaced))
    pairs = list(zip(map(structure_of, seen), map(structure_of, replaced), strict=True))
    sizes = [alike[one] if one == own else 0 for one, own in pairs]
    return sum(n == 1 for n in sizes) / len(sizes), sum(1 / n for n in sizes if n) / len(sizes)
