"""These layouts write single lines of charts, desks and boards, with bare clinical words among them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried, lowered, raised
from corpus.engine.layouts.mixed_lines import Pool, laid_out
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


_DESK_TEXT = read("notes/outpatient/desk_fragments")
LAB = _DESK_TEXT.lines("lab")
INDICATIONS = _DESK_TEXT.lines("indications")
BOARD = _DESK_TEXT.lines("board")
DISCHARGE = _DESK_TEXT.lines("discharge")
REFERRAL = _DESK_TEXT.lines("referral")
CALLS = _DESK_TEXT.lines("calls")
HITS = _DESK_TEXT.lines("hits")
ABBREVIATIONS = _DESK_TEXT.lines("abbreviations")
_SORTS: tuple[Pool, ...] = (LAB, INDICATIONS, BOARD, DISCHARGE, REFERRAL, CALLS, HITS, ABBREVIATIONS)


def _amid_plain(c: Cast, pool: Pool, count: int, plain: float) -> list[Marked]:
    said = []
    for template in c.rng.sample(pool, min(count, len(pool))):
        said.append(c.say(template))
        if c.chance(plain):
            said.append(c.any(*PLAIN))
    return said


def desk_lines(pool: Pool, most: int) -> Callable[[Cast], Marked]:
    """One or several lines of a pool, with bare clinical words among them in half of the notes."""

    def write(c: Cast) -> Marked:
        said = _amid_plain(c, pool, 1 if c.chance(0.3) else c.rng.randint(2, most), c.pick((0, 0, 0.3, 0.6)))
        note = laid_out(c, said) if c.chance(0.5) else join(*said, sep="\n")
        roll = c.rng.random()
        return (
            raised(note) if roll < 0.08 else lowered(note) if roll < 0.16 else hurried(c, note) if roll < 0.2 else note
        )

    return write


def shift_log(c: Cast) -> Marked:
    """All that passed over a desk in a shift, in the order in which it came: long."""
    start = c.pick(("", "", "{time} ", "{shortdate} {time} ", "[{time}] ", "{time}\t", "{ini} "))
    lines = [c.say(start + c.pick(c.pick((*_SORTS, PLAIN, PLAIN)))) for _ in range(c.rng.randint(12, 90))]
    end = c.pick(("", "", " {signed}", "  {ini}", " - {signed:one}"))
    return join(*(join(x, c.say(end)) if c.chance(0.5) else x for x in lines), sep="\n")


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
