"""Can a classifier tell a leaked name from the stand-ins around it? Its AUC is bounded."""

import random
from hashlib import blake2b
from itertools import accumulate, chain
from pathlib import Path

import names
import numpy as np
import pytest

from redactor.lexicon.names import as_written, key_of
from redactor.lexicon.nicknames import root_of
from redactor.sample import people as synth_people
from redactor.sample import pools as synth
from relex.generators._names import name_pools
from relex.generators.people import People
from relex.identity.clinicians import CLINICIAN
from relex.parts import Kind, Part
from relex.prf import KeyedChoice
from relex.text_forms import folded
from tests.each_row import each_row
from tests.unit.relex.boosted_auc import boosted_scores, list_features

PEOPLE = People()
N = 2500
HOUSEHOLD = 5
SITE = 100
BUCKETS = 2048


def census(key):
    rows = [line.split() for line in Path(names.FILES[key]).read_text("ascii").splitlines()]
    # as people write them; a share that the census rounds to zero counts as half a unit
    return [as_written(row[0].lower()) for row in rows], list(accumulate(max(0.0002, float(row[1])) for row in rows))


def drawn(kind, rng):
    if kind is Kind.FAMILY:
        values, weights = census("last")
        return rng.choices(values, cum_weights=weights, k=N)
    women, men = census("first:female"), census("first:male")
    return [rng.choices(one[0], cum_weights=one[1])[0] for one in (rng.choice((women, men)) for _ in range(N))]


def standins(kind, originals, salt, clinicians=False, recorded=True):
    """Stand-ins of people in households of five, or of clinicians at sites of a hundred with surnames of their own.

    recorded: by structured records; else only texts have the names.
    """
    out, site = [], {}
    for at, original in enumerate(originals):
        scope = at // (SITE if clinicians else HOUSEHOLD)
        subkind = "" if not clinicians else CLINICIAN if kind is Kind.FAMILY else f"{CLINICIAN} {at}"
        choice = site.setdefault(scope, KeyedChoice(f"{salt} {scope}".encode()))
        name = folded(original)
        part = Part(kind, root_of(name) if kind is Kind.GIVEN else name, original, subkind, recorded)
        out.append(PEOPLE.render(part, next(PEOPLE.candidates(part, choice))))
    return out


def features(kind, values):
    """Hashed n-grams of one to four letters with marked ends, the whole name, its length and frequency."""
    weights = {name.key: name.weight for name in name_pools.names(kind)}
    out = np.zeros((len(values), BUCKETS + 3), np.float32)
    for row, value in zip(out, values, strict=True):
        text = f"^{value}$"
        grams = chain([text], (text[at : at + n] for n in range(1, 5) for at in range(len(text) - n + 1)))
        for gram in grams:
            row[int.from_bytes(blake2b(gram.encode(), digest_size=4).digest(), "big") % BUCKETS] = 1
        weight = weights.get(key_of(value), 0.0)
        row[BUCKETS:] = len(value) / 10, np.log(weight + 1e-4) / 5, weight == 0
    return out


def logistic(x, y, penalty, steps=80, rate=0.05):
    """Weights of a logistic regression with an L2 penalty, by Adam over the whole batch."""
    x = np.hstack([x, np.ones((len(x), 1), np.float32)])
    w, first, second = (np.zeros(x.shape[1], np.float32) for _ in range(3))
    for step in range(1, steps + 1):
        gradient = x.T @ (1 / (1 + np.exp(-(x @ w))) - y) / len(y) + penalty * w / len(y)
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        w -= rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
    return w


def auc(scores, y):
    """The share of pairs in which the original scores higher; ties count half."""
    _, where, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[where]
    ones = int(y.sum())
    return (ranks[y == 1].sum() - ones * (ones + 1) / 2) / (ones * (len(y) - ones))


def told_apart(kind, originals, seed=0, clinicians=False, recorded=True):
    """AUC on one half of two classifiers trained on the other half to separate originals from stand-ins: a logistic
    regression over n-grams, and boosted trees over what lists say.
    """
    rng = random.Random(seed)
    replaced = standins(kind, originals, f"auc {seed}", clinicians, recorded)
    learn = np.array([rng.random() < 0.5 for _ in originals] * 2)
    y = np.array([1.0] * len(originals) + [0.0] * len(replaced), np.float32)
    x = features(kind, originals + replaced)
    w = logistic(x[learn], y[learn], penalty=10.0)
    trees = boosted_scores(list_features(kind, originals + replaced), y, learn)
    return float(auc(x[~learn] @ w[:-1], y[~learn])), float(auc(trees, y[~learn]))


@pytest.mark.slow
@each_row(
    ("kind", "clinicians", "recorded", "bound"),
    [
        (Kind.FAMILY, False, True, 0.58),
        (Kind.FAMILY, False, False, 0.61),
        (Kind.FAMILY, True, True, 0.55),
        (Kind.FAMILY, True, False, 0.57),
        (Kind.GIVEN, False, True, 0.58),
        (Kind.GIVEN, False, False, 0.61),
        (Kind.GIVEN, True, True, 0.57),
    ],
)
def test_census_names_hide_among_their_stand_ins(kind, clinicians, recorded, bound):
    # Of patients initials agree with names, and half of all men share six initials. What records have is drawn by
    # frequency (ADR 0018), as are initials and, none twice, what only texts have (ADR 0049).
    found = told_apart(kind, drawn(kind, random.Random(11)), clinicians=clinicians, recorded=recorded)
    whose, where = "clinicians" if clinicians else "households", "records" if recorded else "texts only"
    print(f"AUC of {kind} names of {whose}, in {where}: {found}")
    assert max(found) <= bound


def test_the_classifier_finds_stand_ins_that_do_not_keep_the_population():
    rng = random.Random(12)
    originals = drawn(Kind.FAMILY, rng)[:1000]
    uniform = rng.sample(
        [name.text for name in name_pools.names(Kind.FAMILY) if name.fit and name.text.isascii()], 1000
    )
    y = np.array([1.0] * 1000 + [0.0] * 1000, np.float32)
    x = features(Kind.FAMILY, originals + uniform)
    w = logistic(x[::2], y[::2], penalty=10.0)
    assert auc(x[1::2] @ w[:-1], y[1::2]) > 0.7


@pytest.mark.parametrize("kind", [Kind.FAMILY, Kind.GIVEN])
def test_names_of_many_origins_hide_less_well(kind):
    # The synthetic people have names from two dozen short lists, all equally frequent, including words and eponyms that
    # are never stand-ins. No real population is like this, so this bounds the loss for a site with such people.
    rng, pool = random.Random(13), synth.load_pools()
    originals: list[str] = []
    while len(originals) < N:
        origin = pool.origin(rng)
        for nth in range(HOUSEHOLD):
            name = synth_people.draw_name(rng, pool, origin, pool.family(rng, origin), nth % 2 == 0)
            originals.append(name.family if kind is Kind.FAMILY else name.given)
    found = told_apart(kind, originals)
    print(f"AUC of {kind} names of many origins: {found}")
    assert max(found) <= 0.72
