"""Companies in plain sentences, with nothing in the name or beside it that says so: customers, news, work, posts."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.firms_clean import GOODS, INSTITUTIONS, WORDS
from corpus.notes.haste import hurried
from corpus.notes.mended_kit import Pool, laid_out, table
from redactor.sample.marked import Marked, join

LONE = templates(r"""
[[She|He]] has been at {outfit:lone} for [[ten|six|almost twenty]] years.
{outfit:lone} never wrote back.
I bought it from {outfit:lone} [[in the spring|last week|on sale]].
Nobody at {outfit:lone} knew what I was talking about.
We left {outfit:lone} because of the hours.
[[Before|After]] {outfit:lone} there was {outfit:lone}.
{outfit:lone}'s warranty [[does not cover|covers]] the hinge.
It says {outfit:lone} on the box.
Ask {outfit:lone} [[whether|if]] they ship on Saturdays.
My brother swears by {outfit:lone}.
The van had {outfit:lone} painted on its side.
Between {outfit:lone} and {outfit:lone}, I would take the second.
{outfit:lone} it is, then.
Has anybody ever used {outfit:lone}?
{outfit:lone}, {outfit:lone} and {outfit:lone} all turned me down.
Everything I own came from {outfit:lone}.
Don't get me started on {outfit:lone}.
Her father built {outfit:lone} from a single [[truck|shed|shop]].
Two years at {outfit:lone} taught me patience.
The people next door are with {outfit:lone}.
They say {outfit:lone} will close its [[plant|depot|second floor]] by winter.
{outfit:lone} replaced the boiler; {outfit:lone} came back to fix it.
He quit {outfit:lone} and has slept better since.
I owe {outfit:lone} four hundred dollars.
Turns out {outfit:lone} was right.
The job at {outfit:lone} fell through.
{someone:given} from {outfit:lone} rang twice.
{someone:full} of {outfit:lone} chaired the meeting.
{someone:full}, {outfit}
My husband drives for {outfit:lone}.
A rep from {outfit:lone} showed us the new model.
The fridge is a {outfit:lone}, the stove is no name at all, but {outfit:lone} services both.
Last I heard she was temping at {outfit:lone}.
{outfit:lone} has a waiting list.
It was {outfit:lone} who sent the letter, not {outfit:lone}.
Do you deal with {outfit:lone} direct?
All the grandparents worked at {outfit:lone}, and so did I.
{outfit:lone} paid for the course.
We rent the back room to {outfit:lone}.
His pension is from {outfit:lone}, hers from {outfit:lone}.
Try {outfit:lone}; if they are out, {outfit:lone} two doors down has some.
Got an offer from {outfit:lone} yesterday!
{outfit:lone} laid off half of the [[night shift|drivers|office]].
They merged with {outfit:lone} and changed the logo.
Is {outfit:lone} any good?
anything but {outfit:lone:lower} please
the {outfit:lone} guy was lovely
{outfit:lower} ripped me off
who else is with {outfit:lone:lower}
still waiting on {outfit:lone:lower}. day 9
work at {outfit:lone:lower}, hate it
{outfit:lone} > {outfit:lone}
NOT {outfit:lone:upper} AGAIN
""")

KNOWN = templates(r"""
I ordered [[a kettle|two lamps|shoes]] from {shopco} and [[they came|it came]] broken.
My {bigco} badge still works.
Left my bag in the back of [[my|the]] {rideco} last night, how do I reach {rideco}?
{rideco} refused me because of the chair.
Shared {rideco} home with {someone:given}.
{parcelco} left it at the wrong door.
[[He|She]] drives for {parcelco}, so does {someone:given}.
Sent by {parcelco} on {date}, lost since {weekday}.
Loads trucks at {parcelco}, back pain for a week.
came by {parcelco:lower}, box was wet
Bought on {shopco}, returned to {shopco}.
{shopco} was no better.
fake charger off {shopco:lower} burnt my hand
Sells her knitting on {shopco}.
He drives for {bigco} [[and lifts up to 70 lb|at night]].
She stocks shelves at {bigco}.
My [[card|account]] with {bigco} has expired.
{bigco} canceled our flight, {bigco} would not rebook us.
Twelve years at {bigco}, then {bigco}.
Will {bigco} take it back without a receipt?
{bigco} says [[the parcel|it]] was delivered, but it was not.
His wife is at {bigco}, the son at {bigco}.
I used to be a manager for {bigco}.
Laid off from {bigco} in {year}.
{bigco} stock fell again.
Summer job at {bigco}, then college.
We met in line at {bigco}.
The {bigco} by the station is closed.
{bigco}'s returns policy is a joke.
Two of the {bigco} crew were hurt.
{bigco} and {outfit:lone} are in talks.
an ex-{bigco} engineer founded {outfit:lone}
got hired by {bigco:lower}!!
{bigco:lower} wont answer the chat
walked round {bigco:lower} for an hour with the new hip
cashier, {bigco}
My shift at {bigco} starts at {time}.
The recruiter for {bigco} called about {someone:given}.
They pay less than {bigco}.
{phraseco} on the corner does the best [[soup|haircut|coffee]].
We had lunch at {phraseco}.
{phraseco} cleaned the flat after mum died.
Has {phraseco} moved?
Gift card from {phraseco}, never used.
I volunteer at {phraseco} on {weekday}.
{phraseco} gave us a cot and a car seat.
Twenty people work for {phraseco}.
""")

CUSTOMER = templates(r"""
I have been a customer of {outfit1} since {year}.
On {date} I rang {outfit1} and spoke to {someone:titled}.
{outfit1} told me that the engineer from {outfit2} would call. Nobody did.
I asked {outfit1} for my money back. They sent me to {outfit2}.
Your branch in {town} said it was {outfit2}'s fault.
The contract with {outfit1:full} ran to {date:200}.
{outfit1} has taken three payments since {textdate}.
I cancelled with {outfit1} and moved to {outfit2} on {date}.
[[Order|Account|Reference]] {id}, placed with {outfit1}.
I am writing to {outfit1} because your hotline hangs up.
Unless {outfit1} replies by {date:14}, I will go to [[the ombudsman|court|the papers]].
Copy to: {outfit2:full}
Please do not pass me to {outfit2} again.
What {outfit1} calls a final offer is no offer.
{outfit1:full}, {address}
The item was made by {outfit2}, sold by {outfit1} and carried by {parcelco}.
I want {outfit1} to say sorry.
The {outfit1} app still shows my old number, {mobile}.
{outfit1}'s driver left it in the rain.
Neither {outfit1} nor {outfit2} has the paperwork.
Could someone at {outfit1} call me on {phone}?
""")

NEWS = templates(r"""
{outfit1} [[shares|stock]] fell [[4%|sharply]] after {outfit2} said it would not renew.
{outfit1}, which owns {outfit2}, declined to comment.
Analysts at {outfit:lone} had expected more.
{outfit:lone}, {outfit:lone} and {outfit:lone} were little changed.
{outfit1} said on {date} that it would buy {outfit2} for $[[40|310|75]] million.
{someone:full}, chief executive of {outfit1}, [[will step down|joined from {outfit:lone}|called it a good year]].
{town}-based {outfit1} makes [[pumps|paint|shoe soles|software for dentists]].
Drivers at {outfit1} walked out on {date}.
The court found for {outfit1} against {outfit2}.
{someone:family} v {outfit1:full}
{outfit1} recalls 12,000 heaters
{outfit1} wins contract; {outfit2} loses out
{agency} fined {outfit1:full} over the [[spill|fall of a scaffold]].
The fire began in a building let to {outfit2}.
{outfit1} and its rival {outfit2} share a lawyer, {someone:full}.
Workers bused in by {outfit2} were not told.
{oddclub} says talks with {outfit1} have failed.
{outfit1:upper} TO CLOSE {town:upper} PLANT
A spokeswoman for {outfit2} said nobody was hurt.
{outfit1} (formerly {outfit2}) filed for protection on {fulldate}.
Subsidiary {outfit2} will be sold, sources close to {outfit1} said.
For {outfit1}, it is the third loss in a row.
At {outfit1}, the lights were on until midnight.
""")

POSTS = templates(r"""
anyone else have trouble with {outfit1:lower}? their app keeps charging me
switched to {outfit2:lower} and never looked back
{outfit1:lower} lost my dog's ashes. let that sink in
Shout-out to {outfit1} for staying open in the snow!!
first day at {outfit2:lower} wish me luck
{handle} try {outfit:lone}
+1 for {outfit1}
{outfit1} was fine for me tbh
avoid {outfit1}, go to {outfit2}
is {outfit:lone} the same as {outfit:lone} now?
my mum cleaned for {outfit1:lower} all her life
i quit {outfit1:lower} over text lol
{outfit2} pays {someone:given} more than me
New job alert: I'm thrilled to join {outfit1} as [[a|their next]] {job}!
After seven years I said goodbye to {outfit1} on {weekday}.
Grateful to {someone:full} and everyone at {outfit2}.
PSA: {outfit1} and {outfit2} have the same owner
went to {phraseco:lower} w the kids, 10/10
so {bigco:lower} just called me by my dead name
can {outfit1:lower} fire me for epilepsy
{outfit1:lower} make me stand 9 hrs, im {gest} pregnant
hr at {outfit2:lower} wants a note from my gp
3 stars. {outfit1} came late, left early.
Honest review of {outfit1}:
""")

WORK = templates(r"""
{pastyear:12}–{pastyear}  {outfit}, {job}
{job}, {outfit}, {town}, {pastyear:20}-{pastyear:9}
Senior {job} | {outfit} | {monthonly} – present
{outfit} ({pastyear:30} – {pastyear:20})
Intern, {outfit:lone}
Volunteer, {phraseco}
Founder of {outfit:lone}
Board member, {oddbody}; treasurer, {oddclub}
Sold {outfit:lone} to {bigco} in {pastyear}
Clients: {outfit:lone}, {outfit:lone}, {bigco}, {outfit:lone}
Reference: {someone:full}, {outfit}, {phone}
B.Sc., {oddschool}, {pastyear:15}
Languages: French, Tagalog. Tools: {soft}, {soft}, {soft}.
Led a team of nine at {outfit:lone}; cut waste by a third.
Seconded to {outfit:lone} from {outfit:lone}.
Freelance for {outfit:lone} and {news}
Part-time: {bigco}; before that {bigco}
Apprenticeship with {outfit}
Certified in {soft} and {soft}
Awarded best newcomer by {oddbody}
Employer: {outfit}
Reason for leaving {outfit:lone}: plant closed
""")

ASK = templates(r"""
What is the [[phone number|address|opening time]] of {outfit:lone} in {town}?
Summarise this mail from {outfit:lone} in two lines.
Write a cover letter to {outfit:lone} for a post as {job}.
Draft a polite no to {someone:full} at {outfit:lone}.
Who founded {outfit:lone}?
Compare the pensions at {bigco} and {outfit:lone}.
How do I quit {outfit:lone} without losing my bonus?
My boss at {outfit:lone} reads my mail. Is that legal in {state}?
Translate: we regret that {outfit:lone} cannot repair the unit.
I work in payroll at {outfit:lone} and need a formula in {soft}.
Can {outfit:lone} ask for my vaccination card?
I have an interview with {outfit:lone} on {date}, what should I wear?
is it safe to buy from {outfit:lone:lower}
{outfit:lone} vs {outfit:lone} for [[house|car|pet]] cover
does {insurer:lower} pay for braces
help me write a one star review of {phraseco}
Why did {outfit:lone} change its name to {outfit:lone}?
I was promised a refund by {outfit:lone} within {duration}; what now?
Rewrite so that {outfit:lone} and {someone:given} do not appear.
name a rival of {outfit:lone}
Explain my payslip: {outfit}, net 1,904.
""")

MEMO = templates(r"""
{someone:given} will chase {outfit1} about the invoice.
Call with {outfit1} moved to {date:3}.
{outfit1} wants the draft before {outfit2} sees it.
Visitors from {outfit2}: {someone:full}, {someone:full}.
Agreed to drop {outfit:lone} and give the work to {outfit1}.
Lunch is from {phraseco}.
Please do not share this with {outfit2}.
Our contact at {outfit1} is now {someone:short} ({email}).
Action: {someone:initials} to ask {outfit2} for a quote.
{outfit:lone} cannot make {weekday}; {outfit:lone} can.
NDA with {outfit1:full} signed {shortdate}.
The {outfit2} deal is off.
{outfit1} invoice {id} paid, {outfit2} still open.
Parking is shared with {outfit:lone}.
Move the deck from {soft} to {soft}.
{someone:given} leaves for {outfit:lone} at the end of {month}.
Welcome {someone:full}, who joins from {bigco}.
Audit by {outfit:lone} in week 12.
Nothing from {outfit1} yet.
Fire drill at noon.
Minutes of the last meeting were approved.
Dogs are welcome on Fridays.
""")

_CV_HEADS = ("Experience", "EMPLOYMENT", "Work history", "Positions held", "Career", "Jobs", "")


def _writer(*pools: Pool, least: int = 2, most: int = 8, haste: float = 0.15) -> Callable[[Cast], Marked]:
    """Different lines of the pools and nothing else, as running text mostly."""

    def write(c: Cast) -> Marked:
        lines = dict.fromkeys(c.pick(c.pick(pools)) for _ in range(c.rng.randint(least, most)))
        said = [c.say(t) for t in lines]
        note = join(*said, sep=c.pick((" ", "\n"))) if c.chance(0.6) else laid_out(c, said)
        return hurried(c, note) if c.chance(haste) else note

    return write


def _cv(c: Cast) -> Marked:
    out = [c.any("{someone:full}", "{someone:upper_full}", "{someone:full}, {job}")]
    if c.chance(0.6):
        out.append(c.any("{address:nozip} | {mobile} | {email}", "{town}, {state}\n{email}", "{mobile}"))
    if head := c.pick(_CV_HEADS):
        out.append(Marked(head))
    bullet = c.pick(("", "", "- ", "• ", "* "))
    out += [join(bullet, c.say(c.pick(c.pick((WORK, WORK[:6]))))) for _ in range(c.rng.randint(4, 9))]
    return join(*out, sep="\n")


def _complaint(c: Cast) -> Marked:
    opened = c.any("To {outfit1:full}", "Dear {outfit1},", "To whom it may concern,", "Dear Sir or Madam,", "Hi,",
                   "Complaint about {outfit1}", "Re: {outfit1:full} / {id}")  # fmt: skip
    said = join(*(c.say(t) for t in c.rng.sample(CUSTOMER, c.rng.randint(3, 8))), sep=c.pick((" ", " ", "\n\n")))
    closed = c.any(
        "Yours, {someone:full}", "{someone:full}\n{address}", "Sincerely\n{someone:full}", "- {someone:given}"
    )
    note = join(opened, said, closed, sep=c.pick(("\n", "\n\n")))
    return hurried(c, note) if c.chance(0.2) else note


def _item(c: Cast) -> Marked:
    """A piece of news: where from, then some lines."""
    said = [c.say(t) for t in c.rng.sample(NEWS, c.rng.randint(2, 7))]
    if c.chance(0.5):
        said[0] = join(c.any("{town:upper} ({news}) - ", "{town:upper}, {date} — ", "{town} - "), said[0])
    return join(*said, sep=c.pick((" ", " ", "\n\n")))


def _thread(c: Cast) -> Marked:
    lines = [c.say(c.pick(c.pick((POSTS, POSTS, LONE, WORDS, GOODS)))) for _ in range(c.rng.randint(3, 10))]
    style = c.rng.randrange(4)
    if style == 0:
        lines = [join(c.say("{handle}: "), x) for x in lines]
    elif style == 1:
        lines = [join("> ", x) if c.chance(0.3) else x for x in lines]
    elif style == 2:
        lines = [join(c.say("{someone:given}: "), x) for x in lines]
    return join(*lines, sep="\n")


def _short(c: Cast) -> Marked:
    """A sentence or two alone."""
    said = [c.say(c.pick(c.pick((LONE, LONE, KNOWN, GOODS, WORDS)))) for _ in range(c.pick((1, 1, 1, 2, 3)))]
    return join(*said, sep=" ")


def _roll(c: Cast) -> Marked:
    """A list of nothing but companies: as a row, with commas, or a line each."""
    count = c.rng.randint(3, 14)
    name = c.pick(
        ("{outfit}", "{outfit:lone}", "{outfit:full}", "{outfit:upper}", "{outfit:lower}", "{bigco}", "{phraseco}")
    )
    mixed = c.chance(0.4)
    names = [c.say(c.pick((name, "{outfit}", "{bigco}", "{makerco}")) if mixed else name) for _ in range(count)]
    head = c.any("Sponsors", "Exhibitors: ", "Suppliers:", "Where I have worked: ", "Our partners", "Invoices open", "")
    sep = c.pick((", ", "; ", "\n", " · ", " / ", "\n- "))
    listed = laid_out(c, names) if c.chance(0.3) else join(*names, sep=sep)
    return join(head, "\n" if head.text and not head.text.endswith(" ") else "", listed)


_LEDGER = table(
    templates(r"""
