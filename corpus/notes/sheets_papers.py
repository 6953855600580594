"""Papers that people carry: certificates, vaccination cards, school, travel and proxy forms; and forms left blank."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.mended_kit import writer
from corpus.notes.sheets_kit import either, filler, lines, one, rows, sheet, shuffled, worn

_DEATH = lines(r"""
[[STATE FILE NO.|LOCAL FILE|Registration No.|Entry No.]] {raw}
1. DECEDENT'S LEGAL NAME {pt:upper_full}   2. SEX F   3. DATE OF DEATH {died:-3}
4a. AGE-Last Birthday (Years) {age}   4b. UNDER 1 YEAR   5. DATE OF BIRTH {dob}   6. BIRTHPLACE {hometown}
7. SSN {ssn}   8. EVER IN ARMED FORCES? Yes   9. MARITAL STATUS Widowed   10. SURVIVING SPOUSE {kin:full}
11. FATHER'S NAME {someone:full}   12. MOTHER'S NAME PRIOR TO FIRST MARRIAGE {someone:full}
13. RESIDENCE {street}, {city}, {county}, {state} {zip}   INSIDE CITY LIMITS? Y
14. INFORMANT {kin2:full} ({word2}), {otherphone}
15. PLACE OF DEATH  [X] Inpatient  [ ] DOA   {capsite}   {county}
18. METHOD Burial   PLACE {place}, {town}   FUNERAL HOME {co}  LICENSE {cert}
21. FUNERAL SERVICE LICENSEE {someone:short}   22. TIME PRONOUNCED {time}   {ini}, RN
Signature of Certifier: {newdr:full}, {cred2}   License {cert}   Date certified {numdate}
Registrar: {someone:initial_last}     Filed {numdate:6}     Sub-district of {town}
Name and surname {pt:full}  Occupation and usual address {job}, {street}, {city}
Qualification: {word2}; Present at the death. Signed {kin2:short}
Coroner notified? No    M.E. Case # {caseno}   Investigator {someone:family}
Attended deceased from {numdate:-60}, last seen alive {numdate:-4}
Cremation form 4 completed by {newdr:titled_full}; pacemaker removed {shortdate} {ini}
Autopsy: declined by {kin:given}
""", 6, 17)  # fmt: skip
_DEATH_FILL = filler(r"""
PART I  a. {dx} - 3 days   b. due to {dx} - 2 weeks   c. due to {dx} - years
PART II Other Significant Conditions: {dxs}
MANNER: Natural [X]  Accident  Suicide  Homicide  Pending Investigation  Could Not Be Determined
DID TOBACCO USE CONTRIBUTE?  Probably     IF FEMALE: Not Pregnant Within Past Year
I(a) Bronchopneumonia  I(b) Alzheimer's Disease  II Type 2 Diabetes Mellitus
Education: High School Graduate or GED    Hispanic Origin: No
Warning: Section 65 Applies. A Certificate Is Not Evidence Of Identity.
PS-12  REV 02/17   Medical Certificate Book No Longer In Use
Interval Between Onset and Death   Minutes / Days / Months
ICD-10 Underlying {icd}   ACME {icd}
""")
_BIRTH = lines(r"""
CERTIFICATE OF LIVE BIRTH   {raw}   [[TYPE OR PRINT IN PERMANENT BLACK INK|COPY]]
CHILD {pt:full}   TIME OF BIRTH {time}   SEX {sex}   DATE OF BIRTH {dob}
FACILITY {site}   CITY {city}   COUNTY {county}
MOTHER: {kin:full}  age {rowage:bare}  born {abroad}   maiden {kin:maiden}
FATHER / PARENT B: {kin2:full}  {otherdob}
MOTHER'S MAILING ADDRESS {street} {unit}, {city} {stateab} {zip}
ATTENDANT'S NAME, TITLE, NPI: {newdr:full}, CNM, {npi}   DATE {shortdate}
CERTIFIER {nurse:short}   TITLE [X] OTHER MIDWIFE
BW {num:1900-4300} g   APGAR 1 min {num:4-9}  5 min {num:8-9}   GA {gest}   Plurality 1
Prenatal care began {numdate:-210}, LMP {numdate:-275}, {num:6-14} visits   WIC Y
Transferred from {newsite}? [X] No
Nombre del recién nacido: {pt:full}     Médico: {newdr:initial_last}    Tomo {num:1-90}  Folio {num:1-300}
Acte n° {raw}   né(e) à {ftown}   déclaré par {kin2:family_upper} {kin2:given}
Entered {shortdate:2} by {ini}; SSN requested for child Y; paternity ack signed {shortdate:1}, notary {someone:short}
Hearing Screen OAE Pass/Pass   Newborn Metabolic Kit #{raw} by {ini}   CCHD Pass 98/99
Hepatitis B {shortdate:1} lot {raw} {ini}
""", 6, 15)  # fmt: skip

_VAX_HEAD = one(r"""
COVID-19 Vaccination Record Card   Please keep this record card\n{pt:family}   {pt:given}   MI\n{dob}   {mrn}
IMMUNIZATION RECORD  Name {pt:last_first}  Birthdate {dob}  Provider {clinic}
International Certificate of Vaccination or Prophylaxis\nThis is to certify that {pt:full}, born {dob}, nationality
    {country}
