"""Long notes that hold together: stays, operations, histories of years, evaluations, deaths, told by whoever knew."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.chart_kit import aged
from corpus.notes.papers_kit import CHILD, OLD, WOMAN, paper

_TRANSPLANT = r"""
@form
[[Pt|Recipient]]: {pt:full} ({agesex})   MRN {mrn}   Tx coord: {staff:short} x{ext}
Neph: {pcp:family}   Surgeon: {surgeon:family}   Center: {site:abbr}   Listed {shortdate:-1400}
ABO O   CMV D+/R-   EBV D+/R+   cPRA {num:0-99}   UNOS {id}   KDPI {num:12-85}
@prose [[Transplant history|TXP HX|Renal history]]
{agesex} with ESRD due to [[FSGS|IgAN|MPGN|ADPKD]], bx {month:-4000} ({newdr:family}, {site2:alias}).
HD [[MWF|TTS]] via [[RUE AVG|LUE AVF|R IJ TDC]] at {vendor} {paaway} under {newdr:family}.
DDKT #1 R iliac {numdate:-2600} ({farsite}, donor ID {id}, CIT 18h, {surgeon:family}).
Thymo/MMF/Tac/pred. DGF {paaway}. BK {year:-6}. Banff 1A rej {month:-2000} -> solumedrol {paaway}.
Failed {month:-1500}; back on HD, TTS, access by {newdr:initial_last}. Re-listed {numdate:-1390}.
{kin2:given} ({word2}) ABO incompat; cousin {someone:given} ruled out (HTN, GFR {num:40-69}); church friend
    "{friend:titled_given}" in workup with {staff:given}.
Swap through NKR fell through {shortdate:-900} when the other pair's donor withdrew.
{numdate:-700} LDKT from {friend:given}, who did fine per {newdr:family}; lap nephrectomy by {surgeon:family}, L kidney.
Explant path {accession}: CAN, C4d neg, SV40 neg, {paratio} glomeruli sclerosed.
{pt:given} and {kin:given} moved from {hometown} to be near {site:abbr}; {kin:given} drives.
@list [[Immunosuppression|Current IS|Meds]]
Envarsus 4 qd, level {dec:5.0-9.0} {shortdate:-3}, drawn at {labsite}
MMF 500 bid (half since WBC {dec:2.0-3.5}, {newdr:family} {shortdate:-30})
Belatacept q4wk at {oddclinic}, next {shortdate:9}, RN {nurse:given}
Pred 5. Valcyte done D{num:90-200}. Bactrim SS MWF. NKDA
@prose [[Interval|Since last visit|Subjective]]
Saw {newdr:family} (Derm) {shortdate:-41}: SCC in situ L ear, Mohs by {newdr:family}. DVT ruled out {shortdate:-12}.
{kin:given} ({word}) called {nurse:given} on {weekday:-2} for {symptom}; {staff:given} moved labs up to {shortdate:-1}.
Went to {place} for {holiday}. Back at {employer} since {monthonly:-90}. No NSAIDs, no grapefruit.
DSA neg per {lab}; Prospera 0.{num:10-60}; HLA A2,24 B7,44 DR4,15; PCR BK <200.
{neg}
@list [[Assessment/Plan|A/P|Plan]]
LRD kidney {paaway}, Cr {dec:0.8-2.0} stable. D/w {surgeon:family}, {pcp:family}. [[Biopsy if > 2|No bx]]
Hgb, PTH: defer to {pcp:family}. Iron by {hospice}
Bridge: {friend:given}'s own 2 y donor visit due {month:40}; {staff:given} to call {kinphone}
Labs {shortdate:14} in {town}, RTC {shortdate:28} w/ {newdr:given} NP. -{pamono:dr}
@prose
CC: {pcp:titled}, {pcpsite}; {newdr:family}; pt portal ({username})
"""

_ONCOLOGY = r"""
@form
{pt:last_first}   {dob}   {mrn}   {numdate}   Onc {dr:family}   RN nav {nurse:given}
DX: R breast IDC gr 2, ER+ PR+ HER2-, pT2 N1a ({paratio} nodes) M0   Stage IIB
@list [[Oncologic history|ONC HX|Treatment history]]
{month:-2400}: felt lump, mammo at {site2:alias}; core bx {accession} ({newdr:family})
{numdate:-2380}: lumpectomy/SLNB -> ALND {paratio}, {surgeon:titled}, {site:alias}
{numdate:-2340} to {shortdate:-2230}: ddAC-T (Neulasta OBI), C3 held for ANC; port by {newdr:family}
{shortdate:-2200}-{shortdate:-2150}: XRT 50.4 Gy + boost, {site2:abbr}, {newdr:titled}
Oncotype ND. Myriad BRCA1/2 VUS; {kin:given} tested neg {year:-5} by {staff:short}, CGC
Arimidex x 4y -> Aromasin 2/2 arthralgia -> Femara (cost, {payer})
{numdate:-500}: T9 met, IR bx by {newdr:family}, PIK3CA H1047R (Guardant360), ESR1 wt
Faslodex/Ibrance C1 {numdate:-470}, now C{num:9-19}; Xgeva q12wk, dental ok per {newdr:titled}
2nd opinion {newdr:family} ({city}) {shortdate:-430}: agrees. Trial {study} full
{shortdate:-60}: PET at {farsite:alias}: SUV 3.1 T9, no new. Signatera neg
@prose [[Interval history|Subjective|S]]
{mr} {pt:family} comes with {word} {kin:given}. {kin2:given} was at the infusion last {weekday:-7} when the pump beeped;
    {nurse:given} changed it.
