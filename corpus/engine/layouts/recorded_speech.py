"""How calls, radio traffic and dictation are laid out: turns in their order, who speaks in many shapes or in none.

A scene is a raw string of steps, one a line, each of turns behind the letter of who speaks, set off by " // ". A step
behind "? " is left out now and then; an indented line goes on with the one before.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import bare, lowered, raised
from corpus.engine.layouts.hospital_text import wrapped
from corpus.engine.layouts.transcript import turns
from corpus.engine.note_file import templates
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, Piece, join

# Of each letter the labels by function, by name and in brief; templates.
Voices = Mapping[str, tuple[str, str, str]]
_AROUND = ("{}: ", "{}: ", "{}: ", "{}:  ", "[{}] ", "{} - ", "<{}> ", "**{}:** ", "{}\n", "({}) ", "{}> ", "{}.\t")
_UNNAMED = ("", "", "- ", "> ", ">> ", "— ")
_CLOCKS = ("[%(h)02d:%(m)02d:%(s)02d] ", "%(m)02d:%(s)02d ", "(%(m)d:%(s)02d) ", "%(h)d:%(m)02d:%(s)02d  ")


def adult(c: Cast, least: int = 19, most: int = 92) -> None:
    """Settles that the note's patient is so many years old."""
    c.once("patient birth", lambda: c.day - dt.timedelta(days=int(c.rng.uniform(least, most + 1) * 365.25)))


def recognised(c: Cast, text: Marked) -> Marked:
    """As a machine writes what it heard: as it is, in small letters, without stops; the same all over a note."""
    roll = c.once("radio.asr", lambda: c.rng.random())
    if roll < 0.5:
        return text
    if roll < 0.84:
        return lowered(bare(text))
    return raised(text) if roll < 0.88 else lowered(text) if roll < 0.95 else bare(text)


def recorded_call(
    voices: Voices,
    block: Block,
    *,
    heads: Block = "",
    ends: Block = "",
    ages: tuple[int, int] = (19, 92),
    keep: float = 0.7,
) -> Callable[[Cast], Marked]:
    """A conversation in the order of its steps. keep: how often an optional step is there."""
    steps, tops, tails = templates(block), templates(heads), templates(ends)

    def write(c: Cast) -> Marked:
        adult(c, *ages)
        shape = c.rng.choices(("label", "dash", "number", "run"), (6, 1, 1.5, 1.2))[0]
        style, around = c.rng.randrange(3), c.pick(_AROUND)
        upper, clock = c.chance(0.25), c.pick(_CLOCKS) if c.chance(0.2) else ""
        dash, lined = c.pick(_UNNAMED), c.chance(0.12)
        numbered = c.pick(("Speaker {}", "SPEAKER {}", "S{}", "spk_{}", "Voice {}"))
        order = c.rng.sample(sorted(voices), len(voices))
        labels: dict[str, Marked] = {}
        out: list[Piece] = []
        at = c.rng.randrange(30)
        for step in steps:
            if step.startswith("? "):
                if not c.chance(keep):
                    continue
                step = step[2:]
            for who, said in turns(step):
                at += c.rng.randint(2, 25)
                stamp = clock % {"h": at // 3600, "m": at // 60 % 60, "s": at % 60} if clock else ""
                text: Piece = recognised(c, c.say(said))
                if shape == "label":
                    label = labels.setdefault(who, c.say(voices[who][style]))
                    before, _, after = around.partition("{}")
                    text = join(stamp, before, raised(label) if upper else label, after, text)
                elif shape == "number":
                    text = join(stamp, numbered.format(order.index(who)), ": ", text)
                elif shape == "dash":
                    text = join(stamp, dash, text)
                if lined:
                    text = join(f"{len(out) + 1:>3}  ", text)
                out.append(text)
        sep = c.pick((" ", " ", " | ", "\n")) if shape == "run" else c.pick(("\n", "\n", "\n\n"))
        body = join(*out, sep=sep)
        if tops and c.chance(0.75):
            body = join(c.any(*tops), c.pick(("\n", "\n\n")), body)
        if tails and c.chance(0.6):
            body = join(body, "\n", c.any(*tails))
        return wrapped(body, c.rng.randint(60, 96)) if c.chance(0.12) else body

    return write


def monologue(
    block: Block, *, least: int = 1, most: int = 3, ages: tuple[int, int] = (19, 92)
) -> Callable[[Cast], Marked]:
    """Messages of one speaker, whole templates each, one or some of them."""
    lines = templates(block)

    def write(c: Cast) -> Marked:
        adult(c, *ages)
        some = [recognised(c, c.say(t)) for t in c.rng.sample(lines, c.rng.randint(least, most))]
        return join(*some, sep=c.pick(("\n", "\n\n", "\n---\n")))

    return write


def spoken_marks(c: Cast, template: str) -> str:
    """The stops of a template as a dictating voice says them: " comma", " period new line"; fields stay as they are."""
    out: list[str] = []
    depth = 0
    words = {
        ",": " comma",
        ".": c.pick((" period", " full stop", " period")),
        ":": " colon",
        ";": " semicolon",
        "?": " question mark",
    }
    for i, ch in enumerate(template):
        depth += (ch == "{") - (ch == "}")
        ends = template[i + 1 : i + 2] in ("", " ", "\n", "|", "]", "[")
        if depth == 0 and ch in words and ends and not template[max(0, i - 2) : i].endswith(("Dr", "Mr")):
            out.append(words[ch])
        else:
            out.append(c.pick((" new line ", " new paragraph ", "\n")) if ch == "\n" else ch)
    return "".join(out)


def dictation(
    block: Block, *, ages: tuple[int, int] = (19, 92), marks: float = 0.6, keep: float = 0.75
) -> Callable[[Cast], Marked]:
    """A dictation: the steps in order, its stops said aloud in most, often in small letters."""
    steps = templates(block)

    def write(c: Cast) -> Marked:
        adult(c, *ages)
        aloud = c.chance(marks)
        sep = c.pick((" ", " ", "\n", " ")) if not aloud else c.pick((" ", " ", " new paragraph ", "\n"))
        out: list[Marked] = []
        for step in steps:
            if step.startswith("? "):
                if not c.chance(keep):
                    continue
                step = step[2:]
            out.append(c.say(spoken_marks(c, step) if aloud else step))
        text = join(*out, sep=sep)
        return lowered(bare(text)) if c.chance(0.55) else text

    return write
