"""Whole documents in which few lines identify and most look as if they did: one person under several forms each."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.alike_kit import document

_ICU = r"""
@form
[[ICU|MICU|CCU|Neuro ICU]] Day {num:2-16}  [[HD|hosp day]] {num:3-22}
{pt:last_first}  {agesex}  {mrn}  [[bed|Rm]] {bed}
@list Overnight
Self-extubated {time}; HFNC {num:30-60} L, {num:40-90} %; {sbrole} at bedside
Code Gray on {num:2-9} West, none for us
{sbtwin}; {sbtwin:lower} per night {sbstaff}
[[Tm|Tmax]] {num:37-39}.{num:0-9}, pressors {sbpair:-} mcg
@form By system
NEURO: RASS -{num:1-4}, CAM{num:0-1}+, {clbrand} .{num:2-9}; pupils {num:2-4}/{num:2-4}, Brainstem ok, CPOT {sbscore:8}
CV: Levo {num:2-18}, Vaso .04, MAP {num:60-75}; {cldevice} out; echo {sbpair:-} days back, EF {num:20-65}
RESP: AC/VC {num:14-24}/{num:320-480}/{num:5-14}/{num:30-80}, P/F {num:90-290}, Berlin [[mild|mod|severe]];
    proned {num:12-18} h per {sbtrial}
