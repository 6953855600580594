"""Tables whose cells are codes and products more often than names: rosters, sign-in sheets, drug charts, shots."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.grid_kit import lines, page, plain, table

_ROSTER = page(
    lines(
        r"""
WEEK COMMENCING {shortdate}           {gservice:upper} OFF DUTY
ROTA {month}   {site}
Duty roster {daterange}  [[draft|v2|FINAL|superseded]]
Staffing Grid   Core {num:3-9}   Float {num:0-3}
{newemployer} shift bids, cycle {num:1-13}
Allocation sheet   {gservice}   {weekday} {shortdate}
""",
        1,
        1,
        0.85,
    ),
    table(
        r"""
Name = [[{lone}|{newdr:given}|{newdr:initial_last}|{sign:1 name}
    |{lc:someone:short}|Sr {newdr:family}|Bank|Agency|vacant]]
Band = {num:2-8}
Grade = {gcell:role}
M = {gcell:shift}
T = {gcell:shift}
W = {gcell:shift}
Th = {gcell:shift}
F = {gcell:shift}
S = {gcell:shift}
Su = {gcell:shift}
Hrs = {dec:7.5-57.5}
A/L left = {num:0-33}
Zone = {gcode:cell}
Phone = [[{ext}|{otherphone}|-]]
Swap with = [[{ini}|{newdr:given}|-|-]]
""",
        (4, 11),
        (4, 11),
    ),
    lines(
        r"""
Requests to {nurse:given} by {shortdate:3}. Swaps must be agreed by Sister.
{newdr:given} now LD Thurs; {newdr:given} back to E
Off sick: {newdr:short} ({gcell:shift} x{num:1-4}), cover {newdr:given}
{holiday}: {ini} {gcell:shift}, {ini} {gcell:shift}
Agency from {newagency}: {someone:given} {hm}-{hm}
{newdr:titled} away {daterange} - {lonedr} to cover
In charge: {nurse:short}; second {nurse2:given}
new starter {newdr:lower} {shortdate:7}, buddy {nurse:given}
""",
        0,
        4,
    ),
    plain(
        r"""
Key: LD Long Day  N Night  E Early  L Late  A/L Annual Leave  RDO Rostered Day Off
{gcell:shift} {hm}-{hm}   {gcell:shift} {hm}-{hm}   {gcell:shift} {hm}-{hm}
{gcell:shift}   {gcell:shift}   {gcell:shift}   {gcell:shift}   {gcell:shift}
Mandatory: Fire, BLS, Manual Handling, Prevent, Conflict Resolution
WTE {dec:8.0-40.0}   Sickness {dec:1.0-9.0}%   Fill Rate {num:70-110}%   CHPPD {dec:5.0-12.0}
"""
    ),
)
_SIGNIN = page(
    lines(
        r"""
SIGN IN   Please print     Date {shortdate}
Visitors' Book   {nursinghome}
Sharps training attendance   trainer {someone:short}   {numdate}
Blood drive, {church} hall, {numdate}
Meeting: Falls & Bone Health Group   {fulldate}
Key log / pool car log   {site}
Class Register   {oddschool}   {gcell:shift}
Group Sign-In Sheet   Yoga - Tai Chi - Art Therapy
""",
        1,
        1,
    ),
    table(
        r"""
Time = {time}
Name = [[{someone:full}|{lc:someone:full}|{lone}|{someone:initial_last}|{wordname} {lone}|{someone:family_first}]]
To see = [[{worddr}|{newdr:titled}|{newdr:family}|nurse|lab only|{gservice}]]
Appt = [[{hm}|w/i|no|-]]
Visiting = [[{someone:given} rm {room}|{someone:titled}|mum|Grandma|{rowbed}]]
Company = [[{vendor}|{oddco}|self|{newfirm}|none]]
Plate = [[{plate}|-|walked|bus]]
Phone = [[{otherphone}|on file|same]]
New ins? = [[Y {newpayer}|N|N|{gcell:cover}]]
Signature = [[{ini}|{sign}|{lone}|p.p. {ini}|x]]
Role = {gcell:role}
Out = [[{hm}|-|{time}]]
Temp = {dec:36.1-37.6}
""",
        (3, 8),
        (4, 12),
    ),
    plain(
        r"""
Masks Required. Sanitise Hands. Flu? Go Home.
No show {hm}    No show {hm}    Cx {hm}
Apologies: none   Quorum: Yes   Minutes: agreed   AOB: nil
{gcell:word}   {gcell:word}
CPD points {num:1-6}   Handouts {num:10-60}   Biscuits
"""
    ),
)
_DRUGS = page(
    lines(
        r"""
MEDICATION ADMINISTRATION RECORD        MONTH: {month}
{nursinghome}   {pt:last_first}   Rm {room}   Physician: {dr:family}   Diet: NAS
MAR {gcell:abbr}   {pt:full}  {dob}  Allergies: {gcell:brand}, shellfish
Drug kardex   {pt:upper_full}   Hosp {mrn}   {dept}
PRN Record - Reverse Side
Controlled Drug Register   page {num:1-100}   Drug {gcell:brand} {strength} mg
""",
        1,
        1,
    ),
    table(
        r"""
