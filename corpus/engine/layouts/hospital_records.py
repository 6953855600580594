"""These layouts write hospital records with tables: nursing, laboratory, intensive care, anesthesia and blood bank."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.hospital_frame import ending, header, titled
from corpus.engine.layouts.hospital_note import assembled, headed, sized
from corpus.engine.layouts.hospital_text import PLAIN, grid, mixed
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, Piece, join

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


_LABORATORY_TEXT = read("notes/laboratory_imaging/laboratory_pages")
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
_CULTURE = _LABORATORY_TEXT.lines("culture")
_NOTES = _LABORATORY_TEXT.lines("notes")
_SIGNS = _LABORATORY_TEXT.lines("signs")
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


_ICU_TEXT = read("notes/inpatient/intensive_care_notes")
_SEVERITY = _ICU_TEXT.lines("severity")
_SUMMARY = _ICU_TEXT.lines("summary")
_ACTIONS = _ICU_TEXT.lines("actions")
_SITUATION = _ICU_TEXT.lines("situation")
_SYNTHESIS = _ICU_TEXT.lines("synthesis")


def _one(c: Cast) -> Marked:
    """A patient of the list as I-PASS has it; letters are left out now and then."""
    parts: list[Piece] = [c.any(*_SUMMARY)]
    if c.chance(0.8):
        parts.insert(0, c.any(*_SEVERITY))
    for told, odds in ((_ACTIONS, 0.9), (_SITUATION, 0.7), (_SYNTHESIS, 0.6)):
        if c.chance(odds):
            parts.append(c.any(*told))
    return join(*parts, sep=c.pick(("\n", "\n", " ")))


_OTHERS = _ICU_TEXT.lines("others")


def icu_handoff(c: Cast) -> Marked:
    """A handoff of one patient, or a list of several."""
    title = (
        "[[I-PASS|IPASS Handoff|ICU Handoff|Sign-out|Night signout|Transfer of care|Cross-cover list|Shift handoff]]"
    )
    if c.chance(0.5):
        return assembled(c, header(c, title, (), 3), [_one(c)], ending(c) if c.chance(0.5) else None)
    many = c.rng.randint(2, 5) if sized(c) != "short" else 1
    lines: list[Piece] = [c.any(*_OTHERS) for _ in range(many)]
    lines.insert(c.rng.randint(0, len(lines)), _one(c))
    if c.chance(0.5):
        lines.append(c.any(*PLAIN))
    top = c.any(
        "{dept} {fulldate} [[nights|days]]",
        "{shortdate} {dr:family}->{dr3:family}",
        "[[List|Team]] B {stamp} {username}",
    )
    return assembled(c, join(titled(c, title), "\n", top), lines, ending(c) if c.chance(0.3) else None)


_OPERATION_TEXT = read("notes/inpatient/perioperative_records")
_EVENTS = _OPERATION_TEXT.lines("events")
_SIDE = _OPERATION_TEXT.lines("side")


def anesthesia_record(c: Cast) -> Marked:
    """Events by the minute, in order or not."""
    count = {"short": (3, 5), "middle": (5, 9), "long": (8, 15)}[sized(c)]
    chosen = sorted(c.rng.sample(range(len(_EVENTS)), c.rng.randint(*count)))
    events = join(*(c.say(_EVENTS[i]) for i in chosen), sep=c.pick(("\n", "\n", "; ")))
    parts: list[Piece] = [headed(c, "[[Events|Timeline|Record]]", events)]
    if c.chance(0.85):
        parts.insert(c.rng.randint(0, 1), headed(c, "[[Summary|Details|]]", c.some(_SIDE, 1, 5, c.pick(("\n", " ")))))
    title = "[[Anesthesia Record|Anesthesia Note|Intraoperative Record|Anesthesia Summary|OR Record]]"
    return assembled(c, header(c, title, (), 3), parts, ending(c) if c.chance(0.5) else None)


_BANK = _OPERATION_TEXT.lines("bank")


def blood_bank_record(c: Cast) -> Marked:
    """Page of the blood bank, with or without a list of units."""
    least, most = {"short": (1, 3), "middle": (3, 6), "long": (5, 9)}[sized(c)]
    parts: list[Piece] = [join(*mixed(c, _BANK, least, most, 0.12), sep=c.pick(("\n", "\n", " ")))]
    if c.chance(0.5):
        table = grid(
            c,
            ("[[Unit|DIN|Unit #]]", "[[Product|Comp]]", "[[Issued|Start]]", "[[By|Issued to|Verified]]"),
            c.rng.randint(2, 6),
            (
                ("{id}",),
                ("PRBC", "FFP A", "Plt", "Cryo 10u", "RBC LR IRR"),
                ("{time}", "{shortdate} {time}", "{stamp}"),
                (
                    "{nurse:initials}/{nurse2:initials}",
                    "{nurse:family}",
                    "{author:initials}",
                    "{nurse2:last_first}",
                    "{username}",
                ),
            ),
        )
        parts.insert(c.rng.randint(0, 1), table)
    title = "[[Blood Bank Report|Transfusion Record|Transfusion Reaction Workup|Transfusion Service|Blood Bank Log]]"
    return assembled(c, header(c, title, (), 4), parts, ending(c) if c.chance(0.5) else None)
