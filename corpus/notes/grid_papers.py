"""Papers of events, registrars, schools and employers, and forms that nobody filled in."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.grid_kit import form, lines, page, plain

_EVENT = page(
    lines(
        r"""
INCIDENT / NEAR MISS REPORT      [[Ref|No.]] {caseno}
FIRST REPORT OF INJURY   {gcode:form}   {works}
Employee Exposure Worksheet (Sharps / Splash)
Safety Event {docid}    {gcell:system} import {numdate}
Playground Accident Book    {newschool}
Medication Variance - NOT PART OF THE MEDICAL RECORD
Security Log Extract   {site}   {numdate}
""",
        1,
        1,
        0.9,
    ),
    form(
        r"""
Date of event = [[{numdate}|{fulldate}|{shortdate}]]
At = {hm}
Where = [[Main Corridor, Level 2|{rowbed}|{gservice}|car park|loading dock|stairwell B|nr lift|canteen]]
Who was hurt = [[{pt:full}|{lc:pt:full}|{someone:titled_full}|{someone:last_first}]]
Age = {rowage}
Home address = [[{address}|{street} {town}]]
Contact = [[{phone}|{mobile}]]
Staff no = {badge}
Job title = {gcell:role}
Shift = {gcell:shift}
Hired = [[{numdate:-700}|{month:-300}]]
Paid = {dec:11.00-38.00}/hr
FEIN/EIN = {raw}
NAICS = {num:111110-928120}
Body part = [[R index finger|lower back|{anatomy}|L elbow]]
Mechanism = [[Caught In/Under/Between|Struck By|Needlestick|Slip, Trip, Fall|Overexertion]]
Device = [[{gcell:tool}|{gcell:tool} s/n {serial}|{epo:tool}]]
First aid by = [[{nurse:short}|Sr. {nurse:family}|{gcell:role} {someone:given}|{someone:given}]]
Seen by = [[{gcell:role} {someone:given}|{someone:short} and {someone:short}|nobody|{lc:someone:full}]]
Told = [[{word} {kin:given} {hm}|{newdr:titled}|duty manager {someone:initial_last}|family]]
Sent to = [[{newsite}|{oddclinic}|home|{newdr:titled}]]
Insurer = [[{newpayer}|{newfirm}|{oddpayer}]]
Claim no = {claim}
Adjuster = [[{someone:full}|{someone:given} {otherphone}]]
Police = [[{oddpolice} {caseno}|{officer:titled}|not called]]
Supervisor = [[{someone:initial_last}|{someone:lower}|{lone}]]
Completed by = [[{username}|{someone:family_first}|{sign:2 name}|{ini}]]
Closed = [[{around:40}|open|{ini} {around:20}]]
""",
        6,
        18,
    ),
    plain(
        r"""
Type: {gticks:opt}
Severity 1 Insignificant 2 Minor 3 Moderate 4 Major 5 Catastrophic   Rating {num:1-5} x {num:1-5} (Amber)
Contributory factors: {gcode:cell}, {gcode:cell}, {gcell:abbr}
RIDDOR reportable? N    Duty Of Candour? N    OSHA 300 Log? Y    Never Event? N
Wet Floor Sign In Place  Lighting Adequate  Footwear Suitable  PPE Worn
Swiss Cheese Model   Five Whys   Fishbone   Just Culture   SBAR
Drug: {gcell:brand}  Given: {gcell:brand}  Harm Score {gcode:cell}
Restraint: Posey / Mitts / None   Lifting: {gcell:tool}
"""
    ),
)
_VITAL = page(
    lines(
        r"""
CERTIFICATE OF DEATH    State File Number {cert}
CERTIFICATE OF LIVE BIRTH   Local Registrar {town}   No. {cert}
State of {state} - Vital Records - {gcode:form}
Medical Certificate of Cause of Death   counterfoil {raw}
Register entry {num:1-500}   District {county}
Cremation Form {num:1-5}   (applicant: {kin:full})
""",
        1,
        1,
        0.9,
    ),
    form(
        r"""
