"""Numbers that look like dates, ages, phones, record numbers or postcodes and identify nobody."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.mended_kit import around, either, table, writer

# What is written like a date.
FRACTIONS = templates(r"""
[[1/2|1/4|1 1/2]] tab of {drug} [[qam|at night|tid]]
Power {ratio}, {ratio}, {ratio} from the shoulder down
strength {num:3-5}/5 R, {num:3-5}-/5 L; reflexes {num:1-3}/4
[[II|2|3]]/6 SEM at LUSB, [[no|faint]] gallop
Acuity 20/{num:20-80} OD, 20/{num:25-200} OS, pinhole 20/{num:20-40}
VA 6/{num:5-36} [[unaided|with glasses]], near N{num:5-18}
{num:2-9}/10 cores positive, {num:1-9}/{num:10-24} nodes
ate {num:1-3}/4 of [[lunch|tray|the puree]]
Jamar {num:20-60}/{num:18-58}, pinch {num:4-12}/{num:4-12}, 9-hole {num:18-40}s/{num:19-44}s
vent {num:10-18}/{num:340-520}/{num:5-12}/{num:30-80}, sats {num:88-99}
{num:4-8}/{num:8-12} sessions attended; attends {num:2-5}/7 days
back in {num:1-8}/52, meds for {num:1-6}/12, sx {num:2-9}/7
reduce to {num:4-6}/8 hours, light duty, no lift over {num:5-25} lb
[[L4/5|C5/6|L5/S1|T11/12]] disc, C{num:2-5}-{num:5-7} facet OA, T{num:1-6} lesion
C{num:3-6}/{num:4-7} stenosis worse than L{num:1-4}/{num:2-5}
BP {num:96-180}/{num:50-98} lying, {num:88-170}/{num:48-94} standing at 1 and 3 min
pack-years {num:5-60}; 1/2 ppd then 1/4 ppd; AUDIT-C {num:0-9}/12
{num:34-41}+{num:0-6}, cx {num:1-9}/{num:50-90}/-{num:1-3}, FHR 1{num:20-59}
Apgars {num:3-9}/{num:6-9}/{num:8-10}, cord gas {dec:7.05-7.35}/{dec:6.95-7.28}
[[Gleason|ISUP]] {num:3-5}+{num:3-5}, {num:1-12}/12 cores, {num:5-80}% of {num:3-15} mm
[[FISH|Metaphases]]: {num:2-20}/20 abnormal, {num:1-9}/200 nuclei
ECOG {num:0-3}, KPS {num:4-9}0, PPS {num:3-9}0%
CAGE {num:0-4}/4, PHQ-2 {num:0-6}/6, MoCA {num:14-30}/30 with {num:0-5}/5 recall
1/2 strength Dakin's, 1/4 NS, 2/3 & 1/3 at {num:40-125}
insulin {num:4-14}/{num:2-8}/{num:3-9} then {num:8-30} hs
audiogram {num:1-4}5/{num:2-6}0/{num:3-8}5 dB, speech {num:60-100}%/{num:55-100}%
refraction -{dec:0.25-6.25}/-{dec:0.25-2.75} x {num:5-175}, add +{dec:1.00-2.75}
K's {dec:41.0-46.0}/{dec:42.0-47.0} @ {num:5-175}
contractions q 2-3, 3-4 and then 4-5
Step {num:1-6}/6 of the stairs, {num:2-9}/{num:10-12} steps up, rail R
tooth {num:11-48}: pockets {num:2-4}-{num:1-3}-{num:3-6}, {num:2-5}-{num:2-3}-{num:3-7}
[[grade|G]] {num:1-3}/3 and Ki-67 {num:2-60}%, {num:0-3}+/3+ HER2
Fr {num:2-15}/{num:16-33} given, {num:4-60} Gy of {num:50-70}
units 1/{num:2-4} of red cells up; bag {num:1-3}/{num:3-4}
kit {num:1-3} of {num:3-4}, box {num:1-2}/2, page {num:1-3}/{num:4-9}
7-10 days, 3-4 wks, 6-8 weeks, 12-18 months
O2 {num:1-6}-{num:3-8} L, HR {num:50-70}-{num:80-110}, RR {num:10-14}-{num:18-26}
[[Pain|Nausea]] {num:4-9}/10 -> {num:0-3}/10 after {drug}
sensory T{num:4-10} to L{num:1-3}, motor ASIA {num:20-50}/50 arms, {num:0-50}/50 legs
Trop <{num:3-9} / <{num:5-14} / {num:6-22} at 0/1/3 h
INR 2-3, A1c 7-8, SBP 120-130, K 4-5, Mg 2
MAR {num:2-9}/{num:10-14} doses taken, {num:1-3} held
SAT {num:85-99} on RA, sat up to {num:20-90} min in the chair, sat with OT x2
mar on the chart says given; may repeat x1; march in place {num:10-40} s
dec rate to {num:20-80} ml/h, inc by {num:5-20}; dec'd breath sounds L base
may sit, may shower, may weight bear as tolerated R
sun exposure, mon-fri pillbox, sat/sun off
oct of macula dry, no SRF; aug w/ mastopexy discussed; sep study EF {num:20-65}
may need sept repair if VSD > {num:3-9} mm
""")

# What is written like a record, an account, a serial or a phone number.
CODES = templates(r"""
NDC {ndc} [[on backorder|#{num:30-90}|billed x1]]
{drug} {strength}, NDC {ndc}, qty {num:10-180}
ndc {ndc} / ndc {ndc}
LOINC {loinc} = {test}; LOINC {loinc} retired
loinc {loinc}, ucum mg/dL
[[SNOMED|SCTID|sct]] {num:10000000-99999999} {dx}
RxCUI {num:100000-999999}, ATC [[N02BE01|C09AA05|A10BA02|J01CA04]]
CPT [[97110|97140|97530]] x{num:1-4}, [[99213|99214|99215]]-25, {num:10000-69999}
CPT {num:10021-69990} with modifier {num:22-91}
HCPCS [[J1885|G0439|Q4101|E0601|A4253]], rev {num:0250-0981}, POS {num:11-23}
DRG {num:100-989}, APC {num:5000-5900}, wRVU {dec:0.50-32.00}
{icd}, {icd} and {icd} on the claim
denial {carc}, remark {carc}
{carc} {carc} {carc}: [[duplicate|not covered|bundled]]
[[taxonomy|Taxonomy code]] 207R00000X, 363LF0000X
ref {catno}, qty {num:1-4}, [[sterile|expired? no]]
REF {catno} [[tibial|femoral|acetabular]] tray size {num:1-9}
[[Cat|cat no|Catalog #]] {catno} box of {num:10-100}
model {modelno}, size {num:5-12}, [[sterile|single use]]
{model} model {modelno}, firmware {ver}
[[cuff|glucometer|pump|walker]] model {modelno}
part {catno} discontinued, use {catno}
ver {ver}, build {num:100-9999}
v{ver} of the [[order set|app|template|driver]]
[[upgrade|downtime]] to {ver} fixed [[fax|label]] printing, error {errno} gone
port {num:80-9999} [[open|blocked]], timeout {num:30-600}, retry {num:1-5}
err {errno} on [[save|print|login]], code {sumno}
crc {sumno}, checksum {sumno}, offset {sumno}
colour #{num:100000-999999}, hex {sumno}
http {num:200-504}, tls 1.{num:2-3}, port 443, buffer {num:512-8192}
variant {varno}, VAF {num:3-52}%, depth {num:80-2400}x
{gene} {varno} [[class 3|VUS|likely benign]]
{varno}; {varno}; {varno}
ISCN: 46,XY,del({num:1-22})(q{num:11-34})[{num:2-18}/20]
46,XX,inv(16)(p13q22)[{num:4-19}]/46,XX[{num:1-9}]
{stdno}, {stdno}
per {stdno}, see also {stdno}
CAS {casno}, UN {num:1000-3500}, pKa {dec:2.0-11.0}
{carddoc} [[open|recruiting|closed to accrual]]
see {carddoc}, table {num:1-6}
guideline [[{year:-4}|{year:-2}]] update, class {num:1-3} LOE B
policy {num:1-40}.{num:1-20} rev {num:1-9}, form {num:100-990}-{num:1-20}
step {num:1-9}, section {num:1-40}.{num:1-9}, item {num:1-90}
[[Foley|foley]] {num:12-24} Fr, [[NG|ng]] {num:10-18} Fr, {num:14-24}G x2, ETT {dec:6.0-8.5} at {num:19-25}
{num:14-24} ga in the L AC, {num:20-22}g R hand, {num:4-8} Fr PICC at {num:34-48} cm
suture {num:2-6}-0, needle 18G x 1.5, blade #{num:10-15}
size {num:6-13} brace, {num:20-40} mm cup, {num:9-16} x {num:100-360} nail
lens +{dec:16.0-25.0} D, A-constant {dec:117.0-119.5}, axial {dec:21.0-27.0}
pump {num:40-125} ml/h, limit {num:100-2000}, alarm {num:1-99}
WBC {dec:2.0-24.0} plt {num:20-600} Na {num:125-150} glu {num:60-420}
CK {num:100-99999}, BNP {num:20-9000}, ferritin {num:8-4000}, lip {num:10-2000}
plt {num:100000-450000}, anc {num:200-9000}, abs CD4 {num:12-1400}
cfu >100,000; titer 1:{num:20-2560}; VL {num:20-900000}
lactate 150-{num:200-400} range, LDH {num:120-240}-{num:250-900}
{num:300-500}-{num:600-900}-{num:1000-1400} mg over the week
{num:100-300}-{num:200-400}-{num:1000-2500} kcal split
sodium 135-145, osm 275-295, TSH 0.4-4.0
normal 120-160, panic <{num:10-40} or >{num:500-900}
""")

# Hours, room numbers, extension-like settings, counts.
COUNTERS = templates(r"""
ext rotation {num:20-60}, int rot {num:10-50}, flexion {num:80-140}
hip ext {num:0-20}, knee ext -{num:2-15}, neck ext {num:20-60}
ext fixator [[on|off]], ext carotid {num:10-60}%, ext meds none
int/ext {num:10-90}/{num:10-90}, abd {num:60-170}
page {num:1-4} of {num:5-9}; pages {num:10-40}-{num:41-90}
pg {num:1-9} of the [[packet|consent|MAR]]
fig {num:1-9}, table {num:1-5}, appendix [[A|B]], slide {num:1-90}
cell {num:1-9} of the counting chamber; cell count {num:2-900}
mobile in bed, mobile with frame {num:10-90} m
home O2 {num:1-4} L, home by {num:2-6} pm, home cuff {num:110-160}
work {num:20-50} h a week, work of breathing ok, shift {time} to {time}
office BP {num:120-170}, direct bili {dec:0.1-9.0}, main branch {num:20-90}%
tel {num:2-9} beats VT, tele {num:55-110} SR
fax attempted x{num:2-9}, {num:3-40} pages, no answer
line {num:1-3} {num:5-30} cm, line sepsis out, lumen {num:1-3} clotted
call light x{num:2-20} overnight, call q {num:2-4}
number of falls {num:0-6}; no. of teeth {num:8-32}
case {num:1-9} of the day, case mix {dec:0.8-2.9}
account for {num:10-60} min; on account of {symptom}
order: CBC, BMP q{num:4-24}h; in order {num:1-3}
claim of pain, policy on restraints, member of the team
licence to drive withheld {num:1-12} months
batch of {num:4-40}, lot of drainage, a lot better, lots of {symptom}
tag wound L thigh, badge of honor, plate and {num:4-9} screws
plate {num:6-10}-hole, screws {num:14-60} x {dec:2.4-7.3}
zip line fall {num:2-9} m, code {num:1-3}, code status full
street clothes, avenue to try next, drive {num:30-300} mm Hg
unit 1 of {num:2-4} platelets, unit dose, box {num:1-9}
suite of tests, apt to bleed, floor {num:2-9} stretch, lane closed
serial troponins x{num:2-4}, serial 7s {num:1-5}/5, serial exams
ID consult, ID: cont. {drug}, id band x{num:1-2}
pin site care x{num:2-6}, pin {num:2-4} loose, PIN not set
key pinch {num:3-12} kg, log roll x{num:2-4}, log in failed x{num:2-5}
Dial 9 for a line. Call 911. [[988|111]] any time.
text STOP to opt out, reply {num:1-5} to confirm
press {num:1-9} for refills, {num:0-9} to repeat
{num:1-3} ring, {num:2-9} missed calls
call bell at {time}, at {hm} and at {hm}
{hm} sbp {num:80-160}, {hm} sbp {num:80-160}
at {hm:colon} {num:1000-2500} ml in, {num:300-1900} out
weights {num:1400-3900} g, {num:1450-3950} g, {num:1500-3990} g
birth wt {num:1200-4300}, now {num:1300-4600} g, HC {dec:28.0-38.0}
FSBS {num:70-99} {num:100-199} {num:140-260} {num:90-180}
feeds {num:20-70} q3, kcal {num:20-30}/oz
km {num:100-9999}, mileage {num:10-60}, odometer n/a
""")

# What is said as ages are and is none: strata, durations, results, scores.
AGELIKE = templates(r"""
adults 18 to 64, and those over 65
aged 50-75 per guideline; women over {num:40-65}
screen at 45, stop at 75 or 85
under-5s and over-65s get {drug}
for ages {num:2-6} to {num:10-17}
age group {num:20-40}-{num:41-60}
age-adjusted D-dimer {num:400-990}
eGFR {num:15-99}, hr {num:50-130}, sat {num:85-99}
EF {num:15-70}, was {num:15-70}
bone age {num:1-3} SD ahead; heart age calculator
GA {gest}, now day {num:2-80} of stay
G{num:1-6}P{num:0-4} at {gest}
twins at {gest}, steroids x2
day {num:2-40} of {drug}, wk {num:1-12} of RT, month {num:2-18}
POD {num:1-9}, HD {num:2-14}, PPD {num:1-3}, BMT day +{num:3-90}
POD#{num:1-9} [[and|/]] HD#{num:2-14}, abx d{num:1-14}
vent day {num:2-20}, C{num:1-6}D{num:1-21}, dose {num:1-3}
{num:5-40} years of smoking, quit {num:2-30} y ago
married {num:10-60} years, {num:2-30} yrs on the job
x {num:2-30} yrs, for {num:2-30} y, since {num:2-12} wk
a {num:2-7}-year history of {dx}
{num:6-24}-month follow-up, 5-year survival {num:20-95}%
10-year risk {num:3-40}%, 5-yr OS {num:20-95}, 30-day {num:1-20}%
{num:2-14} day course, {num:2-12} wk taper
3-month supply, 90 day fill, 2-week holter
size {num:2-14}T, {num:2-9} mo clothes donated
{years:-40}, a 70s split level, temps in the 80s, sats in the low 90s
systolics in the 80s to 90s, glucose in the 200s
HR 60s-70s, BP 110s/60s, RR teens
O2 sat 80s on RA then 90s
BMI {num:17-52}, {num:10-98}th centile
{num:4-20}th percentile, 3rd centile, {num:1-2} SD
wt {num:40-140}, ht {num:140-195}
{num:20-90}M cells, {num:20-90} F temp in the fridge, {num:6-24}Fr
{num:10-90} m walk, {num:20-60} f/s, {num:2-20} mo
turned {num:30-90} degrees, turning q2h, turned down {num:2-3} offers
now {num:50-99} bpm, was {num:100-160}
""")

_HEADS = (
    "Code | Description | Units",
    "Test | Result | Ref",
    "REF | Item | Size | Qty",
    "",
    "Time | HR | BP | Sat",
    "",
)
_ROWS = (
    "{num:10021-99499} | {proc} | {num:1-4}",
    "{loinc} {analyte} | {dec:0.5-200.0} | {num:1-90}-{num:91-200}",
    "{catno} | {model} | {num:1-9} | {num:1-3}",
    "{ndc} | {drug} {strength} | {num:10-90}",
    "{hm} | {num:50-130} | {num:90-180}/{num:50-99} | {num:86-100}",
    "{varno} | {gene} | {num:3-60}% | [[P|LP|VUS]]",
)

TYPES: tuple[NoteType, ...] = (
    NoteType("digit-fractions-plain", writer(FRACTIONS, FRACTIONS, AGELIKE, least=2, most=9), 1.4),
    NoteType("digit-codes-plain", writer(CODES, CODES, COUNTERS, least=2, most=9), 1.6),
    NoteType("digit-counters-plain", writer(COUNTERS, AGELIKE, FRACTIONS, least=2, most=8), 1.2),
    NoteType("digit-code-rows-plain", either(table(_HEADS, _ROWS), around(table(_HEADS, _ROWS), CODES)), 1.0),
    NoteType("digit-line-plain", writer(FRACTIONS, CODES, COUNTERS, AGELIKE, least=1, most=1, haste=0.3), 1.0),
)
