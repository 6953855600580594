"""Lines of charts that stand alone: subjects, order comments, problem rows, addenda, sticky notes, slots, reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.haste import hurried, raised
from corpus.notes.mended_kit import Pool
from redactor.sample.marked import Marked, join

SUBJECTS = templates(r"""
FW: {pt:last_first} - peer to peer due {time}
RE: RE: {pt:initials} wound pics
Coverage swap {shortdate:5} {ini}/{ini}
{site:abbr} -> {site2:abbr} xfer {pt:family_upper}
[SECURE] {pt:family}, {plan}
Missing sig x2: {dr2:family}, {dr3:family}
Appeal #{claim} {payer}
Grand Rounds {shortdate:9} - {newdr:full}, {cred2}
Farewell tea for {nurse:given} {weekday}
Schedule {month:30} v3
Out of office: {dr:full} until {date:12}
your patient {pt:short} at {newsite:alias}
STAT add-on {specimen}
{dept} huddle notes
Lost: Littmann, engraved {ini}
Found hearing aid, {room}
Journal Club - Lancet, SGLT2i
Downtime {time}-{time} Epic
Recall: Philips DreamStation
Mandatory: Fit Test N95 3M 1860
Epic Tip: Dot Phrases
Tylenol shortage
Re: MRSA cluster
Pyxis discrepancy Norco 5/325
Draft Policy 4.2 Restraints
FYI Alaris pumps
Code Stroke drill
Q3 Press Ganey
""")

ORDERS = templates(r"""
per {dr:family} v/o rb {signed}
draw w/ {shortdate} labs, ok per {ini}
Call {drphone} w/ crit, ask for {dr2:family}
hold until {dr3:titled} sees
use L arm only, fistula R ({surgeon:family} {year:-3})
port access {nurse:initial_last} only pls
send to {lab}, not in house
Give after {pt:given} back from HD
d/c'd in error, reorder {signed:one} {time}
cosign req {dr:upper}
TORB {newdr:family}/{signed:one} {shortdate} {time}
family brings own Creon, ok {ini}
last dose {shortdate} {time} @ {nursinghome}
weaned per protocol {signed}
OK to use PICC (tip verif {dr4:initial_last} {shortdate:-1})
cc results {pcp:family} fax {fax}
hold for HR<60
may crush
NPO p MN x meds
with Boost Plus TID
Foley to gravity
Hoyer x2
Xeroform, Kerlix, Coban BID
ok to leave Dobhoff clamped
Accu-Chek ACHS
titrate RASS 0 to -1
TED hose + SCDs
Vanc trough before 4th
K-Phos if <2.5
Kangaroo 65/h, FWF 200 q4
Ambien x1 only
Trendelenburg prn
Tubigrip size E
NS @ 75 x 2 L
pls use Huber 20 ga 3/4
BiPAP 12/5 40%
q2h turns, Stryker IsoGel
no BP/sticks L
Miami J at all times
Duonebs, then CPT
Restart Coumadin 5 mg
MRI Type 2 safe mode
Bair Hugger <36
DVT ppx Lovenox 40
2/4 bottles GPC clusters
""")

PROBLEMS = templates(r"""
CAD s/p PCI LAD {shortdate:-400}, {dr2:family}
IDDM since age {age}
Breast CA L, dx {month:-60}, {surgeon:family}/{dr3:family}
HTN ({pcp:family})
CKD 4 - {dr4:titled}, last {shortdate:-20}
Hx MVA {numdate:-900}, {county}
Bipolar I, {agency}
s/p TKA R {month:-25} @ {site2:abbr}
Hep C, tx'd {year:-4} {site3:alias}
Ostomy, WOCN {nurse:given}
OSA/CPAP ({co})
AICD {serial} implanted {numdate:-700}
Homeless, stays {place}
Carries EpiPen, {school} has one
Opioid agreement signed {numdate:-90}
GSW {year:-11}, retained frag
Caregiver strain ({kin:given})
Colonoscopy due {year:5} [{dr2:initials}]
Barrett's w/o dysplasia
Graves, s/p RAI
Hashimoto's
T2DM w/ Charcot R
Baker's cyst L
Bell's palsy, resolved
Raynaud's
Type 2 MI
Stage 3b CKD
Hurthle cell neoplasm
Sjogren's
Ménière's AD
Peyronie dz
Dupuytren's bilat
Perthes in childhood
Kearns-Sayre
Takotsubo, EF rec'd
Chronic Lyme?? per pt
Lewy body
Gilbert
Berger (IgA)
WPW, ablated
Factor V Leiden het
BRCA1+
H. pylori, tx'd Pylera
Hx C. diff x2
MRSA nares
Tobacco: Camel, 20 PY
""")

ADDENDA = templates(r"""
Addendum {shortdate} {time}: d/w {dr2:family}, agrees. {ini}
ADD: {kin:given} arrived {time}, updated.
Late entry for {shortdate:-1}. {signed:one}
Correction: laterality is LEFT. {dr:initials} {numdate}
[[addend|ADDEND]] - name is {pt:given} not as dictated
Att add: seen w/ R2 {newdr:family}. Agree. {dr:family}
{time} {signed} - read back
Addendum: sens back, E. coli pan-S
Add: TSH 8.4
Late entry. Pt ambulated x2 w/ Hoyer on standby.
addendum - Wells 1.5, dimer neg
Correction: Zosyn not Zofran
error above - wrong pt {ini}
Rpt K 4.1 {signed:one}
Pathology final {numdate:4}: see {accession}
Add: fam hx, {word2} dx'd {kinage}
Per {newdr:initial_last}, ok for d/c. Late note {shortdate} {time}/{ini}
{time} resumed care from {nurse:first_initial}
{time} report to {nurse2:given} {nursecred}
{time} quiet. Eyes closed, resps even.
0 c/o. call light in reach
Addendum. Kernig, Brudzinski neg. No LP.
Cosign: agree with Hpi, ROS, PE
""")

STICKY = templates(r"""
goes by {pt:nick}!!
{kin:given} = POA, NOT {kin2:given}
do not leave msg w/ {kin:given}
prefers {dr2:titled}
call cell {mobile} only
moved to {town}, new addr pending
owes $40 copay {date:-30}
bday {dob}
HOH, write
2nd opinion {site2:alias} {shortdate:4}
no {weekday}s, works {employer}
same name alert: {pt:full} x2
dog bites; meet at {place}
hates Jell-O
needs Hoyer
afraid of needles - EMLA
brings own Depends
latex!! use Nitrile
wants Tylenol #3 only
no MRI, old Bjork-Shiley
Jehovah's Witness
bariatric bed
ask re: Zostavax vs Shingrix
peds cuff
ASL ({staff:given})
won't take Synthroid brand-> generic rash
per {nurse:given} gate code {id}
sister = {newdr:family} in derm, careful
rides {agency} van 2:30 p/u
MyChart inactive
F/U JRs? ask {ini}
""")

SLOTS = templates(r"""
{time} {pt:last_first} {age}{sex} f/u
{time} {pt:family_upper} NP 40 {ini}
{time} --- BLOCK Botox
{time} hold {dr:initials} admin
{time} {someone:last_first} EGD ({dr2:initials})
{time} LUNCH
{time12} {someone:initials} IUD (Mirena)
{time12} {someone:family} R/S from {shortdate:-7}
{time12} {someone:given} {someone:family} n/s x2
{time12} Stress Echo w/ Definity
{time12} Walk In
{time12} Nexplanon out/in
{time} {someone:short}, {dob}, ref {newdr:family}
{time} dbl book {someone:family}/{someone:family}
{time} Allergy Shots
{time} Holter off
{time} Mohs x3 - {surgeon:family}
{time} {someone:last_first} tele {mobile}
{time} CDL px {employer}
{time} Prolia #4
OR 4 {time} {someone:last_first} lap chole {surgeon:family} GETA
OR 2 {time} Girdlestone, C-arm, Hana table
OR 7 TF {someone:family_upper} {age} {surgeon:initials}/{ini} Bookwalter
Wait list {someone:family} {phone}
cx {someone:last_first} {numdate} weather
Rm 2 flu/RSV/Covid swab
Colon prep: Suprep, {someone:given} has it
{time} Rep lunch (Dupixent)
""")

REASONS = templates(r"""
cough x 2 wks
wants Ozempic
fell at {place} {date:-1}
est care, prev {newdr:family} in {town}
f/u {site2:abbr} admit {shortdate:-9}
pap / Gardasil
DOT px for {employer}
"my Lexapro isn't working"
bug bite [[Cape|camp]], ?Lyme
school form {school}
req ref to Dr {newdr:family}
sinus
WC injury {numdate:-3} {employer}
shoulder, saw {surgeon:family} {monthonly}
ED f/u Bell's
2 mo WCC
passport photo, no - form {docid}
fam hx, {kin:given} has it too
pre op {shortdate:11} {surgeon:family} {site2:abbr}
Foley change
Coumadin chk
pre-travel {abroad} {date:20}
Tdap, wife due {date:30}
itchy, thinks Tide
gout per pt
ear "full"
new pt DM2
B12 shot
disability ppwk {agency}
3rd Hep B
Epley again pls
boil
Medicare AWV
sick note {date:-2} til {date}
back pain from moving to {town}
Suboxone wk 3
""")

# Clinical words that stand bare among them.
PLAIN = templates(r"""
{twin:person}
{twin:person}
{twin:town}
{twin:site}
{brand}
{eponym}
{bug}
{labline}
{gene}
{score}
""")

_ALL: tuple[Pool, ...] = (SUBJECTS, ORDERS, PROBLEMS, ADDENDA, STICKY, SLOTS, REASONS)


def _listed(pool: Pool, least: int, most: int, heads: Sequence[str]) -> Callable[[Cast], Marked]:
    """Lines of one sort; one in three times a single one, else under one of the heads or none."""

    def write(c: Cast) -> Marked:
        count = 1 if c.chance(0.3) else c.rng.randint(least, most)
        bullet = c.pick(("", "", "", "- ", "* ", "# ", "• ", "\t", "o "))
        amid = c.pick((0.0, 0.0, 0.25))
        lines: list[Marked] = []
        for template in c.rng.sample(pool, min(count, len(pool))):
            lines.append(join(bullet, c.say(template)))
            if c.chance(amid):
                lines.append(join(bullet, c.any(*PLAIN)))
        if count > 1 and c.chance(0.5):
            lines.insert(0, c.any(*heads))
        note = join(*lines, sep="\n" if count > 1 or c.chance(0.7) else " ")
        roll = c.rng.random()
        return raised(note) if roll < 0.07 else hurried(c, note) if roll < 0.16 else note

    return write


def _mixed(c: Cast) -> Marked:
    """Everything that hangs on one chart, by sort, long."""
    pools = c.rng.sample(_ALL, c.rng.randint(3, 7))
    names = {SUBJECTS: "Inbox", ORDERS: "Order Comments", PROBLEMS: "Problem List", ADDENDA: "Addenda",
             STICKY: "Sticky Notes", SLOTS: "Schedule", REASONS: "Reason for Visit"}  # fmt: skip
    style = c.pick(("{}", "{}:", "== {} ==", "[{}]", "**{}**", "{} >"))
    blocks = []
    for pool in pools:
        said = [c.say(t) for t in c.rng.sample(pool, c.rng.randint(2, 20))]
        blocks.append(join(style.format(names[tuple(pool)]), *said, sep="\n"))
    return join(*blocks, sep=c.pick(("\n\n", "\n")))


TYPES: tuple[NoteType, ...] = (
    NoteType("brief-subjects", _listed(SUBJECTS, 3, 14, ("Inbox", "In Basket ({num:3-40})", "Unread")), 0.6),
    NoteType("brief-order-comments", _listed(ORDERS, 3, 20, ("Order Comments", "Active Orders", "ORDERS {shortdate}"))),
    NoteType("brief-problems", _listed(PROBLEMS, 4, 22, ("Problem List", "PMH:", "Active Problems {numdate}", "PL"))),
    NoteType("brief-addenda", _listed(ADDENDA, 2, 9, ("Addendum", "ADDENDA", "Late Entries"))),
    NoteType("brief-sticky", _listed(STICKY, 2, 9, ("FYI", "Sticky Note (private)", "Specialty comments"))),
    NoteType("brief-slots", _listed(SLOTS, 4, 20, ("{weekday} {shortdate}", "{dr:upper} {numdate}", "TODAY"))),
    NoteType("brief-reasons", _listed(REASONS, 3, 14, ("Reason for Visit", "CC", "RFV / {dept}")), 0.8),
    NoteType("brief-chart-lines", _mixed),
)
