"""What patients and families write for others or for themselves: posts, reviews, complaints, cards, diaries."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.talk_kit import some, thumbed
from redactor.sample.marked import Marked, join

_POSTS = templates(r"""
day 12 post ACL and i cried in {co} because i could not reach the cereal
anyone else on Taltz?? derm is {lonedr} in {city}, waitlist til {monthonly}
{uname} girl SAME. methotrexate hair is real
Shoutout to nurse {nurse:given} on {dept} @ {fac}, you carried me
TW needles. Botox for migraine no 4, 31 sticks, {dr:given} is an angel
My son {kin2:nick} is {kinage} today. Duchenne can wait, there is cake.
lost: grey hearing aid (Oticon) nr {place}, mum is {ageinwords}, pls call {phone}
update for the {pt:family} fam: {pt:given} off the vent!!!! {time12}
#T1D #LibreLife #BreakfastFail
Pray for {pt:nick}. {site:alias}, room {room}, no flowers
it's giving Hashimoto's. it's giving hemoglobin of 8
so {employer} fired me while i was in chemo. lawyer up? {firm}?
does dr {worddr:lower} still practise in {town} or did she move to {site2:alias}
found out i'm BRCA2+ from a TEXT from {lab}. a text.
1 yr sober {fulldate}. thank you {friend:given}, thank you {charity}
POTS girlies: salt tabs, compression, Corlanor, repeat
we named her {wordname}. {wordname:lower} and i are home. birth story in comments
neighbour {lone:lower} on {street:name} says the water's making us all sick
askdocs: {agesex}, 168 cm, 71 kg, no meds, Zoloft before. labs: TSH 6.1
gofundme for {pt:given} {pt:family}: {url} every bit helps
{kin:given} from accounting if you see this the kidney works
DM me your Humira copay card hacks
my therapist {dr:given} says hope is a practice. ok {dr:given}
Mr {teacher:family} from {school} came to visit, he remembers ALL my essays
ICU psychosis is no joke I thought the nurse was a ghost
Ratio: 3 ibuprofen 1 prayer
can we talk about how {payer} denied Skyrizi AGAIN ref {order}
two years since {lone}. still set the table for four
moving to {town}, rec me a peds neuro who isn't {epodr}
edit: wow this blew up. edit 2: yes I went to the ER. edit 3: gallstones
""")

_REPLIES = templates(r"""
@{uname} sending hugs xx
{uname}: go to {fac} not {site:alias} trust me
this. {lonedr} saved my dad
have you tried magnesium
{uname} • 3h • wait is this {pt:given} from {school}??
yes its me {wordname:lower} lol
delete this, you put your whole number in
following
{kin:short} and 41 others like this
congrats {lc:pt:nick}!!
not medical advice but Lyme
Author
[removed by moderator]
love from {ftown}
""")

_REVIEWS = templates(r"""
★☆☆☆☆ Waited 95 minutes at {clinic}. Front desk ({lone}, blond) rolled her eyes.
★★★★★ Dr. {dr:given} listens! {nurse:given} gives painless shots! Parking is free!
2/5. The {town} office is better. Ask for {lonedr}, avoid {epodr}.
Billed 99215 for six minutes. Six. Check your statements, folks.
My mother ({ageinwords}, dementia) was left in a wheelchair from {time12} to {time12} on {date:-12}.
{surgeon:titled} did my hernia in {year:-2} and my husband's knee in {monthonly}. Zero complaints.
I have been coming here since old {lonedr} ran it from the house on {street:name}.
They use Invisalign, CEREC and a very loud Waterpik.
Response from the owner: Dear {pt:given}, we are sorry. Please ring {staff:given} on {sitephone}.
Response from the owner: Hi {uname}, privacy laws mean we cannot discuss any visit.
Lovely reception, {worddr} and {worddr} know everyone by name.
"Urgent" care, lol. Went to {fac} instead, appendix out by midnight.
Was told Crohn's, then IBS, then stress. {newdr:titled} in {town} found it in one visit.
Not covered by {payer} although the website says so ({siteurl}).
The hygienist {lonedr} has hands like a blacksmith. Come on.
Helpful? Yes (14) No (2)
Visited {month:-3}. Wait: over 60 min. Would recommend: No.
Cleanliness 5, Staff 4, Food 1 (the Ensure was warm).
Local guide, 38 reviews, {city}
Do NOT send {lone} to draw blood. Three sticks, a haematoma, and a sorry-not-sorry.
""")

_COMPLAINT_TOP = templates(r"""
{kin:full}\n{street}\n{city}\n{zip}\n\n{fulldate}\n\nThe Complaints Manager\n{site}
To: Patient Advice and Liaison, {site}\nFrom: {kin:titled_full} ({word} of the late {pt:full})
Ombudsman ref {caseno}\nComplainant: {pt:titled_full}   Respondent: {clinic}
ATTN: Risk Management. RE: {pt:upper_full}, your acct {acct}, dates of service {daterange}
Formal grievance, {payer}, member {plan}
To whom it may concern!
""")

_COMPLAINT = templates(r"""
I write with regret about the care of my {word2} on {dept} between {daterange}.
At {time} a nurse who gave her name only as "{nurse:given}" told us there were no beds, no pillows and no doctor.
A junior, I believe {lonedr}, put the cannula in at the fifth go while {kin:given} held the torch of her phone.
I asked for the consultant, {epodr}, by name, seven times. See my log, attached.
The Datix number I was given, {id}, does not exist.
{pt:given} is {ageinwords}. {pt:given} taught at {school} for thirty years. {pt:given} was spoken to like a toddler.
The drug chart says Tazocin. {pt:given}'s band says PENICILLIN in red capitals.
We were moved: bay C, then side room 4, then a corridor, then {dept}.
Your letter of {date:-20}, signed by {staff:full}, called it "a communication issue".
{someone:titled_full} in the next bed saw everything and is willing to be contacted on {phone}.
Duty of Candour? Nobody had heard of it.
I expect a reply within 28 days, addressed to me and not to my late {word2}.
{pt:family} is spelt {cued:pt:family}. Your department has managed {misspelt:pt:family} and {misspelt:pt:family} so
  far.
