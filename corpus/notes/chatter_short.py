"""Short messages of lay people and hurried staff, where a given name, a town or an estate stands beside brands."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.chatter_kit import NOBODY, tale
from corpus.notes.compose import templates
from corpus.notes.mended_kit import writer

_TEXTS = templates(r"""
{cvhi} its {cvf1:lownick} from {txdoor}. {cvm1:lownick} had another funny turn last nite round 2. {cvend},
    {cvf1:lownick} {cvx}
can u ask {cvsf1:dr} to ring {cvf1:lownick} on {cvtel}. {cvend} {cvm1:letter}
{cvhi}, {cvf1} here, {cvm1}'s wife. Still no word. {cvtel}. {cvend}, {cvf1:givenlast}
me and {cvf2:lownick} r at a&e w lil man, temp {num:38-40}.4, been here since half 6 {cvx}
{cvm2:lownick} has gone to get {cvshop:lower}. tell {cvnan:lower} n dad. dont tell {cvnan:lower} {cvf3:lownick} {cvx}
at {cvshop}, want owt? {cvx}
in {shorty:lower}, bay 3, 2nd on left. {cvm1:nick} says bring his {cvbrand:lower} n {cvfood:lower}
U still coming {looseday}? {cvf3:nick} says yes {cvm3:nick} says no {cvoath:lower}
soz wrong {cvm1:nick}!! meant {cvm2:nickfull} not {cvm1:nickfull}
{cvf1:slip}* {cvf1}, stupid phone
whos got the spare key? {cvf2:house}? {cvf2:nick} n {cvm2:nick} r away til {nth}
{cvpet}'s at the {cvf2:house}' dont worry
the {cvm3:house}, {txdoor}, {cvspot}. red door. {cvpet} bites
Can I swap my {txhour} on thurs to any time wk of {shortdate}? Im on earlies at {cvwork} till then. {cvf1:givenlast}
same for {cvf3:nick} ({cvage:2-9}) and {cvm3:nick} who's {cvage:3-12} on Sunday. thx - {cvf1:nickfull}
got {cvrx:lower} off {cvm2:lownick}, is that ok with {cvrx:lower}?? asking 4 a mate 2nite
gonna be 2 late 4 the {txhour}, traffic {cvhood}, {cvfig}
Thurs {nth}, not {nth}. {txhour} not {txhour}. bus not {cvapp}.
Happy bday {cvm1:nick}!! {cvage:40-90} today & still can't park. {cvfig}
{cvhi} all, {cvpair:1} here, change of number: {cvtel}, old one gone in the {cvdrink}
love from {cvf1:nick}, {cvm1:nick}, {cvf3:nick} & {cvpet} {cvx}
left msg w/ {cvm1:nick}'s mum at {txdoor}. she said he's at {someone:given}'s in {town:lower}
{cvoath}!!! {cvm2:nick} passed!!! proud {cvnan:lower} {cvx}
Dr said its "{cvfic} syndrome" {cvx} but {cvf1:nick} says google it
""")

_MAIL = tale(
    r"""
