"""Short texts: a word as a thing and as somebody's or some place's name, bare lists, headings, codes, questions."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.alike_kit import HIDDEN
from corpus.notes.clear_kit import clean
from corpus.notes.compose import templates

# A thing called after a name, and beside it somebody of that name.
PEOPLE = templates(r"""
{altwin:per} noted; {altwinpt} informed.
{altwindr} does not trust the {altwin:per}.
{altwin:per}: {num:1-4}. Page {altwindr} with the result.
Dx {altwin:per} (no relation to {altwinpt} in bed {bed}).
{altwin:per} set up by {altwinpt:bare}'s nurse.
O/E {altwin:per}, {altwin:per}, {altwin:per}. Seen w/ {altwindr}.
{altwinpt:bare} in room {room} - {altwin:per} today
1. {altwin:per} 2. {al:disease} 3. call {altwindr:bare}
{altwin:per} documented by nurse {altwindr:bare}, {nursecred}.
Ordered {altwin:per} for {altwinpt}; {altwinpt:bare} refused.
[[Re|RE|Subject]]: {altwin:per}, {altwinpt}, [[f/u|results|billing]]
{altwin:per} on {shortdate} per {altwindr}; repeat {altwin:per} {weekday}
Q: is {altwin:per} reversible? asked by {altwindr}
The {altwin:per} came back; {altwindr} and I agree.
{altwinpt} brought the {altwin:per} from home.
No {altwin:per}. {altwinpt:bare} family reassured.
{altwin:giv} used; {altwingiv} slept well.
{altwingiv} asks about {altwin:giv}.
{altwin:giv}, then {altwin:giv}. Mom says {altwingiv} likes it.
{altwingiv}'s chart says {altwin:giv}.
{altwin:giv} discussed with {altwingiv} and {word}.
Not a person: {altwin:giv}. A person: {altwingiv}.
Sitter for {altwingiv}: {altwin:giv} ok, no {al:brand}.
{altwin:giv} (x{num:1-3}) // {altwingiv}, {agesex}
Thanks {altwingiv}, the {altwin:giv} worked.
hi {altwingiv}, re {altwin:giv}: fine to stop
{al:fame} poster for {altwingiv}; {altwin:giv} by the door
""")
# The same for places.
PLACES = templates(r"""
{altwin:town} today; drove in from {altwincity}.
{altwin:town} {num:1-4}. Lives in {altwincity}.
Born in {altwincity}. {altwin:town}. {al:disease} in an aunt.
{altwincity} records requested, {altwin:town} pending
Moved from {altwincity} to {city}; {altwin:town} unchanged
{altwin:town}, {altwin:town} and {altwin:town} were scored in {altwincity}.
Flew {altwincity} to {city} last week, now {symptom}; {altwin:town} n/a
Ate {al:food} in {altwincity}; {al:food} here
{al:origin} after a trip to {altwincity}
No {al:origin}: never left {altwincity}, {stateab}
{altwin:town} fits. Her daughter is stuck in {altwincity}.
Transfer to {altwincity} if {altwin:town} rises
{al:scale} {num:1-9} by the crew from {altwincity}
{al:device} fitted in {altwincity}; {altwin:town}
grass: {al:origin} 4+, {al:origin} 0. Grew up near {altwincity}.
The {altwin:town} is not used in {altwincity}.
""")
# Words of all sections that stand bare.
BARE = templates(r"""
{als:brand}
{als:device}
{als:wound}
{als:suture}
{als:instrument}
{als:sign}
{als:scale}
{als:acronym}
{als:crew}
{als:food}
{als:origin}
{als:part}
{als:disease}
{als:fame}
{als:kitco}
{als:stat}
{als:trial}
{als:law}
{als:hand}
{als:genus}
{als:vaccine}
{als:nutrition}
{al:brand} {al:brand} {al:brand}
{al:disease} / {al:disease} / {al:disease}
{al:acronym} {al:acronym} {al:acronym}
{al:crew}
{al:sign} neg, {al:sign} pos, {al:sign} ?
{al:instrument} x{num:1-6}, {al:instrument} x{num:1-4}, {al:instrument} long
""")
ASKED = templates(r"""
{al:sign} v {al:sign} sign?
difference between {al:sign} and {al:sign}, and does the {al:disease} fracture matter
how long after {al:vaccine} can I give {al:vaccine}
is {al:brand} the same as {al:brand}
{al:brand} and {al:nutrition} together?
what is {al:part}
what runs through {al:part} and who cares
{al:disease} vs {al:disease} on MRI
{al:device} MRI safe?
{al:device} keeps beeping - {al:crew} or {al:crew}?
{al:wound} or {al:wound} for a stage {num:2-4}
{al:scale} of {num:3-20} means?
normal {al:acronym} in a baby
{al:genus} in urine, treat?
what did {al:trial} change
{al:law} cover {al:device}?
{al:kitco} false neg
best {al:suture} for {al:part}
hand me which first, {al:instrument} or {al:instrument}
{al:stat} or {al:stat} for n = {num:8-40}
patient allergic to {al:origin}: {al:brand} ok?
how to chart {al:acronym} in {al:hand}
{al:hand} down, where is the paper {al:scale}
does {al:law} apply to students
is {al:food} low K
kid ate {al:wound}, poison?
{al:disease}'s and {al:brand}: NNH
explain {al:disease} to a {num:5-9}th grader
spell {al:brand}
why is it called {al:origin}
SLP says {al:acronym}; PT says {al:acronym}; who is right
{al:crew} number for weekends?
summarise the note: [[mom|dad|pt|son]] says {symptom}, {al:acronym} up, {al:crew} aware
""")
# Roles and teams that act without a name, beside signatures and initials that are somebody's.
CREW = templates(r"""
{al:crew} paged {hm}, at bedside {hm}; LKW {hm}
{al:crew} to see {weekday}; {al:crew} signed off
{al:acronym} per {al:crew}. Nurse MWF. SW Tues.
{al:crew} says no; {al:crew} says yes; {al:crew} to decide
Lead: Community Team, Pod B, Zone {num:1-6}, Team {num:1-4}
Attending, Fellow, Resident, Intern, Sub-I, MS3: all at rounds
Mom and Dad in; Grandma, Auntie and the boyfriend outside
Signature: ____ Name (print): ____ Title: ____ Initials: ____
Sitter: RN float. Charge: Days. Runner: Tech. Relief: PRN Pool.
Park in Garage {num:1-4}, take the Blue Elevators to Level {num:1-5}, check in at Desk {num:1-9}.
Room {room}: {al:acronym}. Bed {bed}: {al:acronym}.
Handoff: I-PASS, SBAR. Illness severity Watcher.
Caller: the daughter. Taken by: Unit Clerk. Given to: On-Call.
Home Health, DME, Hospice and Meals notified
THE HOSPITAL, THE CLINIC AND THE PHYSICIAN ARE NOT LIABLE
Hospital Course: by problem. Hospital Day {num:2-9}. Hospital bed delivered.
Insurance Company: none. Employer: none. School: none. Agency: none.
Call the Orthopedic Clinic, the Cast Room, or the Nurse Line
Pharmacy to dose {al:brand}; Lab to draw; Dietary to see; Chaplain prn
MY NURSE TODAY: ______ MY TECH: ______ MY GOAL: walk x{num:2-4}
Dear Parent, Dear Team, Hi All, Good morning Unit, To Whom It May Concern
Seen by: PA-C, then MD. Scribe present. Chaperone: MA.
""")
NUMBERS = templates(r"""
GCS E{num:2-4}V{num:2-5}M{num:3-6} | G{num:1-5}P{num:0-4} | {num:36-41}+{num:1-6} | VE {num:3-9}/{num:30-90}/-{num:1-2}
L{num:10000-39999} (LCD), A{num:50000-59999} (article), {alrule}
{alpart}; {alpart}; {alpart}
{num:2-9}.{num:0-9} x {num:1-4}.{num:0-9} x 0.{num:1-9} with tunnel {num:1-5} at {num:1-12} o'clock
TIG {num:3-5}.0, JL{num:3-4}.5, JR{num:4-5}, AL{num:1-3}, EBU {num:3-4}.5 - {al:device} {num:2-4}.{num:0-9}x{num:12-38}
Rates {num:100-160}-{num:161-200}; doses {num:555-800}-{num:1200-4000} units; ref {num:150-400}-{num:401-999}
{num:200-800}.{num:10-99} (a charge), ${num:1-9},{num:100-999}, {num:1000-9999} mL, {num:100000-480000} plt
#{num:1-32} MOD, #{num:1-32} PFM, BWX {num:2-4}, {num:1-6} mo recall; A{num:1-4} shade; size {num:15-40} file
T{num:1-12}-L{num:1-5}, C{num:3-6}-{num:4-7}, S{num:1-3}; V{num:1-3}-V{num:4-6}; CN II-XII; II/VI SEM; III/IV
46,XX,t(9;22)(q34;q11); del(5q); 47,XY,+21; 16p11.2; HLA-B27; DQ2/DQ8; O neg, Kell -
pT{num:1-4}a N{num:0-2} M0, stage I{num:1-3}B, R0, L0 V1 Pn0; {num:0-4}/{num:5-30} nodes
Module {num:1-9}, Table {num:1-9}, Box {num:1-9}, Figure {num:1-6}; Step {num:1-7} of {num:8-9}; Q{num:1-40}
over {num:65-75} years: reduce; under {num:2-12} months: no; {num:18-40} to {num:41-75}: annually
a fever of one oh {num:1-4}; half four; ten past; six or seven out of ten; two and a half pills
mean {num:30-70} (SD {num:5-15}), range {num:18-29}-{num:71-95}; median {num:2-9} d; {num:40-99}th centile
DOL {num:1-30}, PMA {num:28-42}, HOL {num:2-70}, CGA {num:33-44}; day +{num:1-100}; D{num:1-28}C{num:1-9}
{num:9-30} Fr, {num:14-30}G, {num:2-6}-0, {num:1-5}/8 circle, 0.0{num:14-38} wire, {num:20-65} cm, 1:{num:10-400} 000
1:1:1, 30/70, 75/25, 50-50, {num:6-9}-{num:10-12} wk, {num:1-4}-{num:1-4}-{num:1-4}, {num:3-7}/{num:8-20},
    {num:11-12}/15 items
