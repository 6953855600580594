"""Attacks on the stand-ins of a site's clinicians by somebody without the key.

The attacker has the released names, public lists of names with their frequencies, and this code; in `name_staff` also
a list of the people who occur. Both attacks first look for the permutations of initials, then for names.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate, islice
from math import log2

import numpy as np
from numpy.typing import NDArray

from redactor.entities import Entity, Role
from redactor.lexicon.names import as_written, census, key_of
from redactor.lexicon.nicknames import root_of
from redactor.text import Mention
from relex.generators._names import clinician_surnames, name_pools
from relex.generators.people import People
from relex.identity import names
from relex.identity.people import Context, Person
from relex.parts import Kind, Part
from relex.prf import KeyedChoice

Name = tuple[str, str]  # given, family
Traits = tuple[object, ...]
_PEOPLE = People()
_GUESSED = 100  # names of a band that come into question
_MIN_SHARE = 0.0002  # percent; the census rounds smaller shares to zero
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rates:
    """The shares of clinicians whose name is the attacker's first guess, and one of five."""

    first: float
    within_five: float


def draw_staff(n: int, rng: random.Random) -> list[Name]:
    """Distinct clinicians, drawn as in the US census; half are women."""

    def drawn(part: str) -> Callable[[], str]:
        found = census(part)
        values, weights = list(found), list(accumulate(max(_MIN_SHARE, share) for share in found.values()))
        return lambda: as_written(rng.choices(values, cum_weights=weights)[0])

    family, given = drawn("family"), (drawn("female"), drawn("male"))
    staff: dict[Name, None] = {}
    while len(staff) < n:
        staff[rng.choice(given)(), family()] = None
    return list(staff)


def release(staff: Sequence[Name], key: bytes, avoid: bool = True, recorded: bool = True) -> list[Name]:
    """The stand-ins of a site's clinicians, in the order of the staff.

    avoid: no stand-in is an original of the site, as at all but very large sites. recorded: structured records have the
    clinicians; else only texts have.
    """
    choice = KeyedChoice(key)
    site = names.by_name([Person((g.lower(),), (f.lower(),), Role.CLINICIAN) for g, f in staff])
    split = [[replace(p, recorded=recorded) for p in _parts(name, Context(site=site))] for name in staff]
    standins: dict[tuple[str, str, str], str] = {}
    taken: set[tuple[str, str, str]] = set()
    own = {(p.kind, p.canonical) for parts in split for p in parts} if avoid else set()
    for part in sorted({p.key: p for parts in split for p in parts}.values(), key=lambda p: p.key):
        free = (s for s in _PEOPLE.candidates(part, choice) if (*part.key[:2], s) not in taken)
        standins[part.key] = text = next(s for s in free if (part.kind, key_of(s)) not in own)
        taken.add((*part.key[:2], text))
    return [(standins[g.key], standins[f.key]) for g, f in split]


def _parts(name: Name, context: Context) -> tuple[Part, Part]:
    given, family = name
    fields = (("given", given), ("family", family))
    items = _PEOPLE.split(Mention(f"{given} {family}", Entity.DOCTOR, None, Role.CLINICIAN, parts=fields), context)
    found = [item for item in items.items if isinstance(item, Part)]
    return next(p for p in found if p.kind is Kind.GIVEN), next(p for p in found if p.kind is Kind.FAMILY)


# --- With a list of the staff -----------------------------------------------------------------------------------------


def same_letters(staff: Sequence[Name], released: Sequence[Name], rng: random.Random, steps: int = 12_000) -> float:
    """The share of clinicians both of whose initials a substitution explains: one permutation of given names' initials
    and one of surnames', found by simulated annealing so that pairs on the list become pairs of the release.
    """
    listed, seen = _pairs(staff), _pairs(released)
    given, family = (_by_frequency(listed.sum(axis), seen.sum(axis)) for axis in (1, 0))
    best = score = np.minimum(listed, seen[np.ix_(given, family)]).sum()
    kept = given.copy(), family.copy()
    for step in range(steps):
        one = given if rng.random() < 0.5 else family
        a, b = rng.randrange(26), rng.randrange(26)
        one[a], one[b] = one[b], one[a]
        new = np.minimum(listed, seen[np.ix_(given, family)]).sum()
        if new >= score or rng.random() < np.exp((new - score) / max(1e-3, 1.5 * (1 - step / steps))):
            score = new
            if score > best:
                best, kept = score, (given.copy(), family.copy())
        else:
            one[a], one[b] = one[b], one[a]
    images = [(_letter(g), _letter(f)) for g, f in released]
    return float(np.mean([
        (kept[0][_letter(root_of(key_of(g)))], kept[1][_letter(f)]) == image
        for (g, f), image in zip(staff, images, strict=True)
    ]))  # fmt: skip


