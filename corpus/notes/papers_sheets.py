"""Grids, printouts and scraps: initials beside cells like them, labels beside values, capitals beside names."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.mended_kit import either
from corpus.notes.papers_kit import ADULT, CHILD, paper, slips, worn
from redactor.sample.marked import Marked, join

_RECONCILED = r"""
@form
Source: pt / family / bottles / [pharmacy]     {paform}    {pt:last_first}   {dob}
Pharmacy called: {newpharmacy}, spoke w/ {someone:given} {hm}     Allergies: {allergy}
@rows [[Home medications|Medication list|PTA meds]]
Drug | Dose | Route | Freq | Last taken | Continue? | Init
{drug} | {strength} mg | PO | BID | {shortdate} am | Y | {pamono:nurse}
{drug} | 49/51 | PO | BID | {shortdate} | Y | {pamono:nurse}
{drug} | {dose} | PO | qhs prn | {shortdate:-1} pm | HOLD | {inits:upper}
{brand} | {num:1-9} | SL | {pacell} | unk | N | {pamono:nurse}
{drug} | {dose} | {pacell} | {pacell} | -- | D/C | {inits:upper}
{brand} PM | 2 tab | PO | qhs prn | {pablank} | {pacell} | {pamono:nurse2}
{drug} | {dose} | INH | Q4H | {pacell} | CHG | {pamono:dr}
@rows [[MAR|Administration|Given]]
Med | {hm} | {hm} | Site | Init | Reason
{drug} {dose} | {inits:upper} | {pacell} | LUE | {pamono:nurse} | -
{drug} IV | {pamono:nurse2} | {pamono:nurse2} | RUE | {inits:lower} | NPO
{drug} {dose} PO BID | {pacell} | OFF UNIT | - | {pamono:nurse} | {pacell}
{drug} gtt | NC | {pamono:nurse} | {pacell} | {inits:upper} | HD
@form
{pamono:nurse} = {nurse:short} RN     {pamono:nurse2} = {nurse2:short}     PO = by mouth    D/C = stop   UTO = unable
Reconciled by: {staff:initial_last} PharmD {shortdate} {hm}     Reviewed: {dr:family}     Co-sign {inits:upper}
Copy to {kin:given} ({word}); SNF {nursinghome} DON {someone:given}
"""

_EMS = r"""
@form
Incident # {run}    Unit: M{num:1-40}   Agency: {responder}     Shift: B    PCR {docid}
Disp {hm}  Enr {hm}  Scene {hm}  PtC {hm}  Lv {hm}  Dest {hm} Avail {hm}
Loc: {street}, {town}      Dest: {site:abbr}     Resp Mode: L&S   Trans: Code 2     Odo {num:10000-99999}
Crew 1: {nurse:family} (P)  Crew 2: {nurse2:short} (B)  Student: {pablank}     Driver {inits:upper}
Pt: {pt:upper}   {agesex}   DOB {dob}   Wt 100kg     SSN {ssn}     Ins {newpayer}
CC: "can't breathe"  PI: Resp distress   Hx: COPD CHF  Meds: see photo  Alg: PCN
@prose N:
Disp to res for SOB. AOS find pt tripoding on porch w/ {word} {kin:given} and neighbor (off-duty FF {friend:family}).
Per {kin:given}, out of Trelegy {paaway}. PERRL, JVD, LS dim. Pt AAOx4, states name {pt:given}, May, Trump joke.
Tx: CPAP 10, NTG x2, DuoNeb, IV 20 L AC by {nurse2:given}. 12L ST no STEMI. RMA x1 then agreed.
Med control {dr:titled} ({site:alias}) - no orders. E{num:1-40} {officer:family} assisted w/ stair chair. PD
    {oddpolice}: {officer:titled}, case {caseno}.
TOC to RN {staff:given} {room} {hm}. Sig: {kin:initial_last} for pt. HIPAA left. Belt, cane, Rose the cat stay w/
    {friend:given}.
