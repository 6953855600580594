"""Short messages: telegraph style, names that are words, reviews, posts, notes on a fridge, voicemail, a journal."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.texts_kit import CHATTER, old, slips, told, young

# Initials as people, among abbreviations that are nobody.
_INITIALS = templates(r"""
{txi:nurse} to call {txi:dr} back by {txhour}. {txi:dr} needs the BMP first. LMK.
per {txi:nurse2}: ok to crush. per pharm: NOT ok (ER). per {txi:dr2}: changed to IR, thx {txi:dr2}
{txclin} done, {txclin} pending. {txi:nurse} aware.
pls tell {txi:dr} that {txi:kin} rang
{txi:nurse} off {weekday} (AL). {txi:nurse2} to cover {txspan}. {txi:staff} swap w {txi:dr2} on the {nth:4}.
Rota wk {num:1-52}: {txi:dr} M, {txi:dr2} Tu, {txi:dr3} W-Th, TBC F. LMK if wrong.
w/ {txi:dr} {txhour}, then {txi:dr2}, then {txclin} til EOD
D/W {txi:dr3}. S/B {txi:dr2}. R/V {txi:nurse}. {txclin} PRN.
{txi:staff} has the key / {txi:nurse} has the bleep / nobody has the {txclin} chart
Apols: {txi:dr}, {txi:nurse2}. AOB: none. TTFN
{txi:pt} in {bed} wants {txi:kin} present. {txclin} after.
{txhour} {txi:pt} OOB to chair w/ {txi:staff}, SOB on return, {txclin}
chk'd {txi:nurse} / {txi:nurse2}, wasted 2 mg
FYI {txi:dr} = {dr:family}, not {dr2:family}. both {txabbr:lower} lol
c/o CP, R/O MI, {txi:dr2} @ BS. EKG NSR. ASA given. NKDA. {txi:nurse}
on AL til {shortdate:5}: {txi:dr} {txi:nurse}. on TOIL: {txi:staff}. on the edge: me
sign off sheet - {txi:nurse}, {txi:nurse2}, {txi:dr}. missing {txi:dr3}. KR
BR, {txi:staff}. PS {txabbr}
{txi:dr}>{txi:dr2}>{txi:dr3}: who holds the phone {txhour}
{txi:kin} LM x2 re {txi:pt}, wants CB b4 {txspan}, {loosephone}
CN: {txi:nurse}. RN: {txi:nurse2}. NA: {txi:staff}. HO: {txi:dr2}. No US.
GS refused, ENT refused, MDT {weekday}. {txi:dr} to decide
""")
# Names that are words, beside the words.
_WORDS = templates(r"""
{txw} is off til {looseday}, will {txw} cover? if not mark it on the board and tell {txw}
{txw:cap}: will do. {txw:cap}: hope so. {txw:cap}: may be late. {txw:cap}: no
hey hope ur well! its {txw} from {num:2-9}th floor. grace period on parking ends {weekday}. swap me the {nth:3} for
    the {nth:9}?
{txw} already said no, got bills to pay haha
lol {txw}, pat {txw} on the back for me
did {txw} say she'd sue? 😂 anyway {txw} rose to the occasion
art cart cancelled. {txw:cap} has the keys, {txw:cap} has the glue
may i leave early {weekday}? {txw} said ask {txw}
can {txw} bill it as a 99213? {txw} can't, epic froze
spoke w {txw} re the {lc:pt:family} kid. mum {txw} wants a call after {shortdate:3} not b4
{txw} n {txw} r on lunch, {txw} n me r not
who put {txw:cap} down for {txspan}?? {txw} is on nights
thx {txw} ur a rose. x {txw}
{txw:pt} in {bed} is npo. {txw:pt}'s wife may bring soup, say no nicely
mr {txw:pt} fell. hes ok. told {txw:dr} and {txw}
ask {txw:dr} or {txw:dr}, whoever's on. not {txw:dr}, scrubbed
no {txw} no cry 🎶 ({txw} is off sick)
{txw}, {txw} & {txw} - cake in staff room for {txw}'s last day. not u {txw}, ur NPO 😜
pls mark {txw}'s form read, {txw}'s form sent, and the rest n/a
{txw} left her reading glasses by the sage tea. and a penny
its {txw} here from the lab. {date:-2} sample ok, {date:-1} one clotted. - wait wrong chat, {txw}
{txw} = pt. {txw} = nurse. {txw} = the skeleton in the gym
faith in {txw} restored. joy. dawn chorus. bed
where's {txw}. where's the guy with the frank talk. oh same guy
text {txw} & {txw} ({loosephone}) re sunday roast
{txw} turning {txturn:50} {looseday}, card in the drawer, cash in the tin
""")
_PLAIN = templates(r"""
{txabbr}. {txabbr}. {txabbr}.
{txclin}, {txclin}, {txfig}. {txabbr} if probs
Fam mtg: wants SNF, son says over my dead body lol. will revisit {weekday}. AOx2, likes crosswords. BRB
MEDS: {drug} 10, {drug} 15 w supper. Rose hip tea ok. NPO after MN. Call the on call, not me! Back 7a.
Will the Mark IV pump be ready in time? Grace period ended. I hope so. Epic says denied.
"Hope you feel better!" said the card in the gift shop. Bill of rights poster by room 6. Art class moved.
ur covid test was NEG. pls dont reply to this msg
shift open: {weekday} {txspan} ICU. $15/hr bonus. First come. Text YES to claim. -Staffing
Office hrs M-F {txspan}, closed {txspan}. Flu shots soon. Ask about VFC!
IDDSI 4/2, no straws. rv in 2/7. 1:1 feeding. {txclin}
took 2 tylenol instead of 1 at {txhour}, is that ok
I took the Ozempic Sunday and been nauseous since, skip this wks dose?
HUDDLE MOVED TO {txhour}. BRING SBAR CARDS. NO FOOD AT DESK.
omw, stuck at the lights, dont start w/o me, ttyl
idk tbh. ask the bot. the bot knows
{txfig} {txclin} {txhour}
no hugs, knuckles only. flu A. ta
[bot] Good morning! I'm your virtual assistant. How can I help?
[bot] I did not get that. Reply 1 for refills, 2 for billing, 3 for a human.
Teams is down, use Zoom. Zoom is down, use Teams. WhatsApp it is
WFH {weekday}. VPN slow. PFA the ToR v3. EOM
bp {num:90-180}/{num:50-99} this am, felt fine, ate, walked 2 miles
mon-wed days, thurs-fri nights, off sat. {txemo}
has the dr looked at my scan yet?? its been a wk
hiya hun, missus says tea at {txhour}, arvo footy after
FB marketplace has a hoist for $40, is that wise
{txhash} {txhash} {txemo}
so tired {txhash}
Dexcom vs Libre 3? on Omnipod 5, 504 mtg {weekday}, TIA
printer jam tray 2. again. WOW 14 same
my last pill is tmrw. can u renew BID not TID. thx
room mom duty {weekday}, bring wipes
plaster on, good as new
{txabbr:lower} {txemo} {txabbr:lower}
PT/OT at 10, SLP at 11, nap at 12, repeat
NM says no. NP says maybe. RN says ask MD. MD says no
april showers, may flowers, lol
mark 6 beds dirty. art line in. pat dry. bill later. will do. hope so.
""")
_REVIEWS = templates(r"""
★☆☆☆☆ [[Avoid|Never again]]: {site} on {street}. {num:2-9} hrs w my {word} ({kinage}, diabetic). The PA,
    {chum:cap}, never looked up from the iPad. {chum:cap} at the front was a rose amongst thorns. - {uname}
