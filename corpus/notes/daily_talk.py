"""Talk: visits with small talk about family, work, towns and pets, calls to desks, support groups, speech as machines
hear it, dictated letters, visits at home."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.daily_kit import spoken
from corpus.notes.daily_plain import NOBODY
from corpus.notes.talk_kit import heard, some, transcript, turns
from redactor.sample.marked import Marked, join

VISIT = templates(r"""
D: How was {town}? // P: Wet. {someone:given} says hello. // D: The one with the {pet}? // P: That's {someone:given}.
D: Still at {shop}? // P: {shop} let me go. I'm at {venue} now, mornings. // D: On your feet all day? // P: All day.
D: Who's at home with you these days? // P: {kin:given}, and {kin2:given} when {employer} doesn't need {him}.
D: And how's {kin:given}? // P: Turned {kinage} on the {nth}. We had {dish}.
P: I fell off the {thing}. // D: The {thing}? // P: {kin:given}'s {thing}. In {town}, outside {shop}.
D: Did you watch {side}? // P: {tally}. Don't. // D: My {word2} is a {side} man too.
P: I'd rather see {newdr:titled}, no offence. // D: None taken. {newdr:given} is in on {weekday}.
N: Can you confirm your name and date of birth? // P: {pt:full}, {dob}. // N: And first line? // P: {intl:street}.
N: Next of kin still {kin:full}? // P: No, {someone:full}, my sister, {mobile}. // N: In {town}? // P: {abroad}.
P: {someone:given} died in {month:-3}. // D: I'm so sorry. How old was {he}? // P: {ageinwords}. And then the dog,
  {someone:given}.
D: Travelling? // P: {country} for {hol}, with {clan}. // D: Lovely. You'll need a booster.
K: {pt:given} won't tell you but {pt:given} drove to {town} on {weekday}. // P: {kin:given}! // K: Well you did.
D: What do you do for fun? // P: I read. {work}, {work}. // D: I cried at {work}. // P: Everybody cried at {work}.
D: Where did you grow up? // P: {hometown}. Went to {oddschool}. // D: I did a year in {town} myself.
P: The {dish} did it. // D: The {dish}? // P: At {venue}. {someone:given} was sick as well.
D: And work, are they good about it? // P: {someone:titled} is. {someone:given} from HR isn't.
P: I speak {lingo} at home, {kin:given} only {lingo}. // D: Shall we get someone? // P: No, no. {idiom}
D: Are you eating? // P: {dish}. Sometimes {dish}. // D: Vegetables? // P: {idiom}
P: My horoscope said so, I'm a {zodiac}. // D: Mine says eat less salt.
D: What brings you? // P: {app} says it's my thyroid. // D: Let's ask the thyroid.
D: How far can you walk? // P: From {spot} to {spot}. // D: And stairs? // P: {qty}, tops.
P: They towed my {car} from {spot}. // D: Breathe in. // P: {cash}! // D: And out.
D: What's the {pet} called? // P: {someone:given}. // D: After the singer? // P: After my {word2}, {kin2:given}.
P: {sense:person} That's what {namesake} says. // D: And {namesake} is? // P: My {word}.
D: Any plans? // P: {event}, on the sofa. // D: With {kin:given}? // P: With a {dish}.
""")
CALL = templates(r"""
O: {chain}, {someone:given} speaking. // C: Hi {someone:given}, it's {kin:full}. // O: How can I help?
O: Can I take your postcode? // C: {intl:tail}. // O: And the house? // C: {intl:street}.
O: And the surname? // C: {kin:family}, {cued:kin:family}. // O: First name? // C: {kin:given}.
O: What's the best number? // C: {grouped:kinphone}. // O: {grouped:kinphone}. // C: That's it.
O: Email? // C: {email}. // O: Could you repeat that? // C: {email}.
O: Which card? // C: Ending {card4}. // O: And the name on it? // C: {kin:upper_full}, all caps.
O: Order number please. // C: {refno}. // O: Was that {refno}? // C: No. {refno}.
O: Putting you through to {someone:given}. // C: I've just had {someone:given}. // O: Different {someone:given}.
O: Date of birth? // C: {borninwords}. // O: Lovely. You're {kinageinwords}? // C: Cheek.
O: Is it for you? // C: For my {word2}, {kin2:full}, {he}'s in {town}. // O: And {his} address? // C: {intl:line}.
O: Your balance is {cash}. // C: It was {cash} on {weekday}. // O: That's right. // C: {idiom}
O: Are you calling about the {thing} or the {thing}? // C: Neither. // O: Please hold.
O: How did you hear of us? // C: {app}. And my {word}, {someone:given}. // O: Great.
O: The engineer is {someone:given}, in a {car}. // C: When? // O: {date:3}, between eight and one.
O: Can I have your {chain} number? // C: {refno}, in the name of {someone:titled}.
O: Are you {kin:titled}? // C: No, {kin:given}'s at {spot}. I'm the neighbour, {someone:short}.
O: Directory, which town? // C: {town}. // O: Which name? // C: {someone:family}, {someone:first_initial}, or {venue}.
O: Nine one one, where's the emergency? // C: {otherstreet}, {town}! It's {someone:given}! // O: Is {someone:given}
  awake?
