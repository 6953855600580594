"""Dense sheets: sections in order as forms, prose, lists or rows, with running heads and sign-offs."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.layouts.hospital_text import wrapped
from corpus.engine.layouts.sections import PLAIN
from corpus.engine.note_file import read, templates
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, join

_TEXT = read("phrases/dense_sheet_lookalikes")
_DENSE_SHEET = read("phrases/dense_sheet")
CLEAN = _TEXT.lines("clean")
# Lines between two pages, and lines at the end of a shift or a dictation.
_BREAKS = _DENSE_SHEET.lines("breaks")
_SIGNED = _DENSE_SHEET.lines("signed")


@dataclass(frozen=True, slots=True)
class Section:
    """kind: form (a line each), prose, list (numbered or with bullets) or rows (the lines drawn again and again)."""

    kind: str
    heading: str
    lines: tuple[str, ...]


def sections(block: str) -> tuple[Section, ...]:
    """Sections of a raw string: "@kind Heading" begins one, its templates follow. Raises ValueError for no kind."""
    out: list[Section] = []
    for text in textwrap.dedent(block).split("\n@")[1:]:
        head, _, rest = text.partition("\n")
        kind, _, heading = head.partition(" ")
        if kind not in ("form", "prose", "list", "rows"):
            raise ValueError(f"no kind of section: {kind!r}; use form, prose, list or rows")
        out.append(Section(kind, heading, templates(rest)))
    return tuple(out)


def _heading(c: Cast, heading: str) -> str:
    style = c.once(
        "dense heading", lambda: c.pick(("{0}", "{0}:", "{1}", "{1}:", "== {0} ==", "[{1}]", "## {0}", "{1} --"))
    )
    return style.format(heading, heading.upper())


def _told(c: Cast, s: Section, density: float) -> list[Marked]:
    """Some of the section's lines, mixed with plain ones in the proportion of the note."""
    amid = c.once("dense amid", lambda: c.pick((0.1, 0.25, 0.25, 0.5, 1.0)))
    said: list[Marked] = []
    for template in [t for t in s.lines if c.chance(density)] or [c.pick(s.lines)]:
        said.append(c.say(template))
        if c.chance(amid):
            said += [
                c.any(*(PLAIN if s.kind == "prose" and c.chance(0.6) else CLEAN)) for _ in range(c.pick((1, 1, 2)))
            ]
    return said


def _laid(c: Cast, s: Section, density: float) -> Marked:
    if s.kind == "rows":
        count = c.rng.randint(2, 7)
        drawn = [c.pick(s.lines)] * count if c.chance(0.2) else c.rng.sample(s.lines, min(count, len(s.lines)))
        if c.chance(0.5):
            drawn = [t for line in drawn for t in ((line, c.pick(CLEAN)) if c.chance(0.5) else (line,))]
        return join(*(c.say(t) for t in drawn), sep="\n")
    said = _told(c, s, density)
    if s.kind == "prose":
        return join(*said, sep=c.once("dense gap", lambda: c.pick((" ", " ", "  ", "\n"))))
    if s.kind == "list":
        bullet = c.once("dense bullet", lambda: c.pick(("{}. ", "{}) ", "- ", "* ", "", "({}) ", "#{} ")))
        return join(*(join(bullet.format(i), x) for i, x in enumerate(said, 1)), sep="\n")
    return join(*said, sep=c.once("dense cells", lambda: c.pick(("\n", "\n", "\n", "   ", " | ", "\n\n"))))


def dense_sheet(block: Block, least: int = 3) -> Callable[[Cast], Marked]:
    """A sheet of sections, most of them in order, with page heads and sign-offs between.

    block: "@kind Heading" begins a section; form: a line each, prose: running text, list: numbered or with bullets,
    rows: its lines drawn again and again. least: the fewest sections.
    """
    parts = sections(block)

    def write(c: Cast) -> Marked:
        count = c.rng.randint(min(least, len(parts)), len(parts))
        places = sorted(c.rng.sample(range(len(parts)), count))
        if c.chance(0.15):
            c.rng.shuffle(places)
        density = c.pick((0.4, 0.65, 0.8, 0.9, 1.0))
        headed = c.chance(0.8)
        out: list[Marked] = []
        for i in places:
            laid = _laid(c, parts[i], density)
            if parts[i].heading and headed:
                laid = join(_heading(c, parts[i].heading), c.pick(("\n", "\n", " ")), laid)
            out.append(laid)
            if c.chance(0.12):
                out.append(c.any(*_BREAKS))
            if c.chance(0.15):
                out.append(c.any(*_SIGNED))
        if c.chance(0.7):
            out += [c.say(t) for t in c.rng.sample(_SIGNED, c.pick((1, 1, 2, 3)))]
        for _ in range(c.pick((0, 0, 1, 1, 2))):
            plain = join(
                *(c.say(t) for t in c.rng.sample(CLEAN, c.rng.randint(2, 9))), sep=c.pick(("\n", "\n", "; ", " | "))
            )
            out.insert(c.rng.randrange(len(out) + 1), plain)
        note = join(*out, sep=c.pick(("\n\n", "\n\n", "\n")))
        if c.chance(0.12):
            note = wrapped(note, c.rng.randint(58, 92))
        return hurried(c, note) if c.chance(0.1) else note

    return write
