"""One number as an identifier here and as none there, text that a scanner misread, and single lines of all sorts."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.digit_codes import DEVICES, IDS, NET, PHONES, POST
from corpus.notes.digit_days import AGES, FORMS, PROSE, TERSE
from corpus.notes.digit_plain import CODES, COUNTERS, FRACTIONS
from corpus.notes.mended_kit import writer

# Runs of results, doses and codes with their dates between, as problem lists, logs and phone slips have them.
MIXED = templates(r"""
[[A1c|HbA1c|a1c]] {dec:5.5-12.0} ({my:-900}), {dec:5.5-12.0} ({my:-500}), {dec:5.5-12.0} ({my:-90})
PSA: {dec:0.1-9.0} {my:-900}; {dec:0.1-9.0} {my:-500}; {dec:0.1-19.0} {my:-200}. [[Bx|MRI]] {my:-100}:
    {num:3-4}+{num:3-4}
{analyte} {dec:1.0-90.0} on {hyday:-9}, {dec:1.0-90.0} on {hyday:-4}, goal {num:2-9}-{num:10-20}
eye exam {my:-300} w/ 20/{num:20-60} OU, foot exam due {my:200}, {num:8-10}/10 monofilament
On {hyday:-3} {he} fell, {hyday:-2} to urgent care, {hyday:-1} films. ROM 0-{num:80-130}. 3x10 SLR, 4-way hip.
{hyday:-9} eval, {hyday:-7} tx x{num:2-4}, {hyday:-4} no show, {hyday:-2} d/c; FIM {num:2-6}-{num:5-7}
Sz log: {shortdate:-20} (2 min), {shortdate:-14} x2, {shortdate:-3} - none since. Keppra {num:500-1500}/{num:750-2000}.
HA log {shortdate:-8} {num:4-9}/10, {shortdate:-5} {num:2-9}/10, {shortdate:-1} 0/10
BP log: {shortdate:-3} {num:120-170}/{num:70-99}, {shortdate:-2} {num:118-165}/{num:68-98}, {shortdate}
    {num:110-160}/{num:60-95}
PT/INR {shortdate:-7} {dec:1.0-5.0}, {shortdate} {dec:1.0-5.0}, q Mon, warfarin {dec:1.0-9.5}/{dec:1.0-9.5}
XRT {num:1800-7000} cGy in {num:5-35} fx, {daterange:-60}; boost {num:1000-1600}/{num:5-8}; cisplatin d1, 22, 43
Immunisations: DTaP 2mo, 4mo, 6mo, 15mo; MMR {my:-3000}; flu {my:-90}; covid {numdate:-700} ({lotno}),
    {numdate:-679} ({lotno})
