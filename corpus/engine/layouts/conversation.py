"""How a talk in a room is told: a tale of turns in their order, its people settled first so that sexes and ages agree.

A tale is a raw string. Its first line says who is in it: "female 68-88; kin daughter f -28; D=dr:GP/Doctor; P=pt:Pt";
each further line holds one turn or several set off by " // "; a line behind "? " may be left out.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from corpus.engine.cast import Cast
from corpus.engine.fields import kin
from corpus.engine.layouts.hasty_typing import bare, lowered, raised, reshaped
from corpus.engine.layouts.transcript import one_line, turns
from corpus.engine.note_file import templates
from redactor.sample.marked import Mark, Marked, Piece, join


@dataclass(frozen=True, slots=True)
class Tale:
    """people: of a letter, its field and what the person is called by function. ties: relatives and what they are."""

    people: Mapping[str, tuple[str, tuple[str, ...]]]
    lines: tuple[tuple[bool, tuple[tuple[str, str], ...]], ...]  # whether it may be left out, its turns
    female: bool | None = None
    years: tuple[int, int] | None = None
    ties: Mapping[str, tuple[str, bool, int]] = field(default_factory=dict)


def tale(block: str) -> Tale:
    """Parse a tale. Raises ValueError for an invalid first line or a turn of an unknown speaker."""
    head, *rest = templates(block)
    people: dict[str, tuple[str, tuple[str, ...]]] = {}
    ties: dict[str, tuple[str, bool, int]] = {}
    female: bool | None = None
    years: tuple[int, int] | None = None
    for bit in head.split("; "):
        if found := re.fullmatch(r"(female|male|any)(?: (\d+)-(\d+))?", bit):
            female = None if found[1] == "any" else found[1] == "female"
            years = (int(found[2]), int(found[3])) if found[2] else None
        elif found := re.fullmatch(r"(kin\d?) (.+) ([fm]) (-?\d+)", bit):
            ties[found[1]] = (found[2], found[3] == "f", int(found[4]))
        elif found := re.fullmatch(r"(\w)=(\w*):(.+)", bit):
            people[found[1]] = (found[2], tuple(found[3].split("/")))
        else:
            raise ValueError(f"cannot read {bit!r} in the head of a tale")
    lines = tuple((line.startswith("? "), tuple(turns(line.removeprefix("? ")))) for line in rest)
    if lost := {who for _, said in lines for who, _ in said} - people.keys():
        raise ValueError(f"turns of nobody: {sorted(lost)}")
    return Tale(people, lines, female, years, ties)


def settled(c: Cast, t: Tale) -> None:
    """Fix the patient's sex and age and the relatives before any turn is written."""
    if t.female is not None:
        c.once("patient female", lambda: t.female)
    if t.years:
        low, high = t.years
        born = c.day - dt.timedelta(days=c.rng.randint(low * 366, high * 366))
        c.once("patient birth", lambda: born)
    for role, (word, female, older) in t.ties.items():
        now = (t.years[0] + t.years[1]) // 2 if t.years else 50
        kin.settle(c, role, kin.Tie(word, female, max(2, now + older + c.rng.randint(-3, 3)), 0.7))


_AROUND = (
    "{}: ", "{}: ", "{}: ", "{}: ", "{}: ", "{} - ", "{} – ", "[{}] ", "({}) ", "{}\t", "{}> ", "<{}> ", "**{}**: ",
    "{}\n", "{}:\n", ">> {}: ", "{}. ", "{}— ", "- {}: ", "{} ",
)  # fmt: skip
_NONE = ("", "- ", "- ", "— ", ">> ", ">>", "> ", "– ", "• ", "' ")
_STAMPS = (
    "[HH:MM:SS] ",
    "MM:SS ",
    "(MM:SS) ",
    "HH:MM:SS,500 --> HH:MM:SS,900\n",
    "[MM:SS.0] ",
    "MM:SS | ",
    "{HH:MM:SS} ",
)
_SPEAKERS = ("Speaker {}", "SPEAKER {}", "Speaker_{}", "S{}", "Voice {}", "Participant {}", "spk{}", "#{}", "Person {}")
_NAMES = ("given", "given", "full", "titled", "family_upper", "initials", "nick", "short", "family")


