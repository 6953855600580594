"""These layouts write tables, lines and whole documents with dates and ages, and numbers that only look like them."""

from __future__ import annotations

import datetime as dt
import re
import textwrap
from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.fields import requested_dates_and_ages, written_days
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.layouts.hospital_text import wrapped
from corpus.engine.layouts.mixed_lines import laid_out
from corpus.engine.layouts.sections import PLAIN
from corpus.engine.note_file import read, templates
from corpus.engine.note_type import Block
from redactor.entities import Entity
from redactor.sample.forms import ordinal_text
from redactor.sample.marked import Marked, Near, Piece, join, mark

_TEXT = read("phrases/date_tables")
_SEPS = (" | ", "|", "\t", "   ", "  ", ", ", " / ", "     ", ";")
# A field of a template, or a fraction that stands alone.
_FRACTION = re.compile(r"\{[^}]*\}|(?<![\w./+-])(\d{1,2})/(\d{1,2})(?![\w./+-])")
GROWTH_HEADS = _TEXT.lines("growth_heads")
GROWTH_ENDS = _TEXT.lines("growth_ends")
_AGES: tuple[tuple[int, str], ...] = (
    (3, "3 d"), (14, "2 wk"), (14, "2 weeks"), (61, "2 mo"), (122, "4 mo"), (183, "6mo"), (183, "6 months"),
    (274, "9 mo"),
    (366, "12mo"), (366, "12 months"), (457, "15 mo"), (548, "18mo"), (731, "24 mo"), (731, "2y"), (914, "30 mo"),
    (914, "2½"), (1097, "3 y"), (1280, "3y 6m"), (1462, "4"), (1462, "4 yrs"), (1827, "5"), (1827, "5y"),
)  # fmt: skip


def varied(c: Cast, template: str) -> str:
    """The template with another numerator in each plain fraction of it, a score or a share: 4/5, 3/12."""

    def one(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]
        n, of = int(found[1]), int(found[2])
        if n >= of or not (4 <= of <= 31 or of == 52):
            return found[0]
        return f"{c.rng.randint(1, min(of, 12))}/{of}"

    return _FRACTION.sub(one, template)


def _dated(c: Cast, shape: str, d: dt.date) -> Marked:
    return requested_dates_and_ages.date(written_days.written(c, shape, d))


def _row(cells: Sequence[Piece], sep: str) -> Marked:
    return join(*cells, sep=sep)


def _centile(c: Cast) -> str:
    n = c.rng.randint(3, 97)
    return c.pick((str(n), f"{n}%", ordinal_text(n), ordinal_text(n)))


def _framed(c: Cast, heads: Sequence[str], rows: Sequence[Marked], ends: Sequence[str]) -> Marked:
    parts = [c.say(c.pick(heads))] if c.chance(0.8) else []
    parts.append(join(*rows, sep="\n"))
    parts += [c.say(t) for t in c.rng.sample(list(ends), c.rng.randint(0, min(3, len(ends))))]
    return join(*parts, sep=c.pick(("\n", "\n\n", "\n")))


def growth_chart(c: Cast) -> Marked:
    """A child from birth to school: the age beside weight, length and percentile, marked; those plain."""
    born = c.day - dt.timedelta(days=c.rng.randint(400, 2000))
    c.once("patient birth", lambda: born)
    lived = (c.day - born).days
    sep, shape, ages_first = c.pick(_SEPS), c.pick(requested_dates_and_ages.COLUMN), c.chance(0.3)
    glued = c.chance(0.2)
    seen: dict[int, str] = {at: text for at, text in c.rng.sample(_AGES, len(_AGES)) if at <= lived}
    rows: list[Marked] = []
    heads = (("Age", "Date") if ages_first else ("Date", "Age")) + ("Wt", "%ile", "Ht/Len", "%ile", "HC")
    if c.chance(0.6):
        rows.append(join(*heads, sep=sep))
    for at in sorted(c.rng.sample(sorted(seen), min(len(seen), c.rng.randint(3, 11)))):
        when = _dated(c, shape, born + dt.timedelta(days=at + c.rng.randint(-2, 5)))
        kg, cm = 3.4 + at**0.5 * 0.37, 50 + at**0.5 * 1.45
        unit = c.pick(("", "", " kg", "kg"))
        old = requested_dates_and_ages.age(seen[at].replace(" ", "") if glued else seen[at])
        cells: list[Piece] = [old, when] if ages_first else [when, old]
        cells += [f"{kg:.1f}{unit}", _centile(c), f"{cm:.0f}"]
        cells += [f"{c.rng.randint(3, 97)}", f"{34 + at**0.5 * 0.4:.1f}"][: c.rng.randint(0, 2)]
        rows.append(_row(cells, sep))
    return _framed(c, GROWTH_HEADS, rows, GROWTH_ENDS)


