"""House styles of the page: line ends, line prefixes, blanks and labels."""

from __future__ import annotations

import random
import re
from dataclasses import replace

from corpus.engine.noise.edits import Edit, before_lines, rewrite, sub
from redactor.sample.marked import Marked

_NEWLINE = re.compile(r"\r?\n")
_NEWLINES = re.compile(r"(?:\r?\n)+")
_BLANK = re.compile(r" ")
_AFTER_STOP = re.compile(r"(?<=[.;]) (?=\S)")


def wrapped(rng: random.Random, note: Marked) -> Marked:
    """Lines broken at blanks before column 60 to 90, including blanks inside names and addresses."""
    # Chance alone breaks few names: in some notes a break is put inside one wherever possible.
    reach = rng.choice((0, 0, 25))
    return _wrapped(note, rng.randint(60, 90), rng.choice(("", "", "", "  ", "      ", "\t")), reach)


def narrow(rng: random.Random, note: Marked) -> Marked:
    """Lines of a narrow column, broken inside names and dates wherever a line's end is near.

    The value of a mark is what then stands there, with the line's end.
    """
    broken = _wrapped(note, rng.randint(22, 46), "", 25)
    return Marked(broken.text, tuple(replace(m, value=broken.text[m.start : m.end]) for m in broken.marks))


def _wrapped(note: Marked, width: int, indent: str, reach: int = 0) -> Marked:
    """Break lines. reach: a blank inside a mark up to this many columns before the last blank is used instead."""
    marked = {i for m in note.marks for i in range(m.start + 1, m.end - 1)} if reach else set()
    edits: list[Edit] = []
    column, blank, within = 0, -1, -1
    for i, ch in enumerate(note.text):
        if ch == "\n":
            column, blank, within = 0, -1, -1
            continue
        if ch == " ":
            blank = i
            within = i if i in marked else within
        column += 1
        if column > width and blank >= 0:
            at = within if within >= 0 and blank - within <= reach else blank
            edits.append((at, at + 1, "\n" + indent))
            column = i - at + len(indent)
            blank, within = (blank, -1) if blank > at else (-1, -1)
    return rewrite(note, edits)


def columns(rng: random.Random, note: Marked) -> Marked:
    """Lines broken at a fixed column, even in the middle of a word."""
    width = rng.randint(60, 90)
    edits: list[Edit] = []
    column = 0
    for i, ch in enumerate(note.text):
        if ch == "\n":
            column = 0
            continue
        if column == width:
            edits.append((i, i, "\n"))
            column = 0
        column += 1
    return rewrite(note, edits)


def spaced(rng: random.Random, note: Marked) -> Marked:
    """Two blanks or a tab instead of one blank."""
    if rng.random() < 0.4:
        return sub(note, _AFTER_STOP, lambda m: "  ")
    share = rng.choice((0.05, 0.15, 0.4))
    wide = rng.choice(("  ", "  ", "   ", "\t", "     "))
    return sub(note, _BLANK, lambda m: wide if rng.random() < share else None, "both")


def airy(rng: random.Random, note: Marked) -> Marked:
    """A blank line after each line, or none at all."""
    gap = rng.choice(("\n\n", "\n", "\n\n\n", "\n \n"))
    return sub(note, _NEWLINES, lambda m: gap)


def flat(rng: random.Random, note: Marked) -> Marked:
    """Everything on one line, as in exports."""
    gap = rng.choice((" ", " ", "  ", "   ", " / ", " ; ", "; ", " - ", " * "))
    return sub(note, _NEWLINES, lambda m: gap)


def escaped(rng: random.Random, note: Marked) -> Marked:
    """Line ends as another system encodes them: a backslash and n, <br>, ^."""
    end = rng.choice(("\\n", "\\r\\n", "<br>", "<br/>", "\\.br\\", "~", "^", "\\\\n", " ¶ ", "&#10;"))
    return sub(note, _NEWLINE, lambda m: end)


def carriage(rng: random.Random, note: Marked) -> Marked:
    """Line ends of carriage return and line feed."""
    return sub(note, _NEWLINE, lambda m: "\r\n", "both")


def indented(rng: random.Random, note: Marked) -> Marked:
    """All lines, or all but a few, indented."""
    way = rng.choice(("  ", "    ", "        ", "\t", "   "))
    some = rng.choice((1.0, 1.0, 0.7))
    return before_lines(note, lambda: way if rng.random() < some else "")


_SENTENCE = re.compile(r"(?<=[a-z)%\d][.;])(?<!Dr\.)(?<!Mr\.)(?<!Ms\.)(?<!Mrs\.)(?<!St\.) +(?=[A-Z])")


def bulleted(rng: random.Random, note: Marked) -> Marked:
    """A bullet or a number before each line, with one sentence per line."""
    if rng.random() < 0.5:
        note = sub(note, _SENTENCE, lambda m: "\n")
    bullet = rng.choice(("- ", "* ", "• ", "-", "– ", "o ", "+ ", "▪ ", "# ", "n.", "n)", "(n)", "a."))
    count = 0

    def point() -> str:
        nonlocal count
        count += 1
        if "n" in bullet:
            return f"{bullet.replace('n', str(count))} "
        return f"{'abcdefghijklmnopqrstuvwxyz'[(count - 1) % 26]}. " if bullet == "a." else bullet

    return before_lines(note, point)


