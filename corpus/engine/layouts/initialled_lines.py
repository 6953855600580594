"""Short lines that end in somebody's initials, or name a facility or a company without a cue."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.chart_lines import PLAIN
from corpus.engine.layouts.hasty_typing import hurried, lowered, raised
from corpus.engine.layouts.mixed_lines import Pool
from redactor.sample.marked import Marked, join


def _cased(c: Cast, note: Marked) -> Marked:
    roll = c.rng.random()
    return raised(note) if roll < 0.08 else lowered(note) if roll < 0.2 else hurried(c, note) if roll < 0.26 else note


def marked_lines(held: Pool, bare: Pool) -> Callable[[Cast], Marked]:
    """Lines of a kind mixed with similar lines without identifiers, in the note's proportion."""

    def write(c: Cast) -> Marked:
        share = c.pick((0.15, 0.35, 0.6, 0.85))
        pieces: list[Marked] = []
        for _ in range(c.pick((1, 3, 6, 12, 30))):
            pool = held if c.chance(share) else PLAIN if c.chance(0.3) else bare
            pieces.append(c.any(*pool))
        return _cased(c, join(*pieces, sep=c.pick(("\n", "\n", "; ", " | ", ". ", "\t", "  ", " // ", " "))))

    return write


def initialled_grid(c: Cast) -> Marked:
    """A flowsheet by the hour: values, then who charted; no head says which column is the name."""
    sep = c.pick(("  ", "\t", " | ", ",", " ", "/"))
    cells = ("{num:55-130}", "{num:12-26}", "{num:90-180}/{num:40-100}", "{num:88-100}%", "RA", "{num:0-5}/5", "-",
             "nil", "L", "BM", "{num:30-600}", "SR", "36.{num:1-9}", "Foley", "A", "PERL", "JP {num:5-60}", "Hoyer",
             "NC {num:1-4}L", "Braden {num:9-22}", "Ensure", "{num:4-9}.{num:0-9}")  # fmt: skip
    columns = c.rng.sample(cells, c.rng.randint(2, 6))
    at = c.pick((len(columns), len(columns), 0))
    who = c.pick(("{ini:plain}", "{signed}", "{signed:one}", "{nurse:initials}", "{ini}"))
    lines = []
    for _ in range(c.rng.randint(3, 26)):
        row = [x if c.chance(0.85) else c.pick(cells) for x in columns]
        if c.chance(0.75):
            row.insert(at, who)
        lines.append(c.say(sep.join(("{time}", *row))))
    return join(*lines, sep="\n")
