"""Forms on which strangers tick and scribble: most of what is printed there names nobody, some of it beside a name."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.chart_kit import aged
from corpus.notes.papers_kit import CHILD, OLD, paper

_SPORTS = r"""
@form
Date of Exam {shortdate}      {paform}
Name {pt:full}        Date of birth {dob}
Sex {sex}   Age {age}   Grade 9   School {newschool}     Sport(s) XC, Track
HR: {room} ({someone:family})   Bus 12   Team MD {newdr:family}
Emergency Contact {kin:short}     Relationship {word}     Phone {kinphone}     Alt {kin2:given}
@list [[General questions|History form|Part A (athlete)]]
{paask}   Yes   No
{paask}   {paopt}
{paask}      {pacell}
{paask} {pablank}
{paask} How old were you then? {num:10-15}
Medicines and Allergies: {drug}, {pablank}      {paopt}
@list [[Bone and joint questions|Explain "Yes" answers here|Females only]]
sprained ankle {year:-2}, saw {newdr:titled} at {oddclinic}
{paask}   X
{year:-1} concussion vs {newschool}; cleared by {someone:given}, the trainer, on {shortdate:-300}
none
{word2} {kin2:given} has Long QT per {newdr:family}
@form [[Physical examination|Exam|Part B]]
Ht {num:58-76}   Wt {num:90-210}   BP {num:96-130}/{num:54-80}   P {num:52-90}   Vision R 20/20 L
    20/{num:20-60}   Corrected Y N
Marfan stigmata: NL      Murmurs: NL      HSV, MRSA: none      {paepo}
[ ] Cleared   [x] Cleared With {test}    [ ] Not Cleared   [ ] Pending Further Evaluation
@form
Signature of athlete {pt:initial_last}     Signature of parent/guardian {kin:full}   Date {shortdate}
Provider (print) {dr:full}, {cred}     Address {clinic}, {town}     Phone {sitephone}
Office use: rec'd {shortdate:2} {inits:lower}   AD {someone:family}   to nurse {nurse:given}
"""

_OASIS = r"""
@form
(M0010) CMS Certification Number: {id}      (M0018) NPI: {npi}
(M0020) Patient ID Number: {mrn}     (M0030) Start of Care Date: {numdate}
(M0040) Patient Name: {pt:given}    MI  {pt:family}    Suffix
(M0050) Patient State of Residence: {state}   (M0060) ZIP: {zip}
(M0064) SSN: UK      (M0066) Birth Date: {dob}   (M0069) Gender: 2 - Female   1 - Male
(M0080) Discipline: 1-RN  2-PT  3-SLP/ST  4-OT      (M0090) Date Assessment Completed: {numdate}
(M0100) Reason: 1 - Start of care--further visits planned
(M0102) Date of Physician-ordered SOC: NA     (M0104) Date of Referral: {numdate:-2}
(M0150) Current Payment Sources: 1 Medicare (traditional)   Secondary: {newpayer} {plan}
(M1000) discharged from: 3 Short-stay acute hospital   (M1005) Inpatient Discharge Date: {numdate:-1}
@form [[Clinical items|Section C/D/GG|Assessment]]
(M1021) Primary Diagnosis: {icd}   (M1023) Other: {icd}, {icd}
(M1033) Risk: [1] History of falls  [4] Multiple ED visits  [x]9 - Other
C0500 BIMS Summary Score {num:3-15}   D0160 Total Severity Score 04   {paitem} {paratio}
(M1400) dyspneic: 2 - With moderate exertion     (M1860) Ambulation: 2     {paitem} UK
M2020 Management of Oral Meds: 1   GG0130A Eating 06  GG0170C Lying to sitting 04
{paitem} 0   {paitem} A {paratio} B {paratio}   {paitem} NA
@prose [[Narrative|Summary|Home / social]]
Pt lives w {word} {kin:given} in an upstairs apt over the {outfit}; cat in the tub. {kin:given} works at {employer},
    home after {hm}.
{kin2:given} fills the pill box. Neighbor {friend:given} has a key. Oxygen by {vendor}, {serial}; PHI copy to
    {pcp:family}.
