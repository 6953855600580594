"""Rosters by the row: on-call lists, theatre and clinic lists, handovers, ambulance run sheets."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.sheets_kit import either, filler, lines, one, rows, several, sheet, shuffled, worn

_CALL = sheet(
    one(r"""
ON CALL SCHEDULE   {month}   {site}   Dept of Surgery
{fac} hospitalist grid - wk of {shortdate} - FINAL v3
Junior doctors' rota, {dept}, from {numdate}
Who's on tonight? ({weekday} {shortdate})
EMS District {num:1-9} shift roster  A Platoon  {shortdate}
AMION export {numdate} {time}  {newfirm}
Duty Roster - Sub-District Hospital {town} - {month}
Nursing assignment sheet  {dept}  [[Days|Nights|Eves]]  {numdate}  census {num:8-32}
"""),
    either(
        rows(
            r"""
            Date | Day | Night | Backup
            Service | First Call | Pager
            Day | Resident | Fellow | Attending
            Unit | Medic | EMT
            Room | RN | Aide | Break
            Post | Name | Contact | Remarks
            """,
            r"""
            {around:30} | {newdr:family} | {newdr:family} | [[{newdr:family}|{ini}|none]]
            [[Neurosurgery|Cath Lab|GI|Stroke|Hand|Ophtho|Peds Surg|IR|Toxicology]] |
                [[{newdr:last_first}|{newdr:initial_last}|{lonedr}]] | [[{pager}|{bleep}|{otherphone}]]
            [[M|Tu|W|Th|F|Sa|Su]] | {lonedr} | [[{lonedr}|{ini}|-]] | {newdr:family}
            M{num:1-40} | {newdr:family_upper} {ini} | {someone:family_upper}
            {rowbed} | [[{newdr:given}|{sign}|{newdr:first_initial}]] | {newdr:given} | [[11|1130|1200|{ini}]]
            [[CMO|Staff Nurse|Pharmacist|Driver|ANM|Lab Tech]] | [[Dr. |Smt. |Sr. |Sh. ]]{newdr:short} | {otherphone} |
                [[C/L|night|24 hrs|On Leave|]]
            """,
            4,
            14,
        ),
        lines(
            r"""
{weekday}: {lonedr} / {lonedr} / {lonedr}
{shortdate}-{shortdate:1}  {newdr:family}->{newdr:family} (swap ok per {ini})
ENT: {newdr:family} until 1900 then {newdr:family} (covers {fac} + {fac})
Charge {nurse:given}, float {nurse2:given}, tele {ini}, sitter {someone:given} rm {room}
{lonedr} OFF {daterange}; {lonedr} post-call; {lonedr} ?sick
Chief: {newdr:full} {pager}   Night intern {newdr:given} x{ext}
Jeopardy: {newdr:short}  [home {otherphone}]
Anaesthetics: Cons {newdr:titled}, SpR {newdr:given}, SHO {newdr:family} bleep {bleep}
{holiday}: {newdr:family} day, {newdr:family} night
Chaplain {someone:titled} {otherphone}   Interpreter line {otherphone}   Bed mgr {newdr:given} x{ext}
{newagency} nurse {newdr:short} 1900-0730, orient. by {sign:1}
Locum: {newdr:titled_full} via {newfirm}
""",
            4,
            11,
        ),
    ),
    filler(r"""
SICU  MICU  CVICU  L&D  PACU  Float Pool   Code Blue  Rapid Response  Code Stroke
Key: D Day  N Night  A/L Annual Leave  Z Zero Day  T Teaching
Scribe PRN   Lunch Relief 11-1   Huddle 0645   Crash Cart Check: Done
Page Operator 0 For Burns, Hand, Replant    STEMI: Use One Call
Grand Rounds - Kawasaki, Takayasu and Other Vasculitides - Auditorium
Grid {num:6-9} FTE   Acuity {dec:1.5-3.5}   HPPD {dec:6.0-9.9}
"""),
)

_BOARD = sheet(
    one(r"""