★★★★★ {dr:titled} is the GOAT. Nurse {nurse:given} holds your hand. Park at the {shop}. {chat:pt}
2/5. {clinic:alias} lost my form twice, {staff:given} apologised, coffee was 4/5. Visited {month:-1}.
Owner reply: Hi {chat:pt}, we take this seriously, please ask for {staff:short}, {sitephone}. We can't discuss care
    here (HIPAA).
Local Guide, 14 reviews, {ago}: {dr:family}? rude. {dr2:family}? lovely. Parking £{num:2-9}.50.
{pt:first_initial}, {city}: I'm {age} and {dr:titled_full} is the first to listen. Will be back in spring.
DO NOT go {weekday}. {txspan} is chaos. Otherwise fine!!
Helpful? 12 people said yes
Went to {site:alias} for a {test}, {agesex}, in and out by {txhour}. Tell {chum:cap} I said hi
Update {fulldate:9}: {staff:given} rang me, refunded ${num:20-300}. Changing to 4 stars. {pt:first_initial}
Best dentist in {town}. {dr2:given} did all {num:2-5} of my kids, {chum:cap} is {txturn:7} and didn't cry.
My nan {kin3:given} ({txturn:91}) says the chairs at {pcpsite} are "too modern".
""")
_POSTS = templates(r"""
{friend:full}\nSo grateful to {txteam} and nurse {nurse:given} for my {word} {kin:nick}'s new hip 🙏 {txhash} {txhash}
@{chat:nurse} so true!! 12 hrs in A&E at {shorty:cap} w my nan, angels 😇 {txhash} {txteam}
Missing you today {petkin} 💔 You'd have loved {chum:cap}'s first steps at {shop}
RT @{chat:dr}: hiring! fellows for {dept} at {site}, start {month:120}, DM or {txmail:dr}. {txhash}
{handle} {atname} who is going to the 5k for {pt:given}? {looseday}, {town}. {txteam}
Anyone at {site} had {dr:titled} for a hip? I'm {txturn:58}, in {town}, terrified. My GP ({lonedr}) says the best.
    TIA xx {txw}