Vendor | Item | Date | Amount
Employer | From | To | Title
Payee | Account | Due
Company | Contact | Phone
Name | Employer | Town
"""),
    templates(r"""
{outfit} | [[paper|toner|gloves|catering|lift service]] | {around} | [[41.20|1,180.00|96.15]]
{outfit} | {pastyear:9} | {pastyear} | {job}
{outfit} | {id} | {around}
{outfit} | {someone:full} | {otherphone}
{someone:last_first} | {outfit} | {town}
"""),
)

TYPES: tuple[NoteType, ...] = (
    NoteType("firms.lone", _writer(LONE, LONE, KNOWN, GOODS, WORDS, least=2, most=8, haste=0.2), 2.0),
    NoteType("firms.one_line", _short, 2.0),
    NoteType("firms.customer", _writer(CUSTOMER, LONE, KNOWN, GOODS, INSTITUTIONS, least=3, most=8, haste=0.25), 1.3),
    NoteType("firms.complaint", _complaint, 1.3),
    NoteType("firms.news", _item, 1.3),
    NoteType("firms.ask", _writer(ASK, ASK, LONE, least=1, most=2, haste=0.25), 1.3),
    NoteType("firms.memo", _writer(MEMO, MEMO, LONE, WORDS, least=3, most=9, haste=0.1), 1.0),
    NoteType("firms.thread", _thread, 1.5),
    NoteType("firms.cv", _cv, 1.0),
    NoteType("firms.roll", _roll, 1.0),
    NoteType("firms.ledger", _LEDGER, 1.0),
)
