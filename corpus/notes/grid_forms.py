"""Forms that people fill in, most of whose words name nobody: registration, approvals, requests."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.grid_kit import form, lines, page, plain

_DESK = page(
    lines(
        r"""
{clinic:upper}\nPATIENT REGISTRATION FORM ([[please complete ALL sections|print clearly|use black ink]])
New Client Information Sheet     [[Today: {numdate}|]]
REGISTRATION   {site}   {gservice:upper}
Welcome Packet Page {num:1-6}   {gcode:form}
Section {num:1-9}: About You
Client Intake [[Questionnaire|Screener]]        staff initials {ini}
""",
        1,
        1,
        0.85,
    ),
    form(
        r"""
Surname = [[{pt:family}|{pt:family_upper}|{lc:pt:family}]]
Forename(s) = [[{pt:given}|{lc:pt:given}]]
Legal name (last, first) = {pt:last_first}
What you like to be called = [[{pt:nick}|{pt:given}]]
Previous surname = {pt:maiden}
D.O.B. = [[{dob}|{birthdigits}]]
Age now = {age}
Sex at birth = [[M|F|X]]
House no. and street = [[{street}|{lc:street}|{otherstreet}]]
Town = [[{town}|{lc:town}|{capstown}]]
Post code / ZIP = {zip}
County/Parish = {county}
Tel (H) = [[{phone}|{phone}  leave msg OK|day only {phone}]]
Tel (M) = {mobile}
E-mail (print) = [[{email}|{lc:email}]]
In an emergency call = [[{kin:full}|{lc:kin:full} ({word})|{word}, {kin:given}, {kinphone}]]
Second contact = [[{kin2:short} {otherphone}|{word2}: {kin2:given}]]
Usual doctor = [[{pcp:titled}|{pcp:family}|{lc:pcp:titled}]]
Surgery/practice = [[{pcpsite}|{newsite}]]
Dentist = [[{newdr:titled}|{oddclinic}]]
Optician = [[{oddclinic}|last went {year:-2}]]
Employed by = [[{employer}|{newemployer}|{oddco}]]
School or nursery = [[{newschool}|{oddschool}]]
Person paying = [[{pt:full}|{kin:last_first}]]
Plan = [[{newpayer}|{oddpayer}|{gcell:cover}]]
Membership no. = {plan}
Group = {groupno}
Chemist = [[{newpharmacy}|{oddpharm}]]
Faith community = [[{church}|{gcell:word}]]
Interpreter (name/agency) = [[{someone:given}|{newagency}]]
Who filled this in? = [[{kin:given}|{staff:short}|{pt:initials}]]
Signed = [[{pt:short}|{pt:initials}|{kin:full}]]
Dated = [[{numdate}|{shortdate}|{textdate}]]
Checked by = [[{ini}|{staff:given}|{sign}]]
""",
        6,
        20,
    ),
    plain(
        r"""
How did you hear about us? {gticks:opt}
{gticks:cover}
I consent to: {gticks:opt}
Usual medicines: {gcell:brand}, {gcell:brand}, {drug}
Payment today by: {gticks:pay}
Data Protection - Privacy Notice Read: Yes   Version {dec:1.0-4.0}
Summary Care Record   {gticks:opt}
Please allow 48 Hours For Repeat Prescriptions. No Walk-Ins After Noon.
Communication needs: Large Print  Easy Read  Braille  BSL  Hearing Loop
Height {num:140-195}  Weight {num:45-130}  Units per week {num:0-30}  Cigarettes/day {num:0-25}
"""
    ),
)
_APPROVAL = page(
    lines(
        r"""
PRIOR AUTHORIZATION REQUEST - {gcell:brand}      fax to {fax}
{newpayer}\nUtilization Review / Precertification
Letter of Medical Necessity Worksheet   {gcode:form}
Pre-authorisation form   Hospital: {site}   {numdate}
Individual Funding Request - summary page
Cashless Request Note   TPA: {newfirm}   {gcode:form}
""",
        1,
        1,
        0.9,
    ),
    form(
        r"""
Member = [[{pt:last_first}|{pt:upper_full}|{pt:full}]]
Member ID = {plan}
Birth date = {dob}
Drug = {gcell:brand} {strength}
Qty / Days supply = {num:1-90} / {num:7-90}
HCPCS = {gcode:cpt}
ICD = {icd} {dx}
Tried and failed = {gcell:brand} ([[nausea|rash|no response|cost]]); {gcell:brand}
Prescriber = [[{dr:full}|{dr:last_first}|{dr:upper_full}]], {cred}
Prescriber NPI = {npi}
DEA = {dea}
Office contact = [[{staff:given}|{staff:short}|{someone:given} x{ext}]]
Office fax = {sitefax}
Office phone = {sitephone}
Site of care = [[Self|{site}|{clinic}|Home Infusion|{newpharmacy}]]
Dispensing pharmacy = [[{newpharmacy}|{oddpharm}|Specialty]]
Approval number = [[{order}|{raw}]]
Effective = [[{daterange}|{numdate} thru {numdate:300}]]
Reviewer = [[{someone:short}|{newdr:full}|{ini}]]
Peer to peer = [[{newdr:titled} {around:8}|not requested|{drphone}]]
Case = {claim}
Policy holder = [[{kin:full}|{pt:full}|Self]]
Employer group = [[{newemployer}|{oddco}]]
Estimated stay = {num:1-9} days, {num:1000-90000} total
Signature = [[{dr:full} MD|{dr:initials}|{dr:family}]]
Sent = [[{stamp}|{numdate} {hm}]]
""",
        6,
        18,
    ),
    plain(
        r"""