my {txkid} wont take the {drug}, any tricks?? strawberry, bribes, tears all tried
LOST: one hearing aid, ward 4 or the {shop}. reward = cake. {chum:cap} {loosephone}
Petition: save {shorty:cap} ED! signed so far: {chum:cap}, {chum:cap}, {chum:cap} + {num:100-900}
Live from #ASCO / #ESC / #TCT - slides soon {txhash}
POV: its {txhour}, 5 admits, no tele beds, someone says the Q word {txhash}
day 3 of no bra, no coffee, no visitors. send memes {txemo}
Happy {txturn:90}th [[nana|papa]] {chum:cap}!! {txemo} love {chum:cap}, {chum:cap} & the dogs
Tagged: {friend:short}, {kin:short}, {kin2:short} at {nursinghome}
Vigil for {pt:full}, {age}, {weekday} {txhour}, steps of {church}. bring a light.
Fundraiser by {kin:full}: help {pt:given} get home to {city} after the crash on {date:-11}
""")
_STICKY = templates(r"""
Rx for {pt:first_initial} in bin 3. owes 12.40. - {staff:nick}
BED {bed}: likes to be called {pt:nick}. DNR? ask {dr:family}. PT/OT at 10. {word} {kin:given} {looseline}
CALL {caller}'s {word}!! {loosephone} after {txhour}
do NOT move. {txi:nurse}'s sandwich
{kin:nick} - bread, pads (blue), {drug}, ring {petdr}. key under pot at {txdoor}. x {kin2:nick}
Today is {weekday} {textdate}. Your nurse is {nurse:given}. Your aide is {nurse2:given}. Goal: sit up. Pain 3/10.
    What matters: {lc:kin:given} & the cat
