"""Identifiers that are cut short, glued or made of common words, in lines of all kinds, beside what only looks so."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.mended_kit import either, table, writer

# A short name of a place, and what follows it belongs to the sentence.
_BEHIND = templates(r"""
[[got it|picked up|transferred]] at {odshop} on {odstreet:bare} [[after work|with coupon]]
Works nights at {odwork} [[in|outside|near]] {odtown}[[, forklift|, deli counter|]].
Scans were done at {odsite} in {odtown}, not here.
tx'd from OSH in {odtown} via [[ground|air]], paperwork from {odsite} and none from the OSH
The {odshop} by the [[station|bus stop|roundabout]] in {odarea} closed, use the {odshop} off {odstreet:rural}
collapsed outside {odwork} near {odarea}
{odsite} to {odsite} to [[home|SNF|us]], all in a week
discharged {odsite} on {odcut}, readmitted {odsite} before noon
kids at {odschool} and {odschool}, grandma at {odhome}
Lives at {odhome} with [[a cat|his oxygen]], before that {odhome} until [[the fire|the fees rose]].
has been in {odhome} since [[the stroke|her fall|last autumn]]
Gets {his} meds from {odsite} and {his} advice from {odwork}
Volunteers with {odgroup} on Mondays and sings at {odgroup} when breath allows
{odgroup} sends a helper Tues & Thurs, {odgroup} sends soup
retired {odwork}, 31 years, asbestos in the [[boilers|brakes]]
laid off from {odwork} in {odtown} then drove for {odwork}
Seen at {odward} and then on {odward} by [[the night team|ortho]]
bed offered on {odward}, declined, wants {odsite} or nothing
coach at {odschool} says [[he passed out|concussion test abnormal]] during laps
[[Referred|Sent over]] by {odsite} for [[second look|cath]], films on disc from {odsite} with no report
{odhome} called: [[temp 38.9|pulled out PEG]]. {odsite} on divert. Any bed?
accepted at {odhome} pending [[TB test|auth]] but family wants {odhome} or {odhome}
Rx to {odshop} in {odtown} not {odshop} in {odtown}
parked at {odwork} and walked over with the [[arm in a towel|tooth in milk]]
one sister is at {odschool} studying law, the other manages {odshop} down the road
son in {odtown}, daughter between {odtown} and {odtown}, nobody in {odcounty}
fell in the {odwork} lot by {odtown}, [[hip|wrist]] film neg at {odsite}
From: {odsite} / To: {odhome} / Via: [[stretcher|wheelchair van]]
stays w/ {friend:given} near {odarea} or sleeps behind the {odwork} on {odstreet:bare}
Not the {odsite} you think: {odsite} over in {odcounty}
""")
_BEHIND_NOT = templates(r"""
[[Went|Going|Sent]] to the [[hospital|clinic]], then the nursing home, then the pharmacy for [[one pill|a box of
    masks]].