_VACCINES = (
    ("DTaP", 5), ("IPV", 4), ("Hep B", 3), ("HepA", 2), ("MMR", 2), ("Varicella", 2), ("PCV13", 4), ("PCV20", 1),
    ("RV5", 3), ("Hib", 4), ("Tdap", 1), ("MenACWY", 2), ("HPV9", 3), ("Flu", 5), ("COVID-19", 4), ("Td", 2),
    ("BCG", 1), ("6-in-1", 3), ("MenB", 3), ("RSV", 1), ("Shingrix", 2), ("Typhoid Vi", 1), ("Yellow fever", 1),
    ("PPSV23", 1), ("Rabies", 4), ("JE", 2),
)  # fmt: skip
SHOT_HEADS = _TEXT.lines("shot_heads")
SHOT_ENDS = _TEXT.lines("shot_ends")


def shots(c: Cast) -> Marked:
    """A card of vaccines: each with the days of its doses in a row, gaps for the missing."""
    born = c.day - dt.timedelta(days=c.rng.randint(500, 22_000))
    c.once("patient birth", lambda: born)
    lived, shape, sep = (c.day - born).days, c.pick(requested_dates_and_ages.COLUMN), c.pick(_SEPS)
    listed = c.chance(0.3)
    rows: list[Marked] = []
    for name, doses in c.rng.sample(_VACCINES, c.rng.randint(3, 12)):
        at = c.rng.randint(1, max(2, lived - 300))
        held: list[Piece] = []
        for _ in range(c.rng.randint(1, doses)):
            if at < lived:
                held.append(
                    _dated(c, c.pick((shape,) * 7 + requested_dates_and_ages.COLUMN), born + dt.timedelta(days=at))
                )
            at += c.rng.choice((28, 61, 183, 366, 1100))
        if not held:
            held.append(c.pick(("--", "due", "n/a", f"0/{doses}", "declined", "immune by titer")))
        if listed:
            rows.append(
                join(name, c.pick((": ", " - ", " ", f" x{len(held)}: ")), join(*held, sep=c.pick((", ", " "))))
            )
        else:
            tail: list[Piece] = [c.pick(("", "", f"{len(held)}/{doses}", "UTD", "complete"))]
            rows.append(_row([name, *held, *[t for t in tail if t]], sep))
    return _framed(c, SHOT_HEADS, rows, SHOT_ENDS)


MAR_HEADS = _TEXT.lines("mar_heads")
MAR_ENDS = _TEXT.lines("mar_ends")


def mar(c: Cast) -> Marked:
    """A grid: days across, drugs and hours down, initials in the cells."""
    sep, shape, many = c.pick(_SEPS[:6]), c.pick(requested_dates_and_ages.CLOSE_DAYS), c.rng.randint(3, 7)
    first = c.day - dt.timedelta(days=many)
    top: list[Piece] = [c.pick(("Medication", "Drug", "Order", "", "DRUG/DOSE/TIME"))]
    top += [_dated(c, shape, first + dt.timedelta(days=n)) for n in range(many)]
    rows = [_row(top, sep)]
    names = tuple(c.say("{ini:plain}").text for _ in range(3))
    for _ in range(c.rng.randint(2, 7)):
        held: list[Piece] = [
            c.say(c.pick(("{drug} {num:5-80} mg", "{sig}", "{drug} {num:1-2}/{num:2-4} tab", "{drug}")))
        ]
        held.append(join(*(mark(f"{h:02d}00", Near.CLOCK) for h in c.rng.sample((6, 8, 9, 12, 14, 18, 20, 21, 22), 1))))
        for _ in range(many):
            cell = c.pick((*names, *names, "H", "R", "x", "1/2", "4/10"))
            held.append(mark(cell, Entity.DOCTOR) if cell in names else cell)
        rows.append(_row(held, sep))
    return _framed(c, MAR_HEADS, rows, MAR_ENDS)