pw is NOT on this note (ask {chum:cap})
fridge = 6.5. checked {txi:staff} {shortdate} {txhour}
Dr {dr2:family}: sign death cert, {pt:family_upper}, undertaker waiting. {txi:staff}
{bed} {pt:family} / {bed} {chumpt:family} / {bed} CLEAN / {bed} {chumpt:family} (iso)
gas {txhour}. vet {looseday}. {pt:given} MRI the {nth:5}. bins
BIRTHDAYS: {chum:cap} {shortdate:2}, {chum:cap} {shortdate:9} ({txturn:30}!), {chum:cap} {shortdate:14}
Charge {nurse:nick}. A: {nurse2:nick}. B: {chum:cap}/{chum:cap}. C: travel RN. Sick: {chum:cap}. On call ICU
    {looseline}, RRT *99
mums teeth = blue pot. {txw}s teeth = pink pot
spare key: {txw} at {txdoor}. alarm: ask {txw}
pharm tech back {txhour}, ring bell 2x
NPO p MN {bed} + {bed}. {txclin}
""")
_SENT = templates(r"""
{site:alias}: Reminder - {pt:given} has an appt w/ {dr:titled} on {weekday} {shortdate:3} at {time12}, {street}.
    Reply C to confirm or call {sitephone}. Msg & data rates may apply.
Your parcel from {makerco} is on its way with {parcelco}. Driver {chum:cap} will deliver to {street} between {time}
    and {time}. Not in? Leave w neighbour at {txdoor}? Tracking {postno}
Delivered to reception, signed for by {caller}. Ref {order}. How did {chum:cap} do today? Rate 1-5.
{pharmacy}: {pt:initial_last}, your Rx ...{phone4} for {drug} is ready til {shortdate:7}. Reply HELP 4 help
Hi {kin:titled}! This is {staff:given} from {clinic}, confirming 2 kids ({pt:given} & {chum:cap}) {weekday}
    {shortdate:4} {txhour}. Reply Y/N
Y but {pt:given} has a loose tooth
Thanks for contacting {clinic}! If this is an emergency dial 911. Hrs M-F {txspan}.
Ride: {pt:given} picked up {txhour} {street}, driver {chum:cap}, plate {plate}, to {site:alias}. Not {rideco}.
ur ride w/ {rideco} is 3 min away. {chum:cap}, grey Camry
[bot] What is your date of birth?\n{txborn}\n[bot] Thanks {pt:given}. I see {textdate:9} at {time} with
    {nurse:titled}. Change to {textdate:16}?\ny
Your last code expired. Your new code was sent to ...{phone4}
OPEN SHIFT {looseday} {txspan} {dept} {site:alias}. text YES. 1st come. {staff:nick} {loosephone}
{charity}: {pt:given}, your unit given {shortdate:-9} went to {site2} today. Book again at {url}
{agency} visit window {txspan} {weekday}: {nurse:given} RN, then {staff:given} PT. Pls crate {lc:someone:given}
    (the dog)
Low battery. Low milk. Low expectations. Send help
Survey: how was your visit w/ {dr:titled} on {shortdate:-1}? 1 bad, 5 great. STOP to end
{pt:titled}: lab {accession} final. See {portal}. Qs? {drphone} opt 2. -{txi:nurse}
We could not deliver your {drug}. Needs signature. Depot: {street}, {town}, {txspan}. Bring ID. Card no. {refno}
{payer}: claim {claim} processed. You owe $0.00. This is not a bill. Grace period 30 days.
RSVP: flu clinic {church} hall, {looseday} {txspan}. {petkin} 2 bring scones
""")
_VOICE = templates(r"""
Voicemail from {phone} (0:{num:10-59})\n"hi this is uh {kin:full} calling about my {word2} {kin2:given} they're
    turning {kinageinwords} next week and um the pharmacy at {shop} on {street} says they never got the script for
    the {drug} so if somebody could call me back {grouped:kinphone} thanks bye"
New voice message, {time}. "yeah it's {lc:chum:cap} from {clinic} {dept} just trying to reach {lc:pt:given} about
    {dayinwords:4}, um, it's {lc:chum:cap}, i said that, anyway we're here {txspan}"
