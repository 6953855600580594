"""Dates and ages in columns: growth charts, cards of vaccines, grids of doses, flowsheets, lists of kin and of beds."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from corpus.engine.cast import Cast
from corpus.engine.fields import days, whens
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from redactor.entities import Entity
from redactor.sample.forms import ordinal
from redactor.sample.marked import Marked, Near, Piece, join, mark

_SEPS = (" | ", "|", "\t", "   ", "  ", ", ", " / ", "     ", ";")
# A field of a template, or a fraction that stands alone.
_FRACTION = re.compile(r"\{[^}]*\}|(?<![\w./+-])(\d{1,2})/(\d{1,2})(?![\w./+-])")

GROWTH_HEADS = templates(r"""
[[GROWTH CHART|Growth record|Height / weight|Well child flowsheet|Growth velocity sheet]]\n{pt:last_first}   DOB
    {wborn:f}
[[Name|Child]]: {pt:full}    [[Born|DOB|b.]]: {wborn:f}   [[Boy|Girl]] chart, WHO 0-24 mo then CDC 2-20 y
{pt:given}'s growth\n[[Percentiles are for children of the same age|Plot on chart 3 of 4]]
{clinic}\nGROWTH DATA {pt:last_first}
Plotted by {nurse:short}; [[z-scores below -2 in bold|curve crosses 2 lines: recheck]]
""")
GROWTH_ENDS = templates(r"""
Mid-parental height {num:158-186} cm; bone age 1/2 year behind; Tanner [[1|2|1/2]].
Velocity {num:3-9} cm/yr, was {num:3-9}. [[3rd|5th|10th|25th]] centile [[crossed|held]].
Teeth {num:2-20}/20. Walks: 14 mo is average. Shoe size {num:3-9}.
Formula 24 kcal/oz, {num:3-8} oz q3-4h, {num:6-10} feeds/24 h.
Next weigh-in [[the week of|on]] {wd:s 21}; dietitian {wd:s 30}.
Seen by {dr:titled} at {site} last {weekday}.
[[Head circ|OFC]] 3/97 lines on the grid are references, not {his} values.
Correct for prematurity ({gest}) until 2 years.
""")
_AGES: tuple[tuple[int, str], ...] = (
    (3, "3 d"), (14, "2 wk"), (14, "2 weeks"), (61, "2 mo"), (122, "4 mo"), (183, "6mo"), (183, "6 months"),
    (274, "9 mo"),
    (366, "12mo"), (366, "12 months"), (457, "15 mo"), (548, "18mo"), (731, "24 mo"), (731, "2y"), (914, "30 mo"),
    (914, "2½"), (1097, "3 y"), (1280, "3y 6m"), (1462, "4"), (1462, "4 yrs"), (1827, "5"), (1827, "5y"),
)  # fmt: skip


def varied(c: Cast, template: str) -> str:
    """The template with another numerator in each plain fraction of it, a score or a share: 4/5, 3/12."""

    def one(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]
        n, of = int(found[1]), int(found[2])
        if n >= of or not (4 <= of <= 31 or of == 52):
            return found[0]
        return f"{c.rng.randint(1, min(of, 12))}/{of}"

    return _FRACTION.sub(one, template)


def _dated(c: Cast, shape: str, d: dt.date) -> Marked:
    return whens.date(days.written(c, shape, d))


def _row(cells: Sequence[Piece], sep: str) -> Marked:
    return join(*cells, sep=sep)


def _centile(c: Cast) -> str:
    n = c.rng.randint(3, 97)
    return c.pick((str(n), f"{n}%", ordinal(n), ordinal(n)))


def _framed(c: Cast, heads: Sequence[str], rows: Sequence[Marked], ends: Sequence[str]) -> Marked:
    parts = [c.say(c.pick(heads))] if c.chance(0.8) else []
    parts.append(join(*rows, sep="\n"))
    parts += [c.say(t) for t in c.rng.sample(list(ends), c.rng.randint(0, min(3, len(ends))))]
    return join(*parts, sep=c.pick(("\n", "\n\n", "\n")))


def growth(c: Cast) -> Marked:
    """A child from birth to school: the age beside weight, length and percentile, marked; those plain."""
    born = c.day - dt.timedelta(days=c.rng.randint(400, 2000))
    c.once("patient birth", lambda: born)
    lived = (c.day - born).days
    sep, shape, ages_first = c.pick(_SEPS), c.pick(whens.COLUMN), c.chance(0.3)
    glued = c.chance(0.2)
    seen: dict[int, str] = {at: text for at, text in c.rng.sample(_AGES, len(_AGES)) if at <= lived}
    rows: list[Marked] = []
    heads = (("Age", "Date") if ages_first else ("Date", "Age")) + ("Wt", "%ile", "Ht/Len", "%ile", "HC")
    if c.chance(0.6):
        rows.append(join(*heads, sep=sep))
    for at in sorted(c.rng.sample(sorted(seen), min(len(seen), c.rng.randint(3, 11)))):
        when = _dated(c, shape, born + dt.timedelta(days=at + c.rng.randint(-2, 5)))
        kg, cm = 3.4 + at**0.5 * 0.37, 50 + at**0.5 * 1.45
        unit = c.pick(("", "", " kg", "kg"))
        old = whens.age(seen[at].replace(" ", "") if glued else seen[at])
        cells: list[Piece] = [old, when] if ages_first else [when, old]
        cells += [f"{kg:.1f}{unit}", _centile(c), f"{cm:.0f}"]
        cells += [f"{c.rng.randint(3, 97)}", f"{34 + at**0.5 * 0.4:.1f}"][: c.rng.randint(0, 2)]
        rows.append(_row(cells, sep))
    return _framed(c, GROWTH_HEADS, rows, GROWTH_ENDS)


_VACCINES = (
    ("DTaP", 5), ("IPV", 4), ("Hep B", 3), ("HepA", 2), ("MMR", 2), ("Varicella", 2), ("PCV13", 4), ("PCV20", 1),
    ("RV5", 3), ("Hib", 4), ("Tdap", 1), ("MenACWY", 2), ("HPV9", 3), ("Flu", 5), ("COVID-19", 4), ("Td", 2),
    ("BCG", 1), ("6-in-1", 3), ("MenB", 3), ("RSV", 1), ("Shingrix", 2), ("Typhoid Vi", 1), ("Yellow fever", 1),
    ("PPSV23", 1), ("Rabies", 4), ("JE", 2),
)  # fmt: skip
SHOT_HEADS = templates(r"""
[[IMMUNIZATION RECORD|Vaccine administration record|Certificate of Immunization Status|SHOT CARD|Vaccination card]]
Immunisations [[to date|from red book|as on the register]] -- {pt:full}, d.o.b. {wborn:f}
{pt:upper_full}   {wborn:f}\n[[Dose 1   2   3   4   5|1st / 2nd / 3rd / booster]]
State registry printout {wd:f 0} {time}\nFor school entry: {school}
Yellow card no. {docid}\nIssued to {pt:full} by {clinic}
""")
SHOT_ENDS = templates(r"""
[[Due|Overdue]]: Tdap (age 11-12), MenACWY #2 at 16, HPV 2-dose if started before 15.
Had chicken pox, no titer. MMR titer 1:{num:20-320}. Hep B sAb {num:10-999} mIU/mL.
Schedule: 0, 1-2, 6-18 mo. Minimum interval 4 wks; grace 4 days.
Dose 0.5 mL IM L thigh, 25G x 5/8 in.
Lot {lotno} exp {wd:myy 400}, given by {ini}
PPD {wd:s -3} read {wd:s -1}: {num:0-4} mm. 3 of 3 rabies doses done.
Next: {wd:by 200}. [[Booster every 10 years|Repeat after 5 y if dirty wound]].
Religious exemption [[none|on file]]; medical exemption until {wd:f 90}, {dr:titled}.
Flu shot [[declined|refused]] x2; wants after {wd:B 40}.
""")


def shots(c: Cast) -> Marked:
    """A card of vaccines: each with the days of its doses in a row, gaps for the missing."""
    born = c.day - dt.timedelta(days=c.rng.randint(500, 22_000))
    c.once("patient birth", lambda: born)
    lived, shape, sep = (c.day - born).days, c.pick(whens.COLUMN), c.pick(_SEPS)
    listed = c.chance(0.3)
    rows: list[Marked] = []
    for name, doses in c.rng.sample(_VACCINES, c.rng.randint(3, 12)):
        at = c.rng.randint(1, max(2, lived - 300))
        held: list[Piece] = []
        for _ in range(c.rng.randint(1, doses)):
            if at < lived:
                held.append(_dated(c, c.pick((shape,) * 7 + whens.COLUMN), born + dt.timedelta(days=at)))
            at += c.rng.choice((28, 61, 183, 366, 1100))
        if not held:
            held.append(c.pick(("--", "due", "n/a", f"0/{doses}", "declined", "immune by titer")))
        if listed:
            rows.append(
                join(name, c.pick((": ", " - ", " ", f" x{len(held)}: ")), join(*held, sep=c.pick((", ", " "))))
            )
        else:
            tail: list[Piece] = [c.pick(("", "", f"{len(held)}/{doses}", "UTD", "complete"))]
            rows.append(_row([name, *held, *[t for t in tail if t]], sep))
    return _framed(c, SHOT_HEADS, rows, SHOT_ENDS)


MAR_HEADS = templates(r"""
[[MEDICATION ADMINISTRATION RECORD|MAR|Medication chart|Drug chart|eMAR 7-day view]]  {pt:last_first}  Rm {room}
{farsite}\nMAR for {pt:full}   Allergies: {allergy}
Scheduled meds, [[page 1/2|sheet 2 of 3|p. 1 of 2]]\n{pt:upper_full} {mrn}
[[Nurse initials = given, H = held, R = refused, 9 = see note|Codes: 1 given 2 refused 3 NPO 4 off unit 5 held]]
""")
MAR_ENDS = templates(r"""
PRN: {drug} 5/325 1-2 tabs q4-6h, given {time} for 7/10, 2/10 at 1 h.
Site: 1 = R deltoid 2 = L deltoid 3/4 = thigh. Rotate.
{nurse:short} [[RN|LPN]]   {ini} = {nurse2:short}
Sliding scale 151-200 2u, 201-250 4u, >400 call {dr:titled}.
Patch off 12h/24. INR goal 2-3. Hold if SBP <100 or HR <55.
Start {wd:s -5} stop {wd:s 2}, day {num:2-6}/7; renew by {wd:s 1} or auto-stop.
Discontinued {wd:s -1}: {drug} (reorder 1/2 dose). Transcribed by {ini} {wd:s -6}.
{num:1-3}/{num:4-9} doses missed this week, pharmacy told on the {wd:o -1}.
""")


def mar(c: Cast) -> Marked:
    """A grid: days across, drugs and hours down, initials in the cells."""
    sep, shape, many = c.pick(_SEPS[:6]), c.pick(whens.CLOSE_DAYS), c.rng.randint(3, 7)
    first = c.day - dt.timedelta(days=many)
    top: list[Piece] = [c.pick(("Medication", "Drug", "Order", "", "DRUG/DOSE/TIME"))]
    top += [_dated(c, shape, first + dt.timedelta(days=n)) for n in range(many)]
    rows = [_row(top, sep)]
    names = tuple(c.say("{ini:plain}").text for _ in range(3))
    for _ in range(c.rng.randint(2, 7)):
        held: list[Piece] = [
            c.say(c.pick(("{drug} {num:5-80} mg", "{sig}", "{drug} {num:1-2}/{num:2-4} tab", "{drug}")))
        ]
        held.append(join(*(mark(f"{h:02d}00", Near.CLOCK) for h in c.rng.sample((6, 8, 9, 12, 14, 18, 20, 21, 22), 1))))
        for _ in range(many):
            cell = c.pick((*names, *names, "H", "R", "x", "1/2", "4/10"))
            held.append(mark(cell, Entity.DOCTOR) if cell in names else cell)
        rows.append(_row(held, sep))
    return _framed(c, MAR_HEADS, rows, MAR_ENDS)


Columns = tuple[str, tuple[str, ...]]

# A head, then what a row holds; {D} is the row's day.
SHEETS: dict[str, tuple[Columns, ...]] = {
    "prenatal": (
        ("Date GA Wt BP FH FHR Ur", ("{D}", "{gest}", "{num:120-210}", "{num:96-140}/{num:56-90}", "{num:14-40}",
                                     "1{num:20-59}", "neg/tr")),
        ("Visit|EGA|fundus|presentation|next", ("{D}", "{num:8-40}+{num:0-6}", "{num:12-39}", "ceph {num:2-5}/5",
                                                "{num:1-4}/52")),
        ("", ("{D}", "{num:9-40}w{num:0-6}d", "bp {num:96-138}/{num:56-88}", "{num:1-3}+ edema", "rtc {num:1-4} wk")),
    ),
    "wound": (
        ("Date LxWxD Stage Drainage By",
         ("{D}", "{num:1-9}x{num:1-8}x0.{num:1-9}", "[[2|3|4]]/4", "{num:1-3}+", "{ini}")),
        ("", ("{D}", "{num:2-9}.{num:0-9} x {num:1-8}", "{num:1-3}/4 granular", "pain {num:0-8}/10", "{num:9-22}/23")),
    ),
    "therapy": (
        ("Visit|Date|Pain|ROM|HEP", ("{num:1-9}/12", "{D}", "{num:0-9}/10", "0-{num:70-135}", "3x10")),
        ("", ("{D}", "{num:2-5}/5 quad", "{num:15-60} min", "MMT {num:3-4}+/5", "{ini}")),
        ("Date units CPT time", ("{D}", "{num:1-4}", "97110", "{time}", "{num:1-9}/24 auth")),
    ),
    "warfarin": (
        ("Date INR Dose Next", ("{D}", "{dec:1.1-5.2}", "5/2.5 alt", "{wd:s 7}", "{ini}")),
        ("", ("{D}", "inr {dec:1.2-4.8}", "7.5 x{num:2-4}, 5 x{num:3-5}", "[[1|2|4]] wks")),
        ("date|result|goal 2-3|weekly mg", ("{D}", "{dec:1.2-4.8}", "[[y|n|hi|lo]]", "{num:20-55}")),
    ),
    "results": (
        ("Collected Na K Cr eGFR", ("{D}", "13{num:0-9}", "{dec:3.1-5.6}", "{dec:0.6-3.9}", "{num:15-90}")),
        ("", ("{D}", "{time}", "WBC {dec:2.0-18.0}", "plt {num:60-400}", "Hgb {dec:7.0-15.0}")),
        ("DATE|PSA|T|ALP", ("{D}", "{dec:0.1-40.0}", "{num:10-500}", "{num:40-300}")),
        ("", ("{D}", "A1c {dec:5.4-12.0}", "LDL {num:50-190}", "uACR {num:5-300}", "{num:0-10}/10 feet")),
    ),
    "eyes": (
        ("Date|VA OD|VA OS|IOP", ("{D}", "20/{num:20-100}", "20/{num:20-200}", "{num:9-28}/{num:9-28} {time}")),
        ("", ("{D}", "6/{num:6-36}", "6/{num:5-60}", "N{num:5-12}", "inj {num:1-9}/{num:10-12}")),
    ),
    "diary": (
        ("Day|Headache|Pills|Sleep", ("{D}", "{num:0-9}/10", "{num:0-3} x 1/2", "{num:3-9} h")),
        ("", ("{D}", "am {num:100-170}/{num:60-95}", "pm {num:100-170}/{num:60-95}", "P {num:55-99}")),
        ("", ("{D}", "{num:70-250}", "{num:80-260}", "{num:3-12} u", "walk {num:1-4} mi")),
        ("Date Sz Length Rescue", ("{D}", "x{num:1-4}", "{num:1-9} min", "[[y|n]]", "VNS {num:1-9}/{num:10-20}")),
    ),
    "money": (
        ("DOS CPT Units Charge", ("{D}", "9921{num:2-5}", "{num:1-3}", "${num:60-900}.00", "{icd}")),
        ("Hours: in out total", ("{D}", "{time}", "{time}", "{num:4-11}.5", "{num:1-5}/5")),
    ),
}  # fmt: skip
SHEET_HEADS = templates(r"""
{pt:last_first}   {mrn}   [[page 2/4|sheet 3|cont'd]]
Flowsheet -- {pt:full} ({wage:u 18-92})
{clinic} [[log|record]]
[[See reverse for key|v{num:1-9}.{num:0-9}, form {num:100-990}-{num:1-9}]]
Name {pt:full}  Start {wd:f -90}
{dr:titled}'s list, {wd:By -20} to {wd:By 0}
""")
SHEET_ENDS = templates(r"""
Reference: 3.5-5.0; 135-145; 4/4 quadrants; goal <7/10
Reviewed {wd:s 1} {ini}; next in 6/52
Missed {wd:s -9}. [[Reason: bus|Called, no answer]].
Total {num:3-12}/{num:12-24}. Average {num:2-7}/10.
Age {wage:n 20-90} at start, {num:2-9} years of data. Over-{wcut}s: check quarterly.
Key: 0/3 none, 1/3 mild, 2/3 moderate, 3/3 severe
Plan: continue x 4-6 wks then 1/2. RTC {wd:s 30}.
""")


def _sheet(c: Cast) -> Marked:
    head, cells = c.pick(SHEETS[c.pick(tuple(SHEETS))])
    sep, shape, gap = c.pick(_SEPS[:6]), c.pick(whens.CLOSE_DAYS), c.pick((1, 1, 2, 7, 14, 28))
    rows: list[Marked] = []
    if head and c.chance(0.7):
        rows.append(Marked(sep.join(head.split("|" if "|" in head else " "))))
    for n in range(c.rng.randint(3, 9)):
        when = _dated(c, shape, c.day + dt.timedelta(days=(n - 9) * gap))
        held: list[Piece] = []
        for cell in cells:
            before, found, after = cell.partition("{D}")
            held.append(join(c.say(before), when, c.say(after)) if found else c.say(cell))
        rows.append(_row(held, sep))
    return _framed(c, SHEET_HEADS, rows, SHEET_ENDS)


KIN_ROWS = templates(r"""
[[Mother|Mo|mom]] | {wage:n 48-94} | [[A&W|alive, HTN|living]]
[[Father|Fa|dad]] | d. {wage:n 45-90} | MI, smoked 2/day x 30 yrs
Father | [[deceased|died]] at {wage:n 50-92} | {dx}
[[MGM|MGF|PGM|PGF]] | {wage:ten 60-95} | stroke
PGF | unk | killed in war
[[Brother|Bro]] #{num:1-3} | {wage:n 20-80} | DM2, 1/2 brother
Sister | {wage:u 20-80} | breast ca dx {wage:n 30-70}, BRCA neg
[[Son|Dtr]] | {wage:n 1-50} | well
Twins | {wage:n 2-30} | born {gest}
[[Mat aunt|Pat uncle|m. cousin]] | {wage:n 30-90} | colon ca @ {wage:n 35-80}
sib | stillborn | {year:-30}
Spouse | {wage:n 25-90} | [[retired, 40 yrs married|disabled, CVA x2]]
Grandson | {wtot:3-40} | CHD repaired at {wtot:1-12}
Pat. GM | lived to {wage:n 88-104} | "old age"
Half-sister, {wage:w 15-60} | epilepsy since {wage:w 4-14}
""")
KIN_HEADS = templates(r"""
FAMILY HISTORY\nRelation | Age | Condition
Pedigree taken by {staff:short}; proband {pt:short}, {wage:n 30-60}
Family tree [[3 generations, none under 50 with cancer|Amsterdam 3-2-1: not met]]
Relative | [[Age/age at death|Living? Age|Current age or age died]] | Cause
""")
KIN_ENDS = templates(r"""
Screen from {wcut}, or 10 years before the youngest case. Risk 1/4 for sibs, 1/2 for children.
Gail 5-year {dec:0.8-4.0}%, lifetime {num:8-40}%. No male breast ca; no ovarian < {wcut}.
[[Ashkenazi 1/4|Consanguinity denied]]. Results letter {wd:s 21}. Colonoscopy q{num:1-5}y.
{He} has {num:1-6} children, {num:0-9} grandchildren; married {num:5-50} yrs.
""")


def kin_table(c: Cast) -> Marked:
    """A table of relatives, each with an age, beside numbers that are ages of nobody."""
    sep = c.pick((" | ", "\t", "   ", ", ", " - ", ": ", "; "))
    rows = [c.say(t.replace(" | ", sep)) for t in c.rng.sample(list(KIN_ROWS), c.rng.randint(3, 10))]
    return _framed(c, [t.replace(" | ", sep) for t in KIN_HEADS], rows, KIN_ENDS)


BEDS = templates(r"""
{lone} | {wage:sx} | {room} | HD {num:1-12} | d/c {wd:s 1}
{room} {lone} {wage:sx} {dx}, POD {num:1-6}, DC [[Fri|Mon]]
{pt:last_first} {wage:u} rm {room} {num:1-3}-assist, adm {wd:s -4}
{bed} | {lone} | {wage:n} | {wd:s -3} | {num:0-4}/4 criteria
{someone:family} | {wage:sx} | {dx} | abx d{num:1-9}/{num:7-14} | PT 2/7
[[peds|NICU]] {bed}: {wnb}, ex-{gest}, {num:1200-3900} g, feeds {num:20-60} q3
{room} - {lone} - {wage:sx} - LOS {num:1-30} - to {nursinghome} {wd:s 2}
{lone}, {wage:wo}, bed {bed}, vent 14/450/5/40, GCS {num:3-11}/15
{someone:short} ({wage:n}) {proc} {wd:s -1}, drain {num:10-90}/{num:10-80}
{wage:sx} {dx}, hosp day {num:2-9}, K {dec:3.0-5.9}, 1:1
""")
BED_HEADS = templates(r"""
CENSUS {wd:f 0} {time}   {dept}   {num:12-30}/{num:30-36} beds
[[Sign-out|Handover|Board round]] {weekday} {wd:s 0}
Team {num:1-4} list, [[p 1/2|ver 3]]
""")
BED_ENDS = templates(r"""
Pending: {num:1-3} admits, {num:1-4} d/c by {time}; 4/5 nurses
Falls risk: all over {wcut}. Isolation {num:1-6}/{num:20-30}.
Covering {dr:titled} pgr {pager} until {wd:s 1} {time}
""")


def census(c: Cast) -> Marked:
    """A ward's list: one shape of row or several."""
    shapes = [c.pick(BEDS)] * 9 if c.chance(0.5) else list(BEDS)
    rows = [c.say(t) for t in c.rng.sample(shapes, c.rng.randint(3, 8))]
    return _framed(c, BED_HEADS, rows, BED_ENDS)


# Names of files, heads of mails, stamps: days in the lines of machines and offices.
FILED = templates(r"""
[[Scan|Fax|IMG]]_{wd:cmp -3}_{hm}.pdf
{pt:family}_{pt:given}_MRI_{wd:cmp -30}_v2.1.pdf
labs {wd:iso -5}.xlsx (3/4 sheets)
From: {dr:full}\nSent: {weekday:0}, {wd:Bdy 0} {time}\nSubject: clinic moves 4/5 to 9-1
On {wd:bd 0}, at {time}, {someone:full} wrote:
> On {weekday:-2} {wd:dmY -2} {hm}, {nurse:full} <{email}> wrote:
Printed {wd:mdY 0} {time}   Page 3/12   Form 7-22 rev 4.1
[[Rev|Version]] {num:1-9}.{num:0-9} ({wd:by -400}), supersedes {wd:my -1200}; review 2-yearly
{wd:iso 0}T{time} INFO job {num:1-9}/{num:10-20} ok 200 in 34 ms
backup-{wd:cmp -1}.tar.gz 12/31 parts, retry 3/5
BEGIN:VEVENT DTSTART:{wd:cmp 3}T{hm}00Z SUMMARY:{proc}
Minutes of {wd:oBy -9}; items 1-12; next {wd:Bd 20}, 4-5 pm, room {room}
Re: yours of the {wd:o -9} ({wd:dot -9}) and {wd:dot -6}
vol. 12, no. 3/4, pp. 24-31; accepted {wd:dB -90}; online {wd:By -30}
postmark {wd:dmon -4}; stamped RECEIVED {wd:mon -2}
Photo {wd:dmY -30}, 3/7, wound at 1/2 scale
Entered {wd:six 0} by {ini}; verified {wd:six 1} {ini}
Box 3/12, shelf 4-9, files {wd:m/yy -900} to {wd:m/yy -600}, destroy after 7 y
EXP {wd:myy 400} / LOT {lotno} / 24 ct / 5-325
Best before {wd:mon 90}; made {wd:ym -60}; 6/12 left; keep 2-8 C
Copyright {year:0}. Updated {wd:Bd -9}. v3.2.{num:0-9}
{wd:dby -3} {hm} * {wd:dby -2} {hm} * {wd:dby -1} {hm} * shift 2/3
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("whens-growth-chart", growth, 1.2),
    NoteType("whens-shot-card", shots, 1.4),
    NoteType("whens-dose-grid", mar, 1.2),
    NoteType("whens-flowsheet", _sheet, 1.8),
    NoteType("whens-kin-table", kin_table, 1.2),
    NoteType("whens-census", census, 1.2),
)