GI: Vital {num:1-2}.{num:0-5} @ {num:20-65}, Dobhoff at {num:45-65} cm, BM x{num:0-5}
RENAL: CRRT, UF {num:50-200}, {clmaker} {sbmodel}, bath {num:2-4}K, {num:20-35}/kg
ID: BCx {num:1-3}/4 GPC, {clbug}; {clbrand} D{num:1-9}/{num:7-14}, MRSA swab {sbpair:/} plates neg
HEME: HIT 4T {num:0-6}, {sbtwin}, Plt {num:20-180}
ENDO: goal 140-180, gtt {num:1-6} U; A1c {num:5-11}.{num:0-9}
SKIN: stage {num:1-3} coccyx {dec:0.5-5.0} x {dec:0.5-4.0}, {clbrand:bare}, Braden {num:8-16}
LINES: R IJ (d{num:1-9}), L rad (d{num:1-9}), Vascath, Foley, {cldevice}
@prose Family meeting
Present: {kin:given} ({word}), {sbstaff}, {sbstaff}, Pall, SW, {nurse:short} and me.
{kin:titled} speaks {sbtongue}; [[iPad|phone]] interpreter used, {num:20-55} min.
{kin:given} said {pt:given} was [[a fighter|private|devout]] and would hope for {num:2-5} more days.
We told {him} what {sbtrial} and {clepo:score} suggest at {num:2-9}/{num:10-12}.
Father [[came|will come]] for the anointing; {sbthing} left at the bedside.
@list To do
[[Trach|PEG]] talk {weekday}; {sbstaff} aware
{sbstaff} for vent wean; {sbstaff} for chair
Repeat {test} {hm}, {sbtwin:lower}
[[Call|Update]] {dr2:titled} once {kin:given} has slept
@form
[[CC time|Critical care]] {num:31-90} min excl. procedures ({sbcpt})
{dr:full}, {cred}
"""
_BOARD = r"""
@form
[[TUMOR BOARD|Multidisciplinary Conference|MDT outcome sheet]]  {fulldate}  {hm}
{site}
Chair {dr:titled}; path {dr2:family}; Rads, Rad Onc, {sbstaff}, {sbstaff} x{num:2-4}
@prose Case {num:1-9}
{pt:full}, {agesex}, {mrn}.
{He} has [[breast|lung|colon|rectal]] cancer, {clepo:grade} {num:1-3}, cT{num:1-4}N{num:0-2}M0, {stage}.
ER {num:1-100} %, PR {num:1-90} %, HER2 {num:0-3}+, FISH [[neg|pos]] ({dec:1.0-4.9}), Ki-67 {num:5-80}.
Oncotype {num:5-60}, MammaPrint [[High|Low]], {gene} {varno}, CPS {num:1-50}.
S/p ddAC x4 then {clbrand} x {num:2-11}/12, stopped G3 [[neuropathy|rash]]; RCB-{num:1-3}.
{sbpair:/} nodes, margin {dec:0.1-9.0} mm, {clrare} {num:1-5}.
@list Discussion
{dr2:family} shows {sbpair:/} blocks; {clepo:stain} patchy, {sbtwin}
Rad Onc: {num:40-60}/{num:15-30} + boost {num:8-16}/{num:4-8}, per {sbtrial}; {dr:family} prefers {sbtrial}
{clbrand} ({sbtrial}) vs {clbrand} ({sbtrial}); cost {num:2-12} k per cycle
Nottingham vs {cltown}: no change of plan
DIEP or Goldilocks; plastics not here, {sbrole} to ask
Genetics: {sbtwin}; {word} is {kinage}, same variant
DEXA T -{num:1-3}.{num:0-9}; {clbrand} q6mo x {num:3-10}
Trial? {sbtrial} closed, {sbtrial} opens in the [[spring|fall]]
Votes {num:4-9}-{num:0-3}
@prose Outcome
{pt:titled} to be seen by {dr3:titled} within {sbpair:-} days.
Nurse navigator {nurse:short} ({phone}) will tell {pt:given}.
{pt:initials}: consent in {sbtongue} printed from {sbware}.
[[Not for|For]] {clbrand}; {sbtwin:lower}.
@form
Scribe {inits}; minutes v{num:1-3}, p. {num:1-4} of 4
"""
_ALLERGY = r"""
@form
{clinic}
RE: {pt:full}  {dob}
Dear {pcp:titled},
@prose History
I saw this {ageold} {man} with {his} {word} for [[hay fever|hives|asthma|food reactions]].
{He} sneezes from [[spring to fall|hay time on|the thaw to the frost]] and in {num:2-9} of 12 months overall.
{He} has tried {clbrand}, {clbrand} and {clbrand}; the last at {num:1-4} puffs x {num:2-9} wks.
{pt:given} lives in {town} with a cat, {num:2-9} hens and a damp wall.
ACT {num:8-25}, RCAT {sbscore}, UAS7 {num:0-42}. {sbtwin}.
@rows Skin tests (wheal/flare, mm)
{sbpollen} {sbpair:/}
{sbpollen} {sbpair:/}
Timothy {sbpair:/}
Johnson {sbpair:/}
Bermuda {sbpair:/}
Kentucky blue {sbpair:/}
{sbpollen} {sbpair:/}
{sbpollen} {num:0-3}
{sbpollen} {sbpair:/}
{sbpollen} {num:3-15}/{num:5-30}
hist {num:4-8}/{num:10-25}, saline 0
@form Blood and breath
{sbpollen} {dec:0.3-90.0} kU/L, {sbpollen} {dec:0.1-9.0}, tryptase {dec:2.0-14.0}
FEV1 {num:1-4}.{num:10-99} ({num:60-110} %), post +{num:3-22} %, FeNO {num:8-120}
@list Plan
[[Avoid|Encase|Rinse]]: {sbpollen}, {sbpollen}
{clbrand} vs {clbrand} ({sbtrial}); {pt:titled} leans to the [[first|shots]]
Auvi-Q 0.{num:10-30} x 2, school form, [[Mum|Mom|Dad]] shown by {nurse:given}
Build-up {sbpair:-} visits, wait 30 min; vials mixed by {staff:initial_last}
No {sbthing}; {sbtwin:lower}
@prose
{kin:given} asked whether {pt:given} may [[keep|stroke]] the cat; twice a week, I said.
I last spoke to {dr2:titled} about {pt:titled} on {date}.
See again in {sbpair:-} weeks, once {sbpollen} is over.
@form
Yours, {dr:full}, {cred}
"""
_CATH = r"""
@form
[[CARDIAC CATHETERIZATION|EP LAB REPORT|Device Clinic]]   {site:upper}
{pt:upper_full}   {mrn}   {numdate}
Operator {dr:short}; [[Fellow|Scrub|Circ]]: {dr2:family}, {nurse:initial_last}
@form Access and kit
R radial, {num:5-7} Fr Glidesheath, {clepo:needle}; catheters JL {num:3-5}, JR{num:3-5}, EBU 3.{num:0-9}, {clrare}
Wire {clbrand:bare}, balloon {num:2-3}.{num:0-9} x {num:8-20}, stent {clbrand:bare} {num:2-4}.0 x {num:12-38} @
    {num:8-18} atm
