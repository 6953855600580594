"""Laboratory pages: chemistry, hematology, microbiology."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.hospital_header import header
from corpus.engine.layouts.hospital_note import assembled, headed, sized
from corpus.engine.layouts.hospital_signature import ending
from corpus.engine.layouts.hospital_text import grid
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, Piece

_TEXT = read("notes/laboratory_imaging/laboratory_pages")
_VALUES = (
    (
        "[[Test|Analyte|Component]]",
        (
            "Sodium",
            "Potassium",
            "Creatinine",
            "Hgb",
            "WBC",
            "Plt Ct",
            "TSH",
            "Hemoglobin A1c",
            "Lactate",
            "Troponin T",
            "ALT",
            "PTT",
            "Vitamin D,25-OH",
            "Ferritin",
            "LDL Chol calc",
            "HIV 1/2 Ag/Ab",
            "Rheumatoid Factor",
            "Anti-Jo-1 Ab",
            "Lyme IgG WB",
            "HLA-B27",
            "Factor V Leiden",
            "{test}",
        ),
    ),
    (
        "[[Result|Value]]",
        (
            "4.1",
            "138",
            "0.92",
            "11.4 L",
            "NEG",
            "Non-reactive",
            "1:80",
            "6.9 H",
            "<0.01",
            "See note",
            "212 HH",
            "PENDING",
        ),
    ),
    ("[[Flag|Units]]", ("", "H", "L", "mg/dL", "mmol/L", "K/uL", "*")),
    ("[[Ref Range|Reference|Range]]", ("{range}",)),
    (
        "[[Lab|Site|Perf|Tech]]",
        ("{author:initials}", "01", "{site:abbr}", "{labsite:alias}", "{author:initials} {time}", "02"),
    ),
)
_CULTURE = _TEXT.lines("culture")
_NOTES = _TEXT.lines("notes")
_SIGNS = _TEXT.lines("signs")
_ORDER = (
    ("[[Ordering|Ordering MD|Req MD|Client physician]]", "[[{dr:last_first}|{dr:upper}|{dr:titled}|{pcp:short}]]"),
    ("[[Collected|Coll. Date|Drawn]]", "[[{stamp}|{fulldate} {time}|{numdate} {time}]]"),
    ("[[Specimen|Accession|Lab #|Acc #|Req #]]", "[[{specimen}|{accession}|{order}]]"),
)


def result_page(c: Cast) -> Marked:
    """Results in rows, with notes under them."""
    lines = {"short": c.rng.randint(1, 3), "middle": c.rng.randint(3, 9), "long": c.rng.randint(8, 22)}[sized(c)]
    columns = [*_VALUES[:2], *(v for v in _VALUES[2:] if c.chance(0.7))]
    table = grid(c, tuple(name for name, _ in columns), lines, tuple(cell for _, cell in columns))
    parts: list[Piece] = [table]
    if c.chance(0.8):
        parts.append(headed(c, "[[Comments|Notes|]]", c.some(_NOTES, 1, 5, "\n")))
    title = "[[Laboratory Report|Lab Results|Cumulative Lab Report|COMPLETE BLOOD COUNT|Metabolic Panel|{labsite}]]"
    return assembled(c, header(c, title, _ORDER, 4), parts, ending(c, _SIGNS) if c.chance(0.6) else None)


def culture_report(c: Cast) -> Marked:
    """A culture and what came of it."""
    least, most = {"short": (1, 3), "middle": (3, 5), "long": (5, 8)}[sized(c)]
    parts: list[Piece] = [
        headed(c, "[[Microbiology|Culture|Result|]]", c.some(_CULTURE, least, most, c.pick(("\n", "\n", " "))))
    ]
    if c.chance(0.5):
        parts.append(headed(c, "[[Comments|Notes|Lab use]]", c.some(_NOTES, 1, 3, "\n")))
    title = "[[Microbiology Report|Blood Culture Final|Culture and Sensitivity|MICROBIOLOGY|Urine Culture|Virology]]"
    return assembled(c, header(c, title, _ORDER, 4), parts, ending(c, _SIGNS) if c.chance(0.6) else None)
