"""Notes of hurried specialists and forms left blank: dense in names of things and in fractions, and without a name."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.clear_kit import ROWS, SENTENCES, clean
from corpus.notes.compose import templates

_WARD = templates(r"""
Continue {clbrand} day {num:1-6}/{num:7-14}, then [[PO|stop|{clbrand}]].
{dx} s/p {clrare}, POD {num:1-9} - [[advance diet|d/c Foley|OOB]].
Dispo: SNF vs home w/ {clcrew}, {clcrew} to see {weekday}.
{clcrew} consult; {clcrew} agrees; {clcrew} signed off.
BiPAP {num:10-18}/{num:4-8}, CXR, {clcrew} at bedside, {clcrew} eval.
PRVC {num:10-24}/{num:5-12}/{num:30-100}, Pplat {num:16-32}, P/F {num:70-300}, {cltown:bare} mod ({cltrial}).
{clbrand} gtt {num:2-20}, {clbrand} off, {cldevice} at {num:18-26}.
RSBI {num:30-110}. Leak +. SBT {num:30-120}. {clrare} {dec:1.0-4.0}. ROX {dec:2.0-9.0}.
If febrile -> pan cx, broaden to {clbrand}. If pain -> {clbrand} 0.{num:2-8}.
F/u {time} trop, CTA read, {clcrew} recs. Family updated.
Ppx: {clbrand:bare}, {clbrand:bare}. Full code. {clrare} {num:9-23}.
Overnight: {symptom} x{num:1-3}, {clcrew} came, {clbrand} x1, slept.
Rapid response: {vitals}; {clcrew}, {clcrew} there in {num:2-6} min.
{clrare} line {num:2-6} h {num:90-300}, {clbrand} {num:16-24} h ({clrare}).
S: {symptom}. B: {dx}. A: {vitals}. R: {clcrew} eval, {test}.
Watcher. [[Penny in stomach on KUB|Rose to chair|Dale binder on|Chuck x2 changed|Frank blood x1|Sandy stool]].
    Ride {weekday}.
1) {dx} - {clgeneric}, {test} q{num:4-12}h. 2) {dx} - {clrare} {num:1-4}.
""")
_CLINIC = templates(r"""
{clpollen} {num:1-12}/{num:5-40}, {clpollen} {num:1-12}/{num:5-40}, {clpollen} 0/0, {clpollen} {num:1-12}/{num:10-31}
Skin test (mm W/F): {clpollen} {num:3-12}/{num:10-40}; {clpollen} {num:2-9}/{num:5-30}
VA OD 20/{num:15-200} PH 20/{num:15-40} OS CF {num:1-6}'. IOP {num:8-22}/{num:10-40} @ {time} GAT.
Gonio {clrare} {num:1-4}, {clrare} B{num:10-35}r. CCT {num:480-600}/{num:480-600}. SITA 24-2. OCT RNFL
    {num:50-110}/{num:50-110}.
LPI {clrare} lens {dec:2.0-6.0} mJ x {num:8-40}; {clrare}, {clrare} and {clrare} formulas
#{num:1-32} MO, #{num:1-32} DO {cldevice} A{num:1-4}, #{num:1-32} RCT {clbrand:bare} F{num:1-4}
Perio {num:212-545} {num:212-545} {num:212-545}; {num:212-545} {num:212-545} {num:212-545}. {clrare} Class {num:1-3}.
{clrare} arch, {clrare} {dec:60.0-92.0}, {clrare} appliance; lido 2% 1:100k {num:1-4} carps
AROM flex {num:60-180}, abd {num:40-180}, ER {num:10-90}. MMT {num:2-4}-/5. {clrare} +, {clrare}-{clrare} +, {clrare} -.
{clrare} grade {num:1-4} mobs, {clrare} MWM, {clrare} tape, {clrare} {num:2-8}, sleeper stretch {num:2-3}x{num:10-30} s
Port: {clrare} {num:19-22}G 3/4", +BR; 5/8" x {num:1-2}; {num:1-3}/8" tube.
Day {num:1-3} Cycle {num:1-9} {clgeneric}. Premeds {clbrand} 0.{num:10-50}, {clbrand} {num:80-150}. {clbrand} on.
{num:60-2400} mg/m2 -> {num:90-400} mg over {num:1-46} h via {cldevice}. BSA {dec:1.3-2.4} ({clrare}).
G{num:1-6}P{num:0-4} at {gest}, {clrare} +, {clbrand:bare} +, Cat I, SVE {num:1-9}/{num:30-90}/-{num:1-3}.
    {clrare} {num:2-11}. Vtx by {clrare}.
