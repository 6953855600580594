"""Messages: portal, e-mail threads, secure chat, text messages, complaints, call notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.hasty_typing import hurried
from corpus.engine.layouts.spoken_values import say, stranger
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/messages/patient_and_office_messages")
BOOKING = _TEXT.lines("booking")
COMPLAINT = _TEXT.lines("complaint")
MAIL_BODIES = _TEXT.lines("mail_bodies")
MAIL_ENDS = _TEXT.lines("mail_ends")
CHAT = _TEXT.lines("chat")
PORTAL = _TEXT.lines("portal")
PORTAL_ENDS = _TEXT.lines("portal_ends")
REPLIES = _TEXT.lines("replies")


def _some(c: Cast, pool: Sequence[str], least: int, most: int, sep: str = " ") -> Marked:
    chosen = c.rng.sample(list(pool), min(len(pool), c.rng.randint(least, most)))
    return join(*(say(c, t) for t in chosen), sep=sep)


def portal_message(c: Cast) -> Marked:
    """A message of a patient in the portal."""
    greeting = PORTAL[:2]
    message = _some(c, PORTAL[2:], 1, 7, c.pick((" ", " ", "\n")))
    parts = [message]
    if c.chance(0.6):
        parts.insert(0, c.any(*greeting))
    if c.chance(0.7):
        parts.append(c.any(*PORTAL_ENDS))
    said = hurried(c, join(*parts, sep=c.pick(("\n", "\n\n", " "))), 0.5)
    if c.chance(0.4):
        answer = c.some(REPLIES, 1, 3)
        head = c.any(
            "\n\nReply from {dr:titled}, {stamp}:\n", "\n\n> {date} {nurse:full}:\n", "\n---\n", "\n\n{dr:full} wrote: "
        )
        said = join(said, head, answer)
    if c.chance(0.35):
        head = c.any(
            "From: {pt:full}\nTo: {dr:full}, {cred}\nSent: {stamp}\nSubject: [[{drug}|refill|question|{test}]]\n\n",
            "PATIENT PORTAL MESSAGE - {pt:last_first} ({mrn}) {fulldate} {time}\n",
            "{pt:full} -> {dept}, {date} {time12}\n",
            "[[Proxy message|On behalf]]: {kin:full} for {pt:full}, DOB {dob}\n",
            "Subject: {symptom}\n",
        )
        said = join(head, said)
    return said


_SPEAKERS = (
    "{dr:given}",
    "{nurse:given}",
    "{nurse2:full}",
    "{dr2:full}",
    "{dr3:titled}",
    "{dr:initials}",
    "{dr:family}",
)
_STYLES = (
    "#: ", "# [{time}] ", "[{time}] #: ", "{stamp} # > ", "# ({time12}): ", "<#> ", "@#: ", "", "- ", "#\n{time12}\n",
    "#, {dept}: ",
)  # fmt: skip


def secure_chat(c: Cast) -> Marked:
    """A chat between clinicians."""
    style = c.pick(_STYLES)
    people = c.rng.sample(_SPEAKERS, 3)

    def line() -> Marked:
        return join(
            c.say(style.replace("#", c.pick(people))),
            hurried(c, say(c if c.chance(0.7) else stranger(c), c.pick(CHAT))),
        )

    return join(*(line() for _ in range(c.rng.randint(1, 9))), sep="\n")


def text_message(c: Cast) -> Marked:
    """A text message."""
    lines = [hurried(c, say(c, c.pick(CHAT + BOOKING + REPLIES + PORTAL[2:]))) for _ in range(c.rng.randint(1, 3))]
    return join(*lines, sep="\n")


def listed_messages(pool: Sequence[str], heads: Sequence[str], most: int = 6) -> Callable[[Cast], Marked]:
    """Up to `most` lines of the pool, about one patient or several; half of them below a head."""

    def write(c: Cast) -> Marked:
        bullet = c.pick(("", "", "", "- ", "* "))
        chosen = c.rng.sample(list(pool), c.rng.randint(1, min(most, len(pool))))
        others = c.pick((0.0, 0.5, 1.0))
        lines = [join(bullet, hurried(c, say(stranger(c) if c.chance(others) else c, t), 0.3)) for t in chosen]
        if c.chance(0.5):
            return join(c.any(*heads), *lines, sep=c.pick(("\n", "\n", "\n\n", " ")))
        return join(*lines, sep="\n")

    return write


_OPENINGS = (
    "To the [[patient advocate|ombudsman|director]] of {site}:\n", "Dear [[Sir or Madam|{dr4:titled}]],\n",
    "{site}\n{dept}\n\n", "RE: {pt:full}, MRN {mrn}, account {acct}\n\n", "",
)  # fmt: skip


def complaint_letter(c: Cast) -> Marked:
    """A letter of complaint."""
    sender = c.any(
        "", "", "{kin:full}\n{address:block}\n{phone}\n\n", "{pt:full}, {address}, {email}\n\n", "{fulldate}\n\n"
    )
    to = c.any(*_OPENINGS)
    end = c.any(
        "\n\nSincerely,\n{kin:full}",
        "\n\n{pt:full}",
        "\n\n{kin:short}, {word} of {pt:short}",
        "\nYours truly, {kin:titled}",
        "",
    )
    return join(sender, to, c.some(COMPLAINT, 3, 9), end)


_MAIL_HEADS = _TEXT.lines("mail_heads")


def email_thread(c: Cast) -> Marked:
    """An e-mail thread with quotes."""

    def mail() -> Marked:
        return join(c.any(*_MAIL_HEADS), c.some(MAIL_BODIES, 1, 6), "\n\n", c.any(*MAIL_ENDS))

    between = c.pick(("\n\n", "\n\n-----Original Message-----\n", "\n\n---\n"))
    return join(*(mail() for _ in range(c.rng.choice((1, 1, 2, 3)))), sep=between)
