"""Printed papers: sections in order, filled-in fields, grids of cells, page heads in the text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.dense_sheet import Section, sections
from corpus.engine.layouts.hasty_typing import hurried, raised
from corpus.engine.layouts.hospital_text import wrapped
from corpus.engine.layouts.long_chart import aged
from corpus.engine.layouts.printed_grid import scanned
from corpus.engine.note_file import read
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, join, split_lines

_TEXT = read("phrases/printed_paper")
Write = Callable[[Cast], Marked]
ADULT, OLD, CHILD, WOMAN = aged(19, 94), aged(66, 101), aged(5, 17), aged(18, 43, woman=True)
# What stands on each page of a printout, the page's number put in for #.
_FURNITURE = _TEXT.lines("furniture")
_HEADINGS = ("{0}:", "{0}", "{1}:", "{1}", "{1} --", "** {0} **", "[{0}]", "## {0}", "{0}\n----------", "<{0}>")
_GAPS = ("  ", "     ", "          ", "\t", " | ", "   ")


def _filled(c: Cast, said: Sequence[Marked]) -> Marked:
    """One field to a line, or several fields to a line with a gap between."""
    count = c.once("paper.fields", lambda: c.pick((1, 1, 1, 2, 2, 3)))
    gap = c.once("paper.gap", lambda: c.pick(_GAPS))
    rows = [said[i : i + count] for i in range(0, len(said), count)]
    return join(*(join(*row, sep=gap) for row in rows), sep="\n")


def _laid(c: Cast, s: Section, keep: float) -> Marked:
    kept = [t for t in s.lines if c.chance(keep)] or [c.pick(s.lines)]
    if s.kind == "rows":
        return grid(c, s.lines[0], s.lines[1:], 3, 9)
    said = [c.say(t) for t in kept]
    if s.kind == "prose":
        return join(*said, sep=c.once("paper.stop", lambda: c.pick((" ", " ", "  "))))
    if s.kind == "list":
        sign = c.once("paper.sign", lambda: c.pick(("{}. ", "{}) ", "- ", "", "# ", "* ", "{}.  ")))
        return join(*(join(sign.format(i), x) for i, x in enumerate(said, 1)), sep="\n")
    return _filled(c, said)


def grid(c: Cast, head: str, rows: Sequence[str], least: int, most: int) -> Marked:
    """Rows of cells (set off by " | ") below their head, "-" for none: columns padded, or set apart by a sign."""
    count = c.rng.randint(least, most)
    places = sorted(c.rng.sample(range(len(rows)), min(count, len(rows))) if len(rows) > 2 else [0, -1] * (count // 2))
    cells = [[c.say(x) for x in rows[i].split(" | ")] for i in places]
    if head != "-" and c.chance(0.85):
        cells.insert(0, [c.say(x) for x in head.split(" | ")])
    sep = c.pick(("", "", "", " | ", "|", "\t", ",", ";", "  "))
    if sep:
        ends = ("| ", " |") if sep == " | " and c.chance(0.5) else ("", "")
        return join(*(join(ends[0], join(*row, sep=sep), ends[1]) for row in cells), sep="\n")
    widths = [max((len(row[i].text) for row in cells if i < len(row)), default=0) for i in range(max(map(len, cells)))]
    gap = c.pick((2, 2, 3, 5))
    padded = [
        [join(x, " " * (w + gap - len(x.text))) if i + 1 < len(row) else x
         for i, (x, w) in enumerate(zip(row, widths, strict=False))]
        for row in cells
    ]  # fmt: skip
    return join(*(join(*row) for row in padded), sep="\n")


def _paged(c: Cast, note: Marked) -> Marked:
    """With the same line at the top of every page, wherever in the text the page happens to end."""
    every, page = c.rng.randint(9, 26), c.pick(_FURNITURE)
    out: list[Marked] = []
    for i, line in enumerate(split_lines(note)):
        if i % every == every - 1 or (i == 0 and c.chance(0.5)):
            out.append(c.say(page.replace("#", str(i // every + 1))))
        out.append(line)
    return join(*out, sep="\n")


def worn(c: Cast, note: Marked) -> Marked:
    """Some copies wrapped, paged, scanned, in capitals or typed in a hurry."""
    if c.chance(0.3):
        note = wrapped(note, c.rng.randint(52, 100))
    if c.chance(0.35):
        note = _paged(c, note)
    roll = c.rng.random()
    if roll < 0.05:
        return scanned(c, note)
    return raised(note) if roll < 0.12 else hurried(c, note, 0.6) if roll < 0.2 else note


def printed_paper(block: Block, *titles: str, settle: Callable[[Cast], object] = ADULT, keep: float = 0.9) -> Write:
    """A printed paper of sections in order ("@kind Heading", as in `dense_sheet`).

    titles: its heading. settle: fixes who the patient is. keep: how often a line stays.
    """
    parts = sections(block)

    def write(c: Cast) -> Marked:
        settle(c)
        heading = c.pick(_HEADINGS)
        between = c.pick(("\n\n", "\n\n", "\n", "\n"))
        out = [c.any(*titles)] if titles else []
        for s in parts:
            if not c.chance(0.93):
                continue
            laid = _laid(c, s, keep)
            head = c.say(s.heading).text
            if head:
                above = heading.format(head, head.upper())
                laid = join(above, "\n" if s.kind == "rows" or "\n" in above else c.pick(("\n", " ")), laid)
            out.append(laid)
        return worn(c, join(*out, sep=between))

    return write


def paper_slips(*pools: Sequence[str], least: int = 1, most: int = 5) -> Write:
    """A short paper: some lines, in the order in which the pools have them."""

    def write(c: Cast) -> Marked:
        said: list[Marked] = []
        for pool in pools:
            places = sorted(c.rng.sample(range(len(pool)), min(len(pool), c.rng.randint(least, most))))
            said += [c.say(pool[i]) for i in places]
        note = _filled(c, said)
        return hurried(c, note, 0.6) if c.chance(0.12) else note

    return write


_FACE_TEXT = read("phrases/face_sheet")
_FACE = _FACE_TEXT.lines("face")


def face_sheet(c: Cast) -> Marked:
    """Labels above their values, in capitals, as a printout has them; a few labels stand above nothing."""
    ADULT(c)
    said = [c.say(t) for t in c.rng.sample(_FACE, c.rng.randint(4, len(_FACE)))]
    head = c.any("REGISTRATION FACE SHEET", "{capsite}\nADMISSION RECORD", "FACE SHEET", "INPATIENT REGISTRATION")
    return worn(c, join(head, *said, sep=c.pick(("\n", "\n", "\n\n"))))