From: {cvf1:full} <{email}>
[[Sent|Date]]: {textdate}, {txhour}
To: [[Intake|Referrals|{dr:full}|{staff:last_first}]]
Subject: [[Re: Re: FW:|RE:|Fwd: FYI -|Re:]] {cvf2:titled} [[stairlift|ramp|meds|chair]]
!{cvhi}
Spoke to {cvf2} this am. She said the [[Stannah|Otis|Sky|Culligan|Acorn]] man came Fri & quoted {cvcash}.
Her grandson {cvm2} (works at the {works}) reckons he can do the rails.
I'm off from the {nth}, {cvsm1} covering {looseline}. {cvsm1:letter} knows about the {cvbrand}.
She wants {cvtv} on at {txhour} and no calls during it, {cvoath:lower}.
!{cvend}
{cvf1:letter}
{cvf1:full}, {cred2} | {cvtel} ext. {ext} | [[Mon-Thurs|part time]]
Sent from {cvapp}
> On {wd}, at {txhour}, {cvm2:full} wrote:
> {cvnan}'s at {txdoor} {cvspot}, not [[18|81|8a]]!! postman keeps taking it to {someone:given}'s.
> We had the [[Stannah|Otis|Sky|Culligan|Acorn]] man. {cvcash}, {cvoath:lower}!
> {cvm2:nick}
>> On {wd} {cvsm1:full} <{dremail}> wrote:
>> {cvhi} {cvm2}, is {cvf2:nick} still at {homesaid} or back with {someone:given} in {town}?
>> {cvsm1:initials}
This e-mail may be confidential. If you are not {cvf1:full} or the addressee, bin it. Registered: {address}. {url}
---------- Forwarded message ----------
From: {cvm3:pastor} | To: prayer list | {textdate}
Please pray for the {cvf3:house}. {cvf3} is in {shorty} w/ [[pneumonia|a clot]] & {cvm2:nick}'s knee is Monday.
Meals: Tues - {someone:nick}; Wed - {church} youth; Thurs - {cvpair:2}. Drop at the parsonage, side door.
{cvf3} can't have salt. "{cvbible}"
Please don't bring {cvfood} to the {cvf3:house}' again. We have eleven.
    """,
    0.82,
    0.06,
    0.06,
    ("\n", "\n", "\n\n"),
)

_SPLASH = templates(r"""
SW: met w/ {cvf1:titled} and her boyfriend "{cvm2:nick}" at {cvspot}, {roadsaid}. Kids ({cvm3}, {cvage:7-12}, and
    {cvf3}, {cvage:2-6}) not at {schoolsaid} since the {nth}.
{cvf1:titled} works nights at the {cvwork} off exit 12; her mom {cvf2} watches the kids but {cvf2}'s COPD is bad.
They go to {church} for the food pantry. {cvf3} wore a {cvtv} shirt, had {cvfood} for breakfast. {cvm2:nick}
    smelled of {cvdrink}.
Neighbor {someone:titled} ({txdoor}) has the key. Bro {cvm2} - {prison} - out {partmonth}.
1. {cvf1:nickfull} 2. {cvm1:nickfull} 3. {cvpet} (their {cvbeast}). They live in {cvspot}, opp the bowling green,
    no. 7 bus.
{cvm1} drove buses for {cvwork}, now {cvage:70-88}. {cvf1} has bad days - thinks it's 1962 & she's at {works}.
Their girl {cvf3} is in {town} ({country} not Oz). Review Thurs {nth}.
Yr {num:1-6}, {newschool}. He told {teacher:titled} his tummy was sore; tea was {cvshop} & {cvfood}. School rang
    {cvnan} b/c dad ({cvm1}) on site at {works}.
Came by taxi ({vendor}). {cvnan} smells of {cvcream}. Not seen since {textdate}, flu jab.
Genogram: {cvpair:1} (m. {year}), dtrs {cvf2} ({cvage:20-40}) & {cvf3} ({cvage:16-19}), {cvm3} d. {shortdate}.
{cvf1}'s ex, {cvm2}, was at {cvspot} again. {cvm2:letter} drives a grey {cvcar}. Plan: call {office}.
Son {cvm1} & DIL {cvf1:nick} want her nearer {town}. {cvm1} says {cvsf1} at {nursinghome:alias} promised room 6.
Client "{cvm1:nick}" (SU) says {cvfic} pays the rent. Rent book: {cvm2:house}, {cvspot}, {txdoor}.
Landmarks: past {cvspot}, left at {cvshop}, blue gate. {cvf1:house} on the bell.
Mum {cvf1}, {cvage:19-34}; dad ?{cvm1:nick}; MGM {cvf2:nick}; at {cvspot} wi' the {cvf2:house}.
Has a {cvbeast} named {cvpet} and two [[Roombas|cats]]. Refuses Ensure, will do {cvfood}. {cvapp} to clinic,
    {cvapp} home.
