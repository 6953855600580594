"""Small functions that all hospital notes share."""

from __future__ import annotations

from collections.abc import Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, Piece, join

_TEXT = read("phrases/hospital_text")


def upper(piece: Marked) -> Marked:
    """The same without marks, in capitals: for labels, which hold none. Raises ValueError where one does."""
    if piece.marks:
        raise ValueError("a label holds an identifier")
    return Marked(piece.text.upper())


def padded(piece: Marked, width: int, fill: str = " ") -> Marked:
    """The piece made at least `width` characters wide, with at least two fillers after it."""
    return join(piece, fill * max(2, width - len(piece.text)))


def wrapped(note: Marked, width: int) -> Marked:
    """Lines broken at about `width` characters, never within a mark; a space becomes a line end, so no mark moves."""
    inside = {i for m in note.marks for i in range(m.start, m.end)}
    text = list(note.text)
    begin = space = 0
    for i, ch in enumerate(note.text):
        if ch == "\n":
            begin = space = i + 1
        elif ch == " " and i not in inside and i > begin and note.text[i - 1] != " ":
            space = i
        if i - begin >= width and space > begin:
            text[space] = "\n"
            begin = space + 1
    return Marked("".join(text), note.marks)


PLAIN = _TEXT.lines("plain")


def listed(c: Cast, items: Sequence[Piece]) -> Marked:
    """The items as a list, in one of the ways that people write one."""
    style = c.pick(("1.", "1)", "#1", "-", "*", "•", "- ", "#", "", "[ ]", "a.", "(1)", ">", "--"))
    out: list[Piece] = []
    for i, item in enumerate(items):
        sign = style.replace("1", str(i + 1)) if "1" in style else style
        if sign == "a.":
            sign = f"{chr(ord('a') + i % 26)}."
        out.append(join(f"{sign} " if sign else "", item))
    return join(*out, sep="\n")


def mixed(c: Cast, told: Sequence[str], least: int, most: int, share: float, aside: Sequence[str] = ()) -> list[Piece]:
    """Between `least` and `most` different sentences of `told`, and with odds of `share` a plain one after each.

    aside: what stands after one in twelve besides.
    """
    out: list[Piece] = []
    for template in c.rng.sample(list(told), min(len(told), c.rng.randint(least, most))):
        out.append(c.say(template))
        if c.chance(share):
            out.append(c.any(*PLAIN))
        if aside and c.chance(1 / 12):
            out.append(c.any(*aside))
    return out


def grid(c: Cast, columns: tuple[str, ...], lines: int, cells: tuple[tuple[str, ...], ...]) -> Marked:
    """A table: a row of headings and `lines` rows, each column's cell drawn from its own templates."""
    way = c.rng.randrange(4)
    made = [[c.say(c.pick(options)) for options in cells] for _ in range(lines)]
    top = [c.say(column) for column in columns]
    if way == 0:
        rest = [join("| ", join(*row, sep=" | "), " |") for row in (top, *made)]
        return join(rest[0], "\n", "|---" * len(top) + "|\n", join(*rest[1:], sep="\n"))
    if way == 1:
        return join(*(join(*row, sep="\t") for row in (top, *made)), sep="\n")
    if way == 2:
        return join(*(join(*row, sep=c.pick((", ", "; ", " / "))) for row in made), sep="\n")
    widths = [max(len(row[i].text) for row in (top, *made)) + 2 for i in range(len(top))]
    pieces = [join(*(padded(x, w) for x, w in zip(row, widths, strict=True))) for row in (top, *made)]
    return join(*pieces, sep="\n")
