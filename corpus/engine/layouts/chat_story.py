"""Messages that tell one story: chats in order, quoted mail threads, web forms, short messages."""

from __future__ import annotations

import datetime as dt
import re
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from corpus.engine.cast import Cast
from corpus.engine.fields import kin, patient
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.layouts.transcript import thumbed
from corpus.engine.note_file import read, templates
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, Near, join, mark, split_lines

_TEXT = read("phrases/chat_story")
_ROLES = {
    "N": "nurse", "M": "nurse2", "D": "dr", "E": "dr2", "F": "dr3", "S": "staff", "P": "pt", "K": "kin", "L": "kin2",
    "J": "kin3", "R": "friend", "T": "teacher", "O": "officer", "C": "pcp",
}  # fmt: skip
_HEADS = (
    "WHO: ", "WHO: ", "WHO: ", "WHO\n", "[TIME] WHO: ", "WHO (TIME): ", "TIME WHO: ", "WHO - TIME\n",
    "[DAY, TIME] WHO: ",
    "DAY, TIME - WHO: ", "<WHO> ", "WHO> ", "TIME | WHO | ", "WHO  TIME\n", "TIME  WHO\n", "(WHO) ", "WHO » ",
    "DAY TIME WHO\n",
    "**WHO** TIME\n", "- WHO: ",
)  # fmt: skip
_FORMS = (
    "given",
    "given",
    "given",
    "nick",
    "short",
    "full",
    "first_initial",
    "family_upper",
    "last_first",
    "initial_last",
)
_AFTER = (
    " ✔✔",
    "\nDelivered",
    "\nRead",
    " (edited)",
    "\n👍 2",
    "\nSeen by 4",
    " [ack]",
    "\n-- reacted ❤️",
    "\n(1 reply)",
)
CHATTER = _TEXT.lines("chatter")


@dataclass(frozen=True, slots=True)
class _Turn:
    who: str
    said: str
    spare: bool


def _turns(block: str) -> tuple[_Turn, ...]:
    """Raises ValueError for a line without "N: " or "?N: " before it."""
    out = []
    for line in templates(block):
        found = re.match(r"(\??)([A-Z-]): (.+)", line, re.DOTALL)
        if not found or (found[2] != "-" and found[2] not in _ROLES):
            raise ValueError(f"no sender before {line!r}")
        out.append(_Turn(found[2], found[3], bool(found[1])))
    return tuple(out)


def _names(c: Cast, letters: Sequence[str]) -> dict[str, str]:
    """The label of each sender: a name in one form or in several, a handle, initials, "Me"."""
    roll = c.rng.random()
    one = c.pick(_FORMS)
    out = {}
    for x in letters:
        role = _ROLES[x]
        form = one if roll < 0.6 else c.pick(_FORMS)
        out[x] = f"{{{role}:{form}}}"
        if roll > 0.86:
            out[x] = f"{{chat:{role}}}"
        elif roll > 0.76:
            out[x] = f"{{txi:{role}}}"
    if letters and c.chance(0.25):
        out[letters[0]] = c.pick(("Me", "You", "me", "ME", "Sent"))
    return out


def clocked(c: Cast, at: dt.datetime, shape: str) -> Marked:
    """A time of day in a chat's shape."""
    text = at.strftime(shape)
    return mark(text[1:] if text[0] == "0" and "%I" in shape else text, Near.CLOCK)


