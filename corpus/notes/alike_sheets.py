"""Whole sheets of a ward or a clinic, full of what looks like a name, a place or a number that identifies."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.alike_kit import HIDDEN, document

_DISCHARGE = r"""
@form
[[DISCHARGE INSTRUCTIONS|After Visit Summary|Going Home|AFTER YOUR STAY|Home Care Instructions]] -
    [[Total Hip Replacement|TONSILLECTOMY|Heart Failure|Laparoscopic Cholecystectomy|New Ostomy|Broken Wrist]]
Patient Education Provided: [[Verbal|Written|Teach-Back|Video]]   Learner: [[Self|Spouse|Daughter|Both Parents]]
@list Activity
Weight bearing as tolerated with the {al:device}. No driving while on {al:brand}.
Wear your TED hose days; off at night. Use the {al:device} [[in bed|for stairs|when up]].
No lifting over {num:5-20} pounds until you are seen by [[Surgery|your surgeon|the Clinic]].
Ankle Pumps, Quad Sets, Heel Slides: {num:5-20} each, {num:2-4} times a day.
@list Diet
Resume Regular. Sip {al:nutrition} or {al:nutrition} between meals.
Go easy on {al:food}, {al:food} and {al:food} for {num:2-6} weeks.
Mediterranean, DASH and Low FODMAP booklets are in the folder.
@rows Medicines
START {al:brand} {num:1-40} mg by mouth [[daily|twice a day|at bedtime]]
STOP {al:brand} and {al:brand}
CONTINUE {al:brand}, {al:brand}, {al:nutrition}
You may use {al:brand} or {al:brand} for gas; do not take with {al:brand}.
Last dose given: {al:brand} {hm}; {al:brand} {hm}
@list Wound Care
Leave the {al:wound} on for {num:3-7} days, then change to {al:wound}.
Shower with {al:wound}. Pat dry. No tub until the {al:suture} [[dissolves|is out]].
Empty the {al:instrument} drain and write it on the Drain Log.
Black or Tan drainage, Foul Odor, Red Streaks: call.
@list Follow Up
[[Orthopedics|Surgery Clinic|Trauma|The office]] will call you within {num:24-72} hours.
{al:crew} will come on {weekday}. {al:crew} has your referral.
Call {al:crew} between {time} and {time} with any question.
Bring your MyChart login, {al:law} card and Pill Bottles.
@prose When to Call
Temperature over {num:100-102}.{num:1-5}, Chills, Calf Pain, Chest Pain: Call 911 or go to the nearest ER.
Do not wait for the Clinic to open. The Nurse Line is open nights, Weekends and Holidays.
@form Signatures
Patient Signature: ____________ Relationship: ________ Date: ___/___/___ Time: ____
RN: ____________ Second RN: ________ Interpreter ID: ____
[[Condition at Discharge|CONDITION]]: [[Good|Fair|Stable]]   Mode: [[Wheelchair|Ambulatory|Stretcher]]   Escort:
    [[Mom|Son|
    Volunteer]]
"""
_ORDERS = r"""
@form
[[ED Sepsis|Adult Heparin|Hip Fracture|DKA|Acute Stroke|Post-Partum|Alcohol Withdrawal|Comfort Care]] Order Set
    [[v{num:2-9}|Rev. {num:1-9}|(P&T approved)]]
