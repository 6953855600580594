"""How dense sheets are laid out: sections in order as forms, prose, lists or rows, with running heads and sign-offs."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass

from corpus.engine.cast import Cast
from corpus.notes.compose import PLAIN, templates
from corpus.notes.dense_clean import CLEAN
from corpus.notes.haste import hurried
from corpus.notes.hospital_text import wrapped
from redactor.sample.marked import Marked, join

# What stands between two pages, and what stands at the end of a shift or a dictation.
_BREAKS = templates(r"""
--- Page [[2|3|4]] ---\n{pt:upper}   {mrn}   {dob}
{farsite:upper}   {pt:last_first}   Page [[2 of 3|2 of 5|3/6]]
[[continued|cont'd|(over)]]
{pt:last_first} [[#|MR |]]{mrn}[[\nPrinted {stamp} by {inits}|]]
========
- 2 -\n\nRE: {pt:full}\n{fulldate}
Form [[MR-114|CL 22-07|NUR 408|WR 15]] Rev. [[B|04|3.2]]          Do not write below this line
*** {site} - {dept} - CONFIDENTIAL ***
[[Original - chart|White: chart|Yellow copy: pharmacy]]   {pt:upper_full}   {dob}
""")
_SIGNED = templates(r"""
{hm} {initpair}
{initpair}
D: {numdate}  T: {numdate:1}  [[Job|Job #|Conf#|JOB:|DD/DT]] {docid} {initpair}
{inits:lower}/{inits:lower} {numdate} {hm}
dd {shortdate} dt {shortdate:1} {initpair}
{hm} {inits:upper}, RN / {inits:upper}, [[RN|CNA|LPN|RRT]]
Dict: {dr:short} {hm}  Trans: {inits:upper}  Rev: {inits:upper} {shortdate:1}
{dr:full}, {cred}[[\n{dept}|]]   {stamp}
[[Reviewed|Noted|Read back|Second check]] {hm:colon} {inits}
/{inits:lower}
eSigned {dr:last_first}, {cred} {stamp} | cosign {dr2:initial_last}
{nurse:initial_last} [[RN|EN|SRN|LPN]] {hm} -> {nurse2:initial_last}
[[Relief|Off|Report to]]: {inits:upper}; [[on|off|lunch cover]]: {inits:upper}
DICTATED BUT NOT READ\n{dr:upper_full}, {cred}\n{inits:upper}:{inits:lower}\n[[cc|c|pc]]: {pcp:family}, {dr2:family}
cc {pcp:short}, {pcpsite}; {dr3:titled}; {vendor}; file
ADDENDUM {stamp:1} ({dr2:family}): {neg}
Addendum by {dr3:last_first}, {numdate:2}: report above names the wrong side; [[left|right]] is correct. {inits:upper}
I was present for the key portions. {dr2:short}, {hm} {shortdate}
TP: {dr2:full} [[(attending)|PGY-4|x{ext}]]
""")


@dataclass(frozen=True, slots=True)
class Section:
    """kind: form (a line each), prose, list (numbered or with bullets) or rows (the lines drawn again and again)."""

    kind: str
    heading: str
    lines: tuple[str, ...]


def sections(block: str) -> tuple[Section, ...]:
    """Sections of a raw string: "@kind Heading" begins one, its templates follow. Raises ValueError for no kind."""
    out: list[Section] = []
    for text in textwrap.dedent(block).split("\n@")[1:]:
        head, _, rest = text.partition("\n")
        kind, _, heading = head.partition(" ")
        if kind not in ("form", "prose", "list", "rows"):
            raise ValueError(f"no kind of section: {kind!r}; use form, prose, list or rows")
        out.append(Section(kind, heading, templates(rest)))
    return tuple(out)


def _heading(c: Cast, heading: str) -> str:
    style = c.once(
        "dense heading", lambda: c.pick(("{0}", "{0}:", "{1}", "{1}:", "== {0} ==", "[{1}]", "## {0}", "{1} --"))
    )
    return style.format(heading, heading.upper())


def _told(c: Cast, s: Section, density: float) -> list[Marked]:
    """Some of the section's lines; as many that identify nobody come between as the note's habit has it."""
    amid = c.once("dense amid", lambda: c.pick((0.1, 0.25, 0.25, 0.5, 1.0)))
    said: list[Marked] = []
    for template in [t for t in s.lines if c.chance(density)] or [c.pick(s.lines)]:
        said.append(c.say(template))
        if c.chance(amid):
            said += [
                c.any(*(PLAIN if s.kind == "prose" and c.chance(0.6) else CLEAN)) for _ in range(c.pick((1, 1, 2)))
            ]
    return said


def _laid(c: Cast, s: Section, density: float) -> Marked:
    if s.kind == "rows":
        count = c.rng.randint(2, 7)
        drawn = [c.pick(s.lines)] * count if c.chance(0.2) else c.rng.sample(s.lines, min(count, len(s.lines)))
        if c.chance(0.5):
            drawn = [t for line in drawn for t in ((line, c.pick(CLEAN)) if c.chance(0.5) else (line,))]
        return join(*(c.say(t) for t in drawn), sep="\n")
    said = _told(c, s, density)
    if s.kind == "prose":
        return join(*said, sep=c.once("dense gap", lambda: c.pick((" ", " ", "  ", "\n"))))
    if s.kind == "list":
        bullet = c.once("dense bullet", lambda: c.pick(("{}. ", "{}) ", "- ", "* ", "", "({}) ", "#{} ")))
        return join(*(join(bullet.format(i), x) for i, x in enumerate(said, 1)), sep="\n")
    return join(*said, sep=c.once("dense cells", lambda: c.pick(("\n", "\n", "\n", "   ", " | ", "\n\n"))))


def sheet(block: str, least: int = 3) -> Callable[[Cast], Marked]:
    """A type of note with these sections: all or some of them, most in order, with heads and sign-offs between."""
    parts = sections(block)

    def write(c: Cast) -> Marked:
        count = c.rng.randint(min(least, len(parts)), len(parts))
        places = sorted(c.rng.sample(range(len(parts)), count))
        if c.chance(0.15):
            c.rng.shuffle(places)
        density = c.pick((0.4, 0.65, 0.8, 0.9, 1.0))
        headed = c.chance(0.8)
        out: list[Marked] = []
        for i in places:
            laid = _laid(c, parts[i], density)
            if parts[i].heading and headed:
                laid = join(_heading(c, parts[i].heading), c.pick(("\n", "\n", " ")), laid)
            out.append(laid)
            if c.chance(0.12):
                out.append(c.any(*_BREAKS))
            if c.chance(0.15):
                out.append(c.any(*_SIGNED))
        if c.chance(0.7):
            out += [c.say(t) for t in c.rng.sample(_SIGNED, c.pick((1, 1, 2, 3)))]
        for _ in range(c.pick((0, 0, 1, 1, 2))):
            plain = join(
                *(c.say(t) for t in c.rng.sample(CLEAN, c.rng.randint(2, 9))), sep=c.pick(("\n", "\n", "; ", " | "))
            )
            out.insert(c.rng.randrange(len(out) + 1), plain)
        note = join(*out, sep=c.pick(("\n\n", "\n\n", "\n")))
        if c.chance(0.12):
            note = wrapped(note, c.rng.randint(58, 92))
        return hurried(c, note) if c.chance(0.1) else note

    return write
