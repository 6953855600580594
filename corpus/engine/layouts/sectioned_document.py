"""Documents full of lookalikes, with one or two real identifiers somewhere in them."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.dense_sheet import Section, sections
from corpus.engine.layouts.hasty_typing import hurried, raised
from corpus.engine.layouts.hospital_text import wrapped
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, join

Writer = Callable[[Cast], Marked]
_HEADS: tuple[Callable[[str], str], ...] = (
    lambda h: h,
    lambda h: f"{h}:",
    lambda h: h.upper(),
    lambda h: f"{h.upper()}:",
    lambda h: f"# {h}",
    lambda h: f"**{h}**",
    lambda h: f"{h}\n{'~' * len(h)}",
    lambda h: f"[ {h} ]",
    lambda h: f"--- {h.upper()} ---",
    lambda h: f"{h.title()}",
)
_BULLETS = ("- ", "* ", "• ", "[ ] ", "[x] ", "☐ ", "( ) ", "{}. ", "{}) ", "", "  ")


def _laid(c: Cast, s: Section, said: list[Marked]) -> Marked:
    if s.kind == "prose":
        return join(*said, sep=" ")
    if s.kind == "rows":
        return join(*said, sep=c.once("alike rows", lambda: c.pick(("\n", "\n", " | ", "; ", "   "))))
    if s.kind == "list":
        bullet = c.once("alike bullet", lambda: c.pick(_BULLETS))
        return join(*(join(bullet.format(i), x) for i, x in enumerate(said, 1)), sep="\n")
    return join(*said, sep="\n")


def sectioned_document(block: Block, *hidden: str, some: tuple[str, ...] = (), chance: float = 1.0) -> Writer:
    """A document of these sections ("@kind Heading", as in `dense_sheet`), most of their lines kept.

    hidden, some: templates that identify, one or two of which are put among the lines with this chance. Without any
    the document identifies nobody.
    """
    parts = sections(block)
    longest = max(parts, key=lambda s: len(s.lines))
    pool = (*hidden, *some)

    def write(c: Cast) -> Marked:
        head = c.pick(_HEADS)
        density = c.pick((0.6, 0.8, 0.9, 1.0))
        kept = [s for s in parts if s is longest or c.chance(0.92)]
        told = [[c.say(t) for t in s.lines if c.chance(density)] or [c.say(s.lines[0])] for s in kept]
        if pool and c.chance(chance):
            for _ in range(c.pick((1, 1, 2))):
                lines = c.pick(told)
                lines.insert(c.rng.randint(0, len(lines)), c.any(*pool))
        out: list[Marked] = []
        for s, lines in zip(kept, told, strict=True):
            body = _laid(c, s, lines)
            title = c.say(s.heading).text
            out.append(join(head(title), c.pick(("\n", "\n", " ")), body) if title else body)
        note = join(*out, sep=c.once("alike gap", lambda: c.pick(("\n\n", "\n\n", "\n"))))
        if c.chance(0.08):
            note = wrapped(note, c.rng.randint(60, 96))
        if c.chance(0.05):
            return raised(note)
        return hurried(c, note) if c.chance(0.06) else note

    return write
