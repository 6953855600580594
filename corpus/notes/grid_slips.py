"""Slips, cards and score sheets: values that stand without labels, headings and items that stand without values."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.grid_kit import Write, lines, page, plain, scanned, worn
from redactor.sample.marked import Marked, join

_BLOCKS = lines(
    r"""
{pt:full}\n{street}\n{town}, {stateab} {zip}
{pt:last_first}\n{dob}   {mrn}\n{phone}
{lc:pt:full}\n{lc:street}\n{lc:town} {zip}
{someone:family_upper} {someone:given}  {otherdob}
{someone:family_first}, {otherphone}
{kin:full} ({word})\n{kinphone}
{word} {kin:given}  {kinphone}  {word2} {kin2:given}  {otherphone}
{newdr:full}\n{newsite}\n{otherstreet}\n{town}
{newsite:upper}\n{otherstreet}\n{sitephone} / {sitefax}
{clinic}\nattn {staff:given}\n{sitefax}
{employer}\n{town}
{newpayer}  {plan}  {groupno}
{newpharmacy} {town} {otherphone}
{lone}
{lc:lone}
{email}
{county}
{ini}   {shortdate}
{newschool} {teacher:titled}
{age}   {dob}
c/o {someone:short}, {otherstreet}, {town}
Occupier, {street}
{church}\n{someone:titled}
{nursinghome} {room}
{newfirm} {claim}
{pt:nick} / {kin:nick}
{lawyer:titled} {otherphone}
{wordname} {lone}  {numdate}
{mobile} ({someone:given})
{pt:initials} {birthdigits}
    """,
    2,
    7,
)
_ODD = lines(
    r"""
{gcell:word}
{gcell:status}
{gcell:opt}   {gcell:opt}
{gcell:brand} {strength} mg
{gcell:study}
{gcode:form}
{gcell:abbr}   {gcode:cell}
{gcell:tool}
{gcell:label}:
No Data
Page {num:1-9}
{num:1-90}   {dec:0.1-90.0}   {num:100-900}
    """,
    1,
    4,
    0.8,
)


def _mingled(c: Cast) -> Marked:
    return join(*(c.pick((_BLOCKS, _BLOCKS, _ODD))(c) for _ in range(c.rng.randint(2, 5))), sep=c.pick(("\n", "\n\n")))


def _run_on(c: Cast) -> Marked:
    """Labels and values of an official form in one run, without a colon between them."""
    items = (
        "Residence State {state} County {county} City or Town {town} Zip Code {zip}",
        "Street and Number {street} Apt No {num:1-40} Inside City Limits Yes",
        "Name of Father {someone:full} Birthplace State or Foreign Country {country}",
        "Maiden Name of Mother {someone:full} Birthplace {citystate}",
        "Informant {kin:full} Mailing Address {otherstreet} {town}",
        "Usual Occupation Homemaker Kind of Business or Industry Own Home",
        "Name of Hospital or Institution {newsite} Inpatient ER DOA",
        "Decedent Last {pt:family} First {pt:given} Middle None Suffix Jr",
        "Age Last Birthday {age} Under One Year Months Days Under One Day Hours Minutes",
        "Under One Year {num:0-11} Months {num:0-29} Days {num:0-23} Hours {num:0-59} Minutes",
        "Attending Physician {newdr:full} License Number {cert}",
        "Attending Physician None Referring Physician None Family Physician None",
        "Insured Last Name {kin:family} First Name {kin:given} Relationship to Patient {Word}",
        "Insured Same Group None Plan Name None Other Coverage No",
        "Employer {newemployer} School {newschool} Grade {num:1-12} Teacher {teacher:titled}",
        "Employer None School None Grade None",
        "Date of Injury {numdate} Time {hm} Place of Injury Street Farm Home Office",
        "Registrar {ini} Date Received {numdate:5} Amendment No Book {num:1-90} Page {num:1-400}",
        "Next of Kin {kin:short} Phone {kinphone} Alternate {kin2:short} Phone {otherphone}",
        "Ward {dept} Room {room} Bed {num:1-4} Service Code {gcode:cell} Class {gcell:cover}",
        "Race White Black Samoan Guamanian Other Hispanic Origin No Education College",
        "Method of Disposition Burial Cremation Place of Disposition {place} Funeral Director {donation}",
        "Immediate Cause {dx} Interval {duration} Due to {eponym} Interval {num:2-20} Years",
        "Drugs {gcell:brand} {gcell:brand} {gcell:brand} Prescriber {newdr:family} Pharmacy {newpharmacy}",
        "Scores {gcell:sign} {gcell:sign} {gcell:sign} Rater {ini}",
        "SSN {ssn} Passport {passport} Driver License {license}",
        "SSN None Passport None Driver License None Alien Number None",
    )
    chosen = c.rng.sample(items, c.rng.randint(4, 10))
    way = c.pick(("{} ", "{}. ", "{}a ", "{}) ", "({}) ", "", ""))
    first = c.rng.randint(1, 30)
    said = [join(way.format(i), c.say(t)) for i, t in enumerate(chosen, first)]
    return join(*said, sep=c.pick((" ", " ", "\n", "  ")))


_STORY = page(
    lines(
        r"""
