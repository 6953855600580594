"""Chats that hang together from the first line to the last: wards, families, carers, schools, consults, help
desks."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.texts_kit import mails, old, told, young

_FALL = told(
    r"""
N: hey {nurse2:given}, [[heads up|fyi|psa]] {pt:family} in {bed} was on the floor at {txhour}
M: omg. hit [[head|hip|anything]]?
N: says no. on {drug} tho so i paged {txi:dr}
?M: {txi:dr} is [[post call|in a code|at noon conf]], try {dr2:family}
N: {dr2:family} or {dr3:family}?? board says {dr3:family}
M: board is from [[yesterday|{weekday}|last wk]] lol. {dr2:family}
D: this is {dr:family}. CT head now, neuro checks q1h x4 then q4. NPO til read
N: ty. {He} wants {his} {word} called, that's {kin:given}
?M: number in the chart is wrong btw, use {kinphone}
N: called {kin:given}, LVM. no PHI
K: Hi this is {kin:full}, {pt:given}'s {word}. Missed a call from [[{site:alias}|you guys|this number]]?
N: Hi {kin:given}, this is {nurse:given}, one of the nurses. {pt:given} had a fall, is awake and talking. Can you
    ring {looseline}?
K: driving. stuck behind a [[Ford F-150|Tesla|milk float|tractor]] on the bridge. ETA {txhour}
-: [[1 unread message|--- new ---|Today]]
S: transport here for [[mr|ms]] {pt:family}, is {he} on O2?
N: 2L. chart + tele box 14. {txi:nurse2} goes along
?M: i go along?? ok i go along
S: CT said {accession}, wet read neg per {dr3:given}
D: great, diet back on. hold tonight's {drug}. will d/w {pcp:family} in am
?N: post fall huddle {txhour}, need {staff:given} and charge
M: charge is {nurse2:family}, aka me, aka tired
N: bed alarm was [[off|not plugged in|on zone 1]]. not pointing fingers {txemo}
?S: i did hourly rounds at {txhour}, it was ON
M: nobody is blaming u {staff:nick}. incident # {ticket}, [[finish by EOD|due in 24h]]
K: im at the front desk, [[security|a nice man called {officer:given}|they]] won't let me up after 8
N: {kin:given} tell them 4 West, i'll come get u
D: I'll call {kin:given} myself after rounds. -{txi:dr}
M: {pt:given} asleep. gn. report to {lc:nurse:nick} at {txhour}
?N: so may i go home now
M: u may {txemo}
""",
    templates(r"""
[[4W nights|Med-surg B|The night crew|Falls huddle]] ({num:3-14} members)
Secure thread re: {pt:last_first} {mrn}
#4west-nights
    """),
)
_HIP = old(
    told(
        r"""
K: {pt:nick} is in. they took {his} teeth {txemo}
L: what time is surgery
K: {txhour} they said, after [[a wrist|some lad with an ankle|an emergency]]
?J: who's doing it
K: {surgeon:titled}. tall. shook everyones hand
L: the same {surgeon:family} who did {lc:someone:nick}'s knee?
K: dunno. [[{shorty}|the hospital]] parking is £{num:4-19} btw
J: i cant get there til {looseday}. is {lc:kin2:nick} going
L: i'm {kin2:nick} you muppet, im in the chat
?J: sorry meant {friend:given}
R: on my way, stopping at {shop}. anyone want anything
L: bacon roll. brown sauce. no I'm not [[{txturn:80}|{txturn:74}|{txturn:91}]] i just like it
K: NPO for us too out of solidarity
?-: {kin3:given} changed the group description
K: out of theatre!!! {surgeon:family} says textbook. [[plate and screws|half a hip|a cemented one]]
J: 🙏🙏 crying on the [[tube|ferry|top deck]]
L: does {he} need anything
K: {his} glasses, the {drug}, phone charger. and {his} [[rose|lavender]] hand cream
R: which ward
K: {dept} bed {bed}. visiting {txspan}. ask for [[nurse|sister]] {nurse:given}
L: {he} just rang me. thinks it's {year:-31} and that {someone:given} is late for tea
?J: thats the morphine
K: that's the morphine. {nurse:given} says it wears off
L: {his} birthday is the {nth:9} u know. turning {txturn}
J: cake??? {he}'s diabetic {kin2:nick}
L: half a cake then
R: ok who is feeding {lc:someone:given} the tortoise
K: me. key is w/ {someone:given} at {txdoor}, {street}
?L: the alarm code is on the fridge dont text it
K: OT came. {staff:given} i think. wants a rail + a toilet thing before {he} goes home
J: home to where? not the stairs
L: {nursinghome} has a rehab bed from {date:8}. {kin:nick} can u ring them? {loosephone}
K: rang. [[{someone:given}|a lady called {someone:given}]] will ring back, ref {refno}
J: {he} wont like it
K: {he} says "over my dead body" which is rich from a [[ward|hospital]] bed
?R: give {him} my love. may pop in {weekday}
L: physio got {him} up! 3 steps!!
K: and swore at {staff:given} in {lingo}
J: thats the {pt:family} spirit
K: dc {date:12} if bowels open. yes i said bowels in the family chat
L: left the chat
-: {kin2:given} left
""",
        templates(r"""
{pt:family} fam 🏠
Hip hip hooray
{pt:given}'s crew ({num:3-9})
The {pt:family} kids + {friend:nick}
        """),
    )
)
_CARERS = old(
    told(
        r"""