Decedent's Legal Name = [[{pt:upper_full}|{pt:full}|{pt:last_first}]]
Child's Name = [[{pt:full}|{pt:given}]]
Sex = [[Male|Female]]
Social Security No = {ssn}
Age-Last Birthday (Years) = {age}
Under 1 Year (Months/Days) = __/__
Birthplace = [[{citystate}|{hometown}|{country}|{abroad}]]
Residence-State = {state}
Residence-County = {county}
City or Town = [[{town}|{capstown}|{lc:town}]]
Street and Number = [[{street}|{lc:street}]]
Inside City Limits = [[Yes|No|Unk]]
Ever in Armed Forces = [[Yes|No|{oddarmy}]]
Marital Status = [[Widowed|Never Married|Married|Divorced]]
Surviving Spouse (Maiden if Wife) = [[{kin:maiden}|{kin:full}]]
Father's Name = {someone:full}
Mother Prior to First Marriage = {someone:full}
Usual Occupation / Industry = [[{job}|Homemaker / Own Home|{job} / Coal]]
Informant = [[{kin:full}|{kin2:titled_full}|{kin:family_first}]]
Relationship = [[{word}|{word2}|Niece]]
Place of Death = [[{site}|{nursinghome}|Decedent's Home|Hospice Facility]]
Attendant/Midwife = [[{dr:full} {cred}|{nurse:full}|{newdr:family_upper}]]
Birth Weight / Apgar = {num:1900-4500} g / {num:6-9} {num:8-9}
Disposition = [[Burial|Cremation|Entombment|Removal From State]]
Cemetery or Crematory = [[{place}|{church}|{place}, {town}]]
Funeral Home = [[{donation}|{donation}, {town}]]
Embalmer Lic. = {cert}
Part I a. = {dx}   {duration}
Due to b. = [[{dx}   {duration}|{eponym}   {num:2-20} yrs|Lewy Body Dementia   {num:2-12} yrs]]
Part II = {dx}; {eponym}
Manner = [[Natural|Accident|Pending|Could Not Be Determined]]
Date pronounced = [[{died}|{numdate}]]
Certifier = [[{dr:full}, {cred}|{dr:upper_full}|{dr:initial_last}]]
License = {cert}
ME/Coroner case = [[{caseno}|Not Referred]]
Registrar = [[{someone:full}|{someone:initial_last}|{ini}]]
Filed = [[{numdate:4}|{fulldate:5}]]
""",
        7,
        22,
    ),
    plain(
        r"""
{num:10-40}. Place: Inpatient  ER/Outpatient  DOA  Nursing Home/LTC  Hospice  Decedent's Home
{num:10-40}. Education: 8th Grade Or Less  High School/GED  Some College  Bachelor's  Master's  Doctorate
{num:20-50}. Manner: Natural  Accident  Suicide  Homicide  Pending Investigation
{num:2-9}a. Residence-State  {num:2-9}b. County  {num:2-9}c. City Or Town  {num:2-9}d. Street  {num:2-9}e. Apt. No.
Was An Autopsy Performed? No   Findings Available? N/A   Tobacco? Probably
If Female: Not Pregnant Within Past Year   Pregnant At Time Of Death   Unknown
Hispanic Origin? No, Not Spanish/Hispanic/Latino    Race: White  Black  Samoan  Guamanian
Prenatal Visits {num:4-15}   WIC Y   Cigarettes 0   Mother Transferred N   Kotelchuck {num:1-4}
NSC Code {icd}   ACME {gcode:cell}   Type Or Print In Permanent Black Ink
"""
    ),
)
_LIFE = page(
    lines(
        r"""
EMERGENCY CONTACT & MEDICAL FORM -- {newschool}
Summer Camp Health History   [[Session {num:1-4}|Week {num:1-8}]]
Leave Application Form     {newemployer}
PERMISSION SLIP  {newschool}  trip to {town} {shortdate}
Employment health questionnaire    {newsite}   {gcode:form}
Volunteer Enrolment   {charity}
FMLA Certification   [[employee copy|HR copy]]
School Physical / Sports Clearance
Pre-Trip Form: Scouts, {oddclub}
""",
        1,
        1,
        0.9,
    ),
    form(
        r"""
Child = [[{pt:full}|{pt:given}|{pt:last_first}]]
Nickname = {pt:nick}
Grade entering = {num:1-12}
T-shirt = [[YM|YL|S|XL|2XL]]
Home room = [[{teacher:titled}|{num:1-30}B|{teacher:family}]]
Parent/Guardian 1 = [[{kin:full}|{lc:kin:full}]]
Parent/Guardian 2 = [[{kin2:full}|{kin2:given}]]
Cell = {kinphone}
Work = {otherphone}
OK to pick up = [[Grandpa {friend:given}, Aunt {someone:given}|{someone:given} only|{someone:short}; {someone:short}]]
NOT to pick up = [[{someone:full}|{someone:given} (court order {caseno})]]
Physician = [[{pcp:titled} {drphone}|{pcp:family}|same as last yr]]
Dentist = [[{newdr:titled}|{oddclinic}]]
Insurance co. = [[{newpayer}|{lc:newpayer}|{oddpayer}]]
Policy = {plan}
Allergies = [[{allergy}|bee stings, cashew|none]]
OK to give = {gticks:brand}
Swim level = [[Dolphin|Guppy|Shark|Minnow|Level 3]]
Emp. code = {badge}
Employee = [[{pt:full}|{pt:upper_full}|{pt:family_first}]]
Designation = {gcell:role}
Nature of leave = [[CL / EL / ML / Comp-Off|Intermittent|EL|Bereavement]]
From - to = [[{daterange}|{around:5} - {around:20}]]
Reason = [[Sister's marriage at {town}|own illness|care of {word}|exam at {newschool}|{dx}]]
Address during leave = [[{street}, {town}|c/o {someone:short}, {town}|{address}]]
Cover = [[Sr. {nurse:given}|{lone}|{someone:short}]]
HOD = [[{newdr:titled_full}|{newdr:titled}|sd/-]]
Church / troop = [[{church}|Troop {num:10-900}, {town}]]
Last tetanus = [[{month:-900}|{year:-4}|{around:-900}]]
Signature = [[{kin:short}|{kin:initials}|{kin:full} ({word})]]
Date = {numdate}
""",
        6,
        18,
    ),
    plain(
        r"""
Recommended / Not Recommended        Sanctioned / Rejected
Balance: CL {num:0-12}  EL {num:0-30}  ML {num:0-20}  LOP 0
Bring: Sunscreen, Bug Spray, Sleeping Bag, Flashlight. Leave At Home: Phones, Candy, Pocket Knives
OK to give: {gticks:brand}
Bus Rider / Walker / Car Line / Day Care / Sibling
Cabin Choices: Bluejay, Cardinal, Robin, Wren, Heron   Swim: Minnow, Dolphin
Vision 20/{num:20-60}  Hearing Pass  Scoliosis Neg  Tanner {num:1-5}  Cleared For: Football, Track, Cheer
Heart murmur?  Marfan?  Concussion?  Sickle trait?  Ever passed out?
Essential Functions: Lift 50 lb, Stand 8 h, Respirator Fit (N95 1860S)
{gcell:word}   {gcell:word}   {gcell:word}
"""
    ),
)
_EMPTY = page(
    lines(
        r"""
{gcell:word}   {gcode:form}
BLANK COPY - {gcell:label} / {gcell:label}
INSTRUCTIONS: Complete Every Field. Use N/A Where A Field Does Not Apply.
Section {num:1-12}. {gcell:label} Information
Return This Form To The Front Desk With A Photo ID And Your Insurance Card
{gcell:study} Checklist
""",
        1,
        2,
    ),
    lines(
        r"""
{gempty}
{gempty}     {gempty}
{gempty}   {gempty}   {gempty}
{gempty}\n{gempty}\n{gempty}\n{gempty}
{num:1-40}. {gempty}
{num:1-40}{gcell:shift}. {gempty}
{gticks:opt}
{gcell:label}: {gticks:cover}
{gcell:label}, {gcell:label}, {gcell:label} And {gcell:label} Must Match The Card
Attach Copy Of {gcell:label} Here
{gcell:label} (Please Print) ______________ {gcell:label} ______
{gcell:brand} | {gcell:brand} | {gcell:brand}
{gcell:study}   {gcode:cpt}   {gcell:status}
{gcell:assay}   {gcell:opt}
{gcell:sign}    {gcell:tool}
{gticks:role}
{gticks:tool}
Do Not Leave {gcell:label} Blank. If {gcell:opt}, Skip To Question {num:5-40}.
""",
        6,
        18,
    ),
    plain(),
)

TYPES: tuple[NoteType, ...] = (
    NoteType("grid-event", _EVENT, 1.2),
    NoteType("grid-vital-records", _VITAL, 1.0),
    NoteType("grid-school-and-work", _LIFE, 1.2),
    NoteType("grid-empty-form", _EMPTY, 1.3),
)