Pt says "{cvoath:lower}" when moved. Says "{cvnan}!" to staff. Calls {cvsf1} "{cvf2:nick}" (dtr).
Worker: {cvsf1:full}, {agency}, {cvtel}, [[tues/wed|mon-thu]]. Notes: {cvsf1:initials}
S/b {cvsf2:dr}, who said {cvm1:nick} may go to {someone:given}'s for {holiday} if {cvrx} in blister.
""")

_VOICE = tale(
    r"""
[[Voicemail 3 of 7.|Message 2, today, {txhour}.|VM:|Msg left {txhour}:]]
!"[[Yeah hello|Um, hi|Hello love|Hi, yes]], this is {cvm1:full}, {cvm1:nick}, sorry, {cvm1:familyslip}, it's
    {cvm1:family}. [[Calling about|It's about]] my wife {cvf1},
uh, she seen {cvsf1:dr} last Wednesday about the [[shingles|hip|toe]].
We're out past {cvspot} on {roadsaid}.
You can get me at the shop, {cvtel}, ask for {someone:nick} if I'm not there, or on the cell after 5.
The other number is {cvtel}, that's {cvf1:nick}'s sister {cvf2}, don't let {cvpet} scare you, he barks.
[[She was born|Her birthday's]] {saidborn}.
We use the {pharmacy:alias} by the {cvshop}, not the one in {town}.
She had {cvrx} and then {cvrx} and, {cvoath:lower}, she's been up all night watching {cvtv}.
We'd want the {nth}, or any time wk of the {nth}, not the {nth}, that's {cvm3:nick}'s thing.
{cvm3} is our boy, he's {cvage:20-50}, in {town}, he can drive us in the {cvcar}.
If {cvsf2} is there, {cvsf2:letter} with the red hair, she knows.
[[Okay. Thanks hon. Bye.|All right then. Ta-ra.|That's it. God bless.|Cheers, bye, bye.]]"
[[Taken by|Heard by|tx:]] {cvsf1:initials} {txhour}
""",
    0.82,
    0.1,
    0.08,
)

_STAFF = templates(r"""
{cvsf1} called off, {cvsm1} & {cvsf2:nick} covering East, float = {someone:nick}.
If {cvf1:titled}'s grandson shows ({cvm1}, tall, {side} cap) call x0. NO visit per {office}.
[{hm}] {cvsf1:last_first}: morning, has anyone eyes on {cvm1:initials}? supposed to be in group
[{hm}] {cvsm1:nick}: he's w/ {cvm3:pastor}
[{hm}] {cvsm1:nick}: also heads up {cvm1:initials}'s ex ({cvf2}) called front desk x2
[{hm}] {cvsf1:last_first}: tell {cvf2} to try the county line, ask for {someone:titled}
[{hm}] {cvsm1:lownick} {cvsf1:letter}.: {cvm1:lownick} says hes going 2 his cousins in {town:lower} this wknd. is
    that on his pass
ticket {ticket} opened by {username} - "WOW cart in bay 4 dead again, {cvapp} wont load, tried F5 and a reboot."
{cvsf2} said call {cvsm1} from [[IT|Facilities|BioMed]] but {cvsm1} retired {cvx}. pls ring {looseline} or find
    {cvsf1} on {ward}
PS printer still on holiday. {cvsf1:initials}
Rm 12 wants his {cvfood}. {cvoath}, not again.
CALL LOG ref {ticket}. Caller: daughter of pt. States mom "{cvf1:nick}" ({cvf1:full}, dob {dob}) ran out of {cvrx}.
wants it at the {pharmacy:alias} by the {cvshop}, not the one in {town}. daughter's no. {cvtel} ext. {ext}, leave
    msg w/ {cvm1}.
Disposition: sent to RN pool, {cvsf1:initials} {hm}
{cvm1:full} (SU) - {cvsf2:letter} on a/l til {nth}. Medi box correct. L/n: {cvsf1} {txhour}
whos covering {cvsm1:letter}? {cvsm1:letter} = {cvsm1}, not the other {cvsm1:letter}
{cvsm1:initials} - pls chart for {cvm2:initials}; {cvsf2:initials} did the {cvcare}
ta {cvsf1:lownick}. {cvsf2:lownick} {cvx}
tmrw: {cvsf1} {txspan}, {cvsm1} nights, {cvsf2} [[a/l|sick|leave]] from {textdate}
{cvhi}, {cvsf1} here from {homesaid}. {cvf2:initial_last} on {ward} - NOK is {cvm2:nickfull}, {cvtel}, son in
    {town} is {cvm3}.
New headset, [[Jabra|Poly]], cart 4, in {cvshop} bag. {cvtel} for {cvsm1}
per {cvsf2:dr}'s PA {someone:initials}: hold {cvrx} til {shortdate}
pls stop texting {cvsm1:nick} on {cvapp}, use {cvtel}
Shift swap: {cvsm1:initials} {wd} <-> {cvsf2:initials} {wd}. OK'd {cvsf1:letter}
""")

_PORTAL = tale(
    r"""
Good morning I sent a message {shortdate} and again last monday and nobody from {cvsf1:dr}'s office got back.
!{cvhi}, {cvm1} here. My [[wife|better half]] {cvf1:nick} (DOB {borninwords}) still has the rash.
I been on the {cvrx} 5 wks (started wk 12) and down 9 lbs!! Sugar was 6.1 tues.
He was at the {oddclub} fish fry and itching so bad. Told to try {cvrx} by the girl.
Question: can I have a {cvdrink} at my bro {cvm2}'s wedding {textdate} in {town}?
Also the Libre fell off in the pool. {cvoath}.
I'm 5'11, wear XL, 64kg, if that helps. My [[bro|mate]] {cvm3} takes two.
We can be reached at the lake place til {holiday}. {cvtel} or my email {email}.
I changed insurers - now with {payer}, my # is {plan}.
{cvf1:nick} has {cvsf2:dr} for her hip, same {cvsf2:dr} as {cvnan}. Small world.
My address is {txdoor}, {cvspot}, {town} now, not {street}. {cvf2:nickfull} still gets my mail.
I read {cvapp} and it says it's {cvfic}'s disease. Joke. But is it?
{cvpair:1}, married {year}, that's us.
{cvend}, {cvm1:givenlast} {cvx} PS {cvnan} says hi
Reply: Hi {cvm1}, {cvsf1:initials} for {cvsf2:dr}. Yes to the {cvdrink}, no to the {cvrx}. Call {drphone} re
    {cvf1}. - {cvsm1:nick}
Thank you, {cvf1:letter} ({cvm1:letter}'s wife)
""",
    0.75,
    0.12,
    0.1,
)

_BOTH = templates(r"""
{cvhi} {wordname}, will you be in {monthonly}? {wordname} said the {nth} is fine.
{cvgiv:Mark} said mark it down. Grace period ends Fri. Hope {wordname}'s better. Joy! {cvend}, {wordname}
{cvf1} got the {cvcar}, {cvm1} got {cvapp}, {cvnan} got {cvshop}.
Jesus wept, {cvm1:nick}. {cvas:Jesus} is in bed 4, by the way.
May I see {cvf2:nick} in {monthonly}, please? Or {textdate}? {cvend}, {cvgiv:May}
Penny Lane came on and {cvf1:nickfull} wept. {cvgiv:Penny} (the nurse) too.
Elvis has left the building. So has {cvm2:nick}. {cvoath}.
{cvpet} the {cvbeast}, {someone:nick} the cleaner, {someone:nick} at {txdoor}.
Bible: {cvbible}. {cvas:Mark} read it. {cvm3:pastor} nodded.
{cvtv}, then {cvf2}'s tea, then {cvtv}. {cvf2} in bed by {txhour}.
I was at {cvshop} when {someone:given} from {cvwork} rang.
{cvm1} works at {cvwork}. He gets his {cvfood} there too, {cvcash}.
he's on {cvrx}; she's on {cvrx}; {cvpet} is on {cvfood}
sue them? {cvas:Sue} says no. {cvm1:lownick} says yes
Bob a job week: bob the {cvbeast}, {cvas:Bob}, bob cut {cvcash}
{cvfig}. {cvfig}. {cvm1:initials}: {cvage:40-90}, {cvtel}.
He said {cvoath:lower} and {cvf2:nick} said {cvoath:lower}, {cvend:lower}.
the {cvf3:house} (not the {cvm2:house}), {txdoor}; {cvf3:nick}'s {cvbeast}; the {cvf3:house}' gate
{cvhi} {cvf1:nick} {cvx}
{cvend}, {cvm1:nick} {cvx}
{cvend}\n{cvf1:nick}
{cvend} -{cvm2:letter}
{cvm1:givenlast}\n{cvtel}
{txdoor} {roadsaid} is {cvf2:nick}'s; no. {num:2-9} bus goes there.
{cvnan} {cvf3:nick} is {cvage:70-95}; {cvnan} rides a {cvcar}.
{cvm1:slip} ({cvm1}) and {cvf1:slip} ({cvf1}) - sp? - from {town:lower}
""")

_DOORS = templates(r"""
lives {cvspot}, past {cvshop}, {txdoor}, not the {cvm1:house}
He's in the {cvwork} flat above {outfit}. Ring {cvtel} first, {cvpet} barks.
Born at home in {cvspot}, now {cvage:55-90}, never left {town} but for {ftown} in {year}.
{cvf1:nick} cleans at {newschool}, {cvm1:nick} at {works}; kids at {nursery}.
home: {street}, {capstown:lower}; wk: {cvwork}, {roadsaid}; mum's: {cvspot}
off {roadname} / take exit 12 / {cvspot} on yr left / {roadsaid} / {txdoor}
Seen at {cvspot} w/ {cvm2:nick} {wd}, {txhour}, drinking {cvdrink}
Next to the {cvf2:house}, who run {outfit} in {town}.
Band: {cvsong} at {cvspot}, with {cvm2:nick} on drums and {cvf2:nick} singing. {cvcash} on the door.
{cvf3:nick} coaches {side}; {cvm3:nick} sings at {church}; {cvfig}
Goes to {oddclub} on Mon, {church} Sun, {cvshop} any time. {cvm1:nick} says hello.
Left keys at {txdoor} ({cvf2:nickfull}), {cvshop} bag, by the bins.
Pub: {cvspot}. Bookies: {cvshop} next door. Wife: {cvf1:nick}. Phone: {cvtel}.
She is buried at {church}, {town}, {dayinwords:-900}. {cvm3:pastor} took it.
Took the ferry with {cvpair:2} to {country}, home {looseday}, {cvcash} a head. {cvsong} all the way.
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("chatter-texts", writer(_TEXTS, _TEXTS, NOBODY, most=7, haste=0.3), 1.8),
    NoteType("chatter-mail-chain", _MAIL, 1.6),
    NoteType("chatter-case-notes", writer(_SPLASH, _SPLASH, _DOORS, NOBODY, most=8), 1.6),
    NoteType("chatter-voicemail", _VOICE, 1.3),
    NoteType("chatter-staff-chat", writer(_STAFF, _STAFF, NOBODY, most=8, haste=0.2), 1.7),
    NoteType("chatter-portal", _PORTAL, 1.5),
    NoteType("chatter-both-ways", writer(_BOTH, _BOTH, _TEXTS, NOBODY, most=8, haste=0.25), 2.0),
    NoteType("chatter-doors", writer(_DOORS, _DOORS, NOBODY, most=5), 1.3),
    NoteType("chatter-nobody", writer(NOBODY, least=3, most=9, haste=0.25), 1.4),
)