O: Anything else today? // C: No. {idiom} // O: Have a nice day.
""")
CALL_OPEN = templates(r"""
O: Thank you for calling {chain}, you're speaking with {someone:given}. // C: Hello, my name is {kin:full}.
O: {venue}, good morning. // C: Is {someone:given} there? // O: Speaking.
O: This call is recorded. // C: Fine. // O: Who am I speaking to? // C: {kin:titled_full}.
C: Hello? // O: Hello, {oddbank}. // C: Finally. It's {kin:given} {kin:family}.
""")
GROUP = templates(r"""
Hi all, I'm {someone:given}, {num:12-400} days today.
My sponsor, {someone:nick}, got me through {hol}.
I want to thank {someone:titled} at {oddhome} and everyone at {church}.
{someone:given} shared about losing {someone:given} to the same thing.
My name is {namesake} and I'm an [[alcoholic|addict|overeater]]. Hi {namesake}.
I drank at {venue}, I drank at {spot}, I drank in my {car}.
When {kin:given} was {kinage} I missed the birthday. I was in {town}. I think.
Facilitator: Thank you, {someone:given}. {someone:given}, would you like to go next?
We read from page {num:20-90}, then silence.
Chair: {someone:first_initial}; secretary: {someone:first_initial}; tea: {someone:given} and {someone:given}
{someone:given} brought {dish}. {someone:given} brought {someone:given}.
I lost {employer}, I lost {chain}, I kept the {pet}.
Serenity, courage, wisdom. And biscuits.
Next week at {church} hall, {intl:street}; {someone:given} has the key, {mobile}.
My mum grew up among {folk}, she never spoke of feelings.
{idiom} That's what {someone:given} always says.
""")
HOME = templates(r"""
Arrived {time} at {intl:line}; {kin:given} opened the door, the {pet}, {someone:given}, barked.
{pt:given} sat by the window with {work} on the lap.
Neighbour {someone:titled} shops at {shop} on [[Tuesdays|Fridays|Saturdays]].
House is three up, two down, near {spot}; toilet outside.
{kin:given} phones from {abroad} every {weekday}; {kin2:given} lives at {street}.
On the wall: wedding photo, {town}, {year:-50}; grandchildren {someone:given}, {someone:given} and {someone:given}.
Fridge: {dish}, milk, half a lemon.
{pt:titled} used to work for {oddco} and still gets the calendar.
The {car} blocks the ramp. {clan:cap} share the drive.
Key safe code {num:1000-9999}, ask {someone:given} upstairs.
{someone:given} the carer from {oddwelfare} had left a note: "{pt:given} ate. {someone:given}"
Radio on, {side} lost {tally}.
Speaks {lingo} to the cat and {lingo} to {kin:given}.
Wants to see {hometown} once more before {hol}.
Gas bill from {oddco}, account {acct}, unpaid; rang {someone:given} there on {phone}.
Next visit {date:14}. {idiom}
""")
SAID = templates(r"""
um hi yeah its {someone:lower} thats {cued:someone:family} im calling about the {thing}
okay so my name is {lc:pt:given} {lc:pt:family} {cued:pt:family}
my number is {grouped:mobile} and my daughters is {grouped:kinphone}
i live at {lc:intl:street} in {lc:town} next to {shop:lower}
born {borninwords} so im {ageinwords} now
so me and {lc:someone:given} drove down to {lc:town} to see {lc:someone:given} at {venue:lower}
and he goes {lc:someone:given} and i go no {lc:someone:given} and we just laughed
the order number is {grouped:refno} let me say that again {grouped:refno}
can you tell {lc:someone:given} that {lc:someone:given} called thanks bye
we got there on the {nth} or was it the {nth} i forget
play {work:lower} no not that one {work:lower}
she was watching {work:lower} with a {dish:lower} on her lap
hey {app:lower} call {lc:someone:given} mobile
how much is {cash:lower} in euros
and then right um you know the way it goes you know yeah
i used to work for {lc:oddco} then {chain:lower} then nothing for like two years
he speaks {lingo:lower} she speaks {lingo:lower} and the dog doesnt listen in either
your appointment is {dayinwords} at quarter past nine
this is {lc:someone:titled_full} from {lc:oddschool} about {lc:kin:given}
its the {thing:lower} that broke not the {thing:lower}
my mums from {lc:abroad} and my dads from {lc:town}
i was like {ageinwords} when {lc:kin:given} was born
the {pet:lower} is called {lc:someone:given} and she bites
mister {lc:someone:family} can you hear me now yes i can hear you {lc:someone:given}
""")


def _visit(c: Cast) -> Marked:
    return transcript(c, VISIT, 1, c.pick((2, 4, 8)))


# Who answers and who calls.
_LINES = (
    ("Agent", "Customer"), ("Operator", "Caller"), ("AGENT", "CALLER"), ("A", "C"), ("Rep", "Cust"), ("", ""), ("", ""),
    ("{staff:given}", "{kin:given}"), ("{staff:short}", "{kin:full}"), ("{staff:family_upper}", "{kin:family_upper}"),
    ("Speaker 1", "Speaker 2"), ("Dispatcher", "Caller"), ("CSR", "MBR"), ("{staff:initials}", "{kin:initials}"),
)  # fmt: skip
_AROUND = ("{}: ", "{}: ", "{}: ", "[{}] ", "{} - ", "<{}> ", "**{}:** ", "{}\n")


def _call(c: Cast) -> Marked:
    exchanges = c.rng.sample(CALL, c.pick((1, 2, 3, 4, 6, 8)))
    if c.chance(0.7):
        exchanges.insert(0, c.pick(CALL_OPEN))
    who = dict(zip("OC", c.pick(_LINES), strict=True))
    before, _, after = c.pick(_AROUND).partition("{}")
    lines = []
    for letter, said in (turn for exchange in exchanges for turn in turns(exchange)):
        name = c.say(who[letter])
        lines.append(join(before, name, after, c.say(said)) if name.text else join(c.pick(("", "- ")), c.say(said)))
    return heard(c, join(*lines, sep="\n"))


def _said(c: Cast) -> Marked:
    """Without capitals or stops, as a recogniser or a thumb leaves it."""
    said = some(c, SAID, 1, c.pick((1, 2, 4, 7)), c.pick(("\n", " ", " ")))
    return join("[Music] ", said) if c.chance(0.04) else said


_PLAIN = (NOBODY,)
TYPES: tuple[NoteType, ...] = (
    NoteType("daily-visit-talk", _visit, 1.8),
    NoteType("daily-desk-call", _call, 1.5),
    NoteType("daily-group", spoken(GROUP, plain=_PLAIN, share=0.2), 1.0),
    NoteType("daily-home-visit", spoken(HOME, plain=_PLAIN, share=0.1), 1.1),
    NoteType("daily-said", _said, 1.6),
)