def chat_story(block: Block, title: Sequence[str] = (), least: float = 0.55) -> Callable[[Cast], Marked]:
    """A chat in order. A line with "?" may be missing. least: the smallest share of lines that is kept."""
    whole = _turns(block)

    def write(c: Cast) -> Marked:
        count = c.rng.randint(int(len(whole) * least), len(whole))
        start = c.rng.randint(0, len(whole) - count)
        kept = [t for t in whole[start : start + count] if not t.spare or c.chance(0.7)]
        letters = list(dict.fromkeys(t.who for t in kept if t.who != "-"))
        c.rng.shuffle(letters)
        names = _names(c, letters)
        head = c.pick(_HEADS)
        shape = c.pick(("%H:%M", "%H:%M", "%I:%M %p", "%I:%M%p", "%H%M", "%H.%M", "%H:%M:%S"))
        at = dt.datetime.combine(c.day, dt.time(c.rng.randint(5, 19), c.rng.randrange(60), c.rng.randrange(60)))
        amid, sign = c.pick((0.0, 0.0, 0.12, 0.25)), c.pick((0.0, 0.0, 0.06))
        quick = c.pick((0.0, 0.3, 1.0))
        bare = c.chance(0.1)
        out = [c.any(*title)] if title and c.chance(0.5) else []
        last = ""
        for turn in kept:
            at += dt.timedelta(minutes=c.pick((0, 1, 1, 2, 3, 5, 9, 24, 60)), seconds=c.rng.randrange(60))
            said = [(turn.who, turn.said)]
            if letters and c.chance(amid):
                said.append((c.pick(letters), c.pick(CHATTER)))
            for who, text in said:
                body = c.say(text)
                body = thumbed(c, body) if c.chance(quick) else body
                if c.chance(sign):
                    body = join(body, c.pick(_AFTER))
                if who == "-" or bare or (who == last and c.chance(0.5)):
                    out.append(body)
                else:
                    out.append(join(_headed(c, head, names[who], at, shape), body))
                last = who
        return join(*out, sep=c.pick(("\n", "\n", "\n\n")))

    return write


def _headed(c: Cast, head: str, who: str, at: dt.datetime, shape: str) -> Marked:
    pieces = []
    for part in re.split(r"(WHO|TIME|DAY)", head):
        if part == "WHO":
            pieces.append(c.say(who))
        elif part == "TIME":
            pieces.append(clocked(c, at, shape))
        elif part == "DAY":
            pieces.append(c.say(f"{{numdate:{(at.date() - c.day).days}}}"))
        else:
            pieces.append(Marked(part))
    return join(*pieces)


def quoted(c: Cast, text: Marked) -> Marked:
    """With a sign of quoting before each of its lines."""
    sign = c.pick(("> ", "> ", ">", "| ", ">> "))
    return join(*(join(sign, line) for line in split_lines(text)), sep="\n")


_ADDRESSED = (
    "{ROLE:full} <{txmail:ROLE}>", "{ROLE:last_first}", "{ROLE:full}", "{txmail:ROLE}", "{ROLE:upper_full}",
    '"{ROLE:last_first}" <{txmail:ROLE}>', "{ROLE:last_first} ({dept})", "{ROLE:short} [mailto:{txmail:ROLE}]",
)  # fmt: skip
_DAYS = (
    "{weekday}, {fulldate:N} {time12}", "{fulldate:N}, at {time}", "{stamp:N}", "{weekday} {numdate:N} {time}",
    "{fulldate:N} {time12}", "{numdate:N} {time12}",
)  # fmt: skip
_MAIL_HEADS = _TEXT.lines("mail_heads")


@dataclass(frozen=True, slots=True)
class _Mail:
    sender: str
    to: str
    body: tuple[str, ...]


def mail_thread(subjects: Sequence[str], block: Block) -> Callable[[Cast], Marked]:
    """A thread: "@KD" starts a mail from K to D, the oldest first; its lines follow. The newest is written on top."""
    held = []
    for text in textwrap.dedent(block).split("\n@")[1:]:
        head, _, rest = text.partition("\n")
        held.append(_Mail(_ROLES[head[0]], _ROLES[head[1]], templates(rest)))

    def write(c: Cast) -> Marked:
        count = c.rng.randint(min(2, len(held)), len(held))
        first = c.rng.randint(0, len(held) - count)
        subject = c.say(c.pick(subjects))
        day_shape = c.pick(_DAYS)
        note = Marked("")
        nested = c.chance(0.35)
        gap = c.pick(("\n", "\n\n", "\n\n"))
        joiner = c.pick(("\n\n", "\n\n\n", "\n"))
        style = c.pick(_MAIL_HEADS)
        for i, m in enumerate(held[first : first + count]):
            if c.chance(0.25):
                style = c.pick(_MAIL_HEADS)
            others = [x.sender for x in held if x.sender not in (m.sender, m.to)] or ["nurse2"]
            where = {"FROM": m.sender, "TO": m.to, "CC": c.pick(others)}
            pieces = []
            for part in re.split(r"(FROM|TO|CC|DAY|SUBJ)", style):
                if part in where:
                    pieces.append(c.say(c.pick(_ADDRESSED).replace("ROLE", where[part])))
                elif part == "DAY":
                    pieces.append(c.say(day_shape.replace("N", str(i))))
                elif part == "SUBJ":
                    pieces.append(join(c.pick(("RE: ", "Re: ", "FW: ", "Fwd: ", "RE: FW: ")) if i else "", subject))
                else:
                    pieces.append(Marked(part))
            body = join(*(c.say(t) for t in m.body), sep=gap)
            one = join(*pieces, "\n\n" if len(pieces) > 3 else "\n", body)
            below = quoted(c, note) if nested and note.text else note
            note = join(one, joiner, below) if note.text else one
        return hurried(c, note) if c.chance(0.08) else note

    return write


