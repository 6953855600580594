"""Whole documents that identify nobody, or nobody but in one or two hidden lines: papers, bulletins, memos, sheets."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.alike_kit import HIDDEN, document

_BENCH = r"""
@prose [[Materials and Methods|METHODS|Supplementary Methods|STAR Methods]]
[[HEK293T|MCF-7|HeLa|Vero E6|A549|Jurkat|THP-1|Caco-2]] cells were grown in {sbreagent} with {num:5-20} % FBS at 37 C.
[[C57BL/6J|BALB/c|Sprague Dawley|Long Evans|Lewis]] animals aged {num:6-8}-{num:9-12} weeks were kept {num:2-5}/cage.
Antibodies were anti-CD{num:2-90} (clone {sbmodel}, 1:{num:50-900}) and anti-{gene} ({clmaker}).
Lysates in {sbreagent} went on {num:8-15} % gels; bands were read on {cldevice}.
Libraries ({sbreagent}) ran on a {cldevice} (2 x {num:75-250} bp), {num:20-90} M reads each.
Reads were aligned with {sbtool} ({clver}) and counted with {sbtool} or {clsoft}.
Plasmid {sbmodel} held {clgene}; guide {num:1-4} cut at {sbpair:/} sites.
Sections were stained by {clepo:stain} and {clepo:method}, scored {sbscore} by two readers blind to arm.
Slides were lost in {sbpair:-} % of runs; {sbtool} flagged them and batch {num:1-9} was dropped.
@prose [[Statistics|Statistical analysis|Data analysis]]
Groups were compared by {sbstat}, and by {sbstat} where {sbstat} failed.
{sbstat} curves, {sbstat} correction and a {sbstat} model were preset.
Agreement ({sbstat}) was 0.{num:40-97}; {sbstat} plots are in Fig. {num:1-7}[[a|b|c]].
Missing data were imputed {num:5-50} times ({sbstat} rules); alpha .0{num:1-5}.
Sample size: {num:12-400} per arm for a change of {dec:0.2-2.0} ({sbstat}, power 0.{num:80-95}).
@list Results
{sbpair:/} mice vs {sbpair:/} controls relapsed ({sbstat}, p = .0{num:10-49})
Table {num:1-4}, rows {sbpair:-}; Fig. S{num:1-9}; Section {sbpair:.}
{clgenes}
{clbug} grew on {sbpair:/} plates, {clrare} agar on {num:0-3}
Median {dec:1.0-9.0} (IQR {sbpair:-}), OR {dec:0.2-4.0} ({dec:0.1-0.9}-{dec:2.0-9.0}), I2 {num:0-90} %
As in {sbtrial} and {sbtrial}, unlike {clepo:model}
@form
Ethics: Helsinki; ARRIVE, CONSORT, PRISMA, STROBE. Data: see {clref}. Funding: none.
"""
_BULLETIN = r"""
@form
[[Public Health Bulletin|Respiratory Surveillance|Weekly Digest|Outbreak Sitrep]] - Week {num:1-52}, issue {num:2-30}
@prose [[In Brief|Headlines|This Week]]
[[Measles|Mumps|Pertussis|Mpox|Dengue]]: {num:8-400} confirmed since week {num:1-30}, {num:0-40} in hospital,
    {num:0-2} deaths.
