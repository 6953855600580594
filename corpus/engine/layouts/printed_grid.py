"""Printed forms and tables: empty fields, columns read down, labels torn from values, scanned pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from corpus.engine.cast import Cast
from corpus.engine.fields.form_cells import POOLS
from corpus.engine.layouts.hasty_typing import hurried, lowered, raised, reshaped
from corpus.engine.layouts.label_value_tables import Row, Said, rows
from corpus.engine.note_file import read, templates
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, join

_TEXT = read("phrases/printed_grid")
Write = Callable[[Cast], Marked]
_PLAIN = _TEXT.block("plain")
_CONFUSED = {"l": "1", "1": "l", "O": "0", "0": "O", "I": "l", "5": "S", "B": "8", "e": "c", "t": "f", "h": "li"}


def scanned(c: Cast, source: Marked) -> Marked:
    """Scanning errors: similar letters swapped, spaces lost and added; identifiers stay in one piece."""
    rate = c.pick((0.01, 0.02, 0.05))

    def misread(text: str) -> str:
        text = text.replace("rn", "m") if c.chance(0.2) else text
        text = "".join(_CONFUSED.get(x, x) if c.chance(rate) else x for x in text)
        return re.sub(r"(?<=\w) (?=\w)", "", text, count=1) if c.chance(rate * 4) else text

    def inside(text: str) -> str:
        return "".join(_CONFUSED.get(x, x) if c.chance(rate / 2) else x for x in text)

    return reshaped(source, misread, inside)


def worn_grid(write: Write, rate: float = 0.3) -> Write:
    """The same, sometimes scanned, in capitals or small letters, or typed in a hurry."""

    def other(c: Cast) -> Marked:
        said = write(c)
        if not c.chance(rate):
            return said
        roll = c.rng.random()
        if roll < 0.4:
            return scanned(c, said)
        return hurried(c, said) if roll < 0.7 else raised(said) if roll < 0.85 else lowered(said)

    return other


def _blank(c: Cast, said: Said, most: float = 1.0) -> Said:
    """Some of the values replaced by what stands in a field that nobody filled in."""
    share = min(most, c.once("grid.share", lambda: c.pick((0.0, 0.1, 0.2, 0.35, 0.6))))
    sign = c.once("grid.sign", lambda: c.pick(POOLS["blank"]))
    return [
        (label, Marked(c.pick((sign, sign, "", c.pick(POOLS["blank"])))) if c.chance(share) else value)
        for label, value in said
    ]


def _numbered(c: Cast, said: Said) -> Said:
    """Items with numbers before their labels, as official forms have them."""
    way = c.pick(("", "", "", "{}. ", "{}) ", "{} ", "({}) ", "{}a. ", "Q{}. ", "Item {} ", "{}.1 ", "Box {}: "))
    first = c.pick((1, 1, 1, 4, 7, 11))
    halves = c.pick("ab") if way == "{}a. " else ""
    return [
        ((way.format(i).replace("a.", "b.") if halves and i % 2 else way.format(i)) + label, value)
        for i, (label, value) in enumerate(said, first)
    ]


def _pairs(c: Cast, said: Said) -> list[Marked]:
    colon = c.pick((": ", ": ", ":", " ", "  ", ":   ", " - ", " = ", "\t", "....", ": __", " | ", "\n", "? ", ">"))
    tail = "__" if colon == ": __" else ""
    return [join(label + colon, value, tail) for label, value in said]


def _packed(c: Cast, said: Said) -> Marked:
    """A line each, or several to a line, squeezed or filled up to a width."""
    cells = _pairs(c, said)
    count = c.pick((1, 1, 1, 2, 2, 3, 4))
    gap = c.pick((" ", "  ", "    ", "\t", " | ", "   ", "; ", ""))
    width = c.pick((0, 0, 30, 38))
    lines = [cells[i : i + count] for i in range(0, len(cells), count)]
    return join(
        *(join(*(join(x, " " * (width - len(x.text))) for x in line[:-1]), line[-1], sep=gap) for line in lines),
        sep="\n",
    )


def _two_columns(c: Cast, said: Said) -> Marked:
    """The second half of the form beside the first."""
    cells = [join(label + ": ", value) for label, value in said]
    half = (len(cells) + 1) // 2
    width = max(len(x.text) for x in cells[:half]) + c.pick((1, 3, 6))
    out: list[Marked] = []
    for i in range(half):
        right = cells[half + i] if half + i < len(cells) else Marked("")
        out.append(join(cells[i], " " * (width - len(cells[i].text)), right) if right.text else cells[i])
    return join(*out, sep="\n")


def _torn(c: Cast, said: Said) -> Marked:
    """The labels first and then the values, as a page read column by column gives them, some way apart."""
    sep = c.pick(("\n", "\n", " ", "  ", "\t"))
    labels = sep.join(label + c.pick((":", "")) for label, _ in said)
    values = join(*(v for _, v in said if v.text), sep=sep)
    between = c.pick(("\n", "\n\n", "\n" + c.pick(POOLS["word"]) + "\n", "\n----\n"))
    first, second = (values, Marked(labels)) if c.chance(0.25) else (Marked(labels), values)
    return join(first, between, second)


def _glued(c: Cast, said: Said) -> Marked:
    """Values glued to the following labels, as in text extracted from a PDF."""
    colon = c.pick((":", ": ", " "))
    return join(*(join(label + colon, value) for label, value in said), sep=c.pick(("", "", " ")))


def _boxed(c: Cast, said: Said) -> Marked:
    bar = c.pick(("|", "│", "||"))
    rule = "+" + "-" * c.pick((24, 40, 60)) + "+"
    lines = [join(f"{bar} {label} {bar} ", value, f" {bar}") for label, value in said]
    return join(rule, *lines, rule, sep="\n")


_LAYOUTS = (_packed,) * 6 + (_two_columns,) * 2 + (_torn,) * 2 + (_glued, _boxed)


def grid_form(block: Block, least: int, most: int) -> Write:
    """Fields of the block ("Label = value", one a line), some of them empty, in one of many shapes."""
    held: tuple[Row, ...] = rows(block)

    def write(c: Cast) -> Marked:
        places = c.rng.sample(range(len(held)), min(len(held), c.rng.randint(least, most)))
        places = places if c.chance(0.2) else sorted(places)
        caps = c.once("grid.caps", lambda: c.chance(0.35))
        said = [(_label(c, held[i][0], caps), c.say(held[i][1])) for i in places]
        return c.pick(_LAYOUTS)(c, _numbered(c, _blank(c, said)))

    return write


def _label(c: Cast, template: str, caps: bool) -> str:
    text = c.say(template).text
    return text.upper() if caps else text


def grid_lines(block: Block, least: int, most: int, chance: float = 1.0) -> Write:
    """Some lines of the block in a random order."""
    pool = templates(block)

    def write(c: Cast) -> Marked:
        if not c.chance(chance):
            return Marked("")
        return c.some(pool, least, most, sep=c.pick(("\n", "\n", "\n", "   ", "\n\n")))

    return write


@dataclass(frozen=True, slots=True)
class _Grid:
    heads: Sequence[str]
    rows: Sequence[Sequence[Marked]]


def _aligned(c: Cast, grid: _Grid) -> Marked:
    gap = c.pick((1, 2, 2, 4))
    all_rows = [[Marked(h) for h in grid.heads], *grid.rows]
    widths = [max(len(row[i].text) for row in all_rows) + gap for i in range(len(grid.heads))]
    return join(
        *(
            join(*(join(x, " " * (w - len(x.text))) for x, w in zip(row[:-1], widths, strict=False)), row[-1])
            for row in all_rows[0 if c.chance(0.8) else 1 :]
        ),
        sep="\n",
    )


def _separated(c: Cast, grid: _Grid) -> Marked:
    sep = c.pick((" | ", "|", "\t", ",", ", ", ";", "  ", " ", " / ", "   "))
    out: list[Marked] = [join(*row, sep=sep) for row in grid.rows]
    if c.chance(0.75):
        out.insert(0, Marked(sep.join(grid.heads)))
    return join(*out, sep="\n")


def _quoted(_: Cast, grid: _Grid) -> Marked:
    head = ",".join(f'"{h}"' for h in grid.heads)
    return join(head, *(join(*(join('"', x, '"') for x in row), sep=",") for row in grid.rows), sep="\n")


def _down(c: Cast, grid: _Grid) -> Marked:
    """Column after column, as a scanner reads a page whose lines it lost."""
    sep = c.pick(("\n", "\n", " "))
    columns = [join(h, *(row[i] for row in grid.rows), sep=sep) for i, h in enumerate(grid.heads)]
    return join(*columns, sep=c.pick(("\n", "\n\n")))


def _records(c: Cast, grid: _Grid) -> Marked:
    """Each row as lines of its own, labels before the values or above all of them."""
    colon = c.pick((": ", "\n", "=", " "))
    labelled = c.chance(0.7)
    blocks = [
        join(*(join(h + colon, x) if labelled else x for h, x in zip(grid.heads, row, strict=True)), sep="\n")
        for row in grid.rows
    ]
    return join(*blocks, sep=c.pick(("\n\n", "\n---\n", "\n")))


def _markdown(_: Cast, grid: _Grid) -> Marked:
    head = "| " + " | ".join(grid.heads) + " |\n|" + "---|" * len(grid.heads)
    return join(head, *(join("| ", join(*row, sep=" | "), " |") for row in grid.rows), sep="\n")


_TABLES = (_aligned,) * 6 + (_separated,) * 6 + (_quoted, _down, _records, _markdown)


def grid_table(block: Block, columns: tuple[int, int], count: tuple[int, int]) -> Write:
    """Columns of the block ("Heading = cell", one a line). columns, count: how many columns and rows."""
    held = rows(block)

    def write(c: Cast) -> Marked:
        places = c.rng.sample(range(len(held)), min(len(held), c.rng.randint(*columns)))
        places = places if c.chance(0.2) else sorted(places)
        caps = c.chance(0.2)
        heads = [_label(c, held[i][0], caps) for i in places]
        body: list[list[Marked]] = []
        for _ in range(c.rng.randint(*count)):
            said = _blank(c, [("", c.say(held[i][1])) for i in places], 0.15)
            body.append([value for _, value in said])
        return c.pick(_TABLES)(c, _Grid(heads, body))

    return write


def grid_page(*blocks: Write) -> Write:
    """The blocks from top to bottom; an empty one leaves no gap."""

    def write(c: Cast) -> Marked:
        said = [piece for block in blocks if (piece := block(c)).text.strip()]
        return join(*said, sep=c.pick(("\n", "\n", "\n\n")))

    return worn_grid(write)


def grid_plain(*pools: Block) -> Write:
    """Lines of a form that identify nobody: boxes, empty fields, codes, rules."""
    return grid_lines("\n".join((_PLAIN, *pools)), 1, 5, 0.85)


def record_block(block: Block, least: int, most: int, ordered: bool = True) -> Write:
    """Some of the templates of a raw string, one a line, exactly as they stand."""
    pool = templates(block)

    def write(c: Cast) -> Marked:
        places = c.rng.sample(range(len(pool)), min(len(pool), c.rng.randint(least, most)))
        places = sorted(places) if ordered else places
        return join(*(c.say(pool[i]) for i in places), sep=c.pick(("\n", "\n", "\n", "\n\n")))

    return write


def one_record_of(*writers: Write) -> Write:
    """One of several layouts."""
    return lambda c: c.pick(writers)(c)


def bulk_labels(write: Write, least: int, most: int) -> Write:
    return lambda c: join(*(write(c) for _ in range(c.rng.randint(least, most))), sep="\n")
