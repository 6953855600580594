"""Dense sheets of a hospital: tumour boards, transplant work-ups, codes, dialysis runs, interventions, anaesthesia."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.dense_kit import sheet

_TUMOUR_BOARD = r"""
@form
{farsite:upper} - [[THORACIC|HEPATOBILIARY|SARCOMA|HEAD AND NECK|NEURO-ONC|BREAST]] MULTIDISCIPLINARY CONFERENCE
[[Held|Conference]] {fulldate} {time}, [[conference room B|via Teams|4th floor library|hybrid]]. Coordinator:
    {staff:short} x{ext}
Case [[3 of 11|7|#2/9|1 (add-on)]]: {pt:last_first}, {agesex}, {mrn}, presented by {dr:family}
Present: {dr:family} (med onc), {dr2:family} (rad onc), {surgeon:family} (surg), {dr3:family} (path), {dr4:family}
    (rads), {nurse:first_initial} (navigator)
Apologies: {newdr:initial_last}, {newdr:family}; minutes {inits}
Referring: {pcp:titled_full}, {pcpsite} [[(slides requested)|(films on disc)|]]
Quorum met. CME credit 1.0 AMA PRA Category 1. NCCN NSCL-C and AJCC 8th edition on screen.
@prose Summary
{ageold} {man}, never smoker, retired from {employer}, found to have {finding} on a CT ordered by {pcp:family} after
    a fall at {place}.
Outside core at {farsite} read as poorly differentiated; re-review here ({accession}, {dr3:family}) favours large
    cell neuroendocrine.
PD-L1 22C3 TPS 40 %, ALK D5F3 negative, ROS1 FISH negative, {gene} detected at VAF 11 %, TMB 6.
PET {numdate:-11}: SUVmax 9.2 in the left upper lobe, Deauville not applicable, nothing above the clavicles.
Brain MRI at {newsite} clean per {newdr:titled}; we have not got the discs, {vendor} courier booked.
Prior right {epo:operation} by {surgeon:family_upper} in {year:-9}; port by IR {month:-2}.
ECOG 1, Karnofsky 80, G8 13/17, Charlson 4, weight down 6 kg in a season.
{pt:given} told {nurse:given} that {his} {word} {kin:given} ({kinage}) cannot drive to {town} daily for six weeks.
Father lung at {otherage}, maternal aunt {someone:given} ovarian at {otherage}; Ambry panel sent, {specimen}.
@list Discussion
{dr4:family}: station 7 node 14 mm short axis, Fleischner not relevant, RECIST baseline sum 61 mm.
{surgeon:family} would resect if EBUS negative; {dr:family} and {dr2:family} prefer CRT.
Path ({dr3:initials}): Ki-67 70 %, synaptophysin +, TTF-1 patchy, mucin neg, Gleason n/a.
{dr2:family} quoted PACIFIC and CROSS; Lugano and Breslow not applicable; 60 Gy in 30.
{newdr:family} (visiting, {farsite}) asked about the trial {study}.
Whipple, Ivor Lewis and Hartmann considered in turn, none indicated.
Durvalumab vs Keytruda vs Tagrisso: Medicare formulary to be checked by {staff:given}.
@form Recommendation
[[1)|a.|->]] EBUS with {newdr:family}, slot {shortdate:4}; [[2)|b.|->]] PFTs, DLCO; [[3)|c.|->]] re-present
    {shortdate:14}