Median onset to rash {num:2-6} days, range {sbpair:-}.
Influenza A(H{num:1-3}N{num:1-2})pdm09 {num:5-60} %, B/Victoria {num:5-30} %, B/Yamagata 0.
Clade {num:1-2}.{num:1-3}.{num:2-4}.{num:1-4}b in poultry; [[gulls|swans|Canada geese|Brown pelicans]] too.
Coxsackie A{num:2-24}, Echo {num:3-30} and {clbug} in daycares, {sbpair:/} rooms.
[[West Nile|La Crosse|Powassan|Ross River|Murray Valley]] negative in {num:90-900} pools; Culex {sbpair:-} per trap.
@list [[Vaccines|Uptake|Supply]]
Priorix, M-M-R II: dose {num:1-2} {num:70-97} %, target 95
Beyfortus, Abrysvo, Arexvy: [[autumn to spring|from week {num:35-45}]], ages {num:0-8} mo or {num:60-75}+
Shingrix {num:1-2}/2, Prevnar {num:13-20}, Menveo, Bexsero; {clbrand}
Gardasil 9 in Year {num:7-9}, boys and girls alike, catch-up to 25
Comirnaty [[XBB|JN|KP]].{num:1-3}.{num:1-9}; Novavax [[short|in stock]]
@rows [[Table {num:1-4}|Counts|By group]]
0-4 y | {num:2-90} | {sbpair:.} per 100,000
5-17 y | {num:2-90} | {dec:0.1-30.0}
18-64 y | {num:2-400} | {sbpair:.}
65+ | {num:2-300} | {dec:1.0-90.0}
@prose [[Advice to Clinicians|Actions|Guidance]]
Ask about travel, crowds, school, pets and shared {sbthing}.
Swab in {clmaker} medium; {classay} or send to the reference unit.
[[Prophylaxis|PEP]] within {num:24-72} h ({clbrand} {num:10-75} mg x {num:5-10} d); see {clbody} and {clbody}.
[[Leaflets|Posters]] in {sbtongue}, {sbtongue}, {sbtongue} and {sbtongue}.
@form
Sources: MMWR {num:60-75}({num:1-52}), WER, CDTR, {clbody}. Rates per mid-year census.
The Duty Officer can be reached 24/7.
"""
_MEMO = r"""
@form
TO: [[All Staff|Nights|Same Day Surgery and Short Stay|Float Pool]]
RE: [[Crash cart check|Downtime forms|Winter pressures|Linen|New pumps|Code words]]
@prose
Please use Form {num:2-80}-[[B|C]] until {sbware} is back. {sbrole} on days (7a-7p) signs line {num:1-5}.
{sbrole} on nights signs line {num:6-9}; {sbstaff} and {sbstaff} may not waste {clgeneric}.
Code Gray does not need the Code Blue team; Code Brown is EVS; Code Pink locks {num:4-12} doors.
The Blue Book, tab {num:2-9}, has the {sbware} override list.
@list [[Drawers|Where things are|Top to bottom]]
1: {clbrand:bare}, {clbrand:bare}, {num:10-60} mL flushes
2: {clepo:tape}, Miller {num:0-3}, Mac {num:2-4}, {clepo:airway} {num:3-5}
3: {cldevice}; {clref}
4: Yankauer, {clrare} tube {num:12-18} Fr, Foley {num:12-20}, Dale holder
Top: LUCAS {num:2-3}, Lifepak {num:12-20}, {sbmodel} cable
Side: [[Bible|Blue folder]], white board, Mark IV pen, {num:2-9} Sharpies
@list Reminders
Bank and Agency: badge out; {sbstaff} at {num:1-2}:{num:4-8}
{sbtwin}: not a reason to page
Pain, Potty, Position, Possessions q{num:1-2}h
Falls Friday; Skin Sunday; Med Mondays at {time}
Thanks to Days, Nights, Rehab and Dietary. Pizza in the Sun Room
Lost: one {sbthing}, one {sbthing}, size {num:6-12}
"""
_SICK = r"""
@form
[[What to do on a sick day|After your injection|Living With Gout|Your Heart Tablets|Ankle Sprain|
    Going Home With a Drain]]
@prose
[[If you take|While you are on]] {clgeneric}, {clgeneric} or a water tablet, a simple rule helps.
Stop {clbrand} if you cannot keep food down for more than {num:12-48} hours; do not stop {clbrand}.
Drink {num:50-200} ml an hour: flat {sbthing}, broth, tea, {sbthing}.
Check [[ketones|pulse|sugar]] every {num:2-6} h. Above {dec:1.0-3.0}, call the nurse line; above {num:4-20} go to A&E.
RICE for {num:24-48}-72 h, Aircast or ACE; Ottawa rules were negative.
White or Blue toes, a Cold foot, or Frank blood: come back at once.
Faith leaders can tell you about fasting; summer days are long, Winter ones short.
@list [[Do|Good Ideas|Your Checklist]]
Pat dry; do not rub. No {sbthing} on the skin
Mark the edge with a pen. Chase tablets with water
Take {num:1-2} tab, {sbpair:-} hrs apart, max {num:3-8}/24 h
Rich in iron: Swiss chard, Brussels sprouts, Lima beans, {sbpollen}
Go easy on Danish pastry, French toast, Turkish delight and Boston cream
Phase I wk 0-1, Phase II wk {num:2-4}-{num:5-6}, Phase III to wk {num:7-12}
Ask Coach, Sir or Miss for a week off PE
Bring your Red Book, Yellow Card and {sbthing}
@list [[Do not|Avoid]]
Mix {clbrand} and {clbrand}
Fly within {num:1-6} weeks; drive until you can brake hard
Swim, Zumba, Pilates, or lift over {num:5-20} lb
@form
Also in {sbtongue}, {sbtongue}, {sbtongue}. Page {num:1-3} of 4. Leaflet [[DM|HF|SP]]-{num:2-40}, {clver}. Review in
    {num:12-36} months.