N: {txhour} call done. {pt:given} ate [[weetabix|half a crumpet|porridge + banana]], meds from blister, dry pad
M: ta. was [[{kin:given}|the {word}|the cat]] there
N: nope. {kin:given} at work til {txhour}
?S: pls remember to log in on the app when you ARRIVE not after. {staff:given}, office
M: the app logged me out again. [[CarePlanner|Birdie|Nourish|the tablet]] hates me
N: key safe was stuck. code changed?
S: new code {four:}. dont share outside this grp
M: {He} was tearful tonight talking about {someone:given}. made tea, sat w {him}
?N: {someone:given} was {his} {spouse}? or the dog
M: the dog was {lc:someone:nick}. pic on the shelf
S: podiatrist {weekday} the {nth:3}, pls let {someone:short} in
N: also DN for the leg. {drug} cream not the other one, label says BD
M: DN came. {nurse:given} not {nurse2:given}. leg looks 7/10 better
S: who can do Sat tea {txspan}? {lc:nurse2:given} is on AL, {txi:nurse} did last 3
N: me if someone does my {shortdate:6}
M: deal
?N: deal or no deal {txemo}
M: {pt:titled} refused [[wash|shower|pads]] this am. said may i be left alone lol
S: Noted. Refusal = form + ring {kin:given} on {kinphone}
M: rang. {kin:given} ok. says {he} was same w mr {pt:family} before
N: milk off, bread blue. shopping?
S: {kin2:given} ([[the son|her brother]]) gets {shop} on {weekday}. ring {loosephone} if not there by {txhour}
?M: delivered to {txdoor} by mistake!! {lc:someone:given} next door has the bags
N: gas man needs in {looseday}, job {ticket}
S: Ok. NB {pt:given} turns {txturn} on {date:5}, card in office to sign
M: aww. im bringing [[Colin the caterpillar|a Victoria sponge|buns]]
N: {he} cant have nuts
M: no nuts. there'll be rose petals. edible
S: reminder mileage by the {nth:8}, to {txmail:staff}. no receipts no £
N: {his} hearing aid is in the [[butter|kettle|bin]]. dont ask
M: found the other one in {his} shoe
?S: I'm asking.
N: night all. back {weekday}. {txi:nurse}
""",
        templates(r"""
{pt:given} {street} carers
Run 6 - Late
{oddcrew} Team B WhatsApp
{agency} - {pt:family} package
        """),
    )
)
_SCHOOL = young(
    told(
        r"""
N: Good morning, this is {nurse:full}, school nurse at {school}. {pt:given} is in my office w/ [[a belly ache|a
    temp of 100.9|hives|a nosebleed]].