OR SCHEDULE  {numdate}  {site}  Printed {time} {username}
THEATRE LIST  Theatre {num:1-9}  {shortdate} AM  Surgeon {surgeon:titled}  Anaes {newdr:titled}
Endoscopy - {fac} - {weekday} {shortdate}
Day surgery  {numdate}  Start 0730   list order may change
Cath Lab {num:1-4} / EP   Attending {newdr:family}   Fellow {lonedr}
{clinic}   Daily Appointment List   Provider: {dr:last_first}   {numdate}
Clinic code DERM{num:1-9}NEW  {newdr:family_upper}  {shortdate} PM  {fac}
WARD HANDOVER {dept} {shortdate} {time}   prepared {sign:1}
Dialysis run - MWF first shift - {fac}
Camp OT list, {town}, school hall, {numdate}
"""),
    rows(
        r"""
        RM | TIME | PATIENT | AGE | PROCEDURE | SURGEON | ANES
        No | Name | Hosp No | Op | Notes
        Time | Name | DOB | Reason | Seen
        Bed | Patient | Cons | Diagnosis | Jobs
        Chair | Pt | Dry wt | Access | Tech
        Slot | Patient | Phone | Type | Arr
        Rm | Case | Circ | Scrub | In
        """,
        r"""
        {num:1-18} | {time} | {someone:upper} | {rowage} [[M|F]] | [[{proc}|{epo:operation}]] |
            [[{newdr:family_upper}|{lonedr}|{ini}]] | [[{ini}|{newdr:family}|MAC|GA]]
        {num:1-9} | {someone:family_upper} {someone:given} {rowage} | {otherchart} | {epo:operation} |
            [[diabetic first|latex|{epo:tool}|LA|X-match 2]]
        {time} | {someone:last_first} | {otherdob} | [[{symptom}|f/u {dx}|Botox|Depo|INR|Epley]] | [[{sign}|DNA|{ini}|]]
        {rowbed} | {someone:family} {rowage} | {lonedr} | {dx}, {dx} |
            [[TTO|{brand}|MRI|chase {test}|fam mtg {shortdate:1}]]
        {num:1-24} | [[{someone:initial_last}|{someone:last_first}|{lone}]] | {dec:45.0-110.0} |
            [[L AVF|R IJ Permcath|AVG 15g]] | [[{sign}|{ini}]]
        {time12} | {someone:short} | {otherphone} | [[NP|Est|PE|Tele|BP chk]] | [[{time}|NS|LM {ini}|conf {ini}]]
        {num:1-12} | {someone:family} {epo:operation} | {newdr:given} | {ini} | {time}
        """,
        4,
        13,
    ),
    lines(
        r"""
Add-on: {someone:last_first} {rowage} [[M|F]] hip #, NPO since {time}, {lonedr} aware
Cancelled: {someone:titled} (no bed), {someone:family} (INR {dec:2.0-4.5})
Circ {newdr:given}/{newdr:given}   Scrub {ini}/{ini}   Rep: {someone:short}, {co}
To follow {surgeon:family}: {someone:family}, {someone:family}
Out: {someone:family} to {nursinghome} {time}; {someone:family} home w/ {newagency}; {someone:family} RIP {time}
Pending: {someone:family_upper} from {fac}, accepted {lonedr} {time}
{newdr:given} covering {newdr:family} until 1300
Preop call {ini}   Consent {ini}   Site marked {ini}
{rowbed} EMPTY  {rowbed} cleaning  {rowbed} closed - norovirus
Transport: {newagency} {time}, ticket {raw}
""",
        1,
        6,
        ordered=False,
    ),
    filler(r"""