transcript (low confidence): hey doc its {lc:dr2:nick} {lc:dr2:family} give me a ring on my cell {grouped:mobile}
    its about mister {lc:pt:family} the {lc:town} one not the other one okay ciao
"this is the pharmacy robot your prescription ending in {grouped:phone4} is ready"
missed call {kinphone} x3, vm: "its me. call me. its {lc:kin:nick}. its not bad. well its a bit bad"
vm 2 of 4 {txhour}: breathing, a dog, someone says "{lc:chum:cap} get off the couch", end
"may i speak to {lc:pt:given} please will you tell {him} {lc:nurse:given} called from doctor {lc:dr:family}s office
    hope all is well"
callback: {lc:kin:given} {grouped:kinphone}. best time noonish. re: {lc:pt:family} date of birth {borninwords}
"...and that was my art teacher rose... no rose is the flower... her name's {lc:someone:given}... ring her"
voicemail box full. bye
""")
_PAGES = templates(r"""
PT {pt:family_upper} {bed} BP 82/40 MAP 54 ON LEVO 12. FAM ASKING FOR CODE TALK. PLS CALL {looseline} {txi:nurse} RN
{bed} {caller} K 2.9. REPLETE? {txi:nurse} {looseline}
{dept}: NEED ORDERS {caller} ADMIT FROM {shorty:upper}. FAM OF 6 IN RM. {txi:nurse2}
LEVO 20 VASO .04 MAP 58 LAC 9.1. COME NOW. {bed}
WHO IS ON FOR GS? NOT {dr:family_upper}. TRY {dr2:family_upper}? BLEEP {bleep}
{caller} WANTS TO LEAVE AMA, IV OUT, SHOES ON, ETA LOBBY 2 MIN
CB {loosephone} ({kin:family_upper}, {word}). NOT URGENT. {txhour}
MICU BED 7 NEG 2L, EXTUBATE? RT {chum:cap} STANDING BY
OR 6 CALLING FOR {pt:last_first}, SITE NOT MARKED, {dr:family} TO MARK
PLS D/C TELE {bed} {bed} {bed}. TY. {txi:nurse}
TEST PAGE. DISREGARD. TELECOM
RRT 5W {bed} {agesex} SOB SAT 82 NRB. {dr3:family_upper} RUNNING
NPO? DIET? ANYTHING? {caller} IS HANGRY. {looseline}
IR DONE {txhour}, FLAT TIL {txhour}, SITE C/D/I. {txi:staff}
""")
_TO_SCHOOL = templates(r"""
Hi Nurse {nurse:given}, my {txkid} {pt:given} was sent home w/ a fever of 101. on amoxicillin BID since last nite.
    can {he} come back {weekday}? {he}s in {teacher:titled}'s class rm {room}. thx, {kin:full} {loosephone}
Coach {chum:cap} - {pt:given} {pt:family} is cleared for PE but no contact til {shortdate:10} per {dr:titled}. ice
    prn. {nurse:short} RN, {school}
To: 4th grade families. Lice (again). Check behind ears. No names will be shared. Nurse {nurse:given}
{pt:given}s mom here. {he} took {his} Concerta late, {txhour}, may be bouncy. sorry {teacher:given} lol. {kin:nick}
Absence line: {lc:pt:full}, {txkid}, {teacher:titled}, tummy bug. this is {word2} {kin2:given}. back {looseday}
    hopefully
{pt:given} {pt:family_upper} yr {num:1-12} tutor {txi:teacher} - bumped head {txhour}, ice, VSS, mum rung ({kinphone})
My {boy} ({txkid}, T1D) started at {school} and they wont let {him} carry the Dexcom phone?? anyone in {county}
    deal w/ this? 504 mtg is the {nth:3}
Will u sign the trip form for {pt:given}? due {looseday}. cost £{num:4-40}. packed lunch, no nuts, no glass.
    {teacher:short}