Had a scan scare after {he} read the portal at {hm}; {newdr:family} on call rang {him} back.
Grace before meals is now said by {kin:given}, hope is a word we use here. ECOG 0. {symptom}, grade 1.
Still at {employer}, fills in for {someone:given} on {weekday}s. Will be a grandparent in {monthonly:60}.
Off Keppra since {holiday}, per {newdr:family} at {site3:alias}. Wig from {charity}.
{ros}
@rows [[Labs|Tumor markers|LABS]]
Date | CA 27.29 | ANC | Plt | Cr | Init
{shortdate:-84} | {num:20-60} | {dec:0.8-3.0} | {num:90-250} | {dec:0.6-1.4} | {pamono:nurse}
{shortdate:-56} | {num:20-60} | {dec:0.8-3.0} | {num:90-250} | {dec:0.6-1.4} | {inits:lower}
{shortdate:-28} | QNS | {dec:0.8-3.0} | {num:90-250} | {dec:0.6-1.4} | {pamono:nurse}
{shortdate} | PEND | {dec:0.8-3.0} | {num:90-250} | HEM | {inits:upper}
@list [[Impression and plan|A&P|Plan]]
MBC, SD by RECIST, cont C{num:10-20} D1 today; sign C+1 [[w/|with]] {newdr:given} PA
Neutropenia: Ibrance 100 from {shortdate:7}. Auth {order} ({payer}, spoke to {someone:given})
Bone: Xgeva due; {kin:given} asks for {town} clinic, {sitephone}
PET {shortdate:40}, RTC {shortdate:42}; tumor board {weekday} ({surgeon:family}, {newdr:family}, {dr:family})
ACP: HCP {kin:short}, alt {kin2:given}; MOLST later. {pamono:dr}:{inits:lower}
"""

_OPERATION = r"""
@form
PATIENT: {pt:full}       #: {mrn}
DATE OF OPERATION: {numdate}     ROOM: {room}
SURGEON: {surgeon:short}, M.D.      ASSISTANT: {dr3:full}, [[PA-C|PGY-4|M.D.]]; {newdr:short}, MS3
ANESTHESIA: General ({newdr:titled}; CRNA {staff:given})
SCRUB: {nurse:given} / relief {inits:upper} {hm}     CIRCULATOR: {nurse2:short}     REP: {someone:given} ({works})
PREOPERATIVE DIAGNOSIS: {dx}.      POSTOPERATIVE DIAGNOSIS: Same.
PROCEDURE: {proc}.      EBL: {num:5-900} mL      COMPLICATIONS: None.      COUNTS: Correct x2
@prose [[Indications|INDICATIONS FOR PROCEDURE]]
{pt:titled} is a {ageold} {man} sent by {pcp:titled} of {pcpsite} with {symptom} for {duration}.
{He} had the first operation at {farsite} in {month:-3000} by {newdr:titled}; that report ({docid}) was read.
Risks were told to {pt:given} and {his} {word}, {kin:given}, by {dr3:family} on {textdate:-1} and again by me.
Consent signed {hm}; witness {nurse:given}. Site marked "{pamono:surgeon}".
@prose [[Findings|FINDINGS AND PROCEDURE|Description]]
{pt:titled} was brought in with a Foley and SCDs. Time out by {nurse2:given}: all agreed, ABX in.
A Veress needle went in at Palmer's point; when pressure was high we changed to Hasson. Allis and Babcock held the edge.
Bovie 40/40. The triangle of Calot was cleared and the node of Lund swept; {dr3:family} drove the camera.
{newdr:titled} was called in at {hm} for the ureter and stented it (see {newdr:poss} note, {docid}).
A Jackson-Pratt was laid beside a Penrose; Balfour out. Kocher clamp count was off by one, found by {nurse:given}.
Tower: {devname}, serial {serial}; mesh lot {lotno}; stapler lot {raw}, opened by {inits:upper}.
Frozen {accession} phoned by {newdr:family} {hm}: margins free. Specimen labeled "{lc:pt:family}, stump".
Hartmann pouch was thought of. Heister's valves intact. Vicryl 3-0, Dermabond, Tegaderm.
Music was {someone:given}'s list again.
@prose
{kin:given} and {kin2:given} were seen in the {spot} [[by me|by {dr3:family}]]; {kin:given} keeps {his} ring.
{surgeon:titled} was present for the whole. PACU report to {nurse2:given}, bed {bed}.
@form
{surgeon:upper_full}, M.D.
{surgeon:initials}:{lc:author:initials}
D: {numdate} {hm:colon}   T: {numdate:1} {hm:colon}   Job #: {docid} / {raw}
cc: {pcp:full}, M.D.; {newdr:initial_last}; Tumor Registry; HIM
"""

_DEATH = r"""
@form
Decedent: {pt:full}, {agesex}, MRN {mrn}      Adm {numdate:-7}      DOD {numdate}   TOD {hm}
Pronounced by: {dr3:short}, NP, with {nurse:given} RN      Attending: {dr:family}
LOS 7   Code at death: DNR/DNI   Autopsy: declined by {kin:given}
@prose [[Course|Hospital course|Summary]]
{agesex} from {nursinghome} came in with {dx}; last at {site2:alias} {month:-90}.
{pt:titled} had been a [[teacher|welder|nurse|farmer]] in {hometown}, was widowed in {year:-6}, and prayed with
    {kin:given} every night.
