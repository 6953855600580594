"""Birth and the newborn: labour and delivery, the newborn's examination, neonatal intensive care."""

from __future__ import annotations

import datetime as dt

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.hospital_course import FOLLOWUP, NOTIFIED, PLAIN_RESULT, PLANNED
from corpus.notes.hospital_kit import Form, Part, woman
from corpus.notes.hospital_story import SOCIAL
from corpus.notes.hospital_text import rows

_LABOUR = rows("""
{pt:titled}, {ageold} G2P1 at {gest}, [[admitted|presented]] {date} [[in labor|with SROM|for IOL]].
{agesex} G3P2002 @ {gest} by LMP {date:-270} c/w 9 wk US, EDD {date:10}.
[[Prenatal care|PNC]] with {dr2:titled} at {clinic}[[, transferred care from {town} at 28 wks|]].
[[SROM|AROM]] at {time}, [[clear|light mec]]. [[Epidural|CLE]] {time} by {newdr:family} ([[anesthesia|CRNA]]).
[[Delivered|SVD of|NSVD]] a [[viable|live]] [[male|female]] infant at {time} on {date}, [[Apgars|APGAR]] 8/9, \
weight 3420 g.
[[Baby|Infant]] named {kin3:given}, [[band|ID band]] {id}. [[Father|Partner]] {kin:given} cut the cord.
[[Cesarean|C/S|LTCS]] for [[arrest|NRFHT]] by {surgeon:titled}, [[assist|first assist]] {dr3:family}, EBL 700.
[[Midwife|CNM|Doula]] {staff:short} [[present|attended]]; [[peds|NICU]] ({newdr:titled}) [[called for mec|at delivery]].
[[Placenta|Placenta to path]] ({accession}) intact, 3VC, {time}. [[2nd degree lac|No lacerations]] [[repaired by|- \
]]{dr3:family}.
GBS neg ({shortdate:-21}), Rh+, RI, HBsAg neg. {labs}
[[Prior|Previous]] delivery {year:-3} at {site2:alias}, {gest}, [[by|with]] {newdr:family}.
FHT 140s, moderate variability, Category I. Toco q3. {neg}
[[Breastfeeding|Lactation]]: {nurse2:given} IBCLC [[saw|visited]] {date:1}. [[BTL|Nexplanon]] papers signed {date:-40}.
[[Pediatrician|Peds]]: {pcp:titled} at {pcpsite}, [[notified|called]] {time}.
[[Support|With her]]: {kin:given}, {kin2:given} ({word2}), [[toddler|big brother]] {someone:given} with \
{friend:short} in {town}.
""")


def _mother(c: Cast) -> None:
    woman(c)
    c.once("patient birth", lambda: c.day - dt.timedelta(days=c.rng.randint(17 * 365, 44 * 365)))


def _infant(c: Cast) -> None:
    c.once("patient birth", lambda: c.day - dt.timedelta(days=c.rng.randint(0, c.pick((2, 6, 30, 110)))))


DELIVERY = Form(
    "labour-delivery",
    "[[Labor and Delivery Note|Delivery Note|L&D Admission|Delivery Summary|OB H&P|OB Discharge|Postpartum Day 1]]",
    (
        Part("[[HPI|History|Admission|]]", _LABOUR[:4], 1, 2, 0.9),
        Part("[[Delivery|Course|Labor Course|Delivery Details]]", _LABOUR[3:], 2, 6, 0.95, 0.2),
        Part("[[Social|Support]]", SOCIAL, 1, 2, 0.4),
        Part("[[Labs|Prenatal labs]]", PLAIN_RESULT, 1, 2, 0.4, shape="lines"),
        Part("[[Plan|Postpartum plan]]", PLANNED, 1, 3, 0.6, 0.2, "list"),
        Part("[[Follow-up|Discharge]]", FOLLOWUP, 1, 2, 0.4, shape="list"),
    ),
    (("[[EDD|EDC|Due date]]", "{fulldate:10}"), ("[[OB|Provider|CNM]]", "[[{dr:short}|{dr2:titled}]]")),
    most=5,
    settle=_mother,
)

