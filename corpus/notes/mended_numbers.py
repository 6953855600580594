"""Identifiers without labels, short call numbers and user names; labels without values, ratios, scores and codes."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.mended_kit import around, either, table, writer

RAW = templates(r"""
[[Old chart|Film|Specimen|Paper file|The box|Sample]] {raw} [[was never found|is downstairs|sent on|missing]].
[[Pulled|Merged|Linked|Rejected|Filed under|Archived as]] {raw}.
{raw}
{raw} [[ready|closed|void|see {raw}|duplicate of {raw}]]
{raw}, {raw}[[, {raw}|]] and {raw} [[arrived|are pending|await review]].
({raw})
[{raw}]
[[Cross check|Please match|Look up|Search]] {raw}.
{dx} - {raw} - [[closed|open]]
{raw} {pt:last_first}
{pt:short} {raw}
{lone} {raw} {time}
{raw}/{ini}
{numdate} {raw}
{raw} {numdate} {lab}
[[Slides|Blocks|Tubes|Disc]] {raw} and {raw} [[returned to|borrowed from]] {site2}.
[[Study|Scan|Image set]] {raw} [[shows|compared with {raw}]] {finding}
Under {raw} [[at|with]] {payer}.
[[Approved|Denied|Paid]]: {raw}
[[His|Her]] number [[at {site2} was|is]] {raw}.
[[Signed|Delivered|Received]] {raw} {ini}
Ticket {raw} [[reopened|escalated to {author}]].
[[Bag|Unit|Lot|Strap|Band]] {raw} [[hung|applied|cut off]] {time}
re {raw}
re: {raw} / {pt:family}
> {raw} <
{raw} -> {raw}
{raw}?
[[Has been|Formerly|aka|now]] {raw}
[[Record|Referral|Letter|Warrant|Permit|Locker]] {raw}
""")

LABELS = templates(r"""
Ref {raw}
Ref: {caseno}
Ref\n{raw}
[[Group|Member|Policy|Subscriber]] {plan}
Group\n{groupno}
Member\n{plan}
[[Member|Group|Plan]]: [[none|pending|see card|self pay]]
Histology {specimen}: {finding}
Histology\n{finding}
Histology: {finding}
GMC {cert}
GMC [[number|no]] {cert} {newdr:family}
GMC guidance followed.
Dictated {numdate} {ini}
Dictated but not read
Dictated by {newdr:full}
Dictated: {numdate}\nTyped: {numdate}
Power of attorney: {kin:full}
Power of attorney [[in place|not executed|discussed]]
Power of attorney\n{kin:short}
Minutes\n[[Present|Apologies]]: {newdr:initial_last}, {newdr:initial_last}
Minutes of the meeting of {numdate}
Pump {serial}
Pump: {model}
Pump [[stopped|alarmed|primed]]
Helpline {sitephone}
Helpline [[open|staffed]] [[day and night|9 to 5]]
Caller {someone:short}
Call taker {ini}
Call taker: {author:short}
Attn\n{newdr:short}
Cc\n{newdr:full}\n{newdr:full}
Signed\n{newdr:full}
Patient\n{pt:last_first}
Patient [[resting|aware|stable]]
Insured\n{kin:last_first}
Guarantor [[self|same as above]]
Guarantor: {kin:full}
Provider\n{dr:full}
Reporter [[unknown|anonymous]]
Specimen\n{specimen}
Received\n{numdate}
Reason\n{dx}
Result\n[[Normal|Positive|Pending]]
Location\n{dept}
Employer\n{employer}
Employer [[notified|unknown]]
Witness\n{someone:full}
Witness [[declined|absent|n/a]]
Lot {raw}, Exp {month:400}
Lead RV {serial}, RA {serial}
Order {order} [[signed|held]]
Case\n{caseno}
Name\n{pt:full}
Surname\n{pt:family}\nForename\n{pt:given}
Room\n{room}
Clinic\n{clinic}
Registrar\n{newdr:short}
Consultant\n{newdr:titled_full}
Copy to\n{pcp:titled_full}
Fax\n{fax}
Tel\n{phone}
Badge\n{badge}
Device\n{model}
Diagnosis\n{dx}
Comments\n{neg}
""")

RATIOS = templates(r"""
{num:0-5}/{num:6-30} nodes [[positive|involved|negative]]
Nodes: {num:0-4}/{num:8-24}; margins [[clear|1 mm]].
Lantus {num:4-20} units, Humalog {num:2-9}/{num:2-9}/{num:2-9} with meals
Novolog {num:4-9}-{num:4-9}-{num:4-9}
Carb ratio 1:{num:8-15}, sensitivity 1:{num:30-60}
Audiogram {num:2-4}0/{num:2-5}5/{num:3-6}0/{num:5-8}0 dB
Thresholds {num:1-3}0/{num:2-4}5/{num:3-6}0 at 500/1000/2000 Hz
IOP {num:10-20}/{num:10-20}
IOP: R {num:10-22}, L {num:10-22}
Va {num:15-20}/{num:20-80}, {num:20-20}/{num:25-200}
Apgar {num:6-9}/{num:8-9}; {num:6-8}/9
GCS {num:3-15}/15, MUST {num:0-4}/6, NRS {num:0-9}/10
MUST {num:0-3}/6 [[today|on admission]]
MMSE {num:18-30}/30; clock {num:1-5}/5; recall {num:0-3}/3
PHQ {num:0-24}/27, GAD {num:0-20}/21, AUDIT {num:0-20}
{num:3-9}/{num:10-12} [[stairs|hours|attempts|sessions]]
ANA 1:{num:4-9}0, [[speckled|homogeneous]]
Titer 1:{num:2-9}0, then 1:{num:10-90}0
RF 1:40; dilution 1:1000
Power {num:3-5}/5 [[throughout|R arm]], reflexes {num:1-3}/4, pulses {num:1-2}/4
Murmur {num:1-4}/6
{num:4-6}/{num:4-5}/{num:3-5} strength
[[Station|Dil/Eff]]: {num:3-9}/{num:50-90}/-{num:1-3}
Para {num:0-4}-{num:0-2}-{num:0-2}-{num:0-4}
G{num:2-6} P{num:0-3}{num:0-2}{num:0-2}{num:0-3}
Doses {num:1-4}/{num:4-6} of [[RTX|FOLFOX|rabies]]
Cycle {num:1-6}/{num:6-8} day {num:1-15}
Day {num:2-30}/{num:30-90}
Fr {num:5-20}/{num:20-33}, {num:10-60} Gy
I:E 1:{num:2-3}, PIP {num:18-34}
Vent {num:12-20}/{num:350-500}/{num:5-10}/{num:30-60}
Ratio {num:1-5}/{num:6-9}, {num:1-3}/{num:4-8}, 1/{num:9-13}
Ranges 135-145 | 3.5-5.1 | 98-107 | 22-29
Na 135-145, K 3.5-5.0, Cl 98-106
Normal 4.0-5.6; goal 80-130
{epo} stain pending {num:10-99}
Test | Result | Range | {num:100-199}-{num:200-299}
{num:1-5}/{num:6-12} answers correct
Rows of {num:2-9}s: {num:2-9}-{num:2-9}, {num:2-9}-{num:2-9}
Sets 3x10, 2x15, 4x8
Score {num:1-6}-{num:1-6}, {num:0-9}-{num:0-9}
5-4-3-2-1 grounding
{num:2-6}-{num:1-5} vote
3-0 Vicryl, 4-0 nylon, 2-0 silk
#10 blade, 18G x2, 7.5 ETT, 8 Fr, 22 x 1 1/2 needle
BP {num:100-180}/{num:60-98}, {num:100-150}/{num:60-90}, {num:100-150}/{num:60-90}
HbA1c 7/8 then 6/9
S1/S2, L4/5, C6/7, T11/12
2nd [[of five|opinion|child]]; 3rd [[degree|floor]]; 1st [[dose|trimester]]
24/7, 50/50, 1/2 tab, 1 1/2 tab, 0.5/1
P/F {num:100-350}, A/G 1.{num:1-9}, BUN/Cr {num:10-30}
CPT {code}
{icd}, {icd}, {icd}
{icd} {dx}; {icd} {dx}
Codes: {icd} {icd} | 992{num:11-15}, 7104{num:5-6}, 361{num:10-99}
[[CPT|HCPCS]] 99214-25, 36415, G0439, J1885
DRG {num:100-899}; MS-DRG {num:100-899}
R{num:10-69}.{num:0-9}, Z{num:10-99}.{num:0-9}, E11.{num:20-69}
T{num:1-4}N{num:0-2}M0, pT{num:1-3}a N0
ICD-10: M54.5, G89.29, I10
""")

CALLS = templates(r"""
[[bleep|Bleep|BLEEP|blp]] {bleep}
[[Bleep|Page|Pager|Beeper|Vocera|Ascom|Zone phone|Spectralink]] {bleep} [[if worse|for results|overnight|out of hours]].
x{bleep}
ext {bleep} [[or|/]] x{bleep}
[[Ward|Office|Desk|Lab]] x{bleep}
[[Call|Ring|Dial]] {bleep} [[for the reg|internally|after hours]].
{newdr:family} ({bleep})
{newdr:family} #{bleep}
{lonedr} x{bleep}
{ini} {bleep}
[[Switchboard|Main]] then {bleep}
p. {bleep}
[[Reg|SHO|Resident|Intern]] on {bleep}
Direct {drphone}, internal {bleep}
Cardiology reg bleep {bleep}, ITU {bleep}, crash [[2222|as usual]]
{dept}: {bleep}
[[Tel|Int]] {bleep}, fax {fax}
[[Username|User|Login|Handle|Gamertag|Skype|Telegram|WeChat|Insta|Snap]]: {uname}
[[Username|User|Login|Handle|Skype|IG|ig|Snap|snap]] {uname}
[[posted as|goes by|plays as|known online as|messages as]] {uname}
{uname} wrote: {symptom}
{uname} [[joined|replied|liked this|left the chat]]
<{uname}> [[anyone tried|same here]] {brand}?
[[Message|DM|Find]] {uname} on [[the forum|Reddit|Discord|Steam]].
by {uname} on {date}
u/{uname} and {uname}
{uname}\n{ago}
Logged in as {uname} {time}
{uname}, {uname} and {uname} [[reported it|agreed]]
""")

_HEADS = (
    "Number | Patient | Status",
    "Test | Result | Range",
    "",
    "Code | Description",
    "Role | Name | Ext",
    "Item | Ref | By",
    "Analyte | Value | Flag | Reference",
    "User | Action | Time",
)
_ROWS = (
    "{raw} | {lone} | [[open|closed|sent]]",
    "{analyte} | {dec:1-200} | {num:1-99}-{num:100-200}",
    "{raw} | {numdate} | {ini}",
    "{icd} | {dx}",
    "[[Reg|SHO|Charge|Lead|Porter]] | {lonedr} | {bleep}",
    "{model} | {raw} | {ini}",
    "{epo} | pending | {num:10-99} | {num:1-9}-{num:10-20}",
    "{uname} | [[login|edit|view]] | {time}",
)

TYPES: tuple[NoteType, ...] = (
    NoteType("raw-numbers", writer(RAW, RAW, RATIOS, least=2, most=8), 2.8),
    NoteType("label-lines", writer(LABELS, least=2, most=9), 2.8),
    NoteType("ratios-and-dates", writer(RATIOS, RATIOS, RAW, least=3, most=8), 1.4),
    NoteType("calls-and-users", writer(CALLS, CALLS, RATIOS, least=2, most=7), 2.1),
    NoteType("number-rows", either(table(_HEADS, _ROWS), around(table(_HEADS, _ROWS), LABELS, RAW, RATIOS)), 1.8),
)
