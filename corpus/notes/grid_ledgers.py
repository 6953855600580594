"""Results, accounts, caseloads and tables without anybody in them."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.grid_kit import form, lines, page, plain, table

_RESULTS = page(
    lines(
        r"""
{labsite}\n{pt:upper}   {dob}   {specimen}
Cumulative Report   {pt:last_first}   {mrn}
Results - {gservice}
Interim Report   Ref Dr {newdr:family}   Lab Ref {specimen}
Test Result Flag Units Reference Lab
""",
        1,
        1,
        0.8,
    ),
    table(
        r"""
Test = [[{gcell:assay}|{analyte}|{gcell:assay}|{test}]]
Result = [[{dec:0.1-190.0}|POS|Neg|Nonreactive|<{dec:0.1-1.0}|Heterozygous|1:{num:2-640}|See Note|TNP|QNS|{organism}]]
Flag = [[H|L|A|HH|C|-|*]]
Units = {gcell:unit}
Range = {range}
LOINC = {gcode:loinc}
CPT = {gcode:cpt}
Lab = [[01|02|03|MB|SP]]
Collected = {around:-90}
Tech = [[{ini}|{sign}|auto|-]]
Status = {gcell:status}
Method = [[EIA|PCR|Westergren|Jaffe|Clauss|Bradford|Gram|LC-MS|Kirby-Bauer|Jendrassik]]
Ordered by = [[{newdr:family}|{newdr:last_first}|-]]
""",
        (3, 9),
        (4, 12),
    ),
    lines(
        r"""
Called to and read back by {nurse:given} ([[RN|MA]]) {hm} {shortdate}
01 {ini}  {labsite}, {street}, {town}, {stateab} {zip}  Dir: {newdr:full} MD
02  {newlab}
Phoned {newdr:titled}, {newsite}, {hm}, {ini}
Account {acct}   Rte {num:1-60}   {newsite:upper}
Validated {newdr:short} {stamp}
Sent out to {oddlab} {shortdate}; ref {raw}
cc {newdr:family}; {pcp:family}
""",
        0,
        4,
    ),
    plain(
        r"""
Interpretation: {gcell:assay} {gcell:status}. Repeat In {num:2-12} Weeks If Clinically Indicated.
{gcell:assay}   {gcell:assay}   {gcell:assay}
Flag Key: H High  L Low  A Abnormal  C Critical  D Delta  TNP Test Not Performed
{gcell:assay} {gcode:loinc} {gcell:unit}
Performed On Roche Cobas / Sysmex XN / Beckman AU   FDA: Analyte Specific Reagent
Howell-Jolly Few   Auer None   Dohle 1+   Heinz Neg   Pelger-Huet No
"""
    ),
)
_LEDGER = page(
    lines(
        r"""
STATEMENT OF ACCOUNT                             Statement Date: {numdate}
{clinic:upper}  {pobox}  {town} {stateab} {zip}     Amount Due {dec:10.00-900.00}
{pt:upper_full}\n{street}\n{town} {stateab} {zip}
Remittance Advice   {newpayer}   check {raw}
Explanation Of Benefits - This Is Not A Bill
Resident Trust Ledger   {pt:last_first}   {nursinghome}
Petty cash   {gservice}   {month}
""",
        1,
        2,
    ),
    table(
        r"""
Date = {around:-200}
Service = [[{gcell:study}|{gcell:assay}|{proc}|Office Visit Lvl {num:2-5}|Payment - Thank You|Copay|Late Fee|Hair Cut]]
Code = [[{gcode:cpt}|{icd}]]
Pt = [[{pt:given}|{pt:initials}|{kin:given}|-]]
Provider = [[{newdr:family}|{newdr:last_first}|{ini}|{newsite:abbr}]]
Charges = {dec:20.00-2900.00}
Ins Pd = {dec:0.00-900.00}
Adj = -{dec:0.00-500.00}
Balance = {dec:0.00-900.00}
Method = {gcell:pay}
Payer = [[{newpayer}|{oddpayer}|{gcell:cover}|{gcell:cover}]]
Check/Ref = [[{raw}|-|{claim}]]
Reason = [[CO-45|PR-1|PR-2|OA-23|CO-97|MA130]]
Rec'd by = [[{ini}|{kin:short}|-]]
""",
        (4, 9),
        (4, 12),
    ),
    lines(
        r"""
Questions? Call {someone:given} at {sitephone}, M-F 8-4
Make checks payable to {clinic}
Pay online {siteurl}   Pay code {raw}   Account {acct}
Balance sent to {newfirm} {numdate}
Responsible party {kin:full}, {word}
Last payment {kin:given} {gcell:pay} {dec:10.00-90.00}
Wire {routing} / {account}
""",
        0,
        4,
    ),
    plain(
        r"""
{gticks:pay}
Aging:  Current {dec:0.00-90.00}   30 Days {dec:0.00-90.00}   60 Days 0.00   90 Days 0.00   120+ 0.00
Detach And Return Bottom Portion. Change Of Address? See Reverse Side.
CO-45 Charge Exceeds Fee Schedule   PR-1 Deductible   PR-2 Coinsurance   PR-3 Copay
We Accept {gcell:pay}, {gcell:pay} And {gcell:pay}. Returned Check Fee 35.00
Total Charges   Total Adjustments   Patient Responsibility   Pay This Amount
"""
    ),
)
_CASES = page(
    lines(
        r"""
