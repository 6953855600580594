"""Whole notes without an identifier, dense in what looks like one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.mixed_lines import Pool, laid_out
from corpus.engine.layouts.sections import Part, body
from corpus.engine.note_file import read
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
