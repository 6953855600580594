"""Employers, insurers, suppliers and facilities by short names, as clinical notes mention them."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.sections import body, part
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("phrases/company_lookalikes")
_ORGANIZATIONS_IN_CARE = read("notes/administration_billing/organizations_in_care")
BODIES = _TEXT.lines("bodies")
DEVICES = _TEXT.lines("devices")
GOODS = _TEXT.lines("goods")
INSTITUTIONS = _TEXT.lines("institutions")
TALKED = _TEXT.lines("talked")
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