@rows VS
Time | BP | P | R | SpO2 | GCS | ETCO2 | By
{hm} | {num:90-210}/{num:50-110} | {num:60-140} | {num:12-40} | {num:80-99}% RA | 15 | {num:20-60} | {pamono:nurse}
{hm} | {num:90-210}/{num:50-110} | {num:60-140} | {num:12-40} | {num:80-99}% CPAP | 15 | {num:20-60} | {pamono:nurse2}
{hm} | UTO | {num:60-140} | {num:12-40} | {num:80-99}% NRB | 14 | -- | {inits:lower}
@form
Lic: {cert} / {cert}     Supplies: ET 7.5, SAM splint, BVM    Narc log {raw} wasted 50 mcg wit {inits:upper}
QA {someone:initial_last} {shortdate:3}: {pacap}, {pacap}. Billing: ALS1, mileage {dec:0.4-40.0}, NPI {npi}
"""

_PATHOLOGY = r"""
@form
{lab:upper}         CLIA {id}     Director {newdr:titled_full}
Accession: {accession}    Collected: {numdate:-3}   Received: {numdate:-2}  Reported: {numdate}
Patient: {pt:last_first}     DOB: {dob}    Req by: {dr:initial_last} MD (GI)     Acct {acct} {clinic}
@list [[Specimens|SPECIMEN(S)|Parts]]
A. Colon, cecal polyp  B. Colon, 40 cm  C. Stomach, antrum
Received in formalin labeled "{lc:pt:family}, cecum" is a 0.4 cm tan fragment. 1 cassette A1. ({inits:lower})
Labeled "{pt:given} {pt:family}" on jar, "{pt:initials}" on cassette; {someone:given} at the office confirmed {hm}
Ink: blue = L, black = R. Sections by {pamono:author}. {paratio} nodes. Cold ischemia 22 min
@prose [[Microscopic|Diagnosis|Comment]]
Giemsa and Warthin-Starry negative. No Paneth cells. Vienna category 3; Sydney grading: mild. {paepo}.
Tubular adenoma, margins free. ER+ PR+ HER2 1+; Ki-67 {num:5-60}%. MLH1/PMS2 intact; SV40, CMV IHC neg.
Seen with {newdr:titled}, who concurs; also shown to {newdr:family} and {newdr:family} at QA. Prior {accession}
    reviewed.
Slides sent to {newdr:titled} at {newsite} under {accession}; block {raw} back {shortdate:-1} by {parcelco}.
Findings phoned to {someone:given} at {dr:titled}'s office {shortdate} {hm}, read back. LSIL, ASCUS and VIN not seen.
Gross description by {author:short}, PA(ASCP). ICD: {icd}. CPT 88305 x3.
@form
{newdr:full}, {cred}   (signature on file)   {stamp}      T: {pamono:author}   {shortdate}
Addendum {numdate:4}: FISH by {newlab} {accession}: not amplified. {newdr:initials}
"""

_RADIOLOGY = r"""
@form
Exam: CT CHEST W   Acc {accession}   Ordering: {dr:last_first}   Comparison: {numdate:-400}, outside CT {site2:alias}
    {year:-4}
Pt {pt:last_first}   {dob}   {agesex}   Loc ED hall {num:1-9}   Tech: {inits:upper}   Contrast: Omnipaque 350 lot
    {lotno}
@prose [[History|Indication|Hx]]
{agesex}, lung ca s/p RUL ({surgeon:family}), XRT ({newdr:family}), DVT. {kin:given} says cough since {holiday}.
Compared with {shortdate:-200} ({newdr:family} read), {shortdate:-90} (portable, {hm}) and CD from {farsite:alias},
    {numdate:-800}.
