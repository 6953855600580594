"""Short lines that end in somebody's initials, or name a hospital, a firm or an agency without a word of cue."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.brief_lines import PLAIN
from corpus.notes.compose import templates
from corpus.notes.haste import hurried, lowered, raised
from corpus.notes.mended_kit import Pool
from redactor.sample.marked import Marked, join

# Who signed, relieved, checked, typed; letters without dots, in any place of the line.
SIGNED = templates(r"""
{time} {signed}
{time} {signed} BG 142
{time} turned L {signed:one}
{ini:plain} {time} void 250
{signed} {shortdate}
ck'd {ini:plain}/{ini:plain}
{dr:initials}:{author:initials}
D: {shortdate:-1} T: {shortdate} {dr:initials}/{author:initials}
/{ini}/ {numdate}
{ini:plain}->{ini:plain} {time}
Count: {signed}
2nd RN {ini:plain}, waste 0.5 mL
witn {ini:plain} & {ini:plain}
{time}-{time} {ini:plain} off unit, {ini:plain} cov
({ini:plain})
Reviewed {ini:plain} {shortdate:1}. Rebooked {ini:plain} {shortdate:8}
{ini:plain} asst, {ini:plain} 1st, {ini:plain} circ
A: {ini:plain} B: {ini:plain}
SpR {ini:plain}, cons {newdr:initials}
{nurse:initials} {nursecred} / {nurse2:initials}
R. arm {ini:plain} L. arm nil
primary {ini:plain} preceptor {signed:one}
typed {author:initials} {fulldate:1}
ok {ini:plain}
{ini:plain} aware x2
Insp. {ini:plain} {numdate} cart 3
lido lot exp ok {ini:plain}
crash cart {ini:plain}|{ini:plain}|{ini:plain}
temp log 3.8C am {ini:plain} pm {ini:plain}
QC pass {ini:plain}, repeat {ini:plain} {time}
#2 {ini:plain} missed x1, {ini:plain} got 22g R AC
bath {ini:plain} linen {ini:plain} I/S {ini:plain}
{stamp} {username} {ini:plain}
Ambu, suction, O2: {ini:plain} 7a {ini:plain} 7p
report {ini:plain} to {ini:plain}, no gtts
*{ini:plain}*
dictated {ini:plain}, not read
MSK {ini:plain} / neuro {ini:plain} / psych --
Flushed SASH {signed}
PCA 12/18 att/del cleared {signed}
restraint ck q2 {ini:plain} {ini:plain} {ini:plain} {ini:plain}
Rx'd {newdr:initials}, disp {ini:plain}, chk {ini:plain}
theatre 3: anaes {ini:plain}+{ini:plain}, scrub {ini:plain}
Obs {time} {ini:plain} {time} {ini:plain} {time} {ini:plain}
""")

UNSIGNED = templates(r"""
{time} BM/UO
{time} PT/OT
{time} NAD/AAO
{time} IVF/IVP
GI/GU neg
D/C PCA
I/O
CN VII/XII
N/V/D
RLE/LLE 2+
LR/NS
BUN/Cr 24/1.1
PO/PR/SL
AST/ALT 41/38
{time} BM x1 LG BRN
CP/SOB -
RR/HR ok
HOB 30, TCDB
CN aware
A/P
MD aware x2
T/C
VSS AF
AP/LAT
UE/LE
PND/DOE no
AM/PM
WBC/HGB/PLT
RN to RN
OD/OS/OU
TID/QID
Q/E
P/F 180
HCTZ/ACEi
LUL/RML
ABD/PEL
E/M
NSR/ST
BKA/AKA
OOB/BRP
T/S
K/Mg
Na/K
VB/VSS
L>R
S/NT/ND
+/-
W/D W/D
RA 96
HFNC/NIV
DSD CDI
SCD x2
MMM, NCAT
ADL/IADL
""")

# Hospitals, homes and practices where nothing says what they are.
PLACED = templates(r"""
{fac} {shortdate:-3}
{fac} -> {fac}
{site:abbr}/{site2:abbr}/{site3:abbr}
via {fac} ED
{fac} > {fac} > home
{fac}, {fac}, now us
Cr 1.1 ({fac}), 2.4 here
was at {site2:alias} til {shortdate:-1}
Echo {fac} {month:-4}
no beds {fac}. No beds {fac}. {fac} maybe
hx from {fac} fax
labs {lab}, films {fac}
direct from {pcpsite}
{fac} d/c'd her on Lasix
{fac} ICU x9d
trach @ {fac}, PEG @ {fac}
Kept at {site3:alias} overnight
lives {nursinghome}
{nursinghome} bed hold {date:6}
bounce back from {nursinghome:alias}
{hospice} eval {weekday}
chemo C3 {fac}, last {shortdate:-12}
dialysis {clinic:alias} TTS chair 2
cath {site2:abbr} {year:-2} clean
{site2:alias} won't take back
Bx slides ({fac}) to {fac}
Resident of {nursinghome} x{num:2-9} yrs
{fac} MRN {mrn}
CD from {fac}, won't open
{clinic} or {clinic:alias} ok
born {fac}
rehab: 1) {fac} 2) {fac} 3) {nursinghome}
ambo to {site3} bypassing {site2:alias}
GP {pcpsite}, chemist {pharmacy}
""")

UNPLACED = templates(r"""
OSH {num:2-9}d ago
OSH -> us
SNF
SNF/ALF/home
ED to Obs
PCP labs
ICU x{num:2-9}d
tele > floor > home
no beds, holding
MRI suite
Day Hospital
Rehab: SAR v LTACH v HH
dialysis TTS
L&D triage
Same Day Surgery
Cath Lab holding
Burn Unit?
Emergency Room
back to group home
Urgent Care first
VA benefits
Outside Hospital
Skilled Nursing
Memory Care
NICU grad
PACU hold
Swing bed
clinic 2 wk
Respite x5d
free clinic
A&E, then CDU
Community Hospital
Day Case Unit
Base hospital
District Nurses
""")

# Firms, insurers, agencies, charities, employers.
EMPLOYED = templates(r"""
{employer}, nights
{co} x{num:3-30} yr, laid off
{co} delivers O2 {weekday}
{payer} denied. {payer} 2ndary
{payer}/{payer}
Walker: {co}. Bed: {co}. Hoyer: {co}
{agency} open case
{agency} worker {someone:short} {phone}
{charity} ride
rep from {co} in OR 6, {someone:given}
vendor {made} cred exp {numdate:30}
{made} recall ltr {numdate:-9}
{charity} grant for Humira
tx by {co} nurse {nurse:given}
labs go {lab}
FMLA -> {employer} HR fax {fax}
{pharmacy} out of Adderall, try {pharmacy}
union {agency}
ex-{employer}, asbestos
{employer} wants RTW
on {payer} til {date:24}
fell at work ({co})
{church} brings meals
{co} CGM, {co} pump
adj {someone:titled}, {payer}
copay card thru {charity}
truck {co}, plate {plate}
{made} - no answer x2
drives for {made}
{agency} hold {time}
{news} story ?recall
Study {study}, {made}
home PT {co} start {shortdate:2}
{firm} wants records {docid}
EAP thru {employer}
""")

UNEMPLOYED = templates(r"""
DME pending
HH PT/OT/RN
PA denied x2
APS? CPS? neither
Rep in room
Workers Comp
Medicaid pending
Part D donut hole
Part B 80/20
Tricare? unsure
Union benefits
copay $40
Self Pay
Dexcom G7, Omnipod 5
Inogen One
Hoyer + sling
Meals on wheels x3
home O2 2 L
Purewick
Lyft voucher
Retired
Employer: none
Charity Care form
EAP
Prior Auth
Trach supplies
Shiley 6
WIC yes
SSDI since?
Section 8
DMV form
no vendor
Ensure Plus case
CPAP via DME, Resmed
Benefits Verified
""")

_PAIRS: tuple[tuple[str, Pool, Pool], ...] = (
    ("brief-signed", SIGNED, UNSIGNED),
    ("brief-placed", PLACED, UNPLACED),
    ("brief-employed", EMPLOYED, UNEMPLOYED),
)


def _cased(c: Cast, note: Marked) -> Marked:
    roll = c.rng.random()
    return raised(note) if roll < 0.08 else lowered(note) if roll < 0.2 else hurried(c, note) if roll < 0.26 else note


def _marks(held: Pool, bare: Pool) -> Callable[[Cast], Marked]:
    """Lines of a sort and lines that look like them without an identifier, in a ratio of the note's own."""

    def write(c: Cast) -> Marked:
        share = c.pick((0.15, 0.35, 0.6, 0.85))
        pieces: list[Marked] = []
        for _ in range(c.pick((1, 3, 6, 12, 30))):
            pool = held if c.chance(share) else PLAIN if c.chance(0.3) else bare
            pieces.append(c.any(*pool))
        return _cased(c, join(*pieces, sep=c.pick(("\n", "\n", "; ", " | ", ". ", "\t", "  ", " // ", " "))))

    return write


