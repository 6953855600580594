"""What clinicians type into a search box or ask an assistant in a line or a few: three in four name nobody, or once."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.brief_facts import ABROAD, BEDSIDE, CLERKS, SCIENCE
from corpus.notes.compose import templates
from corpus.notes.haste import hurried
from corpus.notes.mended_kit import Pool
from redactor.sample.marked import Marked, join

# One identifier, or two that come as one (an age and a sex).
ONE = templates(r"""
{agesex}, new LBBB on routine EKG, asymptomatic, next step
{agesex} w/ HS troponin 14 -> 19 -> 22, observe or d/c
eGFR 28, {ageold} [[lady|gent]], can I start Farxiga
best sedative for a {ageold} w/ Lewy body, not Haldol
{agesex} on Eliquis fell, CT neg, repeat CT at 6h?
Kid is {babyage}, T 38.6, does Step-by-Step or PECARN apply
{babyage}, bili 16.8, which Bhutani zone, 38 wk
dtap catch-up if started at {babyage}
{agesex} {job}, ring lesion forearm, orf vs anthrax
contrast in {agesex} on metformin, eGFR 41
{agemark}, Hgb 6.9, Jehovah's Witness, EPO dosing
{ageold} on tacro, needs Paxlovid - hold or halve
would you TAVR a {ageold} w/ frailty 7
{ageold} G3P2, prior classical, when to deliver
Reading for {monthonly} journal club: BaSICS or PLUS
anything new on POTS since {month:-20}?
does {payer} cover Zepbound for OSA
is Leqvio on the {payer} formulary
{payer} step therapy for Rinvoq in AS
who makes the rabies titer, {lab}?
{lab} reference range for free T4 by dialysis
who is on call for [[ENT|plastics|cath lab]] at {site:abbr} tonight
{site:alias} antibiogram E coli cipro
does {site:abbr} have a hyperbaric chamber
transfer criteria burn center {site:alias}
nearest level I trauma from {town}
hantavirus cases near {town}?
is {town} endemic for [[cocci|histo|blasto|Lyme]]
altitude of {town}, affects Hgb cutoff?
water fluoride level {town}
malaria prophylaxis for {abroad}, G6PD deficient
yellow fever card needed entering {country} from {country}
who covers for {dr2:titled} [[on {weekday}s|this week]]
{dr3:family} protocol for TPN weaning, where is it
what did {surgeon:titled} mean by "clip and hope"
dr {dr2:lower} preferred prep for colonoscopy
{newdr:family} et al., steroid taper in DRESS, full text?
that 2x2 table paper by {newdr:initial_last}
lecture of Prof {newdr:family} on hyponatraemia, slides
any note from {newdr:titled} about the graft
pull last echo for {pt:last_first}
EF for mrn {mrn}
{mrn} allergies?
"{pt:family}" latest creat
summarise {pt:titled}'s three admissions in 5 bullets
{pt:lower} path back?
trend Na for bed {bed}
K+ trend {pt:initials} last 48h
did {pt:given}'s vanc trough come back
draft AVS for {pt:short}, sprained ankle, crutches, RICE
code status on {pt:family}?
was {accession} ever addended
{numdate} CXR compare with today
result of biopsy taken {shortdate:-9}
how many weeks is an EDD of {fulldate:120}
LMP {numdate:-70}: how far along by Naegele
days between {numdate:-33} and today, PT re-eval due?
was {date:-1} a full moon lol
is clinic closed on {holiday}
post op day count if OR was {shortdate:-6}
day 90 of linezolid if started {numdate:-14}
NPI lookup {npi}
is DEA {dea} valid, check digit
page {pager} not answering, who's backup
fax for records, is it still {fax}
ph {phone} rings out, alt number?
who emailed from {email}
{newsite} transfer line number?
translate into Polish for {pt:titled}: no food after midnight
make this nicer: "tell {kin:given} we can't release results"
{kin:titled} wants hospice, pt full code, ethics?
""")

# Several: a case as a hurried doctor puts it.
DENSE = templates(r"""
{agesex} from {city}, hx DVT, {dr:titled} wants to know if Xarelto ok w/ CrCl 32
{ageold} M s/p CABG {shortdate:-30} @ {site:abbr}, f/u {ini}. Sternal click. CT or wait?
{pt:short} dob {dob}: A1c 9.4 {shortdate:-20}, 8.1 {shortdate}. Keep Trulicity?
I'm rounding at {site:alias} w/ {dr2:titled}; {pt:family} in {bed} is POD3 Hartmann, Tm 38.4, WBC 17. CT w/
    rectal contrast?
{pt:initials}, {age}/{sex}, {employer} night shift, SOB since {date:-3}. PERC applies?
{kin:given} ({word}) called from {town} at {time}, says {pt:given} took 2x Coreg. HR 48. ED or hold?
Pls write to {pcp:titled_full} ({pcpsite}): {pt:titled}, {age}, seen {date}, CHADS2-VASc 5, declined DOAC.
Can {pt:given}, who flew {town} to {abroad} on {date:-6}, have dengue with neg NS1
this is {dr:titled} cell {mobile}, need the bridging protocol, pt {pt:family} mech MVR
{pt:upper_full} / {mrn} / {agesex}: LINQ shows 6 s pause {shortdate:-2}, who implants at {site2:abbr}?
Mr {pt:family} is {age} and {dr3:family} stopped his Plavix {date:-7}, PPM gen change {date:2}. Restart when?
my grandmother's dr, {newdr:full} of {town}, gave her Belsomra at {age}. Safe w/ Aricept?
discharge summary for {pt:full}, adm {shortdate:-5} d/c {shortdate}, CHF, Lasix 40->80, f/u {newdr:family} 1 wk, wt 81.2
appeal letter to {payer}, member {plan}, Stelara q4w, Harvey-Bradshaw 11, failed Humira {year:-2}
Am I reading this right? {numdate:-40}: PSA 4.1. {numdate}: PSA 9.8. Pt {pt:given}, {ageold}, Gleason 3+3 at
    {site2:alias}
