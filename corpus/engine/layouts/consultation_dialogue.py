"""Dialogues written down: consultations, front desks, calls, interviews; many forms of speaker labels."""

from __future__ import annotations

import re
from collections.abc import Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried, lowered
from corpus.engine.layouts.spoken_values import say
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/calls_dialogues/consultation_dialogues")
PASSING = _TEXT.lines("passing")
PLAIN = _TEXT.lines("plain")
IDENTITY = _TEXT.lines("identity")
TALK = _TEXT.lines("talk")
VISIT = _TEXT.lines("visit")
# The label of who asks and of who answers; each line of a pair is said once a note.
_LABELS = _TEXT.lines("labels")
_HEADS = _TEXT.lines("heads")
_OPENINGS = _TEXT.lines("openings")
_CLOSINGS = _TEXT.lines("closings")
# Exchanges that name nobody and nothing.
_CLINICAL = re.compile(r"\{(?!(?:symptom|drug|sig|test|dx|proc|imaging|allergy|vitals|finding|gest|advice|neg)\})")
_PLAIN_VISIT = tuple(t for t in VISIT if not _CLINICAL.search(t))


def _labelled(c: Cast, label: Marked, words: Marked, gap: str) -> Marked:
    return join(label, gap, words) if label.text else words


def _exchanges(c: Cast, pools: Sequence[tuple[Sequence[str], int, int]]) -> Marked:
    labels = [c.say(half) for half in c.pick(_LABELS).split(" >> ")]
    bare = c.chance(0.08)
    gap = c.pick((" ", " ", " ", "  ", "\n", "\t"))
    turns: list[str] = []
    if c.chance(0.7):
        turns.append(c.pick(_OPENINGS))
    middle: list[str] = []
    for pool, least, most in pools:
        middle += c.rng.sample(list(pool), c.rng.randint(least, most))
    c.rng.shuffle(middle)
    turns += middle
    if c.chance(0.4):
        turns.append(c.pick(_CLOSINGS))
    lines: list[Marked] = []
    for turn in turns:
        for label, words in zip(labels, turn.split(" >> "), strict=True):
            said = say(c, words)
            lines.append(said if bare else _labelled(c, label, said, gap))
    whole = join(*lines, sep="\n\n" if c.chance(0.2) else "\n")
    if c.chance(0.3):
        whole = join(c.any(*_HEADS), whole, sep="\n\n")
    return lowered(whole) if c.chance(0.07) else whole


def visit(c: Cast) -> Marked:
    """A consultation."""
    return _exchanges(c, ((VISIT, 2, 8), (PLAIN, 2, 12), (PASSING, 0, 4), (IDENTITY, 0, 4)))


def intake(c: Cast) -> Marked:
    """A talk at the front desk."""
    return _exchanges(c, ((IDENTITY, 4, 12), (VISIT, 0, 2), (PASSING, 0, 4), (PLAIN, 0, 4)))


def visit_without_names(c: Cast) -> Marked:
    """Talk with few identifiers, the commonest sort."""
    return _exchanges(c, ((_PLAIN_VISIT, 1, 5), (PLAIN, 4, 20), (PASSING, 0, 2), (IDENTITY, 0, 1)))


def excerpt(c: Cast) -> Marked:
    """An exchange or two on their own, as when a long talk is cut into windows."""
    turns = c.rng.sample(IDENTITY + VISIT + PASSING + PLAIN + _OPENINGS, c.rng.randint(1, 3))
    sep = c.pick((" ", "\n", " - ", "\n- "))
    return hurried(c, join(*(say(c, half) for turn in turns for half in turn.split(" >> ")), sep=sep), 0.4)


def group_talk(c: Cast) -> Marked:
    """Several people; labels are names and change from line to line."""
    forms = c.pick(("#: ", "# - ", "[#] ", "#\n", "", "(#) ", "<v #>"))
    people = c.rng.sample(
        (
            "{kin:given}",
            "{kin2:given}",
            "{pt:given}",
            "{dr:titled}",
            "{nurse:given}",
            "{staff:full}",
            "{friend:given}",
            "{kin:titled}",
        ),
        c.rng.randint(2, 5),
    )
    halves = [half for turn in c.rng.sample(VISIT + PASSING + PLAIN, 6) for half in turn.split(" >> ")]
    lines = c.rng.sample(list(TALK), c.rng.randint(3, 10)) + halves
    c.rng.shuffle(lines)
    return join(*(join(c.say(forms.replace("#", c.pick(people))), say(c, line)) for line in lines), sep="\n")
