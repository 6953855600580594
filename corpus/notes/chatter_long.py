"""Long texts of lay people and carers: day books, home visits, complaints, court reports, obituaries, statements."""

from __future__ import annotations

from corpus.engine.note_type import NoteType
from corpus.notes.chatter_kit import book, tale

_DAYBOOK = book(
    r"""
[[DAY BOOK|Day book|Communication book|House diary|Handover book]] - {nursinghome}   [[{weekday} |]]{wd}
{weekday} {nth}. On: {cvsf1}, {cvsf2}, {cvsm1} (nights {cvsm1:letter})
{homesaid} / {ward} / {weekday} / {shortdate}
{textdate}. [[Early|Late|Night]] shift: {cvsf1:givenlast} + {cvsm1:givenlast}. 31 in, 1 in hospital ({cvm3:nick})
""",
    r"""
{cvf1} up and washed, ate her {cvfood}, refused cardi. {cvm1} still in bed, says his back's bad.
Chiropodist ({cvsm1}) in. Did {cvf1}, {cvm1}, {cvf2:givenlast} and {cvf2:nick}'s pal {someone:given}.
{cvf1}'s niece {cvf3:nick} phoned from {town}, coming up on the {nth} w/ the [[twins|boys|dog]].
{cvm1:nick} fell by the piano, no injury. Body map done. Told {cvsf2}. Son {someone:given} informed - not happy.
[[Bingo|Quiz|Knit & natter|Chair yoga]]. {cvf2:givenlast} won the {cvfood}. {cvm2} says it was fixed.
{cvm2} asking for {someone:nick} again ([[late wife|his sister, d. {year}|her mam]]). Put {cvtv} on, settled.
{cvf2:titled} to {shorty} w/ {cvsf2}, [[chest|hip|eyes]]. Went in her slippers. Taxi {cvcash}.
DN {cvsm1:nick} here for {cvm1:nick}'s leg. Back {wd}. Wants us to order {cvcream}... no, the other foam.
{cvf1:nick} and {cvf2:nick} not speaking. Table moved. {cvf1:nick} sits with {cvm2:nick} now.
Fire test. {cvm3:nick} went out to the bus stop in his [[vest|pyjamas]], brought back by a lady from {cvwork}.
Meds. {cvm3:nick} wouldn't take his from {cvsf2}, took them from me. MAR signed.
{pharmacy:alias} rang: {cvf2:house} - no, {cvf2:family}, {cvf2:given} - tabs short by 4.
Vicar ({cvm3:pastor}) did communion x 6. {cvm2:nick} asked him for a {cvfood}.
{cvf1} in the garden in the sun, told me about {cvwork} where she did the tills till {year}.
New face in room 9: {friend:full}, likes "{friend:nick}". {cvage:78-96}. Was at {cvspot}. {cvbeast} called {cvpet}
    gone to the daughter.
{cvsf2:dr} did round. {cvm1:initials}: stop the {cvrx}. {cvf1:initials}: bloods. {cvm3:initials}: leave be.
{cvm1}'s glasses found in {cvf2}'s bed. {cvoath}.
GP rang back, {cvtel}, ask for {someone:given}. Not urgent.
{cvpair:2} from [[next door|{church}|{cvspot}]] brought scones for all. Nice of them.
Hairdresser. {cvf1}, {cvf2} set; {cvm2:nick} trim. All paid bar {cvm2:nick}.
Staff: {cvsf1} off till the {nth}, {cvsm1} swapping with {someone:given} on {looseday}.
{cvm2:nick} turned {cvage:88-99} today!! Cake, {cvtv}, family x 9. Great-gdaughter {someone:given} is {cvage:2-6}.
Night check x 2, {cvm3:nick} up for tea. Chatted about the {cvwork} days.
""",
    r"""
[[L/n|Handed over to]] {cvsm1}. {cvsf1:initials}
[[Keys|Drug keys]] to {cvsf2}. All [[well|asleep|quiet]]. {cvsf1:givenlast}
To do: ring {cvf1}'s niece; {cvm1:initials} urine; batteries. {cvsf2:letter}
{cvsm1:initials} / {cvsf2:initials} [[0715|21:30]]
""",
)