K: oh no. did {he} eat
N: Says only [[Takis|Pop-Tarts|a Capri Sun|chicken nuggets]]. {He} is resting.
K: hes been like this since {weekday} / we were at [[urgent care|{shorty}]] {date:-2}. strep neg
?N: "Hes" or she? Sorry, I have two {pt:given}s today
K: {pt:given} {pt:family}, {teacher:titled}'s class, the {txkid} one lol
N: Ha, got it. May I give Tylenol?
K: yes pls. is the form not signed? [[my husband|{kin2:given}]] signed it in {lc:monthonly}
N: I have one for Benadryl & the EpiPen, none for Tylenol. Verbal ok noted {txhour}.
K: ok thank u. can {he} stay till {txhour}? im at [[{employer}|work]] and boss is a pain
N: Fever over 100.4 has to go home, sorry. State rule.
L: Hi nurse, {kin2:given} here, {pt:given}s dad. I can be there in {num:10-50} min. Silver [[Honda|Camry|Kia]]
N: Thanks {kin2:given}. Bring ID, ask for me or for {staff:given} at the desk.
?T: Hi {nurse:given}, {teacher:family} in rm {room}. {pt:nick} left {his} backpack and the iPad here.
N: ty. may {txw:cap} walk it down? (the helper of the day)
K: and [[the |]]inhaler pls its in the front pocket
N: Inhaler expires {date:20}, can {dr:titled} send a new one?
K: ill ask. they only answer the portal. {drphone} is the number if u want to try
N: Faxed the asthma plan to {dr:titled_full}, {clinic}.
L: here. which door
N: Door 4, buzz. Hi {kin2:given}!
K: thank u {nurse:given} ur a rockstar {txemo}
?N: No PE till {looseday}. Office hrs {txspan}. Flu + strep going round 3rd grade.
K: when is the hearing screen? {pt:given}s brother {chum:given} failed his w the other school
N: {date:14}, and vision the {nth:15}. Letters go home {weekday}.
T: {kin:titled} - {pt:given} may make up the spelling quiz any day, no rush
K: perfect. {he} doesnt hope to tho haha
N: 24h fever free w/o meds before return, so {weekday} at the earliest.
K: 👍 have a good wknd. {kin:given}
""",
    )
)
_CONSULT = told(
    r"""
D: Hi {dr2:given}, [[consult|curbside|quick q]] on [[{pt:titled}|{txi:pt}]], {agesex}, {bed}. {dx} + new {dx}.
E: hey. MRN?
D: {mrn}. Under {dr3:family} (night float handed off to me)
E: reading. trop {num:40-900}? lactate? K?
?D: trop flat, lac 1.9, K 5.1. EF 35 from {date:-60} at {site2}
E: who read that echo
D: {dr4:family}. images are in PACS under {accession}, their MRN {mrn}-ish lol
E: {txi:dr4} overcalls. repeat it
D: ok ordered. meanwhile start {drug}?
E: {sig}. hold if SBP <100
N: This is {nurse:given} RN. pt's {word} is at bedside & asking for the [["heart man"|cards team]]
E: that's me. 20 min. finishing a cath in {room}
?D: thx. {kin:given} has a notebook. and a brother-in-law who is a [[vet|dentist|chiropractor]]
E: noted
N: tele: 9 beats NSVT {txhour}, asx. strip in chart
E: Mg?
N: 1.6. running 2g now
D: per {pharmacy} {he} filled {drug} AND {drug} on {date:-9}. so both on board
E: oof. stop one. tell {txi:dr3}
F: I'm here, no need to tell me. - {txi:dr3}
E: {dr3:given}! thought u were off til {looseday}
?F: So did I. {dr2:nick} can you see one more, ED {bed}
E: name?
F: {chumpt:cap}, {agesex}, sent from {shorty}. {dr4:given} has the story
E: sure, order the consult so Epic stops yelling at me
N: family declined interpreter, {kin:given} speaks {lingo} and english, documented
D: note: code status full, HCP is {kin:full} {kinphone}
E: Seen. recs in. sign off unless echo bad. {txi:dr2}
D: 🙏 u the best. owe u a [[coffee|bagel|pint]]
E: you owe me {num:4-11} coffees
""",
    templates(r"""
Secure Chat | {dr:short}, {dr2:short}, +2 | Patient: {pt:last_first}
[[Cardiology|Renal|GI|ID]] e-consult - {pt:initials} - {stamp}
TigerText: {dr:titled} / {dr2:titled}
    """),
)
_ROTA = told(
    r"""