HD 1-2: HFNC 50/60, Zosyn, Vanc. Pulm ({newdr:family}) wished no bronch. HD 3: NSTEMI, seen by {newdr:family}; no cath.
Family meeting {shortdate:-2} {hm}: {kin:given} ({word}), {kin2:short}, {kin3:given} by phone from {city},
    {someone:titled_full} of {church}; Pall ({dr2:family}, SW {staff:given}) led.
{kin2:given} hoped for a trach, {kin3:given} said "let it be quiet" (rose in a vase, hymn on the radio); MOLST
    changed {shortdate:-1}.
Drips off {hm}; gtt morphine 2. Grace was said; {kin:given} and Sister {nurse2:given} held {his} hands.
At {hm} {pt:given} took a last breath. Pupils fixed. Clock read back to {nurse:given}.
@list [[Notifications|Calls made|After death]]
ME/coroner: declined, #{caseno}, Inv. {someone:family}, {hm}
Donor line: ref {raw}, spoke to {someone:given}; not eligible (age, PNA)
PCP {pcp:family} by {pamono:dr3} {hm}; {newdr:family} (HD unit) by page
Funeral home: {donation}, driver {someone:given}, released {hm} by {inits:upper}/{inits:upper}
Belongings: ring, Rosary, watch (Timex) to {kin2:given}, sig on file; dentures found {shortdate:1} by EVS
Cause: a. {dx}  b. {dx}   Manner: Natural   Cert # {raw}
@prose [[Attestation|Addendum|Co-sign]]
I knew {pt:poss} wishes and agree with {dr3:family}. {dr:short} {stamp}
Condolence card to {street}, {city} signed by 5W ({nurse:given}, {nurse2:given}, {staff:given}).
"""

_ICU = r"""
@form
{pt:family_first}  Bed {bed}  {agesex}  HD {num:3-30}  Vent D{num:2-20}  Att {dr:family}  Fellow {dr3:family}  Res
    {newdr:family}
