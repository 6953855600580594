"""How talk is laid out: who speaks, in many shapes of label or in none, as a person or a machine writes it down.

An exchange is a template whose turns are set off by " // ", each turn behind the letter of who speaks: "D: Name? // P:
{pt:given}."
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import bare, lowered, raised, reshaped, slipped
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("phrases/talk_without_names")
TURNS = _TEXT.lines("turns")
Labels = Mapping[str, str]
# Who the letters are, by name and by function.
_NAMED: Labels = {
    "D": "{dr:titled}", "P": "{pt:given}", "K": "{kin:given}", "N": "{nurse:given}", "I": "Interpreter",
    "O": "{staff:first_initial}", "C": "{kin:short}",
}  # fmt: skip
_FULL: Labels = {
    "D": "{dr:full}", "P": "{pt:full}", "K": "{kin:full}", "N": "{nurse:short}", "I": "{staff:short}",
    "O": "{staff:short}", "C": "{kin:full}",
}  # fmt: skip
_FAMILY: Labels = {
    "D": "{dr:family_upper}", "P": "{pt:family_upper}", "K": "{kin:family_upper}", "N": "{nurse:family_upper}",
    "I": "INTERPRETER", "O": "{staff:family_upper}", "C": "{kin:family_upper}",
}  # fmt: skip
_INITIALS: Labels = {
    "D": "{dr:initials}", "P": "{pt:initials}", "K": "{kin:initials}", "N": "{nurse:initials}",
    "I": "Int", "O": "{staff:initials}", "C": "{kin:initials}",
}  # fmt: skip
_FUNCTION: Labels = {
    "D": "Doctor", "P": "Patient", "K": "Family member", "N": "Nurse", "I": "Interpreter", "O": "Operator",
    "C": "Caller",
}  # fmt: skip
_BRIEF: Labels = {"D": "MD", "P": "Pt", "K": "Fam", "N": "RN", "I": "Int", "O": "OP", "C": "CLR"}
_LETTER: Labels = {"D": "D", "P": "P", "K": "F", "N": "N", "I": "I", "O": "O", "C": "C"}
_TURN: Labels = dict.fromkeys("DPKNIOC", "")
_NUMBERED = ("Speaker {}", "SPEAKER_0{}", "spk_{}", "S{}", "Participant {}", "Unknown Speaker {}", "Voice {}")
_AROUND = (
    "{}: ", "{}: ", "{}: ", "{}:", "[{}] ", "<{}> ", "{} - ", "({}) ", "**{}:** ", "{}> ", "{}\n", "{}:\n", "{}\t",
    ">>{}: ", "- {}: ", "{} said, ",
)  # fmt: skip
_BARE = ("", "", "- ", "– ", "> ", ">>")


def _labels(c: Cast) -> tuple[Labels, str]:
    """The label of each speaker, with its surrounding characters."""
    roll = c.rng.random()
    if roll < 0.2:
        return _TURN, c.pick(_BARE)
    if roll < 0.4:
        shape = c.pick(_NUMBERED)
        order = c.rng.sample("DPKNIOC", 7)
        labels: Labels = {who: shape.format(i) for i, who in enumerate(order)}
        return labels, c.pick(_AROUND)
    labels = c.pick((_NAMED, _NAMED, _FULL, _FAMILY, _INITIALS, _FUNCTION, _FUNCTION, _BRIEF, _LETTER))
    around = c.pick(_AROUND)
    if labels is _FUNCTION and c.chance(0.3):
        labels = {who: word.upper() for who, word in labels.items()}
    return labels, around


def turns(exchange: str) -> list[tuple[str, str]]:
    """The turns of an exchange: who speaks, what they say. Raises ValueError for a turn without its letter."""
    out = []
    for turn in exchange.split(" // "):
        who, colon, said = turn.partition(": ")
        if not colon or len(who) != 1:
            raise ValueError(f"no speaker's letter before {turn!r}")
        out.append((who, said))
    return out


def _elapsed(c: Cast, seconds: int, shape: str) -> str:
    """The time since the start: HH, MM, M, SS and FFF of the shape filled in."""
    minutes, rest = divmod(seconds, 60)
    parts = (("HH", minutes // 60), ("MM", minutes % 60), ("SS", rest))
    for sign, number in parts:
        shape = shape.replace(sign, f"{number:02d}")
    return shape.replace("M", str(minutes % 60)).replace("FFF", f"{c.rng.randrange(1000):03d}")


_CLOCKS = ("[HH:MM:SS] ", "M:SS ", "(MM:SS) ", "HH:MM:SS.FFF\n", "[MM:SS.FFF] ")


def transcript(c: Cast, exchanges: Sequence[str], least: int, most: int, first: Sequence[str] = ()) -> Marked:
    """Some of the exchanges after one of `first`, with one style of speaker labels.

    The share of exchanges without names varies by note.
    """
    labels, around = _labels(c)
    clock = c.pick(_CLOCKS) if c.chance(0.22) else ""
    count = min(len(exchanges), c.rng.randint(least, most))
    chosen = [c.pick(first)] if first else []
    plain = c.pick((0.0, 0.3, 0.6, 1.0))
    spare = c.rng.sample(TURNS, len(TURNS))
    for exchange in c.rng.sample(list(exchanges), count):
        chosen += [exchange, *([spare.pop()] if spare and c.chance(plain) else [])]
    seconds = c.rng.randrange(40)
    lines: list[Marked] = []
    for exchange in chosen:
        for who, said in turns(exchange):
            stamp = _elapsed(c, seconds, clock) if clock else ""
            seconds += c.rng.randint(2, 40)
            name = c.say(labels[who]) if labels[who] else Marked("")
            before, _, after = around.partition("{}")
            lines.append(join(stamp, before, name, after, c.say(said)))
    sep = c.pick(("\n", "\n", "\n", "\n\n"))
    if labels is _TURN and around == "":
        sep = c.pick((" ", " ", "\n"))
    return join(*lines, sep=sep)


def heard(c: Cast, source: Marked) -> Marked:
    """As a speech recogniser writes it: unchanged, without capitals, or without stops too, sometimes on one line."""
    roll = c.rng.random()
    if roll < 0.4:
        return source
    source = lowered(source) if roll < 0.85 else raised(source) if roll < 0.89 else source
    source = bare(source) if c.chance(0.65) else source
    return one_line(source) if c.chance(0.25) else source


def one_line(source: Marked) -> Marked:
    """With spaces for its line ends outside of the identifiers."""
    return reshaped(source, lambda text: text.replace("\n", " "), str)


def thumbed(c: Cast, source: Marked) -> Marked:
    """As people type it on a telephone: as it is, in small letters, without stops, with slips."""
    roll = c.rng.random()
    if roll < 0.3:
        source = lowered(source)
    if c.chance(0.25):
        source = bare(source)
    return slipped(c, source, 0.07) if c.chance(0.2) else source


def some(c: Cast, lines: Sequence[str], least: int, most: int, sep: str = "\n") -> Marked:
    """Several of the lines, in their order half of the time."""
    places = c.rng.sample(range(len(lines)), min(len(lines), c.rng.randint(least, most)))
    if c.chance(0.5):
        places.sort()
    return join(*(c.say(lines[i]) for i in places), sep=sep)