_CARE = book(
    r"""
[[Homecare|Home care|Dom care]] log - {cvf1:full}, {street}[[, {town}|]]  w/c {wd}
{cvf1:titled} - visits - {agency} - [[sheet 3|p 2 of 4]]
{wd} [[carer|CW]]: {cvsf1}
{textdate} - {cvsf2:given} / [[double up|x2]] {cvsm1:nick}
""",
    r"""
SU in bed [[o/a|O/A|on arrival]]. TV on ({cvtv}). Assisted w [[p/care|pers care]], cream to legs, {cvcream} to sacrum.
{cvf1:nick} had soup + half a {cvfood}. Drank [[2 teas|200ml|all of it]]. [[Medi box|Medibox|MAR|Blister]] correct.
Son {cvm1:nick} there, asked re change of time from w/c {nth}. Told him ring {cvsf2} at the office {cvtel}.
{cvf1:nick} said "where's {cvsf2}?" - explained {cvsf2:letter} on [[a/l|A/L|hols|a course]] til {nth}.
Washed {cvf1:nick}, dressed, hair done for {church}. {cvm1:nick}'s girl {cvf3:nick} picking her up in the {cvcar}.
{cvf1:nick} tearful, {nth} is the anniversary of {cvm2:nick}. Sat with her. Tea. {cvtv}.
No access. Rang [[bell|door]] x3. Neighbour {someone:given} ({txdoor}) says gone to {shorty} last night w/
    ambulance. Told {cvsf2} at {agency}.
BO? [[Y|N]] PU? [[Y|N]] K/S locked? [[Y|N]]. Milk off, bin full, {cvbeast} fed ({cvpet}).
{cvf1:nick} on floor by bed, {txhour}, no obvious injury, rang 999, crew [[{someone:short}|{cvm3:nick} and a
    girl]]. Left {cvm1:nick} a msg {cvtel}.
DN [[{someone:given}|{cvsf2:nick}]] came while I was there, changed pump, next visit {wd}.
Shopping at {cvshop}: {cvfood}, {cvfood}, {cvcream}, {cvcash} change in the tin. Receipt in book.
{cvf1:nick} thinks {cvfic} pinched her purse. Found it in the bread bin. {cvsm1:initials}
Put washing on. {cvm1:nick} rang from {town}, coming {looseday}. Wants [[lunch left|no visit]] that day.
Keysafe code changed, don't give to {cvm3:nick} ({cvf1}'s ex lodger at {cvspot}).
Left {cvf1:nick} in chair, {cvtv} on, pendant on, door locked. {cvsf1:letter}
Cousin {someone:nick} visiting from {country}, stays till {nth}. Only {cvage:70-82} but does everything for her.
Sup'd {cvrx} from blister, prompted only. [[Mon|Tues|Sun]] lunch pot still full!! Told {cvsf2}.
{cvf1:nick} wants chips from {cvshop}. Gave {cvfood}. {cvoath} she said.
""",
    r"""
L/n: next visit {cvsf2} {txhour}
Signed: {cvsf1:givenlast}
[[Time out|Left]] {txhour}. {cvsf1:initials}
Msg to office: pls ring {cvm1:full} re key, {cvtel}. {cvend} {cvsf1:letter}
""",
    4,
    12,
)