[[Fam|Family]]: {word} {kin:given} (H) {kinphone}, updated {hm}; {kin2:given} at bedside   Code: [[Full|DNR|DNR/DNI]]
Isol: Contact (MRSA)   Lines: R IJ TLC {shortdate:-4} ({pamono:dr3}), L rad art {shortdate:-1}, Foley, Dobhoff
@prose [[24 h|Overnight|Events]]
{hm}: desat to 79, RT {staff:given} bagged; CXR by {newdr:family} = mucous plug RLL. Bronch {newdr:family} -> BAL
    {specimen}.
{hm}: AF RVR 160s, amio per {worddr} (nights). ROSC n/a. Levo 0.08 -> 0.14. {pt:family} never lost pulse.
{nurse:given} says {he} tracked {kin:given} for a minute, then RASS -3. CT head ok, d/w {newdr:family} (Neuro) and
    {dr3:family}.
EEG {weekday:-1} read by {newdr:initial_last}: slow. Hope for a wean is small.
NGT residual 400; Swan pulled {shortdate:-1} by {pamono:dr}. ICU fund from {charity} for {kin2:given}'s hotel.
@list [[By system|Systems|Assessment]]
Neuro: prop 20, fent 50, CPOT {paratio}; MRI when FiO2 < 60; {newdr:family} following
Resp: AC 16/420/8/40; ABG {dec:7.20-7.48}/44/71; trach {weekday:3} w/ {surgeon:family} if {kin:given} agrees
CV: EF {num:25-60}, TTE {newdr:family}; MAP > 65; MVR {year:-9} ({newdr:family}, {farsite:alias})
GI: TF Jevity 40; LFT down; GI ({newdr:family}) s/o
Renal: CRRT UF 100, Quinton D3, per {newdr:family}; K 4.1, K 3.9, Phos 2.2
ID: Zosyn D3, Vanc D3 (ID {worddr}); BCx {paratio} GPC {shortdate:-1}, called {hm} to {nurse:given} by {inits:upper}
    in micro
Heme: HIT panel to {labsite}, {accession}; SCD only; PLT {num:30-110}
Endo: gtt 2 u/h. Skin: sacral DTI, WOC {staff:given}. Proph: PPI
Social: {kin:given} is HCP, {kin2:given} disagrees; ethics ({newdr:family}) {shortdate:1}; SW {someone:given};
    {church} pastor came