@list [[Findings|FINDINGS|Report]]
4 mm RLL nodule (se 4 im {num:20-240}), was 4; Fleischner. Lung-RADS 2. PET neg {shortdate:-200}
R IJ tunneled, tip SVC/RA. Swan withdrawn {shortdate:-1} by {inits:lower}. NGT below GEJ
Haller 2.8. Bosniak I. Cobb 12. Hounsfield 20. Small L eff. T9 wedge, Genant 1
Lead {modelno} ({devname}, ser {serial}) intact
@form [[Impression|IMPRESSION|Conclusion]]
Stable. New small L eff. No PE.      D/W {surgeon:titled}'s NP ({nurse:given}) {hm} by {newdr:given}.
CRITICAL: called to {nurse2:given} in CICU {hm}, {inits:upper}; {dr:family} aware     Peer review: {newdr:family} agrees
Prelim: {newdr:initial_last} PGY3 / Final: {dr2:family} {stamp}     Tele: {readers}
cc {pcp:family} (fax {fax}), {newdr:family}
"""

_TRIAL = r"""
@form
Protocol {study}   Visit 3 (Day 29 +/- 3)    Site {num:10-99}    Subject {id}    Initials {pt:initials}
Visit Date {fulldate}    PI: {dr:family}    CRC: {staff:short} x{ext}    CRO: {newfirm}    {paform}
@list [[Visit 3|Procedures|Page 7]]
Inclusion / Exclusion still met?  [x] Yes [ ] No
Concomitant Medications changed? [x] Yes -> CM log line 4 ({inits:upper})
Vital Signs  Sitting 5 min   BP {num:100-150}/{num:60-90}  HR {num:50-90}  Temp 36.6 C oral   ECOG 0 [1] 2 3 4
ECG  PR 162  QRS 88  QTcF {num:380-470}    [ ] Normal [x] Abn NCS [ ] Abn CS     Read: {newdr:initials}
PK sample  T0 {hm}  T1 {hm}  T4 {hm}    Tube barcode {specimen}     PD: ND
ICF v{dec:1.0-6.0} signed {shortdate:-30} by {pt:short}; wit {someone:short}; copy to {kin:given}
@rows [[Adverse events|AE log|AE]]
Term | Start | Stop | Gr | Rel | Action | SAE | Init
Nausea | {tightday:-12} | {tightday:-9} | 1 | Possible | None | N | {inits:lower}
{dx} | {tightday:-30} | UK | 2 | NR | HOLD | N | {pamono:staff}
{symptom} | {tightday:-3} | CONT | 1 | ND | CM | N | {pamono:staff}
Fall at {place} | {tightday:-20} | {tightday:-20} | 1 | Unrelated | ED | N | {inits:upper}
@form
Completed by: {pamono:staff} {tightday}     Query {num:1000-9999}: AE stop date prior to ConMed stop. Resolved by
    {someone:initial_last} {textdate:4}
