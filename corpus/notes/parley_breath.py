"""One voice in one breath, as a recogniser hears it: names spelt and taken back, numbers in groups, places in passing;
and rounds of short turns between people of one first name."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.haste import bare, lowered
from corpus.notes.speak_kit import halting, misheard
from redactor.sample.marked import Marked, join

_WHO = templates(r"""
okay so my name is, sorry two seconds, my name's {pt:given}, {with:pt:given}, and the surname's {pt:family}
hiya it's {pt:short}, {pt:family} {with:pt:family}, there are two of us, well you'll find me
yeah hi this is {kin:given} I'm ringing for me {word2}, {pt:given}, {pt:given} {pt:family}
hello dear it's {pt:titled}, {pt:given}, I was in on {saidday:-6}
hey um {pt:nick} here, {pt:full} on the card, born {saidborn}
me again, {pt:given} from {townsaid:a}, the other {pt:given}, not the one with the dog
this'll be for {dr:titled} or whoever opens these, it's {kin:full}
evening all, {pt:first_initial}, long time listener
""")
_WHY = templates(r"""
it's about the letter, it says the {nth} but I think it's the {nth} because {shea} next door got hers for the {nth}
so I did the poo test and posted it {saidday:-9}, second class, I know
they've gone and sent {hea}'s results to me, {hea:short}, he's at number {count}, different surname and everything
{dr:titled} said ring if it's no better and it's no better, it's like {figure} doing the twist
I'm out of {pill}, I had two left and the dog had one
I was meant to see {wg:a} but {wg:a} has gone on maternity and now it's {wg:b}
is it right I stop the {pill} before {proc}, because {sheb} at {churchsaid} says it is and she was only ever in catering
I'd the scan at {sitesaid}, no, {sitesaid}, they're all one now, on {saidday:-12}
they put me down as {otherage} on the form, I'm {agesaid}, I'll take it though
my lad's school rang, {schoolsaid}, he's come out in spots, he's {kidage}, he's called {hec}
work want a note, that's {firmsaid}, ask for {wg:c} in the office, {wg:c} with the voice
the bag burst. Sorry. There's no nice way. The bag burst in {shop}
I'd like to thank {nurse:given}, and the wee girl, {wg:d}, who sat with me, on {wardname:a}
""")
_WHERE = templates(r"""
since we moved from {townsaid:b} we've had three doctors, and {pcp:family} was the best of them
I'm at {housesaid}, that's the one on {roadsaid} with the caravan, not {roadsaid} the estate
I'm stopping with our {shec} in {townsaid:c} till {hol}
use the {roadsaid} side, the front bell's dead, there's a note
I'm in the car outside {chain}, I can hang on
I'll be at {firmsaid} all day, {townsaid:d} branch, but they don't let us have phones
we were {townsaid:e} people, then {country}, now here, you go where the work is
it's {post}, or is it {post}, {heb} always does the envelopes
""")
_HOW = templates(r"""
my number's {ring:1}, {ring:2}, {ring:3}. I'll say that again. {ring:1}. {ring:2}. {ring:3}
it's {ring:1}, {ring:2}, um, {ring:3}, if it's engaged try {sheb}
on the card it says {memb:1}, {memb:2}, then {memb:3}, then it's rubbed off
reference, hang on, glasses, {refno}, I think that's a five
try the mobile, {grouped:phone}, or the house, or shout
email's {email}, all small, {hec} set it up
I don't have a number just now. Leave word with {heb}, {heb:titled}, in the flat above
ask for {wg:a}. If {wg:a}'s at lunch ask for {wg:b}. Don't ask for {shea}
""")
_IDLE = templates(r"""
bear with, the kettle's going. Right. Where was I
I'm watching {telly} so I might not hear it
anyway grace before meat as my mother used to say, and may I just add
I'm fine in myself. I had {snack} and I kept it down. And {snack}
it'll be the weather. It's been cold for April, no, it has, march winds and all that
sorry, that's the dog. Sit. Sit. Will you sit
{cry}. I've stood on a plug
not being funny, but I waited forty minutes with the music on. It was {figure} on the pan pipes
I'll be honest with you, frank even, mark my words, it's the {pill}
what else. Sugar six. Pressure one forty over eighty. Weight, don't ask
who is it plays {played} on Sunday. Doesn't matter
no, that's it. That's your lot. Ta. Bye. Bye now. Bye
""")


def _breath(c: Cast) -> Marked:
    """One caller: who, why, where and how, with idle talk between; most often without capitals and stops."""
    bits = [c.any(*_WHO)]
    for pool, most in ((_WHY, 3), (_WHERE, 2), (_HOW, 2)):
        bits += [c.say(t) for t in c.rng.sample(pool, c.rng.randint(0, most))]
    for _ in range(c.rng.randint(0, 3)):
        bits.insert(c.rng.randrange(1, len(bits) + 1), c.any(*_IDLE))
    said = join(*bits, sep=c.pick((". ", " so ", " and ", " and um ", ", ", " okay ", "... ", " ")))
    if c.chance(0.5):
        said = halting(c, said, c.pick((0.02, 0.05, 0.08)))
    if c.chance(0.75):
        said = bare(lowered(misheard(c, said, c.pick((0.0, 0.1, 0.25)))))
    return said


_ROUND = templates(r"""
{wg:a}? >> Which {wg:a}? >> {wg:a} {letter:shea:family}, not {wg:a} {letter:sheb:family}. >> Here.
Is {hea} yours? >> {hea}'s mine, {hea:nick}'s hers. >> Same name? >> Same name. {hea} {letter:hec:family}.
Where did you say? >> {townsaid:a}. >> {townsaid:a}, {state}? >> {townsaid:a}. Just {townsaid:a}.
Who's on? >> Me, {wg:b}, {wg:c}. >> And {heb}? >> {heb}'s off. >> Again.
Will {wg:d} do? >> Will who? >> {wg:d}. >> May as well.
Seen {shec}? >> Canteen. >> With {hec}? >> With {snack}.
You at {sitesaid:a} now? >> {sitesaid:b}. >> Since? >> {saidmonth}. >> And {firmsaid}? >> Don't.
Name? >> {pt:given}. >> Name on the card? >> {pt:full}. >> {with:pt:family}? >> If you like.
Ready? >> Ready. >> {bidden}. >> {cry}. >> Sorry, {pt:nick}.
How old's the wee one? >> {kidage}. >> And you? >> Cheeky. {agesaid}. >> Never.
Doctor in? >> {dr:family}'s out. {dr2:family}'s in. >> Which one's {dr2:family}? >> Beard. >> And {dr:titled}? >>
    {weekday}.