@rows [[Vitals|Flow|Grid]]
Time | T | HR | BP | SpO2 | RASS | Init
{hm} | {dec:36.0-39.4} | {num:60-150} | {num:80-140}/{num:40-80} | {num:84-99} | -{num:1-4} | {pamono:nurse}
{hm} | {dec:36.0-39.4} | {num:60-150} | {num:80-140}/{num:40-80} | {num:84-99} | 0 | {pamono:nurse2}
{hm} | -- | {num:60-150} | {num:80-140}/{num:40-80} | {num:84-99} | +1 | {inits:lower}
@form
CC time 45 min excl proc. {dr:family} {hm}      Signed out to {worddr} / {newdr:family}
Cosign {dr:upper_full} {stamp}   Pharm {staff:given}   RT {inits:upper}/{inits:upper}
"""

_THERAPY = r"""
@form
Pt: {pt:full}   DOB {dob}   Dx: s/p R THA (ant) {shortdate:-9}, {surgeon:titled}   Prec: WBAT, ant hip
Ref: {surgeon:family} / {pcp:family}   Auth: {order} ({paratio} visits used)   Ins {payer} {plan}
Eval {numdate}   in {hm} out {hm}   PT {staff:short}, DPT   Lic {cert}   SPT {someone:given}
@prose [[Subjective|S|History]]
Lives with {kin:given} ({word}) in a split-level, 6 STE w/ B HR. Golfed at {oddclub} {paaway}.
{kin2:given} was an aide here last year and still texts {staff:given}.
{He} fell {shortdate:-40} at {place}; {friend:given} drove {him} to {site2:alias}. Worked at {works} until {month:-30}.
Goal: "walk {kin3:given} down the aisle" on {textdate:60}. Pain 4/10 now, 8/10 w. stairs.
Home PT by {vendor} ({someone:given}) {paaway}. Prior L TKA {year:-8} ({newdr:family}).
@rows [[Objective|ROM / MMT|O]]
Test | R | L | MMT R | L
flex | {num:60-120} | {num:60-120} | 3-/5 | 4/5
abd | {num:10-40} | {num:10-40} | 3/5 | 5/5
Homans | (-) | (-) | NT | NT
Thomas | (+) | (-) | {pacell} | {pacell}
Ober | NT | (-) | {pacell} | NT
Trendelenburg | + | - | {pacell} | {pacell}
{paepo} | {pacell} | {pacell} | {pacell} | {pacell}
@prose [[Function|Mobility|Assessment]]
Gait: RW, antalgic, step-to x 60'. Bed mob SBA, transfers CGA, stairs Min A w/ {someone:given} and {inits:upper}.
    {paepos}.
TUG {num:12-45} s, LEFS {num:15-60}/80, Berg {num:20-50}/56, ABC 41%. OT ({someone:initial_last}) saw {him} for tub.
Rehab potential good; {kin:given} learned the car transfer. {neg}
@list [[Goals|STG/LTG|Plan]]
STG (2 wk): I HEP; amb 300' SPC; {paratio} stairs
LTG (8 wk): golf 9 holes w/ {friend:given}; DC RW to {charity}
97161 x1, 97110 x2, 97116 x1; GP KX; 2x/wk x 6 w, {staff:given} or {newdr:given} DPT
Recert {shortdate:30}; POC faxed {fax} to {surgeon:family} {hm} {inits:lower}
MD sig ____________   {surgeon:full}    Date ______
@form
{staff:full}, DPT #{cert}       eSigned {stamp}
"""

_NEUROPSYCH = r"""
@form
NAME: {pt:full}      DATE OF BIRTH: {dob}      AGE: {age}      GRADE: [[3rd|6|9th]]
DATES OF TESTING: {shortdate:-7}, {numdate}      EXAMINER: {dr:full}, Ph.D.      TECH: {staff:short}
REFERRED BY: {teacher:short}, {school}; {pcp:titled}      CASE NO. {caseno}
INFORMANTS: {kin:full} ({word}), {someone:titled} (homeroom)      LANGUAGE: English
@prose [[Reason for referral|Background|History]]
{pt:given} was sent by {teacher:titled} for {symptom} and falling grades since the move from {hometown} in {month:-400}.
{kin:given}, the {word}, has had custody since {year:-2}; {kin2:given} writes from {stateab}. A sibling,
    {someone:given}, is on an IEP at {newschool}.
