"""More of lay prose: chronologies, inquests, family groups, forum posts, appeals, queues of tickets."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.chatter_kit import NOBODY, book, tale
from corpus.notes.compose import templates
from corpus.notes.mended_kit import writer

_LINES = ("\n", "\n", "\n\n")

_CHRONOLOGY = tale(
    r"""
[[CHRONOLOGY|Chronology of significant events|Safeguarding chronology]] - {cvf1:full} [[(SU)|("{cvf1:nick}")|]]
    ref {docid}
Household: {cvf1:nickfull}, son {cvm1} ({cvage:30-55}), lodger {cvm2:nick}, {cvbeast}.
!{numdate:-400} | Referral from {church} lunch club. {cvf1:nick} came without a coat, said "{cvoath:lower}, he's
    sold it".
{numdate:-380} | Visit. {cvm1} let us in. TV on, {cvtv}. Fridge: {cvfood}, {cvdrink}. {cvf1:letter} in good spirits.
{numdate:-361} | {cvm2:nick} answered. Says he's "the nephew". {cvm1} says he met him at {cvspot}.
{numdate:-340} | T/c from {cvsf1:dr}, {clinic}: missed two bloods. {cvf1:nick} thought it was still {monthonly}.
{numdate:-322} | Bank ({oddbank}) rang: {cvcash} a day out of the {street} machine. Card with {cvm2:nick}.
{numdate:-300} | Neighbours the {cvf2:house} heard shouting. {cvf2:nick}: "I know that voice, it's {cvm2:lownick}".
{numdate:-281} | Police log {docid:upper}: {officer:titled} attended. {cvm1} in tears. No complaint made.
{numdate:-280} | {cvf1:initials} to {shorty}, fracture, fell "over {cvpet}". Ward {ward}. D/c planning: {cvsf2}.
{numdate:-266} | Strategy mtg. Present: {cvsf2:full} (chair), {cvsm1:initials}, {officer:family}, {cvm3:pastor}.
    Apologies {cvsf1:dr}.
{numdate:-264} | {cvm1:titled} asked to see a solicitor. {lawyer:short} of {firm} now acts.
{numdate:-250} | {cvf1} moved to {nursinghome}. Took the clock, a {cvbrand} and the budgie. Left {cvfic} print for
    {cvm1}.
{numdate:-201} | Visit. {cvf1:nick} says {cvm1} comes Tues and Fri with {cvfood}. {cvm2:nick} not seen; believed {town}.
{numdate:-188} | Anonymous call, {cvtel}, "ask {cvm2:lownick} about the {cvcar}".
{numdate:-150} | {cvm1} back at {works}, days. Says he sleeps now. Weight 64kg.
{numdate:-120} | {cvf1:family} v {cvm2:family}: order at {zcourt}, not to come within [[50|200]] m of {cvspot}.
{numdate:-91} | Card from {cvf3:nick} in {country}, the sister. {cvage:80-95} and "still driving".
{numdate:-30} | Closed to {agency}. Review by {cvsf2:initials} on {wd}. {cvsm1} to tell {cvm1:nick}.
""",
    0.85,
    0.03,
    0.05,
    _LINES,
)

_INQUEST = tale(
    r"""
!{cvf1:full}, {cvage:16-29}, of {street}, {city}, died at {shorty} on {fulldate:-200}.
The [[coroner|assistant coroner]], {lawyer:full}, opened the inquest with a minute's silence. {cvf1:nick}'s
    mother, {cvf3:nick}, held a photo of {cvf1:nick} with {cvpet}, their {cvbeast}.
{cvf3:titled} told the hearing: "{cvf1:nick} loved {cvsong} and hated {cvfood}. She was not a bed number."
{cvf1:nick} first saw {cvsf1:dr}, at {clinic}, on {wd} after the {holiday} break. She was told it was [[nerves|a
    virus]] and given {cvrx}.
Her boyfriend, {cvm2:nickfull}, a fitter at {works}, drove her to {site} in his {cvcar} on the {nth}.
{cvm2:nick} said they waited in the corridor under a TV with {cvtv} on. "{cvoath}, you don't forget that."
A nurse, {cvsf2:full}, said she had [[nine|14|twelve]] patients that night. Asked if {cvf1:nick} was one,
    {cvsf2:titled} said: "Maybe."
{cvsm1:full}, of the ambulance trust, said the crew had come from {town}, forty minutes off.
The family's friend {someone:short}, of {church}, said {cvf1:nick} had been a Brownie with {oddclub} and taught
    Sunday school.
