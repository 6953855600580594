"""Nursing tables: flowsheets and medication administration records."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.hospital_header import header
from corpus.engine.layouts.hospital_note import assembled, sized
from corpus.engine.layouts.hospital_signature import ending
from corpus.engine.layouts.hospital_text import grid
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, Piece

_TEXT = read("notes/nursing/ward_nursing_notes")
_NURSING_TABLES = read("phrases/nursing_tables")
SHIFT = _TEXT.lines("shift")
SIGNS = _NURSING_TABLES.lines("signs")
_FLOW = (
    ("[[Time|Date/Time|TIME]]", ("{time}", "{stamp}", "{shortdate} {time}", "{numdate} {time}")),
    ("[[BP|NIBP]]", ("118/64", "142/88", "97/51", "104/60 (art)")),
    ("[[HR|Pulse]]", ("72", "98", "110 AF", "64")),
    ("[[SpO2|Sat]]", ("97% RA", "94% 2L", "91% 4L NC", "100% vent")),
    (
        "[[Comment|Notes|Event]]",
        (
            "{neg}",
            "MD {dr3:family} aware",
            "{symptom}",
            "to {dept}",
            "{kin:given} at bedside",
            "",
            "turned L",
            "held per {dr:family}",
            "{sig}",
            "lab called {newdr:given}",
            "PO 120",
            "d/w {kin:titled}",
            "[[chaplain|SW]] {staff:given} in",
        ),
    ),
    (
        "[[Init|By|RN|Initials]]",
        (
            "{nurse:initials}",
            "{nurse2:initials}",
            "{nurse:initials}/{nurse2:initials}",
            "{nurse:family}",
            "{nurse:first_initial}",
            "{username}",
        ),
    ),
)
_LEGEND = _TEXT.lines("legend")


def flowsheet(c: Cast) -> Marked:
    """Readings in rows, the nurse's initials after each."""
    lines = {"short": c.rng.randint(2, 4), "middle": c.rng.randint(4, 9), "long": c.rng.randint(8, 20)}[sized(c)]
    stamp = [c.pick(_FLOW[0][1])]
    some = [_FLOW[0], *c.rng.sample(_FLOW[1:4], c.rng.randint(1, 3)), *_FLOW[4:]]
    cells = (tuple(stamp), *(cell for _, cell in some[1:]))
    table = grid(c, tuple(name for name, _ in some), lines, cells)
    head = header(c, "[[Nursing Flowsheet|Vital Signs Flowsheet|ICU Flowsheet|I&O Record|24 Hour Flowsheet]]", (), 3)
    legend: list[Piece] = [c.some(_LEGEND, 1, 3, "\n")] if c.chance(0.7) else []
    return assembled(c, head, [table, *legend], ending(c, SIGNS) if c.chance(0.3) else None)


_MAR = (
    ("[[Medication|Drug|Order]]", ("{sig}", "{sig}", "{sig}", "{drug}", "{sig} (home med, {pharmacy} Rx {rx})")),
    ("[[Sched|Due|Time due]]", ("{time}", "{time} {time}", "PRN", "qHS", "now x1")),
    (
        "[[Given|Admin time|Charted]]",
        (
            "{time} {nurse:initials}",
            "{time} {nurse2:initials}",
            "held, {dr3:family} aware",
            "refused {time} {nurse:initials}",
            "{stamp} {username}",
            "{shortdate} {time} {nurse:first_initial}",
            "not given - NPO",
            "{time} {nurse:initials}/{nurse2:initials}",
            "{time} [[L delt|RUQ|PIV]] {nurse:family}",
        ),
    ),
    (
        "[[Prescriber|Ordered by|MD]]",
        (
            "{dr:family}",
            "{dr3:family}",
            "{dr:initials}",
            "{dr2:last_first}",
            "Dr. {dr:family} VO",
            "{pcp:family} (home)",
        ),
    ),
    ("[[Start|Ordered|Order #]]", ("{shortdate:-1}", "{numdate:-2}", "{order}", "{shortdate} {time}")),
)


def medication_administration_record(c: Cast) -> Marked:
    """The record of medicines given."""
    lines = {"short": 2, "middle": c.rng.randint(3, 6), "long": c.rng.randint(6, 14)}[sized(c)]
    some = [*_MAR[:3], *(_MAR[3:] if c.chance(0.6) else _MAR[3:4])]
    table = grid(c, tuple(name for name, _ in some), lines, tuple(cell for _, cell in some))
    title = "[[Medication Administration Record|MAR|MAR Summary|eMAR|Medication Record|PRN Administration]]"
    notes: list[Piece] = [c.some((*_LEGEND, *SHIFT[2:5]), 1, 3, "\n")] if c.chance(0.7) else []
    return assembled(c, header(c, title, (), 4), [table, *notes], ending(c, SIGNS) if c.chance(0.3) else None)