Ring alarm at the door; dog named after a Beatle. Wound: {measure}, WOC {staff:given} to see {shortdate:2}.
Discharged from {site:abbr} by {dr:family}; f/u {newdr:family} {shortdate:7}. {neg}
@form
Clinician: {nurse:full} RN   Time in {hm} out {hm}   Mi {num:2-30}   Sup: {inits:upper}
Pt sig: {pt:short}   [ ] unable - {kin:given} signed   QA rev {shortdate:3} {pamono:author}
Verbal SOC: {pcp:titled}'s office, spoke w/ {someone:given} {hm}
"""

_LEAVE = r"""
@form
{paform}      Certification of Health Care Provider      OMB Control Number
SECTION I: For Completion by the EMPLOYER      Employer name and contact: {employer}, HR, attn {someone:given}
Employee's job title: [[press op|stocker|aide|driver]]    Regular work schedule: 4x10    Essential Functions: see
    attached
SECTION II: For Completion by the EMPLOYEE      First {pt:given}  Middle  Last {pt:family}
SECTION III: Provider's name and business address: {dr:full} {cred}, {clinic}, {street}, {city}
Type of practice/Medical specialty: Occ Med / {paopt}      Telephone {sitephone}   Fax {sitefax}
@list [[Part A: Medical facts|Medical Facts|PART A]]
Approximate date condition commenced: {shortdate:-20}    Probable duration of condition: {duration}
Was the patient admitted for an overnight stay? __No  _X_Yes. {shortdate:-20} - {shortdate:-18}
Date(s) you treated the patient: {shortdate:-14}, {shortdate}
Was the patient referred to other providers? PT - {newdr:family} at {oddclinic}
Is the medical condition pregnancy? _X_No __Yes. Due: {pablank}
Use the information provided by the employer in Section I. Other medical facts: {dx}; s/p {proc} ({surgeon:family})
Will the employee need care for a family member? {kin:given} ({word}) will drive
@list [[Part B: Amount of leave|Amount of care|PART B]]
Incapacity from {numdate:-20} through {numdate:30}. {paopt}
Flare-ups: {paratio} per month, 1-2 days per episode   Frequency: {num:1-4} times per {num:1-6} week(s)
Lift < 10 lb; no ladder; sit {paratio} of shift; {someone:given} (foreman) agrees to light duty
{paask}  {paopt}
@prose
PAPERWORK REDUCTION ACT NOTICE: Persons are not required to respond unless the form shows a valid number.
DO NOT SEND COMPLETED FORM TO THE DEPARTMENT; RETURN TO THE PATIENT. GINA: do not provide family history.
@form
Signature of Health Care Provider {dr:initial_last}      Date {numdate}      Lic {cert}
Rec'd HR {shortdate:4} {inits:upper}     Claim {claim}     {newpayer} case mgr {staff:given} x{ext}
"""

_IMMIGRATION = r"""
@form
{paform}   Part 1. Information About You      1. Family Name (Last Name) {pt:family}  Given Name (First Name) {pt:given}
     Middle Name None
