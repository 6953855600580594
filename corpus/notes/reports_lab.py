"""Pages of laboratories: chemistry, haematology, microbiology, genetics."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.hospital_ends import ending
from corpus.notes.hospital_heads import header
from corpus.notes.hospital_kit import assembled, headed, sized
from corpus.notes.hospital_text import blocks, grid, rows
from redactor.sample.marked import Marked, Piece

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

_CULTURE = rows("""
[[Source|Specimen]]: [[blood, L arm|sputum|urine, clean catch]]   [[Spec #|Accession]]: {specimen}   \
[[Coll|Collected]]: {stamp}
[[Gram stain|GS]]: 3+ PMN, 2+ GPC in clusters. [[Reported|Called]] to {nurse:short} {dept} {time} by {author:initials}.
[[Final|Culture]] {date:2}: {organism} > 100,000 CFU/mL.
[[Susceptibility|MIC]]: cefazolin S <=4, TMP/SMX R >4/76, vanc S 1.
[[Prelim|Preliminary]] {shortdate:1}: no growth. [[Final|F]] {shortdate:5}: no growth x 5 days.
[[Critical|CRITICAL VALUE]] {time}: [[called to|notified]] {dr3:titled}, [[read back|RBV]], [[tech|by]] {author:given}.
[[C. diff|MRSA]] PCR [[POSITIVE|DETECTED]]. [[Isolation|IP]] [[notified|nurse]] {nurse2:given} {shortdate} {time}.
[[State lab|Health dept]] {agency} notified {date:1}, [[ref|report]] {caseno}, [[spoke with|epi]] {someone:short}.
AFB smear negative x3 ({shortdate:-2}, {shortdate:-1}, {shortdate}). {neg}
[[Sent to|Reference lab]]: {labsite}, {citystate}, [[phone|tel]] {phone}. [[Req|Order]] {order}.
""")

_NOTES = rows("""
[[Fasting|Hours fasting]]: 10. [[Drawn by|Phleb]]: {author:first_initial} {time}, [[L AC|from line]].
[[Hemolyzed|QNS|Clotted]], [[recollect|RN]] {nurse:given} [[notified|called]] {time}.
[[Performed at|Performing lab]] 01: {labsite}, {address}; [[Director|Dir]]: {newdr:short}, MD; CLIA {cert}
[[Client|Account]]: {clinic} [[#|]]{acct}; [[requested by|ordering]] {dr:upper}, NPI {npi}
[[Report to|Fax to]]: {pcp:titled}, {fax}
[[Comment|Note]]: eGFR by CKD-EPI {year:-3}. {neg}
[[Verified by|Released]] {username} {stamp}
[[Previous|Prior]] ({numdate:-90}): 1.4, ({numdate:-180}): 1.3
[[Bill to|Insurance]]: {payer} {plan} [[group|grp]] {groupno}
[[Genetic counselor|GC]]: {staff:short}, {phone}; {gene} c.1521_1523del, [[carrier|het]]; [[relative|sister]] \
{kin:given} tested {year:-1}.
[[Phoned|Called]] {dr2:family} {time} [[by {author:initials}|]]. K 6.8
[[Interpretation|Path review]]: {finding}. {dr4:initials} {shortdate}
[[Sample|Specimen]] ID {specimen} [[rec'd|received]] {stamp}; [[courier|from]] {pcpsite:alias}
{pt:upper} [[is age|]] {age}: [[use adult ranges|range adjusted]].
""")

_SIGNS = blocks("""
[[Reviewed|Noted]] {dr:initials} {shortdate:1}

[[Lab Director|Medical Director]]: {newdr:short}, MD, PhD

*** [[Final Report|END OF REPORT]] ***  {stamp}

[[Printed for|Requested by]] {dr:last_first} {numdate} {time}

[[MLS|Tech]]: {author:short}

{author:initials} / {dr2:initials}
""")

_ORDER = (
    ("[[Ordering|Ordering MD|Req MD|Client physician]]", "[[{dr:last_first}|{dr:upper}|{dr:titled}|{pcp:short}]]"),
    ("[[Collected|Coll. Date|Drawn]]", "[[{stamp}|{fulldate} {time}|{numdate} {time}]]"),
    ("[[Specimen|Accession|Lab #|Acc #|Req #]]", "[[{specimen}|{accession}|{order}]]"),
)


def _page(c: Cast) -> Marked:
    """Results in rows, with notes under them."""
    lines = {"short": c.rng.randint(1, 3), "middle": c.rng.randint(3, 9), "long": c.rng.randint(8, 22)}[sized(c)]
    columns = [*_VALUES[:2], *(v for v in _VALUES[2:] if c.chance(0.7))]
    table = grid(c, tuple(name for name, _ in columns), lines, tuple(cell for _, cell in columns))
    parts: list[Piece] = [table]
    if c.chance(0.8):
        parts.append(headed(c, "[[Comments|Notes|]]", c.some(_NOTES, 1, 5, "\n")))
    title = "[[Laboratory Report|Lab Results|Cumulative Lab Report|COMPLETE BLOOD COUNT|Metabolic Panel|{labsite}]]"
    return assembled(c, header(c, title, _ORDER, 4), parts, ending(c, _SIGNS) if c.chance(0.6) else None)


def _culture(c: Cast) -> Marked:
    """A culture and what came of it."""
    least, most = {"short": (1, 3), "middle": (3, 5), "long": (5, 8)}[sized(c)]
    parts: list[Piece] = [
        headed(c, "[[Microbiology|Culture|Result|]]", c.some(_CULTURE, least, most, c.pick(("\n", "\n", " "))))
    ]
    if c.chance(0.5):
        parts.append(headed(c, "[[Comments|Notes|Lab use]]", c.some(_NOTES, 1, 3, "\n")))
    title = "[[Microbiology Report|Blood Culture Final|Culture and Sensitivity|MICROBIOLOGY|Urine Culture|Virology]]"
    return assembled(c, header(c, title, _ORDER, 4), parts, ending(c, _SIGNS) if c.chance(0.6) else None)


TYPES: tuple[NoteType, ...] = (NoteType("lab-page", _page), NoteType("microbiology", _culture, 0.8))
