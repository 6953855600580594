"""Documents whose identifiers are easily missed: cut names, bare towns, odd dates and numbers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.layouts.hospital_text import wrapped
from corpus.engine.note_file import templates
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, join


def headed_document(block: Block, *, prose: float = 0.4) -> Callable[[Cast], Marked]:
    """Sections ("@Heading" and its lines) in order. prose: how often a section is running text.

    prose: how often a section with a heading is running text.
    """
    parts = [part.partition("\n") for part in block.split("\n@")[1:]]
    held = [(heading, templates(rest)) for heading, _, rest in parts]

    def write(c: Cast) -> Marked:
        c.once("patient birth", lambda: c.day - dt.timedelta(days=c.rng.randint(16_000, 35_500)))
        style = c.pick(("{}:", "{}", "## {}", "{} -", "[{}]", "{}:", ""))
        upper = c.chance(0.35)
        keep = c.pick((0.6, 0.8, 0.9, 1.0))
        out: list[Marked] = []
        for heading, lines in held:
            kept = [c.say(t) for t in lines if c.chance(keep)] or [c.say(lines[0])]
            running = heading and c.chance(prose)
            text = join(*kept, sep=c.pick((" ", "  ")) if running else c.once("od gap", lambda: c.pick(("\n", "\n- "))))
            head = style.format(c.say(heading).text) if heading else ""
            out.append(join(head.upper() if upper else head, "\n" if head else "", text))
        note = join(*out, sep=c.pick(("\n\n", "\n\n", "\n")))
        if c.chance(0.15):
            note = wrapped(note, c.rng.randint(60, 96))
        return hurried(c, note) if c.chance(0.08) else note

    return write
