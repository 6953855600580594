"""Charts that staff sign by their initials: drug charts with a legend, entries by the hour, registers and logs."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.sheets_kit import either, filler, lines, one, rows, several, sheet, shuffled, worn

_MAR = sheet(
    one(r"""
MEDICATION ADMINISTRATION RECORD   {month}   {nursinghome}   {pt:upper}   Rm {room}
MAR   {pt:last_first}  {mrn}  DOB {dob}  Allergies: {allergy}  Phys {dr:family}  Pharm {newpharmacy}
DRUG CHART 2 of 3   Cons {newdr:titled}   Ward {dept}   {pt:family_upper}, {pt:given}   Wt {num:45-120} kg
TAR / Treatment Sheet   wk {shortdate} to {shortdate:6}   {pt:short}
National Inpatient Medication Chart   UR {mrn}   First prescriber to print pt name: {pt:full}
CONTROLLED DRUG REGISTER  page {num:1-99}  {drug:title} {strength}  {dept}
{dept} Flow sheet  {shortdate}   {pt:short}
Checklist: crash cart / fridge / glucometer - {fac} - {month}
Group home med log: {pt:given}   staff of {newagency}
"""),
    several(
        rows(
            r"""
            Medication | 0800 | 1200 | 1700 | 2100
            Time | Initials | Site | Result
            Date | Amt | Given to | By / Witness | Bal
            Hr | BP | P | R | Pain | Init
            Day | 1 | 2 | 3 | 4 | 5 | 6
            -
            Date | Temp | Lock # | Sig
            Order | By | Noted | D/C
            """,
            r"""
            [[{sig}|{brand} {strength} daily|{drug:title} {dose}]] | [[{sign}|R {sign}|H|{sign:1}]] |
                [[{sign}|{sign:2}|-]] |
                [[{sign}|{sign:3}|X]] | [[{sign}|{sign:1}|LOA|{sign:4}]]
            {time} | [[{sign}|{ini}]] | [[RUQ|L delt|LLQ|R VG]] | [[BS {num:60-340}|pain {num:1-9}->{num:0-4}|eff|]]
            {around:-14} | {num:1-4} | {someone:family} rm {room} | {sign} / {sign} | {num:1-60}
            {time} | {num:90-160}/{num:50-99} | {num:55-120} | {num:12-24} | {num:0-9}/10 | [[{sign}|{sign}|]]
            [[0600|0900|1400|HS|2200|PRN]] | {sign} | {sign} | {sign:1} | [[{sign}|*|C]] | {sign} |
                [[{sign}|A|{sign:5}]]
            {brand} {strength}   {shortdate:-1} {time} {sign:1}   {shortdate} {time} {sign:2}
                {shortdate} {time} {sign:3}
            {shortdate:-3} | {dec:2.0-7.9} | {raw} | [[{sign}|{sign}/{sign}|{ini}]]
            {sig} | [[{newdr:family}|{newdr:initials}|T.O. {lonedr}]]/{sign} | {shortdate:-2} {sign} |
                [[{shortdate:3} {ini}|]]
            """,
            3,
            9,
            mixed=False,
        ),
        1,
        3,
    ),
    shuffled(
        lines(
            r"""
Signature legend: {sign:1} = {sign:1 name}, {sign:1 cred}   {sign:2} = {sign:2 name}, {sign:2 cred}
{sign:3}   {sign:3 name}   {sign:3 cred}\n{sign:4}   {sign:4 name}   {sign:4 cred}
{sign:1 name} {sign:1 cred} ({sign:1})\n{sign:2 name} {sign:2 cred} ({sign:2})\n{sign:5 name} {sign:5 cred} ({sign:5})
Initials: {sign:1}  Print: {sign:1 name}  Sign: {sign:1 name}
Initial | Full signature | Title\n{sign:4} | {sign:4 name} | {sign:4 cred}\n{sign:6} | {sign:6 name} | {sign:6 cred}
""",
            1,
            4,
        ),
        lines(
            r"""
{time} {sign:1}/{sign:2}
{sign:1}, {sign:1 cred} {shortdate} {time}
{sign:2}, {sign:3}, {sign:5} - floated
Wasted {dec:0.1-0.9} mL {sign:1}, witness {sign:2}
Count correct {time} {sign:3} off / {sign:4} on
{shortdate} 2100 {brand} refused, {newdr:family} notified {sign:2}
{shortdate} {time} given late, pt at {dept}. {sign:4}
Noted {sign:1} {time}    2nd check {sign:2}    MD cosign {newdr:initials}
24 hr chart check {sign:6} {shortdate}
PRN: {drug:title} {time} {sign:5} eff {time} {sign:5}
Pharmacist review {shortdate} {ini}    Consultant pharm: {newdr:short}, {newpharmacy}
New order rec'd {time} T/O Dr {lonedr}/{sign:3}
INR {dec:1.2-4.5} warf {num:2-7}mg {sign:1}; INR {dec:1.2-4.5} warf {num:2-7}mg {sign:2}
Pt self-meds witnessed {kin:given}; {sign:6} aware
{ini}   {ini}   {ini}   {time}
""",
            3,
            9,
            ordered=False,
        ),
        filler(r"""