D: all - [[rota|call sched]] for {monthonly} is in the drive. shout by {looseday}
E: i'm down twice on the {nth:3}?? as both {txi:dr2} and {dr2:family}
D: lol so you are. one is [[{dr3:given}|{txi:dr3}]]
F: no im on AL {shortdate:2} to {shortdate:6}. told {staff:given} in {lc:monthonly}
S: You did, it's in the log ({ticket}). Sorry {dr3:given}
?E: so who covers? [[may|can]] i suggest a locum
D: agency wants {cash}. {txi:dr} says no
N: i can do nights mon-wed not thurs
E: {nurse:given} you're a star
F: swap: my {shortdate:9} for your {shortdate:16}, {dr2:nick}?
E: {weekday} is [[my kid's recital|{lc:kin:given}s bday|the match]]. {shortdate:17}?
F: done. {staff:nick} pls mark
S: Marked. {txi:dr2} {txspan} {date:9}; {txi:dr3} {txspan} {date:17}
M: who has the bleep tonight, {looseline} rings out
D: {lc:dr2:given} has it. new no is {looseline}
?M: {looseline} is the pharmacy {txemo}
S: correct: {looseline}. Old one is for [[ortho|the crash team]]
F: also who is "[[JKL|TBC|NF2]]" on the {nth:20}
S: TBC = nobody yet. NF2 = night float 2
D: {newdr:short} starts {date:11}, be nice, from [[{shorty}|{town}]]
E: the {newdr:family} who did the [[TED talk|podcast|marathon]]??
D: other one
N: bank hol pay? is {holiday} double
S: 1.5x per section 13, [[hope|trust]] that helps
M: it does not
?F: anyone driving to the course in {town} {looseday}? can share petrol
D: me. leaving {txhour} from {street}
E: in. {txi:dr2}
S: FINAL v3 is up. No more swaps after {txhour} {weekday} or I will cry. {staff:nick}
N: 👏👏
""",
    templates(r"""
[[SHO rota|Anaes on call|Doctors mess|Gas board|Team 3 call pool]]
Re-rota wk {num:2-51}
    """),
)
_DESK = told(
    r"""
-: Ticket {ticket} | [[P3|Low|Medium|Sev 2]] | [[Printers|EHR access|Telephony|Badge]] | opened {stamp}
N: Label printer on the WOW 14 prints blank since {txhour}. Zebra ZD410. tag {assettag}
S: Assigned to {staff:full}. Have you tried turning it off and on again? (serious)
N: yes. twice. {txemo}
?M: same on WOW 9, me ({chat:nurse2}) logged in
S: Remoting in to {ip}... is anyone using it?
N: {dr:family} is. hang on. still ordering TPN
S: np. lmk. also need your user ID
N: {chat:nurse}. not {chat:nurse2}, thats {nurse2:given}
S: Ribbon is in backwards per the log (err 1003). Pls open the lid, flip.
N: flipped. prints upside down now lol
S: Sending {officer:short} w/ a loaner, S/N {serial}
?M: can he look at the phone too, ext {ext} has no dial tone
S: Separate ticket pls: {ticket}. [[Telecom|Facilities]] desk is {loosephone}
O: on floor. which room
N: by med room, look for the sad nurse
O: fixed. driver 5.3 -> 5.4. labels OK for {chumpt:cap} test
N: THANK YOU {officer:given}. wait it printed someone elses label, {pt:last_first} {mrn}
O: that was queue from {txhour}. shredded, told privacy ([[case|inc]] {caseno})
S: {dr:titled} also locked out? AD says {chat:dr} disabled {date:-1}
D: Yes. I am {dr:full}, back from leave, password expired, cannot sign notes.
S: Reset link sent to {txmail:dr}. Expires in 15 min. Do not share.
D: Link goes to [[Teams|Okta|Imprivata]], it wants my badge.
S: Call {loosephone} opt 2, verify last 4 ({ssn4}) and manager.
?D: Manager? I have no manager. {dr2:given}?
S: {dr2:given} {dr2:family} approved {txhour}. You're in.
-: Status changed: Open -> Resolved by {chat:staff}
N: can confirm, works. 5 stars
-: Survey sent to {txmail:nurse}
"""
)
_BOARD = told(
    r"""
R: Hi all, newbie here. Just dx'd w/ {dx}, {age}, scared stiff. Anyone seen {dr:titled} at {site}?
K: Welcome {friend:nick}! I had {dr:family} for mine [[in {year:-4}|two yrs ago]]. Brisk but brilliant.
L: Avoid {site2}. Just saying. Waited from {txhour}
?J: that's a bit harsh @{chat:kin2}, nurse {nurse:given} there saved my bacon
R: Thank u!! do i need to stop [[Ozempic|Xarelto|turmeric|the rose hip stuff]] before?
K: Not a doc. Ask yours. I was NPO from midnight & bored.
-: [Moderator: please do not give dosing advice. - {uname}]
L: @{chat:friend} where abouts are you? {town}? there is a support group 1st {weekday} of the month
R: {town} yes! Sign me up. I'm the one w/ the [[red hat|walker|loud laugh]]
L: Its at {church}, {street}. Ask for [[big |]]{kin3:given}
J: thats me lol. tea is 50p
?K: biscuits are free. {kin2:nick} eats them
R: Update: got a date! {date:21} {txhour}, {site}
J: 🎉🎉 will be thinking of u. May the force etc
R: my [[other half|neighbour|cousin]] {someone:given} will post for me after
-: {num:3-40} people liked this
K: Any news {friend:given}??
-: Reply from {chat:friend}:
R: its {someone:given} typing. {friend:given} out of surgery, all clear margins, hi from recovery
L: hope {friend:nick} hoovers up the morphine like I did
J: Lol. Grace under pressure
?K: DM me for the recipe for the [[soup|CPAP hack|wedge pillow]], {email}
R: Home! 3 drains, 1 cat, 0 sleep. {dr:family} phoned me in person on {weekday}!
L: told you {txemo}
-: Thread closed by {uname}, {fulldate:60}
""",
    templates(r"""
Topic: New here :( {num:9-90} replies
r/[[ostomy|AskDocs|thyroidhealth|beyondthebump]] - posted by u/{uname}
[[Heart|Gut|Breast|Kidney]] Warriors of {town} (private group)
    """),
)

_PORTAL = mails(
    templates(r"""
[[Non-urgent question|Rx question|Test result|Visit follow-up]]
{drug} refill
Question about my {test}
    """),
    r"""
    @PD
    Hi {dr:titled},
    I took the {drug} on {weekday} and been nauseous since. should I skip this wks dose? I'm flying to {town}
        {looseday} for
        my niece {chum:cap}s bday, shes turning [[{txturn:5}|{txturn:16}|{txturn:40}]] {txemo}
    -{pt:nick}
    @NP
    Hello {pt:given}, this is {nurse:given}, {dr:titled}'s nurse. Any vomiting, belly pain, black stools? BP today?
        What
        else do you take (BID or daily)?
    {nurse:first_initial}, {nursecred}
    @PN
    no vomiting. bp {num:110-160}/{num:60-95} at {txhour}. also {drug}, vit D, and the rose hip capsules {kin:nick}
        swears by lol.
        my pill box says M-F but i may have doubled {weekday}
    @ND
    {dr:given}, see {txi:pt} below. {ageold}, eGFR 48. OK to hold x1 and restart at the low dose? {txi:nurse}
    @DN
    Yes, hold 1 wk, restart 0.25. {test} before the {nth:12} please. If worse: ED ({site}), not urgent care. {txi:dr}
    @NP
    {pt:titled}: per {dr:family}, skip this week, restart low on {date:7}. Lab slip sent to {lab}, {street}. Walk
        in, {txspan}.
    Please use {drphone} and not this portal if you get worse.
    {nurse:short}
    @PN
    thank u!! will the {pharmacy} have the small pens? they told my {word} {kin:given} "may be {weekday}". my new
        cell is {mobile}
        btw, old one is at the bottom of the lake
    {pt:full}, DOB {txborn}
    @NP
    Updated, thanks. Pens are at {shortpharm}, ask for {chum:cap}. Safe travels & happy birthday to {chum:cap}!
    """,
)

TYPES: tuple[NoteType, ...] = (
    NoteType("texts-fall-chat", _FALL, 1.5),
    NoteType("texts-family-hip", _HIP, 1.4),
    NoteType("texts-carers-chat", _CARERS, 1.5),
    NoteType("texts-school-nurse", _SCHOOL, 1.5),
    NoteType("texts-consult-chat", _CONSULT, 1.6),
    NoteType("texts-rota-swaps", _ROTA, 1.6),
    NoteType("texts-help-desk", _DESK, 1.3),
    NoteType("texts-portal-story", old(_PORTAL), 1.5),
    NoteType("texts-message-board", _BOARD, 1.2),
)