TR Band {num:8-15} mL at {time}; {clmaker} {sbmodel}
Contrast {clbrand} {num:300-370}, {num:40-190} mL; fluoro {dec:2.0-30.0} min, AK {num:90-1900} mGy, DAP {num:12-140}
@form Findings
LM short. LAD {num:40-90} % mid (Medina 1,{num:0-1},{num:0-1}), D1 {num:20-70} %, wraps apex
LCx OM{num:1-3} {num:10-80} %; RCA dominant; SYNTAX {num:4-38}; TIMI {num:1-3}; {clrare} {num:1-4}
LVEDP {num:8-30}, AV grad {sbpair:-}, Wood units {dec:1.0-8.0}, Fick {dec:2.0-6.0}
Atrial lead {sbmodel}: {num:300-800} ohm, P {dec:0.4-5.0} mV. V lead {sbmodel}: R {dec:3.0-20.0}, {dec:0.3-2.0} V @ 0.4
Mode [[AAIR<=>DDDR|VVI|DDD]] {num:50-70}-{num:110-140}; AP {num:0-90} %, VP {dec:0.1-99.0} %; Wenckebach {num:120-180}
AT/AF {dec:0.1-9.0} %, longest 00:{num:10-59}:{num:10-59}; {num:1-9} NSVT of {sbpair:-} beats
Generator SN {serial}; magnet rate {num:85-99}; RRT {num:1-12} yrs
@prose Course
{pt:titled} came from {ward} after {num:2-14} h NPO.
{He} said "[[it feels like an elephant|go ahead, doc]]" and slept with {num:1-2} of {clbrand}.
{dr2:family} took the film of {pt:given}'s [[LAD|pocket]] to {dr3:titled} at {hm}.
{sbtrial} would say stent, {sbtrial} would say pills; {sbtwin}.
@list After
{clbrand} {num:60-90} BID per {sbtrial}, {num:6-12} mo; {clbrand} lifelong
Flat {num:2-6} h; may sip; sheath out {hm} by {sbstaff}
{kin:given} ({word}) told, {kinphone}
Cardiac rehab {sbpair:-} wks, phase {num:1-3}; HOLD {clbrand}
@form
{dr:initial_last} {stamp}; billed {sbcpt}, {sbcpt}-{num:22-80}
"""
_PSYCH = r"""
@form
[[Psychiatric Evaluation|Intake|C-L Consult]]   {dept}   {date}
{pt:full} ("{pt:given}"), {age}, [[single|widowed|twice married]], {zfaith}, speaks {sbtongue} and {sbtongue}
@prose Story
CC: "[[I'm done.|They send Angels.|Everything's gray.]]"
{pt:titled} is [[a barista|a welder|a nanny|between jobs]] with MDD, PTSD and Cluster B traits.
{pt:given} slept {num:1-4} h a night since Labor trouble at work; won {num:50-900} at Bingo, lost {his} {sbthing}.
{His} {word} {kin:given} called {num:2-9} times; {kin:given} fears a repeat of [[spring|last winter]].
Grace before meals, Faith group, and hope are what keeps {him} going. {sbtwin}.
As a child {he} had {num:2-4} foster homes, [[a Father at church|a Coach]] who drank, and a dog named for a president.
@form Scales
PHQ-9 {num:5-27}, GAD-7 {num:3-21}, C-SSRS {num:0-5}, AUDIT {num:0-30}, MDQ {sbscore:13}
Young {num:4-40}, Bush-Francis {num:0-20}, MoCA {num:12-30}/30, clock {sbscore:5}; serial 7s to {num:44-86}
{clscale}; {clscale}
@list Medicines
{clbrand} {num:10-300}, {clbrand} {num:5-90}, {clbrand} x {num:2-12} (nausea)
Spravato x {num:2-12}, ECT R UL {sbpair:-} in the nineties, {clbrand} lower, then {clbrand} (trial, {sbtrial})
[[Uses|Quit]] {sbthing}, Juul, {num:1-6} Reds; SMART Recovery, no Big Book
@prose MSE
Dress goth, mood "gray", speech [[rapid|soft]], thought form [[linear|loose]]; people in glass houses "should not".
{He} names the Queen, not the President; {num:1-3}/3 words, [[apple, penny, table|face, velvet, church, daisy, red]].
Insight [[fair|poor]]; {sbtwin:lower}.
@list Plan
1:1, q15; Seclusion Room not used; {sbtwin}
DBT w/ Linehan workbook; Beck sheet; Hamilton {weekday}
{dr2:titled} at {clinic} holds the {clbrand}; {pt:given} signed a release
{kin:titled} to lock up pills; {kinphone}
Legal: [[voluntary|Section {num:2-9}|{num:3-7}-day hold]]; LPS form {num:1-9}
@form
{dr:full} {cred}
"""
_TALK = r"""
@form
[[doctor|dr]]: good morning, {pt:given} isn't it? how are [[we|you]] today
patient: fair to middling. the cough's still there, and winter's coming
[[doctor|dr]]: and that mark on your arm, is it new
patient: the rose bush. the thorns got me sunday, then the cat
[[doctor|dr]]: will you be going to church again
patient: i hope so. faith keeps me going. father comes by with communion
[[doctor|dr]]: your PSA was {num:3-9}.{num:1-9}, last time {num:3-9}.{num:1-9}. A1c {num:5-9}.{num:0-9}. we'd bill
    it as a {sbcpt}