def _name_of(c: Cast, who: str, words: Sequence[str], style: str) -> Piece:
    """How a label names a person of the tale: by function, or by name in the note's form."""
    if style == "function" or not who:
        return c.pick(words)
    if style == "upper":
        return c.pick(words).upper()
    if style == "letter":
        return words[0][:1].upper()
    if who in ("dr", "dr2", "dr3", "pcp", "surgeon") and style in ("given", "nick"):
        return c.say(f"{{{who}:titled}}") if c.chance(0.7) else c.say(f"{{letter:{who}:titled}}")
    if style == "mrs" and who == "pt":
        return c.say("{mrs} {pt:family}") if c.chance(0.7) else c.say("{mrs} {letter:pt:family}")
    return c.say(f"{{{who}:{'given' if style == 'mrs' else style}}}")


def _labels(c: Cast, t: Tale) -> tuple[Mapping[str, Piece], str]:
    roll = c.rng.random()
    if roll < 0.16:
        return dict.fromkeys(t.people, ""), c.pick(_NONE)
    around = c.pick(_AROUND)
    if roll < 0.26:
        shape = c.pick(_SPEAKERS)
        signs = c.pick(("123456789", "ABCDEFGHI"))
        return {who: shape.format(signs[i]) for i, who in enumerate(t.people)}, around
    if roll < 0.62:
        style = c.pick(("function", "function", "function", "upper", "letter"))
        if style == "letter":  # only where the letters differ
            style = "letter" if len({w[1][0][:1].upper() for w in t.people.values()}) == len(t.people) else "function"
        return {who: _name_of(c, x[0], x[1], style) for who, x in t.people.items()}, around
    if roll < 0.82:  # some by function, some by name
        grown = not t.years or t.years[1] > 20
        style = c.pick((*_NAMES[:2], "mrs", "mrs", "nick") if grown else ("given", "nick"))
        return {
            who: _name_of(c, x[0], x[1], style if c.chance(0.5) else "function") for who, x in t.people.items()
        }, around
    style = c.pick(_NAMES)
    return {who: _name_of(c, x[0], x[1], style) for who, x in t.people.items()}, around


