"""One number as an identifier here and as none there, text that a scanner misread, and single lines of all sorts."""

from __future__ import annotations

from redactor.synth.notes.types import NoteType
from redactor.synth.notes.types.compose import templates
from redactor.synth.notes.types.digit_codes import DEVICES, IDS, NET, PHONES, POST
from redactor.synth.notes.types.digit_days import AGES, FORMS, PROSE, TERSE
from redactor.synth.notes.types.digit_plain import CODES, COUNTERS, FRACTIONS
from redactor.synth.notes.types.mended_kit import writer

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
    NoteType("digit-line", writer(PROSE, TERSE, FORMS, AGES, DAYS, least=1, most=1, haste=0.3), 1.5),
    NoteType("digit-code-line", writer(IDS, PHONES, NET, POST, DEVICES, NUMBERS, least=1, most=1, haste=0.3), 1.6),
)