Status: [[Inpatient|Observation]]   Level: [[Tele|ICU|Med-Surg|Step-Down]]   Condition: [[Guarded|Fair|Critical]]
Attending: ________   Service: [[Hospital Medicine|Trauma|Medicine B|Family Practice]]
@list Monitoring
Vitals q{num:1-8}h; {al:scale} q shift; {al:acronym} and {al:acronym} per protocol
Notify {al:crew} for MAP < {num:55-65}, HR > {num:120-150}, UOP < 0.5, {al:acronym} > {num:2-9}
{al:scale} Scale on arrival; if {num:12-18} or less call {al:crew}
@list Lines and Tubes
{al:device} {num:14-22} Fr to [[gravity|LIS|bulb]]
18G or larger in AC; [[Midline|PICC|IJ]] by {al:crew} if x2 misses
{al:device} [[to -20 cm|on demand|at 52 cm]]
@list Medications
{al:brand} {num:1-9} g IV q{num:6-12}h, first dose STAT
{al:brand} {num:5-80} mg + {al:brand} {num:2-20} mg PO once
Hold {al:brand} for SBP < {num:90-110}
{al:crew} for {al:brand}, goal trough {num:10-20}
{al:brand/caps} {num:1-90} MG TAB   (sub for {al:brand/caps})
B52: Haldol {num:2-5} / Ativan {num:1-2} / Benadryl {num:25-50}
@list Labs and Imaging
Lactate, repeat in {num:2-6} h; {al:acronym}; {al:acronym}
Cx x2 before abx; {al:genus} PCR; {al:kitco} swab
[[CXR AP|KUB|CT A/P w/ PO|US RUQ]] - Reason: {symptom}
AM: BMP, Mg, Phos, {al:acronym}
@list Consults
{al:crew}
{al:crew} [[eval and treat|re: {al:law}|for {al:device}]]
{al:crew}, {al:crew}
@list Code and Precautions
Full   DNR/DNI   Comfort   MOLST on chart
Contact   Droplet   Airborne   Neutropenic   Seizure   Fall (Yellow Band)   Aspiration
@form
T.O./V.O. Read Back: ____   MD ________ #______   RN ________   Unit Clerk ________   {hm}
"""
_FLOW = r"""
@form
[[NURSING FLOWSHEET|Shift Assessment|24 Hour Record|ICU Flow Sheet]] {hm}-{hm}   Rm {room}   Bed {bed}
@rows Scales
{al:scale} {num:0-23}
{al:scale} {num:0-20} | {al:scale} {num:0-65}
{al:acronym} {num:0-9}, {al:acronym} -{num:1-4}
{al:scale} {num:1-9}/10
@rows Lines
L Radial A-Line; R IJ {al:device}; 20g R FA, 22 L AC
{al:device} capped x{num:1-3}
{al:device} #{num:1-4} {num:5-300} mL; {al:device} scant
{al:device} {num:14-24} Fr, day {num:1-9}
@rows Respiratory
{al:device} {num:10-60} L {num:21-100}%
{al:device} [[size 6|8 XLT|cuff 24]]; inner cannula changed {hm}
Pulm toilet q4; Yankauer at HOB; {al:brand} neb {hm}
@rows Skin
Coccyx {measure}; {al:wound} over {al:wound}
Heels: {al:device} on; turn q2 {hm} L {hm} R {hm} supine
Bed: {al:device} [[Rental|Low|on Max Inflate]]
{al:wound} [[to folds|BID|MWF]]; {al:wound} PRN
@rows Intake
{al:nutrition} {num:60-240} mL; {al:nutrition} @ {num:10-85} via {al:device}
NS {num:50-150}; Plasma-Lyte {num:250-1000}; {al:nutrition} {num:20-90}/h
Ate {num:10-100}%: {al:food}, {al:food}, [[tea|coffee|juice]]
@rows Safety
Sitter [[Yes|No|Tele]]. {al:device} vest off {hm}. Bed Alarm Zone 2. Call Light in Reach.
ID Band On; Allergy Band Red; Fall Band Yellow; Limb Alert Pink
Restraint: Mitts, L Soft Wrist; q2 ROM; order renewed
@prose Notes
{hm} [[Mom|Son|Family|Wife]] at bedside, watching {al:fame}. {hm} {al:crew} here. {hm} {al:crew} called; {al:brand} x1.
Charge RN and {al:crew} aware. Up to chair with {al:device} x2 assist. Pt states "I am fine." Report to oncoming RN.
"""
_CONSENT = r"""
@form
[[INFORMED CONSENT|CONSENT FOR ANESTHESIA|Consent to Treat|Permission to Operate|Agreement to Telehealth|
    Blood Product Consent]]