_COMPLAINT = tale(
    r"""
[[To whom it may concern|Dear Sir or Madam|Dear Complaints|Dear {dr:titled}]],
!I am writing about the way my late [[father|dad|mother]], {cvm1:nick_quoted}, was treated on {ward} at {site}
    between {nth} and {textdate}.
Dad was {cvage:77-95}, a retired [[signalman|baker|docker|postie]] at {cvwork}, and had followed {side} since he
    was {cvage:5-9}.
On the Tuesday night a nurse called {cvsf1} - who, I must say, was an angel - told my sister {cvf1} that the bleep
    for the on-call doctor had not been answered.
God forbid it happens to another family.
My sister {cvf1:nick} and her husband {cvm2} had driven from {town} in the [[snow|dark|rain]], two hours in the
    {cvcar}, and sat in the car park for {cvcash}.
The doctor who came, a {cvsf2:dr}, [[looked about twelve|never looked up]] and called him "{cvm1:slip}", which is
    not his name.
Dad's name is {cvm1:full}, known as {cvm1:nick} to all at {cvspot}. I spelled it for them {cvtimes}.
At {txhour} on {looseday} he was moved to a bed by the toilets; at {txhour} nobody knew where he was.
The lady opposite, {someone:short}, and her visitor from {cvwork} saw it all. They will say so.
I rang {cvtel} [[six|nine|11]] times and got {cvsong} on a loop. Then {cvtel}, x{ext}, no reply.
Somebody signing "{cvsm1:initials}" wrote that he was "pleasant". {cvoath}.
His [[Clarks|Dunlop|M&S]] slippers, [[Casio|Seiko|Timex]] watch and teeth went missing. Property sheet [[was
    blank|says "nil"]]. The watch was his retirement present from {employer}.
He passed on {textdate} at {txhour}. {cvf1} was {cvhood}, getting a {cvshop}.
The funeral director, {co}, had to come twice because the form was signed by {surgeon:titled} who had left on the {nth}.
Our {cvnan}, {cvf2:nick}, is {cvage:96-99} and has now buried [[three|both|two]] of hers. She lives at {address}.
I first wrote on {wd}, reference {docid}, and was told {cvsm1:titled} had it. {cvsm1:titled} was on [[leave|a course]].
The point is, we {cvm1:house} don't make a fuss.
{cvm3:full} from {agency} is helping me. You may speak to him on {cvtel} or at {email}.
My address is {txdoor}, {cvspot}, {city}, and I'd like a reply by Friday week.
[[Yours|Yours faithfully|{cvend}]], ([[Mrs|Ms|Miss]]) {cvf3:initial_last}
cc {someone:short}, {payer}
""",
    0.85,
    0.04,
)

_COURT = tale(
    r"""
The court heard that {cvm1:titled}, {cvage:23-64}, a [[roofer|plasterer|chef]] from {town}, had drunk [[eleven
    cans|six pints|half a bottle]] of {cvdrink} at {cvspot} before he drove his {cvcar} along {street}.
!{cvm1:full}, of {otherstreet}, {city}, denies causing [[injury|death]] by dangerous driving on {textdate}, {year}.
PC {badge} {cvm2:full} described finding the {cvf1:house}' labrador in the front seat and a bottle of {cvdrink} in
    the back.
His partner, {cvf1:nickfull}, {cvage:22-59}, told jurors he "went white as a sheet".
The victim, {cvf2:full}, known as {cvf2:nick}, was crossing to {cvshop} with {cvpet}, her {cvbeast}, when the
    {cvcar} hit her.
{cvoath}, she was heard to say. The next thing {cvf2:nick} knew was {site}.
{cvf2:titled} spent [[nine weeks|41 days]] at {shorty} and then {nursinghome}, where she is now cared for by her
    sister {cvf3:nick}.
Cross-examined by {lawyer:titled}, {cvm1:titled} said he "only had [[a couple|3|two cans]]" and had been watching
    {cvtv}.
A neighbour at {cvspot}, {someone:short}, heard him shout "{cvf1:nick}, {cvf1:nick}" and then [[the brakes|"Jesus
    Christ"]].
Toxicology by {lab} on {wd} found {cvrx} and [[ethanol|alcohol]] at [[2 1/2 times the limit|190 mg|a high level]].
{cvsf1:dr}, a consultant at {shorty}, said the ankle "was in [[nine|five]] pieces" and would never bear a boot.
{cvf1:nickfull} works at {cvwork}; {cvm1:nick} had lost his post with {works} on the {nth}.
Exhibit 4 was a text to his brother {cvm3:nick}: "dont tell {cvnan} x".
{cvm3:full} was not called. He lives in {town}, {country}.
Their landlord {someone:given} had them down as the {cvm1:house} of {cvspot}.
Det Con {officer:family} took a Samsung, registered to {cvf1:initial_last}, number ending {phone4}.
Referring to {cvf2:nick} and the late {someone:nick}, the judge said [[the Crown|Mr Justice|the panel]] would not
    be moved by "{cvfic}".
Judge {cvm2:family} adjourned sentence until {wd}. [[Bail|Remand]] as before.
[[Case|Indictment|T No.]] {docid}
The jury, [[seven|six]] women and [[five|six]] men, retired at {txhour} for {cvshop} sandwiches.
""",
    0.8,
    0.03,
)