Codes: R Refused  H Held  N Nausea  A Absent  LOA Leave  NBM  W Withheld  X Not Given
Humalog SSI: 150-199 2u  200-249 4u  250-299 6u  >400 Call MD
{brand}  {brand}  {brand}   Hold if SBP <100 or HR <55
Site Code: 1 RUQ  2 LUQ  3 RLQ  4 LLQ  5 R Arm
Apply Duoderm To Coccyx Q3D   Calmoseptine BID   Geri-Sleeves   Prevalon Boots
Foley #16/10   JP #1 {num:5-90}   JP #2 {num:5-90}   Hemovac {num:10-200}   Total Out {num:600-2400}
VTE: Clexane 40  TEDS Y  Flowtrons N   Allergies: Nil Known   Duration 5/7
GTN Patch On 0800 Off 2000   Warfarin Target 2-3   Last Bowels 2/7
O2 via Hudson Mask 6L    NEWS {num:0-8}    AVPU A    Bristol 4
"""),
    ),
)

_LOGS = sheet(
    one(r"""
SIGN-IN SHEET   {fac} BLS class   {numdate}   Instructor {newdr:full}
Minutes - Infection Control Committee - {shortdate}\nPresent: {newdr:initials}, {newdr:initials}, {newdr:family}, {ini}
Visitor Log   Unit {rowbed}   {numdate}
MORTUARY REGISTER {town}
Autoclave / spore test log   {clinic}
Release of information log   HIM   {month}
Donor milk log, {dept}
"""),
    rows(
        r"""
        Name | Dept | Time | Signature
        In | Out | Visitor | To see | ID
        Deceased | Age | From | Released to | Sign
        Cycle | Load | Temp | Op
        Req | Patient | To | Sent | By
        Bottle | Infant | Thawed | Checked
        """,
        r"""
        {newdr:short} | [[PACU|4N|ED|RT|EVS|Lab]] | {time} | {newdr:initials}
        {time} | {time} | {someone:full} | {someone:family} {room} | [[{badge}|DL {raw}|clergy|rep, {co}]]
        {someone:last_first} | {rowage} | [[{dept}|{fac}|home|{town}]] | {co}, {someone:family} | {sign}
        {num:1-9} | [[Wrapped Kerrisons|Kocher x6|Castroviejo set|Dental]] | 270F/{num:4-10}min | {sign}
        {order} | {someone:upper} | [[{newfirm}|{newpayer}|{newsite}|{lawyer:family}]] | {around:-20} | {ini}
        {raw} | {someone:family} [[A|B|]] | {time} | {sign}/{sign}
        """,
        4,
        12,
    ),
    lines(
        r"""
{sign:1} {sign:1 name}; {sign:2} {sign:2 name}; {sign:3} {sign:3 name}
Apologies: {newdr:initial_last}, {lonedr}      Chair {newdr:titled}      Minutes {typists}
Action {ini} {shortdate:14}     Action {ini}/{ini} {shortdate:7}
Item 3: Bowie-Dick Test OK.   Item 4: Kanban Bins.   Item 5: Hand Hygiene {num:60-99}%
Supervisor {sign:4 name}   reviewed {numdate:2}
PASS   PASS   FAIL - repeat   PASS
""",
        1,
        5,
    ),
)

_SIGNED = either(
    lines(
        r"""
{time} pt to CT w/ {sign:1}/{sign:2}. Back {time}. {sign:1}
{time} {sign:1}: {symptom}, {brand} given. {time} {sign:1}: better
{time} {sign:3}/{sign:4}
{shortdate} {time} turned L, heels floated {sign}\n{shortdate} {time} turned R, brief changed {sign}
Late entry for {shortdate:-1} 2200: {neg} {sign:2}, {sign:2 cred}
ABG drawn by {ini} R radial, Allen +. {sign:3} RRT
[{sign:1} {time}] Pt declined bath. [{sign:2} {time}] Bath done.
{sign:1} -> {sign:2} @ 1500 report given, {sign:2} -> {sign:3} @ 2300
D: {shortdate}  T: {shortdate:1}  {typists}  job {raw}
{typists}
DD: {numdate} DT: {numdate:1} {typists}
{newdr:initials}:{author:initials}  {numdate}  cc: {newdr:family}
Wt {num:45-120} kg ({sign:4})  Ht per pt ({sign:4})  vitals ({sign:5})
Skin check w/ {sign:1} & {sign:2}, 2 RN: stage II coccyx {measure}
Trach care {sign:6}, suction x3 {sign:6}, inner cannula (Shiley 6) {sign:6}
Family mtg: {newdr:family}, {ini} (PT), {ini} (SW), {kin:given}. {ini}
Seen c {newdr:family}/{newdr:family}; agree as above. {ini}
Reviewed. {ini} {shortdate}
{ini} aware   {ini} paged x2   {ini} at bedside {time}
Spoke w/ {ini} in {dept}; bed {rowbed} by {time} per {ini}
Time out {time}: {surgeon:family}, {newdr:given}, {ini}, {ini} all agree L side
Cath by {lonedr} and {ini}, {num:12-16} Fr Coude
Consent: obtained {ini}, chart copy {ini}, site {ini}/{pt:initials}
RVT {sign:5} / reader {newdr:initials} / prelim to {newdr:family} {time}
S/b WR {newdr:family} + {newdr:given} + {ini} (scribe)
{weekday} PM  {sign:1}  {weekday} NOC  {sign:2}  {weekday} AM  {sign:3}
Cosign: {newdr:initial_last} for {ini} (PGY1)
Tx {num:1-20} of 28, {num:180-200} cGy, therapists {sign:1}/{sign:2}, port film OK {newdr:initials}
O2 tank checked {sign:3} {time}; defib {sign:3}; Broselow bag {sign:4}
Assist: {ini}, {ini} (SA-C). Anes: {ini}/{ini} CRNA. Perf: {ini}
Baby to nursery {time} {sign:2}, band {raw} match {sign:2}/{sign:5}
Pre-charted by {sign:6}, verified {sign:1}
""",
        6,
        20,
        ordered=False,
    ),
    sheet(
        lines(
            r"""
{time} BP/HR {num:90-180}/{num:50-99}, {num:50-120}. {sign:1}
{time} PT/OT in room. {sign:2}
{time} OD/OS drops x1. {sign:1}
{time} NG/OG to LIS. {sign:3}
{time} I/O {num:200-900}/{num:100-900}. {sign:4}
{time} CN II-XII intact. {sign:2}
{time} AVPU A, PERRL, GCS 15. {sign:1}
{time} DC/TCI forms done. {sign:5}
{time} H/H {dec:7.0-14.0}/{num:21-42}. MD aware. {sign:6}
{time} AM labs sent, SST/LAV. {sign:1}
{time} LR TKO. PIV L AC. {sign:4}
{time} LE edema, TEDs on, SCDs on. {sign:3}
{time} NAD. NKDA. NPO. {sign:2}
{time} Pt c/o HA, Fioricet x1. {sign:5}
""",
            5,
            14,
        ),
        one(
            r"""
{sign:1}={sign:1 name} {sign:1 cred}, {sign:2}={sign:2 name} {sign:2 cred}, {sign:3}={sign:3 name}
Nurses' signatures: {sign:1 name} ({sign:1}), {sign:2 name} ({sign:2}), {sign:4 name} ({sign:4})
End of shift {sign:1 name}, {sign:1 cred}
Key: {sign:5} - {sign:5 name} / {sign:6} - {sign:6 name}
""",
            0.6,
        ),
    ),
)

TYPES: tuple[NoteType, ...] = (
    NoteType("sheet-drug-charts", worn(_MAR)),
    NoteType("sheet-signed-entries", worn(_SIGNED)),
    NoteType("sheet-logs", worn(_LOGS)),
)