What day is it? >> {weekday}. >> The {nth}? >> All day. >> And the year? >> Stop.
Who's your insurance? >> {planname:a}. >> Number? >> {memb:1}. >> Yep. >> {memb:2}. >> Yep. >> {memb:3}. >> Done.
Phone? >> {ring:1}. >> Go on. >> {ring:2}. >> Yes. >> {ring:3}. >> Lovely.
Who did your hair? >> {shea}. At {venue}. >> Same. >> You look like {figure}. >> Ta.
School? >> {schoolsaid}. >> Teacher? >> {teacher:titled}. >> I had {teacher:family}! >> Everybody had {teacher:family}.
What's on? >> {telly}. >> And after? >> {telly}. >> I'll go to bed.
Where d'you get your tablets? >> {pharmacy}. >> On {roadsaid}? >> Next to the {chain}. >> And what are they? >> {pill}.
""")


_SIGNS = (
    ("", ""), ("- ", "- "), ("Q: ", "A: "), ("Q. ", "A. "), ("M: ", "F: "), ("1: ", "2: "), ("N ", "P "),
    ("Me: ", "Them: "),
    ("[Staff] ", "[Client] "), ("INT: ", "RES: "), ("> ", ">> "), ("Dr\t", "Pt\t"),
    ("PT\n", "DR\n"), ("SPK1 ", "SPK2 "),
)  # fmt: skip


def _round(c: Cast) -> Marked:
    """Exchanges of very short turns, two or three labels of any sort by turns."""
    a, b = c.pick(_SIGNS)
    lines: list[Marked] = []
    for t in c.rng.sample(_ROUND, c.rng.randint(1, 7)):
        lines += [join(b if i % 2 else a, c.say(turn)) for i, turn in enumerate(t.split(" >> "))]
    said = join(*lines, sep=c.pick(("\n", "\n", "\n", "\n\n", " ")) if a else c.pick(("\n", "\n", " ", " / ")))
    return bare(lowered(said)) if c.chance(0.25) else said


TYPES: tuple[NoteType, ...] = (
    NoteType("parley-one-breath", _breath, 2.0),
    NoteType("parley-short-turns", _round, 2.0),
)
