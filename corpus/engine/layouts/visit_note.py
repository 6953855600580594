"""Notes of a visit, and what stands around them: letterheads, banners, page heads and feet, signatures, copies."""

from __future__ import annotations

import datetime as dt

from corpus.engine.cast import Cast
from corpus.engine.layouts.label_value_tables import SHAPES, chosen, rows, table
from corpus.engine.layouts.sections import ANY, Part, body, maybe
from corpus.engine.note_file import read
from corpus.engine.note_type import Write
from redactor.sample.marked import Marked, Piece, join, split_lines

_TEXT = read("phrases/visit_note")
_LETTERHEADS = _TEXT.lines("letterheads")
PATIENT_ROWS = rows(_TEXT.block("patient_rows"))
_BANNERS = _TEXT.lines("banners")
_SIGNATURES = _TEXT.lines("signatures")
_CLOSINGS = _TEXT.lines("closings")
_COPIES = _TEXT.lines("copies")
_FEET = _TEXT.lines("feet")


def letterhead(c: Cast) -> Marked:
    """The head of a practice's or a hospital's paper, some of them centred."""
    head = c.any(*_LETTERHEADS)
    if c.chance(0.12):
        return join(*(join(" " * max(0, (76 - len(x.text)) // 2), x) for x in split_lines(head)), sep="\n")
    return head


def banner(c: Cast) -> Marked:
    """Who the note is about: one line, or labels and values in any shape."""
    if c.chance(0.4):
        return c.any(*_BANNERS)
    return table(c, [PATIENT_ROWS[0], *chosen(c, PATIENT_ROWS[1:], 1, 9)], SHAPES)


def title(c: Cast, names: str) -> Marked:
    """The name of the note (a template), bare, in capitals, with its date or with its place."""
    name = c.say(names).text
    frame = c.pick(
        (
            "{}",
            "{}",
            "{}",
            "# {}",
            "*** {} ***",
            "{} - {{date}}",
            "{} {{numdate}}",
            "{}, {{dept}}",
            "{{site:upper}}\n{}",
            "{{clinic}} - {}",
            "{{stamp}} {}",
            "{}\n{{fulldate}} {{time}}",
            "{{dept}} {}",
            "{} ({{dr:family}})",
        )
    )
    return c.say(frame.format(name.upper() if c.chance(0.35) else name))


def signature(c: Cast) -> Marked:
    """Who wrote or signed a note, at times with a second line."""
    return join(c.any(*_SIGNATURES), maybe(c, 0.15, lambda c: join("\n", c.any(*_SIGNATURES))))


def closing(c: Cast) -> Marked:
    """The end of a letter, often with copies."""
    return join(c.any(*_CLOSINGS), maybe(c, 0.45, lambda c: join(c.pick(("\n", "\n\n")), copies(c))))


def copies(c: Cast) -> Marked:
    """The recipients of copies."""
    return c.any(*_COPIES)


def foot(c: Cast) -> Marked:
    """A line at the foot of a page."""
    return c.any(*_FEET)


def paged(c: Cast, note: Marked) -> Marked:
    """The note broken over two or more pages at line ends, with the same foot and head at each break."""
    said = split_lines(note)
    if len(said) < 8:
        return note
    running = join("\n", foot(c), "\n", c.pick(("", "\f", "-" * 40 + "\n")), c.any(*_BANNERS), "\n")
    out: list[Piece] = []
    every = c.rng.randint(6, 16)
    for i, line in enumerate(said):
        out.append(running if i and i % every == 0 else "\n" if i else "")
        out.append(line)
    return join(*out)


def framed(c: Cast, names: str, text: Marked, signed: float = 0.75) -> Marked:
    """A note with its frame: title, banner, body, signature, foot, each of them optional."""
    pieces: list[Marked] = []
    pieces.append(maybe(c, 0.12, letterhead))
    tops = [maybe(c, 0.7, lambda c: title(c, names)), maybe(c, 0.72, banner)]
    if c.chance(0.25):
        tops.reverse()
    pieces += [*tops, text, maybe(c, signed, signature), maybe(c, 0.12, copies), maybe(c, 0.15, foot)]
    whole = join(*(p for p in pieces if p.text), sep=c.pick(("\n", "\n\n", "\n\n")))
    return paged(c, whole) if c.chance(0.06) else whole


def settle(c: Cast, years: tuple[float, float] | None = None, woman: bool = False) -> None:
    """Settles a patient's age and sex, before anything in the note has, where the type of note implies them."""
    if woman:
        c.once("patient female", lambda: True)
    if years is not None:
        lived = int(c.rng.uniform(*years) * 365.25)
        c.once("patient birth", lambda: c.day - dt.timedelta(days=lived))


def visit_note(
    titles: str,
    *parts: Part,
    signed: float = 0.75,
    shuffled: float = 0.15,
    years: tuple[float, float] | None = None,
    woman: bool = False,
) -> Write:
    """A note of a visit: sections in a frame of letterhead, banner and signature.

    signed, shuffled: how often there is a signature, and the sections stand in another order.
    years, woman: see `settle`.
    """

    def write(c: Cast) -> Marked:
        settle(c, years, woman)
        return framed(c, titles, body(c, parts, c.chance(shuffled), ANY), signed)

    return write