Preferred: {gcell:brand}, {gcell:brand}, {gcell:brand}. Non-preferred: {gcell:brand}
[ ] Continuation Of Therapy  [X] New Start  [ ] Samples  Step {num:1-3}
{gticks:brand}
{gticks:cover}
Expedited Review Means A Delay Could Seriously Jeopardize Life, Health Or Function.
Criteria met: InterQual {gcode:cell}  Milliman MCG {gcode:cell}  {gcell:sign}
{gcell:study} {gcode:cpt} x {num:1-4}
Incomplete Forms Will Be Returned Without Review. Attach Chart Notes.
"""
    ),
)
_REQUEST = page(
    lines(
        r"""
{site}            Pathology Request - Combined Blood Sciences
{gservice:upper} REQUISITION   {gcode:form}
Imaging Request   {gcell:study}   {newsite}
REFERRAL TO: {gservice}     [[Routine / Soon / Urgent|2WW|P3]]
Referral slip: {dr:titled} -> {newdr:titled}, {gservice}
Bill To:  [ ] Account  [x] Insurance  [ ] Patient
To Be Completed By Requester (Gold Copy To Lab)
""",
        1,
        1,
        0.9,
    ),
    form(
        r"""
Patient surname = [[{pt:family_upper}|{pt:family}]]
First name = {pt:given}
Hosp no = {mrn}
NHS/Medicare = {plan}
DOB = {dob}
Address = [[{address}|{street}, {town}|{lc:address}]]
Lives with = [[alone|{word} {kin:given}|partner|parents|{nursinghome}]]
Tel = {phone}
Ward / clinic = [[{gservice}|{dept}|{rowbed}]]
Consultant = [[{newdr:titled}|{newdr:family}|{dr2:initial_last}]]
Requested by = [[{dr:short}|{dr:last_first}|{sign:1 name}]]
Bleep = [[{bleep}|{pager}|{ext}]]
Collected by = [[{sign}|{nurse:initial_last}|{staff:given}]]
Taken = [[{shortdate} {hm}|{stamp}]]
Clinical details = [[{symptom}, ?{dx}|{dx}, on {gcell:brand}|F/H {eponym}|{gest}, {symptom}]]
Test = [[{gcell:assay}|{gcell:assay} + {gcell:assay}|{test}]]
Exam = {gcell:study}
Side = [[Left|Right|Bilat]]
Copies to = [[{pcp:titled}, {pcpsite}|{newsite}|{newdr:last_first}; {newdr:family}]]
Account = [[{newsite:upper} {acct}|{acct}]]
Specimen no = {specimen}
Key safe / access = [[key under mat|{phone4}|ring {kin:given} first|dog - {friend:nick} holds him]]
Aids in use = {gcell:tool}, {gcell:tool}
Scores = {gcell:sign}; {gcell:sign}; {gcell:sign}
Goes by = {pt:nick}
Social worker = [[{someone:short}|{agency}|{someone:given} at {oddwelfare}]]
Carer = [[{kin:given} ({word})|{newagency}|{kin2:titled}]]
Accepted by = [[{ini}|{newdr:given}|{sign}]] {numdate:2}
""",
        6,
        18,
    ),
    plain(
        r"""
{gticks:assay}
{gticks:study}
Tubes: Lavender {num:1-3}  Gold {num:1-2}  Grey 1  Royal Blue 0   Haemolysed / Insufficient / Unlabelled
Danger Of Infection? Y / N     Fasting? Y / N     Timed? Y / N
{gcell:assay} {gcode:cpt}   {gcell:assay} {gcode:cpt}   {gcell:assay} {gcode:cpt}
Outcome Codes: A1 Accepted  D2 Declined  W3 Waiting List  R4 Redirected
{gcell:tool}   {gcell:tool}   {gcell:tool}
{gcell:sign}   {gcell:sign}   {gcell:sign}
Mobility: {gticks:opt}
Pacemaker?  Aneurysm Clip?  Cochlear Implant?  Metal In Eye?  Claustrophobic?
"""
    ),
)
TYPES: tuple[NoteType, ...] = (
    NoteType("grid-registration", _DESK, 2.0),
    NoteType("grid-approval", _APPROVAL, 1.2),
    NoteType("grid-request", _REQUEST, 1.5),
)
