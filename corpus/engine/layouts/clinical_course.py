"""Long clinical notes: head, sections in any order, people mentioned in passing, addenda, signatures."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.dense_sheet import Section, sections
from corpus.engine.layouts.printed_paper import ADULT, grid, worn
from corpus.engine.note_file import read
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, join

_TEXT = read("phrases/clinical_course")
# People or places mentioned once, among similar words that are not names.
PASSING = _TEXT.lines("passing")
# No people in it.
CLEAN = _TEXT.lines("clean")
ADDENDA = _TEXT.lines("addenda")
ENDS = _TEXT.lines("ends")
_STYLES = ("{0}:", "{0}", "{1}:", "{1}", "{1} --", "** {0} **", "[{0}]", "## {0}", "# {1}", "<{0}>", ">> {0}")


def _spread(c: Cast, pool: tuple[str, ...], odds: float) -> list[Marked]:
    return [c.say(c.pick(pool))] if c.chance(odds) else []


def _said(c: Cast, s: Section, keep: float) -> list[Marked]:
    """Lines of a section mixed with people in passing and with plain words, in the proportion of the note."""
    amid, clean = c.once("course amid", lambda: (c.pick((0.1, 0.2, 0.3)), c.pick((0.2, 0.4, 0.7))))
    out: list[Marked] = []
    for t in [t for t in s.lines if c.chance(keep)] or [c.pick(s.lines)]:
        out.append(c.say(t))
        if s.kind != "form":
            out += _spread(c, CLEAN, clean) + _spread(c, PASSING, amid)
    return out


def _body(c: Cast, s: Section, keep: float) -> Marked:
    if s.kind == "rows":
        return grid(c, s.lines[0], s.lines[1:], 3, 9)
    said = _said(c, s, keep)
    if s.kind == "form":
        gap = c.once("course gap", lambda: c.pick(("\n", "\n", "   ", " | ", "    ", "; ")))
        return join(*said, sep=gap)
    if s.kind == "list":
        sign = c.once("course sign", lambda: c.pick(("{}. ", "{}) ", "- ", "", "#", "* ", "-", "{}.", "# {}: ")))
        return join(*(join(sign.format(i), x) for i, x in enumerate(said, 1)), sep="\n")
    return join(*said, sep=c.once("course stop", lambda: c.pick((" ", " ", "  ", "\n"))))


def clinical_course(
    block: Block, *titles: str, settle: Callable[[Cast], object] = ADULT, keep: float = 0.85, shuffle: float = 0.4
) -> Callable[[Cast], Marked]:
    """A long note: the first section is its head, the rest come in order or shuffled, then addenda and signatures."""
    head, *rest = sections(block)

    def write(c: Cast) -> Marked:
        settle(c)
        style, between = c.pick(_STYLES), c.pick(("\n\n", "\n", "\n", "\n\n"))
        parts = [s for s in rest if c.chance(0.88)]
        if c.chance(shuffle):
            c.rng.shuffle(parts)
        out = [x for x in (c.any(*titles),) if x.text] if titles else []
        out.append(_body(c, head, keep))
        for s in parts:
            name, laid = c.say(s.heading).text, _body(c, s, keep)
            if name:
                above = style.format(name, name.upper())
                laid = join(above, "\n" if s.kind == "rows" else c.pick(("\n", " ")), laid)
            out += [laid, *_spread(c, ADDENDA, 0.1)]
        out += _spread(c, ADDENDA, 0.5) + _spread(c, ADDENDA, 0.25)
        out += [c.say(t) for t in c.rng.sample(ENDS, c.pick((1, 2, 2, 3)))]
        return worn(c, join(*out, sep=between))

    return write


def scraps(*pools: tuple[str, ...], least: int = 2, most: int = 8) -> Callable[[Cast], Marked]:
    """A short piece of a chart: lines of the pools, a line each or run together."""

    def write(c: Cast) -> Marked:
        said = [c.say(c.pick(c.pick(pools))) for _ in range(c.rng.randint(least, most))]
        return worn(c, join(*said, sep=c.pick(("\n", "\n", " ", " ", "\n- "))))

    return write