Born at {farsite} at {gest}; {newdr:titled} followed {him} for Kawasaki disease, {newdr:titled} for sleep. VSI was
    low at {newsite} in {year:-1}.
{He} plays for {oddclub}, likes LeBron and Minecraft, has a dog, and said {someone:titled} "hates me".
Prior testing {numdate:-700} by {newdr:short} ({oddclinic}), copied {docid}. 504 since {month:-200}.
@list [[Tests administered|Measures|Procedures]]
Wechsler Intelligence Scale for Children (WISC-V); Woodcock-Johnson IV; Beery VMI; NEPSY-II
Conners 3 (by {kin:given} and {teacher:family}); Vineland-3 (by {kin:given}); Rey Complex Figure; Roberts-2
House-Tree-Person; Kinetic Family Drawing; sentence completion; Trails A and B; Grooved Pegboard
{paepos}
@rows [[Scores|WISC-V|Results]]
Composite | SS | %ile | 90% CI | Range
VCI | {num:70-125} | {num:5-90} | {num:70-85}-{num:86-130} | Average
VSI | {num:70-125} | {num:5-90} | {num:70-85}-{num:86-130} | High Average
FRI | {num:70-125} | {num:5-90} | {num:70-85}-{num:86-130} | Low Average
WMI | {num:70-125} | {num:5-90} | {num:70-85}-{num:86-130} | Borderline
PSI | {num:70-125} | {num:5-90} | {num:70-85}-{num:86-130} | Below
FSIQ | {num:70-125} | {num:5-90} | {num:70-85}-{num:86-130} | Average
@prose [[Observations|Behavior|Impressions]]
{pt:given} came with {kin:given}, left a jacket here, and asked {staff:given} twice if {kin2:given} would come from
    {city}.
On Beery {he} turned the page; on Boston Naming {he} called the harp "{kin:poss} thing". Effort was good.
On sentence completion: "I wish {someone:given} would come home", "My best friend is {friend:given}", "I may be a vet".
Results fit ADHD, combined, and a reading disorder; ODD and ASD were not met. {neg}
@list [[Recommendations|Plan|Next steps]]
504 meeting with {teacher:titled} and {school} by {shortdate:20}; ESY if IEP is granted
Medicine visit, {newdr:titled} at {site2:alias}; {pcp:family} agrees
{someone:given} at {charity} for a mentor; Big Brother program waits {duration}
Retest in {month:700}. Feedback to {kin:given} {shortdate:9} {hm}
@form
{dr:full}, Ph.D.   License {cert}   Dictated {shortdate:2} {pamono:dr}/{inits:lower}
"""

_OBSTETRIC = r"""
@form
Pt {pt:last_first}  {age}  G2P1001  {num:37-41}w5d  LDR {bed}  Attending: CNM {newdr:family} / backup {dr:family}
EDC {shortdate:6} by LMP c/w 9w US   GBS neg   Rh O neg   Rubella I   Peds: undecided / {pcp:family}
PNC: {clinic} ({paratio} visits), MFM {newdr:family}   Anat {shortdate:-130} @ {site2:alias}
@prose [[Labor|Course|Labour and birth]]
Onset {hm} {shortdate:-1}, SROM clear {hm}. Epidural {hm} ({newdr:family}, Tuohy 17g). Montevideo 220. VE {paratio}
    {pamono:nurse}.
Complete {hm}. Pushed with {nurse:given}; {friend:given} (FOB) and {kin:given} at head. Turtle sign {hm}: McRoberts,
    Rubin, suprapubic by
    {nurse2:given}; shoulder 45 sec.
SVD {hm} viable, 4{num:100-499} g, apgars 7/9, NRP: RT {staff:given}, RN {someone:given}, {newdr:family} called not
    needed.
Placenta Schultze, intact, to path {accession}. 2nd deg lac, Vicryl, {pamono:dr}. EBL {num:150-900}. Bakri not used.
    Pitocin 20, TXA {hm}.
