"""Registration forms, consents, fax covers, labels, screens, exports and pages of results."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.label_value_tables import PAPER, SHAPES, chosen, grid, rows, table
from corpus.engine.layouts.sections import ANY, PLAIN, maybe, paragraph
from corpus.engine.layouts.visit_note import PATIENT_ROWS, banner, foot, letterhead, paged, signature, title
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/administration_billing/registration_forms")
_IDENTITY = rows(_TEXT.block("identity"))
_GUARANTOR = rows(_TEXT.block("guarantor"))


def registration_form(c: Cast) -> Marked:
    """A registration form or face sheet."""
    shape = c.pick(SHAPES)
    heading = c.pick(("{}:", "{}", "== {} ==", "**{}**", "SECTION {}", "[{}]"))
    parts = [
        maybe(c, 0.45, letterhead),
        title(
            c,
            "[[Face Sheet|Registration Form|Patient Registration|New Patient Form|Demographics|Admission record]]",
        ),
    ]
    blocks = (
        ("Patient", _IDENTITY, 6, 18),
        ("Contacts and insurance", _GUARANTOR, 4, 16),
        ("Visit", _GUARANTOR[18:], 2, 8),
    )
    for name, some, least, most in blocks:
        if name == "Patient" or c.chance(0.7):
            same = (shape,) if c.chance(0.75) else SHAPES
            parts.append(
                join(heading.format(name) + "\n" if c.chance(0.5) else "", table(c, chosen(c, some, least, most), same))
            )
    parts += [maybe(c, 0.3, lambda c: paragraph(c, ANY, 1, 4)), maybe(c, 0.35, signature), maybe(c, 0.3, foot)]
    note = join(*(p for p in parts if p.text), sep=c.pick(("\n", "\n\n")))
    return paged(c, note) if c.chance(0.1) else note


_CONSENT = _TEXT.lines("consent")


def consent_form(c: Cast) -> Marked:
    """A consent form."""
    pieces = [
        maybe(c, 0.4, letterhead),
        title(
            c, "[[Informed Consent|Consent for procedure|Authorization to release information|HIPAA release|Consent]]"
        ),
        maybe(c, 0.6, lambda c: table(c, [PATIENT_ROWS[0], *chosen(c, PATIENT_ROWS[1:], 1, 4)], PAPER)),
        join(
            *(c.say(t) for t in c.rng.sample(_CONSENT, c.rng.randint(3, 9))), sep=c.pick((" ", "\n", "\n\n", "\n[ ] "))
        ),
        maybe(c, 0.5, signature),
    ]
    return join(*(p for p in pieces if p.text), sep="\n\n")


_FAX = rows(_TEXT.block("fax"))


def fax_cover(c: Cast) -> Marked:
    """The cover sheet of a fax."""
    pieces = [
        maybe(c, 0.6, letterhead),
        title(c, "[[FAX|Fax Cover Sheet|Facsimile transmittal|Fax transmission]]"),
        table(c, chosen(c, _FAX, 5, 11), PAPER),
        maybe(c, 0.7, lambda c: paragraph(c, ANY, 1, 3)),
        maybe(
            c,
            0.5,
            lambda c: c.say("If you are not {dr2:titled} or {his} agent, [[destroy this|call {sitephone}]] at once."),
        ),
        maybe(c, 0.4, lambda c: c.say("{stamp} FROM: {fax} TO: {fax} P.001/004")),
    ]
    return join(*(p for p in pieces if p.text), sep="\n\n")


_LABELS = _TEXT.lines("labels")


def specimen_labels(c: Cast) -> Marked:
    """Labels of specimens, blood units and charts."""
    return join(*(c.any(*_LABELS) for _ in range(c.rng.randint(1, 4))), sep=c.pick(("\n\n", "\n---\n", "\n")))


_MACHINE = _TEXT.lines("machine")


def screens_and_exports(c: Cast) -> Marked:
    """Screens and exports of a record system."""
    if c.chance(0.4):
        template = c.pick(_MACHINE)
        return join(*(c.say(template) for _ in range(c.rng.randint(1, 3))), sep="\n")
    said = [c.any(*_MACHINE) for _ in range(c.rng.randint(1, 4))]
    if c.chance(0.5):
        said.insert(0, table(c, chosen(c, _IDENTITY + _GUARANTOR, 3, 10)))
    if c.chance(0.3):
        said.append(c.any(*PLAIN))
    return join(*said, sep="\n")


_RESULTS = _TEXT.lines("results")


def result_pages(c: Cast) -> Marked:
    """Pages of results."""
    pages: list[Marked] = []
    head = join(maybe(c, 0.7, letterhead), "\n", banner(c))
    for i in range(c.rng.randint(1, 3)):
        heads = ("Test", "Result", "Flag", "Reference", "Date", "By")
        cells = (
            "{test}",
            "[[4.2|138|0.9|11.2|neg|76]]",
            "[[H|L||]]",
            "{range}",
            "[[{numdate}|{shortdate}]]",
            "{author:initials}",
        )
        count = c.pick((4, 4, 5, 6))
        lab = (
            grid(c, heads[:count], cells[:count], c.rng.randint(2, 7))
            if c.chance(0.75)
            else c.say("{labline}\n{labs}\n{labline}")
        )
        top = head if i == 0 or c.chance(0.8) else c.say("{pt:last_first} {mrn} (cont.)")
        said = join(*(c.say(t) for t in c.rng.sample(_RESULTS, c.rng.randint(1, 5))), sep="\n")
        pages.append(join(top, "\n", lab, "\n", said, "\n", foot(c)))
    return join(*pages, sep=c.pick(("\n", "\n\f", "\n\n")))