RN {nurse:given} on {dept} reports {pt:family} refusing Haldol; guardian {kin:full} {kinphone} not reachable. Options?
{pt:given} & her twin {kin2:given}, {babyage}, exposed to pertussis at {school}. Azithro both?
ED doc in {town}, {stateab}. {agesex}, bit by rattler near {place} {time}. CroFab vs Anavip, nearest stock?
locum at {clinic}, no old notes. {pt:short}, {ageold} {job}, "heart op in {abroad} {year:-15}". Murmur 3/6.
    Endocarditis px?
family mtg {weekday} {time}: {kin:given}, {kin2:given}, {kin3:given}. Give me a 5-line script. Dx GBM, KPS 50,
    Stupp done {month:-3}
{pt:first_initial} {age}{sex} tx from {site3:alias} via fixed wing, GCS 7, ICP 24 after Codman bolt. Hypertonic
    dose 78 kg
is it ok to text {pt:given} at {mobile} her HIV result? {state}
{dr4:titled_full} ({dept}, {drphone}) asks: Ro positive, {gest}, heart block screen q1 or q2wk?
{surgeon:family} did the {month:-8} Whipple, {dr2:family} the ERCP {shortdate:-4}; who stents again? amylase drain 4x
""")

# A few lines each: what is known, then what is asked.
LINES = templates(r"""
{ageold} {man}\nCC: {symptom} x {duration}\nPMH: {dxs}\nMeds: {drug}, {brand}\nQ: work-up?
Pt: {pt:initials}, {age}{sex}\nProblem: {dx}\nWants: second opinion, {site2:alias}\nWhat records to send?
Gravida 2, {gest}\nBP 162/108 x2\nPlt 88\nHydralazine or labetalol first? No IV access yet. Mag?
Setting: district hospital near {town}, no CT\nChild {babyage}, convulsing\nMalaria RDT +\nArtesunate 3 mg/kg?
Hx: Graves, RAI {year:-6}\nTSH 0.02\nFT4 1.1\nOn Armour Thyroid\nReduce?
{labs}\n{vitals}\nWinter's formula expected pCO2?
Rx as written:\n{sig}\n{sig}\n{sig}\nAny QT problem? Pharm {staff:given} thinks no.
1. {brand} stopped\n2. rash (Nikolsky neg)\n3. eos 1.8\nRegiSCAR?
Dear colleague, {ageold} {job}, Raynaud + puffy fingers, ANA 1:1280 centromere. Capillaroscopy first? Regards
    {dr:given}