transferred from OSH on [[pressors|bipap|heparin gtt]], OSH [[films|labs|echo]] not sent
SNF vs NH vs home w/ HH, SW to discuss
the unit is full, the ward is full, the corridor is not
[[sunrise|sunset]] walks only, needs shade by noon
cedar pollen high, oak low, wants no tablets
[[lemon balm|valerian]] for sleep, no mercy from the [[knees|hips|back]]
wants to be a target heart rate champion, laughs
boots too tight, blisters both heels
a general feeling of unease in general
county fair corn dog, vomiting since
Room is on the second floor by the elevator, bed by the window
lives alone, two steps, rail on the left, bath upstairs
works retail, standing all day, [[lunch at 2|no breaks]]
no school Monday, no daycare with fever
royal blue tube for [[zinc|copper]], lavender for [[CBC|A1c]]
had a stroke of luck, not a stroke
provident fund, sacred music, holy basil, methodist of drinking none
zinc, ginger, cloves, and a mount of pills
the agency sends [[whoever it has|nobody on Sundays|a new face daily]]
""")

_TOWNS = templates(r"""
[[Born in|b.]] {odtown:abroad}, raised {odarea}, [[settled|retired to]] {odtown}.
Up from {odtown} on the [[bus|train]] for this; leaves for {odtown} at four.
{odtown} [[girl|native|man]] all {his} life till the move to {odtown}
Travel: {odtown:abroad} (wedding), {odtown:abroad} (layover), [[no game meat|street food x4]]
No family here. Aunt: {odtown}. Uncle: {odtown:abroad}. Rest: scattered.
drives in from {odcounty}, an hour each way, or from {odtown} when staying with {kin:given}
caught it in {odtown:abroad}? no, rash predates {odtown:abroad}
{odarea}, {odarea} or {odarea} - which clinic has a Saturday slot
lives up the hill from {odarea}, past the mill
grew up near {odarea}; denies well water; well water in {odtown} though
{odtown}/{odtown}/{odtown} outreach: van out sick, clinic off
[[Moved|Relocating]] {odtown} -> {odtown}, needs new {test} orders
Hails from {odcounty}. Accent thick, speech clear.
flooded out of {odarea} and sleeping at an uncle's in {odtown}
will deliver in {odtown:abroad} if {he} can still fly
OK for video from {odtown}? not licensed past {stateab}
In {odtown} they said one thing and in {odtown} another.
{odtown:upper} - {odcounty:upper} - {odarea}
heard from {kin:given} in {odtown:abroad}: same disease there
farm outside {odtown}, nearest ER {odtown}, nearest [[cath lab|burns bed]] {odtown}
Deployed out of {odtown}, home by way of {odtown:abroad}
is {odtown} far enough for the [[outbreak|smoke]]? {odcounty} says no
From: {odarea}. Catchment: {odcounty}. GP: none.
[[Wants|Prefers]] dialysis in {odarea} over {odtown}
""")
_TOWNS_NOT = templates(r"""
Paris 0-IIs lesion, snared
[[London|Boston]] brace refused, cast instead
Lyme serology neg, Coxsackie pending
Milwaukee shoulder [[again|R > L|on aspirate]]
Norwalk virus on the [[floor|cruise|unit]], [[gown up|bleach wipes]]
a Rochester-Ochsner clamp and two Adsons
reading glasses lost, bath seat ordered, sandy stools
nice and warm feet, mobile with stick, hull of a walnut stuck
deal with pain by pacing, orange juice x2 for BG 58
Philadelphia collar on, Miami J at bedside
lives near family, far from bus
Denies travel, ticks, pets, well water.
rugby injury, cork under the nail, sale of the car upset {him}
Minnesota tube passed, balloon [[up|at {num:20-60} mmHg]]
""")

# Dates cut, oddly put or run together, and figures that are none.
_DATES = templates(r"""
seen {odcut}, {odcut}, and once more {odcut}
MI {odcut:past}, CABG {odcut:past}, clean cath since
{odcut}: {test} ok
s/p [[lap chole|TKR|cataract]] {odcut:past}
admitted {daterange}, [[3-7 days|4-6 wks]] predicted, [[stayed 5|home on day 2]]
DOS {odcut} - billed {odcut} - paid [[never|part]]
on the {nth} [[or|, not]] the {nth}, whichever has a [[chair|slot]]
culture + {daysof}, neg since
{odcut}(fever){odcut}(none){odcut}(home)
{odcut}@{hm} [[given|held]]; {odcut}@{hm} late
last drink {odcut}, last meal {time}, last BM 2 days
MMR#1 {odcut} #2 due {odcut:past}
out {odcut} in {odcut}, {num:2-40} days
next: {odcut}/{odcut}
since {odcut:past} off and on, worse from {odcut}
LMP {odcut} (sure), EDD by scan {odcut}
{tightday} {hm} {ini:plain}; {tightday} {hm} {ini:plain}
quit smoking {odcut:past}; restarted {odcut:past}; quit again
PICC {odcut} R arm, pulled {odcut}
exp {odcut:past}[[ - toss|, still ok]]
{romday} and again {julday}, per the old chart
Rx'd {odcut} x10d, so done by the {nth}
{partmonth} or {wmonths}, pt unsure
clinic {daterange} cx; {wlist} stays
dx'd {odcut:past} at {wage:n 20-70}, remission {odcut:past}
chart says {odcut}, mom says {odcut}, card says {odcut}
*{odcut}*{odcut}*{odcut}*
""")
_DATES_NOT = templates(r"""
1-2 tabs q{num:3-5}-6h, {num:2-4}-7 days, max [[8/24|4/24]]
strength {num:1-5}/5, grade {num:1-3}-4, ratio 3/{num:4-9}, pain {num:2-5}-6/10
lots of 12/30 and 5/10 min intervals
C5-6 fused, T12-L1 ok, L4/5 bulge
vision 20/{num:20-80}, 6/{num:6-24}, J{num:1-9}
PE tubes, size 8.0, cuff 22-25
G3P2-0-1-2, 38+4, 9-10-10 biophysical
2/52 sick note, 6/12 recall, 3/7 course
Q4H neuro, q3mo labs, Q15min checks
since '72 sober, since the seventies a smoker
v. {num:1-9}.{num:0-9}.{num:0-9}, page {num:1-3}/12, form {num:10-30}-{num:1-9}
{num:2-6} days in, {num:7-20} to go
range 7-10 for infants: 5 mL
needle 25-5/8, {num:18-23}-1.5
10 y ago, at 3 am, on Tues, by lunch
BP 128/76, then 12/8 on the old scale
dose 1.5.1 mg/kg split
""")

_NAMES = templates(r"""
{odglue} [[NPO|to CT|needs sitter|in bay 4]]
{odglue} -> {odglue:dr}
{hm} {odglue:dr} [[report given|vitals|tubing changed]]
cosign {odglue:dr} {hm}, wasted [[half|2 mg]] w/ {uname}
[[ord|read|sign|chk]]:{odglue:dr}/{odglue:dr}
per {odletter}, {odletter:pt} may [[eat|go|shower]]
notify {odletter} and {ini}, not {odletter}
{odletter:pt} in {rowbed}, {odletter:pt} in the hall
pt {odparts} ([[goes by|calls self|AKA]] {friend:nick}) [[with|and]] {odparts}
{odparts} / {odparts} / {odparts:dr}
NOK {odparts} x2 calls, guardian {odparts} none
WRISTBAND {odglue}
signed for by {odbroken} at the desk
Thank you for seeing {odbroken}, [[whom I know well|a pleasant {man}]].
accompanied by {odbroken} and {odparts}
{pt:family_upper} {mrn} {agemark} bed {bed} K 3.1
[[labels mixed|same name alert]]: {odparts} v {odparts}
[[cc|to|attn]] {odglue:dr} & {odglue:dr}, file
{odparts:dr} [[scrubbed|consented]], {odparts:dr} closed
night: {odglue:dr} {odglue:dr} {odglue:dr}
{username} {hm} [[opened chart|viewed CXR]]
{lone},{lone},{odparts}
[[Rev.|Sr|Fr.|Deacon|Imam|Sgt]] {odparts} [[visited|prayed with {him}]]
"{friend:nick}" on the board, {pt:last_first} on the band
OFFICER {lone:upper} #{badge} at door for {odglue}
verified {odglue} v band v chart; {odnot} ok
""")
_NAMES_NOT = templates(r"""
{hm} {odnot}, {odnot}, {odnot}
{odnot} / {odnot}
{odnot}: [[ok|neg|wnl|see flow sheet]]
HH and PT/OT to see, RN to teach, RT q4
LVEF>55, {odnot}, no {odnot}
KCl {num:10-60} mEq x{num:1-4}, NaCl tabs, {odnot}
{odnot} x2 and {odnot}[[ today|]]
[[ctd|c/w]] {odnot}
IR vs GI vs OR, {odnot} first
[[No|Neg]] {odnot}; {odnot} pending
Mother in law, step son, nurse in charge, clerk on break
[[L. Foot|R. Hand|L. Heel]] warm, R. [[Arm|Leg]] weak, [[M. Stool|L. Stool|Sm. BM]] x{num:1-4}
E. coli / [[P. vera|S. bovis]] / C. diff / [[V. tach|A. flutter]] / [[B. cereus|M. avium]]
[[MD aware|MA out]], PA paged, [[DO not disturb|OD checked]], NP at [[noon|{time}]]
FAMILY AT BEDSIDE, SITTER IN ROOM, GUARD AT DOOR
dad's mom, mom's dad, the twins, the baby
read back x{num:1-3}, copy to FILE, orig to [[MR|HIM|chart]]
""")

_WORDS = templates(r"""
{odw:1} [[called|is here|signed]]; {odplain:1}.
{odw:1 titled}: {odplain:1}
{odplain:1} - tell {odw:1}
{odplain:2}, said {odw:2 titled}
{odw:2 full} ([[wife|son|friend]]): {odplain:2}
{odw:2}, {odw:3} & {odw:1} at bedside. {odplain:3}.
{odw:3 dr} on call, {odplain:3}
{odw:3 dr}: {odplain:3}; {odw:1 dr}: {odplain:1}
{odplain:4}. {odplain:4}. {odw:4}!
asked {odw:4} about it ({odplain:4})
{odtwin:1} has {odclin:1}
Mr. {odtwin:2} - {odclin:2}
{odtwindr:1} ordered: {odclin:1}
{odclin:1}; {odclin:2}; seen w/ {odtwindr:2}
{odclin:3}. {odtwindr:3} aware.
{friend:given} {odtwin:3} [[denies|reports]] pain, {odclin:3}
[[Ms.|Mrs]] {odtwin:1} thinks it is {odclin:1}
{odclin:2} charted by {odtwin:2} RN
{odplain:1}; {odclin:2}; {odplain:3}
To {odw:5}: {odplain:5}, {odplain:1}
{odw:5}'s [[mum|dog|chart]] - {odplain:5}
[[per|via|c/o]] {odw:2}, {odplain:2}
will {odw:1} sign? {odplain:1}
{odw:4 titled} and {odw:5 titled} swapped beds
""")

_NUMBERS = templates(r"""
{odno} {odno}
{odno}, {odno}
{odno}; [[verified|expired|wrong pt]]
{odno}/{odphone}
{odno} [[DOB|dob:|b.]] {dob} {odphone}
[[call|ring|tel|ph|t:|M]] {odphone}
{odphone} ([[mum|work|neighbour|old]]) or {odphone}
{odphone} then {odno}
implant lot {lotno} serial {serial}; saline lot {nolot}
[[stent|lens|cage|valve|screw]] SN {device} beside reagent lot {nolot}, kit {catno}
strips lot {nolot}, control {nolot}, meter SN {serial}
plate {plate}, a white {car}, VIN {vin}
[[tag|reg|veh]] {plate} left in the ambulance bay
host at {ip} mac {mac}, tag {assettag}
{handle} on insta, {uname} in the portal, {email}
{rmail} or {rphone}
see {url}, not the app; login {username}
REF {catno} LOT {nolot} QTY 2 discarded
CPT {code}, auth {plan}, group {groupno}
{odno}({odno})
parcel {postno} to {pobox}, {odtown}
[[badge|pass]] {badge} {ini} {odno}
pump {serial} rate 12.5 vol 250 kvo 5
policy {plan} [[lapsed|active]] {odcut}
order {order} spec {specimen} run {nolot} ctrl {nolot}
licence {license} [[exp|to]] {odcut:past}
pager {pager}, fax {fax}, ext {ext}
RR 18 HR 90 Sat 97 T 36.9 K 4.1, id {id}
""")
_NUMBERS_NOT = templates(r"""
LOT {nolot} PPD left arm
NDC {ndc}, cat {catno}, rev {ver}
bottle of 120, 5 refills, 30 mL
Na 138 K 4.2 Cl 101 CO2 24 BUN 14
{num:1000-2400} kcal, {num:1000-2900} mL in, {num:900-2900} out
IV #20 R AC, foley 16, NG 14
ICD {icd}, mod 25, POS 11, units 4
size {num:6-9}.5 ETT @ {num:19-25}, PEEP {num:5-14}, FiO2 0.{num:3-9}
pH 7.38/41/88/24
1:10,000 epi, 1:200,000 with lido
""")

_ADDRESSES = templates(r"""
{odplace}
new addr: {odplace}; old: {odplace}
c/o {odparts}, {odplace}
[[lives|stays|collects mail]] {odstreet:corner} in {odtown}
{odstreet:rural}, {odpost}
{odstreet:box} {odpost}
{odpost}, {country}
{odpost};{odpost}
[[off|past|behind]] {odstreet:bare}, [[blue door|no bell|ramp at rear]]
meet van at {odstreet:corner} {time}
postcode {abzip}? card says {zip}
{address}
[[alt|temp|mail to]]: {odstreet:box}, {odtown}, {abzip}
{odarea}, {odcounty}, {abzip}
{odtown} {stateab}  {odtown} {stateab}
{pt:last_first} {odstreet:bare} {odtown} {odphone}
[[{word}'s|shelter]]: {odstreet:bare}, {odarea}
hydrant at {odstreet:corner}, unit to {odstreet:rural}
deliver O2 -> {odstreet:rural} ({odcounty}), dog loose
{oddunit}, {odstreet:bare}, {odarea}
at home in {odtown}, {odstreet:bare}, ask for {kin:given}
""")

_AGES = templates(r"""
{odage}, {odage}
{odage:pt}; [[sister|aunt]] {odage:f}
A {man} [[in|at]] clinic, {odage:pt}, drives [[still|no more]].
{pt:titled}, {odage:pt}, [[smoker|left handed|on {his} feet by noon]]
{pt:short} {agesex}, cousin {odage}
Gran is {odage:f}. Gramps {odage:m}. Twins {odage:kid}.
father {odage:m}, d. [[stroke|MI]]
[[child|kid]] {odage:kid}, wt {num:14-40}.4, dose for age 7-10 is 5 mL
{wage:n 10-30} when it began, now {odage}
{word} {kin:given} ({kinage}) brought {him}
[[seniors 65+|over-{wcut}s]], under-5s, ages 12 to 17, {wcuts} group
{num:2-30} y ago, {num:2-9} weeks post op, [[6|3]] mo supply, {num:1-20} yrs of sobriety
[[one, two, three, four|five, six, seven]] [[steps|stairs]] then rests
went four rounds at nine stone
{wage:w 60-95}, fit as {wage:w 20-40}
menarche {wage:n 10-15}, G2 at {wage:n 20-38}
a thirty day supply, a sixty minute visit, a ten year risk
{odage} today!! cake at nurses station
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("oddments places", writer(_BEHIND, _BEHIND, _BEHIND_NOT, least=3, most=9), 2.0),
    NoteType("oddments towns", writer(_TOWNS, _TOWNS, _TOWNS_NOT, least=2, most=8), 1.8),
    NoteType("oddments days", writer(_DATES, _DATES, _DATES_NOT, least=3, most=10), 1.8),
    NoteType("oddments names", writer(_NAMES, _NAMES_NOT, least=3, most=10), 2.0),
    NoteType("oddments words", writer(_WORDS, least=2, most=8, haste=0.1), 1.6),
    NoteType("oddments numbers", writer(_NUMBERS, _NUMBERS, _NUMBERS_NOT, least=2, most=9, haste=0.05), 1.6),
    NoteType("oddments addresses", writer(_ADDRESSES, _TOWNS, least=2, most=7), 1.2),
    NoteType("oddments ages", writer(_AGES, _AGES, _DATES_NOT, least=2, most=8), 1.4),
    NoteType(
        "oddments rows",
        either(
            table(
                ("Name | Where | When | By", "Bed | Name | Age | From | Note"),
                (
                    "{odglue} | {odsite} | {odcut} | {odglue:dr}",
                    "{bed} | {odparts} | {agesex} | {odhome} | {odnot}",
                ),
            ),
            table(
                ("Place | Town | Tel | Ref", "Who | Kin | Lives | Works"),
                ("{odhome} | {odpost} | {odphone} | {odno}", "{lone} | {odletter:pt} | {odarea} | {odwork}"),
            ),
        ),
        1.2,
    ),
    NoteType("oddments mixed", writer(_BEHIND, _NAMES, _DATES, _NUMBERS, _WORDS, _NAMES_NOT, _DATES_NOT, most=12), 1.6),
)