Doula {someone:given} of {charity} stayed to {hm}. {kin2:given} cut the cord.
@rows [[Prenatal flow sheet|Prenatal visits|ANC]]
Date | GA | FH | FHT | BP | Ur | Wt | Init | Remarks
{shortdate:-200} | 10+4 | -- | 162 | 112/64 | -/- | {num:120-190} | {inits:lower} | NIPT sent, FOB ({friend:given}) here
{shortdate:-170} | 14+4 | -- | 150 | 108/60 | -/- | {num:120-190} | {inits:lower} | NT wnl - {newdr:family}
{shortdate:-140} | 18+4 | 18 | 148 | 110/62 | tr/- | {num:120-190} | {pamono:nurse} | AFP neg; anat {shortdate:-130} @
    {site2:alias}
{shortdate:-100} | 24+4 | 25 | 144 | 104/60 | -/- | {num:120-190} | {pamono:nurse2} | GCT 148 -> GTT at {labsite}
{shortdate:-75} | 28+0 | 28 | 140 | 118/70 | 1+/- | {num:120-190} | {inits:upper} | Rhogam lot {lotno} L delt
    {inits:upper}
{shortdate:-30} | 34+4 | 33 | 138 | 122/78 | -/- | {num:120-190} | {pamono:dr} | VTX, BTL papers, TOLAC d/w {dr:family}
@list [[Postpartum plan|Plan|PP]]
Baby {pt:family}: "{someone:given}", to breast {hm}, band {id}; circ if boy - {newdr:titled}
VBAC counts. BTL {shortdate:1} ({dr:family}) consent {docid}; else IUD
DC {shortdate:2} w/ {kin:given} driving, car seat [[ok|checked]] {inits:upper}; {oddclinic} lactation {staff:given}
{newdr:titled} (MFM) letter; EPDS 6. {pamono:dr}/{inits:lower}
"""

_CONSULT = r"""
@form
Requested by {dr2:titled} for {dr:family}   {stamp}   Consult: {dept}
[[Patient|RE]]: {pt:titled_full}, {agesex}, {room}   Sources: pt, {kin:given}, {site2:alias} records ({num:20-200}
    pp), {pcp:family} by phone
@prose [[HPI|History|Reason and history]]
Thank you, {dr2:given}, for asking us about {pt:titled}. {He} was well until {textdate:-19} when, per {kin:given},
    {symptom}.
Seen at {oddclinic} ({newdr:family}, {shortdate:-17}), given {drug}; at {farsite} ED {shortdate:-12} ({worddr}); CT neg.
{kin2:given}, who found {him}, says {pt:given} had been to {country} with {friend:given} in {month:-60}. Dog, well
    water, DVT {year:-4}.
d/w {newdr:family} (rads), per {newdr:family} (path) "not {bug}"; {newdr:titled} in {city} sent slides ({accession}).
{ros}
@prose [[Past history|PMH/PSH/FH/SH|Background]]
CABG x3 {year:-7} ({newdr:family}, {site3:alias}); Nissen; lap chole by {surgeon:family}; Graves s/p RAI. FH: MI 54,
    Alz.
{job} for {employer}; home with {word3} {kin3:given}; smokes {paratio} ppd; Mormon, no tea. Baker cyst; no kin named
    Baker. Never in jail.
Onc ({newdr:family}) following outside. Allergies: {allergy}. Meds per MAR: {sig}; {sig}.
@prose [[Exam|Examination|Objective]]
{vitals}. {exam} {paepos}. {kin:given} helped {him} sit. Gait with {inits:upper} PT.
{labs} LLE > RLE. Old scar (Kocher). Labs from {labsite} {shortdate:-1}: {labs}
@list [[Impression|Recommendations|Recs]]
{dx} vs {dx}: send {test}; {newdr:family} to scope {weekday:1}, NPO p MN
Stop {drug}; ask {pcp:family} why it was begun {month:-200}. Pharm {staff:given} agrees
MRI: {newdr:titled} says the {year:-7} clips are safe; card copied {docid}
If worse, page {pager} ({dr3:family}; nights {worddr}). {kin:given} knows, {kin2:given} does not want to be told
Will follow. Seen w/ {dr3:family} (R2). {pamono:dr}
@form
{dr:full}, {cred}, {dept}   x{ext}   cc {pcp:family}, {dr2:family}
"""

_NURSING_HOME = r"""
@form
{nursinghome}   Res {pt:family_first}   Rm {room}   Adm {numdate:-400}   Diet NAS   Code DNR
DPOA {kin:short} ({word}) {kinphone}; 2nd {kin2:given}, {town}   MD {dr:family}   Podiatry {newdr:family}
@prose [[Quarterly note|Care conference|Summary]]
Present {shortdate}: {kin:given}, {kin2:given} by phone, {nurse:short} (MDS), {staff:given} SSD, dietary
    {someone:given}, CNA {someone:given}.
{pt:titled} is {age}, born in {hometown}, came from {site2:alias} after the hip ({surgeon:family}); {kin:given} sold
    the house on {street}.
