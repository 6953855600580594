"""Whole notes without an identifier, dense in what looks like one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import body, part, templates
from corpus.notes.mended_kit import Pool, laid_out, writer
from corpus.notes.mended_numbers import RATIOS
from corpus.notes.mended_people import NO_INITIALS, ONLY_WORDS
from corpus.notes.mended_places import NO_DAYS, NO_PLACES
from corpus.notes.mended_signs import DRUGS, GERMS, OPERATIONS, SIGNS
from redactor.sample.marked import Marked, join

_LABELS = templates(r"""
Ref: [[none|see above|____]]
Group: n/a   Member: n/a
Histology
Power of attorney: [[none|not discussed|to bring papers]]
Dictated, not read
Minutes
Pump: [[off|running|none]]
Helpline: on the back of the card
Call taker: ________
Signature ______ Date ______
Reporter: [[self|relative|staff]]
Name of proxy: ____________
Next of Kin: [[none|declined]]
Attending: [[on file|as above]]
GMC: ________
Caller: [[wife|neighbour|school]]
T: [[tired today]]. C: [[me too]].
Q. [[Any pain]]? A. [[None]].
Interpreter: [[not needed|by phone]]
Consent: [[verbal|on file]]
Copies: [[GP|chart|patient]]
Seen with: [[chaperone|resident|nobody]]
""")

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

_VISIT = (
    part("Subjective", "{hpi}\n{He} [[takes|stopped|asks about]] {brand}.\n{ros}\n{symptom} on and off.", 1, 3),
    part("Medications", "{sig}\n{brand}\n{brand}, {brand}\n{brand} PRN\n{drug:title}\n{drug:caps}", 2, 6, mixed=False),
    part("Allergies", "{allergy}\n{brand}\n{epo:fluid}", 1, 1, 0.6, mixed=False),
    part("Surgical History", "{epo:operation}\n{proc}\n{epo:operation}, remote\n{proc}, {epo:operation}", 1, 3, 0.7,
         mixed=False),
    part("Exam", "{exam}\n{epo:sign} [[neg|pos]], {epo:sign} [[neg|pos]].\n{vitals}\n{measure}", 1, 3),
    part("Results", "{labline}\n{labs}\n{bug} negative.\n{test} {range}\n{imaging}: {finding}", 1, 4, 0.8),
    part("Impression", "{dx}\n{dx}, {stagename}\n?{epo}\n{icd} {dx}\n{dx} vs {epo}", 1, 4),
    part("Plan", "{todo}\n{brand} [[up|down|off]].\n{advice}\nRecheck {test}.", 1, 4),
)  # fmt: skip

_OPERATION = (
    part("Operation", "{epo:operation}\n{proc}\n{epo:operation} with {proc}", 1, 1, mixed=False),
    part("Findings", "{finding}\n{stagename}\n{measure}\n{anatomy} [[intact|scarred]]", 1, 3),
    part("Technique", "{epo:tool} placed, {epo:tool} divided."
         "\nA {epo:tool} retractor was set.\nIrrigated with {epo:fluid}."
         "\nClosed in layers, {num:2-4}-0 Vicryl.\n{neg}\n{epo:tool} and {epo:tool} removed.", 2, 6, mixed=False),
    part("Counts", "Correct x2\n{counts}\nSponges {num:5-20}, needles {num:4-14}", 1, 2, mixed=False),
    part("Specimens", "{anatomy} to pathology\nNone\n{bug} culture sent", 1, 2, 0.7, mixed=False),
    part("Drains", "{epo:tool} x{num:1-3}\n{epo:tool} to bulb suction", 1, 1, 0.7, mixed=False),
)  # fmt: skip

_LAB = (
    part("", "{labs:table}", 1, 1, mixed=False),
    part("Microbiology", "{bug}: [[ND|{num:1-4}+]]\n{organism} {counts}\nGram: GNR, GPC\n{bug} PCR neg",
         1, 4, mixed=False),
    part("Serology", "ANA 1:{num:4-9}0\n{bug} IgG pos\n{gene} {finding}\nTiter 1:320", 1, 4, 0.6, mixed=False),
    part("Blood gas", "pH 7.{num:20-50} / {num:30-60} / {num:60-100} / {num:18-30}\nFiO2 0.{num:21-60}", 1, 2, 0.5,
         mixed=False),
    part("Comment", "{neg}\nReference {range}\n{epo} stain negative", 1, 3, 0.8, mixed=False),
)  # fmt: skip


def _structured(parts: Sequence[object]) -> Callable[[Cast], Marked]:
    held = tuple(parts)
    return lambda c: body(c, held)  # type: ignore[arg-type]


def _chat(c: Cast) -> Marked:
    """A talk of people without names."""
    sides = c.pick((("T", "C"), ("Q", "A"), ("D", "P"), ("Dr", "Pt"), ("Caller", "Nurse"), ("RN", "MD"), ("S1", "S2"),
                    ("Agent", "Member"), ("Interviewer", "Patient"), ("Teacher", "Student")))  # fmt: skip
    mark = c.pick((": ", ": ", ". ", " - ", "> ", ") "))
    lines = [join(sides[i % 2], mark, c.say(c.pick(c.pick(_LINES)))) for i in range(c.rng.randint(3, 12))]
    return join(*lines, sep="\n")


def _headed(c: Cast) -> Marked:
    """Headings in capitals or in Title Case, and lines below each."""
    blocks: list[Marked] = []
    for _ in range(c.rng.randint(2, 6)):
        pool = c.pick(_LINES)
        said = [c.say(c.pick(pool)) for _ in range(c.rng.randint(1, 5))]
        blocks.append(join(c.say("{heading}"), c.pick(("\n", ": ", ":\n")), laid_out(c, said)))
    return join(*blocks, sep=c.pick(("\n\n", "\n")))


TYPES: tuple[NoteType, ...] = (
    NoteType("plain-visit", _structured(_VISIT), 4.2),
    NoteType("plain-operation", _structured(_OPERATION), 2.9),
    NoteType("plain-laboratory", _structured(_LAB), 2.3),
    NoteType("plain-lines", writer(*_LINES, least=4, most=14), 3.6),
    NoteType("plain-chat", _chat, 2.9),
    NoteType("plain-headed", _headed, 3.6),
)