Consensus, 9 for, 1 abstained ({inits:upper})
Clinician to inform patient: {dr:titled}, clinic {weekday} {shortdate:3}, interpreter from {vendor}
GP letter to {pcp:family} / navigator {nurse:short} {drphone}
Clinical stage cT2a N2 M0, IIIA. Intent: radical. Key worker [[allocated|TBC]].
Outcome code B2; 31-day clock stops {shortdate:25}; breach reason [[none|patient choice]]
[[Chair|Lead]]: {dr:full} {inits:upper} {numdate}
"""

_TRANSPLANT = r"""
@form
[[Solid Organ Transplant|Liver Transplant Program|Renal Transplant Evaluation]] - {site}, {citystate}
Candidate: {pt:full} | {dob} | ABO [[O pos|B neg|A1]] | {mrn} | SSN ends {ssn4} | UNOS {id}
Coordinator {nurse:full}, {nursecred}, {drphone}, after hours answering service {sitephone} (ask for the liver page)
Nephrologist {dr2:full} ({clinic}, {town}); Hepatologist {dr:full}; Surgeon {surgeon:short}; SW {staff:short}; Pharm
    {inits:upper}; Finance {author:short}
Payer: {payer} {plan}, case manager {someone:short} {phone}, auth {order}
Dialysis unit: {farsite}, chair [[4|11]], MWF first shift, since {month:-26}; charge RN {nurse2:given}
Height 171 cm  Weight 84.2 kg  BMI 28.8  PRA 34 %  cPRA 12  DR 4,7  DQ 2  EPTS 41
@prose History
{mr} {pt:family} is a {ageold} {race} {man} with ESRD from biopsy-proven IgA nephropathy ({farsite}, {newdr:titled},
    {year:-12}), Oxford M1 E0 S1 T1 C0.
Listed briefly at {newsite} but made inactive when {he} moved from {hometown:plain} to look after {his} {word}
    {kin:given},
    {kinage}.
Two prior crossmatches positive; donor offered by {employer} colleague {friend:full} ({otherage}, type O), ruled out
    for a Bosniak III cyst.
AVF by {surgeon:family} failed {month:-14}; Permcath right IJ, changed over a wire at {site2} twice.
Pneumovax, Shingrix, Heplisav-B done at {pharmacy}; Quantiferon indeterminate; Strongyloides IgG negative; CMV IgG
    positive, EBV VCA positive.
Cleared by {newdr:titled} (dental, {town}) and {newdr:titled} (cardiology, Lexiscan, no ischaemia).
Worked at {works} as {job}; on disability since {season:-2}.
Travel: {ftown}, Coccidioides and Trypanosoma serologies asked for.
@form Living donors
Donor 1 {kin:full}, {word}, {kinage}, {kinphone}, 1-haplotype match; CT angiogram {shortdate:9}
Donor 2: {someone:full} ({otherage:24-58}), paired exchange, lives in {town}, blood drawn at {lab}
Donor 3 altruistic, ref {id}, IDA {staff:short}
Donor advocate {inits:upper} not part of recipient team
@list Committee
Present {initpair}, {dr:family}, {dr2:family}, {surgeon:family}, {inits:upper}
SIPAT 14; HADS 5/4; Karnofsky 70; frailty Fried 1/5; MELD-Na not relevant; LVAD no
Tacrolimus target 8-10, Myfortic 720 BID, Thymoglobulin 1.5 mg/kg x4, Valcyte, Bactrim SS
Approved pending [[colonoscopy|Pap|BMI < 35|tobacco cotinine x2]]; {nurse:given} to call {pt:given} at {mobile}
Deferred: caregiver plan weak, only {kin:given}; {staff:family} to meet {kin2:short} on {shortdate:6}
Milan criteria met; Mazzaferro metro-ticket 74 %; Child-Pugh B8; Baveno VII screening scope
Chair {surgeon:titled_full}. Minutes typed {inits:lower}, checked {inits:upper} {hm}
"""

_CODE = r"""
@form
[[CODE BLUE RECORD|Resuscitation Record|Cardiac Arrest Audit Form|RRT -> CODE]]  {site}  {dept} rm {room}
Pt sticker: {pt:upper} {mrn} {dob} {sex} Dr. {dr:family_upper}  Adm {shortdate:-2}
Date {numdate}  Called {hm}  Team arrived {hm}  Ended {hm}  Overhead by: {inits}
Witnessed [[Y|N]] Monitored [[Y|N]] Found by {staff:short} ([[CNA|phlebotomy|dietary|housekeeping]]) [[during turn|at
    vitals|after visitor called]]