Procedure (lay terms): {proc}
Side/Site: [[Right|Left|Bilateral|N/A]]   Marked: [[Yes|No]]
@prose
I understand that a Physician, a Certified Registered Nurse Anesthetist (CRNA), Residents and Students may take part.
I have had the chance to ask about {al:brand}, {al:device} and [[transfusion|{al:suture} mesh|photographs]].
Risks include bleeding, infection, nerve injury, {al:disease} syndrome, {al:part} injury and death.
Alternatives: watchful waiting, {al:brand}, {al:device}, no treatment.
Types: General, Spinal, Epidural, Bier Block, MAC, Local with Sedation.
A Vendor Representative for the {al:device} may be in the Room.
Tissue may be kept for Teaching, sent to the State Laboratory or disposed of.
I have received the Notice of Privacy Practices, Patient Rights and {al:law} forms.
Under {al:law} I may withdraw at any time; {al:crew} will explain how.
I do / do not wish Blood. I am / am not a Jehovah's Witness.
My Advance Directive [[is on file|is not on file|was offered]]; Surrogate: [[none|spouse|____]].
@list Initial Each Line
____ Photographs and Video
____ Students, Observers
____ Release to {al:law}, Workers' Compensation, Employer
____ Assignment of Benefits
____ Electronic Mail, Text, Portal
@form
Patient / Parent / Guardian ____________________ Print Name ____________________
Relationship: [ ] Mother [ ] Father [ ] Legal Guardian [ ] Power of Attorney [ ] Other ____
Witness (print): ____________   Date: ____   Time: ____ AM/PM
Physician: I have explained the above. Signature ____________ MD/DO/APRN
Interpreter: [ ] In Person [ ] Language Line [ ] Declined   Language: [[Spanish|Twi|Hmong|Tigrinya|ASL]]
Form {alrule}   [[White - Chart|Yellow - Patient|Page {num:1-2} of {num:2-5}]]
"""
_OPERATION = r"""
@form
[[OPERATIVE REPORT|Operation Note|Op Note (brief)|PROCEDURE]]
PREOPERATIVE DIAGNOSIS: {al:disease} [[disease|syndrome|lesion]], {dx}
OPERATION: {proc}; [[{al:suture} repair|use of {al:device}|release of {al:part}]]
ANESTHESIA: [[GETA|MAC|Bier Block|Spinal with {al:brand}]]   ASA [[II|III|IIIE]]   EBL: {num:5-800}
DRAINS: {al:device} x{num:1-2}, {al:device} {num:10-19} Fr   COUNTS: Correct x{num:2-3}
@prose Indications
Patient with [[failed|intolerable]] {al:brand} and a positive {al:sign} sign; {al:scale} {num:1-9}. Consent on chart.
@prose Description
Time Out was done. Patient positioned in [[Lloyd-Davies|Trendelenburg|Fowler|Jack-knife|Beach Chair|Lateral with
    {al:device}]].
    Prep with {al:wound}; draped with Ioban.
A [[Kocher|Pfannenstiel|Gibson|McBurney|Chevron|Mercedes|Lanz|Weber-Fergusson]] incision was made and carried down to
    {al:part} with Bovie.