hx chole {year:-12}, appy {year:-30}, TKR R {my:-1500} L {my:-900}, TAH {year:-20}
PSH: C/S x2, R THA {my:-800}, L4-5 fusion {bareyear:-2000}, C5/6 ACDF {my:-1200}
TTD {daterange:-200}, MMI {numdate:-60}, PPI {num:2-20}% WPI, AMA Guides 5th ed.
svc {daterange:-9000}, {num:10-100}% SC, C-file {natid}, DD214 seen, {num:1-9}/{num:10-12} claims decided
Echo {shortdate:-9}: EF {num:20-65}. Pain {num:2-9}/10. 3/4 strength formula, 1/4 turn. Seen {shortdate}.
24/7 sitter since {shortdate:-1}, 1:1 7p-7a, 2 assist, q15
c/o {num:2-9}/10 at {hm}; last seen {shortdate:-1}; {num:1-9}/10 at {hm}
JP {num:10-60}/{num:5-40}, CT #{num:1-2} {num:20-200}, IS {num:500-2500}, I/O {num:900-2900}/{num:700-2600}
K {dec:2.4-7.2} called {hm} {shortdate}, read back [[ok|x1]], spec# {specimen}, tech {badge}
K {dec:2.4-7.2}, Cr {dec:0.5-8.8}, L knee {num:0-5}/5, R {num:0-5}/5
INCIDENT {raw} / DISP {hm} ENRT {hm} ONSC {hm} AT PT {hm} TRANS {hm} DEST {hm} / MILES {dec:0.5-30.0}
UNIT M{num:10-90} RUN {raw} ODO {num:20000-99999}-{num:20000-99999} MILES {num:2-40}
times: {hm} call, {hm} scene, {hm} depart, {hm} at {fac}
#{num:1-4} given {hm}, next due {hm}, sticker # {raw}
dose #{num:2-5} {hm}; #{num:20-90} dispensed rf{num:0-5}; order #{tail}
wt {num:15-40}#, ht {num:19-60} in, BW {num:5-9} lb {num:1-15} oz
born {numdate:-400} @ {num:35-41}+{num:0-6}, Apgars {num:6-9},{num:8-9}, 2 wk WCC {shortdate:-386}, 12 mo check due
WCC {dec:3.0-20.0} {shortdate}; 4 mo WCC due {shortdate:20}
wifi pw on the board; portal pw reset; user {uname}
locker {num:1-90}; lockbox code {tail}, alarm {tail}, {num:2-9} steps
ck #{tail} for ${num:10-90}.{num:10-99}, inv {raw}, {num:4-40} pp
cb {dialphone} re {test}; cb in {num:10-50} min; no cb yet
gen surg cb {dialphone}; GMC {cert}, reg {tail}
reg {raw}, GMC {cert}, PIN {raw}, prescriber no {natid}
ODS {raw}; OD {num:10-22} OS {num:11-24}; OU {num:20-40}/{num:20-40}
wk{num:10-48} rota; seen {wkday}; wk{num:1-9} of tx; d.{num:2-90}
3rd floor called on the {nth}; 3rd dose {nth}; 3rd spacing; 1st degree block
the {nth} of [[the month|last month]]; 2nd week of {monthonly}; 2nd opinion; 4th toe
{newpayer} copay {num:10-50}; ded {num:500-3000}/{num:3000-6000}; oop {num:2000-8000}; id {plan}
rm {room} | {agemark} | POD#{num:1-5} | JP {num:10-60}/{num:5-40} | d/c Fri | MRI {shortdate:1} {hm}
{shortdate} | {num:1-5}/5 | {hm} | {num:90-170}/{num:50-99}
Toradol {num:15-30} {hm}, Ativan {dec:0.5-2.0} {hm}, Zofran 4 {hm}, seen {shortdate}
Lantus {num:10-40} -> {num:12-50} on {shortdate:-4}; Humalog {num:3-9}/{num:3-9}/{num:3-9}
vanco {shortdate:-4}- , zosyn {shortdate:-3}- , flagyl off {shortdate:-1}
ngtd {shortdate:-2}, gnr {shortdate:-1}, mssa {shortdate}; ucx >100k
CT {shortdate:-3}, US {shortdate:-2}, MR {shortdate}: XY plane cut {num:1-9}/{num:20-60}
wk {wkday}: [[on call|leave]]; ver {ver}; pg {num:1-3}/{num:4-8}
dx {my:-2000}, rx {my:-1900}, tx {my:-1800}, cx {my:-1700}, bx {my:-1600}, {num:1-9}/{num:10-30} LN
EGA {gest} by LMP {shortdate:-100}, EDD {numdate:180}, 1:{num:50-900} T21, FL {num:5-95}%
GTT {num:70-95}/{num:120-190}/{num:100-170} on {shortdate:-3}; TDaP {shortdate:-1}; RhIG lot {lotno}
Dr appt {shortdate:6} {time12}, PT 2-3x/wk, OT 1/wk, HHA {num:2-4} h x {num:3-7} d
""")

# What people write, text and say of their own dates and numbers, with corrections and asides.
TOLD = templates(r"""
my dob is {bareday:-14000}, not {bareday:-13990}, and postcode {post}
can u resend to {natphone}? their ref is {raw}, mine is {raw}, i'm on page {num:1-4} of the form
hi its {someone:given}, {natphone}, calling abt the letter of {dmy:-9}; been {num:2-9} wks now
i can do the {nth} or the {nth} but not before {num:9-11} or after {num:3-5}
is {shortdate:4} ok? or {shortdate:5}? i work 9-5 mon-thu
took 1/2 on {weekday}, 1 on the {nth}, nothing since; pain {num:3-9}/10
sorry wrong no, i meant {tail} at the end not {tail}
it's {dialphone}... no wait, {dialphone}. text is best
number on the card is {plan}, the one under it {groupno}, copay says {num:10-60}
the sticker on my {model} says {serial}, the box says {lotno}, battery {num:10-99}%
they gave me ticket {tail}, waited {num:2-6} hrs, seen by {num:1-3} people
I was {otherage:30-60} when it began, I am {otherage:61-90}, my sugar was {num:110-300}
mum's {otherage:70-95}, dad would be {otherage:80-99}, BP {num:120-180} over {num:60-95}
little one is {childage}, temp {dec:37.5-40.2}, {num:2-6} wet nappies
he's {childage}; weighs {num:5-20} kilos, had {num:2-5} mls at {time12}
grandson turns {otherage:2-17} on {bareday:9}; I'd like to be there
flat's {oddunit}, buzzer {tail}, {num:4-9}th floor, code changes monthly
we're at {otherstreet}, {post}, {num:2-9} doors past the chapel
my handle there is {atname}, {num:20-900} followers
I log in as {uname} and it says error {errno}, then {errno}
link you sent ({url}) opens page {num:2-9} only
sent it to {email} on {shortdate:-2}, bounced; try {email}
reg of the car is {plate}, it was doing {num:20-60} in a {num:20-40}
my case was {caseno}, heard on {fulldate:-300}, took {num:2-9} days
policy {plan} started {bareyear:-900}; excess {num:100-900}
prescription no. {rx}: {num:28-90} tabs, {num:1-3} a day, {num:0-5} left on it
scan was {dmy:-30}, results said {num:3-20} mm, next is {partmonth:90}
was told {num:6-8} to {num:9-12} weeks; that was {bareday:-80}
the {nth} falls on a {weekday}; my {num:4-9}th session
passport {passport}, flight on the {nth}, seat {num:1-40}A, gate {num:1-60}
I get {num:2-9}/10 headaches; last one {tightday:-2}, before that {tightday:-9}
NHS number {nhs}; hospital one starts {tail}; phone ends {phone4}
pin was {tail}, then {tail}; I pressed {num:1-9} as told
blood group O, ward {num:1-30}, bay {num:1-6}, admitted {weekday} the {nth}
""")

# One number as a date or an age here, as none there.
DAYS = templates(r"""
Seen {tw:slash DATE}. Strength {same:slash} on the R.
{tw:slash DATE} visit: {same:slash} sessions done
On {tw:slash DATE} ate {same:slash} of the [[meals|trays]]
cx {tw:slash DATE} neg, nodes {same:slash}
{tw:slash} cores positive; biopsy was {same:slash DATE}
pain {tw:low} but on {same:low DATE} none
{tw:low}/{num:10-30} vs {same:low DATE}
Hrs {tw:low} [[light|modified]] duty from {same:low DATE}
meds for {tw:low} then review {same:low DATE}
Last drink {tw:slash DATE}, MMSE rows {same:slash}
murmur {tw:low}, echo {same:low DATE}
{tw:dash DATE} clinic, {same:dash} tabs [[a day|prn]]
off {tw:dash} wks, back {same:dash DATE}
{tw:dash} mg/dL range; drawn {same:dash DATE}
K {tw:dot}, taken {same:dot DATE}
{tw:dot DATE} K {same:dot}
A1c {tw:dot}; appt {same:dot DATE}
app v{tw:three}, installed {same:three DATE}
{tw:three DATE}: server at {same:three}
section {tw:three} signed {same:three DATE}
He is {tw:n2 AGE}, HR {same:n2}, sat {num:85-99}.
{tw:n2 AGE} yo, EF {same:n2}%
Age {tw:n2 AGE}; GFR {same:n2}; wt {num:50-99}
HR {tw:n2}. Age {same:n2 AGE}.
EF {tw:n2}, age {same:n2 AGE}, bed {bed}
BMI {tw:n2} at age {same:n2 AGE}
{tw:n2}% of them relapse; ours is {same:n2 AGE}
{tw:md DATE} {same:md CLOCK} {ini}
drawn {tw:md CLOCK} on {same:md DATE}
{tw:md} ml out, dated {same:md DATE}
Room {tw:n3 ROOM}, glucose {same:n3}, plt {num:100-400}
level {tw:n3} in rm {same:n3 ROOM}
""")

SCAN = templates(r"""
D0B {scanday}   MRN {scanid}
DO8: {scanday}
Narne: {pt:full}   D.O,B. {scanday}
Ph0ne {scanphone}
Te1 {scanphone} Fax {scanphone}
Chart N0. {scanid}
Acct N° {scanid} Adrn {scanday}
MRN{scanid}DOB{scanday}
{pt:upper_full} {scanid} {scanday}
{scanbox}, {capstown} {zip}
Date 0f service {scanday} l/2 tab b.i.d.
BP l2{num:0-9}/7{num:0-9} Pu1se {num:60-99}
{scanday} WBC l{num:0-9}.{num:0-9} Hgb 9.{num:0-9}
0.5 rng p.o. q.d., 1O mg i.v.
p. 1 0f {num:2-9} ~~ {scanphone}
Strength 5l5, reflexes 2l4, VA 2O/4O
Rec'd {scanday} ;; {scanid}
SS# {scanid} |_|
cc; {newdr:full} {scanphone}
IIl/VI murmur, L4I5 disc, {num:1-4}O%
""")

NUMBERS = templates(r"""
ext {tw:n4 PHONE}; WBC {same:n4}
call {tw:n4 PHONE}, plt {num:100-400}, CK {same:n4}
CK {tw:n4} called to x{same:n4 PHONE}
room {tw:n4 ROOM}, pager {same:n4 PHONE}
page {tw:n4 PHONE} re BNP {same:n4}
{tw:n4} mL out, bleep {same:n4 PHONE}
port {tw:n4} open; desk {same:n4 PHONE}
pin {tw:n4 ID}, {same:n4} kcal
case {tw:n4 ID}: {same:n4} g infant
{tw:n4} ml, {same:n4 ID} on the tag
ticket {tw:n5 ID}, CPT {same:n5}
CPT {tw:n5} on acct {same:n5 ID}
zip {tw:n5 ZIP}; plt {same:n5}
pager {tw:n5 PHONE}, CPT {same:n5}, zip {same:n5 ZIP}
CFU {tw:n5}, chart {same:n5 MRN}
WBC {tw:n5}, ext {same:n5 PHONE}
mrn {tw:n6 MRN}; plt {same:n6}
RxCUI {tw:n6} for mrn {same:n6 MRN}
plt {tw:n6}. chart {same:n6 MRN}.
sn {tw:n6 DEVICE}, ref {same:n6}
ref {tw:n6} lot {same:n6 DEVICE}
mrn {tw:n7 MRN}, SNOMED {same:n7}
sct {tw:n8}, acct {same:n8 ID}
PMID {tw:n8}; accession {same:n8 ID}
call {tw:n7 PHONE}, mrn {same:n7 MRN}
model {tw:mix} sn {same:mix DEVICE}
lot {tw:mix DEVICE}, size {same:mix}
rule {tw:mix} applied to case {same:mix ID}
plate {tw:mix PLATE}, model {same:mix}
ICD-10 {icd}; sn {tw:mix DEVICE}; form {same:mix}
ver {tw:three}, dated {same:three DATE}
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("digit-same-day", writer(DAYS, DAYS, FRACTIONS, TERSE, least=2, most=8), 1.8),
    NoteType("digit-same-number", writer(NUMBERS, NUMBERS, CODES, COUNTERS, least=2, most=8), 1.8),
    NoteType("digit-scanned", writer(SCAN, SCAN, IDS, FRACTIONS, least=2, most=8, haste=0.0), 1.0),
    NoteType("digit-mixed", writer(MIXED, MIXED, TERSE, CODES, least=2, most=8, haste=0.2), 2.0),
    NoteType("digit-mixed-line", writer(MIXED, least=1, most=2, haste=0.25), 1.2),
    NoteType("digit-told", writer(TOLD, TOLD, AGES, least=1, most=6, haste=0.5), 1.3),
    NoteType("digit-line", writer(PROSE, TERSE, FORMS, AGES, DAYS, least=1, most=1, haste=0.3), 1.5),
    NoteType("digit-code-line", writer(IDS, PHONES, NET, POST, DEVICES, NUMBERS, least=1, most=1, haste=0.3), 1.6),
)
