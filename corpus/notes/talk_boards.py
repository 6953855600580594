"""What hangs on walls and passes from shift to shift: notes on paper, whiteboards, rounding lists, hand-offs,
huddles."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.talk_kit import some, thumbed
from corpus.notes.voice import stranger
from redactor.sample.marked import Marked, join

_STICKY = templates(r"""
CALL {caller} BACK!! {phone}
{lc:lone} - {weekday} 4pm - cough
Ins card??
{dr:given}, your {word} rang
{lonedr} out til {shortdate:5} / use {lonedr}
pt says Dr {worddr:lower} OK'd it. ask {ini}
Happy bday {nurse:given}!! cake in fridge
{mrn}
{grouped:phone} (not the old one)
username {username} / ask IT for the rest
gave {wordname} the Depo, lot {serial}
Do NOT book with {epodr}
lunch order: {ini} tuna, {ini} ham no mayo, {ini} pad thai
need sig: {pt:last_first}, {lone}, {lone}, {lone}
{kin:nick} = {word} ok to talk to
{fac} -> fax op note {fax}
rm 4 needs Mepilex + tape
key for sharps: {ini}
Parafilm, 22G, chux x2
K 3.2 -- KCl 40
back @ {time} {ini}
{co} rep coming {weekday} ask re Prolia samples
plumber {someone:given} {phone}
{pt:nick} prefers {pt:given}. NOT {pt:titled}.
hold Plavix from {shortdate:3}
"pink ladies" = {charity} volunteers
{roadname} closed, staff use back lot
{street:name} house visit: mind the dog
Thx for covering! - {ini}
{kin2:nick} allergic to NUTS not "newts"
{serial} = dead battery, swapped {shortdate} {ini}
fob for {unit} w/ {someone:given}, no answer, try {phone}
tube feed: Peptamen, 50/h, FWF 30 q4
{lawyer:family} wants chart. {firm}. stall
pw reset: ask {lonedr}
1 Sharpie, 2 Kelly, 1 Mayo
{pt:initials} {dob} swab -> {lab}
Q: can {wordname:lower} have the Tdap here?
""")

_WHITEBOARD = templates(r"""
TODAY IS {weekday}, {date}
YOUR NURSE: {nurse:given}   YOUR AIDE: {worddr}   DOCTOR: {dr:titled}
RN {nurse:given} ph {ext} | PCT {lonedr} | MD {lonedr} | RT {ini}
PREFERRED NAME: {pt:nick}
I LIKE TO BE CALLED {pt:given}
GOAL: chair for lunch, walk to door x2
What matters to me: my {word} {kin:given}, baseball, my garden
FAMILY: {kin:given} {kinphone} / {kin2:given}
PAIN GOAL 3/10  NEXT DOSE {time}
DIET: Nectar thick, 1:1 feed
ACTIVITY: Hoyer x2   FALLS: HIGH   BRADEN 14
PLAN: d/c to {nursinghome} {shortdate:1}? ride {kin:given} 11 am
TESTS TODAY: MRI, echo, Barium
OR 1 {lonedr} lap chole {lone} {time} | OR 2 {epodr} TKA x3 | OR 3 HOLD
THEATRE 4: {surgeon:family} / anaes {lonedr} / scrub {worddr} / circ {ini}
ON CALL: med {lonedr}, surg {epodr}, peds {worddr}, IT x{ext}
BED BOARD  {bed} {caller}  {bed} {caller}  {bed} DIRTY  {bed} {caller}*
L&D: 1 {lone} G2P1 6/90/0 {ini}   2 {lone} G1 PIT   3 clean   4 {wordname} C/S 1300
NEXT OF KIN {kin:given} ({word}) - LPA - DO NOT CALL {caller}
Bay 1: {lone} {lone} {lone} empty   Bay 2: {lone} {lone} (MRSA) {wordname} {lone}
R/V {ini} {time} | TTO {lone} | Pt transport {lone} {time} | SALT {ini}
SURGEON {epodr} | PROCEDURE Nissen | SIDE n/a | ALLERGY latex | ABX Ancef {time} | COUNT ok
ECT list: {ini} R UL, {ini} BL, {ini} cancelled
Crash trolley checked {ini}/{ini}   Fridge 4.1   CD count {ini} + {ini}
DIALYSIS  Ch1 {lone} F180 K2  Ch2 {lone} F160 K3  Ch3 {wordname} no hep  {ini}
CHEMO  {time} {lone} FOLFOX c4 | {time} {lone} R-CHOP c2 | {time} {lone} Keytruda
SCHOOL VISIT {weekday} {school}   CLOWNS 2 pm   TEACHER {teacher:given}
Rounds 0830, Sit Rep 1000, Bed Mtg 1230, Safety Pause 1500
Census 22/28  D/C 4  ADM 3  1:1 x2  Float: {lonedr}
Days since last fall: 17   CLABSI: 212   CAUTI: 40
ED: WR 14  LWBS 2  longest 5h10  trauma: {ini}  triage {lonedr}
Isolation: 6 (C. diff), 11 (MRSA), 14 (VRE)
Welcome new grads {someone:given}, {someone:given} + {someone:given}!
{site2:abbr} on bypass til {time}
BLOOD FRIDGE: O NEG x4, A POS x2
GCS 15 / RASS -1 / CPOT 0 / CAM neg
{agesex} {pt:initials} POD2 Hartmann   {agesex} {ini} POD5 Whipple
Kudos: {worddr} for catching the K!!
My grandkids: {kin2:nick}, {kin3:nick} [[& {someone:given}|]]
GOOD MORNING {pt:given} YOU ARE AT {site} IN {city}. YOU HAD A STROKE. {kin:given} KNOWS YOU ARE HERE.
""")

# Rows of a rounding list; each row is about another patient.
_ROWS = templates(r"""
{bed} | {pt:last_first} | {agesex} | {mrn} | {dx} | {dr:family} | {todo}
{room}  {pt:family_upper} {pt:initials}  {age}  {dx}  [ ] AM labs [ ] PT [ ] {ini}
{pt:family} / {agesex} / HD{num:2-19} / {dx} / [[full|DNR|DNI|CMO]] / {lonedr}
# {pt:initials} {room} {ageold} {dx}, {drug}, f/u {test}
{bed} {pt:family}, {pt:given} {dob} adm {shortdate:-4} {dr:initials} {dx}
{pt:given} {pt:family} ({age}) {gest} {dx}; {word} {kin:given} rooming in
{room} EMPTY
{bed} blocked - sewage
{pt:last_first} {dob} UHID {mrn} Ward {room} DOA {numdate:-3} u/ {dr:titled} - {dx}
[ ] {pt:family} {bed}: {todo} ({ini})
{pt:family} {age} - {dx} - K {num:2-6}.{num:0-9}, Cr {num:0-4}.{num:0-9}, Hgb {num:6-14}.{num:0-9} - {drug}
{bed}\t{pt:upper}\t{agesex}\t{dx}\tSW {staff:given}, placement {nursinghome:abbr}
{ini} {bed} {pt:nick} - wants {drug} changed, {kin:given} to bring shoes
NICU {bed} Baby [[Girl|Boy]] {pt:family} {babyage} {gest} CPAP +5, mom {kin:given}
{pt:family}(={lone} in old list) {plan} {dx}
Unknown Male 2 = {lone}, {agesex}, ID'd {time} by {someone:given}
{pt:family_upper}, {dept}, sched {numdate:2}, {surgeon:family}, {proc}, ASA III, Mallampati 2
Wt {num:40-120}.{num:0-9} | TF Jevity 1.5 @ 55 | Bristol 6 | Braden 13
{room} {lone} HOSPICE {hospice:abbr} RN {lonedr} q{weekday}
""")

_LIST_TOPS = templates(r"""
Hospitalist B - {stamp} - {dr:family}/{lonedr}/{ini}
Rm | Name | Age/Sex | MRN | Dx | Attg | To do
WARD ROUND {numdate} Cons {epodr} Reg {lonedr} FY1 {lonedr} N/C {nurse:given}
{site:abbr} GEN SURG LIST  printed {stamp} by {username}
Team {wordname}
M&M list, {month}
Handover {numdate} PM->N   From: {lonedr}   To: {lonedr}, {lone}
Jobs
Red (see first)  Amber  Green (can go)
Abbreviations: BG = Baby Girl, FTT = Failure To Thrive, HD = Hospital Day
Virtual Ward - Hospital at Home - Community Matron {nurse:short}
Bleeps: {lonedr} {bleep}, {lonedr} {bleep}, site mgr {bleep}
""")

_LIST_ENDS = templates(r"""
Updated {time} {ini}
Shred after use
Discharges before noon: {lone}, {lone}, {lone}
Deaths: {someone:full} {date:-1} {time}
Pager {pager} till {time}, then {lonedr}
Tally: Sick 2 / Watch 4 / Stable 9
{ini}/{ini}
Bloods to chase: Trop, Dimer, Vit D, Group & Save
Covering: {dr2:short}, {dr3:initial_last} (wknd)
""")

_HANDOFF = templates(r"""
I - Watcher. P - {pt:family}, {agesex}, {dx}. A - {todo} S - if MAP <60 call {lonedr}. S - {nurse:given} read it back.
Illness severity: unstable / Patient summary: {pt:given} {pt:family}, {ageold}, transferred from {fac} on
  {shortdate:-1}