patient: {kin:given} next door, my {word}, takes {clbrand:lower}, and {his} legs ache. read about {sbtrial}
    in the paper
[[doctor|dr]]: {clbrand:lower}'s fine. your t-score was minus {num:2-3}.{num:0-9}, so {clbrand:lower} or {clbrand:lower}
patient: can i have grapefruit and kale, brazil nuts, a bit of {sbthing}
[[doctor|dr]]: yes, in any season. rice, beans, fish, that's good too. i'd say {num:2-6} out of 7 days
patient: my mum, she had long qt as well, and a white coat thing. young for it
[[doctor|dr]]: and the {sbtwin:lower}? does that matter to you
patient: no but dr {dr2:family} said to chase it. or was it the nurse, {nurse:given}
[[doctor|dr]]: i'll write to {dr2:family}. power's {num:3-5} out of 5, {num:4-9} and {num:1-9} on the pegs, that's
    {num:8-12}/{num:1-2}
patient: {num:1-12} or {num:13-28}, my {word} says it's age
[[doctor|dr]]: {word2} {kin2:given} drives you home? {time12} bus otherwise, the {num:2-60}
patient: we'll be fine, come hell or high water. will you see me in the fall
[[doctor|dr]]: say {sbpair:-} weeks. ring {phone} if it swells
patient: god bless. bless you. amen
"""
_REHAB = r"""
@form
[[PHYSICAL THERAPY|OT|Hand Therapy|Speech]] DAILY NOTE   visit {num:2-12} of {num:12-20}
{pt:last_first}   {dob}   ref {dr:short}
@prose S
"My [[knee barks|hand sleeps|words stick]] [[on the stairs|at night]]." Pain {sbscore:10} rest, {sbscore:10} work.
{pt:given} did the HEP {num:1-7}/7 days, reads {sbware} on {his} {word}'s phone.
@form O
AROM {num:0-9}-{num:80-140}, PROM {num:0-5}-{num:90-145}; MMT {num:2-5}-/5 quad, {num:2-5}/5 ham; girth
    {num:30-50}.{num:0-9}
TUG {dec:6.0-30.0} s, 30STS {num:4-16}, Berg {num:20-56}/56, {clscale}
Thomas +, Ober +, Ely -, {clepo:test} {sbpair:-}; {sbtwin}
Ther ex ({sbcpt}) x {num:1-3} units: SLR {num:2-4}x{num:8-12}, Nordic {num:2-3}x{num:4-8}, Theraband
    [[blue|black|green]] row, BOSU, AirDyne lvl {num:2-9}, Total Gym lvl {num:4-14}
Manual ({sbcpt}) {num:8-23} min: Maitland gr {num:1-4}, Graston to ITB, Kinesio [[black|rose]]
Ther act ({sbcpt}): [[Jenga|Uno|Lego|Scrabble]], {num:2-9} lb box, {sbpair:-} reps
Gait {num:40-400} ft FWW, CGA, {num:2-14} steps; {sbstaff} to cont
Jamar {num:12-50}/{num:12-50}/{num:12-50} lb, Purdue {sbscore}, 9HPT {num:14-60} s, Semmes-Weinstein
    {num:2-6}.{num:10-83}
@prose A
LEFS {num:20-44} to {num:45-78}; {pt:titled} is at {num:30-90} % of goal {num:1-4}.
{sbtwin}; {sbtwin:lower}. [[Coach|Sir|Nana|Dad]] wants {him} back in the fall.
@list P
{num:1-3}x/wk, KX on after ${num:1000-2999}; {sbstaff} for splint
Ask {dr:family} re [[brace|injection]]; next MD visit {date:14}
RTP phase {num:1-4}, wk {sbpair:-}; no pivot
@form
{staff:full} [[PT, DPT|OTR/L|CCC-SLP|PTA]] {stamp}
"""

_T = (
    ("intensive", _ICU, 1.5),
    ("board", _BOARD, 1.4),
    ("allergist", _ALLERGY, 1.3),
    ("lab-report", _CATH, 1.4),
    ("mind", _PSYCH, 1.4),
    ("visit-talk", _TALK, 1.3),
    ("rehab", _REHAB, 1.4),
)
TYPES: tuple[NoteType, ...] = tuple(NoteType(f"sober-{name}", document(block), weight) for name, block, weight in _T)
