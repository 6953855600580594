"""These layouts write certificates, and papers for courts: depositions and guardianship reports."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.label_value_tables import chosen, grid, rows, table
from corpus.engine.layouts.sections import ANY, maybe, paragraph
from corpus.engine.layouts.visit_note import PATIENT_ROWS, closing, foot, letterhead, paged, settle, signature, title
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/letters/certificates")
_WORK = _TEXT.lines("work")
_SCHOOL = _TEXT.lines("school")
_DISABILITY = _TEXT.lines("disability")
_APPEAL = _TEXT.lines("appeal")


def _sheet(c: Cast, heading: str, matter: tuple[str, ...], least: int, most: int, greeting: str) -> Marked:
    about = table(c, [PATIENT_ROWS[0], *chosen(c, PATIENT_ROWS[1:], 1, 4)])
    pieces = [
        maybe(c, 0.6, letterhead),
        maybe(c, 0.6, lambda c: c.say("{fulldate}")),
        maybe(c, 0.5, lambda c: title(c, heading)),
        maybe(c, 0.4, lambda _: about),
        maybe(c, 0.6, lambda c: c.say(greeting)),
        paragraph(c, matter, least, most, ANY if c.chance(0.4) else ()),
        c.pick((closing, closing, signature, foot))(c),
    ]
    return join(*(p for p in pieces if p.text), sep=c.pick(("\n\n", "\n\n", "\n")))


def work_excuse(c: Cast) -> Marked:
    """An excuse from work."""
    greeting = "[[To whom it may concern:|Dear {someone:titled},|Dear Sir/Madam|TO: {employer}|Dear Employer,]]"
    return _sheet(c, "[[Work excuse|Medical certificate|Sick note|Return to work]]", _WORK, 1, 5, greeting)


def school_letter(c: Cast) -> Marked:
    """A letter to a school."""
    settle(c, (4, 18))
    greeting = "[[To whom it may concern,|Dear {teacher:titled},|Dear School Nurse:|To: {school}|Dear {nurse2:titled}]]"
    return _sheet(c, "[[School note|School excuse|504 letter|Medication at school]]", _SCHOOL, 1, 6, greeting)


def disability_letter(c: Cast) -> Marked:
    """A letter about a disability."""
    heading = "[[Disability letter|FMLA certification|Attending physician statement|Functional capacity]]"
    greeting = "[[To whom it may concern:|Dear {lawyer:titled},|{agency}\n{address}]]"
    return _sheet(c, heading, _DISABILITY, 3, 10, greeting)


def appeal_letter(c: Cast) -> Marked:
    """An appeal against an insurer's denial."""
    heading = "[[Letter of medical necessity|Prior authorization request|Appeal - urgent|Second level appeal]]"
    greeting = "[[{payer}\nAppeals Department\n{address:block}|Dear Medical Director,|Attn: {someone:full}, {payer}]]"
    return _sheet(c, heading, _APPEAL, 3, 10, greeting)


_AUTH = rows(_TEXT.block("auth"))


def prior_authorization_letter(c: Cast) -> Marked:
    """A request for prior authorization."""
    pieces = [
        title(c, "[[Prior Authorization Request Form|PA form|Pharmacy benefit - coverage determination|Auth request]]"),
        table(c, chosen(c, _AUTH[:21], 6, 16)),
        maybe(c, 0.6, lambda c: paragraph(c, _APPEAL, 1, 4)),
        maybe(c, 0.4, signature),
        maybe(c, 0.3, foot),
    ]
    return join(*(p for p in pieces if p.text), sep="\n\n")


_BENEFITS = _TEXT.lines("benefits")


def explanation_of_benefits(c: Cast) -> Marked:
    """An insurer's explanation of benefits."""
    pieces = [
        maybe(c, 0.5, lambda c: c.say("{payer}\n{address:block}\n{siteurl}")),
        title(c, "[[Explanation of Benefits|EOB|Claim detail|Statement of account|Remittance advice]]"),
        table(c, chosen(c, _AUTH, 5, 13)),
        maybe(
            c,
            0.6,
            lambda c: grid(
                c,
                ("Service date", "Provider", "Code", "Billed", "Patient"),
                (
                    "{numdate:-9}",
                    "{newdr:last_first}",
                    "{code}",
                    "[[120.00|86.40|1,015.00]]",
                    "[[{pt:given}|{kin:given}]]",
                ),
                c.rng.randint(1, 5),
            ),
        ),
        paragraph(c, _BENEFITS, 1, 5),
    ]
    return join(*(p for p in pieces if p.text), sep=c.pick(("\n", "\n\n")))


_LEGAL_TEXT = read("notes/legal_press/medicolegal")
_QA = _LEGAL_TEXT.lines("qa")
_CAPTION = _LEGAL_TEXT.lines("caption")


def deposition(c: Cast) -> Marked:
    """Questions and answers of a deposition."""
    said = [c.say(t) for t in c.rng.sample(_QA, c.rng.randint(4, 14))]
    pieces = [
        maybe(c, 0.75, lambda c: c.any(*_CAPTION)),
        join(*said, sep="\n"),
        maybe(c, 0.3, lambda c: c.say("(Concluded at {time12}.) I, {author:full}, certify this on {fulldate:9}.")),
    ]
    note = join(*(p for p in pieces if p.text), sep="\n\n")
    return paged(c, note) if c.chance(0.2) else note


_GUARDIAN = _LEGAL_TEXT.lines("guardian")


def guardianship_report(c: Cast) -> Marked:
    """A physician's report for a guardianship."""
    said = [c.say(t) for t in c.rng.sample(_GUARDIAN, c.rng.randint(4, 11))]
    numbered = [join(f"{i}. ", p) for i, p in enumerate(said, 1)]
    pieces = [
        title(c, "[[Physician's certificate|Affidavit of physician|Guardianship report|Capacity declaration]]"),
        maybe(c, 0.5, lambda c: c.say("IN THE MATTER OF {pt:upper_full}\nCase {caseno}")),
        join(*(numbered if c.chance(0.5) else said), sep=c.pick(("\n", " ", "\n\n"))),
        maybe(c, 0.6, closing),
        maybe(c, 0.2, foot),
    ]
    return join(*(p for p in pieces if p.text), sep="\n\n")
