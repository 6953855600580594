"""Notes of many parts: sections in a house style, prose or lists, plain sentences between."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from corpus.engine.cast import Cast
from corpus.engine.note_file import read, templates
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, Piece, join

_TEXT = read("phrases/sections")
PLAIN = _TEXT.lines("plain")


@dataclass(frozen=True, slots=True)
class Part:
    """A section: its heading, what may stand in it and how many of that (least to most), and how often it is there.

    mixed: other sentences, without identifiers or with those of any note, may come between.
    """

    heading: str
    lines: tuple[str, ...]
    least: int = 1
    most: int = 3
    chance: float = 1.0
    mixed: bool = True


def part(heading: str, block: Block, least: int = 1, most: int = 3, chance: float = 1.0, mixed: bool = True) -> Part:
    """A section whose lines are the templates of a raw string."""
    return Part(heading, templates(block), least, most, chance, mixed)


def _drawn(c: Cast, lines: Sequence[str], least: int, most: int) -> list[str]:
    places = c.rng.sample(range(len(lines)), min(len(lines), c.rng.randint(least, most)))
    if c.once("in order", lambda: c.chance(0.6)):
        places.sort()
    return [lines[i] for i in places]


def prose(c: Cast, lines: Sequence[str], least: int, most: int, others: Sequence[str] = ()) -> list[Marked]:
    """Between least and most of the lines in a random order, some followed by a plain one or by one of the others.

    How many plain ones come between is a matter of the note, so that notes are dense in identifiers or not.
    """
    said: list[Marked] = []
    density = c.once("plain sentences", lambda: c.pick((0.15, 0.4, 0.6, 0.9)))
    for template in _drawn(c, lines, least, most):
        said.append(c.say(template))
        if c.chance(density):
            said.append(c.any(*PLAIN))
        if others and c.chance(0.22):
            said.append(c.any(*others))
    return said


def paragraph(c: Cast, lines: Sequence[str], least: int, most: int, others: Sequence[str] = ()) -> Marked:
    """The same as running text."""
    return join(*prose(c, lines, least, most, others), sep=c.pick((" ", " ", " ", "  ")))


Heading = Callable[[str], str]
_HEADINGS: tuple[Heading, ...] = (
    lambda h: f"{h}: ",
    lambda h: f"{h}: ",
    lambda h: f"{h.upper()}: ",
    lambda h: f"{h.upper()}:\n",
    lambda h: f"{h}\n",
    lambda h: f"{h.upper()}\n",
    lambda h: f"**{h}**\n",
    lambda h: f"**{h}:** ",
    lambda h: f"## {h}\n",
    lambda h: f"{h}\n{'-' * len(h)}\n",
    lambda h: f"{h.upper()} -- ",
    lambda h: f"[{h}]\n",
    lambda h: f"=== {h} ===\n",
    lambda h: f"{h.lower()}: ",
    lambda h: f"{h} - ",
    lambda h: "",
)


def _laid_out(c: Cast, said: Sequence[Piece], listed: str) -> Marked:
    if listed == "prose" or len(said) == 1:
        return join(*said, sep=" ")
    if listed == "lines":
        return join(*said, sep="\n")
    if listed == "numbers":
        return join(*(join(f"{i}. ", piece) for i, piece in enumerate(said, 1)), sep="\n")
    return join(*(join(listed, piece) for piece in said), sep="\n")


def body(c: Cast, parts: Sequence[Part], shuffled: bool = False, others: Sequence[str] = ()) -> Marked:
    """The sections of a note, some left out, in one house style of headings, lists and blank lines."""
    kept = [p for p in parts if c.chance(p.chance)]
    if shuffled:
        c.rng.shuffle(kept)
    heading = c.pick(_HEADINGS)
    listed = c.pick(("prose", "prose", "prose", "prose", "lines", "numbers", "- ", "* ", "• ", "-", "  "))
    gap = c.pick(("\n\n", "\n\n", "\n", "\n", "\n\n\n", " "))
    out: list[Marked] = []
    more = c.pick((1, 1, 1, 1, 1, 2, 3))  # some notes are long
    for p in kept:
        most = p.most * more
        said = prose(c, p.lines, p.least, most, others) if p.mixed else _only(c, p)
        name = c.say(p.heading).text
        head = heading(name) if name else ""
        if gap == " " and head.endswith("\n"):
            gap = "\n"
        inside = listed if c.chance(0.8) else "prose"
        laid = _laid_out(c, said, inside)
        if head and not head.endswith("\n") and "\n" in laid.text and inside != "prose":
            head = head.rstrip() + "\n"
        out.append(join(head, laid))
    return join(*out, sep=gap)


def _only(c: Cast, p: Part) -> list[Marked]:
    return [c.say(t) for t in _drawn(c, p.lines, p.least, p.most)]


def maybe(c: Cast, p: float, make: Callable[[Cast], Marked]) -> Marked:
    """What make gives, with probability p; else the empty text."""
    return make(c) if c.chance(p) else Marked("")


_CONTEXT_TEXT = read("phrases/context_sentences")
RELATIVES = _CONTEXT_TEXT.lines("relatives")
WORK = _CONTEXT_TEXT.lines("work")
PLACES = _CONTEXT_TEXT.lines("places")
CLINICIANS = _CONTEXT_TEXT.lines("clinicians")
CONTACTS = _CONTEXT_TEXT.lines("contacts")
TIMES = _CONTEXT_TEXT.lines("times")
NAMED = _CONTEXT_TEXT.lines("named")
ANY = RELATIVES + WORK + PLACES + CLINICIANS + CONTACTS + TIMES + NAMED