Leader {dr:family} PGY3 / Airway {newdr:family} / Compressor {inits:upper}, {inits:upper}, {inits:upper} / Meds
    {nurse:initials} / Recorder {nurse2:initials} / Pharm {inits:upper} / RT {inits:upper}
Zoll R Series, pads anterior-posterior; LUCAS not used; ETCO2 sensor Masimo
@rows Time log
{hm}  PEA  CPR [[cont|resumed]]  Epi 1 mg IO   {inits:upper}
{hm} | VF | 200 J biphasic | amio 300 | compressor swap {inits:upper} -> {inits:upper}
{hm} asystole, Ca gluconate 2 g, bicarb 50 mEq, {inits:lower}
{hm}  pulse check none (fem, L) {dr:initials}
{hm:colon} ROSC  SBP 84 palp, Levophed 10 mcg/min  {inits:upper}/{inits:upper}
{hm}  ETT 7.5 @ 23 cm, Glidescope, grade 1 Cormack-Lehane, {newdr:family}, ETCO2 18
{hm}  gas: pH 6.98 / 71 / 58 / 16, lac 11.4, K 6.9
{hm}  bedside echo ({inits:upper}): no effusion, RV not dilated
{hm}  Epi #4    vitals n/a    {inits:upper}
{hm}  {kin:given} ({word}) in hall w/ chaplain {staff:family}
@form Outcome
[[Survived, to ICU|Expired]] {hm}; pronounced by {dr:titled_full}; 5 H / 5 T reviewed
Family: {kin:full} {kinphone} told by {dr:family} at {hm}, second call {kin2:given} in {hometown:plain}, voicemail
ME [[notified - case {caseno}, Inv. {officer:family}|not applicable]]; {donation} called {hm}, ref
    {id}, spoke w/ {someone:given}
Belongings: 1 ring, upper denture, Casio watch, given to {kin:short}. Security {officer:short} badge {badge}
Lines: L tibial EZ-IO, R fem Cordis ({dr:initials}), Foley 16 Fr, Salem sump
Attending of record {dr2:full} phoned at home {hm} by {inits:upper}
Debrief 0-5: 4. Cart 12 relocked, tag {serial}. Defib strip x3 attached.
Sig: {nurse:full} {nursecred} / {dr:short} {cred} / pharm {inits:upper}
Copies: QA ({inits:lower}), chart, {dept}
"""

_DIALYSIS = r"""
@form
{farsite} - Hemodialysis Treatment Sheet
{pt:last_first}  {dob}  Chair [[7|12A|3]]  Machine {serial}  Tx # [[412|88|1,203]]  {numdate}
Nephrologist: {dr:family}   PA: {dr2:initial_last}   Charge: {nurse:first_initial}   PCT: {staff:given}
Rx: F180NR, 2K 2.5Ca, 137 Na, BFR 400, DFR 800, 3 h 45, heparin 2000 + 500/h, EDW 71.5, temp 36.5 (per {dr:initials}
    {shortdate:-9})
Access: L BC AVF 15 g x2, buttonhole [[no|yes]], cannulated by {inits:upper}; prior R Permcath by {surgeon:family},
    {newsite}
Pre wt 74.9, standing BP 158/82, sitting 166/88, temp 36.4, RN assess {inits:upper}
Hep B sAg neg ({shortdate:-20}), sAb 44; next Kt/V {shortdate:12}; Fresenius 2008T disinfected, bleach strip neg x2
    {initpair}