def _grid(c: Cast) -> Marked:
    """A flowsheet by the hour: values, then who charted; no head says which column is the name."""
    sep = c.pick(("  ", "\t", " | ", ",", " ", "/"))
    cells = ("{num:55-130}", "{num:12-26}", "{num:90-180}/{num:40-100}", "{num:88-100}%", "RA", "{num:0-5}/5", "-",
             "nil", "L", "BM", "{num:30-600}", "SR", "36.{num:1-9}", "Foley", "A", "PERL", "JP {num:5-60}", "Hoyer",
             "NC {num:1-4}L", "Braden {num:9-22}", "Ensure", "{num:4-9}.{num:0-9}")  # fmt: skip
    columns = c.rng.sample(cells, c.rng.randint(2, 6))
    at = c.pick((len(columns), len(columns), 0))
    who = c.pick(("{ini:plain}", "{signed}", "{signed:one}", "{nurse:initials}", "{ini}"))
    lines = []
    for _ in range(c.rng.randint(3, 26)):
        row = [x if c.chance(0.85) else c.pick(cells) for x in columns]
        if c.chance(0.75):
            row.insert(at, who)
        lines.append(c.say(sep.join(("{time}", *row))))
    return join(*lines, sep="\n")


TYPES: tuple[NoteType, ...] = (
    *(NoteType(name, _marks(held, bare)) for name, held, bare in _PAIRS),
    NoteType("brief-grid", _grid),
)