Text read out: "{cvf1:lownick} u ok? call {cvnan:lower} {cvx} {cvm2:letter}".
{cvf1:family} had worked the tills at {cvwork} and was to start at {newschool} on {textdate}.
Her grandad, {cvm1:nick}, {cvage:70-90}, formerly of {cvspot}, died three weeks after her, "of the same thing," he
    had told {cvm3:pastor}.
Pathologist {surgeon:full} gave the cause as sepsis. Prof {newdr:family} agreed.
[[Verdict|Conclusion]]: natural causes, contributed to by neglect. Report 28 to {payer}.
Flowers: {co}, {cvtel}. The {cvf1:house} thank {cvsf2:nick} for staying.
Reporter: {someone:short} | {zpaper}
""",
    0.85,
    0.02,
    0.04,
    _LINES,
)

_GROUP = book(
    r"""
[{wd}, {hm}] {cvf1} created group "{cvf2:nick} care"
[{shortdate} {hm}] {cvm1:nick}: {cvhi} all
{textdate}. Group: {cvf1:nick}, {cvm1:nick}, {cvm2:nick} +2
""",
    r"""
{cvf1:nick}: mum rang me at work ({cvwork}), thinks it's {weekday}
{cvm1:nick}: on my way, {cvcar} in the garage, getting the {cvapp}
{cvf3:nick}: I can do the {nth}, not the {nth}
{cvf1:nick}: no shes gone in {shorty:lower}, {ward}, ask for {cvsf1}
{cvm2:nick}: {cvoath}, {cvoath:lower}
{cvf1:nick}: {cvsf2:dr} says {cvsf2:nick}... no, {cvsf2:dr} says home by the {nth} if sugar ok
{cvm1:nick}: who is {someone:short}, she keeps asking for them
{cvf3:nick}: her bro, d. {year}, lived {cvspot}
{cvm2:nick}: {cvpet} is at the {cvf3:house}', fed [[three|4]] times apparently
{cvf1:nick}: bring her glasses, the {cvcream} and {cvfood}. Not the {cvfood}
{cvm1:nick}: {cvsm1} on nights is a legend {cvx}
{cvm2:lownick}: can sum1 pay {cvcash} to {co}
{cvf3:nick}: parking {cvcash}. {cvoath}!!
{cvf1:nick}: {cvtel} = ward. {cvtel} = {cvsf1}. dont share
{cvm1:nick}: mum was sayin "{cvfic}" was in the bath. {cvend:lower}
{cvf3:slip}: *{cvf3:nick}
{cvm2:nick}: she'll be {cvage:75-92} Sunday, card on {txdoor} table
{cvm2:nick}: who has got {cvf2:family} docs, ref {docid}
{cvf1:nick}: home! in her own bed w {cvpet}, watching {cvtv}. love u all {cvx}
""",
    r"""
{cvf1:letter}
{cvm1:nick} left
<Media omitted>
""",
    6,
    16,
)

_FORUM = templates(r"""
@{uname} girl your post made me cry. My {cvf1} was 24 wkr, 1lb 9, 98 days in {shorty}. {cvsf1:dr} is the GOAT.
Now she's {cvage:2-9} & obsessed w/ {cvtv} and {cvfic}. Hang in there mama. -{cvf2} in {town} 💙 #preemiestrong
posted by {uname}: anyone else's kid on {cvrx} with {cvrx}? {cvm1:nick} ({cvage:4-14}) won't eat {cvfood}
We live nr {cvspot}. {shorty} lost our notes TWICE. Their #: {cvtel}. Name on file: {cvf1:familyslip}. It's
    {cvf1:family}.
Shoutout to nurse {cvsf2} and the {oddclub} mums who met me in {cvshop}, {town}
our {cvnan} used {cvcream} for everything. {cvnan} died at {cvage:91-103}. go figure
Don't bother with {cvapp}, {cvapp}, {cvshop} or {cvshop}. All rubbish.
Reply to {handle}: thats not {cvsf1:dr}, thats {someone:short} who left in {year}
I'm a {cvwork} cashier in {town}, single dad, {cvm1} is {cvage:3-15}, {cvf1} is {cvage:1-2}, any advice welcome. {cvend}
{cvoath}! the lady at the till in {cvshop} cured my {cvbeast}
MODS: delete this, {cvf2:lownick} {cvf2:letter} is using my real name
{cvm2:nick}: "{cvfic} of {town}". ok {cvm2:nick}. Bye {cvm2:nick}.
week {num:4-40}: 9 lbs down, {cvrx}, 10k steps. feeling like {cvfic}
Sold our {cvcar}, {cvcash}, to get {cvf1:nick} to {site}. Thanks {church}!!
PSA: {cvwork} in {capstown:lower} has no wheelchair loo. Told {someone:nick} there. {someone:nick} laughed.
""")

_APPEAL = templates(r"""
MISSING: {cvm1:full}, {cvage:14-88}, last seen {hm} {textdate} at {cvshop}, {street}. Wearing {cvbrand} trainers,
    size 9, {cvfig}. May be with {cvpet}, a {cvbeast}.
