"""Fragments of desks and boards: lab comments, indications, tracking boards, discharge lines, call-backs, hits."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.brief_lines import PLAIN
from corpus.notes.compose import templates
from corpus.notes.haste import hurried, lowered, raised
from corpus.notes.mended_kit import Pool, laid_out
from redactor.sample.marked import Marked, join

LAB = templates(r"""
crit K 6.9 called {ini} {dept} {time} RB {ini}
Hgb 5.8 c/b to {nurse:initial_last} {nursecred} @{time} by {ini}
RBV {newdr:family} {shortdate} {time} ({username})
Specimen {specimen} clotted, {signed:one} notified
Rec'd {shortdate} {time} from {site2:abbr}
sent out: {lab}
Referred to {labsite}. Est TAT {shortdate:6}
Performed: {lab}, {citystate}. CLIA {cert}
Dir: {newdr:full}, {cred2}
prev result {shortdate:-30}, see {accession}
Mislabelled - reads {someone:last_first}
GPC clusters 2/4. Phoned {time} {dr2:family}/{signed:one}
smear rev {ini} {numdate}
Duplicate of {accession}, credited.
Tech {signed} verified x2
{time} {shortdate} TECH:{ini} INST:3
QNS. {nurse:given} to redraw
Gram Stain: 4+ PMN, 2+ GNR
Hemolysis index 3
Rouleaux, ? Waldenstrom
Howell-Jolly bodies, Pappenheimer
K neg, Fya+, Jkb+, Lewis a-
Anti-Kell detected 1:16
Coombs 2+ IgG, C3 neg
Roche Cobas e801
Abbott Alinity, do not compare
Bethesda 0.4 BU
TP Ab (Treponema) NR
Auer rods seen
Reed-Sternberg absent
MALDI: S. lugdunensis
Quantiferon Gold Plus: indet
Sickledex +
Siemens Atellica hCG <1
1:40 speckled, no Hep-2 titer
Westgard 1-3s rejected, rerun ok
Friedewald n/a TG 612
Cockcroft-Gault 38
BioFire: Norovirus GII
Trich/BV/Candida NuSwab neg
Add-on stability exceeded
Ref 3.5-5.0
Panic > 6.5
""")

INDICATIONS = templates(r"""
{agesex} s/p fall {shortdate:-1}, ? Colles
r/o PE, {age}{sex}, D-dimer 3.1. Call {dr:family} {pager}
f/u Fleischner, prior {site2:abbr} {numdate:-200}
s/p Whipple {shortdate:-9} ({surgeon:family}), fever
comp w/ {numdate:-365}
Lt breast lump, {ageold}, BRCA2, LMP {shortdate:-12}
Req {newdr:initial_last}. Contact {ext}
trauma, MVC {place}
{gest} by LMP {numdate:-150}, FL
NGT placement - wet read to {ini}
pain @ Lisfranc
ortho pre-op, Hana, {surgeon:initials} {shortdate:3}
? Chilaiditi vs free air
OGD stent, ? leak. Gastrografin
s/p ORIF {month:-2} {site3:alias}, Weber B
? Kienbock
Perthes f/u
DDH, Barlow +
Ewing's, on VDC/IE
Crohn's, ? TI stricture, MRE w/ Breeza
? Paget v mets
Chiari I, syrinx
Port-a-Cath won't draw
Scheuermann, Cobb please
s/p Ilizarov
Bankart/Hill-Sachs?
Baker's vs DVT
Dobhoff tip
Swan in R PA?
Impella depth
? Boerhaave
Takayasu surv
Klippel-Feil
Morton's 3rd web
EVD out {shortdate:-1} ({dr3:family})
Screening. Tyrer-Cuzick 21%
Lung-RADS 3 f/u
PI-RADS 4 L PZ, PSA 8.2
""")

BOARD = templates(r"""
{bed} {pt:initials} {age}{sex} CP {dr:initials}/{nurse:initials} trop x1
{bed} {someone:family_upper} {age}{sex} abd CT {ini} adm 4W
{bed} {someone:initials} {agesex} SI sitter {ini}
{bed} EMPTY / dirty
{bed} --- boarding {duration}
{room} {someone:last_first} AMS UTI? {newdr:family} {time}
HW2 {someone:initials} {agesex} ankle XR [{ini}]
WR {someone:family}, {someone:given} ESI 3 {time}
WR triage "Lyme" x1
Resus ROSC {time} {ini}/{ini}/{ini}
Rm 9 eye, Tono-Pen, Woods
Trauma A GCS 14, Broselow yellow
FT3 lac - LET, Dermabond
Psych 2 {someone:given} M hold exp {shortdate:2} {time}
EMS 5 min: {agesex} STEMI, {county} M12
EMS: Narcan x2, Lucas on
Pending: {site2:abbr} accept Dr {newdr:family}
Dispo: obs {dr2:family}, BMS
LWBS {someone:last_first} {time}
Lobby 14, longest 3:40
Diversion: CT down
Ortho @ bedside ({ini})
1:1 {staff:given} til {time}
d/c ride {someone:given} {phone}
Cath lab act {time} {newdr:family_upper}
Bed req MICU, SBAR done {signed}
Hallway C Haldol/Ativan/Benadryl
Rm 4 Foley, I&O
Rm 11 Bair Hugger
Hold: Zosyn in, Vanc next
""")

DISCHARGE = templates(r"""
D/c home {shortdate} w/ {kin:given}. F/u {pcp:family} 7d.
Home w/ HH ({co}), Foley, Lovenox.
To {nursinghome} {date}, bed {bed}, rpt {nurse:given} {time}.
AMA {time}, IV out, form signed, {ini}.
Expired {numdate} {time}, pron {dr:initial_last}, ME {newdr:family} declined.
SNF vs {hospice} - {kin:given} touring {weekday}.
Xfer {site3:abbr}, acc {newdr:family}, {time}, ALS.
D/c'd on Augmentin, RTC PRN.
Wound f/u {surgeon:family} {numdate:10}, JP out by {ini}.
Home on O2, {co} to deliver.
DC: Home. Diet: Cardiac. Act: AAT.
Feeling like {himself}. Meds: {pharmacy}.
MOLST done, DNR/DNI, d/w {kin2:given}
Left w/ deputies ({officer}) {time}.
Adm {numdate:-6} DC {numdate} LOS 6 {dr:initials}
Tolerated Ensure, Colace started, no Lasix.
Discharge Dx: Wolff-Parkinson-White
Good. Cane. Miralax.
Rehab potential: Good
Coumadin 5/2.5 alt, INR {weekday}
Stable to floor, RASS 0, CIWA 3
D/c'd w/ Holter
Plan: TCC, Cam boot
Ambulating, +BM, JP 20 cc, no Foley
Last Percocet {time}. Script to {kin:given}. {signed:one}
""")

REFERRAL = templates(r"""
Ref to {newdr:family}, ENT: stridor
eval Graves, TSI 4.2
{pcp:initial_last} -> {newdr:initial_last} GI, Barrett's surv
Please see {agesex}, Dupuytren, {job}
2WW breast, {site2:alias}, tel {mobile}
OT driving eval, license {license}
Peds neuro @ {site3:abbr}, {babyage}, ? West
req by {payer} auth {claim} exp {numdate:60}
PT eval/tx: Epley, {dr:initials}
Wheelchair: Permobil, ATP {staff:short}
Mohs ({town} office ok)
? Marfan - Ghent 6
pain mgt, has seen {newdr:family} and {newdr:family}
ECT, Maudsley stage 11
RACF review {nursinghome}
lap band removal, {surgeon:family} {year:-9}
genetic: Lynch, mother {kinage}
Tongue tie, Hazelbaker 6
colorectal: FIT 84
Nephro: KFRE 12%, Fabry?
self ref, heard of Dr {newdr:family} from {someone:given}
urology: Peyronie's
Refer NDIS plan {plan}
memory: MoCA 17, Hachinski 2
TAVI w/u, STS 5.1
""")

CALLS = templates(r"""
{time} result to {newdr:family}, r/b ok {ini}
called {pt:given} {phone} LM {ini}
called {kin:given}: path benign, relieved, {signed:one}
{shortdate} {time} no ans x3 {mobile}/{kinphone}
Spoke w/ {nurse:given} at {pcpsite}, read back "Na one one eight"
{newdr:family_upper} notified {time} by {ini}, verb understanding
VM full. Letter {shortdate}. {signed}
Rad crit: SAH -> {newdr:family} {time} {newdr:initials}
RB: Lasix four zero IV
T/C {kin:titled} - INR 4.1, hold x2, chk {weekday}
mom aware ({kin:given}), Strep +, amox to {pharmacy}
spk w/ micro: MRSA -> Vanc
left w/ {someone:given} front desk {site2:abbr}
pt states "they told me Lyme"
pos FIT, wants colonoscopy @ {site2:alias}
per {dr2:given}: no tx, rpt {month:6}
cb req after {time12}
read-back complete x2
BK viremia called
Coombs + called to L&D
"spell it" - {pt:family_upper}
Confirmed 2 ids: {dob}, {zip}
translator {id} {staff:given}
HCV RNA neg; pt happy; declines Twinrix
""")

HITS = templates(r"""
...{dx} s/p Hartmann, per {dr2:family} will...
[{numdate:-400}] {newdr:last_first} - Consult - "...?Addison..."
1. {docid} | {shortdate:-9} | {ini} | ...Foley removed...
{newdr:family} H&P {numdate:-33}: "lives w/ {kin:given} in {town}"
Hit 3/17: "Zosyn"
"...Murphy's sign neg..."
{numdate:-70} ED {site2:abbr} ...Bell's palsy...
No results for "{pt:lower}"
Did you mean: {pt:family}?
Results 1-10 of 214 for Lovenox
ECHO {numdate:-90} EF 35 {newdr:family}
"...Baker's cyst..." (MRI Knee)
{site3:abbr} Care Everywhere: {numdate:-12} Telephone
scan: "Living Will {year:-6}.pdf"
ext: {pt:upper} {dob} {sex} {zip} 98% match
Media > ROI > {firm}
filter: Author={author:last_first}
synonyms: "Plavix" "clopidogrel"
... {nurse:first_initial} RN {time} ...Braden 15...
...denied by {payer}... ref {claim}
..."Mayo stand"... 2 hits
OP note {surgeon:family_upper} {shortdate:-44} "...Kocher incision..."
...Roux limb 100 cm...
""")

ABBREVIATIONS = templates(r"""
{ageold} M s/p CABG {shortdate:-20} @ {site:abbr}, f/u {ini}
{agemark} G2P1 @ {gest} SROM {time} GBS+ PCN x2 {signed}
{agesex} DM2 HTN HLD CKD3 s/p R BKA {shortdate:-30} {site2:abbr} ({surgeon:initials}) WV qMWF
NKDA. PSH: CABG, TAH/BSO, ORIF R. FH: CAD, DM.
TX {site2:abbr}->{site:abbr} {time} d/t NSTEMI, ASA/hep gtt, TTE p, cards {ini}
A&Ox3 PERRL RRR CTAB NABS MAE x4
POD{num:1-9} LAR, AFVSS, JP SS, +BS -F, ADAT, OOBTC, {ini}/{ini}
f/u w/ {dr2:initials} {shortdate:14} @ {clinic:abbr}, RTC 3/12
c/w ASA, BB, ACEI, statin; hold HCTZ
WNL x K 3.1, repl PO, rpt AM {ini}
RN {nurse:initials} aw, MD {dr:initials} aw {time}
SW ({staff:initials}) c/s d/t DV, {agency} rpt
EtOH, CIWA, MVI/thia/fol, PT/OT/CM
CTA c/a/p neg; MRI L-sp p; NSGY rec TLSO
SOB->BiPAP->RA, d/c'd {shortdate} to {nursinghome} PT/OT
Hx TIA x2 ({year:-6}? unclear), CEA L {month:-48} @ {site3:abbr} {newdr:initials}
IVF LR @75, NPO, NGT LIS, KUB qAM
{time} BP 88/40 LR 1L->100/58 {signed}
S: ø c/o. O: VSS. A: s/p appy. P: d/c. {ini}
HFrEF EF 20 s/p BiV-ICD, NYHA III, MRA, ARNI, SGLT2i
GSW LLE, DP 2+, ABI 0.9, ex-fix, NWB
wt 71.2 (-1.1) I/O 1.2/2.8 Cr 1.4 K 3.9
T 37 P 88 R 16 BP 128/82 98% RA
""")

_SORTS: tuple[Pool, ...] = (LAB, INDICATIONS, BOARD, DISCHARGE, REFERRAL, CALLS, HITS, ABBREVIATIONS)


def _lines(c: Cast, pool: Pool, count: int, plain: float) -> list[Marked]:
    said = []
    for template in c.rng.sample(pool, min(count, len(pool))):
        said.append(c.say(template))
        if c.chance(plain):
            said.append(c.any(*PLAIN))
    return said


def _sort(pool: Pool, most: int) -> NoteType:
    """One or several lines of a sort, with bare clinical words among them in one note of two."""
    name = next(name for name, held in globals().items() if held is pool).lower()

    def write(c: Cast) -> Marked:
        said = _lines(c, pool, 1 if c.chance(0.3) else c.rng.randint(2, most), c.pick((0, 0, 0.3, 0.6)))
        note = laid_out(c, said) if c.chance(0.5) else join(*said, sep="\n")
        roll = c.rng.random()
        return (
            raised(note) if roll < 0.08 else lowered(note) if roll < 0.16 else hurried(c, note) if roll < 0.2 else note
        )

    return NoteType(f"brief-{name}", write, 0.8)


def _shift(c: Cast) -> Marked:
    """All that passed over a desk in a shift, in the order in which it came: long."""
    start = c.pick(("", "", "{time} ", "{shortdate} {time} ", "[{time}] ", "{time}\t", "{ini} "))
    lines = [c.say(start + c.pick(c.pick((*_SORTS, PLAIN, PLAIN)))) for _ in range(c.rng.randint(12, 90))]
    end = c.pick(("", "", " {signed}", "  {ini}", " - {signed:one}"))
    return join(*(join(x, c.say(end)) if c.chance(0.5) else x for x in lines), sep="\n")


TYPES: tuple[NoteType, ...] = (
    *(_sort(pool, most) for pool, most in zip(_SORTS, (14, 9, 22, 7, 7, 9, 10, 8), strict=True)),
    NoteType("brief-shift", _shift),
)