_OBIT = tale(
    r"""
!{cvf1:nick_quoted} ([[née|nee|born]] {cvf2:family}), {cvage:79-101}, of {town}, [[went home to her Lord|slipped
    away|died at peace]] on {holiday} at {nursinghome}.
She was born {dayinwords:-900} in a farmhouse at {cvspot}, the third of [[nine|five|11]] to {cvm2:given} and
    {cvf2:nickfull}.
She taught second grade at {newschool} for thirty years, bowled Thursdays with {oddclub}, and never
    missed [[Jeopardy|Countdown|{cvtv}]].
In {year} she wed {cvm1:nickfull}, who got the date wrong; they honeymooned in {ftown} in a borrowed {cvcar}.
{cvm1:nick} drove for {works} and she for {cvwork}, and Sunday was {church}.
Nobody made a {cvfood} casserole like {cvf1:nick}. "{cvoath}," she would say, "it's only soup."
She is survived by {cvm1:nick}; children {cvm3:nick} ({someone:given}), {cvf3:nick} and {someone:nick};
    [[9|four|six]] grandkids; and her {cvbeast}, {cvpet}.
She was preceded in death by her brother {cvm2:nickfull}, a baby, {someone:given}, and two {cvbeast}s.
Grandson {someone:given}, {cvage:6-12}, wants it known she cheated at Uno.
Friends at {cvspot} will miss her [[tea|pies|pickles]] and her tongue. So will the {cvf2:house}.
Thanks to [[Nurse|nurse]] {cvsf1} and all on {ward}, to {cvsf2:dr}, and to {cvm3:pastor}.
Visitation {txspan} [[Wed|Thurs|Sat]] at {co}; lunch to follow at {church}.
Service [[{looseday}|{textdate}]], {txhour}, {church}, {street}. Wear [[red|a silly hat|{side} colors]].
Those who can't come may watch on {cvapp}. {url}
In lieu of flowers, go to {cvshop}, have the custard or give to {agency}.
"{cvbible}" hung over her sink, beside {cvfic}.
Flowers to {co}, {city}. Phone {cvtel}.
{cvf1:nick} asked that nobody sing {cvsong}. We sang it.
- The {cvf1:house}, {city}, {textdate}
""",
    0.85,
    0.02,
)

