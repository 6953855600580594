"""These layouts write notes without identifiers, dense in lookalikes, and bare terms that look like names."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried, raised
from corpus.engine.layouts.mixed_lines import Pool, laid_out
from corpus.engine.layouts.sections import Part, body
from corpus.engine.note_file import read, templates
from redactor.sample.marked import Marked, join

_TEXT = read("phrases/ratios")
_INITIALS_LOOKALIKES = read("phrases/initials_lookalikes")
_PLACE_LOOKALIKES = read("phrases/place_lookalikes")
_EPONYMS_AND_DRUGS = read("phrases/eponyms_and_drugs")
_NOTES_WITHOUT_IDENTIFIERS = read("notes/lookalikes/notes_without_identifiers")
RATIOS = _TEXT.lines("ratios")
NO_INITIALS = _INITIALS_LOOKALIKES.lines("no_initials")
ONLY_WORDS = _INITIALS_LOOKALIKES.lines("only_words")
NO_DAYS = _PLACE_LOOKALIKES.lines("no_days")
NO_PLACES = _PLACE_LOOKALIKES.lines("no_places")
DRUGS = _EPONYMS_AND_DRUGS.lines("drugs")
GERMS = _EPONYMS_AND_DRUGS.lines("germs")
OPERATIONS = _EPONYMS_AND_DRUGS.lines("operations")
SIGNS = _EPONYMS_AND_DRUGS.lines("signs")
_LABELS = _NOTES_WITHOUT_IDENTIFIERS.lines("labels")
_LINES: tuple[Pool, ...] = (
    SIGNS,
    OPERATIONS,
    DRUGS,
    GERMS,
    RATIOS,
    NO_INITIALS,
    ONLY_WORDS,
    NO_DAYS,
    NO_PLACES,
    _LABELS,
)


def sectioned_note(parts: Sequence[Part]) -> Callable[[Cast], Marked]:
    """A note of these sections that names nobody."""
    held = tuple(parts)
    return lambda c: body(c, held)


def chat(c: Cast) -> Marked:
    """A talk of people without names."""
    sides = c.pick((("T", "C"), ("Q", "A"), ("D", "P"), ("Dr", "Pt"), ("Caller", "Nurse"), ("RN", "MD"), ("S1", "S2"),
                    ("Agent", "Member"), ("Interviewer", "Patient"), ("Teacher", "Student")))  # fmt: skip
    mark = c.pick((": ", ": ", ". ", " - ", "> ", ") "))
    lines = [join(sides[i % 2], mark, c.say(c.pick(c.pick(_LINES)))) for i in range(c.rng.randint(3, 12))]
    return join(*lines, sep="\n")


def headed_blocks(c: Cast) -> Marked:
    """Headings in capitals or in Title Case, and lines below each."""
    blocks: list[Marked] = []
    for _ in range(c.rng.randint(2, 6)):
        pool = c.pick(_LINES)
        said = [c.say(c.pick(pool)) for _ in range(c.rng.randint(1, 5))]
        blocks.append(join(c.say("{heading}"), c.pick(("\n", ": ", ":\n")), laid_out(c, said)))
    return join(*blocks, sep=c.pick(("\n\n", "\n")))


_FACTS_TEXT = read("phrases/clinical_facts")
_BARE_TERMS = read("notes/lookalikes/bare_terms")
BEDSIDE = _FACTS_TEXT.lines("bedside")
CLERKS = _FACTS_TEXT.lines("clerks")
SCIENCE = _FACTS_TEXT.lines("science")
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
