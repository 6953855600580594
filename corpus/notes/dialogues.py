"""Talk written down: consultations, front desks, calls, interviews, depositions, with many forms of speaker labels."""

from __future__ import annotations

import re
from collections.abc import Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_type import NoteType
from corpus.notes.compose import templates
from corpus.notes.dialogue_small import PASSING, PLAIN
from corpus.notes.dialogue_turns import IDENTITY, TALK, VISIT
from corpus.notes.haste import hurried, lowered
from corpus.notes.voice import say
from redactor.sample.marked import Marked, join

# The label of who asks and of who answers; each line of a pair is said once a note.
_LABELS = templates(r"""
Doctor: >> Patient:
DOCTOR: >> PATIENT:
Dr: >> Pt:
D: >> P:
[doctor] >> [patient]
[[Clinician|Provider|Physician|GP]]: >> [[Patient|Client]]:
Nurse: >> [[Mother|Mom|Dad|Parent]]:
RN: >> PT:
Q. >> A.
Q: >> A:
Interviewer: >> Interviewee:
Speaker 1: >> Speaker 2:
S1 >> S2
SPEAKER_00: >> SPEAKER_01:
**Agent** >> **Caller**
Front desk: >> Caller:
Agent: >> Member:
{dr:titled}: >> {pt:given}:
{dr:titled}: >> {pt:titled}:
{dr:family_upper}: >> {pt:family_upper}:
{dr:full}: >> {pt:full}:
{dr:initials}: >> {pt:initials}:
{nurse:given}: >> {kin:given}:
{nurse:given} (RN): >> {pt:nick}:
{dr:titled} - >> {pt:given} -
[{dr:titled}] >> [{pt:full}]
{staff:given} >> {pt:given}
<{staff:given}> >> <{pt:given}>
{officer:titled}: >> {pt:titled}:
{lawyer:family_upper}: >> {dr:titled}:
Therapist: >> {pt:given}:
Interpreter ({staff:given}): >> Patient:
{time} {dr:family}: >> {time} {pt:family}:
- >> -
""")

_HEADS = templates(r"""
Visit of {fulldate}, {dept}, {site}\nPresent: {dr:full}, {cred}; {pt:full}; {kin:full} ({word})
TRANSCRIPT - {pt:last_first} {mrn} - {stamp}
[[Recording|Call]] {id}, {date} {time}, from {phone}
{site} intake interview
Telehealth visit, {dr:full} in {city}, patient in {town}
Deposition of {dr:full}, {cred}, taken on {textdate} at {firm}
(Conversation between {nurse:given} and the {word} of {pt:given})
Interview with {pt:full}, {age}, {citystate}
""")

_OPENINGS = templates(r"""
Good morning, {pt:titled}. I'm {dr:titled}. >> Good morning, [[doctor|{dr:titled}]].
Hi {pt:given}, how are you? >> [[I'm doing okay.|Not so good.|Can't complain.]]
{site:alias}, {dept}, this is {staff:given}, how can I help you? >> Hi, my name is {pt:full}, I'd like to make an
  appointment.
Thank you for calling {payer}, my name is {staff:given}. >> Hi {staff:given}, it's {kin:full}.
{clinic}, good afternoon. >> Yes, hello, this is {kin:short} calling about {pt:given}.
911, what is the address of the emergency? >> {street}! It's my {word}, {kinhe} collapsed!
Hello, may I speak with {pt:titled}? >> Speaking.
So you are {pt:given}. And this is? >> My {word}, {kin:given}.
Please state your name for the record. >> {dr:full}, {spell:dr:family}.
Come on in. Have a seat. >> Thanks.
Hey there, buddy! Are you {pt:nick}? >> [[Yes.|I'm {age}!|Mommy calls me {pt:nick}.]]
Can you hear me all right? >> Yes, I can hear you, {dr:titled}.
""")

_CLOSINGS = templates(r"""
All right, {pt:given}, take care. >> Thank you, [[bye|{dr:titled}]].
Say hi to {kin:given} for me. >> I will.
I'll call you at {phone}. >> Thanks a lot.
See you {date:10}. >> See you then.
Bye now. >> Bye.
""")