12. Describe what happened:
Section C - Narrative (staff use block letters)
Reason for request
HISTORY OF PRESENT COMPLAINT (to be filled by MO)
Comments / Concerns:
What Matters To Me
Tell us in your own words
Explain any YES answers below
""",
        1,
        1,
    ),
    lines(
        r"""
Visitor slipped by lift B. {gcell:role} {someone:given} saw it. First aid by Sr. {nurse:family}.
my {word} {kin:given} drives me, if not then {friend:given} from {church}
Line lead {someone:given} shut off the belt and called {newagency}
I was at {oddco} on {shortdate} when the rack fell on me, {someone:short} and {someone:short} saw
Q4 yes - {proc} {year:-9} at {newsite}, {newdr:titled}
Grandpa {someone:given} or Aunt {someone:given} will collect, never {someone:given}
pls ring {kin:given} not {kin2:given} - {kinphone}
{pt:given} hates {gcell:opt} and loves {gcell:word}. Settles with a warm blanket
moved here from {town} {month:-90}; old dr was {newdr:family}
Denied by {newpayer} twice; {staff:given} at {newsite} said to appeal
Charge told at {hm}; {newdr:titled} came {hm}; {word} {kin:given} aware {hm}
Worked at {works} as a welder til {year:-12}, then {newemployer}
Uses {gcell:tool} and {gcell:tool}. {gcell:sign}, was {gcell:sign}
No to all. Taking {gcell:brand} and {gcell:brand} only.
Slipped, Tripped, Fell. No Loss Of Consciousness. Ice Applied. Returned To Class.
Wants Second Opinion Re {gcell:study}. Has {eponym}.
The grace period ends soon; bill to follow. Park in the green zone.
Young child, hard to examine; stone passed; burns healing; will return
See Attached. N/A. None. Same As Above. Refer To Item {num:2-30}.
""",
        2,
        7,
    ),
    plain(),
)
_CARDS = worn(
    lines(
        r"""
{newsite}\n{newdr:full}, {cred2}\n{gservice}\nT {otherphone}  F {sitefax}  {dremail}
YOUR NEXT APPOINTMENT: {weekday} {shortdate:9} {time12} with {newdr:titled}. Bring {gcell:tool}.
{newpayer}  {gcell:cover}  ID {plan}  {pt:upper_full}  PCP {pcp:family_upper}  RxBIN {num:100000-900000}
{newpayer:upper}\nMember {pt:full}\nDependents {kin:given}, {kin2:given}\nCopay PCP $25 ER $150 Spec $40
STAFF ID  {someone:short}  {gcell:role}  {badge}  If Found Drop In Any Mailbox
DONOR CARD  {pt:short}  {numdate:-90}  A Neg  Kidneys Corneas Heart Valves
Pacemaker ID: {pt:last_first}  {gcell:tool}  s/n {serial}  implanted {around:-900} {newdr:family}, {newsite}
Steroid Card - Do Not Stop Suddenly. {pt:given} {pt:family}, {gcell:brand} {strength} mg, {pcp:titled}
Warfarin Yellow Book   INR {dec:1.5-4.5}   Dose {num:1-9}   Next {shortdate:7}   {ini}
Allergy Alert Bracelet: {gcell:brand}, Latex, Nuts   call {kinphone}
{gservice} Token {num:1-200}   Counter {num:1-9}   Wait {num:5-90} min
Library / Gym / Bus Pass   Zone {num:1-6}   Adult   Off-Peak
{oddclub} member {someone:full} exp {month:200}
{oddschool} PE excuse: {pt:given} no swim til {shortdate:10}. {kin:titled}
Fit note: {pt:full}, not fit for work {daterange}, {dx}. {newdr:initial_last}
Prescription: {gcell:brand} {strength} mg #{num:10-90}   {newdr:full}  DEA {dea}   Brand Medically Necessary
Raffle: Green Slip No {num:100-900}   Prize: Rose Bowl Hamper
Return To Work: Light Duty, No Lifting > {num:5-40} lb, Sit/Stand Option
Emergency Codes: Code Blue  Code Gray  Code Amber  Dr. Strong  Dr. Red  Condition H
Coupon: {gcell:brand} Savings Card   BIN {num:100000-900000}   GRP EC{num:1000-9000}   Pay As Little As $5
{vendor} delivery {order} for {someone:short} {otherstreet} sig {ini}
Key tag: {lone} {room}   Locker {num:1-90}   Bag {num:1-3}
""",
        1,
        4,
    )
)
_SCORES = page(
    lines(
        r"""
{gcell:sign}   {gcell:sign}   {gcell:sign}
Rater {ini}   {numdate}   Form {gcode:cell}
{pt:initials}  {age}  visit {num:1-9}
Scored by {staff:short}, {gservice}
""",
        1,
        2,
    ),
    lines(
        r"""
{num:1-30}. Little Interest Or Pleasure   0  1  2  3     {num:0-3}
{num:1-30}. Trouble Falling Asleep   0  1  2  3     {num:0-3}
{num:1-30}a. Dressing Upper Body   {num:0-7}   {num:1-30}b. Dressing Lower Body   {num:0-7}
{num:1-30}) Names Of Three Objects: Apple, Table, Penny   {num:0-3}/3
Recall: Face, Velvet, Church, Daisy, Red   {num:0-5}/5
Address recall: name, number, street, town, district   {num:0-5}/5
Orientation: Year Season Date Day Month {num:0-5}   State County Town Hospital Floor {num:0-5}
Naming: Lion, Rhino, Camel {num:0-3}/3   Boston {num:10-60}/60   Trails B {num:50-300} s
Berg: Sit To Stand {num:0-4}   Transfers {num:0-4}   Turn 360 {num:0-4}   Total {num:0-56}/56
FIM   Eating {num:1-7}   Grooming {num:1-7}   Stairs {num:1-7}   Memory {num:1-7}
Braden   Sensory {num:1-4}   Moisture {num:1-4}   Activity {num:1-4}   Friction {num:1-3}
Conners   Vanderbilt   Vineland   Bayley   Denver II   Beck   Hamilton   Young Mania {num:0-60}
MDS Section G   ADL Self-Performance {num:0-4}   Support {num:0-3}   BIMS {num:0-15}
Visual Acuity OD 20/{num:20-200}  OS 20/{num:20-200}   IOP {num:8-30}/{num:8-30}   Ishihara {num:0-14}/14
{num:1-30}. Never   Rarely   Sometimes   Often   Always
R L   Grip {num:5-50} {num:5-50}   Pinch {num:2-12} {num:2-12}   Phalen +  Tinel -   Finkelstein -
Informant: {word} {kin:given}. {gcell:sign}
Retest {shortdate:30} by {staff:given}
""",
        3,
        9,
    ),
    plain(),
)
_TITLES = lines(
    r"""