Latency abx ({clrare}), BMZ #{num:1-2}, IOL per {clbody}; {clcrew} agrees.
{cldevice}, {clbrand}; TIR {num:40-90}, GMI {dec:6.0-9.0}. Basal {dec:0.4-2.0} (12a-6a), {dec:0.5-2.0}
    (6a-12p). ICR 1:{num:4-15}.
R hallux {clrare} {num:1-3}, {clrare} 1B, WIfI {num:0-3}-{num:0-3}-{num:0-3}. {clbrand:bare}, {clbrand:bare}
    Lite. {clrare} {num:0-10}/10.
KL {num:1-4}, varus {num:2-12}. Failed {clbrand}, {clbrand}. Plan {clrare} vs TKA ({cldevice}, CR, cemented
    {clbrand:bare}).
NIHSS {num:1-30}, ASPECTS {num:5-10}, TICI 2b, {num:1-4} passes, {cldevice} + {cldevice}. {cltown:bare}
    {num:0-7}. {cltrial} n/a.
WCC: walks, {num:3-50} words, knows {clfigure} and {clfigure}. {clbrand}, {clbrand}. Lead <1.
Plays with {clfigure}, {clfigure} and blocks; {clscale}.
Believes [[he|she]] is {clfigure}, fears {clfigure}; {clrare} mania {num:4-40}. R/o {clrare}, {clrare}. Start {clbrand}.
Mood "like {clfigure}", affect labile, no SI/HI; {clrare} denied; {clbrand} {num:5-30} qHS.
EEG 10-20, POSTS, K complexes, FIRDA. No {clrare}. {clrare}? {clrare}? {clgene}.
Scope: {clrare} {num:1-4}, {clrare} {num:1-4}, {clrare}-{clrare} {num:1-3}. {clrare} {num:5-40} %. Consider
    {cldevice} vs {clrare}.
AHI {dec:5.0-90.0}, REM {num:5-90}, nadir {num:60-89}. CPAP {num:5-18}, {cldevice}. ESS {num:2-22}. Titration:
    {num:4-6}-{num:12-20}.
PPS {num:10-50}, FAST {num:6-7}c, MAC {num:14-28}. {clbrand} {num:2-10} q{num:1-4}, {clbrand}. {clcrew} weekly,
    {clcrew} {num:1-3}x.
