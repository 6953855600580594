"""Orders, findings, results, check lists, rows and codes: clean sheets, and the same with a line that identifies."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.clear_kit import ROWS, clean
from corpus.notes.compose import templates

_ORDER_HEADS = templates(r"""
[[Adult|Pediatric|Neonatal|ED|ICU|Post-op|Admission]] {dx} order set {clver}
{clepo:protocol}
Standing orders
Nursing communication
Fluids
Labs
Imaging
PRN
Notify provider
Insulin protocol {clver}
Activity
Respiratory
""")
_ORDERS = templates(r"""
Admit to: [[ICU|Step-down|Med/Surg|Obs|Tele]]
VS q{num:1-8}h x {num:8-48} h then per routine
{clbrand} {num:1-90} mg [[PO|IV|SC|SL]] [[daily|BID|q{num:4-12}h|qHS|x1]]
{clgeneric} {num:1-12} mcg/kg/min, titrate to MAP > 65
{clbrand} {num:1-40} mg PRN [[nausea|agitation|itch|{symptom}]]
{drug:title} {dose} {frequency}
Hold {clbrand} for SBP < {num:85-100} or HR < {num:45-60}
Lactated Ringer's {num:50-250} mL/h x {num:1-4} L, then D5 1/2NS @ {num:50-150}
K-Phos {num:10-40} mmol if PO4 < {dec:0.8-2.0}
Notify: K < 3.3, pH < 7.0, HR > {num:110-140}, UOP < {num:20-40}/h x{num:2-4}
DVT ppx: {clbrand} [[or SCDs|and TEDs|held]]
{cldevice} to [[LIS|gravity|-20 cm|bulb suction]]
Diet: {diet}
Accu-Chek [[AC & HS|q1h|q6h]]; {clbrand} sliding scale, [[low|medium|high]]
[[AM|STAT|Timed]] labs: {test}, {test}, {classay}
{imaging}: r/o {dx}
HOB {num:20-45}; turn q2h; {clbrand:bare} heels
Isolation: [[contact|droplet|airborne]] for {clbug}
Consult [[PT/OT|Wound|Nutrition|SLP]]: {clepo:test}, {clscale}
Discontinue {clbrand} when ANC > 1.0 or day {num:5-21}
Wean FiO2 to Sat > {num:88-94}%; {cldevice} @ {num:5-14}/{num:5-12}
If CIWA > {num:8-15}: {clbrand} {num:1-4} mg
May use {clmaker} equivalent
Restraints: none; Sitter: none; Code: full
Days {num:1-3}, {num:4-8}, {num:9-15} q{num:21-28}d x {num:4-8} cycles
MAY [[SHOWER|MARCH IN HALL|GO TO SUN PORCH|EAT|DRIVE]]; [[WILL|MARK|BILL]] [[NOTIFY|SITE|PER UNIT]]
Repeat x{num:1-3} in {num:15-60} min, max {num:2-6}/24 h
T/Th/S HD: {num:2-3}K bath, {cldevice}, UF {dec:1.0-4.0} L
""")
_FOUND = templates(r"""
[[Head|Neck|Eyes|HEENT|Chest|Abd|Ext|Neuro|MSK|Skin]]: {clepo:sign} [[neg|absent|equivocal|+|trace]]
{clrare} -, {clrare} +, {clrare} -
{clrare} nodes both hands; {clrare} angle {num:2-40}
{clepo:test} {num:1-3}+ R, neg L
{clrare} {num:1-4}[[A|B|]], {clrare} {num:0-3}
{cllatin} [[intact|thinned|torn|hyperintense]], {measure}
{cllatin} and {cllatin} preserved
{finding}
{exam}
{clrare} {num:1-5} at L{num:1-4}-{num:2-5}; {clrare} nodes T{num:8-12}
{clrare} cyst S{num:1-3}, {num:4-22} mm
{cltown} [[grade|class|type]] [[A|B|C|II|IIb|III|0-Is]]
{cltowns}: [[not met|met|n/a]]
{clrare}, {clrare} and {clrare} types excluded
{cldevice}, {clbrand:bare} {num:5-20} mL
{clepo} measured {measure}
[[Cormack|Mallampati|{clrare}]] {num:1-4}; {clratio}
Power {num:1-5}/5, reflexes {num:1-3}+, CN 2-12, {num:10-12}/12
No {clepo:sign}. No {clepo:fracture}. No {clrare} line.
{clepo:stain} and {clepo:stain} [[negative|positive|pending]]
{clepo:bodies} [[rare|many|none]], {num:1-9}/10 HPF
Ki-67 {num:2-90} %, CPS {num:1-40}, {clref}
{cldevice}, {clref}
{clrare} Sm{num:1-3}, {clrare} {num:1-4}, margins {dec:0.1-9.0} mm
{num:0-4}/{num:5-22} nodes; {clepo:grade} {num:1-3}
{imaging}: {clepo:index} {dec:0.1-2.9}, {cllatin} {num:2-15} mm
[[Old granuloma|Left lower lobe|Right main stem|Upper pole|Water's view|Young clot|Dense bands]]
    [[seen|clear|as before]].
[[Wood lamp green|Frank blood|Rose spots|Amber urine|Olive felt|Sandy grit|Violet hue|Coral glow|Gray
    slough|Brown nail]].
""")
_LAB = templates(r"""
{labline}
{labs}
{clmaker} {classay}: [[Not Detected|DETECTED|Invalid|{dec:0.1-9.9} H]]
{classay} {dec:0.1-40.0} [[H|L|]] {range}
{classay}: Nil 0.0{num:1-9} Mitogen >10 TB1 0.{num:10-90}
{clbug} [[>100,000|10-50K|few|moderate|not isolated]]
{clbugs} [[not detected|on enrichment only]]
R: {clbrand}  S: {clgeneric}  MIC {dec:0.1-16.0}
Gram: GPC [[pairs|chains|clusters]]; {clepo:stain} neg
{clgene} [[pathogenic|benign|VUS|not detected|likely pathogenic]], VAF {num:1-50} %
{clgenes}
ACMG PVS1, PM{num:1-5}, PP{num:1-5}; {clref}
Coverage {num:200-900}x, {cldevice}, GRCh38, {clsoft} {clver}
HLA-[[A|B|C]]*{num:10-60}:0{num:1-9}, DRB1*{num:10-15}:0{num:1-9}
WBC {dec:2.0-22.0} [[H|L|]] 4.0-11.0\nHgb {dec:6.0-17.0} 12-16\nPlt {num:20-500} 150-400
pH 7.{num:10-55} / {num:20-80} / {num:50-150} / {num:10-35}
{test} {range}
{clrare}-{clrare} units {num:1-12}; titer 1:{num:10-80}
Kleihauer 0.{num:1-9} %; Coombs [[neg|pos]]; {clrare} cells {num:1-9}/HPF
{clepo:method}, {clmaker}; {clref}
{clref}; {clref}
Fasting [[Y|N]]; Hemolysis {num:0-3}+; Spec: [[serum|EDTA|citrate]]
Sens {num:70-99} %, spec {num:70-99} % per {clyear}
Morphology: {clrare} bodies, {clrare} cells, Auer -, teardrops {num:1-3}+
t({num:1-9};{num:10-22}), del({num:5-20}q), +{num:8-21}; 46,X[[X|Y]]
Index {dec:0.1-3.0} (<0.9 neg; 0.9-1.1 equiv)
""")
_CHECK_HEADS = templates(r"""
Pre-op checklist
Sign in
Time out
Sign out
Room set-up
Equipment
Instruments
Sharps
Preference card {clver}
Safety pause
Crash cart contents
Supplies
""")
_CHECK = templates(r"""
Allergies [[reviewed|on band]]
Site marked [[Y|N/A]]
{clbrand} {num:1-3} g within 60 min
{clrare}, {clrare}, {clrare} [[retractors|clamps|specula|elevators]] in room
{clrare} [[table|pins|frame|tray|set|retractor]]
{cldevice}
{cldevice} {num:150-350} mmHg
{clepo:retractor} x{num:1-2}
{clepo:forceps}, {clepo:scissors}
{clepo:clamp} x{num:2-8}
{cldevice} (backup: {cldevice})
{clmaker} tower [[on|off|white balanced]]
Suture: {clbrand:bare} {num:2-5}-0, {clbrand:bare} {num:0-4}-0
{clref}
{clref} - {cldevice}
Mallampati {num:1-4}, {clrare} {num:1-4}
NPO [[since MN|> 8 h|n/a]]; {clbrand} held {num:1-7} d
Counts {num:1-3}/{num:1-3} correct
Blood: T&S; Rh +; {num:0-4} U
{clepo:blade} {num:1-4}, {clepo:needle} {num:18-27} G
Position: {clepo:position}, {clrare} stirrups
Fire risk {num:1-3}; implants [[none|{cldevice}]]
""")
_ROWS = templates(r"""
{time} {dec:96.0-103.0} {num:50-130} {num:10-30} {num:80-190}/{num:40-110} {num:88-100} RA {num:0-10}/10
{time} Braden {num:9-23} Morse {num:0-90} RASS -{num:1-4} {clscale}
{time} turned L, heels floated, {clbrand:bare} on
{time} {clscale} | {clscale}
{time} BM x{num:1-3} Bristol {num:1-7}; UOP {num:30-600}
{time} IV L FA {num:18-24}g c/d/i, {cldevice} {num:5-150} mL/h
{time} {clbrand} {num:1-90} given, pain {num:0-10} -> {num:0-10}
{time} {cldevice} {num:10-24}/{num:320-520}/{num:5-14}/{num:30-90}%
[[CAM neg|Mood ok]]. [[Sat in chair|Sun light on|Mon itor on|Art cart by|Carol sang on TV|Drew on pad]].
I {num:800-4200} / O {num:400-3900} / net {num:0-900}
Wt {dec:40.0-140.0} ({num:1-3}/7), ht {num:140-195}, BMI {dec:17.0-48.0}
{clscales}
{clepo:scale} {clratio}; {clepo:score} {clratio}; {clepo:index} {num:1-40}
PT {num:20-200} ft CGA, {clscale}; OT {num:1-4}/7 ADL
Wound {measure}, {clbrand:bare} {num:2-4}x{num:3-8}, PUSH {num:3-15} -> {num:0-9}
SPEECH L{num:4-7}, NECTAR, {clbrand:bare}
Apgar {num:3-8}/{num:7-9}; {clepo:score} {num:1-12}
""")
_LIST_HEADS = templates(r"""
Medications
Home meds
Current Outpatient Prescriptions
Discontinued
Inhalers & drops
Formulary swaps
Allergies/ADR
Supplements
Infusions
""")
_MEDS = templates(r"""
{clbrand}
{clbrand} {num:1-500} mg daily
{clbrand} {dec:0.1-9.9} mg/{num:1-5} mL {frequency}
{clbrand:caps} {num:5-500} MG TAB
{clgeneric} ({clbrand:bare}) {num:1-90} mg [[weekly|BID|q{num:2-12}wk|PRN]]
{sig}
{clbrand} {num:100-200}/{num:25-62}/{num:5-25} {num:1-2} puffs
{clbrand} -> {clbrand} [[(formulary)|(cost)|(rash)]]
{clbrand}: [[hives|nausea|swelling|unknown]]
{clbrand} + {clfood} ok
{clbrands}
{clbrand:lower} prn, {clbrand:lower} hs
hold {clbrand} until [[INR < 1.5|eGFR > 30|taper done]]
{clgeneric} {num:1-10} mcg/h patch q{num:48-72}h
{drug:generic} {dose} {frequency}
{clbrand} (trial arm, {cltrial})
""")
_CODE_HEADS = templates(r"""
Charges
Billing summary
Quality measures
Coding query
Diagnoses
Modifiers
Problem list
""")
_CODE = templates(r"""
{clcodes}
{clcode} {dx}
{clcode}, {clcode}-RT, {clcode} x{num:1-6}
{icd} {dx}; {icd} {dx}
MIPS {num:100-499}, HEDIS [[CBP|COL|BCS]], Star D0{num:1-9}
Mod {num:22-82} [[vs|with]] X[[U|S|E|P]] for {proc}
NCCI edit {num:10000-99999}/{num:10000-99999}
wRVU {dec:0.2-9.9}, units {num:1-8}, MDM [[low|moderate|high]]
HCC {num:8-130} recapture; RAF {dec:0.3-3.9}
{clbody} measure {clver}: num {num:10-90} / den {num:91-300} = {num:10-99} %
{clref}
J{num:1000-9999} {clbrand} {num:1-90} units, waste {num:1-9} (JW)
Time {num:20-75} min; prolonged {num:15-30} min
LOINC {num:10000-99999}-{num:0-9} {test}
Exclusions: hospice, {num:66-81}+ with frailty
""")

_ALL = (_ORDERS, _FOUND, _LAB, _CHECK, _ROWS, _MEDS, _CODE)
_ALL_HEADS = (*_ORDER_HEADS, *_CHECK_HEADS, *_LIST_HEADS, *_CODE_HEADS)

TYPES: tuple[NoteType, ...] = (
    NoteType("clear-orders", clean(_ORDERS, heads=_ORDER_HEADS, least=4, most=14), 1.4),
    NoteType("clear-findings", clean(_FOUND, least=3, most=10), 1.5),
    NoteType("clear-results", clean(_LAB, least=3, most=12), 1.5),
    NoteType("clear-checks", clean(_CHECK, heads=_CHECK_HEADS, least=4, most=14), 1.4),
    NoteType("clear-rows", clean(_ROWS, least=3, most=10), 1.3),
    NoteType("clear-medications", clean(_MEDS, heads=_LIST_HEADS, least=3, most=14), 1.4),
    NoteType("clear-codes", clean(_CODE, heads=_CODE_HEADS, least=2, most=9), 1.1),
    NoteType("clear-orders-one", clean(_ORDERS, _MEDS, heads=_ORDER_HEADS, hidden=ROWS, least=4, most=14), 1.4),
    NoteType("clear-findings-one", clean(_FOUND, _LAB, hidden=ROWS, least=4, most=12), 1.6),
    NoteType("clear-checks-one", clean(_CHECK, _ROWS, heads=_CHECK_HEADS, hidden=ROWS, least=4, most=12), 1.4),
    NoteType("clear-sheets-one", clean(*_ALL, heads=_ALL_HEADS, hidden=ROWS, least=5, most=16), 1.6),
)