Family of {cvm1:nick} ask anyone who was at {cvspot} on {looseday} to ring {officer:titled}, {cvtel}, quoting {docid}.
He may be confused and answer to "{cvm1:nick}" or "{cvm2:nick}". Likes {cvsong}, {cvfood}. Has [[a limp|one shoe]].
{cvf1} ({cvage:60-85}), his wife: "Please {cvm1:nick}, come home. {cvoath}, I've kept your tea."
Fund for {cvf2:nickfull}, {cvage:3-9}, of {cvspot}: {cvcash} so far. Raffle {cvfood}, auction a {side} shirt.
    Cheques to {church}.
UPDATE {wd}: found safe at {homesaid}, {town}. Thanks {cvpair:2} and all at {cvwork}.
Reunion of {newschool} leavers, {cvspot}, {nth}. Contact {cvf3:nickfull}, {cvtel}; {cvf1:house} welcome. {cvcash}.
Found: {cvbeast}, answers to {cvpet}, by {cvspot}. Ring {someone:nick} {cvtel}, eves.
Blood drive at {church}, {street}, {wd}, {txspan}. {cvfood} and {cvdrink} after. Ask {cvsf1}.
Lost: hearing aid, bus 14 or {cvshop}, {looseday}. {cvm3:initial_last}, {txdoor} {cvspot}. Reward {cvcash}.
""")

_QUEUE = templates(r"""
{ticket} | {cvsf1:last_first} | {textdate} {hm} | {cvapp} frozen, [[Jabra|Poly|Plantronics]] headset dead, x2 | assigned
    {cvsm1:initials}
{ticket} | {username} | {shortdate} | letter for {cvm1:initial_last} went to {cvm1:familyslip}, {street} | {cvsm1}
{ticket} closed by {cvsm1:lownick}: user error {cvx}
{ticket} re-opened. {cvsf2}: "NOT user error {cvsm1}!! {cvf1:titled} waited [[45 mins|2 hrs]]!!"
note to {cvsm1}: {cvsm1:letter} owns cart 4; ring {looseline}; {cvsf2:letter} is on {ward}
{ticket}: portal name shows "{cvf2:slip}", should be {cvf2:full}. DOB {dob} ok. {txmail:pt}
{ticket}: {cvsf1:givenlast} can't see {clinic} queue. Error {errno}. Screenshot on {cvapp}
{ticket} P3 {cvsm1:nick}->{cvsf2:nick}: printers named {cvfic}, {cvfic} and {cvpet}. {cvfic} out of toner.
Waiting on {vendor} ({someone:short}, {cvtel}), part {serial}, due {wd}
Out of hours: {cvtel}, {cvsm1} til {nth}, then {cvsf1}. {holiday}: {cvoath:lower}, nobody.
Survey: [[5 stars|4.5 stars|4 out of 5]]. "{cvsm1} is a star. {cvapp} is not." - {cvsf1:initials}
merge w/ {ticket}? same {cvm2:family}, other {cvm2:letter}. {cvm2:nick}, {town}, not {cvm2:nick}, {country}
""")

TYPES: tuple[NoteType, ...] = (
    NoteType("chatter-chronology", _CHRONOLOGY, 1.4),
    NoteType("chatter-inquest", _INQUEST, 1.2),
    NoteType("chatter-family-group", _GROUP, 1.5),
    NoteType("chatter-forum", writer(_FORUM, _FORUM, NOBODY, most=6, haste=0.3), 1.5),
    NoteType("chatter-appeal", writer(_APPEAL, _APPEAL, NOBODY, most=4, haste=0.06), 1.2),
    NoteType("chatter-ticket-queue", writer(_QUEUE, _QUEUE, NOBODY, most=8), 1.3),
)