def _letter(name: str) -> int:
    return (ord(key_of(name)[0]) - ord("a")) % 26


def _pairs(people: Sequence[Name]) -> Matrix:
    out = np.zeros((26, 26))
    for given, family in people:
        out[_letter(root_of(key_of(given))), _letter(family)] += 1
    return out


def _by_frequency(listed: Matrix, seen: Matrix) -> NDArray[np.int64]:
    out = np.empty(26, np.int64)
    out[np.argsort(-listed, kind="stable")] = np.argsort(-seen, kind="stable")
    return out


def initials_of(name: Name) -> Traits:
    """The initials of a stand-in."""
    return tuple(key_of(part)[0] for part in name)


def kept_of(name: Name) -> Traits:
    """What stand-ins keep on purpose: sex and origin."""
    return tuple(_listed(kind, text)[:2] for kind, text in zip((Kind.GIVEN, Kind.FAMILY), name, strict=True))


def all_of(name: Name) -> Traits:
    """Sex, origin and frequency of each name, and the initials."""
    return *(_listed(kind, text) for kind, text in zip((Kind.GIVEN, Kind.FAMILY), name, strict=True)), *initials_of(
        name
    )


def name_staff(
    staff: Sequence[Name], released: Sequence[Name], traits: Callable[[Name], Traits] = all_of, keys: int = 24
) -> Rates:
    """Guess who of a complete list of the staff each released clinician is.

    The attacker replaces the list under his own keys, learns the traits of the stand-ins that each person gets, and
    fits the list to the release as a whole: each person is one clinician.
    """
    runs = [[traits(name) for name in release(staff, f"attacker {n}".encode())] for n in range(keys)]
    seen = [traits(name) for name in released]
    fit = np.zeros((len(released), len(staff)))
    for kind in range(len(seen[0])):
        usual = Counter(run[at][kind] for run in runs for at in range(len(staff)))
        for at in range(len(staff)):
            of_person = Counter(run[at][kind] for run in runs)
            for nth, trait in enumerate(seen):
                share = usual[trait[kind]] / usual.total()
                fit[nth, at] += np.log((of_person[trait[kind]] + share + 1e-4) / (keys + 1))
    return _rates(_matched(fit), range(len(staff)))


@cache
def _listed(kind: Kind, text: str) -> tuple[str, str, int]:
    """Sex, origin, and the binary logarithm of the frequency."""
    key = key_of(text)
    nth = name_pools.index_of(kind).get(key)
    if nth is None:
        return "", "", 0
    some = name_pools.by_initial(kind)[key[0]]
    return some.sexes[nth], some.origins[nth], round(log2(some.weights[nth] + 1e-4))


def _matched(fit: Matrix) -> Matrix:
    """Probabilities with rows and columns that sum to one (Sinkhorn)."""
    out = np.exp(fit - fit.max(axis=1, keepdims=True)) + 1e-12
    for _ in range(100):
        out /= out.sum(axis=0, keepdims=True)
        out /= out.sum(axis=1, keepdims=True)
    return out


def _rates(scores: Matrix, truth: Sequence[int]) -> Rates:
    order = np.argsort(-scores, axis=1, kind="stable")
    first = np.mean([order[nth, 0] == right for nth, right in enumerate(truth)])
    return Rates(float(first), float(np.mean([right in order[nth, :5] for nth, right in enumerate(truth)])))


# --- With public lists only -------------------------------------------------------------------------------------------