Monitor {newdr:full} on site {shortdate:9}; SDV {paratio}; PI sig {pamono:dr} {shortdate:10}; IRB {newschool} {raw}
DD form to sponsor {hm}; courier {parcelco} {postno}; lab {newlab}
"""

_REQUISITION = r"""
@form
Acct: {acct}   Client: {clinic}   Bill: [ ] Client [x] Ins [ ] Patient     {paform}
Last Name {pt:family}  First  {pt:given}  MI      Birth date {dob}   Sex {sex}   Coll: {hm}  Fasting N
Street {street}     City {city}  State {stateab}  Zip {zip}   Phone {phone}    Resp Party {kin:given}
ICD-10 (required): {icd}, {icd}      Ordering: {dr:initial_last} NP     NPI {npi}     UPIN {pablank}
@list Tests
{paorder}   {paorder}
{paorder}  {paorder}  {paorder}
[ ] Strep A PCR [ ] Lyme w/ rfx WB [ ] Mono  [ ] GC/CT   Swab: {paopt}
{paorder}   Source: Ven / Cap     Other: ______
AFP: GA 16+2 by US, Wt {num:100-220}, Race W B A H, IDDM N, twins N, prior NTD N
@form
ABN on file? N/A     Phleb {inits:lower}    # tubes: Lav 1 SST 1 Blu 0    {room}     Temp: RT  FR  RF
cc results: {newdr:titled}, {town}; {kin:given} (portal)    STAT call {sitephone} ask for {someone:given}
Lab use: rec'd {hm} {inits:upper}  spun {inits:lower}  QNS  HEM  LIP  ICT    Log {accession}
"""

_FACE = templates(r"""
PATIENT NAME\n{pt:upper}\nADMIT DATE/TIME\n{numdate} {hm}\nACCOUNT NO.\n{acct}
ROOM-BED\n{room}\nRELIGION\nLUTHERAN\nEMPLOYER\n{employer:upper}\nSTATUS\nRETIRED
RELIGION\nNONE\nEMPLOYER\nUNEMPLOYED\nOCCUPATION\nN/A
NEXT OF KIN\n{kin:upper}\nRELATION\nSP\nPHONE\n{kinphone}
FIN CLASS\nMEDICARE\nPOLICY\n{plan}\nSECONDARY\nNONE
FIN CLASS\nSELF PAY\nGUARANTOR\n{kin2:upper}\nREL\nOTHER
ATTENDING\n{dr:family_upper}\nREFERRING\nSELF\nPCP\nNONE
ATTENDING\n{dr:upper}\nADMITTING\n{dr2:family_upper}\nCONSULT\n{newdr:family_upper}
ADMIT DX\nCVA VS TIA\nCODE\nFULL\nISO\nMRSA\nALLERGY\nNKDA
MARITAL\nWIDOWED\nRACE\nWHITE\nLANG\nENGLISH\nVIP\nN\nSMOKER\nN\nADV DIR\nY
ADDRESS\n{street}\nCITY\n{capstown}\nST\n{stateab}\nZIP\n{zip}\nCOUNTY\n{county}
SEX\n{sex}\nAGE\n{age}\nDOB\n{dob}\nBIRTHPLACE\n{capstown}
SRC\nER\nTYPE\nELECTIVE\nSVC\nMED\nCLERK\n{inits:upper}
CLERGY NOTIFIED\nYES\nCHURCH\n{church}\nVISITORS\nNO INFO
ALIAS\nNONE\nMAIDEN\n{pt:maiden}\nMOTHER\n{someone:upper}
ARRIVAL\nWALK IN\nESCORT\n{friend:given}\nVALUABLES\nNONE\nSAFE\n{raw}
FACILITY\n{capsite}\nUNIT\nCCU\nPREV ADM\n{shortdate:-400}
""")
_TIGHT = templates(r"""
First {pt:given}  Middle  Last {pt:family}
A. First {pt:given}  B. Middle  C. Last {pt:family}  D. Suffix
Name: {pt:short}  Rm {bed}   Type: {paopt}
Donor: {pt:short}  Sig ______     Phleb {inits:lower}
Home Address: {street}     City: same     State: ditto
School {newschool}     Sport(s) Track   Grade 9
Witness {someone:short}   Time {hm}   Relation {word}   Init {inits:upper}
Dict: {dr:family}  DD {shortdate}  DT {shortdate:1}  Job {docid}
Signed {dr:initials}/{lc:author:initials}  DD:{numdate}  DT:{numdate:1}
Employer {employer}     Job title {job}     Hours 4x10
Lot {lotno} given {shortdate} {inits:lower}
Rec'd: {inits:upper}  MI:   Suffix:   AKA: {pt:maiden}   Sex {sex}
Surgeon {surgeon:family}   Asst {newdr:family}   Anes General   Scrub {nurse:given}   Circ {nurse2:given}   EBL
    {num:5-500}