Carnet de vaccination - {pt:family_upper} {pt:given} - né(e) le {dob}
Road to Health Booklet  Child's name {pt:full}  Clinic: {newsite}  Mother {kin:given} {otherphone}
Personal Child Health Record (Red Book)   {pt:full}   NHS {plan}   HV {staff:short} {otherphone}
STATE IIS - Patient Vaccination History  SIIS ID {id}   PT: {pt:upper}   Resp: {kin:upper}
School Health: Student {pt:short} gr 7 {school}  par {kin:titled} {otherphone}
Mother & Child Protection Card  MCTS {id}  ASHA {someone:given}  ANM {someone:short}  Sub-centre {town}
""")
_VAX_ROWS = rows(
    r"""
    Vaccine | Mfr/Lot | Date | Site | Given by
    Vaccine | Date | Lot | Clinic
    Dose | Due | Given | Sign
    -
    -
    """,
    r"""
    [[Tdap|MMR|HepB|IPV|Varicella|HPV9|PCV13|DTaP|Rota|MenACWY]] | [[SKB|MSD|PMC|PFR|SEQ|]] {raw} | {around:-4000} |
        [[LD|RD|RT|LVL]] | {sign}
    [[Boostrix|Gardasil 9|Prevnar 20|Shingrix|Fluzone HD|Vaqta]] | {around:-2500} | {raw} |
        [[{fac}|{newpharmacy}|{newsite}|{ini}]]
    [[BCG|OPV 0|OPV 1|Penta 1|Penta 2|Measles 1|JE|Vit A]] | {around:-90} | {around:-60} | [[{ini}|{sign}|{lonedr}]]
    [[1st|2nd|3rd|4th|Other]] Dose   [[Pfizer|Moderna|Novavax|Janssen]] {raw}   {around:-500}
        [[{newpharmacy}|{newagency}|{fac}]]
    [[Yellow Fever (Stamaril)|Typhim Vi|Rabipur|Ixiaro|Menveo]]  {around:-3000}  {raw}  {newdr:initial_last}  {newsite}
    """,
    2,
    9,
)
_VAX = lines(r"""
TB skin test placed {shortdate:-2} L forearm {ini}; read {shortdate} 0 mm {ini}
QuantiFERON {numdate:-20} {newlab} NEG     Hep B sAb {num:12-900} mIU/mL
VIS given {numdate}: {sign:1}     Parent initials {ini}
Exemption: religious, signed {kin:short} {numdate}, notary {someone:full} {county}
Next due {month:300} at {clinic:alias}
Reported to registry {shortdate} by {username}
Record reviewed by school nurse {nurse:initial_last}
Legend: {sign:1} {sign:1 name} {sign:1 cred}; {sign:2} {sign:2 name}; {sign:3} {sign:3 name}, {sign:3 cred}
""", 1, 5)  # fmt: skip
_VAX_FILL = filler(r"""
Hib #4 OK Early   DTaP #5 Not Needed If #4 After 4th Birthday
Min Interval 28 Days   Forecast: MMR 2, Varicella 2, HPV 1 - Overdue
Routes: IM  SC  ID  PO  IN    Sites: LA  RA  LT  RT
Japanese Encephalitis, Tick-Borne, Q Fever: Not Indicated
Funding V01 Not VFC  V02 Medicaid  V04 Native
Bring This Card To Every Visit   Keep Dry
Weight-for-Age   Road to Health Chart   MUAC {dec:11.5-15.5} cm
""")

_SCHOOL = lines(r"""
PREPARTICIPATION PHYSICAL EVALUATION   {school}   Sport(s): XC, Wrestling
Name {pt:full}   Sex {sex}  Age {age}  Grade 9  School {newschool}  DOB {dob}
Address {street}, {city}   Phone {phone}   Personal Physician {pcp:short}
In case of emergency: {kin:full}, {word}, (H) {kinphone} (W) {otherphone}
Camp {church} Health Form  Cabin 6  counselor {someone:given}  Session {daterange}
Bus # 14   Stop: {street:name} & {place}   AM driver {someone:given}
Asthma Action Plan for {pt:given}: GREEN {brand} 2 puffs BID; call {pcp:titled} {drphone} in the RED zone
EpiPen kept with {nurse:titled}; trained: {teacher:short}, {someone:given}, {someone:titled}
IEP meeting {numdate:14}: {teacher:titled}, {someone:short} (SLP), {kin:given}, district rep {someone:initial_last}
504 Coordinator {someone:titled}  rm {room}  ext {ext}
Athlete's signature {pt:short}   Parent {kin:short}   Date {shortdate}
CLEARED [X] without restriction   Examiner {newdr:full}, {cred2}  {numdate}  {otherphone}
Field trip {date:10} to {place}: needs {drug:title} at noon, given by {teacher:given}
Absent {daterange:-9}, excuse from {newdr:family}
Daycare: {newschool}, Miss {someone:given}'s room; sibs {someone:given} {rowage:child} and {someone:given}
    {rowage:child}