S: calling about {pt:titled} in {room}, sats 86 on 4 L. B: {dx}, {proc} on {date:-2} by {surgeon:titled}. A: PE till
  proven otherwise. R: come now.
SBAR | Situation: {caller}, bed {bed}, RR 30 | Background: COPD, Gold III | Assess: NEWS2 9 | Recommend: ABG, RT,
  {lonedr}
ISBAR to {epodr} at {time}: identified self ({ini}), pt {pt:family} {mrn}, obs in the flags.
Pending at sign-out: Lyme titer, ANCA, Quantiferon, cytology; none expected tonight.
So I've got eight, you've got nine, {nurse2:given}'s first admit. {lone} in {bed} is a sweetheart, {lone} next door
  is not.
{pt:nick} sundowns. {kin:given} FaceTimes at seven from {abroad} and that settles {him}.
Code status changed at {time}, DNR/DNI, spoke to {kin:full} ({word}), witnessed {ini}.
Lines: R IJ Quinton (day 3), L radial art line, Foley, Dobhoff at 65. Drains: JP x2, Blake x1.
Gtts: Levo 8, Vaso 0.03, Precedex 0.7, Lasix 10, Bumex off.
Report to {nursinghome} called, took {nurse2:given}, LPN, {time}. Belongings to {kin:given}: dentures, ring,
  Medtronic card.