Columns = tuple[str, tuple[str, ...]]
# A head, then what a row holds; {D} is the row's day.
SHEETS: dict[str, tuple[Columns, ...]] = {
    "prenatal": (
        ("Date GA Wt BP FH FHR Ur", ("{D}", "{gest}", "{num:120-210}", "{num:96-140}/{num:56-90}", "{num:14-40}",
                                     "1{num:20-59}", "neg/tr")),
        ("Visit|EGA|fundus|presentation|next", ("{D}", "{num:8-40}+{num:0-6}", "{num:12-39}", "ceph {num:2-5}/5",
                                                "{num:1-4}/52")),
        ("", ("{D}", "{num:9-40}w{num:0-6}d", "bp {num:96-138}/{num:56-88}", "{num:1-3}+ edema", "rtc {num:1-4} wk")),
    ),
    "wound": (
        ("Date LxWxD Stage Drainage By",
         ("{D}", "{num:1-9}x{num:1-8}x0.{num:1-9}", "[[2|3|4]]/4", "{num:1-3}+", "{ini}")),
        ("", ("{D}", "{num:2-9}.{num:0-9} x {num:1-8}", "{num:1-3}/4 granular", "pain {num:0-8}/10", "{num:9-22}/23")),
    ),
    "therapy": (
        ("Visit|Date|Pain|ROM|HEP", ("{num:1-9}/12", "{D}", "{num:0-9}/10", "0-{num:70-135}", "3x10")),
        ("", ("{D}", "{num:2-5}/5 quad", "{num:15-60} min", "MMT {num:3-4}+/5", "{ini}")),
        ("Date units CPT time", ("{D}", "{num:1-4}", "97110", "{time}", "{num:1-9}/24 auth")),
    ),
    "warfarin": (
        ("Date INR Dose Next", ("{D}", "{dec:1.1-5.2}", "5/2.5 alt", "{wd:s 7}", "{ini}")),
        ("", ("{D}", "inr {dec:1.2-4.8}", "7.5 x{num:2-4}, 5 x{num:3-5}", "[[1|2|4]] wks")),
        ("date|result|goal 2-3|weekly mg", ("{D}", "{dec:1.2-4.8}", "[[y|n|hi|lo]]", "{num:20-55}")),
    ),
    "results": (
        ("Collected Na K Cr eGFR", ("{D}", "13{num:0-9}", "{dec:3.1-5.6}", "{dec:0.6-3.9}", "{num:15-90}")),
        ("", ("{D}", "{time}", "WBC {dec:2.0-18.0}", "plt {num:60-400}", "Hgb {dec:7.0-15.0}")),
        ("DATE|PSA|T|ALP", ("{D}", "{dec:0.1-40.0}", "{num:10-500}", "{num:40-300}")),
        ("", ("{D}", "A1c {dec:5.4-12.0}", "LDL {num:50-190}", "uACR {num:5-300}", "{num:0-10}/10 feet")),
    ),
    "eyes": (
        ("Date|VA OD|VA OS|IOP", ("{D}", "20/{num:20-100}", "20/{num:20-200}", "{num:9-28}/{num:9-28} {time}")),
        ("", ("{D}", "6/{num:6-36}", "6/{num:5-60}", "N{num:5-12}", "inj {num:1-9}/{num:10-12}")),
    ),
    "diary": (
        ("Day|Headache|Pills|Sleep", ("{D}", "{num:0-9}/10", "{num:0-3} x 1/2", "{num:3-9} h")),
        ("", ("{D}", "am {num:100-170}/{num:60-95}", "pm {num:100-170}/{num:60-95}", "P {num:55-99}")),
        ("", ("{D}", "{num:70-250}", "{num:80-260}", "{num:3-12} u", "walk {num:1-4} mi")),
        ("Date Sz Length Rescue", ("{D}", "x{num:1-4}", "{num:1-9} min", "[[y|n]]", "VNS {num:1-9}/{num:10-20}")),
    ),
    "money": (
        ("DOS CPT Units Charge", ("{D}", "9921{num:2-5}", "{num:1-3}", "${num:60-900}.00", "{icd}")),
        ("Hours: in out total", ("{D}", "{time}", "{time}", "{num:4-11}.5", "{num:1-5}/5")),
    ),
}  # fmt: skip
SHEET_HEADS = _TEXT.lines("sheet_heads")
SHEET_ENDS = _TEXT.lines("sheet_ends")