Mother {kin:given}   Age    Occup    Father unk   Sibs {kin2:given}, {someone:given}   GP alive
From {nursinghome}  To {site:alias}  Via {responder}  RN {nurse:given}  Report Y
Ins {newpayer}  HMO needs auth  Ref# {order}  Visits {paratio}
Pharm {newpharmacy}  Ph {sitephone}  Tech {someone:given}  Called {hm}  RBV Y
PCP none     Clinic {clinic}     Last seen UNK
Teacher {teacher:family}  HR {bed}  Bus 12  Lunch B  Meds N
Attending {dr:family}  Fellow {newdr:family}  Resident none  MS {someone:given}
Box 17. Referring {newdr:initial_last}  17a.  17b. NPI {npi}  19. {pablank}  21. A {icd} B {icd}
31. {dr:upper}  32. {capsite}  33. {clinic}  24J. {npi}  25. {id}  27. YES NO
HCP {kin:short}   Alt {kin2:given}   MOLST Y   DNR N   Autopsy N
Drive {church}   Mobile 4   Donor {raw}   Arm L   Chair {num:1-9}
Cert {cert}  Exp {my}  NREMT  CPR  ACLS  PALS  {someone:initial_last}
""")
_CAPITAL = templates(r"""
{pacaps} {newdr:family} {pacaps}
Seen by Pulm ({newdr:family}), {pacap} and {pacap} neg. {pacap} {year:-3}.
{pacap}? {pacap} per {newdr:family}. {inits:upper}
{pashort}: {pacap}  {pashort}: {inits:lower}  {pashort}: {pacell}
{pashort}  {pashort}  {pashort}  {pacap}  {pashort}
{pacap} {paaway}, {pacap} {paaway}, off {brand} since {monthonly:-60}
{pacap} {shortdate:-60} ({newdr:family}, {site2:abbr}), {pacap} {paratio}, {pacap} {paratio}
Sister {someone:given} {pacap} incompat; son {someone:given} ruled out ({pacap})
{someone:given} (RT), {someone:given} (RN), {pacap}, {pacap}
{pacap} at {site2:abbr} {year:-4}; {pacap} at {farsite:abbr} {shortdate:-400}
d/w {newdr:family}, {newdr:family} ({pacap}); {newdr:family} ({pacap}) following
{pacap}: {paratio}   {pacap}: {paratio}   {pacap}: {paratio}   {inits:upper} {shortdate}
{paitem} {paratio}   {paitem} {pacap}   {paitem} {pacell}   {inits:upper}
{paepos}
{paepo}, {paepo} per {newdr:family}; {paepo}
{paepo} ({newdr:family} present), {paepo}
{pacells}  {inits:upper}
{pacells}
{pacap}/{pacap}/{pacap}  {pamono:nurse}/{pamono:nurse2}
{pacap} @ {hm} by {nurse:given}; {pacap} pend
{drug} {dose} PO BID {inits:upper} {pacell}
Family ({kin:given}, {kin2:given}) at bedside; {pacap} d/w {kin:given}; {pacap} not
{dx} s/p {pacap} {shortdate:-200} ({surgeon:family}) c/b {pacap}, {pacap}, {pacap} {paaway}
{pacap} - {newdr:family}; {pacap} - {pablank}; {pacap} - {newdr:given} NP
""")
_BARE = templates(r"""
Name: ________   DOB: __/__/____   Sex: {paopt}
{palabel}: {paopt}
{palabel}: {pablank}      {palabel}: {pablank}
{palabel}: {pacell}   {palabel}: {pacell}
{paask}   {paopt}
{paask}   {pablank}
{paitem} {paask}
{paitem} {palabel}  {paratio}    {paitem} {palabel}  {pacell}
{paform}      {palabel}
{pacells}
{paorder}    {paorder}
{paepos}
First ______  MI __  Last ______  Suffix __      Signature ________  Date ______
Physician: {pablank}    Referring: SELF    PCP: none    Clinic: none
Emergency Contact: same as above    Relation: {pablank}    Phone: none
{pashort}   {pashort}   {pashort}   {pashort}   {pacap}   {pacap}
| {palabel} | {paopt} | {pablank} |
{palabel},{pablank},{pacell},{paratio}
<{pashort}>{pacell}</{pashort}>
Appt: _____________  w/ _____________   letter sent __/__/__     Init: ____
Printed Name Of Witness (Not Spouse): ____________     Notary Seal
Office Use Only: Scanned [ ]  Keyed [ ]  QA [ ]     {paform}
""")
_MACHINE = templates(r"""
patient_name={pt:last_first};dob={iso:-20000};sex={sex};loc=ICU-2;attending={dr:family};code=DNR/DNI;iso=Contact(MRSA);diet=NPO
fam={kin:given} (H) updated {hm};todo=MRI,EEG {newdr:family};contact={kin:given} {kinphone};vent=AC 16/420/8/40
cx=BCx {paratio} GPC {shortdate};abx=Zosyn D3,Vanc D3;ivf=NS 75;drips=levo 0.08,prop
    20;rn={nurse:given};rt={inits:lower}