@rows Run
{hm}  154/80  82  400  -180  140  820  {inits:upper}
{hm} | 122/61 | 90 | 350 | UFR down | cramp R calf, NS 200 | {inits:upper}
{hm}  AP -210  VP 150  TMP 60  conductivity 13.9  ok {inits:lower}
{hm}  asleep, Kardex snack, no c/o   {inits:upper}/{inits:upper}
{hm}  96/50  symptomatic, Trendelenburg, UF off, {dr2:family} aware  {inits}
{hm}  rinseback, post 130/70  {inits:upper}
@list Given
Epogen 6,000 U IV {inits:upper}; Venofer 100 mg #4/10 {inits:upper}; Zemplar 3 mcg
Parsabiv 5 mg held, Ca 7.9; Sensipar stopped {shortdate:-30} by {dr:family}
Vancomycin 750 mg last hr for MRSE per {farsite} d/c letter ({newdr:titled})
Tums w/ meals, Renvela 800 x3, Nephro-Vite, Velphoro
@prose Notes
Pt states missed {weekday} because {vendor} never came; rescheduled via dispatcher {someone:given} {phone}.
Transonic 480 mL/min, Twardowski probe down; thrill good, no aneurysm; refer to {surgeon:family} if below 400.
{kin:given} ({word}) rang from {town}: {he} sleeps in the chair, legs swollen, asks about a transplant at {site2}.
Dietitian {staff:short}: phos 7.2, Kt/V 1.31, URR 68, albumin 3.4, KDOQI goals reviewed, avoid Pepsi.
Water room: chlorine 0.00, Myron L 13.8, signed {initpair} {hm}.
Transient visit from {farsite}; orders faxed by {newdr:family}, their MRN {mrn}, HIPAA form on file.
Emergency kit given; storm schedule: call {sitephone} or {portal}.
Dry weight challenge 71.0 from {shortdate:2}. {inits:lower}
"""

_IR = r"""
@form
[[INTERVENTIONAL RADIOLOGY PROCEDURE RECORD|Vascular & Interventional - Report|IR suite 2 log]]
{pt:upper_full} {agesex} {mrn} Acc {accession} Ordering {dr2:last_first} ({dept})
Operator(s): {dr:full}, {cred} / fellow {newdr:family} / tech {inits:upper} {inits:upper} / RN {nurse:initials} /
    anes {newdr:initial_last}
In room {hm} Access {hm} Out {hm} Fluoro 18.4 min 612 mGy 71 Gy-cm2 Contrast Visipaque 110 mL
Consent by {newdr:family} w/ {kin:full} ({word}), telephone, second listener {inits:upper}
Time-out {hm}: {dr:initials}, {nurse:initials}, {inits:upper} agree; Mallampati II, ASA 3
@prose Procedure
Right common femoral access, 21 g Micropuncture, 5 Fr Glidesheath, Cobra C2 and Simmons 1 over a Bentson, then
    Progreat in the GDA.
Celiac, SMA, proper hepatic runs; Michels type III; Couinaud VI lesion 3.1 cm blush.
TheraSphere 2.1 GBq lot {serial}, calibration {shortdate:-2}, delivered under {dr:family}'s hand with {staff:short}
    of {vendor} present.
Viatorr 10 x 8 x 2 ({serial}) after Rösch-Uchida pass, HVPG 21 to 7.
Denali filter retrieved with Ensnare; fragment none; prior placer {newdr:titled}, {farsite}, {month:-20}.
Angio-Seal 6 F, Perclose failed, manual 20 min by {inits:upper}, D-Stat.
Drain: 12 Fr Dawson-Mueller, 90 mL pus, grew Klebsiella and Bacteroides, JP bulb.
Embozene 300, Gelfoam slurry, Onyx 18, Nester coils 6/4 x5, Amplatzer II 8 mm.
@list Findings
Aorta and Riolan arc patent, Drummond small, no Dieulafoy seen
Stenosis 80 % at the swing point, Mustang 7 x 40 to 14 atm, Lutonix 7 x 60, residual 10
Compared with the angiogram of {numdate:-33} from {newsite} ({newdr:family}): progression
PAE: PErFecTED technique, Embosphere 300-500
Seldinger, Hawkins, Yueh, Chiba all usual; no Allen abnormality (Barbeau B)
@form Plan
Bed rest 4 h, Caprini 5, to {dept} bed {bed}; report given {hm} to {nurse2:given} by {inits:upper}
Results phoned {hm} to {dr2:titled} (read back), page {pager}
Clinic {dr:initials} {shortdate:14}; drain study {shortdate:9}; home RN {vendor} {phone}
Sample to {lab} {specimen}, cytology {inits:upper}
Prelim {newdr:family} {stamp}; final {dr:family}; D/T {initpair} VoiceID {docid}
"""

_ANAESTHESIA = r"""
@form
{site} - [[Pre-Anaesthesia Assessment Clinic|PAT visit|POAC proforma|Anesthesia pre-op]]
{pt:full}, {dob}, {mr} [[{phone}|{mobile}]] For: {proc} ({surgeon:titled}, list {weekday} {shortdate:8}, [[am|pm]])
Seen by [[RN|SPR|CRNA|CA-2]] {nurse:short} {hm}; consultant {dr:titled_full}; escort home {kin:given} ({word})
    {kinphone}