CLIENT    {pt:last_first}                     CASE {caseno}
WORKER    {staff:short}   UNIT  Intake {num:1-9}
Contact Log - {oddwelfare}
{gservice} caseload, wk of {shortdate}
Board: {gservice}   {hm}
Waiting List   {gservice}   printed {stamp}
Study log {study}   PI {newdr:family}
""",
        1,
        2,
    ),
    table(
        r"""
Date = [[{shortdate}|{around:-60}]]
Type = {gcell:abbr}
Who = [[mom|{someone:titled}|{someone:given}|team|{newdr:family}|bf {someone:given}|{someone:full}|N/A]]
Note = [[not home, left card|says {someone:given} moved out|{symptom}|{gcell:sign}|{gcell:status}
    |LM for {someone:titled}|{newschool}: {teacher:titled}|{dx}|eval at {newsite}|{gcell:tool} delivered]]
Pt = [[{someone:last_first}|{someone:short}|{lone}|{lc:someone:full}]]
Age = {rowage}
ID = [[{otherchart}|{study}|{raw}]]
Dx = [[{dx}|{eponym}|{icd}]]
Score = {gcell:sign}
Loc = [[{rowbed}|{gservice}|WR|Hall]]
Disposition = [[{gcell:abbr}|{gcell:status}|{newsite}|home]]
RAG = [[Red|Amber|Green]]
Arm = [[A|B|Sham|Placebo]]
AE term = [[{eponym}|{symptom}|none|{dx}]]
Coder = [[{lc:ini}|{ini}|-]]
Site = [[{town}|{newsite:abbr}|{gcode:cell}]]
Next = [[{around:30}|TBC|6/52|PRN|hearing {around:30}]]
""",
        (3, 9),
        (3, 11),
    ),
    plain(
        r"""
Safety Threats: None Identified   Protective Capacities: Yes   SDM: Moderate
{gcell:abbr}   {gcell:abbr}   {gcell:abbr}   {gcell:abbr}
{gcell:abbr} = {gcell:opt}; {gcell:abbr} = {gcell:word}; {gcell:abbr} = {gcell:status}
{gcell:sign}   {gcell:sign}   {gcell:sign}
n = {num:10-400}; missing {num:0-9}; Kappa {dec:0.4-0.9}; Cronbach {dec:0.6-0.9}; Fisher Exact NS
Beds Open {num:0-9}   Blocked {num:0-4}   Boarders {num:0-20}   NEDOCS {num:20-200}
"""
    ),
)
_CLEAN = page(
    table(
        r"""
{gcell:label} = [[{gcell:opt}|{gcell:abbr}|-]]
Item = [[{gcell:brand}|{gcell:tool}|{gcell:system}|{gcell:study}|{gcell:vax}|{gcell:assay}]]
Code = [[{gcode:cpt}|{gcode:loinc}|{gcode:cell}]]
Unit = {gcell:unit}
Status = {gcell:status}
Shift = {gcell:shift}
Role = {gcell:role}
Mark = [[{gcell:mar}|{gcell:vaxsite}|{gcell:word}]]
Score = {gcell:sign}
Qty = {num:0-400}
Price = {dec:1.00-900.00}
Dx = [[{dx}|{eponym}|{gcell:word}]]
""",
        (3, 8),
        (3, 14),
    ),
    plain(),
)
_SPLIT = page(
    form(
        r"""
Name = {pt:last_first}
Born = {dob}
No. = {mrn}
Under = {dr:titled}
Ward = {dept}
Home = {address}
NOK = {kin:full} ({word})
Tel = {kinphone}
Ref by = {pcp:titled}
Adm = {numdate}
Test = {gcell:assay}
Study = {gcell:study}
Aid = {gcell:tool}
Rx = {gcell:brand}
Score = {gcell:sign}
Cover = {gcell:cover}
Typed = {lc:ini}
""",
        5,
        12,
    ),
    table(
        r"""
Day = [[{shortdate}|{around:-9}]]
Entry = [[{gcell:sign}|{symptom}|{gcell:brand}|{vitals}|{gcell:study}]]
By = [[{sign}|{ini}|{nurse:given}]]
Code = [[{gcell:mar}|{gcell:abbr}|{gcode:cell}]]
""",
        (2, 4),
        (2, 7),
    ),
)

TYPES: tuple[NoteType, ...] = (
    NoteType("grid-results", _RESULTS, 1.5),
    NoteType("grid-ledger", _LEDGER, 1.2),
    NoteType("grid-case-list", _CASES, 1.2),
    NoteType("grid-clean-table", _CLEAN, 1.2),
    NoteType("grid-chart-page", _SPLIT, 1.0),
)