_LABEL = re.compile(r"^([ \t]*)([A-Za-z][A-Za-z/&'() ]{1,28}):", re.MULTILINE)


def markdown(rng: random.Random, note: Marked) -> Marked:
    """Labels as **Label:** or as a heading."""
    look = rng.choice(("**{}:**", "**{}**:", "*{}:*", "## {}\n", "### {}:\n", "__{}__:", "`{}`:", "<b>{}</b>:"))
    return sub(note, _LABEL, lambda m: m[1] + look.format(m[2]))


_AFTER_COLON = re.compile(r"(?<=[A-Za-z#.]:) +(?=\S)")
_COLON = re.compile(r"(?<=[A-Za-z]): ?(?=\d)")


def glued(rng: random.Random, note: Marked) -> Marked:
    """Labels without a blank before the value ("Name:Value"), sometimes without the colon before a number."""
    if rng.random() < 0.25:
        note = sub(note, _COLON, lambda m: "" if rng.random() < 0.6 else None)
    share = rng.choice((0.6, 1.0))
    return sub(note, _AFTER_COLON, lambda m: "" if rng.random() < share else None)


def tabbed(rng: random.Random, note: Marked) -> Marked:
    """Labels separated from their values by a tab, dots, dashes or many blanks, as in a form."""
    gap = rng.choice(("\t", ":\t", "\t\t", ":      ", " - ", " = ", "........ ", ":\n", ":  ", " :: "))
    return sub(note, re.compile(r"(?<=[A-Za-z#)]): +(?=\S)"), lambda m: gap)


_JOINT = re.compile(r"(?<=[a-z\d)][.,;]) +(?=[^\W\d_])")


def run_on(rng: random.Random, note: Marked) -> Marked:
    """No blank after a full stop.As here,or here."""
    share = rng.choice((0.3, 0.7, 1.0))
    return sub(note, _JOINT, lambda m: "" if rng.random() < share else None)


def unbroken(rng: random.Random, note: Marked) -> Marked:
    """Non-breaking or thin blanks in place of some or all blanks."""
    blank = rng.choice(("\u00a0", "\u00a0", "\u00a0", "\u202f", "\u2009", "\u3000", " \u200b"))
    share = rng.choice((0.05, 0.3, 1.0))
    return sub(note, _BLANK, lambda m: blank if rng.random() < share else None, "both")


_FURNITURE = (
    "Page {} of {}", "Page {}", "- {} -", "{} / {}", "p. {}/{}", "Pg {} of {}",
    "--- page break ---", "CONFIDENTIAL", "*** Continued ***", "(cont'd)", "Continued on next page",
    "Protected Health Information", "DRAFT - NOT SIGNED", "Not valid without signature", "_" * 28, "=" * 40, "- " * 20,
    "Medical Record Copy", "This is a computer generated document", "\f", "Form 10-{} Rev. {}",
)  # fmt: skip


def paged(rng: random.Random, note: Marked) -> Marked:
    """Page numbers and other page headers and footers above, below and inside the text."""
    pages = rng.randint(2, 12)
    look = rng.choice(_FURNITURE[:6] if rng.random() < 0.6 else _FURNITURE)
    every = rng.randint(4, 30)
    lines = page = 0

    def line(m: re.Match[str]) -> str | None:
        nonlocal lines, page
        lines += 1
        if lines % every:
            return None
        page += 1
        return f"{m[0]}{look.format(page, max(page, pages))}{m[0]}"

    top = look.format(rng.randint(1, pages), pages)
    bottom = rng.choice(_FURNITURE).format(page + 1, pages + page)
    noted = sub(note, _NEWLINE, line)
    edits: list[Edit] = []
    if rng.random() < 0.6:
        edits.append((0, 0, top + "\n"))
    if rng.random() < 0.8 or not edits:
        edits.append((len(noted.text), len(noted.text), "\n" + bottom))
    return rewrite(noted, edits)


def quoted(rng: random.Random, note: Marked) -> Marked:
    """Quoted, as in the answer to an e-mail."""
    sign = rng.choice(("> ", "> ", ">", ">> ", "| "))
    return before_lines(_wrapped(note, rng.randint(66, 76), ""), lambda: sign, inside=True)


def piped(rng: random.Random, note: Marked) -> Marked:
    """Fields separated by pipes, which also replace line ends."""
    note = sub(note, re.compile(r"(?<=[A-Za-z#)]): +(?=\S)"), lambda m: "|")
    return sub(note, _NEWLINES, lambda m: rng.choice(("|", "|", " | ", "||")))


def joined(rng: random.Random, note: Marked) -> Marked:
    """Lines joined without a blank betweenThe next begins with a capital."""
    return sub(note, _NEWLINES, lambda m: "")