ASA [[II|III]] Mallampati [[I|II|III]] TMD 6.5 Wilson 1 El-Ganzouri 2 STOP-Bang 4 METS 5 Duke 28.7 RCRI 1 Apfel 3
    ARISCAT 28
GP {pcp:family} {pcpsite}; pharmacy {pharmacy}
@list Anaesthetic history
{year:-18} GA, {farsite}, grade 3b, Bullard used, letter from {newdr:titled} scanned ({docid})
{kin:poss} family: {someone:given} had MH in {town} at {otherage:9-40}; caffeine-halothane positive at {newsite}
PONV after {epo:operation}, rescued with Zofran and Emend
Spinal {month:-40}, {dr2:family}, blood patch by {inits:upper}
Suxamethonium apnoea card, dibucaine 32, alert no. {id}
Dental: cap UL1, loose LR6; {newdr:titled}, dentist in {city}, rang back
@prose Assessment
{ageold} {job} who still ploughs at {place}; can climb to the choir loft of {church} without a stop.
CIED: {model}, Boston Scientific, interrogated by {staff:short} of {vendor} {shortdate:-12}, serial {serial}, magnet
    to asynchronous.
Apixaban stop 72 h, last dose {shortdate:5} pm; Ozempic off since {shortdate:-6}; Humira due {shortdate:11} skip.
ECG Mobitz I, echo {month:-2} at {labsite} EF 52, Lee index 1, Goldman II, Killip nil.
HbA1c 7.9 {lab}; Hb 104, ferritin 11: Monofer 1 g {shortdate:2}, {dept}.
Jehovah's Witness; card lodged with elder {someone:titled_full}, {church}; cell saver agreed, Tisseel refused.
Blocks discussed: Pecs II, Bier, TAP, Winnie interscalene; Sonosite, Pajunk 80.
Latex: nil. Chlorhexidine: nil. Betadine: rash as a child.
@form Plan
Fasting Sip Til Send; Preload x2; Emla; first on list per {surgeon:initials}
Bed: [[HDU|PACU then ward|day case]], booked with {staff:given} bleep {bleep}
GA + arterial line + Bair Hugger + BIS; Difficult Airway trolley; Dr {newdr:family} second pair of hands
Discussed w/ {dr2:family} (cardiology, {site2}) {hm}: proceed
[[Anaes nurse|PAC RN]] {inits:upper} {hm}  Cons {dr:initials} {shortdate}  Checked day of surgery {inits} {hm}
AAGBI, NICE NG45, FICB bundle, Enhanced Recovery: tick
"""

TYPES: tuple[NoteType, ...] = (
    NoteType("dense-tumour-board", sheet(_TUMOUR_BOARD)),
    NoteType("dense-transplant-evaluation", sheet(_TRANSPLANT)),
    NoteType("dense-code-record", sheet(_CODE, least=2)),
    NoteType("dense-dialysis-run", sheet(_DIALYSIS, least=2)),
    NoteType("dense-interventional", sheet(_IR, least=2)),
    NoteType("dense-pre-anaesthesia", sheet(_ANAESTHESIA)),
)