2. A-Number {id}   USCIS Online Account Number {raw}      3. Class B1    4. Date Of Birth {dob}
5. Country of Birth {country}   City/Town/Village of Birth {ftown}     6. Sex [x]{sex}
7. Street {street}   [ ] Apt. [ ] Ste. [ ] Flr.   City {city}   State {stateab}   ZIP {zip}
Part 2. Daytime Phone {phone}   Mobile {mobile}   Email {email}
Part 3. Interpreter: {someone:full} / {newagency} / None
Passport {passport}   Visa Post: {capstown}   Petitioner {kin:short}
@list [[Part 5. Civil surgeon worksheet|Worksheet|Tests]]
Tuberculosis: IGRA QuantiFERON-TB Gold Plus  Negative   Date Drawn {numdate:-5}   CXR not required
Syphilis: RPR Nonreactive   Gonorrhea: NAAT Negative   Lab {lab}
Class A / Class B / No Class A or B Condition   {paopt}
Physical Or Mental Disorders With Associated Harmful Behavior: No    Drug Abuse: No
@rows [[Vaccination record|Part 9|Vaccines]]
Vaccine | Date 1 | Date 2 | Lot | VH | Waiver
Td/Tdap | {numdate:-9} | - | {lotno} | - | -
MMR | {numdate:-40} | {numdate:-9} | {lotno} | - | Not Age Appropriate
Varicella | - | - | - | VH | -
Influenza | - | - | - | - | Not Flu Season
COVID-19 Janssen | {numdate:-400} | - | {raw} | {inits:upper} | -
Hep B (Heplisav) | {numdate:-40} | Due | {lotno} | - | Insufficient Interval
@form
Civil Surgeon: {dr:full}, CSID {id}, {clinic}     Sealed {shortdate:1} {inits:lower}
Health Department: {county} County, {someone:initial_last}     Seal Number {raw}
Preparer {kin:full}, {firm}     Applicant Sig {pt:short}     Date {numdate}
"""

_DONOR = r"""
@form
Blood Donor History Questionnaire   DIN {bag}   Drive: {church}   {paform}
Donor: {pt:short}    DOB {dob}    Donor ID {raw}   Last gave {shortdate:-70} at {newschool}
Hgb {dec:12.5-17.0} T {dec:97.0-99.0} BP {num:100-150}/{num:60-90} P {num:55-95} regular  Arm L R  Phleb:
    {inits:lower}   Bag lot {lotno}
@list Are you
Feeling healthy and well today? Y
Currently taking an antibiotic? N      1
{paask} N
{paask} Y   {num:1-60}
In the past 16 weeks have you donated a double unit of red cells? N
In the past three years, have you been away? Y - {country} {shortdate:-200}, {ftown} {month:-500}
Been in juvenile detention, lockup, jail or prison? N    Had a graft, such as bone or skin? N (DVT {year:-9})
Read the Educational Materials? Y      Medication List: {drug}, Avodart N, Accutane N
@form
Reviewed: {nurse:initial_last}      Start {hm}   Stop {hm}   Reaction: none / LOC / hematoma     Juice by
    {someone:given}, volunteer
Confidential Unit Exclusion: ( ) USE ( ) DO NOT USE       Sig {pt:initials}       QA {inits:upper}
Deferral? {pablank}     MD {dr:family} notified {hm}     Courier {parcelco}
"""

_DIRECTIVE = r"""
@prose
I, {pt:full}, of {street}, {city}, {county}, being of sound mind, name my {word} {kin:full} of {town} as my agent.
If {kin:given} is not reasonably available, I name {kin2:full} ({word2}, {kinphone}).
I do not want {kin3:short} to decide. If I ever lose hope of waking, let me go in peace.
@form [[Initial ONE|Choices|My wishes]]
____ I want CPR   __{lc:pt:initials}__ I do not want CPR
____ I want a trial of Artificial Nutrition   __{lc:pt:initials}__ I do not
____ Dialysis   ____ Antibiotics   _X_ Comfort Measures Only   ____ Let My Agent Decide
Organ Donation: [ ] Any Organs  [ ] Tissue Only  [x] None     My body: [ ] {newschool}  [x] Family
Guardian: {pablank}      Funeral: {pablank} / {donation}      Clergy: {someone:titled}, {church}
I was offered {paform} and Living Will Part II. Do Not Resuscitate Is A Medical Order.
@form [[Signatures and witnesses|Signed|Execution]]
Signed this {textdate}, at {city}: {pt:short}
Witness 1: {someone:full}   Witness 2: {someone:initial_last}     Not Kin, Not Heir, Not Staff
Notary Public, {state}, my commission expires {numdate:700}     {someone:full}   No. {cert}
This form does not apply to Mental Health treatment. Copies: {dr:family}, {site:abbr}, glove box, {kin:given}
Scanned {shortdate:9} {inits:lower}, {docid}. Reviewed with {staff:given}, chaplain, {shortdate:300} (no change)
"""

_DRIVER = r"""
@form
Driver Medical Evaluation   {paform}    Driver License No {license}   File No: {pablank}
DRIVER: Please complete Section 1.   Name {pt:family}, {pt:given}   DOB {dob}   Plate {plate}
Section 2.  VISION 20/40 OU w/ Rx    Field {num:90-160}    Color Vision {paopt}   {paepo}
[X] Seizure   Date of last episode {shortdate:-300}     [ ] Diabetes w/ hypoglycemia     [ ] Sleep: Epworth {paratio}
Does the condition affect driving: ( ) Yes ( ) No ( X ) Uncertain
Dementia stage:  Mild  Moderate  Severe   MoCA {num:12-30}   Trails B {num:60-300} s
Reported by: officer {officer:family}, {oddpolice}, crash {shortdate:-30} at {roadname}; family ({kin:given},
    {kin2:given}) agree