BIMS {num:3-15} (sock, blue, bed: {paratio}); PHQ-9 {num:0-14}; ADL {paratio} ext assist; B&B: {paratio}. No SI. UTI
    x1, tx {newdr:family}.
Wt {num:98-190}, down {paratio} lb in {duration}; {someone:given} adds Ensure. Skin tear {shortdate:-20} from W/C,
    wound RN {nurse2:given}.
{He} sits by {friend:given} at bingo, calls {nurse:given} "Grace", sings Grace, and waits for the 4 o'clock bus.
Fell {shortdate:-31} {hm} in the hall by the Bistro; neuros neg; {kin2:given} told {hm} by {pamono:nurse}; bed alarm
    off {shortdate:-10}.
Roommate moved after {kin:given} complained to {someone:titled}, the administrator; ombudsman {someone:short} came
    {shortdate:-8}.
{kin:given} asked about {hospice}; not yet per {dr:family}. Flu lot {lotno} {inits:lower} {shortdate:-60}.
@list [[MDS items|Section Z|Items]]
{paitem} 0   {paitem} 3 B 2 C 1   {paitem} {paratio}   {paitem} 99
{paitem} Signature {nurse:full} RN   Sections A-E, GG   {shortdate}
{paitem} {staff:short} SSD  D,E,F,Q  {shortdate:-1}     {paitem} {inits:upper} RD  K
{paitem} ARD {numdate:-3}   {paitem} SNF / NF   {paitem} White   {paitem} Widowed
CAA 05 ADL  11 Falls  16 PU  - loc: see NN {shortdate} {inits:upper}
@list [[Plan|Goals|Orders]]
GDR {drug} per {newdr:family} (psych) {shortdate:4}; {kin:given} consents
PT eval {someone:given}; FWW; WBAT; RNP by {someone:given} 6x/wk
Next conf {shortdate:90}; letter to {kin2:full}, {otherstreet}, {city}
"""

TYPES: tuple[NoteType, ...] = (
    NoteType("paper-transplant", paper(_TRANSPLANT, "TRANSPLANT CLINIC", "Kidney Tx f/u", "{site} - {dept}"), 1.4),
    NoteType("paper-oncology", paper(_ONCOLOGY, "{clinic}", "ONC F/U", settle=aged(38, 80, woman=True)), 1.6),
    NoteType("paper-operation", paper(_OPERATION, "OPERATIVE REPORT", "{site:upper}\nOPERATIVE NOTE", "Op Note"), 1.6),
    NoteType("paper-death", paper(_DEATH, "DEATH SUMMARY", "Expiration Note", "{site}\nDEATH NOTE", settle=OLD), 1.4),
    NoteType("paper-icu", paper(_ICU, "ICU Progress", "MICU NOTE"), 1.6),
    NoteType("paper-therapy", paper(_THERAPY, "PT INITIAL EVAL", "Physical Therapy Evaluation", "{vendor}"), 1.5),
    NoteType("paper-neuropsych", paper(_NEUROPSYCH, "PSYCHOLOGICAL EVALUATION   CONFIDENTIAL", settle=CHILD), 1.4),
    NoteType("paper-obstetric", paper(_OBSTETRIC, "OB DELIVERY RECORD", "L&D Summary", settle=WOMAN), 1.4),
    NoteType("paper-consult", paper(_CONSULT, "CONSULTATION", "{dept} Consult", "{site:upper}"), 1.6),
    NoteType("paper-nursing-home", paper(_NURSING_HOME, "INTERDISCIPLINARY NOTE", settle=OLD), 1.5),
)  # fmt: skip