54 kg\nCrCl 22\nVanc 750 q24\nAUC 612\nAdjust per Sawchuk-Zaske?
SBAR for {pt:family} please\nbed {bed}, {dr2:family}'s\n{symptom} since {time}\n{vitals}
Hb 54, MCV 58\nno transfusion service till {weekday}\n{agesex}\nVenofer or Ferinject?
Rewrite, plain English:\n"Bosniak IIF cyst, Hounsfield 18, f/u 6 mo"
AMTS 4/10, CAM +, Rockwood 6\nfrom {nursinghome}\nTrimethoprim day 2\nHaloperidol 0.5?
ABG on 6 L: 7.31/58/61\nGOLD E\nBiPAP 14/5?\nRT {staff:initials} asks
Bishop 3 at 41+2\nCook balloon vs Propess vs Cytotec 25
Left Weber B, syndesmosis ok\n{agesex}, wants flight to {abroad} {date:4}\nClexane?
Snake: unknown, {place}\n20WBCT > 20 min\nASV 10 vials in?\n{ageold}
EDSS 3.5, JCV index 1.9\nTysabri 26 infusions\nOcrevus or extended dosing
Tanner 2\nBA +2 SD\nLHRH stim pk 7\nLupron? MRI?
Appt {numdate:5} {time}\nBloods before? FBC, U&E, HbA1c\nLast done {numdate:-95}
K 2.4 Mg 0.9 after Whipple POD 2\nRate via PICC?
Who wrote:\n"plan TIPS, d/w {newdr:family}, Viatorr 8 mm"\n{site:abbr} {month:-2}?
""")

# The chat manner: a lead-in, then the case, then the question on lines of their own.
_LEADS = templates(r"""
hi
Quick one.
Curbside:
hey chat
Question for pharmacy
ok new pt
GP here
Rural ED, no CT after {time}
Board prep
resident question, be brief
Namaste, need help
Clinical query -
PICO:
[consult]
/ask
cont'd from before,
not urgent
Sorry, me again.
FY2 on nights
""")
_ENDS = templates(r"""
Thanks!
refs pls
1 paragraph max
cite {year}+
what am I missing?
adult dosing only
ty
UK guidance please, not US
for a handout, 6th grade level
in mcg/kg/min
table please
sources w/ PMID
No preamble.
yes/no
Is that still right?
SI units
thx {ini}
- {dr:given}
{signed:one}
cheers, {dr:given} ({dept})
""")
_CLEAN: tuple[Pool, ...] = (BEDSIDE, SCIENCE, CLERKS, ABROAD)


def _clean(c: Cast) -> Marked:
    return c.any(*c.pick(_CLEAN))


def _plain(c: Cast) -> Marked:
    """One to three questions that name nobody."""
    said = join(*(_clean(c) for _ in range(c.pick((1, 1, 1, 1, 2, 3)))), sep=c.pick((" ", "\n", ". ", "; ")))
    return hurried(c, said) if c.chance(0.25) else said


def _one(c: Cast) -> Marked:
    said = c.any(*ONE)
    if c.chance(0.3):
        more = _clean(c)
        said = join(*((said, more) if c.chance(0.5) else (more, said)), sep=c.pick((". ", "\n", " ", " / ")))
    return hurried(c, said) if c.chance(0.3) else said


def _dense(c: Cast) -> Marked:
    said = join(*(c.any(*DENSE) for _ in range(c.pick((1, 1, 1, 2)))), sep=c.pick(("\n", " ", "\n\n")))
    return hurried(c, said) if c.chance(0.2) else said


def _few(c: Cast) -> Marked:
    said = c.any(*LINES)
    if c.chance(0.35):
        said = join(said, c.any(*_ENDS), sep=c.pick(("\n", " ", "\n\n")))
    return hurried(c, said) if c.chance(0.15) else said


def _turn(c: Cast) -> Marked:
    """A question with a greeting before it and a wish behind."""
    case = c.any(*c.pick((ONE, DENSE, BEDSIDE, ONE, ABROAD)))
    pieces = [case, *((_clean(c),) if c.chance(0.4) else ())]
    if c.chance(0.6):
        pieces.insert(0, c.any(*_LEADS))
    if c.chance(0.6):
        pieces.append(c.any(*_ENDS))
    return join(*pieces, sep=c.pick((" ", "\n", " ", " - ", "\n\n")))


def _history(c: Cast) -> Marked:
    """What a box was asked in a day: long, a line each, most of it nobody's; some with the time or the user."""
    style = c.pick(("{time}  ", "{time} | ", "", "", "> ", "{stamp}\t", "{username} ", "* "))
    lines: list[Marked] = []
    for _ in range(c.pick((6, 10, 18, 45))):
        said = _clean(c) if c.chance(0.72) else c.any(*ONE) if c.chance(0.75) else c.any(*DENSE)
        lines.append(join(c.say(style), hurried(c, said) if c.chance(0.1) else said))
    return join(*lines, sep="\n")


TYPES: tuple[NoteType, ...] = (
    NoteType("brief-ask-plain", _plain),
    NoteType("brief-ask-one", _one),
    NoteType("brief-ask-case", _dense, 0.6),
    NoteType("brief-ask-lines", _few, 0.8),
    NoteType("brief-ask-turn", _turn),
    NoteType("brief-ask-history", _history),
)