Social: lives with {kin:given} on {street:name}, drives for {co}. APS ref {caseno}.
From {dr:short} to {newdr:short} {stamp}
Skin: stage 2 sacrum, Mepilex changed {time} {ini}. Wound vac by {staff:given} {shortdate:-1}.
Contingency: fever -> cultures; pain -> PCA, do not give Toradol; agitation -> {kin:given} on {kinphone}.
{lonedr} from {dept} promised to come by. He did not come by.
Nothing to do overnight. {pt:family} sleeps, {lone} sleeps, {lone} for the OR at seven (Nissen), consent in the chart.
Ambulance handover: {agesex}, {street}, {city}, NOK {kin:given} {kinphone}. IMIST: MVC, seatbelt, HR 120, Sager on.
To follow up: {newsite} records, rcvd 0 of 40 pages, contact {someone:given} ext {ext}.
""")

_HUDDLE = templates(r"""
Good morning everybody. {nurse:given} in charge, {nurse2:given} triage, {worddr} and {worddr} in fast track.
Staffing: two down. {lonedr} called out, {lonedr} till eleven, agency sending {someone:given} ({agency}).
High risk: {room} restraints; {room} two {pt:family}s on the unit, {pt:given} and {someone:given}, use both
  identifiers.
Shout-out to {worddr:lower} for staying late with {kin:given}.
Safety story: {ini} caught heparin 5000 vs 50,000 on Pyxis.
Equipment: Bladder scanner 2 broken, ticket {order}; Arjo lift back; Zoll checked.
Visitors: {officer:titled} for bed {bed}, {lawyer:family} (lawyer) at ten, surveyors maybe.
Census twenty six. Discharges by {worddr}: {lone}, {lone}, {lone}. One to {nursinghome}, two home.
Reminder: Hand Hygiene 84%, Scan Rate 97%, HCAHPS "Quiet At Night" 51.
New policy NPSG.03.06.01, read by the {nth}, sign on {siteurl}.
Education: Donning And Doffing, Tuesday, Room B, bring badge.
{charity} drops off quilts at two. {news} may be in the lobby, say nothing, call {someone:given} in PR x{ext}.
Fit test with {lonedr}: N95 3M 1860, 1870+, Halyard.
{nurse:given}'s last day is {date:9}! {years} of nights. Card is in the break room, {ini} has the envelope.
Potluck list: {worddr} - dip; {lonedr} - rice; {nurse2:given} - nothing, as ever.
Parking at {place} closed for the marathon.
Births overnight: {someone:family} girl {time}, {someone:family} twins, no names yet.
Any questions? No? Be safe.
""")

_GAPS = ("\n", "\n", "\n\n", "   ", " / ", "\n--\n")


def _wall(*pools: Sequence[str], least: int, most: int) -> Callable[[Cast], Marked]:
    """Lines of one or more pools as they hang on a wall, in a hand of capitals or in haste."""

    def write(c: Cast) -> Marked:
        pool = [line for p in pools for line in p]
        return thumbed(c, some(c, pool, least, max(least, c.pick((3, most, most))), c.pick(_GAPS)))

    return write


def _other(c: Cast) -> Cast:
    """The same day with another patient."""
    other = stranger(c)
    other.day = c.day
    return other


def _rounds(c: Cast) -> Marked:
    """A list of many patients, a row for each in one shape or two, between heads and ends."""
    shapes = c.rng.sample(_ROWS, c.pick((1, 1, 2, 5)))
    tops = [c.any(*_LIST_TOPS) for _ in range(c.pick((0, 1, 1, 2)))]
    rows = [_other(c).say(c.pick(shapes)) for _ in range(c.rng.randint(3, c.pick((6, 14, 24))))]
    ends = [c.any(*_LIST_ENDS) for _ in range(c.pick((0, 1, 1, 2)))]
    if c.chance(0.3):
        rows = [join(f"{n}. ", row) for n, row in enumerate(rows, 1)]
    return join(*tops, *rows, *ends, sep=c.pick(("\n", "\n", "\n\n")))


def _handed(c: Cast) -> Marked:
    """A hand-off in sentences, about one patient or several."""
    casts = [c, *(_other(c) for _ in range(c.pick((0, 0, 1, 3))))]
    parts = [some(who, _HANDOFF, 2, 6, c.pick(("\n", " "))) for who in casts]
    return thumbed(c, join(*parts, sep=c.pick(("\n\n", "\n---\n"))))


TYPES: tuple[NoteType, ...] = (
    NoteType("talk-sticky", _wall(_STICKY, least=1, most=6), 0.4),
    NoteType("talk-whiteboard", _wall(_WHITEBOARD, least=3, most=14)),
    NoteType("talk-rounding-list", _rounds),
    NoteType("talk-handoff", _handed),
    NoteType("talk-huddle", _wall(_HUDDLE, least=4, most=14)),
)
