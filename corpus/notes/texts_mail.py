"""Mail threads that quote their way down to the first message, absences, web forms, tickets and task lists."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.texts_kit import filed, mails, old, slips, young

_LOST = mails(
    templates(r"""
[[lost bloods|Missing samples]] - {pt:family}
{pt:initials} / URGENT!!
Samples {date:-1}
    """),
    r"""
    @NS
    Hi {staff:given},
    [[Not meaning to point fingers|Hope you're well]] but the {pt:family} bloods (2x EDTA, 1x SST) left here at
        {txhour} with {chum:cap} and your end says nothing arrived.
    Can you look? {accession} is on the form. {He} is {ageold} and has veins like cotton.
    [[Thx|Ta|Many thanks]]
    {nurse:given}
    [[Sent from Outlook for iOS|Get Outlook for Android|]]
    @SN
    {nurse:given} - POD sheet is signed "{txi:nurse2}" at {txhour}. Who is that? Is it {nurse2:full}?
    BR, {staff:nick}
    @NM
    {nurse2:nick}?? see below. did you take a pink bag off {chum:cap} on {weekday}. LMK before I reply to path.
    @MN
    Yep, that's my squiggle. Put it in the 4 degree fridge, bay 2, as the van had gone. I assumed (wrongly)
        {someone:given} would send it with the {txspan} run.
    Mea culpa. {txi:nurse2}
    @NS
    Found. In our fridge since {date:-1}, my apologies {staff:given}. Is the FBC any use or shall {pt:titled} come
        back?
    KR
    {nurse:short}
    {dept} | Ext {ext}
    @SD
    Dr {dr:family}, K+ on {pt:family} haemolysed, rest OK, Hb 71. Phoned to {nurse:given} {hm} ({txi:staff}).
        Please repeat.
    @DN
    Thanks both. {nurse:given}, bring {him} in {looseday}, group & save too. May need 2 units. {txi:dr}
    """,
)
_REFER = mails(
    templates(r"""
{pt:titled_full} - [[referral|second opinion|MDT]]
[[ENC|SECURE]]: {pt:last_first}, DOB {dob}
query re our mutual pt
    """),
    r"""
    @CD
    Dear {dr:given},
    I'd value your thoughts on {pt:titled}, a {ageold} {job} with {dx}. {drug} has done nothing, {drug} gave {him}
        hives.
    {kin:titled_full} ({word}) drives {him} everywhere and will come along. NHS no {nhs} / MRN {mrn}.
    Warm regards,
    {pcp:given} {pcp:family}
    {pcpsite}, {street}, {city}
    T: {phone} | F: {fax}
    @DC
    {pcp:nick},
    Happy to. I can do {date:12} at {site} or {date:19} at {site2}. My secretary {staff:short} is on {loosephone},
        {txspan}, not Weds.
    Bottom line: stop the PPI, repeat the {test}, and hope.
    {txi:dr}
    @SC
    Dear Dr {pcp:family}
    We have offered {pt:titled} {date:12} {time12}. Letter sent to {address}. Is this still right? It came back
        from the last place marked "gone away".
    {staff:full}
    PA to {dr:titled_full}, [[Mon-Thu|M-F]] {txspan}
    @CS
    Moved in {lc:monthonly}! Now c/o {kin:given}, {street}, {town} {zip}. Mobile {mobile}. Please update PAS / Epic.
    {pcp:initials}
    @SK
    Dear {kin:titled}
    Please find attached directions and the parking map (ignore the [[Waze|Google Maps]] route, it goes to the
        skip). Bring the glasses, a list of meds & a snack. NBM not needed.
    {staff:given}
    @KS
    hi {staff:given} thx for this. {pt:nick} has a funeral that day (uncle {someone:given}) can we do the {nth:19}
        instead? also does {he} need to stop {drug}. {kin:nick}
    @SK
    No problem, {date:19} {txhour}. And no - keep on with it. Grace period for the deposit is 5 days.
    """,
)
_SCHOOLMAIL = mails(
    templates(r"""
{pt:given} - [[allergy plan|504 / IEP|trip meds]]
Yr 4 residential
[[Meeting|Mtg]] {weekday}
    """),
    r"""
    @KT
    Dear {teacher:titled},
    {pt:given} {pt:family} is meant to go on the {town} trip {date:10}. Who will carry {his} EpiPen and the {drug}?
        Last time ({lc:monthonly}) it stayed on the coach.
    {kin:given} {kin:family} ({pt:given}'s {word}, {mobile})
    @TK
    Good morning {kin:given}, good question! {staff:given} is our first aider and Coach {someone:family} has the
        bag. I will ask nurse {nurse:given} to confirm.
    {teacher:short}, Room {room}
    @TN
    see below, over to you. mum is [[lovely|a worrier|a solicitor]], dad ({kin2:given}) copies everyone. T.
    @NT
    Thanks. Plan on file is from {month:-14}, unsigned. Needs {dr:titled} at {pcpsite:alias} to redo, fax {fax}.
        I'm in {txspan} M/W/F only.
    {nurse:short} {nursecred}
    @NK
    Hi {kin:titled}, could Dr {dr:family} do us a new plan before {date:7}? Two pens please (one per bag),
        labelled, in date. FYI I won't be on the trip, {nurse2:short} will.
    @KN
    got it. {dr:titled}'s office says {num:3-9} working days + $25 for the form, honestly. dropping it {weekday}.
        is {nurse2:given} trained?? {kin:nick}
    @NK
    {nurse2:given} was an ED nurse at {site} for 11 years so I'd say so :)
    """,
)
_APPEAL = mails(
    templates(r"""
[[Claim|Appeal|PA]] {claim} - {pt:last_first}
DENIED: {drug}
{payer} / {pt:initials}
    """),
    r"""
    @DS
    {staff:nick}, {payer} said no to the {drug} again?! {pt:given}'s A1c is 9.1. Who do I shout at.
    {txi:dr}
    @SD
    Peer to peer is {looseday} {txhour}, {loosephone}, ref {claim}. Reviewer: {dr2:titled_full},
        [[podiatrist|family med]] (I know). Member ID {plan}, group {groupno}.
    {staff:given} | Prior Auth | {ext}
    @PS
    Hello its {pt:full} DOB {txborn}. I got a letter from {payer} dated {fulldate:-6} saying not covered. I am on
        my last pen. My {spouse}s plan ({shortpayer}) may cover it, will that help?
    @SP
    Hi {pt:titled}, yes please! Send front & back of that card to {txmail:staff}. We do not take {shortpayer}
        Silver but do take Gold. Samples at the desk, ask for {chum:cap}, {txspan}.
    @DS
    Did the P2P. {dr2:family} was civil. Overturned! Approved thru {fulldate:180}, auth {order}. Tell {pt:given} &
        {kin:given}.
    @SP
    Great news {pt:given} - approved. {pharmacy} on {street} has it. [[Ozempic|Mounjaro]] starts at the low dose.
        Copay card is on the website, page 2.
    Best,
    {staff:full}
    @PS
    God bless you {staff:given} AND {dr:titled}. will bring {lc:kin:given}s [[banana bread|tamales]] on the
        {nth:6}. {pt:nick}
    """,
)
_ABSENT = slips(
    templates(r"""
Automatic reply: I am out of the office until {date:9} with [[limited|no|patchy]] access to email. For anything
    urgent contact {dr2:full} ({txmail:dr2}) or ring {phone}. {dr:given}
I'm on [[mat|paternity|study|annual|sick]] leave until {month:90}. {nurse:given} ({txmail:nurse}, ext {ext}) is
    covering. For LAC / MASH, ring duty. Don't panic. {dr:nick} x
Thanks for your email! I work [[Mon-Wed|Tues & Thurs|M/W/F]], {txspan}. If it can't wait, {staff:short} sits next
    door to me.
OOO: AL back {weekday}. TOIL {weekday}. Please DNR this chat (do not reply) {txemo}
Your message to {txmail:staff} could not be delivered. The mailbox is full. Err 5.2.2.
{dr:short} no longer works at {site:alias}. Please direct queries re [[his|her|the]] list to {dr2:last_first} or
    {txmail:dr3}.
This inbox is not monitored. For appointments use the app. In an emergency dial 999/911/112/000.
Hello from {clinic}! Our office is closed for {holiday} and reopens {weekday} {txhour}. The on-call is
    [[Dr|Doctor]] {dr3:family}, {drphone}.
I have retired!! As of {fulldate} I'm on a beach in {abroad}. {dr2:titled} has kindly taken my patients. It has
    been a privilege. {dr:full}
Thank you for contacting [[{pcpsite}|{site}]]. We aim to answer in 2 working days (M-F {txspan}). Your ref is {refno}.
In clinic all day, phone off. Text {mobile} if the roof is on fire. {txi:dr}
Bin day is {weekday}. That is all. Regards, Facilities
I'm in theatre {txspan} then on the train to {town}. Back online the {nth:2}. - {dr:nick}
Auto: read receipt. Your message "Re: ToR v2" was displayed {weekday} {txhour}.
Note my new surname: I was {nurse:given} {someone:family}, I am now {nurse:full}. Email unchanged ({txmail:nurse}).
Attending conference in {city}, {daterange:2}. Contact chief resident {dr3:short} p{pager}, or {dr4:short} after
    hours.
Fellow on service wk of {shortdate}: {dr2:family}. Wk of {shortdate:7}: {dr3:family}. Not me. {dr:family}
On jury duty at {oddcourt} till who knows. {staff:nick} has my [[keys|list|plants]].
    """),
    templates(r"""
[[Best|KR|BR|Cheers|Ta|VR|V/r|Yours aye|Take care|Warmly|Onwards]],\n{nurse:short}\n{nursecred}, {dept}\n{phone} |
    {txmail:nurse}
--\n{dr:full}, {cred}\n[[she/her|he/him|they/them|Hablo español]]\n{site} | {street} | {city}, {stateab} {zip}
{staff:given}\n[[Sent from my iPhone|Sent from Yahoo Mail on Android|typed with thumbs, forgive typos]]
{txi:dr}/{txi:staff} (dictated, not read)
pp {dr:titled}\n{staff:short}
Warm wishes from all at {clinic}: {chum:cap}, {chum:cap}, {chum:cap} & {chum:cap} (and Biscuit the clinic dog)
[[xoxo|xx|luv|hugs]] {kin:nick}
Think before you print. This e-mail may hold PHI; if you are not the addressee, delete it and ring IG.
    """),
    least=1,
    most=3,
    quick=0.1,
)
_COMPLAINT = filed(
    r"""
[[Name|Your name|Full name|Who are you?]] = [[{kin:full}|{kin:titled_full}|{kin:short}|{lc:kin:short}]]
[[Email|E-mail address|Your e-mail]] = {txmail:kin}
[[Tel|Best number|Phone (day)|Mobile]] = [[{loosephone}|{kinphone} (not before {txhour})]]
[[Best time to call|When may we ring]] = [[evenings|{txspan}|any|M-F, not Weds]]
[[I am|Relationship to patient|You are]] = [[{word}|the {word}|carer|{word}, and POA|other]]
[[Patient's name|About whom|Name of patient if not you]] = [[{pt:full}|{pt:titled}|{lc:pt:short}|my {word}'s, see
    above|{pt:titled_full}]]
[[Patient DOB|Date of birth|Born]] = [[{dob}|{txborn}|n/k]]
[[Which site?|Location|Where did it happen]] = [[{site}|{shorty:cap}|{clinic}|{site:alias}, {dept}]]
[[When|Date of incident|Date + time]] = [[{date:-4}|{looseday}|{date:-4} about {txhour}|over {holiday}]]
[[Who was involved|Staff involved|Names, if known]] = [[{nurse:titled}|sister {nurse:given} and a tall doctor w
    glasses|someone called {chum:cap}|dont know, badge was backwards|{dr:titled}, {txi:nurse2}]]
[[Have you raised this before|Previous contact]] = [[No|Yes, ref {refno}|told {staff:given} at the desk|PALS
    {date:-2}]]
[[How did you hear of us|Referred by]] = [[Google|bus|{friend:full}|a leaflet]]
[[Type|Category|Nature]] = [[Communication|Waiting time|Lost property|Parking|Attitude]]
[[Submitted|Received]] = {stamp}
    """,
    r"""
They lost {pt:given}'s [[dentures|hearing aid|wedding ring|left slipper]].
{He} is {age} and [[was left on a trolley|waited in the corridor]] from {txspan}.
Nurse {nurse:given} was the only one with any [[kindness|grace|time]], the rest rose above it.
When I asked for {dr:titled} I was told "{lonedr} is off, may be back {weekday}".
A [[man|woman|person]] named {chum:cap} hung up on me. Twice.
My {word2} {kin2:given} rang {sitephone} on {date:-3} and spoke to {someone:short}.
We were told "somebody will ring". Nobody did. I rang at {txhour} and again {txhour}.
Then a bill came to {street}, for {cash}, account {acct}.
Under the Bill of Rights on your wall I may see the notes.
I do not wish to sue. I want {num:1-4} things: an apology, the teeth, my £{num:3-40}.40.
{friend:full} (next bed) saw it all and will be a witness, {mobile}.
The car park machine ate my card too.
""",
    r"""
[[What would put it right|Desired outcome]]: [[An apology to {pt:given}|Somebody called {staff:given} to keep their
    word|A new pair|To hear from {dr2:titled}]]
[[Yours in disgust|Yours|Disappointed|Sincerely]], {kin:short} [[(in person if need be)|]]
[[OFFICE USE|For office]]: rcvd {txi:staff} {shortdate:1} -> {txi:nurse}, due {shortdate:21}, case {caseno}
[[Consent to share: Y|I agree to the T&Cs|I am not a robot]] ☑
""",
    r"""
[[Tell us what you think|Feedback form|Complaint / compliment|Contact us]] - {site}
New form entry {ticket}
You have a new submission from [[your website|{siteurl}]]
""",
)
_TASKS = filed(
    r"""
[[Task|To do|Follow-up]] = [[Call {pt:full} re INR 4.8|ring {kin:given} re code status|Chase MRI,
    {pt:last_first}|PA for {drug}, {txi:pt}]]
[[Assigned|Owner|For]] = [[{nurse:short}|{txi:nurse}/{txi:nurse2}|LPN pool > {nurse:given}|{chat:nurse}|unassigned]]
[[Due|By]] = [[{shortdate:2}|{looseday}|EOD|COB {weekday}|{txhour}]]
[[Contact|Phone]] = [[{kin:given} ({word}, HCPOA) {kinphone}|{loosephone}|see banner]]
[[Priority|Flag]] = [[2|High|routine|P3|🔴]]
[[Pt|Patient]] = [[{pt:last_first} {mrn}|{pt:full}, {dob}|{txi:pt} {bed}]]
    """,
    r"""
{shortdate:-3} LVM x1. {txi:nurse}
{shortdate:-2} {txi:nurse}: no ans, VM full
{shortdate:-1} {txi:nurse2} - spoke w {word2} {kin2:given}, states pt in {town} til {looseday}, will CB
{shortdate:-1}: wrong number, it is a {shop}. new # per {kin:given} is {kinphone}
{txi:nurse} {txhour} d/w {txi:dr}: hold coumadin x2d, recheck {shortdate:2}
{shortdate} hold x2, INR 2.6 per {lab}, resume. {txi:nurse2}
{shortdate} VM from {kin:given}: pt now at {nursinghome}, {city}, room {room}, fax {fax}
{shortdate} {dr:family}: OK to crush. PharmD: NOT ok to crush (ER). {dr:family}: ok, IR then
{shortdate:1} letter mailed to {street}, {city} (cert. {postno})
per {txi:dr} close if no CB by {shortdate:5}
r/s from {shortdate:1} to {shortdate:8}, {kin:nick} to drive
reassigned {chat:nurse} -> {chat:nurse2}. reason: AL
f/u: {txfig} NPO, bring {txclin} form
done, {txabbr:lower}. {txi:nurse}
""",
    r"""
Closed by {txi:nurse2} {stamp:2}
[[Subtasks|Checklist]]: [x] labs [x] {txi:dr} aware [ ] {kin:given} aware
Snoozed to {looseday}
""",
)
_INVITE = filed(
    r"""
[[Subject|What|Title|SUMMARY]] = [[Family mtg - {pt:family}|MDT {pt:initials}|{dr:family}/{dr2:family}
    1:1|Palliative huddle|Flu clinic (walk-in)|Exit interview {nurse:given}|{staff:nick}'s leaving do 🎉]]
[[When|Time|DTSTART]] = [[{weekday} {fulldate:4} {txspan} (Eastern)|{weekday} {textdate:4}, {time12}, 1
    hr|{fulldate:4}, {time}, 30 min|every {weekday}, {txspan}]]
[[Where|Location]] = [[Zoom (link below)|Conf rm 2B / Teams|{site}, {dept}, rm {room}|{shop} by the lifts|{street},
    {city}|TBC]]
[[Organizer|Organiser|From]] = [[{dr:full}|{staff:last_first}|{txmail:staff}|"{dr:short}" <{txmail:dr}>]]
[[Attendees|Required|To|Invited]] = [[{dr2:short}; {nurse:short}; {kin:full}|{dr:given}, {dr2:given},
    {nurse:nick}|{txmail:dr2}, {txmail:nurse}, Palliative Huddle|{txi:dr} {txi:dr2} {txi:staff} + SW]]
[[Optional|Cc]] = [[{nurse2:last_first}|{lawyer:full}|bed mgmt|{kin2:given}?]]
[[Status|Response]] = [[Accepted: {dr2:given}; Tentative: {nurse:given}; Declined: {nurse2:given}|No response|busy]]
[[Dial-in|Join by phone]] = [[{phone}, PIN {six}|+1 {phone}|same as before]]
[[Meeting ID|UID]] = [[{order}|{uuid}|n/a]]
    """,
    r"""
{dr2:given} to bring the {pt:family} imaging. Will need consent. May run over.
{kin:given} ({word}) dials in from {city}, interpreter booked ({lingo}).
Agenda: 1. minutes of {date:-7} 2. beds 3. hope & despair 4. AOB
New time proposed by {nurse:given}: {weekday} {txhour}.
Room booked in the name of {staff:family}; code for the door is with {chum:cap}.
Pls use the Art room, the Rose room has no heating.
Cancelled: {dr:family} has {dx}, or says so.
Bring SBAR cards. No food at desk.
This is a recurring mtg. You may leave after item 3.
""",
    r"""
-::~:~:: Please do not edit this section ::~:~::-
[[Reminder|Notify]]: 15 min before
{txi:staff} on behalf of {dr:titled}
""",
)
_FAXED = filed(
    r"""
[[TO|To|Attn]] = [[{pcpsite}, ATTN: {staff:given}|{dr2:titled_full}|{newsite} - medical
    records|{pharmacy}|{dr2:family} / {chum:cap}]]
[[FROM|From|Sender]] = [[{nurse:short}, {site}|{site} {dept}|{txi:nurse}|{clinic}]]
[[FAX|Fax no.|F]] = [[{fax}|{sitefax}|see directory]]
[[PHONE|Tel|P]] = [[{phone}|{drphone} x{ext}]]
[[DATE|Date]] = [[{numdate}|{shortdate} {txhour}|{fulldate}]]
[[PAGES|Pages incl. cover|# of pp]] = {num:2-40}
[[RE|Re|Regarding]] = [[{pt:initial_last} DOB {dob}|{pt:full}|{txi:pt}, {mrn}|Wheelchair repair|{pt:last_first}
    (turns {txturn} {looseday})]]
[[CC|cc]] = [[{dr3:titled}|file|{lawyer:full}|none]]
    """,
    r"""
[X] URGENT  [ ] FOR REVIEW  [ ] PLEASE COMMENT  [ ] PLEASE RECYCLE
Here is the [[op note|MAR|consent|med list]] you asked {chum:cap} for.
P. 3 came out upside down, call {loosephone} if you can't read it.
{dr:titled} needs it signed by {looseday}.
2nd try. 1st went to {shop}, sorry {shop}.
If you got this in error, call us & shred. The rest is HIPAA.
{kin:given} will pick up the CD at the desk {weekday} {txspan}.
Will the Mark IV pump be ready in time? Pls LMK. NPO after MN.
""",
    r"""
Thanks, {nurse:given}
TX RESULT: OK   {fax}   PG {num:2-9}   {stamp}
FROM: {site:alias}  {fax}  {stamp}  P.01/0{num:2-9}
""",
    r"""
FAX COVER SHEET
{site:upper}\n{address}
*** FACSIMILE ***
""",
)

TYPES: tuple[NoteType, ...] = (
    NoteType("texts-mail-lost", _LOST, 1.3),
    NoteType("texts-mail-referral", old(_REFER), 1.5),
    NoteType("texts-mail-school", young(_SCHOOLMAIL), 1.2),
    NoteType("texts-mail-appeal", _APPEAL, 1.3),
    NoteType("texts-absent", _ABSENT, 1.5),
    NoteType("texts-complaint", _COMPLAINT, 1.4),
    NoteType("texts-task-list", _TASKS, 1.6),
    NoteType("texts-invite", _INVITE, 1.3),
    NoteType("texts-fax-cover", _FAXED, 1.1),
)