Printed from {sbware}. Not for {sbtrial} participants.
"""
_EYES = r"""
@form
[[Ophthalmology|Audiology|Neuro-otology|Low Vision]] [[f/u|new|2nd opinion]]
@form
Va cc 20/{num:20-80} OD, 20/{num:100-400} OS, PH 20/{num:25-80}; J{num:1-10}; MRx -{num:1-6}.{num:25-75} +{num:1-2}.50 x
    {num:5-175}
IOP {num:10-30}/{num:10-30} @ {time} Goldmann; pachy {num:480-610}/{num:480-610}; Shaffer {num:1-4}; Krukenberg -
SLE {num:1-3}+ NS, trace PSC, {clepo:ring} -, {clepo:line} +, LOCS {sbpair:.}
DFE c/d .{num:2-9}/.{num:3-9}; ISNT broken; {clepo:spot} x{num:1-4}; {clrare} {num:1-3}
HVF {num:10-30}-2 SITA Fast MD -{dec:0.3-4.0}/-{dec:5.0-20.0}, GHT ONL; Esterman {num:80-119}/120
OCT RNFL {num:50-110}/{num:50-110}, CMT {num:220-480}; Amsler OS scotoma; Ishihara {num:9-14}/14, {sbscore:14}
Maddox {num:1-9} exo, Worth {num:2-5}, Titmus {sbscore:9}, Hertel {num:14-22}/{num:14-22}, Hirschberg even
PTA {num:10-90}/{num:10-90}, SRT {num:10-60}, WRS {num:40-100} %, Rinne +/-, Weber L, Jerger [[A|As|C|B]]
VNG: Dix-Hallpike R, Epley x {num:1-3}, HIT {dec:0.2-1.1}/{dec:0.2-1.1}, Fukuda {num:10-90} deg, DHI {num:4-90}
@prose [[A/P|Impression and plan]]
[[NTG|POAG|wet AMD|Fuchs|Meniere]] OS > OD; {sbtrial} risk {num:5-40} % at {num:2-9} yr.
{clbrand} qhs OU, add {clbrand}; Eylea {num:2-8} mg q{num:4-16}wk x {num:3-30} per {sbtrial}.
iStent, Hydrus, Baerveldt {num:250-350}, Xen: read up; {sbtwin}.
RTC {sbpair:-} wk {num:10-24}-2, dilate; no {sbthing} till then.
{sbstaff} for hearing aids (Phonak {sbmodel}), loop, page reader, {num:2-9}x lens.
"""
_LOG = r"""
@form
[[SCHOOL NURSE LOG|Camp Infirmary Book|Gym First Aid|Nursery accident book]]
@rows
{time}  Gr {num:1-6} - tummy ache, crackers, [[back to class|home w/ Mum]]
{time}  K - bloody nose, pinch {num:5-12} min, rested
{time}  Gr {num:2-8} - Ventolin {num:2-4} puffs before PE, {num:90-99} %
{time}  Yr {num:1-9} lost tooth {num:1-9}, envelope given
{time}  Gr {num:2-5} BG {num:48-69}, juice {num:10-20} g, {num:80-130}
{time}  Staff, headache, {clbrand} x{num:1-2}, Room {num:2-40}
{time}  Lice check, Rm {num:2-30}: {num:0-4} of {num:18-30}; nits {sbpair:-}
{time}  [[Red|Blue|Oak|Maple|Lions]] group: splinter, {sbtwin:lower}
{time}  Reception, {num:3-12} x cold pack, Coach called it
{time}  Swim, verruca; Judo, Nose; Chess, none
{time}  Sir in Art cut thumb, glue, {num:1-3} steri
{time}  Gr {num:1-8} hives again ({sbpollen}), EpiPen Jr not used
{time}  Year {num:3-9}, May Bug sting, {clbrand:bare} gel
@list Stock
{clmaker} {num:2-4} in x {num:2-5} yd ({num:10-50}/bx) #{sbmodel}
{clbrand:bare} {num:2-9} oz, {clbrand:bare} wipes, {sbthing}, {clref}
Spare inhaler {num:60-200} doses, spacer, EpiPen 0.15
Thermometer {sbmodel}, batteries {num:2-8}, probe covers {num:20-200}
@form Total
{num:5-30} visits, {num:1-9} sent home, {num:0-3} calls to Mum, {sbpair:/} sharps boxes
"""
_MOLECULAR = r"""
@form
[[MOLECULAR PATHOLOGY|Surgical Pathology|Flow Cytometry|Cytogenetics]] - [[FINAL|AMENDED|Addendum {num:1-3}]]
@list Parts
A. [[Sigmoid|Stomach, antrum|Skin, back|Bladder|Lung, RUL]]: {dx}, {dec:0.2-6.0} cm, {clrare} level {num:1-4}
B. Margin clear by {num:1-12} mm; {sbpair:/} nodes; {clepo:grade} {num:1-3} ({num:2-5}+{num:2-5})
C. {clrare} {num:1-3}, Sydney {num:0-3}/{num:0-3}/{num:0-3}, OLGA {num:1-4}, {clrare} bodies {sbscore} hpf
D. [[Core x{num:2-12}|Cell block]]: {num:1-4}/{num:5-12} cores, {num:5-90} %, [[Gleason|Nottingham|Fuhrman]] {num:1-4}
@form IHC
CK7 -, CK20 +, CDX2 +, TTF-1 {num:0-3}+, Napsin A, Melan-A, S100, SOX10 patchy, DOG1 neg
MLH1/PMS2/MSH2/MSH6 intact; HER2 {num:0-3}+ ({num:1-9}B{num:1-9}); PD-L1 {num:20-29}C{num:1-9} CPS {num:1-60}
Clone {sbmodel}, {sbmodel}, {sbmodel}; Warthin-Starry, Giemsa, Congo red, {clepo:stain}
@list Variants
{clgene} VAF {num:2-50} %, {clref}
BRAF V600E [[not detected|DETECTED]]; KRAS G12[[C|D|V]]; {varno}
{clgenes}
FLOW: CD{num:2-20}+ CD{num:21-138}- kappa {dec:0.5-8.0}, blasts {num:1-40} %, events {num:10-900},000
ISCN: 46,X[[X|Y]],t({num:1-9};{num:10-22})[{num:2-20}]/46,X[[X|Y]][{num:1-18}]
@prose Comment
Tier {num:1-3}; {clbrand} ({sbtrial}) and {clbrand} ({sbtrial}) are labelled for it.
AMP/ASCO/CAP {clyear}; WHO {num:4-6}th edition; {clbody} {clver}; see {clref}.
Cold ischaemia {num:5-55} min, 10 % NBF {num:6-12}-{num:24-72} h, block A{num:1-3}, {sbpair:/} slides.
Run on {cldevice} with {sbreagent}; {clsoft} {clver}; coverage {num:200-2000}x; {sbtwin:lower}.
"""

_T = (
    ("bench", _BENCH, 1.4),
    ("bulletin", _BULLETIN, 1.3),
    ("memo", _MEMO, 1.3),
    ("sick-day", _SICK, 1.3),
    ("eyes", _EYES, 1.2),
    ("log", _LOG, 1.1),
    ("molecular", _MOLECULAR, 1.3),
)
TYPES: tuple[NoteType, ...] = (
    *(NoteType(f"sober-{name}", document(block), weight) for name, block, weight in _T),
    *(NoteType(f"sober-{name}-one", document(block, some=HIDDEN), weight) for name, block, weight in _T),
)