[[PHYSICIAN'S|PHARMACIST'S|NURSING|ANESTHESIA|ADMITTING]] [[ORDERS|RECORD|FLOWSHEET|CHECKLIST|WORKSHEET]]
[[REQUEST FOR|CONSENT TO|AUTHORIZATION FOR]] [[RELEASE OF INFORMATION|BLOOD TRANSFUSION|TREATMENT|AUTOPSY]]
[[Discharge|Post-Op|Home Care]] Instructions - [[Hip Replacement|Wound Vac|Cataract|{gcell:study}]]
P A T I E N T   I N F O R M A T I O N
R E S U L T S     ( f i n a l )
P r o g r e s s   N o t e s
M E D I C A T I O N S
********** END OF REPORT **********
= = = = {gcell:word} = = = =
|||  |  || |||| | ||  *{num:1000-9999}*
[[Original|White|Yellow|Pink]] Copy: [[Chart|Pharmacy|Business Office|Patient]]
Advance Beneficiary Notice Of Noncoverage   Patient Rights And Responsibilities
[[Step|Tab|Panel|Screen|Field]] {num:1-20}   {gcell:label}   {gcell:label}
{gcell:study}\n{gcell:study}\n{gcell:assay}
{gcell:label}   {gcell:label}   {gcell:label}   {gcell:label}   {gcell:label}
{gcell:label} | {gcell:label} | {gcell:label} | {gcell:label}
{gcell:label}\n{gcell:label}\n{gcell:label}\n{gcell:label}
Lewy Body Dementia   {eponym}   {eponym}   Still's   Paget's
{num:1-9}{gcell:shift}   {num:1-9}b   {num:1-9}c   {num:10-40}a   {num:10-40}b
Community First   Caring Hands   Better Together   Hello My Name Is ________
Internal Medicine   General Surgery   Family Practice   Pain & Palliative
Bar Code Area   Punch Here   Fold Here   Staple Attachments   Use No. 2 Pencil
{gticks:role}
{gcell:system} Downtime Form   {gcell:system} Back-Entry
MRI CT US NM XR PET   STAT ASAP ROUTINE TIMED   LT RT BIL
N S E W   M T W T F S S   1 2 3 4 5 6 7   A B C D E
{gcell:tool}   {gcell:tool}   {gcell:tool}   {gcell:brand}
    """,
    4,
    14,
)


def _bare_titles(c: Cast) -> Marked:
    said = _TITLES(c)
    return scanned(c, said) if c.chance(0.2) else said


_bare: Write = worn(_mingled)

TYPES: tuple[NoteType, ...] = (
    NoteType("grid-unlabelled", _bare, 1.5),
    NoteType("grid-run-on", worn(_run_on), 1.5),
    NoteType("grid-narrative-box", _STORY, 1.2),
    NoteType("grid-cards", _CARDS, 1.2),
    NoteType("grid-score-sheet", _SCORES, 1.2),
    NoteType("grid-clean-headings", _bare_titles, 1.2),
)