The Waterlow was 22 and nobody ordered the mattress. There are photographs.
I hold no grudge against {worddr}, the healthcare assistant, who was kindness itself.
Copies to {lawyer:full}, {firm}; the {agency}; and my MP.
The discharge letter names {newdr:titled}, whom we never met, and a hip we never broke.
She rang from {abroad} and was told to hold. She held for 51 minutes.
My own notes: 6.10 buzzer; 6.35 buzzer; 7.02 buzzer; 7.20 {kin2:given} walked to the desk.
An apology would be a start.
""")

_CARDS = templates(r"""
To all on {dept}, thank you for looking after our {pt:nick}. Biscuits enclosed. {kin:given}, {kin2:given} +
  {kin3:given}
Dear {nurse:given}, you held my hand and I have not forgotten it. {pt:given} (bed by the window)
{dr:given} - it's a boy. {wordname} {lone}, 7 lb 2. You were right about everything. x
For {worddr}, {worddr} and the one with the beard
May you know what you mean to us. {pt:given} passed on {date:-4}, at home, in the garden, as planned.
Thank you, sincerely, from the {pt:family} family, {city}
with grateful thanks to {surgeon:titled} & team (and the tea lady, {lone})
To {staff:given} my PT: stairs!!! TWELVE stairs!!!
merry xmas doc from {lc:pt:nick} the bad liver
{teacher:given}'s class at {school} made these for {pt:given} and for Nurse {nurse:given}
Five years today! - {pt:initials}, {town}
In lieu of flowers, {charity}.
Danke, {dr:given}. Merci. Thanks. Wado.
Get well soon {pt:given}, the bowls club is not the same. {someone:given}, {someone:given} and {someone:given}
Dr {lc:dr:given}, you said ten and I danced at {kin2:given}'s wedding. I was {ageinwords}.
No words. Just thank you.
""")

_DIARY = templates(r"""
{date}. Slept badly. {kin:given} snoring, the hip singing.
{weekday}. Rain. Two Panadol, toast. Rang {someone:given}.
{shortdate:1} - chemo 3. {nurse:given} got the vein first go. Home by four. Ginger ale.
Walked to {place} and back without the stick. Told nobody.
{kin2:given} came with the children. {kin3:given} is taller than me now.
I keep seeing {lone} in the chair by the door. He says nothing. He never did.
{dr:given} says the lesion is "stable", a word for horses.
Pills: white a.m., pink noon, white p.m., Ambien if desperate.
Letter from {site:alias}. Put it behind the clock.
Dear diary, {teacher:family} yelled and I did the breathing and it sort of worked
Tremor 4/10. Wrote this on the third try.
the baby kicked when {wordname} sang. due {date:60}. Braxton Hicks at night
{ftown}, {year:-30}. Dreamt I was back, the bakery, the bells, {someone:given} laughing.
Sold the car to {lone}. So that is that.
Lunch with {friend:given} at {co}, she has the Alzheimer's now and told me everything twice.
Peak flow 310, 320, 290. Blue puffer x4.
The sun is out today, and so am I. I went as far as the post box.
Will I be here in spring. I may.
FODMAP week 2. Garlic is a friend I miss.
mum told dr {worddr:lower} about the cutting. i hate her. i don't hate her.
{pt:given}, {ageinwords}, of {city}: still here.
New neighbours at {otherstreet}. Name of {lone} or {lone}.
Fasting sugar 6.4, after breakfast 9.8.
{church} at ten. {lone} preached on Job, of all people.
Hospice lady came, {nurse2:given}, soft shoes. We talked about dahlias.
{kin:given} would have been {kinage} today.
""")


_WRITERS = (
    "@{uname}", "{uname}", "{pt:short}", "u/{uname}", "{kin:given} {kin:family} > {pt:short}", "Anonymous member",
)  # fmt: skip


def _feed(c: Cast) -> Marked:
    """Posts and what others answer to them."""
    out: list[Marked] = []
    for _ in range(c.rng.randint(1, 4)):
        post = thumbed(c, some(c, _POSTS, 1, c.pick((1, 3, 5)), c.pick((" ", "\n", ". "))))
        who = c.any(
            "@{uname}",
            "{uname}",
            "{pt:short}",
            "u/{uname}",
            "{kin:given} {kin:family} > {pt:short}",
            "Anonymous member",
        )
        when = c.any(" · {shortdate}", " · 2h", " {stamp}", "", "", " posted in a private group")
        out.append(join(who, when, "\n", post) if c.chance(0.7) else post)
        if c.chance(0.5):
            out.append(thumbed(c, some(c, _REPLIES, 1, 5)))
    return join(*out, sep=c.pick(("\n", "\n\n")))


def _letter(c: Cast) -> Marked:
    """A complaint of some length, with its head and its signature."""
    said = some(c, _COMPLAINT, 3, c.pick((6, 12, 20)), c.pick((" ", " ", "\n", "\n\n")))
    end = c.any(
        "Yours faithfully,\n{kin:full}", "{kin:titled_full}", "Yours in disgust,\n{kin:given} {kin:family}",
        "{pt:full}\n{email}",
        "Regards\n{kin:initial_last} ({phone})", "",
    )  # fmt: skip
    parts = [c.any(*_COMPLAINT_TOP)] if c.chance(0.8) else []
    return join(*parts, said, end, sep="\n\n")


def _pieces(pool: Sequence[str], most: int) -> Callable[[Cast], Marked]:
    def write(c: Cast) -> Marked:
        sep = c.pick(("\n", "\n\n", " ", "\n* * *\n"))
        return thumbed(c, some(c, pool, 1, c.pick((2, most, most)), sep))

    return write


TYPES: tuple[NoteType, ...] = (
    NoteType("talk-posts", _feed),
    NoteType("talk-reviews", _pieces(_REVIEWS, 9)),
    NoteType("talk-complaint", _letter),
    NoteType("talk-cards", _pieces(_CARDS, 5), 0.4),
    NoteType("talk-diary", _pieces(_DIARY, 16)),
)
