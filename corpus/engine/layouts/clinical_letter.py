"""Letters between clinicians and to patients: referrals, replies, results, invitations."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.sections import ANY, PLAIN, maybe, paragraph
from corpus.engine.layouts.visit_note import closing, copies, foot, letterhead, paged
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/letters/clinical_letters")
_DATES = _TEXT.lines("dates")
_ADDRESSEES = _TEXT.lines("addressees")
_REGARDING = _TEXT.lines("regarding")
_GREETINGS = _TEXT.lines("greetings")
_REFER = _TEXT.lines("refer")
_REPLY_US = _TEXT.lines("reply_us")
_REPLY_UK = _TEXT.lines("reply_uk")
_TO_PATIENT = _TEXT.lines("to_patient")


def _letter(c: Cast, matter: tuple[str, ...], greeting: str, least: int, most: int) -> Marked:
    cut = len(matter) // 2
    paragraphs = [paragraph(c, matter, least, most, ANY)]
    if c.chance(0.5):
        paragraphs = [paragraph(c, matter[:cut], 2, most, ANY), paragraph(c, matter[cut:], 2, most, ANY)]
    if c.chance(0.3):
        paragraphs.insert(c.rng.randrange(len(paragraphs) + 1), c.any(*PLAIN))
    top = [maybe(c, 0.75, letterhead), maybe(c, 0.85, lambda c: c.any(*_DATES)), maybe(c, 0.6, _addressee)]
    if c.chance(0.15):
        c.rng.shuffle(top)
    about = [maybe(c, 0.75, lambda c: c.any(*_REGARDING)), c.say(greeting)]
    if c.chance(0.4):
        about.reverse()
    pieces = [*top, *about, *paragraphs, maybe(c, 0.92, closing), maybe(c, 0.15, foot), maybe(c, 0.06, copies)]
    gap = c.pick(("\n\n", "\n\n", "\n\n", "\n", "\n", " "))
    note = join(*(p for p in pieces if p.text), sep=gap)
    return paged(c, note) if c.chance(0.08) else note


def _addressee(c: Cast) -> Marked:
    return c.any(*_ADDRESSEES)


def referral_letter(c: Cast) -> Marked:
    """A referral letter."""
    return _letter(c, _REFER, c.pick(_GREETINGS), 3, 7)


def consultant_reply(c: Cast) -> Marked:
    """A specialist's reply to the referring physician, as written in the United States."""
    return _letter(c, _REPLY_US, c.pick(_GREETINGS), 3, 7)


def reply_to_general_practitioner(c: Cast) -> Marked:
    """A specialist's reply to a general practitioner, as written in Britain."""
    return _letter(c, _REPLY_UK, c.pick(_GREETINGS), 3, 8)


def letter_to_patient(c: Cast) -> Marked:
    """A letter to a patient: results, an appointment, advice."""
    greeting = c.pick(
        (
            "Dear {pt:titled},",
            "Dear {pt:given},",
            "{pt:titled_full}\n{address:block}\n\nDear {pt:titled}:",
            "To the parent or guardian of {pt:full}\n{street}\n{city}, {stateab} {zip}\n\nDear {kin:titled},",
            "Hello {pt:given}!",
            "Dear {pt:full}",
        )
    )
    return _letter(c, _TO_PATIENT, greeting, 2, 6)