PTA: {chum:cap} {chum:cap} {chum:cap} on squash, {chum:cap} on tombola. NB {pt:nick}s party is the {nth:8}, turning
    {txturn}, {street}
is {lc:pt:given} allergic to eggs or is that the other {lc:pt:given}? - {txi:staff}, kitchen
he/she can have calpol 5ml at {txhour}. yes really. {kin2:nick}
pick up today = nan {kin3:given}, password is not on here, ask {kin:given} {kinphone}
Half term: no clubs. Reading: ch. 4. Spellings: hope, grace, rose, bill, mark
Bus {num:2-60} late, sorry {school} mums. driver {chum:cap}. ETA {txhour}
School photo {looseday}. {pt:given} has a black eye (bunk bed, not {chum:given}). {kin:nick} x
""")
_NEWBORN = told(
    r"""
K: its time!!! waters went in [[{shop}|the lift|the car park|{church}]]
R: WHAT. are u at {shorty}
K: en route. {kin2:given} driving like a nan
L: 40 in a 30, thank u very much. {txhour} now
?R: text [[mum|mom|mama]], she will want to know before {lc:someone:nick} does
K: midwife {nurse:given} says {num:3-7} cm. epidural pls and thanks
L: epidural by dr {lc:dr:given}. i had to look away
R: names??
K: if boy {chum:cap}, if girl {chum:given} or {txw:cap}, we cant agree, LMK
R: i hope {txw:cap}. may i vote twice lol
L: BABY!!!! {num:6-9} lb {num:1-15}, {txhour}, everyone fine
R: 😭😭😭 and the name
K: {pt:given}. after [[nan|grandad]]
?R: {pt:given} {pt:family}!! has a ring
L: apgar 9/9. is that good
K: it is good {kin2:nick}
R: visiting? [[me n|me +]] {someone:given} can do {looseday}
K: home {date:1} if bili ok. bring [[nappies|sushi|a pad as big as {town}]]
L: bili 11.2. whatever that is. {dr2:titled} says phototherapy
R: poor mite, in a wee toaster
K: health visitor {staff:short} comes the {nth:6}, at ours, {street}
?L: she rang from {loosephone} thought it was a scam
K: feeding q3h. brain = soup. off to reg the birth at {town} town hall {looseday}
R: love to all 3. {friend:nick} x
"""
)
_NEIGHBOR = told(
    r"""
R: hi is this {kin:given}? its {friend:short} from {txdoor}, {pt:given}s neighbour
K: yes!! whats wrong
R: ambulance took {pt:given} {txhour}. {he} was grey. awake tho
K: omg. where to
R: {shorty} the driver said. or {shorty}? one of them. {responder}
?K: can u ask
R: they've gone love. paper says run {run}
K: calling. on hold. option 3. musak is [[grim|pan pipes|Vivaldi again]]
R: i fed the cat. hope thats ok. door is locked, key w me
K: ur an angel. {kin2:given} is closer, he will come, blue Corsa, plate {plate}
R: whats he look like so i dont let a murderer in
K: tall, beard, {kin2:nick}. [[{txturn:40}|{txturn:50}|{txturn:38}]]ish
L: Hi {friend:given} {kin2:given} here. at the house now. where r the tablets
R: bread bin. {pt:nick} keeps {his} {drug} next to the jam
L: got them. {chemist} bag says {rx}. theres 3 boxes unopened..
K: take a photo send to {nurse:given} on the ward, {loosephone}
?L: who is {nurse:given}
K: the sister in A&E, just spoke. its {dx}. sats 88, on O2, NEWS 7
L: is 7 bad
K: 7 is bad
R: saying a prayer. {church} for me {weekday}, will light one
L: doctor {dr:family} came. [[may need|might need]] the unit. i signed a thing
K: what thing {kin2:nick}
L: valuables. watch, ring, £{num:10-90}.20
R: bins out {weekday} btw i'll do {pt:given}s
K: sats 94!!! eating toast. complaining. {he} wants {his} slippers
R: thats our {pt:given} {txemo}
"""
)
_JOURNAL = told(
    r"""