def web_form(fields: Block, matter: Block, ends: Block = "", titles: Block = "") -> Callable[[Cast], Marked]:
    """A form or ticket: some "Label = value" lines in one style, then free text, then an end."""
    pairs = [tuple(x.strip() for x in t.split(" = ", 1)) for t in templates(fields)]
    texts, tails, heads = templates(matter), templates(ends), templates(titles)

    def write(c: Cast) -> Marked:
        style = c.pick(
            ("{}: ", "{}: ", "{}:\n", "{}\n", "{} - ", "{}:\t", "*{}*: ", "{} | ", "{}? ", "[{}] ", "{}....")
        )
        cases: tuple[Callable[[str], str], ...] = (str, str, str.upper, str.lower)
        case = c.pick(cases)
        share = c.pick((0.5, 0.75, 1.0))
        kept = [p for p in pairs if c.chance(share)] or pairs[:2]
        out = [c.any(*heads)] if heads and c.chance(0.7) else []
        out += [join(style.format(case(c.say(label).text)), c.say(value)) for label, value in kept]
        at = (
            sorted(c.rng.sample(range(len(texts)), c.rng.randint(max(1, len(texts) // 2), len(texts)))) if texts else []
        )
        body = join(*(c.say(texts[i]) for i in at), sep=c.pick((" ", " ", "\n")))
        tail = [c.say(t) for t in tails if c.chance(0.6)]
        note = join(*out, *([body] if at else []), *tail, sep=c.pick(("\n", "\n", "\n\n")))
        return hurried(c, note) if c.chance(0.15) else note

    return write


def message_slips(*pools: Sequence[str], least: int = 1, most: int = 6, quick: float = 0.4) -> Callable[[Cast], Marked]:
    """Some short messages of one pool or of several."""

    def write(c: Cast) -> Marked:
        mine = [c.pick(pools)] if c.chance(0.6) else list(pools)
        drawn = dict.fromkeys(c.pick(c.pick(mine)) for _ in range(c.rng.randint(least, most)))
        said = [thumbed(c, c.say(t)) if c.chance(quick) else c.say(t) for t in drawn]
        return join(*said, sep=c.pick(("\n", "\n", "\n\n", "\n---\n", " // ")))

    return write


def about_child(write: Callable[[Cast], Marked], least: int = 4, most: int = 17) -> Callable[[Cast], Marked]:
    """Another layout's text about a child; kin is the mother, kin2 the father, kin3 a grandmother."""

    def child(c: Cast) -> Marked:
        c.once("patient birth", lambda: c.day - dt.timedelta(days=int(365.25 * c.rng.uniform(least, most))))
        age = patient.age(c)
        kin.settle(c, "kin", kin.Tie(c.pick(("mom", "mum", "mother")), True, age + 28, 0.6))
        kin.settle(c, "kin2", kin.Tie(c.pick(("dad", "father")), False, age + 31, 0.6))
        kin.settle(c, "kin3", kin.Tie(c.pick(("grandma", "nan", "gran")), True, age + 55, 0.6))
        return write(c)

    return child


def about_adult(write: Callable[[Cast], Marked]) -> Callable[[Cast], Marked]:
    """Another layout's text about an old patient; kin is a daughter, kin2 a son, kin3 another daughter."""

    def aged(c: Cast) -> Marked:
        c.once("patient birth", lambda: c.day - dt.timedelta(days=int(365.25 * c.rng.uniform(68, 97))))
        age = patient.age(c)
        kin.settle(c, "kin", kin.Tie("daughter", True, age - 26, 0.6))
        kin.settle(c, "kin2", kin.Tie("son", False, age - 29, 0.6))
        kin.settle(c, "kin3", kin.Tie("daughter", True, age - 33, 0.6))
        return write(c)

    return aged