Volunteers: [[harp|art|pet visits]]. Bereavement [[low|high]]. [[Will|Faith|Hope|Grace]] [[discussed|a theme]].
{clrare} incision, {clrare} exposure. A {clrare} was applied x{num:1-3}. {num:10-24} Fr {clrare} drains
    x{num:1-2} in {clrare}.
{cldevice} fired with a [[tan|blue|purple]] load; {clbrand:bare} and {clbrand:bare} for hemostasis. EBL {num:10-900}.
TECHNIQUE: {clbrand:bare} {num:300-370}, {num:60-120} mL. COMPARISON: None. {clrare} {num:3-9}. No {clrare}.
    Pouch of {clrare} dry.
{clrare} cyst, {clrare} {num:1-3}, {measure}. {clrare} {num:2-8}/10.
""")
_BLANK = templates(r"""
Name: ____________________   DOB: ___/___/____
Name (print) ______________ Signature ______________ Date ____
Patient label here
[[Patient|Client|Resident|Member]] Name: [[n/a|see label|(affix sticker)|withheld|________]]
Reason for visit: {symptom} x {duration}
Pharmacy: [[______________|none|mail order|same as last time]]
Insurance: [ ] Medicare [ ] Medicaid [x] [[None|Self-pay|Private|VA]]
Emergency contact: ________ Relationship: [[________|spouse|son|neighbor]]
Tobacco: 1/2 ppd x {num:2-40} yrs   Alcohol: {num:1-9}-{num:10-14}/wk   Caffeine: {num:1-6} cups
Last tetanus: >{num:5-10} y   Flu shot: Y   {clbrand}: {num:1-2} of {num:2-3}
Religion: [[Methodist|Catholic|Sikh|Jewish|none]]   Language: [[Tagalog|Polish|Farsi|Twi|Navajo]]   Interpreter: [[Y|N]]
Date of injury: [[unknown|not stated|____]]   Work related? [[Y|N]]
Referring physician: [[none|self|________]]   PCP: [[none|needs one|____]]
Provider signature: ________________, [[MD|DO|NP|PA]]
Address: ______________ City: ________ State: __ Zip: _____
Phone (   ) ___-____   OK to leave message? [[Y|N]]
MRN #: ________   Acct #: ________   Rm: ____
Allergies: {allergy}; reaction: {symptom}
Past surgeries: {proc}, {clrare}, {clrare}
Implants: {cldevice}; {cldevice}
Family history: [[mother|father|aunt|twin]] {dx}, {clrare} disease
Marital: [[M|S|W|D]]   Children: {num:0-6}   Pets: [[cat|dog|parrot]]
Occupation: [[retired|none|________]]   Hobbies: [[art|reading|fishing|chess]]
Score each 0-{num:3-5}: {clscale}; {clscale}
Screening: {clscales}
Witness: ________   Time: ____   Copy: [[white|pink|yellow]]
Form {num:100-999}-{num:10-99} {clver}   Page {num:1-3} of {num:3-6}
Height: {num:4-6}'{num:1-11}"   Weight: {num:90-280} lb   Shoe {num:5-13}
[ ] {dx}   [x] {dx}   [ ] {dx}   [ ] {clrare} disease
Code word: ________   Advance directive: [[Y|N|packet given]]
Diet: {diet}; likes {clfood}, {clfood}
""")
# The same word as a thing and as somebody or somewhere.
_BOTH = templates(r"""
{clrare} sign neg per {clsame}.
{clrare} disease? {clsame} thinks not; {clsamept} worried.
{clsamept} ({clsamept:bare}, not {clepo:sign}) in for {proc}.
{clrare} {num:1-4} on scope. Copy to {clsame}.
The {clrare} retractor was set by {clsame}.
{clsame} does the {clrare} procedure on {weekday}.
{clrare} +, {clrare} -; d/w {clsame} at {time}.
{clepo:score} {num:1-12}; {clsame:bare} to repeat
{clepo:test} done on {clsamept}; {clrare} -.
{clsamept}: {clrare} cyst, {measure}.
Per {clsame}, no {clepo:maneuver}.
{cltown}: met. Lives in {clsametown}.
{cltown:bare} grade C; moved to {clsametown} last year.
From {clsametown}; {cltown:bare} criteria n/a.
{clsametown} clinic sent {cltown} forms.
{twin:person}. {twinpt} aware.
{twin:person}; seen with {twindr}; {twinmore:person}
{twin:town}, from {twintown}
{twin:site} noted at {twinsite}
{twinman} called re {twinmore:person}.
MAY REPEAT x1; seen in {monthonly}; {shortdate} next
{clscale}, {clscale}; last done {shortdate:-9}
Day {num:1-6}/{num:7-14} of {clbrand}; started {shortdate:-4}
{num:3-9}/10 pain since {shortdate:-3}; BP {num:100-150}/{num:60-90}
{num:10-12}/12 CN; {numdate} CT; {num:1-4}/5 grip
{clbug}: {clsame} called. {clbug}: ignore.
{cldevice}, SN {serial}; {clref}
{clref}; MRN {mrn}
{clcode}; account {account}
{cldevice} {clver}; call {phone}
Alarm {num:100-999}.{num:1000-9999}; biomed at ext {ext}
{clrare} nodes; {clsame:bare} notes
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("clear-ward", clean(_WARD, least=3, most=9, how="prose"), 1.5),
    NoteType("clear-specialist", clean(_CLINIC, least=2, most=6, how="prose"), 1.8),
    NoteType("clear-blank-form", clean(_BLANK, least=4, most=14), 1.5),
    NoteType("clear-ward-one", clean(_WARD, _CLINIC, hidden=(*SENTENCES, *ROWS), least=4, most=9, how="prose"), 1.8),
    NoteType("clear-both-ward", clean(_BOTH, _WARD, _CLINIC, hidden=ROWS, least=4, most=12), 1.6),
    NoteType("clear-both-names", clean(_BOTH, least=2, most=8), 1.6),
    NoteType("clear-blank-form-one", clean(_BLANK, hidden=ROWS, least=4, most=14), 1.4),
)