UN 3373, UN 1845, ISO 13485, CFR 820, IEC 60601, NFPA 99, USP 797/800, BSL-2
ROW {num:1-9} SEAT {num:1-9} fire drill; Zone {num:1-9}; Bay {num:1-20}; Slot {num:1-9}; Locker {num:1-80}
""")
LABELS = templates(r"""
Patient Education Provided:
DISPOSITION:
Reason For Admission / Chief Complaint
CONDITION AT TRANSFER
Procedures This Admission: none
Readiness To Learn: Eager
Barriers: [ ] None [ ] Vision [ ] Hearing [ ] Language [ ] Cognition
Preferred Name: ____   Pronouns: ____   Legal Guardian: ____
Belongings: Dentures, Glasses, Cane, Rosary, Wallet to Safe
Primary Care Provider: [[none|unassigned|____]]
Facility Name: ________   Unit: ____   Phone: (___) ___-____
Emergency Contact #1: ________   Contact #2: ________
Authorized By (print): ____________   Title: ________
Ordering Provider: [[____|see req|on file]]   NPI: __________
[[Employer|School|Daycare|Church]]: [[____|N/A|retired|declined]]
Advance Care Planning   Goals Of Care   Health Care Proxy: [ ] Yes [ ] No
Mode Of Arrival: [ ] Walk-In [ ] EMS [ ] Police [ ] Wheelchair
Living Situation: House / Apartment / Shelter / Group Home / Street
Last Known Well   Last Oral Intake   Last Menstrual Period   Last Tetanus
Assessment And Plan   Hospital Course   Medical Decision Making   Critical Care Time
WITNESS TO CONSENT   PARENT OR GUARDIAN   PERSON RESPONSIBLE FOR BILL
Nursing Diagnosis: Ineffective Airway Clearance; Impaired Skin Integrity; Readiness For Enhanced Coping
Stat   Routine   Timed   Add-On   Standing   Future   Hold
Red Top   Lavender Top   Gold SST   Light Blue   Gray   Royal Blue   Pearl
Jan Feb Mar Apr May Jun (circle one)   AM / PM   M T W Th F S Su
Charge Master   Cost Center   Place Of Service   Taxonomy   Modifier
Allergy Band   Fall Band   Code Band   Limb Alert   Latex Alert
Pain Location: ____   Pain Goal: ____   Pain Scale: Faces / FLACC / Numeric
Dietary Restrictions: Kosher   Halal   Vegan   Renal   Dysphagia {num:1-3}
Discharge To: [ ] Home [ ] SNF [ ] Rehab [ ] Hospice [ ] AMA [ ] Expired
""")
# What is somebody's or some day beside those.
SMALL = templates(r"""
{pt:full}
{pt:last_first}   {mrn}
{dr:short}
{dr:titled} on call
{nurse:short}, {nursecred}
{inits:upper}, RN
{inits:lower} {hm}
PCP {pcp:titled}
Employer: {employer}
School: {newschool}
Lives in {city}, {stateab}
{agesex} from {town}
{site}
{pharmacy}, {phone}
Contact: {kin:full}, {word}, {kinphone}
Signed {dr2:full} {numdate}
Age {age}; seen {shortdate}
SN {serial}
Policy # {plan}
Turned {age} on {textdate}
ins {payer}
Witness: {staff:full}
Mom {kin:given} here
since {date:-9}
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("alike-people", clean(PEOPLE, least=2, most=8), 2.0),
    NoteType("alike-people-amid", clean(PEOPLE, BARE, CREW, least=4, most=12, how="prose"), 1.5),
    NoteType("alike-places", clean(PLACES, least=2, most=7), 1.5),
    NoteType("alike-places-amid", clean(PLACES, BARE, LABELS, least=4, most=12), 1.3),
    NoteType("alike-bare", clean(BARE, least=1, most=5), 1.6),
    NoteType("alike-bare-one", clean(BARE, hidden=(*SMALL, *HIDDEN), least=2, most=7), 1.6),
    NoteType("alike-asked", clean(ASKED, least=1, most=3, how="asked"), 1.6),
    NoteType("alike-asked-one", clean(ASKED, hidden=SMALL, least=1, most=3, how="asked"), 1.2),
    NoteType("alike-crew", clean(CREW, LABELS, least=3, most=10), 1.5),
    NoteType("alike-crew-one", clean(CREW, hidden=SMALL, least=3, most=9, how="prose"), 1.5),
    NoteType("alike-numbers", clean(NUMBERS, least=2, most=8), 1.4),
    NoteType("alike-numbers-one", clean(NUMBERS, hidden=SMALL, least=2, most=8), 1.4),
    NoteType("alike-labels", clean(LABELS, least=5, most=18), 1.3),
    NoteType("alike-labels-one", clean(LABELS, CREW, hidden=SMALL, least=5, most=16), 1.5),
    NoteType("alike-all", clean(BARE, ASKED, CREW, NUMBERS, LABELS, hidden=SMALL, least=5, most=16), 1.6),
)
