"""These layouts write dense rows and lines of facilities, organisations and staff."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.layouts.sections import body, part
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/administration_billing/facility_rows")
PLACEMENT = _TEXT.lines("placement")
BOARD = _TEXT.lines("board")
RECORDS = _TEXT.lines("records")
DIRECTORY = _TEXT.lines("directory")
BILL = _TEXT.lines("bill")
RUN = _TEXT.lines("run")
OCCUPATION = _TEXT.lines("occupation")
MORGUE = _TEXT.lines("morgue")
SHEETS = (PLACEMENT, BOARD, RECORDS, DIRECTORY, BILL, RUN, OCCUPATION, MORGUE)
_GAPS = (" | ", "|", "\t", "   ", "  ", ", ", "; ", " / ", "     ", " - ", " … ", " -- ")


def facility_sheet(sheet: tuple[str, ...]) -> Callable[[Cast], Marked]:
    """A head and some of the rows, most of them once, in order or shuffled."""

    def write(c: Cast) -> Marked:
        gap = c.pick(_GAPS)
        rows = list(sheet[1:]) * c.pick((1, 1, 1, 2, 3))
        kept = sorted(c.rng.sample(range(len(rows)), c.rng.randint(3, len(rows))))
        if c.chance(0.4):
            c.rng.shuffle(kept)
        lines = [c.say(rows[i].replace(" | ", gap)) for i in kept]
        mark = c.pick(("", "", "", "- ", "* ", "number"))
        if mark == "number":
            lines = [join(f"{i} ", line) for i, line in enumerate(lines, 1)]
        elif mark:
            lines = [join(mark, line) for line in lines]
        if c.chance(0.7):
            lines.insert(0, c.say(sheet[0].replace(" | ", gap)))
        text = join(*lines, sep=c.pick(("\n", "\n", "\n", "\n\n")))
        return hurried(c, text) if c.chance(0.1) else text

    return write


def any_sheet(c: Cast) -> Marked:
    """Two or three sheets one below the other."""
    return join(*(facility_sheet(s)(c) for s in c.rng.sample(SHEETS, c.pick((2, 2, 3)))), sep="\n\n")


_ORGANIZATION_TEXT = read("phrases/company_lookalikes")
_ORGANIZATIONS_IN_CARE = read("notes/administration_billing/organizations_in_care")
BODIES = _ORGANIZATION_TEXT.lines("bodies")
DEVICES = _ORGANIZATION_TEXT.lines("devices")
GOODS = _ORGANIZATION_TEXT.lines("goods")
INSTITUTIONS = _ORGANIZATION_TEXT.lines("institutions")
TALKED = _ORGANIZATION_TEXT.lines("talked")
WORK = _ORGANIZATIONS_IN_CARE.lines("work")
PLACES = _ORGANIZATIONS_IN_CARE.lines("places")
PAYERS = _ORGANIZATIONS_IN_CARE.lines("payers")
SUPPLY = _ORGANIZATIONS_IN_CARE.lines("supply")
OFFICES = _ORGANIZATIONS_IN_CARE.lines("offices")
PARTS = (
    part("[[HPI|History|Story|Presenting complaint]]", "{hpi}\n" + "\n".join(PLACES[:12]), 1, 4),
    part("[[Social history|SH|Social|SOCIAL HX]]", "\n".join(WORK[:30]), 1, 4),
    part("[[Coverage|Insurance|Payer]]", "\n".join(PAYERS), 1, 2, 0.5),
    part("[[Services|Supports|Agencies|Community]]", "\n".join((*SUPPLY, *OFFICES)), 1, 4, 0.8),
    part("[[Equipment|Devices|Implants]]", "\n".join(DEVICES[:12]), 1, 3, 0.5),
    part("[[Plan|Disposition|Dispo|To do]]", "\n".join((*PLACES[12:], *SUPPLY[:12], *BODIES[:6])), 2, 5),
)
_MIX = (WORK, PLACES, PAYERS, SUPPLY, OFFICES)


def visit_note(c: Cast) -> Marked:
    """A visit's note that mentions organizations by short names."""
    head = c.any("", "{pt:full}, {agesex}", "{pt:last_first}  {mrn}  {date}", "{dept} note", "RE: {pt:full}")
    text = body(c, PARTS, shuffled=c.chance(0.2), others=(*GOODS, *TALKED))
    return join(head, "\n" if head.text else "", text)


def one_line(c: Cast) -> Marked:
    """One line of a chart alone."""
    said = [c.say(c.pick(c.pick((*_MIX, DEVICES, INSTITUTIONS)))) for _ in range(c.pick((1, 1, 2)))]
    return join(*said, sep=" ")


def staff_roster(titles: tuple[str, ...], lines: tuple[str, ...]) -> Callable[[Cast], Marked]:
    """Lines below one another, some of one template again and again, under a title or none."""

    def write(c: Cast) -> Marked:
        again = c.chance(0.35)
        few = [c.pick(lines) for _ in range(c.rng.randint(2, 4))]
        said = [c.say(c.pick(few if again else lines)) for _ in range(c.rng.randint(4, 13))]
        if titles and c.chance(0.75):
            said.insert(0, c.say(c.pick(titles)))
        note = join(*said, sep=c.pick(("\n", "\n", "\n", "; ", " | ", "\n\n", "  ")))
        return hurried(c, note) if c.chance(0.15) else note

    return write