Vision 20/{num:20-50} R 20/{num:20-40} L  Hearing P/P  screened {ini} {shortdate:-30}
Club: {newfirm}   Coach: {teacher:full} {otherphone}   Registered no {id}
Physician stamp:  {clinic} / {street} / {city} / {zip}
""", 6, 16)  # fmt: skip
_SCHOOL_FILL = filler(r"""
Marfan Stigmata: Kyphoscoliosis, High Arch Palate, Arm Span > Height   NORMAL
Duck Walk  Single Leg Hop  Box Drop    Functional  NL
Tanner Stage (males): I  II  III  IV  V      Hernia: none
SCOLIOMETER 4 degrees   Adam's Forward Bend Negative
Sickle Cell Trait: Unknown   Concussion: 1   Osgood-Schlatter R
Sudafed  Benadryl  Tums  Tylenol  Advil: OK To Give
Peds Growth: BMI 62nd %ile   BP {num:90-130}/{num:50-80}   Pulse {num:55-90}
Peanut  Tree Nut  Bee Sting  Fire Ant  Latex      Swims: Minnow / Shark
Form GA4 Ages 10 and Up   Valid For One Year
""")

_TRAVEL = lines(r"""
Report of Immigration Medical Examination and Vaccination Record   Form I-693  Edition 03/09/23
Family Name {pt:family_upper}   Given Name {pt:given}   A-Number {id}   ELIS {id}
Physical Address: {street}, {unit}, {city}, {stateab} {zip}    Daytime Phone {phone}
City/Town/Village of Birth {ftown}   Country of Birth {country}   Sex {sex}
Identity document: Passport of {country} no. {passport}, exp {numdate:900}
Interpreter's Name {someone:full}, {newagency}, language Tigrinya, {otherphone}
Civil Surgeon {dr:full}   CSID {cert}   Practice {clinic}
Panel physician {newdr:last_first}, {ftown}; eMedical HAP ID {id}
CXR {numdate:-9} {newsite}: no infiltrate; sputum x3 neg ({newlab})
Sponsor: {newagency}, {town}; case worker {someone:short} {email}
Visa subclass 189, TRN {raw}   Upfront medical at {newsite}, {ftown}
Flight {numdate:12} {ftown} - {ftown} - {town}; escort {someone:given}
Camp {place}, household card {id}, head of household {kin:upper_full} ({word})
Fit to fly certified {numdate} {newdr:initial_last}, {cred2}
Crew: {pt:upper} seaman book {raw} vessel {made} flag {country} rank AB
PEME valid until {numdate:700}; examining doctor {newdr:full} (approved no. {cert})
DS-3025 signed {shortdate}; copy to {kin:given} and to attorney {lawyer:full}, {newfirm}
Class A: none    Class B1 TB: none    Follow up: {newsite} TB clinic, {otherphone}
Signature of applicant {pt:short}     witnessed by {ini} {numdate}
""", 6, 16)  # fmt: skip
_TRAVEL_FILL = filler(r"""
Gonorrhea NAAT Neg   RPR Nonreactive   IGRA (T-SPOT) Borderline
Hansen's Disease  Chancroid  Lymphogranuloma Venereum: No Evidence
Part 5. Applicant's Statement   Part 8. Civil Surgeon's Certification
Ishihara {num:10-17}/17   Romberg Steady   Audiogram Grade H2   Visual 6/6 6/9
Category A Medical Fitness   Class III   JED  JAR-FCL 3   STCW 2010
Schistosomiasis: Praziquantel Given   Strongyloides: Ivermectin Given
Overseas Medical Screening Guideline: Not Required Under 15 Years
""")

_PROXY = lines(r"""
DURABLE POWER OF ATTORNEY FOR HEALTH CARE
I, {pt:upper_full}, of {city}, {county}, {state}, appoint {kin:full}, my {word}, as my agent.
Agent's address: {address}   Home {kinphone}   Work {otherphone}
First alternate: {kin2:full}, {street}, {town}. Second alternate: {someone:full}.
LPA 117   Donor {pt:full} {dob}   Attorney 1 {kin:titled_full} {otherdob}   Attorney 2 {someone:full} {otherdob}
Certificate provider: {someone:full}, known for 12 years, {job}
I do not want {someone:given} to decide for me.
My doctor is {dr:titled_full} at {clinic}, telephone {drphone}.
Executed this {nth} day of {month}, at {town}.
Witness 1 {someone:full}   {street}, {town}   Witness 2 {someone:upper_full}
Subscribed and sworn before me {numdate}. {someone:full}, Notary Public, {county}. Commission {raw} expires
    {numdate:700}
