"""Facilities and firms in dense rows: logs, boards, directories, bills; rows of the same look hold none."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.haste import hurried
from redactor.sample.marked import Marked, join

PLACEMENT = templates(r"""
PLACEMENT LOG  {pt:last_first} | Unit {room}
{oddhome} | sent {shortdate:-3} | no male bed | {ini}
{oddhome} | sent {shortdate:-2} | clinical declined (IV abx) | {ini}
{oddhome} | {time} | LM, {staff:given} | awaiting
{oddhome} | accepts, needs PASRR + COVID neg | {ini}
{oddhome} | family toured, "smelled" | declined by family
{site3:alias} | swing bed | ? {weekday}
{oddsite} LTACH | vent ok, trach ok, HD no
{oddhome}, {town} | out of network w/ {oddpayer}
any ALF | not appropriate, 2-person assist
Home w/ HH | {oddhome} | SOC {shortdate:3} | RN PT OT
Acute Rehab | not medically ready | FIM 61
SNF choice list given | no preference | signed
Medicare IM | given | Yes
Auth # {id} | {oddpayer} | thru {shortdate:5} | {ini}
Transport | {oddco} stretcher | {time} pickup | form on chart
Snow Day | no tours | offices closed
""")
BOARD = templates(r"""
BED BOARD {numdate} {time}
{oddsite} | ICU 0 | tele 3 | peds cap
{oddsite} | DIVERT | back {time}
{oddsite} | ortho only | call {newdr:family}
{oddcrew} | 2 units up | 1 in shop
{lone} | {agemark} | {oddsite} -> here | STEMI | {ini}
{lone} | {agemark} | {oddhome} -> ED | AMS
{lone} | here -> {oddsite} | burn 22% | wheels up {time}
Trauma Bay 2 | Level 1 | Cric tray out
Hall 4 | Psych hold | sitter | suicide precautions
OR 7 | Ex Lap | Massive Transfusion | 14:6:2
Cath Lab | open | Impella in room
Waiting | 31 | longest 6h 10
LWBS | 4 | AMA 1 | Eloped 1
Foley Day 6 | Central Line Day 9 | Vent Day 3
Medevac | {oddco} | wx hold
Bypass | Hyperbarics | {oddsite} | nearest {oddsite}
""")
RECORDS = templates(r"""
OUTSIDE RECORDS / IMAGING
{oddsite} | CT head | {numdate:-3} | pushed to PACS | {accession}
{oddclinic} | MRI knee L | {numdate:-90} | disc, unreadable
{oddclinic} | last 3 notes | recd {shortdate:-1} | scan {docid}
{oddlab} | path | slides x11 + 2 blocks | {accession}
{oddlab} | NGS | pending | TMB 4, MSS, KRAS G12D
{oddsite} | op note Whipple | not found
{oddschool} | IEP, psych testing | ROI refused
{oddjail} | jail MAR | recd
{oddco} | audiogram, fit test, chest film | recd
{oddsite}, {abroad} | everything | in a suitcase with {kin:given}
{oddpharm} | 24 mo fill hx | recd | no benzos
Blue Button | printed
In House | Doppler LE | Neg | prelim
Old Chart | microfilm | Annex
CD 2 of 3 | Blank
Fax | Page 4 missing
{oddclinic} | EKG | "WNL"
""")
DIRECTORY = templates(r"""
CARE TEAM AND SERVICES — {pt:full}
PCP | {newdr:short} | {oddclinic} | {phone}
Nephro | {newdr:family} | {oddclinic} | f {fax}
Dialysis | {oddclinic} | {sitephone} | MWF 2nd shift | chair {bed}
Pharmacy | {oddpharm} | {drphone} | closes 6, closed Sun
Mail order | {oddpharm} | acct {id}
DME | {oddco} | CPAP, nebs | {sitephone}
Home health | {oddhome} | {staff:given} | {phone}
Day program | {oddclub} | {weekday} {weekday}
School | {oddschool} | nurse {nurse:given} | {kinphone}
Payer | {oddpayer} | {plan} | CM {staff:given}
Lawyer | {lawyer:family}, {firm} | WC
Employer | {oddco} | HR {someone:given} | {fax}
Church | {church} | meals | {someone:given}
Probation | {oddagency} | {officer:family} | {mobile}
Bank / rep payee | {oddbank} | {someone:short}
Meals | {oddclub} | no onions
Neighbor | {friend:given} | key
Dentist | none
Eye | {oddclinic} | {newdr:family}
Emergency Contact | same as above
Advance Directive | on file | DNR/DNI
Preferred Language | English | Interpreter: No
Equipment | Hoyer lift, Broda chair, Roho cushion
Feeding | Jevity 1.5 | Kangaroo Joey
""")
BILL = templates(r"""
EXPLANATION OF BENEFITS  {oddpayer}  member {plan}
{numdate:-30} | {oddsite} | 99285 | 2,410.00 | 1,902.33 | 507.67
{numdate:-30} | {oddcrew} | A0427, A0425 x 12 | 1,180.00 | 640.00 | 540.00
{numdate:-29} | {oddlab} | 80053, 85025 | 312.00 | 291.80 | 20.20
{numdate:-28} | {newdr:upper} | 93306-26 | 225.00 | 80.10 | 144.90
{numdate:-20} | {oddpharm} | NDC 00002-8215-01 | 98.50 | 73.50 | 25.00
{numdate:-14} | {oddclinic} | 97110 x 3, 97140 | 240.00 | 120.00 | 60.00
{numdate:-9} | {oddco} | E0601 RR KX | 105.00 | 84.00 | 21.00
COB | {oddpayer} primary | {oddpayer} secondary
Paid by | {oddbank} draft | {id}
Deductible | 1,500.00 | met 1,212.45
Denied | CO-197 | No Prior Authorization
Remark N130 | Consult Plan Benefit Documents
Amount You Owe | 0.00 | This Is Not A Bill
Room and Board | Rev 0120 | 3 days
Global Surgery | 59 modifier | bundled
""")
RUN = templates(r"""
RUN SHEET {caseno}  {oddcrew}  crew {ini}/{ini}
{time} | tones | {oddhome} rm {room} | fall
{time} | en route | {roadname} blocked | via {roadname}
{time} | pt contact | {agemark} on floor | GCS 14
{time} | BP 92/50 | P 118 | RA 88% | BG 61
{time} | 18g L AC | NS 500 | D10
{time} | 12-lead | Sgarbossa neg | LBBB old per {oddhome}
{time} | {oddsite} notified | requests {oddsite}
{time} | {oddsite} on bypass | redirect {oddsite}
{time} | arrived | report {nurse:given} | signed {ini}
LZ {oddschool} ball field | {oddco} EC-135 | pilot declines fog
Mutual aid | {oddcrew} | {oddpolice}
Hx per staff | CHF, COPD, Parkinson | Sinemet, Lasix
Cincinnati | neg | LAMS 0 | onset unk
Lucas on | King airway | Capno 22
Refusal | signed | witness {officer:family}
Supplies | Bone Injection Gun 1 | Quick Trach 0
Mileage | 14.2 | Priority 2
""")
OCCUPATION = templates(r"""
OCCUPATIONAL HISTORY ({pt:initials})
{year:-40}-{year:-31} | {oddco}, {town} | pipe lagger | Kaylo, no mask
{year:-31}-{year:-22} | {oddarmy} | boiler room | noise, fuel
{year:-22}-{year:-20} | {oddco} | sandblaster | hood shared
{year:-20} | {oddco} | 6 wk | laid off
{year:-19}- | {oddco} | foreman | diesel, Roundup
Summers | {oddco} | grain, moldy hay
Hobby | {oddclub} range | lead 11 mcg/dL
Spouse | {oddco} laundry | washed his clothes
Claim | {oddpayer} | {claim} | trust {oddbody}
Union | {oddclub} | B reader {newdr:family} 1/1, t/q
Spirometry | Black Lung clinic | FVC 71
Mask Fit | N95 medium | Pass
Exposure | Silica | Isocyanates | Manganese
Current Work Status | Light Duty | No Ladders
Military | {oddarmy} | {abroad} | burn pits
""")
MORGUE = templates(r"""
RELEASE AND TISSUE LOG
{pt:upper} | {oddco} (funeral) | {time} | {ini} | ring to {kin:given}
{lone:upper} | ME case | {oddagency} | seal {raw}
{lone:upper} | {oddco} | no valuables
{lone:upper} | donor, corneas | {oddbody} | {id}
{lone:upper} | {oddschool} anatomy | bequest form | {ini}
Placenta | {oddlab} | fixed | {specimen}
Hardware | returned to {oddco} | Smith-Petersen nail
Limb | {oddco} cremation | {church} blessing
Unclaimed | county | day 31
Cooler 2 | 3.8 C | Alarm Test OK
Bariatric tray | Cot 4 broken
Pacemaker | explanted | Not Magnet Safe
""")
SHEETS = (PLACEMENT, BOARD, RECORDS, DIRECTORY, BILL, RUN, OCCUPATION, MORGUE)

_GAPS = (" | ", "|", "\t", "   ", "  ", ", ", "; ", " / ", "     ", " - ", " … ", " -- ")


def _sheet(sheet: tuple[str, ...]) -> Callable[[Cast], Marked]:
    """A head and some of the rows, most of them once, in order or not."""

    def write(c: Cast) -> Marked:
        gap = c.pick(_GAPS)
        rows = list(sheet[1:]) * c.pick((1, 1, 1, 2, 3))
        kept = sorted(c.rng.sample(range(len(rows)), c.rng.randint(3, len(rows))))
        if c.chance(0.4):
            c.rng.shuffle(kept)
        lines = [c.say(rows[i].replace(" | ", gap)) for i in kept]
        mark = c.pick(("", "", "", "- ", "* ", "number"))
        if mark == "number":
            lines = [join(f"{i} ", line) for i, line in enumerate(lines, 1)]
        elif mark:
            lines = [join(mark, line) for line in lines]
        if c.chance(0.7):
            lines.insert(0, c.say(sheet[0].replace(" | ", gap)))
        text = join(*lines, sep=c.pick(("\n", "\n", "\n", "\n\n")))
        return hurried(c, text) if c.chance(0.1) else text

    return write


def _any(c: Cast) -> Marked:
    """Two or three sheets one below the other."""
    return join(*(_sheet(s)(c) for s in c.rng.sample(SHEETS, c.pick((2, 2, 3)))), sep="\n\n")


TYPES: tuple[NoteType, ...] = (
    NoteType("rows-placement", _sheet(PLACEMENT), 0.6),
    NoteType("rows-bed-board", _sheet(BOARD), 0.6),
    NoteType("rows-outside-records", _sheet(RECORDS), 0.6),
    NoteType("rows-care-team", _sheet(DIRECTORY), 0.8),
    NoteType("rows-benefits", _sheet(BILL), 0.5),
    NoteType("rows-ambulance", _sheet(RUN), 0.6),
    NoteType("rows-occupations", _sheet(OCCUPATION), 0.5),
    NoteType("rows-release-log", _sheet(MORGUE), 0.4),
    NoteType("rows-many-sheets", _any, 0.8),
)
