"""Record numbers, phones, addresses of the net and of the post in odd forms, beside codes and settings like them."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.digit_plain import AGELIKE, CODES, COUNTERS
from corpus.notes.mended_kit import around, either, table, writer

IDS = templates(r"""
{His} NHS no is {nhs}, hosp no. {mrn} [[here|at {site2}]].
nhs {nhs} / hosp {raw} / gp {natid}
NHS\n{nhs}
CHI {nhs} [[matched|not traced]]
[[NI|N.I.|NINO]] no {natid}, [[NHI|PPS|SIN|HCN|IRD]] {natid}
health card {natid} [[expired|vc checked]]
Medicare {natid} ref {num:1-5}, DVA nil
DL {license} [[state {stateab}|seen, copied]]
DL {stateab} {license}
dl {license}; plate {plate}; vin {vin}
plate {plate}, grey [[Honda|van|pickup]], {num:2-4} occupants
tag # {plate} parked in bay {num:1-9}
passport {passport}, visa {natid}
last four of social {ssn4}, verified x2
last 4 ssn {ssn4} dob {dmy:-12000}
card ending {tail}, declined; card ending in {tail} went through
acct ending {tail} past due {num:30-120} days
acct {acct} balance ${num:10-900}.{num:10-99}
acct# {acct} / guar acct {raw}
mrn {mrn} merged w/ {raw}
mrn {mrn}, rm {room}, wt {num:50-120}
MR# {splitid}
chart no {splitid} [[cont.|see back]]
unit no {mrn}, unit {num:1-4} of PRBC {raw}
Unit # {raw} O pos, exp {expday:20}, volume {num:250-350}
accn {accession} drawn {hm} on {six}
acc {accession}, addl tests {num:1-4}
accession {accession} {glued} {ini}
specimen {specimen} x{num:2-4} tubes
spec {specimen} hemolyzed, recollect
req {order} [[faxed|lost]], order {order} cancelled
order {order}: CBC, BMP, Mg
order # {order} placed by {ini}
po {order}, inv {raw}, qty {num:2-40}
case {caseno} first start {hm}
case no. {tail} on the list of {nth}
case #{tail}, {proc}
auth {claim} ok for {num:2-12} visits {shortdate}-{shortdate:60}
auth#{claim} CPT {num:97010-97799} x{num:2-12}, {icd}
PA {raw} approved, {drug} #{num:30-90}
pa ref {raw} denied {carc}
claim {claim} denied {carc}, resubmit w/ 25
claim {claim} / DOI {dmy:-200} / adj {someone:short}
clm {claim}, icn {raw}, eob {numdate}
policy {plan} grp {groupno} bin {num:600000-620000} pcn {num:1000-9999}
group {groupno}, group {num:1-3} of {num:4-8} in therapy
member {plan}, member since {year:-9}
id {plan} sfx {num:1-4}
mbi {plan} part [[A|B]] eff {bareyear:-700}
lic {cert} exp {expday:400}
licence no {cert}; no restrictions
npi {npi} dea {dea} lic {cert}
DEA {dea}, schedule {num:2-5}, qty {num:10-60}
npi {npi} tax {natid} pos {num:11-23}
badge {badge} at {hm}
employee {badge}, shift {num:1-3}, unit {num:2-6}
emp id {badge} ppd neg {num:0-9} mm
student no {natid}, grade {num:1-12}
inmate {raw}, pod {num:1-9}, tier {num:1-3}
tracking {postno} [[delivered|held]] {shortdate}
{postno} out for delivery
ticket #{tail} closed, ver {ver}
ticket {raw}: error {errno} on port {num:80-9999}
Ticket #{raw} - printer {num:2-9} jams, tray {num:1-3}
incident {raw}, code {num:1-4}
ref {raw} not found; ref range {num:2-90}-{num:100-400}
ref no {raw}
locker {num:1-90}, key {tail}
barcode {raw} will not scan, try {tail}
wristband {raw} cut, new one {raw}
session {hexid} user {uname}
msg id {hexid}, hash {hexid}, size {num:10-900} kb
guid {uuid} rev {num:1-9}
bin {num:600000-620000} id {plan} rx {rx}
rx {rx}, {num:0-5} refills, ndc {ndc}
Rx#{rx} ready; copay ${num:5-90}
rx no {rx} transferred from {pharmacy}
donor {raw}, recipient {raw}, HLA {num:3-6}/6
vial {raw}, tube {num:1-4}, rack {num:1-9}
voucher {raw} for {num:2-4} nights
locator {raw}, gate {num:1-40}, seat {num:1-30}C
form {num:100-900} no {natid}
SIM {imei} swapped
IMEI {imei} [[logged|returned]]
imei {imei}, model {modelno}
""")

DEVICES = templates(r"""
REF {catno}   LOT {lotno}   SN {serial}
REF {catno} / LOT {lotno} / EXP {expday:600}
ref {catno} lot {lotno} sn {serial}
lot {lotno} exp {expday:500} ndc {ndc}
Lot no {lotno}, cat no {catno}, qty {num:1-3}
[[Tibial tray|Femoral stem|Cup|Liner|Head]] size {num:2-9}, {num:28-36} mm, REF {catno}, LOT {lotno}
[[Cage|Rod|Screw]] {num:5-8} x {num:20-55} mm lot {lotno}
screw {dec:2.4-7.3} x {num:12-60}, lot {lotno}, x{num:1-6}
[[plate|nail]] {num:5-12}-hole cat {catno} lot {lotno}
IOL {modelno} +{dec:16.0-25.0} D sn {serial}
lens sn {serial}, model {modelno}, A {dec:117.0-119.5}
PPM {modelno} sn {serial}, RA lead {num:3000-6999} sn {serial}, RV lead {num:3000-6999} sn {serial}
leads {num:3000-6999} {serial} and {num:3000-6999} {serial}, {num:50-70}-{num:110-140} bpm
gen {modelno} s/n {serial} implanted {bareyear:-700}
ICD model {modelno} ({serial}), DFT {num:10-35} J
CIED: {modelno}, {serial}; thr {dec:0.4-2.5} V @ 0.4 ms, imp {num:300-900}
stent {dec:2.25-4.00} x {num:8-38}, lot {lotno}
mesh {num:10-30} x {num:10-30} cm ref {catno} lot {lotno}
breast implant {num:150-700} cc, style {modelno}, sn {serial}
valve {num:19-29} mm model {modelno} serial {serial}
cochlear sn {serial}, strategy map {num:1-4}
VNS {modelno} {serial}: {dec:0.25-2.50} mA, {num:20-30} Hz
pump sn {serial}, library v{ver}, rate {num:20-125}
CPAP s/n {serial}, {num:5-18} cm, AHI {dec:0.5-9.5}
cpap {model} dn {num:100-999} sn {serial}
CGM sensor lot {lotno}, {num:10-14} d wear, TIR {num:30-90}%
meter {modelno} sn {serial} QC lot {lotno} level {num:1-3} in range
BP cuff model {modelno}, s/n on file, size [[L|M|XL]]
UDI {device}
(01) label scanned {device}, expiry ok
allograft {raw}, donor {raw}, thaw {hm}
tissue id {raw} exp {expday:300}
graft lot {lotno}, {num:2-9} cc
bone cement x{num:1-2} lot {lotno}, mixed {hm}
vaccine lot {lotno} exp {expday:200} L deltoid {dec:0.1-1.0} mL
{drug} lot {lotno} recalled, lot {lotno} ok
reagent lot {lotno}, cal {num:1-5}, {num:2-9} controls
scope sn {serial}, cycle {num:100-3000}, leak neg
autoclave {num:1-4} load {num:1-30}, {num:132-135} C, {num:3-18} min
wheelchair s/n {serial}, seat {num:16-22} x {num:16-20}
asset {raw}, tag {tail}, firmware {ver}, port {num:20-9000}
unit sn {serial} error {errno}, replaced by sn {serial}
implant log p {num:1-40}; lot unknown; sn not recorded
sn [[unk|n/a]], lot n/a, exp n/a
model {modelno}, model {modelno}: no serial
""")

PHONES = templates(r"""
call back {dialphone} or press {num:1-9} then {ext}
{dialphone} or {dialphone} after {num:4-6}
{dialphone}, {num:2-9} rings, no vm
cb {dialphone} b4 {num:2-5}pm
ph {natphone} m {natphone}
ph: {scanphone}
t {natphone} f {natphone}
T: {natphone}; F: {natphone}; E: {email}
Tel. {natphone} (home) / {natphone} (wk)
h {dialphone} w {dialphone} x{ext} c {dialphone}
mob {natphone} (txt only)
mobile {natphone}; mobile with [[frame|stick]]
home no. {splitphone} best mornings
phone {splitphone} is out of order
number is {splitphone}, ask for {someone:given}
{tel}
link: {tel} [[opens dialer|broken]]
tap {tel} to call
{hunt} are the nurses' lines
lines {hunt}, hours {num:8-9}-{num:4-6}
fax {dialphone}, {num:3-20} pp
fax line -{phone4} down; main -{phone4}
fx {natphone} attn {newdr:family}
f: {dialphone}
faxed to {dialphone} x{num:2-4}, conf {raw}
pgr {pager} after hrs, bleep {bleep}
Pg {bleep} w/ K < {num:3-4} or > {num:5-6}
pg {pager} if sbp < {num:80-100}
pager {pager} (not {pager})
page {num:1-3} of the fax has {bleep} as pager
beep {bleep} for {dept}, ext {ext} for the desk
ext {ext} after {num:4-6} pm
x{ext} or x{ext}
ext. {ext} / rm {room}
{dept} x{ext}, fax x{ext}
dial {num:7-9}, then {ext}
press {num:1-4}, then {num:1-9}, ext {ext}, hold {num:2-20} min
enter {ext}# at the prompt, menu option {num:1-6}
conf line {dialphone} code {tail}#
conf id {raw}, pin {tail}, host {someone:given}
bridge {dialphone},,{tail}#
text {natphone}, then reply {num:1-3}
vm from {dialphone} {hm}, {num:0-2}:{num:10-59} long
missed {num:2-6} calls from {natphone} at {time}
caller id {dialphone}, no msg
unknown number ending {phone4} rang x{num:2-5}
number ending in {phone4} is {kin:given}'s
{kin:given} ({word}) {kinphone}
{word}: {kinphone}; {word} [[unreachable|no phone]]
toll free {sitephone}, tty {dialphone}
on call {dialphone}; on call q{num:3-6}
{newdr:family} cell {dialphone} ok to call till {num:9-11}
what's the no. for {site}? {sitephone}
{natphone} - wrong number
whatsapp {natphone} or signal {natphone}
{someone:given} {natphone}\n{someone:given} {natphone}\n{someone:given} {natphone}
""")

NET = templates(r"""
{atname} posted about {symptom}
From: {atname}
DM me {atname} or text {dialphone}
dm {uname}; dm type {num:1-2}, a1c {dec:5.5-12.0}
snap: {uname} / ig {uname}
ig: {uname}, tiktok {uname}
IG {uname}; Ig G {num:600-1800}, Ig A {num:60-400}
insta {uname} ok to message
find me on fb as {uname}
user {uname} locked out x{num:3-5}
user {uname} pw reset {hm}
users: {uname}, {uname}, {uname}
login {uname} role {num:1-4}
Portal at {url} user {uname}
portal {portal} - user {uname} - err {errno}
See {url}, page {num:2-20}, fig {num:1-6}.
See {url}; then call {sitephone}.
go to {siteurl} and pick option {num:1-4}
({url})
<{url}> accessed {bareday}
{siteurl} or {email}
{url} was down; {siteurl} works
site {siteurl}, ver {ver}
upload at {url}, code {tail}
zoom {url} pass {tail}
video visit: {url} at {time}
map: {url}, lot [[B|C]], level {num:1-4}
photo {url} not opened
email {email} or {email}; cc {dremail}
e: {email} t: {natphone} w: {siteurl}
{email}, {uname}, {natphone}
bounced: {email} (err {errno})
IP {ip} port {num:80-9999} ver {ver}
src {ip} dst {ip} proto {num:6-17}
host {ip}, gw {ip}, mask 255.255.255.0, mtu 1500
ping {ip} {num:2-80} ms; ping {ip} timed out
mac {mac} vlan {num:2-400}
device {mac} {ip}, fw {ver}
cam {ip}:{num:80-9000} offline
printer {ip} tray {num:1-3} low
u/{uname} says {drug} helped
gamer tag {uname}, lvl {num:2-90}
venmo {atname} for the {num:10-40} bucks
review by {uname}: {num:1-5}/5 stars
{uname} ({num:1-9}h): same here
reply to {uname}, {num:2-20} likes
discord {uname}, server full
""")

POST = templates(r"""
{oddunit}
{oddunit}, {otherstreet}
apt {num:1-9} out of {num:10-20} kept
{anyunit}, {otherstreet}
{otherstreet} {unit}; buzz {tail}
parcels to {unit}, mail to {pobox}
mail: {pobox}, {town} {post}
{pobox}
{pobox}, not the street
send c/o {someone:full}, {pobox}, {post}
zip {zip}
zip {zip}, sq ft {num:600-2400}
ZIP {post}; zip cuff {num:1-3}
pcode {post}
postcode {post} [[checked|not found|covers {town}]]
{post}
{post} {town}
lives off {roadname}, {num:2-9} miles out
on {street:name}, corner house
corner of {roadname} and {roadname}
moved from {unit} to {anyunit}
{unit}, elevator broken, {num:2-5} flights
{num:2-9} steps to {unit}
drive {num:10-50} min from {town}; drive {num:4-20} cm H2O
{town} {post}, {num:5-90} km
{town}, {stateab} {zip}
{stateab} {zip}
{county} {zip}
addr line 2: {unit}
Line 1 {otherstreet}\nLine 2 {unit}\nLine 3 {town}\nLine 4 {post}
{oddunit} mailbox jammed, key {tail}
{oddunit}, floor {num:1-9} has no lift
house no {num:1-90} not visible
unit {num:1-4} given; {unit} is where {he} lives
{site2}, {anyunit}, {otherstreet}
return to {otherstreet}, {post}
old addr {otherstreet}, new addr {otherstreet}
drop at {street}, gate code {tail}
found at {roadname}, temp {dec:32.0-36.0}
crash on {roadname} at {num:20-90} mph
wed at {church}, {town}, {bareday:-9000}
""")

TRIALS = templates(r"""
Subject {study} [[randomised|screened|withdrew]] {tightday:-30}, arm [[A|B]], visit {num:1-9} day {num:1-90}
subj {study}, site {num:001-140}, v{ver}
Pt {study} C{num:1-6}D{num:1-21} {glued}
screening no {tail}, rand no {raw}
rand # {tail} kit {raw}
kit {raw} dispensed, {num:10-60} tabs back, {num:60-110}% compliance
SAE {raw} onset {glued:-3}, grade {num:1-5}, reported {tightday}
AE {num:1-9}: {symptom} gr {num:1-3}, {dmy:-9} to {dmy:-2}
protocol {num:100-999}-{num:10-99}, amendment {num:1-6}, ICF v{ver} of {tightday:-300}
irb {study} renewed {bareyear}, exp {expday:300}
{carddoc}, subject {study}
initials {someone:initials}, dob {dmy:-18000}, subj {study}
query {raw} on page {num:1-60} resolved
Week {num:1-52} visit window {shortdate} +/- {num:2-7} d
window {daterange}; PK at 0, 2, 4, {num:6-24} h
cohort {num:1-4}, dose level {num:1-5}, n={num:3-40}
eCRF {num:1-30}/{num:31-60} signed {ini} {glued}
sample {specimen} shipped {tightday} on dry ice, {num:2-6} kg, awb {postno}
biobank {raw}, aliquot {num:1-8}, -80, box {num:1-40}, pos [[A3|C7]]
{gene} {varno} in {study}, absent in {study}
family {tail}, proband {study}, father {study}
dyad {tail} session {num:1-12}
interviewee {tail}, {otherage}, {town}
""")

_HEADS = (
    "No | Patient | DOB | Ref",
    "Item | REF | LOT | SN | Exp",
    "Name | Ext | Pager | Hours",
    "Claim | DOS | CPT | ICD | Status",
    "",
    "Subject | Visit | Date | Wk",
    "User | IP | Port | Ver",
    "",
)
_ROWS = (
    "{nhs} | {lone} | {dmy:-15000} | {raw}",
    "{model} | {catno} | {lotno} | {serial} | {expday:400}",
    "{lone} | {ext} | {bleep} | {num:7-9}-{num:4-6}",
    "{claim} | {six:-20} | {num:10021-99499} | {icd} | {carc}",
    "{rx} | {drug} {strength} | {ndc} | {num:10-90} | {num:0-5}",
    "{study} | {num:1-9} | {tightday} | {num:1-52}",
    "{uname} | {ip} | {num:80-9999} | {ver}",
    "{otherstreet} | {anyunit} | {town} | {post} | {natphone}",
)

_PLAIN = (CODES, COUNTERS)
TYPES: tuple[NoteType, ...] = (
    NoteType("digit-ids", writer(IDS, IDS, *_PLAIN, least=2, most=9, haste=0.25), 2.0),
    NoteType("digit-devices", writer(DEVICES, DEVICES, CODES, least=2, most=8), 1.4),
    NoteType("digit-phones", writer(PHONES, PHONES, COUNTERS, least=2, most=8, haste=0.25), 1.8),
    NoteType("digit-net", writer(NET, NET, CODES, COUNTERS, least=2, most=8, haste=0.2), 1.3),
    NoteType("digit-post", writer(POST, POST, COUNTERS, AGELIKE, least=2, most=8, haste=0.2), 1.2),
    NoteType("digit-trials", writer(TRIALS, TRIALS, AGELIKE, CODES, least=2, most=8), 1.0),
    NoteType("digit-code-rows", either(table(_HEADS, _ROWS), around(table(_HEADS, _ROWS), IDS, PHONES, CODES)), 1.5),
)