PID|1||{mrn}^^^{site:abbr}^MR||{pt:family_upper}^{pt:given}^L||{birthdigits}|{sex}|||{street}^^{city}^{stateab}^{zip}||{phone}
PV1|1|I|4E^412^A|||||{badge}^{dr:family_upper}^{dr:given}^^^^MD|||MED
OBR|1|{order}||80053^CMP^L|||{compactstamp}|||||||||{badge}^{dr:family_upper}
OBX|1|NM|2951-2^Sodium^LN||138|mmol/L|136-145|N|||F
NTE|1||Hemolyzed. Critical called to {nurse:given} RN 4E {hm} by {inits:upper}
"source": "display": "{pt:full}", "text": "How did you hear about us?", "valueString": "My cousin {someone:given}
    comes here"
"valueCoding": "code": "LA{num:1000-9999}-1", "display": "More than half the days", "authored": "{iso}"
<pat last="{pt:family}" first="{pt:given}" mi="" sfx=""/><md>{dr:family}</md><code>FULL</code><los>4</los>
{pt:last_first},{dob},{sex},{mrn},{dr:family},MED,FULL,NKDA,Y,N,{inits:upper}
|Crohn disease|{bareyear}|active|{newdr:family}|
|Bell palsy|{shortdate:-600}|resolved|ED|
|Smoker|{num:15-20}|quit {year:-9}|self|
|Flu HD|{shortdate:-40}|{lotno}|{inits:lower}|
|Shingrix #2|{shortdate:-300}|{lotno}|{newpharmacy}|
CARE TEAM: PCP {pcp:family}; GI {newdr:family}; Derm "the one at {newsite:alias}"; SW none; HCP {word} {kin:given}
""")


def _face(c: Cast) -> Marked:
    """Labels above their values, in capitals, as a printout has them; a few labels stand above nothing."""
    ADULT(c)
    said = [c.say(t) for t in c.rng.sample(_FACE, c.rng.randint(4, len(_FACE)))]
    head = c.any("REGISTRATION FACE SHEET", "{capsite}\nADMISSION RECORD", "FACE SHEET", "INPATIENT REGISTRATION")
    return worn(c, join(head, *said, sep=c.pick(("\n", "\n", "\n\n"))))


_tight = either(slips(_TIGHT, least=3, most=10), slips(_TIGHT, _BARE, least=2, most=6), slips(_FACE, _TIGHT, most=3))
_capitals = either(slips(_CAPITAL, least=3, most=10), slips(_CAPITAL, _BARE, least=2), slips(_CAPITAL, _TIGHT, least=2))

TYPES: tuple[NoteType, ...] = (
    NoteType("paper-reconciled", paper(_RECONCILED, "MEDICATION RECONCILIATION", "Admission Med Rec / MAR"), 1.6),
    NoteType("paper-ambulance", paper(_EMS, "EMS PATIENT CARE REPORT", "{responder:upper}"), 1.3),
    NoteType("paper-pathology", paper(_PATHOLOGY, "SURGICAL PATHOLOGY", "FINAL REPORT"), 1.4),
    NoteType("paper-radiology", paper(_RADIOLOGY, "RADIOLOGY", "{site:upper}\nDIAGNOSTIC IMAGING"), 1.4),
    NoteType("paper-trial", paper(_TRIAL, "RESEARCH CRF", "Source Document"), 1.1),
    NoteType("paper-requisition", paper(_REQUISITION, "LABORATORY REQUISITION", "LAB ORDER", settle=CHILD), 1.3),
    NoteType("paper-face-sheet", _face, 1.4),
    NoteType("paper-tight", _tight, 2.0),
    NoteType("paper-capitals", _capitals, 2.0),
    NoteType("paper-machine", either(slips(_MACHINE, least=2, most=8), slips(_MACHINE, _BARE, most=4)), 1.3),
    NoteType("paper-bare", slips(_BARE, _BARE, least=2, most=12), 1.6),
    NoteType("paper-one-line", either(slips(_TIGHT, most=1), slips(_CAPITAL, most=1), slips(_BARE, most=1)), 1.2),
)  # fmt: skip