Bar No. {cert}   {lawyer:full}   {newfirm}   {otherphone}
Substitute decision maker: {kin:given} {kin:family}; OPG reference {caseno}
POLST  Last {pt:family} First {pt:given} DOB {dob} last 4 SSN {ssn4}
Discussed with: [X] Patient [ ] Parent [X] Agent ({kin:given})   Prepared by {nurse:short}
MOLST signed {newdr:family} MD lic {cert} {numdate:-40}, reviewed {shortdate:-2} {ini}, {shortdate} {ini}
Copy to: {kin:given}, {pcp:titled}, {fac} HIM {fax}
In der Patientenverfügung vom {numdate:-300} nennt {pt:titled} {kin:full}, {street}, {city}
Revoked {fulldate:-900}; former agent {someone:full}
""", 5, 14)  # fmt: skip
_PROXY_FILL = filler(r"""
(Initial one) ____ I Want Comfort Care Only  ____ Limited Treatment  ____ Full Treatment
Section 3  Organ Donation   Any Needed Organs   Transplant Only
ATTEMPT RESUSCITATION / CPR  [ ]   DNR / Allow Natural Death  [X]
IV Fluids: Trial Period   Antibiotics: Determine Use   Feeding Tube: No
Life-sustaining Treatment - Option A   Preferences   Instructions
Five Wishes   Lasting Power   Best Interests   Mental Capacity Act
This form was prepared under the Uniform Health-Care Decisions Act
SEND FORM WITH PERSON WHENEVER TRANSFERRED
""")

_BLANK = r"""
FORM HS-{num:100-900} (Rev. {num:01-12}/{num:15-25})     Page {num:1-4} of {num:5-9}
Name (Last, First, MI) ____________   DOB __/__/____   MRN ____________
Patient Label Here     Affix Sticker     Do Not Write Above This Line
Physician Signature ______________ Date ____ Time ____   Print ______________
RN Initials ____  RN Initials ____  Witness ____
Attending:           Consults:           Case Manager:
Emergency Contact: Name / Relationship / Phone
Address Line 1   Address Line 2   City   State   Zip   Country
INITIALS = FULL NAME, TITLE (please print)
LOA = Leave Of Absence   NBM = Nil By Mouth   TTO = To Take Out   PRN = As Needed
AM/PM   AC/HS   OD/OS/OU   PO/IV/IM   RN/LPN   MD/DO   PT/OT   CN/AN
R/L   +/-   Y/N   N/A   WNL/ABN   SL/PR   Pre/Post   S/P
0600  1200  1800  2400   |  0600  1200  1800  2400
Section {num:1-9}. {heading}     Section {num:1-9}. {heading}
{heading}  {num:1-30}
Item {num:1-40}   Qty {num:1-9}   Par {num:2-20}   Reorder
{epo:sign} / {epo:sign} / {epo:sign}     pos   neg   not done
{epo:operation} | {epo:operation} | {epo:tool} x{num:1-6}
{brand} | {brand} | {brand:caps} {strength}
{bug}, {bug}, {bug}     ND   ND   Detected
Score: {score}     {stagename}     {stage}
{icd}  {dx}  |  {icd}  {dx}
{code}  {proc}  |  {code}  {imaging}
Tray: {epo:tool}, {epo:tool}, {epo:tool}, Metzenbaum, Mayo, Army-Navy
Suture {num:2-5}-0 Vicryl, {num:3-6}-0 Prolene, {num:0-2} PDS, CT-1, SH, FS-2
Test {analyte} {analyte} {analyte}     Units mg/dL mmol/L U/L
Ref Range {range}     Critical <{num:1-5} >{num:20-90}
Category I  II  III     Class A  B  C     Type 1  2  MODY
Order Set: Chest Pain - TIMI {num:0-7}, HEART {num:0-10}, Troponin Q3H x2
Bundle: Surviving Sepsis 1 h   ACLS 2020   ATLS 10th Ed   GOLD E   KDIGO 3a   Rome IV   DSM-5-TR   Fleischner 2017
Lund-Browder Chart   Rule Of Nines   Snellen   Jaeger J{num:1-10}   Ishihara   Titmus   Amsler
Pharmacy: [ ] Retail  [ ] Mail Order  [ ] Specialty
Hospital  Clinic  Home  School  Work  Other (circle one)
Age Group: 0-4  5-12  13-17  18-64  65+
Employer ____   Insurance ____   Group ____   Subscriber ____
Doctor's Orders     Nurse's Notes     Patient's Rights     Children's Dosing
Room Temp 68-72 F   Fridge 2-8 C   Freezer -20   CO2 5%
RACE code 2106-3   ETH code 2186-5   LANG en-US   MS code M
Mon Tue Wed Thu Fri Sat Sun     Wk 1  Wk 2  Wk 3  Wk 4
Foley {num:12-20} Fr   Salem Sump {num:14-18}   Blakemore   Jackson-Pratt {num:7-10}   Penrose 1/2"
Left Blank Intentionally
Total {num:10-90} / {num:100-300}     Pass >= 80%
Key: A Absent  B Broken  C Clean  D Dirty  E Expired
Blood: A Pos  B Neg  AB Pos  O Neg    Kell  Duffy  Kidd  Lewis
Copies: White - Chart   Yellow - Pharmacy   Pink - Patient
Lot #        Exp        Mfr        Site  RD LD RVL LVL
Colors: Blue Top Citrate   Red Top Plain   Gray Top Fluoride   Lavender Top EDTA
{drug:title} {dose} {frequency}   {drug:title} {dose} {frequency}
V1  V2  V3  V4  V5  V6   aVR  aVL  aVF   I  II  III
Ct {num:10-38}.{num:0-9}   Cutoff 40   Control OK   Curve Sigmoid
"""
BLANK = templates(_BLANK)

TYPES: tuple[NoteType, ...] = (
    NoteType("sheet-death-certificate", shuffled(_DEATH, _DEATH_FILL, _DEATH_FILL)),
    NoteType("sheet-birth-certificate", sheet(_BIRTH), 0.4),
    NoteType(
        "sheet-vaccinations",
        sheet(_VAX_HEAD, either(_VAX_ROWS, sheet(_VAX_ROWS, _VAX_ROWS)), shuffled(_VAX, _VAX_FILL)),
    ),
    NoteType("sheet-school", worn(sheet(_SCHOOL, _SCHOOL_FILL))),
    NoteType("sheet-travel-medical", worn(shuffled(_TRAVEL, _TRAVEL_FILL))),
    NoteType("sheet-proxy", shuffled(_PROXY, _PROXY_FILL)),
    NoteType(
        "plain-sheets", either(lines(_BLANK, 6, 24, ordered=False), writer(BLANK, least=4, most=14, haste=0.05)), 2.0
    ),
)
