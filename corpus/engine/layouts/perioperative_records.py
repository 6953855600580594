"""Records of an operation by the minute: anesthesia and the blood bank."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.hospital_header import header
from corpus.engine.layouts.hospital_note import assembled, headed, sized
from corpus.engine.layouts.hospital_signature import ending
from corpus.engine.layouts.hospital_text import grid, mixed
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, Piece, join

_TEXT = read("notes/inpatient/perioperative_records")
_EVENTS = _TEXT.lines("events")
_SIDE = _TEXT.lines("side")


def anesthesia_record(c: Cast) -> Marked:
    """Events by the minute, in order or not."""
    count = {"short": (3, 5), "middle": (5, 9), "long": (8, 15)}[sized(c)]
    chosen = sorted(c.rng.sample(range(len(_EVENTS)), c.rng.randint(*count)))
    events = join(*(c.say(_EVENTS[i]) for i in chosen), sep=c.pick(("\n", "\n", "; ")))
    parts: list[Piece] = [headed(c, "[[Events|Timeline|Record]]", events)]
    if c.chance(0.85):
        parts.insert(c.rng.randint(0, 1), headed(c, "[[Summary|Details|]]", c.some(_SIDE, 1, 5, c.pick(("\n", " ")))))
    title = "[[Anesthesia Record|Anesthesia Note|Intraoperative Record|Anesthesia Summary|OR Record]]"
    return assembled(c, header(c, title, (), 3), parts, ending(c) if c.chance(0.5) else None)


_BANK = _TEXT.lines("bank")


def blood_bank_record(c: Cast) -> Marked:
    """Page of the blood bank, with or without a list of units."""
    least, most = {"short": (1, 3), "middle": (3, 6), "long": (5, 9)}[sized(c)]
    parts: list[Piece] = [join(*mixed(c, _BANK, least, most, 0.12), sep=c.pick(("\n", "\n", " ")))]
    if c.chance(0.5):
        table = grid(
            c,
            ("[[Unit|DIN|Unit #]]", "[[Product|Comp]]", "[[Issued|Start]]", "[[By|Issued to|Verified]]"),
            c.rng.randint(2, 6),
            (
                ("{id}",),
                ("PRBC", "FFP A", "Plt", "Cryo 10u", "RBC LR IRR"),
                ("{time}", "{shortdate} {time}", "{stamp}"),
                (
                    "{nurse:initials}/{nurse2:initials}",
                    "{nurse:family}",
                    "{author:initials}",
                    "{nurse2:last_first}",
                    "{username}",
                ),
            ),
        )
        parts.insert(c.rng.randint(0, 1), table)
    title = "[[Blood Bank Report|Transfusion Record|Transfusion Reaction Workup|Transfusion Service|Blood Bank Log]]"
    return assembled(c, header(c, title, (), 4), parts, ending(c) if c.chance(0.5) else None)
