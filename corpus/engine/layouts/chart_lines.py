"""Single lines of charts: message subjects, order comments, problems, addenda, sticky notes, slots."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried, raised
from corpus.engine.layouts.mixed_lines import Pool
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/outpatient/chart_lines")
_CHART_LINES = read("phrases/chart_lines")
SUBJECTS = _TEXT.lines("subjects")
ORDERS = _TEXT.lines("orders")
PROBLEMS = _TEXT.lines("problems")
ADDENDA = _TEXT.lines("addenda")
STICKY = _TEXT.lines("sticky")
SLOTS = _TEXT.lines("slots")
REASONS = _TEXT.lines("reasons")
# Clinical words that stand bare among them.
PLAIN = _CHART_LINES.lines("plain")
_ALL: tuple[Pool, ...] = (SUBJECTS, ORDERS, PROBLEMS, ADDENDA, STICKY, SLOTS, REASONS)


def listed_lines(pool: Pool, least: int, most: int, heads: Sequence[str]) -> Callable[[Cast], Marked]:
    """Lines of one pool: a single one, or several below a head or none."""

    def write(c: Cast) -> Marked:
        count = 1 if c.chance(0.3) else c.rng.randint(least, most)
        bullet = c.pick(("", "", "", "- ", "* ", "# ", "• ", "\t", "o "))
        amid = c.pick((0.0, 0.0, 0.25))
        lines: list[Marked] = []
        for template in c.rng.sample(pool, min(count, len(pool))):
            lines.append(join(bullet, c.say(template)))
            if c.chance(amid):
                lines.append(join(bullet, c.any(*PLAIN)))
        if count > 1 and c.chance(0.5):
            lines.insert(0, c.any(*heads))
        note = join(*lines, sep="\n" if count > 1 or c.chance(0.7) else " ")
        roll = c.rng.random()
        return raised(note) if roll < 0.07 else hurried(c, note) if roll < 0.16 else note

    return write


def mixed_chart_lines(c: Cast) -> Marked:
    """Everything that hangs on one chart, by sort, long."""
    pools = c.rng.sample(_ALL, c.rng.randint(3, 7))
    names = {SUBJECTS: "Inbox", ORDERS: "Order Comments", PROBLEMS: "Problem List", ADDENDA: "Addenda",
             STICKY: "Sticky Notes", SLOTS: "Schedule", REASONS: "Reason for Visit"}  # fmt: skip
    style = c.pick(("{}", "{}:", "== {} ==", "[{}]", "**{}**", "{} >"))
    blocks = []
    for pool in pools:
        said = [c.say(t) for t in c.rng.sample(pool, c.rng.randint(2, 20))]
        blocks.append(join(style.format(names[tuple(pool)]), *said, sep="\n"))
    return join(*blocks, sep=c.pick(("\n\n", "\n")))