def guess_surnames(staff: Sequence[Name], released: Sequence[Name], recorded: bool = True) -> Rates:
    """Guess surnames from the code, the census, and how many clinicians have each stand-in. No original of a site is a
    stand-in there.
    """
    seen = Counter(key_of(family) for _, family in released)
    guesses: dict[str, list[str]] = {}
    for standin, count in seen.items():
        keys, likelihood = _likelihood(standin, count, len(released), recorded)
        best = (keys[at] for at in np.argsort(-likelihood, kind="stable"))
        guesses[standin] = list(islice((key for key in best if key not in seen), 5))
    pairs = [(key_of(s[1]), guesses[key_of(r[1])]) for s, r in zip(staff, released, strict=True)]
    first, within = sum(guess[:1] == [own] for own, guess in pairs), sum(own in guess for own, guess in pairs)
    return Rates(first / len(pairs), within / len(pairs))


def guess_by_frequency(staff: Sequence[Name]) -> Rates:
    """The prior: the most frequent surnames of the population for everybody."""
    usual = list(census("family"))[:5]
    own = Counter(key_of(family) for _, family in staff)
    return Rates(own[usual[0]] / len(staff), sum(own[name] for name in usual) / len(staff))


def guess_by_origin(staff: Sequence[Name], released: Sequence[Name]) -> Rates:
    """What sex and origin tell, which are kept on purpose: guess the most frequent surnames of the stand-in's."""
    guesses = [_of_pool(_pool_of(key_of(family)))[0][:5] for _, family in released]
    pairs = [(key_of(s[1]), guess) for s, guess in zip(staff, guesses, strict=True)]
    first, within = sum(guess[:1] == [own] for own, guess in pairs), sum(own in guess for own, guess in pairs)
    return Rates(first / len(pairs), within / len(pairs))


def _likelihood(standin: str, count: int, people: int, recorded: bool) -> tuple[list[str], Matrix]:
    """Surnames of the stand-in's sex and origin, and how likely each is the original (logarithms).

    count: of the clinicians who have the stand-in. If recorded, it was drawn among the names of its initial, and some
    name in the original's band has this initial. Else it is of the original's band, or near it if that was used up.
    """
    pool, own = _bands()[0].get(standin, ("", None))
    keys, percent, bands = _of_pool(pool)
    of_band = {b: _share_of_initial(pool, b, standin[0]) if recorded else 0.1 + 0.6 * (b == own) for b in set(bands)}
    shares = np.maximum(_MIN_SHARE, percent) / 100
    return keys, count * np.log(shares) - people * shares + np.log([of_band[band] + 1e-9 for band in bands])


def _pool_of(key: str) -> object:
    return _bands()[0].get(key, ("",))[0]


@cache
def _of_pool(pool: object) -> tuple[list[str], Matrix, list[object]]:
    """The frequent names of a pool, most frequent first, their shares of the population in percent, and their bands."""
    bands = ((band, some) for (of, band), some in _bands()[1].items() if of == pool)
    rows = sorted((-share, key, band) for band, some in bands for key, share in some.items())
    return [key for _, key, _ in rows], np.array([-share for share, *_ in rows]), [band for *_, band in rows]


@cache
def _share_of_initial(pool: object, band: object, letter: str) -> float:
    some = _bands()[1].get((pool, band), {})
    return sum(key[0] == letter for key in some) / max(1, len(some))


@cache
def _bands() -> tuple[dict[str, tuple[object, ...]], dict[tuple[object, ...], dict[str, float]]]:
    of: dict[str, tuple[object, ...]] = {}
    members: dict[tuple[object, ...], dict[str, float]] = {}
    for initial, (pools, bands, _) in clinician_surnames._surnames().places.items():
        names = name_pools.by_initial(Kind.FAMILY)[initial]
        for text, weight, pool, band in zip(names.texts, names.weights, pools, bands, strict=True):
            of[key_of(text)] = where = (pool, band)
            members.setdefault(where, {})[key_of(text)] = weight
    return of, {where: dict(sorted(some.items(), key=_frequent_first)[:_GUESSED]) for where, some in members.items()}


def _frequent_first(item: tuple[str, float]) -> tuple[float, str]:
    return -item[1], item[0]
