"""Messages between offices and patients: quoted mail, message slips, text messages, voicemail."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.transcript import heard, some, thumbed
from corpus.engine.layouts.word_name_messages import CLEAN
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join, split_lines

_TEXT = read("notes/messages/office_mail")
SIGNS = _TEXT.lines("signs")
OFFICE = _TEXT.lines("office")
MAIL = _TEXT.lines("mail")
MAIL_HEADS = _TEXT.lines("mail_heads")
VOICEMAIL = _TEXT.lines("voicemail")


def _quoted(c: Cast, text: Marked) -> Marked:
    sign = c.pick(("> ", "> ", ">", "| ", ">> ", "   "))
    return join(*(join(sign, line) for line in split_lines(text)), sep="\n")


def mail_thread(c: Cast) -> Marked:
    """The newest on top, the older ones quoted."""
    pool = c.pick((MAIL, MAIL, OFFICE))

    def one(head: bool) -> Marked:
        said = some(c, pool, 1, 5, c.pick((" ", "\n", "\n\n")))
        said = thumbed(c, said) if c.chance(0.5) else said
        parts = [said, c.any(*SIGNS)] if c.chance(0.85) else [said]
        sent = join(*parts, sep=c.pick(("\n", "\n\n", "  ")))
        return join(c.any(*MAIL_HEADS), c.pick(("\n", "\n\n")), sent) if head else sent

    out = one(c.chance(0.8))
    for _ in range(c.pick((0, 1, 1, 2, 3))):
        below = one(True)
        out = join(out, "\n\n", _quoted(c, below) if c.chance(0.6) else below)
    return out


def message_slips(
    pool: Sequence[str], least: int, most: int, signs: float, *more: Sequence[str], plain: float = 0.3
) -> Callable[[Cast], Marked]:
    """Notes of a few lines each, some of them signed, as one or several slips."""

    def write(c: Cast) -> Marked:
        bits: list[Marked] = []
        for _ in range(c.pick((1, 1, 2, 3))):
            said = [c.say(t) for t in c.rng.sample(pool, min(len(pool), c.rng.randint(least, most)))]
            said += [c.say(c.pick(c.pick((CLEAN, *more)))) for _ in range(2) if c.chance(plain)]
            note = thumbed(c, join(*said, sep=c.pick((" ", " ", "\n", " / "))))
            bits.append(join(note, c.pick(("\n", " ", " ")), c.any(*SIGNS)) if c.chance(signs) else note)
        return join(*bits, sep=c.pick(("\n\n", "\n---\n", "\n")))

    return write


def text_messages(pool: Sequence[str]) -> Callable[[Cast], Marked]:
    """Short messages back and forth, a line each."""

    def write(c: Cast) -> Marked:
        return thumbed(c, some(c, pool, 2, 12, c.pick(("\n", "\n", "\n\n"))))

    return write


def voicemail(c: Cast) -> Marked:
    """A voicemail as somebody or a machine wrote it down."""
    head = c.pick(("", "", "voicemail from {loosephone}: ", "VM {stamp} {looseline}\n", "Transcript ({looseline}): "))
    return join(c.say(head), heard(c, some(c, VOICEMAIL, 1, 4, " ")))