Medication = [[{gcell:brand} {strength} mg|{sig}|{gcell:brand} {gcell:mar}|{drug:title} {strength}mg BID]]
Hour = {hm}
1 = [[{sign}|{sign}|{gcell:mar}]]
2 = [[{sign}|{sign}|{gcell:mar}]]
3 = [[{sign}|{gcell:mar}|{gcell:mar}]]
4 = [[{num:1-8}u {sign}|{sign}|X]]
Site = {gcell:vaxsite}
Date = {around:-20}
Given by = [[{sign}|{sign:1 name}|{nurse:initial_last}]]
Witness = [[{sign}|-|{ini}]]
Stock = {num:0-60}
Reason = [[anxiety|pain 6/10|BP {num:90-190}/{num:50-99}|{symptom}|temp]]
Result = [[effective|slept|no effect|E|NE|3/10]]
Stop = [[{around:20}|cont|-]]
""",
        (4, 9),
        (3, 9),
    ),
    lines(
        r"""
Signature Log:  {sign:1} = {sign:1 name} {sign:1 cred}   {sign:2} = {sign:2 name} {sign:2 cred}
{sign:3}: {sign:3 name}, {sign:3 cred}
Noted {sign} {shortdate} {hm}    Recap {sign}/{sign}
Order rec'd {newdr:titled} tel. {hm}, read back {sign}
Reordered from {newpharmacy} {shortdate}
{shortdate} {hm} {gcell:brand} refused x{num:1-3}, {dr:family} told, {sign}
""",
        0,
        5,
    ),
    plain(
        r"""
Codes: R = Refused  H = Held  L = LOA  D = Dr. Order  N = Nausea  S = Sleeping  A = Absent
{gcell:mar}   {gcell:mar}   {gcell:mar}   {gcell:mar}   {gcell:mar}
{gcell:brand} SS AC & HS: 151-200 2u, 201-250 4u, >400 Call MD
1 Abdomen R  2 Abdomen L  3 Arm R  4 Arm L  5 Thigh R  6 Thigh L
VTE: TEDs / Flowtrons / {gcell:brand}   O2 Target 88-92%   INR {dec:1.0-4.5}
AC = Before Meals, PC = After Meals, HS = Bedtime, QOD = Do Not Use
"""
    ),
)
_SHOTS = page(
    lines(
        r"""
IMMUNIZATION RECORD            {clinic}
{pt:full}   b. {dob}   Chart {mrn}   Mother: {kin:given}
Vaccination card   {pt:lower}   {birthdigits}
Employee titers: {pt:last_first} ({badge})
Red Book page {num:4-30}    HV: {nurse:full}
State Registry Extract {numdate}    {pt:upper}
Travel clinic   {pt:titled}   to {country} {month:40}
""",
        1,
        2,
    ),
    table(
        r"""
Vaccine = [[{gcell:vax}|{gcell:vax} {num:1-4}|{gcell:vax} #{num:1-4}]]
Date = {around:-900}
CVX = {gcode:cvx}
Mfr = {gcell:maker}
Lot = [[{raw}|{serial}]]
Exp = [[{month:300}|{around:400}]]
Site = {gcell:vaxsite}
Route = [[IM|SC|PO|IN|ID]]
Dose = {dose}
VIS = {around:-900}
Init = [[{sign}|{ini}|{lc:ini}]]
Where = [[{newsite}|{newpharmacy}|school|{town}|{gservice}]]
Given by = [[{sign:1 name}|{nurse:short}|{newdr:family}]]
Reaction = [[none|sore arm|fever|-]]
Titer = {gcell:assay} {dec:0.1-4.9}
""",
        (4, 10),
        (4, 11),
    ),
    plain(
        r"""
{gcell:vax} declined (mother)   {gcell:vax} deferred   {gcell:vax} due
State registry: consented   VFC: Medicaid   Catch-Up: Yes   Fridge 2-8 C
{gcell:vax}   {gcell:vax}   {gcell:vax}
Hx of disease: Chicken Pox (parent report)   Mantoux 0 mm   Quantiferon Neg
Contraindications: Egg, Gelatin, Neomycin, Guillain-Barre, Immune Globulin
Mfr codes: {gcell:maker}, {gcell:maker}, {gcell:maker}   Sites: {gcell:vaxsite}, {gcell:vaxsite}
"""
    ),
)
TYPES: tuple[NoteType, ...] = (
    NoteType("grid-roster", _ROSTER, 1.5),
    NoteType("grid-sign-in", _SIGNIN, 1.2),
    NoteType("grid-drug-record", _DRUGS, 1.5),
    NoteType("grid-shots", _SHOTS, 1.0),
)