C-Arm  Jackson Table  Mayfield  Cell Saver  Bovie {num:20-40}/{num:20-40}  Tourniquet 250
Whipple Tray  Bookwalter  Thompson  Balfour   Loupes
Anaes: GA + TAP Block   ASA III   Mallampati II   Cormack-Lehane 2
Wait Time {num:5-60} min   Overbook OK   No Show Rate 12%
TCI = To Come In   DNA = Did Not Attend   NBM From 0200   Nil Acute
First Case On-Time Starts {num:50-99}%   Turnover {num:18-45} min
Waterlow {num:8-24}  NEWS2 {num:0-9}  Braden {num:10-22}  RASS -1  CAM Neg
"""),
)

_RUN = shuffled(
    lines(
        r"""
PCR # {caseno}   Unit {num:1-90}   Incident {raw}   {newagency}   {numdate}
CREW 1 {sign:1 name} EMT-P #{badge}   CREW 2 {sign:2 name} EMT-B #{badge}   DRIVER {sign:2}
RUN SHEET  Call sign N{num:100-900}   {numdate}   EOC ref {raw}   Clinician PIN {badge}
LOC {street}, {city} [X-st {street:name}]   Caller {someone:given} {otherphone}
""",
        1,
        4,
    ),
    rows(
        r"""
        Time | BP | HR | SpO2 | By
        -
        """,
        r"""
        {time} | {num:80-190}/{num:40-99} | {num:50-150} | {num:84-100} | [[{sign}|{sign}/{sign}]]
        {time} {sign} [[NTG 0.4 SL|4 Zofran IV|12-lead|Narcan 2 IN|Combat Tourniquet on]]
        """,
        3,
        9,
    ),
    lines(
        r"""
Disp {time}  Enr {time}  Scn {time}  Pt {time}  Trn {time}  Dst {time}  Avl {time}
{pt:short} {agesex}, {num:50-110}kg, c/o {symptom} x {duration}. NOK {kin:given} on scene, {kinphone}
Pt found at {place} by {someone:titled}; PD on scene Ofc {officer:family} #{badge}
Hx: {dxs}. Meds: {brand}, {brand}. GP {pcp:family}
Transport [[{site:abbr}|{fac}|{newsite}]] code 3, report to {ini} RN, bed {room}
ETA given to {newdr:given} @ {fac}; MD order {lonedr}: {drug} {dose}
PHI {plan}  SS {ssn}  {payer}  signed {pt:initials}, crew witness {sign:1}
Mutual aid {newagency} Engine 4 (Lt. {someone:family}), driver {someone:given} {someone:family}
Narc box seal {raw} broken {time} {sign:1}/{sign:2}; new seal {raw}
Refusal signed {pt:full}, witness {kin:short}, {word}
Handover: {pt:given} {pt:family}, {rowage}, GCS 14, to Sr {newdr:given} {time}
Veh {plate} vs pole, driver {pt:family}, pass {someone:given} {rowage} to {fac} by M{num:2-30}
{time} {typists}
DH: {newdr:initial_last} HEMS doc   Para {sign:1}   Student {sign:3}
""",
        4,
        11,
    ),
    filler(r"""
LIFEPAK 15  King LT #4  IO Tibia (EZ-IO)  Cook Cric Kit  Sager Splint
Cincinnati + L Droop   LAMS 4   RACE 5   Los Angeles Motor 4
Glasgow E4 V4 M6   Broselow Purple   Parkland {num:2-9} L / 24 h   Rule of Nines {num:9-36}%
Priority 1 Emergent    Mileage {num:1000-9000}.{num:0-9} - {num:1000-9000}.{num:0-9}    Lights Y
Impression: Sepsis   Protocol 4.12 Rev 2   STEMI Alert: No
King Vision  Magill Forceps  Yankauer  Miller 2  Mac 4
"""),
    least=3,
)

TYPES: tuple[NoteType, ...] = (
    NoteType("sheet-on-call", worn(_CALL)),
    NoteType("sheet-boards", worn(_BOARD)),
    NoteType("sheet-boards-long", several(_BOARD, 2, 4), 0.4),
    NoteType("sheet-ambulance", worn(_RUN)),
)