-: {fulldate:-30}\nHi all, {kin:given} here. {pt:given} was in a crash on {street} on {date:-31}, and is in the ICU
    at {site}. Please pray.
-: {date:-28} - Day 3. Trach {weekday}. {dr:titled} (neuro) says wait. Waiting is not our gift. Grace is.
?-: Comment by {friend:full}: Sending love from {city}, {state}!
-: {fulldate:-26}. {He} squeezed {kin2:given}'s hand. Twice. {nurse:given} cried, I cried, the monitor cried.
-: Comment by {chat:friend}: 🙏🙏 {txteam}
-: Visiting is {txspan}, 2 at a time. {kin3:given} keeps the list, text {loosephone}. No flowers, art welcome.
?-: Meals: thank you {someone:short}, the {someone:family}s, {church}, and whoever left the lasagna ({chum:cap}?)
    at {txdoor}.
-: {date:-20}. PT/OT stood {him} up. BP 90/60, then 120. {staff:given} says that is a win.
-: Some of you ask about insurance. {payer} said no to rehab, then yes, then "pending". {lawyer:short} from {firm}
    is helping, free.
-: {shortdate:-15}: First word. It was "no". To the {drug}. We will take it.
?-: Comment by {someone:full}, {town}: my {txturn:12} yr old drew {pt:nick} a bear, where do I mail it?
-: Reply from {kin:nick}: c/o {kin2:full}, {street}, {city} {zip}, thank you {txemo}
-: {fulldate:-9}: Transfer day! {responder} drove, {chum:cap} at the wheel, to {site2}. Room {room}. Lake view if
    you stand on the bed. Don't.
-: {pt:given} turns {txturn} on the {nth:2}. Cake is puree. {dr2:titled} approved the candle, not the flame.
?-: Comment by {friend:nick}: save me a spoon. {friend:first_initial}
-: {date:-4}. Scans: better. Mood: {pt:family} stubborn. Hope: up. Hair: rose pink, thanks to {kin3:nick}.
-: {fulldate}: HOME. Ramp by {someone:given} and the crew from {works}. Last post for a while. We will not forget you.
-: With all our love, {kin:given}, {kin2:given} & {pt:given} (typed with {his} left hand, slowly)
"""
)

TYPES: tuple[NoteType, ...] = (
    NoteType("texts-initials", slips(_INITIALS, _INITIALS, CHATTER, most=8), 1.8),
    NoteType("texts-word-names", slips(_WORDS, _WORDS, _PLAIN, most=7), 1.8),
    NoteType("texts-plain", slips(_PLAIN, CHATTER, most=9), 1.8),
    NoteType("texts-reviews", slips(_REVIEWS, _REVIEWS, _PLAIN, most=5, quick=0.2), 1.2),
    NoteType("texts-posts", young(slips(_POSTS, _POSTS, _PLAIN, most=4)), 1.2),
    NoteType("texts-sticky", slips(_STICKY, _STICKY, _PLAIN, most=5), 1.4),
    NoteType("texts-sent", slips(_SENT, _SENT, _PLAIN, most=5, quick=0.15), 1.5),
    NoteType("texts-voicemail", slips(_VOICE, most=3, quick=0.2), 1.1),
    NoteType("texts-pages", slips(_PAGES, _PAGES, _INITIALS, most=6, quick=0.1), 1.3),
    NoteType("texts-to-school", young(slips(_TO_SCHOOL, _TO_SCHOOL, _PLAIN, most=4)), 1.3),
    NoteType("texts-journal", young(_JOURNAL, 14, 24), 1.1),
    NoteType("texts-newborn-chat", young(_NEWBORN, 0, 0), 1.0),
    NoteType("texts-neighbour", old(_NEIGHBOR), 1.0),
)
