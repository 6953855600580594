"""Sheets of the front desk and the business office: face sheets squeezed into lines, intake, claims, benefits."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.sheets_kit import either, filler, lines, one, rows, sheet, shuffled, squeezed, worn
from corpus.notes.tabular import rows as fields

_FACE_TOP = one(r"""
{capsite}\nPATIENT FACE SHEET - CONFIDENTIAL   Printed {stamp} by {username}
Face Sheet   {pt:upper}   Page 1 of 2\n{site} · {street} · {city} {stateab} {zip} · Main {sitephone}
ADMISSION RECORD  FORM 1120-A (Rev. 03/21)  {fac}
*** INPATIENT FACE SHEET ***  acct {acct}  type IP  svc MED  fc 11
{nursinghome}\nResident Face Sheet\nRm {room} Bed {bed}\tMedicare A day 14
PATIENT REGISTRATION DETAILS   Unit No {mrn}   NHS No {plan}   Spell 2
Screen ADM/17  {author:initials}  {stamp}\nPRINTED FOR {newfirm:upper}
[Hospital Copy]  Outpatient Ticket No. {visit}  Dept. OBG/Unit II  Regn. Fee Rs. 10
""")
_FACE = fields(r"""
PT = [[{pt:upper}|{pt:last_first}]]
MR# = {mrn}
DOB/AGE/SEX = {dob} {rowage} [[F|M]]
ADM = {stamp:-2}
DIS = [[{numdate:2}|____]]
FC = [[05|M/C A&B|HMO|SP]]
SS = [[{ssn}|***-**-{ssn4}]]
ATTN = [[{dr:upper}|{dr:last_first}|{dr:family_upper} {dr:initials}]]
ADMT DR = [[{dr2:upper}|{dr2:initial_last}|same]]
REF DR = [[{dr3:last_first}|NONE|SELF]]
PCP = [[{pcp:upper_full}|{pcp:family}|NO PCP|{pcp:short} {drphone}]]
LOC = [[{dept}|{room}|{rowbed}]]
HM PH = {phone}
WK PH = [[{otherphone}|none]]
EMPL = [[{employer:upper}|RETIRED|{newemployer}]]
OCC = {job}
REL = [[CATH|NONE|BAPT|SIKH|C of E]]
LANG = [[ENG|SPA|Tagalog|Punjabi]]
MS = [[M|W|S|D|SEP]]
RACE = {race}
N.O.K. = [[{kin:upper_full}|{kin:full} / {word}]]
NOK PH = [[{kinphone}|{otherphone}]]
PERSON TO NOTIFY = [[{kin2:upper_full}  {word2}  {otherphone}|{kin2:given} {otherphone}]]
GUAR = [[{kin:upper}|SELF|{pt:upper_full}]]
INS1 = [[{newpayer:upper}|{newpayer:upper}|MEDICARE]]
POL = {plan}
GRP = {groupno}
INS2 = [[{newpayer}|NONE|MEDIGAP F]]
AUTH = [[{order}|PENDING|NOT REQD]]
CC = [[{symptom}|{dx}]]
ADM DX = [[{icd} {dx}|{dx}]]
ACC DT = [[{numdate:-3}|N/A]]
PREV ADM = [[{numdate:-200}|NONE]]
BROUGHT BY = [[{newagency}|WALK-IN|{kin:given}|police]]
VALUABLES = [[to {kin:given}|safe, tag {raw}|none]]
ADV DIR = [[Y|N|copy w/ {kin:short}|N]]
ISOL = [[CONTACT|NONE|DROPLET]]
DIET = {diet}
ALLERGIES = {allergy}
PHARM = [[{pharmacy}|{newpharmacy}]]
TRIBE/CLAN = [[{place}|n/a]]
SUBURB = {town}
MEDICARE CARD IRN = [[2|1]]
Eircode = {zip}
GP CODE = {id}
Village/Taluk = {town}
CLERK = [[{author:initials}|{ini}|{ini}|{username}]]
""")
_FACE_FILL = filler(r"""
Code Status: Full Code    Isolation: None    Fall Risk: High (Morse {num:45-95})
Precautions  Aspiration  Bleeding  Seizure  [X] Latex
LOS {num:1-19}   GMLOS {dec:2.0-6.5}   DRG {num:100-900}   RW {dec:0.6-3.9}
Chart Copies: 2   Labels: 12   Wristband: Y   MSP Questionnaire: Complete
Level of Care  Acute / Observation / Skilled / Swing
HIPAA Notice Given  Y   Consent to Treat  Y   Financial Agreement  N
Height {num:150-190} cm  Weight {num:45-120} kg  BSA {dec:1.5-2.2}
ADT-A01 Processed OK
Interpreter Needed N   Smoker FORMER   Organ Donor UNK
Belongings List: Glasses, Upper Denture, Cane, Medtronic Pump Remote
""")
_FACE_END = one(r"""
Reg clerk {sign:1} / {sign:2}     Verified {shortdate}  {sign:3}
Registered: {ini} {numdate} {time}   Upd: {ini} {time}
{dr:upper_full} MD      {dr2:upper_full} DO      {pcp:upper_full} MD
SIGNATURE OF RESPONSIBLE PARTY ______{kin:full}______   WITNESS __{ini}__
(c) {fac} Health Information Services  Form HIM-204 Rev 11/19  DO NOT FILE IN CHART
{sitephone}   {sitefax}   {siteurl}
""", 0.8)  # fmt: skip

_INTAKE_TOP = one(r"""
NEW PATIENT QUESTIONNAIRE\n{clinic}   [[Please print in BLACK ink.|Bring This Form With You]]
Welcome to {clinic:alias}! Please arrive 15 minutes early.   Form NP-3 (7/22)
Patient History Form - Page 1 of 5
{clinic}\nNew client intake / kaimahi to complete section B
Health Screening Questionnaire (Adult)   Version 4.2
REGISTRATION OF A NEW PATIENT   GMS1   Tick Boxes That Apply
Ayushman OPD Card   Counter 6   Token {num:1-240}
""")
_INTAKE = lines(r"""
Your name (as on card): {pt:full}     What should we call you? {pt:nick}
Today's date {numdate}        Birthdate {dob}        Age {age}
How did you hear about us?  [ ] Internet  [X] Friend: {friend:short}  [ ] {newemployer} wellness fair
Who lives with you? {kin:given} ({kinage}), {kin2:given}, and a dog named {someone:given}
Lives at: {street}\n          {city}  {stateab}  {zip}
OK to text? (Y) N   number {mobile}     OK to leave message with: {kin:given} only
Emergency: {kin:full} - {word} - {kinphone} - lives in {town}
Family doctor? {pcp:titled}, [[near {place}|{pcpsite}]], last seen [[{month:-100}|about a year ago]]
Other doctors: {newdr:family} (heart), {newdr:family} (feet), {newdr:titled_full} eyes
Pharmacy you use _{newpharmacy}_ on _{street:name}_
Surgeries and where: {proc} {fac} {year:-9}; {proc} {town} {year:-20}; {proc}, don't remember
Who filled out this form?  (X) Patient  ( ) Spouse  (X) Other: {kin2:short}, {word2}
Previous address in UK if any: {street}, {city} {zip}     Date first came to live in UK: {numdate:-900}
Iwi / hapu: {place}     Enrolled with: {newsite}
Country of birth {country}   Year of arrival {year:-14}   Interpreter Y/N: N
School: {school}   Grade 4   Teacher: {teacher:titled}
Father's Name: {someone:full} {job}     Mother's Name: {someone:full}
Employer's name and address: {newemployer}, {town}
Referred by: {newdr:full}, {newsite}; attorney: {lawyer:short} of {newfirm} {otherphone}
Insurance card copied [x] front [x] back   {newpayer}   ID {plan}   Subscriber {kin:short} b. {otherdob}
Legal next of kin if under 18: {kin:full} cell {kinphone}; {kin2:full} cell {otherphone}
Signature {pt:full}   Date {numdate}\nReviewed w/ pt {ini} {shortdate}
I give permission to talk to {kin:full} and {someone:full} about   [X] appointments  [ ] test results  [X] billing
Have you been seen at this facility before?  No   If yes under what name? {pt:maiden}
Caregiver on duty: {staff:given} from {newagency}, days {otherphone}
Provider initials: {ini}    MA initials: {ini}    Scanned: {ini} {shortdate:2}
""", 6, 17)  # fmt: skip
_INTAKE_FILL = filler(r"""
[ ] Anemia  [X] Asthma  [ ] Bell's Palsy  [ ] Crohn's  [ ] Graves  [X] Heart Murmur  [ ] Meniere's  [ ] Parkinson's
Have You Ever Had:  Chicken Pox Y  Shingles N  Whooping Cough N  Lyme Y  Malaria N
Over the last 2 weeks, how often: Not at all 0  Several days 1  More than half 2  Nearly every day 3   Total {num:0-24}
Medicines: {brand} {strength}, {brand}, {drug:title}, Centrum Silver, Tums
Do You Use: Cane  Walker  Hearing Aid  Glasses  CPAP (ResMed)
Cups of coffee per day 2   Alcohol drinks/wk 3   Packs per day 1/2   Years 20
Family History (circle): Diabetes - Stroke - Huntington - Breast Ca - BRCA - Sickle Cell
Last: Tetanus 5 yr ago | Flu Never | Shingrix 1 of 2 | Colonoscopy NORMAL
Mark An X On The Body Where It Hurts.  Worst 8/10  Best 2/10  Today 5/10
Pregnancies 3  Births 2  Miscarriages 1  Age at First Period {wage:n 9-16}
ALLERGIES: {allergy}   REACTION: Hives / Swelling / Other
""")

_CMS = lines(r"""
1. MEDICARE [X] MEDICAID [ ] TRICARE [ ] GROUP [ ] FECA [ ]   1a. INSURED'S I.D. {plan}
2. {pt:upper}   3. {dob}  [[M|F]]   4. {kin:upper}
5. {street}  {city}  {stateab}  {zip}  {phone}   6. Self [X] Spouse [ ] Child [ ]   7. SAME
9. {kin2:upper}  a. {groupno}  d. {newpayer:upper}   10. Employment N  Auto Y ({stateab})  Other N
11. {groupno}  a. {otherdob} F  b. {newemployer:upper}  c. {newpayer:upper}  d. NO
12. SIGNATURE ON FILE  {numdate}   13. SOF
14. {numdate:-6} QUAL 431   15. 454 {numdate:-40}   16. FROM {shortdate:-6} TO {shortdate:14}
17. DN {dr2:upper_full} MD  17b. NPI {npi}   18. {numdate:-5} {numdate:-2}   19. CLIA {id}
21. ICD Ind. 0  A. {icd}  B. {icd}  C. {icd}  D. ____   22. RESUB 7 {claim}   23. {order}
24. {numdate:-4} {numdate:-4} 11  99214 25  A B  $ 210 00  1  NPI {npi}
24. {numdate:-4} {numdate:-4} 22  {num:20000-69990} RT  C  1,480 00  1  NPI {npi}
25. {ssn} [X] SSN   26. {acct}   27. YES   28. $1690.00   29. $25.00   30. Rsvd for NUCC Use
31. {dr:upper_full} MD {shortdate}   32. {capsite} {street} {city} {stateab} {zip} a. {npi}
33. {clinic} {pobox} {town} {stateab} {zip}  {sitephone}  a. {npi}  b. {id}
APPROVED OMB-0938-1197 FORM 1500 (02-12)
FL4 0111  FL6 {daterange:-9}  FL8b {pt:upper}  FL10 {dob}  FL11 F  FL12 {numdate:-9} 14 1 7 01
FL42 0250 PHARMACY 0301 LABORATORY 0450 EMERG ROOM   FL47 18,344.20
FL50 {newpayer:upper}  FL56 {npi}  FL58 {kin:upper}  FL59 18  FL60 {plan}  FL63 {order}
FL76 ATTENDING NPI {npi} LAST {dr:family_upper} FIRST {dr:given}   FL77 OPERATING {npi} {surgeon:family_upper}
""", 6, 18)  # fmt: skip
_PRIOR = lines(r"""
PRIOR AUTHORIZATION REQUEST - {newpayer:upper}   Standard [ ]  Expedited [X]
Fax completed form to {fax} or call {otherphone}, option 3
Member: {pt:last_first}  ID {plan}  Group {groupno}  DOB {dob}
Requesting Provider: {dr:full}, {cred}   NPI {npi}   TIN {ssn}   Contact: {author:given} x{ext}
Servicing Facility {newsite} (in network? UNK)  Ph {otherphone}  Fx {fax}
Drug: {brand} {strength}  Qty 30/30  Refills 5  Dx {icd}
Tried & failed: {brand} ({month:-9} - {month:-5}); {drug:title}, nausea; {drug:title}
CPT {num:20000-69990} x1, HCPCS J{num:1000-3590} x 4 units, Place of Service 22
Letter of medical necessity from {dr2:titled} dated {numdate:-6} ATTACHED
Peer to peer done {shortdate} {time}: {newdr:family} ([[{newpayer:abbr}|plan MD]]) agreed to 6 visits
Reviewer: {lonedr} RN   Ref# {order}   Approved thru {numdate:90}
Denied: does not meet InterQual {year} / MCG 25th ed. criteria. Appeal rights on reverse.
Call log: {shortdate:-3} {ini} LM; {shortdate:-2} spoke w/ {someone:given}; {shortdate:-1} {ini} refaxed
Prescriber Signature: {dr:short}   {numdate}
Specialty pharmacy: {newpharmacy}, att. {someone:given}, {otherphone}
MEDICAL NECESSITY  Step Therapy  Quantity Limit  Formulary Exception  Brand Medically Necessary
GUIDELINE: NCCN Category 2A   LCD L35490   Policy MP-1.04.12
Tracking {raw}
""", 6, 15)  # fmt: skip
_BILL_TOP = one(r"""
{clinic:block}\n\nSTATEMENT   {numdate}   ACCT {acct}
INVOICE No {order}\n{newfirm}\nABN 00 000 000 000   GST incl.
Tax Invoice / Receipt\n{site:alias} Pathology   Provider {cert}
{nursinghome:upper}   Monthly Statement   Resident {pt:last_first}
EXPLANATION OF BENEFITS - THIS IS NOT A BILL\n{newpayer}\n{pobox}, {town} {stateab} {zip}
Devis / Quotation   {newsite}   valid 30 days
Cash Memo {raw}   {newpharmacy:upper}   DL No. {cert}
Collections Notice: final\n{newfirm:upper}   ref {caseno}
REMITTANCE ADVICE  835  check/EFT {raw}  payer {newpayer:upper}
""")
_BILL_ROWS = rows(
    r"""
    Date | Description | Code | Provider | Charge | Adj | Bal
    DOS | Patient | Billed | Allowed | Paid | Remark
    Item | Qty | Rate | Amount
    Claim | Name | Svc Date | PR | CO
    """,
    r"""
    {around:-60} | [[Office Visit Est Lvl 4|Venipuncture|Hgb A1C|XR Ankle 3V|Epley Maneuver]] | {num:36415-99215} |
        [[{newdr:family_upper}|{ini}|{newdr:initial_last}]] | {dec:20.00-400.00} | -{dec:1.00-90.00} | {dec:0.00-99.00}
    {around:-40} | {someone:last_first} | {dec:90.00-900.00} | {dec:30.00-90.00} | {dec:0.00-80.00} |
        [[PR-1|CO-45|N130|OA-23]]
    [[Inj. Monocef 1g|Foley's Catheter 16 Fr|Vicryl 2-0|Ringer Lactate|Bed charges Gen Ward|Dr. {newdr:family} visit]] |
        {num:1-9} | {dec:20.00-900.00} | {dec:100.00-5000.00}
    {claim} | {someone:upper} | {iso:-20} | {dec:0.00-90.00} | {dec:0.00-90.00}
    """,
    2,
    9,
)
_BILL = lines(r"""
Patient: {pt:full}   Guarantor: {kin:full}\n{address:block}
PAYMENTS RECEIVED {shortdate:-5}  Check {raw}  -25.00  THANK YOU {pt:upper_full}
Amount due $ {num:20-900}.{num:00-99} by {numdate:21}. Pay at {url} or mail to {pobox}, {city} {stateab} {zip}
Billed to {newpayer} on {shortdate:-30}; denied "no coverage on DOS"
Questions? {author:given} in billing, {otherphone}, M-F 8-4:30
Card on file {card}   Auth {raw}   {kin:upper_full}
Aging: 0-30 112.00 | 31-60 48.00 | 61-90 0.00 | 90+ 0.00
Insurance paid in full. Deductible met. Coinsurance 20%.
Place of Service 11  Type of Bill 131  Condition Code 44  Value Code 80
Bank {newfirm}  IBAN {iban}  BIC {swift}
Sold by {sign:1}   Checked by {sign:2}   TIN: {id}
Referring Dr: {newdr:short} ({town})   Provider No {cert}   Item 23, 105, 66551
Direct debit authorised by {kin:short}, {word}
Adjustment per {ini} {shortdate}, courtesy write-off
Financial Assistance Application Enclosed   Form FA-2 Rev 01
""", 4, 11)  # fmt: skip
_BENEFIT = lines(r"""
{newagency}\n{pobox}\n{city} {stateab} {zip}\n\nDate: {fulldate}\nBNC#: {id}
Notice of [[Award|Decision|Change in Payment|Overpayment]]   Claim Number {claim}
{pt:upper_full}\n{address:block}
You are entitled to monthly disability benefits beginning {month:-150}.
We found that you became disabled under our rules on {fulldate:-300}.
We used reports from {newsite} ({daterange:-400}), {newdr:titled_full}, and {newfirm}.
Your representative, {lawyer:full} of {newfirm}, was sent a copy.
Beneficiary: {pt:short}   Payee: {kin:full} for {pt:given}   Type: C1   Rate: 100%
Assessment by {newdr:full} at the {town} centre on {date:-40}: descriptor 4b, 6 points; moving around 1c, 8 points
DAILY LIVING   Preparing Food 2   Taking Nutrition 0   Washing And Bathing 3   Total 9
Your National Insurance number: {id}   Ask for: {someone:titled_given}   Telephone {otherphone}
Service member {pt:upper}, SSN {ssn}: [[PTSD 70%|tinnitus 10%|lumbar strain 20%]] effective {numdate:-200}
C&P examiner: {newdr:initial_last}, {town}; DBQ received {numdate:-30}
Case manager {someone:short}, {newagency}, ext {ext}, e-mail {email}
Section 8 household: {pt:given} {age}, {kin:given} {kinage}, {someone:given} {rowage:bare}; income {num:600-2400}.00/mo
Employer {newemployer} reports last day worked {numdate:-60}; wage statement signed {someone:short}, HR
If you disagree, ask for a Reconsideration (Form SSA-561) within 60 days.
Programs Reviewed: Part A  Part B  Part D  QMB  SLMB
SNAP {num:50-400}.00   TANF 0.00   LIHEAP Pending   WIC Food Package III
Yours sincerely,\n{someone:full}\nDecision Maker
""", 6, 16)  # fmt: skip

TYPES: tuple[NoteType, ...] = (
    NoteType(
        "sheet-face-squeezed",
        sheet(_FACE_TOP, squeezed(_FACE, 14, 26), _FACE_FILL, squeezed(_FACE, 5, 14), _FACE_FILL, _FACE_END),
    ),
    NoteType("sheet-intake", worn(sheet(_INTAKE_TOP, shuffled(_INTAKE, _INTAKE_FILL, _INTAKE_FILL)))),
    NoteType("sheet-claims", either(_CMS, _PRIOR, sheet(_PRIOR, _CMS), sheet(_CMS, _FACE_FILL))),
    NoteType("sheet-bills", worn(sheet(_BILL_TOP, shuffled(_BILL, _BILL_ROWS), _BILL_ROWS))),
    NoteType("sheet-benefits", _BENEFIT, 0.7),
)