def _stamp(shape: str, seconds: int) -> str:
    for sign, n in (("HH", seconds // 3600), ("MM", seconds // 60 % 60), ("SS", seconds % 60)):
        shape = shape.replace(sign, f"{n:02d}")
    return shape


def _raised_first(said: Marked) -> Marked:
    """The turn with a capital at its beginning, within an identifier too."""
    if not said.text[:1].islower() or len(said.text[:1].upper()) > 1:
        return said
    marks = tuple(
        Mark(m.start, m.end, m.entity, m.subject, m.value[0].upper() + m.value[1:]) if not m.start else m
        for m in said.marks
    )
    return Marked(said.text[0].upper() + said.text[1:], marks)


def told(c: Cast, t: Tale, said: Sequence[tuple[str, str]]) -> Marked:
    """The turns with the note's speaker labels; sometimes a filler word comes between them."""
    labels, around = _labels(c, t)
    stamp = c.pick(_STAMPS) if c.chance(0.2) else ""
    seconds = c.rng.randrange(900)
    noise = c.pick((0.0, 0.0, 0.04, 0.1))
    asides = c.pick((0.0, 0.0, 0.0, 0.06))
    before, _, after = around.partition("{}")
    bare_sign = around if "{}" not in around else ""
    lines: list[Marked] = []

    def add(who: str, what: Piece) -> None:
        nonlocal seconds
        lead = _stamp(stamp, seconds) if stamp else ""
        seconds += c.rng.randint(2, 25)
        lines.append(join(lead, bare_sign, what) if not labels[who] else join(lead, before, labels[who], after, what))

    for who, text in said:
        turn = _raised_first(c.say(text))
        add(who, join(turn, " ", c.say("{sigh}")) if c.chance(asides) else turn)
        if c.chance(noise) and len(t.people) > 1:
            others = [x for x in t.people if x != who]
            add(c.pick(others), c.say("{huh}[[.|.|!|?]]"))
    sep = c.pick(("\n", "\n", "\n", "\n\n"))
    if not bare_sign and not any(labels.values()):
        sep = c.pick(("\n", " ", "\n"))
    return join(*lines, sep=sep)


_MISHEARD: Mapping[str, tuple[str, ...]] = {
    "there": ("their",), "their": ("there",), "your": ("you're",), "to": ("too", "two"), "week": ("weak",),
    "right": ("write",), "hear": ("here",), "know": ("no",), "patient": ("patience",), "heel": ("heal",),
    "weight": ("wait",), "pain": ("pane",), "been": ("bin",), "knee": ("need",), "dose": ("does",),
    "steroid": ("stair oid",), "metformin": ("met for men",), "would": ("wood",), "son": ("sun",), "aunt": ("ant",),
    "lisinopril": ("listen a pill",), "warfarin": ("war friend",), "scan": ("can",), "hip": ("hipp",), "die": ("dye",),
    "insulin": ("in slim",), "biopsy": ("buy up see",), "sugar": ("sure ger",), "ward": ("word",),
    "through": ("threw",),
}  # fmt: skip
_MISHEARABLE = re.compile(r"\b(" + "|".join(_MISHEARD) + r")\b")
_GAP = re.compile(r"(?<=[a-z]) (?=[a-z])")
_FILLERS = (" um ", " uh ", " you know ", ", um, ", ", like, ", " er ", " -- ", ", uh, ", "... ", ", I mean, ", " erm ")


def misheard(c: Cast, source: Marked, rate: float) -> Marked:
    """With homophones, as a speech recogniser writes them; identifiers do not change."""

    def change(found: re.Match[str]) -> str:
        return c.pick(_MISHEARD[found[0]]) if c.chance(rate) else found[0]

    return reshaped(source, lambda text: _MISHEARABLE.sub(change, text), str)


def halting(c: Cast, source: Marked, rate: float) -> Marked:
    """With sounds of hesitation between words, none of them in an identifier."""
    return reshaped(source, lambda text: _GAP.sub(lambda _: c.pick(_FILLERS) if c.chance(rate) else " ", text), str)


def recorded(c: Cast, source: Marked) -> Marked:
    """As typed by a person, with or without hesitations, or as recognised by a machine."""
    if c.chance(0.35):
        source = halting(c, source, c.pick((0.01, 0.03, 0.06)))
    roll = c.rng.random()
    if roll < 0.62:
        return source
    if roll < 0.66:
        return raised(source)
    source = misheard(c, source, c.pick((0.0, 0.1, 0.3)))
    source = lowered(source) if roll < 0.92 else source
    source = bare(source) if c.chance(0.75) else source
    return one_line(source) if c.chance(0.25) else source


def _turns_of(c: Cast, t: Tale, keep: float) -> list[tuple[str, str]]:
    return [turn for spare, said in t.lines if not spare or c.chance(keep) for turn in said]


def conversation(*tales: Tale, heads: Sequence[str] = ()) -> Callable[[Cast], Marked]:
    """A whole conversation, sometimes below a heading."""

    def write(c: Cast) -> Marked:
        t = c.pick(tales)
        settled(c, t)
        text = told(c, t, _turns_of(c, t, c.pick((0.4, 0.7, 1.0))))
        if heads and c.chance(0.3):
            text = join(c.any(*heads), "\n\n", text)
        return recorded(c, text)

    return write


def conversation_excerpt(*tales: Tale, most: int = 9) -> Callable[[Cast], Marked]:
    """A few turns out of the middle of a conversation."""

    def write(c: Cast) -> Marked:
        t = c.pick(tales)
        settled(c, t)
        said = _turns_of(c, t, 1.0)
        size = min(len(said), c.rng.randint(1, most))
        at = c.rng.randrange(len(said) - size + 1)
        return recorded(c, told(c, t, said[at : at + size]))

    return write


def loose_turns(pool: Tale, *, least: int = 2, most: int = 9, plain: Sequence[Tale] = ()) -> Callable[[Cast], Marked]:
    """Exchanges of a conversation in any order, mixed with others that name no person."""

    def write(c: Cast) -> Marked:
        settled(c, pool)
        lines = list(c.rng.sample(pool.lines, min(len(pool.lines), c.rng.randint(least, most))))
        for other in plain:
            lines += c.rng.sample(other.lines, c.pick((0, 0, 1, 2, 4)))
        c.rng.shuffle(lines)
        people = {who: x for t in (*plain, pool) for who, x in t.people.items()}
        return recorded(c, told(c, replace(pool, people=people), [turn for _, said in lines for turn in said]))

    return write