def dated_flowsheet(c: Cast) -> Marked:
    """Readings by day in columns."""
    head, cells = c.pick(SHEETS[c.pick(tuple(SHEETS))])
    sep, shape, gap = c.pick(_SEPS[:6]), c.pick(requested_dates_and_ages.CLOSE_DAYS), c.pick((1, 1, 2, 7, 14, 28))
    rows: list[Marked] = []
    if head and c.chance(0.7):
        rows.append(Marked(sep.join(head.split("|" if "|" in head else " "))))
    for n in range(c.rng.randint(3, 9)):
        when = _dated(c, shape, c.day + dt.timedelta(days=(n - 9) * gap))
        held: list[Piece] = []
        for cell in cells:
            before, found, after = cell.partition("{D}")
            held.append(join(c.say(before), when, c.say(after)) if found else c.say(cell))
        rows.append(_row(held, sep))
    return _framed(c, SHEET_HEADS, rows, SHEET_ENDS)


KIN_ROWS = _TEXT.lines("kin_rows")
KIN_HEADS = _TEXT.lines("kin_heads")
KIN_ENDS = _TEXT.lines("kin_ends")


def kin_table(c: Cast) -> Marked:
    """A table of relatives, each with an age, beside numbers that are ages of nobody."""
    sep = c.pick((" | ", "\t", "   ", ", ", " - ", ": ", "; "))
    rows = [c.say(t.replace(" | ", sep)) for t in c.rng.sample(list(KIN_ROWS), c.rng.randint(3, 10))]
    return _framed(c, [t.replace(" | ", sep) for t in KIN_HEADS], rows, KIN_ENDS)


BEDS = _TEXT.lines("beds")
BED_HEADS = _TEXT.lines("bed_heads")
BED_ENDS = _TEXT.lines("bed_ends")


def census(c: Cast) -> Marked:
    """A ward's list: one shape of row or several."""
    shapes = [c.pick(BEDS)] * 9 if c.chance(0.5) else list(BEDS)
    rows = [c.say(t) for t in c.rng.sample(shapes, c.rng.randint(3, 8))]
    return _framed(c, BED_HEADS, rows, BED_ENDS)


def date_lines(*pools: Sequence[str], least: int, most: int, haste: float = 0.15) -> Callable[[Cast], Marked]:
    """Lines of the pools, none of them twice, some among lines that any note has."""

    def write(c: Cast) -> Marked:
        drawn = dict.fromkeys(c.pick(c.pick(pools)) for _ in range(c.rng.randint(least, most)))
        amid = c.pick((0.0, 0.0, 0.3))
        said: list[Marked] = []
        for template in drawn:
            said.append(c.say(varied(c, template)))
            if c.chance(amid):
                said.append(c.any(*PLAIN))
        text = laid_out(c, said) if c.chance(0.8) else join(*said, sep="\n")
        return hurried(c, text) if c.chance(haste) else text

    return write


_STORY_HEADS = ("{0}: ", "{0}:\n", "{1}\n", "{1}: ", "{0}\n", "** {0} **\n", "## {0}\n", "[{0}]\n", "{1} -- ", "")
_STORY_LAYOUTS = ("prose", "prose", "prose", "prose", "lines", "- ", "numbers")


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
        heading, way, keep = c.pick(_STORY_HEADS), c.pick(_STORY_LAYOUTS), c.pick((0.35, 0.6, 0.85, 1.0))
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