# Exchanges that name nobody and nothing.
_CLINICAL = re.compile(r"\{(?!(?:symptom|drug|sig|test|dx|proc|imaging|allergy|vitals|finding|gest|advice|neg)\})")
_PLAIN_VISIT = tuple(t for t in VISIT if not _CLINICAL.search(t))


def _labelled(c: Cast, label: Marked, words: Marked, gap: str) -> Marked:
    return join(label, gap, words) if label.text else words


def _exchanges(c: Cast, pools: Sequence[tuple[Sequence[str], int, int]]) -> Marked:
    labels = [c.say(half) for half in c.pick(_LABELS).split(" >> ")]
    bare = c.chance(0.08)
    gap = c.pick((" ", " ", " ", "  ", "\n", "\t"))
    turns: list[str] = []
    if c.chance(0.7):
        turns.append(c.pick(_OPENINGS))
    middle: list[str] = []
    for pool, least, most in pools:
        middle += c.rng.sample(list(pool), c.rng.randint(least, most))
    c.rng.shuffle(middle)
    turns += middle
    if c.chance(0.4):
        turns.append(c.pick(_CLOSINGS))
    lines: list[Marked] = []
    for turn in turns:
        for label, words in zip(labels, turn.split(" >> "), strict=True):
            said = say(c, words)
            lines.append(said if bare else _labelled(c, label, said, gap))
    whole = join(*lines, sep="\n\n" if c.chance(0.2) else "\n")
    if c.chance(0.3):
        whole = join(c.any(*_HEADS), whole, sep="\n\n")
    return lowered(whole) if c.chance(0.07) else whole


def _visit(c: Cast) -> Marked:
    return _exchanges(c, ((VISIT, 2, 8), (PLAIN, 2, 12), (PASSING, 0, 4), (IDENTITY, 0, 4)))


def _intake(c: Cast) -> Marked:
    return _exchanges(c, ((IDENTITY, 4, 12), (VISIT, 0, 2), (PASSING, 0, 4), (PLAIN, 0, 4)))


def _plain_visit(c: Cast) -> Marked:
    """Talk with few identifiers, the commonest sort."""
    return _exchanges(c, ((_PLAIN_VISIT, 1, 5), (PLAIN, 4, 20), (PASSING, 0, 2), (IDENTITY, 0, 1)))


def _excerpt(c: Cast) -> Marked:
    """An exchange or two on their own, as when a long talk is cut into windows."""
    turns = c.rng.sample(IDENTITY + VISIT + PASSING + PLAIN + _OPENINGS, c.rng.randint(1, 3))
    sep = c.pick((" ", "\n", " - ", "\n- "))
    return hurried(c, join(*(say(c, half) for turn in turns for half in turn.split(" >> ")), sep=sep), 0.4)


def _talk(c: Cast) -> Marked:
    """Several people; labels are names and change from line to line."""
    forms = c.pick(("#: ", "# - ", "[#] ", "#\n", "", "(#) ", "<v #>"))
    people = c.rng.sample(
        (
            "{kin:given}",
            "{kin2:given}",
            "{pt:given}",
            "{dr:titled}",
            "{nurse:given}",
            "{staff:full}",
            "{friend:given}",
            "{kin:titled}",
        ),
        c.rng.randint(2, 5),
    )
    halves = [half for turn in c.rng.sample(VISIT + PASSING + PLAIN, 6) for half in turn.split(" >> ")]
    lines = c.rng.sample(list(TALK), c.rng.randint(3, 10)) + halves
    c.rng.shuffle(lines)
    return join(*(join(c.say(forms.replace("#", c.pick(people))), say(c, line)) for line in lines), sep="\n")


TYPES: tuple[NoteType, ...] = (
    NoteType("dialogue-visit", _visit, 1.5),
    NoteType("dialogue-intake", _intake, 1.5),
    NoteType("dialogue-plain", _plain_visit),
    NoteType("dialogue-excerpt", _excerpt, 1.5),
    NoteType("dialogue-many", _talk),
)
