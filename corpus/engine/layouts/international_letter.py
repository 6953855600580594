"""Letters of the English-speaking world: parts in order, each drawn from its own lines."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.layouts.hospital_text import wrapped
from corpus.engine.note_file import read, templates
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, join

_TEXT = read("phrases/international_letter")
_KINDS = ("one", "all", "some", "told", "list", "maybe")
# What every country's letters have: head, date and reference, addressee, the line that names the patient, the end.
HEADS = _TEXT.lines("heads")
DATES = _TEXT.lines("dates")
TO_DOCTOR = _TEXT.lines("to_doctor")
ABOUT = _TEXT.lines("about")
DEAR = _TEXT.lines("dear")
SIGNED = _TEXT.lines("signed")
COPIES = _TEXT.lines("copies")


def clinic_letter(codes: str, block: Block) -> Callable[[Cast], Marked]:
    """A type whose parts stand in the order of the block; "@kind" begins a part, its templates follow.

    one: one of the lines; all: each; some: some in order, a line each; told: most of them as prose; list: as a list;
    maybe: one of them or none. codes: the countries, and what the patient is (child, woman, adult). Raises ValueError
    for another kind.
    """
    parts: list[tuple[str, tuple[str, ...]]] = []
    for text in textwrap.dedent(block).split("\n@")[1:]:
        kind, _, rest = text.partition("\n")
        if kind not in _KINDS:
            raise ValueError(f"no kind of part: {kind!r}; use one of {', '.join(_KINDS)}")
        lines = {"HEADS": HEADS, "DATES": DATES, "TO": TO_DOCTOR, "ABOUT": ABOUT, "DEAR": DEAR, "SIGNED": SIGNED,
                 "COPIES": COPIES}.get(rest.strip())  # fmt: skip
        parts.append((kind, lines or templates(rest)))

    def write(c: Cast) -> Marked:
        c.say("{abin:" + codes + "}")
        density = c.pick((0.55, 0.75, 0.9, 1.0))
        said = [x for kind, lines in parts if (x := _part(c, kind, lines, density)).text]
        note = join(*said, sep=c.pick(("\n\n", "\n\n", "\n", "\n")))
        if c.chance(0.18):
            note = wrapped(note, c.rng.randint(52, 88))
        return hurried(c, note, 0.5) if c.chance(0.08) else note

    return write


def _part(c: Cast, kind: str, lines: tuple[str, ...], density: float) -> Marked:
    if kind == "one" or (kind == "maybe" and c.chance(0.6)):
        return c.say(c.pick(lines))
    if kind == "maybe":
        return Marked("")
    kept = [t for t in lines if kind == "all" or c.chance(density)] or [c.pick(lines)]
    said = [c.say(t) for t in kept]
    if kind == "told":
        cut = c.rng.randrange(1, len(said) + 1)
        halves = [join(*half, sep=" ") for half in (said[:cut], said[cut:]) if half]
        return join(*halves, sep=c.pick(("\n\n", "\n", " ")))
    if kind == "list":
        bullet = c.pick(("{}. ", "{}) ", "- ", "• ", "", "* "))
        said = [join(bullet.format(i), x) for i, x in enumerate(said, 1)]
    return join(*said, sep="\n")


def questions(*pools: tuple[str, ...], codes: str = "", haste: float = 1.0, most: int = 1) -> Callable[[Cast], Marked]:
    """A query of one line, now and then a few."""

    def write(c: Cast) -> Marked:
        c.say("{abin:" + codes + "}")
        count = 1 if c.chance(0.75) else c.rng.randint(1, most)
        return join(*(hurried(c, c.any(*c.pick(pools)), haste) for _ in range(count)), sep="\n")

    return write