The {al:instrument} was placed. {al:instrument} clamps x{num:2-4} were used, then {al:instrument} scissors.
We identified the {al:part} and the {al:part}; these were [[spared|divided|reflected off with a {al:instrument}]].
{al:device} size {num:2-9} was [[seated|deployed]]; {al:device} fluoroscopy confirmed.
A {al:suture} stitch of {num:2-5}-0 {al:suture} closed the [[cuff|fascia|dura]]; skin with {al:suture} and {al:wound}.
{al:sign} test was negative after. {al:device} and {al:device} were on standby and not used.
@list Findings
{al:part} [[scarred|intact|attenuated]]
{al:scale} grade {num:1-4}; {al:scale} class [[B|C2|III]]
{al:disease} type nodules; frozen: no {al:genus}, no tumor
@list Postop
To PACU; {al:acronym}, {al:acronym}; {al:brand} {num:5-40} mg PRN
{al:crew} to see; {al:crew} for [[{al:device}|home]]
"""
_PROBLEMS = r"""
@form
[[PROBLEM LIST|Past Medical History|PMHx|Active Issues|Diagnoses]]
@list
{al:disease} [[disease|syndrome|'s]]
{al:disease}'s, {al:scale} {num:1-4}
{al:acronym} [[2/2|due to|vs]] {al:acronym}
s/p {al:device}, s/p {al:device}
{al:disease}, {al:disease} and ?{al:disease}
{al:origin} [[exposure|IgG +|remote]]
{al:genus} [[carrier|bacteremia, treated|colonized]]
Hx of {al:disease} IIA, off {al:brand}
{al:acronym} on {al:brand}/{al:brand}
{al:part} cyst
{al:disease} trait (mother, maternal aunt)
@rows Medications
{al:brand} {num:1-90} mg, {al:brand}, {al:brand} qHS
{als:brand}
{al:brand/caps} [[PO|SQ|TD]] [[DAILY|QWK]]
@rows Allergies
{al:brand} - rash; {al:wound} - blister; {al:food} - hives; {al:origin}
NKDA; {al:brand} (GI)
@rows Family and Social
Father {al:disease}; Mother {al:disease}, {al:acronym}; sibs well
[[Retired. Lives alone.|Works nights.|Navy veteran.|On {al:law}.]] Likes {al:fame} and {al:food}.
@rows Immunizations
{al:vaccine} #{num:1-3}; {al:vaccine}; {al:vaccine} due
{als:vaccine}
@rows Goals
{al:law} forms done. {al:crew} following. Full Code. HCP: [[spouse|none]].
"""
_ROUNDS = r"""
@form
[[ICU ROUNDS|NICU daily|Ward round|Multidisciplinary Rounds|Trauma tertiary]] D#{num:2-30}
@rows Neuro
{al:acronym} -{num:1-3}, {al:acronym} neg. {al:device} EEG. {al:scale} {num:1-9}. {al:brand} gtt off {hm}.
{al:scale} {num:1-5}; {al:sign} down; no {al:sign}. {al:trial} window closed.
@rows CV
{al:acronym} {num:1-4}.{num:1-9}, Fick. {al:device} P-{num:4-8}. {al:brand} {num:2-20}, {al:brand} 0.03. {al:scale} III.
{al:sign} on ECG? No. {al:acronym} {num:20-65}%. {al:device} rep here.
@rows Pulm
{al:acronym} {num:380-500}/{num:12-24}/{num:40-70}/{num:5-14}. P:F {num:90-300}. Berlin moderate. Prone x16 h.
    {al:device} size {num:6-8}.
{al:device} weaned; {al:brand} q4; {al:scale} {num:2-8}.
@rows GI / FEN
{al:nutrition} @ {num:10-70} via {al:device}, {al:nutrition}. {al:scale} [[Ib|IIa]]; {al:device} at bedside.
{al:brand} + {al:brand}. LBM {weekday}. {al:scale} {num:1-7}.
@rows Renal
{al:acronym} via {al:device}; {al:brand} {num:20-120}; Na {num:128-150}
@rows ID
D{num:1-9}/{num:7-14} {al:brand}; {al:genus} 2/4; {al:genus} PCR neg; {al:kitco} pend. {al:crew} recs: stop {al:brand}.
@rows Heme / Endo
{al:brand} ppx; {al:acronym} screen neg; {al:brand} {num:5-40} U; {al:disease} r/o
@rows Dispo
{al:crew} and {al:crew} at rounds. Family meeting {weekday} {time}. {al:law} app in. {al:crew} to update
    [[wife|parents|son]].
[[Dad speaks Twi.|Mom rooming in.|Grandma asks about hospice.|Sister flying in.]] Code: [[Full|DNR]].
"""
_THERAPY = r"""
@form
[[Physical Therapy|OT Initial Evaluation|SPEECH-LANGUAGE PATHOLOGY|Hand Therapy|Cardiac Rehab]] [[Eval|Progress
    Note|Plan of Care]]
Referral: [[Self|Ortho|{al:crew}]]   Visit {num:1-12}/{num:12-24}   Precautions: [[Sternal|Fall|Hip|None]]
@list Subjective
[[Pt|Client|Mom]] states "[[getting better|he chokes on {al:food}|I like the {al:device}]]." Pain {num:0-9}/10.
Home: split-level, {num:2-5} STE, tub bench, {al:device}, dog. Enjoys {al:fame}.
@rows Objective
{al:scale} {num:10-56}/56; {al:scale} {num:8-28}/28; TUG {num:8-30}.{num:1-9}; 6MWT {num:90-500} m
{al:sign} +, {al:sign} -, {al:sign} -, {al:sign} NT
Jamar R {num:10-60} L {num:10-60}; {al:scale} {num:2-5}; MMT {num:2-4}+/5
AROM flex {num:40-140}; MCP 0-{num:50-90}; Kapandji {num:3-10}
IDDSI {num:3-6} puree, mildly thick; trials of {al:food}, {al:food}, {al:nutrition}
Yale {num:1-3} oz failed; Mendelsohn, Masako, Shaker, Chin Tuck trained
Boston {num:20-60}/60; {al:scale} {num:4-30}; {al:scale} mild
@rows Treatment
NuStep L{num:2-7} x {num:5-15} min; BOSU; Theraband red to green; {al:device}
Maitland III, McKenzie ext, Mulligan, Cyriax, Graston, Epley x{num:1-3}
Feldenkrais, Pilates, Tai Chi, Otago, Bobath, Brunnstrom, Nordic sticks
Kinesio tape; Paraffin; Russian stim; Fluido; TENS; Game Ready
[[LSVT BIG|PROMPT|Frazier Free Water|Vital Stim|Lidcombe]] protocol begun
@list Goals
{al:scale} to {num:20-56} in {num:2-8} weeks
Car transfer with {al:device}, Mod I, {num:4-5}/5 trials
Return to [[golf|church|work|Pickleball]]
@prose Plan
{num:2-3}x/wk x {num:4-8}. HEP on {al:hand}. CPT {num:97110-97542} x{num:1-3}. D/C to {al:crew}. Reassess after
    {al:brand}.
"""
_REPORT = r"""
@form
[[CT ABDOMEN AND PELVIS|MRI L-SPINE|SURGICAL PATHOLOGY|Cytology|XR Knee|Echo|US Thyroid|Endoscopy]] [[REPORT|- FINAL|]]
Clinical History: [[pain|mass|{al:acronym}|?{al:disease}|r/o {al:genus}]]   Comparison: None
Technique: {al:device}, {num:1-5} mm; {al:brand} none; [[FLAIR|STIR|Dixon|Spoiled GRE]]
@prose Findings
The {al:part} is [[normal|prominent|effaced]]. {al:part} patent. No {al:disease} change. Riedel lobe. Phrygian cap.
{al:scale} {num:1-4} cyst {dec:0.5-4.0} cm. Schmorl nodes T{num:4-12} and L{num:1-4}. Tarlov cyst S{num:1-3}.
    Castellvi [[IIb|IIIa]]. {al:device}
    in place.
{al:sign} sign absent; {al:sign} line intact. LI-RADS {num:2-5}, PI-RADS {num:1-4}, TI-RADS {num:2-5}, BI-RADS
    {num:1-3}.
@prose Gross and Micro
Received in formalin labelled "[[right breast|antrum|cervix|lung RUL]]" are {num:2-9} cores, A{num:1-4}. {al:kitco}
    stain +; {al:kitco} -; {al:kitco} pending.
{al:scale} grade {num:1-3} (3+2+1={num:6-9}). {al:disease} cells. CK{num:5-20}, p{num:16-63}, S100, CD{num:3-138},
    {al:kitco}.
pT{num:1-3} N0(sn) M0. {al:scale} {num:3-10}. {al:kitco} sent out.
@list Impression
No acute process. [[{al:scale} follow-up.|{al:disease} not excluded.]]
{al:disease} vs {al:disease} vs {al:genus}; correlate.
Follow by Fleischner, Bosniak and ACR White Paper.
{al:crew} notified {hm}, read back.
"""
_T = (
    ("discharge", _DISCHARGE, 1.4),
    ("orders", _ORDERS, 1.3),
    ("flowsheet", _FLOW, 1.3),
    ("consent", _CONSENT, 1.2),
    ("operation", _OPERATION, 1.2),
    ("problems", _PROBLEMS, 1.2),
    ("rounds", _ROUNDS, 1.3),
    ("therapy", _THERAPY, 1.3),
    ("report", _REPORT, 1.2),
)
TYPES: tuple[NoteType, ...] = (
    *(NoteType(f"alike-{name}", document(block), weight) for name, block, weight in _T),
    *(NoteType(f"alike-{name}-one", document(block, some=HIDDEN), weight) for name, block, weight in _T),
)
