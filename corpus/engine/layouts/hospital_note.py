"""Notes of a hospital: sections with headings, their sizes and their order."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from corpus.engine.cast import Cast
from corpus.engine.layouts.hospital_frame import SIGNED, Row, ending, header
from corpus.engine.layouts.hospital_text import listed, mixed, upper, wrapped
from corpus.engine.note_file import read
from corpus.engine.note_type import Write
from redactor.sample.marked import Marked, Piece, join

_TEXT = read("phrases/hospital_asides")
ASIDES = _TEXT.lines("asides")
Shape = Literal["prose", "list", "lines"]
Size = Literal["short", "middle", "long"]  # of 30 words, 150, 300 and, one time in four of the long, up to 900


@dataclass(frozen=True, slots=True)
class Part:
    """A section. titles: a template of headings, empty for none. told: its sentences, of which least to most are said.

    odds: how often a note has it. plain: how often a sentence without identifiers follows one of `told`.
    shape: how it is laid out; "prose" becomes lines or a list now and then.
    """

    titles: str
    told: tuple[str, ...]
    least: int = 1
    most: int = 3
    odds: float = 0.8
    plain: float = 0.3
    shape: Shape = "prose"


def hospital_note(
    titles: str,
    parts: tuple[Part, ...],
    extra: tuple[Row, ...] = (),
    signs: tuple[str, ...] = SIGNED,
    most: int = 7,
    settle: Callable[[Cast], object] | None = None,
) -> Write:
    """A hospital's note: a head, sections and a signature; short, middle or long.

    extra: rows of its head. most: how many of the rarer rows stand there besides. signs: how it is signed.
    settle: fixes what the patient must be (a mother, an infant) before anything is drawn.
    """

    def write(c: Cast) -> Marked:
        if settle:
            settle(c)
        size = sized(c)
        kept = [p for p in parts if c.chance(p.odds * {"short": 0.45, "middle": 0.9, "long": 1.5}[size])]
        kept = kept or [c.pick(parts)]
        if size == "short":
            kept = c.rng.sample(kept, min(len(kept), c.rng.randint(1, 3)))
        if c.chance(0.3):
            c.rng.shuffle(kept)
        head = header(c, titles, extra, 2 if size == "short" else most)
        return assembled(c, head, [section(c, p) for p in kept], ending(c, signs))

    return write


def woman(c: Cast) -> None:
    """Settles that the patient is one."""
    c.once("patient female", lambda: True)


def sized(c: Cast) -> Size:
    """How long this note is."""

    def make() -> Size:
        roll = c.rng.random()
        return "short" if roll < 0.25 else "middle" if roll < 0.6 else "long"

    return c.once("hospital size", make)


def headed(c: Cast, titles: str, body: Piece) -> Marked:
    """A section under one of its titles, in this note's own style of headings."""
    style = c.once("hospital headings", lambda: c.rng.randrange(11))
    title = c.say(titles)
    if not title.text:
        return join(body)
    if style in (0, 1, 2):
        return join(upper(title), c.pick((":\n", ":\n", "\n")) if style == 1 else ": ", body)
    if style == 10:
        return join(body)
    marks = {3: ("", ": "), 4: ("", ":\n"), 5: ("**", "**\n"), 6: ("== ", " ==\n"), 7: ("## ", "\n"), 8: ("", " - ")}
    before, after = marks.get(style, ("[", "]\n"))
    return join(before, title, after, body)


def section(c: Cast, part: Part) -> Marked:
    """A section of the note, as long as the note's size asks for."""
    size = sized(c)
    least, most = part.least, part.most
    if size == "short":
        least = min(least, 2)
        most = max(least, most // 2)
    elif size == "long" and most > 1:
        most += 6 if c.once("hospital huge", lambda: c.chance(0.25)) else 2
    said = mixed(c, part.told, least, most, part.plain, ASIDES if part.plain else ())
    roll = c.rng.random()
    if part.shape == "list" or (part.shape == "prose" and roll < 0.1):
        body = listed(c, said)
    elif part.shape == "lines" or roll < 0.18:
        body = join(*said, sep="\n")
    else:
        body = join(*(_stopped(c, sentence) for sentence in said), sep=" ")
    return headed(c, part.titles, body)


def _stopped(c: Cast, sentence: Piece) -> Piece:
    """A sentence with a full stop after it, unless it has one; now and then people leave it out."""
    text = sentence if isinstance(sentence, str) else sentence.text
    return join(sentence, c.pick((".", ".", ".", ".", ";", ""))) if text[-1:].isalnum() else sentence


def assembled(c: Cast, head: Piece | None, parts: Sequence[Piece], end: Piece | None) -> Marked:
    """Head, parts and end as one text, with this note's own spaces between them; some are wrapped at a width."""
    gap = c.pick(("\n\n", "\n\n", "\n\n", "\n"))
    pieces = [p for p in (head, *parts, end) if p is not None]
    whole = join(*pieces, sep=gap)
    if c.chance(0.05):
        whole = join(*pieces, sep=" ")
    return wrapped(whole, c.rng.randint(58, 96)) if c.chance(0.12) else whole


def mother(c: Cast) -> None:
    woman(c)
    c.once("patient birth", lambda: c.day - dt.timedelta(days=c.rng.randint(17 * 365, 44 * 365)))


def infant(c: Cast) -> None:
    c.once("patient birth", lambda: c.day - dt.timedelta(days=c.rng.randint(0, c.pick((2, 6, 30, 110)))))
