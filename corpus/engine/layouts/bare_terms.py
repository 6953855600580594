"""Bare terms that look like names, and texts in which the same words are names."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried, raised
from corpus.engine.layouts.mixed_lines import Pool, laid_out
from corpus.engine.note_file import read, templates
from redactor.sample.marked import Marked, join

_TEXT = read("phrases/clinical_facts")
_BARE_TERMS = read("notes/lookalikes/bare_terms")
BEDSIDE = _TEXT.lines("bedside")
CLERKS = _TEXT.lines("clerks")
SCIENCE = _TEXT.lines("science")
ANATOMY = _BARE_TERMS.lines("anatomy")
LABELS = _BARE_TERMS.lines("labels")
FRACTIONS = _BARE_TERMS.lines("fractions")
BARE = _BARE_TERMS.lines("bare")
_POOLS: tuple[Pool, ...] = (ANATOMY, LABELS, FRACTIONS, BARE, BARE, SCIENCE, BEDSIDE, CLERKS)
# One word in both its senses, the clinical one first or last; the field of the sense follows that of the phrase.
PEOPLE = _BARE_TERMS.lines("people")
TOWNS = _BARE_TERMS.lines("towns")
SITES = _BARE_TERMS.lines("sites")
_SENSES: tuple[Pool, ...] = (PEOPLE, PEOPLE, PEOPLE, TOWNS, SITES)


def term_list(c: Cast) -> Marked:
    """One kind of bare words as a list, a row or a run."""
    pool = c.pick(_POOLS)
    said = [c.say(t) for t in c.rng.choices(pool, k=c.rng.randint(1, 24))]
    note = laid_out(c, said) if c.chance(0.6) else join(*said, sep=c.pick((", ", "\n", "\n", " | ", "\t", "  ")))
    return raised(note) if c.chance(0.08) else hurried(c, note) if c.chance(0.1) else note


def term_sheet(c: Cast) -> Marked:
    """Headings, numbers and bare words of a form without names: long."""
    lines: list[Marked] = []
    for _ in range(c.rng.randint(4, 14)):
        head = c.say(c.pick(LABELS)) if c.chance(0.7) else c.say("{heading}")
        pool = c.pick(_POOLS)
        said = [c.say(c.pick(pool)) for _ in range(c.rng.randint(0, 7))]
        below = join(*said, sep=c.pick((", ", "\n", "; ", "  ")))
        lines.append(join(head, c.pick((": ", "\n", " - ", "\n")), below) if said else head)
    return join(*lines, sep=c.pick(("\n", "\n\n", "\n")))


def name_and_term_lines(c: Cast) -> Marked:
    """Lines with a word in both senses, one or many, and bare words between."""
    lines: list[Marked] = []
    for _ in range(c.pick((1, 1, 2, 4, 9, 16))):
        lines.append(c.any(*c.pick(_SENSES)))
        lines += [c.any(*c.pick(_POOLS)) for _ in range(c.pick((0, 0, 1, 2)))]
    return laid_out(c, lines) if c.chance(0.4) else join(*lines, sep="\n")


def name_and_term_rows(c: Cast) -> Marked:
    """Rows of staff, supervisor and reason, where names and clinical words share the columns."""
    sep = c.pick((" | ", "\t", "  ", ", ", " - "))
    rows = templates(r"""
{bed}~{twinpt:upper}~{twinmore:person}~{ini}
{twinman:initial}~{brand}~{twinmore:person}~{agesex}
{twindr}~{proc}~{time}~{twinmore:person}
{eponym}~{twin:person}~{brand}~{num:1-5}/5
{someone:family}~{twin:town}~{age}~{signed:one}
{twintown}~{twinmore:town}~{phone}~{twinsite}
{stagename}~{gene}~{twin:site}~{bug}
{model}~{twin:person}~{test}~{num:1-12}/{num:1-28}
{twinsite}~{twinmore:site}~{shortdate}~{twindr:initial}
{dx}~{twin:person}~Room Air~Type {num:1-3}
""")
    return join(*(c.say(c.pick(rows).replace("~", sep)) for _ in range(c.rng.randint(3, 22))), sep="\n")