Behind The Wheel: OT {staff:short} at {oddclinic}, {shortdate:-5}, fail x{num:2-9} ("{pt:given} ran two stops by the
    {outfit}")
@form Section 5
MD print: {dr:family}  Lic {cert}  Tel {sitephone}      Signature {dr:initials}     Stamp Here
Treated since {month:-900}; last seen {shortdate:-3}; other: {newdr:titled}, eyes, {town}
DMV use only: Hearing Officer {someone:family}   {city} DSO   Reexam {numdate:60}   {inits:upper}
DOT Medical Examiner's Certificate  {cert}  National Registry {id}  Expires {numdate:700}  Corrective Lenses [x]
CDL: Y / N    Interstate / Intrastate    Carrier {co}     SPE N/A
"""

_FIT = r"""
@form
Respirator Fit Test   Co: {works}   Emp: {pt:last_first}   Badge {badge}   Job: {job}   {paform}
Mask: 3M 7502 M    Method: Bitrex / Saccharin / PortaCount   Pass / Fail    Fit Factor {num:100-900}
Normal breathing P  Deep P  Side to side P  Up/Down P  Grimace -  Bend P  Rainbow Passage P
App C Q1-15 no. Q9 yes - heat exh {month:-700} ({oddarmy})      Beard: none      {paopt}
Spiro FEV1 {dec:2.0-4.8} (98) FVC {dec:3.0-5.9} (101). Audiogram STS none. NIOSH B-read {paratio}, per {newdr:family}.
BLL 4.{num:1-9}; ZPP {num:15-60}; MMR titer pos; HBsAb > 10; IGRA neg {shortdate:-20} {inits:lower}
Prior: {newfirm}, {years}, noise; sup {someone:given}. Hobby: guns, Harley. Wears a SAR hood at {place}.
@form
Examiner {inits:upper}, COHC {cert}   exp {my}    Next: annual      PLHCP {dr:family} {cred}
Employee sig {pt:initial_last} {shortdate}    Copy to {someone:given} in HR [x]    {newpayer} WC {claim}
Restrictions {pablank}; cleared {numdate}     DER {someone:short} notified {hm} {pamono:nurse}
"""

_ADMISSION = r"""
@form
Pt Name: {pt:last_first}           Bed: {bed}      {ward}
DOB {dob}    Sex: {sex}  Male / Female / Other      ESI 1 2 [3] 4 5      MRN {mrn}
Mode of Arrival: [ ] Walk  [x] EMS   [ ] Police    {responder} unit {num:1-60}
Admitted from: Home / SNF (which?) {nursinghome} / ED    Via: W/C stretcher amb    Accompanied by: {word} {kin:given}
Prefers to be called: "{pt:nick}"    Religion/Spiritual: Catholic - no Communion per pt; call {someone:given}
Pharm: {newpharmacy}, {town}     PCP: {pcp:family} / none     Other MD: {newdr:family} (renal)
@form [[Screens|Assessment|Systems]]
PMH: [x] HTN [ ] DM [x] Asthma [ ] Sz    Tetanus: < 5 y     Allergies: {allergy}
Vitals: {vitals}     Pain 0-10: {num:0-10}     Radiation: none
Braden: Sens 3 Moist 4 Act 2 Mob 3 Nut 3 Frict 2 = 17     Morse: 25+15+15+20+0+0 = 75
Fall risk: Y / N    Isolation: None    Safe at home? yes     {palabel}: {pablank}
{palabel}: {paopt}
{palabel}: {pacell}      {palabel}: {pacap}
Hearing Aid R (Oticon)  Glasses [x]  Dentures U/L   Ring -> safe env {raw}   Cash $42   Watch - home w/ {kin:given}
@form [[Education and orientation|Teaching|Other]]
Orientation to: Call light, Bed, TV, Visiting Hours, Patient Guide     Patient Bill Of Rights Given: Yes
Learning: reads English Y   Prefers: Demo Video Written    Barriers: HOH     Interp: {someone:given} #{badge} / none
Emergency Contact: Same as above / {kin2:given} ({word2}) {otherphone}      Alt: {pablank}
Advance Directive: Yes/No  Copy on chart: Y/N   HCP {kin:short}
@form
Initials/Signatures:  {nurse:initials} = {nurse:short} RN      {nurse2:initials} = {nurse2:initial_last} LVN
Triage RN: {nurse:first_initial}   Time: {hm}      2nd check {inits:lower}      Report to {nurse2:given} {hm}
"""

_INTAKE = r"""
@form
Home Address: {street}     City: {city}     State: ditto    Zip: {zip}
Home Phone: none    Cell: {mobile}   Email: {pablank}      OK to leave message? {paopt}
Spouse: {pablank}    Employer: self ({co})     Work: {pablank}
Referred by: friend - {friend:short}    Insurance: {newpayer}   Sponsor: {kin:family}
Responsible Party: self / spouse / parent / other: ________
First {pt:given}   MI     Last {pt:family}   Suffix      AKA {pt:maiden}
Birth Date {dob}     SSN XXX-XX-{ssn4}     License State {stateab}
@list [[Health history|Past history|Have you ever had]]
Reason for visit: L knee     Date of injury: {textdate:-30}     {palabel}: {pablank}
Have you ever had: Stroke  Cancer (type: ________)  Bleeding  Hepatitis A B C   Jaundice
Surgeries: appy ({oddarmy}), ACL - {newsite:abbr} {year:-9}, {proc} by {newdr:titled}
Family Hx: Mother - Alz   Father - MI 54    Brother - A&W     {word2} {kin2:given}: lupus
{paask} {pablank}
{paask} {paopt}
PHQ-2: {num:0-3} + {num:0-3}    AUDIT-C {num:0-12}    Would like to see {newdr:given} again
@form
SIGNATURE ON FILE   Date ON FILE     Patient Bill Of Rights Given: Yes    Interpreter: Spanish / ASL / Other / None
    Needed
{pt:initial_last}   {shortdate}    staff {inits:lower}    Copay {cash}    {paform}
How did you hear about us? {kin2:given} comes here / Internet / Drove by / {newdr:family}
"""

_INCIDENT = r"""
@form
Incident Report (not part of medical record)  Date of Event {shortdate}  Time {hm}  Location: Rehab dining  No. {caseno}
Person(s) involved: Resident [x] Visitor [ ] Staff [ ]   Name: {pt:short}  Rm {room}
Type: Fall - unwitnessed / Fall - witnessed / Elopement / Med error / Skin tear / Altercation
Witness: {friend:given} (tablemate); CNA {someone:given}; {paopt}
@prose [[Describe|What happened|Narrative]]
Heard a yell. Per {friend:given} {he} tried to get up for Jell-O & the wheelchair (Broda) was not locked.
CNA {someone:given} & I assisted. Bruise L elbow {paratio}. Denies head strike. Neuros started by {nurse2:given}.
{dr:titled}'s svc notified {hm}, spoke to {someone:given}; POA {kin:given} notified {hm} -- upset, says "third time
    since {holiday}".
{kin2:given} came from {town} at {hm} and wished to see the tape. Sear on the tray. Rose to stand again;
    {nurse:given} stayed.
@form
Equip: {devname}, tag {assettag}   Alarm on? N/A     Floor: dry     Shoes: non-skid     ROM: wnl
Signed: {nurse:initial_last} LPN   Reviewed DON: ____  Admin: ____     Risk {inits:upper} {shortdate:2}
State reported? Y / N    Ombudsman {someone:family}     Insurer {newpayer} {claim}
Sent to {site:alias} by {responder}, back {hm}, films neg ({newdr:family})
"""

_AUTHORISATION = r"""
@form
Plan: {newpayer}   Fax completed form to {fax}      {paform}
Member ID: {plan}   Member: {pt:initial_last}   DOB {dob}    Requesting: {someone:given} @ {clinic} x{ext}
Drug Requested: {brand} 300mg/2mL pen   Qty 2/28   HCPCS J{num:1000-9999}   Dx {icd}
Is the Member > 6 Months of Age?  Yes  No      2. Documented BSA 18%   IGA 3  EASI {num:10-40}
Trial/Failure: Clobetasol ({shortdate:-400} - {shortdate:-300}), Protopic (itch), {brand} (contraindicated - DVT)
Prescribed By or in Consultation With a Dermatologist, Allergist, or Immunologist?  Yes
{paitem} {paask}  {paopt}
Site Of Care: {newsite} / Home / {oddpharm}    Buy And Bill / Specialty
@form [[Plan use only|For Plan Use Only|Determination]]
Approved  Denied  Pended   Reviewer Initials  {inits:lower}    Auth# {order}    Eff {numdate:2} - {numdate:180}
P2P {newdr:family} {shortdate:3} {hm}; MCG criteria not met; LCD L{num:30000-39999}
Attestation: I attest that the information provided is accurate. Prescriber Signature: {dr:initial_last}    Date:
    {numdate}
Denial letter to {pt:titled} at {pobox}, {city}; appeal by {kin:given} ({word})
"""

TYPES: tuple[NoteType, ...] = (
    NoteType("paper-sports-physical", paper(_SPORTS, "PREPARTICIPATION PHYSICAL EVALUATION", settle=CHILD), 1.3),
    NoteType("paper-home-assessment", paper(_OASIS, "OASIS-E  START OF CARE", "OASIS ROC", settle=OLD), 1.4),
    NoteType("paper-leave", paper(_LEAVE, "FMLA", "Medical Certification", settle=aged(19, 66)), 1.3),
    NoteType("paper-immigration", paper(_IMMIGRATION, "Report of Immigration Medical Examination"), 1.1),
    NoteType("paper-donor", paper(_DONOR), 1.1),
    NoteType("paper-directive", paper(_DIRECTIVE, "ADVANCE DIRECTIVE", "Health Care Proxy", settle=OLD), 1.3),
    NoteType("paper-driver", paper(_DRIVER, settle=aged(19, 90)), 1.1),
    NoteType("paper-fit-test", paper(_FIT, settle=aged(19, 66)), 1.1),
    NoteType("paper-admission", paper(_ADMISSION, "NURSING ADMISSION DATABASE", "{site:upper} ED - TRIAGE SHEET"), 1.6),
    NoteType("paper-intake", paper(_INTAKE, "Welcome", "NEW PATIENT", settle=aged(19, 90)), 1.5),
    NoteType("paper-incident", paper(_INCIDENT, settle=OLD), 1.2),
    NoteType("paper-authorisation", paper(_AUTHORISATION, "PRIOR AUTHORIZATION - SPECIALTY DRUG"), 1.3),
)  # fmt: skip
