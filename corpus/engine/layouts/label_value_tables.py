"""Labels and values, and tables, in the shapes that forms, exports and screens give them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.note_file import templates
from redactor.sample.marked import Marked, join

Row = tuple[str, str]  # templates of a label and of its value
Said = list[tuple[str, Marked]]


def rows(block: str) -> tuple[Row, ...]:
    """The rows of a raw string, one a line as `templates` reads them: a label, " = ", a value."""
    out: list[Row] = []
    for line in templates(block):
        label, equals, value = line.partition(" = ")
        if equals:
            out.append((label, value))
    return tuple(out)


def say_rows(c: Cast, some: Sequence[Row]) -> Said:
    """The labels as text and the values with their marks."""
    return [(c.say(label).text, c.say(value)) for label, value in some]


def _key(label: str, camel: bool = False) -> str:
    words = re.findall(r"[A-Za-z0-9]+", label)
    if camel:
        return words[0].lower() + "".join(w.capitalize() for w in words[1:]) if words else "x"
    return "_".join(words).lower()


def _each(before: str, between: str, after: str, sep: str = "\n") -> Callable[[Cast, Said], Marked]:
    def shape(_: Cast, said: Said) -> Marked:
        return join(*(join(before + label + between, value, after) for label, value in said), sep=sep)

    return shape


def _padded(c: Cast, said: Said) -> Marked:
    width = max(len(label) for label, _ in said) + c.pick((2, 3, 6))
    colon, fill = c.pick(((":", " "), ("", " "), ("", "."), (" ", "."), (":", ".")))
    return join(*(join((label + colon).ljust(width, fill) + " ", value) for label, value in said), sep="\n")


def _two_a_line(c: Cast, said: Said) -> Marked:
    gap = c.pick((" " * 4, " " * 8, "\t", "\t\t", " | ", "   "))
    count = c.pick((2, 2, 3))
    cells = [join(f"{label}: ", value) for label, value in said]
    return join(*(join(*cells[i : i + count], sep=gap) for i in range(0, len(cells), count)), sep="\n")


def _markdown(c: Cast, said: Said) -> Marked:
    head = c.pick(
        (
            "| Field | Value |\n|---|---|\n",
            "|  |  |\n| --- | --- |\n",
            "| Item | Detail |\n|:--|:--|\n",
            "",
        )
    )
    bold = c.pick(("", "**"))
    return join(head, *(join(f"| {bold}{label}{bold} | ", value, " |\n") for label, value in said))


def _across(c: Cast, said: Said) -> Marked:
    sep = c.pick((",", ";", "\t", "|", ", "))
    return join(sep.join(label for label, _ in said), "\n", join(*(v for _, v in said), sep=sep))


def _columns(c: Cast, said: Said) -> Marked:
    widths = [max(len(label), len(value.text)) + c.pick((2, 3)) for label, value in said]
    head = "".join(label.ljust(w) for (label, _), w in zip(said, widths, strict=True))
    cells = (join(v, " " * (w - len(v.text))) for (_, v), w in zip(said, widths, strict=True))
    rule = c.pick(("", "-" * len(head) + "\n"))
    return join(head.rstrip(), "\n", rule, *cells)


def _json(c: Cast, said: Said) -> Marked:
    camel, sep = c.chance(0.5), c.pick((",\n  ", ", ", ","))
    cells = (join(f'"{_key(label, camel)}": "', value, '"') for label, value in said)
    wide = "\n" in sep
    return join("{\n  " if wide else "{", join(*cells, sep=sep), "\n}" if wide else "}")


def _xml(c: Cast, said: Said) -> Marked:
    camel, sep = c.chance(0.5), c.pick(("\n", "", "\n  "))
    cells = (join(f"<{_key(n, camel)}>", value, f"</{_key(n, camel)}>") for n, value in said)
    return join(*cells, sep=sep)


def _html(c: Cast, said: Said) -> Marked:
    cells = (join(f"<tr><td>{label}</td><td>", value, "</td></tr>") for label, value in said)
    return join("<table>", *cells, "</table>", sep=c.pick(("\n", "")))


def _assigned(c: Cast, said: Said) -> Marked:
    equals = c.pick(("=", " = ", ":"))
    return join(
        *(join(_key(label) + equals, value) for label, value in said),
        sep=c.pick(
            (
                "\n",
                "; ",
                "&",
                " ",
                "|",
            )
        ),
    )


def _form(c: Cast, said: Said) -> Marked:
    return join(
        *(join(f"{n}: {'_' * c.pick((1, 3, 6))}", v, "_" * c.pick((1, 3, 9))) for n, v in said),
        sep="\n",
    )


def _upper(c: Cast, said: Said) -> Marked:
    return c.pick((_each("", ": ", ""), _each("", ":", "", "  ")))(c, [(n.upper(), v) for n, v in said])


SHAPES: tuple[Callable[[Cast, Said], Marked], ...] = (
    _each("", ": ", ""),
    _each("", ": ", ""),
    _each("", ": ", "", "   "),
    _each("", ":\t", ""),
    _each("", "\t", ""),
    _each("", ": ", "", " | "),
    _each("", ": ", "", "; "),
    _each("", ": ", "", ", "),
    _each("- ", ": ", ""),
    _each("* **", ":** ", ""),
    _each("**", "**: ", "", "  \n"),
    _each("", " - ", ""),
    _each("[", "] ", ""),
    _each("", "\n", "", "\n\n"),
    _each("", " ", "", "\n"),
    _each("", ":", "", "\n"),
    _upper,
    _upper,
    _padded,
    _padded,
    _padded,
    _two_a_line,
    _two_a_line,
    _markdown,
    _across,
    _columns,
    _json,
    _xml,
    _html,
    _assigned,
    _form,
)
PAPER = (_each("", ": ", ""), _each("", ":\t", ""), _upper, _padded, _padded, _two_a_line, _form, _each("", "\t", ""))


def table(c: Cast, some: Sequence[Row], shapes: Sequence[Callable[[Cast, Said], Marked]] = SHAPES) -> Marked:
    """The rows in one of the shapes."""
    return c.pick(shapes)(c, say_rows(c, some))


def grid(c: Cast, heads: Sequence[str], cells: Sequence[str], count: int) -> Marked:
    """A table of `count` rows, each with the templates in `cells` said anew, under the heads."""
    lines = [[c.say(cell) for cell in cells] for _ in range(count)]
    style = c.pick(("tab", "comma", "markdown", "padded", "padded", "pipe", "semicolon", "dash", "slash"))
    if style == "padded":
        widths = [max(len(h), *(len(line[i].text) for line in lines)) + 2 for i, h in enumerate(heads)]
        top = "".join(h.ljust(w) for h, w in zip(heads, widths, strict=True)).rstrip()
        body = [join(*(join(v, " " * (w - len(v.text))) for v, w in zip(x, widths, strict=True))) for x in lines]
        return join(top, *body, sep="\n")
    if style == "markdown":
        top = "| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|"
        return join(top, *(join("| ", join(*line, sep=" | "), " |") for line in lines), sep="\n")
    sep = {"tab": "\t", "comma": ",", "pipe": "|", "semicolon": ";", "dash": " - ", "slash": " / "}[style]
    top = sep.join(heads)
    return join(*(() if style == "dash" else (top,)), *(join(*line, sep=sep) for line in lines), sep="\n")


def chosen(c: Cast, some: Sequence[Row], least: int, most: int) -> list[Row]:
    """Some of the rows, in their order or shuffled."""
    keep = sorted(c.rng.sample(range(len(some)), min(len(some), c.rng.randint(least, most))))
    if c.chance(0.3):
        c.rng.shuffle(keep)
    return [some[i] for i in keep]