_STATEMENT = tale(
    r"""
!Statement of {cvm1:full}. [[Age|Aged]] {cvage:19-71}. Occupation: [[driver|cook|carer]]. [[Date|Dated]] {fulldate}.
I live at home with {cvf1} and our [[three girls|two boys|son {cvm3:nick}]]. We have been at {cvspot} since {partmonth}.
On the night in question, {textdate}, I was at the {cvwork} on {street} filling up my {cvcar}.
I heard "{cvm2:nick}, {cvm2:nick}" and saw {cvf2:nick} from the [[hair shop|nail bar]]. She was holding her side.
I know {cvf2:nick} as {cvf2:nickfull}; her mother is {cvf3:given} and they sing at {church}.
The man with her I only know as {cvm2:nick}. He is about [[six foot|5'11|6'1]], wears a
    [[Nike|Carhartt|Yankees|Gucci]] cap, and drinks {cvdrink}.
{cvm2:nick} used to work with me at {works}. He goes by "{cvm2:lownick}" on {cvapp}.
I said {cvoath}, {cvf2:nick}, what happened. She said it was the {cvrx}.
I rang 999 at ten to nine. The woman said to press on it. I used my [[Adidas|Nike|Primark]] top.
An officer, badge {badge}, came; later DC {officer:family} took my phone, {cvtel}, and my {cvbrand}.
Paramedics, a {cvsm1} and a {cvsf2}, took {cvf2} to {shorty}. I followed in {someone:given}'s {cvcar}.
At {txhour} {cvsf1:dr} came out and said she'd be all right. {cvoath}.
On {looseday} I got a message from {handle}: "keep ur mouth shut {cvm1:lownick}".
I gave it to {officer:titled} at [[the front desk|{oddpolice}]], ref {docid}.
{cvf1} and the kids have gone to {cvf1}'s auntie in {town}, {cvspot}, until the {nth}.
The youngest, {someone:nick}, {cvage:3-8}, still asks if {cvfic} is coming.
I would know {cvm2:nick} again. I have no grudge against him or the {cvf2:house}.
This statement (3 pages, each signed) is true. {cvm1:initials}
Signed {cvm1:initial_last}. Witnessed {officer:initial_last} {badge} {shortdate}
""",
    0.88,
    0.05,
)

_BLOG = tale(
    r"""
[[Day {num:9-88}|Chemo {num:2-6}|Week {num:3-30}]]. {cvoath}, what a week.
!{cvm1:nick} drove me to {shorty} and we sang {cvsong} all the way, at the lights by the {cvshop}, windows down.
Nurse {cvsf1} got the line in first go, bless her. She's from {ftown} and mad on {cvtv}.
There's a lad opposite called {cvm2:nick}, {cvage:18-25}, from {town}, plays for {side}.
We do {cvtv} together. I've gone off {cvfood}. {cvnan} keeps sending me {cvfood}.
{cvm2:nick}'s mum {cvf2:nick} does the hats. The {cvf2:house} are from {cvspot}, [[two|three]] stops on from us on
    the [[38|no. 7]].
{cvsf2:dr} says markers are [[6.1|down|412]]. I asked what that means in English.
My consultant, the other one, {surgeon:titled}, wore a tie with {cvfic} on.
{cvf3:nick} brought {cvpet}! Smuggled in {cvhood} in a {cvshop} bag.
Scan on the {nth}. Will {cvm1:nick} come? He will, God love him. {monthonly} is the worst month.
Home by {txhour}. {cvshop} for tea. Sick twice. {cvtv}. {cvrx}.
{weekday}: rang {drphone}, got {cvsm1:nick}, who is worth ten of {someone:given}.
Thanks {handle} and {handle} for the socks. 10/10!!
Wig fitting at {outfit}, {town}. I look like {cvfic}. The girl there, {someone:given}, went to {newschool} with
    our {cvf3:nick}.
Our {cvf3:nick} is {cvage:12-17} on {textdate} and wants [[a PlayStation|Uggs|AirPods]]. Not a chance, said {cvm1:nick}.
{cvpair:2} did a sponsored walk round {cvspot}. Raised [[£340|$900|a bit]]. {cvoath}.
Letter from {payer}, dated {wd}, ref {docid}. In the bin.
I dreamed of {cvnan} at the sink in {street}. She said "{cvf1:nick}, mind the step".
{cvbible}, says {cvm3:pastor}. {cvfic}, says {cvm1:nick}.
Night all. {cvf1:nick} {cvx}
""",
    0.8,
    0.08,
)

TYPES: tuple[NoteType, ...] = (
    NoteType("chatter-day-book", _DAYBOOK, 1.8),
    NoteType("chatter-home-care-log", _CARE, 1.8),
    NoteType("chatter-complaint", _COMPLAINT, 1.4),
    NoteType("chatter-court-report", _COURT, 1.3),
    NoteType("chatter-obituary", _OBIT, 1.4),
    NoteType("chatter-statement", _STATEMENT, 1.3),
    NoteType("chatter-blog", _BLOG, 1.5),
)
