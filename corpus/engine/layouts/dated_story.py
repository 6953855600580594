"""Whole documents whose story runs by dates and ages, with scores, doses, spans and cut-offs beside them."""

from __future__ import annotations

import datetime as dt
import textwrap
from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.date_tables import varied
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.layouts.hospital_text import wrapped
from corpus.engine.note_file import templates
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, join

_HEADS = ("{0}: ", "{0}:\n", "{1}\n", "{1}: ", "{0}\n", "** {0} **\n", "## {0}\n", "[{0}]\n", "{1} -- ", "")
_LAYOUTS = ("prose", "prose", "prose", "prose", "lines", "- ", "numbers")


def _laid(c: Cast, said: list[Marked], way: str) -> Marked:
    if way == "prose" or len(said) == 1:
        return join(*said, sep=" ")
    if way == "numbers":
        return join(*(join(f"{n}. ", x) for n, x in enumerate(said, 1)), sep="\n")
    return join(*(join("" if way == "lines" else way, x) for x in said), sep="\n")


def dated_story(block: Block, low: float, high: float, female: bool | None = None) -> Callable[[Cast], Marked]:
    """A document in order: "@ Heading" begins a part, "@= " one of a line each; "? " begins what may be left out.

    low, high: the patient's age in years; female: whether the patient is a woman, where it matters.
    """
    parts: list[tuple[str, bool, tuple[str, ...]]] = []
    for text in textwrap.dedent(block).split("\n@")[1:]:
        head, _, rest = text.partition("\n")
        parts.append((head.lstrip("= "), head.startswith("="), templates(rest)))

    def write(c: Cast) -> Marked:
        c.once("patient female", lambda: c.chance(0.5) if female is None else female)
        c.once("patient birth", lambda: c.day - dt.timedelta(days=int(c.rng.uniform(low, high) * 365.25)))
        heading, way, keep = c.pick(_HEADS), c.pick(_LAYOUTS), c.pick((0.35, 0.6, 0.85, 1.0))
        out: list[Marked] = []
        for head, form, lines in parts:
            said = [c.say(varied(c, t.removeprefix("? "))) for t in lines if not t.startswith("? ") or c.chance(keep)]
            if not said:
                continue
            laid = _laid(c, said, "lines" if form else way)
            name = heading.format(head, head.upper()) if head else ""
            out.append(join(name + ("\n" if "\n" in laid.text and name.endswith(": ") else ""), laid))
        text = join(*out, sep=c.pick(("\n\n", "\n\n", "\n")))
        text = wrapped(text, c.rng.randint(56, 92)) if c.chance(0.25) else text
        return hurried(c, text) if c.chance(0.08) else text

    return write
