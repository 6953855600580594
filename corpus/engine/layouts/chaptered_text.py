"""Narrative texts in chapters: a head, paragraphs in order, an end; short or long."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried
from redactor.sample.marked import Marked, join

Pool = Sequence[str]


def _some(c: Cast, pool: Pool, share: float) -> list[Marked]:
    count = max(1, round(len(pool) * share))
    places = c.rng.sample(range(len(pool)), min(len(pool), count))
    if c.once("told in order", lambda: c.chance(0.75)):
        places.sort()
    return [c.say(pool[i]) for i in places]


def chaptered_text(heads: Pool, *chapters: Pool, ends: Pool = (), haste: float = 0.03) -> Callable[[Cast], Marked]:
    """A narrative: a head, a paragraph or two of each chapter, an end; a third of the texts are long.

    haste: how often it is in small letters or with slips.
    """

    def write(c: Cast) -> Marked:
        share = c.pick((0.15, 0.25, 0.4, 0.6, 0.9, 1.0))
        rounds = 2 if c.chance(0.12) else 1  # the longest hold most things twice, with other people and places
        gap = c.pick(("\n\n", "\n\n", "\n\n", "\n", "\n    ", " "))
        out: list[Marked] = []
        if heads and c.chance(0.85):
            out.append(c.say(c.pick(heads)))
        for pool in chapters * rounds:
            said = _some(c, pool, share)
            cut = c.rng.randint(3, 7)
            out += [join(*said[i : i + cut], sep=" ") for i in range(0, len(said), cut)]
        if ends and c.chance(0.7):
            out.append(c.say(c.pick(ends)))
        text = out[0]
        for piece in out[1:]:
            # A head of its own line stays on it.
            text = join(text, piece, sep="\n" if gap == " " and len(text.text) < 90 else gap)
        return hurried(c, text) if c.chance(haste) else text

    return write


def numbered_chapters(heads: Pool, *chapters: Pool, ends: Pool = ()) -> Callable[[Cast], Marked]:
    """A narrative with numbered paragraphs, as tribunals and courts write them."""

    def write(c: Cast) -> Marked:
        share = c.pick((0.25, 0.4, 0.6, 0.9))
        sign = c.pick(("{}. ", "{}. ", "[{}] ", "{}.\t", "({}) ", "§ {}  ", "¶{} ", "{} "))
        out = [c.say(c.pick(heads))] if heads and c.chance(0.85) else []
        first = c.pick((1, 1, 1, 7, 14, 22))
        for pool in chapters:
            for i, said in enumerate(_some(c, pool, share)):
                # Two sentences out of three begin a paragraph of their own.
                if i == 0 or c.chance(0.67):
                    out.append(join(sign.format(first), said))
                    first += 1
                else:
                    out[-1] = join(out[-1], said, sep=" ")
        if ends and c.chance(0.75):
            out.append(c.say(c.pick(ends)))
        return join(*out, sep=c.pick(("\n", "\n\n")))

    return write
