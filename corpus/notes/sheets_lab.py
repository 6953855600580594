"""Sheets of laboratories: requisitions, result print-outs, pathology logs and labels, manifests, blood, culture."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.sheets_kit import either, filler, lines, one, rows, several, sheet, shuffled, squeezed, worn
from corpus.notes.tabular import rows as fields

_LAB_TOP = one(r"""
{newlab:upper}   CLIA {id}   Director: {newdr:full}, {cred2}
LABORATORY REQUISITION   {newlab}   Client {acct}\n{clinic}, {street}, {town} {stateab} {zip}   Ph {otherphone}
    Fx {fax}
{capsite} - DEPARTMENT OF LABORATORY MEDICINE     CUMULATIVE SUMMARY     PAGE 2
Final Report - {newlab}   Collected {stamp:-1}   Received {stamp}
Pathology Request   Medicare Assignment (Section 20A HIA 1973)   APA {id}   Lab Ref {raw}
{newlab}, opp. {place}, {town}   NABL M(EL)T-0{num:100-999}   Ref. By: Dr {newdr:family}
Haematology/Biochemistry request form WR{num:1-9}   Bleep {bleep}
Interim Report *** NOT FINAL ***   {fac} LIS   run by {username}
{newlab}\tACC {accession}\tPT {pt:upper}
""")
_LAB_ID = fields(r"""
Patient = [[{pt:upper}|{pt:last_first}|{pt:family_upper} {pt:given}]]
Pt ID = {mrn}
Age/Sex = [[{rowage} [[M|F]]|{agesex}]]
DOB = {dob}
Acc # = {accession}
Req # = {order}
Spec ID = {specimen}
Coll = {stamp:-1}
Coll by = [[{sign:1}|{ini}|{ini}, phleb|{newlab} PSC|pt]]
Rec'd = [[{numdate} {time}|{stamp}]]
Rpt = {numdate:1}
Ord = [[{dr:upper}|{dr:family}, {dr:given}|{newdr:last_first}|{lonedr}]]
Loc = [[{dept}|{clinic:alias}|{rowbed}]]
cc = [[{pcp:last_first}|{newdr:family}; {newdr:family}|none]]
Fasting = [[Y|N|12h]]
Ins = [[{payer}|{newpayer} {plan}|Medi-Cal]]
Dx = {icd}
UPIN/NPI = {npi}
Copy to = [[{newdr:titled}, {newsite}|{newdr:initial_last} fax {fax}]]
Client = [[{newsite}|{fac}|{pcpsite}]]
Room = {room}
Specimen = [[Serum|EDTA whole blood|24h urine|CSF tube 3|Stool]]
Priority = [[STAT|Routine|Timed|ASAP]]
Ward/Cons = {dept} / {newdr:family}
Clinical details = {symptom}
Tel = {phone}
""")
_LAB_ROWS = rows(
    r"""
    TEST | RESULT | FLAG | UNITS | REFERENCE | TECH
    Analyte | Value | Ref
    -
    Component | {shortdate:-9} | {shortdate:-4} | {shortdate:-1}
    -
    """,
    r"""
    {analyte} | {dec:0.5-140.0} | [[H|L||]] | [[mg/dL|mmol/L|U/L|g/dL|%]] | {range} | {sign}
    {analyte} | {dec:0.5-140.0} | {range}
    {analyte} {dec:0.5-140.0} [[H|L| |*]] {range} [[A|B|C]]
    {analyte} | {dec:0.5-40.0} | {dec:0.5-40.0} | {dec:0.5-40.0}
    {labline}
    """,
    3,
    9,
)
_LAB = lines(r"""
CRITICAL: K {dec:6.0-7.4} called to {ini} RN on {dept} {time} by {sign:1}, read back ok
Phoned {newdr:family} {shortdate} {time} {sign:2}
Verified by {sign:2}  Released {stamp}  {username}
Hemolyzed, recollect requested from {nurse:given} {time}
PERFORMED AT: {newlab}, {street}, {town} {stateab} {zip}   Lab Dir {newdr:short} MD
BN {newlab}, {pobox}, {town} {zip}   Dir: {newdr:full}, PhD   For inquiries call {otherphone}
Sendout to {newlab} {shortdate} awb {raw}
Reviewed smear: {lonedr}, {numdate}
Amended {numdate:2}: previously reported as {someone:last_first}, wrong label; {author:initials} notified {dr:family}
Reviewed by Dr. {newdr:family} {shortdate:1} - OK to file {ini}
initials of collector __{sign:1}__  time __{time}__  site L AC  tubes 2 lav 1 SST
Electronically signed out by {newdr:upper_full}, M.D. {stamp:1}
Bar {specimen}  tray {num:1-20}  rack {num:1-12}  {ini}
Prev: {accession} {around:-900}, {accession} {around:-900}
I certify that the tests were medically necessary   {dr:short}  {npi}
ABN signed {pt:initials} {shortdate}
Bill to: [ ] Client [X] Insurance {newpayer}   Insured {kin:last_first}  {otherdob}
""", 2, 9, ordered=False)  # fmt: skip
_LAB_FILL = filler(r"""
CBC with Diff  CMP  BMP  Lipid Panel  TSH w/ Reflex  Hgb A1c  PSA, Total  UA w/ Micro
[ ] 322000 Comp Metabolic Panel (SST)   [X] 005009 CBC/Diff (Lav)   [ ] 001453 Hemoglobin A1c
SST GEL   LAVENDER   LT BLUE   ROYAL BLUE   GRAY   PST
Coombs, Direct: Negative     Ham Test: Not Performed     Donath-Landsteiner: Pending
Epstein-Barr VCA IgG >{num:100-700}.0 U/mL     Lyme WB IgM Bands 23, 41
Factor V Leiden: Heterozygous   JAK2 V617F: Not Detected   {gene} c.{num:100-4000}G>A VUS
Bence Jones Protein Absent   Reed-Sternberg Cells Not Seen   Howell-Jolly Bodies 1+   Auer Rods No
eGFR >60 (CKD-EPI {num:2009-2021})   MELD-Na {num:8-35}   FIB-4 {dec:0.50-4.00}
LOINC 4548-4  2345-7  718-7   CPT 83036 80053 85025
See Note 1   See Below   Comment: Repeated and Verified   Page 2 of 5
* = Abnormal  # = Delta Check  C = Critical  ND = Not Detected
Friedewald calculation invalid when TG >400   Martin-Hopkins LDL {num:40-190}
Methodology: Roche Cobas 8000, Sysmex XN, Abbott Architect, Bio-Rad D-100
Gram Stain: Many PMNs, Few GPC in Clusters, No Yeast
""")

_PATH = lines(r"""
{pt:last_first} {mrn}\nA. {anatomy} bx   formalin   {shortdate} {time} {ini}
Jar A: {pt:upper} - "{anatomy}" - 10% NBF - coll {time} - Dr {newdr:family}
{accession} A1 {pt:family_upper}   {accession} A2 {pt:family_upper}   {accession} B1 {pt:family_upper}
Grossed {ini} {shortdate}; embedded {ini}; cut {ini}; stained {ini}; to {lonedr}
SURGICAL PATHOLOGY SPECIMEN LOG   {fac}   shift 2   tech {sign:1}
Frozen section {accession} FS1: called to {surgeon:family} OR {num:1-14} at {time} by {newdr:family} / {ini}
{specimen}  {someone:last_first}  {anatomy} polyp x{num:1-4}  {newdr:family}  [[rec'd|short by 1|no label]]
Clinician: {surgeon:upper}   Copies: {pcp:upper}; {newdr:upper}
Pathologist: {newdr:full}, {cred2}   Resident: {newdr:family} (PGY-2)   {typists}  {shortdate:2}
Gross dictated {shortdate} {typists}
CASE: {accession}   PATIENT: {pt:upper_full}   DOB: {dob}   LOCATION: {newsite}
Slides (4) and block B2 from {newlab} {accession}, loaned to {newsite}, c/o Dr. {newdr:family}, courier {raw}
Consult: sent to {newdr:titled_full}, {newsite}, {town}
Previous: {accession} ({year:-3}) {fac}; {accession} ({year:-1}), Dr {lonedr}
Placenta, {kin:last_first}, G2P2, {gest}, del {shortdate} {ini}
Cytology: {someone:upper}  {otherdob}  LMP {shortdate:-14}  screener {ini}  QC {ini}
Mohs map {accession} stage II  {surgeon:initials}/{ini}
Ship to: {newlab} Attn {someone:given}, {street}, {town}
Histology run {num:1-30} Leica 3 started {time} {sign:2}, checked {sign:3}
Teeth x2 returned to pt {ini} {time}; hardware (Synthes) discarded {ini}
Received fresh, labeled "{pt:full}" and "left {anatomy}"
Addendum {numdate:9} ({newdr:initials}): {gene} mutation detected
""", 5, 16)  # fmt: skip
_PATH_FILL = filler(r"""
PART A: Skin, Left Cheek, Shave   PART B: Skin, Nose, Punch
CASSETTES  A1-A4 Tumor  A5 Margin, Inked Black  A6 Nodes x3
H&E  PAS  GMS  Congo Red  Ziehl-Neelsen  Masson Trichrome  Warthin-Starry  Fontana-Masson  Giemsa
Nottingham Grade 2 (3+2+2)   Gleason 3+4=7 (Grade Group 2)   Breslow {dec:0.30-4.00} mm   Clark IV
Barrett Esophagus, Prague C{num:1-4}M{num:4-9}   Brunner Gland Hyperplasia   Paneth Cell Metaplasia
Ki-67 {num:5-90}%   PD-L1 (22C3) CPS {num:0-60}   HER2 1+   MLH1 Intact
Margins: Deep {dec:0.1-2.0} cm, Nearest Radial   Nodes {num:0-4}/{num:6-25}
pTNM (AJCC 8th Edition): {stage}
Cold Ischemia Time: < 1 hour   Fixation: 6-72 Hours   Decal: Immunocal
FINAL DIAGNOSIS   GROSS DESCRIPTION   MICROSCOPIC   SYNOPTIC   COMMENT
Bethesda System {num:2001-2014}: NILM   Paris System: AUC   Milan IVa
Lugol's Solution   Bouin's   Michel's   B-Plus   Zenker's
""")

_MANIFEST = sheet(
    one(r"""
SPECIMEN TRANSPORT MANIFEST   From {fac} to {newlab}   Courier {co}   {numdate} run {num:1-4}
Chain of Custody Form  DOT 49 CFR Part 40   Specimen ID {specimen}   Employer {newemployer}
Biobank shipment {raw}  {newsite} -> {newlab}  dry ice {num:2-10} kg  UN3373
Evidence / toxicology submission   Agency {newagency}   Case {caseno}   Officer {officer:initial_last} #{badge}
Cooler #{num:1-9}   Temp out {dec:2.0-7.9} C   sealed {time} {sign:1}
Bag list - {dept} - {shortdate} - pneumatic tube stn {num:1-40}
"""),
    rows(
        r"""
        # | Accession | Name | DOB | Tube | Coll | By
        Barcode | Patient | Test | Time | Init
        Subject | Visit | Vial | Drawn | Frozen
        Seq | MRN | Last, First | Spec | Rec'd
        """,
        r"""
        {num:1-40} | {accession} | {someone:last_first} | {otherdob} | [[SST|LAV|UA cup|BLU]] | {time} | {sign}
        {specimen} | {someone:upper} | {test} | {time} | {ini}
        {raw} | [[V2|C1D8|Screen|EOT]] | {num:1-6} of 6 | {around:-9} {time} | {time} {sign}
        {num:001-090} | {otherchart} | {someone:last_first} | [[Serum|Swab|Tissue|CSF]] | [[{sign}|missing|{ini} late]]
        """,
        3,
        12,
    ),
    lines(
        r"""
Released by {sign:1 name} {time}   Received by {sign:2 name} {time}   Seal intact Y
Donor: {pt:short}  SSN or Employee I.D. {ssn4}   {pt:initials} initialed seals
Collector {sign:1 name}, {newfirm}, {street}, {town}, {otherphone}
MRO: {newdr:full}, {otherphone}, fax {fax}
5 boxes short-dated, see {sign:3}     Discrepancy: {someone:family} tube unlabeled, {nurse:given} called back {time}
Driver {someone:given} van {plate}   ETA {time}
Weigh: {dec:1.0-9.0} kg    Tape: Yes    Absorbent: Yes    Category B
THC Neg  COC Neg  PCP Neg  OPI Neg  AMP Neg     Specimen Temp 90-100 F: Yes
Reason: Random  Pre-Employment  Post Accident  Return to Duty
Total 14 Tubes / 2 Racks / 1 Box     Centrifuge 3000 rpm x 10 min    Store At -80
{sign:1}  {sign:2}  {sign:4}
""",
        2,
        7,
        ordered=False,
    ),
)

_BAND = one(r"""
{pt:upper}  {rowage} [[M|F]]\n{dob}  MR {mrn}\nDR {dr:family_upper}  ADM {numdate}
{pt:family}, {pt:given} | {dob} | {mrn} | {visit} | {dept}
BABY [[BOY|GIRL]] {kin:family_upper}  [[A|B|]]\nMOM {kin:upper}\n{numdate} {time} {num:2400-4200}g
    Dr {newdr:family}  band {raw}
{pt:given} {pt:family_upper}\nNHS {plan}   DOB {dob}   Hosp {mrn}
RED BAND: ALLERGY {drug:caps}   {pt:family_upper}
TRAUMA ALERT   unk male approx {rowage:bare}   {otherchart}   {stamp}
BLOOD BANK {raw}   {pt:upper}   drawn {ini} {shortdate} {time}
{someone:upper}  {otherdob}  {otherchart}\n{newdr:family_upper}   NPO   FALL RISK
O POS   UNIT {serial}   XM for {pt:upper} {mrn}   exp {numdate:20}\nissued {ini} to {ini} {time}
    hung {sign:1}/{sign:2}
Visitor: {someone:full} to {pt:family} {room}
TO: {dept}  FR: {room}  {pt:initials}  [[cart|w/c|O2 2L]]  {ini}
Cord blood {kin:family} #{raw}
""")
_BAND_FILL = one(r"""
LATEX SAFE   FALL RISK   LIMB ALERT R   DNR
Zebra Z-Band   Lot 0{num:100-999}   Store Flat
CMV NEG   IRRADIATED   LEUKOREDUCED   Volume {num:250-350} mL
Rh(D) Positive  Anti-K  Kell Neg  Duffy(a-)  Lewis a+b-  Coombs Neg
DO NOT REFRIGERATE   Keep Away From Light   0.9% Sodium Chloride 100 mL
""")

_MICRO = sheet(
    one(r"""
MICROBIOLOGY WORKSHEET  {shortdate}  bench 3  {sign:1}
TRANSFUSION RECORD  {site}  {pt:upper}  {mrn}
Antibiogram request - {dept} - {newdr:family}
Massive Transfusion Log   Activated {time} by {newdr:titled}   Runner {someone:given}
"""),
    rows(
        r"""
        Acc | Name | Source | Growth | Init
        Unit | Type | Start | Stop | RN1/RN2
        Drug | MIC | Int
        Time | BP | T | By
        """,
        r"""
        {accession} | {someone:last_first} | [[BAL|Urine CC|Wound|BCx x2]] | [[{bug}|NG 48h|mixed flora]] | {sign}
        {serial} | [[A Pos|O Neg|AB Pos]] [[PRBC|FFP|PLT]] | {time} | {time} | {sign}/{sign}
        [[Ampicillin|Cefazolin|Cipro|TMP/SMX|Vancomycin|Zosyn]] | [[<=|>|]]{num:1-16} | [[S|R|I]]
        {time} | {num:90-160}/{num:50-90} | {dec:36.0-38.9} | [[{sign}|{sign} {sign}|{ini}]]
        """,
        3,
        10,
    ),
    lines(
        r"""
{bug} {bug}
MacConkey: Lactose Pos    Chocolate: Growth    Sabouraud: Pending    Kirby-Bauer Set
Called {bug} to {newdr:family} {time} {sign:2}
Isolation rec'd from {newsite}, PFGE to {newagency}
Two RN check: {sign:1 name} / {sign:2 name}
Reaction? No   Pre T 36.8   Post T 37.1   Blood Warmer: Level 1   Filter 170
Consent by {newdr:initial_last}, witness {ini}
Crossmatch tech {sign:3}, 2nd {sign:4}; hist. type A Pos {around:-2000} ({fac})
Sig: {sign:1} {sign:1 name} {sign:1 cred}   {sign:2} {sign:2 name} {sign:2 cred}   {sign:3} {sign:3 name}
""",
        2,
        6,
    ),
)

_PAGE = sheet(squeezed(_LAB_ID, 6, 14), _LAB_ROWS, shuffled(_LAB, _LAB_FILL))
TYPES: tuple[NoteType, ...] = (
    NoteType("sheet-lab", sheet(_LAB_TOP, _PAGE)),
    NoteType("sheet-lab-cumulative", sheet(_LAB_TOP, several(_PAGE, 2, 4)), 0.7),
    NoteType("sheet-pathology-log", shuffled(_PATH, _PATH_FILL, _PATH_FILL)),
    NoteType("sheet-manifest", worn(_MANIFEST)),
    NoteType("sheet-wristbands", several(either(_BAND, _BAND, _BAND_FILL), 2, 7), 0.5),
    NoteType("sheet-micro-transfusion", _MICRO),
)