_INFANT = rows("""
[[Baby boy|Baby girl|BB|BG|Infant of]] {kin:family}, born {fulldate} at {time} [[to|by]] {kin:short}, {kinage}, \
[[G2P2|primip]].
{babyage} [[male|female|infant]] born at {gest}, BW 1240 g, [[born at|delivered at]] {site2} [[and|,]] \
transferred {date:1}.
[[Mother|Mom]] {kin:full} ([[MRN|mrn]] {id}), [[age {kinage}|{kinage}]], [[O+|A neg]], GBS neg; [[father|dad]] \
{kin2:short}.
{babyage}, CGA {gest}, [[weight today|wt]] 1385 g ([[up|+]] 22 g).
[[Named|Parents call baby]] {pt:given}; [[crib card|band]] reads "{kin:family_upper}, [[BOY|GIRL|B]]" ({id}).
[[Intubated|Surfactant]] in DR by {newdr:titled}, extubated {date:2} to CPAP 6, [[now|then]] HFNC 3 L {shortdate:5}.
HUS {shortdate:3}: no IVH ([[read|per]] {newdr:family}). ROP exam {date:28} ([[Dr|ophtho]] {newdr:family}).
[[UVC|PICC]] {shortdate:1} - {shortdate:6}. Amp/gent 48 h, cultures neg.
[[Screen|NBS]] [[#|kit ]]{id} [[sent|collected]] {date:1}; [[hearing|CCHD]] passed {shortdate:2} ([[tech|by]] \
{staff:initials}).
[[Twin A|Twin B]] {kin3:given} [[in bed|isolette]] {bed}, [[d/c'd|home]] {date:20}.
[[Mom|{kin:given}]] [[pumping|at bedside {time}|kangaroo care x1h]]; [[dad|{kin2:given}]] [[visiting|calls nightly \
from]] {town}.
Bili 9.8 @ 48 HOL, low intermediate. Hep B [[given|#1]] {date}, lot {id}.
[[Circumcision|Circ]] {date:1} by {dr3:family}, [[consent|signed by]] {kin:titled}.
[[Pediatrician|PMD]]: {pcp:titled_full}, {pcpsite}, [[appt|visit]] {numdate:4} {time12}.
[[SW|Social work]] {staff:short}: [[family stays at|lives at]] {street}, {city}; {agency} [[referral|case]] {caseno}.
AF soft, RR bilat, no murmur, hips stable, [[+ Moro|Ortolani neg]]. {neg}
[[Updated|Spoke w/]] {kin:given} and {kin2:given} at bedside {time}; [[interpreter|w/]] {staff:given}.
Feeds: [[MBM|EBM]] 24 kcal 28 mL q3h gavage. {diet}
[[Car seat|Isolette]] [[serial|S/N]] {serial}, [[passed|checked]] {shortdate:30}.
""")

NEWBORN = Form(
    "newborn",
    "[[Newborn Admission|Newborn Exam|Nursery H&P|Newborn Discharge Summary|Well Baby Note|Neonatal Record]]",
    (
        Part("[[Birth History|History|Maternal History|]]", _INFANT, 2, 5, 1.0, 0.1),
        Part("[[Exam|PE]]", ("{exam}", _INFANT[15], "{vitals}", "{neg}"), 1, 2, 0.6),
        Part("[[Family|Social]]", (*_INFANT[9:11], _INFANT[14], _INFANT[16], *SOCIAL[:6]), 1, 2, 0.6),
        Part("[[Plan|Assessment]]", PLANNED, 1, 2, 0.5, shape="list"),
        Part("[[Follow-up|PCP]]", FOLLOWUP, 1, 2, 0.4, shape="list"),
    ),
    (("[[Mother|Mother's name|Mom]]", "[[{kin:last_first}|{kin:full}, {kinage}]]"), ("[[Birth time|TOB]]", "{time}")),
    most=4,
    settle=_infant,
)

NICU = Form(
    "nicu",
    (
        "[[NICU Progress Note|NICU Admission|NICU Daily Note|Neonatology Attending Note|NICU Discharge|Special Care "
        "Nursery Note]]"
    ),
    (
        Part("[[ID|Summary|HPI]]", _INFANT[:5], 1, 2, 0.95, 0.2),
        Part(
            "[[Resp|Respiratory|CV/Resp]]",
            (
                _INFANT[5],
                "{neg}",
                "A/B/D: 2 events {time} and {time}, self-resolved.",
                "CPAP 5, FiO2 21-25%.",
                "Caffeine [[stopped|d/c'd]] {shortdate}; last brady {date:-2} {time}.",
            ),
            1,
            2,
            0.8,
        ),
        Part(
            "[[FEN/GI|FEN|Nutrition]]",
            (
                _INFANT[17],
                "TPN off {shortdate:-3}. {labs}",
                "{diet}",
                "[[RD|Lactation]] {staff:given}: [[fortify|increase]] to 26 kcal.",
                "[[Bottle|Breast]] x2 with {kin:given}, [[SLP|OT]] {staff:short} following.",
            ),
            1,
            2,
            0.7,
        ),
        Part("[[Other|Heme/ID|Neuro|Screens]]", _INFANT[6:13], 1, 4, 0.8, shape="lines"),
        Part("[[Social|Family|Parents]]", (*_INFANT[9:11], *_INFANT[13:15], _INFANT[16]), 1, 3, 0.8),
        Part("[[Plan|To do]]", PLANNED, 1, 3, 0.5, shape="list"),
        Part("[[Communication|]]", NOTIFIED, 1, 2, 0.3),
    ),
    (("[[Age|Age today]]", "{babyage}"), ("[[Birth weight|BW]]", "1240 g"), ("[[GA|Gest age]]", "{gest}")),
    most=4,
    settle=_infant,
)

TYPES: tuple[NoteType, ...] = tuple(f.note_type() for f in (DELIVERY, NEWBORN, NICU))
